"""Every number of an explanation follows from the rows, checked by hand."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given

import lwnb_core as lw
from lwnb_core.local.kernels import WEIGHTINGS
from lwnb_core.local.naive_bayes import NominalTable, NumericTable
from tests.conftest import examples
from tests.core.strategies import Rows, problems

pytestmark = pytest.mark.usefixtures("reference_engine")

numeric, nominal = lw.Attribute.numeric, lw.Attribute.nominal


def line() -> lw.Dataset:
    """Make six rows on a line, scaled by 10, and a colour; the query is row 6, at 0."""
    return lw.Dataset.from_columns(
        "line",
        [numeric("x"), nominal("colour", ("red", "blue")), nominal("class", ("a", "b"))],
        [[0.0, 2.0, 4.0, 4.0, 8.0, 10.0, 0.0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 1, 1, 1, -1]],
    )


class TestByHand:
    """The query is at 0, k = 3, `paper`: d = 0, 0.2, 0.4, 0.4 (tied), 0.8, 1; h = 0.4; w = 1, ½, 0, 0."""

    def explanation(self, **settings: str) -> lw.Explanation:
        return lw.LWNB(3, **settings).fit(line(), range(6)).explain(line(), 6)

    def test_neighbours(self) -> None:
        e = self.explanation()
        n = e.neighbourhood
        assert n is not None
        assert e.neighbour_rows is not None
        assert e.neighbour_rows.tolist() == [0, 1, 2, 3]
        assert n.distances == pytest.approx([0, 0.2, 0.4, 0.4])
        assert n.bandwidth == pytest.approx(0.4)
        assert n.weights == pytest.approx([1, 0.5, 0, 0])
        # r = 4, Σ w = 1.5: w' = w · 4/1.5
        assert n.r == 4
        assert n.rescaled == pytest.approx([8 / 3, 4 / 3, 0, 0])
        assert n.tied.tolist() == [False, False, False, True]
        assert any("tied" in note for note in e.notes)

    def test_prior_and_tables(self) -> None:
        e = self.explanation()
        assert e.model is not None
        assert e.model.class_weights == pytest.approx([4, 0])
        assert e.model.prior == pytest.approx([5 / 6, 1 / 6])
        x, colour = e.tables
        assert isinstance(x, NumericTable)
        assert isinstance(colour, NominalTable)
        # mean (0·8/3 + 2·4/3)/4 = 2/3, variance (4·4/3)/4 - 4/9 = 8/9; class b has weight 0, so no normal.
        assert x.mean[0] == pytest.approx(2 / 3)
        assert x.sd[0] == pytest.approx(math.sqrt(8 / 9))
        assert math.isnan(x.mean[1])
        # Distinct training values 0, 2, 4, 8, 10: mean gap 2.5.
        assert x.precision == pytest.approx(2.5)
        assert colour.counts.tolist() == pytest.approx(np.array([[4, 0], [0, 0]]))
        assert colour.probabilities == pytest.approx(np.array([[5 / 6, 1 / 2], [1 / 6, 1 / 2]]))

    def test_posterior(self) -> None:
        e = self.explanation()
        density = math.exp(-((2 / 3) ** 2) / (2 * 8 / 9)) / math.sqrt(2 * math.pi * 8 / 9)
        a, b = 5 / 6 * density * 5 / 6, 1 / 6 * 1e-75 * 1 / 2
        assert e.posterior == pytest.approx([a / (a + b), b / (a + b)])
        assert e.log_contributions is not None
        assert np.exp(e.log_contributions) == pytest.approx(
            np.array([[5 / 6, 1 / 6], [density, 1e-75], [5 / 6, 1 / 2]])
        )

    def test_equation_6_as_printed(self) -> None:
        """With (1 + W_vc)/(n_j + W_v) the colours of class a add up to 5/6 + 1/2."""
        table = self.explanation(eq6="printed").tables[1]
        assert isinstance(table, NominalTable)
        assert table.probabilities == pytest.approx(np.array([[5 / 6, 1 / 6], [1 / 2, 1 / 2]]))

    def test_the_next_neighbour_sets_the_bandwidth_in_tables(self) -> None:
        """For k + 1 = 4 h is again 0.4, but 1.0001 gives those at h a weight of 0.0001."""
        n = lw.LWNB(3, "tables").fit(line(), range(6)).explain(line(), 6).neighbourhood
        assert n is not None
        assert n.weights == pytest.approx([1.0001, 0.5001, 0.0001, 0.0001])
        assert n.tied.tolist() == [False] * 4
        n = lw.LWNB(4, "tables").fit(line(), range(6)).explain(line(), 6).neighbourhood
        assert n is not None
        assert n.bandwidth == pytest.approx(0.8)
        assert n.weights == pytest.approx([1.0001, 0.7501, 0.5001, 0.5001, 0.0001])

    def test_rows_a_hair_beyond_the_bandwidth_have_weight_in_tables(self) -> None:
        """With h = 1 and d = 1.00005, 1.0001 - d/h is positive; in `weka` only rows with d ≤ h count."""
        data = lw.Dataset.from_columns(
            "hair",
            [numeric("x"), numeric("y"), nominal("c", ("a", "b"))],
            [[0, 1, 1.00005, 1.0002, 2, 0], [0, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, -1]],
        )
        result = lw.LWNB(1, "tables").fit(data, range(5)).explain(data, 5).neighbourhood
        assert result is not None
        assert result.positions.tolist() == [0, 1, 2]
        assert result.r == 3
        assert result.weights[2] == pytest.approx(1.0001 - 1.00005)
        assert not result.tied.any()
        within = lw.LWNB(2, "weka").fit(data, range(5)).explain(data, 5).neighbourhood
        assert within is not None
        assert within.positions.tolist() == [0, 1]

    def test_no_bandwidth(self) -> None:
        """With three rows at the query and k = 2 all have weight 1; `tables` uses the next distance."""
        data = lw.Dataset.from_columns(
            "zero",
            [numeric("x"), nominal("c", ("a", "b"))],
            [[5, 5, 5, 6, 6, 9, 5], [0, 1, 0, 1, 1, 1, -1]],
        )
        for convention in ("paper", "weka"):
            e = lw.LWNB(2, convention).fit(data, range(6)).explain(data, 6)
            assert e.neighbourhood is not None
            assert e.neighbourhood.bandwidth == 0
            assert e.neighbourhood.rescaled.tolist() == [1, 1, 1]
            assert e.neighbourhood.tied.tolist() == [False, False, True]
            assert any("bandwidth is 0" in note for note in e.notes)
        e = lw.LWNB(2, "tables").fit(data, range(6)).explain(data, 6)
        assert e.neighbourhood is not None
        assert e.neighbourhood.bandwidth == pytest.approx(0.25)
        assert e.neighbourhood.weights == pytest.approx([1.0001] * 3 + [0.0001] * 2)
        # The first row at the new bandwidth sets it; the second only ties with it.
        assert e.neighbourhood.tied.tolist() == [False] * 4 + [True]
        same = lw.LWNB(2, "tables").fit(data, range(3)).explain(data, 6).neighbourhood
        assert same is not None
        assert same.rescaled.tolist() == [1, 1, 1]

    def test_all_at_the_bandwidth_weigh_the_same(self) -> None:
        data = lw.Dataset.from_columns(
            "ring", [nominal("v", ("p", "q", "r")), nominal("c", ("a", "b"))], [[0, 1, 1, 2], [0, 1, 0, -1]]
        )
        for kernel in ("linear", "epanechnikov", "tricube"):
            n = lw.LWNB(2, kernel=kernel).fit(data, range(3)).explain(data, 3).neighbourhood
            assert n is not None
            assert n.bandwidth == pytest.approx(math.sqrt(2))  # binarised
            assert n.rescaled.tolist() == [1, 1, 1]


def test_votes_by_hand() -> None:
    e = lw.KNN(3).fit(line(), range(6)).explain(line(), 6)
    assert e.details["votes"] == {"a": 2, "b": 2}  # four vote: two tie for the third place
    assert e.posterior.tolist() == [0.5, 0.5]
    assert e.prediction == 0
    e = lw.KNN(3, "weka").fit(line(), range(6)).explain(line(), 6)
    assert e.posterior.tolist() == [0.5, 0.5]
    e = lw.KNN(1, "weka").fit(line(), range(6)).explain(line(), 6)
    assert e.posterior == pytest.approx([(1 + 1 / 6) / (1 + 2 / 6), (1 / 6) / (1 + 2 / 6)])
    e = lw.KNNDW(3).fit(line(), range(6)).explain(line(), 6)
    assert e.details["votes"] == pytest.approx({"a": 1.5, "b": 0})
    e = lw.KNNDW(3, "weka").fit(line(), range(6)).explain(line(), 6)
    similarity = [1 - math.sqrt(d * d / 2) for d in (0, 0.2, 0.4, 0.4)]
    assert e.details["votes"] == pytest.approx({"a": sum(similarity[:2]), "b": sum(similarity[2:])})


def test_no_similarity_at_all_is_no_vote() -> None:
    """d² = m = 3 everywhere; √3² is less than 3 by rounding, which must not decide."""
    values = ("p", "q")
    data = lw.Dataset.from_columns(
        "far",
        [*(nominal(name, values) for name in "uvw"), nominal("c", ("a", "b"))],
        [[0, 0, 1], [0, 0, 1], [0, 0, 1], [1, 1, -1]],
    )
    e = lw.KNNDW(1, "weka", vote_smoothing=False).fit(data, [0, 1]).explain(data, 2)
    assert e.details["votes"] == {"a": 0, "b": 0}
    assert e.posterior.tolist() == [0.5, 0.5]


def test_every_kernel_has_an_entry_in_the_order_of_the_names() -> None:
    assert tuple(WEIGHTINGS) == lw.KERNELS


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
@pytest.mark.parametrize("kernel", lw.KERNELS)
@given(problems(min_rows=2))
@examples(15)
def test_tables_follow_from_the_neighbours_and_factors_from_the_tables(
    convention: str, kernel: str, rows: Rows
) -> None:
    """The JSON alone suffices, as for a reader who checks the program with a pocket calculator."""
    data = rows.data()
    plain = json.loads(
        json.dumps(
            lw.LWNB(3, convention, kernel=kernel).fit(data).explain(data, 0).to_dict(), allow_nan=False
        )
    )
    classes = plain["classes"]
    weight = {n["row"]: n["rescaled"] for n in plain["neighbourhood"]["neighbours"]}
    assert 0 not in weight
    assert sum(weight.values()) == pytest.approx(plain["neighbourhood"]["r"])
    assert plain["neighbourhood"]["r"] == pytest.approx(sum(rows.weights[i] for i in weight))
    total = sum(weight.values())
    for c, name in enumerate(classes):
        own = sum(w for i, w in weight.items() if rows.classes[i] == c)
        assert plain["class_weights"][name] == pytest.approx(own)
        assert plain["prior"][name] == pytest.approx((1 + own) / (len(classes) + total))
        assert plain["log_contributions"]["prior"][name] == pytest.approx(math.log(plain["prior"][name]))
    for j, table in enumerate(plain["tables"]):
        shown = plain["log_contributions"]["attributes"][table["attribute"]]
        assert (table["factors"] is None) == (rows.rows[0][j] is None)
        if table["kind"] == "nominal":
            check_nominal(rows, weight, j, table)
        else:
            check_numeric(rows, weight, j, table)
        for name in classes:
            if table["factors"] is None:
                assert shown[name] == 0
            else:
                assert shown[name] == pytest.approx(math.log(table["factors"][name]), abs=1e-9)


def check_nominal(rows: Rows, weight: dict[int, float], j: int, table: dict) -> None:  # type: ignore[type-arg]
    for v in range(len(table["values"])):
        for c in range(rows.n_classes):
            count = sum(w for i, w in weight.items() if rows.rows[i][j] == v and rows.classes[i] == c)
            assert table["counts"][v][c] == pytest.approx(count)
            assert table["probabilities"][v][c] == pytest.approx(
                (1 + count) / (len(table["values"]) + table["totals"][c])
            )
            if rows.rows[0][j] == v:
                assert list(table["factors"].values())[c] == table["probabilities"][v][c]
    # P(v|c) adds up to 1 over the values in every class, unlike in Eq. 6 as printed.
    assert np.sum(table["probabilities"], axis=0) == pytest.approx(np.ones(rows.n_classes))


def check_numeric(rows: Rows, weight: dict[int, float], j: int, table: dict) -> None:  # type: ignore[type-arg]
    p = table["precision"]
    for c in range(rows.n_classes):
        own = [
            (rows.rows[i][j], w)
            for i, w in weight.items()
            if rows.rows[i][j] is not None and rows.classes[i] == c
        ]
        total = sum(w for _, w in own)
        assert table["weights"][c] == pytest.approx(total)
        factor = None if table["factors"] is None else list(table["factors"].values())[c]
        if total == 0:
            assert table["form"] == "precision" or factor in (None, pytest.approx(1e-75))
            continue
        if table["form"] == "precision":
            own = [(round(v / p) * p, w) for v, w in own]
        mean = sum(v * w for v, w in own) / total
        assert table["mean"][c] == pytest.approx(mean, abs=1e-9)
        spread = math.sqrt(sum(w * (v - mean) ** 2 for v, w in own) / total)
        floor = p / math.sqrt(12) if table["form"] == "density" else p / 6
        assert table["sd"][c] == pytest.approx(max(spread, floor), rel=1e-6)
        if factor is not None and table["form"] == "density":
            z = (rows.rows[0][j] - mean) / table["sd"][c]
            assert math.log(factor) == pytest.approx(
                max(-z * z / 2 - math.log(table["sd"][c] * math.sqrt(2 * math.pi)), math.log(1e-75))
            )


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_the_other_learners_answers_are_their_own(convention: str) -> None:
    data = lw.sample("weather-numeric")
    explanation = lw.LWNB(4, convention).fit(data).explain(data, 5)
    assert set(explanation.others) == {"NB", "KNN", "KNNDW"}
    for learner in (lw.NB(convention), lw.KNN(4, convention), lw.KNNDW(4, convention)):
        expected = learner.fit(data).explain(data, 5).posterior
        np.testing.assert_allclose(explanation.others[learner.name], expected, rtol=1e-12)
    discretised = lw.Discretised(lw.LWNB(4, convention)).fit(data).explain(data, 5)
    assert (discretised.learner, set(discretised.others)) == ("LWNBD", {"NBD", "KNND", "KNNDWD"})
    alone = lw.Discretised(lw.NB(convention)).fit(data).explain(data, 5)
    np.testing.assert_allclose(discretised.others["NBD"], alone.posterior, rtol=1e-12)


def test_an_attribute_called_prior_does_not_hide_the_prior() -> None:
    data = lw.Dataset.from_columns(
        "p", [numeric("prior"), nominal("c", ("a", "b"))], [[1.0, 2.0, 3.0], [0, 1, 1]]
    )
    e = lw.NB().fit(data).explain(data, 0, leave_out=False)
    shown = e.to_dict()["log_contributions"]
    assert shown["prior"] == pytest.approx({"a": math.log(2 / 5), "b": math.log(3 / 5)})
    assert e.log_contributions is not None
    assert list(shown["attributes"]["prior"].values()) == e.log_contributions[1].tolist()


def test_rows_are_named_by_their_number_in_the_whole_data_set() -> None:
    data = lw.sample("weather-numeric")
    part = data.subset([9, 3, 4, 7])
    e = lw.KNN(2).fit(part).explain(part, 1)
    assert e.row == 3
    assert e.neighbour_rows is not None
    assert set(e.neighbour_rows.tolist()) <= {9, 4, 7}
    assert e.left_out


def test_a_row_of_another_file_is_not_left_out() -> None:
    data = lw.sample("weather-numeric")
    other = lw.Dataset.from_pandas(data.to_pandas().iloc[:5], data.class_attribute.name)
    e = lw.KNN(1).fit(data).explain(other, 0)
    assert not e.left_out
    assert e.training_rows == len(data)
    assert e.neighbourhood is not None
    assert e.neighbourhood.bandwidth == 0


def test_the_floor_of_the_densities_decides_at_k_1() -> None:
    """As the guide says, a class that is present but far would lose to classes without any row."""
    data = lw.sample("glass")
    model = lw.LWNB(1).fit(data)
    floor = np.log(1e-75)
    otherwise = 0
    for row in range(40):
        result = model.explain(data, row)
        assert result.model is not None
        total = np.log(result.model.prior)
        for table, x in zip(result.model.tables, result.instance, strict=True):
            assert isinstance(table, NumericTable)
            z = (x - table.mean) / table.sd
            density = -0.5 * z * z - np.log(table.sd * np.sqrt(2 * np.pi))
            total = total + np.where(np.isnan(density), floor, density)
        otherwise += int(np.argmax(total)) != result.prediction
    assert otherwise == 8
