"""The common base of all estimators: frames and arrays in, labels out, by a learner on a data set."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils import assert_all_finite, check_array
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError(
        "lwnb_core.sklearn needs scikit-learn 1.6 or later: pip install 'lwnb-explorer[sklearn]'"
    ) from error

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset
from lwnb_core.errors import SettingsError
from lwnb_core.learners.base import Learner, Model
from lwnb_core.learners.specs import make_learner
from lwnb_core.local.explanation import Explanation
from lwnb_core.sklearn.frames import mixed_frame, recoded_like, with_unique_names

Categorical = Literal["from_dtype"] | Sequence[Any] | NDArray[Any] | None
"""Which columns are nominal: by the frame's types, or also by these names, positions or truth values."""

Table = pd.DataFrame | ArrayLike
"""Rows to learn from or to predict: a frame, or anything that numpy converts to a two-dimensional array."""

_CLASS = "class"


def _guide_page() -> str:
    """Return the address of the guide page on these estimators, in a checkout or an installation."""
    root = Path(__file__).resolve().parents[2]
    for folder in (root / "lwnb_gui" / "guide" / "pages", root / "docs"):
        page = folder / "reference" / "scikit-learn.md"
        if page.is_file():
            return page.as_uri()
    return ""


def _checked_weights(sample_weight: ArrayLike | None, n: int) -> NDArray[np.float64] | None:
    """Return a weight for each row, none of them negative."""
    if sample_weight is None:
        return None
    if np.isscalar(sample_weight):
        sample_weight = np.full(n, sample_weight)
    weights = check_array(sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight")
    if weights.shape != (n,):
        raise ValueError(f"sample_weight has the shape {weights.shape}, expected {(n,)}")
    if (weights < 0).any():
        raise ValueError("sample_weight has negative values")
    if not weights.any():
        raise ValueError("every sample_weight is zero: give at least one row a positive weight")
    return np.asarray(weights)


class DatasetClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The base of all estimators: their parameters are the settings of a learner of `lwnb_core`."""

    # The link in scikit-learn's HTML representation: the page of the guide that is installed with us.
    _doc_link_module = "lwnb_core"
    _doc_link_template = _guide_page()

    categorical_features: Categorical
    discretise: bool
    _header: Dataset
    model_: Model
    classes_: NDArray[Any]
    n_features_in_: int

    @property
    @abstractmethod
    def _learner_name(self) -> str:
        """Return the learner's name in `lwnb_core.LEARNERS`."""

    def _learner(self, predictors: Dataset) -> Learner:
        """Return the learner that the parameters describe; discretised only if an attribute is numeric."""
        settings = self.get_params(deep=False)
        has_numbers = any(attribute.is_numeric for attribute in predictors.attributes)
        settings["discretised"] = bool(settings.pop("discretise")) and has_numbers
        settings.pop("categorical_features")
        knobs = settings.pop("knobs", None) or {}
        return make_learner(self._learner_name, {k: v for k, v in settings.items() if v is not None} | knobs)

    # -- scikit-learn's interface ---------------------------------------------------------------------

    def fit(self, X: Table, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to the rows of a frame or array; rows count by their weight, those of weight 0 not at all.

        Parameters
        ----------
        X : frame or array of shape (n, m)
        y : labels of shape (n,)
        sample_weight : None or array of shape (n,)

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from lwnb_core.sklearn import NBClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> NBClassifier().fit(X, y).predict_proba(X[[70]]).round(3)
        array([[0.   , 0.154, 0.846]])

        With the class of the flower counting ten times as much as the others:

        >>> NBClassifier().fit(X, y, sample_weight=1.0 + 9 * (y == 1)).predict_proba(X[[70]]).round(3)
        array([[0.   , 0.642, 0.358]])
        """
        predictors = self._read(X, reset=True)
        labels = column_or_1d(y, warn=True)
        assert_all_finite(labels, input_name="y")
        check_classification_targets(labels)
        if len(labels) != len(predictors):
            raise ValueError(f"X has {len(predictors)} rows and y has {len(labels)} labels")
        self.classes_, codes = np.unique(labels, return_inverse=True)
        weights = _checked_weights(sample_weight, len(labels))
        self._header = predictors.subset(slice(0, 0))
        try:
            self.model_ = self._learner(predictors).fit(self._with_class(predictors, codes, weights))
        except SettingsError as error:
            if any(remedy.kind == "discretise" for remedy in error.remedies):
                raise SettingsError(error.message, hint="Set discretise=True.") from None
            raise
        return self

    def predict_proba(self, X: Table) -> NDArray[np.float64]:
        """Return P(c|x), classes in the order of `classes_`. Shape (n, classes).

        A category that no training row has is treated as a missing value.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from lwnb_core.sklearn import NBClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> NBClassifier().fit(X, y).predict_proba(X[[0, 70]]).round(3)
        array([[1.   , 0.   , 0.   ],
               [0.   , 0.154, 0.846]])
        """
        check_is_fitted(self)
        return self.model_.predict_proba(self._test(X))

    def predict_log_proba(self, X: Table) -> NDArray[np.float64]:
        """Return the logarithms of `predict_proba`; minus infinity if P(c|x) is 0. Shape (n, classes).

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from lwnb_core.sklearn import NBClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> NBClassifier().fit(X, y).predict_log_proba(X[[70]]).round(1)
        array([[-2.834e+02, -1.900e+00, -2.000e-01]])
        """
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.predict_proba(X)))

    def predict(self, X: Table) -> NDArray[Any]:
        """Return the most probable label of every row; the first one if several are tied. Shape (n,).

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from lwnb_core.sklearn import NBClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> NBClassifier().fit(X, y).predict(X[[0, 70]])
        array([0, 2])
        """
        check_is_fitted(self)
        return np.asarray(self.classes_[self.model_.predict(self._test(X))])

    def explain(self, X: Table, row: int = 0, *, leave_out: bool = True) -> Explanation:
        """Explain the prediction for one row of X, given by its position.

        The explanation holds everything between the training rows and the prediction. If X is what the
        estimator was fitted to, equal in every row, the row is left out of the training rows, unless
        `leave_out` is false. A part of X counts as different data, whose rows are not left out.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from lwnb_core.sklearn import LWNBClassifier
        >>> X, y = load_iris(return_X_y=True, as_frame=True)
        >>> classifier = LWNBClassifier(k=50).fit(X, y)
        >>> explanation = classifier.explain(X, 70)
        >>> explanation.left_out, explanation.posterior.round(3)
        (True, array([0.   , 0.058, 0.942]))

        The positions of the nearest neighbours in X:

        >>> explanation.neighbour_rows[:3]
        array([138, 149, 127])
        """
        check_is_fitted(self)
        return self.model_.explain(self._test(X), row, leave_out=leave_out)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags

    # -- from frames and arrays to data sets ----------------------------------------------------------

    def _test(self, X: Table) -> Dataset:
        return self._with_class(self._read(X, reset=False), None, None)

    def _with_class(self, predictors: Dataset, codes: Any, weights: Any) -> Dataset:
        taken = {attribute.name for attribute in predictors.attributes}
        name = next(name for i in range(len(taken) + 1) if (name := _CLASS + "_" * i) not in taken)
        labels = [str(label) for label in self.classes_]
        if len(set(labels)) < len(labels):  # such as two floats that are written identically
            labels = [f"{label} ({i})" for i, label in enumerate(labels)]
        return Dataset.from_columns(
            "data",
            [*predictors.attributes, Attribute.nominal(name, tuple(labels))],
            [
                *(predictors.column(j) for j in range(len(taken))),
                np.full(len(predictors), -1) if codes is None else codes,
            ],
            class_attribute=name,
            weights=weights,
        )

    def _read(self, X: Table, *, reset: bool) -> Dataset:
        """Return the predictors, under the header of the training data unless they are these (`reset`)."""
        frame = X if isinstance(X, pd.DataFrame) else mixed_frame(X)
        if frame is not None:
            X = frame
            validate_data(self, X, reset=reset, skip_check_array=True)
            if len(X) == 0 or X.shape[1] == 0:
                kind = "sample" if len(X) == 0 else "feature"
                raise ValueError(f"Found array with 0 {kind}(s) while a minimum of 1 is required.")
            data = Dataset.from_pandas(with_unique_names(X))
        else:
            array = validate_data(self, X, reset=reset, dtype=np.float64, ensure_all_finite="allow-nan")
            names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(array.shape[1])])
            data = Dataset.from_columns("data", [Attribute.numeric(str(n)) for n in names], list(array.T))
        if not reset:
            return recoded_like(data, self._header)
        for j in self._categorical(data):
            data = data.as_nominal(j)
        return data

    def _categorical(self, data: Dataset) -> list[int]:
        chosen = self.categorical_features
        if chosen is None or (isinstance(chosen, str) and chosen == "from_dtype"):
            return []
        features = np.asarray(chosen)
        if features.dtype == bool:
            if features.shape != (len(data.attributes),):
                raise ValueError("categorical_features must have one truth value per column")
            return [int(j) for j in np.flatnonzero(features)]
        return [data.index_of(c if isinstance(c, str) else int(c)) for c in features.tolist()]
