"""Contributions: bars to both sides of a line, and at the foot their sum."""

from __future__ import annotations

from lwnb_gui.readings.contributions import SUM, TOTAL_TIP, ContributionsReading, describe
from lwnb_gui.readings.names import brief_all, shorten_all
from lwnb_gui.scenes.inks import class_ink
from lwnb_gui.scenes.scene import Hotspot, Line, Marker, Rect, Scene, Shape, Text
from lwnb_gui.scenes.text import Frame

ROW, FOOT = 18.5, 27.0
_HEADING = 30.0
_EDGE, _BAR, _LEAST_NUMBER, _LEAST_BARS = 12.0, 9.0, 44.0, 150.0
_NAMES = 0.48  # share of the width that names may take
_IN_A_FILE = 9  # bars; of more the small ones are summed up


def contributions(
    reading: ContributionsReading,
    frame: Frame,
    *,
    heading: bool = True,
    highlighted: frozenset[int | str] = frozenset(),
) -> Scene:
    """`heading`: which class against which, where no controls say so; `highlighted`: bars that are tinted."""
    px = frame.theme.px
    row, foot = px(ROW), px(FOOT)
    top = px(_HEADING) if heading else 0.0
    if frame.is_file:
        reading = reading.fitting(_IN_A_FILE)
        frame = frame._replace(width=max(frame.width, _needed_width(reading, frame, heading)))
    else:
        reading = reading.fitting(int((frame.height - top - foot) // row))
    shapes: list[Shape] = _heading(reading, frame) if heading else []
    bottom = top + row * len(reading.bars)
    names_width, numbers = _widths(reading, frame)
    names = shorten_all([bar.name for bar in reading.bars], names_width - px(6), frame.measure)
    left, right = px(_EDGE) + names_width, frame.width - px(_EDGE) - numbers
    values = [bar.value for bar in reading.bars]
    low, high = min(0.0, *values), max(0.0, *values)
    scale = max(right - left, 1.0) / ((high - low) or 1.0)
    zero = round(left - low * scale)
    hotspots = []
    for i, (bar, name) in enumerate(zip(reading.bars, names, strict=True)):
        y = top + i * row
        if bar.of in highlighted:
            shapes.append(Rect(0, y, frame.width, row, "accent_tint"))
        ink = "ink3" if bar.of == SUM else "ink"
        shapes.append(Text(px(_EDGE), y + row / 2, name, ink=ink))
        long = bar.value * scale
        if long:
            fill = class_ink(reading.top if long > 0 else reading.against, "area")
            at = min(zero, zero + long)
            shapes.append(Rect(at, y + (row - px(_BAR)) / 2, max(abs(long), 1.0), px(_BAR), fill))
        shapes.append(Text(frame.width - px(_EDGE), y + row / 2, bar.number, ink=ink, align="right"))
        description = f"{bar.name} {bar.number}"
        hotspots.append(Hotspot(0, y, frame.width, row, bar.tip, bar.of, description))
    shapes.append(Rect(zero, top, 1, bottom - top, "separator_strong"))
    shapes += _total(reading, bottom, frame)
    hotspots.append(Hotspot(0, bottom, frame.width, foot, TOTAL_TIP, description=describe(reading)))
    return Scene(frame.width, bottom + foot, tuple(shapes), tuple(hotspots), head=top, foot=foot)


def _names_width(reading: ContributionsReading, frame: Frame) -> float:
    names = brief_all(tuple(bar.name for bar in reading.bars))
    return max(frame.measure(name) for name in names) + frame.theme.px(10)


def _widths(reading: ContributionsReading, frame: Frame) -> tuple[float, float]:
    """Of the names and of the numbers."""
    px = frame.theme.px
    numbers = max(px(_LEAST_NUMBER), max(frame.measure(bar.number) for bar in reading.bars) + px(8))
    most = (frame.width - 2 * px(_EDGE)) * _NAMES
    return min(_names_width(reading, frame), most), numbers


def _needed_width(reading: ContributionsReading, frame: Frame, heading: bool) -> float:
    """Of a file: as wide as the names need."""
    px = frame.theme.px
    names = _names_width(reading, frame)
    rows = 2 * px(_EDGE) + max(names / _NAMES, names + px(_LEAST_NUMBER + _LEAST_BARS))
    title = px(_EDGE + 34) + frame.measure(_heading_text(reading)) if heading else 0.0
    return max(rows, title)


def _heading_text(reading: ContributionsReading) -> str:
    top, against = reading.class_names
    return f"{top} against {against}"


def _heading(reading: ContributionsReading, frame: Frame) -> list[Shape]:
    px, text = frame.theme.px, _heading_text(reading)
    y, left = px(_HEADING / 2), px(_EDGE + 14)
    return [
        Marker(px(_EDGE + 4), y, reading.top, px(8.3)),
        Text(left, y, text),
        Marker(left + frame.measure(text) + px(10), y, reading.against, px(8.3)),
    ]


def _total(reading: ContributionsReading, top: float, frame: Frame) -> list[Shape]:
    """The sum, and what it is the logarithm of where that has space."""
    px, right = frame.theme.px, frame.width - frame.theme.px(_EDGE)
    y = top + px(3 + (FOOT - 5) / 2)
    meaning, total = reading.total_text
    shapes: list[Shape] = [
        Line(px(_EDGE), top + px(2), right, top + px(2), "separator_strong"),
        Text(px(_EDGE), y, "log-odds", "strong"),
        Text(right, y, total, "strong", align="right"),
    ]
    left = right - frame.measure(total, "strong") - px(8)
    space = left - px(_EDGE) - frame.measure("log-odds", "strong") - px(4)
    if meaning and frame.measure(meaning) <= space:
        shapes.append(Text(left, y, meaning, ink="ink2", align="right"))
    return shapes
