"""The posterior: a row for each class, a bar for each learner, and what they say in words."""

from __future__ import annotations

from typing import NamedTuple

from lwnb_gui.readings.names import brief_all, shorten_all
from lwnb_gui.readings.posterior import (
    PosteriorReading,
    bar_tip,
    full_names,
    learner_tip,
    name_tip,
    sentences,
    spoken,
)
from lwnb_gui.scenes.inks import class_ink
from lwnb_gui.scenes.scene import Hotspot, Line, Marker, Rect, Scene, Shape, Text
from lwnb_gui.scenes.text import Frame, wrapped
from lwnb_gui.theme import Theme

HEAD, _HEAD_LINE = 33.0, 10.0  # the learners' letters, and below them what they stand for
AIRY = 5  # classes up to which rows have air; seven others take no more height
_ROW, _DENSE_ROW = 23.0, 18.5
_EDGE, _NAMES, _GAP, _TAG = 12.0, 32.0, 10.0, 16.0
_LEAST_BAR = 40.0  # of a file's narrower bars
_FIRST = 3  # classes that come before the sentences where there is no height for both
_MOST = 60  # More classes than this do not fit on a page.
FOOT, _AIR, _LINE = 64.0, 6.0, 15.0  # least height of the sentences, space above them, height of a line


class _Columns(NamedTuple):
    """Where names end and bars stand: each bar's left edge, width and height; the width of a number."""

    names: float
    bars: tuple[tuple[float, float, float], ...]
    number: float


def row_height(theme: Theme, classes: int) -> float:
    """Of a class where there are so many."""
    return theme.px(_ROW if classes <= AIRY else _DENSE_ROW)


def posterior(reading: PosteriorReading, frame: Frame, *, in_words: bool = True) -> Scene:
    """LWNB's bar is twice as wide as the others'; each learner's answer is in full colour.

    `in_words`: with the sentences below the bars; False where they are said elsewhere.
    """
    px = frame.theme.px
    if frame.is_file:
        frame = frame._replace(width=max(frame.width, _needed_width(reading, frame)))
    columns = _columns(reading, frame)
    row = row_height(frame.theme, len(reading.classes))
    order = reading.order[:_MOST] if frame.is_file else reading.order
    shapes, hotspots = _head(reading, columns, frame)
    y = px(HEAD)
    names = _names(reading, order, columns, frame)
    for c, name in zip(order, names, strict=True):
        if frame.sees(y, y + row):
            shapes += _row(reading, c, name, y, row, columns, frame)
            hotspots += _row_spots(reading, c, y, row, columns)
        y += row
    if len(order) < len(reading.order):
        more = f"and {len(reading.order) - len(order)} less probable classes"
        shapes.append(Text(px(_EDGE), y + row / 2, more, "small", "ink3"))
        y += row
    foot, lines = _foot(reading, frame) if in_words else (0.0, [])
    height = y + foot
    # A fourth line has the same space as three, so that nothing moves when one more is needed.
    air = min(px(_AIR), max((foot - px(_LINE) * len(lines)) / 2, 0.0))
    for i, (line, font, ink) in enumerate(lines):
        shapes.append(Text(px(_EDGE), height - foot + air + px(_LINE * (i + 0.5)), line, font, ink))
    # Where it would hide these classes, the foot scrolls with them.
    least = px(HEAD) + row * min(len(order), _FIRST)
    stays = frame.is_file or frame.height - foot >= least
    pinned = foot if stays else 0.0
    return Scene(frame.width, height, tuple(shapes), tuple(hotspots), head=px(HEAD), foot=pinned)


def _needed_width(reading: PosteriorReading, frame: Frame) -> float:
    """Of a file: as wide as the names need."""
    return _names_width(reading, frame) + _bars_width(reading, frame)


def _bars_width(reading: PosteriorReading, frame: Frame) -> float:
    """What bars and numbers need, however long names are."""
    px, others = frame.theme.px, max(len(reading.learners) - 1, 0)
    numbers = _number_width(frame) * (others + 1) + px(_GAP) * others
    return numbers + px(_LEAST_BAR) * (2 + others) + px(_EDGE)


def _number_width(frame: Frame) -> float:
    return frame.measure(">0.999", "strong") + frame.theme.px(6)


def _tag_width(frame: Frame) -> float:
    """Of the word `true` behind a name."""
    return frame.measure("true", "small") + frame.theme.px(_TAG)


def _names_width(reading: PosteriorReading, frame: Frame) -> float:
    px = frame.theme.px
    widest = max((frame.measure(name) for name in brief_all(reading.classes)), default=0.0)
    tag = _tag_width(frame) if reading.true_class is not None else 0.0
    return px(_NAMES) + widest + tag + px(12)


