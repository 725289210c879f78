"""The steps of step mode in which the neighbours are weighted and their classes counted."""

from __future__ import annotations

import math

import numpy as np

from lwnb_core import Explanation
from lwnb_gui.text import (
    class_names,
    decimals_that_give,
    fixed,
    laplace_decimals,
    listed,
    number,
    probability,
    related,
    small,
    weight_text,
)


def weights(explanation: Explanation) -> str:
    """Describe the weight of the nearest row, and the effect of rescaling."""
    neighbourhood = explanation.neighbourhood
    assert neighbourhood is not None
    if len(neighbourhood) == 0:
        return "There are no neighbours, so there is nothing to weight."
    total, r = float(neighbourhood.weights.sum()), number(neighbourhood.r)
    if math.isclose(total, neighbourhood.r):
        rescaled = f"The weights already add up to {r}, so rescaling changes nothing."
    else:
        rescaled = (
            f"All weights add up to {fixed(total, 3)}; multiplied by {r} / {fixed(total, 3)},"
            f" they add up to {r}."
        )
    return f"{_first_weight(explanation)} {rescaled}"


def _first_weight(explanation: Explanation) -> str:
    neighbourhood = explanation.neighbourhood
    assert neighbourhood is not None
    d, h, w = float(neighbourhood.distances[0]), neighbourhood.bandwidth, float(neighbourhood.weights[0])
    one = explanation.convention.kernel_one
    linear = explanation.settings.get("kernel") == "linear" and h > 0
    if linear and abs(one - d / h - w) < 1e-9:
        digits = decimals_that_give(
            weight_text(w), lambda n: weight_text(one - round(d, n) / round(h, n) if round(h, n) else 0.0), 4
        )
        fraction = f"{fixed(d, digits)} / {fixed(h, digits)}"
        return f"The nearest row has weight {one:g} − {fraction} = {weight_text(w)}."
    if np.ptp(neighbourhood.weights) == 0:
        are_equally_far = np.ptp(neighbourhood.distances) == 0
        why = f"are equally far away, at {fixed(d, 4)}" if are_equally_far else "count the same"
        return f"All neighbours {why}: each has weight {number(w)}."
    return f"The nearest row, at distance {fixed(d, 4)}, has weight {weight_text(w)}."


def counts(explanation: Explanation) -> str:
    """Describe the weight of each class, and the prior of the predicted one."""
    assert explanation.model is not None
    by_class, prior = explanation.model.class_weights, explanation.model.prior
    names = class_names(explanation.classes, explanation.class_attribute)
    c, o = explanation.prediction, len(names)  # the class that the equations and all further steps write out
    order = sorted(range(o), key=lambda i: -float(by_class[i]))[:3]
    if c not in order:
        order = [*order[:2], c]
    total = float(by_class.sum())
    digits = laplace_decimals(float(by_class[c]), o, total)
    written = [(fixed if i == c else small)(float(by_class[i]), digits) for i in order]
    parts = [f"{names[i]} {text}" for i, text in zip(order, written, strict=True)]
    some = "" if len(order) == o else ", among others,"
    fraction = f"(1 + {fixed(float(by_class[c]), digits)}) / ({o} + {number(round(total, 6))})"
    return (
        f"Adding up the weights of each class gives{some} {listed(parts)}."
        f" The prior of {names[c]} is {fraction} {related(probability(float(prior[c])))}."
    )
