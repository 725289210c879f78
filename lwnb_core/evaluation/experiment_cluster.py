"""Units of an experiment on a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lwnb_core.cluster import connected
from lwnb_core.evaluation.experiment_pool import UnitRows
from lwnb_core.evaluation.experiment_units import Column, Entry, Unit, compute
from lwnb_core.evaluation.results import ResultRow
from lwnb_core.progress import Progress


def on_cluster(units: Sequence[Unit], where: str, beat: Progress) -> Iterator[UnitRows]:
    """Units with their rows, as the cluster's workers finish them; those of a dead worker are done again."""
    with connected(where) as cluster:
        held = {unit.entry.digest: cluster.held(unit.entry.digest, unit.entry) for unit in units}

        def call(unit: Unit) -> tuple[Any, ...]:
            entry = held[unit.entry.digest]
            return compute_on_worker, entry, unit.columns, unit.run, unit.folds, unit.requested, unit.shuffled

        for ended in cluster.results(call, units, len(units)):
            beat(0, 0)
            yield from ended


def compute_on_worker(
    entry: Entry,
    columns: tuple[Column, ...],
    run: int,
    folds: int,
    requested: tuple[tuple[int, tuple[int, ...]], ...],
    shuffled: bool,
) -> list[ResultRow]:
    """A unit on the worker that holds its data."""
    return compute(Unit(entry, columns, run, folds, requested, shuffled))
