"""The list of instances as a table: true classes, and what each learner says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Rows
from lwnb_gui.state.predictions import LEARNERS
from lwnb_gui.text import shown
from lwnb_gui.views.tables import LazyRows, TextTable


def instances_table(
    rows: Rows,
    true: NDArray[np.int32],
    classes: Sequence[str],
    predicted: Sequence[NDArray[np.intp]],
    at: NDArray[np.intp] | None,
    may_say: Callable[[int], bool],
) -> TextTable:
    """Row numbers from 1 with classes in words.

    Parameters
    ----------
    at
        Places of these rows in `predicted`; None: each in its own.
    may_say
        Whether the class of a row may be told; while it is to be guessed it may not.
    """

    def name(code: int) -> str:
        return shown(classes[code]) if code >= 0 else "?"

    def line(i: int) -> list[str]:
        row, position = int(rows[i]), i if at is None else int(at[i])
        if not may_say(row):
            return [str(row + 1), *([""] * (1 + len(LEARNERS)))]
        answers = [name(int(codes[position])) for codes in predicted] or [""] * len(LEARNERS)
        return [str(row + 1), name(int(true[i])), *answers]

    return TextTable(["row", "true", *LEARNERS], LazyRows(len(rows), line), frozenset({0}))
