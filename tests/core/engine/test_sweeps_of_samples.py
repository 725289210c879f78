"""The compiled sweep against the reference on real data: every shipped sample, and seven UCI files.

The whole of a data set trains; a few rows, spread over it, are the queries, each left out of its own
training. Over all of them every kernel, every convention and both forms of Eq. 6 are tried.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.engine.sweeper import Sweeper
from tests.core.engine.agreement import assert_engines_agree, dense_ks, spread_rows

pytest.importorskip("numba")

SAMPLES = [info.name for info in lw.samples()]
UCI = ["audiology", "arrhythmia", "splice", "mushroom", "hypothyroid", "autos", "anneal"]
# Every kernel and convention; Weka's and the tables' sum directly where there are numeric attributes.
SETTINGS = {
    "epanechnikov": lw.LWNB(kernel="epanechnikov"),
    "tricube": lw.LWNB(kernel="tricube"),
    "constant": lw.LWNB(kernel="constant"),
    "inverse": lw.LWNB(kernel="inverse"),
    "gaussian": lw.LWNB(kernel="gaussian"),
    "printed": lw.LWNB(eq6="printed"),
    "weka": lw.LWNB(convention="weka"),
    "weka tricube": lw.LWNB(convention="weka", kernel="tricube"),
    "tables": lw.LWNB(convention="tables"),
    "tables printed": lw.LWNB(convention="tables", eq6="printed"),
    "tables density": lw.LWNB(convention="tables", numeric="density", arithmetic="logs"),
}


@cache
def uci(folder: Path, name: str) -> lw.Dataset:
    return lw.load(folder / f"{name}.arff")


def few_ks(n: int) -> list[int]:
    return sorted({1, 2, 3, 5, 10, min(37, n), n // 3 + 1, n - 1, n + 1})


@pytest.mark.parametrize("name", SAMPLES)
def test_sweeps_of_samples_agree_with_the_reference(name: str) -> None:
    data = lw.sample(name)
    assert_engines_agree(lw.LWNB(), data, spread_rows(len(data), 2), dense_ks(len(data)))


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("name", SAMPLES)
def test_sweeps_under_every_setting_agree_with_the_reference(name: str, settings: str) -> None:
    data = lw.sample(name)
    rows = [(len(data) * 2) // 3, len(data) // 2]
    assert_engines_agree(SETTINGS[settings], data, rows, few_ks(len(data)), voters="density" in settings)


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("name", ["iris", "vote", "glass"])
def test_a_sweep_up_to_a_small_k_equals_one_over_all_rows(name: str, settings: str) -> None:
    """Only the nearest rows are sorted; these must include the tied ones and the next one."""
    data, learner = lw.sample(name), SETTINGS[settings]
    model = learner.fit(data)
    instances = model.instances(data, spread_rows(len(data), 12))
    left_out = model.positions_to_leave_out(instances)
    sweeper = Sweeper(model.training, learner.kernel, learner.convention, learner.eq6)
    for ks in ([1], [2, 4], [1, 5, 20]):
        near = sweeper.posteriors(instances, left_out, np.array(ks))
        every = sweeper.posteriors(instances, left_out, np.array([*ks, len(data)]))
        for small, large in zip(near, every, strict=True):
            np.testing.assert_array_equal(small, large[:, :-1])


@pytest.mark.parametrize("convention", ["weka", "tables"])
def test_where_wekas_variance_cancels_the_engines_differ_by_the_lost_digits_only(convention: str) -> None:
    """Glass has a refractive index of 1.5 ± 0.0002, and Σwx² - μΣwx an error of about ε(μ/σ)²."""
    data = lw.sample("glass")
    model = lw.LWNB(19, convention, kernel="tricube").fit(data)
    instances = model.instances(data, range(len(data)))
    left_out = model.positions_to_leave_out(instances)
    sweeper = Sweeper.for_learner(model.training, model.learner, ("LWNB",))
    compiled = sweeper.posteriors(instances, left_out, np.array([19])).lwnb[:, 0]
    for row in range(len(data)):
        explained = model.explain(data, row)
        # A deviation that is raised to the minimum, p/6, has lost nothing.
        lost = [(t.mean / t.sd)[t.sd > t.precision / 6] ** 2 for t in explained.tables]
        tolerance = 8 * np.finfo(float).eps * (1 + max(np.concatenate(lost), default=0.0))
        assert np.abs(compiled[row] - explained.posterior).max() <= tolerance, f"row {row}"


@pytest.mark.parametrize("name", UCI)
def test_sweeps_of_uci_files_agree_with_the_reference(uci_dir: Path, name: str) -> None:
    data = uci(uci_dir, name)
    assert_engines_agree(lw.LWNB(), data, spread_rows(len(data), 2), dense_ks(len(data), 10, 8))


@pytest.mark.parametrize("settings", ["tricube", "gaussian", "printed", "weka", "tables"])
@pytest.mark.parametrize("name", UCI)
def test_sweeps_of_uci_files_under_every_setting_agree_with_the_reference(
    uci_dir: Path, name: str, settings: str
) -> None:
    data = uci(uci_dir, name)
    learner = SETTINGS[settings]
    assert_engines_agree(learner, data, [len(data) // 3], few_ks(len(data)), voters=False)


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_sweeps_of_rows_outside_the_training_ranges_agree_with_the_reference(convention: str) -> None:
    """As in a fold, the ranges are those of the training rows, which test rows may exceed or extend."""
    data = lw.sample("glass")
    order = sorted(range(len(data)), key=lambda row: data.column(0)[row])
    train, test = order[10:-10], [*order[:3], *order[-3:], *order[3:5]]
    learner = lw.LWNB(convention=convention)
    assert_engines_agree(learner, data, test, few_ks(len(train)), train=train, leave_out=False)
