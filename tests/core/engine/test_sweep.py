"""`lw.sweep`: which k it has, where the prediction changes, and the agreement of both engines."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.engine.sweep import k_grid, k_values, sweep_selection
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.learners.base import Learner
from lwnb_core.local.training import TrainingSet


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_sweep_has_the_posteriors_of_a_model_at_every_k(convention: str) -> None:
    data = lw.sample("labor")
    found = lw.sweep(lw.LWNB(5, convention).fit(data), data, 20)
    assert found.ks.tolist() == list(range(1, len(data)))
    assert found.classes == data.classes
    learners: dict[str, type[Learner]] = {"LWNB": lw.LWNB, "KNN": lw.KNN, "KNNDW": lw.KNNDW}
    for name, learner in learners.items():
        assert found.posteriors[name].shape == (len(data) - 1, 2)
        for k in (1, 2, 7, 30, 56):
            model = learner(k, convention).fit(data)  # type: ignore[call-arg]
            expected = model.predict_proba(data, [20], leave_out=True)[0]
            np.testing.assert_allclose(found.posteriors[name][k - 1], expected, rtol=0, atol=1e-9)
            assert found.predictions(name)[k - 1] == model.predict(data, [20], leave_out=True)[0]


@pytest.mark.usefixtures("engine")
def test_flips_are_where_the_prediction_changes() -> None:
    data = lw.sample("checkers-board")
    found = lw.sweep(lw.LWNB(5).fit(data), data, 500, ks=range(1, 120))
    assert found.flips("KNN")
    for name in found.posteriors:
        flips = found.flips(name)
        predicted = dict(zip(found.ks.tolist(), found.predictions(name).tolist(), strict=True))
        for flip in flips:
            assert (predicted[flip.k - 1], predicted[flip.k]) == (flip.before, flip.after)
        changes = [k for k in range(2, 120) if predicted[k] != predicted[k - 1]]
        assert [flip.k for flip in flips] == changes


@pytest.mark.usefixtures("engine")
def test_sweep_with_changed_values_and_without_leaving_out() -> None:
    data = lw.sample("iris")
    model = lw.LWNB(7).fit(data)
    changes = {"petallength": 5.0, "petalwidth": None}
    for leave_out in (True, False):
        found = lw.sweep(model, data, 3, ks=[7, 40], changes=changes, leave_out=leave_out)
        for k, p in zip((7, 40), found.posteriors["LWNB"], strict=True):
            expected = lw.LWNB(k).fit(data).explain(data, 3, changes=changes, leave_out=leave_out)
            np.testing.assert_allclose(p, expected.posterior, rtol=0, atol=1e-9)


def test_sweep_of_a_selection_equals_sweep_of_a_row() -> None:
    data = lw.sample("iris")
    model = lw.LWNB(7).fit(data)
    one, other = lw.sweep(model, data, 3, ks="grid"), sweep_selection(lw.select(model, data, 3), "grid")
    assert one.ks.tolist() == other.ks.tolist()
    for name in one.posteriors:
        np.testing.assert_array_equal(one.posteriors[name], other.posteriors[name])


class TestChoiceOfK:
    def test_ks_are_all_or_those_given_sorted_and_unique(self) -> None:
        assert k_values("all", 5).tolist() == [1, 2, 3, 4, 5]
        assert k_values([9, 2, 2], 5).tolist() == [2, 9]

    @pytest.mark.parametrize("n", [1, 2, 199, 200, 201, 5000, 1_000_000])
    def test_the_grid_is_dense_at_first_and_ends_at_n(self, n: int) -> None:
        grid = k_grid(n)
        assert (grid[0], grid[-1]) == (1, n)
        assert grid[: min(n, 200)].tolist() == list(range(1, min(n, 200) + 1))
        assert (np.diff(grid) > 0).all()
        assert len(grid) < 500

    @pytest.mark.parametrize("ks", ["some", [], [0, 3], [-1]])
    def test_impossible_ks_are_refused(self, ks: object) -> None:
        with pytest.raises(lw.SettingsError):
            k_values(ks, 10)  # type: ignore[arg-type]


@pytest.mark.usefixtures("engine")
def test_no_row_left_is_an_error_and_not_a_number() -> None:
    attributes = [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))]
    data = lw.Dataset.from_columns("one", attributes, [[1.0], [0]])
    for learner in (lw.LWNB(3), lw.LWNB(3, kernel="gaussian"), lw.LWNB(3, "weka"), lw.KNN(3), lw.KNNDW(3)):
        with pytest.raises(lw.DataError, match="no training row is left"):
            learner.fit(data).predict(data, leave_out=True)


def test_progress_counts_every_instance() -> None:
    pytest.importorskip("numba")
    data = lw.sample("iris")
    training = TrainingSet.of(data)
    model = lw.LWNB().fit(data)
    instances = model.instances(data)
    sweeper = Sweeper(training, "linear", lw.PAPER)
    left_out = model.positions_to_leave_out(instances)
    ks = np.arange(1, 30)
    calls: dict[int, list[tuple[int, int]]] = {1: [], 3: []}

    def found(jobs: int) -> tuple[np.ndarray, ...]:
        return sweeper.posteriors(instances, left_out, ks, lambda *call: calls[jobs].append(call), jobs)

    for one, other in zip(found(1), found(3), strict=True):
        np.testing.assert_array_equal(one, other)
    for reported in calls.values():
        assert reported[-1] == (150, 150)
        assert reported == sorted(reported)
