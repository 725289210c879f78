"""Carrying out a plan, in any thread: reading the data, computing the folds, delivering rows in batches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from lwnb_core import Dataset, Experiment, LwnbError
from lwnb_core.evaluation.experiments.experiment import WORTH_WORKERS
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.results_file import journal_of, read_results
from lwnb_core.evaluation.experiments.units import fold_work
from lwnb_core.progress import Progress
from lwnb_gui.app.run import Run
from lwnb_gui.experiment.forecast import Forecast
from lwnb_gui.experiment.plan import Plan
from lwnb_gui.experiment.saved_rows import SavedRows

_BETWEEN = 0.1  # seconds between two batches of rows: one cannot read faster


@dataclass(frozen=True)
class SourceRead:
    """A data set has been read; gives its size, or why it is excluded."""

    name: str
    source: str
    rows: int = 0
    attributes: int = 0
    digest: str = ""
    error: str = ""
    data: Dataset | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class KnownRows:
    """Rows that are already known and are not computed again."""

    rows: tuple[ResultRow, ...]


@dataclass(frozen=True)
class NewRows:
    """Rows that were just computed."""

    rows: tuple[ResultRow, ...]


Message = SourceRead | KnownRows | NewRows
Send = Callable[[Message], object]


def run_plan(
    plan: Plan,
    known: Iterable[ResultRow],
    run: Run,
    progress: Progress,
    send: Send,
    save_to: Path | None = None,
) -> None:
    """Read the data and compute what is missing, smallest data sets first.

    `progress` gets the work done and may raise `Cancelled`, which ends everything at once. `save_to` is a
    file of the program's own that gets every row too, against a crash.
    """
    data = _read_all(plan, run, progress, send)
    if not data:
        return
    known = tuple(known)
    fitting = plan.experiment(data).rows_that_fit([*known, *_rows_in_file(plan)])
    send(KnownRows(tuple(fitting.values())))
    parts = [plan.experiment(part) for part in _small_and_large(plan, data)]
    forecast = _forecast(plan, parts)
    forecast.take(fitting.values())
    clock, began = run.clock, run.clock.seconds
    clock.report(forecast.share, None)
    saved = SavedRows(save_to)
    batch = _Batch(send, saved)

    def add(row: ResultRow) -> None:
        batch.add(row)
        forecast.add(row)

    def report(done: int, total: int, /) -> None:
        if batch.send_if_due():
            clock.report(forecast.share, forecast.left(clock.seconds - began))
        run.checkpoint(lambda: progress(done, total))
        progress(done, total)

    read = {name for name, _ in data}
    with saved:
        saved.begin((*(row for row in known if row.dataset not in read), *fitting.values()))
        try:
            for part in parts:
                part.run(report, add, fitting.values())
        finally:
            batch.send()


class _Batch:
    """Collects rows and sends them a few times a second; rows that are sent have been saved."""

    def __init__(self, send: Send, saved: SavedRows) -> None:
        self._send, self._saved = send, saved
        self._rows: list[ResultRow] = []
        self._sent = time.monotonic()

    def add(self, row: ResultRow) -> None:
        self._rows.append(row)

    def send_if_due(self) -> bool:
        """Send the rows, unless that was done just now; return whether they were sent."""
        due = time.monotonic() - self._sent >= _BETWEEN
        if due:
            self.send()
        return due

    def send(self) -> None:
        self._sent = time.monotonic()
        if self._rows:
            rows, self._rows = tuple(self._rows), []
            self._saved.add(rows)
            self._send(NewRows(rows))


def _read_all(plan: Plan, run: Run, progress: Progress, send: Send) -> list[tuple[str, Dataset]]:
    """Return the data sets that can be used, smallest first; others are reported and left out."""
    data_sets: list[tuple[int, str, Dataset]] = []
    for choice in plan.included:
        progress(0, 1)
        run.checkpoint(lambda: progress(0, 1))
        try:
            data = choice.read()
            entry = plan.experiment([(choice.name, data)]).entries[0]
        except (LwnbError, OSError, MemoryError) as error:
            send(SourceRead(choice.name, choice.source, error=_why(error)))
            continue
        size = (entry.rows, len(data.predictors))
        send(SourceRead(choice.name, choice.source, *size, entry.digest, data=data))
        data_sets.append((fold_work(entry, plan.folds), choice.name, data))
    return [(name, data) for _, name, data in sorted(data_sets, key=lambda item: item[0])]


def _small_and_large(plan: Plan, data: list[tuple[str, Dataset]]) -> list[list[tuple[str, Dataset]]]:
    """Split data sets into those done before worker processes have started, and the others.

    The small ones are computed in this process: their lines appear within seconds.
    """
    small: list[tuple[str, Dataset]] = []
    for item in data:
        if plan.experiment([*small, item]).total_work >= WORTH_WORKERS:
            break
        small.append(item)
    large = data[len(small) :]
    return [part for part in (small, large) if part]


def _forecast(plan: Plan, parts: list[Experiment]) -> Forecast:
    sizes = {}
    for entry in (entry for part in parts for entry in part.entries):
        tested = max(entry.rows // plan.folds, 1) * max(len(entry.data.predictors), 1)
        sizes[entry.name] = (tested, fold_work(entry, plan.folds))
    return Forecast(sizes, plan.runs * plan.folds * len(plan.specs))


def _rows_in_file(plan: Plan) -> list[ResultRow]:
    """Return the rows that the user's results file already has."""
    if not plan.results:
        return []
    path = Path(plan.results).expanduser()
    return read_results(path) if path.exists() or journal_of(path).exists() else []


def _why(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "not enough memory to read it"
    if isinstance(error, LwnbError):
        return error.message
    return str(error)
