"""Lists in options: commas and blanks both separate."""

from __future__ import annotations

import re


def words_of(text: str) -> list[str]:
    """The words of a list such as `53,71 135`."""
    return [word for word in re.split(r"[,\s]+", text) if word]


def specs_of(text: str) -> list[str]:
    """The learners of a list such as `knn,lwnb:k=5,kernel=tricube nb`; settings belong to the one before."""
    specs: list[str] = []
    for word in words_of(text):
        if specs and "=" in word.partition(":")[0]:
            specs[-1] += f",{word}"
        else:
            specs.append(word)
    return specs
