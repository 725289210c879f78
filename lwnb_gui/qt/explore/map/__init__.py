"""The map of Explore: its controls, its mouse, and its decision regions."""

from lwnb_gui.qt.explore.map.map_panel import MapPanel

__all__ = ["MapPanel"]
