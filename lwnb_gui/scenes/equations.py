"""Equations with their numbers, one below the other, and a sentence about the one under the mouse."""

from __future__ import annotations

from lwnb_gui.readings.equations import EquationsReading
from lwnb_gui.scenes.formula import Box, fitted_box
from lwnb_gui.scenes.scene import Hotspot, Rect, Scene, Shape, Text, moved
from lwnb_gui.scenes.text import Frame, wrapped

EDGE, _NUMBER = 12.0, 42.0
_TALL, _FLAT = 38.0, 26.0
_SMALLEST = 0.66  # how far a long formula may shrink
_CLOSEST = 0.8  # how close lines may move together before they are scrolled: fractions still do not touch
_FEWEST_LINES, _MOST_LINES = 2, 5  # lines of the sentence for which there is always space, and at most


def equations(reading: EquationsReading, frame: Frame, active: int | None = None) -> Scene:
    """The lines; the active one is tinted, and its sentence is at the foot."""
    px, width = frame.theme.px, frame.width
    left = px(EDGE + _NUMBER)
    boxes = [fitted_box(line.formula, frame, width - left - px(EDGE), _SMALLEST) for line in reading.lines]
    heights = [px(_TALL if _is_tall(box, px(_FLAT)) else _FLAT) for box in boxes]
    foot, sentence = _sentence(reading, frame, active)
    space = frame.height - foot
    if 0 < space < sum(heights):
        share = max(space / sum(heights), _CLOSEST)
        heights = [height * share for height in heights]
    shapes: list[Shape] = []
    hotspots: list[Hotspot] = []
    y = 0.0
    for i, (line, box, height) in enumerate(zip(reading.lines, boxes, heights, strict=True)):
        if i == active:
            shapes.append(Rect(0, y, width, height, "accent_tint"))
        middle = y + height / 2
        shapes.append(Text(px(EDGE), middle, f"({line.number})", "small", "ink2"))
        baseline = middle + (box.ascent - box.descent) / 2
        shapes += [moved(shape, left, baseline) for shape in box.shapes]
        hotspots.append(
            Hotspot(0, y, width, height, target=i, description=f"({line.number}) {line.sentence}")
        )
        y += height
    end = max(y + foot, frame.height)
    shapes += [moved(line_text, 0, end - foot) for line_text in sentence]
    return Scene(width, end, tuple(shapes), tuple(hotspots), foot=foot)


def _is_tall(box: Box, flat: float) -> bool:
    return box.ascent + box.descent > flat


def _sentence(reading: EquationsReading, frame: Frame, active: int | None) -> tuple[float, list[Text]]:
    """The sentence at the foot, and its height: its first line is as far down as there is space for two."""
    theme, px = frame.theme, frame.theme.px
    width, step = max(frame.width - 2 * px(EDGE), 120.0), theme.size_small * 1.4
    # A file has no mouse to be put on a line.
    lead, text = "", reading.at_rest_short if frame.is_file else reading.at_rest
    if active is not None and active < len(reading.lines):
        line = reading.lines[active]
        lead, text = f"({line.number})", line.sentence
    lines = wrapped(f"{lead} {text}".strip(), "small", width, frame.measure)
    if not lead and len(lines) > _FEWEST_LINES:  # the formulas need the space
        lines = wrapped(reading.at_rest_short, "small", width, frame.measure)
    lines = lines[:_MOST_LINES]
    shapes = []
    for i, shown in enumerate(lines):
        y = step * (i + 0.5)
        if i == 0 and lead:
            shapes.append(Text(px(EDGE), y, lead, "small strong", "ink2"))
            shown = shown.removeprefix(lead)
            shapes.append(Text(px(EDGE) + frame.measure(lead, "small strong"), y, shown, "small", "ink2"))
        else:
            shapes.append(Text(px(EDGE), y, shown, "small", "ink2"))
    return max(len(lines), _FEWEST_LINES) * step + px(6), shapes
