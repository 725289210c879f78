"""Units of an experiment on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lwnb_core.data.dataset import Dataset
from lwnb_core.distributed.backends import connected
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.pool import UnitRows
from lwnb_core.evaluation.experiments.units import ExperimentData, ExperimentLearner, Unit, compute
from lwnb_core.progress import Progress


def on_cluster(units: Sequence[Unit], where: str, beat: Progress) -> Iterator[UnitRows]:
    """Yield units with their rows as workers finish them; those of a dead worker are repeated."""
    with connected(where) as cluster:
        datasets = {unit.entry.name: unit.entry.data for unit in units}
        held = {name: cluster.held_data(data) for name, data in datasets.items()}

        def call(unit: Unit) -> tuple[Any, ...]:
            name = unit.entry.name
            settings = unit.columns, unit.run, unit.folds, unit.requested, unit.shuffled
            return compute_on_worker, held[name], name, *settings

        for ended in cluster.results(call, units, len(units)):
            beat(0, 0)
            yield from ended


def compute_on_worker(
    data: Dataset,
    name: str,
    columns: tuple[ExperimentLearner, ...],
    run: int,
    folds: int,
    requested: tuple[tuple[int, tuple[int, ...]], ...],
    shuffled: bool,
) -> list[ResultRow]:
    """Compute a unit on the worker that holds its data, which may have other names elsewhere."""
    return compute(Unit(ExperimentData(name, data), columns, run, folds, requested, shuffled))
