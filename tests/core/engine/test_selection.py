"""A selected instance at any k has the same explanation as a model with that k gives."""

from __future__ import annotations

import queue
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import lwnb_core as lw
from lwnb_core.engine import running_sums
from tests.conftest import examples
from tests.core.engine.awkward import Case, cases, density_learners


def assert_alike(actual: Any, expected: Any, where: str = "") -> None:
    """Assert that two documents are equal, numbers up to rounding."""
    if isinstance(expected, Mapping):
        assert actual.keys() == expected.keys(), where
        for key in expected:
            assert_alike(actual[key], expected[key], f"{where}/{key}")
    elif isinstance(expected, Sequence) and not isinstance(expected, str):
        assert len(actual) == len(expected), where
        for i, (a, b) in enumerate(zip(actual, expected, strict=True)):
            assert_alike(a, b, f"{where}/{i}")
    elif isinstance(expected, float):
        assert actual == pytest.approx(expected, rel=1e-7, abs=1e-9), where
    else:
        assert actual == expected, where


def many_rows(n: int, seed: int = 5, values: int = 3) -> lw.Dataset:
    """Return enough rows for a partial sort: two numeric attributes with ties, one nominal, some missing."""
    random = np.random.RandomState(seed)
    x, y = np.round(random.standard_normal(n), 2), random.random_sample(n)
    a = random.randint(0, values, n)
    x[random.random_sample(n) < 0.02] = np.nan
    c = ((y > 0.5) ^ (a == 1)).astype(int) + (random.random_sample(n) < 0.1)
    names = tuple(f"v{i}" for i in range(values))
    return lw.Dataset.from_columns(
        "many",
        [
            lw.Attribute.numeric("x"),
            lw.Attribute.nominal("a", names),
            lw.Attribute.numeric("y"),
            lw.Attribute.nominal("class", ("p", "q", "r")),
        ],
        [x, a, y, c],
    )


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
@pytest.mark.parametrize("name", ["iris", "labor", "soybean", "credit-g"])
def test_selection_explains_as_a_model_fitted_at_that_k(name: str, convention: str) -> None:
    data = lw.sample(name)
    row = len(data) // 2
    selected = lw.select(lw.LWNB(50, convention).fit(data), data, row)
    for k in (1, 50, len(data) + 10):
        expected = lw.LWNB(k, convention).fit(data).explain(data, row)
        assert_alike(selected.explain(k).to_dict(), expected.to_dict(), f"k = {k}")
        np.testing.assert_allclose(selected.posterior(k), expected.posterior, rtol=0, atol=1e-9)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("kernel", lw.KERNELS)
@pytest.mark.parametrize("eq6", ["right", "printed"])
def test_running_sums_of_every_kernel_agree_with_a_fitted_model(
    kernel: str, eq6: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_sums, "_STRIDE", 50)  # so that there are k on both sides of several snapshots
    data = many_rows(400)
    learner = lw.LWNB(9, kernel=kernel, eq6=eq6)
    selected = lw.select(learner.fit(data), data, 17)
    for k in (1, 49, 50, 51, 100, 233, 399):
        expected = lw.LWNB(k, kernel=kernel, eq6=eq6).fit(data).explain(data, 17)
        assert_alike(selected.explain(k).to_dict(), expected.to_dict(), f"k = {k}")


@examples(60)
@given(cases(max_rows=16), density_learners())
def test_running_sums_of_random_data_agree_with_a_fitted_model(case: Case, learner: lw.LWNB) -> None:
    pytest.importorskip("numba")
    row = case.queries[-1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running_sums, "_STRIDE", 4)
        patch.setenv("LWNB_ENGINE", "numba")
        model = learner.fit(case.data, case.train)
        selected = lw.select(model, case.data, row)
        result = {k: (selected.posterior(k), selected.rivals(k)) for k in range(1, case.n_train + 2)}
        patch.setenv("LWNB_ENGINE", "reference")
        for k, (posterior, rivals) in result.items():
            expected = model.learner_at(k).fit(case.data, case.train).explain(case.data, row)
            np.testing.assert_allclose(posterior, expected.posterior, rtol=0, atol=1e-9)
            for name, p in expected.others.items():
                np.testing.assert_allclose(rivals[name], p, rtol=0, atol=1e-9)


@pytest.mark.usefixtures("compiled")
def test_similarity_that_is_zero_but_for_rounding_is_no_vote() -> None:
    attributes = [*(lw.Attribute.numeric(f"x{j}") for j in range(3)), lw.Attribute.nominal("c", ("a", "b"))]
    # Every row is at d² = m, and √3 √3 is less than 3 in floating point.
    data = lw.Dataset.from_columns("far", attributes, [[0.0] * 4 + [0.5]] * 3 + [[0, 0, 0, 1, 0]])
    learner = lw.LWNB(3, "paper", ranges="growing", knndw="similarity")
    selected = lw.select(learner.fit(data, range(4)), data, 4)
    assert selected.rivals(3)["KNNDW"].tolist() == [0.5, 0.5]
    result = lw.sweep(learner.fit(data, range(4)), data, row=4)
    assert result.posteriors["KNNDW"][2].tolist() == [0.5, 0.5]


