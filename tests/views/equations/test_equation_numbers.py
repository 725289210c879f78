"""Computing with the numbers that a formula shows gives the result that it shows."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.text import decimals_for
from lwnb_gui.views.equations.lines import equation_lines
from lwnb_gui.views.local_tables.normals import normals_reading
from lwnb_gui.views.wording.numbers import deviation

_FRACTION = re.compile(r"\\dfrac\{(.*)\}\{(.*)\} ([=<>]) ([0-9.]+)$")
_POWER = re.compile(r" \\cdot 10\^\{-?\d+\}")


def explanations(name: str) -> list[lw.Explanation]:
    data = lw.sample(name)
    result = []
    for k in (1, 3, 10, 43, 75, 200):
        if k < len(data):
            model = lw.LWNB(k=k).fit(data)
            result += [model.explain(data, row=row) for row in range(5, len(data), len(data) // 7)]
    return result


@pytest.mark.parametrize("name", ["glass", "iris", "labor", "soybean", "vote", "weather-numeric"])
def test_numbers_shown_for_the_posterior_give_its_result(name: str) -> None:
    for explanation in explanations(name):
        likely = np.argsort(-explanation.posterior)
        for c in likely[:3].tolist():
            line = equation_lines(explanation, cls=c)[-1]
            assert line.number == "4"
            match = _FRACTION.search(line.latex)
            assert match is not None, line.latex
            above, below = (_POWER.sub("", text).strip("()") for text in match.groups()[:2])
            terms = [float(term) for term in below.split(" + ") if term != r"\cdots"]
            # what the dots stand for is not a number in the line
            left_out = 0.0
            if r"\cdots" in below:
                others = [i for i in likely.tolist() if i != c]
                left_out = float(explanation.posterior[others[len(terms) - 1 :]].sum())
            share = float(above) / sum(terms) * (1 - left_out)
            assert share == pytest.approx(float(match[4]), abs=0.0015), line.latex
            for term in below.replace(r" + \cdots", "").split(" + "):
                assert term == "0" or len(term.replace(".", "").lstrip("0")) >= 2, line.latex


def test_small_term_that_decides_the_result_is_shown() -> None:
    data = lw.sample("vote")
    explanation = lw.LWNB(k=43).fit(data).explain(data, row=5)
    assert r"\dfrac{0.0119}{0.0119 + 0.000038} = 0.997" in equation_lines(explanation, cls=0)[-1].latex
    assert r"\dfrac{0.000038}{0.0119 + 0.000038} = 0.003" in equation_lines(explanation, cls=1)[-1].latex


def test_large_products_have_a_power_of_ten_and_many_classes_few_terms() -> None:
    data = lw.sample("glass")
    line = equation_lines(lw.LWNB(k=50).fit(data).explain(data, row=0))[-1]
    assert r"\dfrac{34.29 \cdot 10^{6}}{(34.29 + 0.026 + \cdots) \cdot 10^{6}} = 0.999" in line.latex


def test_a_deviation_shows_two_digits_and_its_mean_as_many_decimals() -> None:
    data = lw.sample("glass")
    explanation = lw.LWNB(k=50).fit(data).explain(data, row=0)
    (line,) = (line for line in equation_lines(explanation, attribute=0) if line.number == "N")
    assert r"N(1.51793;\ 1.51761,\ 0.00035) = 752.27" in line.latex


def test_deviation_above_zero_never_reads_zero() -> None:
    data = lw.sample("glass")
    normals = normals_reading(lw.LWNB(k=50).fit(data).explain(data, row=0), 0)
    assert normals.decimals == 5
    assert deviation(normals.sds[0], 5) == "0.00035"
    tiny = replace(normals, sds=tuple(sd * 1e-4 for sd in normals.sds))
    assert deviation(tiny.sds[0], tiny.decimals) == "3.5e−8"
    assert deviation(0.0, 3) == "0.000"


@pytest.mark.parametrize(
    ("value", "count"),
    [(0.00035, 5), (0.00996, 3), (0.1, 2), (2.5, 1), (12, 0), (1234, 0), (0, 0), (-0.02, 3)],
)
def test_decimals_for_two_digits(value: float, count: int) -> None:
    assert decimals_for(value, 2) == count
    assert decimals_for(math.inf, 2) == 0
