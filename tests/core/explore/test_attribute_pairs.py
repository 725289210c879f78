"""Which two attributes separate the classes best: separation counts, and piled-up values count against it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_core.explore.attribute_pairs import MOST_ATTRIBUTES, MOST_ROWS, best_pair, evenly

N = 600


def data_of(classes: np.ndarray, **columns: np.ndarray) -> lw.Dataset:
    frame = pd.DataFrame(columns)
    frame["class"] = pd.Categorical(np.array(["no", "yes"])[classes], categories=["no", "yes"])
    return lw.Dataset.from_pandas(frame, "class")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def names(data: lw.Dataset) -> set[str]:
    pair = best_pair(data)
    assert pair is not None
    return {pair.x, pair.y}


# The better of the two is the vertical axis. A sample that is not listed has fewer than two numeric
# attributes.
SAMPLES = {
    "balance-scale": ("left-weight", "right-weight"),
    "checkers-board": ("x", "y"),
    "credit-g": ("credit_amount", "duration"),
    "diabetes": ("mass", "plas"),
    "glass": ("Al", "Mg"),
    "ionosphere": ("a12", "a21"),
    "iris": ("petalwidth", "petallength"),
    "labor": ("statutory-holidays", "wage-increase-first-year"),
    "segment": ("region-centroid-row", "rawred-mean"),
    "two-spheres": ("y", "z"),
    "waveform": ("x11", "x15"),
    "weather-numeric": ("temperature", "humidity"),
}


@pytest.mark.parametrize("sample", lw.samples(), ids=lambda sample: sample.name)
def test_best_pair_of_every_sample(sample: lw.Sample) -> None:
    pair = best_pair(lw.sample(sample.name))
    assert (None if pair is None else (pair.x, pair.y)) == SAMPLES.get(sample.name)


@pytest.mark.parametrize(
    ("name", "most"),
    # What an early version showed first: barium is 0 in 176 of 214 rows, lip 0.48 in 326 of 336.
    [("glass", 0.25), ("ecoli", 0.1), ("anneal", 0.35), ("arrhythmia", 0.15), ("hypothyroid", 0.15)],
)
def test_real_data_do_not_open_on_a_heap(uci_dir: Path, name: str, most: float) -> None:
    data = lw.load(uci_dir / f"{name}.arff")
    pair = best_pair(data)
    assert pair is not None
    for axis in (pair.x, pair.y):
        column = data.column(axis)
        counts = np.unique(column[~np.isnan(column)], return_counts=True)[1]
        assert counts.max() / len(data) < most


def test_the_pair_that_separates_wins_over_heaps(rng: np.random.Generator) -> None:
    classes = rng.integers(0, 2, N)
    data = data_of(
        classes,
        noise=rng.normal(size=N),
        # Nine rows in ten are at 0; the tenth reveals its class with certainty.
        heap=np.where(rng.random(N) < 0.9, 0.0, 5.0 + classes + rng.random(N)),
        good=classes + rng.normal(size=N),
        line=np.where(rng.random(N) < 0.85, 1.0, classes * 3.0 + rng.random(N)),
        fair=classes + 1.5 * rng.normal(size=N),
    )
    assert names(data) == {"good", "fair"}


def test_a_heap_that_separates_better_still_loses(rng: np.random.Generator) -> None:
    classes = (rng.random(N) < 0.2).astype(int)
    data = data_of(
        classes,
        heap=classes * (1.0 + rng.random(N)),  # it separates perfectly, but four rows in five are at 0
        one=2 * classes + rng.normal(size=N),
        other=2 * classes + rng.normal(size=N),
    )
    assert names(data) == {"one", "other"}


def test_two_attributes_that_separate_only_together_are_found(rng: np.random.Generator) -> None:
    x, y = rng.random(N), rng.random(N)
    classes = ((x > 0.5) ^ (y > 0.5)).astype(int)
    noise = {f"noise{i}": rng.random(N) for i in range(6)}
    assert names(data_of(classes, **noise, x=x, y=y)) == {"x", "y"}


def test_an_outlier_that_squeezes_all_rows_together_counts_as_a_heap(rng: np.random.Generator) -> None:
    classes = rng.integers(0, 2, N)
    squeezed = classes + 0.1 * rng.normal(size=N)
    squeezed[0] = 1e6
    data = data_of(
        classes, squeezed=squeezed, one=classes + rng.normal(size=N), other=classes + rng.normal(size=N)
    )
    assert names(data) == {"one", "other"}


def test_rows_without_a_place_count_against_a_pair(rng: np.random.Generator) -> None:
    classes = rng.integers(0, 2, N)
    mostly_missing = np.where(rng.random(N) < 0.95, np.nan, classes + 0.01 * rng.random(N))
    data = data_of(
        classes,
        mostly_missing=mostly_missing,
        one=classes + rng.normal(size=N),
        other=classes + rng.normal(size=N),
    )
    assert names(data) == {"one", "other"}


def test_nominal_attributes_are_no_axes(rng: np.random.Generator) -> None:
    classes = rng.integers(0, 2, N)
    frame = pd.DataFrame({"one": rng.normal(size=N), "other": rng.normal(size=N)})
    frame["tells"] = np.array(["u", "v"])[classes]
    frame["class"] = np.array(["no", "yes"])[classes]
    assert names(lw.Dataset.from_pandas(frame, "class")) == {"one", "other"}


def test_constant_attributes_come_last(rng: np.random.Generator) -> None:
    classes = rng.integers(0, 2, N)
    data = data_of(classes, same=np.full(N, 3.0), one=rng.normal(size=N), other=rng.normal(size=N))
    assert names(data) == {"one", "other"}
    only = best_pair(data.without(["other"]))
    assert only is not None
    assert only.spread == 0


@pytest.mark.parametrize("columns", [(), ("one",)])
def test_fewer_than_two_attributes_have_no_pair(rng: np.random.Generator, columns: tuple[str, ...]) -> None:
    data = data_of(rng.integers(0, 2, N), **{name: rng.normal(size=N) for name in columns})
    assert best_pair(data) is None


@pytest.mark.parametrize("case", ["no rows", "one row", "all missing", "one class", "no class", "huge"])
def test_data_that_tell_nothing_have_a_pair_all_the_same(rng: np.random.Generator, case: str) -> None:
    n = {"no rows": 0, "one row": 1}.get(case, 30)
    classes = np.zeros(n, dtype=int) if case == "one class" else rng.integers(0, 2, n)
    columns = {name: rng.normal(size=n) for name in "abc"}
    if case == "all missing":
        columns = dict.fromkeys("abc", np.full(n, np.nan))
    if case == "huge":
        columns = {name: np.where(column > 0, 1.7e308, -1.7e308) for name, column in columns.items()}
    data = data_of(classes, **columns)
    if case == "no class":
        data = lw.Dataset.from_pandas(pd.DataFrame(columns), None)
    pair = best_pair(data)
    assert pair is not None
    assert pair.x != pair.y
    assert 0 <= pair.separation <= 1
    assert 0 <= pair.spread <= 1


def test_without_a_class_the_rows_are_spread() -> None:
    frame = pd.DataFrame({"heap": [0.0] * 29 + [1.0], "one": np.arange(30.0), "other": np.arange(30.0) % 7})
    assert names(lw.Dataset.from_pandas(frame, None)) == {"one", "other"}


def test_of_many_attributes_those_that_separate_on_their_own_are_paired(rng: np.random.Generator) -> None:
    classes = rng.integers(0, 2, N)
    columns = {f"noise{i}": rng.normal(size=N) for i in range(3 * MOST_ATTRIBUTES)}
    columns |= {"good": 2 * classes + rng.normal(size=N), "also": 2 * classes + rng.normal(size=N)}
    assert names(data_of(classes, **columns)) == {"good", "also"}


def test_the_answer_is_the_same_every_time_and_whatever_the_order_of_the_rows(
    rng: np.random.Generator,
) -> None:
    iris = lw.sample("iris")
    assert best_pair(iris) == best_pair(iris)
    assert best_pair(iris.subset(rng.permutation(len(iris)))) == best_pair(iris)


def test_a_part_of_many_rows_is_taken_evenly() -> None:
    rows = 1_000_000
    some = evenly(rows, MOST_ROWS)
    assert len(some) == MOST_ROWS
    assert (np.diff(some) > 0).all()
    assert np.bincount(some // 100_000).tolist() == [500] * 10
    # Rows that alternate in a file, with any period, are all sampled.
    for period in (2, 7, 10, 100, 200, 1000):
        assert len(np.unique(some % period)) == period
    assert evenly(7, 10).tolist() == list(range(7))
    assert evenly(0, 10).tolist() == []
