"""Explanations that the tests of readings share."""

from __future__ import annotations

from functools import cache

import lwnb_core as lw


@cache
def explained(name: str, row: int, k: int = 50, convention: str = "paper") -> lw.Explanation:
    """Explain a row of a sample, counted from 1, by LWNB."""
    data = lw.sample(name)
    return lw.LWNB(k=min(k, len(data) - 1), convention=convention).fit(data).explain(data, row=row - 1)
