"""The plan of an experiment: data sets, learners, folds; or one of the paper's tables and figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from lwnb_core import Dataset, Experiment, ExperimentResult, Learner, LwnbError, learner_from_spec
from lwnb_core.evaluation.experiments.names import columns_of, spec_text
from lwnb_core.evaluation.paper.figures import FigureNumber
from lwnb_core.evaluation.paper.published import COLUMNS, TableNumber
from lwnb_core.evaluation.paper.tables import learner_of, table_experiment, title_of
from lwnb_gui.app.opening import Opening
from lwnb_gui.experiment.settings import Preset

PRESETS: dict[Preset, str] = {
    "own": "Your own",
    "table2": "Paper, Table 2",
    "table3": "Paper, Table 3",
    "figure1": "Paper, Figure 1",
    "figure2": "Paper, Figure 2",
    "figure3": "Paper, Figure 3",
    "figure4": "Paper, Figure 4",
}
_TABLES: dict[Preset, TableNumber] = {"table2": 2, "table3": 3}
_FIGURES: dict[Preset, FigureNumber] = {"figure1": 1, "figure2": 2, "figure3": 3, "figure4": 4}
USUAL_LEARNERS = ("lwnb:k=50", "nb", "knn:k=10", "knndw:k=10")


@dataclass(frozen=True)
class DataChoice:
    """A data set by the name of its line in the table.

    Attributes
    ----------
    source
        A file, `sample:iris`, or `open` for the data in the window; empty: nobody knows where it is.
    data
        The data set itself where it has been read already.
    note
        Why it is not available, or in what it differs from the paper's.
    is_included
        Whether it takes part, if it is available: a user may choose a few of the paper's data sets.
    """

    name: str
    source: str
    data: Dataset | None = field(default=None, compare=False)
    note: str = ""
    is_included: bool = True

    @property
    def is_available(self) -> bool:
        return self.data is not None or bool(self.source)

    def read(self) -> Dataset:
        return Opening(self.source).read() if self.data is None else self.data


@dataclass(frozen=True)
class Plan:
    """Everything that is chosen before the start.

    Attributes
    ----------
    learners
        Specs such as `lwnb:k=50,kernel=tricube`.
    base
        Number of the learner that the others are compared with.
    convention
        For learners whose spec does not name one.
    folder
        Where the paper's data sets are, besides among the samples.
    results
        The file that keeps every fold's result; empty: none.
    """

    preset: Preset = "own"
    data: tuple[DataChoice, ...] = ()
    learners: tuple[str, ...] = USUAL_LEARNERS
    base: int = 0
    runs: int = 10
    folds: int = 10
    convention: str = "paper"
    folder: str = ""
    results: str = ""

    @property
    def title(self) -> str:
        return PRESETS[self.preset]

    @property
    def table(self) -> TableNumber | None:
        """The number of the paper's table that this is."""
        return _TABLES.get(self.preset)

    @property
    def figure(self) -> FigureNumber | None:
        """The number of the paper's figure that this is."""
        return _FIGURES.get(self.preset)

    @property
    def included(self) -> tuple[DataChoice, ...]:
        """The data sets that take part: they are available, and the user has not excluded them."""
        return tuple(choice for choice in self.data if choice.is_available and choice.is_included)

    @property
    def missing(self) -> tuple[DataChoice, ...]:
        return tuple(choice for choice in self.data if not choice.is_available)

    @cached_property
    def built(self) -> tuple[Learner, ...]:
        """The learners; a clear error where one cannot be created."""
        if self.table is not None:
            return tuple(learner_of(column) for column in COLUMNS[self.table])
        return tuple(learner_from_spec(spec, {"convention": self.convention}) for spec in self.learners)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The column titles."""
        if self.table is not None:
            return tuple(title_of(column) for column in COLUMNS[self.table])
        return tuple(column.name for column in columns_of(self.built))

    @cached_property
    def specs(self) -> tuple[str, ...]:
        """Every setting of every learner, as result rows name it."""
        return tuple(spec_text(learner) for learner in self.built)

    @property
    def problem(self) -> str:
        """Why it cannot be started; empty: it can."""
        if self.figure is not None:
            return ""
        if not self.data:
            return "No data set is selected."
        if not self.included:
            return "None of the data sets is available."
        try:
            _ = self.names
        except LwnbError as error:
            return error.message
        return ""

    def experiment(self, data: list[tuple[str, Dataset]]) -> Experiment:
        """The engine's experiment on these of the data sets; it continues a results file that exists."""
        out = self.results or None
        if self.table is not None:
            return table_experiment(self.table, data, self.runs, out=out)
        return Experiment(
            dict(data), self.built, self.runs, self.folds, self.base, out, resume=out is not None
        )


def preset_of(result: ExperimentResult) -> Preset:
    """The paper's table, where its learners on rows as they were dealt are in a results file."""
    if result.rows and all(row.data.endswith("-dealt") for row in result.rows):
        for preset in ("table2", "table3"):
            if set(result.specs) <= set(Plan(preset=preset).specs):
                return preset
    return "own"
