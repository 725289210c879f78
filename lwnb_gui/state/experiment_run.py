"""Carrying a plan out, in whatever thread: data are read, folds computed, rows handed over in batches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from lwnb_core import Cancelled, Dataset, Experiment, LwnbError
from lwnb_core.evaluation.experiment import WORTH_WORKERS
from lwnb_core.evaluation.experiment_units import fold_work
from lwnb_core.evaluation.results import ResultRow
from lwnb_core.evaluation.results_file import journal_of, read_results
from lwnb_core.progress import Progress
from lwnb_gui.state.experiment_clock import Clock
from lwnb_gui.state.experiment_forecast import Forecast
from lwnb_gui.state.experiment_keeping import KeptRows
from lwnb_gui.state.experiment_plan import DataChoice, Plan

# Seconds between two batches of rows: nobody reads faster.
_BETWEEN = 0.1


class Control:
    """How the user holds on to a run: pause, go on, stop. Stopping keeps what is done."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._going = threading.Event()
        self._going.set()

    def pause(self) -> None:
        self._going.clear()

    def go_on(self) -> None:
        self._going.set()

    def stop(self) -> None:
        self._stopped.set()
        self._going.set()

    @property
    def is_paused(self) -> bool:
        return not self._going.is_set()

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of a pause; whether it is over."""
        return self._going.wait(seconds)


@dataclass(frozen=True)
class SourceRead:
    """A data set has been read: how large it is, or why it takes no part."""

    name: str
    source: str
    rows: int = 0
    attributes: int = 0
    digest: str = ""
    error: str = ""
    data: Dataset | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Taken:
    """The rows that are there already and are not computed again."""

    rows: tuple[ResultRow, ...]


@dataclass(frozen=True)
class NewRows:
    """Rows just computed."""

    rows: tuple[ResultRow, ...]


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    stopped: bool
    seconds: float


Message = SourceRead | Taken | NewRows
Send = Callable[[Message], object]


def run_plan(
    plan: Plan,
    known: Iterable[ResultRow],
    control: Control,
    clock: Clock,
    progress: Progress,
    send: Send,
    keep: Path | None = None,
) -> Outcome:
    """Read the data, compute what is missing, smallest data sets first.

    `progress` gets the work done and may raise `Cancelled`, which ends everything at once; `control` ends it
    as the user does, with every row that is done handed over. `keep` is a file of the program's own that has
    every row too, against a crash.
    """
    clock.start()
    try:
        data = _read_all(plan, control, progress, send)
        if not data or control.is_stopped:
            return Outcome(control.is_stopped, clock.seconds)
        known = tuple(known)
        taken = plan.experiment(data).rows_that_fit([*known, *_kept_rows(plan)])
        send(Taken(tuple(taken.values())))
        parts = [plan.experiment(part) for part in _small_and_large(plan, data)]
        kept = KeptRows(keep)
        batch = _Batch(send, kept)
        forecast = _forecast(plan, parts)
        forecast.take(taken.values())
        began = clock.seconds

        def heard(row: ResultRow) -> None:
            batch.add(row)
            forecast.add(row)

        def beat(done: int, total: int, /) -> None:
            if batch.send_if_due():
                clock.report(forecast.share, forecast.left(clock.seconds - began))
            _obey(control, clock, lambda: progress(done, total))
            progress(done, total)

        clock.report(forecast.share, None)
        read = {name for name, _ in data}
        with kept:
            kept.begin((*(row for row in known if row.dataset not in read), *taken.values()))
            try:
                for part in parts:
                    part.run(beat, heard, taken.values())
            finally:
                batch.send()
        return Outcome(False, clock.seconds)
    except _Stopped:
        return Outcome(True, clock.seconds)
    finally:
        clock.stop()


class _Stopped(Cancelled):
    """The user's own cancel, as opposed to the window's."""


class _Batch:
    """Collects rows and sends them a few times a second; what is sent has been kept."""

    def __init__(self, send: Send, kept: KeptRows) -> None:
        self._send, self._kept = send, kept
        self._rows: list[ResultRow] = []
        self._sent = time.monotonic()

    def add(self, row: ResultRow) -> None:
        self._rows.append(row)

    def send_if_due(self) -> bool:
        """Send, unless that was only just done; whether it was."""
        due = time.monotonic() - self._sent >= _BETWEEN
        if due:
            self.send()
        return due

    def send(self) -> None:
        self._sent = time.monotonic()
        if self._rows:
            rows, self._rows = tuple(self._rows), []
            self._kept.add(rows)
            self._send(NewRows(rows))


def _obey(control: Control, clock: Clock, still_wanted: Callable[[], object]) -> None:
    """Wait while paused, end where stopped; `still_wanted` raises when the window closes meanwhile."""
    if control.is_paused:
        clock.stop()
        while not control.wait(_BETWEEN):
            still_wanted()
        clock.start()
    if control.is_stopped:
        raise _Stopped


def _read_all(plan: Plan, control: Control, progress: Progress, send: Send) -> list[tuple[str, Dataset]]:
    """The data sets that can take part, smallest first; what cannot be used is told and left out."""
    found: list[tuple[int, str, Dataset]] = []
    for choice in plan.there:
        progress(0, 1)
        if control.is_stopped:
            return []
        try:
            data = choice.read()
            entry = plan.experiment([(choice.name, data)]).entries[0]
        except (LwnbError, OSError, MemoryError) as error:
            send(SourceRead(choice.name, choice.source, error=_why(error)))
            continue
        size = (entry.rows, len(data.predictors))
        send(SourceRead(choice.name, choice.source, *size, entry.digest, data=data))
        found.append((fold_work(entry, plan.folds), choice.name, data))
    return [(name, data) for _, name, data in sorted(found, key=lambda item: item[0])]


def _small_and_large(plan: Plan, data: list[tuple[str, Dataset]]) -> list[list[tuple[str, Dataset]]]:
    """The data sets that are done before worker processes have started, and the others.

    The small ones are computed in this process: their lines are there within seconds.
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


def _kept_rows(plan: Plan) -> list[ResultRow]:
    """What the results file holds already."""
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


def unread_cells(choice: DataChoice, source: SourceRead | None) -> str:
    """Why a line has no figures at all; empty: it can have."""
    if source is not None and source.error:
        return source.error
    if choice.is_there:
        return "" if choice.wanted else "not chosen"
    return choice.note or "not found"
