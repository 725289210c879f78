"""The explanations shared with the neighbouring folders."""

from __future__ import annotations

from tests.cases import awkward, checkers, iris, soybean, vote

__all__ = ["awkward", "checkers", "iris", "soybean", "vote"]
