"""A view of a plane: which piece of it is shown, in which rectangle of the scene."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Spot = tuple[float, float]
Limits = tuple[Spot, Spot]  # of x and of y


class Plane(NamedTuple):
    """Limits and rectangle. A place is in units of the axes, a spot in pixels of the scene."""

    limits: Limits
    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def stretch(self) -> Spot:
        """Pixels of a unit, across and up."""
        (x0, x1), (y0, y1) = self.limits
        return self.width / (x1 - x0 or 1.0), self.height / (y1 - y0 or 1.0)

    def spot(self, place: Spot) -> Spot:
        """Where a place is."""
        (across, up), ((x0, _), (y0, _)) = self.stretch, self.limits
        return self.left + (place[0] - x0) * across, self.bottom - (place[1] - y0) * up

    def spots(self, places: Floats) -> Floats:
        """Where places are. Shape (n, 2)."""
        (across, up), ((x0, _), (y0, _)) = self.stretch, self.limits
        return np.asarray(places * (across, -up) + (self.left - x0 * across, self.bottom + y0 * up))

    def place(self, x: float, y: float) -> Spot:
        """Which place is at a spot."""
        (across, up), ((x0, _), (y0, _)) = self.stretch, self.limits
        return x0 + (x - self.left) / (across or 1.0), y0 + (self.bottom - y) / (up or 1.0)

    def inside(self, x: float, y: float) -> Spot:
        """The nearest spot of the rectangle."""
        return min(max(x, self.left), self.right), min(max(y, self.top), self.bottom)

    def shows(self, spot: Spot, air: float = 0.0) -> bool:
        """Whether a spot is in the rectangle, or no further beside it than `air`."""
        x, y = spot
        is_across = self.left - air <= x <= self.right + air
        return is_across and self.top - air <= y <= self.bottom + air

    # -- other pieces -------------------------------------------------------------------------------

    def zoomed(self, factor: float, at: Spot | None = None) -> Limits:
        """Nearer by a factor, towards a spot (the middle by default)."""
        x, y = self.place(*(at or (self.left + self.width / 2, self.top + self.height / 2)))
        (x0, x1), (y0, y1) = self.limits
        return (
            (x - (x - x0) / factor, x + (x1 - x) / factor),
            (y - (y - y0) / factor, y + (y1 - y) / factor),
        )

    def panned(self, dx: float, dy: float) -> Limits:
        """Shifted by shares of what is shown."""
        (x0, x1), (y0, y1) = self.limits
        across, up = dx * (x1 - x0), dy * (y1 - y0)
        return (x0 + across, x1 + across), (y0 + up, y1 + up)

    def boxed(self, one: Spot, other: Spot, *, keep_shape: bool) -> Limits:
        """What lies between two spots; in the shape of the present limits where a ring must stay one."""
        corners = sorted((self.place(*one)[0], self.place(*other)[0]))
        sides = sorted((self.place(*one)[1], self.place(*other)[1]))
        (x0, x1), (y0, y1) = corners, sides
        if keep_shape:
            (a0, a1), (b0, b1) = self.limits
            half = max((x1 - x0) / (a1 - a0), (y1 - y0) / (b1 - b0)) / 2
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            x0, x1 = x - half * (a1 - a0), x + half * (a1 - a0)
            y0, y1 = y - half * (b1 - b0), y + half * (b1 - b0)
        return (x0, x1), (y0, y1)
