"""The equations contain the explanation's numbers, and any name can occur in them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.text import probability
from lwnb_gui.views.drawing.scene import Text
from lwnb_gui.views.equations.formula import formula_box, short_name
from lwnb_gui.views.equations.lines import EquationLine, equation_lines, latex_document
from tests.views.golden import CANVAS


def by_number(lines: tuple[EquationLine, ...]) -> dict[str, EquationLine]:
    return {line.number: line for line in lines}


def test_equations_of_a_numeric_data_set(iris: SimpleNamespace) -> None:
    lines = by_number(equation_lines(iris.explanation))
    assert list(lines) == ["1, 2", "3", "5", "N", "4"]
    assert lines["1, 2"].latex == "w_{1} = 1 - d_{1}/d_k = 1 - 0.1290/0.3274 = 0.606"
    assert r"0.606 \times 50/10.127 = 2.99" in lines["3"].latex
    assert r"\dfrac{1 + 21.43}{3 + 50} = 0.423" in lines["5"].latex
    assert r"N(5.6;\ 5.157,\ 0.283) = 0.4134" in lines["N"].latex
    assert r"\dfrac{0.0553}{0 + 0.0115 + 0.0553} = 0.828" in lines["4"].latex
    assert "row 84" in lines["1, 2"].sentence


def test_equations_of_a_nominal_data_set(vote: SimpleNamespace) -> None:
    lines = by_number(equation_lines(vote.explanation, neighbour=4))
    assert "1 - 2.0000/2.4495 = 0.184" in lines["1, 2"].latex
    assert r"\dfrac{1 + 30.36}{2 + 31.77} = 0.929" in lines["6"].latex
    assert r"\dfrac{2.866 \cdot 10^{-3}}{(0.782 + 2.866) \cdot 10^{-3}} = 0.786" in lines["4"].latex
    joint = vote.explanation.log_joint  # it is the product itself, whoever multiplies
    np.testing.assert_allclose(np.exp(joint[::-1]), [2.866e-3, 0.782e-3], rtol=1e-3)


def test_equation_6_as_printed(vote: SimpleNamespace) -> None:
    explanation = lw.LWNB(k=50, eq6="printed").fit(vote.data).explain(vote.data, row=vote.row)
    line = by_number(equation_lines(explanation, cls=1, attribute=3))["6"]
    table = explanation.tables[3]
    assert probability(table.probabilities.item(1, 1)) in line.latex
    assert f"2 + {table.counts[1].sum():.2f}" in line.latex
    assert "misprint" in line.sentence


@pytest.mark.parametrize("kernel", lw.KERNELS)
@pytest.mark.parametrize("convention", ["paper", "weka", "tables"])
def test_equations_of_every_kernel_and_convention(
    iris: SimpleNamespace, kernel: str, convention: str
) -> None:
    explanation = (
        lw.LWNB(k=20, convention=convention, kernel=kernel).fit(iris.data).explain(iris.data, row=70)
    )
    lines = by_number(equation_lines(explanation, neighbour=3))
    assert explanation.neighbourhood is not None
    weight = float(explanation.neighbourhood.weights[3])
    assert kernel == "constant" or f"{weight:.3f}" in lines["1, 2"].latex
    assert (r"\Phi" in lines["N"].latex) == (convention != "paper")
    assert ("d_{k+1}" in lines["1, 2"].latex) == (
        convention == "tables" and kernel not in ("inverse", "gaussian", "constant")
    )
    parsed([*lines.values()])


def test_a_class_without_neighbours_is_at_the_floor(iris: SimpleNamespace) -> None:
    line = by_number(equation_lines(iris.explanation, cls=0))["N"]
    assert "10^{-75}" in line.latex


def test_equations_of_awkward_data_are_valid_latex(awkward: SimpleNamespace) -> None:
    for c in range(min(len(awkward.explanation.classes), 3)):
        lines = equation_lines(awkward.explanation, neighbour=99, cls=c)
        assert lines
        parsed(list(lines))
        assert latex_document(lines).count(r"\tag") == len(lines)
    for line in equation_lines(awkward.explanation):
        # Outside formulas nothing may open or close one.
        assert line.latex.replace(r"\$", "").count("$") == 0


def test_learners_without_tables_have_fewer_equations(iris: SimpleNamespace) -> None:
    explanation = lw.KNN(5).fit(iris.data).explain(iris.data, row=0)
    assert [line.number for line in equation_lines(explanation)] == ["1, 2", "3"]
    assert [line.number for line in equation_lines(lw.NB().fit(iris.data).explain(iris.data, row=0))] == [
        "5",
        "N",
        "4",
    ]


def parsed(lines: list[EquationLine]) -> None:
    """Parse a formula and assert that no command or brace is left over."""
    for line in lines:
        box = formula_box(line.formula, CANVAS)
        assert box.width > 20
        names = "".join(short_name(name) for name in line.formula.names)
        written = "".join(shape.text for shape in box.shapes if isinstance(shape, Text))
        assert not set("\\{}@^_") & (set(written) - set(names))
