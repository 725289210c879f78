"""Equation by equation: the formula with an explanation's numbers, and a sentence about it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lwnb_core import Explanation
from lwnb_core.local.kernels import UNBOUNDED, VANISHING, WEIGHTINGS, weigh
from lwnb_core.local.naive_bayes import NominalTable, NumericTable
from lwnb_core.local.neighbourhood import Neighbourhood
from lwnb_gui.text import (
    LEAST_READABLE_PROBABILITY,
    decimals_for,
    decimals_that_give,
    laplace_decimals,
    number,
    probabilities,
    probability,
    related,
    small,
)
from lwnb_gui.views.equations.formula import (
    Formula,
    decimal,
    equals,
    factor,
    names_in_formulas,
    plain,
    scientific,
)
from lwnb_gui.views.wording.classes import runner_up
from lwnb_gui.views.wording.names import brief, brief_classes
from lwnb_gui.views.wording.numbers import FLOOR_TEXT, is_at_floor, without_rounding

# A denominator with a term for each of many classes is no help: above this many classes, only a few are
# written.
_MOST_TERMS, _FEW_TERMS = 4, 2
_MOST_DECIMALS = 6  # decimals of a deviation; smaller ones are written with a power of ten
_LONGEST_LINE = 50  # characters that fit into a narrow panel in readable type
_COMMAND = re.compile(r"\\[a-z]+|[\\{}^, ]")
_LN_10 = math.log(10)
_LEAST_TOTAL = 0.05  # total of the weights: below it, the decimals are too few to divide by


@dataclass(frozen=True)
class EquationLine:
    """One equation: its number in the paper (N for the normal), the formula, and a sentence."""

    number: str
    formula: Formula
    sentence: str

    @property
    def latex(self) -> str:
        return self.formula.latex

    @property
    def numbered_sentence(self) -> str:
        return f"({self.number}) {self.sentence}"


def equation_lines(
    explanation: Explanation,
    neighbour: int = 0,
    cls: int | None = None,
    attribute: int | None = None,
    *,
    symbols: bool = True,
) -> tuple[EquationLine, ...]:
    """Return the steps from one neighbour's distance to the posterior of one class.

    `neighbour` counts from 0, the nearest; `cls` is the predicted class unless given; `attribute` the
    predictor shown in (6) or (N), by default those that contribute most. Without `symbols`: numbers alone.
    """
    c = explanation.prediction if cls is None else cls
    numeric, nominal = _attributes(explanation, c, attribute)
    lines = [
        _weight(explanation, neighbour),
        _rescaled(explanation, neighbour, symbols),
        _prior(explanation, c, symbols),
        *(_nominal(explanation, j, c) for j in nominal),
        *(_numeric(explanation, j, c) for j in numeric),
        _posterior(explanation, c),
    ]
    return tuple([line for line in lines if line is not None])


def latex_document(lines: Sequence[EquationLine]) -> str:
    """Return all equations for pasting into LaTeX (amsmath)."""
    body = " \\\\\n".join(f"  {line.latex} \\tag{{{line.number}}}" for line in lines)
    return f"\\begin{{gather*}}\n{body}\n\\end{{gather*}}\n"


def _weight(explanation: Explanation, i: int) -> EquationLine | None:
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None or not len(neighbourhood):
        return None
    i = min(i, len(neighbourhood) - 1)
    body, text = _weight_formula(explanation, neighbourhood, i)
    own = neighbourhood.instance_weights.item(i)
    if own != 1:
        text = f"{text.rstrip('.')}, times the instance weight {number(own)}."
    return EquationLine("1, 2", Formula(f"w_{{{i + 1}}} {body}"), text)


def _weight_formula(explanation: Explanation, neighbourhood: Neighbourhood, i: int) -> tuple[str, str]:
    """Return the right side of a neighbour's weight, with its sign, and a sentence about it.

    A formula is written only if it gives the weight; otherwise only the number is.
    """
    kernel, h, bandwidth = neighbourhood.kernel, neighbourhood.bandwidth, explanation.convention.bandwidth
    d, w, own = (
        neighbourhood.distances.item(i),
        neighbourhood.weights.item(i),
        neighbourhood.instance_weights.item(i),
    )
    votes = explanation.settings.get("kernel") is None  # always with the k-th neighbour, see `knn.voting`
    symbol = "d_n" if kernel in UNBOUNDED else "d_{k+1}" if bandwidth == "next" and not votes else "d_k"
    row, result = _row_text(explanation, i), equals(w, 3)
    if neighbourhood.given_weights is not None:
        return result, f"The weight of {row}, as {explanation.learner} computes it."
    if h == 0:
        why = f"All neighbours are at distance 0, so the kernel treats them alike: {row} has weight 1."
        return rf"= {plain(own)} \quad ({symbol} = 0)", why
    text = f"The weight of {row}: {_kernel_sentence(kernel)}"
    one, times = f"{neighbourhood.one:g}", "" if own == 1 else rf"{plain(own)} \times "
    ratio, numbers = f"d_{{{i + 1}}}/{symbol}", f"{decimal(d, 4)}/{decimal(h, 4)}"
    if weigh(kernel, np.array([d / h]), neighbourhood.one).item() == 0 < w:  # see `Neighbourhood.weights`
        return rf"= {plain(own)} \quad (\text{{all}}\ d_i = {symbol})", text
    if kernel == "constant":
        return f"= {plain(own)}", text
    if kernel == "linear":
        forms = [f"{one} - {ratio}", f"{one} - {numbers}"]
        if times:
            forms = [f"{times}({form})" for form in forms]
        return f"= {' = '.join(forms)} {result}", text
    formula = WEIGHTINGS[kernel].latex.format(one=one)
    return rf"= {times}{formula} {result}, \quad u = {ratio} = {numbers}", text


def _rescaled(explanation: Explanation, i: int, symbols: bool) -> EquationLine | None:
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None or not len(neighbourhood):
        return None
    i = min(i, len(neighbourhood) - 1)
    n = i + 1
    left = rf"w^{{\prime}}_{{{n}}}"
    middle = rf" = w_{{{n}}}\,r/\sum w" if symbols else ""
    w, sum_of_weights, rescaled = (
        neighbourhood.weights.item(i),
        neighbourhood.total,
        neighbourhood.rescaled.item(i),
    )
    # all rows are at the bandwidth, where Weka's 1.0001 leaves a small weight
    if sum_of_weights < _LEAST_TOTAL:
        weight, total = scientific(w), f"({scientific(sum_of_weights)})"
    else:
        digits = decimals_that_give(
            small(rescaled, 2),
            lambda d: small(round(w, d) * neighbourhood.r / round(sum_of_weights, d), 2),
            3,
        )
        weight, total = decimal(w, digits), decimal(sum_of_weights, digits)
    r = plain(neighbourhood.r)
    numbers = rf"{weight} \times {r}/{total}"
    sentence = (
        f"Rescaling brings the total weight back to r = {r}, so that the Laplace correction in (5) counts "
        f"the same with every kernel."
    )
    result = equals(rescaled, 2)
    return EquationLine("3", Formula(f"{left}{middle} = {numbers} {result}"), sentence)


def _prior(explanation: Explanation, c: int, symbols: bool) -> EquationLine | None:
    model = explanation.model
    if model is None:
        return None
    weights = model.class_weights.tolist()
    o, w, total = len(weights), weights[c], sum(weights)
    symbolic = r" = \dfrac{1 + W}{o + \sum w^{\prime}}" if symbols else ""
    digits = laplace_decimals(w, o, total)
    numbers = rf"\dfrac{{1 + {decimal(w, digits)}}}{{{o} + {_weight_text(total, digits)}}}"
    sentence = (
        f"The prior of {brief_classes(explanation)[c]}: its share of the weight, with one additional "
        f"imaginary neighbour for each class."
    )
    return EquationLine(
        "5",
        Formula(
            f"p(@0@){symbolic} = {numbers} {related(probability(model.prior.item(c)))}",
            (names_in_formulas(explanation)[c],),
        ),
        sentence,
    )


def _nominal(explanation: Explanation, j: int, c: int) -> EquationLine:
    table, value = explanation.tables[j], int(explanation.instance[j])
    assert isinstance(table, NominalTable)
    counted = table.counts.item(value, c)
    n_values = len(table.attribute.values)
    printed = explanation.settings.get("eq6", "right") == "printed"
    below = float(table.counts[value].sum()) if printed else table.totals.item(c)
    name, said, klass = table.attribute.name, table.attribute.values[value], brief_classes(explanation)[c]
    digits = laplace_decimals(counted, n_values, below)
    fraction = rf"\dfrac{{1 + {decimal(counted, digits)}}}{{{n_values} + {decimal(below, digits)}}}"
    result = related(probability(table.probabilities.item(value, c)))
    body = rf"p(@1@\,|\,@0@) = {fraction} {result}"
    if printed:
        sentence = (
            f"As printed, the sum in the denominator runs over all rows with {brief(name)} = {brief(said)}. "
            f"This is a misprint: the probabilities of a class then do not add up to 1."
        )
    else:
        sentence = (
            f"{brief(name)} = {brief(said)}: the share of this value in the weight of {klass}, among rows in "
            f"which {brief(name)} is known."
        )
    return EquationLine("6", Formula(body, (names_in_formulas(explanation)[c], said)), sentence)


def _numeric(explanation: Explanation, j: int, c: int) -> EquationLine:
    table, x, logs = explanation.tables[j], explanation.instance.item(j), explanation.log_contributions
    assert isinstance(table, NumericTable)
    assert logs is not None
    klass, name = brief_classes(explanation)[c], table.attribute.name
    short = names_in_formulas(explanation)[c]
    p, sd = float(np.exp(logs.item(1 + j, c))), table.sd.item(c)
    mean = without_rounding(table.mean.item(c), sd)
    left = rf"p({plain(x)}\,|\,@0@)"
    if table.form == "density" and (table.weights.item(c) <= 0 or not math.isfinite(mean)):
        sentence = f"No neighbour of {klass} has a {brief(name)}: its factor is the floor, {FLOOR_TEXT}."
        return EquationLine("N", Formula(rf"{left} = 10^{{-75}}", (short,)), sentence)
    floored = f" It is below the floor, {FLOOR_TEXT}, which is used instead." if is_at_floor(p) else ""
    if table.form == "density":
        normal = rf"N({plain(x)};\ {_mean_and_sd(mean, sd)})"
        result = _factor_or_floor(normal, p)
        body = f"{_short(left, result, short)} = {result}"
        sentence = (
            f"The normal density of {klass} at {brief(name)} = {number(x)}, with its weighted mean and "
            f"standard deviation.{floored}"
        )
        return EquationLine("N", Formula(body, (short,)), sentence)
    rounded = float(np.rint(x / table.precision) * table.precision)
    high = (rounded + table.precision / 2 - mean) / sd
    low = (rounded - table.precision / 2 - mean) / sd
    interval = rf"\Phi({decimal(high, 2)}) - \Phi({decimal(low, 2)})"
    body = f"{left} = {_factor_or_floor(interval, p)}"
    sentence = (
        f"Weka's form: the normal probability of the interval of width {number(table.precision)} around"
        f" {brief(name)} = {number(rounded)}, with mean {number(mean)} and standard deviation "
        f"{number(sd)}.{floored}"
    )
    return EquationLine("N", Formula(body, (short,)), sentence)


def _factor_or_floor(formula: str, p: float) -> str:
    """Return a formula and its result, or the floor if the formula gives less."""
    if is_at_floor(p):
        return rf"10^{{-75}} > {formula}"
    return f"{formula} {factor(p)}"


def _mean_and_sd(mean: float, sd: float) -> str:
    """Format both with three decimals, or as many as show two digits of the deviation."""
    digits = max(3, decimals_for(sd, 2))
    if digits > _MOST_DECIMALS:
        return rf"{plain(mean)},\ {scientific(sd)}"
    return rf"{decimal(mean, digits)},\ {decimal(sd, digits)}"


def _short(left: str, right: str, klass: str) -> str:
    """Return the left side of (N), in symbols if long numbers need the space (the sentence has the rest)."""
    for side in (left, r"p(x\,|\,@0@)"):
        if len(_COMMAND.sub("", f"{side}={right}".replace("@0@", klass))) <= _LONGEST_LINE:
            return side
    return r"p(x\,|\,c)"


def _posterior(explanation: Explanation, c: int) -> EquationLine | None:
    logs = explanation.log_joint
    if logs is None:
        return None
    # Products of many factors need a common power of ten; thousands, as people count.
    largest = max(logs.tolist()) / _LN_10
    unit = 0 if -2 < largest < 3 else 3 * math.floor(largest / 3)
    size = math.floor(largest - unit)
    terms = _terms(np.exp(logs - unit * _LN_10).tolist(), c, 4 if size < 0 else 3 - size)
    listed = list(range(len(terms)))
    if len(terms) > _MOST_TERMS:
        others = [i for i in explanation.ranked if i != c and terms[i] != "0"]
        listed = sorted([c, *others[: _FEW_TERMS - 1]])
    rest = [r"\cdots"] if len(listed) < len(terms) else []
    top, total = terms[c], " + ".join([*(terms[i] for i in listed), *rest])
    if unit:
        power = rf" \cdot 10^{{{unit}}}"
        top, total = "0" if top == "0" else top + power, f"({total}){power}"
    result = related(probabilities(explanation.posterior.tolist(), can_be_zero=False)[c])
    body = rf"p(@0@\,|\,x) = \dfrac{{{top}}}{{{total}}} {result}"
    sentence = f"Prior times factors of {brief_classes(explanation)[c]}, divided by the sum over all classes."
    return EquationLine("4", Formula(body, (names_in_formulas(explanation)[c],)), sentence)


def _terms(joint: list[float], c: int, digits: int) -> list[str]:
    """Return the terms of the sum, with enough decimals to give the digits shown of class c's share.

    Rarely more than `digits`.
    """
    total = sum(joint)
    for more in range(4):
        # Several terms that are negligible alone may matter together.
        least = LEAST_READABLE_PROBABILITY * total / 10**more
        terms = [_term(v, digits + more, least) for v in joint]
        shown = [float(term) for term in terms]
        if abs(shown[c] / sum(shown) - joint[c] / total) <= LEAST_READABLE_PROBABILITY:
            break
    return terms


def _term(value: float, digits: int, least: float) -> str:
    """Return 0 below `least`; otherwise at least two digits, which decide the result's last one."""
    if value < least:
        return "0"
    return decimal(value, max(digits, decimals_for(value, 2)))


