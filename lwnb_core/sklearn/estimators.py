"""The learners as estimators: parameters are stored unchanged, and checked by the learner in `fit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from lwnb_core.local.kernel_names import Kernel
from lwnb_core.sklearn.base import Categorical, DatasetClassifier
from lwnb_core.sklearn.docstrings import K_OR_RULE, NEEDED_CUT, described


@described(k=K_OR_RULE)
class LWNBClassifier(DatasetClassifier):
    """Locally weighted naive Bayes: a naive Bayes model on the weighted neighbourhood of each row.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from lwnb_core.sklearn import LWNBClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> classifier = LWNBClassifier(k=50, kernel="tricube").fit(X, y)
    >>> classifier.predict_proba(X.iloc[[70, 133]]).round(2)
    array([[0.  , 0.43, 0.57],
           [0.  , 0.38, 0.62]])

    Both flowers are training rows. Without itself, the second is a versicolor:

    >>> explanation = classifier.explain(X, 133)
    >>> explanation.classes[explanation.prediction], explanation.posterior.round(2)
    ('1', array([0.  , 0.64, 0.36]))

    `k="auto"` finds k by leave-one-out on the training rows:

    >>> classifier = LWNBClassifier(k="auto").fit(X, y)
    >>> classifier.explain(X, 133).settings["k"]
    11
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


@described()
class NBClassifier(DatasetClassifier):
    """Naive Bayes.

    Examples
    --------
    Categories of a frame are nominal, and a missing value is left out of the product:

    >>> import pandas as pd
    >>> from lwnb_core.sklearn import NBClassifier
    >>> X = pd.DataFrame({"outlook": ["sunny", "rainy", "rainy", None], "windy": [False, True, False, True]})
    >>> classifier = NBClassifier().fit(X, ["yes", "no", "yes", "no"])
    >>> classifier.predict(X)
    array(['yes', 'no', 'yes', 'no'], dtype='<U3')
    >>> classifier.predict_proba(X.tail(1)).round(3)
    array([[0.75, 0.25]])
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


@described()
class KNNClassifier(DatasetClassifier):
    """The k nearest neighbours, each with one vote.

    Examples
    --------
    Search for the best k by cross-validation:

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from lwnb_core.sklearn import KNNClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> search = GridSearchCV(KNNClassifier(), {"k": [1, 10, 50]}, cv=5).fit(X, y)
    >>> search.cv_results_["mean_test_score"].round(3)
    array([0.96, 0.96, 0.9 ])
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


@described()
class KNNDWClassifier(DatasetClassifier):
    """The k nearest neighbours, each voting with a weight that falls with its distance.

    Examples
    --------
    The nearer neighbours count more, so a large k does less harm than with `KNNClassifier`:

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_val_score
    >>> from lwnb_core.sklearn import KNNClassifier, KNNDWClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> for classifier in (KNNClassifier(k=80), KNNDWClassifier(k=80)):
    ...     print(classifier, f"{cross_val_score(classifier, X, y, cv=5).mean():.3f}")
    KNNClassifier(k=80) 0.680
    KNNDWClassifier(k=80) 0.940
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


@described(discretise=NEEDED_CUT)
class AODEClassifier(DatasetClassifier):
    """Averaged one-dependence estimators.

    Examples
    --------
    The columns are cut into intervals anew in every fold, on its training rows:

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_val_score
    >>> from lwnb_core.sklearn import AODEClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> print(f"{cross_val_score(AODEClassifier(), X, y, cv=5).mean():.3f}")
    0.927
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


@described(discretise=NEEDED_CUT)
class LBRClassifier(DatasetClassifier):
    """Lazy Bayesian rules: naive Bayes on the rows that match a rule, which is searched for each row.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from lwnb_core.sklearn import LBRClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> classifier = LBRClassifier().fit(X, y)
    >>> classifier.predict_proba(X.iloc[[70]]).round(3)
    array([[0.   , 0.008, 0.991]])

    The conditions of the rule for this flower, none if naive Bayes on all rows is good enough:

    >>> classifier.explain(X, 70).details["steps"]
    []
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


@described(discretise=NEEDED_CUT)
class TANClassifier(DatasetClassifier):
    """Tree-augmented naive Bayes: every attribute but one depends on one other.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from lwnb_core.sklearn import TANClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> classifier = TANClassifier().fit(X, y)
    >>> for edge in classifier.explain(X, 70).details["edges"]:
    ...     print(f"{edge['parent']} -> {edge['child']}: {edge['strength']:.3f} nats")
    sepal length (cm) -> sepal width (cm): 0.060 nats
    sepal length (cm) -> petal length (cm): 0.054 nats
    sepal length (cm) -> petal width (cm): 0.023 nats
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
