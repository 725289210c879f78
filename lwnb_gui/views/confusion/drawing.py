"""The layout of confusion matrices: side by side, with counts, and recall and precision at their edges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from lwnb_gui.text import fixed, printable
from lwnb_gui.theme import Theme, blend, rgb
from lwnb_gui.views.confusion.matrices import (
    EDGES_TIP,
    ConfusionData,
    cell_text,
    cell_tip,
    class_text,
    class_tip,
    learner_text,
    percent,
)
from lwnb_gui.views.drawing.canvas import Canvas, elided, wrapped
from lwnb_gui.views.drawing.scene import Hotspot, Image, Marker, Rect, Scene, Shape, Text
from lwnb_gui.views.wording.names import brief_all, shorten_all

# Heights in pixels in the light theme: of the row with the name, of the predicted classes, and of a class.
_NAME_LINE, _HEAD_LINE, _LINE = 22.0, 18.0, 20.0
_WIDEST, _NARROWEST, _MARKS, _EDGE = 44.0, 9.0, 20.0, 12.0
_WITH_COUNTS = 21.0  # a cell narrower than this, or than its count, is shaded instead
_NAMES = 0.3  # the share of the width that names may take; a file grows to the width that they need
_PADDING = 4.0  # around the longest count
# Space between two matrices, and for the recall to the right of one.
_ROOMY, _TIGHT = (16.0, 42.0), (8.0, 35.0)


class ConfusionCell(NamedTuple):
    """A cell of one learner's matrix."""

    learner: str
    true: int
    given: int


class _Layout(NamedTuple):
    """The geometry of one matrix: names, cells, the recall to their right and the precision below."""

    left: float
    names: float
    top: float
    cell_width: float
    cell_height: float
    recall: float
    n: int
    is_named: bool
    has_counts: bool  # whether the cells are wide enough for their counts

    @property
    def cells(self) -> float:
        return self.left + self.names

    @property
    def right(self) -> float:
        return self.cells + self.n * self.cell_width + self.recall

    @property
    def bottom(self) -> float:
        """The bottom of the row with the precision."""
        return self.top + (self.n + 1) * self.cell_height


def drawn(
    matrices: Sequence[ConfusionData],
    canvas: Canvas,
    *,
    unit: str,
    chosen: ConfusionCell | None,
    current: ConfusionCell | None,
    caption: str,
) -> Scene:
    """Draw all matrices with a caption at the foot; `chosen` and `current` are highlighted cells."""
    if canvas.is_file and matrices:
        canvas = canvas._replace(width=max(canvas.width, _names_width(matrices, canvas) / _NAMES))
    shapes: list[Shape] = []
    hotspots = [Hotspot(0, 0, canvas.width, 1e5, EDGES_TIP)]
    bottom = 0.0
    for data, layout in zip(matrices, _layouts(matrices, canvas), strict=True):
        bottom = max(bottom, layout.bottom)
        if not canvas.has_visible(layout.top - canvas.theme.px(_HEAD_LINE + _NAME_LINE), layout.bottom):
            continue
        shapes += _titles(data, layout, canvas)
        hotspots += _edges(data, layout, canvas)
        if not layout.has_counts:
            shapes.append(_shades(data, layout, canvas.theme))
        for true in range(layout.n):
            top = layout.top + true * layout.cell_height
            if canvas.has_visible(top, top + layout.cell_height):
                for given in range(layout.n):
                    cell = ConfusionCell(data.name, true, given)
                    x = layout.cells + given * layout.cell_width
                    shapes += _cell(data, cell, layout, x, top, chosen == cell, current == cell)
                    hotspots.append(
                        Hotspot(
                            x,
                            top,
                            layout.cell_width,
                            layout.cell_height,
                            cell_tip(data, true, given, unit),
                            cell,
                            cell_text(data, true, given, unit),
                            is_link=data.matrix[true, given] > 0,
                        )
                    )
    foot, lines = _foot(caption, canvas)
    height = max(bottom + canvas.theme.px(6) + foot, canvas.height)
    step = canvas.theme.size_small * 1.4
    for i, line in enumerate(lines):
        y = height - foot + canvas.theme.px(2) + step * (i + 0.5)
        shapes.append(Text(canvas.theme.px(_EDGE), y, line, "small", "ink3"))
    hotspots[0] = hotspots[0]._replace(height=height)
    return Scene(canvas.width, height, tuple(shapes), tuple(hotspots), foot=foot)


