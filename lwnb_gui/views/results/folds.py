"""The folds behind a cell of the table, compared with those of the base, and the complete t-test."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lwnb_core import Comparison, ExperimentResult, corrected_t_test
from lwnb_core.evaluation.experiments.results_grid import SIGNS
from lwnb_core.evaluation.measures import measure_named
from lwnb_gui.text import count, fixed, related, signed
from lwnb_gui.views.results.cell_texts import SIGNIFICANCE
from lwnb_gui.views.wording.numbers import p_value

LEVEL = 0.05


@dataclass(frozen=True)
class FoldLine:
    """One test fold; unknown numbers are NaN."""

    run: int
    fold: int
    n_test: int
    value: float
    base: float
    error: str = ""

    @property
    def difference(self) -> float:
        return self.value - self.base


@dataclass(frozen=True, eq=False)
class FoldsOfCell:
    """One learner on one data set, fold by fold, against the base."""

    dataset: str
    learner: str
    spec: str
    base: str
    is_base: bool
    measure: str
    folds: int
    lines: tuple[FoldLine, ...]
    comparison: Comparison | None

    @classmethod
    def of(cls, result: ExperimentResult, dataset: str, column: int, measure: str) -> FoldsOfCell:
        base = {(row.run, row.fold): row for row in result.of(dataset, result.base)}
        lines = []
        for row in result.of(dataset, column):
            other = base.get((row.run, row.fold))
            lines.append(
                FoldLine(
                    row.run,
                    row.fold + 1,
                    row.n_test,
                    math.nan if row.error else row.value(measure),
                    math.nan if other is None or other.error else other.value(measure),
                    row.error,
                )
            )
        pairs = [line for line in lines if not math.isnan(line.difference)]
        comparison = None
        if column != result.base and len(pairs) > 1:
            sign = measure_named(measure).sign
            comparison = corrected_t_test(
                [sign * line.base for line in pairs],
                [sign * line.value for line in pairs],
                folds=result.folds,
            )
        return cls(
            dataset,
            result.learners[column],
            result.specs[column],
            result.learners[result.base],
            column == result.base,
            measure,
            result.folds,
            tuple(lines),
            comparison,
        )

    @property
    def decimals(self) -> int:
        return measure_named(self.measure).decimals

    @property
    def errors(self) -> tuple[str, ...]:
        """The reasons why folds have no result, each once."""
        return tuple(dict.fromkeys(line.error for line in self.lines if line.error))

    @property
    def titles(self) -> tuple[str, ...]:
        titles = ("run", "fold", "test rows", self.learner)
        return titles if self.is_base else (*titles, self.base, "difference")

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return texts below the column titles; a failed fold says so."""
        rows = []
        for line in self.lines:
            value = "failed" if line.error else fixed(line.value, self.decimals)
            row: tuple[str, ...] = (f"{line.run}", f"{line.fold}", f"{line.n_test}", value)
            if not self.is_base:
                row += (fixed(line.base, self.decimals), signed(line.difference, self.decimals))
            rows.append(row)
        return tuple(rows)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return mean and spread, and the test with its numbers, one line each."""
        values = np.array([line.value for line in self.lines if not math.isnan(line.value)])
        said = [f"{reason}." for reason in self.errors]
        if len(values) == 0:
            return (*said, "There are no results for any fold.")
        spread = values.std(ddof=1) if len(values) > 1 else 0.0
        said.append(
            f"{self.learner}: mean {fixed(float(values.mean()), self.decimals)}, sd"
            f" {fixed(float(spread), self.decimals)} over {len(values)} folds."
        )
        if self.is_base:
            return (*said, "This is the base, with which the others are compared fold by fold.")
        if self.comparison is None:
            return (*said, "There are fewer than two folds to compare, so no test is possible.")
        return (*said, *self._test(self.comparison))

    def _test(self, test: Comparison) -> tuple[str, ...]:
        d = np.array([x.difference for x in self.lines if not math.isnan(x.difference)])
        about = measure_named(self.measure)
        d = about.sign * d
        n, rest = len(d), self.folds - 1
        mean, variance = fixed(float(d.mean()), 4), fixed(float(d.var(ddof=1)), 4)
        order = "base minus learner, because lower is better" if about.less_is_better else ""
        start = f"Differences from {self.base}{f' ({order})' if order else ''}: N = {n}, mean d̄ = {mean}"
        if test.t == 0.0 and test.p == 1.0:
            return (f"{start}. They do not vary, so there is no test and no mark.",)
        verdict = (
            f"p < {LEVEL}: {SIGNIFICANCE[test.mark]}, {SIGNS[test.mark]}"
            if test.mark
            else f"p ≥ {LEVEL}: no mark"
        )
        return (
            f"{start}, variance s² = {variance}.",
            f"t = d̄ / √((1/N + 1/{rest}) s²) = {mean} / √((1/{n} + 1/{rest}) × {variance})"
            f" = {fixed(test.t, 3)}.",
            f"With {count(n - 1, 'degree')} of freedom p {related(p_value(test.p))} (two-sided). {verdict}.",
            f"1/{rest} is the ratio of test rows to training rows in a fold: it corrects for the overlap of "
            f"the training sets.",
        )
