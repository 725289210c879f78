"""Other results of a curve study: measures in folds, how long a prediction holds, fewer rows."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.curves.best_k import best_k
from lwnb_core.evaluation.curves.splits import random_order
from lwnb_core.evaluation.curves.sums import CurveWork
from lwnb_core.evaluation.measures import measure
from tests.core.evaluation.curves.test_curves import FOUR, small
from tests.core.zoo import with_k

KS = (1, 4, 9, 30)


@pytest.fixture(autouse=True)
def readable_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "reference")


def test_measures_in_folds_are_those_of_each_fold_by_itself() -> None:
    data = small("glass", 45)
    result = accuracy_curve(FOUR, data, "cv", KS, folds=3)
    for learner, curve in zip(FOUR, result.curves, strict=True):
        for part, (train, test) in enumerate(lw.weka_folds(data, 1, 3)):
            for i, k in enumerate(KS):
                model = (learner if learner.name == "NB" else with_k(learner, k)).fit(data, train)
                own = measure(model.predict_proba(data, test), data.class_codes[test], data.weights[test])
                assert curve.folds[part, i] == pytest.approx(own.accuracy)
                for name in ("kappa", "mcc", "f1"):
                    assert curve.in_folds(name)[part, i] == pytest.approx(getattr(own, name))
                assert curve.loss_folds[part, i] == pytest.approx(own.log_loss)
                assert curve.brier_folds[part, i] == pytest.approx(own.brier)
        assert curve.kappa == pytest.approx(curve.in_folds("kappa").mean(axis=0))
        assert curve.spread("brier") == pytest.approx(curve.brier_folds.std(axis=0, ddof=1))


def test_a_prediction_holds_between_its_steps() -> None:
    data = small("glass", 40)
    curve = accuracy_curve([lw.KNN()], data, ks=range(1, 40))["KNN"]
    said = np.stack([curve.predictions(int(k)) for k in curve.ks])
    for k in (1, 7, 39):
        first, last = curve.held(k)
        for case in range(len(curve.cases)):
            stretch = said[first[case] - 1 : last[case], case]
            assert first[case] <= k <= last[case]
            assert (stretch == said[k - 1, case]).all()
            assert first[case] == 1 or said[first[case] - 2, case] != said[k - 1, case]
            assert last[case] == 39 or said[last[case], case] != said[k - 1, case]


@pytest.mark.parametrize("convention", ["paper", "weka"])  # in one of them test rows stretch the ranges
@pytest.mark.parametrize("evaluation", ["loo", "cv"])
def test_a_curve_that_was_stopped_goes_on_where_it_was(evaluation: str, convention: str) -> None:
    data = small("iris", 45)
    learners = [lw.LWNB(convention=convention), lw.KNN(convention=convention), lw.NB()]
    whole = accuracy_curve(learners, data, evaluation, KS, folds=3)  # type: ignore[arg-type]
    work = CurveWork()

    def stop(done: int, total: int) -> None:
        if done > total * 0.55:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        accuracy_curve(learners, data, evaluation, KS, folds=3, progress=stop, work=work)  # type: ignore[arg-type]
    told: list[int] = []
    result = accuracy_curve(
        learners, data, evaluation, KS, folds=3,  # type: ignore[arg-type]
        progress=lambda done, total: told.append(done), work=work,
    )  # fmt: skip
    assert convention == "weka" or len(told) < 3 * 45  # not everything again
    assert max(told) == 3 * 45
    for one, other in zip(result.curves, whole.curves, strict=True):
        assert one.folds.tolist() == other.folds.tolist()
        assert one.log_loss == pytest.approx(other.log_loss)
        assert [one.steps(i) for i in range(45)] == [other.steps(i) for i in range(45)]


@pytest.mark.parametrize("evaluation", ["loo", "cv"])
def test_a_sample_tests_fewer_rows_with_the_same_training_rows(evaluation: str) -> None:
    data = small("iris", 60)
    whole = accuracy_curve(FOUR, data, evaluation, KS, folds=3)  # type: ignore[arg-type]
    some = accuracy_curve(FOUR, data, evaluation, KS, folds=3, sample=11)  # type: ignore[arg-type]
    assert sorted(some.cases.rows.tolist()) == sorted(random_order(data)[:11].tolist())
    where = {int(row): i for i, row in enumerate(whole.cases.rows)}
    same = [where[int(row)] for row in some.cases.rows]
    for a, b in zip(whole.curves, some.curves, strict=True):
        for k in KS:
            assert b.predictions(k).tolist() == a.predictions(k)[same].tolist()
    assert some.ks.tolist() == whole.ks.tolist()


def test_a_fold_without_sampled_rows_is_left_out() -> None:
    result = accuracy_curve(FOUR, small("iris", 60), "cv", KS, sample=3)
    assert len(result.cases) == 3
    assert np.isnan(result["LWNB"].folds[:, 0]).sum() >= 7
    assert np.isfinite(result["LWNB"].accuracy).all()


def test_the_best_k_of_a_loss_is_the_lowest() -> None:
    data = small("glass", 60)
    curve = accuracy_curve([lw.KNN()], data, "cv", range(1, 40, 3), folds=4)["KNN"]
    result = best_k(curve, "brier")
    assert result is not None
    assert result.accuracy == curve.brier.min()
    assert any(a <= result.k <= b for a, b in result.ranges)
    alone = accuracy_curve([lw.KNN()], data, ks=KS)["KNN"]
    assert best_k(alone, "brier") is None
    assert best_k(alone) is not None
