"""What the table of rows shows, column by column, for each kind of list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from lwnb_core import Dataset
from lwnb_core.evaluation.curve_result import Cases
from lwnb_gui.state.column_facts import facts
from lwnb_gui.state.curve_rows import CellRows, DifferingRows, FlippingRows, FoundRows, StableRows
from lwnb_gui.text import amount, probability, shown, value_text

Kind = Literal["number", "text", "class", "share"]


@dataclass(frozen=True)
class Column:
    """Head, tooltip, how it looks, its least and (0: any) largest width, and the text (and class or share) of
    a row; `samples` are texts that its width must hold.
    """

    head: str
    tip: str
    kind: Kind
    width: float
    text: Callable[[int], str]
    code: Callable[[int], int] | None = None
    share: Callable[[int], float] | None = None
    most: float = 0.0
    samples: tuple[str, ...] = ()

    @property
    def is_figures(self) -> bool:
        return self.kind in ("number", "share")


def columns_of(
    found: FoundRows,
    data: Dataset,
    cases: Cases,
    attributes: Sequence[str],
    names: Sequence[str],
    shares: np.ndarray,
    votes: np.ndarray,
    one_run: bool,
    folds: bool,
) -> list[Column]:
    """The columns that suit what was found.

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
    columns = [
        Column(
            "row",
            "The row’s number in the file, from 1.",
            "number",
            44,
            lambda i: str(int(found.rows[i]) + 1),
            samples=(str(len(data)),),
        )
    ]
    columns += [_attribute(data, found, name) for name in attributes]
    truth = cases.classes[found.cases]
    columns.append(_class("true", "The class that the file gives.", classes, lambda i: int(truth[i])))
    if isinstance(found, DifferingRows):
        for j, name in enumerate(names):
            votes_column = name == "KNN"
            columns.append(_votes(j, shares, votes, found.k) if votes_column else _share(j, name, shares))
        if not one_run:
            for name, counts in zip(names, (found.winner_right, found.loser_right), strict=False):
                columns.append(_times(f"{name} right", counts, found.tested))
    elif isinstance(found, FlippingRows):
        for k, codes in zip(found.ks, (found.before, found.after), strict=True):
            words = f"What it says at k = {k}, with the training rows of the fold at the right."
            columns.append(_class(f"at k = {k}", words, classes, lambda i, c=codes: int(c[i])))  # type: ignore[misc]
        if not one_run:
            columns.append(_times("flips", found.times, found.tested))
    elif isinstance(found, CellRows):
        words = f"What it says at k = {found.k}, with the training rows of the fold at the right."
        columns.append(_class("called", words, classes, lambda i: found.given))
        if not one_run:
            columns.append(_times("in runs", found.times, found.tested))
    elif isinstance(found, StableRows):
        words = f"What it says at k = {found.k}."
        columns.append(_class("says", words, classes, lambda i: int(found.predicted[i])))
        for head, values in (("from k", found.first), ("to k", found.last), ("k in all", found.width)):
            columns.append(
                Column(
                    head,
                    "The stretch of k around the current one over which the answer stays the same.",
                    "number",
                    58,
                    lambda i, v=values: f"{int(v[i]):,}",  # type: ignore[misc]
                    samples=(f"{int(values.max(initial=0)):,}",),
                )
            )
    if folds:
        columns.append(_fold(found, cases, one_run))
    return columns


def _attribute(data: Dataset, found: FoundRows, name: str) -> Column:
    tip = f"The row’s value of {shown(name)}."
    if not data.attributes[data.index_of(name)].is_numeric:
        return Column(
            shown(name), tip, "text", 36, lambda i: value_text(data.value(int(found.rows[i]), name)), most=60
        )
    known, values = facts(data, name), data.column(name)
    ends = known.text(known.low), known.text(known.high)
    return Column(
        shown(name), tip, "number", 44, lambda i: known.text(float(values[found.rows[i]])), samples=ends
    )


def _class(head: str, tip: str, classes: Sequence[str], code: Callable[[int], int]) -> Column:
    names = tuple(shown(name) for name in classes)
    return Column(
        head,
        tip,
        "class",
        60,
        lambda i: names[code(i)] if code(i) >= 0 else "?",
        code,
        most=150,
        samples=names,
    )


def _share(j: int, name: str, shares: np.ndarray) -> Column:
    def text(i: int) -> str:
        value = float(shares[j, i])
        return "" if np.isnan(value) else probability(value)

    tip = f"What {name} gives the true class, with the training rows of the fold. The mark is at one half."
    return Column(f"{name} p(true)", tip, "share", 88, text, share=lambda i: float(shares[j, i]))


def _votes(j: int, shares: np.ndarray, votes: np.ndarray, k: int) -> Column:
    """KNN's share of the votes, in words as they were cast."""

    def text(i: int) -> str:
        mine, total = votes[i]
        if np.isnan(total):
            return "" if np.isnan(shares[j, i]) else probability(float(shares[j, i]))
        return f"{amount(float(mine))} of {amount(float(total))}"

    tip = (
        "How many of the rows up to the k-th, ties included, vote for the true class, with the training rows "
        "of the fold. The mark is at one half."
    )
    samples = (f"{k:,} of {2 * k:,}",)  # ties can let many more in
    return Column("KNN votes", tip, "share", 88, text, share=lambda i: float(shares[j, i]), samples=samples)


def _times(head: str, counts: np.ndarray, tested: np.ndarray) -> Column:
    tip = f"{head}: in how many of the runs in which the row was tested."
    return Column(head, tip, "number", 60, lambda i: f"{int(counts[i])} of {int(tested[i])}")


def _fold(found: FoundRows, cases: Cases, one_run: bool) -> Column:
    def text(i: int) -> str:
        case = int(found.cases[i])
        fold = int(cases.folds[case]) + 1
        return str(fold) if one_run else f"{int(cases.runs[case])}, {fold}"

    head = "fold" if one_run else "run, fold"
    tip = f"The {head} that tested the row: its training rows explain it."
    return Column(head, tip, "number", 40, text)
