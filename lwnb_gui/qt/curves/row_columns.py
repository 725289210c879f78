"""What the table of rows shows, column by column, for each kind of list."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from lwnb_core import Dataset
from lwnb_core.evaluation.cases import Cases
from lwnb_core.local.naive_bayes import counts_votes
from lwnb_gui.qt.row_model import Align, Cell, Column
from lwnb_gui.state.curve_rows import CellRows, DifferingRows, FlippingRows, ListedRows, StableRows
from lwnb_gui.text import amount, probabilities, probability, shown, value_text
from lwnb_gui.views.wording.column_facts import facts

_BAR = 44  # pixels of a bar at least
_IN_RUNS = "in runs"


def columns_of(
    listed: ListedRows,
    data: Dataset,
    cases: Cases,
    attributes: Sequence[str],
    names: Sequence[str],
    shares: np.ndarray,
    votes: np.ndarray,
    one_run: bool,
    folds: bool,
) -> list[Column]:
    """The columns that suit the listed rows.

    Parameters
    ----------
    attributes
        Names of attributes to show a value of.
    names
        Of the learners whose probabilities are shown; the first two are the right and the wrong one.
    shares
        p(true class) by learner and row, NaN where it is not known yet. Shape (names, rows).
    votes
        KNN's votes for the true class and in all, NaN where they are not known. Shape (rows, 2).
    """
    classes = data.classes
    number = "The row’s number in the file, from 1."
    columns = [_texts("row", number, lambda i: str(int(listed.rows[i]) + 1), (str(len(data)),))]
    columns += [_attribute(data, listed, name) for name in attributes]
    truth = cases.classes[listed.cases]
    columns.append(_class("true", "The class in the file.", classes, lambda i: int(truth[i])))
    if isinstance(listed, DifferingRows):
        for j, name in enumerate(names):
            votes_column = name == "KNN"
            columns.append(_votes(j, shares, votes, listed.k) if votes_column else _share(j, name, shares))
        if not one_run:
            columns.append(_times(_IN_RUNS, listed.times, listed.tested))  # the rows are sorted by it
            for name, counts in zip(names, (listed.winner_right, listed.loser_right), strict=False):
                columns.append(_times(f"{name} right", counts, listed.tested, short=f"{name} ✓"))
    elif isinstance(listed, FlippingRows):
        for k, codes in zip(listed.ks, (listed.before, listed.after), strict=True):
            tip = f"{names[0]}’s prediction at k = {k}, with the training rows of the fold on the right."
            columns.append(_class(f"at k = {k}", tip, classes, lambda i, c=codes: int(c[i])))  # type: ignore[misc]
        if not one_run:
            columns.append(_times("flips", listed.times, listed.tested))
    elif isinstance(listed, CellRows):
        tip = f"{names[0]}’s prediction at k = {listed.k}, with the training rows of the fold on the right."
        columns.append(_class("predicted", tip, classes, lambda i: listed.given))
        if not one_run:
            columns.append(_times(_IN_RUNS, listed.times, listed.tested))
    elif isinstance(listed, StableRows):
        tip = f"{names[0]}’s prediction at k = {listed.k}."
        columns.append(_class("predicted", tip, classes, lambda i: int(listed.predicted[i])))
        tip = "The range of k around the current value over which the answer stays the same."
        for title, values in (("from k", listed.first), ("to k", listed.last), ("values of k", listed.width)):
            largest = f"{int(values.max(initial=0)):,}"
            columns.append(_texts(title, tip, lambda i, v=values: f"{int(v[i]):,}", (largest,)))  # type: ignore[misc]
    if folds:
        columns.append(_fold(listed, cases, one_run))
    if not any(column.bar for column in columns):  # these take what is left of the width
        columns = [replace(column, grow=math.inf) for column in columns]
    return columns


def _texts(
    title: str, tip: str, text: Callable[[int], str], samples: Sequence[str] = (), align: Align = "right"
) -> Column:
    return Column(
        title,
        lambda i: Cell(text(i)),
        tip=tip,
        align=align,
        row_tip=_row_tip(tip),
        inset=4,
        samples=tuple(Cell(sample, strong=True) for sample in samples),
    )


def _row_tip(tip: str) -> Callable[[int], str]:
    return lambda i: f"{tip}\nEnter or a double click explains the row."


def _attribute(data: Dataset, listed: ListedRows, name: str) -> Column:
    tip = f"The row’s value of {shown(name)}."
    if not data.attributes[data.index_of(name)].is_numeric:
        return _texts(
            shown(name), tip, lambda i: value_text(data.value(int(listed.rows[i]), name)), align="left"
        )
    known, values = facts(data, name), data.column(name)
    ends = known.text(known.low), known.text(known.high)
    return _texts(shown(name), tip, lambda i: known.text(float(values[listed.rows[i]])), ends)


def _class(title: str, tip: str, classes: Sequence[str], code: Callable[[int], int]) -> Column:
    cells = tuple(Cell(shown(name), marker=c) for c, name in enumerate(classes))
    unknown = Cell("?", marker=-1)
    return Column(
        title,
        lambda i: cells[code(i)] if code(i) >= 0 else unknown,
        tip=tip,
        row_tip=_row_tip(tip),
        most=150,
        inset=4,
        samples=cells,
    )


def _bar(
    title: str, tip: str, text: Callable[[int], str], share: Callable[[int], float], sample: str = "<0.001"
) -> Column:
    """Bars with a mark at one half; that of LWNB in the accent's colour."""
    ink = "accent" if title.startswith("LWNB") else "ink3"
    return Column(
        title,
        lambda i: Cell(text(i), bar=share(i), bar_ink=ink),
        tip=tip,
        row_tip=_row_tip(tip),
        grow=math.inf,
        inset=6,
        bar=_BAR,
        samples=(Cell(sample),),
        half_mark=True,
    )


