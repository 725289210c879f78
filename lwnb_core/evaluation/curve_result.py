"""What a curve study found: accuracies over k, and which rows each learner got right at which k."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.engine import choice
from lwnb_core.errors import SettingsError
from lwnb_core.learners.base import Learner
from lwnb_core.local.naive_bayes import FLOOR, first_best

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
CurveMeasure = Literal["accuracy", "kappa", "log_loss", "brier"]


@dataclass(frozen=True, eq=False, repr=False)
class Cases:
    """The test cases: each row once per run, with the fold that tested it. Arrays of shape (T,)."""

    rows: NDArray[np.intp]
    runs: NDArray[np.int32]
    folds: NDArray[np.int32]
    classes: NDArray[np.int32]
    weights: Floats
    starts: tuple[int, ...]

    @classmethod
    def of(cls, data: Dataset, parts: Sequence[tuple[int, int, NDArray[np.intp]]]) -> Cases:
        rows = np.concatenate([test for _, _, test in parts])
        sizes = [len(test) for _, _, test in parts]
        return cls(
            rows=rows,
            runs=np.repeat([run for run, _, _ in parts], sizes).astype(np.int32),
            folds=np.repeat([fold for _, fold, _ in parts], sizes).astype(np.int32),
            classes=data.class_codes[rows],
            weights=data.weights[rows],
            starts=tuple(int(s) for s in np.cumsum([0, *sizes])),
        )

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"Cases({len(self):,} in {len(self.starts) - 1:,} folds)"

    def are_those_of(self, other: Cases) -> bool:
        """The same rows tested by the same folds."""
        mine, theirs = (np.stack([c.rows, c.runs, c.folds]) for c in (self, other))
        return np.array_equal(mine, theirs)

    @cached_property
    def parts(self) -> NDArray[np.intp]:
        """For each case, the number of the fold (counted over all runs) that it belongs to."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """One learner over k, accuracies in percent.

    Attributes
    ----------
    folds
        Accuracy in every fold (leave-one-out: a single one) at every k; NaN where nothing is done yet.
        Shape (F, K).
    log_loss, brier
        Mean over the test cases at every k: -ln p(true class), and Σ_c (p_c - [c is true])². Shape (K,).
    loss_folds, brier_folds, kappa_folds
        The other measures in every fold, as `folds`. Of a fold that is not complete, kappa is an estimate.
    """

    learner: Learner
    ks: NDArray[np.int64]
    cases: Cases
    done: NDArray[np.bool_]
    folds: Floats
    log_loss: Floats
    brier: Floats
    loss_folds: Floats
    brier_folds: Floats
    kappa_folds: Floats
    _right: NDArray[np.uint8]
    _steps: tuple[tuple[NDArray[np.int32], NDArray[np.int16]] | None, ...]

    def __repr__(self) -> str:
        return f"Curve({self.learner!r}, {len(self.ks):,} k, {len(self.cases):,} test cases)"

    @property
    def name(self) -> str:
        return self.learner.name

    @cached_property
    def accuracy(self) -> Floats:
        """Mean over the folds. Shape (K,)."""
        return _mean_of_known(self.folds)

    @cached_property
    def sd(self) -> Floats:
        """Standard deviation over the folds; 0 where there is only one. Shape (K,)."""
        return self.spread("accuracy")

    @property
    def folds_begun(self) -> int:
        """Folds of which something is known: with one alone there is no spread."""
        return int(np.count_nonzero(~np.isnan(self.folds[:, 0]))) if self.folds.size else 0

    @cached_property
    def kappa(self) -> Floats:
        """Cohen's kappa, mean over the folds. Shape (K,)."""
        return _mean_of_known(self.kappa_folds)

    def mean(self, measure: CurveMeasure) -> Floats:
        """A measure at every k. Shape (K,)."""
        found: Floats = getattr(self, measure)
        return found

    def in_folds(self, measure: CurveMeasure) -> Floats:
        """A measure in every fold at every k. Shape (F, K)."""
        by_name = {
            "accuracy": self.folds,
            "kappa": self.kappa_folds,
            "log_loss": self.loss_folds,
            "brier": self.brier_folds,
        }
        return by_name[measure]

    def spread(self, measure: CurveMeasure) -> Floats:
        """Standard deviation of a measure over the folds; 0 where there is only one. Shape (K,)."""
        folds = self.in_folds(measure)
        known = folds[~np.isnan(folds[:, 0])] if len(folds) else folds
        return known.std(axis=0, ddof=1) if len(known) > 1 else np.zeros(len(self.ks))

    def right(self, k: int) -> NDArray[np.bool_]:
        """Which test cases are right at this k; none of those that are not done yet. Shape (T,)."""
        i = self._index(k)
        # The bits are shared with the work that may still be going on, and may know more than this result.
        return ((self._right[:, i >> 3] >> (7 - (i & 7))) & 1).astype(bool) & self.done

    def predictions(self, k: int) -> NDArray[np.int32]:
        """Predicted class of every test case at this k, -1 where it is not done yet. Shape (T,)."""
        at = self._step_at(self._index(k))
        return np.where(self._known, self._flat[1][at], -1).astype(np.int32)

    def held(self, k: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """First and last computed k of the stretch around k in which the prediction of each test case stays.

        Both 0 where a case is not done yet. Each of shape (T,).
        """
        at = self._step_at(self._index(k))
        index, _, starts = self._flat
        following = np.minimum(at + 1, len(index) - 1)
        is_last = at + 1 >= starts[1:]
        last = np.where(is_last, len(self.ks), index[following]) - 1
        found = self.ks[index[at]], self.ks[last]
        return np.where(self._known, found[0], 0), np.where(self._known, found[1], 0)

    def steps(self, case: int) -> tuple[tuple[int, int], ...]:
        """(k, class) of one test case: the prediction from that k on, until the next."""
        found = self._steps[case]
        if found is None:
            return ()
        return tuple((int(self.ks[i]), int(c)) for i, c in zip(*found, strict=True))

    @cached_property
    def _known(self) -> NDArray[np.bool_]:
        """Which test cases have steps. Shape (T,)."""
        return np.diff(self._flat[2]) > 0

    @cached_property
    def _flat(self) -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.intp]]:
        """The steps of all cases one after the other: index of k, class; and where each case begins."""
        sizes = [0 if steps is None else len(steps[0]) for steps in self._steps]
        known = [steps for steps in self._steps if steps is not None]
        if not known:  # one step that belongs to nobody, so that there is something to point at
            return np.zeros(1, np.int64), np.zeros(1, np.int16), np.zeros(len(sizes) + 1, np.intp)
        index = np.concatenate([steps[0] for steps in known]).astype(np.int64)
        return index, np.concatenate([steps[1] for steps in known]), np.cumsum([0, *sizes])

    @cached_property
    def _step_keys(self) -> NDArray[np.int64]:
        """Case and index of k of every step as one ascending number."""
        index, _, starts = self._flat
        cases = np.repeat(np.arange(len(starts) - 1, dtype=np.int64), np.diff(starts))
        return cases * len(self.ks) + index[: len(cases)]

    def _step_at(self, i: int) -> NDArray[np.intp]:
        """For each case the step in force at the i-th k; anything where the case is not done. Shape (T,)."""
        wanted = np.arange(len(self._steps), dtype=np.int64) * len(self.ks) + i
        return np.maximum(np.searchsorted(self._step_keys, wanted, side="right") - 1, 0)

    def _index(self, k: int) -> int:
        i = int(np.searchsorted(self.ks, k))
        if i == len(self.ks) or self.ks[i] != k:
            raise SettingsError(
                f"k = {k} is not among those computed",
                hint=f"They go from {self.ks[0]} to {self.ks[-1]} ({len(self.ks)} of them).",
            )
        return i


