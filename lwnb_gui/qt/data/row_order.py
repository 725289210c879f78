"""Filtering and sorting the rows of the table, off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset
from lwnb_core.data.dataset import Rows
from lwnb_gui.app.row_filter import rows_with
from lwnb_gui.views.wording.column_facts import facts

ROW = -1  # the "column" of row numbers


@dataclass(frozen=True)
class RowOrder:
    """The filter and the order of the table of rows.

    Attributes
    ----------
    text
        Rows that it describes, by text and conditions; case does not matter.
    code
        Rows of this class only; -1 for rows without a class, None for all.
    column
        Sort by this attribute; ROW for the order of the file.
    """

    text: str = ""
    code: int | None = None
    column: int = ROW
    descending: bool = False


def arrange(data: Dataset, order: RowOrder, check: Callable[[], None] = lambda: None) -> Rows:
    """Return row positions in the requested order; `check` is called now and then and may raise."""
    rows = np.arange(len(data), dtype=np.intp)
    if order.code is not None and data.class_index is not None:
        rows = rows[data.class_codes == order.code]
    if order.text.strip():
        rows = rows[rows_with(data, order.text, lambda *_: check())[rows]]
    check()
    if order.column == ROW:
        return rows[::-1] if order.descending else rows
    keys = _keys(data, order.column)[rows]
    check()
    absent = data.missing(order.column)[rows]
    if order.descending:
        keys = -keys
    # Missing values are last in either direction, because they are never what one looks for.
    present, gone = rows[~absent], rows[absent]
    return np.concatenate([present[np.argsort(keys[~absent], kind="stable")], gone])


def _keys(data: Dataset, j: int) -> NDArray[np.float64]:
    """Return sort keys: numbers by size, nominal values in declared order, text alphabetically."""
    attribute = data.attributes[j]
    if attribute.kind == "string":
        texts = np.array([str(v).casefold() if v is not None else "" for v in data.column(j)], dtype=object)
        return np.unique(texts, return_inverse=True)[1].astype(np.float64)
    return np.asarray(data.column(j), dtype=np.float64)


def cell_text(data: Dataset, row: int, j: int) -> str:
    """Return one value as the table shows it."""
    value = data.value(row, j)
    if value is None:
        return "?"
    if isinstance(value, str):
        return value
    return facts(data, data.attributes[j].name).exact(value, lost=1e-3).replace("-", "−")
