"""The ribbon: LWNB's posterior at every k as a stack of bands, what KNN and KNNDW say as rows below it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.readings.k_axis import position_of_k, positions_of_k
from lwnb_gui.readings.ribbon import LEARNER, RibbonReading
from lwnb_gui.scenes.k_axis import axis_numbers
from lwnb_gui.scenes.scene import Hotspot, Image, Line, Path, Rect, Scene, Shape, Text
from lwnb_gui.scenes.text import Frame, elided, wrapped
from lwnb_gui.theme import Theme, blend, rgb

ROW, _GAP = 8.0, 3.0  # of a rival
_TOP, _BOTTOM, _NOTE, _AXIS = 9.0, 3.0, 20.0, 24.0
_LINE = 14.0
_STACK = 88.0  # height in a file
_OPACITY = 0.92  # of the classes' colours
_HALF = (1.8, 3.0)  # dashes of the line at one half

Pixels = NDArray[np.uint8]


def ribbon(
    reading: RibbonReading,
    frame: Frame,
    k: int,
    *,
    ends: tuple[float, float] | None = None,
    rivals: bool = True,
    note: bool = True,
    axis: bool = True,
    background: str = "panel",
) -> Scene:
    """The bands between their ends, names before them; `axis`: numbers above, `note`: the text below.

    The ends are those of the slider's groove in the window.
    """
    px, width = frame.theme.px, frame.width
    x0, x1 = ends or (px(110), width - px(20))
    names = list(reading.rivals) if rivals else []
    top = px(_TOP + (_AXIS if axis else 0))
    note_lines = _note_lines(reading, x1 - x0, frame) if note else []
    foot = px(_NOTE) + px(_LINE) * (len(note_lines) - 1) if note else 0.0
    below = px(_BOTTOM + len(names) * (ROW + _GAP)) + foot
    height = frame.height or top + px(_STACK) + below
    stack = max(1.0, height - top - below)
    shapes: list[Shape] = []
    if axis:
        shapes.append(Text(px(12), px(14), "k", "small", "ink2"))
        shapes += axis_numbers(reading.n, k, x0, x1, px(14), frame)
    at = (x0, top, x1 - x0, stack)
    shapes.append(_bands(reading, LEARNER, at, frame.theme, background))
    shapes.append(Line(x0, top + stack / 2, x1, top + stack / 2, "panel 85%", px(1.2), tuple(map(px, _HALF))))
    shapes += _changes(reading, LEARNER, at, frame)
    shapes += _arrows(reading, at, frame)
    middle = top + stack / 2
    shapes.append(Text(x0 - px(16), middle - px(_LINE / 2), "LWNB posterior", "small", "ink2", "right"))
    shapes.append(Text(x0 - px(16), middle + px(_LINE / 2), "at every k", "small", "ink3", "right"))
    y = top + stack + px(_GAP)
    rectangles = [at]
    for name in names:
        at = (x0, y, x1 - x0, px(ROW))
        rectangles.append(at)
        shapes.append(_bands(reading, name, at, frame.theme, background))
        shapes += _changes(reading, name, at, frame)
        shapes.append(Text(x0 - px(16), y + px(ROW / 2), f"{name} says", "least", "ink2", "right"))
        y += px(ROW + _GAP)
    shapes += [_cursor(k, reading.n, rectangle, frame) for rectangle in rectangles]
    hotspots: tuple[Hotspot, ...] = ()
    if note:
        for i, text in enumerate(note_lines):
            shapes.append(Text(x0, height - foot + px(_NOTE / 2 + _LINE * i), text, "small", "ink2"))
        hotspots = (Hotspot(x0, height - foot, x1 - x0, foot, reading.text),)
    return Scene(width, height, tuple(shapes), hotspots)


def _note_lines(reading: RibbonReading, width: float, frame: Frame) -> list[str]:
    """In one line in the window, where the rest is in the tip; a file has space for all of it."""
    if frame.is_file:
        return wrapped(reading.text, "small", width, frame.measure)
    return [elided(reading.text, "small", width, frame.measure)]


def _cursor(k: int, n: int, rectangle: tuple[float, float, float, float], frame: Frame) -> Rect:
    x, y, width, height = rectangle
    line = frame.theme.line_cursor
    return Rect(x + position_of_k(k, n) * width - line / 2, y, line, height, "ink")


def _changes(
    reading: RibbonReading, learner: str, rectangle: tuple[float, float, float, float], frame: Frame
) -> list[Shape]:
    """Lines across, where the answer changes."""
    x, y, width, height = rectangle
    line = frame.theme.px(1.2)
    shapes: list[Shape] = []
    for k in reading.changes(learner):
        at = x + position_of_k(k, reading.n) * width
        shapes.append(Rect(at - line / 2, y, line, height, "ink"))
    return shapes


def _arrows(
    reading: RibbonReading, rectangle: tuple[float, float, float, float], frame: Frame
) -> list[Shape]:
    """Small triangles above the stack, where LWNB's answer changes."""
    x, y, width, _ = rectangle
    side, above = frame.theme.px(3), y - frame.theme.px(4)
    shapes: list[Shape] = []
    for k in reading.changes(LEARNER):
        at = x + position_of_k(k, reading.n) * width
        corners = ((at - side, above - side), (at + side, above - side), (at, above + side))
        shapes.append(Path(corners, fill="ink"))
    return shapes


def _bands(
    reading: RibbonReading,
    learner: str,
    rectangle: tuple[float, float, float, float],
    theme: Theme,
    background: str,
) -> Image:
    """A learner's row as an image: a column for each pixel, twice as fine as the screen's."""
    x, y, width, height = rectangle
    colours = tuple(
        blend(theme.class_style(c).area, getattr(theme, background), _OPACITY)
        for c in range(len(reading.classes))
    )
    size = (max(1, round(width * 2)), max(1, round(height * 2)) if learner == LEARNER else 1)
    return Image(x, y, width, height, _pixels(reading, learner, size, colours))


# Cached: while k moves only the cursor does, and finding the class of every pixel takes a millisecond or two.
@lru_cache(maxsize=8)
def _pixels(reading: RibbonReading, learner: str, size: tuple[int, int], colours: tuple[str, ...]) -> Pixels:
    """The class of every pixel in colours. Shape (height, width, 4)."""
    width, height = size
    steps = _steps(reading, width)
    if learner == LEARNER:  # the first class is at the top
        ends = np.cumsum(reading.posterior, axis=1).T[:, steps]
        down = ((np.arange(height) + 0.5) / height)[:, None]
        codes = np.zeros((height, width), dtype=np.uint8 if len(ends) < 256 else np.uint16)
        for end in ends[:-1]:
            codes += down >= end
    else:
        codes = reading.rivals[learner][steps][None, :]
    table = np.array([(*rgb(colour), 255) for colour in colours], dtype=np.uint8)
    return np.ascontiguousarray(table[codes])


def _steps(reading: RibbonReading, width: int) -> NDArray[np.intp]:
    """The step of k that every column of pixels lies in."""
    ks, n = reading.ks, reading.n
    middles = (np.arange(width) + 0.5) / width
    edges = positions_of_k(np.maximum((ks[:-1] + ks[1:]) / 2, 1e-9), n)
    return np.searchsorted(edges, middles, side="right")
