"""A sweep that puts no rows in order gives the posteriors of one that does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

import lwnb_core as lw
from lwnb_core.engine.sweep import Sweep, k_grid, sweep_selection, sweep_while_moving
from tests.core.engine.agreement import assert_same, spread_rows
from tests.core.engine.awkward import Case, cases, density_learners

pytestmark = pytest.mark.usefixtures("compiled")


@pytest.fixture(scope="module", autouse=True)
def _needs_numba() -> None:
    pytest.importorskip("numba")


def in_rings(selection: lw.Selection) -> Sweep | None:
    """As `sweep_while_moving`, also where it is not the quicker way."""
    sweeper = selection.model.sweeper
    if not sweeper.carries_over or (selection.model.training.weights != 1).any():
        return None
    ks = k_grid(selection.n_rows)
    found = sweeper.in_rings(*selection.packed_instance, selection.left_out, ks)
    return Sweep(selection.model.classes, ks, dict(zip(("LWNB", "KNN", "KNNDW"), found, strict=True)))


def assert_same_sweeps(found: Sweep | None, expected: Sweep, where: str = "") -> None:
    assert found is not None
    assert found.ks.tolist() == expected.ks.tolist()
    for name, posterior in expected.posteriors.items():
        assert_same(found.posteriors[name], posterior, expected.ks, f"{name} {where}")


@pytest.mark.parametrize("kernel", ["linear", "epanechnikov", "tricube", "constant"])
@pytest.mark.parametrize("name", ["iris", "labor", "soybean", "credit-g", "checkers-board"])
def test_samples(name: str, kernel: str) -> None:
    data = lw.sample(name)
    model = lw.LWNB(20, kernel=kernel).fit(data)
    for row in spread_rows(len(data), 5):
        selection = lw.select(model, data, row)
        assert_same_sweeps(in_rings(selection), sweep_selection(selection, "grid"), f"row {row}")


def test_values_changed_and_missing() -> None:
    data = lw.sample("labor")
    model = lw.LWNB(5).fit(data)
    changes = {"duration": 1.5, "wage-increase-first-year": None, "pension": "none"}
    selection = lw.select(model, data, 4, changes=changes, leave_out=False)
    assert_same_sweeps(in_rings(selection), sweep_selection(selection, "grid"))


@settings(max_examples=150)
@given(cases(), density_learners())
def test_awkward_data(case: Case, learner: lw.LWNB) -> None:
    model = learner.fit(case.data, case.train)
    for row in case.queries:
        selection = lw.select(model, case.data, row, leave_out=False)
        found = in_rings(selection)
        if found is None:
            return
        assert_same_sweeps(found, sweep_selection(selection, "grid"), f"row {row}")


def test_one_row_far_away_and_many_at_one_place() -> None:
    """Cells of equal width are of no use where all rows but one are in the first."""
    random = np.random.default_rng(3)
    x = np.concatenate([random.normal(size=3000).round(1), np.full(400, 0.25), [1e9]])
    y = np.concatenate([random.normal(size=3000), np.full(400, 0.5), [0.0]])
    codes = random.integers(0, 3, len(x))
    attributes = [
        lw.Attribute.numeric("x"),
        lw.Attribute.numeric("y"),
        lw.Attribute.nominal("class", ("a", "b", "c")),
    ]
    data = lw.Dataset.from_columns("far", attributes, [x, y, codes])
    model = lw.LWNB(50).fit(data)
    for row in (0, 3100, 3400):
        selection = lw.select(model, data, row)
        assert_same_sweeps(sweep_while_moving(selection), sweep_selection(selection, "grid"), f"row {row}")


def test_none_where_sums_do_not_carry_over_or_rows_weigh() -> None:
    data = lw.sample("iris")
    for learner in (lw.LWNB(5, "weka"), lw.LWNB(5, kernel="gaussian")):
        assert sweep_while_moving(lw.select(learner.fit(data), data, 3)) is None
    columns = [data.column(j) for j in range(len(data.attributes))]
    heavy = lw.Dataset.from_columns("heavy", list(data.attributes), columns, weights=[2.0] + [1.0] * 149)
    assert sweep_while_moving(lw.select(lw.LWNB(5).fit(heavy), heavy, 3)) is None


def test_none_where_there_are_more_sums_than_values() -> None:
    random = np.random.default_rng(1)
    names = [lw.Attribute.numeric(f"x{j}") for j in range(300)]
    classes = lw.Attribute.nominal("class", tuple(f"c{c}" for c in range(20)))
    columns = [*random.normal(size=(300, 60)), random.integers(0, 20, 60)]
    data = lw.Dataset.from_columns("wide", [*names, classes], columns)
    assert sweep_while_moving(lw.select(lw.LWNB(5).fit(data), data, 3)) is None


def test_a_value_far_outside_of_a_narrow_range() -> None:
    data = lw.Dataset.from_columns(
        "narrow",
        [lw.Attribute.numeric("x"), lw.Attribute.numeric("y"), lw.Attribute.nominal("class", ("a", "b"))],
        [np.arange(40) * 1e-60, np.arange(40.0) % 7, np.arange(40) % 2],
    )
    selection = lw.select(lw.LWNB(5).fit(data), data, 3, changes={"x": 1e99})
    found = sweep_while_moving(selection)
    assert found is not None
    assert_same_sweeps(found, sweep_selection(selection, "grid"))
    for posterior in found.posteriors.values():
        np.testing.assert_allclose(posterior.sum(axis=1), 1.0)


def test_the_grid_is_of_the_kind_that_is_compiled_ahead() -> None:
    assert k_grid(1000).flags.writeable  # numba takes one that is not for another type, and compiles anew
