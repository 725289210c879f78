"""Every numeric side of every equation gives what the explanation contains."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import WEIGHTINGS
from lwnb_gui.views.equations.lines import EquationLine, equation_lines
from lwnb_gui.views.neighbours.bandwidth import weight_formula
from tests.views.both_sides import sides_of

# Terms of (4) that vanish in three decimals are written as 0.
POSTERIOR = 0.0005


def learners(convention: str) -> list[lw.Learner]:
    return [
        *(lw.LWNB(7, convention, kernel=kernel) for kernel in lw.KERNELS),
        lw.LWNB(7, convention, eq6="printed"),
        lw.Discretised(lw.LWNB(7, convention)),
        lw.KNN(5, convention),
        lw.KNNDW(5, convention),
        lw.NB(convention),
    ]


def weighted(data: lw.Dataset) -> lw.Dataset:
    weights = np.tile([0.5, 1.0, 2.0], len(data))[: len(data)]
    columns = [data.column(j) for j in range(len(data.attributes))]
    target = data.class_attribute.name
    return lw.Dataset.from_columns(
        "weighted", data.attributes, columns, class_attribute=target, weights=weights
    )


def true_value(explanation: lw.Explanation, line: EquationLine, neighbour: int, c: int, j: int) -> float:
    neighbourhood, model, logs = explanation.neighbourhood, explanation.model, explanation.log_contributions
    if line.number in ("1, 2", "3"):
        assert neighbourhood is not None
        values = neighbourhood.weights if line.number == "1, 2" else neighbourhood.rescaled
        return float(values[min(neighbour, len(values) - 1)])
    if line.number == "4":
        return float(explanation.posterior[c])
    if line.number == "5":
        assert model is not None
        return float(model.prior[c])
    assert logs is not None
    return float(np.exp(logs[1 + j, c]))


def check(explanation: lw.Explanation, neighbour: int, c: int, j: int) -> None:
    for line in equation_lines(explanation, neighbour, c, j):
        sides = sides_of(line.latex)
        true = true_value(explanation, line, neighbour, c, j)
        assert sides, line.latex
        for side in sides:
            near = line.number == "4" and abs(side.value - true) <= POSTERIOR
            assert near or side.fits(true), f"{line.latex}: {side} is not {true}"


@pytest.mark.parametrize("has_weights", [False, True], ids=["", "weighted"])
@pytest.mark.parametrize("convention", ["paper", "weka", "tables"])
@pytest.mark.parametrize("name", ["iris", "labor", "contact-lenses", "glass"])
def test_every_side_of_every_equation_is_true(name: str, convention: str, has_weights: bool) -> None:
    data = weighted(lw.sample(name)) if has_weights else lw.sample(name)
    for learner in learners(convention):
        model = learner.fit(data)
        for row in range(1, len(data), len(data) // 4):
            explanation = model.explain(data, row)
            present = np.flatnonzero(~np.isnan(explanation.instance))[:3].tolist()
            for neighbour in (0, 3, 99):
                for c in range(len(explanation.classes)):
                    for j in present:
                        check(explanation, neighbour, c, j)


def test_a_weight_that_is_not_the_kernels_has_no_formula() -> None:
    data = lw.sample("iris")
    explanation = lw.KNNDW(5, "weka").fit(data).explain(data, row=70)
    line = equation_lines(explanation)[0]
    assert explanation.neighbourhood is not None
    assert line.latex == f"w_{{1}} = {explanation.neighbourhood.weights[0]:.3f}"
    assert weight_formula(explanation) == "w = f(d)"


@pytest.mark.parametrize("kernel", lw.KERNELS)
@pytest.mark.parametrize("one", [1.0, 1.0001])
def test_the_formula_of_a_kernel_is_the_kernel(kernel: Kernel, one: float) -> None:
    data = lw.sample("iris")
    explanation = lw.LWNB(50, kernel_one=one, kernel=kernel).fit(data).explain(data, row=70)
    neighbourhood = explanation.neighbourhood
    assert neighbourhood is not None
    formula = WEIGHTINGS[kernel].latex.format(one=f"{one:g}")
    for i in (0, 20, 40):
        u = neighbourhood.distances[i] / neighbourhood.bandwidth
        (side,) = sides_of(f"{formula}, \\quad u = {u:.12f}")
        assert side.value == pytest.approx(float(neighbourhood.weights[i]), abs=1e-9)


def test_a_false_equation_is_noticed() -> None:
    """The check fails for a kernel other than the one that gave the weights."""
    data = lw.sample("iris")
    explanation = lw.LWNB(50, kernel="tricube").fit(data).explain(data, row=70)
    assert explanation.neighbourhood is not None
    _ = explanation.neighbourhood.weights
    false = replace(explanation.neighbourhood, kernel="gaussian")
    vars(false)["weights"] = explanation.neighbourhood.weights
    with pytest.raises(AssertionError, match="is not"):
        check(replace(explanation, neighbourhood=false), 0, 0, 0)