def all_have_counts(matrices: Sequence[ConfusionData], canvas: Canvas) -> bool:
    """Whether all matrices have space for counts."""
    return all(layout.has_counts for layout in _layouts(matrices, canvas))


def _foot(caption: str, canvas: Canvas) -> tuple[float, list[str]]:
    if not caption:
        return 0.0, []
    width = canvas.width - 2 * canvas.theme.px(_EDGE)
    lines = wrapped(caption, "small", width, canvas.measure)
    return len(lines) * canvas.theme.size_small * 1.4 + canvas.theme.px(7), lines


def _layouts(matrices: Sequence[ConfusionData], canvas: Canvas) -> list[_Layout]:
    """Place as many as fit side by side; the first in a row has the classes' names, the others markers."""
    if not matrices:
        return []
    px, measure, n = canvas.theme.px, canvas.measure, max(len(matrices[0].classes), 1)
    marks, names = px(_MARKS), _names_width(matrices, canvas)
    names = min(names, canvas.width * _NAMES)

    def cell_of(columns: int, spacing: tuple[float, float]) -> float:
        gap, recall = map(px, spacing)
        space = canvas.width - 2 * px(_EDGE) - names - (columns - 1) * (marks + gap) - columns * recall
        return space / (columns * n)

    # Two rows of matrices with counts are better than one row with shades.
    longest = max((one.longest for one in matrices), key=len)
    needed = max(px(_WITH_COUNTS), measure(longest, "small strong") + px(_PADDING))
    several = len(matrices)
    counted = ((c, s) for c in (several, 2, 1) for s in (_ROOMY, _TIGHT) if cell_of(c, s) >= needed)
    shaded = ((c, _ROOMY) for c in (several, 2) if cell_of(c, _ROOMY) >= px(_NARROWEST))
    columns, spacing = next(chain(counted, shaded), (1, _ROOMY))
    columns = min(columns, several)
    gap, recall = map(px, spacing)
    cell_width = min(max(cell_of(columns, spacing), px(4)), max(px(_WIDEST), needed))
    layouts: list[_Layout] = []
    for i in range(several):
        is_first = i % columns == 0
        left = px(_EDGE) if is_first else layouts[-1].right + gap
        above = 0.0 if i < columns else layouts[i - columns].bottom + px(6)
        top = above + px(_NAME_LINE + _HEAD_LINE)
        before = names if is_first else marks
        layouts.append(
            _Layout(left, before, top, cell_width, px(_LINE), recall, n, is_first, cell_width >= needed)
        )
    return layouts


def _names_width(matrices: Sequence[ConfusionData], canvas: Canvas) -> float:
    """Return the width that the names of the classes and their marks need."""
    names = brief_all(matrices[0].classes)
    widest = max((canvas.measure(name, "small") for name in names), default=0.0)
    return canvas.theme.px(_MARKS + 6) + max(widest, canvas.measure("precision", "small"))


