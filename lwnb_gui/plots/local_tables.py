"""The local tables of data with both kinds of attributes: curves of the numeric, then bars of the nominal."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.figure import Figure

from lwnb_gui.plots import nominal_bars, normals
from lwnb_gui.plots.nominal_bars import NominalBarsData
from lwnb_gui.plots.normals import NormalsData
from lwnb_gui.plots.theme import Theme


@dataclass(frozen=True, eq=False)
class LocalTables:
    """Each kind in the order in which it is to be shown."""

    numeric: tuple[NormalsData, ...]
    nominal: tuple[NominalBarsData, ...]

    @property
    def height(self) -> float:
        """Pixels of the light theme that `draw` takes."""
        return normals.needed_height(self.numeric) + nominal_bars.needed_height(self.nominal)


def draw(figure: Figure, data: LocalTables, theme: Theme) -> None:
    """Both tables, one below the other."""
    normals.draw(figure, data.numeric, theme)
    nominal_bars.draw(figure, data.nominal, theme, top=normals.needed_height(data.numeric))
