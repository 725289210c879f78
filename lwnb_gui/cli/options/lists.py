"""Lists in options: commas and blanks both separate; column names, which may contain blanks, by commas
only.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable


def words_of(text: str) -> list[str]:
    """Return the words of a list such as `53,71 135`."""
    return [word for word in re.split(r"[,\s]+", text) if word]


def columns_of(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names in lists such as `id,birth date`; a name with a comma is in double quotes."""
    rows = (row for text in texts for row in csv.reader([text], skipinitialspace=True))
    return tuple(name for row in rows for name in row if name)


def specs_of(text: str) -> list[str]:
    """Return the learners of a list such as `knn,lwnb:k=5,kernel=tricube nb`, with their settings."""
    specs: list[str] = []
    for word in words_of(text):
        if specs and "=" in word.partition(":")[0]:
            specs[-1] += f",{word}"
        else:
            specs.append(word)
    return specs