@dataclass(frozen=True, eq=False, repr=False)
class AccuracyCurves:
    """Learners over k on the same test cases."""

    data: str
    evaluation: str
    ks: NDArray[np.int64]
    cases: Cases
    curves: tuple[Curve, ...]

    def __getitem__(self, name: str) -> Curve:
        for curve in self.curves:
            if curve.name == name:
                return curve
        raise SettingsError(
            f"no curve of {name!r}", hint=f"Curves: {', '.join(c.name for c in self.curves)}."
        )

    def __repr__(self) -> str:
        from lwnb_core.notebook.studies import curves_text

        return curves_text(self)

    def _repr_html_(self) -> str:
        from lwnb_core.notebook.studies import curves_html

        return curves_html(self)

    def to_pandas(self) -> pd.DataFrame:
        """A line per learner and k: learner, spec, k, accuracy (percent), sd, kappa, log_loss, brier.

        `spec` tells learners of one name apart (`lw.learner_from_spec` reads it); one without a k has the
        same numbers at every k.
        """
        import pandas as pd

        from lwnb_core.evaluation.experiment_names import spec_text

        columns = ["learner", "spec", "k", "accuracy", "sd", "kappa", "log_loss", "brier"]
        parts = [
            pd.DataFrame(
                {
                    "learner": curve.name,
                    "spec": spec_text(curve.learner),
                    "k": curve.ks,
                    "accuracy": curve.accuracy,
                    "sd": curve.sd,
                    "kappa": curve.kappa,
                    "log_loss": curve.log_loss,
                    "brier": curve.brier,
                }
            )
            for curve in self.curves
        ]
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)

    def won(self, winner: str, loser: str, k: int) -> NDArray[np.intp]:
        """Test cases that one learner gets right and the other wrong at this k."""
        a, b = self[winner], self[loser]
        return np.flatnonzero(a.right(k) & ~b.right(k) & a.done & b.done)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "data": self.data,
            "evaluation": self.evaluation,
            "ks": self.ks.tolist(),
            "curves": [
                {
                    "learner": curve.name,
                    "settings": curve.learner.settings,
                    "accuracy": curve.accuracy.tolist(),
                    "sd": curve.sd.tolist(),
                    "log_loss": curve.log_loss.tolist(),
                    "brier": curve.brier.tolist(),
                }
                for curve in self.curves
            ],
        }


