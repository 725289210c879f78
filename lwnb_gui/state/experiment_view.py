"""What the place Experiment is set to. A plain value for state and files, without data and results.

`experiment_keeping` makes plans of it and it of plans; here nothing of what computes is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from lwnb_gui.state.session_data import DataSource, MayRead, is_whole
from lwnb_gui.state.session_schema import Checked

OPEN = "open"
SAMPLE = "sample:"
_MEASURES = ("accuracy", "log_loss", "brier", "kappa", "auc", "train_seconds", "test_seconds")
_MOST_DATA = 1000
_MOST_LEARNERS = 200
_MOST_PATH = 4096


@dataclass(frozen=True)
class ChosenData:
    """A data set by the name of its line: a file, `sample:iris`, `open`, or empty where it is not known."""

    name: str
    source: str = ""
    wanted: bool = True

    @property
    def is_file(self) -> bool:
        return bool(self.source) and self.source != OPEN and not self.source.startswith(SAMPLE)

    def to_plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"name": self.name}
        if self.source.startswith(SAMPLE):
            plain["sample"] = self.source.removeprefix(SAMPLE)
        elif self.source == OPEN:
            plain["open"] = True
        elif self.source:
            plain["file"] = self.source
        return plain if self.wanted else plain | {"wanted": False}

    @classmethod
    def from_checked(cls, plain: Checked) -> ChosenData:
        if sum(plain.has(name) for name in ("sample", "file", "open")) > 1:
            plain.refuse("a data set can be one of sample, file and open")
        source = plain.words("file", "", _MOST_PATH)
        if "\0" in source:
            plain.refuse("a path cannot hold a character 0", "file")
        if source == OPEN or source.startswith(SAMPLE):
            plain.refuse(f"a file cannot be called {source!r}", "file")
        if plain.has("sample"):
            source = f"{SAMPLE}{plain.words('sample')}"
        elif plain.yes_no("open"):
            source = OPEN
        found = cls(plain.words("name"), source, plain.yes_no("wanted", True))
        plain.done()
        return found


@dataclass(frozen=True)
class PlanView:
    """The plan of one preset.

    Attributes
    ----------
    data
        None: whatever is open in the window. Of the paper's tables only those that are not wanted.
    base
        From 0, as in `Plan`; in the file from 1.
    results
        The results file that the user has chosen; empty: none.
    """

    preset: str
    data: tuple[ChosenData, ...] | None
    learners: tuple[str, ...]
    base: int = 0
    runs: int = 10
    folds: int = 10
    convention: str = "paper"
    results: str = ""

    def to_plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {}
        if self.data is not None:
            plain["data"] = [choice.to_plain() for choice in self.data]
        plain |= {
            "learners": list(self.learners),
            "base": self.base + 1,
            "runs": self.runs,
            "folds": self.folds,
            "convention": self.convention,
        }
        return plain | {"results": self.results} if self.results else plain

    @classmethod
    def from_checked(cls, preset: str, plain: Checked) -> PlanView:
        from lwnb_core import CONVENTIONS

        data = None
        if plain.has("data"):
            data = tuple(ChosenData.from_checked(entry) for entry in plain.objects("data", _MOST_DATA))
            names = [choice.name for choice in data]
            if len(set(names)) < len(names):
                plain.refuse("two data sets have the same name", "data")
        learners = plain.names("learners", _MOST_LEARNERS)
        results = plain.words("results", "", _MOST_PATH)
        if results and ("\0" in results or not results.lower().endswith((".csv", ".parquet", ".pq"))):
            plain.refuse("the name of a results file ends in .csv or .parquet", "results")
        found = cls(
            preset,
            data,
            learners,
            plain.whole("base", 1, max(len(learners), 1), 1) - 1,
            plain.whole("runs", 1, 1000, 10),
            plain.whole("folds", 2, 1000, 10),
            plain.choice("convention", tuple(CONVENTIONS), "paper"),
            results,
        )
        plain.done()
        return found

    def with_paths(self, change: Callable[[str], str]) -> PlanView:
        """The same with the path of every file changed."""
        data = None
        if self.data is not None:
            data = tuple(replace(c, source=change(c.source)) if c.is_file else c for c in self.data)
        return replace(self, data=data, results=change(self.results) if self.results else "")


@dataclass(frozen=True)
class ExperimentView:
    """Which preset is shown, which measure, and the plans that are not as they were at the start.

    Attributes
    ----------
    recovered
        After a crash: the rows that were kept then belong to it.
    """

    preset: str = "own"
    measure: str = "accuracy"
    plans: tuple[PlanView, ...] = ()
    recovered: bool = field(default=False, compare=False)

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

    def to_plain(self) -> dict[str, Any]:
        """For JSON; empty where nothing has been chosen."""
        if self == ExperimentView():
            return {}
        return {
            "preset": self.preset,
            "measure": self.measure,
            "plans": {plan.preset: plan.to_plain() for plan in self.plans},
        }

    @classmethod
    def from_checked(cls, plain: Checked) -> ExperimentView:
        """From a file that nobody vouches for."""
        from lwnb_gui.state.experiment_plan import PRESETS

        presets = tuple(PRESETS)
        plans = plain.inner("plans")
        found = cls(
            plain.choice("preset", presets, "own"),
            plain.choice("measure", _MEASURES, "accuracy"),
            tuple(PlanView.from_checked(p, plans.inner(p)) for p in presets if plans.has(p)),
        )
        plans.done()
        plain.done()
        return found

    # -- files ----------------------------------------------------------------------------------------

    def beside(self, file: Path | None) -> ExperimentView:
        """The same with relative paths where files are in the folder of the session file or below."""
        return self._with_paths(lambda path: DataSource(path=path).beside(file).path)

    def located(self, file: Path, may_read: MayRead) -> tuple[ExperimentView, tuple[str, ...]]:
        """The same with whole paths, without those that lead out of the folder and that nobody has chosen.

        Those come back beside it: they are used only after having asked.
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
