"""What a live page shows: the scenes of some instances at every k of the ribbon's grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from lwnb_core import Explanation, select
from lwnb_core.engine.sweep import k_grid, sweep_selection
from lwnb_core.progress import Progress, silent
from lwnb_gui.export.live_page.neighbours import Neighbour, NeighbourTable, neighbour_table
from lwnb_gui.plots.scene_figure import measure_with
from lwnb_gui.state import Query
from lwnb_gui.state.panels import LIVE_PANELS
from lwnb_gui.state.unused_columns import unused_columns
from lwnb_gui.theme import DARK, LIGHT
from lwnb_gui.views.contributions import Contributions
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.k_axis import position_of_k
from lwnb_gui.views.drawing.legend import legend
from lwnb_gui.views.drawing.scene import Hotspot, Image, Scene, Shape, moved
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.local_tables.tables_scene import MOST_IN_A_FILE, least_width
from lwnb_gui.views.map.layers import moving_shapes, static_map
from lwnb_gui.views.map.map_reading import MapReading
from lwnb_gui.views.map.positions import row_positions
from lwnb_gui.views.map.view import Map, class_entries
from lwnb_gui.views.map.view_transform import ViewTransform
from lwnb_gui.views.posterior import Posterior, PosteriorReading
from lwnb_gui.views.ribbon import Ribbon, RibbonReading, ribbon_reading
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.names import brief_classes

# Pixels for which scenes are composed. The page scales them a little, to its columns: 320 pixels on a phone,
# about 500 on a wide screen. What would gain from more space is composed twice: the map, which is the largest
# panel of a wide screen, and the bars of four learners side by side.
WIDTH = 420.0
_POSTERIOR_WIDTH, _NARROW_POSTERIOR_WIDTH = 500.0, 340.0
MAPS = {"map": (720.0, 480.0), "map_narrow": (370.0, 300.0)}
# The ribbon fills the page, so there are three of them: its width, and where the bands begin and end.
RIBBONS = {
    "ribbon": (1100.0, (120.0, 1080.0)),
    "ribbon_medium": (720.0, (114.0, 704.0)),
    "ribbon_narrow": (370.0, (108.0, 358.0)),
}
_CONTRIBUTIONS_HEIGHT = 230.0
_HIGH = 1e5  # a canvas with a height is no file, in which a scene would be as wide as its names need
_LEAST_SPOT = 7.0  # radius within which the mouse finds a neighbour

PANELS = tuple(LIVE_PANELS)


class Picture(NamedTuple):
    """The same image for both themes: its pixels have colours that no style sheet can change."""

    light: Image
    dark: Image


@dataclass(frozen=True, eq=False)
class PanelSteps:
    """A panel at every k: what never changes, and a scene for each k that is drawn above it."""

    static: tuple[Shape, ...]
    scenes: tuple[Scene, ...]
    pictures: tuple[Picture, ...] = ()  # below everything


@dataclass(frozen=True)
class HandDrawn:
    """What a page needs for curves that are drawn by hand before the computed ones are shown.

    Attributes
    ----------
    learners, inks, dashes
        Whose curves are drawn, and how.
    computed
        For each of them the accuracy at every k of the page; None where the study has not computed it.
    log
        Whether the axis of k is logarithmic.
    highest, lowest
        Where 100 and 0 percent are, in pixels from above.
    """

    learners: tuple[str, ...]
    inks: tuple[str, ...]
    dashes: tuple[tuple[float, ...], ...]
    computed: tuple[tuple[float | None, ...], ...]
    log: bool
    highest: float
    lowest: float


@dataclass(frozen=True, eq=False)
class PageRow:
    """One instance.

    Attributes
    ----------
    row
        Its number, from 1.
    ks
        The k at which it can be seen.
    start
        The position in `ks` where the page opens.
    panels
        By name, those that are drawn.
    neighbours
        The table of neighbours; None where it is left out.
    cursors
        For each ribbon by name: where its cursor stands at every k.
    spoken
        For every k, what a screen reader says.
    true_class
        -1 where it is not known, or not told.
    predictions
        For every k, what LWNB says.
    explanations
        At every k, for what a lecture quotes.
    by_hand
        For curves that are drawn by hand first; None where they are not.
    """

    row: int
    ks: tuple[int, ...]
    start: int
    panels: dict[str, PanelSteps]
    neighbours: NeighbourTable | None
    cursors: dict[str, tuple[float, ...]]
    spoken: tuple[str, ...]
    true_class: int
    predictions: tuple[int, ...]
    explanations: tuple[Explanation, ...]
    by_hand: HandDrawn | None = None


@dataclass(frozen=True)
class PageScreen:
    """A screen of a lecture.

    Attributes
    ----------
    row
        The position of its instance among those of the page.
    start
        The position of its k among those of the instance.
    panels
        Those that it shows, by name.
    texts
        What it says at every k, its quotes filled in; one text where that is the same at all.
    shows_k
        Whether k can be moved.
    draws_first
        Whether curves are drawn by hand before they are shown.
    """

    row: int
    start: int
    panels: tuple[str, ...]
    texts: tuple[str, ...]
    shows_k: bool = True
    draws_first: bool = False


@dataclass(frozen=True, eq=False)
class PageContent:
    """Everything that is on a page."""

    title: str
    subtitle: str
    classes: tuple[str, ...]
    rows: tuple[PageRow, ...]
    screens: tuple[PageScreen, ...] = ()
    guess_first: bool = False
    class_names: tuple[str, ...] = ()  # as a sentence names them


def page_row(
    query: Query,
    *,
    panels: Collection[str] = PANELS,
    step: Step = STEPS[-1],
    answers: bool = True,
    with_unused: bool = False,
    progress: Progress = silent,
) -> PageRow:
    """The instance of a query at every k of the grid; the page opens at the query's own.

    `step`: of step mode, at which the map is drawn. `answers`: False leaves the true class out, so that it is
    nowhere in the file. `with_unused`: with the neighbours' values of columns that are not in use.
    """
    model = query.learner.fit(query.used, query.training_rows)
    selection = select(model, query.instances, query.row, changes=query.changed_values)
    selection.complete()
    sweep = sweep_selection(selection, "all" if selection.largest_k <= 2_000 else "grid")
    ks = [int(k) for k in k_grid(selection.largest_k)]
    explanations = []
    for i, k in enumerate(ks):
        explanation = selection.explain(k)
        explanations.append(explanation if answers else _without_answer(explanation))
        progress(i, 2 * len(ks))
    view = Posterior()
    readings = [view.read(Subject(explanation, sweep)) for explanation in explanations]
    canvas = Canvas(WIDTH, _HIGH, LIGHT, measure_with(LIGHT))
    tables_canvas = _tables_canvas(explanations, canvas) if "local_tables" in panels else canvas
    compose: dict[str, Callable[[Explanation], Scene]] = {
        "local_tables": lambda e: _scene(
            LocalTables(), e, tables_canvas, narrow=True, legend=True, at_once=MOST_IN_A_FILE
        ),
        "contributions": lambda e: _scene(Contributions(), e, canvas._replace(height=_CONTRIBUTIONS_HEIGHT)),
        "equations": lambda e: _scene(Equations(), e, canvas._replace(height=0.0)),
    }
    drawn: dict[str, PanelSteps] = {}
    for name in panels:
        if name == "map":
            positions, shown_map = row_positions(query, selection), Map()
            maps = [
                shown_map.read(Subject(explanation, query=query), positions=positions, step=step)
                for explanation in explanations
            ]
            for size, (width, height) in MAPS.items():
                of_size = canvas._replace(width=width, height=canvas.theme.px(height))
                drawn[size] = _map(maps, explanations[-1], of_size)
        elif name == "posterior":
            wide, narrow = (canvas._replace(width=w) for w in (_POSTERIOR_WIDTH, _NARROW_POSTERIOR_WIDTH))
            drawn[name] = _without_static(view.scene(reading, wide) for reading in readings)
            drawn[f"{name}_narrow"] = _without_static(
                view.scene(_lead(reading), narrow) for reading in readings
            )
        elif name in compose:
            drawn[name] = _without_static(compose[name](explanation) for explanation in explanations)
        progress(len(ks) + len(drawn), 2 * len(ks))
    start = ks.index(min(ks, key=lambda step: abs(step - query.k)))
    bands = ribbon_reading(sweep)
    for name, (width, ends) in RIBBONS.items():
        drawn[name] = _ribbon(bands, Canvas(width, 0.0, LIGHT, canvas.measure), ends, ks)
    known = explanations[0].known_class
    return PageRow(
        row=query.row + 1,
        ks=tuple(ks),
        start=start,
        panels=drawn,
        neighbours=neighbour_table(
            explanations, query.data, unused_columns(query.data, query.unused) if with_unused else ()
        )
        if "neighbours" in panels
        else None,
        cursors={
            name: tuple(left + position_of_k(step, ks[-1]) * (right - left) for step in ks)
            for name, (_, (left, right)) in RIBBONS.items()
        },
        spoken=tuple(
            f"k = {step}: {view.sentences(reading)[0]}" for step, reading in zip(ks, readings, strict=True)
        ),
        true_class=-1 if known is None else known,
        predictions=tuple(explanation.prediction for explanation in explanations),
        explanations=tuple(explanations),
    )


def _without_answer(explanation: Explanation) -> Explanation:
    """As of an instance whose class nobody knows."""
    return replace(explanation, true_class=None)


def _lead(reading: PosteriorReading) -> PosteriorReading:
    """What LWNB alone says, for a screen without space for four learners."""
    return replace(reading, learners=reading.learners[:1], posteriors=reading.posteriors[:1])


def _without_static(scenes: Iterable[Scene]) -> PanelSteps:
    return PanelSteps((), tuple(scenes))


def _ribbon(bands: RibbonReading, canvas: Canvas, ends: tuple[float, float], ks: Sequence[int]) -> PanelSteps:
    """The bands, which are images, once for each theme; axis, cursor and all else at every k."""
    view = Ribbon()
    light, dark = (
        [shape for shape in view.scene(bands, one, k=ks[0], ends=ends).shapes if isinstance(shape, Image)]
        for one in (canvas, canvas._replace(theme=DARK))
    )
    scenes = []
    for k in ks:
        scene = view.scene(bands, canvas, k=k, ends=ends)
        others = tuple(shape for shape in scene.shapes if not isinstance(shape, Image))
        scenes.append(scene._replace(shapes=others))
    return PanelSteps((), tuple(scenes), tuple(map(Picture, light, dark)))


def _tables_canvas(explanations: Iterable[Explanation], canvas: Canvas) -> Canvas:
    """Wider than the canvas where the numbers of the classes need it at some k: the page scrolls it."""
    readings = filter(None, (LocalTables().read(Subject(explanation)) for explanation in explanations))
    least = (least_width(reading, reading.side_by_side(MOST_IN_A_FILE), canvas) for reading in readings)
    return canvas._replace(width=max([canvas.width, *least]))


def _scene(view: View[Any], explanation: Explanation, canvas: Canvas, **more: Any) -> Scene:
    reading = view.read(Subject(explanation))
    scene: Callable[..., Scene] = view.scene
    return Scene(canvas.width, 0.0) if reading is None else scene(reading, canvas, **more)


def _map(readings: Sequence[MapReading], last: Explanation, canvas: Canvas) -> PanelSteps:
    """Rows, axes and the classes' names once; ring, spokes, neighbours and star at every k."""
    static = static_map(readings[-1], canvas)
    names = legend(class_entries(readings[-1]), canvas)
    spots = _spots(readings[-1], static.transforms[0], last)
    scenes = []
    for reading in readings:
        most = min(len(reading.neighbours), reading.most_marks)
        inside = [spot for spot in spots[:most] if spot is not None]
        # The nearest are listed last: of overlapping hotspots the last is found.
        shapes = moving_shapes(reading, static, canvas)
        height = canvas.height + names.height
        scenes.append(Scene(canvas.width, height, shapes, tuple(reversed(inside))))
    below = (moved(shape, 0.0, canvas.height) for shape in names.shapes)
    return PanelSteps((*static.shapes, *below), tuple(scenes))


def _spots(reading: MapReading, transform: ViewTransform, explanation: Explanation) -> list[Hotspot | None]:
    """Where the mouse finds each neighbour, the nearest first; its target is its rank.

    None for a neighbour that is not on the map because it lacks a value there.
    """
    rows, classes = explanation.neighbour_rows, explanation.neighbour_classes
    assert rows is not None
    assert classes is not None
    names = brief_classes(explanation)
    pixels = transform.to_pixels(reading.positions.coordinates[reading.neighbours[: reading.most_marks]])
    spots: list[Hotspot | None] = []
    for i, (x, y) in enumerate(pixels.tolist()):
        if math.isnan(x) or math.isnan(y):
            spots.append(None)
            continue
        tip = f"row {int(rows[i]) + 1} · {names[int(classes[i])]} · rank {i + 1}"
        side = 2 * _LEAST_SPOT
        spots.append(Hotspot(x - _LEAST_SPOT, y - _LEAST_SPOT, side, side, tip, Neighbour(i), tip))
    return spots
