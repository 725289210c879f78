"""Step mode: the seven steps from distances to the posterior, what each shows, and a sentence for each.

The sentences read the numbers of the instance on the screen off the one explanation. No Qt in here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from lwnb_core import Explanation
from lwnb_core.local.kernels import UNBOUNDED
from lwnb_core.local.naive_bayes import NominalTable, NumericTable
from lwnb_gui.text import (
    count,
    decimals_for,
    fixed,
    listed,
    number,
    probabilities,
    probability,
    related,
    rounded,
    shown,
    value_text,
)

Step = Literal["distances", "neighbourhood", "weights", "counts", "tables", "product", "normalise"]
STEPS: tuple[Step, ...] = get_args(Step)

# The step from which on a part of the window is visible; all others are visible at the last.
_VISIBLE_FROM: dict[str, Step] = {
    "instances": "distances",
    "this_instance": "distances",
    "true": "distances",
    "map": "distances",
    "neighbours": "neighbourhood",
    "weights": "weights",
    "equations": "weights",
    "equation 1, 2": "weights",
    "equation 3": "weights",
    "equation 5": "counts",
    "local_tables": "tables",
    "equation 6": "tables",
    "equation N": "tables",
    "contributions": "product",
}

# The weight with which the map draws all neighbours before they are weighted: clearly more than none.
_EQUAL_WEIGHT = 0.3


def visible_from(part: str) -> Step:
    """The step from which on a part of the window is visible."""
    return _VISIBLE_FROM.get(part, STEPS[-1])


def is_visible_at(step: Step, part: str) -> bool:
    """Whether a part of the window is on the screen at a step."""
    return STEPS.index(visible_from(part)) <= STEPS.index(step)


def for_step(explanation: Explanation, step: Step) -> Explanation:
    """What the map may show of an explanation at a step: no neighbours before the neighbourhood is found, and
    equal weights before they are computed.
    """
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None or is_visible_at(step, "weights"):
        return explanation
    if not is_visible_at(step, "neighbours"):
        return replace(explanation, neighbourhood=None, neighbour_rows=None, neighbour_classes=None)
    alike = replace(neighbourhood, given_weights=np.full(len(neighbourhood), _EQUAL_WEIGHT))
    return replace(explanation, neighbourhood=alike)


def step_after(step: Step | None, by: int) -> Step:
    """The next or previous step, if there is one; the first where there was none."""
    if step is None:
        return STEPS[0]
    return STEPS[min(max(STEPS.index(step) + by, 0), len(STEPS) - 1)]


def deciding_attribute(step: Step | None, explanation: Explanation | None) -> int | None:
    """The attribute whose table the sentence of a step speaks of; None where it speaks of none."""
    if step != "tables" or explanation is None or explanation.model is None:
        return None
    return _says_most(explanation)


def sentence(step: Step, explanation: Explanation) -> str:
    """What happens at this step, with the numbers of this instance in it."""
    if explanation.neighbourhood is None or explanation.model is None:
        return ""
    return _SENTENCES[step](explanation)


def _distances(e: Explanation) -> str:
    neighbourhood, rows = e.neighbourhood, e.neighbour_rows
    assert neighbourhood is not None
    assert rows is not None
    nearest = (
        f"row {int(rows[0]) + 1}, at {fixed(float(neighbourhood.distances[0]), 4)}" if len(rows) else "none"
    )
    numeric = any(a.is_numeric for a in e.attributes)
    how = "every numeric attribute scaled to 0…1" if numeric else "one term for each attribute that differs"
    return (
        f"The distance from {_who(e)} to all {e.training_rows:,} training rows, {how}. Nearest is {nearest}."
    )


def _neighbourhood(e: Explanation) -> str:
    neighbourhood = e.neighbourhood
    assert neighbourhood is not None
    k = int(e.settings["k"])
    if e.settings.get("kernel") in UNBOUNDED:
        return f"This kernel never reaches 0, so all {len(neighbourhood):,} rows are in."
    h = fixed(neighbourhood.bandwidth, 4)
    which = "neighbour k + 1" if e.convention.bandwidth == "next" else f"neighbour number {k}"
    tied = int(neighbourhood.tied.sum())
    extra = f": {count(tied, 'more is', 'more are')} tied with the last" if tied else ""
    return f"The bandwidth is the distance of {which}: {h}. {len(neighbourhood):,} rows are in{extra}."


def _weights(e: Explanation) -> str:
    neighbourhood = e.neighbourhood
    assert neighbourhood is not None
    if len(neighbourhood) == 0:
        return "No row is in, so there is nothing to weigh."
    d, w = (fixed(float(v), 4) for v in (neighbourhood.distances[0], neighbourhood.weights[0]))
    total, r = float(neighbourhood.weights.sum()), number(neighbourhood.r)
    one = e.convention.kernel_one
    at_most = (
        one - float(neighbourhood.distances[0]) / neighbourhood.bandwidth
        if neighbourhood.bandwidth > 0
        else 0.0
    )
    if e.settings.get("kernel") == "linear" and abs(at_most - float(neighbourhood.weights[0])) < 1e-9:
        first = f"The nearest row weighs {one:g} − {d} / {fixed(neighbourhood.bandwidth, 4)} = {w}."
    elif np.ptp(neighbourhood.weights) == 0:
        why = (
            f"All rows in are equally far, at {d}"
            if np.ptp(neighbourhood.distances) == 0
            else "All rows in count alike"
        )
        first = f"{why}: each weighs {number(float(neighbourhood.weights[0]))}."
    else:
        first = f"The nearest row, at distance {d}, weighs {w}."
    return (
        f"{first} All weights add up to {fixed(total, 3)}; times {r} / {fixed(total, 3)} they add up to {r}."
    )


def _counts(e: Explanation) -> str:
    assert e.model is not None
    weights, prior = e.model.class_weights, e.model.prior
    c, o = e.prediction, len(e.classes)  # the class that the equations and all further steps write out
    order = sorted(range(o), key=lambda i: -float(weights[i]))[:3]
    if c not in order:
        order = [*order[:2], c]
    total = float(weights.sum())
    parts = [f"{shown(e.classes[i])} {fixed(float(weights[i]), 2)}" for i in order]
    fraction = f"(1 + {fixed(float(weights[c]), 2)}) / ({o} + {number(round(total, 6))})"
    return (
        f"The weights are counted by class: {listed(parts)}. Prior of {shown(e.classes[c])}: "
        f"{fraction} {related(probability(float(prior[c])))}."
    )


def _tables(e: Explanation) -> str:
    j = _says_most(e)
    if j is None:
        return "Every value of this instance is missing: no attribute has anything to say."
    table, c = e.tables[j], e.prediction
    factors = table.factors(float(e.instance[j]))
    assert factors is not None
    name = f"{shown(e.attributes[j].name)} = {value_text(e.value(j))}"
    likely = [f"{shown(e.classes[i])} {probability(float(factors[i]), 4)}" for i in e.ranked[:2]]
    if isinstance(table, NominalTable):
        weight = fixed(float(table.counts[int(e.instance[j]), c]), 2)
        how = f"{weight} of {shown(e.classes[c])}’s weight of {fixed(float(table.totals[c]), 2)} has it"
    else:
        assert isinstance(table, NumericTable)
        mean, sd = float(table.mean[c]), float(table.sd[c])
        digits = max(3, decimals_for(sd, 2))
        how = f"{shown(e.classes[c])} has mean {fixed(mean, digits)} and deviation {fixed(sd, digits)} here"
    return f"One table for each attribute. P({name}) given the class: {', '.join(likely)}; {how}."


def _product(e: Explanation) -> str:
    logs = e.log_joint
    assert logs is not None
    assert e.log_contributions is not None
    c = e.prediction
    known = np.flatnonzero(np.append(True, ~np.isnan(e.instance)))  # a missing value has no factor
    parts = [probability(float(np.exp(v)), 4) for v in e.log_contributions[known[:5], c]]
    more = " × …" if len(known) > 5 else ""
    joint = [f"{shown(e.classes[i])} {rounded(float(np.exp(logs[i])), 3)}" for i in e.ranked[:2]]
    return (
        f"Prior times factors, for {shown(e.classes[c])}: {' × '.join(parts)}{more} = "
        f"{rounded(float(np.exp(logs[c])), 3)}. Side by side: {', '.join(joint)}."
    )


def _normalise(e: Explanation) -> str:
    logs = e.log_joint
    assert logs is not None
    c = e.prediction
    top = float(np.exp(logs[c]))
    said = f"P({shown(e.classes[c])}) {related(probabilities(e.posterior.tolist())[c])}"
    if not top > 1e-300:
        return f"Divided by the sum over the classes: {said}."
    fraction = _fraction(top, float(np.exp(logs).sum()))
    truth = ""
    if e.known_class is not None:
        truth = " Right." if e.known_class == c else f" Wrong: it is {shown(e.classes[e.known_class])}."
    return f"Divided by the sum over the classes: {fraction}, so {said}.{truth}"


_SENTENCES = {
    "distances": _distances,
    "neighbourhood": _neighbourhood,
    "weights": _weights,
    "counts": _counts,
    "tables": _tables,
    "product": _product,
    "normalise": _normalise,
}


def _who(e: Explanation) -> str:
    if e.row is None or e.is_new_instance:
        return "the instance"
    return f"row {e.row + 1}" + (", changed," if e.changed else "")


def _fraction(part: float, whole: float) -> str:
    """`0.0119 / 0.01194`: three digits, or as many as give the share but for its last decimal."""
    for digits in range(3, 7):
        above, below = float(f"{part:.{digits}g}"), float(f"{whole:.{digits}g}")
        if abs(above / below - part / whole) <= 0.001:
            break
    return f"{rounded(part, digits)} / {rounded(whole, digits)}"


def _says_most(e: Explanation) -> int | None:
    """The attribute that says most for the predicted class against the second."""
    pair = e.ranked[:2]
    if len(pair) < 2:
        return next((j for j in range(len(e.attributes)) if not np.isnan(e.instance[j])), None)
    odds = np.abs(e.log_odds(*pair))[1:]
    known = [j for j in range(len(e.attributes)) if not np.isnan(e.instance[j])]
    return max(known, key=lambda j: odds[j], default=None)
