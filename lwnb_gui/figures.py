"""One function a figure: from the plain object to a matplotlib figure, drawn as the window draws it.

figures.save(figures.equations(model.explain(data, row=134)), "equations.svg")
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from lwnb_core import Explanation, Regions, SettingsError, Sweep
from lwnb_gui.plots.export import save as _save
from lwnb_gui.plots.scene_figure import figure_of
from lwnb_gui.readings.confusion import ConfusionData
from lwnb_gui.readings.confusion import confusion_data as confusion_matrix
from lwnb_gui.readings.contributions import contributions_reading
from lwnb_gui.readings.distances import distance_data as map_of_distances
from lwnb_gui.readings.equations import equations_reading
from lwnb_gui.readings.map import RowPositions, map_reading
from lwnb_gui.readings.map_data import map_of_attributes, map_of_components
from lwnb_gui.readings.posterior import posterior_reading
from lwnb_gui.readings.regions import regions_data
from lwnb_gui.readings.ribbon import ribbon_reading
from lwnb_gui.readings.tables import tables_reading
from lwnb_gui.scenes.confusion import confusion as _confusion
from lwnb_gui.scenes.contributions import contributions as _contributions
from lwnb_gui.scenes.equations import equations as _equations
from lwnb_gui.scenes.local_tables import local_tables as _local_tables
from lwnb_gui.scenes.map import map_scene
from lwnb_gui.scenes.posterior import posterior as _posterior
from lwnb_gui.scenes.ribbon import ribbon as _ribbon
from lwnb_gui.theme import LIGHT, Theme

__all__ = [
    "confusion",
    "confusion_matrix",
    "contributions",
    "equations",
    "latex",
    "local_tables",
    "map",
    "map_of_attributes",
    "map_of_components",
    "map_of_distances",
    "posterior",
    "ribbon",
    "save",
]

_FOUR = ("LWNB", "NB", "KNN", "KNNDW")


def confusion(matrices: Sequence[ConfusionData], *, theme: Theme = LIGHT, width: float = 720) -> Figure:
    """Confusion matrices beside each other; see `confusion_matrix`."""
    return figure_of(partial(_confusion, tuple(matrices)), theme, width)


def contributions(
    explanation: Explanation, against: int | None = None, *, theme: Theme = LIGHT, width: float = 520
) -> Figure:
    """What speaks for the predicted class against another (by default the runner-up), and what against it."""
    reading = contributions_reading(explanation, against)
    if reading is None:
        raise SettingsError(
            "there are no factors to compare", hint="Explain with LWNB or NB, two classes or more."
        )
    return figure_of(partial(_contributions, reading), theme, width)


def equations(explanation: Explanation, *, theme: Theme = LIGHT, width: float = 640) -> Figure:
    """Equations (1) to (6) with the numbers in."""
    return figure_of(partial(_equations, equations_reading(explanation)), theme, width)


def latex(explanation: Explanation) -> str:
    """The same equations for LaTeX (amsmath)."""
    return equations_reading(explanation).latex


def local_tables(explanation: Explanation, *, theme: Theme = LIGHT, width: float = 640) -> Figure:
    """What the weighted neighbours say about every attribute: normal curves and counts."""
    return figure_of(partial(_local_tables, tables_reading(explanation), legend=True), theme, width)


def map(
    explanation: Explanation,
    positions: RowPositions,
    regions: Regions | None = None,
    *,
    learners: Sequence[str] = _FOUR,
    theme: Theme = LIGHT,
    size: tuple[float, float] = (720, 480),
) -> Figure:
    """The rows by two axes (see `map_of_attributes`, `map_of_components`) or around the instance (see
    `map_of_distances`); on the regions of a learner, or of several side by side.
    """
    background = None if regions is None else regions_data(regions, learners)
    reading = map_reading(positions, explanation, regions=background)
    return figure_of(partial(map_scene, reading, height=size[1]), theme, size[0])


def posterior(explanation: Explanation, *, theme: Theme = LIGHT, width: float = 640) -> Figure:
    """What the learners say: a row for each class, a bar for each learner."""
    return figure_of(partial(_posterior, posterior_reading(explanation)), theme, width)


def ribbon(sweep: Sweep, k: int = 1, *, theme: Theme = LIGHT, width: float = 960) -> Figure:
    """The posterior of one instance at every k, with the cursor at one of them."""
    return figure_of(partial(_ribbon, ribbon_reading(sweep), k=k), theme, width)


def save(figure: Figure, path: str | Path) -> Path:
    """Write a figure; the suffix says how: .png, .svg or .pdf."""
    return _save(figure, path)
