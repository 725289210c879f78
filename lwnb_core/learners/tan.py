"""TAN, tree augmented naive Bayes (Friedman, Geiger & Goldszmidt 1997)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.learners.counts import MISSING, NominalRows, count_cells, require_nominal
from lwnb_core.learners.tan_score import score_tree
from lwnb_core.learners.tan_tree import Tree, information_tree
from lwnb_core.local.convention import Convention, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import combine
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent

# Weka's estimator adds this to every count, where Laplace adds 1.
_WEKA_ALPHA = 0.5


@dataclass(frozen=True, init=False, repr=False)
class TAN(Learner):
    """Tree-augmented naive Bayes, for nominal attributes: every attribute but one depends on one other.

    The conventions `paper` and `tables` use the tree with the largest conditional mutual information and
    Laplace estimates; if the parent is missing, P(v|c) is used. `weka` follows Weka's BayesNet with TAN
    search, which replaces a missing value by the most frequent one, builds the tree by Bayesian score (in
    which each row counts as one, whatever its weight) and adds ½ to every count.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("vote")
    >>> tree = lw.TAN().fit(data).explain(data, row=5).details
    >>> strongest = max(tree["edges"], key=lambda edge: edge["strength"])
    >>> strongest["parent"], strongest["child"], round(strongest["strength"], 3)
    ('el-salvador-aid', 'aid-to-nicaraguan-contras', 0.194)
    """

    convention: Convention
    name: ClassVar[str] = "TAN"

    def __init__(self, convention: str | Convention = "paper", **knobs: Any) -> None:
        object.__setattr__(self, "convention", _convention(convention, **knobs))

    def fit_training(self, training: TrainingSet) -> TANModel:
        require_nominal(training, self.name)
        return TANModel(self, training)

    @property
    def exempt(self) -> dict[str, str]:
        return {"weights": "the score of a tree counts rows"} if self.convention.name == "weka" else {}


_convention = convention  # the dataclass field of this name hides it inside the class


class TANModel(Model):
    """A tree and its tables."""

    learner: TAN

    def __init__(self, learner: TAN, training: TrainingSet) -> None:
        super().__init__(learner, training)
        self.rows = NominalRows.of(training)
        self.network = self._network(self.rows)

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        values = self.rows.ids.encode(instances)
        result = combine(list(self.network.log_factors(values)), "logs")
        for i in np.flatnonzero(left_out != NOWHERE):
            factors = self._without(int(left_out[i])).log_factors(values[i : i + 1])
            result[i] = combine(list(factors), "logs")[0]
            progress(int(i), len(instances))
        return result

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        network = self._without(left_out)
        contributions = network.log_factors(self.rows.ids.encode(instances))[:, 0]
        details = self._details(network.tree)
        return self._explanation_of_logs(instances, left_out, changed, contributions, details=details)

    def _network(self, rows: NominalRows) -> Network:
        if self.learner.convention.name == "weka":
            modes = most_frequent(rows)
            filled = rows.filled(modes)
            return Network(filled, score_tree(filled.unweighted(), _WEKA_ALPHA), _WEKA_ALPHA, modes)
        return Network(rows, information_tree(rows), 1.0, np.full(len(rows.ids.sizes), MISSING))

    def _without(self, left_out: int) -> Network:
        position = NOWHERE if left_out == NOWHERE else int(self.rows.positions[left_out])
        # A row of weight 0 has no position, and leaving it out changes nothing.
        return self.network if position == NOWHERE else self._network(self.rows.without(position))

    def _details(self, tree: Tree) -> dict[str, Any]:
        """Return the tree, as plain JSON."""
        names = [a.name for a in self.training.attributes]
        weka = self.learner.convention.name == "weka"
        roots = [j for j, p in enumerate(tree.parents) if p is None and j not in tree.outside]
        return {
            "root": names[roots[0]] if roots else None,
            "measure": "gain in Bayesian score" if weka else "conditional mutual information",
            "unit": "nats",
            "edges": [
                {"parent": names[p], "child": names[j], "strength": float(tree.strengths[j, p])}
                for j, p in enumerate(tree.parents)
                if p is not None
            ],
            "outside": [names[j] for j in tree.outside],
        }


@dataclass(frozen=True, eq=False)
class Network:
    """The training rows, the tree found in them, and the resulting estimates.

    Attributes
    ----------
    alpha
        Added to the count of every value.
    stand_ins
        Value number that a missing test value is taken for; -1: none. Shape (m,).
    """

    rows: NominalRows
    tree: Tree
    alpha: float
    stand_ins: NDArray[np.intp]

    def log_factors(self, values: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return ln P(c) and ln P(x_j|parent, c) for t instances; 0 if x_j is missing.

        Shape (1 + m, t, o).
        """
        rows, o = self.rows, self.rows.n_classes
        values = np.where(values == MISSING, self.stand_ins, values)
        logs = np.zeros((1 + values.shape[1], len(values), o))
        logs[0] = np.log((rows.class_weights + self.alpha) / (rows.class_weights.sum() + o * self.alpha))
        for j, parent in enumerate(self.tree.parents):
            known = values[:, j] != MISSING
            alone = known if parent is None else known & (values[:, parent] == MISSING)
            logs[1 + j, alone] = self._estimate(j, None, values[alone])
            if parent is not None:
                both = known & ~alone
                logs[1 + j, both] = self._estimate(j, parent, values[both])
        return logs

    def _estimate(self, j: int, parent: int | None, values: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return ln P(x_j|x_parent, c), over training rows in which both are known. Shape (t, o)."""
        rows, o = self.rows, self.rows.n_classes
        size, classes = int(rows.ids.sizes[j]), np.arange(o)
        used = rows.present[:, j] if parent is None else rows.present[:, j] & rows.present[:, parent]
        v, given_v = rows.values[used, j] - rows.ids.offsets[j], values[:, j] - rows.ids.offsets[j]
        if parent is None:
            u, given_u = np.zeros_like(v), np.zeros_like(given_v)
        else:
            u, given_u = rows.values[used, parent], values[:, parent]
        c, weights = rows.classes[used], rows.weights[used]
        pairs, given_pairs = u * size + v, given_u * size + given_v
        counts = count_cells(pairs * o + c, weights, given_pairs[:, None] * o + classes)
        below = count_cells(u * o + c, weights, given_u[:, None] * o + classes)
        return np.log((counts + self.alpha) / (below + size * self.alpha))


def most_frequent(rows: NominalRows) -> NDArray[np.intp]:
    """Return the number of each attribute's most frequent value, the first of those tied. Shape (m,)."""
    counts = rows.value_counts().sum(axis=1)
    modes = [
        offset + int(np.argmax(counts[offset : offset + size])) if size else MISSING
        for offset, size in zip(rows.ids.offsets, rows.ids.sizes, strict=True)
    ]
    return np.array(modes, dtype=np.intp)
