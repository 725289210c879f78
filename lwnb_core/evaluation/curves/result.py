"""The result of a curve study: accuracies over k, and the rows that each learner gets right at each k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.display import html_of
from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.confusion import Confusion
from lwnb_core.evaluation.curves.cases import Cases
from lwnb_core.evaluation.curves.confidence import Band, DrawnRows
from lwnb_core.evaluation.measures import (
    CONFUSION_MEASURES,
    CURVE_MEASURES,
    Measure,
    class_of_measure,
    measure_named,
)
from lwnb_core.learners.base import Learner
from lwnb_core.read_only import ReadOnlyArrays, as_read_only, cached_arrays

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Curve(ReadOnlyArrays):
    """The results of one learner at every k, with accuracies in percent.

    Attributes
    ----------
    folds
        Accuracy in every fold (leave-one-out: a single one) at every k; NaN where there is no result yet.
        Shape (F, K).
    log_loss, brier
        Mean over the test cases at every k: -ln p(true class), and Σ_c (p_c - [c is true])². Shape (K,).
    loss_folds, brier_folds
        The same in every fold, as `folds`.
    classes
        Names of the classes.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> curve = lw.accuracy_curve([lw.LWNB()], lw.sample("iris"), "cv", [5, 20, 80]).curves[0]
    >>> curve.name, curve.accuracy.round(1), curve.sd.round(1)
    ('LWNB', array([96. , 95.3, 96. ]), array([4.7, 4.5, 4.7]))
    >>> curve.kappa.round(3), curve.mcc.round(3)
    (array([0.94, 0.93, 0.94]), array([0.942, 0.933, 0.942]))
    >>> curve.f1.round(3), curve.mean("f1").round(3)
    (array([0.96 , 0.953, 0.96 ]), array([0.96 , 0.953, 0.96 ]))
    >>> curve.in_folds("accuracy")[:3].round(1)
    array([[ 93.3,  93.3,  93.3],
           [100. , 100. , 100. ],
           [100. , 100. , 100. ]])
    >>> curve.spread("kappa").round(3), curve.folds_begun
    (array([0.07 , 0.067, 0.07 ]), 10)
    >>> curve.tested.drawn, curve.tested.of, curve.columns["balanced_accuracy"].round(1)
    (150, 150, array([96. , 95.3, 96. ]))
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
    classes: tuple[str, ...]
    _right: NDArray[np.uint8]
    _steps: tuple[tuple[NDArray[np.int32], NDArray[np.int16]] | None, ...]
    # Measures of confusion matrices in every fold, computed from the steps when first needed.
    _of_confusion: dict[str, Floats] = field(default_factory=dict)
    _means: dict[str, Floats] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Curve({self.learner!r}, {len(self.ks):,} k, {len(self.cases):,} test cases)"

    @property
    def name(self) -> str:
        return self.learner.name

    @property
    def accuracy(self) -> Floats:
        """The accuracy in percent, mean over the folds. Shape (K,)."""
        return self.mean("accuracy")

    @cached_arrays
    def sd(self) -> Floats:
        """The standard deviation of accuracy over the folds; 0 if there is only one. Shape (K,)."""
        return self.spread("accuracy")

    @cached_property
    def tested(self) -> DrawnRows:
        """The number of tested rows, and of all rows that can be tested."""
        return DrawnRows.among(self.cases, self.done)

    @cached_property
    def band(self) -> Band:
        """The 95 % band in which the accuracies over all rows are expected, given the rows tested so far.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> curve = lw.accuracy_curve([lw.LWNB()], lw.sample("waveform"), ks=[50], sample=200).curves[0]
        >>> band = curve.band
        >>> print(f"{band.accuracy[0]:.1f} %, between {band.low[0]:.1f} and {band.high[0]:.1f} %")
        78.5 %, between 72.4 and 83.5 %
        """
        return self.tested.band(self.accuracy)

    @property
    def folds_begun(self) -> int:
        """The number of folds with at least one result; a spread needs two."""
        return int(np.count_nonzero(~np.isnan(self.folds[:, 0]))) if self.folds.size else 0

    @property
    def kappa(self) -> Floats:
        """Cohen's kappa, mean over the folds. Shape (K,)."""
        return self.mean("kappa")

    @property
    def mcc(self) -> Floats:
        """Matthews' correlation coefficient, mean over the folds. Shape (K,)."""
        return self.mean("mcc")

    @property
    def f1(self) -> Floats:
        """F1 averaged over the classes, mean over the folds. Shape (K,)."""
        return self.mean("f1")

    @property
    def columns(self) -> dict[str, Floats]:
        """The measures by name, of shape (K,); accuracy with its sd, and its band if rows were drawn.

        Every table, file and document of curves has these columns, in this order.
        """
        others = {name: self.mean(name) for name in CURVE_MEASURES if name != "accuracy"}
        band = self.band.to_columns() if self.tested.is_sample else {}
        return {"accuracy": self.accuracy, "sd": self.sd, **others, **band}

    def mean(self, measure: str) -> Floats:
        """Return a measure at every k: one of `CURVE_MEASURES`, or `f1:NAME` of one class. Shape (K,).

        It is the mean over the folds in which it is defined; for log loss and Brier score, over the test
        cases.
        """
        if measure in ("log_loss", "brier"):
            return self.log_loss if measure == "log_loss" else self.brier
        if measure not in self._means:
            self._means[measure] = as_read_only(_mean_of_known(self.in_folds(measure)))
        return self._means[measure]

    def in_folds(self, measure: str) -> Floats:
        """Return a measure in every fold at every k; NaN where it is not defined. Shape (F, K)."""
        stored = {"accuracy": self.folds, "log_loss": self.loss_folds, "brier": self.brier_folds}
        if measure in stored:
            return stored[measure]
        if measure not in self._of_confusion:
            entry = measure_named(measure, CURVE_MEASURES)
            # One pass over the steps serves all measures of the table, but there are too many for single
            # classes.
            names = (entry.name,) if class_of_measure(measure) else self._confusion_names
            measured = self._measured([measure_named(name) for name in names])
            self._of_confusion.update(as_read_only(measured))
        return self._of_confusion[measure]

    def spread(self, measure: str) -> Floats:
        """Return the standard deviation of a measure over the folds; 0 if there is only one. Shape (K,)."""
        folds = self.in_folds(measure)
        known = np.count_nonzero(~np.isnan(folds), axis=0)
        rest = np.where(np.isnan(folds), 0.0, folds - _mean_of_known(folds))
        variance = (rest**2).sum(axis=0) / np.maximum(known - 1, 1)
        return np.asarray(np.sqrt(variance))

    @property
    def _confusion_names(self) -> tuple[str, ...]:
        return tuple(name for name in CONFUSION_MEASURES if name != "accuracy")

    def _measured(self, entries: Sequence[Measure]) -> dict[str, Floats]:
        """Return measures of confusion matrices in every fold at every k, each of shape (F, K)."""
        result = {entry.name: np.full(self.folds.shape, np.nan) for entry in entries}
        for part in range(len(self.folds)):
            confusion = self.confusion(part)
            for entry in entries:
                if entry.of_confusion is not None:
                    result[entry.name][part] = entry.of_confusion(confusion)
        return result

    def confusion(self, part: int) -> Confusion:
        """Return the confusion of one fold (numbered over all runs) at every k. Shapes (K, classes).

        Examples
        --------
        >>> import lwnb_core as lw
        >>> curve = lw.accuracy_curve([lw.LWNB()], lw.sample("iris"), ks=[5, 20, 80]).curves[0]
        >>> curve.confusion(0).right
        array([[50., 47., 46.],
               [50., 46., 47.],
               [50., 47., 47.]])
        >>> measures = curve.measures_at(20)
        >>> round(measures["accuracy"], 2), round(measures["kappa"], 2)
        (95.33, 0.93)
        """
        first, last = self.cases.starts[part], self.cases.starts[part + 1]
        index, classes, starts = self._flat
        n_ks, o = len(self.ks), len(self.classes)
        sizes = np.diff(starts[first : last + 1])
        steps = slice(int(starts[first]), int(starts[last]))
        at, predicted = index[steps], classes[steps].astype(np.intp)
        weight = np.repeat(self.cases.weights[first:last], sizes)
        truth = np.repeat(self.cases.classes[first:last], sizes)
        # A step adds the weight of the case to its class, and subtracts it from that of the step before.
        begins, ends_before = predicted * n_ks + at, np.roll(predicted, 1) * n_ks + at

        def over_k(counts: NDArray[np.bool_]) -> Floats:
            ends = (at > 0) & np.roll(counts, 1)
            cells = np.concatenate([begins[counts], ends_before[ends]])
            changes = np.concatenate([weight[counts], -weight[ends]])
            total = np.bincount(cells, weights=changes, minlength=o * n_ks).reshape(o, n_ks)
            return np.asarray(np.maximum(total.cumsum(axis=1), 0.0).T)

        done = sizes > 0
        true = np.bincount(
            self.cases.classes[first:last][done], weights=self.cases.weights[first:last][done], minlength=o
        )
        return Confusion(
            self.classes,
            right=over_k(predicted == truth),
            true=np.broadcast_to(true.astype(np.float64), (n_ks, o)),
            predicted=over_k(np.ones(len(at), dtype=bool)),
        )

    def measures_at(self, k: int) -> dict[str, float]:
        """Return the measures of the predicted classes at one k, by name, averaged as by `mean`."""
        predicted, known = self.predictions(k), self._known
        confusion = Confusion.of_folds(
            self.cases.parts[known],
            len(self.folds),
            self.cases.classes[known],
            predicted[known],
            self.cases.weights[known],
            self.classes,
        )
        measured = {"accuracy": float(self.accuracy[self._index(k)])}
        for name in self._confusion_names:
            of_confusion = measure_named(name).of_confusion
            assert of_confusion is not None  # these are the measures of confusion matrices
            measured[name] = float(_mean_of_known(of_confusion(confusion)[:, None])[0])
        return measured

    def right(self, k: int) -> NDArray[np.bool_]:
        """Return which cases are classified correctly at this k; False for those not tested yet.

        Shape (T,).
        """
        i = self._index(k)
        # The bits are shared with work that may still be running and know more than this result.
        return ((self._right[:, i >> 3] >> (7 - (i & 7))) & 1).astype(bool) & self.done

    def predictions(self, k: int) -> NDArray[np.int32]:
        """Return the predicted class of every test case at this k; -1 for those not tested yet.

        Shape (T,).

        Examples
        --------
        >>> import lwnb_core as lw
        >>> curve = lw.accuracy_curve([lw.LWNB()], lw.sample("iris"), ks=[5, 10, 20, 80]).curves[0]
        >>> curve.predictions(20)[130:136], curve.right(20)[130:136]
        (array([2, 2, 2, 1, 2, 2], dtype=int32), array([ True,  True,  True, False,  True,  True]))

        Row 134 at every k, and the k around 20 at which its answer stays the same:

        >>> curve.steps(134)
        ((5, 1), (10, 2))
        >>> first, last = curve.held(20)
        >>> int(first[134]), int(last[134])
        (10, 80)
        """
        at = self._step_at(self._index(k))
        return np.where(self._known, self._flat[1][at], -1).astype(np.int32)

    def held(self, k: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the first and last computed k around k for which each case keeps its prediction.

        Both are 0 for a case that is not tested yet. Each of shape (T,).
        """
        at = self._step_at(self._index(k))
        index, _, starts = self._flat
        following = np.minimum(at + 1, len(index) - 1)
        is_last = at + 1 >= starts[1:]
        last = np.where(is_last, len(self.ks), index[following]) - 1
        first_k, last_k = self.ks[index[at]], self.ks[last]
        return np.where(self._known, first_k, 0), np.where(self._known, last_k, 0)

    def steps(self, case: int) -> tuple[tuple[int, int], ...]:
        """Return the predictions of one case as pairs (k, class), each valid from its k up to the next."""
        steps = self._steps[case]
        if steps is None:
            return ()
        return tuple((int(self.ks[i]), int(c)) for i, c in zip(*steps, strict=True))

    @cached_property
    def _known(self) -> NDArray[np.bool_]:
        """Return which test cases have steps. Shape (T,)."""
        return np.diff(self._flat[2]) > 0

    @cached_property
    def _flat(self) -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.intp]]:
        """Return the steps of all cases in sequence: index of k, class; and where each case begins."""
        sizes = [0 if steps is None else len(steps[0]) for steps in self._steps]
        known = [steps for steps in self._steps if steps is not None]
        if not known:  # one step that belongs to no case, so that every index is valid
            return np.zeros(1, np.int64), np.zeros(1, np.int16), np.zeros(len(sizes) + 1, np.intp)
        index = np.concatenate([steps[0] for steps in known]).astype(np.int64)
        return index, np.concatenate([steps[1] for steps in known]), np.cumsum([0, *sizes])

    @cached_property
    def _step_keys(self) -> NDArray[np.int64]:
        """Return case and index of k of every step as one ascending number."""
        index, _, starts = self._flat
        cases = np.repeat(np.arange(len(starts) - 1, dtype=np.int64), np.diff(starts))
        return cases * len(self.ks) + index[: len(cases)]

    def _step_at(self, i: int) -> NDArray[np.intp]:
        """Return, for each case, the step in force at the i-th k; arbitrary if not done. Shape (T,)."""
        keys = np.arange(len(self._steps), dtype=np.int64) * len(self.ks) + i
        return np.maximum(np.searchsorted(self._step_keys, keys, side="right") - 1, 0)

    def _index(self, k: int) -> int:
        i = int(np.searchsorted(self.ks, k))
        if i == len(self.ks) or self.ks[i] != k:
            raise SettingsError(
                f"k = {k} is not among the computed values",
                hint=f"There are {len(self.ks)}, from {self.ks[0]} to {self.ks[-1]}.",
            )
        return i


@dataclass(frozen=True, eq=False, repr=False)
class AccuracyCurves(ReadOnlyArrays):
    """The results of several learners at every k, on the same test cases.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> curves = lw.accuracy_curve([lw.LWNB(), lw.KNN()], lw.sample("iris"), ks=[5, 20, 80])
    >>> curves["KNN"].accuracy.round(1)
    array([95.3, 96. , 87.3])
    >>> curves.to_pandas().loc[:2, ["learner", "k", "accuracy", "log_loss"]].round(2)
      learner   k  accuracy  log_loss
    0    LWNB   5     95.33      5.91
    1    LWNB  20     95.33      0.65
    2    LWNB  80     96.00      0.13
    >>> curves.won("LWNB", "KNN", k=80)[:5]
    array([ 50,  52,  56, 101, 113])
    >>> curves.half_width, curves.to_dict()["evaluation"]
    (0.0, 'loo')
    """

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
        from lwnb_core.one_line import curves_text

        return curves_text(self)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def to_pandas(self, measures: Sequence[str] = ()) -> pd.DataFrame:
        """Return one row per learner and k: learner, spec, k, accuracy (percent), sd, and other measures.

        `spec` distinguishes learners of the same name (`lw.learner_from_spec` reads it); a learner without k
        has the same numbers at every k. If not all rows were tested, `low` and `high` are the ends of the
        band.
        `measures` adds columns for further measures, such as `f1:Iris-setosa`.
        """
        import pandas as pd

        from lwnb_core.evaluation.experiments.names import spec_text

        parts = [
            pd.DataFrame(
                {
                    "learner": curve.name,
                    "spec": spec_text(curve.learner),
                    "k": curve.ks,
                    **curve.columns,
                    **{name: curve.mean(name) for name in measures},
                }
            )
            for curve in self.curves
        ]
        columns = ["learner", "spec", "k", "accuracy", "sd", *CURVE_MEASURES[1:], *measures]
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)

    def won(self, winner: str, loser: str, k: int) -> NDArray[np.intp]:
        """Return the test cases that one learner gets right and the other wrong at this k."""
        a, b = self[winner], self[loser]
        return np.flatnonzero(a.right(k) & ~b.right(k) & a.done & b.done)

    @property
    def half_width(self) -> float:
        """The largest distance of an accuracy from an end of its band, in points; 0 without a sample."""
        return max(curve.band.widest for curve in self.curves)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON."""
        return {
            "data": self.data,
            "evaluation": self.evaluation,
            "ks": self.ks.tolist(),
            "curves": [
                {
                    "learner": curve.name,
                    "settings": curve.learner.settings,
                    **{name: column.tolist() for name, column in curve.columns.items()},
                }
                for curve in self.curves
            ],
        }


def _mean_of_known(folds: Floats) -> Floats:
    """Return the mean over the folds that have a number, at every k."""
    known = ~np.isnan(folds)
    count = np.count_nonzero(known, axis=0)
    total = np.where(known, folds, 0.0).sum(axis=0)
    return np.asarray(np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0))