def _share(j: int, name: str, shares: np.ndarray) -> Column:
    def text(i: int) -> str:
        value = float(shares[j, i])
        both = (value, 1 - value)  # of the true class, and of all others
        return "" if np.isnan(value) else probabilities(both, can_be_zero=counts_votes(name))[0]

    tip = (
        f"The probability that {name} gives the true class, with the training rows of the fold. The mark is "
        f"at one half."
    )
    return _bar(f"{name} p(true)", tip, text, lambda i: float(shares[j, i]))


def _votes(j: int, shares: np.ndarray, votes: np.ndarray, k: int) -> Column:
    """KNN's share of the votes, written as they were cast."""

    def text(i: int) -> str:
        mine, total = votes[i]
        if np.isnan(total):
            return "" if np.isnan(shares[j, i]) else probability(float(shares[j, i]))
        return f"{amount(float(mine))} of {amount(float(total))}"

    tip = (
        "How many of the rows up to the k-th, ties included, vote for the true class, with the training rows "
        "of the fold. The mark is at one half."
    )
    largest = f"{k:,} of {2 * k:,}"  # ties can let many more in
    return _bar("KNN votes", tip, text, lambda i: float(shares[j, i]), largest)


def _times(title: str, counts: np.ndarray, tested: np.ndarray, short: str = "") -> Column:
    tip = f"{title}: the number of runs for which this holds, out of those that tested the row."
    column = _texts(title, tip, lambda i: f"{int(counts[i])} of {int(tested[i])}")
    return replace(column, short_title=short, has_whole_title=True)


def _fold(listed: ListedRows, cases: Cases, one_run: bool) -> Column:
    def text(i: int) -> str:
        case = int(listed.cases[i])
        fold = int(cases.folds[case]) + 1
        return str(fold) if one_run else f"{int(cases.runs[case])}, {fold}"

    title = "fold" if one_run else "run, fold"
    column = _texts(title, f"The {title} that tested the row: its training rows explain it.", text)
    return replace(column, short_title="fold", has_whole_title=True)