@pytest.mark.usefixtures("engine")
def test_changed_values_and_rows_not_left_out() -> None:
    data = lw.sample("credit-g")
    model = lw.LWNB(30).fit(data)
    changes = {"duration": 60, "checking_status": "no checking", "purpose": None}
    for left_out in (True, False):
        selected = lw.select(model, data, 3, changes=changes, leave_out=left_out)
        assert selected.n_rows == len(data) - left_out
        expected = model.explain(data, 3, changes=changes, leave_out=left_out)
        assert_alike(selected.explain(30).to_dict(), expected.to_dict())
        assert selected.explain(30).changed == tuple(changes)


@pytest.mark.usefixtures("engine")
def test_rows_of_another_file_are_not_left_out() -> None:
    data = lw.sample("glass")
    model = lw.LWNB(20).fit(data, range(150))
    selected = lw.select(model, data, 180)
    assert selected.n_rows == 150
    assert_alike(selected.explain(20).to_dict(), model.explain(data, 180).to_dict())


class TestMoved:
    """The same instance with other values gives what selecting it with these values gives."""

    PAGES = (
        {"y": 0.31},
        {"y": 0.31, "x": 0.4},
        {"x": None},
        {"x": None, "a": "v2"},
        {"a": None},
        {"x": 1.25, "a": "v0", "y": 0.9},
        {"y": 250.0},  # so far outside that squares would lose digits
        {"y": -0.6, "x": -4.5},
        {},
    )

    @pytest.mark.usefixtures("engine")
    @pytest.mark.parametrize("convention", lw.CONVENTIONS)
    @pytest.mark.parametrize("left_out", [True, False])
    def test_moved_selection_equals_a_new_one(self, convention: str, left_out: bool) -> None:
        data = many_rows(9_000)
        model = lw.LWNB(50, convention).fit(data)
        selected = lw.select(model, data, 11, leave_out=left_out)
        for changes in self.PAGES:
            selected = selected.moved(changes)
            expected = lw.select(model, data, 11, changes=changes, leave_out=left_out)
            assert_same_neighbours(selected, expected, (1, 50, 1500))
            assert_alike(selected.explain(50).to_dict(), expected.explain(50).to_dict(), f"{changes}")
        selected.complete()
        assert_same_neighbours(selected, expected, (1, 50, 3000))

    @pytest.mark.usefixtures("compiled")
    def test_moved_selection_among_many_ties_needs_no_full_sort(self) -> None:
        """Even with whole numbers and words, ties at the edge of the sorted part do not force a full sort."""
        random = np.random.RandomState(1)
        x, a, b, c = (random.randint(0, highest, 9_000) for highest in (40, 3, 2, 2))
        attributes = [
            lw.Attribute.numeric("x"),
            lw.Attribute.nominal("a", ("u", "v", "w")),
            lw.Attribute.nominal("b", ("y", "n")),
            lw.Attribute.nominal("class", ("p", "q")),
        ]
        data = lw.Dataset.from_columns("whole", attributes, [x.astype(float), a, b, c])
        model = lw.LWNB(50).fit(data)
        selected = lw.select(model, data, 5)
        for changes in ({"x": 7}, {"x": 8}, {"x": 8, "a": "w"}, {"a": "v"}):
            selected = selected.moved(changes)
            expected = lw.select(model, data, 5, changes=changes)
            assert_same_neighbours(selected, expected, (50,))
            assert not selected.is_complete


def assert_same_neighbours(actual: lw.Selection, expected: lw.Selection, ks: Sequence[int]) -> None:
    """Assert the same rows in the same order at the same distances, to the last bit."""
    for k in ks:
        a, b = actual.neighbourhood(k), expected.neighbourhood(k)
        assert a.positions.tolist() == b.positions.tolist()
        assert a.distances.tolist() == b.distances.tolist()


