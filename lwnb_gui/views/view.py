"""The definition of a view: all texts and drawings of one result in one module, without Qt or figures.

A view turns an explanation into a *reading*, a frozen value with all its content: order, numbers as texts,
sentences. Scene, sentences and tables are made of the reading alone, so no two outputs can disagree. Window,
step mode, help, lectures, terminal, notebook, report, live page and `lwnb_gui.figures` are loops over `VIEWS`
(`views/every.py`): what an output needs to know of a view is declared here.

A new view is a module with a frozen reading and a class derived from `View`, and its line in `VIEWS`.
`tests/qt/example_view.py` is the shortest one.

The modules of this package import nothing of `lwnb_gui.app` when they are imported: what a lecture or a
session may name is read off the views.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, cast

from lwnb_core import Dataset, Explanation, Selection, Sweep
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.page_panel import PageColumn, PagePanel, PageTable
from lwnb_gui.views.report_section import ReportSection
from lwnb_gui.views.script import Script
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.tables import TextTable, ViewTable
from lwnb_gui.views.wording.quotable import Quotable

if TYPE_CHECKING:
    from lwnb_core import AccuracyCurves, CrossValidation, Dependence, ExperimentResult, WhatIf
    from lwnb_gui.app.file_predictions import FilePredictions
    from lwnb_gui.app.predictions import Predictions
    from lwnb_gui.app.query import Query
    from lwnb_gui.experiment.table import ExperimentTable
    from lwnb_gui.study.result import StudyResult
    from lwnb_gui.study.rows import ListedRows

R = TypeVar("R")

Area = Literal["left", "map", "lower", "right", "strip", "curves", "experiment"]
"""The part of the page Explore that a view belongs to (several in one place are tabs), or its page."""


@dataclass(frozen=True, eq=False)
class Subject:
    """The input of views: an explanation and, if available, what belongs to it.

    Attributes
    ----------
    explained
        The explanation; None if only the following is known, which is enough for some views.
    sweep
        The posterior of the same instance at every k.
    selection
        The instance among its sorted neighbours.
    predictions
        The learners' answers for all test rows.
    query
        Data, instance and settings as the user has chosen them.
    what_if
        The changes of the instance that change the answer, as far as they have been found.
    dependence
        The posterior at every value of one attribute.
    data, instances
        The data with the training rows, and those that the instance is a row of, where there is no query.
    first_row
        The number of the first row: 1, as people count the rows of a file, and 0 in Python.
    study, curves
        A study of learners over k, as far as it is computed; or curves whose study is not known.
    listed
        Rows behind the curves of the study.
    evaluated
        A cross-validation.
    predicted_file
        The predictions for the rows of a file.
    experiment_table, experiment
        The table of an experiment, finished or not; and its result, with every fold.
    k
        The k of the study that is asked about.
    """

    explained: Explanation | None = None
    sweep: Sweep | None = None
    selection: Selection | None = None
    predictions: Predictions | None = None
    query: Query | None = None
    what_if: WhatIf | None = None
    dependence: Dependence | None = None
    data: Dataset | None = None
    instances: Dataset | None = None
    first_row: int = 1
    study: StudyResult | None = None
    curves: AccuracyCurves | None = None
    listed: ListedRows | None = None
    evaluated: CrossValidation | None = None
    predicted_file: FilePredictions | None = None
    experiment_table: ExperimentTable | None = None
    experiment: ExperimentResult | None = None
    k: int = 1

    @property
    def explanation(self) -> Explanation:
        """The explanation, for the views of one instance, which are read only if there is one."""
        assert self.explained is not None
        return self.explained

    @property
    def training_data(self) -> Dataset | None:
        """The data with the training rows, from which the values of rows are read."""
        return self.query.data if self.data is None and self.query is not None else self.data

    @property
    def tested_data(self) -> Dataset | None:
        """The data that the instance is a row of: the training data, or a test file."""
        if self.instances is not None:
            return self.instances
        return self.training_data if self.query is None else self.query.instances


class View(Generic[R]):
    """Base of all views.

    The declared facts say where the view stands and when it is visible; window, lectures, sessions, step
    mode, live pages and the command line read them here.
    """

    name: ClassVar[str]
    """Its name in lectures, in sessions and on the command line."""
    title: ClassVar[str]
    area: ClassVar[Area | None]
    """Where its panel is; None if it has none, because it is part of another one or not in the window."""
    has_own_place: ClassVar[bool] = False
    """Whether it has a place of its own in its area; the others share the last place as tabs."""
    help: ClassVar[str] = ""
    """The text that F1 shows: paragraphs separated by empty lines."""
    visible_from: ClassVar[Step] = STEPS[-1]
    """The first step of step mode at which it is visible."""
    parts_visible_from: ClassVar[Mapping[str, Step]] = {}
    """The same for those of its parts that have their own step."""
    tells_answer: ClassVar[bool] = True
    """Whether it reveals the answer, so that it is hidden while a class is to be guessed."""
    parts_that_tell: ClassVar[frozenset[str]] = frozenset()
    """The parts that reveal the answer in a view that otherwise does not."""
    is_answer: ClassVar[bool] = False
    """Whether it is the answer itself, as exactly one view is: its first sentence heads every output."""
    stands_at_head: ClassVar[bool] = False
    """Whether its sentences belong to the answer, so that they follow it before any table."""
    is_on_live_page: ClassVar[bool] = False
    """Whether it can be on a live page, which draws its scene at every k."""
    page_column: ClassVar[PageColumn] = "side"
    page_columns: ClassVar[int] = 5
    """How many of a page's ten columns it takes beside other views of the main column."""
    page_height: ClassVar[float] = math.inf
    """The height in pixels above which it scrolls on a page."""
    is_of_explanation: ClassVar[bool] = True
    """Whether it reads only an explanation, as terminal and notebook have nothing else."""
    least: ClassVar[tuple[int, int]] = (200, 96)
    """The minimum size in pixels at which it is legible."""
    figure_width: ClassVar[float] = 640.0
    is_reported_as_shown: ClassVar[bool] = False
    """Whether the window's report has its figure as displayed, because the user chooses what it shows."""
    spoken_name: ClassVar[str] = ""
    """Its name for a screen reader, if the title does not say enough."""
    spoken_hint: ClassVar[str] = ""
    """What a screen reader says about it instead of a table."""
    script_explains: ClassVar[bool] = True
    """Whether its script begins with the explanation, rather than only with the fitted model."""
    nothing: ClassVar[str] = "There is nothing to show."
    """The text that is shown if there is no reading."""
    marks_target: ClassVar[bool] = False
    """Whether its scene marks the item under the mouse or the arrow keys (its argument `active`)."""
    remedy: ClassVar[str] = "Explain with LWNB."
    """The advice for users of the library if there is no reading."""
    has_row_limit: ClassVar[bool] = False
    """Whether `tables` has an argument `most`, the number of rows, for which the terminal has an option."""
    quotes: ClassVar[Mapping[str, Quotable[Any]]] = {}
    """What the text of a lecture can quote from it, by the name between the braces."""

    def read(self, about: Subject) -> R | None:
        """Read the subject; None if there is nothing to say. Further arguments are choices."""
        raise NotImplementedError

    def scene(self, reading: R, canvas: Canvas) -> Scene:
        """Draw the reading. Further arguments are only for the window, such as what the mouse is on.

        Tables of rows and forms have none: a loop over views that draws leaves out those whose `has_scene` is
        false.
        """
        raise NotImplementedError

    def sentences(self, reading: R) -> tuple[str, ...]:
        """Return the sentences, the most important first."""
        return ()

    def tables(self, reading: R, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Return the numbers as people read them; without `full`, only the main ones if there are many."""
        return ()

    def table(self, reading: R) -> TextTable | None:
        """Return all numbers with all digits, for copies and files."""
        every = self.tables(reading, full=True)
        return every[0].exact() if every else None

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Return the sections in a report on one explanation: by default, those of its reading. They are
        sentences, figure and table; there are none if the view reads more than an explanation.

        `unused` names columns that no learner uses and whose values are wanted nevertheless.
        """
        reading = self.read(about) if self.is_of_explanation else None
        if reading is None:
            return ()
        drawing = partial(self.scene, reading) if self.has_scene else None
        section = ReportSection(
            self.title, self.sentences(reading), drawing, self.figure_width, table=self.table(reading)
        )
        return (section,)

    def page_panels(
        self, abouts: Sequence[Subject], canvas: Canvas, *, step: Step = STEPS[-1]
    ) -> Mapping[str, PagePanel]:
        """Draw the same instance at every k for a live page: one drawing, or more for narrower columns.

        The keys are suffixes of the name, empty for the first; drawings are at least as wide as the canvas.
        `step` is that of step mode.
        """
        if not self.has_scene:
            return {}
        return {"": PagePanel((), tuple(self.page_scene(about, canvas) for about in abouts))}

    def page_scene(self, about: Subject, canvas: Canvas, **options: Any) -> Scene:
        """Return the scene of a live page at one k; `options` are those of `scene`."""
        reading, scene = self.read(about), cast("Callable[..., Scene]", self.scene)
        return Scene(canvas.width, 0.0) if reading is None else scene(reading, canvas, **options)

    def page_table(self, abouts: Sequence[Subject], unused: Sequence[str] = ()) -> PageTable | None:
        """Return the table of neighbours of a live page; only one view has it."""
        return None

    def script(self, script: Script, reading: R, query: Query) -> None:
        """Add the Python that reproduces these numbers and figures to a script that has the explanation."""

    @property
    def has_scene(self) -> bool:
        """Whether it is drawn, rather than being a table of rows or a form."""
        return type(self).scene is not View.scene

    @property
    def has_table(self) -> bool:
        """Whether it has a table at all."""
        return self.has_tables or type(self).table is not View.table

    @property
    def has_tables(self) -> bool:
        """Whether it has tables for people to read, as in a terminal or a notebook."""
        return type(self).tables is not View.tables

    @property
    def has_script(self) -> bool:
        """Whether it has a script at all."""
        return type(self).script is not View.script

    def step_sentence(self, step: Step, explanation: Explanation) -> str:
        """Describe what happens at a step of step mode; empty if another view does."""
        return ""
