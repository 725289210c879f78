"""The settings of the page Experiment: the plan of each preset, as it is shown, run and saved.

These are plain values for the state and for files (see `session/file_types`). Data sets are named in them,
and opened only when an experiment is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args

from annotated_types import MaxLen

from lwnb_core import DataError, Dataset, LwnbError, load
from lwnb_core.data import sample_file
from lwnb_core.evaluation.measures import MEASURES
from lwnb_core.local.convention import ConventionName
from lwnb_gui.app.column_edits import EDITS_IN_FILE, Edits
from lwnb_gui.session.annotations import AfterValidator, Field, PlainSerializer
from lwnb_gui.session.data import DataSource, MayRead, is_whole
from lwnb_gui.session.file_types import (
    FILE,
    CsvOptions,
    FilePath,
    Flag,
    Name,
    Position,
    Whole,
    among_the_others,
    measure_among,
    not_in_file,
    one_of,
)
from lwnb_gui.session.shipped import SAMPLE, sample_in

# This module is loaded with the window; experiments, the paper's tables and all learners are not, and are
# imported where they are used.
if TYPE_CHECKING:
    from lwnb_core import Experiment, ExperimentResult, Learner
    from lwnb_core.evaluation.paper.figures import FigureNumber
    from lwnb_core.evaluation.paper.published import TableNumber

Preset = Literal["own", "table2", "table3", "figure1", "figure2", "figure3", "figure4"]
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
OPEN = "open"


@dataclass(frozen=True)
class DataChoice:
    """A data set by its name in the table: a sample, a file, or the data in the window.

    Attributes
    ----------
    sample, file, open
        Where it is; none of them: nobody knows.
    is_included
        Whether it takes part, if it is available: a user may choose a few of the paper's data sets.
    csv, edits
        How it is read, and what is changed of it then, as it was when its data were open in the window.
    data
        The data set itself where it has been read already.
    note
        Why it is not available, or in what it differs from the paper's.
    """

    __pydantic_config__: ClassVar = FILE

    name: Name
    sample: Name = ""
    file: FilePath = ""
    open: Flag = False
    is_included: Annotated[Flag, Field(alias="wanted")] = True
    csv: CsvOptions = field(default_factory=dict, hash=False)  # a dictionary has no hash
    edits: Edits = field(default_factory=Edits, hash=False)
    data: Annotated[Any, *not_in_file()] = field(default=None, compare=False, repr=False)
    note: Annotated[str, *not_in_file()] = field(default="", compare=False)

    @classmethod
    def of(cls, name: str, source: str = "", **more: Any) -> DataChoice:
        """Return the choice of a source: a path, `sample:iris`, `open`, or nothing."""
        if source == OPEN:
            return cls(name, open=True, **more)
        sample_name = sample_in(source)
        return cls(name, sample=sample_name, file="" if sample_name else source, **more)

    @property
    def source(self) -> str:
        return OPEN if self.open else f"{SAMPLE}{self.sample}" if self.sample else self.file

    @property
    def is_available(self) -> bool:
        return self.data is not None or bool(self.source)

    def read(self) -> Dataset:
        """Return the data set, opening it now unless it is already open."""
        if self.data is not None:
            data: Dataset = self.data
            return data
        return self.edits.apply(load(sample_file(self.sample) if self.sample else self.file, **self.csv))


DataInFile = Annotated[DataChoice, *among_the_others("edits", EDITS_IN_FILE)]


def _checked_data(data: tuple[DataChoice, ...]) -> tuple[DataChoice, ...]:
    for choice in data:
        if sum(map(bool, (choice.sample, choice.file, choice.open))) > 1:
            raise DataError("a data set must be given as sample, file or open")
        if DataChoice.of("", choice.file).file != choice.file:
            raise DataError(f"a file cannot be called {choice.file!r}")
    if len({choice.name for choice in data}) < len(data):
        raise DataError("two data sets have the same name")
    return data


def _checked_results(path: str) -> str:
    from lwnb_core.evaluation.experiments.results_file import RESULTS_SUFFIXES

    if path and not path.lower().endswith(RESULTS_SUFFIXES):
        raise DataError("the name of a results file ends in .csv or .parquet")
    return path


_PlanData = Annotated[tuple[DataInFile, ...], MaxLen(1_000), AfterValidator(_checked_data)]
_Learners = Annotated[tuple[Name, ...], MaxLen(200), AfterValidator(lambda specs: specs or USUAL_LEARNERS)]


@dataclass(frozen=True)
class Plan:
    """The choices made before the start.

    Of one of the paper's tables only runs, results file and the data sets that are excluded are chosen.

    Attributes
    ----------
    data
        None: whatever is open in the window, or all of the paper's. Otherwise one's own choice; of the
        paper's, those that are excluded.
    learners
        Specs such as `lwnb:k=50,kernel=tricube`.
    base
        Number of the learner that the others are compared with.
    convention
        For learners whose spec does not name one.
    results
        The file that keeps every fold's result; empty: none.
    """

    __pydantic_config__: ClassVar = FILE

    preset: Annotated[Preset, *not_in_file()] = "own"
    data: _PlanData | None = None
    learners: _Learners = USUAL_LEARNERS
    base: Position = 0
    runs: Annotated[Whole, Field(ge=1, le=1_000)] = 10
    folds: Annotated[Whole, Field(ge=2, le=1_000)] = 10
    convention: Annotated[str, one_of(get_args(ConventionName))] = "paper"
    results: Annotated[FilePath, AfterValidator(_checked_results)] = ""

    @property
    def title(self) -> str:
        return PRESETS[self.preset]

    @property
    def table(self) -> TableNumber | None:
        """The number of the paper's table that this preset computes."""
        return _TABLES.get(self.preset)

    @property
    def figure(self) -> FigureNumber | None:
        """The number of the paper's figure that this preset shows."""
        return _FIGURES.get(self.preset)

    @property
    def included(self) -> tuple[DataChoice, ...]:
        """The data sets that take part: they are available, and the user has not excluded them."""
        return tuple(choice for choice in self.data or () if choice.is_available and choice.is_included)

    @property
    def excluded(self) -> tuple[DataChoice, ...]:
        """Return the data sets that the user has excluded, by their names alone."""
        return tuple(
            DataChoice(choice.name, is_included=False) for choice in self.data or () if not choice.is_included
        )

    @property
    def missing(self) -> tuple[DataChoice, ...]:
        return tuple(choice for choice in self.data or () if not choice.is_available)

    @cached_property
    def built(self) -> tuple[Learner, ...]:
        """Return the learners; raise a clear error if one cannot be created."""
        if self.table is not None:
            from lwnb_core.evaluation.paper.published import COLUMNS
            from lwnb_core.evaluation.paper.tables import learner_of

            return tuple(learner_of(column) for column in COLUMNS[self.table])
        from lwnb_core import learner_from_spec

        return tuple(learner_from_spec(spec, {"convention": self.convention}) for spec in self.learners)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the column titles."""
        if self.table is not None:
            from lwnb_core.evaluation.paper.published import COLUMNS
            from lwnb_core.evaluation.paper.tables import title_of

            return tuple(title_of(column) for column in COLUMNS[self.table])
        from lwnb_core.evaluation.experiments.names import columns_of

        return tuple(column.name for column in columns_of(self.built))

    @cached_property
    def specs(self) -> tuple[str, ...]:
        """Return every setting of every learner, as named in result rows."""
        from lwnb_core.evaluation.experiments.names import spec_text

        return tuple(spec_text(learner) for learner in self.built)

    @property
    def problem(self) -> str:
        """Say why it cannot be started; empty if it can."""
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
        """Return the engine's experiment on these data sets; it continues an existing results file."""
        out = self.results or None
        if self.table is not None:
            from lwnb_core.evaluation.paper.tables import table_experiment

            return table_experiment(self.table, data, self.runs, out=out)
        from lwnb_core import Experiment

        return Experiment(
            dict(data), self.built, self.runs, self.folds, self.base, out, resume=out is not None
        )

    def with_paths(self, change: Callable[[str], str]) -> Plan:
        """Return the same plan with the path of every file changed."""
        data = self.data and tuple(replace(c, file=change(c.file)) if c.file else c for c in self.data)
        return replace(self, data=data, results=change(self.results) if self.results else "")


