"""KNN at every k compared with scikit-learn's at one k, on the same folds."""

from __future__ import annotations

import numpy as np

import lwnb_core as lw
from benchmarks.measuring import Row, absent, seconds, times, turn_about
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve


def measure(quick: bool) -> list[Row]:
    """Measure 10-fold cross-validation; scikit-learn by brute force, like ours, and by its own choice."""
    try:
        from sklearn.neighbors import KNeighborsClassifier
    except ImportError:
        return [absent("KNN over every k against scikit-learn", "scikit-learn is not installed")]
    rows = []
    for name in ("segment",) if quick else ("segment", "waveform"):
        data = lw.sample(name)
        x = np.column_stack([data.column(j) for j in data.predictors])
        span = np.ptp(x, axis=0)
        x = (x - x.min(axis=0)) / np.where(span > 0, span, 1)
        folds = list(lw.weka_folds(data, 1, 10))
        y = data.class_codes

        def theirs(algorithm: str) -> None:
            for train, test in folds:
                model = KNeighborsClassifier(50, algorithm=algorithm, n_jobs=1)
                model.fit(x[train], y[train]).predict(x[test])

        ours, brute, auto = turn_about(
            1 if quick else 3,
            lambda: accuracy_curve([lw.KNN()], data, "cv", jobs=1),
            lambda: theirs("brute"),
            lambda: theirs("auto"),
        )
        n_ks = min(len(train) for train, _ in folds)
        rows.append(
            Row(
                f"{name}: KNN over every k against scikit-learn at one k",
                times(ours / min(brute, auto)),
                note=f"ours {seconds(ours)} for {n_ks:,} k; scikit-learn brute {seconds(brute)}, auto"
                f" {seconds(auto)} at k = 50 (CPU, 10-fold);"
                f" per k {times(min(brute, auto) * n_ks / ours)} faster",
                numbers={"ours": ours, "brute": brute, "auto": auto, "n_ks": n_ks},
            )
        )
    return rows
