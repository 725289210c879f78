"""The outlines of the classes' marks, the same for every renderer."""

from __future__ import annotations

import math

Outline = tuple[tuple[float, float], ...]

_THIRD = 1 / 3

# Corners in a box from -1 to 1, y downwards; a circle has none. A mark that is not here is an error.
OUTLINES: dict[str, Outline] = {
    "o": (),
    "^": ((0, -0.95), (1, 0.85), (-1, 0.85)),
    "v": ((0, 0.95), (-1, -0.85), (1, -0.85)),
    "s": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "D": ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
    "P": (
        (-_THIRD, -1), (_THIRD, -1), (_THIRD, -_THIRD), (1, -_THIRD), (1, _THIRD), (_THIRD, _THIRD),
        (_THIRD, 1), (-_THIRD, 1), (-_THIRD, _THIRD), (-1, _THIRD), (-1, -_THIRD), (-_THIRD, -_THIRD),
    ),
    "X": (
        (-0.5, -1), (0, -0.5), (0.5, -1), (1, -0.5), (0.5, 0), (1, 0.5),
        (0.5, 1), (0, 0.5), (-0.5, 1), (-1, 0.5), (-0.5, 0), (-1, -0.5),
    ),
    "h": tuple((math.sin(i * math.pi / 3), -math.cos(i * math.pi / 3)) for i in range(6)),
}  # fmt: skip
ROUND = 0.95  # radius of the circle in that box
# A hollow mark is a line of this share of its radius, drawn a little further inside.
HOLLOW_LINE, HOLLOW_INSET = 0.35, 0.85
