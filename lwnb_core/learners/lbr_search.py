"""LBR's search, condition by condition, from all training rows to the rows that match the rule."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.counts import MISSING, NominalRows, weigh
from lwnb_core.learners.lbr_errors import LeaveOneOut

# With fewer errors than this, a longer rule cannot improve anything.
LEAST_ERRORS = 5
# A condition is accepted only if the sign test on the rows whose prediction it changes says so at this level.
LEVEL = 0.05


@dataclass(frozen=True)
class Trial:
    """The effect of one more condition; error counts are weights of rows that are wrong when left out.

    Attributes
    ----------
    attribute, value
        The condition; `value` is a value number.
    rows
        How many rows it leaves.
    before, after
        Errors among those rows with the rule so far, and with the condition added.
    elsewhere
        Errors, with the rule so far, among the rows that it shuts out.
    mended, broken
        Rows left that were wrong and become right, and the other way round.
    p
        P(Bin(mended + broken, ½) ≤ broken); 1 where nothing is mended.
    """

    attribute: int
    value: int
    rows: int
    before: float
    after: float
    elsewhere: float
    mended: float
    broken: float
    p: float

    @property
    def total(self) -> float:
        """T: the errors among all rows of the rule so far if the condition is added."""
        return self.after + self.elsewhere


@dataclass(eq=False)
class Node:
    """The rows that match a rule, and what is known about the conditions that could be added to it.

    Attributes
    ----------
    rows
        Places of the rows left (S). Shape (rows,).
    attributes
        Attributes not yet in the rule (B), in file order.
    wrong
        Whether naive Bayes on (S, B) misses each row when it is left out. Shape (rows,).
    errors
        E: errors that the last condition left, inside and outside.
    all_missed, missed
        Errors among the rows left: of all, and of those that have each value. Shape (total,).
    totals
        By value, T if that condition is added; infinite where it would not be significant or would shut no
        row out, NaN where it has not been tried. Shape (total,).
    trials, followers
        By value: significant trials, and the nodes that they led to.
    """

    rows: NDArray[np.intp]
    attributes: NDArray[np.intp]
    wrong: NDArray[np.bool_]
    errors: float
    all_missed: float
    missed: NDArray[np.float64]
    totals: NDArray[np.float64]
    trials: dict[int, Trial] = field(default_factory=dict)
    followers: dict[int, Node] = field(default_factory=dict)


class Search:
    """Finds rules and remembers every trial by the path of conditions that led to it.

    Instances that share values share most of the work; no result depends on their order.
    """

    def __init__(self, rows: NominalRows) -> None:
        self.ids = rows.ids
        self.data = LeaveOneOut(rows)
        everything, attributes = np.arange(len(rows.classes)), np.arange(len(rows.ids.sizes))
        wrong = self.data.wrong(everything, attributes)
        self.root = self._node(everything, attributes, wrong, float(rows.weights[wrong].sum()))

    def rule(self, values: NDArray[np.intp]) -> tuple[list[Trial], Node]:
        """Return the conditions chosen for an instance, step by step, and the rows left.

        `values`: shape (m,).
        """
        node, steps = self.root, []
        while node.errors >= LEAST_ERRORS:
            chosen = self._best(node, values)
            if chosen is None:
                break
            steps.append(chosen)
            node = self._follow(node, chosen)
        return steps, node

    def log_factors(self, node: Node, values: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return ln of prior and factors of naive Bayes on a node's rows and attributes for t instances.

        0 where a value is missing or its attribute is in the rule. Shape (1 + m, t, classes).
        """
        data, o = self.data, self.data.n_classes
        classes, weights = data.classes[node.rows], data.weights[node.rows]
        class_weights = weigh(classes, weights, o)
        logs = np.zeros((1 + values.shape[1], len(values), o))
        logs[0] = np.log((class_weights + 1) / (class_weights.sum() + o))
        for j in node.attributes:
            cells = (data.filled[node.rows, j] - data.offsets[j]) * o + classes
            counts = weigh(cells, weights, data.sizes[j] * o).reshape(-1, o)
            known = np.flatnonzero(values[:, j] != MISSING)
            codes = values[known, j] - data.offsets[j]
            logs[1 + j, known] = np.log((counts[codes] + 1) / (class_weights + data.sizes[j]))
        return logs

    def _best(self, node: Node, values: NDArray[np.intp]) -> Trial | None:
        """Return the significant condition with the fewest errors in total; the first of those tied."""
        own = values[node.attributes]
        attributes, own = node.attributes[own != MISSING], own[own != MISSING]
        totals = node.totals[own]
        best = np.fmin.reduce(totals, initial=np.inf)
        # Try the most promising ones first: no condition can correct more than the errors in its rows.
        bounds = np.where(np.isnan(totals), node.all_missed - node.missed[own], np.inf)
        for i in np.argsort(bounds, kind="stable"):
            if bounds[i] > best or bounds[i] == np.inf:
                break
            totals[i] = self._try(node, int(attributes[i]), int(own[i]))
            best = min(best, totals[i])
        return None if best == np.inf else node.trials[int(own[np.nanargmin(totals)])]

    def _try(self, node: Node, attribute: int, value: int) -> float:
        """Return the total errors with a condition added, infinite if it is not significant; cache both."""
        inside = self.data.values[node.rows, attribute] == value
        rows, old = node.rows[inside], node.wrong[inside]
        new = self.data.wrong(rows, node.attributes[node.attributes != attribute])
        weights = self.data.weights[rows]
        before = float(weights[old].sum())
        mended, broken = float(weights[old & ~new].sum()), float(weights[new & ~old].sum())
        trial = Trial(
            attribute=attribute,
            value=value,
            rows=len(rows),
            before=before,
            after=float(weights[new].sum()),
            elsewhere=node.all_missed - before,
            mended=mended,
            broken=broken,
            p=sign_test(mended, broken),
        )
        if trial.p < LEVEL:
            node.trials[value] = trial
            node.totals[value] = trial.total
        else:
            node.totals[value] = np.inf
        return float(node.totals[value])

    def _follow(self, node: Node, chosen: Trial) -> Node:
        known = node.followers.get(chosen.value)
        if known is not None:
            return known
        rows = node.rows[self.data.values[node.rows, chosen.attribute] == chosen.value]
        attributes = node.attributes[node.attributes != chosen.attribute]
        wrong = self.data.wrong(rows, attributes)
        follower = self._node(rows, attributes, wrong, chosen.total)
        node.followers[chosen.value] = follower
        return follower

    def _node(
        self, rows: NDArray[np.intp], attributes: NDArray[np.intp], wrong: NDArray[np.bool_], errors: float
    ) -> Node:
        values, weights = self.data.values[rows], self.data.weights[rows]
        # Shifted by one, so that missing values fall into a first cell that is cut off.
        sizes = np.bincount(values.ravel() + 1, minlength=self.ids.total + 1)[1:]
        weights_of_missed = np.repeat(weights[wrong], values.shape[1])
        missed = weigh(values[wrong].ravel() + 1, weights_of_missed, self.ids.total + 1)[1:]
        # At best, a condition corrects all errors among its rows and causes none: then p is ½ to their power.
        hopeless = (0.5**missed >= LEVEL) | (sizes == len(rows))
        return Node(
            rows=rows,
            attributes=attributes,
            wrong=wrong,
            errors=errors,
            all_missed=float(weights[wrong].sum()),
            missed=missed,
            totals=np.where(hopeless, np.inf, np.nan),
        )


def sign_test(mended: float, broken: float) -> float:
    """Return P(Bin(mended + broken, ½) ≤ broken), for weights that may be fractions; 1 if nothing is
    mended.
    """
    from scipy.special import betainc  # slow to load

    return float(betainc(mended, broken + 1, 0.5)) if mended > 0 else 1.0
