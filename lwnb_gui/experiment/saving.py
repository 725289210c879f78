"""Plans to and from what sessions hold of them, and rows that are saved against a crash."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from lwnb_core import LwnbError
from lwnb_core.data import atomic_write
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_core.evaluation.experiments.fold_results import ResultRow, csv_header, csv_lines
from lwnb_core.evaluation.experiments.results_file import ResultsFile, journal_of, read_results
from lwnb_core.evaluation.paper.data import paper_names
from lwnb_gui.app.query import Query
from lwnb_gui.experiment.data import open_choice
from lwnb_gui.experiment.plan import USUAL_LEARNERS, DataChoice, Plan
from lwnb_gui.experiment.settings import OPEN, SAMPLE, ChosenData, ExperimentView, PlanView, Preset

_NOT_KNOWN = "its file is unknown: add it under the same name"
_NOT_OPEN = "the data were open in the window: open and add them again"
_log = logging.getLogger(__name__)


# -- plans --------------------------------------------------------------------------------------------


def new_plan(preset: Preset, folder: str = "") -> Plan:
    """The plan that a preset begins with."""
    return Plan() if preset == "own" else Plan(preset, folder=folder, convention="tables")


def view_of(
    plans: Iterable[Plan], preset: Preset, measure: str, follows_open: bool, query: Query | None
) -> ExperimentView:
    """What a session holds of these plans; `follows_open`: one's own is about whatever is open."""
    views = []
    for plan in plans:
        follows = follows_open and plan.preset == "own"
        is_found_again = follows or (plan.table is not None and all(c.is_included for c in plan.data))
        is_new = is_found_again and replace(plan, data=(), folder="") == new_plan(plan.preset)
        if plan.figure is None and not is_new:
            views.append(_plan_view(plan, follows, query))
    return ExperimentView(preset, measure, tuple(views))


def plans_of(view: ExperimentView, query: Query | None, folder: str) -> dict[Preset, Plan]:
    """The saved plans, with the user's own and that of the preset shown; missing data sets have a note."""
    plans = {}
    for saved in view.plans:
        preset = cast(Preset, saved.preset)
        plan = replace(new_plan(preset, folder), runs=saved.runs, results=saved.results)
        if preset == "own":
            learners = saved.learners or USUAL_LEARNERS
            plan = replace(
                plan,
                data=tuple(_data_choice(choice, query) for choice in saved.data or ()),
                learners=learners,
                base=min(saved.base, len(learners) - 1),
                folds=saved.folds,
                convention=saved.convention,
            )
        else:  # the paper's data sets are looked for again
            excluded = {choice.name for choice in saved.data or () if not choice.wanted}
            data = tuple(DataChoice(n, "", is_included=False) for n in paper_names() if n in excluded)
            plan = replace(plan, data=data)
        plans[preset] = plan
    for preset in ("own", cast(Preset, view.preset)):
        plans.setdefault(preset, new_plan(preset, folder))
    if view.follows_open:
        plans["own"] = replace(plans["own"], data=tuple(filter(None, [open_choice(query)])))
    return plans


def _plan_view(plan: Plan, follows: bool, query: Query | None) -> PlanView:
    chosen: tuple[ChosenData, ...] | None = None
    if plan.table is not None:
        chosen = tuple(
            ChosenData.of(choice.name, wanted=False) for choice in plan.data if not choice.is_included
        )
    elif not follows:
        chosen = tuple(
            ChosenData.of(choice.name, _source_of(choice, query), choice.is_included) for choice in plan.data
        )
    return PlanView(
        plan.preset,
        chosen,
        plan.learners,
        plan.base,
        plan.runs,
        plan.folds,
        plan.convention,
        _whole(plan.results) if plan.results else "",
    )


def _source_of(choice: DataChoice, query: Query | None) -> str:
    if choice.source == OPEN and choice.data is not None:
        file = choice.data.source
        if (query is None or query.data.origin != choice.data.origin) and file and on_disc(file).is_file():
            return _whole(file)  # other data are open now
        return OPEN
    return choice.source if not choice.source or choice.source.startswith(SAMPLE) else _whole(choice.source)


def _data_choice(chosen: ChosenData, query: Query | None) -> DataChoice:
    if chosen.source != OPEN:
        note = "" if chosen.source else _NOT_KNOWN
        return DataChoice(chosen.name, chosen.source, note=note, is_included=chosen.wanted)
    choice = open_choice(query)
    if choice is None:
        return DataChoice(chosen.name, "", note=_NOT_OPEN, is_included=chosen.wanted)
    return replace(choice, name=chosen.name, is_included=chosen.wanted)


def _whole(path: str) -> str:
    return str(Path(path).expanduser().absolute())


# -- rows ---------------------------------------------------------------------------------------------


class SavedRows:
    """Rows that the user has in no file, in one of the program's own, so that they outlive a crash.

    Where it cannot be written the log says so, and the experiment goes on without it.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: ResultsFile | None = None

    def __enter__(self) -> Self:
        return self

    def begin(self, rows: Iterable[ResultRow]) -> None:
        """With these rows and no others."""
        if self._path is not None:
            try:
                atomic_write(self._path, csv_header() + csv_lines(rows))
                self._file = ResultsFile(self._path, resume=True).__enter__()
            except (OSError, LwnbError) as error:
                _log.warning("results are not saved against a crash: %s", error)

    def add(self, rows: Iterable[ResultRow]) -> None:
        if self._file is not None:
            try:
                self._file.append(rows)
            except OSError as error:
                _log.warning("results are no longer saved against a crash: %s", error)
                self._end()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.__exit__(None, None, None)


def rows_of(files: Mapping[Preset, Iterable[Path]]) -> tuple[dict[Preset, list[ResultRow]], list[LwnbError]]:
    """The rows in results files, and the errors of those that cannot be read."""
    rows: dict[Preset, list[ResultRow]] = {}
    errors: list[LwnbError] = []
    for preset, paths in files.items():
        for path in paths:
            if path.exists() or journal_of(path).exists():
                try:
                    rows.setdefault(preset, []).extend(read_results(path))
                except LwnbError as error:
                    errors.append(error)
                except OSError as error:
                    errors.append(LwnbError(f"{path} cannot be read: {error.strerror or error}"))
    return rows, errors
