"""Conversion between the map's data coordinates and pixels of the scene; zooming and panning."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pixel = tuple[float, float]
Range = tuple[float, float]
Limits = tuple[Range, Range]  # ranges of x and y, in data coordinates


class ViewTransform(NamedTuple):
    """Shows the limits, in data coordinates, in a rectangle of the scene, in pixels."""

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
    def pixels_per_unit(self) -> tuple[float, float]:
        """The number of pixels per unit along x and along y."""
        (x0, x1), (y0, y1) = self.limits
        return self.width / (x1 - x0 or 1.0), self.height / (y1 - y0 or 1.0)

    def to_pixel(self, point: tuple[float, float]) -> Pixel:
        (across, up), ((x0, _), (y0, _)) = self.pixels_per_unit, self.limits
        return self.left + (point[0] - x0) * across, self.bottom - (point[1] - y0) * up

    def to_pixels(self, points: Floats) -> Floats:
        """Convert many points to pixels. Shape (n, 2)."""
        (across, up), ((x0, _), (y0, _)) = self.pixels_per_unit, self.limits
        return np.asarray(points * (across, -up) + (self.left - x0 * across, self.bottom + y0 * up))

    def to_data(self, x: float, y: float) -> tuple[float, float]:
        (across, up), ((x0, _), (y0, _)) = self.pixels_per_unit, self.limits
        return x0 + (x - self.left) / (across or 1.0), y0 + (self.bottom - y) / (up or 1.0)

    def clamped(self, x: float, y: float) -> Pixel:
        """Return the nearest pixel of the rectangle."""
        return min(max(x, self.left), self.right), min(max(y, self.top), self.bottom)

    def contains(self, pixel: Pixel, margin: float = 0.0) -> bool:
        """Whether a pixel is in the rectangle, or within a margin around it."""
        x, y = pixel
        is_across = self.left - margin <= x <= self.right + margin
        return is_across and self.top - margin <= y <= self.bottom + margin

    # -- other limits -------------------------------------------------------------------------------

    def zoomed(self, factor: float, at: Pixel | None = None) -> Limits:
        """Return limits that are closer by a factor, around a pixel (the middle by default)."""
        x, y = self.to_data(*(at or (self.left + self.width / 2, self.top + self.height / 2)))
        (x0, x1), (y0, y1) = self.limits
        return (
            (x - (x - x0) / factor, x + (x1 - x) / factor),
            (y - (y - y0) / factor, y + (y1 - y) / factor),
        )

    def panned(self, dx: float, dy: float) -> Limits:
        """Return limits shifted by shares of the width and height."""
        (x0, x1), (y0, y1) = self.limits
        across, up = dx * (x1 - x0), dy * (y1 - y0)
        return (x0 + across, x1 + across), (y0 + up, y1 + up)

    def boxed(self, one: Pixel, other: Pixel, *, keep_aspect: bool) -> Limits:
        """Return limits for the box between two corners, with its aspect ratio if circles must stay
        circles.
        """
        x0, x1 = sorted((self.to_data(*one)[0], self.to_data(*other)[0]))
        y0, y1 = sorted((self.to_data(*one)[1], self.to_data(*other)[1]))
        if keep_aspect:
            (a0, a1), (b0, b1) = self.limits
            half = max((x1 - x0) / (a1 - a0), (y1 - y0) / (b1 - b0)) / 2
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            x0, x1 = x - half * (a1 - a0), x + half * (a1 - a0)
            y0, y1 = y - half * (b1 - b0), y + half * (b1 - b0)
        return (x0, x1), (y0, y1)
