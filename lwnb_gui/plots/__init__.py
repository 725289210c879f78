"""Figures: each a frozen data object and a function that draws it, for window, export and command line.

No Qt here and no pyplot. A figure's numbers are readings of the engine's results; nothing is computed twice.
All lengths are logical pixels: figures are made at `theme.DPI`, at which a point is a pixel.
"""

from __future__ import annotations

from lwnb_gui.theme import DARK, DPI, LIGHT, PROJECTOR, THEMES, ClassStyle, Theme

__all__ = ["DARK", "DPI", "LIGHT", "PROJECTOR", "THEMES", "ClassStyle", "Theme"]
