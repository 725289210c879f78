"""Step mode: the seven steps from distances to the posterior, what each shows, and a sentence for each.

The sentences read the numbers of the instance on the screen off the one explanation. No Qt in here.
"""

from __future__ import annotations

import numpy as np

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import NominalTable, NumericTable
from lwnb_gui.text import (
    class_names,
    decimals_for,
    fixed,
    listed,
    probability,
    shown,
    value_text,
)
from lwnb_gui.views.every import VIEWS
from lwnb_gui.views.steps import STEPS, Step

# The step from which on a part of the window is visible; all others are visible at the last.
_VISIBLE_FROM: dict[str, Step] = {
    "instances": "distances",
    "local_tables": "tables",
    **{view.name: view.visible_from for view in VIEWS},
    **{part: step for view in VIEWS for part, step in view.parts_visible_from.items()},
}


def visible_from(part: str) -> Step:
    """The step from which on a part of the window is visible."""
    return _VISIBLE_FROM.get(part, STEPS[-1])


def is_visible_at(step: Step, part: str) -> bool:
    """Whether a part of the window is on the screen at a step."""
    return STEPS.index(visible_from(part)) <= STEPS.index(step)


def deciding_attribute(step: Step | None, explanation: Explanation | None) -> int | None:
    """The attribute whose table the sentence of a step speaks of; None where it speaks of none."""
    if step != "tables" or explanation is None or explanation.model is None:
        return None
    return _says_most(explanation)


def sentence(step: Step, explanation: Explanation) -> str:
    """What happens at this step, with the numbers of this instance in it."""
    if explanation.neighbourhood is None or explanation.model is None:
        return ""
    if step in _SENTENCES:
        return _SENTENCES[step](explanation)
    return "".join(view.step_sentence(step, explanation) for view in VIEWS)


def _tables(e: Explanation) -> str:
    j = _says_most(e)
    if j is None:
        return "Every value of this instance is missing, so no attribute can tell the classes apart."
    table, c = e.tables[j], e.prediction
    factors = table.factors(float(e.instance[j]))
    assert factors is not None
    name = f"{shown(e.attributes[j].name)} = {value_text(e.value(j))}"
    likely = [f"{probability(float(factors[i]), 4)} for {_names(e)[i]}" for i in e.ranked[:2]]
    if isinstance(table, NominalTable):
        weight, total = (
            fixed(v, 2) for v in (float(table.counts[int(e.instance[j]), c]), float(table.totals[c]))
        )
        how = f"{_names(e)[c]} has a total weight of {total}, of which {weight} has this value"
    else:
        assert isinstance(table, NumericTable)
        mean, sd = float(table.mean[c]), float(table.sd[c])
        digits = max(3, decimals_for(sd, 2))
        how = f"{_names(e)[c]} has mean {fixed(mean, digits)} and standard deviation {fixed(sd, digits)} here"
    return f"Each attribute has a table. The likelihood of {name} is {listed(likely)}; {how}."


_SENTENCES = {
    "tables": _tables,
}


def _names(e: Explanation) -> tuple[str, ...]:
    return class_names(e.classes, e.class_attribute)


def _says_most(e: Explanation) -> int | None:
    """The attribute that says most for the predicted class against the second."""
    pair = e.ranked[:2]
    if len(pair) < 2:
        return next((j for j in range(len(e.attributes)) if not np.isnan(e.instance[j])), None)
    odds = np.abs(e.log_odds(*pair))[1:]
    known = [j for j in range(len(e.attributes)) if not np.isnan(e.instance[j])]
    return max(known, key=lambda j: odds[j], default=None)
