"""AODE (Webb, Boughton & Wang 2002): the mean of all models in which all attributes have the same parent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lwnb_core.errors import SettingsError
from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.learners.counts import MISSING, NominalRows, indicators, require_nominal
from lwnb_core.local.convention import Convention, LearnerKnob, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent

# Test instances are processed in blocks of at most this many, and so few that they have at most this many
# values, because the table of pairs has a row and a column for each value.
_BLOCK = 1024
_VALUES = 2048

Prior = Literal["joint", "class"]
Absent = Literal["subtracted", "kept"]
_LIMIT = {"paper": 30, "weka": 1, "tables": 30}
PRIOR = LearnerKnob("aode_prior", ("joint", "class"), {"paper": "joint", "weka": "joint", "tables": "class"})
ABSENT = LearnerKnob(
    "aode_missing", ("subtracted", "kept"), {"paper": "subtracted", "weka": "subtracted", "tables": "kept"}
)


@dataclass(frozen=True, init=False, repr=False)
class AODE(Learner):
    """Averaged one-dependence estimators, for nominal attributes.

    If no attribute can be a parent, naive Bayes is used instead. Settings that are None follow the
    convention.

    Attributes
    ----------
    limit
        An attribute can be a parent if at least this many training rows have the instance's value.
    aode_prior
        P(c, x_a) is estimated over `o·n_a` (`joint`) or `o` (`class`) cells.
    aode_missing
        Rows in which the child is missing are taken out of its denominator (`subtracted`) or `kept`.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("vote")
    >>> model = lw.AODE().fit(data)
    >>> model.predict_labels(data, [0, 1, 2])
    array(['republican', 'republican', 'democrat'], dtype=object)

    Numeric attributes are cut into intervals first:

    >>> iris = lw.sample("iris")
    >>> lw.Discretised(lw.AODE()).fit(iris).explain(iris, row=134).posterior.round(3)
    array([0.014, 0.68 , 0.305])
    """

    limit: int
    convention: Convention
    aode_prior: Prior
    aode_missing: Absent
    name: ClassVar[str] = "AODE"
    knobs: ClassVar[tuple[LearnerKnob, ...]] = (PRIOR, ABSENT)

    def __init__(
        self,
        limit: int | None = None,
        convention: str | Convention = "paper",
        *,
        aode_prior: str | None = None,
        aode_missing: str | None = None,
        **knobs: Any,
    ) -> None:
        chosen = _convention(convention, **knobs)
        limit = _LIMIT[chosen.name] if limit is None else check_limit(limit)
        object.__setattr__(self, "limit", limit)
        object.__setattr__(self, "convention", chosen)
        object.__setattr__(self, "aode_prior", PRIOR.value(aode_prior, chosen))
        object.__setattr__(self, "aode_missing", ABSENT.value(aode_missing, chosen))

    def fit_training(self, training: TrainingSet) -> AODEModel:
        require_nominal(training, self.name)
        return AODEModel(self, training)


_convention = convention  # the dataclass field of this name hides it inside the class


def check_limit(limit: Any) -> int:
    """Return a parent's least weight as a whole number ≥ 0."""
    if isinstance(limit, bool) or not isinstance(limit, int | np.integer) or limit < 0:
        raise SettingsError(f"limit cannot be {limit!r}", hint="Give a number of rows: 0, 1, 2 …")
    return int(limit)


@dataclass(frozen=True, eq=False)
class Votes:
    """The parents' estimates for t instances.

    Attributes
    ----------
    counts
        Weight of training rows with the instance's value of attribute a; NaN where missing. Shape (t, m).
    parents
        Whether attribute a is a parent. Shape (t, m).
    log_joint
        ln P(c, x) according to parent a; meaningless where a is missing. Shape (t, m, o).
    naive
        ln P(c, x) according to naive Bayes; only filled in where there is no parent. Shape (t, o).
    """

    counts: NDArray[np.float64]
    parents: NDArray[np.bool_]
    log_joint: NDArray[np.float64]
    naive: NDArray[np.float64]

    def posteriors(self) -> NDArray[np.float64]:
        """Return P(c|x): the parents' joint probabilities, summed and normalised. Shape (t, o)."""
        t, _, o = self.log_joint.shape
        logs = np.concatenate([self.log_joint, self.naive[:, None, :]], axis=1)
        counted = np.column_stack([self.parents, ~self.parents.any(axis=1)])
        logs[~counted] = -np.inf
        sums = np.exp(logs - logs.reshape(t, -1).max(axis=1)[:, None, None]).sum(axis=1)
        return np.asarray(sums / sums.sum(axis=1, keepdims=True)).reshape(t, o)


