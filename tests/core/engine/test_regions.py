"""`lw.regions`: every cell holds what the models predict, in both engines; coarse pictures; cancelling."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import lwnb_core as lw
from lwnb_core.engine.regions import NAMES, regions_on_grid
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_core.local.training import NOWHERE, Instances
from tests.conftest import examples
from tests.core.engine.awkward import Case, cases, density_learners


def fitted(learner: lw.LWNB, data: lw.Dataset, rows: list[int] | None = None) -> LWNBModel:
    model = learner.fit(data, rows)
    assert isinstance(model, LWNBModel)
    return model


def cell_of(grid: lw.Grid, instance: Instances, row: int, column: int) -> Instances:
    columns = list(instance.columns)
    for j, value in ((grid.x, grid.xs[column]), (grid.y, grid.ys[row])):
        columns[j] = np.array([value], dtype=columns[j].dtype)
    return Instances(tuple(columns), instance.classes, instance.rows, instance.origin)


def assert_every_cell(
    model: LWNBModel, result: lw.Regions, instance: Instances, left_out: int, step: int = 1
) -> None:
    """Assert that each cell is within 1e-9 of the learner's own posterior for its values."""
    rivals = (model.learner, *model.learner.rivals)
    for learner in rivals:
        own = learner.fit_training(model.training)
        for row in range(0, result.grid.shape[0], step):
            for column in range(0, result.grid.shape[1], step):
                cell = cell_of(result.grid, instance, row, column)
                expected = own.posteriors(cell, np.array([left_out]))[0]
                actual = result.posteriors[learner.name][row, column]
                np.testing.assert_allclose(
                    actual, expected, rtol=0, atol=1e-9, err_msg=f"{learner.label} at {row}, {column}"
                )


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
@pytest.mark.parametrize(
    ("sample", "x", "y", "row"),
    [
        ("iris", "petalwidth", "petallength", 134),
        ("weather-numeric", "temperature", "outlook", 3),
        ("labor", "duration", "pension", 20),  # missing values in both attributes, and in the others
    ],
)
def test_every_cell_has_the_posteriors_of_the_models(
    convention: str, sample: str, x: str, y: str, row: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = lw.sample(sample)
    model = fitted(lw.LWNB(7, convention), data)
    instance = model.instances(data, [row])
    left_out = int(model.positions_to_leave_out(instance)[0])
    grid = lw.Grid.over(model.training, x, y, 11)
    result = regions_on_grid(model, grid, instance, left_out=left_out, jobs=2)
    assert tuple(result.posteriors) == NAMES
    assert result.k == 7
    monkeypatch.setenv("LWNB_ENGINE", "reference")
    assert_every_cell(model, result, instance, left_out, step=2)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("kernel", lw.KERNELS)
def test_regions_of_every_kernel_agree_with_the_models(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = lw.sample("iris")
    model = fitted(lw.LWNB(12, kernel=kernel), data)
    instance = model.instances(data, [70])
    grid = lw.Grid.over(model.training, "sepallength", "petalwidth", 9, x_range=(3.0, 9.0))
    result = regions_on_grid(model, grid, instance)
    monkeypatch.setenv("LWNB_ENGINE", "reference")
    assert_every_cell(model, result, instance, NOWHERE, step=2)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("convention", ["weka", "tables"])
@pytest.mark.parametrize("x_range", [(3.0, 9.0), None])
def test_cells_outside_the_ranges_do_not_widen_those_of_the_next(
    convention: str, x_range: tuple[float, float] | None
) -> None:
    data = lw.sample("iris")
    unknown = np.full(len(data), np.nan)
    columns = [data.column(j) if j else unknown for j in range(len(data.attributes))]
    for known in (data, lw.Dataset.from_columns("unknown", data.attributes, columns)):
        model = fitted(lw.LWNB(12, convention), known)
        instance = model.instances(data, [70])
        grid = lw.Grid.over(model.training, "sepallength", "petalwidth", 7, x_range=x_range)
        assert_every_cell(model, regions_on_grid(model, grid, instance), instance, NOWHERE, step=2)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("k", [1, 2, 50, 999, 5000])
def test_tiles_agree_with_cells_at_any_k(k: int) -> None:
    """Tiles consider only a few rows; the rows that they omit must never matter, even with ties."""
    data = lw.sample("checkers-board")
    model = fitted(lw.LWNB(k), data)
    instance = model.instances(data, [7])
    x, y = (a.name for a in model.training.attributes[:2])
    grid = lw.Grid.over(model.training, x, y, 23, x_range=(-0.3, 1.1), y_range=(0.2, 0.6))
    result = regions_on_grid(model, grid, instance, left_out=7)
    assert_every_cell(model, result, instance, 7, step=3)


@pytest.mark.usefixtures("compiled")
@examples(40)
@given(case=cases(), learner=density_learners(), k=st.integers(1, 30), data=st.data())
def test_regions_of_random_data_agree_with_the_models(
    case: Case, learner: lw.LWNB, k: int, data: st.DataObject
) -> None:
    learner = lw.LWNB(k, learner.convention, kernel=learner.kernel, eq6=learner.eq6)
    model = fitted(learner, case.data, case.train)
    names = [a.name for a in model.training.attributes]
    assume(len(names) >= 2)
    x = data.draw(st.sampled_from(names))
    y = data.draw(st.sampled_from([name for name in names if name != x]))
    instance = model.instances(case.data, [case.queries[0]])
    result = regions_on_grid(model, lw.Grid.over(model.training, x, y, 5), instance, jobs=1)
    for name, learner_of in zip(NAMES, (model.learner, *model.learner.rivals), strict=True):
        own = learner_of.fit_training(model.training)
        for row, column in ((0, 0), (result.grid.shape[0] - 1, result.grid.shape[1] // 2)):
            cell = cell_of(result.grid, instance, row, column)
            expected = own.posteriors(cell, np.array([NOWHERE]))[0]
            np.testing.assert_allclose(
                result.posteriors[name][row, column], expected, rtol=0, atol=1e-8, err_msg=name
            )


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("requested", [("LWNB",), ("NB",), ("KNN",), ("KNNDW",), ("KNN", "LWNB")])
def test_only_the_learners_asked_for(requested: tuple[str, ...]) -> None:
    data = lw.sample("weather-numeric")
    model = fitted(lw.LWNB(5), data)
    instance = model.instances(data, [0])
    grid = lw.Grid.over(model.training, "temperature", "humidity", 9)
    some = regions_on_grid(model, grid, instance, learners=requested)
    every = regions_on_grid(model, grid, instance)
    assert set(some.posteriors) == set(requested)
    for name in requested:
        assert np.array_equal(some.posteriors[name], every.posteriors[name])
        assert some.decisions(name).shape == grid.shape


def test_unknown_learners_and_axes_are_refused() -> None:
    data = lw.sample("iris")
    model = fitted(lw.LWNB(5), data)
    grid = lw.Grid.over(model.training, "petalwidth", "petallength", 5)
    instance = model.instances(data, [0])
    for requested in (("AODE",), ()):
        with pytest.raises(lw.SettingsError):
            regions_on_grid(model, grid, instance, learners=requested)
    with pytest.raises(lw.SettingsError, match="no predictor"):
        lw.Grid.over(model.training, "class", "petalwidth")
    with pytest.raises(lw.SettingsError, match="two different"):
        lw.Grid.over(model.training, "petalwidth", "petalwidth")


@pytest.mark.usefixtures("engine")
def test_nominal_axes_have_a_cell_for_each_value() -> None:
    data = lw.sample("weather-numeric")
    model = fitted(lw.LWNB(5), data)
    grid = lw.Grid.over(model.training, "outlook", "windy", 40)
    assert grid.shape == (2, 3)
    assert grid.xs.tolist() == [0, 1, 2]
    instance = model.instances(data, [4])
    seen: list[lw.Regions] = []
    result = regions_on_grid(model, grid, instance, left_out=4, partial=seen.append)
    assert seen == []  # six cells have no coarser picture
    assert_every_cell(model, result, instance, 4)


@pytest.mark.usefixtures("compiled")
def test_a_coarse_picture_comes_first() -> None:
    data = lw.sample("iris")
    model = fitted(lw.LWNB(5), data)
    grid = lw.Grid.over(model.training, "petalwidth", "petallength", 60)
    seen: list[lw.Regions] = []
    result = regions_on_grid(model, grid, model.instances(data, [4]), partial=seen.append)
    assert [s.grid.shape for s in seen] == [(25, 25)]
    assert result.grid.shape == (60, 60)
    # The same plane: the middles of its cells are those of fine cells.
    assert seen[0].grid.xs[0] - (seen[0].grid.xs[1] - seen[0].grid.xs[0]) / 2 == pytest.approx(
        result.grid.xs[0] - (result.grid.xs[1] - result.grid.xs[0]) / 2
    )
    assert_every_cell(model, seen[0], model.instances(data, [4]), NOWHERE, step=8)


@pytest.mark.usefixtures("compiled")
def test_where_the_fine_picture_takes_long_one_comes_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lwnb_core.engine.regions._MIDDLE_WORK", 1e6)
    data = lw.sample("iris")
    model = fitted(lw.LWNB(140), data)
    grid = lw.Grid.over(model.training, "petalwidth", "petallength", 110)
    seen: list[lw.Regions] = []
    regions_on_grid(model, grid, model.instances(data, [4]), partial=seen.append)
    assert [s.grid.shape for s in seen] == [(25, 25), (50, 50)]
    few, seen = fitted(lw.LWNB(1), data), []
    regions_on_grid(few, grid, model.instances(data, [4]), partial=seen.append)
    assert [s.grid.shape for s in seen] == [(25, 25)]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("after", [0, 1])
def test_progress_cancels(after: int) -> None:
    data = lw.sample("iris")
    model = fitted(lw.LWNB(5), data)
    grid = lw.Grid.over(model.training, "petalwidth", "petallength", 55)
    calls: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) > after:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        regions_on_grid(
            model, grid, model.instances(data, [4]), progress=progress, partial=lambda _: None, jobs=1
        )
    assert len(calls) == after + 1


def test_a_constant_axis_is_still_a_plane() -> None:
    attributes = [lw.Attribute.numeric("x"), lw.Attribute.numeric("y"), lw.Attribute.nominal("c", ("a", "b"))]
    data = lw.Dataset.from_columns(
        "flat", attributes, [[1.0, 2.0, 3.0, 4.0], [5.0] * 4, [0, 0, 1, 1]], class_attribute="c"
    )
    model = fitted(lw.LWNB(2), data)
    grid = lw.Grid.over(model.training, "x", "y", 4)
    assert grid.ys.min() > 4.4
    result = regions_on_grid(model, grid, model.instances(data, [0]))
    assert np.isfinite(result.posteriors["LWNB"]).all()


def test_regions_take_model_data_and_row_as_explain_does() -> None:
    data = lw.sample("iris")
    model = lw.LWNB(9).fit(data)
    result = lw.regions(model, data, 134, "petalwidth", "petallength", size=3, changes={"sepalwidth": 2.0})
    selection = lw.select(model, data, 134, changes={"sepalwidth": 2.0})
    grid = lw.Grid.over(model.training, "petalwidth", "petallength", 3)
    same = regions_on_grid(model, grid, selection.instances, left_out=134)
    for name, posteriors in result.posteriors.items():
        assert posteriors.tolist() == same.posteriors[name].tolist()
    frame = result.to_pandas()
    assert len(frame) == 4 * 9 * 3
    line = frame.iloc[5]  # the second cell of the first row, the last class
    assert (line["learner"], line["x"], line["y"]) == ("LWNB", grid.xs[1], grid.ys[0])
    assert line["posterior"] == result.posteriors["LWNB"][0, 1, 2]
