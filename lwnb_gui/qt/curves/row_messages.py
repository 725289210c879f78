"""What is said of the rows behind the curves: how many there are, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lwnb_gui.state.curve_result import StudyResult
from lwnb_gui.state.curve_rows import CellRows, DifferingRows, FlippingRows, ListedRows, StableRows
from lwnb_gui.text import count, shown


def count_message(found: ListedRows, result: StudyResult) -> str:
    """How many were found, and where."""
    several = result.study.evaluation == "repeated-cv"
    if isinstance(found, StableRows):
        half = int(np.median(found.width)) if len(found) else 0
        least = ", of the runs the least" if several else ""
        return f"around k = {found.k}: half of the rows hold over {half:,} k or more{least}"
    where = f"at k = {found.k}" if isinstance(found, DifferingRows | CellRows) else ""
    if isinstance(found, FlippingRows):
        where = f"between k = {found.ks[0]} and {found.ks[1]}"
    if several:
        return f"{where}: {count(found.always, 'row')} in all runs, {len(found):,} in at least one"
    return f"{where}: {count(len(found), 'row')}"


def empty_message(found: ListedRows, names: Sequence[str], classes: Sequence[str]) -> str:
    """What was looked for in vain."""
    if isinstance(found, CellRows):
        true, given = (shown(classes[code]) for code in (found.true, found.given))
        return f"At k = {found.k} {names[0]} calls no row of {true} {given}."
    if isinstance(found, DifferingRows):
        return f"At k = {found.k} {names[0]} is nowhere right where {names[1]} is wrong."
    if isinstance(found, FlippingRows):
        return f"No answer of {names[0]} at k = {found.ks[0]} is another at k = {found.ks[1]}."
    return "No row was tested."
