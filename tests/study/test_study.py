"""A curve study: a few test cases first, what is known not twice, the rows behind the curves, its time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.curves.sums import CurveSums, CurveWork
from lwnb_core.evaluation.paper.figures import KS, figure_data
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.query import Query
from lwnb_gui.app.run import Clock
from lwnb_gui.app.test_rows import Fold, OwnRows
from lwnb_gui.study import forecast, rows
from lwnb_gui.study import run as curve_run
from lwnb_gui.study.result import StudyResult, nearest_k
from lwnb_gui.study.run import run_study
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.study.study import CurveStudy, paper_figure_of
from lwnb_gui.views.curves.reading import reading_of_study
from lwnb_gui.views.wording.learner_names import names_of

pytestmark = pytest.mark.usefixtures("loaded_loops")


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


def test_a_few_test_cases_come_first_and_results_only_grow() -> None:
    data = lw.sample("iris")
    twice = data.subset(np.tile(np.arange(len(data)), 2))
    study = CurveStudy((lw.KNN(), lw.NB()), "loo", (1, 2, 3, 40))
    seen: list[StudyResult] = []
    done = run_study(study, twice, partial=seen.append)
    assert [60, 60] in [[curve.done.sum() for _, curve in r.drawn] for r in seen]
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


def test_long_studies_offer_a_smaller_one() -> None:
    study = CurveStudy.of(Query(glass()))
    requested = replace(study, evaluation="repeated-cv", ks=(1, 5))
    longer = forecast.offer(requested, 214, left=800.0, whole=900.0)
    assert longer.smaller is not None
    assert (longer.smaller.evaluation, longer.smaller.ks) == ("cv", (1, 5))
    assert (longer.smaller.sample, longer.smaller_seconds) == (100, pytest.approx(900 * 100 / 2140))
    assert longer.smaller_text == "100 test rows, one run: at most 40 s"
    assert forecast.offer(requested, 214, left=400.0, whole=400.0).smaller == replace(
        requested, evaluation="cv"
    )
    every = forecast.offer(replace(study, sample=500), 10_000, left=60.0, whole=60.0)
    assert every.smaller == replace(study, sample=200, ks="grid")  # what saves only a few seconds is no offer
    assert every.smaller_seconds <= 60 / 2
    assert forecast.offer(replace(study, ks="grid", sample=100), 214, left=60.0, whole=60.0).smaller is None


def test_each_group_of_learners_has_its_own_pace() -> None:
    fast_and_slow = forecast.Forecast([1000, 100])
    assert (fast_and_slow.share, fast_and_slow.left) == (0, None)
    fast_and_slow.skip()
    fast_and_slow.report(0, 0, 1000, 5.0)  # it is still being prepared
    fast_and_slow.report(0, 10, 1000, 6.0)
    fast_and_slow.report(0, 20, 1000, 6.5)
    assert fast_and_slow.left is None, "too early to say"
    fast_and_slow.report(0, 40, 1000, 7.5)
    assert fast_and_slow.left == pytest.approx(0.05 * (960 + 100)), "the other one is not known yet"
    fast_and_slow.skip()
    fast_and_slow.report(1, 1, 100, 20.0)
    fast_and_slow.report(1, 3, 100, 30.0)
    assert fast_and_slow.left == pytest.approx(0.05 * 960 + 5 * 97)
    assert fast_and_slow.share == pytest.approx(1 - (0.05 * 960 + 5 * 97) / (0.05 * 1000 + 5 * 100))
    assert (fast_and_slow.done, fast_and_slow.total) == (43, 1100)


def test_time_that_says_nothing_about_the_rest_is_left_out() -> None:
    learner = forecast.Forecast([1000])
    learner.skip()
    learner.report(0, 10, 1000, 1.0)
    learner.skip()  # the engine was being compiled
    for done, seconds in ((12, 40.0), (32, 41.0), (52, 42.0)):
        learner.report(0, done, 1000, seconds)
    assert learner.left == pytest.approx(0.05 * 948)
    learner.report(0, 0, 1000, 60.0)  # a round that begins again
    learner.report(0, 20, 1000, 70.0)
    learner.report(0, 60, 1000, 72.0)
    assert learner.left == pytest.approx(0.05 * 940)


def test_a_study_tells_its_clock_the_time_left_but_not_while_compiling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = replace(CurveStudy.of(Query(glass())), ks=(1, 5))
    monkeypatch.setattr(forecast, "_ENOUGH", 1e-9)
    for is_compiling in (True, False):
        monkeypatch.setattr(curve_run.choice, "is_compiling", lambda is_compiling=is_compiling: is_compiling)
        clock, shares, left = Clock(count().__next__), list[float](), list[float | None]()
        clock.start()

        def progress(
            done: int, total: int, clock: Clock = clock, shares: list[float] = shares, left: Any = left
        ) -> None:
            shares.append(clock.share)
            left.append(clock.left)

        run_study(study, glass(), progress, clock=clock)
        assert shares == pytest.approx(sorted(shares))
        assert shares[-1] == 1
        assert any(x is not None for x in left) is not is_compiling


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


@pytest.mark.parametrize("evaluation", ["loo", "cv", "repeated-cv"])
@pytest.mark.parametrize("share", [0.1, 0.6])
def test_nothing_is_computed_twice(evaluation: str, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first few test cases belong to the study, and a study resumes where it was stopped."""
    monkeypatch.setattr(curve_run, "_WORTH_IT", 1)
    monkeypatch.setattr(curve_run, "_FEWEST", 20)
    study = CurveStudy((lw.LWNB(), lw.KNN(), lw.NB()), evaluation, (1, 3), runs=2)  # type: ignore[arg-type]
    work, tested = CurveWork(), list[int]()
    add, add_constant = CurveSums.add, CurveSums.add_constant

    def counted(sums: CurveSums, case: int, *rest: Any) -> None:
        tested.append(case)
        add(sums, case, *rest)

    def counted_constant(sums: CurveSums, cases: list[int], *rest: Any) -> None:
        tested.extend(cases)
        add_constant(sums, cases, *rest)

    monkeypatch.setattr(CurveSums, "add", counted)
    monkeypatch.setattr(CurveSums, "add_constant", counted_constant)

    def stop(done: int, total: int) -> None:
        if done > share * total:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        # In one thread: another one may be about to finish a case when it is asked to stop.
        run_study(study, glass(), stop, lambda result: None, work=work, jobs=1)
    assert work.looked is (share > 0.5)
    result = run_study(study, glass(), partial=lambda result: None, work=work, jobs=1)
    assert result.complete
    assert len(tested) == result.expected
    expected = accuracy_curve(study.learners, glass(), study.evaluation, [1, 3], runs=2)
    for curve, own in zip(result.curves, expected.curves, strict=True):
        assert curve is not None
        assert curve.accuracy.tolist() == own.accuracy.tolist()
        assert curve.log_loss == pytest.approx(own.log_loss)


def test_no_precision_is_named_once_every_row_was_tested() -> None:
    """In the second run of a repeated cross-validation nothing is left to chance."""
    study = CurveStudy((lw.KNN(), lw.NB()), "repeated-cv", (1, 5))
    seen: list[StudyResult] = []
    run_study(study, lw.sample("iris"), partial=seen.append)
    first = next(r for r in seen if not r.drawn[0][1].tested.is_sample)  # the first round, of every row
    reading = reading_of_study(first)
    assert reading is not None
    assert reading.summary == "so far: 150 test cases"
