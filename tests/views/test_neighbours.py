"""How the numbers of the neighbourhood are written."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.text import small
from lwnb_gui.views.neighbours.bandwidth import bandwidth_tip, in_brief, ties_tip, weight_tip


def test_small_numbers_never_read_zero() -> None:
    assert [small(value, 3) for value in (0.0, 0.0002, 0.0004999, 0.0006, 1.0)] == [
        "0.000", "<0.001", "<0.001", "0.001", "1.000",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "said", "unsaid"),
    [
        ({}, "at exactly dₖ has weight 0", "same weight"),
        ({"kernel": "constant"}, "All neighbours have the same weight", "Nearer rows count more"),
        ({"kernel": "gaussian"}, "every training row is a neighbour", "has weight 0"),
        ({"kernel": "inverse"}, "f(d/dₙ)", "dₖ"),
        ({"kernel": "gaussian", "convention": "tables"}, "dₙ is the distance to the farthest", "dₖ"),
        ({"convention": "weka"}, "at exactly dₖ has next to no weight", "has weight 0"),
        ({"convention": "tables"}, "dₖ₊₁ is the distance to the nearest row beyond", "has weight 0"),
    ],
)
def test_the_tip_of_a_weight_follows_kernel_and_convention(
    settings: dict[str, str], said: str, unsaid: str
) -> None:
    data = lw.sample("iris")
    tip = weight_tip(lw.LWNB(k=10, **settings).fit(data).explain(data, 0))
    assert said in tip
    assert unsaid not in tip


@pytest.mark.parametrize("kernel", lw.KERNELS)
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_the_bandwidth_is_the_distance_that_its_tip_names(kernel: str, convention: str) -> None:
    data = lw.sample("iris")
    explanation = lw.LWNB(10, convention, kernel=kernel).fit(data).explain(data, 0)
    tip, neighbourhood = bandwidth_tip(explanation), explanation.neighbourhood
    every = lw.LWNB(149, convention).fit(data).explain(data, 0).neighbourhood
    assert neighbourhood is not None
    assert every is not None
    distances = every.distances.tolist()
    named = {"dₖ is": distances[9], "dₖ₊₁ is": distances[10], "dₙ is": distances[-1]}
    said = [distance for symbol, distance in named.items() if symbol in tip]
    assert said == ([] if kernel == "constant" else [neighbourhood.bandwidth])
    assert bool(ties_tip(explanation)) is (len(neighbourhood) < 149)


def test_the_tip_of_a_weight_in_knn_speaks_of_no_kernel() -> None:
    data = lw.sample("iris")
    tip = weight_tip(lw.KNN(k=10).fit(data).explain(data, 0))
    assert "Nearer rows count more" not in tip
    assert "weight 0" not in tip


def test_a_bandwidth_beside_k_is_written_as_everywhere() -> None:
    data = lw.Dataset.from_columns(
        "close",
        [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))],
        [np.array([0.0, 0.00002, 1.0]), np.array([0, 1, 0])],
    )
    neighbourhood = lw.LWNB(k=1).fit(data).explain(data, 0).neighbourhood
    assert neighbourhood is not None
    assert in_brief(neighbourhood) == ("bandwidth <0.0001", "1 neighbour")
