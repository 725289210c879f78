"""One function per figure: from a plain result to a matplotlib figure, drawn as the window draws it.

>>> import lwnb_core as lw
>>> from lwnb_gui import figures
>>> data = lw.sample("iris")
>>> figure = figures.posterior(lw.LWNB(k=50).fit(data).explain(data, row=134))
>>> figures.save(figure, "posterior.svg").name
'posterior.svg'

In a notebook a figure shows itself. `theme` is `light`, `dark` or `projector`; widths are logical pixels, by
default those of the window's exports.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from matplotlib.figure import Figure

from lwnb_core import (
    AccuracyCurves,
    CrossValidation,
    Dataset,
    Dependence,
    ExperimentResult,
    Explanation,
    Grid,
    SettingsError,
    Sweep,
)
from lwnb_core.engine.regions import regions_on_grid
from lwnb_gui.app.map_settings import MapSettings, default_map
from lwnb_gui.plots import curves as _curves
from lwnb_gui.plots import dependence as _dependence
from lwnb_gui.plots import histogram as _histogram
from lwnb_gui.plots import scatter_matrix as _scatter_matrix
from lwnb_gui.plots.export import figure_for
from lwnb_gui.plots.export import save as _save
from lwnb_gui.plots.scene_figure import figure_of
from lwnb_gui.theme import THEMES, Theme
from lwnb_gui.views import every
from lwnb_gui.views.confusion.matrices import ConfusionData, tests_confusion
from lwnb_gui.views.confusion.matrices import confusion_data as confusion_matrix
from lwnb_gui.views.confusion.view import Confusion, ConfusionReading
from lwnb_gui.views.curves.view import Curves
from lwnb_gui.views.every import view_of
from lwnb_gui.views.map.decision_regions import regions_data
from lwnb_gui.views.map.plane import map_of_attributes
from lwnb_gui.views.map.reading import MapReading
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.results.view import Results
from lwnb_gui.views.ribbon import Ribbon, ribbon_reading
from lwnb_gui.views.training_rows import selection_of, training_rows
from lwnb_gui.views.view import Subject, View

__all__ = [
    "confusion",
    "confusion_matrix",
    "contributions",
    "curve",
    "dependence",
    "equations",
    "histogram",
    "latex",
    "local_tables",
    "map",
    "neighbourhood",
    "posterior",
    "regions",
    "results",
    "ribbon",
    "save",
    "scatter_plots",
]

ThemeName = Literal["light", "dark", "projector"]
MapKind = Literal["attributes", "components", "distance"]
Size = tuple[float, float]

_FOUR = ("LWNB", "NB", "KNN", "KNNDW")


# -- one instance -----------------------------------------------------------------------------------------


def posterior(explanation: Explanation, *, theme: ThemeName = "light", width: float | None = None) -> Figure:
    """Draw the posteriors: a row for each class, a bar for each learner.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=134)
    >>> figure = figures.posterior(answer, theme="dark", width=700)
    >>> round(figure.get_figwidth() * figure.dpi)
    700
    """
    return _figure("posterior", explanation, theme, width)


def local_tables(
    explanation: Explanation, *, theme: ThemeName = "light", width: float | None = None
) -> Figure:
    """Draw the tables fitted to the weighted neighbours, one per attribute: normal curves and counts.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> figure = figures.local_tables(lw.LWNB(k=50).fit(data).explain(data, row=134))
    >>> shown = [text.get_text() for text in figure.axes[0].texts]
    >>> [attribute.name for attribute in data.attributes if attribute.name in shown]
    ['sepallength', 'sepalwidth', 'petallength', 'petalwidth', 'class']
    """
    return _figure("local_tables", explanation, theme, width)


def contributions(
    explanation: Explanation,
    against: int | None = None,
    *,
    theme: ThemeName = "light",
    width: float | None = None,
) -> Figure:
    """Draw what favours the predicted class, and what another one (by default the runner-up).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=134)
    >>> shown = [text.get_text() for text in figures.contributions(answer).axes[0].texts]
    >>> shown[:3]
    ['Iris-virginica against Iris-versicolor', 'petallength', '+4.68']
    """
    return _figure("contributions", explanation, theme, width, against=against)


def equations(explanation: Explanation, *, theme: ThemeName = "light", width: float | None = None) -> Figure:
    """Draw equations (1) to (6) with the numbers of this instance.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("weather-nominal")
    >>> answer = lw.LWNB(k=5).fit(data).explain(data, row=0)
    >>> figures.save(figures.equations(answer), "equations.pdf").name
    'equations.pdf'
    """
    return _figure("equations", explanation, theme, width)


def latex(explanation: Explanation) -> str:
    """Return the same equations for LaTeX (amsmath).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("weather-nominal")
    >>> text = figures.latex(lw.LWNB(k=5).fit(data).explain(data, row=0))
    >>> print(text.splitlines()[3].strip())
    p(\\text{no}) = \\dfrac{1 + 3.84}{2 + 5} = 0.691 \\tag{5} \\\\
    """
    return str(_reading(view_of("equations"), explanation).latex)


def ribbon(sweep: Sweep, k: int = 1, *, theme: ThemeName = "light", width: float | None = None) -> Figure:
    """Draw the posterior of one instance at every k, with the cursor at one k.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> sweep = lw.sweep(lw.LWNB().fit(data), data, row=134)
    >>> figure = figures.ribbon(sweep, k=50, width=800)
    >>> round(figure.get_figwidth() * figure.dpi)
    800
    """
    return _drawn(Ribbon(), ribbon_reading(sweep), theme, width, k=k)


def dependence(view: Dependence, *, theme: ThemeName = "light", size: Size = (480, 300)) -> Figure:
    """Draw the posterior over all values of one attribute, from the result of `lw.dependence`.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> view = lw.dependence(lw.LWNB(k=50).fit(data), data, 134, "petalwidth")
    >>> (axes,) = figures.dependence(view).axes
    >>> axes.get_xlabel(), len(axes.lines)
    ('petalwidth', 3)
    """
    return figure_for(_dependence.draw, view, _theme(theme), size)


# -- the rows around it -----------------------------------------------------------------------------------


def map(
    explanation: Explanation,
    x: str = "",
    y: str = "",
    *,
    kind: MapKind | None = None,
    theme: ThemeName = "light",
    size: Size = (720, 480),
) -> Figure:
    """Draw the training rows and the neighbourhood on a map of two attributes.

    By default these are the two attributes that show the classes best; if there are no two, the map shows the
    distance. `kind` sets this explicitly: `attributes`, `components` (the first two principal components) or
    `distance`.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=134)
    >>> figure = figures.map(answer, "petallength", "sepallength", size=(600, 400))
    >>> shown = [text.get_text() for text in figure.axes[0].texts]
    >>> "petallength" in shown, "sepallength" in shown
    (True, True)

    The first two principal components instead of two attributes:

    >>> figure = figures.map(answer, kind="components")
    """
    default = default_map(training_rows(explanation))
    chosen = kind or ("attributes" if x or y else default.kind)
    shown = MapSettings(chosen, x or default.x, y or default.y)
    return _map(Map().read(Subject(explanation), shown=shown), theme, size)


def neighbourhood(explanation: Explanation, *, theme: ThemeName = "light", size: Size = (720, 480)) -> Figure:
    """Draw the training rows around the instance, each at its distance: the bandwidth is a circle.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("vote")
    >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=0)
    >>> figure = figures.neighbourhood(answer, size=(500, 500))
    >>> round(figure.get_figwidth() * figure.dpi)
    500
    """
    return map(explanation, kind="distance", theme=theme, size=size)


def regions(
    explanation: Explanation,
    x: str = "",
    y: str = "",
    *,
    learners: Sequence[str] = _FOUR,
    cells: int = 160,
    theme: ThemeName = "light",
    size: Size = (720, 480),
) -> Figure:
    """Draw a map of each learner’s predictions on the plane of two attributes.

    The other attributes keep the instance’s values. `x` and `y` default to those of `map`; `cells` is the
    number of cells along each axis.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> answer = lw.LWNB(k=50).fit(data).explain(data, row=134)
    >>> figure = figures.regions(answer, learners=["LWNB", "NB"], cells=20)
    >>> shown = [text.get_text() for text in figure.axes[0].texts]
    >>> [name for name in ("LWNB", "NB", "KNN") if name in shown]
    ['LWNB', 'NB']
    """
    data = training_rows(explanation)
    view = default_map(data)
    x, y = x or view.x, y or view.y
    selection = selection_of(explanation)
    positions = map_of_attributes(data, x, y)
    across, up = positions.home
    grid = Grid.over(selection.model.training, x, y, cells, x_range=across, y_range=up)
    found = regions_on_grid(
        selection.model, grid, selection.instances, left_out=selection.left_out, learners=learners
    )
    reading = Map().read(Subject(explanation), positions=positions, regions=regions_data(found, learners))
    return _map(reading, theme, size)


def _map(reading: MapReading, theme: ThemeName, size: Size) -> Figure:
    return figure_of(partial(Map().scene, reading, height=size[1]), _theme(theme), size[0])


# -- studies ----------------------------------------------------------------------------------------------


def curve(
    curves: AccuracyCurves,
    names: Sequence[str] | None = None,
    *,
    measure: str = "accuracy",
    k: int | None = None,
    log: bool = True,
    theme: ThemeName = "light",
    size: Size = (720, 480),
) -> Figure:
    """Draw a measure of every learner over k, with the best k and those that are not significantly worse.

    `names` are for the legend, in the order of the learners.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> curves = lw.accuracy_curve([lw.LWNB(), lw.KNN()], lw.sample("iris"))
    >>> axes = figures.curve(curves, k=50).axes[0]
    >>> axes.get_xscale(), axes.get_ylabel()
    ('log', 'accuracy, %')
    >>> figures.curve(curves, measure="f1", log=False).axes[0].get_ylabel()
    'F1 (macro)'
    """
    view = Curves()
    reading = view.read(Subject(curves=curves), measure=measure, names=names)
    if reading is None:
        raise _nothing_of(view)
    data = replace(view.figure(reading, k=k, log=log), title=curves.data)
    return figure_for(_curves.draw, data, _theme(theme), size)


def confusion(
    results: CrossValidation | ConfusionData | Sequence[CrossValidation | ConfusionData],
    *,
    theme: ThemeName = "light",
    width: float | None = None,
) -> Figure:
    """Draw confusion matrices side by side, of cross-validations or from `confusion_matrix`.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> data = lw.sample("iris")
    >>> results = [lw.cross_validate(learner, data, runs=1) for learner in (lw.LWNB(k=50), lw.NB())]
    >>> shown = [text.get_text() for text in figures.confusion(results).axes[0].texts]
    >>> [text for text in shown if "LWNB" in text or "NB" in text]
    ['LWNB k=50', 'NB']
    """
    several = [results] if isinstance(results, CrossValidation | ConfusionData) else results
    counted = (
        tests_confusion(result) if isinstance(result, CrossValidation) else result for result in several
    )
    return _drawn(Confusion(), ConfusionReading(tuple(counted)), theme, width)


def results(result: ExperimentResult, measure: str = "accuracy", *, theme: ThemeName = "light") -> Figure:
    """Draw the table of an experiment: mean, standard deviation and mark per data set and learner.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> result = lw.Experiment(["iris", "glass"], ["lwnb:k=50", "nb"], runs=1, jobs=1).run()
    >>> shown = [text.get_text() for text in figures.results(result).axes[0].texts]
    >>> "LWNB k=50" in shown, "glass" in shown, "70.45" in shown
    (True, True, True)
    """
    view = Results()
    reading = view.read(Subject(experiment=result), measure=measure)
    assert reading is not None
    return figure_of(partial(view.scene, reading), _theme(theme))


# -- data -------------------------------------------------------------------------------------------------


def histogram(
    data: Dataset, attribute: str, *, theme: ThemeName = "light", size: Size = (640, 420)
) -> Figure:
    """Draw the distribution of one attribute by class.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> (axes,) = figures.histogram(lw.sample("iris"), "petalwidth").axes
    >>> axes.get_xlabel(), len(axes.containers)
    ('petalwidth', 3)
    """
    return figure_for(_histogram.draw, _histogram.histogram_data(data, attribute), _theme(theme), size)


def scatter_plots(
    data: Dataset,
    attributes: Sequence[str] | None = None,
    *,
    theme: ThemeName = "light",
    size: Size = (900, 900),
) -> Figure:
    """Draw every pair of attributes against each other.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> figure = figures.scatter_plots(lw.sample("iris"), ["petallength", "petalwidth", "sepalwidth"])
    >>> len(figure.axes)
    9
    """
    view = _scatter_matrix.scatter_matrix_data(data, attributes)
    return figure_for(_scatter_matrix.draw, view, _theme(theme), size)


def save(figure: Figure, path: str | Path) -> Path:
    """Save a figure; the suffix determines the format: .png, .svg or .pdf.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import figures
    >>> figure = figures.histogram(lw.sample("iris"), "petalwidth")
    >>> figures.save(figure, "petals.svg").name
    'petals.svg'
    """
    return _save(figure, path)


def __dir__() -> list[str]:
    return [*globals(), *(view.name for view in every.VIEWS if _is_figure(view))]


if not TYPE_CHECKING:  # a type checker should not accept every name as a figure

    def __getattr__(name: str) -> Callable[..., Figure]:
        """Return the figure of a view that has no function above: `figures.NAME(explanation)`."""
        if not any(view.name == name and _is_figure(view) for view in every.VIEWS):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

        def draw(
            explanation: Explanation, *, theme: ThemeName = "light", width: float | None = None
        ) -> Figure:
            return _figure(name, explanation, theme, width)

        return draw


def _is_figure(view: View[Any]) -> bool:
    """Whether a view can be drawn of an explanation alone."""
    return view.is_of_explanation and view.has_scene


def _figure(
    name: str, explanation: Explanation, theme: ThemeName, width: float | None, **options: Any
) -> Figure:
    """Return the scene of a view, as the window draws it."""
    view = view_of(name)
    return _drawn(view, _reading(view, explanation, **options), theme, width)


def _drawn(view: View[Any], reading: Any, theme: ThemeName, width: float | None, **options: Any) -> Figure:
    """Draw it as wide as requested, or as the view is by default."""
    compose = partial(view.scene, reading, **options)
    return figure_of(compose, _theme(theme), view.figure_width if width is None else width)


def _reading(view: View[Any], explanation: Explanation, **options: Any) -> Any:
    reading = view.read(Subject(explanation), **options)
    if reading is None:
        raise _nothing_of(view)
    return reading


def _nothing_of(view: View[Any]) -> SettingsError:
    message = view.nothing.rstrip(".")
    return SettingsError(f"{message[0].lower()}{message[1:]}", hint=view.remedy)


def _theme(name: str) -> Theme:
    if name not in THEMES:
        raise SettingsError(f"no theme {name!r}", hint=f"Themes: {', '.join(THEMES)}.")
    return THEMES[name]
