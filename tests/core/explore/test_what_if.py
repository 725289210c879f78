"""What if and dependence: answers are the model's predictions for the changed instance; none is missed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.engine.selection import select
from lwnb_core.explore.dependence import dependence_of_selection
from lwnb_core.explore.what_if import what_if, what_if_selection
from lwnb_core.explore.what_if_result import WhatIf

pytestmark = pytest.mark.usefixtures("engine")


def check_changes(result: WhatIf, learner: lw.LWNB, data: lw.Dataset, row: int) -> None:
    """Assert that each change, when applied, gives the promised class, posterior and neighbours."""
    model = learner.fit(data)
    before = model.explain(data, row)
    assert before.neighbour_rows is not None
    assert result.prediction == before.prediction
    np.testing.assert_allclose(result.posterior, before.posterior, rtol=0, atol=1e-9)
    for change in itertools.chain.from_iterable(result.changes):
        after = model.explain(data, row, changes={change.name: change.value})
        assert after.prediction == change.prediction != before.prediction
        np.testing.assert_allclose(change.posterior, after.posterior, rtol=0, atol=1e-9)
        assert after.neighbour_rows is not None
        new = set(after.neighbour_rows.tolist()) - set(before.neighbour_rows.tolist())
        assert (change.new_neighbours, change.neighbours) == (len(new), len(after.neighbour_rows))
    if result.row is not None:
        after = model.explain(data, row, changes=result.row.values)
        assert after.prediction == result.row.prediction != before.prediction
        np.testing.assert_allclose(result.row.posterior, after.posterior, rtol=0, atol=1e-9)
        alone = model.predict_proba(data, [result.row.row], leave_out=True)[0]
        np.testing.assert_allclose(result.row.left_out_posterior, alone, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("convention", "sample", "row", "k"),
    [
        *((convention, "iris", 134, 50) for convention in lw.CONVENTIONS),
        *((convention, "weather-numeric", 0, 5) for convention in lw.CONVENTIONS),
        ("paper", "labor", 3, 12),  # missing values
    ],
)
def test_smallest_changes_change_the_prediction(convention: str, sample: str, row: int, k: int) -> None:
    data, learner = lw.sample(sample), lw.LWNB(k, convention)
    result = what_if(learner.fit(data), data, row)
    assert result.is_complete
    assert len(result.changes) == len(result.attributes)
    check_changes(result, learner, data, row)
    distances = [change.distance for change in result.smallest]
    assert distances == sorted(distances)


def test_nominal_values_are_all_tried() -> None:
    data, learner = lw.sample("weather-nominal"), lw.LWNB(6)
    model = learner.fit(data)
    for row in range(0, len(data), 3):
        result = what_if(model, data, row)
        for j, changes in enumerate(result.changes):
            name, values = result.attributes[j].name, (*result.attributes[j].values, None)
            own = model.explain(data, row).value(j)
            expected = {
                value
                for value in values
                if value != own
                and model.explain(data, row, changes={name: value}).prediction != result.prediction
            }
            assert {change.value for change in changes} == expected


def test_numeric_flips_are_where_the_prediction_changes() -> None:
    data = lw.sample("iris")
    model = lw.LWNB(50).fit(data)
    result = what_if(model, data, 134)
    down = result.changes[2][0]  # a shorter petallength turns virginica into versicolor
    assert (down.before, down.value) == (5.6, 5.3)
    assert down.edge is not None
    assert down.edge == pytest.approx(5.3192, abs=1e-3)
    width = 6.9 - 1.0
    just_before = model.explain(data, 134, changes={"petallength": down.edge + 2e-6 * width})
    assert just_before.prediction == result.prediction
    assert model.explain(data, 134, changes={"petallength": down.edge}).prediction == down.prediction
    assert down.distance == pytest.approx((5.6 - 5.3) / width)
    assert result.steadfast == (1,)
    grid = np.linspace(2.0, 4.4, 65)
    said = [model.explain(data, 134, changes={"sepalwidth": float(v)}).prediction for v in grid]
    assert set(said) == {result.prediction}


def test_nearest_row_of_another_class_is_found() -> None:
    data = lw.sample("iris")
    model = lw.LWNB(20).fit(data)
    explanation = lw.LWNB(149).fit(data).explain(data, 134)
    result = what_if(model, data, 134)
    assert result.row is not None
    assert explanation.neighbour_rows is not None
    order = explanation.neighbour_rows.tolist()
    says = model.predict(data, leave_out=True)
    for row in order[: order.index(result.row.row)]:
        values = {a.name: data.value(row, a.name) for a in result.attributes}
        here = model.explain(data, 134, changes=values).prediction
        assert says[row] == result.prediction or here == result.prediction
    assert says[result.row.row] != result.prediction
    assert result.rows_asked == order.index(result.row.row) + 1


def test_without_another_class_there_is_no_change() -> None:
    data = lw.sample("iris").subset(np.arange(50))
    model = lw.LWNB(10).fit(data)
    result = what_if_selection(select(model, data, 3), 10, most_rows=7)
    assert result.smallest == ()
    assert result.row is None
    assert result.rows_asked == 7
    assert result.to_dict()["nearest_row"] is None


def test_a_missing_value_can_be_given_one() -> None:
    data, learner = lw.sample("iris"), lw.LWNB(20)
    model = learner.fit(data)
    result = what_if(model, data, 134, changes={"petallength": None, "petalwidth": None})
    gained = [c for c in itertools.chain.from_iterable(result.changes) if c.before is None]
    assert gained
    for change in gained:
        values = {"petallength": None, "petalwidth": None, change.name: change.value}
        assert model.explain(data, 134, changes=values).prediction == change.prediction != result.prediction


def test_partial_results_and_plain_json() -> None:
    data = lw.sample("iris")
    selection = select(lw.LWNB(20).fit(data), data, 134)
    seen: list[WhatIf] = []
    result = what_if_selection(selection, 30, partial=seen.append)
    assert [len(s.changes) for s in seen] == [1, 2, 3, 4]
    assert not any(s.is_complete for s in seen)
    plain = result.to_dict()
    assert plain["settings"]["k"] == 30
    assert plain["nearest_row"]["row"] == result.row.row + 1  # type: ignore[union-attr]


@pytest.mark.parametrize("after", [0, 3, 12])
def test_what_if_can_be_cancelled(after: int) -> None:
    data = lw.sample("iris")
    selection = select(lw.LWNB(20).fit(data), data, 134)
    calls = 0

    def progress(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls > after:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        what_if_selection(selection, 20, progress=progress)
    calls = 0
    with pytest.raises(lw.Cancelled):
        dependence_of_selection(selection, 20, 0, points=400, progress=progress)


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_dependence_has_the_posteriors_of_the_models(convention: str) -> None:
    for sample, row, name in (("iris", 134, "petallength"), ("weather-numeric", 1, "outlook")):
        data = lw.sample(sample)
        model = lw.LWNB(9, convention).fit(data)
        result = dependence_of_selection(select(model, data, row), 9, name, points=9)
        assert result.posteriors.shape == (len(result.values), len(data.classes))
        own = model.explain(data, row)
        at = int(np.flatnonzero(result.values == result.now)[0])
        np.testing.assert_allclose(result.posteriors[at], own.posterior, rtol=0, atol=1e-12)
        attribute = result.attribute
        for value, posterior in [
            *zip(result.values, result.posteriors, strict=True),
            (np.nan, result.missing),
        ]:
            given = (
                None if np.isnan(value) else value if attribute.is_numeric else attribute.values[int(value)]
            )
            expected = model.explain(data, row, changes={name: given}).posterior
            np.testing.assert_allclose(posterior, expected, rtol=0, atol=1e-9)


def test_dependence_comes_coarse_first_and_names_its_flips() -> None:
    data = lw.sample("iris")
    seen = []
    result = dependence_of_selection(
        select(lw.LWNB(50).fit(data), data, 134), 50, "petallength", partial=seen.append
    )
    assert len(seen) == 1
    assert len(seen[0].values) < 30 < len(result.values)
    value, before, after = result.flips[-1]
    assert 5.28 < value < 5.4
    assert (before, after) == (1, 2)
    assert result.to_dict()["attribute"] == "petallength"
    with pytest.raises(lw.SettingsError):
        dependence_of_selection(select(lw.LWNB(5).fit(data), data, 0), 5, "class")


@pytest.mark.parametrize(("sample", "row", "k"), [("iris", 134, 50), ("glass", 24, 10), ("labor", 3, 12)])
def test_list_and_curve_name_the_same_values(sample: str, row: int, k: int) -> None:
    data = lw.sample(sample)
    selection = select(lw.LWNB(k).fit(data), data, row)
    changes = what_if_selection(selection, k).changes
    for j, attribute in enumerate(selection.model.training.attributes):
        if attribute.is_numeric:
            listed = {(change.value, change.prediction) for change in changes[j] if change.value is not None}
            drawn = dependence_of_selection(selection, k, j).nearest_flips
            assert {(flip.value, flip.prediction) for flip in drawn} == listed


def test_values_out_of_range_do_not_disturb_each_other() -> None:
    """Weka's ranges grow with the queried instance; each query must start afresh."""
    data = lw.sample("iris")
    model = lw.LWNB(9, "weka").fit(data)
    changes = {"petallength": 11.0}
    result = dependence_of_selection(select(model, data, 134, changes=changes), 9, "petallength", points=7)
    for value, posterior in zip(result.values, result.posteriors, strict=True):
        expected = model.explain(data, 134, changes={"petallength": float(value)}).posterior
        np.testing.assert_allclose(posterior, expected, rtol=0, atol=1e-9)


def test_dependence_takes_model_data_and_row_as_what_if_does() -> None:
    data = lw.sample("iris")
    model = lw.LWNB(9).fit(data)
    result = lw.dependence(model, data, 134, "petallength", k=20, changes={"petalwidth": 1.0}, points=7)
    selection = select(model, data, 134, changes={"petalwidth": 1.0})
    same = dependence_of_selection(selection, 20, "petallength", points=7)
    assert result.posteriors.tolist() == same.posteriors.tolist()
    frame = result.to_pandas()
    assert len(frame) == (len(result.values) + 1) * 3
    assert frame["posterior"][:3].tolist() == result.posteriors[0].tolist()
    assert np.isnan(frame["value"].iloc[-1])
