"""Confusion matrices beside each other: counts, what is right stands out, recall beside, precision below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from lwnb_gui.readings.confusion import EDGES_TIP, WORDS, ConfusionData, cell_tip, cell_words, percent
from lwnb_gui.readings.names import brief_all, shorten_all
from lwnb_gui.scenes.scene import Hotspot, Image, Marker, Rect, Scene, Shape, Text
from lwnb_gui.scenes.text import Frame, elided, wrapped
from lwnb_gui.text import fixed, shown
from lwnb_gui.theme import Theme, blend, rgb

# Pixels of the light theme: the line with the name, the line with the given classes, a line of a class.
_NAME_LINE, _HEAD_LINE, _LINE = 22.0, 18.0, 20.0
_WIDEST, _NARROWEST, _MARKS, _EDGE = 44.0, 9.0, 20.0, 12.0
_WITH_COUNTS = 21.0  # a cell narrower than this, or than its count, has a shade instead
_NAMES = 0.3  # share of the width that names may take; a file grows to what they need
_AIR = 4.0  # beside the longest count
# Between two matrices, and for the recall beside one.
_ROOMY, _TIGHT = (16.0, 42.0), (8.0, 35.0)


class ConfusionCell(NamedTuple):
    """A cell of one learner's matrix."""

    learner: str
    true: int
    given: int


class _Place(NamedTuple):
    """Where one matrix stands: names, cells, the recall beside them and the precision below."""

    left: float
    names: float
    top: float
    wide: float
    tall: float
    recall: float
    n: int
    is_named: bool
    has_counts: bool  # whether the cells are wide enough for their counts

    @property
    def cells(self) -> float:
        return self.left + self.names

    @property
    def right(self) -> float:
        return self.cells + self.n * self.wide + self.recall

    @property
    def bottom(self) -> float:
        """Below the line with the precision."""
        return self.top + (self.n + 1) * self.tall


def confusion(
    matrices: Sequence[ConfusionData],
    frame: Frame,
    *,
    unit: str = "row",
    chosen: ConfusionCell | None = None,
    current: ConfusionCell | None = None,
    words: str = WORDS,
) -> Scene:
    """`chosen`: whose rows are listed; `current`: under the mouse or the keys; `words` stand at the foot."""
    if frame.is_file and matrices:
        frame = frame._replace(width=max(frame.width, _names_width(matrices, frame) / _NAMES))
    shapes: list[Shape] = []
    hotspots = [Hotspot(0, 0, frame.width, 1e5, EDGES_TIP)]
    bottom = 0.0
    for data, place in zip(matrices, _places(matrices, frame), strict=True):
        bottom = max(bottom, place.bottom)
        if not frame.sees(place.top - frame.theme.px(_HEAD_LINE + _NAME_LINE), place.bottom):
            continue
        shapes += _heads(data, place, frame)
        if not place.has_counts:
            shapes.append(_shades(data, place, frame.theme))
        for true in range(place.n):
            top = place.top + true * place.tall
            if frame.sees(top, top + place.tall):
                for given in range(place.n):
                    cell = ConfusionCell(data.name, true, given)
                    x = place.cells + given * place.wide
                    shapes += _cell(data, cell, place, x, top, chosen == cell, current == cell)
                    hotspots.append(
                        Hotspot(
                            x,
                            top,
                            place.wide,
                            place.tall,
                            cell_tip(data, true, given, unit),
                            cell,
                            cell_words(data, true, given, unit),
                            is_link=data.matrix[true, given] > 0,
                        )
                    )
    foot, lines = _foot(words, frame)
    height = max(bottom + frame.theme.px(6) + foot, frame.height)
    step = frame.theme.size_small * 1.4
    for i, line in enumerate(lines):
        y = height - foot + frame.theme.px(2) + step * (i + 0.5)
        shapes.append(Text(frame.theme.px(_EDGE), y, line, "small", "ink3"))
    hotspots[0] = hotspots[0]._replace(height=height)
    return Scene(frame.width, height, tuple(shapes), tuple(hotspots), foot=foot)


def all_have_counts(matrices: Sequence[ConfusionData], frame: Frame) -> bool:
    """Whether there is space for counts in all of them."""
    return all(place.has_counts for place in _places(matrices, frame))


def _foot(words: str, frame: Frame) -> tuple[float, list[str]]:
    if not words:
        return 0.0, []
    width = frame.width - 2 * frame.theme.px(_EDGE)
    lines = wrapped(words, "small", width, frame.measure)
    return len(lines) * frame.theme.size_small * 1.4 + frame.theme.px(7), lines


