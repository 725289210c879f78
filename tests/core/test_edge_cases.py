"""Awkward data: each case has a right answer or a clear error, under every learner and convention.

Warnings are errors in this test run, so that no overflow or 0/0 passes unseen either.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

import lwnb_core as lw
from tests.core import zoo
from tests.core.problems import dataset

pytestmark = pytest.mark.usefixtures("reference_engine")

every_learner = pytest.mark.parametrize("learner", zoo.ALL, ids=zoo.label)
numeric, nominal = lw.Attribute.numeric, lw.Attribute.nominal


def posteriors(learner: lw.Learner, data: lw.Dataset, train: object = None, test: object = None) -> NDArray:
    """Return the posteriors, checked to be in [0, 1], to sum to 1, and to equal those of the explanation."""
    model = learner.fit(data, train)  # type: ignore[arg-type]
    rows = range(len(data)) if test is None else test
    result = model.predict_proba(data, rows)  # type: ignore[arg-type]
    assert np.isfinite(result).all()
    assert ((result >= 0) & (result <= 1)).all()
    np.testing.assert_allclose(result.sum(axis=1), 1, rtol=1e-12)
    for row in rows:
        one = model.explain(data, row, leave_out=False)  # type: ignore[call-overload]
        np.testing.assert_allclose(one.posterior, model.predict_proba(data, [row])[0], rtol=0, atol=1e-12)
    return result


def xy(values: list[float], classes: list[int], **more: object) -> lw.Dataset:
    return lw.Dataset.from_columns("xy", [numeric("x"), nominal("c", ("a", "b"))], [values, classes], **more)  # type: ignore[arg-type]


class TestFewRows:
    @every_learner
    def test_single_training_row_predicts_its_class(self, learner: lw.Learner) -> None:
        data = xy([1.0, 1.0, 7.0, math.nan], [1, 0, 0, 0])
        here, *elsewhere = posteriors(learner, data, [0], [1, 2, 3])
        assert here[1] > here[0]
        for p in elsewhere:  # Weka's similarity weight 1 - √(d²/m) may be 0
            assert p[1] > p[0] or (learner.name == "KNNDW" and p[1] == p[0])

    @every_learner
    def test_leaving_out_the_only_row_is_a_clear_error(self, learner: lw.Learner) -> None:
        data = xy([1.0], [1])
        model = learner.fit(data)
        if learner.name in ("NB", "NBD"):  # no rows and no evidence: both classes alike
            assert model.explain(data, 0).posterior.tolist() == [0.5, 0.5]
        else:
            with pytest.raises(lw.DataError, match="no training row is left"):
                model.explain(data, 0)

    @pytest.mark.parametrize("learner", zoo.LOCAL, ids=zoo.label)
    def test_k_larger_than_n_takes_all_rows(self, learner: lw.Learner) -> None:
        data = lw.sample("weather-numeric")
        exactly, beyond = (zoo.with_k(learner, k) for k in (len(data), 10**9))
        np.testing.assert_array_equal(posteriors(exactly, data), posteriors(beyond, data))
        result = beyond.fit(data).explain(data, 0, leave_out=False).neighbourhood
        assert result is not None
        assert sorted(result.positions) == list(range(len(data)))

    @every_learner
    def test_no_rows_to_predict_give_no_posteriors(self, learner: lw.Learner) -> None:
        data = lw.sample("weather-numeric")
        assert learner.fit(data).predict_proba(data, []).shape == (0, 2)
        assert learner.fit(data).predict(data, []).shape == (0,)

    @every_learner
    def test_no_training_rows_are_a_clear_error(self, learner: lw.Learner) -> None:
        data = lw.sample("weather-numeric")
        with pytest.raises(lw.DataError, match="no training rows"):
            learner.fit(data, [])


class TestClasses:
    @every_learner
    def test_one_class_only_is_certain(self, learner: lw.Learner) -> None:
        data = dataset((None, 2), [(1.0, 0), (2.0, 1), (3.0, None)], [0, 0, 0], 1)
        assert posteriors(learner, data).tolist() == [[1.0]] * 3

    @every_learner
    def test_one_class_present_of_three_declared_wins(self, learner: lw.Learner) -> None:
        data = dataset((None, 2), [(1.0, 0), (2.0, 1), (3.0, None)], [1, 1, 1], 3)
        assert np.argmax(posteriors(learner, data), axis=1).tolist() == [1, 1, 1]

    @every_learner
    def test_rows_without_a_class_are_dropped_and_it_is_said(self, learner: lw.Learner) -> None:
        rows = [(1.0, 0), (2.0, 1), (9.0, 0), (3.0, None), (2.5, 1)]
        partly = dataset((None, 2), rows, [0, 1, None, 1, 0], 2)
        model, without = learner.fit(partly), learner.fit(partly, [0, 1, 3, 4])
        np.testing.assert_array_equal(model.predict_proba(partly), without.predict_proba(partly))
        said = model.explain(partly, 0)
        assert any("1 training row" in note and "class" in note for note in said.notes)
        assert said.training_rows == 3
        assert not without.explain(partly, 0).notes or "dropped" not in " ".join(
            without.explain(partly, 0).notes
        )

    @every_learner
    def test_no_row_with_a_class_is_a_clear_error(self, learner: lw.Learner) -> None:
        data = dataset((None,), [(1.0,), (2.0,)], [None, None], 2)
        with pytest.raises(lw.DataError, match="no training row has a class"):
            learner.fit(data)

    def test_a_numeric_class_is_a_clear_error(self) -> None:
        data = lw.Dataset.from_columns("n", [numeric("x"), numeric("y")], [[1, 2], [3, 4]])
        with pytest.raises(lw.DataError, match="class") as caught:
            lw.NB().fit(data)
        assert caught.value.hint

    @every_learner
    def test_a_tied_posterior_goes_to_the_first_class(self, learner: lw.Learner) -> None:
        data = dataset((2,), [(0,), (0,), (1,), (1,)], [2, 1, 1, 2], 3)
        assert learner.fit(data).predict(data).tolist() == [1] * 4


class TestAttributes:
    @every_learner
    def test_without_predictors_the_prior_decides(self, learner: lw.Learner) -> None:
        data = dataset((), [(), (), ()], [1, 1, 0], 2)
        for p in posteriors(learner, data):
            assert p[1] > p[0]

    @every_learner
    def test_only_text_attributes_are_no_predictors(self, learner: lw.Learner) -> None:
        text = lw.Dataset.from_columns(
            "t", [lw.Attribute.string("s"), nominal("c", ("a", "b"))], [["u", "v", None], [1, 1, 0]]
        )
        bare = dataset((), [(), (), ()], [1, 1, 0], 2)
        np.testing.assert_array_equal(posteriors(learner, text), posteriors(learner, bare))

    @every_learner
    @pytest.mark.parametrize("value", [5.0, None], ids=["constant", "all missing"])
    def test_an_attribute_that_says_nothing_changes_no_decision(
        self, learner: lw.Learner, value: float | None
    ) -> None:
        rows = [(0.0,), (1.0,), (2.0,), (7.0,), (8.0,), (9.0,), (3.0,)]
        classes = [0, 0, 0, 1, 1, 1, 0]
        alone = dataset((None,), rows, classes, 2)
        beside = dataset((None, None), [(*row, value) for row in rows], classes, 2)
        for data in (alone, beside):
            decided = np.argmax(posteriors(learner, data), axis=1).tolist()
            assert decided == classes

    @every_learner
    def test_missing_test_values_are_skipped(self, learner: lw.Learner) -> None:
        data = dataset((None, 3), [(1.0, 0), (2.0, 1), (3.0, 2), (None, None)], [1, 1, 0, None], 2)
        p = posteriors(learner, data, [0, 1, 2], [3])[0]
        explanation = learner.fit(data, [0, 1, 2]).explain(data, 3)
        if explanation.log_contributions is not None:
            assert not explanation.log_contributions[1:].any()
        if learner.name in ("NB", "NBD"):  # only the prior is left
            assert p == pytest.approx([2 / 5, 3 / 5])

    @every_learner
    def test_duplicates_of_the_instance_decide(self, learner: lw.Learner) -> None:
        """Six rows are at distance 0 and k = 3: all six count, though their bandwidth is 0."""
        rows = [(1.0, 0)] * 6 + [(5.0, 1)] * 6
        data = dataset((None, 2), rows, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0], 2)
        p = posteriors(learner, data, None, [0, 11])
        assert p[0, 0] > 0.5
        assert p[1, 1] > 0.5

    @every_learner
    def test_3000_values_are_counted(self, learner: lw.Learner) -> None:
        n = 60
        rows = [(50 * i, float(i % 2)) for i in range(n)]
        data = dataset((3000, None), rows, [i % 2 for i in range(n)], 2)
        assert learner.fit(data).predict(data).tolist() == [i % 2 for i in range(n)]
        posteriors(learner, data, range(50), range(50, 53))

    def test_3000_values_by_hand(self) -> None:
        data = dataset((3000,), [(7,), (7,), (8,), (2999,)], [0, 0, 1, None], 2)
        # P(a) = 3/5, P(b) = 2/5; 2999: 1/3002 and 1/3001; 7: 3/3002 and 1/3001.
        unseen, seen = posteriors(lw.NB(), data, [0, 1, 2], [3, 0])
        assert unseen[0] == pytest.approx((3 / 3002) / (3 / 3002 + 2 / 3001))
        assert seen[0] == pytest.approx((9 / 3002) / (9 / 3002 + 2 / 3001))

    @every_learner
    def test_300_attributes_do_not_underflow(self, learner: lw.Learner) -> None:
        """The product of 300 factors from 1e-3 to 1e-75 is far smaller than any float."""
        m, n = 300, 12
        numbers = np.random.default_rng(5).normal(size=(n, m)) * 1e-3 + np.arange(n)[:, None] % 2
        codes = np.random.default_rng(6).integers(0, 4, size=(n, m))
        rows = [tuple(numbers[i, j] if j % 2 else int(codes[i, j]) for j in range(m)) for i in range(n)]
        data = dataset(tuple(None if j % 2 else 4 for j in range(m)), rows, [i % 2 for i in range(n)], 2)
        result = posteriors(learner, data, None, [0, 1, 2])
        assert np.argmax(result, axis=1).tolist() == [0, 1, 0]

    @pytest.mark.parametrize("arithmetic", ["logs", "products"])
    def test_300_attributes_that_cancel_leave_a_posterior_in_between(self, arithmetic: str) -> None:
        """The attributes speak in turn for and against one class, by the same factor."""
        data = dataset((2,) * 300, [(0, 1) * 150, (1, 0) * 150, (0,) * 300], [0, 1, None], 2)
        p = posteriors(lw.NB("paper", arithmetic=arithmetic), data, [0, 1], [2])[0]
        assert p == pytest.approx([0.5, 0.5], abs=1e-9)

    def test_products_lose_a_class_that_falls_too_far_behind(self) -> None:
        """As in Weka, a product that has underflowed stays 0, even if later factors would make up for it.

        Class b first falls behind by more than a float can hold, then class a does.
        """
        m, n = 40, 10
        first, last = [0.01 * i for i in range(n)], [1e3 + 0.01 * i for i in range(n)]
        attributes = [numeric(f"x{j}") for j in range(2 * m)]
        columns = [[*first, *last, 0.0]] * m + [[*first, *last, 1e3]] * m
        data = lw.Dataset.from_columns(
            "u", [*attributes, nominal("c", ("a", "b"))], [*columns, [0] * n + [1] * n + [-1]]
        )
        rows = range(2 * n)
        logs = lw.NB("weka", arithmetic="logs").fit(data, rows).predict_proba(data, [2 * n])[0]
        products = lw.NB("weka").fit(data, rows).predict_proba(data, [2 * n])[0]
        assert logs == pytest.approx([0.5, 0.5])
        assert products.tolist() == [1.0, 0.0]


class TestValues:
    @every_learner
    @pytest.mark.parametrize("value", [math.inf, -math.inf, 1.7976931348623157e308, -1e101])
    def test_infinite_and_enormous_values_are_a_clear_error(self, learner: lw.Learner, value: float) -> None:
        data = xy([1.0, 2.0, value], [0, 1, 0])
        with pytest.raises(
            lw.DataError, match=r"'x' has a value .*\n.* in row 2 .counted from 0.: make it NaN"
        ) as caught:
            learner.fit(data)
        assert "missing" in caught.value.hint
        model = learner.fit(data, [0, 1])
        for ask in (lambda: model.predict_proba(data, [2]), lambda: model.explain(data, 2)):
            with pytest.raises(
                lw.DataError, match=r"'x' has a value .*\n.* in row 2 .counted from 0.: make it NaN"
            ):
                ask()
        with pytest.raises(lw.DataError, match="needs a number"):
            model.explain(data, 0, changes={"x": value})

    @every_learner
    @pytest.mark.parametrize("scale", [1e-90, 1e-20, 1e20, 1e40])
    def test_very_large_and_very_small_values_are_classified(self, learner: lw.Learner, scale: float) -> None:
        data = xy([scale * v for v in (1.0, 2.0, 3.0, 7.0, 8.0, 9.0)], [0, 0, 0, 1, 1, 1])
        assert np.argmax(posteriors(learner, data), axis=1).tolist() == [0, 0, 0, 1, 1, 1]

    @every_learner
    def test_a_query_far_outside_of_the_ranges_has_an_answer(self, learner: lw.Learner) -> None:
        data = xy([1e-90, 2e-90, 3e-90, 7e-90, 9e99, -9e99], [0, 0, 1, 1, 1, 0])
        posteriors(learner, data, range(4), [4, 5])

    @every_learner
    def test_numbers_at_the_end_of_precision_have_an_answer(self, learner: lw.Learner) -> None:
        data = xy([0.0, 5e-324, 1e-323, 1.5e-323, 0.0, 5e-324], [0, 0, 1, 1, 0, 1])
        posteriors(learner, data)
        neighbours = xy([1e16, 1e16 + 2, 1e16 + 4, 1e16 + 6], [0, 0, 1, 1])
        if not (isinstance(learner, lw.LWNB) and learner.convention.numeric == "density"):
            posteriors(learner, neighbours)
            return
        # An explanation shows means, which are rounded to even numbers here; a prediction needs none of them.
        predicted = learner.fit(neighbours).predict_proba(neighbours)
        near_0 = xy([0.0, 2.0, 4.0, 6.0], [0, 0, 1, 1])
        np.testing.assert_allclose(predicted, posteriors(learner, near_0), rtol=0, atol=1e-12)
        explained = learner.fit(neighbours).explain(neighbours, 1, leave_out=False).posterior
        assert np.isfinite(explained).all()

    @every_learner
    def test_a_test_value_that_was_not_declared_is_a_header_mismatch(self, learner: lw.Learner) -> None:
        train = lw.Dataset.from_columns(
            "a", [nominal("v", ("p", "q")), nominal("c", ("a", "b"))], [[0, 1, 0], [0, 1, 0]]
        )
        test = lw.Dataset.from_columns(
            "b", [nominal("v", ("q", "r", "p")), nominal("c", ("a", "b"))], [[1, 0], [0, 1]]
        )
        model = learner.fit(train)
        for ask in (lambda: model.predict_proba(test), lambda: model.explain(test, 0)):
            with pytest.raises(lw.HeaderMismatch, match=r"'v'.*'r'") as caught:
                ask()
            assert caught.value.hint
        # Declared but not used, so row 1 on its own is correct.
        only_q = test.subset([1])
        np.testing.assert_array_equal(model.predict_proba(only_q), model.predict_proba(train, [1]))

    @every_learner
    def test_test_data_may_have_other_columns_in_another_order(self, learner: lw.Learner) -> None:
        data = lw.sample("weather-numeric")
        order = [3, 4, 0, 2, 1]
        turned = {j: tuple(reversed(data.attributes[j].values)) for j in (0, 3, 4)}
        attributes, columns = [], []
        for j in order:
            attribute = data.attributes[j]
            if j in turned:
                attributes.append(nominal(attribute.name, turned[j]))
                columns.append(len(turned[j]) - 1 - data.column(j))
            else:
                attributes.append(attribute)
                columns.append(data.column(j))
        other = lw.Dataset.from_columns(
            "turned",
            [*attributes, numeric("more")],
            [*columns, np.full(len(data), np.inf)],
            class_attribute="play",
        )
        model = learner.fit(data, range(8))
        np.testing.assert_array_equal(
            model.predict_proba(other, range(8, 14)), model.predict_proba(data, range(8, 14))
        )

    @every_learner
    def test_test_data_without_the_class_are_predicted_alike(self, learner: lw.Learner) -> None:
        data = lw.sample("weather-numeric")
        bare = lw.Dataset.from_columns(
            "bare", [data.attributes[j] for j in range(4)], [data.column(j) for j in range(4)]
        )
        model = learner.fit(data)
        np.testing.assert_array_equal(model.predict_proba(bare), model.predict_proba(data))
        assert model.explain(bare, 3).true_class is None

    @every_learner
    def test_a_missing_attribute_is_a_header_mismatch(self, learner: lw.Learner) -> None:
        data = lw.sample("weather-numeric")
        with pytest.raises(lw.HeaderMismatch, match="humidity"):
            learner.fit(data).predict_proba(data.without(["humidity"]))


class TestRows:
    @every_learner
    @pytest.mark.parametrize("row", [14, -1, 10**12, 2.5, "3", None, True], ids=repr)
    def test_a_row_that_does_not_exist_is_a_clear_error(self, learner: lw.Learner, row: int) -> None:
        data = lw.sample("weather-numeric")
        model = learner.fit(data)
        with pytest.raises(lw.DataError, match="row"):
            model.explain(data, row)
        with pytest.raises(lw.DataError, match="row"):
            model.predict(data, [row])
        with pytest.raises(lw.DataError, match="row"):
            learner.fit(data, [row])

    @every_learner
    def test_changes_by_name_are_those_values(self, learner: lw.Learner) -> None:
        data = lw.sample("weather-numeric")
        model = learner.fit(data, range(1, 14))
        changed = model.explain(data, 0, changes={"outlook": "rainy", "humidity": None, "windy": "TRUE"})
        assert changed.value(0) == "rainy"
        assert changed.value(2) is None
        assert changed.changed == ("outlook", "humidity", "windy")
        columns = [data.column(j).copy() for j in range(5)]
        columns[0][0], columns[2][0], columns[3][0] = 2, math.nan, 0
        edited = lw.Dataset.from_columns("edited", data.attributes, columns)
        np.testing.assert_array_equal(changed.posterior, model.explain(edited, 0).posterior)
        np.testing.assert_allclose(changed.posterior, model.predict_proba(edited, [0])[0], rtol=0, atol=1e-12)

    @pytest.mark.parametrize(
        "changes", [{"outlok": "rainy"}, {"outlook": "snowy"}, {"humidity": "wet"}, {"humidity": math.nan}]
    )
    def test_changes_that_cannot_be_are_a_clear_error(self, changes: dict[str, float | str]) -> None:
        data = lw.sample("weather-numeric")
        with pytest.raises(lw.DataError) as caught:
            lw.NB().fit(data).explain(data, 0, changes=changes)
        assert caught.value.hint

    @every_learner
    def test_a_row_of_weight_0_is_not_there(self, learner: lw.Learner) -> None:
        """Otherwise it would extend the ranges, refine the resolution, vote, and count in n."""
        rows = [(1.0, 0), (2.0, 1), (99.25, 0), (3.0, 2), (2.5, 1)]
        data = dataset((None, 3), rows, [0, 1, 1, 1, 0], 2, [1.0, 1.0, 0.0, 2.0, 1.0])
        np.testing.assert_array_equal(
            posteriors(learner, data), posteriors(learner, data, [0, 1, 3, 4], range(5))
        )

    @every_learner
    def test_only_rows_of_weight_0_are_a_clear_error(self, learner: lw.Learner) -> None:
        data = dataset((None,), [(1.0,), (2.0,)], [0, 1], 2, [0.0, 0.0])
        with pytest.raises(lw.DataError, match="weight 0"):
            learner.fit(data)
