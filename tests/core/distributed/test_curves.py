"""Cross-validation and curves on a cluster: the same numbers as on one machine, even if workers die."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.distributed import curve_tasks
from lwnb_core.distributed.backends import connected
from lwnb_core.distributed.local_cluster import local_cluster
from lwnb_core.evaluation.curves.sums import CurveWork
from tests.core.evaluation.curves.test_curves import small

pytest.importorskip("distributed", reason="the extra `dask` is not installed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # raised by distributed itself
    pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows"),
]

KS = (1, 4, 9, 30)


@pytest.fixture(scope="module", autouse=True)
def small_and_readable() -> Iterator[None]:
    """Use small tasks, and the engine that need not be compiled; processes that are started do the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LWNB_ENGINE", "reference")
        patch.setattr(curve_tasks, "_FEWEST", 3)
        yield


@pytest.fixture(scope="module")
def workers(small_and_readable: None) -> Iterator[str]:
    """Return the address of two processes that all tests share."""
    with local_cluster(2) as address:
        yield address


def kill_a_worker(address: str) -> None:
    with connected(address) as cluster:
        os.kill(next(iter(cluster.client.run(os.getpid).values())), signal.SIGKILL)


@pytest.mark.parametrize("convention", ["paper", "weka"])  # in one of them test rows stretch the ranges
@pytest.mark.parametrize("evaluation", ["loo", "cv"])
def test_curves_are_those_of_one_machine(workers: str, evaluation: str, convention: str) -> None:
    data = small("glass", 60)
    learners = [
        lw.LWNB(convention=convention),
        lw.KNN(convention=convention),
        lw.NB(convention),
        lw.Discretised(lw.KNN(convention=convention), convention),
    ]
    in_process = lw.accuracy_curve(learners, data, evaluation, KS, folds=3)  # type: ignore[arg-type]
    on_cluster = lw.accuracy_curve(learners, data, evaluation, KS, folds=3, cluster=workers)  # type: ignore[arg-type]
    for one, other in zip(in_process.curves, on_cluster.curves, strict=True):
        assert one.folds.tolist() == other.folds.tolist()
        assert [one.steps(i) for i in range(60)] == [other.steps(i) for i in range(60)]
        for measure in ("kappa", "log_loss", "brier"):
            assert other.mean(measure) == pytest.approx(one.mean(measure), rel=1e-12)  # type: ignore[arg-type]


