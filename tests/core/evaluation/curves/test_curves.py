"""Accuracy over k equals evaluating each k separately, whatever the engine and the number of threads."""

from __future__ import annotations

import json
import tracemalloc
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.evaluation.curves import accuracy_curve as curves
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.curves.result import AccuracyCurves
from lwnb_core.evaluation.measures import CONFUSION_MEASURES
from tests.core.problems import dataset
from tests.core.zoo import with_k

FOUR = (lw.LWNB(), lw.KNN(), lw.KNNDW(), lw.NB())


@pytest.fixture(params=["reference", "numba"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "numba":
        pytest.importorskip("numba")
    monkeypatch.setenv("LWNB_ENGINE", request.param)
    return str(request.param)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("LWNB_ENGINE", "numba")


@cache
def small(name: str, rows: int) -> lw.Dataset:
    """Return some rows of a sample, spread over it."""
    data = lw.sample(name)
    return data.subset(np.linspace(0, len(data) - 1, rows).astype(int))


def settings(convention: str) -> list[lw.Learner]:
    return [
        lw.LWNB(1, convention),
        lw.KNN(1, convention),
        lw.KNNDW(1, convention),
        lw.NB(convention),
        lw.Discretised(lw.LWNB(1, convention), convention),
        lw.Discretised(lw.KNN(1, convention), convention),
        lw.LWNB(1, convention, kernel="tricube"),
    ]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_folds_are_those_of_cross_validation(convention: str) -> None:
    data = small("labor", 25)
    ks = [1, 5, 60]
    learners = settings(convention)
    result = accuracy_curve(learners, data, "repeated-cv", ks, runs=2, folds=5)
    assert (result.cases.runs.max(), result.cases.folds.max(), len(result.cases)) == (2, 4, 50)
    for curve, learner in zip(result.curves, learners, strict=True):
        for i, k in enumerate(ks):
            expected = lw.cross_validate(
                learner if learner.name == "NB" else with_k(learner, k), data, runs=2, folds=5
            )
            assert curve.folds[:, i].tolist() == pytest.approx(expected.folds.tolist(), abs=1e-9)
            assert curve.accuracy[i] == pytest.approx(expected.mean)
            assert curve.sd[i] == pytest.approx(expected.sd)
            predicted = expected.predictions[result.cases.runs - 1, result.cases.rows]
            assert curve.predictions(k).tolist() == predicted.tolist()


@pytest.mark.usefixtures("engine")
def test_one_cross_validation_is_the_first_run() -> None:
    data = small("iris", 60)
    once = accuracy_curve([lw.KNN()], data, "cv", [3, 7])
    expected = lw.cross_validate(lw.KNN(3), data, 1, 10)
    assert once["KNN"].folds[:, 0].tolist() == pytest.approx(expected.folds.tolist())


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_leave_one_out_is_each_row_predicted_without_itself(convention: str) -> None:
    data = small("glass", 50)
    ks = [1, 17, 49]
    learners = settings(convention)
    result = accuracy_curve(learners, data, "loo", ks)
    assert result.cases.rows.tolist() == list(range(50))
    for curve, learner in zip(result.curves, learners, strict=True):
        for i, k in enumerate(ks):
            own = learner if learner.name == "NB" else with_k(learner, k)
            predicted = own.fit(data).predict(data, leave_out=True)
            assert curve.predictions(k).tolist() == predicted.tolist()
            assert curve.accuracy[i] == pytest.approx(100 * np.mean(predicted == data.class_codes))
            assert curve.sd[i] == 0


@pytest.mark.usefixtures("compiled")
def test_every_k_at_once_is_every_k_by_itself() -> None:
    data = small("vote", 60)
    result = accuracy_curve(FOUR, data)
    assert result.ks.tolist() == list(range(1, 60))
    for k in result.ks.tolist():
        for learner in (lw.LWNB(k), lw.KNN(k), lw.KNNDW(k)):
            predicted = learner.fit(data).predict(data, leave_out=True)
            assert result[learner.name].predictions(k).tolist() == predicted.tolist()


@pytest.mark.usefixtures("engine")
def test_readings_of_one_result_agree() -> None:
    data = small("glass", 40)
    result = accuracy_curve(FOUR, data, ks=range(1, 40))
    truth = data.class_codes[result.cases.rows]
    for curve in result.curves:
        assert curve.done.all()
        for i, k in enumerate(result.ks.tolist()):
            right = curve.predictions(k) == truth
            assert curve.right(k).tolist() == right.tolist()
            assert curve.accuracy[i] == pytest.approx(100 * right.mean())
        for case in range(len(result.cases)):
            steps = curve.steps(case)
            assert steps[0][0] == 1
            assert all(a[1] != b[1] for a, b in pairwise(steps))
            for k in (1, 13, 39):
                assert [c for at, c in steps if at <= k][-1] == curve.predictions(k)[case]
    for k in (1, 20, 39):
        lwnb, knn = result["LWNB"].right(k), result["KNN"].right(k)
        assert result.won("LWNB", "KNN", k).tolist() == np.flatnonzero(lwnb & ~knn).tolist()
        assert result.won("KNN", "LWNB", k).tolist() == np.flatnonzero(knn & ~lwnb).tolist()
    assert len(result["NB"].steps(0)) == 1
    assert np.ptp(result["NB"].accuracy) == 0


@pytest.mark.usefixtures("engine")
def test_the_measures_at_one_k_are_those_of_the_curve() -> None:
    for evaluation in ("loo", "cv"):
        result = accuracy_curve([lw.LWNB(), lw.NB()], lw.sample("labor"), evaluation, [1, 5, 20], folds=4)
        for curve in result.curves:
            for i, k in enumerate(curve.ks.tolist()):
                expected = {name: curve.mean(name)[i] for name in CONFUSION_MEASURES}
                assert curve.measures_at(k) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_losses_are_those_of_the_posteriors() -> None:
    data = small("iris", 40)
    result = accuracy_curve([lw.LWNB(), lw.NB()], data, ks=[2, 11, 39])
    for i, k in enumerate((2, 11, 39)):
        for learner in (lw.LWNB(k), lw.NB()):
            p = learner.fit(data).predict_proba(data, leave_out=True)
            of_truth = p[np.arange(40), data.class_codes]
            curve = result[learner.name]
            assert curve.log_loss[i] == pytest.approx(-np.log(np.maximum(of_truth, 1e-75)).mean(), abs=1e-8)
            brier = ((p - np.eye(3)[data.class_codes]) ** 2).sum(axis=1).mean()
            assert curve.brier[i] == pytest.approx(brier, abs=1e-9)


@pytest.mark.usefixtures("engine")
def test_weights_count_and_rows_without_a_class_do_not() -> None:
    rows = [(float(i % 7), i % 3) for i in range(24)]
    classes: list[int | None] = [int(i % 7 > 3) for i in range(24)]
    classes[5] = None
    weights = [(0.0, 0.5, 1.0, 2.0)[i % 4] for i in range(24)]
    data = dataset((None, 3), rows, classes, 2, weights)
    result = accuracy_curve([lw.LWNB(), lw.KNN()], data, "cv", [1, 6], folds=4)
    assert 5 not in result.cases.rows
    for learner in (lw.LWNB, lw.KNN):
        for i, k in enumerate((1, 6)):
            expected = lw.cross_validate(learner(k), data, 1, 4)
            assert result[learner.name].folds[:, i].tolist() == pytest.approx(expected.folds.tolist())
    alone = accuracy_curve([lw.LWNB(), lw.KNN()], data, "loo", [1, 6])
    predicted = lw.LWNB(6).fit(data).predict(data, alone.cases.rows, leave_out=True)
    assert alone["LWNB"].predictions(6).tolist() == predicted.tolist()


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("evaluation", ["loo", "cv"])
@pytest.mark.parametrize("convention", ["paper", "tables"])
def test_any_number_of_threads_gives_the_same_curves(evaluation: str, convention: str) -> None:
    data = lw.sample("glass")
    learners = [lw.LWNB(1, convention), lw.KNN(1, convention), lw.KNNDW(1, convention), lw.NB(convention)]
    ks = [*range(1, 30), 100, 190]
    one, *others = (accuracy_curve(learners, data, evaluation, ks, jobs=jobs) for jobs in (1, 2, 5))
    for other in others:
        for a, b in zip(one.curves, other.curves, strict=True):
            np.testing.assert_array_equal(a.folds, b.folds)
            np.testing.assert_array_equal(a._right, b._right)
            assert [a.steps(case) for case in range(214)] == [b.steps(case) for case in range(214)]
            np.testing.assert_allclose(a.log_loss, b.log_loss, rtol=1e-12)  # the order of summation varies
            np.testing.assert_allclose(a.brier, b.brier, rtol=1e-12)


class TestChoiceOfK:
    def test_every_k_only_where_sums_carry_over(self, compiled: None) -> None:
        data = lw.sample("glass")
        assert len(accuracy_curve([lw.KNN(1, "weka")], data).ks) == 213
        assert len(accuracy_curve([lw.LWNB(1, "weka")], data, ks=[5]).ks) == 1
        for learner in (lw.LWNB(1, "weka"), lw.LWNB(kernel="gaussian")):
            assert curves._feasible("all", (learner,), data) == "grid"
        assert curves._feasible("all", (lw.LWNB(kernel="tricube"),), data) == "all"

    @pytest.mark.parametrize("engine", ["reference", "numba"])
    def test_every_engine_computes_the_same_k(self, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LWNB_ENGINE", engine)
        assert curves._feasible("all", (lw.LWNB(),), lw.sample("iris")) == "all"
        assert curves._feasible("all", (lw.LWNB(1, "weka"),), lw.sample("iris")) == "grid"

    @pytest.mark.usefixtures("compiled")
    def test_k_ends_with_the_smallest_training_part(self) -> None:
        data = small("iris", 31)
        assert accuracy_curve([lw.KNN()], data, "cv", folds=10).ks[-1] == 27
        assert accuracy_curve([lw.KNN()], data).ks[-1] == 30

    @pytest.mark.usefixtures("engine")
    def test_asking_for_another_k_is_an_error(self) -> None:
        result = accuracy_curve([lw.KNN()], small("iris", 20), ks=[2, 5])
        with pytest.raises(lw.SettingsError, match="k = 3"):
            result["KNN"].right(3)
        with pytest.raises(lw.SettingsError, match="NB"):
            result["NB"]


@pytest.mark.usefixtures("engine")
def test_impossible_studies_are_refused() -> None:
    data = small("iris", 20)
    with pytest.raises(lw.SettingsError, match="no learner"):
        accuracy_curve([], data)
    with pytest.raises(lw.SettingsError, match="bootstrap"):
        accuracy_curve([lw.KNN()], data, "bootstrap")  # type: ignore[arg-type]
    with pytest.raises(lw.DataError, match="folds"):
        accuracy_curve([lw.KNN()], data, "cv", folds=30)


def test_curves_as_strict_json() -> None:
    document = accuracy_curve(FOUR, small("iris", 20), ks=[1, 5]).to_dict()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert [c["learner"] for c in document["curves"]] == ["LWNB", "KNN", "KNNDW", "NB"]
    assert all(len(c["accuracy"]) == 2 for c in document["curves"])


class TestProgress:
    @pytest.mark.usefixtures("engine")
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_progress_counts_test_cases_times_learners(self, jobs: int) -> None:
        calls: list[tuple[int, int]] = []
        data = small("glass", 30)
        accuracy_curve(
            FOUR, data, "cv", [1, 9], folds=3, progress=lambda *call: calls.append(call), jobs=jobs
        )
        assert {total for _, total in calls} == {120}
        assert calls == sorted(calls)
        assert calls[-1] == (120, 120)

    @pytest.mark.usefixtures("engine")
    def test_partial_results_are_readings_of_what_is_done(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(curves, "_PARTIAL_EVERY", 0.0)
        data = small("glass", 60)
        seen: list[AccuracyCurves] = []
        final = accuracy_curve(
            [lw.LWNB(), lw.KNN()], data, "cv", [1, 9], folds=3, partial=seen.append, jobs=1
        )
        assert len(seen) > 3
        before = 0
        for result in seen:
            curve = result["LWNB"]
            done = int(curve.done.sum())
            assert done >= before
            before = done
            # Finished results do not change any more, and unfinished ones do not count as correct.
            assert (
                curve.predictions(9)[curve.done].tolist() == final["LWNB"].predictions(9)[curve.done].tolist()
            )
            assert (curve.predictions(9)[~curve.done] == -1).all()
            assert not curve.right(9)[~curve.done].any()
            assert not set(result.won("LWNB", "KNN", 9)) & set(np.flatnonzero(~curve.done))
            assert np.isfinite(curve.accuracy).all() or done == 0
        assert seen[-1]["LWNB"].done.all()

    @pytest.mark.usefixtures("engine")
    @pytest.mark.parametrize("jobs", [1, 2])
    @pytest.mark.parametrize("report", [1, 2, 5])
    def test_curve_can_be_cancelled_at_any_report(self, jobs: int, report: int) -> None:
        reports: list[int] = []

        def cancel(done: int, total: int) -> None:
            reports.append(done)
            if len(reports) == report:
                raise lw.Cancelled

        with pytest.raises(lw.Cancelled):
            accuracy_curve(FOUR, small("segment", 300), ks="grid", progress=cancel, jobs=jobs)
        assert len(reports) == report

    @pytest.mark.usefixtures("engine")
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_progress_is_reported_every_few_test_cases(self, jobs: int) -> None:
        """At most two blocks per thread lie between reports; the benchmarks measure how long that is."""
        reports: list[int] = [0]
        learners, data = (lw.LWNB(), lw.KNN()), small("waveform", 600)
        accuracy_curve(
            learners, data, ks=[1, 20], progress=lambda done, total: reports.append(done), jobs=jobs
        )
        assert reports[-1] == 2 * 600
        assert max(np.diff(reports)) <= 2 * jobs * 32 * len(learners)


@pytest.mark.usefixtures("compiled")
def test_memory_grows_with_the_rows_and_not_with_their_square() -> None:
    """The exception is one bit per row and k, which stores right or wrong."""
    random = np.random.RandomState(1)

    def peak(n: int) -> float:
        x = random.random_sample((n, 3))
        data = dataset(
            (None, None, None), [tuple(row) for row in x.tolist()], [int(r[0] > 0.5) for r in x], 2
        )
        rows = range(0, n, n // 40)
        learner = lw.LWNB()
        model = learner.fit(data)

        instances = model.instances(data, rows)
        sweeper = Sweeper(model.training, "linear", lw.PAPER)
        left_out = model.positions_to_leave_out(instances)
        ks = np.arange(1, n)
        sweeper.each(instances, left_out, ks, lambda *_: None)  # packs the rows
        tracemalloc.start()
        sweeper.each(instances, left_out, ks, lambda *_: None, jobs=2)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return float(most)

    small_peak, large_peak = peak(1000), peak(4000)
    assert large_peak < 6 * small_peak
    assert large_peak < 4000 * 8 * 100
