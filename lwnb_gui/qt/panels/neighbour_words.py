"""The neighbourhood in one line: how many are in, who is tied, and how the weights were rescaled."""

from __future__ import annotations

import numpy as np

from lwnb_core import Explanation
from lwnb_core.local.kernels import UNBOUNDED
from lwnb_core.local.neighbourhood import Neighbourhood
from lwnb_gui.text import fixed, number

_FORMULAS = {
    "linear": "w = 1 − d/d_k",
    "constant": "w = 1",
}


def weight_head(explanation: Explanation) -> str:
    """The head of the weights' column: the kernel, written with d and d_k."""
    return _FORMULAS.get(str(explanation.settings.get("kernel")), "w = f(d/d_k)")


def summary(explanation: Explanation) -> tuple[str, ...]:
    """The line, longest wording first, so that the one that fits can be taken; `d_k` stands for dₖ."""
    found = explanation.neighbourhood
    if found is None or len(found) == 0:
        return ("",)
    tied = tied_at_bandwidth(found) if found.tied.any() else 0
    who = _who(found, explanation, tied)
    total = fixed(found.total, 3)
    r = number(found.r)
    return (
        f"{who} · Σw = {total} · w′ = w · {r} / {total}",
        f"{who} · Σw = {total}",
        who,
        _briefly(found, tied),
    )


def _who(found: Neighbourhood, explanation: Explanation, tied: int) -> str:
    n, k = len(found), explanation.settings.get("k")
    asked = "" if k is None else f"k = {int(k):,}, "
    if explanation.settings.get("kernel") in UNBOUNDED:
        return f"all {n:,} rows in: this kernel never reaches 0"
    if tied:
        return f"{asked}{n:,} in: {tied:,} tied at d_k"
    if k is not None and n < int(k):
        return f"{asked}{n:,} in: the rest have weight 0"
    if k is not None and n > int(k):
        return f"{asked}{n:,} in"
    return f"{n:,} in, none tied beyond the {ordinal(n)}"


def _briefly(found: Neighbourhood, tied: int) -> str:
    """How many are in, and how many of them by a tie: that is said even where there is room for no more."""
    return f"{len(found):,} in, {tied:,} tied" if tied else f"{len(found):,} in"


def tied_at_bandwidth(found: Neighbourhood) -> int:
    """How many stand at the bandwidth: those let in by the tie, and the ones they are tied with."""
    beyond = int(np.count_nonzero(found.tied))
    first = int(np.argmax(found.tied))
    at = found.distances[first]
    return beyond + int(np.count_nonzero(found.distances[:first] == at))


def ordinal(n: int) -> str:
    """`1st`, `2nd`, `50th`."""
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n:,}{ending}"