def test_a_curve_to_a_precision_tests_the_rows_that_one_machine_tests(
    workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lwnb_core.evaluation.curves.precision._FIRST", 20)
    data = lw.sample("iris")
    told: list[tuple[int, int]] = []
    on_cluster = lw.accuracy_curve(
        [lw.KNN()], data, ks=KS, precision=6, cluster=workers, progress=lambda *now: told.append(now)
    )
    in_process = lw.accuracy_curve([lw.KNN()], data, ks=KS, precision=6)
    assert 20 < len(on_cluster.cases) < 150
    assert on_cluster.cases.rows.tolist() == in_process.cases.rows.tolist()
    assert on_cluster["KNN"].accuracy.tolist() == in_process["KNN"].accuracy.tolist()
    assert told[-1][0] == len(on_cluster.cases)


def test_cross_validation_is_that_of_one_machine(workers: str) -> None:
    data = small("glass", 60)
    in_process = lw.cross_validate(lw.LWNB(20), data, 2, 3)
    on_cluster = lw.cross_validate(lw.LWNB(20), data, 2, 3, cluster=workers)
    assert on_cluster.folds.tolist() == in_process.folds.tolist()
    assert on_cluster.predictions.tolist() == in_process.predictions.tolist()


def test_equal_data_sets_keep_their_names(workers: str) -> None:
    data = lw.sample("labor")
    result = lw.Experiment({"a": data, "b": data}, ["nb"], runs=2, folds=2, cluster=workers).run()
    assert result.complete
    assert sorted({row.dataset for row in result.rows}) == ["a", "b"]
    later = lw.Experiment({"c": data}, ["nb"], runs=1, folds=2, cluster=workers).run()
    assert later.complete
    assert {row.dataset for row in later.rows} == {"c"}


def test_workers_get_nothing_that_tells_equal_data_apart(workers: str) -> None:
    data = lw.sample("labor")
    with connected(workers) as cluster:
        held = cluster.held_data(data)
        assert (held.result().source, held.result().name) == ("", "data")
        assert held.result().fingerprint == data.fingerprint
        assert cluster.held_data(lw.sample("labor")).key == held.key
        assert cluster.held_data(data.subset(slice(10))).key != held.key


def test_leaving_out_a_row_that_is_there_twice_leaves_out_both(workers: str) -> None:
    """Here rows are identified by their numbers; equal rows of a file have different ones."""
    data = lw.sample("labor").subset(np.repeat(np.arange(20), 2))
    apart = lw.Dataset.from_pandas(data.to_pandas(), "class")
    for some in (apart, data):
        in_process = lw.accuracy_curve([lw.KNN()], some, ks=(1,))
        on_cluster = lw.accuracy_curve([lw.KNN()], some, ks=(1,), cluster=workers)
        assert on_cluster["KNN"].accuracy.tolist() == in_process["KNN"].accuracy.tolist()


def test_a_cancelled_curve_goes_on_where_it_was(workers: str) -> None:
    data, work = lw.sample("iris"), CurveWork()

    def stop(done: int, total: int) -> None:
        if done > total // 4:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        lw.accuracy_curve([lw.KNN(), lw.NB()], data, ks=KS, cluster=workers, progress=stop, work=work)
    told: list[int] = []
    result = lw.accuracy_curve(
        [lw.KNN(), lw.NB()], data, ks=KS, work=work, progress=lambda done, _: told.append(done)
    )
    assert told[0] >= 300 // 4
    whole = lw.accuracy_curve([lw.KNN(), lw.NB()], data, ks=KS)
    assert [c.accuracy.tolist() for c in result.curves] == [c.accuracy.tolist() for c in whole.curves]


def test_what_a_cancelled_thread_left_half_done_is_completed_here(workers: str) -> None:
    data, work = lw.sample("iris"), CurveWork()
    lw.accuracy_curve([lw.KNN()], data, ks=KS, sample=30, work=work)  # KNNDW has no such rows
    both = [lw.KNN(), lw.KNNDW()]
    on_cluster = lw.accuracy_curve(both, data, ks=KS, cluster=workers, work=work)
    whole = lw.accuracy_curve(both, data, ks=KS)
    for one, other in zip(on_cluster.curves, whole.curves, strict=True):
        assert one.accuracy.tolist() == other.accuracy.tolist()
        assert one.kappa == pytest.approx(other.kappa)


def test_a_killed_worker_loses_nothing() -> None:
    data = lw.sample("iris")
    with local_cluster(2) as address:
        killed = False

        def kill_one(done: int, total: int) -> None:
            nonlocal killed
            if done and not killed:
                killed = True
                kill_a_worker(address)

        on_cluster = lw.cross_validate(lw.KNN(5), data, 4, 10, cluster=address, progress=kill_one)
        assert killed
        killed = False
        curve = lw.accuracy_curve([lw.KNN()], data, ks=KS, cluster=address, progress=kill_one)
        assert killed
    assert on_cluster.predictions.tolist() == lw.cross_validate(lw.KNN(5), data, 4, 10).predictions.tolist()
    in_process = lw.accuracy_curve([lw.KNN()], data, ks=KS)
    assert curve["KNN"].accuracy.tolist() == in_process["KNN"].accuracy.tolist()


def test_a_killed_scheduler_is_a_clear_error() -> None:
    with local_cluster(1) as address:
        with connected(address) as cluster:
            scheduler = cluster.client.run_on_scheduler(os.getpid)

        def kill_it(done: int, total: int) -> None:
            os.kill(scheduler, signal.SIGKILL)

        with pytest.raises(lw.LwnbError, match="its scheduler is gone") as caught:
            lw.cross_validate(lw.NB(), lw.sample("iris"), 20, 10, cluster=address, progress=kill_it)
    assert "start again" in caught.value.hint


def test_large_data_are_sent_without_a_word(workers: str, recwarn: pytest.WarningsRecorder) -> None:
    values = np.arange(2_000_000.0)
    with connected(workers) as cluster:
        assert cluster.held("large", values).result()[-1] == values[-1]
    assert not [warning for warning in recwarn if "large graph" in str(warning.message)]


@pytest.mark.parametrize("compute", [lw.cross_validate, lw.accuracy_curve])
def test_what_is_no_cluster_is_refused_at_once(compute: object) -> None:
    with pytest.raises(lw.SettingsError, match="is not the address"):
        compute(lw.NB(), lw.sample("iris"), cluster="somewhere")  # type: ignore[operator]