def preset_of(result: ExperimentResult) -> Preset:
    """Return the paper's table if a results file has its learners on rows as they were dealt."""
    if result.rows and all(row.data.endswith("-dealt") for row in result.rows):
        for preset in ("table2", "table3"):
            if set(result.specs) <= set(Plan(preset=preset).specs):
                return preset
    return "own"


def _plans(plans: dict[Preset, Plan]) -> tuple[Plan, ...]:
    """Return plans with their presets; a file cannot create a table that the paper does not have."""
    checked = []
    for preset, plan in plans.items():
        if plan.base >= len(plan.learners):
            raise DataError(f"base must be a whole number from 1 to {len(plan.learners)}")
        if preset != "own":
            plan = Plan(preset, plan.excluded or None, runs=plan.runs, results=plan.results)
        checked.append(plan)
    return tuple(checked)


if TYPE_CHECKING:
    Plans = tuple[Plan, ...]
else:  # in a file, an object by preset
    Plans = Annotated[
        dict[Preset, Plan],
        AfterValidator(_plans),
        PlainSerializer(lambda plans: {plan.preset: plan for plan in plans}, dict[Preset, Plan]),
    ]


@dataclass(frozen=True)
class ExperimentSettings:
    """The preset and measure that are shown, and the plans that differ from the initial ones.

    Attributes
    ----------
    recovered
        After a crash: the rows that were saved then belong to it.
    """

    __pydantic_config__: ClassVar = FILE

    preset: Annotated[Preset, one_of(get_args(Preset))] = "own"
    measure: Annotated[str, measure_among(MEASURES)] = "accuracy"
    plans: Plans = ()
    recovered: Annotated[bool, *not_in_file()] = field(default=False, compare=False)

    @classmethod
    def of(cls, plans: Iterable[Plan], preset: Preset, measure: str) -> ExperimentSettings:
        """Return those of these plans that differ from the initial ones; figures have no choices."""
        changed = (plan for plan in plans if plan.figure is None and plan != Plan(plan.preset))
        return cls(preset, measure, tuple(changed))

    def in_lecture(self, present: ExperimentSettings) -> ExperimentSettings:
        """Return the settings of a lecture that has these: without plans it leaves the present ones, and may
        only choose the preset and the measure to show.
        """
        if self.plans:
            return self
        if self == ExperimentSettings():
            return present
        return replace(present, preset=self.preset, measure=self.measure)

    # -- files ----------------------------------------------------------------------------------------

    def relative_to(self, file: Path | None) -> ExperimentSettings:
        """Return the same with relative paths for files in the folder of the session file or below."""
        return self._with_paths(lambda path: DataSource(path=path).relative_to(file).path)

    def located(self, file: Path, may_read: MayRead) -> tuple[ExperimentSettings, tuple[str, ...]]:
        """Return the same with whole paths, without those outside the folder that the user has not chosen.

        These are the second value: they are used only after the user has agreed.
        """
        folder = file.absolute().parent.resolve()
        outside: list[str] = []

        def whole(path: str) -> str:
            target = path if is_whole(path) else str((folder / PurePosixPath(path)).resolve())
            if may_read(target) or (target != path and Path(target).is_relative_to(folder)):
                return target
            outside.append(target)
            return ""

        return self._with_paths(whole), tuple(dict.fromkeys(outside))

    def _with_paths(self, change: Callable[[str], str]) -> ExperimentSettings:
        return replace(self, plans=tuple(plan.with_paths(change) for plan in self.plans))
