"""What is said of the rows behind the curves: how many there are, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lwnb_core import Dataset
from lwnb_gui.state.curve_result import StudyResult
from lwnb_gui.state.curve_rows import CellRows, DifferingRows, FlippingRows, ListedRows, StableRows
from lwnb_gui.text import class_names, count


def count_message(listed: ListedRows, result: StudyResult) -> str:
    """How many rows are listed, and for which k."""
    several = result.study.evaluation == "repeated-cv"
    if isinstance(listed, StableRows):
        half = int(np.median(listed.width)) if len(listed) else 0
        least = " (least stable run)" if several else ""
        return (
            f"around k = {listed.k}: half of the rows keep their answer for at least "
            f"{count(half, 'value')} of k{least}"
        )
    where = f"at k = {listed.k}" if isinstance(listed, DifferingRows | CellRows) else ""
    if isinstance(listed, FlippingRows):
        where = f"between k = {listed.ks[0]} and {listed.ks[1]}"
    if several:
        return f"{where}: {count(listed.always, 'row')} in all runs, {len(listed):,} in at least one"
    return f"{where}: {count(len(listed), 'row')}"


def empty_message(listed: ListedRows, names: Sequence[str], data: Dataset) -> str:
    """What was looked for in vain."""
    if isinstance(listed, CellRows):
        classes = class_names(data.classes, data.class_attribute.name)
        true, given = classes[listed.true], classes[listed.given]
        return f"At k = {listed.k}, {names[0]} does not predict {given} for any row of {true}."
    if isinstance(listed, DifferingRows):
        return f"At k = {listed.k}, {names[0]} is never right where {names[1]} is wrong."
    if isinstance(listed, FlippingRows):
        return f"{names[0]} gives the same answers at k = {listed.ks[0]} and k = {listed.ks[1]}."
    return "No row was tested."
