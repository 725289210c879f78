"""The learners as scikit-learn estimators; needs the extra `sklearn` (`pip install lwnb-explorer[sklearn]`).

>>> from sklearn.datasets import load_iris
>>> from sklearn.model_selection import cross_val_score
>>> from lwnb_core.sklearn import LWNBClassifier
>>> X, y = load_iris(return_X_y=True, as_frame=True)
>>> float(cross_val_score(LWNBClassifier(k=20), X, y, cv=10).mean().round(2))
0.97

Frames are taken as they are: categories, texts and truth values are nominal, numbers numeric, NaN and None
missing. Nothing needs to be scaled or encoded.
"""

from __future__ import annotations

from lwnb_core.sklearn.estimators import (
    AODEClassifier,
    KNNClassifier,
    KNNDWClassifier,
    LBRClassifier,
    LWNBClassifier,
    NBClassifier,
    TANClassifier,
)

__all__ = [
    "AODEClassifier",
    "KNNClassifier",
    "KNNDWClassifier",
    "LBRClassifier",
    "LWNBClassifier",
    "NBClassifier",
    "TANClassifier",
]