class TestPartialSelection:
    """With many rows the nearest are sorted first, and answers are ready before the rest is sorted."""

    @pytest.fixture
    def data(self) -> lw.Dataset:
        return many_rows(12_000)

    @pytest.mark.usefixtures("engine")
    @pytest.mark.parametrize("convention", lw.CONVENTIONS)
    def test_first_answers_need_no_full_sort(self, data: lw.Dataset, convention: str) -> None:
        model = lw.LWNB(50, convention).fit(data)
        selected = lw.select(model, data, 11)
        before = selected.explain(50)
        assert not selected.is_complete
        assert_alike(before.to_dict(), model.explain(data, 11).to_dict())
        selected.complete()
        assert selected.is_complete
        assert_alike(selected.explain(50).to_dict(), before.to_dict())

    @pytest.mark.usefixtures("engine")
    def test_large_k_waits_for_the_full_sort(self, data: lw.Dataset) -> None:
        selected = lw.select(lw.LWNB(50).fit(data), data, 11)
        for k in (500, 1200, 11_000, 20_000):  # the first two from a part of the rows
            expected = lw.LWNB(k).fit(data).explain(data, 11)
            np.testing.assert_allclose(selected.posterior(k), expected.posterior, rtol=0, atol=1e-9)
            for name, p in selected.rivals(k).items():
                np.testing.assert_allclose(p, expected.others[name], rtol=0, atol=1e-9)
        assert selected.is_complete

    @pytest.mark.usefixtures("compiled")
    @pytest.mark.parametrize("kernel", ["gaussian", "inverse"])
    def test_unbounded_kernels_wait_for_the_full_sort(self, data: lw.Dataset, kernel: str) -> None:
        model = lw.LWNB(50, kernel=kernel).fit(data)
        selected = lw.select(model, data, 11)
        np.testing.assert_allclose(
            selected.posterior(50), model.explain(data, 11).posterior, rtol=0, atol=1e-9
        )

    @pytest.mark.usefixtures("compiled")
    def test_rows_a_hair_beyond_the_bandwidth_are_complete(self) -> None:
        """Where 1.0001 replaces 1 they have weight; here there are more of them than are sorted at first."""
        x = np.concatenate([[0.0, 1.0], 0.5 + 1e-9 * np.arange(9_000)])
        attributes = [lw.Attribute.numeric("x"), lw.Attribute.nominal("class", ("a", "b"))]
        data = lw.Dataset.from_columns("near", attributes, [x, np.arange(len(x)) % 2])
        model = lw.LWNB(50, "tables").fit(data)
        expected = model.explain(data, 0).neighbourhood
        assert expected is not None
        assert len(lw.select(model, data, 0).neighbourhood(50)) == len(expected) == 9_000

    @pytest.mark.usefixtures("compiled")
    def test_ties_at_the_edge_of_the_sorted_rows_are_complete(self) -> None:
        """With nominal values only, thousands of rows tie: more than the sorted part holds."""
        data = many_rows(12_000).with_class("class")
        nominal = data.without(["x", "y"])
        for k in (1, 50, 1900):
            model = lw.LWNB(k).fit(nominal)
            selected = lw.select(model, nominal, 3)
            assert_alike(
                [selected.posterior(k).tolist(), len(selected.neighbourhood(k))],
                [model.explain(nominal, 3).posterior.tolist(), len(model.explain(nominal, 3).neighbour_rows)],
            )

    @pytest.mark.usefixtures("compiled")
    def test_selection_is_safe_in_many_threads(self, data: lw.Dataset) -> None:
        """The slider moves in one thread while another one sorts."""
        model = lw.LWNB(50).fit(data)
        ks = [3, 700, 1500, 5000, 11_999]
        expected = {k: lw.LWNB(k).fit(data).explain(data, 7).posterior for k in ks}
        for _ in range(5):
            selected = lw.select(model, data, 7)
            answers: queue.SimpleQueue[tuple[int, np.ndarray | BaseException]] = queue.SimpleQueue()
            threads = [threading.Thread(target=selected.complete) for _ in range(2)]
            threads += [threading.Thread(target=ask, args=(selected, k, answers)) for k in ks * 2]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert answers.qsize() == 2 * len(ks)
            while not answers.empty():
                k, posterior = answers.get()
                if isinstance(posterior, BaseException):
                    raise posterior
                np.testing.assert_allclose(posterior, expected[k], rtol=0, atol=1e-9)


def ask(selected: lw.Selection, k: int, answers: queue.SimpleQueue) -> None:
    try:
        answers.put((k, selected.posterior(k)))
    except BaseException as error:  # raised again in the test's own thread
        answers.put((k, error))


def test_only_lwnb_models_can_be_selected_from() -> None:
    data = lw.sample("iris")
    with pytest.raises(lw.SettingsError, match="NB has no neighbourhood"):
        lw.select(lw.NB().fit(data), data, 0)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("convention", ["paper", "weka"])
def test_neighbourhood_of_a_selection_equals_that_of_a_model(convention: str) -> None:
    data = many_rows(1500)
    model = lw.LWNB(1200, convention).fit(data)
    late, at_once = lw.select(model, data, 5).neighbourhood(1200), model.explain(data, 5).neighbourhood
    assert at_once is not None
    assert len(late) == len(at_once)
    for name in ("tied", "positions", "distances", "weights", "rescaled"):
        np.testing.assert_array_equal(getattr(late, name), getattr(at_once, name))
    assert (late.bandwidth, late.r) == (at_once.bandwidth, at_once.r)


def test_naive_bayes_leaves_one_of_many_rows_out() -> None:
    """With many rows it is subtracted from the sums; with few the model is fitted again."""
    data = many_rows(21_000)
    few = data.subset(range(19_000))
    for some in (data, few):
        model = lw.NB().fit(some)
        expected = model.explain(some, 3).posterior
        np.testing.assert_allclose(
            model.predict_proba(some, [3], leave_out=True)[0], expected, rtol=0, atol=1e-12
        )
        chosen = lw.select(lw.LWNB(5).fit(some), some, 3)
        np.testing.assert_allclose(chosen.rivals(5)["NB"], expected, rtol=0, atol=1e-12)
