"""Data sets × learners, each pair on the same folds of repeated cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from lwnb_core.arguments import (
    FLAG,
    LEARNER,
    PATH,
    TEXT,
    WHOLE,
    check_arguments,
    check_count,
    check_jobs,
    wrong_kind,
)
from lwnb_core.distributed.backends import check_cluster
from lwnb_core.distributed.experiment_tasks import on_cluster
from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.experiments.fold_results import Key, ResultRow
from lwnb_core.evaluation.experiments.names import DataSource, columns_of, entries_of, spec_text
from lwnb_core.evaluation.experiments.pool import UnitRows, cores, on_cores
from lwnb_core.evaluation.experiments.result import ExperimentResult
from lwnb_core.evaluation.experiments.results_file import ResultsFile
from lwnb_core.evaluation.experiments.units import (
    ExperimentData,
    ExperimentLearner,
    Unit,
    compute_folds,
    cut_into_units,
    fold_work,
    row_digest,
)
from lwnb_core.learners.base import Learner
from lwnb_core.learners.specs import learner_from_spec
from lwnb_core.parallel import can_start_threads
from lwnb_core.progress import Progress, silent
from lwnb_core.remedies import Remedy

# If there is less work than this (training rows × attributes × test rows × learners), it is done before
# workers could have started.
WORTH_WORKERS = 3e8


class Experiment:
    """A comparison of learners by repeated stratified cross-validation on Weka's folds.

    Parameters
    ----------
    datasets
        Data sets, files or names of samples; a mapping gives them names.
    learners
        Learners, or texts such as ``lwnb:k=50``.
    base
        The learner with which the others are compared: its position, or the learner itself.
    out
        A results file (.csv or .parquet) to which every result is written as soon as it is computed.
    resume
        Continue where the experiment that wrote `out` stopped: results that exist are not computed again.
        Data sets, learners and runs may be added; different data under a known name are refused.
    jobs
        Worker processes: by default one per core; with 1, everything is computed in this process.
    cluster
        Where to compute instead: the address of a Dask scheduler, such as ``tcp://host:8786``, or ``local:4``
        for four processes that Dask starts on this machine.
    shuffled
        Order of the training rows, see `weka_folds`.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> experiment = lw.Experiment(["iris", "glass"], ["lwnb:k=50", "nb"], runs=1, jobs=1)
    >>> result = experiment.run()
    >>> print(f"{result.cell('glass', 'NB').mean:.1f} % instead of {result.cell('glass', 0).mean:.1f} %")
    47.7 % instead of 70.5 %

    With a results file, nothing is computed twice; here the second run is new:

    >>> settings = dict(datasets=["iris"], learners=["lwnb:k=50", "nb"], out="results.csv", jobs=1)
    >>> first = lw.Experiment(**settings, runs=1).run()
    >>> more = lw.Experiment(**settings, runs=2, resume=True)
    >>> len(more.rows_that_fit(first.rows)), len(more.run().rows), more.total_work
    (20, 40, 324000)
    """

    @check_arguments(out=PATH, resume=FLAG, cluster=TEXT, shuffled=FLAG)
    def __init__(
        self,
        datasets: Mapping[str, DataSource] | Iterable[DataSource],
        learners: Iterable[Learner | str],
        runs: int = 10,
        folds: int = 10,
        base: int | str | Learner = 0,
        out: str | Path | None = None,
        jobs: int | None = None,
        *,
        resume: bool = False,
        cluster: str | None = None,
        shuffled: bool = True,
    ) -> None:
        check_count("runs", runs)
        check_count("folds", folds, least=2)
        if jobs is not None:
            check_jobs(jobs)
        if resume and out is None:
            raise SettingsError("nothing to resume", remedies=[Remedy("results_file")])
        if cluster is not None:
            check_cluster(cluster)
        self.entries: tuple[ExperimentData, ...] = entries_of(datasets)
        for entry in self.entries:
            if entry.rows < folds:
                raise SettingsError(
                    f"{folds} folds need at least as many rows with a class, but {entry.name} has "
                    f"{entry.rows}",
                    hint="Choose fewer folds (at least 2).",
                )
        self.columns: tuple[ExperimentLearner, ...] = columns_of(learners)
        self.runs, self.folds = runs, folds
        self.base = _base_number(base, self.columns)
        self.out = None if out is None else Path(out)
        self.jobs, self.cluster, self.resume, self.shuffled = jobs, cluster, resume, shuffled

    @property
    def total_work(self) -> int:
        """The total for `progress`: training rows × attributes × test rows, over all learners and folds."""
        each = self.runs * self.folds * len(self.columns)
        return sum(each * fold_work(entry, self.folds) for entry in self.entries)

    def run(
        self,
        progress: Progress = silent,
        on_result: Callable[[ResultRow], None] | None = None,
        known: Iterable[ResultRow] = (),
    ) -> ExperimentResult:
        """Compute the results that are missing.

        `progress` is called a few times a second with the work done (see `total_work`), and may raise
        `Cancelled`; results that are finished by then stay in the results file. `on_result` is called with
        every new result. `known` are results of an earlier run that need not be computed again; those that do
        not belong to this experiment are ignored.
        """
        with ExitStack() as stack:
            known_rows = self.rows_that_fit(known)
            file: ResultsFile | None = None
            if self.out is not None:
                file = stack.enter_context(ResultsFile(self.out, self.resume))
                saved_rows = self._own_rows(file.rows.values())
                file.append(known_rows.values())
                known_rows |= saved_rows
            units = list(
                cut_into_units(
                    self.entries,
                    self.columns,
                    self.runs,
                    self.folds,
                    lambda *key: Key(*key) in known_rows,
                    self.shuffled,
                )
            )
            total = self.total_work
            done = total - sum(unit.work for unit in units)

            shown = 0

            def beat(part: int, _: int, /) -> None:
                nonlocal shown  # parts are estimates: progress that was shown is not taken back
                shown = max(shown, min(done + part, total))
                progress(shown, total)

            beat(0, 0)
            for unit, rows in self._computed(units, beat):
                if file is not None:
                    file.append(rows)
                for row in rows:
                    known_rows[row.key] = row
                    if on_result is not None:
                        on_result(row)
                done += len(rows) * fold_work(unit.entry, self.folds)
                beat(0, 0)
        return self._result(known_rows.values())

    def _computed(self, units: Sequence[Unit], beat: Progress) -> Iterator[UnitRows]:
        if self.cluster is not None:
            return on_cluster(units, self.cluster, beat)
        jobs = min(self.jobs or cores(), len(units))
        small = self.jobs is None and sum(unit.work for unit in units) < WORTH_WORKERS
        if jobs <= 1 or small or not can_start_threads():
            return _in_process(units, beat)
        return on_cores(units, jobs, beat)

    def rows_that_fit(self, rows: Iterable[ResultRow]) -> dict[Key, ResultRow]:
        """Select the results that belong to this experiment: same data, folds and learner."""
        digests = {entry.name: row_digest(entry, self.shuffled) for entry in self.entries}
        specs = {column.spec for column in self.columns}
        return {
            row.key: row
            for row in rows
            if row.spec in specs
            and 1 <= row.run <= self.runs
            and row.folds == self.folds
            and row.data == digests.get(row.dataset)
        }

    def _own_rows(self, rows: Iterable[ResultRow]) -> dict[Key, ResultRow]:
        """Return the rows of a results file that belong to this experiment, without those of other learners.

        Rows of the same data set that came from other data or folds must not stand beside new ones.
        """
        rows = list(rows)
        digests = {entry.name: row_digest(entry, self.shuffled) for entry in self.entries}
        for row in rows:
            if row.dataset in digests and (row.data != digests[row.dataset] or row.folds != self.folds):
                what = f"{row.folds} folds" if row.folds != self.folds else "other data"
                raise SettingsError(
                    f"{self.out} has results for {row.dataset!r} with {what}",
                    hint="They cannot be mixed with those of this experiment: choose another file.",
                )
        return self.rows_that_fit(rows)

    def _result(self, rows: Iterable[ResultRow]) -> ExperimentResult:
        return ExperimentResult(
            datasets=tuple(entry.name for entry in self.entries),
            learners=tuple(column.name for column in self.columns),
            specs=tuple(column.spec for column in self.columns),
            base=self.base,
            runs=self.runs,
            folds=self.folds,
            rows=tuple(rows),
        )


def _in_process(units: Sequence[Unit], beat: Progress) -> Iterator[UnitRows]:
    """Compute units one after the other in this process, and yield them fold by fold."""
    for unit in units:
        # A fold counts test rows once per learner.
        per_row = fold_work(unit.entry, unit.folds) / max(unit.entry.rows // unit.folds, 1)

        def within(done: int, _: int, /, per_row: float = per_row) -> None:
            beat(int(per_row * done), 0)

        for rows in compute_folds(unit, within):
            yield unit, rows


def _base_number(base: int | str | Learner, columns: tuple[ExperimentLearner, ...]) -> int:
    if isinstance(base, str):
        base = learner_from_spec(base)
    if isinstance(base, Learner):
        spec = spec_text(base)
        numbers = [i for i, column in enumerate(columns) if column.spec == spec]
        if not numbers:
            raise SettingsError(
                f"the base {base.label} is not among the learners",
                hint=f"They are: {', '.join(column.name for column in columns)}.",
            )
        return numbers[0]
    if not WHOLE.fits(base):
        raise wrong_kind("base", base, LEARNER)
    if not 0 <= base < len(columns):
        raise SettingsError(f"no learner number {base} to be the base; there are {len(columns)}")
    return base