def _titles(data: ConfusionData, layout: _Layout, canvas: Canvas) -> list[Shape]:
    """Draw the learner's name and accuracy, class marks and names, recall and precision."""
    px = canvas.theme.px
    right, header_y = layout.right - px(4), layout.top - px(_HEAD_LINE / 2)
    title = layout.top - px(_HEAD_LINE + _NAME_LINE / 2)
    is_first = data.name.startswith("LWNB")
    font = "strong" if is_first else "text"
    accuracy = f"{percent(data.accuracy)} %"
    space = right - layout.cells - canvas.measure(accuracy, "small") - px(4)
    name = elided(printable(data.name), font, space, canvas.measure)
    shapes: list[Shape] = [
        Text(layout.cells, title, name, font, "accent" if is_first else "ink"),
        Text(right, title, accuracy, "small", "ink2", "right"),
    ]
    below = layout.top + layout.cell_height * (layout.n + 0.5)
    if layout.is_named:
        shapes.append(Text(right, header_y, "recall", "small", "ink3", "right"))
        shapes.append(Text(layout.left, below, "precision", "small", "ink3"))
    decimals = 1 if layout.cell_width >= px(38) else 0
    names = shorten_all(data.classes, layout.names - px(22), lambda text: canvas.measure(text, "small"))
    for c in range(layout.n):
        x, y = layout.cells + layout.cell_width * (c + 0.5), layout.top + layout.cell_height * (c + 0.5)
        shapes.append(Marker(x, header_y, c, px(8.3)))
        shapes.append(Marker(layout.left + px(6), y, c, px(8.3)))
        if layout.is_named:
            shapes.append(Text(layout.left + px(18), y, names[c], "small"))
        shapes.append(Text(right, y, percent(data.recall[c]), "small", "ink2", "right"))
        if layout.has_counts:
            precision = fixed(float(data.precision[c]), decimals)
            shapes.append(Text(x, below, precision, "small", "ink2", "centre"))
    return shapes


def _edges(data: ConfusionData, layout: _Layout, canvas: Canvas) -> list[Hotspot]:
    """Return tips for the learner's name, and for recall and precision of each visible class."""
    px, height = canvas.theme.px, layout.cell_height
    cells_end = layout.cells + layout.n * layout.cell_width
    measures = learner_text(data)
    title = layout.top - px(_HEAD_LINE + _NAME_LINE)
    spots = [
        Hotspot(
            layout.cells, title, layout.right - layout.cells, px(_NAME_LINE), measures, description=measures
        )
    ]
    below = layout.top + layout.n * height
    has_precision = layout.has_counts and canvas.has_visible(below, below + height)
    for c in range(layout.n):
        top, tip = layout.top + c * height, class_tip(data, c)
        if canvas.has_visible(top, top + height):
            text = class_text(data, c)
            spots.append(Hotspot(cells_end, top, layout.recall, height, tip, description=text))
        if has_precision:
            x = layout.cells + c * layout.cell_width
            spots.append(Hotspot(x, below, layout.cell_width, height, tip))
    return spots


def _cell(
    data: ConfusionData, cell: ConfusionCell, layout: _Layout, x: float, y: float, chosen: bool, current: bool
) -> list[Shape]:
    has_rows = data.matrix[cell.true, cell.given] > 0
    is_right = cell.true == cell.given
    fill = "fill" if is_right and layout.has_counts else ""
    if chosen or (current and has_rows):
        fill = "accent_tint" if chosen else "hover"
    box = (x + 0.5, y + 0.5, layout.cell_width - 1, layout.cell_height - 1)
    shapes: list[Shape] = []
    if fill or chosen or current:
        shapes.append(Rect(*box, fill, "accent" if chosen or current else ""))
    if layout.has_counts:
        font, ink = "small strong" if is_right else "small", "ink" if has_rows else "ink3"
        text = data.text(cell.true, cell.given)
        shapes.append(Text(x + layout.cell_width / 2, y + layout.cell_height / 2, text, font, ink, "centre"))
    return shapes


def _shades(data: ConfusionData, layout: _Layout, theme: Theme) -> Image:
    """Show the share of the true class as a shade where no count can be written."""
    shares = np.nan_to_num(data.shares)
    table = np.array([rgb(blend(theme.ink2, theme.panel, 0.1 + 0.6 * i / 255)) for i in range(256)], np.uint8)
    colours = np.where(
        shares[..., None] > 0,
        table[np.rint(shares * 2.55).astype(int)],
        np.where(np.eye(layout.n, dtype=bool)[..., None], rgb(theme.fill), rgb(theme.panel)),
    )
    rgba = np.dstack([colours, np.full((layout.n, layout.n), 255)]).astype(np.uint8)
    return Image(layout.cells, layout.top, layout.n * layout.cell_width, layout.n * layout.cell_height, rgba)
