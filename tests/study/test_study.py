"""A curve study: coarse before fine, what is known not twice, the rows behind the curves, its time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.curves.result import AccuracyCurves
from lwnb_core.evaluation.curves.sums import CurveWork
from lwnb_core.evaluation.paper.figures import KS, figure_data
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import Fold, OwnRows
from lwnb_gui.study import forecast, rows
from lwnb_gui.study import run as curve_run
from lwnb_gui.study.result import StudyResult, nearest_k
from lwnb_gui.study.run import run_study
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.study.study import CurveStudy, paper_figure_of
from lwnb_gui.views.curves.reading import reading_of_study
from lwnb_gui.views.wording.learner_names import names_of


@pytest.fixture(autouse=True)
def readable_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "reference")


@cache
def glass() -> lw.Dataset:
    data = lw.sample("glass")
    return data.subset(np.linspace(0, len(data) - 1, 60).astype(int))


@cache
def repeated() -> StudyResult:
    study = replace(CurveStudy.of(Query(glass())), evaluation="repeated-cv", ks=(1, 5, 20), runs=3, folds=4)
    return run_study(study, glass())


def test_study_has_lwnb_and_its_rivals_with_the_query_s_settings() -> None:
    query = Query(glass(), kernel="tricube", convention=lw.CONVENTIONS["weka"])
    tricube, linear = lw.LWNB(9, "weka", kernel="tricube"), lw.LWNB(3, "weka")
    study = CurveStudy.of(query, CurveSettings(variants=(tricube, linear, linear)))
    assert study.names == ("LWNB", "KNNDW", "KNN", "NB", "LWNB linear")


@pytest.mark.parametrize(
    ("learners", "names"),
    [
        ((lw.LWNB(), lw.LWNB(numeric="precision")), ("LWNB", "LWNB Weka’s normal")),
        ((lw.LWNB(), lw.LWNB(convention="weka")), ("LWNB", "LWNB weka")),
        ((lw.KNN(), lw.NB()), ("KNN", "NB")),
    ],
)
def test_learner_names_state_their_differences(
    learners: tuple[lw.Learner, ...], names: tuple[str, ...]
) -> None:
    assert names_of(learners) == names


def test_coarse_result_comes_first_and_results_only_grow() -> None:
    data = lw.sample("iris")
    twice = data.subset(np.tile(np.arange(len(data)), 2))
    study = CurveStudy((lw.KNN(), lw.NB()), "loo", (1, 2, 3, 40))
    seen: list[StudyResult] = []
    done = run_study(study, twice, partial=seen.append)
    first = seen[0].curves[0]
    assert first is not None
    assert first.done.sum() == 60
    counts = [r.curves[0].done.sum() for r in seen if r.curves[0] is not None]
    assert counts == sorted(counts)
    expected = accuracy_curve(study.learners, twice, "loo", [1, 2, 3, 40])
    assert done.complete
    for curve, own in zip(done.curves, expected.curves, strict=True):
        assert curve is not None
        assert curve.accuracy.tolist() == own.accuracy.tolist()


def test_known_curves_are_not_computed_again() -> None:
    study = replace(CurveStudy.of(Query(glass())), ks=(1, 9))
    before = run_study(study, glass())
    known = dict(zip(study.learners, before.curves, strict=True))
    more = CurveStudy.of(Query(glass()), CurveSettings(variants=(lw.LWNB(kernel="tricube"),)))
    more = replace(more, ks=(1, 9))
    computed: list[int] = []
    after = run_study(more, glass(), lambda done, total: computed.append(total), known=known)  # type: ignore[arg-type]
    assert set(computed) == {len(glass())}  # one learner
    assert after.curves[:4] == before.curves


def test_rows_that_differ_are_counted_over_the_runs() -> None:
    lwnb, _, knn, _ = repeated().curves
    assert lwnb is not None
    assert knn is not None
    differing = rows.rows_that_differ(lwnb, knn, 20)
    assert len(differing) > 0
    cases = lwnb.cases
    for row, case, times, right in zip(
        differing.rows, differing.cases, differing.times, differing.winner_right, strict=True
    ):
        own = cases.rows == row
        differs = lwnb.right(20) & ~knn.right(20)
        assert times == np.count_nonzero(own & differs)
        assert right == np.count_nonzero(own & lwnb.right(20))
        assert case == np.flatnonzero(own & differs)[0]
    assert (np.diff(differing.times) <= 0).all()
    assert differing.tested.tolist() == [3] * len(differing)


def test_rows_that_flip_and_the_least_stable() -> None:
    knn = repeated().curves[2]
    assert knn is not None
    flips = rows.rows_that_flip(knn, 1, 20)
    assert (flips.before != flips.after).all()
    assert len(flips) == len(np.unique(knn.cases.rows[knn.predictions(1) != knn.predictions(20)]))
    stable = rows.least_stable_rows(knn, 5)
    assert sorted(stable.rows) == list(range(60))
    assert (np.diff(stable.width) >= 0).all()
    first, last = knn.held(5)
    widths = last - first + 1
    assert stable.width.tolist() == [widths[knn.cases.rows == row].min() for row in stable.rows]


def test_a_case_is_explained_with_the_training_rows_of_its_fold() -> None:
    lwnb, _, knn, _ = repeated().curves
    assert lwnb is not None
    assert knn is not None
    study, data = repeated().study, glass()
    state = AppState()
    state.open(Query(data, k=7))
    for case in (0, 50, 179):
        spec = rows.training_of(study, lwnb.cases, case)
        assert isinstance(spec, Fold)
        row = int(lwnb.cases.rows[case])
        state.explain_case(row, spec, study.learners[0], k=20)  # type: ignore[arg-type]
        query = state.query
        assert query is not None
        assert row not in query.training_rows  # type: ignore[operator]
        explained = query.learner.fit(query.used, query.training_rows).explain(data, row)
        assert explained.prediction == lwnb.predictions(20)[case]
        assert f"row {row + 1}, training rows of run {spec.run}, fold {spec.fold}" == state.history.undo_text
        state.undo()
        assert (state.query.k, state.query.test_rows) == (7, OwnRows())  # type: ignore[union-attr]


@pytest.mark.parametrize("evaluation", ["loo", "repeated-cv"])
def test_posteriors_of_test_cases_are_those_evaluated(evaluation: str) -> None:
    study = replace(repeated().study, evaluation=evaluation)  # type: ignore[arg-type]
    result = run_study(study, glass())
    chosen = [3, 41, 57]
    cases = result.curves[0].cases  # type: ignore[union-attr]
    by_learner = rows.posteriors_at(study.learners, study, glass(), cases, chosen, 5)
    for curve, posteriors in zip(result.curves, by_learner, strict=True):
        assert posteriors.argmax(axis=1).tolist() == curve.predictions(5)[chosen].tolist()  # type: ignore[union-attr]
    at = [learner.name for learner in study.learners].index("KNN")
    knn = study.learners[at]
    assert isinstance(knn, lw.KNN)
    votes = rows.votes_at(knn, study, glass(), cases, chosen, 5)
    shares = by_learner[at, np.arange(len(chosen)), cases.classes[chosen]]
    np.testing.assert_allclose(votes[:, 0] / votes[:, 1], shares, atol=0.01)
    assert (votes[:, 1] >= 5).all()


def test_nearest_computed_k_is_found() -> None:
    curve = repeated().curves[0]
    assert curve is not None
    assert [nearest_k(curve, k) for k in (1, 2, 3, 4, 12, 13, 99)] == [1, 1, 1, 5, 5, 20, 20]


def test_long_studies_offer_a_smaller_one(monkeypatch: pytest.MonkeyPatch) -> None:
    study = CurveStudy.of(Query(glass()))
    assert forecast.estimate(study, glass()).seconds == 1.0
    monkeypatch.setattr(forecast, "_SURELY_FAST", 0.0)
    taken = forecast.estimate(replace(study, ks=(1, 5)), glass())
    assert taken.seconds > 0
    requested = replace(study, evaluation="repeated-cv", ks=(1, 5))
    offer = forecast.offer(requested, glass(), forecast.Cost(900.0, 1.0))
    assert offer.smaller == replace(requested, evaluation="cv")
    assert offer.smaller_cost is not None
    assert 0 < offer.smaller_cost.seconds < 45
    monkeypatch.setattr(forecast, "_SAMPLES", (10, 30, 60, 100))
    monkeypatch.setattr(forecast, "_OFFERED_SECONDS", 0.0)
    sampled = forecast.offer(replace(requested, sample=30), glass(), forecast.Cost(900.0, 1.0)).smaller
    assert sampled is not None
    assert sampled.sample == 10  # fewer than were asked for
    assert forecast.offer(replace(requested, evaluation="loo", sample=10), glass(), taken).smaller is None

    # At the same k nothing is measured twice: half the rows would seem to take any time on a busy machine.
    monkeypatch.setattr(forecast, "_OFFERED_SECONDS", 45.0)
    known = forecast.Rates(case=1.0, split=0.0)
    half = forecast.offer(requested, glass(), known.cost(requested, 214, len(requested.learners)))
    assert half.smaller == replace(requested, evaluation="cv", sample=30)
    assert half.smaller_cost is not None
    assert half.smaller_cost.seconds == pytest.approx(30, abs=1)

    # What saves only a few seconds is not offered.
    once, faster = replace(requested, evaluation="cv"), forecast.Rates(case=0.2, split=0.0)
    saved = forecast.offer(once, glass(), faster.cost(once, len(glass()), len(once.learners)))
    assert saved.cost.seconds < 45
    assert saved.smaller_cost is not None
    assert saved.smaller_cost.seconds <= saved.cost.seconds / 2


def test_the_paper_figures_are_a_study_of_the_same_learners() -> None:
    """The figure is a study with the settings of the tables: here on few rows and few k."""
    query = Query(figure_data(4), convention=lw.CONVENTIONS["tables"])
    study = CurveStudy.of(query, CurveSettings(ks="figures"))
    assert paper_figure_of(query.data) == 4
    assert study.ks == KS
    assert study.evaluation == "cv"
    data = figure_data(4).subset(slice(0, None, 20))
    some = [1, 5, 30]
    result = run_study(replace(study, ks=tuple(some)), data)
    learners = (lw.LWNB(50, "tables"), lw.KNN(50, "tables"), lw.KNNDW(50, "tables"), lw.NB("tables"))
    expected = accuracy_curve(learners, data, "cv", some)
    for learner, own in zip(learners, expected.curves, strict=True):
        curve = result.curves[study.learners.index(learner)]
        assert curve is not None
        assert curve.accuracy.tolist() == own.accuracy.tolist()


def test_resumed_study_computes_no_second_coarse_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curve_run, "_WORTH_IT", 1)
    data = lw.sample("weather-numeric")
    study = replace(CurveStudy.of(Query(data)), ks=(1, 3))
    work, coarse = CurveWork(), []
    compute = curve_run.accuracy_curve

    def counted(*args: Any, **more: Any) -> AccuracyCurves:
        coarse.append(more["sample"])
        return compute(*args, **more)

    monkeypatch.setattr(curve_run, "accuracy_curve", counted)

    def stop(done: int, total: int) -> None:
        if done:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        run_study(study, data, stop, lambda result: None, work=work)
    assert work.looked
    assert coarse == [60, None], "a few test cases, then all"
    result = run_study(study, data, partial=lambda result: None, work=work)
    assert result.complete
    assert coarse == [60, None, None]


def test_no_precision_is_named_once_every_row_was_tested() -> None:
    """In the second run of a repeated cross-validation nothing is left to chance."""
    study = CurveStudy((lw.KNN(), lw.NB()), "repeated-cv", (1, 5))
    seen: list[StudyResult] = []
    run_study(study, lw.sample("iris"), partial=seen.append)
    first = seen[0]  # the coarse picture, of every row
    assert not first.drawn[0][1].tested.is_sample
    reading = reading_of_study(first)
    assert reading is not None
    assert reading.summary == "so far: 150 test cases"