def _columns(reading: PosteriorReading, frame: Frame) -> _Columns:
    px, theme, width = frame.theme.px, frame.theme, frame.width
    most = max(px(_NAMES) + width * 0.3, width - _bars_width(reading, frame))
    names = min(_names_width(reading, frame), most)
    number, others = _number_width(frame), max(len(reading.learners) - 1, 0)
    unit = (width - names - px(_EDGE) - number * (others + 1) - px(_GAP) * others) / (2 + others)
    unit = max(unit, px(8))
    bars = [(names, 2 * unit, theme.bar_lwnb)]
    for i in range(others):
        left = names + 2 * unit + number + px(_GAP) + i * (unit + number + px(_GAP))
        bars.append((left, unit, theme.bar_other))
    return _Columns(names, tuple(bars), number)


def _head(reading: PosteriorReading, columns: _Columns, frame: Frame) -> tuple[list[Shape], list[Hotspot]]:
    """The learners' names above their bars, LWNB's in the accent, and in full where there is space."""
    px = frame.theme.px
    shapes: list[Shape] = []
    hotspots: list[Hotspot] = []
    for i, (name, (left, width, _)) in enumerate(zip(reading.learners, columns.bars, strict=True)):
        font, ink = ("strong", "accent") if i == 0 else ("small", "ink2")
        space = width + columns.number
        text = shorten_all([name], space, lambda text, font=font: frame.measure(text, font))[0]  # type: ignore[misc]
        shapes.append(Text(left, px(_HEAD_LINE), text, font, ink))
        in_full = next((full for full in full_names(name) if frame.measure(full, "small") <= space), "")
        if in_full:
            shapes.append(Text(left, px(_HEAD_LINE + 12), in_full, "small", "ink3"))
        hotspots.append(
            Hotspot(left, 0, space, px(HEAD), learner_tip(reading, i), description=spoken(reading, i))
        )
    shapes.append(Line(px(_EDGE), px(HEAD) - 1, frame.width - px(_EDGE), px(HEAD) - 1))
    return shapes, hotspots


def _names(reading: PosteriorReading, order: tuple[int, ...], columns: _Columns, frame: Frame) -> list[str]:
    """Of the classes as they fit, different from each other; the true one has less space."""
    space = columns.names - frame.theme.px(_NAMES + 8)
    limits = [space - (_tag_width(frame) if c == reading.true_class else 0.0) + 0.01 for c in order]
    return shorten_all([reading.classes[c] for c in order], limits, frame.measure)


def _row(
    reading: PosteriorReading, c: int, name: str, y: float, row: float, columns: _Columns, frame: Frame
) -> list[Shape]:
    px, middle = frame.theme.px, y + row / 2
    shapes: list[Shape] = [Marker(px(_EDGE + 6), middle, c, px(8.3)), Text(px(_NAMES), middle, name)]
    if c == reading.true_class:
        at = px(_NAMES) + frame.measure(name) + px(6)
        wide = frame.measure("true", "small") + px(10)
        shapes.append(Rect(at, middle - px(8), wide, px(16), edge="separator_strong", radius=2))
        shapes.append(Text(at + px(5), middle, "true", "small", "ink2"))
    for i, (left, width, tall) in enumerate(columns.bars):
        wins = reading.predictions[i] == c
        top = middle - tall / 2
        shapes.append(Rect(left, top, width, tall, "fill"))
        # No least width: what is next to nothing looks like it.
        fill = class_ink(c, "area" if wins else "pale")
        shapes.append(Rect(left, top, width * reading.chances[i][c], tall, fill))
        font, ink = ("strong", "ink") if wins else ("text", "ink2")
        shapes.append(Text(left + width + columns.number, middle, reading.numbers[i][c], font, ink, "right"))
    return shapes


def _row_spots(reading: PosteriorReading, c: int, y: float, row: float, columns: _Columns) -> list[Hotspot]:
    spots = [Hotspot(0, y, columns.names, row, name_tip(reading, c))]
    for i, (left, width, _) in enumerate(columns.bars):
        spots.append(Hotspot(left, y, width + columns.number, row, bar_tip(reading, i, c)))
    return spots


def _foot(reading: PosteriorReading, frame: Frame) -> tuple[float, list[tuple[str, str, str]]]:
    """The sentences in lines with their font and ink: who is right, what the others say (shorter where they
    agree and that saves a line), and why.
    """
    px, width = frame.theme.px, max(frame.width - 2 * frame.theme.px(_EDGE), 40.0)

    def lines(text: str, font: str, ink: str = "ink") -> list[tuple[str, str, str]]:
        return [(line, font, ink) for line in wrapped(text, font, width, frame.measure)]

    def answers(short: bool) -> list[tuple[str, str, str]]:
        head, rest = sentences(reading, short=short)
        return lines(head, "strong") + lines(rest, "text")

    all_lines = min(answers(False), answers(True), key=len) + lines(reading.why, "text", "ink2")
    return max(px(FOOT), px(_LINE) * len(all_lines) + px(2)), all_lines
