"""The predictions for the rows of a file: the rows themselves, and what is counted of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lwnb_core import Dataset, Learner, Repair


@dataclass(frozen=True, eq=False)
class PredictedRows:
    """Predictions of some rows, in order.

    Attributes
    ----------
    first
        The number of the first row, from 0.
    true
        Codes of the true classes, -1 where they are not known.
    """

    classes: tuple[str, ...]
    first: int
    true: NDArray[np.int32]
    weights: NDArray[np.float64]
    predicted: NDArray[np.intp]
    probabilities: NDArray[np.float64]

    @classmethod
    def of(cls, test: Dataset, probabilities: NDArray[np.float64], first: int = 0) -> PredictedRows:
        from lwnb_core.local.naive_bayes import first_best

        return cls(
            test.classes, first, test.class_codes, test.weights, first_best(probabilities), probabilities
        )

    @classmethod
    def joined(cls, classes: tuple[str, ...], parts: list[PredictedRows]) -> PredictedRows:
        """Return the rows of consecutive parts."""
        import numpy as np

        return cls(
            classes,
            parts[0].first,
            np.concatenate([part.true for part in parts]),
            np.concatenate([part.weights for part in parts]),
            np.concatenate([part.predicted for part in parts]),
            np.concatenate([part.probabilities for part in parts]),
        )

    def as_dataset(self) -> Dataset:
        """Return columns row (from 1), true, predicted, and the probability of each class."""
        import numpy as np

        from lwnb_core import Attribute, Dataset

        return Dataset.from_columns(
            "predictions",
            [
                Attribute.numeric("row"),
                Attribute.nominal("true", self.classes),
                Attribute.nominal("predicted", self.classes),
                *(Attribute.numeric(f"P({name})") for name in self.classes),
            ],
            [
                self.first + np.arange(1, len(self.true) + 1, dtype=float),
                self.true,
                self.predicted.astype(np.int32),
                *self.probabilities.T,
            ],
            class_attribute="predicted",
        )

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a dictionary per row, for programs."""
        classes = self.classes
        columns = zip(self.true.tolist(), self.predicted.tolist(), self.probabilities.tolist(), strict=True)
        return [
            {
                "row": i + 1,
                "index": i,
                "true": classes[true] if true >= 0 else None,
                "predicted": classes[guess],
                "probabilities": dict(zip(classes, p, strict=True)),
            }
            for i, (true, guess, p) in enumerate(columns, start=self.first)
        ]


@dataclass(frozen=True)
class PredictionCounts:
    """Running counts of predicted rows, which are continued after an interruption.

    Attributes
    ----------
    known
        Rows with a true class.
    weight, right
        The instance weights of those, and of those among them that were predicted right.
    by_class
        Their weights by class: predicted right, true, predicted. Empty where an earlier version began the
        file.
    like_formulas
        Cells that a spreadsheet would take for a formula.
    """

    name: str
    repairs: tuple[Repair, ...] = ()
    rows: int = 0
    known: int = 0
    weight: float = 0.0
    right: float = 0.0
    by_class: tuple[tuple[float, ...], ...] = ()
    like_formulas: int = 0

    def with_rows(self, some: PredictedRows) -> PredictionCounts:
        """Return the counts with some more rows."""
        known = some.true >= 0
        return replace(
            self,
            rows=self.rows + len(some.true),
            known=self.known + int(known.sum()),
            weight=self.weight + float(some.weights[known].sum()),
            right=self.right + float(some.weights[known & (some.true == some.predicted)].sum()),
            by_class=self._by_class(some) if self.by_class or self.rows == 0 else (),
        )

    def _by_class(self, some: PredictedRows) -> tuple[tuple[float, ...], ...]:
        """Return the weights by class, with those of some more rows."""
        import numpy as np

        known = some.true >= 0
        true, predicted, weights = some.true[known], some.predicted[known], some.weights[known]
        is_right = true == predicted
        sums = (
            np.bincount(codes, weights=w, minlength=len(some.classes))
            for codes, w in ((true, weights * is_right), (true, weights), (predicted, weights))
        )
        before = self.by_class or ((0.0,) * len(some.classes),) * 3
        return tuple(tuple((old + new).tolist()) for old, new in zip(before, sums, strict=True))

    @property
    def state(self) -> dict[str, Any]:
        """Return plain values, for `resumed`."""
        names = ("rows", "known", "weight", "right", "by_class", "like_formulas")
        return {name: getattr(self, name) for name in names}

    def resumed(self, state: dict[str, Any]) -> PredictionCounts:
        by_class = tuple(map(tuple, state.get("by_class", ())))
        return replace(self, **{**state, "by_class": by_class})

    @property
    def accuracy(self) -> float | None:
        """The percentage correct among rows with a true class (by instance weight); None without any."""
        if self.known == 0:
            return None
        return 100 * self.right / self.weight if self.weight > 0 else 0.0

    @property
    def other_measures(self) -> dict[str, float]:
        """The other measures of the predicted classes by their names; empty where they are not known."""
        import numpy as np

        from lwnb_core.evaluation.confusion import Confusion
        from lwnb_core.evaluation.measures import CONFUSION_MEASURES, MEASURES

        if self.known == 0 or not self.by_class:
            return {}
        confusion = Confusion((), *map(np.array, self.by_class))
        measured = {name: MEASURES[name].of_confusion for name in CONFUSION_MEASURES if name != "accuracy"}
        return {name: float(of(confusion)) for name, of in measured.items() if of is not None}


@dataclass(frozen=True, eq=False)
class FilePredictions:
    """What a learner predicts for the rows of a file.

    Attributes
    ----------
    training_name, training_rows
        Of the training data.
    rows
        None where they are only in a file that was written.
    """

    learner: Learner
    training_name: str
    training_rows: int
    counts: PredictionCounts
    rows: PredictedRows | None = None
