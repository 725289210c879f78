"""Leaving a row out equals fitting to the others: nothing that a learner learns depends on that row."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from numpy.typing import NDArray

import lwnb_core as lw
from lwnb_core.engine.regions import regions_on_grid
from lwnb_core.learners.discretisation.discretised import Discretised
from lwnb_core.learners.lwnb import LWNBModel
from tests.conftest import examples
from tests.core.strategies import Rows, problems

NUMERIC = (
    "lwnb:k=3",
    "lwnb:k=2,kernel=tricube,eq6=printed",
    "lwnb:k=3,kernel=gaussian",
    "lwnb:k=auto",
    "lwnb:k=local",
    "nb",
    "knn:k=3",
    "knndw:k=3",
    "knn:k=2,knn_ranges=first",
)
DISCRETISED = (
    "lwnbd:k=3",
    "lwnbd:k=auto",
    "nbd",
    "knnd:k=3",
    "knndwd:k=3",
    "aoded",
    "lbrd",
    "tand",
    "lwaoded:k=3",
)


def is_local(learner: lw.Learner) -> bool:
    """Whether it is one of those that the compiled engine computes as well."""
    return learner.name.removesuffix("D") in ("LWNB", "KNN", "KNNDW")


ALL = [
    lw.learner_from_spec(spec, {"convention": convention})
    for spec in (*NUMERIC, *DISCRETISED)
    for convention in lw.CONVENTIONS
]
LOCAL = [x for x in ALL if is_local(x)]
# Few rows for each of 54 learners; the engine is the same for all of them.
some = settings(examples(5), suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("LWNB_ENGINE", request.param)
    return str(request.param)


def by_both_engines(learners: list[lw.Learner]) -> pytest.MarkDecorator:
    """Compute with numpy, and with the compiled engine where the learner is compiled."""
    pairs = [(x, "reference") for x in learners] + [(x, "numba") for x in learners if is_local(x)]
    names = [f"{engine}-{lw.spec_of(x)}" for x, engine in pairs]
    return pytest.mark.parametrize(("learner", "engine"), pairs, ids=names, indirect=["engine"])


both_engines = pytest.mark.parametrize("engine", ["reference", "numba"], indirect=True)


def without(data: lw.Dataset, row: int) -> NDArray[np.intp]:
    return np.delete(np.arange(len(data)), row)


def explicit(
    learner: lw.Learner, data: lw.Dataset, rows: NDArray[np.intp] | None = None
) -> NDArray[np.float64]:
    """Return the posteriors of as many models as there are rows, each fitted without one of them."""
    chosen = range(len(data)) if rows is None else rows
    return np.array([learner.fit(data, without(data, i)).predict_proba(data, [i])[0] for i in chosen])


def close(one: object, other: object) -> None:
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-9)  # type: ignore[call-overload]


def with_k(learner: lw.Learner, k: int) -> lw.Learner:
    return lw.learner_from_spec(lw.spec_of(learner).replace("k=3", f"k={k}"))


@by_both_engines(ALL)
@given(problems(min_rows=3, max_rows=9))
@some
def test_leaving_out_is_fitting_to_the_others(learner: lw.Learner, engine: str, rows: Rows) -> None:
    data = rows.data()
    model = learner.fit(data)
    expected = explicit(learner, data)
    close(model.predict_proba(data, leave_out=True), expected)
    for i in range(len(data)):
        close(model.explain(data, i).posterior, expected[i])


@by_both_engines([x for x in LOCAL if x.settings.get("k") == 3])
@given(problems(min_rows=3, max_rows=8, weighted=False))
@some
def test_curves_say_what_the_learner_says_at_every_k(learner: lw.Learner, engine: str, rows: Rows) -> None:
    data = rows.data()
    ks = np.arange(1, len(data))
    curve = lw.accuracy_curve([learner], data, "loo", ks).curves[0]
    for i, k in enumerate(ks.tolist()):
        expected = explicit(with_k(learner, k), data)
        truth = expected[np.arange(len(data)), data.class_codes]
        close(curve.log_loss[i], -np.log(np.maximum(truth, 1e-75)).mean())


@by_both_engines([x for x in ALL if "k" not in x.settings])
@given(problems(min_rows=3, max_rows=8, weighted=False))
@some
def test_curves_of_learners_without_a_k_equal_leave_one_out(
    learner: lw.Learner, engine: str, rows: Rows
) -> None:
    data = rows.data()
    curve = lw.accuracy_curve([learner], data, "loo", [1]).curves[0]
    truth = explicit(learner, data)[np.arange(len(data)), data.class_codes]
    close(curve.log_loss[0], -np.log(np.maximum(truth, 1e-75)).mean())


@both_engines
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
@given(problems(min_rows=3, max_rows=8))
@some
def test_sweeps_explanations_and_what_if_of_a_row_are_those_of_a_model_without_it(
    convention: str, engine: str, rows: Rows
) -> None:
    data = rows.data()
    learner = lw.LWNB(3, convention)
    model = learner.fit(data)
    numeric = [a.name for a, n in zip(data.attributes[:-1], rows.values, strict=True) if n is None]
    for row in (0, len(data) - 1):
        others = learner.fit(data, without(data, row))
        for changes in ({}, dict.fromkeys(numeric[:1], 9.5), dict.fromkeys(numeric[:1])):
            one, other = (lw.sweep(m, data, row, changes=changes) for m in (model, others))
            for name, posteriors in one.posteriors.items():
                close(posteriors[: len(other.ks)], other.posteriors[name][: len(one.ks)])
            here, there = (m.explain(data, row, changes=changes) for m in (model, others))
            close(here.posterior, there.posterior)
            for name, posterior in here.others.items():
                close(posterior, there.others[name])
            assert here.neighbourhood is not None
            assert there.neighbourhood is not None
            close(here.neighbourhood.distances, there.neighbourhood.distances)
            selected = lw.select(model, data, row, changes=changes).explain(2)
            close(
                selected.posterior,
                with_k(learner, 2)
                .fit(data, without(data, row))
                .explain(data, row, changes=changes)
                .posterior,
            )
        result, expected = (lw.what_if(m, data, row) for m in (model, others))
        close(result.posterior, expected.posterior)
        for changed, same in zip(result.changes, expected.changes, strict=True):
            assert [c.value for c in changed] == [c.value for c in same]
            close([c.distance for c in changed], [c.distance for c in same])


@both_engines
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_regions_around_a_row_are_those_of_a_model_without_it(convention: str, engine: str) -> None:
    data = lw.sample("iris").subset(np.arange(0, 150, 5))
    row = int(np.argmax(data.column(2)))  # the longest petal of all: without it the range is another
    learner = lw.LWNB(5, convention)
    model, others = learner.fit(data), learner.fit(data, without(data, row))
    assert isinstance(model, LWNBModel)
    assert isinstance(others, LWNBModel)
    instance = model.instances(data, [row])
    grid = lw.Grid.over(model.training, "petallength", "petalwidth", 8)
    result = regions_on_grid(model, grid, instance, left_out=row)
    expected = regions_on_grid(others, grid, instance)
    for name, posteriors in result.posteriors.items():
        close(posteriors, expected.posteriors[name])


SOME = [
    lw.learner_from_spec(spec, {"convention": convention})
    for spec in ("lwnb:k=20", "lwnbd:k=20", "nbd", "knnd:k=5", "aoded", "nb")
    for convention in lw.CONVENTIONS
]


@pytest.mark.parametrize("name", ["iris", "glass", "labor"])
@by_both_engines(SOME)
def test_leaving_rows_of_a_sample_out(name: str, learner: lw.Learner, engine: str) -> None:
    """The values are continuous, mostly unique, and a single row can move a cut."""
    data = lw.sample(name)
    rows = np.arange(0, len(data), 11)
    close(learner.fit(data).predict_proba(data, rows, leave_out=True), explicit(learner, data, rows))


def right(learner: lw.Learner, data: lw.Dataset) -> float:
    """Return the percentage of rows that are right when left out."""
    return float(100 * np.mean(learner.fit(data).predict(data, leave_out=True) == data.class_codes))


def test_the_cuts_do_not_know_the_class_of_the_row_that_is_tested() -> None:
    """With the cuts of all rows the accuracy would be 94.67 %."""
    data = lw.sample("iris")
    assert right(lw.Discretised(lw.NB()), data) == pytest.approx(92.00, abs=0.005)
    curve = lw.accuracy_curve([lw.Discretised(lw.NB())], data, "loo", [1])["NBD"]
    assert curve.accuracy[0] == pytest.approx(92.00, abs=0.005)


@pytest.mark.parametrize(
    ("name", "learner", "expected"),
    [
        ("sonar", lw.NB(), 75.96),
        ("sonar", lw.LWNB(50), 75.48),
        ("glass", lw.LWNB(50), 75.70),
    ],
    ids=["sonar-nbd", "sonar-lwnbd", "glass-lwnbd"],
)
def test_leave_one_out_accuracies_of_uci_files_are_those_published(
    uci_dir: Path, name: str, learner: lw.Learner, expected: float
) -> None:
    data = lw.load(uci_dir / f"{name}.arff")
    assert right(Discretised(learner), data) == pytest.approx(expected, abs=0.005)
