"""The learners as estimators: parameters are stored unchanged, and checked by the learner in `fit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from lwnb_core.local.kernels import Kernel
from lwnb_core.sklearn.base import Categorical, DatasetClassifier


class LWNBClassifier(DatasetClassifier):
    """Locally weighted naive Bayes: a naive Bayes model on the weighted neighbourhood of each row.

    Parameters
    ----------
    k : int or {"auto", "local"}, default=50
        The number of neighbours; rows tied with the k-th are neighbours too. `auto` finds one k for all
        instances, `local` one for each.
    kernel : str, default="linear"
        How the weight of a neighbour falls with its distance: one of `lwnb_core.KERNELS`.
    convention : {"paper", "weka", "tables"} or Convention, default="paper"
        Which source to follow where the paper, its tables and Weka differ.
    eq6 : {"right", "printed"}, default="right"
        Equation (6) with its misprint corrected or as it was printed.
    knobs : mapping, default=None
        Single settings that differ from the convention, such as ``{"numeric": "precision"}``.
    discretise : bool, default=False
        Cut numeric columns into intervals by their information about the class, on the training rows.
    categorical_features : {"from_dtype"}, names, positions or truth values, default="from_dtype"
        Columns of numbers that are nominal; categories, texts and truth values of a frame always are.

    Attributes
    ----------
    classes_ : ndarray
        Labels in ascending order.
    model_ : Model
        The fitted model of `lwnb_core`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray
        Their names, if X had any.
    """

    _learner_name = "lwnb"

    def __init__(
        self,
        k: int | Literal["auto", "local"] = 50,
        *,
        kernel: Kernel = "linear",
        convention: Any = "paper",
        eq6: str = "right",
        knobs: Mapping[str, Any] | None = None,
        discretise: bool = False,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.k = k
        self.kernel = kernel
        self.convention = convention
        self.eq6 = eq6
        self.knobs = knobs
        self.discretise = discretise
        self.categorical_features = categorical_features


class NBClassifier(DatasetClassifier):
    """Naive Bayes.

    Parameters
    ----------
    convention : {"paper", "weka", "tables"} or Convention, default="paper"
        Which source to follow where the paper, its tables and Weka differ.
    eq6 : {"right", "printed"}, default="right"
        Equation (6) with its misprint corrected or as it was printed.
    knobs : mapping, default=None
        Single settings that differ from the convention, such as ``{"numeric": "precision"}``.
    discretise : bool, default=False
        Cut numeric columns into intervals by their information about the class, on the training rows.
    categorical_features : {"from_dtype"}, names, positions or truth values, default="from_dtype"
        Columns of numbers that are nominal; categories, texts and truth values of a frame always are.

    Attributes
    ----------
    classes_ : ndarray
        Labels in ascending order.
    model_ : Model
        The fitted model of `lwnb_core`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray
        Their names, if X had any.
    """

    _learner_name = "nb"

    def __init__(
        self,
        *,
        convention: Any = "paper",
        eq6: str = "right",
        knobs: Mapping[str, Any] | None = None,
        discretise: bool = False,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.convention = convention
        self.eq6 = eq6
        self.knobs = knobs
        self.discretise = discretise
        self.categorical_features = categorical_features


class KNNClassifier(DatasetClassifier):
    """The k nearest neighbours, each with one vote.

    Parameters
    ----------
    k : int, default=50
        The number of neighbours; rows tied with the k-th are neighbours too.
    convention : {"paper", "weka", "tables"} or Convention, default="paper"
        Which source to follow where the paper, its tables and Weka differ.
    knobs : mapping, default=None
        Single settings that differ from the convention, such as ``{"numeric": "precision"}``.
    discretise : bool, default=False
        Cut numeric columns into intervals by their information about the class, on the training rows.
    categorical_features : {"from_dtype"}, names, positions or truth values, default="from_dtype"
        Columns of numbers that are nominal; categories, texts and truth values of a frame always are.

    Attributes
    ----------
    classes_ : ndarray
        Labels in ascending order.
    model_ : Model
        The fitted model of `lwnb_core`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray
        Their names, if X had any.
    """

    _learner_name = "knn"

    def __init__(
        self,
        k: int = 50,
        *,
        convention: Any = "paper",
        knobs: Mapping[str, Any] | None = None,
        discretise: bool = False,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.k = k
        self.convention = convention
        self.knobs = knobs
        self.discretise = discretise
        self.categorical_features = categorical_features


class KNNDWClassifier(DatasetClassifier):
    """The k nearest neighbours, each voting with a weight that falls with its distance.

    Parameters
    ----------
    k : int, default=50
        The number of neighbours; rows tied with the k-th are neighbours too.
    convention : {"paper", "weka", "tables"} or Convention, default="paper"
        Which source to follow where the paper, its tables and Weka differ.
    knobs : mapping, default=None
        Single settings that differ from the convention, such as ``{"numeric": "precision"}``.
    discretise : bool, default=False
        Cut numeric columns into intervals by their information about the class, on the training rows.
    categorical_features : {"from_dtype"}, names, positions or truth values, default="from_dtype"
        Columns of numbers that are nominal; categories, texts and truth values of a frame always are.

    Attributes
    ----------
    classes_ : ndarray
        Labels in ascending order.
    model_ : Model
        The fitted model of `lwnb_core`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray
        Their names, if X had any.
    """

    _learner_name = "knndw"

    def __init__(
        self,
        k: int = 50,
        *,
        convention: Any = "paper",
        knobs: Mapping[str, Any] | None = None,
        discretise: bool = False,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.k = k
        self.convention = convention
        self.knobs = knobs
        self.discretise = discretise
        self.categorical_features = categorical_features


class AODEClassifier(DatasetClassifier):
    """Averaged one-dependence estimators.

    Parameters
    ----------
    limit : int, default=None
        A value may be a parent if at least this many training rows have it; None is the convention's limit.
    convention : {"paper", "weka", "tables"} or Convention, default="paper"
        Which source to follow where the paper, its tables and Weka differ.
    knobs : mapping, default=None
        Single settings that differ from the convention, such as ``{"numeric": "precision"}``.
    discretise : bool, default=True
        Cut numeric columns into intervals by their information about the class, on the training rows; this
        learner needs nominal values.
    categorical_features : {"from_dtype"}, names, positions or truth values, default="from_dtype"
        Columns of numbers that are nominal; categories, texts and truth values of a frame always are.

    Attributes
    ----------
    classes_ : ndarray
        Labels in ascending order.
    model_ : Model
        The fitted model of `lwnb_core`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray
        Their names, if X had any.
    """

    _learner_name = "aode"

    def __init__(
        self,
        limit: int | None = None,
        *,
        convention: Any = "paper",
        knobs: Mapping[str, Any] | None = None,
        discretise: bool = True,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.limit = limit
        self.convention = convention
        self.knobs = knobs
        self.discretise = discretise
        self.categorical_features = categorical_features


class LBRClassifier(DatasetClassifier):
    """Lazy Bayesian rules: naive Bayes on the rows that match a rule, which is searched for each row.

    Parameters
    ----------
    discretise : bool, default=True
        Cut numeric columns into intervals by their information about the class, on the training rows; this
        learner needs nominal values.
    categorical_features : {"from_dtype"}, names, positions or truth values, default="from_dtype"
        Columns of numbers that are nominal; categories, texts and truth values of a frame always are.

    Attributes
    ----------
    classes_ : ndarray
        Labels in ascending order.
    model_ : Model
        The fitted model of `lwnb_core`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray
        Their names, if X had any.
    """

    _learner_name = "lbr"

    def __init__(
        self,
        *,
        discretise: bool = True,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.discretise = discretise
        self.categorical_features = categorical_features


class TANClassifier(DatasetClassifier):
    """Tree-augmented naive Bayes: every attribute but one depends on one other.

    Parameters
    ----------
    convention : {"paper", "weka", "tables"} or Convention, default="paper"
        Which source to follow where the paper, its tables and Weka differ.
    knobs : mapping, default=None
        Single settings that differ from the convention, such as ``{"numeric": "precision"}``.
    discretise : bool, default=True
        Cut numeric columns into intervals by their information about the class, on the training rows; this
        learner needs nominal values.
    categorical_features : {"from_dtype"}, names, positions or truth values, default="from_dtype"
        Columns of numbers that are nominal; categories, texts and truth values of a frame always are.

    Attributes
    ----------
    classes_ : ndarray
        Labels in ascending order.
    model_ : Model
        The fitted model of `lwnb_core`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray
        Their names, if X had any.
    """

    _learner_name = "tan"

    def __init__(
        self,
        *,
        convention: Any = "paper",
        knobs: Mapping[str, Any] | None = None,
        discretise: bool = True,
        categorical_features: Categorical = "from_dtype",
    ) -> None:
        self.convention = convention
        self.knobs = knobs
        self.discretise = discretise
        self.categorical_features = categorical_features
