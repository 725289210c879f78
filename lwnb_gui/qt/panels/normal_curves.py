"""Little normal curves, all of a table in a few calls of Qt: its calls cost more than the painting."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF

from lwnb_gui.plots.theme import ClassStyle
from lwnb_gui.qt.panels.painting import fill, pen

Points = NDArray[np.complex128]  # across and down: in memory they lie as Qt's points do

_TINT = 0.13
_FINE = 2.0  # pixels: up to here a line is painted as two fine ones
_LEAST = 0.5  # pixels of a deviation and of a height
# Made once: Python's enumerations are slow to hand over.
_ANTIALIASING = QPainter.RenderHint.Antialiasing
_NO_PEN, _NO_BRUSH = QPen(Qt.PenStyle.NoPen), QBrush(Qt.BrushStyle.NoBrush)


class Bell(NamedTuple):
    """A normal curve in pixels: where its middle is on the baseline, one deviation, and its height."""

    foot: complex
    wide: float
    tall: float


class ClassCurves(NamedTuple):
    """The curves of a class, and dotted ones of another model, each with the place that it may not leave."""

    style: ClassStyle
    bells: list[Bell]
    others: list[tuple[Bell, QRectF]]


def paint_curves(painter: QPainter, curves: Sequence[ClassCurves], width: float) -> None:
    """Lines of a width, with a tint below them, class by class."""
    outlines = _outlines([bell for one in curves for bell in one.bells], width - 1)
    ends = list(accumulate(len(one.bells) for one in curves))
    parts = [slice(end - len(one.bells), end) for one, end in zip(curves, ends, strict=True)]
    # The line hides the tint's rough edge, and a smooth one costs more than all the rest.
    painter.setRenderHint(_ANTIALIASING, False)
    painter.setPen(_NO_PEN)
    for one, part in zip(curves, parts, strict=True):
        painter.setBrush(fill(one.style.fill, _TINT))
        for corners in outlines[part, 0]:
            painter.drawPolygon(_polygon(corners))
    painter.setBrush(_NO_BRUSH)
    painter.setRenderHint(_ANTIALIASING)
    lines = _Lines(outlines) if width <= _FINE else None
    for one, part in zip(curves, parts, strict=True):
        if lines is None or one.style.hollow:
            painter.setPen(_curve_pen(one.style.fill, width, one.style.hollow, False))
            for corners in outlines[part, 0]:
                painter.drawPolyline(_polygon(corners))
        else:  # two fine lines beside each other look the same and are painted many times faster
            painter.setPen(_curve_pen(one.style.fill, 1.0, False, False))
            lines.paint(painter, part)
        _paint_others(painter, one, width)


def _paint_others(painter: QPainter, curves: ClassCurves, width: float) -> None:
    for bell, place in curves.others:
        painter.save()
        painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
        painter.setPen(_curve_pen(curves.style.fill, 0.75 * width, False, True))
        painter.drawPolyline(_polygon(_outlines([bell])[0, 0]))
        painter.restore()


def _outlines(bells: Sequence[Bell], inside: float = 0.0) -> Points:
    """Corners of each curve, and of one that is inside it by some pixels. Shape (bells, 2, corners)."""
    made = np.array(bells)
    sizes = np.maximum(made[:, None, 1:].real - np.array([[0.0], [inside]]), _LEAST)
    return np.asarray(sizes @ _BELL + made[:, :1, None])


class _Lines:
    """Polylines as lines from corner to corner."""

    def __init__(self, corners: Points) -> None:
        """Shape (bells, lines of each, corners)."""
        bells, each, count = corners.shape
        self._each = each * (count - 1)
        self._ends = np.empty((bells, each, count - 1, 2), dtype=np.complex128)
        self._ends[..., 0] = corners[..., :-1]
        self._ends[..., 1] = corners[..., 1:]

    def paint(self, painter: QPainter, part: slice) -> None:
        """Those of some bells, in one call."""
        some = self._ends[part]
        # The first line stands for all, as a pointer does in C++; the array is ours and outlives the call.
        first = cast(QLineF, shiboken6.wrapInstance(some.ctypes.data, QLineF))
        painter.drawLines(first, len(some) * self._each)


def _polygon(corners: Points) -> QPolygonF:
    """A polygon with the corners of a curve, good until the next is asked for."""
    polygon, memory = _scratch()
    memory[:] = corners
    return polygon


@lru_cache(maxsize=1)
def _scratch() -> tuple[QPolygonF, Points]:
    """A polygon and its corners as an array: one made of points takes longer than its painting."""
    polygon = QPolygonF([QPointF()] * _CORNERS)
    address = shiboken6.getCppPointer(polygon.data())[0]
    memory = np.ctypeslib.as_array((ctypes.c_double * 2 * _CORNERS).from_address(address))
    return polygon, memory.view(np.complex128)[:, 0]


def _bell(points: int = 29, reach: float = 3.2) -> Points:
    """The standard normal curve with height 1 from baseline to baseline: what is across, and what is up."""
    z = np.linspace(-reach, reach, points)
    return np.array([[-reach, *z, reach], [0, *(-1j * np.exp(-0.5 * z * z)), 0]])


_BELL = _bell()
_CORNERS = _BELL.shape[1]


@lru_cache(maxsize=128)
def _curve_pen(colour: str, width: float, dashed: bool, dotted: bool) -> QPen:
    made = QPen(pen(colour, width))
    made.setJoinStyle(Qt.PenJoinStyle.BevelJoin)  # the quickest; the corners are too blunt to tell
    if dashed:
        made.setDashPattern([4, 2])
    elif dotted:
        made.setStyle(Qt.PenStyle.DotLine)
    return made