def _attributes(explanation: Explanation, c: int, attribute: int | None) -> tuple[list[int], list[int]]:
    """Choose the numeric and nominal predictors to show: the given one, or the largest contributions."""
    if explanation.model is None or explanation.log_contributions is None:
        return [], []
    said = _said(explanation, c)
    kinds = (NumericTable, NominalTable)
    if attribute is not None:
        said = {j: much for j, much in said.items() if j == attribute}
    best = [_most([j for j in said if isinstance(explanation.tables[j], kind)], said) for kind in kinds]
    numeric, nominal = [[] if j is None else [j] for j in best]
    return numeric, nominal


def says_most(explanation: Explanation, c: int, *, nominal: bool) -> int | None:
    """Return the predictor of a kind that contributes most to class c against the strongest other one."""
    said = _said(explanation, c)
    return _most([j for j in said if explanation.attributes[j].is_nominal == nominal], said)


def _said(explanation: Explanation, c: int) -> dict[int, float]:
    """Return each non-missing predictor's contribution, for class c or for the strongest other one."""
    against = runner_up(explanation, c)
    odds = explanation.log_odds(c, c if against is None else against).tolist()[1:]  # without the prior's
    values = explanation.instance.tolist()
    return {j: abs(much) for j, much in enumerate(odds) if not math.isnan(values[j])}


def _most(which: list[int], said: dict[int, float]) -> int | None:
    return max(which, key=lambda j: said[j], default=None)


def _row_text(explanation: Explanation, i: int) -> str:
    if explanation.neighbour_rows is None:
        return f"neighbour {i + 1}"
    return f"neighbour {i + 1}, row {explanation.neighbour_rows.item(i) + 1}"


def _weight_text(total: float, decimals: int) -> str:
    """Format a sum of rescaled weights, which is r, a whole number except for rounding."""
    return f"{round(total)}" if abs(total - round(total)) < 1e-6 else decimal(total, decimals)


def _kernel_sentence(kernel: str) -> str:
    """Describe how the weight depends on the distance."""
    if kernel in UNBOUNDED:
        return "it falls with the distance but never to 0, so every training row is a neighbour."
    if kernel in VANISHING:
        return "it falls with the distance and is 0 at the bandwidth."
    if kernel == "constant":
        return "all neighbours have the same weight, however far away they are."
    return "it depends on the distance relative to the bandwidth."