class AODEModel(Model):
    """Keeps the rows, and counts the pairs of values that occur in the test instances."""

    learner: AODE

    def __init__(self, learner: AODE, training: TrainingSet) -> None:
        super().__init__(learner, training)
        self.rows = NominalRows.of(training)

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        values = self.rows.ids.encode(instances)
        result = np.empty((len(instances), self.training.n_classes))
        block = self._block_size()
        for start in range(0, len(instances), block):
            part = slice(start, start + block)
            result[part] = self.votes(values[part], left_out[part]).posteriors()
            progress(min(start + block, len(instances)), len(instances))
        return result

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        votes = self.votes(self.rows.ids.encode(instances), np.array([left_out]))
        fallback = not votes.parents.any()
        notes = ["no attribute can be a parent: naive Bayes is used instead"] if fallback else []
        return self._base_explanation(
            instances,
            left_out,
            changed,
            posterior=votes.posteriors()[0],
            details=self._details(instances, votes) | {"fallback": fallback},
            notes=notes,
        )

    def votes(self, values: NDArray[np.intp], left_out: NDArray[np.intp]) -> Votes:
        """Return the parents' votes for instances given as value numbers, shape (t, m)."""
        rows = self.rows
        requested = np.unique(values[values != MISSING])
        columns = np.full(rows.ids.total, MISSING)
        columns[requested] = np.arange(len(requested))
        local = np.append(columns, MISSING)[values]
        tests = indicators(values, columns, len(requested))
        # The position of the row to leave out among the counted rows, which do not include rows of weight 0.
        out = np.where(left_out == NOWHERE, NOWHERE, rows.positions[left_out])
        counts = np.zeros((*values.shape, rows.n_classes))
        children = np.zeros_like(counts)
        for c in range(rows.n_classes if len(requested) else 0):
            pairs, below = self._pairs(c, requested, columns)
            table = np.log((pairs + 1) / below)
            owners = rows.ids.owners[requested]
            table[owners[:, None] == owners] = 0.0  # a parent is not its own child
            children[:, :, c] = np.take_along_axis(tests @ table.T, local, axis=1)
            counts[:, :, c] = np.diagonal(pairs)[local]
            for i in np.flatnonzero((out != NOWHERE) & (rows.classes[out] == c)):
                k = np.flatnonzero(values[i] != MISSING)
                chosen = np.ix_(local[i, k], local[i, k])
                counts[i, k, c], children[i, k, c] = self._without(
                    int(out[i]), values[i], k, pairs[chosen], below[chosen]
                )
        return self._votes(values, out, counts, children)

    def _pairs(
        self, c: int, requested: NDArray[np.intp], columns: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Count n(c, u, v) for the requested values, and its denominator. Shapes (requested, requested)."""
        rows, owners = self.rows, self.rows.ids.owners[requested]
        indicator = rows.indicators(columns, len(requested), c)
        weighted = (indicator * rows.weights[rows.of_class(c), None]).T
        pairs = weighted @ indicator
        if self._subtract and not rows.complete:
            below = (weighted @ rows.present[rows.of_class(c)])[:, owners]
        else:
            below = np.diagonal(pairs)[:, None]
        return pairs, below + rows.ids.sizes[owners]

    def _without(
        self,
        position: int,
        values: NDArray[np.intp],
        k: NDArray[np.intp],
        pairs: NDArray[np.float64],
        below: NDArray[np.float64],
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Count an instance's values and the logs of its children without one row of the class.

        Subtracting a row from the counts is exact, and far cheaper than counting anew. `k` are the attributes
        that the instance has, to which `pairs` and `below` refer.
        """
        weight = self.rows.weights[position]
        shared = self.rows.values[position, k] == values[k]
        has_child = self.rows.present[position, k] if self._subtract else np.ones(len(k), dtype=bool)
        pairs = pairs - weight * np.outer(shared, shared)
        table = np.log((pairs + 1) / (below - weight * np.outer(shared, has_child)))
        np.fill_diagonal(table, 0.0)
        return np.diagonal(pairs), table.sum(axis=1)

    def _votes(
        self,
        values: NDArray[np.intp],
        out: NDArray[np.intp],
        counts: NDArray[np.float64],
        children: NDArray[np.float64],
    ) -> Votes:
        """Multiply by P(c, x_a), select the possible parents, and use naive Bayes if there is none."""
        rows, o = self.rows, self.rows.n_classes
        known = values != MISSING
        gone = np.zeros((len(values), o))  # the weight subtracted from each class
        leaving = np.flatnonzero(out != NOWHERE)
        gone[leaving, rows.classes[out[leaving]]] = rows.weights[out[leaving]]
        gone_present = gone[:, None, :] * (rows.present[out] & (out != NOWHERE)[:, None])[:, :, None]
        class_weights = rows.class_weights - gone
        present = rows.present_weights.T - gone_present  # (t, m, o)
        if self.learner.aode_prior == "joint":
            below = present.sum(axis=2) + o * rows.ids.sizes
        else:
            below = class_weights.sum(axis=1, keepdims=True) + np.full(values.shape, o)
        seen = np.where(known, counts.sum(axis=2), np.nan)
        parents = known & (seen >= self.learner.limit)
        if not self._subtract:
            present = np.broadcast_to(class_weights[:, None, :], present.shape)
        factors = np.log((counts + 1) / (present + rows.ids.sizes[:, None]))
        factors[~known] = 0.0
        prior = np.log((class_weights + 1) / (class_weights.sum(axis=1, keepdims=True) + o))
        return Votes(
            counts=seen,
            parents=parents,
            log_joint=np.log((counts + 1) / below[:, :, None]) + children,
            naive=prior + factors.sum(axis=1),
        )

    @property
    def _subtract(self) -> bool:
        return self.learner.aode_missing == "subtracted"

    def _block_size(self) -> int:
        block = _BLOCK
        while block > 1 and np.minimum(self.rows.ids.sizes, block).sum() > _VALUES:
            block //= 2
        return block

    def _details(self, instances: Instances, votes: Votes) -> dict[str, Any]:
        """Return plain JSON: parents with their counts and votes, and why other attributes are not
        parents.
        """
        logs = votes.log_joint[0]
        shift = logs[votes.parents[0]].max() if votes.parents[0].any() else 0.0
        whole = np.exp(logs[votes.parents[0]] - shift).sum()
        parents: list[dict[str, Any]] = []
        excluded: list[dict[str, Any]] = []
        for a, attribute in enumerate(self.training.attributes):
            code = int(instances.columns[a][0])
            entry: dict[str, Any] = {"attribute": attribute.name, "value": None, "count": None}
            if code < 0:
                excluded.append(entry | {"reason": "missing"})
                continue
            entry |= {"value": attribute.values[code], "count": float(votes.counts[0, a])}
            if not votes.parents[0, a]:
                reason = f"fewer than {self.learner.limit} training rows have this value"
                excluded.append(entry | {"reason": reason})
                continue
            joint = np.exp(logs[a] - logs[a].max())
            parents.append(
                entry
                | {
                    "posterior": dict(zip(self.classes, (joint / joint.sum()).tolist(), strict=True)),
                    "share": float(np.exp(logs[a] - shift).sum() / whole),
                }
            )
        return {"limit": self.learner.limit, "parents": parents, "excluded": excluded}
