"""What if: a line for each change that changes LWNB's prediction, smallest first."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from lwnb_gui.readings.names import shorten_all
from lwnb_gui.readings.what_if import (
    CHANGE,
    NAME,
    NEW,
    SAYS,
    SHORT_TITLES,
    TIPS,
    D,
    Line,
    P,
    WhatIfReading,
)
from lwnb_gui.scenes.scene import Hotspot, Marker, Rect, Scene, Shape, Text
from lwnb_gui.scenes.scene import Line as Stroke
from lwnb_gui.scenes.text import Frame, elided

HEAD, ROW = 22.0, 22.0
_PAD = 4.0
_RIGHT = frozenset({D, P, NEW})


class WhatIfLine(NamedTuple):
    """A line of the list; `applies` where its change is meant, which takes it over."""

    line: int
    applies: bool = False


def what_if(
    reading: WhatIfReading,
    frame: Frame,
    *,
    chosen: int | None = None,
    with_curve: int | None = None,
    current: WhatIfLine | None = None,
) -> Scene:
    """`chosen` stands out, `with_curve` is the line whose curve is shown, `current` under mouse or keys."""
    px, width = frame.theme.px, frame.width
    head, row = px(HEAD), px(ROW)
    widths = column_widths(reading, frame)
    lefts = [0.0, *accumulate(widths)]
    shapes: list[Shape] = []
    hotspots: list[Hotspot] = []
    for column, (left, column_width) in enumerate(zip(lefts, widths, strict=False)):
        if column_width < px(12):
            continue
        text = elided(SHORT_TITLES[column], "small", column_width - px(2 * _PAD), frame.measure)
        shapes.append(_aligned(column, left, column_width, head / 2, text, "small", "ink2", frame))
        hotspots.append(Hotspot(left, 0, column_width, head, TIPS[column]))
    shapes.append(Stroke(0, head - 1, width, head - 1))
    y = head
    for i, line in enumerate(reading.lines):
        if frame.sees(y, y + row):
            is_current = current is not None and current.line == i
            fill = "accent_tint" if i == chosen else "hover" if is_current or i == with_curve else ""
            if fill:
                shapes.append(Rect(0, y, width, row, fill))
            for column, (left, column_width) in enumerate(zip(lefts, widths, strict=False)):
                if column_width >= px(12):
                    shapes += _cell(reading, line, column, left, column_width, y + row / 2, is_current, frame)
            tip = reading.sentence(i)
            spoken = ", ".join(filter(None, line.texts(reading.names)))
            hotspots.append(Hotspot(0, y, width, row, tip, WhatIfLine(i), spoken))
            if line.values:
                at = (lefts[CHANGE], y, widths[CHANGE], row)
                hotspots.append(Hotspot(*at, tip, WhatIfLine(i, True), is_link=True))
        y += row
    return Scene(width, y, tuple(shapes), tuple(hotspots), head=head)


def column_widths(reading: WhatIfReading, frame: Frame) -> list[float]:
    """Numbers are never cut; what is left over goes to the names."""
    px, measure = frame.theme.px, frame.measure
    pad = px(2 * _PAD + 2)
    lines = [line for line in reading.lines if line.says is not None][:200]
    attributes = [line for line in reading.lines if line.row is None][:200]

    def needed(column: int, least: float, among: list[Line] = lines) -> float:
        texts = (line.texts(reading.classes)[column] for line in among)
        return max(max((measure(text, "strong") for text in texts), default=0.0) + pad, px(least))

    widths = [0.0, min(needed(CHANGE, 64), px(150)), px(46), 0.0, px(54), needed(NEW, 56) + px(8)]
    widths[SAYS] = min(needed(SAYS, 60) + px(16), px(130))
    names = min(max(needed(NAME, 70) + px(8), px(96)), px(220))
    # Where there is too little space numbers go before the answer is cut: the order of the lines says
    # enough about the distance. Last of all the names of classes are cut: they have marks.
    whole = min(needed(NAME, 64, attributes) + px(8), px(160))
    for column in (D, NEW, P, SAYS):
        missing = whole - (frame.width - sum(widths))
        if missing > 0:
            widths[column] = max(widths[column] - missing, px(46)) if column == SAYS else 0.0
    left_over = frame.width - sum(widths)
    widths[NAME] = max(left_over, px(48))
    if left_over > names:  # no gulf between a name and its change
        widths[NAME] = names + (left_over - names) * 0.3
        widths[SAYS] += (left_over - names) * 0.7
    return widths


def _aligned(
    column: int, left: float, column_width: float, y: float, text: str, font: str, ink: str, frame: Frame
) -> Text:
    px = frame.theme.px
    if column in _RIGHT:
        end = left + column_width - px(_PAD) - (px(6) if column == NEW else 0.0)
        return Text(end, y, text, font, ink, "right")
    return Text(left + px(_PAD) + (px(8) if column == NAME else 0.0), y, text, font, ink)


def _cell(
    reading: WhatIfReading,
    line: Line,
    column: int,
    left: float,
    column_width: float,
    y: float,
    is_current: bool,
    frame: Frame,
) -> list[Shape]:
    px = frame.theme.px
    text = line.texts(reading.classes)[column]
    if not text:
        return []
    ink, font, space = "ink" if line.says is not None else "ink3", "text", column_width - px(2 * _PAD)
    if column == NAME:
        space -= px(8)
        if line.row is not None and frame.measure(text) > space:
            text = f"row {line.row + 1}"  # its number says more than the half of a word
    elif column == CHANGE and line.values:
        ink, font = "accent", "strong" if is_current else "text"
    elif column == CHANGE:
        space += frame.width  # nothing stands behind it
    elif column == SAYS and line.says is not None:
        names = shorten_all(reading.classes, space - px(16), frame.measure)
        mark = Marker(left + px(_PAD + 6), y, line.says, px(8.3))
        return [mark, Text(left + px(_PAD + 16), y, names[line.says])]
    if column not in _RIGHT:
        text = elided(text, font, space, frame.measure)
    return [_aligned(column, left, column_width, y, text, font, ink, frame)]
