"""The learners as scikit-learn estimators; needs the extra `sklearn` (`pip install lwnb-explorer[sklearn]`).

>>> from sklearn.datasets import load_iris
>>> from sklearn.model_selection import cross_val_score
>>> from lwnb_core.sklearn import LWNBClassifier
>>> X, y = load_iris(return_X_y=True, as_frame=True)
>>> float(cross_val_score(LWNBClassifier(k=20), X, y, cv=10).mean().round(2))
0.96

Frames are taken as they are: categories, texts and truth values are nominal, numbers numeric, NaN and None
missing. Nothing needs to be scaled or encoded.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils import assert_all_finite
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import _check_sample_weight, check_is_fitted, column_or_1d, validate_data
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError(
        "lwnb_core.sklearn needs scikit-learn 1.6 or later: pip install 'lwnb-explorer[sklearn]'"
    ) from error

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset
from lwnb_core.errors import DataError
from lwnb_core.learners.aode import AODE
from lwnb_core.learners.base import Learner, Model
from lwnb_core.learners.discretised import Discretised
from lwnb_core.learners.knn import KNNDW
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.local.explanation import Explanation

__all__ = ["AODEClassifier", "KNNDWClassifier", "LWNBClassifier"]

Categorical = Literal["from_dtype"] | Sequence[Any] | NDArray[Any] | None
"""Which columns are nominal: as the frame's types say, or these names, positions or truth values too."""

_CLASS = "class"


