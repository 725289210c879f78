"""What the page Experiment is set to. A plain value for state and files, without data and results.

`experiment_saving` converts it from and to plans; nothing that computes is imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

from pydantic import AfterValidator, Field, PlainSerializer

from lwnb_core import DataError
from lwnb_core.evaluation.experiments.results_file import RESULTS_SUFFIXES
from lwnb_core.evaluation.measures import MEASURES
from lwnb_core.local.convention import ConventionName
from lwnb_gui.session.data import DataSource, MayRead, is_whole
from lwnb_gui.session.file_types import FILE, FilePath, Name, NotInFile, Position, measure_among, one_of

OPEN = "open"
SAMPLE = "sample:"
Preset = Literal["own", "table2", "table3", "figure1", "figure2", "figure3", "figure4"]


@dataclass(frozen=True)
class ChosenData:
    """A data set by the name of its line: a file, a sample, the open data, or none where it is not known."""

    __pydantic_config__: ClassVar = FILE

    name: Name
    sample: Name = ""
    file: FilePath = ""
    open: bool = False
    wanted: bool = True

    @classmethod
    def of(cls, name: str, source: str = "", wanted: bool = True) -> ChosenData:
        """By its source: a path, `sample:iris`, `open`, or nothing."""
        if source == OPEN:
            return cls(name, open=True, wanted=wanted)
        if source.startswith(SAMPLE):
            return cls(name, sample=source.removeprefix(SAMPLE), wanted=wanted)
        return cls(name, file=source, wanted=wanted)

    @property
    def source(self) -> str:
        return OPEN if self.open else f"{SAMPLE}{self.sample}" if self.sample else self.file


def _checked_data(data: tuple[ChosenData, ...]) -> tuple[ChosenData, ...]:
    for chosen in data:
        if sum(map(bool, (chosen.sample, chosen.file, chosen.open))) > 1:
            raise DataError("a data set must be given as sample, file or open")
        if ChosenData.of("", chosen.file).file != chosen.file:
            raise DataError(f"a file cannot be called {chosen.file!r}")
    if len({chosen.name for chosen in data}) < len(data):
        raise DataError("two data sets have the same name")
    return data


_PlanData = Annotated[tuple[ChosenData, ...], Field(max_length=1_000), AfterValidator(_checked_data)]


def _checked_results(path: str) -> str:
    if path and not path.lower().endswith(RESULTS_SUFFIXES):
        raise DataError("the name of a results file ends in .csv or .parquet")
    return path


@dataclass(frozen=True)
class PlanView:
    """The plan of one preset.

    Attributes
    ----------
    data
        None: whatever is open in the window. Of the paper's tables only those that are excluded.
    results
        The results file that the user has chosen; empty: none.
    """

    __pydantic_config__: ClassVar = FILE

    preset: Annotated[str, *NotInFile] = "own"
    data: Annotated[tuple[ChosenData, ...], Field(max_length=1_000), AfterValidator(_checked_data)] | None = (
        None
    )
    learners: Annotated[tuple[Name, ...], Field(max_length=200)] = ()
    base: Position = 0
    runs: Annotated[int, Field(ge=1, le=1_000)] = 10
    folds: Annotated[int, Field(ge=2, le=1_000)] = 10
    convention: Annotated[str, one_of(get_args(ConventionName))] = "paper"
    results: Annotated[FilePath, AfterValidator(_checked_results)] = ""

    def with_paths(self, change: Callable[[str], str]) -> PlanView:
        """The same with the path of every file changed."""
        data = None
        if self.data is not None:
            data = tuple(replace(c, file=change(c.file)) if c.file else c for c in self.data)
        return replace(self, data=data, results=change(self.results) if self.results else "")


def _plans(plans: dict[Preset, PlanView]) -> tuple[PlanView, ...]:
    for plan in plans.values():
        if plan.base >= max(len(plan.learners), 1):
            raise DataError(f"base must be a whole number from 1 to {max(len(plan.learners), 1)}")
    return tuple(replace(plan, preset=preset) for preset, plan in plans.items())


if TYPE_CHECKING:
    Plans = tuple[PlanView, ...]
else:  # in a file an object, by preset
    Plans = Annotated[
        dict[Preset, PlanView],
        AfterValidator(_plans),
        PlainSerializer(lambda plans: {plan.preset: plan for plan in plans}, dict[Preset, PlanView]),
    ]


@dataclass(frozen=True)
class ExperimentView:
    """Which preset is shown, which measure, and the plans that are not as they were at the start.

    Attributes
    ----------
    recovered
        After a crash: the rows that were saved then belong to it.
    """

    __pydantic_config__: ClassVar = FILE

    preset: Annotated[str, one_of(get_args(Preset))] = "own"
    measure: Annotated[str, measure_among(MEASURES)] = "accuracy"
    plans: Plans = ()
    recovered: Annotated[bool, *NotInFile] = field(default=False, compare=False)

    @property
    def follows_open(self) -> bool:
        """Whether one's own experiment is about whatever is open in the window."""
        return all(plan.preset != "own" or plan.data is None for plan in self.plans)

    def in_lecture(self, present: ExperimentView) -> ExperimentView:
        """What a lecture with this view makes of the experiment that is here: one without plans leaves those
        that are, and may say which preset to show.
        """
        if self.plans:
            return self
        if self == ExperimentView():
            return present
        return replace(present, preset=self.preset, measure=self.measure)

    # -- files ----------------------------------------------------------------------------------------

    def relative_to(self, file: Path | None) -> ExperimentView:
        """The same with relative paths where files are in the folder of the session file or below."""
        return self._with_paths(lambda path: DataSource(path=path).relative_to(file).path)

    def located(self, file: Path, may_read: MayRead) -> tuple[ExperimentView, tuple[str, ...]]:
        """The same with whole paths, without those outside the folder that the user has not chosen.

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

    def _with_paths(self, change: Callable[[str], str]) -> ExperimentView:
        return replace(self, plans=tuple(plan.with_paths(change) for plan in self.plans))
