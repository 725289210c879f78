"""Rows behind the curves: where two learners differ, where a prediction changes with k, how stable it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset
from lwnb_core.evaluation.curves.cases import Cases
from lwnb_core.local.naive_bayes import counts_votes
from lwnb_gui.text import (
    LONGEST_PROBABILITY,
    amount,
    capitalised,
    class_names,
    count,
    printable,
    probabilities,
    probability,
    value_text,
)
from lwnb_gui.views.tables import LazyRows, TableCell, TableColumn, TextTable, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.column_facts import facts

if TYPE_CHECKING:
    from lwnb_gui.study.result import StudyResult
    from lwnb_gui.study.rows import ListedRows, RowsKind

Floats = NDArray[np.float64]
KINDS: dict[RowsKind, str] = {
    "differ": "Rows that differ",
    "flip": "Rows that flip",
    "stable": "Least stable rows",
    "cell": "Rows of a cell",
}
_MOST_IN_SHORT = 10
_IN_RUNS = "in runs"


class RowsBehindCurves(View["RowsReading"]):
    """A list, without a scene; a row that is selected in it becomes the test instance."""

    name = "curve_rows"
    title = "Rows behind the curves"
    area = "curves"
    is_of_explanation = False
    nothing = "The rows behind the curves are listed here when the study is done."

    def read(
        self,
        about: Subject,
        *,
        learners: Sequence[int] = (0,),
        attributes: Sequence[str] = (),
        shares: Floats | None = None,
        votes: Floats | None = None,
    ) -> RowsReading | None:
        """Read rows listed in a study.

        Parameters
        ----------
        learners
            Numbers of the learners that are shown; the first two are the right and the wrong one.
        attributes
            Names of attributes to show a value of.
        shares
            p(true class) by learner and row, NaN where it is not known yet. Shape (learners, rows).
        votes
            KNN's votes for the true class and in all, NaN where they are not known. Shape (rows, 2).
        """
        study, listed = about.study, about.listed
        curve = None if study is None else study.curves[learners[0]]
        if study is None or listed is None or curve is None:
            return None
        n = len(listed)
        return RowsReading(
            listed,
            study,
            curve.cases,
            tuple(study.names[i] for i in learners),
            tuple(attributes),
            np.full((len(learners), n), np.nan) if shares is None else shares,
            np.full((n, 2), np.nan) if votes is None else votes,
        )

    def sentences(self, reading: RowsReading) -> tuple[str, ...]:
        """Say how many rows are listed, or that none were found."""
        return (f"{capitalised(reading.counted)}.",) if len(reading.listed) else (reading.none,)

    def tables(self, reading: RowsReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        n = len(reading.listed) if full else min(len(reading.listed), _MOST_IN_SHORT)
        columns = [TableColumn(column.title, column.is_numeric) for column in reading.columns]
        rows = [[TableCell(column.text(i)) for column in reading.columns] for i in range(n)]
        more = len(reading.listed) - n
        left_out = count(more, "more row") if more else ""
        return (ViewTable(reading.title, columns, rows, reading.counted, left_out),)

    def table(self, reading: RowsReading) -> TextTable:
        """Return all rows, created when they are read, because there can be many."""
        columns = reading.columns
        numeric = frozenset(j for j, column in enumerate(columns) if column.is_numeric)
        rows = LazyRows(len(reading.listed), lambda i: [column.text(i) for column in columns])
        return TextTable([column.title for column in columns], rows, numeric)


@dataclass(frozen=True)
class RowColumn:
    """A column, the same in the window and in files; a row is given by its position in the list.

    Attributes
    ----------
    tip
        The tip of the title.
    samples
        Texts for which there must be space.
    code
        The class whose marker stands before the text; -1: its class is not known.
    share
        The length of the bar before the number, with a mark at one half; NaN: it is not known yet.
    is_lwnb
        Whether the bars are LWNB's.
    short_title
        A title for where there is no space for the long one.
    has_whole_title
        Whether the title is never shortened.
    """

    title: str
    text: Callable[[int], str]
    tip: str
    samples: tuple[str, ...] = ()
    is_numeric: bool = True
    code: Callable[[int], int] | None = None
    share: Callable[[int], float] | None = None
    is_lwnb: bool = False
    short_title: str = ""
    has_whole_title: bool = False

    @property
    def row_tip(self) -> str:
        """Return the tip of each of its cells."""
        return f"{self.tip}\nEnter or a double click explains the row."


@dataclass(frozen=True, eq=False)
class RowsReading:
    """The listed rows, with what is displayed about them.

    Attributes
    ----------
    cases
        The test cases of the first learner.
    names
        Of the learners that are shown.
    """

    listed: ListedRows
    study: StudyResult
    cases: Cases
    names: tuple[str, ...]
    attributes: tuple[str, ...]
    shares: Floats
    votes: Floats

    @property
    def data(self) -> Dataset:
        return self.study.data

    @property
    def has_runs(self) -> bool:
        """Whether a row is tested in several runs."""
        return self.study.study.evaluation == "repeated-cv"

    @property
    def title(self) -> str:
        """Describe which rows are listed."""
        return KINDS[self.listed.kind]

    @property
    def counted(self) -> str:
        """Say how many rows are listed, and for which k."""
        from lwnb_gui.study.rows import CellRows, DifferingRows, FlippingRows, StableRows

        listed = self.listed
        if isinstance(listed, StableRows):
            half = int(np.median(listed.width)) if len(listed) else 0
            least = " (least stable run)" if self.has_runs else ""
            return (
                f"around k = {listed.k}: half of the rows keep their answer for at least "
                f"{count(half, 'value')} of k{least}"
            )
        where = f"at k = {listed.k}" if isinstance(listed, DifferingRows | CellRows) else ""
        if isinstance(listed, FlippingRows):
            where = f"between k = {listed.ks[0]} and {listed.ks[1]}"
        if self.has_runs:
            return f"{where}: {count(listed.always, 'row')} in all runs, {len(listed):,} in at least one"
        return f"{where}: {count(len(listed), 'row')}"

    @property
    def none(self) -> str:
        """Say what was looked for and not found."""
        from lwnb_gui.study.rows import CellRows, DifferingRows, FlippingRows

        listed, names = self.listed, self.names
        if isinstance(listed, CellRows):
            classes = class_names(self.data.classes, self.data.class_attribute.name)
            true, given = classes[listed.true], classes[listed.given]
            return f"At k = {listed.k}, {names[0]} does not predict {given} for any row of {true}."
        if isinstance(listed, DifferingRows):
            return f"At k = {listed.k}, {names[0]} is never right where {names[1]} is wrong."
        if isinstance(listed, FlippingRows):
            return f"{names[0]} gives the same answers at k = {listed.ks[0]} and k = {listed.ks[1]}."
        return "No row was tested."

    @cached_property
    def columns(self) -> tuple[RowColumn, ...]:
        """The columns that suit the listed rows."""
        return columns_of(self)


def columns_of(reading: RowsReading) -> tuple[RowColumn, ...]:
    """Return row, values and true class; then what the kind of list is about; then the fold."""
    from lwnb_gui.study.rows import CellRows, DifferingRows, FlippingRows, StableRows

    listed, names, has_runs = reading.listed, reading.names, reading.has_runs
    number = "The row’s number in the file, from 1."
    columns = [
        RowColumn("row", lambda i: str(int(listed.rows[i]) + 1), number, (str(len(reading.data)),)),
        *(_attribute(reading, name) for name in reading.attributes),
    ]
    truth = reading.cases.classes[listed.cases]
    columns.append(_class(reading, "true", "The class in the file.", lambda i: int(truth[i])))
    of_fold = "with the training rows of the fold on the right."
    if isinstance(listed, DifferingRows):
        for j, name in enumerate(names):
            columns.append(_votes(reading, j, listed.k) if name == "KNN" else _share(reading, j))
        if has_runs:
            columns.append(_times(_IN_RUNS, listed.times, listed.tested))  # the rows are sorted by it
            for name, counts in zip(names, (listed.winner_right, listed.loser_right), strict=False):
                columns.append(_times(f"{name} right", counts, listed.tested, short=f"{name} ✓"))
    elif isinstance(listed, FlippingRows):
        for k, codes in zip(listed.ks, (listed.before, listed.after), strict=True):
            tip = f"{names[0]}’s prediction at k = {k}, {of_fold}"
            columns.append(_class(reading, f"at k = {k}", tip, lambda i, c=codes: int(c[i])))  # type: ignore[misc]
        if has_runs:
            columns.append(_times("flips", listed.times, listed.tested))
    elif isinstance(listed, CellRows):
        tip = f"{names[0]}’s prediction at k = {listed.k}, {of_fold}"
        columns.append(_class(reading, "predicted", tip, lambda i: listed.given))
        if has_runs:
            columns.append(_times(_IN_RUNS, listed.times, listed.tested))
    elif isinstance(listed, StableRows):
        tip = f"{names[0]}’s prediction at k = {listed.k}."
        columns.append(_class(reading, "predicted", tip, lambda i: int(listed.predicted[i])))
        tip = "The range of k around the current value over which the answer stays the same."
        for title, values in (("from k", listed.first), ("to k", listed.last), ("values of k", listed.width)):
            largest = f"{int(values.max(initial=0)):,}"
            columns.append(RowColumn(title, lambda i, v=values: f"{int(v[i]):,}", tip, (largest,)))  # type: ignore[misc]
    if reading.study.study.evaluation != "loo":
        columns.append(_fold(reading))
    return tuple(columns)


def _attribute(reading: RowsReading, name: str) -> RowColumn:
    data, rows = reading.data, reading.listed.rows
    title, tip = printable(name), f"The row’s value of {printable(name)}."
    if not data.attributes[data.index_of(name)].is_numeric:
        return RowColumn(title, lambda i: value_text(data.value(int(rows[i]), name)), tip, is_numeric=False)
    known, values = facts(data, name), data.column(name)
    ends = known.text(known.low), known.text(known.high)
    return RowColumn(title, lambda i: known.text(float(values[rows[i]])), tip, ends)


def _class(reading: RowsReading, title: str, tip: str, code: Callable[[int], int]) -> RowColumn:
    names = tuple(map(printable, reading.data.classes))

    def text(i: int) -> str:
        return names[code(i)] if code(i) >= 0 else "?"

    return RowColumn(title, text, tip, names, is_numeric=False, code=code)


def _share(reading: RowsReading, j: int) -> RowColumn:
    name, shares = reading.names[j], reading.shares

    def text(i: int) -> str:
        value = float(shares[j, i])
        both = (value, 1 - value)  # the probabilities of the true class, and of all others
        return "" if np.isnan(value) else probabilities(both, can_be_zero=counts_votes(name))[0]

    tip = (
        f"The probability that {name} gives the true class, with the training rows of the fold. The mark is "
        f"at one half."
    )
    return RowColumn(
        f"{name} p(true)",
        text,
        tip,
        (LONGEST_PROBABILITY,),
        share=lambda i: float(shares[j, i]),
        is_lwnb=name.startswith("LWNB"),
    )


def _votes(reading: RowsReading, j: int, k: int) -> RowColumn:
    """Return KNN's share of the votes, written as a count of votes."""
    shares, votes = reading.shares, reading.votes

    def text(i: int) -> str:
        mine, total = votes[i]
        if np.isnan(total):
            return "" if np.isnan(shares[j, i]) else probability(float(shares[j, i]))
        return f"{amount(float(mine))} of {amount(float(total))}"

    tip = (
        "How many of the rows up to the k-th, ties included, vote for the true class, with the training rows "
        "of the fold. The mark is at one half."
    )
    largest = f"{k:,} of {2 * k:,}"  # ties can add many more rows
    return RowColumn("KNN votes", text, tip, (largest,), share=lambda i: float(shares[j, i]))


def _times(title: str, counts: NDArray[np.int64], tested: NDArray[np.int64], short: str = "") -> RowColumn:
    tip = f"{title}: the number of runs for which this holds, out of those that tested the row."
    return RowColumn(
        title,
        lambda i: f"{int(counts[i])} of {int(tested[i])}",
        tip,
        short_title=short,
        has_whole_title=True,
    )


def _fold(reading: RowsReading) -> RowColumn:
    listed, cases = reading.listed, reading.cases

    def text(i: int) -> str:
        case = int(listed.cases[i])
        fold = int(cases.folds[case]) + 1
        return f"{int(cases.runs[case])}, {fold}" if reading.has_runs else str(fold)

    title = "run, fold" if reading.has_runs else "fold"
    tip = f"The {title} that tested the row: its training rows explain it."
    return RowColumn(title, text, tip, short_title="fold", has_whole_title=True)
