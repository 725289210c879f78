"""The local tables: curves of the numeric attributes, then bars of the nominal ones."""

from __future__ import annotations

from matplotlib.figure import Figure

from lwnb_gui.plots import nominal_bars, normals
from lwnb_gui.plots.layout import size
from lwnb_gui.plots.theme import Theme
from lwnb_gui.readings.tables import TablesReading, tables_reading

# Exported scripts need this module only.
__all__ = ["draw", "figure_size", "tables_reading"]


def figure_size(reading: TablesReading, least: float = 640.0) -> tuple[float, float]:
    """Width and height in pixels of the light theme: as wide as the names need."""
    width = max(
        least,
        normals.needed_width(reading) if reading.numeric else 0.0,
        nominal_bars.needed_width(reading) if reading.nominal else 0.0,
    )
    return width, normals.needed_height(reading, width) + nominal_bars.needed_height(reading)


def draw(figure: Figure, reading: TablesReading, theme: Theme) -> None:
    """Both tables, one below the other."""
    width = size(figure)[0] / theme.scale
    normals.draw(figure, reading, theme)
    nominal_bars.draw(figure, reading, theme, top=normals.needed_height(reading, width))
