"""What the ribbon says, and the axis that it shares with the slider."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.readings.k_axis import k_at_position, position_of_k, ticks_of_k
from lwnb_gui.readings.ribbon import MOST_STEPS, change_text, ribbon_reading


def test_ribbon_has_the_sweep_s_posteriors_and_its_summary(
    iris: SimpleNamespace, vote: SimpleNamespace
) -> None:
    sweep = lw.sweep(iris.model, iris.data, iris.row)
    data = ribbon_reading(sweep)
    np.testing.assert_array_equal(data.posterior, sweep.posteriors["LWNB"])
    np.testing.assert_allclose(data.posterior[data.at(50)], iris.explanation.posterior)
    assert change_text(sweep) == (
        "LWNB changes its answer once, at k = 9 (Iris-virginica). KNN changes at 17, 20 and 149; KNNDW never."
    )
    assert change_text(lw.sweep(vote.model, vote.data, vote.row)) == (
        "LWNB changes its answer at k = 44 (republican) and 387 (democrat). "
        "KNN and KNNDW say democrat at every k."
    )


def test_a_ribbon_of_a_million_k_keeps_every_flip() -> None:
    n = 1_000_000
    p = np.full((n, 2), 0.4)
    p[:, 0] = 0.6
    p[700_001:700_003] = p[700_001:700_003, ::-1]
    sweep = lw.Sweep(("a", "b"), np.arange(1, n + 1), {"LWNB": p, "KNN": p})
    data = ribbon_reading(sweep)
    assert len(data.ks) <= MOST_STEPS + 8
    assert [f.k for f in data.flips["LWNB"]] == [700_002, 700_004]
    assert data.posterior[data.at(700_002), 1] == 0.6


def test_a_k_between_two_steps_belongs_to_the_step_before() -> None:
    ks = np.array([1, 2, 5, 10])
    data = ribbon_reading(lw.Sweep(("a", "b"), ks, {"LWNB": np.full((4, 2), 0.5)}))
    assert [data.at(k) for k in (1, 2, 4, 5, 9, 10, 99)] == [0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("n", [1, 2, 149, 434, 1_000_000])
def test_axis_of_k_maps_both_ways_and_has_ticks(n: int) -> None:
    assert position_of_k(1, n) == 0
    if n > 1:
        assert position_of_k(n, n) == pytest.approx(1)
    for k in {1, 2, min(50, n), n}:
        if k <= n:
            assert k_at_position(position_of_k(k, n), n) == k
    ticks = ticks_of_k(n)
    assert ticks[0] == 1
    assert ticks[-1] == n
    assert ticks == sorted(set(ticks))


def test_read_out_has_the_most_probable_class_first(iris: SimpleNamespace) -> None:
    reading = ribbon_reading(lw.sweep(iris.model, iris.data, iris.row))
    assert reading.read_out(50).startswith("k = 50: LWNB Iris-virginica 0.828")
