"""From places of the map's plane to pixels, in plain numbers: most are asked for one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF

Floats = NDArray[np.float64]
Spot = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Plane:
    """A view of the plane: a stretch and a shift along each axis, in pixels of the widget. While nothing but
    the explanation moves it is the same object.
    """

    stretch: Spot
    shift: Spot
    room: QRectF  # the axes

    def spot(self, place: Spot) -> Spot:
        """Where a place is."""
        return place[0] * self.stretch[0] + self.shift[0], place[1] * self.stretch[1] + self.shift[1]

    def spots(self, places: Floats, ratio: float = 1.0) -> Floats:
        """Where places are, in the widget's pixels or, by their ratio, in the screen's own. Shape (n, 2)."""
        (across, up), (left, top) = self.stretch, self.shift
        return places * (across * ratio, up * ratio) + (left * ratio, top * ratio)

    def lines(self, start: Sequence[float], ends: Iterable[Sequence[float]]) -> list[QLineF]:
        """Lines from one place to others."""
        (across, up), (left, top) = self.stretch, self.shift
        x0, y0 = start[0] * across + left, start[1] * up + top
        return [QLineF(x0, y0, x * across + left, y * up + top) for x, y in ends]

    def shows(self, spot: Spot, air: float = 2.0) -> bool:
        """Whether a spot is in the axes, or hardly beside them."""
        (x, y), room = spot, self.room
        return room.left() - air <= x <= room.right() + air and room.top() - air <= y <= room.bottom() + air
