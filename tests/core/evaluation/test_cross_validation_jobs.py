"""Cross-validation gives the same answer however many folds run at once, and stops when it is cancelled."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw


@pytest.mark.parametrize("learner", [lw.LWNB(20), lw.NB("weka"), lw.Discretised(lw.KNN(5, "tables"))])
def test_folds_in_parallel_give_the_same_results(learner: lw.Learner) -> None:
    data = lw.sample("labor")
    alone = lw.cross_validate(learner, data, runs=2, folds=5)
    together = lw.cross_validate(learner, data, runs=2, folds=5, jobs=2)
    np.testing.assert_array_equal(alone.folds, together.folds)
    np.testing.assert_array_equal(alone.predictions, together.predictions)


def test_every_row_is_tested_once_in_every_run() -> None:
    data = lw.sample("labor")
    result = lw.cross_validate(lw.NB(), data, runs=3)
    assert result.folds.shape == (30,)
    assert (result.predictions >= 0).all()
    rows = np.concatenate([test for _, test in lw.weka_folds(data, run=3)])
    right = np.mean(result.predictions[2, rows] == data.class_codes[rows])
    sizes = [len(test) for _, test in lw.weka_folds(data, run=3)]
    np.testing.assert_allclose(np.average(result.folds[20:], weights=sizes), 100 * right)


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_to_the_end_and_may_cancel(jobs: int) -> None:
    data = lw.sample("labor")
    seen: list[tuple[int, int]] = []
    lw.cross_validate(
        lw.NB(), data, runs=1, jobs=jobs, progress=lambda done, total: seen.append((done, total))
    )
    assert seen[-1] == (57, 57)

    def cancel(done: int, total: int) -> None:
        if done >= 20:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        lw.cross_validate(lw.NB(), data, runs=50, jobs=jobs, progress=cancel)


@pytest.mark.parametrize(("name", "value"), [("runs", 0), ("folds", 1), ("jobs", 0), ("jobs", 1.5)])
def test_impossible_counts_are_refused(name: str, value: float) -> None:
    with pytest.raises(lw.SettingsError, match=name):
        lw.cross_validate(lw.NB(), lw.sample("labor"), **{name: value})  # type: ignore[arg-type]