class _DatasetClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Frames and arrays in, labels out; in between one of our learners on one of our data sets."""

    categorical_features: Categorical
    _header: Dataset
    model_: Model
    classes_: NDArray[Any]
    n_features_in_: int

    @abstractmethod
    def _learner(self, predictors: Dataset) -> Learner:
        """The learner that the parameters describe."""

    # -- scikit-learn's interface ---------------------------------------------------------------------

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Any:
        """Fit to the rows of a frame or array; a row of weight 2 counts as two rows, one of weight 0 as none.

        Parameters
        ----------
        X : frame or array of shape (n, m)
        y : labels of shape (n,)
        sample_weight : None or array of shape (n,)
        """
        predictors = self._read(X, reset=True)
        labels = column_or_1d(y, warn=True)
        assert_all_finite(labels, input_name="y")
        check_classification_targets(labels)
        if len(labels) != len(predictors):
            raise ValueError(f"X has {len(predictors)} rows and y has {len(labels)} labels")
        self.classes_, codes = np.unique(labels, return_inverse=True)
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(
                sample_weight, np.empty((len(labels), 0)), ensure_non_negative=True
            )
        self._header = predictors.subset(slice(0, 0))
        self.model_ = self._learner(predictors).fit(self._with_class(predictors, codes, weights))
        return self

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """P(c|x), classes in the order of `classes_`. Shape (n, classes)."""
        check_is_fitted(self)
        return self.model_.predict_proba(self._test(X))

    def predict(self, X: Any) -> NDArray[Any]:
        """The most probable label of every row; of equal ones the first. Shape (n,)."""
        check_is_fitted(self)
        return np.asarray(self.classes_[self.model_.predict(self._test(X))])

    def explain(self, X: Any, row: int = 0, *, leave_out: bool = True) -> Explanation:
        """Everything between the training rows and the answer for one row of X, by its position.

        Where X is what the estimator was fitted to, equal in every row, the row is one of the training rows
        and is left out of them, unless `leave_out` is false. A part of X is other data: its rows stay in.
        """
        check_is_fitted(self)
        return self.model_.explain(self._test(X), row, leave_out=leave_out)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags

    # -- from frames and arrays to data sets ----------------------------------------------------------

    def _test(self, X: Any) -> Dataset:
        return self._with_class(self._read(X, reset=False), None, None)

    def _with_class(self, predictors: Dataset, codes: Any, weights: Any) -> Dataset:
        taken = {attribute.name for attribute in predictors.attributes}
        name = next(name for i in range(len(taken) + 1) if (name := _CLASS + "_" * i) not in taken)
        labels = [str(label) for label in self.classes_]
        if len(set(labels)) < len(labels):  # such as two floats that are written alike
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

    def _read(self, X: Any, *, reset: bool) -> Dataset:
        """The predictors, under the header of the training data unless this is them (`reset`)."""
        if isinstance(X, pd.DataFrame):
            validate_data(self, X, reset=reset, skip_check_array=True)
            if len(X) == 0 or X.shape[1] == 0:
                kind = "sample" if len(X) == 0 else "feature"
                raise ValueError(f"Found array with 0 {kind}(s) while a minimum of 1 is required.")
            data = Dataset.from_pandas(_with_unique_names(X))
        else:
            array = validate_data(self, X, reset=reset, dtype=np.float64, ensure_all_finite="allow-nan")
            names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(array.shape[1])])
            data = Dataset.from_columns("data", [Attribute.numeric(str(n)) for n in names], list(array.T))
        if not reset:
            return _under(data, self._header)
        for j in self._categorical(data):
            data = data.as_nominal(j)
        return data

    def _categorical(self, data: Dataset) -> list[int]:
        chosen = self.categorical_features
        if chosen is None or (isinstance(chosen, str) and chosen == "from_dtype"):
            return []
        wanted = np.asarray(chosen)
        if wanted.dtype == bool:
            if wanted.shape != (len(data.attributes),):
                raise ValueError("categorical_features must have one truth value per column")
            return [int(j) for j in np.flatnonzero(wanted)]
        return [data.index_of(c if isinstance(c, str) else int(c)) for c in wanted.tolist()]


class LWNBClassifier(_DatasetClassifier):
    """Locally weighted naive Bayes: a naive Bayes model on the weighted neighbourhood of each test instance.

    Parameters
    ----------
    k : int or {"auto", "local"}
        Size of the neighbourhood; `auto` finds one for all instances, `local` one for each.
    kernel : {"linear", "epanechnikov", "tricube", "gaussian", "inverse", "constant"}
    convention : {"paper", "weka", "tables"} or Convention
    eq6 : {"right", "printed"}
        Equation (6) with its misprint corrected or as it was printed.
    knobs : None or mapping
        Single places where the convention is to differ, such as ``{"numeric": "precision"}``.
    categorical_features : {"from_dtype"}, None, or names, positions or truth values
        Columns of numbers that are nominal; a frame's categories, texts and truth values are so anyway.

    Attributes
    ----------
    classes_ : labels in ascending order
    model_ : the fitted `lwnb_core` model
    n_features_in_ : number of columns
    feature_names_in_ : their names, if X had any
    """

    def __init__(
        self,
        k: int | Literal["auto", "local"] = 50,
        *,
        kernel: str = "linear",
        convention: Any = "paper",
        eq6: str = "right",
        knobs: Mapping[str, Any] | None = None,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.k = k
        self.kernel = kernel
        self.convention = convention
        self.eq6 = eq6
        self.knobs = knobs
        self.categorical_features = categorical_features

    def _learner(self, predictors: Dataset) -> Learner:
        learner: Learner = LWNB(
            self.k, self.convention, kernel=self.kernel, eq6=self.eq6, **dict(self.knobs or {})
        )
        return learner


class KNNDWClassifier(_DatasetClassifier):
    """The k nearest neighbours, each voting with a weight that falls with its distance.

    Parameters
    ----------
    k, convention, knobs, categorical_features
        As in `LWNBClassifier`.
    """

    def __init__(
        self,
        k: int = 50,
        *,
        convention: Any = "paper",
        knobs: Mapping[str, Any] | None = None,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.k = k
        self.convention = convention
        self.knobs = knobs
        self.categorical_features = categorical_features

    def _learner(self, predictors: Dataset) -> Learner:
        return KNNDW(self.k, self.convention, **dict(self.knobs or {}))


class AODEClassifier(_DatasetClassifier):
    """Averaged one-dependence estimators. Numeric columns are discretised by their information on the class.

    Parameters
    ----------
    limit : None or int
        A value may be a parent if at least so many training rows have it; None is the convention's limit.
    convention, knobs, categorical_features
        As in `LWNBClassifier`.
    """

    def __init__(
        self,
        limit: int | None = None,
        *,
        convention: Any = "paper",
        knobs: Mapping[str, Any] | None = None,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.limit = limit
        self.convention = convention
        self.knobs = knobs
        self.categorical_features = categorical_features

    def _learner(self, predictors: Dataset) -> Learner:
        knobs = dict(self.knobs or {})
        cut = knobs.pop("cut", None)
        learner = AODE(self.limit, self.convention, **knobs)
        numeric = any(attribute.is_numeric for attribute in predictors.attributes)
        return Discretised(learner, cut=cut) if numeric else learner


def _with_unique_names(frame: pd.DataFrame) -> pd.DataFrame:
    """Names as texts; the positions where two are alike, which scikit-learn allows for numbers only."""
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        names = [f"x{j}" for j in range(len(names))]
    return frame.set_axis(names, axis="columns")


def _under(data: Dataset, header: Dataset) -> Dataset:
    """The same columns by position, in the codes of the training data; a value that those lack is missing."""
    columns: list[NDArray[Any]] = []
    for j, wanted in enumerate(header.attributes):
        if wanted.is_nominal:
            recoded = data.as_nominal(j)
            values = recoded.attributes[j].values
            translation = np.array([*(wanted.codes.get(v, -1) for v in values), -1], dtype=np.int32)
            columns.append(translation[recoded.column(j)])
        elif wanted.is_numeric:
            if data.attributes[j].kind == "string":
                raise DataError(f"column {wanted.name!r} was numeric in the training data and is text here")
            columns.append(data.as_numeric(j).column(j) if j != data.class_index else _numbers(data, j))
        else:
            columns.append(np.full(len(data), None, dtype=object))  # free text is not used in the learning
    return Dataset.from_columns("data", header.attributes, columns)


def _numbers(data: Dataset, j: int) -> NDArray[Any]:
    """A nominal column as numbers, where it happens to stand last and is taken for the class."""
    from lwnb_core.data.columns import numeric_from_nominal

    return numeric_from_nominal(data.attributes[j], data.column(j), data.source)
