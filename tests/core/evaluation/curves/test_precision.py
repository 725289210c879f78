"""Curves of test rows in random order: their band has the promised coverage; they stop once it is narrow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.stats

import lwnb_core as lw
from lwnb_core.evaluation.curves import memory
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.curves.confidence import DrawnRows, most_rows
from lwnb_core.evaluation.curves.precision import until_precise
from lwnb_core.evaluation.curves.result import AccuracyCurves
from lwnb_core.evaluation.curves.splits import random_order
from lwnb_core.evaluation.curves.sums import CurveWork
from lwnb_core.progress import silent
from tests.core.evaluation.curves.test_curves import small

KS = (1, 4, 9, 30)
THREE = (lw.LWNB(), lw.KNN(), lw.NB())


@pytest.fixture(autouse=True)
def readable_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "reference")


def equal_in_all(one: AccuracyCurves, other: AccuracyCurves) -> None:
    assert one.cases.rows.tolist() == other.cases.rows.tolist()
    for a, b in zip(one.curves, other.curves, strict=True):
        assert a.folds.tolist() == b.folds.tolist()
        assert [a.steps(i) for i in range(len(a.cases))] == [b.steps(i) for i in range(len(b.cases))]
        for measure in ("kappa", "log_loss", "brier"):
            assert a.mean(measure) == pytest.approx(b.mean(measure))  # type: ignore[arg-type]


class TestBand:
    def test_is_wilsons_interval_where_the_rows_are_many(self) -> None:
        band = DrawnRows(100, 10**9, 100.0).band(np.array([90.0, 100.0]))
        assert band.low == pytest.approx([82.56, 96.30], abs=0.005)  # from printed tables of the interval
        assert band.high == pytest.approx([94.48, 100.0], abs=0.005)
        assert band.half_width == pytest.approx([7.44, 3.70], abs=0.005)

    def test_is_nothing_where_every_row_was_tested(self) -> None:
        band = DrawnRows(60, 60, 60.0).band(np.array([0.0, 55.0, 100.0]))
        assert band.low.tolist() == pytest.approx([0, 55, 100])
        assert band.widest == pytest.approx(0)

    def test_narrows_as_rows_come_in(self) -> None:
        widths = [DrawnRows(n, 1000, float(n)).band(np.array([80.0])).widest for n in range(1, 1001)]
        assert (np.diff(widths) < 0).all()

    @pytest.mark.parametrize("drawn", [20, 100, 400])
    def test_holds_the_accuracy_over_all_rows_in_95_of_100_samples(self, drawn: int) -> None:
        """Counts are whole numbers, so the exact coverage of some accuracies is a little lower."""
        rows, counts = 500, np.arange(drawn + 1)
        band = DrawnRows(drawn, rows, float(drawn)).band(100 * counts / drawn)
        chances = []
        for right in range(rows + 1):
            true = 100 * right / rows
            holds = (band.low <= true + 1e-9) & (true - 1e-9 <= band.high)
            chances.append(scipy.stats.hypergeom.pmf(counts, rows, right, drawn) @ holds)
        assert np.mean(chances) == pytest.approx(0.952, abs=0.003)
        assert min(chances[25:-25]) > 0.92
        assert min(chances) >= 0.8 - 1e-9

    def test_counts_rows_by_their_weights_and_not_by_the_runs_that_test_them(self) -> None:
        data = small("iris", 40)
        weights = np.where(np.arange(40) % 2, 3.0, 1.0)
        loo = accuracy_curve([lw.KNN()], data.with_weights(weights), ks=[3])["KNN"].tested
        assert (loo.drawn, loo.of) == (40, 40)
        assert loo.effective == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
        twice = accuracy_curve([lw.KNN()], data, "repeated-cv", [3], runs=2, folds=4, sample=10)["KNN"].tested
        once = accuracy_curve([lw.KNN()], data, "cv", [3], folds=4, sample=10)["KNN"].tested
        assert (twice.drawn, twice.of, once.drawn) == (10, 40, 10)
        assert once.effective <= twice.effective <= 10 + 1e-9


class TestStopping:
    def until(self, right: np.ndarray, precision: float) -> Any:
        """Return where sampling stops for these rows, each right or wrong."""

        def tested(rows: int, _: object) -> Any:
            drawn = DrawnRows(rows, len(right), float(rows))
            curve = SimpleNamespace(tested=drawn, accuracy=np.array([100 * right[:rows].mean()]))
            return SimpleNamespace(curves=[curve], half_width=drawn.band(curve.accuracy).widest)

        return until_precise(tested, precision, len(right), len(right), silent)

    @pytest.mark.parametrize("share", [0.5, 0.8, 0.95, 0.99])
    def test_what_is_stopped_by_its_own_band_is_within_the_precision_just_as_often(
        self, share: float
    ) -> None:
        random = np.random.default_rng(3)
        rows, precision = 20_000, 2.0
        within, took = [], []
        for _ in range(400):
            right = np.arange(rows) < share * rows
            random.shuffle(right)
            result = self.until(right, precision)
            assert result.half_width <= precision
            within.append(abs(result.curves[0].accuracy[0] - 100 * share) <= precision)
            took.append(result.curves[0].tested.drawn)
        assert np.mean(within) >= 0.93
        assert max(took) <= 1.06 * most_rows(precision, rows)

    def test_never_takes_more_rows_than_the_worst_case(self) -> None:
        assert most_rows(1, 10**9) == 9604  # the textbook formula
        assert most_rows(1, 5_000_000) == 9586
        assert most_rows(1, 500) == 476
        for share in np.linspace(0, 1, 41):
            n = most_rows(2, 30_000)
            assert DrawnRows(n, 30_000, float(n)).band(np.array([100 * share])).widest <= 2

    @pytest.mark.parametrize("evaluation", ["loo", "cv"])
    @pytest.mark.parametrize("convention", ["paper", "weka"])  # in one of them test rows stretch the ranges
    def test_the_curve_is_that_of_a_sample_of_as_many_rows(
        self, evaluation: Any, convention: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("lwnb_core.evaluation.curves.precision._FIRST", 10)
        learners = [lw.LWNB(convention=convention), lw.KNN(convention=convention), lw.NB()]
        data = small("iris", 60)
        told: list[tuple[int, int]] = []
        stopped = accuracy_curve(
            learners, data, evaluation, KS, folds=3, precision=9, progress=lambda *now: told.append(now)
        )
        rows = len(stopped.cases)
        assert 10 < rows < 60
        assert stopped.half_width <= 9
        assert all(done <= total for done, total in told)
        assert sorted(stopped.cases.rows.tolist()) == sorted(random_order(data)[:rows].tolist())
        equal_in_all(stopped, accuracy_curve(learners, data, evaluation, KS, folds=3, sample=rows))

    def test_all_rows_are_tested_where_nothing_less_will_do(self) -> None:
        data = small("glass", 40)
        equal_in_all(accuracy_curve(THREE, data, ks=KS, precision=0.01), accuracy_curve(THREE, data, ks=KS))

    def test_a_sample_is_the_most_that_is_tested(self) -> None:
        assert len(accuracy_curve(THREE, small("glass", 40), ks=KS, precision=1, sample=20).cases) == 20

    @pytest.mark.parametrize("precision", [0, -1, 51, float("nan")])
    def test_a_precision_that_is_none_is_refused(self, precision: float) -> None:
        with pytest.raises(lw.SettingsError, match="precision"):
            accuracy_curve(THREE, small("iris", 20), precision=precision)


def test_more_rows_go_on_from_those_that_were_tested() -> None:
    data, work = small("glass", 60), CurveWork()
    accuracy_curve(THREE, data, "cv", KS, folds=3, sample=20, work=work)
    told: list[int] = []
    more = accuracy_curve(
        THREE, data, "cv", KS, folds=3, sample=45, work=work, progress=lambda done, _: told.append(done)
    )
    assert min(told) >= 3 * 20  # the first ones are not tested again
    equal_in_all(more, accuracy_curve(THREE, data, "cv", KS, folds=3, sample=45))
    fewer = accuracy_curve(THREE, data, "cv", KS, folds=3, sample=20, work=work)
    equal_in_all(fewer, accuracy_curve(THREE, data, "cv", KS, folds=3, sample=20))


def test_more_runs_continue_from_a_sample_of_the_first() -> None:
    data, work = small("glass", 60), CurveWork()
    accuracy_curve(THREE, data, "cv", KS, folds=3, sample=20, work=work)
    counts: list[int] = []
    more = accuracy_curve(
        THREE, data, "repeated-cv", KS, runs=2, folds=3, work=work,
        progress=lambda done, _: counts.append(done),
    )  # fmt: skip
    assert min(counts) >= 3 * 20
    equal_in_all(more, accuracy_curve(THREE, data, "repeated-cv", KS, runs=2, folds=3))


def test_partial_curves_are_over_the_first_rows_of_the_random_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lwnb_core.evaluation.curves.accuracy_curve._PARTIAL_EVERY", 0.0)
    data = small("iris", 40)
    seen: list[AccuracyCurves] = []
    whole = accuracy_curve([lw.KNN()], data, ks=KS, partial=seen.append)
    order = random_order(data)
    for now in seen:
        done = now["KNN"].done
        assert sorted(now.cases.rows[done]) == sorted(order[: done.sum()])
    widths = [now.half_width for now in seen if now["KNN"].done.any()]
    assert widths[0] > widths[len(widths) // 2] > whole.half_width == 0


def test_what_does_not_fit_into_memory_is_told_what_does(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(1).random(60_000)
    data = lw.Dataset.from_pandas(
        pd.DataFrame({"a": values, "class": np.where(values > 0.5, "x", "y")}), "class"
    )

    def refused(free: float, **requested: Any) -> str:
        monkeypatch.setattr(memory, "free_memory", lambda: free)
        with pytest.raises(lw.SettingsError, match="would need") as caught:
            accuracy_curve([lw.KNN()], data, **requested)
        return str(caught.value)

    assert "accuracy_curve(…, precision=1)" in refused(200e6, ks=range(1, 60_000))
    assert "accuracy_curve(…, 'grid', precision=1)" in refused(20e6, ks=range(1, 60_000))
    assert "fewer values of k" in refused(1e6, ks=range(1, 60_000))
    assert "accuracy_curve(…, precision=1)" in refused(20e6, ks=[5])
