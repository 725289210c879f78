"""The table of an experiment as plain texts, a column a figure, so that a spreadsheet can reckon with it."""

from __future__ import annotations

from collections.abc import Sequence

from lwnb_core.evaluation.experiment_result import Tally
from lwnb_core.evaluation.results_grid import SIGNS
from lwnb_gui.state.experiment_sheet import Sheet, SheetCell
from lwnb_gui.text import fixed

Texts = tuple[tuple[str, ...], list[tuple[str, ...]]]


def sheet_texts(sheet: Sheet, order: Sequence[str], with_paper: bool) -> Texts:
    """Heads, and a line a data set in the order given; below, wins/ties/losses against the base.

    For every learner its mean, standard deviation and mark; with the paper also the printed figure, its mark
    and the difference.
    """
    heads = ["data set"]
    for name in sheet.frame.names:
        heads += [name, f"{name} sd", f"{name} mark"]
        heads += [f"{name} paper", f"{name} paper mark", f"{name} difference"] if with_paper else []
    rows = [_line(sheet, name, with_paper) for name in order]
    if len(sheet.frame.names) > 1:
        rows.append(_tallies(sheet, with_paper))
    return tuple(heads), rows


def figure_columns(sheet: Sheet, with_paper: bool) -> frozenset[int]:
    """Which columns hold numbers."""
    each = 6 if with_paper else 3
    figures = (0, 1, 3, 5) if with_paper else (0, 1)
    return frozenset(1 + each * i + j for i in range(len(sheet.frame.names)) for j in figures)


def _line(sheet: Sheet, name: str, with_paper: bool) -> tuple[str, ...]:
    texts = [name]
    note = sheet.notes.get(name, "")
    for i in range(len(sheet.frame.names)):
        cell = sheet.cell(name, i)
        texts += _figures(cell, note)
        if with_paper:
            given = cell.printed
            printed = ("", "") if given is None else (f"{given.mean:.2f}", SIGNS[given.mark])
            met = cell.difference == "="
            texts += [*printed, "0.00" if met else cell.difference]
    return tuple(texts)


def _figures(cell: SheetCell, note: str) -> tuple[str, str, str]:
    if cell.failed or (note and not cell.done):
        return cell.error or note, "", ""
    if not cell.done:
        return "", "", ""
    mark = SIGNS[cell.result.mark] if cell.is_done else f"{cell.done} of {cell.total} folds"
    return fixed(cell.result.mean, 4), fixed(cell.result.sd, 4), mark


def _tallies(sheet: Sheet, with_paper: bool) -> tuple[str, ...]:
    texts = ["wins/ties/losses"]
    for i in range(len(sheet.frame.names)):
        own = i != sheet.frame.base
        texts += [_tally(sheet.tally(i)) if own else "base", "", ""]
        if with_paper:
            texts += [_tally(sheet.printed_tally(i)) if own else "", "", ""]
    return tuple(texts)


def _tally(tally: Tally) -> str:
    return f"{tally.wins}/{tally.ties}/{tally.losses}"
