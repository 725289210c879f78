"""The drawings of a live page: the scenes of some instances at every k of the ribbon's grid."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from lwnb_core import Explanation, select
from lwnb_core.engine.sweep import k_grid, sweep_selection
from lwnb_core.progress import Progress, silent
from lwnb_gui.app.query import Query
from lwnb_gui.app.unused_columns import unused_columns
from lwnb_gui.plots.scene_figure import measure_with
from lwnb_gui.teaching.panels import live_panels
from lwnb_gui.theme import DARK, LIGHT
from lwnb_gui.views import every
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.k_axis import position_of_k
from lwnb_gui.views.drawing.scene import Image
from lwnb_gui.views.page_panel import PagePanel, PageTable, Picture
from lwnb_gui.views.ribbon import Ribbon, RibbonReading, ribbon_reading
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.view import Subject

# Pixels for which scenes are composed. The page scales them a little, to its columns: 320 pixels on a phone,
# about 500 on a wide screen. Drawings that would gain from more space are composed twice, as their views
# declare.
WIDTH = 420.0
_HIGH = 1e5  # a canvas with a height is not a file, in which a scene would be as wide as its names need
# The ribbon fills the page, so there are three of them: its width, and where the bands begin and end.
RIBBONS = {
    "ribbon": (1100.0, (120.0, 1080.0)),
    "ribbon_medium": (720.0, (114.0, 704.0)),
    "ribbon_narrow": (370.0, (108.0, 358.0)),
}

PANELS = tuple(live_panels())


@dataclass(frozen=True)
class HandDrawn:
    """The data that a page needs if curves are drawn by hand before the computed ones are shown.

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
    """One instance in a page.

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
    explanations
        At every k, for what a lecture quotes, and what is said to a guess.
    by_hand
        For curves that are drawn by hand first; None where they are not.
    """

    row: int
    ks: tuple[int, ...]
    start: int
    panels: dict[str, PagePanel]
    neighbours: PageTable | None
    cursors: dict[str, tuple[float, ...]]
    spoken: tuple[str, ...]
    true_class: int
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
    """The content of a page."""

    title: str
    subtitle: str
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
    """Return the instance of a query at every k of the grid; the page opens at the query's own k.

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
    abouts = [Subject(explanation, sweep, selection, query=query) for explanation in explanations]
    canvas = Canvas(WIDTH, _HIGH, LIGHT, measure_with(LIGHT))
    drawn: dict[str, PagePanel] = {}
    table: PageTable | None = None
    columns = unused_columns(query.data, query.unused) if with_unused else ()
    for view in every.VIEWS:
        if view.is_on_live_page and view.is_of_explanation and view.name in panels:
            drawings = view.page_panels(abouts, canvas, step=step)
            drawn |= {f"{view.name}{suffix}": drawing for suffix, drawing in drawings.items()}
            table = table or view.page_table(abouts, columns)
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
        neighbours=table,
        cursors={
            name: tuple(left + position_of_k(step, ks[-1]) * (right - left) for step in ks)
            for name, (_, (left, right)) in RIBBONS.items()
        },
        spoken=tuple(f"k = {step}: {_headline(about)}" for step, about in zip(ks, abouts, strict=True)),
        true_class=-1 if known is None else known,
        explanations=tuple(explanations),
    )


def _without_answer(explanation: Explanation) -> Explanation:
    """Return the explanation as for an instance of unknown class."""
    return replace(explanation, true_class=None)


def _headline(about: Subject) -> str:
    """Return the answer in a sentence."""
    view = every.answer_view()
    return view.sentences(view.read(about))[0]


def _ribbon(bands: RibbonReading, canvas: Canvas, ends: tuple[float, float], ks: Sequence[int]) -> PagePanel:
    """Return the bands, as one image per theme, and the axis, cursor and everything else at every k."""
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
    return PagePanel((), tuple(scenes), tuple(map(Picture, light, dark)))