def _places(matrices: Sequence[ConfusionData], frame: Frame) -> list[_Place]:
    """As many beside each other as have space; names of classes stand at the first, the others have marks."""
    if not matrices:
        return []
    px, measure, n = frame.theme.px, frame.measure, max(len(matrices[0].classes), 1)
    marks, names = px(_MARKS), _names_width(matrices, frame)
    names = min(names, frame.width * _NAMES)

    def cell_of(columns: int, spacing: tuple[float, float]) -> float:
        gap, recall = map(px, spacing)
        space = frame.width - 2 * px(_EDGE) - names - (columns - 1) * (marks + gap) - columns * recall
        return space / (columns * n)

    # Rather two rows of matrices with counts than one with shades.
    longest = max((one.longest for one in matrices), key=len)
    needed = max(px(_WITH_COUNTS), measure(longest, "small strong") + px(_AIR))
    several = len(matrices)
    counted = ((c, s) for c in (several, 2, 1) for s in (_ROOMY, _TIGHT) if cell_of(c, s) >= needed)
    shaded = ((c, _ROOMY) for c in (several, 2) if cell_of(c, _ROOMY) >= px(_NARROWEST))
    columns, spacing = next(chain(counted, shaded), (1, _ROOMY))
    columns = min(columns, several)
    gap, recall = map(px, spacing)
    wide = min(max(cell_of(columns, spacing), px(4)), max(px(_WIDEST), needed))
    found: list[_Place] = []
    for i in range(several):
        is_first = i % columns == 0
        left = px(_EDGE) if is_first else found[-1].right + gap
        above = 0.0 if i < columns else found[i - columns].bottom + px(6)
        top = above + px(_NAME_LINE + _HEAD_LINE)
        before = names if is_first else marks
        found.append(_Place(left, before, top, wide, px(_LINE), recall, n, is_first, wide >= needed))
    return found


def _names_width(matrices: Sequence[ConfusionData], frame: Frame) -> float:
    """What the names of the classes and their marks need."""
    names = brief_all(matrices[0].classes)
    widest = max((frame.measure(name, "small") for name in names), default=0.0)
    return frame.theme.px(_MARKS + 6) + max(widest, frame.measure("precision", "small"))


def _heads(data: ConfusionData, place: _Place, frame: Frame) -> list[Shape]:
    """The learner's name and accuracy, marks and names of the classes, recall and precision."""
    px = frame.theme.px
    right, heads = place.right - px(4), place.top - px(_HEAD_LINE / 2)
    title = place.top - px(_HEAD_LINE + _NAME_LINE / 2)
    is_first = data.name.startswith("LWNB")
    font = "strong" if is_first else "text"
    accuracy = f"{percent(data.accuracy)} %"
    space = right - place.cells - frame.measure(accuracy, "small") - px(4)
    name = elided(shown(data.name), font, space, frame.measure)
    shapes: list[Shape] = [
        Text(place.cells, title, name, font, "accent" if is_first else "ink"),
        Text(right, title, accuracy, "small", "ink2", "right"),
    ]
    below = place.top + place.tall * (place.n + 0.5)
    if place.is_named:
        shapes.append(Text(right, heads, "recall", "small", "ink3", "right"))
        shapes.append(Text(place.left, below, "precision", "small", "ink3"))
    decimals = 1 if place.wide >= px(38) else 0
    names = shorten_all(data.classes, place.names - px(22), lambda text: frame.measure(text, "small"))
    for c in range(place.n):
        x, y = place.cells + place.wide * (c + 0.5), place.top + place.tall * (c + 0.5)
        shapes.append(Marker(x, heads, c, px(8.3)))
        shapes.append(Marker(place.left + px(6), y, c, px(8.3)))
        if place.is_named:
            shapes.append(Text(place.left + px(18), y, names[c], "small"))
        shapes.append(Text(right, y, percent(data.recall[c]), "small", "ink2", "right"))
        if place.has_counts:
            precision = fixed(float(data.precision[c]), decimals)
            shapes.append(Text(x, below, precision, "small", "ink2", "centre"))
    return shapes


def _cell(
    data: ConfusionData, cell: ConfusionCell, place: _Place, x: float, y: float, chosen: bool, current: bool
) -> list[Shape]:
    has_rows = data.matrix[cell.true, cell.given] > 0
    is_right = cell.true == cell.given
    fill = "fill" if is_right and place.has_counts else ""
    if chosen or (current and has_rows):
        fill = "accent_tint" if chosen else "hover"
    box = (x + 0.5, y + 0.5, place.wide - 1, place.tall - 1)
    shapes: list[Shape] = []
    if fill or chosen or current:
        shapes.append(Rect(*box, fill, "accent" if chosen or current else ""))
    if place.has_counts:
        font, ink = "small strong" if is_right else "small", "ink" if has_rows else "ink3"
        text = data.text(cell.true, cell.given)
        shapes.append(Text(x + place.wide / 2, y + place.tall / 2, text, font, ink, "centre"))
    return shapes


def _shades(data: ConfusionData, place: _Place, theme: Theme) -> Image:
    """The share of the true class as a shade, where no count can be written."""
    shares = np.nan_to_num(data.shares)
    table = np.array([rgb(blend(theme.ink2, theme.panel, 0.1 + 0.6 * i / 255)) for i in range(256)], np.uint8)
    colours = np.where(
        shares[..., None] > 0,
        table[np.rint(shares * 2.55).astype(int)],
        np.where(np.eye(place.n, dtype=bool)[..., None], rgb(theme.fill), rgb(theme.panel)),
    )
    rgba = np.dstack([colours, np.full((place.n, place.n), 255)]).astype(np.uint8)
    return Image(place.cells, place.top, place.n * place.wide, place.n * place.tall, rgba)