class CurveSums:
    """Collects one learner's posteriors, test case by test case, from any thread."""

    def __init__(self, learner: Learner, cases: Cases, ks: NDArray[np.int64], n_classes: int) -> None:
        self.learner, self.cases, self.ks = learner, cases, ks
        n_parts, n_ks = len(cases.starts) - 1, len(ks)
        self._lock = threading.Lock()
        self._done = np.zeros(len(cases), dtype=bool)
        self._right = np.zeros((len(cases), (n_ks + 7) // 8), dtype=np.uint8)
        self._steps: list[tuple[NDArray[np.int32], NDArray[np.int16]] | None] = [None] * len(cases)
        self._right_weight = np.zeros((n_parts, n_ks))
        self._weight = np.zeros(n_parts)
        self._log_loss = np.zeros((n_parts, n_ks))
        self._brier = np.zeros((n_parts, n_ks))
        # The weight that would agree by chance, with the classes as frequent as in the whole fold.
        self._by_chance = np.zeros((n_parts, n_ks))
        self._shares = _class_shares(cases, n_classes)

    def add(self, case: int, posteriors: Floats) -> None:
        """Posteriors of one test case. Shape (K, classes)."""
        truth = int(self.cases.classes[case])
        predicted, right, loss, brier = summarise(posteriors, truth)
        changes = np.append(0, np.flatnonzero(predicted[1:] != predicted[:-1]) + 1).astype(np.int32)
        self._keep(case, changes, predicted, right, loss, brier)

    def add_constant(self, cases: Iterable[int], posteriors: Floats) -> None:
        """Posteriors that do not depend on k, of these test cases. Shape (t, classes)."""
        for case, row in zip(cases, posteriors, strict=True):
            predicted, right, loss, brier = summarise(row[None, :], int(self.cases.classes[case]))
            only = np.zeros(1, dtype=np.int32)
            self._keep(case, only, predicted, np.repeat(right, len(self.ks)), loss, brier)

    def is_done(self, first: int, last: int) -> NDArray[np.bool_]:
        """Which of the test cases from first to before last are in. Shape (last - first,)."""
        return self._done[first:last].copy()

    def _keep(
        self,
        case: int,
        changes: NDArray[np.int32],
        predicted: NDArray[np.int64],
        right: NDArray[np.bool_],
        loss: Floats,
        brier: Floats,
    ) -> None:
        weight, part = self.cases.weights[case], self.cases.parts[case]
        packed = np.packbits(right)
        classes = predicted[changes].astype(np.int16)
        sums = self._right_weight, self._log_loss, self._brier, self._by_chance
        with self._lock:
            if self._done[case]:  # by a thread that was told to stop and had it in its hands
                return
            self._steps[case] = (changes, classes)
            self._right[case] = packed
            self._weight[part] += weight
            if len(loss) == len(right) and choice.compiled(0):
                # In one pass: a dozen small ones would take a sixth of a curve's time.
                choice.kernels().add_up(weight, predicted, right, loss, brier, self._shares, part, *sums)
            else:
                terms = right, loss, brier, self._shares[part][predicted]
                for total, term in zip(sums, terms, strict=True):
                    total[part] += weight * term
            self._done[case] = True

    def curve(self) -> Curve:
        """What has been collected so far."""
        with self._lock, np.errstate(invalid="ignore", divide="ignore"):
            total, weight = self._weight.sum(), self._weight[:, None]
            agreed, by_chance = self._right_weight / weight, self._by_chance / weight
            return Curve(
                learner=self.learner,
                ks=self.ks,
                cases=self.cases,
                done=self._done.copy(),
                folds=100 * self._right_weight / weight,
                log_loss=self._log_loss.sum(axis=0) / total,
                brier=self._brier.sum(axis=0) / total,
                loss_folds=self._log_loss / weight,
                brier_folds=self._brier / weight,
                kappa_folds=np.where(by_chance >= 1, 1.0, (agreed - by_chance) / (1 - by_chance)),
                _right=self._right,
                _steps=tuple(self._steps),
            )


class CurveWork:
    """What was collected before a curve was stopped: handed in again, only the rest is computed.

    It belongs to one data set; learners, test cases or k that are others begin anew.

    Attributes
    ----------
    looked
        Whether there has been a first, coarse look at all learners: it need not be taken again.
    """

    def __init__(self) -> None:
        self.looked = False
        self._sums: dict[Learner, CurveSums] = {}

    def sums(self, learner: Learner, cases: Cases, ks: NDArray[np.int64], n_classes: int) -> CurveSums:
        """The learner's sums so far, or fresh ones."""
        known = self._sums.get(learner)
        if known is None or not (np.array_equal(known.ks, ks) and known.cases.are_those_of(cases)):
            known = self._sums[learner] = CurveSums(learner, cases, ks, n_classes)
        return known


def _class_shares(cases: Cases, n_classes: int) -> Floats:
    """How frequent each class is among the test cases of each fold. Shape (F, classes)."""
    n_parts = len(cases.starts) - 1
    cells = cases.parts * n_classes + cases.classes
    counted = np.bincount(cells, weights=cases.weights, minlength=n_parts * n_classes)
    sums = counted.astype(np.float64).reshape(n_parts, n_classes)
    total = sums.sum(axis=1, keepdims=True)
    shares: Floats = np.divide(sums, total, out=np.zeros_like(sums), where=total > 0)
    return shares


def summarise(posteriors: Floats, truth: int) -> tuple[NDArray[np.int64], NDArray[np.bool_], Floats, Floats]:
    """Over k: predicted class, whether it is right, -ln p(truth), and Σ (p_c - [c is true])². Shapes (K,)."""
    n = len(posteriors)
    predicted, right = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.bool_)
    loss, brier = np.empty(n), np.empty(n)
    if choice.compiled(0):
        choice.kernels().summarise(posteriors, truth, predicted, right, loss, brier, FLOOR)
        return predicted, right, loss, brier
    predicted[:] = first_best(posteriors)
    of_truth = posteriors[:, truth]
    squares = np.einsum("kc,kc->k", posteriors, posteriors)
    return predicted, predicted == truth, -np.log(np.maximum(of_truth, FLOOR)), squares - 2 * of_truth + 1


def _mean_of_known(folds: Floats) -> Floats:
    known = folds[~np.isnan(folds).all(axis=1)]
    return known.mean(axis=0) if len(known) else np.full(folds.shape[1], np.nan)
