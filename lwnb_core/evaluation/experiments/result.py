"""The result of an experiment: means, marks of significance, wins and losses, ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.display import html_of
from lwnb_core.errors import DataError, SettingsError
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.friedman import FriedmanTest, friedman_test
from lwnb_core.evaluation.experiments.ranking import Rank, rank_learners
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_core.evaluation.experiments.results_grid import GridFormat
from lwnb_core.evaluation.measures import measure_named
from lwnb_core.evaluation.significance import Mark, corrected_t_test

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ResultCell:
    """The result of one learner on one data set.

    `mark` is `+` where it is significantly better than the base, `-` where it is worse (the paper prints ○
    and •). `n` is the number of folds that have a value; `error` says why there is none.
    """

    mean: float
    sd: float
    n: int
    mark: Mark
    error: str = ""


@dataclass(frozen=True)
class Tally:
    """On how many data sets the base is significantly better (wins) or worse (losses) than a learner."""

    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, eq=False, repr=False)
class ExperimentResult:
    """The results of an experiment, fold by fold, and the tables and tests computed from them.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> result = lw.Experiment(["iris", "glass"], ["lwnb:k=50", "nb", "knn:k=50"], runs=1, jobs=1).run()
    >>> cell = result.cell("glass", "NB")
    >>> print(f"{cell.mean:.1f} ± {cell.sd:.1f} {cell.mark}")
    47.7 ± 6.8 -
    >>> result.values("glass", "NB").round(1)[:4]
    array([40.9, 45.5, 40.9, 54.5])
    >>> result.mark("glass", "NB"), result.tally("NB")
    ('-', Tally(wins=1, ties=1, losses=0))
    >>> result.finished, result.complete, result.expected, result.has_all_folds("glass", "NB"), result.errors
    (True, True, 60, True, {})
    >>> [rank.learner for rank in result.ranking()]
    ['LWNB k=50', 'KNN k=50', 'NB']
    >>> result.to_pandas().columns[:5].tolist()
    ['dataset', 'learner', 'spec', 'run', 'fold']
    >>> len(result.of("iris", "NB")), result.to_dict()["runs"]
    (10, 1)
    """

    datasets: tuple[str, ...]
    learners: tuple[str, ...]
    specs: tuple[str, ...]
    base: int
    runs: int
    folds: int
    rows: tuple[ResultRow, ...]

    def __repr__(self) -> str:
        from lwnb_core.one_line import experiment_text

        return experiment_text(self)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    @classmethod
    def load(cls, path: str | Path, base: int = 0) -> ExperimentResult:
        """Return the results in a file so far.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> _ = lw.Experiment(["iris"], ["lwnb:k=50", "nb"], runs=1, out="results.csv", jobs=1).run()
        >>> lw.ExperimentResult.load("results.csv").values("iris", "NB").round(1)[:4]
        array([100., 100., 100., 100.])
        """
        rows = read_results(path)
        if not rows:
            raise DataError("there are no results in this file", file=str(path))
        if len({row.folds for row in rows}) > 1:
            raise DataError("results with different numbers of folds", file=str(path))
        names = {row.spec: row.learner for row in rows}
        return cls(
            datasets=tuple(dict.fromkeys(row.dataset for row in rows)),
            learners=tuple(names.values()),
            specs=tuple(names),
            base=base,
            runs=max(row.run for row in rows),
            folds=rows[0].folds,
            rows=tuple(rows),
        )

    @property
    def expected(self) -> int:
        """The number of rows that the finished experiment has."""
        return len(self.datasets) * len(self.learners) * self.runs * self.folds

    @property
    def finished(self) -> bool:
        """Whether every fold of every run was computed, or failed."""
        return len(self.rows) == self.expected

    @property
    def complete(self) -> bool:
        """Whether every fold of every run has a result: all were computed, and none failed."""
        return self.finished and not any(row.error for row in self.rows)

    @cached_property
    def _by_pair(self) -> dict[tuple[str, str], list[ResultRow]]:
        pairs: dict[tuple[str, str], list[ResultRow]] = {}
        for row in sorted(self.rows, key=lambda row: (row.run, row.fold)):
            pairs.setdefault((row.dataset, row.spec), []).append(row)
        return pairs

    def of(self, dataset: str, learner: int | str) -> list[ResultRow]:
        """Return the rows of one learner on one data set, run after run."""
        return self._by_pair.get((dataset, self.specs[self._number(learner)]), [])

    def values(self, dataset: str, learner: int | str, measure: str = "accuracy") -> Floats:
        """Return a measure in every fold that has one, run after run."""
        name = measure_named(measure).name
        rows = self.of(dataset, learner)
        return np.array([row.value(name) for row in rows if not row.error], dtype=np.float64)

    def cell(self, dataset: str, learner: int | str, measure: str = "accuracy") -> ResultCell:
        """Return mean, standard deviation and the mark against the base."""
        values = self.values(dataset, learner, measure)
        known = values[~np.isnan(values)]
        errors = [row.error for row in self.of(dataset, learner) if row.error]
        mean = float(known.mean()) if len(known) else np.nan
        sd = float(known.std(ddof=1)) if len(known) > 1 else (0.0 if len(known) else np.nan)
        return ResultCell(
            mean, sd, len(known), self.mark(dataset, learner, measure), errors[0] if errors else ""
        )

    def mark(self, dataset: str, learner: int | str, measure: str = "accuracy") -> Mark:
        """Return `+` or `-` by the corrected resampled t-test over the folds that both learners have."""
        number = self._number(learner)
        if number == self.base:
            return ""
        base, other = self._paired(dataset, self.base, number, measure)
        if len(base) < 2:
            return ""
        sign = measure_named(measure).sign
        return corrected_t_test(sign * base, sign * other, folds=self.folds).mark

    def tally(self, learner: int | str, measure: str = "accuracy") -> Tally:
        """Count wins, ties and losses of the base against one learner."""
        marks = [
            self.mark(name, learner, measure)
            for name in self.datasets
            if self.values(name, learner, measure).size and self.values(name, self.base, measure).size
        ]
        return Tally(marks.count("-"), marks.count(""), marks.count("+"))

    def has_all_folds(self, dataset: str, learner: int | str, measure: str = "accuracy") -> bool:
        """Whether a learner has a value in every fold of every run on a data set."""
        values = self.values(dataset, learner, measure)
        return len(values) == self.runs * self.folds and not bool(np.isnan(values).any())

    def ranking(self, measure: str = "accuracy") -> tuple[Rank, ...]:
        """Rank all learners by their comparisons with each other, the best first.

        A learner without results on any data set has no rank; on data sets where it lacks some, it is last.
        """
        scores: dict[str, Sequence[Floats | None]] = {}
        for i, name in enumerate(self.learners):
            values = [self.values(dataset, i, measure) for dataset in self.datasets]
            whole = [self.has_all_folds(dataset, i, measure) for dataset in self.datasets]
            if any(whole):
                scores[name] = [x if ok else None for x, ok in zip(values, whole, strict=True)]
        return rank_learners(scores, self.folds, less_is_better=measure_named(measure).less_is_better)

    def friedman(self, measure: str = "accuracy") -> FriedmanTest | None:
        """Apply the Friedman test over the data sets, with Nemenyi's critical difference of the mean ranks.

        It needs at least three learners, and five data sets on which all of them have all their results;
        otherwise the result is None.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> names = ["iris", "glass", "labor", "weather-nominal", "contact-lenses"]
        >>> result = lw.Experiment(names, ["lwnb:k=20", "nb", "knn:k=20"], runs=1, jobs=1).run()
        >>> test = result.friedman()
        >>> test.mean_ranks
        (1.5, 2.4, 2.1)
        >>> print(f"p = {test.p:.2f}, critical difference {test.critical_difference:.2f}")
        p = 0.29, critical difference 1.48
        """
        numbers = range(len(self.learners))
        whole = [d for d in self.datasets if all(self.has_all_folds(d, i, measure) for i in numbers)]
        means = [[float(self.values(d, i, measure).mean()) for i in numbers] for d in whole]
        return friedman_test(self.learners, np.array(means), sign=measure_named(measure).sign)

    @property
    def errors(self) -> dict[tuple[str, str], str]:
        """The reasons why there are no results for some folds, by data set and learner."""
        names = dict(zip(self.specs, self.learners, strict=True))
        return {
            (row.dataset, names[row.spec]): row.error for row in self.rows if row.error and row.spec in names
        }

    def to_pandas(self, measures: Sequence[str] = ()) -> pd.DataFrame:
        """One row per data set, learner, run and fold: dataset, learner, spec, run and fold (from 1), every
        measure, the seconds of training and testing, `error` where there are no numbers, and the confusion
        matrix as JSON. `measures` adds columns for further measures, such as `f1:Iris-setosa`.
        """
        import pandas as pd

        frame = pd.DataFrame([row.to_dict() for row in self.rows])
        for name in measures:
            frame[name] = [row.value(name) for row in self.rows]
        return frame

    def to_text(self, measure: str = "accuracy", fmt: GridFormat = "markdown") -> str:
        """Return the table in the style of the paper, as `markdown`, `latex`, `csv` or `html`.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> result = lw.Experiment(["iris"], ["lwnb:k=50", "nb"], runs=1, jobs=1).run()
        >>> print(result.to_text().rstrip())
        **Accuracy in percent and standard deviation, 1 × 10 folds**
        <BLANKLINE>
        | data set                    |    LWNB k=50 |           NB |
        |-----------------------------|-------------:|-------------:|
        | iris                        | 95.33 ± 4.50 | 95.33 ± 5.49 |
        | LWNB k=50: wins/ties/losses |              |        0/1/0 |
        <BLANKLINE>
        ○, • significantly better or worse than LWNB k=50 (corrected resampled t-test, two-sided, 5 % level).
        """
        from lwnb_core.evaluation.experiments.results_table import render_result

        return render_result(self, measure, fmt)

    def to_dict(self, measure: str = "accuracy") -> dict[str, Any]:
        """Return plain JSON: cells, tallies, ranks and the Friedman test of one measure, and every row."""
        friedman = self.friedman(measure)
        return {
            "measure": measure,
            "datasets": list(self.datasets),
            "learners": [
                {"name": name, "spec": spec} for name, spec in zip(self.learners, self.specs, strict=True)
            ],
            "base": self.learners[self.base],
            "runs": self.runs,
            "folds": self.folds,
            "complete": self.complete,
            "cells": [
                {"dataset": dataset, "learner": name, **_plain(self.cell(dataset, i, measure))}
                for dataset in self.datasets
                for i, name in enumerate(self.learners)
            ],
            "tallies": {
                name: vars(self.tally(i, measure)) for i, name in enumerate(self.learners) if i != self.base
            },
            "ranking": [_plain(rank) for rank in self.ranking(measure)],
            "friedman": None if friedman is None else friedman.to_dict(),
            "rows": [row.to_dict() for row in self.rows],
        }

    def _paired(self, dataset: str, first: int, second: int, measure: str) -> tuple[Floats, Floats]:
        by_fold = [
            {(row.run, row.fold): row.value(measure) for row in self.of(dataset, i) if not row.error}
            for i in (first, second)
        ]
        both = [key for key in by_fold[0] if key in by_fold[1]]
        pairs = np.array([[by_fold[0][key], by_fold[1][key]] for key in both], dtype=np.float64).reshape(
            -1, 2
        )
        pairs = pairs[~np.isnan(pairs).any(axis=1)]
        return pairs[:, 0], pairs[:, 1]

    def _number(self, learner: int | str) -> int:
        if isinstance(learner, int):
            return learner
        for names in (self.learners, self.specs):
            if learner in names:
                return names.index(learner)
        raise SettingsError(f"no learner {learner!r}", hint=f"Learners: {', '.join(self.learners)}.")


def _plain(value: ResultCell | Rank) -> dict[str, Any]:
    return {name: None if isinstance(x, float) and np.isnan(x) else x for name, x in vars(value).items()}
