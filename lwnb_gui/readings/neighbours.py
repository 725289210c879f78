"""What is said of the neighbourhood: how many are in, who is tied, how values compare with the instance."""

from __future__ import annotations

from typing import Literal

import numpy as np

from lwnb_core import Explanation
from lwnb_core.local.kernels import UNBOUNDED, VANISHING
from lwnb_core.local.neighbourhood import Neighbourhood
from lwnb_gui.text import count, fixed, number

Likeness = Literal["equal", "near", "far", "same", "differs"]
LIKENESS_TEXT: dict[Likeness, str] = {
    "equal": "equal to the instance’s",
    "near": "within 5 % of the range",
    "far": "farther than 5 % of the range",
    "same": "as in the instance",
    "differs": "differs from the instance",
}


def likeness(value: float, own: float, reach: float | None) -> Likeness:
    """How a value compares with the instance's; a missing one is unlike any other.

    `reach` is how far two numbers may be apart and still be near; None: the values are codes.
    """
    if reach is None:
        return "same" if value >= 0 and value == own else "differs"
    if value == own:
        return "equal"
    return "near" if abs(value - own) <= reach else "far"  # nothing is near to NaN


def weight_formula(explanation: Explanation) -> str:
    """The weights, written with d and dₖ."""
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None or neighbourhood.given_weights is not None:
        return "w = f(d)"
    if neighbourhood.kernel == "constant":
        return "w = 1"
    bandwidth = _bandwidth(explanation)
    if neighbourhood.kernel == "linear":
        return f"w = {neighbourhood.one:g} − d/{bandwidth}"
    return f"w = f(d/{bandwidth})"


def _is_next(explanation: Explanation) -> bool:
    return explanation.convention.bandwidth == "next" and "kernel" in explanation.settings


def _is_farthest(explanation: Explanation) -> bool:
    """Whether the bandwidth is the largest distance, whatever k is."""
    return explanation.neighbourhood is not None and explanation.neighbourhood.kernel in UNBOUNDED


def _bandwidth(explanation: Explanation) -> str:
    if _is_farthest(explanation):
        return "dₙ"
    return "dₖ₊₁" if _is_next(explanation) else "dₖ"


def weight_tip(explanation: Explanation) -> str:
    """What the weight of a neighbour is, with the kernel and the convention in force."""
    neighbourhood, formula = explanation.neighbourhood, weight_formula(explanation)
    if neighbourhood is None or neighbourhood.given_weights is not None:
        return f"The weight of the neighbour’s vote: {formula}."
    if neighbourhood.kernel == "constant":
        return f"The weight: {formula}. {bandwidth_tip(explanation)}"
    return f"The weight, by the kernel: {formula}. Nearer rows count more. {bandwidth_tip(explanation)}"


def bandwidth_tip(explanation: Explanation) -> str:
    """What the bandwidth is, and what a row at this distance counts for."""
    neighbourhood = explanation.neighbourhood
    if neighbourhood is not None and neighbourhood.kernel == "constant":
        return "All neighbours have the same weight, however far away they are."
    which = "the nearest row beyond the k-th neighbour" if _is_next(explanation) else "the k-th neighbour"
    if _is_farthest(explanation):
        which = "the farthest training row"
    return f"{_bandwidth(explanation)} is the distance to {which}. {at_bandwidth(explanation)}".strip()


def ties_tip(explanation: Explanation) -> str:
    """Why there can be more than k neighbours; nothing where all rows are neighbours anyway."""
    return "" if _is_farthest(explanation) else "With ties there are more than k neighbours."


def at_bandwidth(explanation: Explanation) -> str:
    """What a row at the bandwidth counts for; nothing where no kernel falls to 0 there."""
    neighbourhood, bandwidth = explanation.neighbourhood, _bandwidth(explanation)
    if neighbourhood is None or neighbourhood.given_weights is not None:
        return ""
    if neighbourhood.kernel in UNBOUNDED:
        return "The weight never falls to 0, so every training row is a neighbour."
    if neighbourhood.kernel not in VANISHING:
        return ""
    if neighbourhood.one > 1:
        return f"A row at exactly {bandwidth} has next to no weight."
    if explanation.convention.members == "weighted":
        return f"A row at exactly {bandwidth} has weight 0 and is not a neighbour."
    return f"A row at exactly {bandwidth} has weight 0: it counts in r but contributes nothing."


def summary(explanation: Explanation) -> tuple[str, ...]:
    """The neighbourhood in one line, longest wording first, so that the one that fits can be taken."""
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None or len(neighbourhood) == 0:
        return ("",)
    tied = tied_at_bandwidth(neighbourhood) if neighbourhood.tied.any() else 0
    who = _who(neighbourhood, explanation, tied)
    total = fixed(neighbourhood.total, 3)
    r = number(neighbourhood.r)
    return (
        f"{who} · weights add up to {total}, rescaled to {r}",
        f"{who} · weights add up to {total}",
        who,
        f"{len(neighbourhood):,} rows, {tied:,} tied" if tied else count(len(neighbourhood), "row"),
    )


def _who(neighbourhood: Neighbourhood, explanation: Explanation, tied: int) -> str:
    n, k = len(neighbourhood), explanation.settings.get("k")
    requested = "" if k is None else f"k = {int(k):,}, "
    if explanation.settings.get("kernel") in UNBOUNDED:
        return f"all {n:,} rows: this kernel never reaches 0"
    if tied:
        return f"{requested}{n:,} rows: {tied:,} tied at the bandwidth"
    if k is not None and n < int(k):
        return f"{requested}{n:,} rows: the others have weight 0"
    if k is not None and n > int(k):
        return f"{requested}{count(n, 'row')}"
    return f"{count(n, 'row')}, no further ties"


def tied_at_bandwidth(neighbourhood: Neighbourhood) -> int:
    """How many stand at the bandwidth: those let in by the tie, and the ones they are tied with."""
    beyond = int(np.count_nonzero(neighbourhood.tied))
    first = int(np.argmax(neighbourhood.tied))
    at = neighbourhood.distances[first]
    return beyond + int(np.count_nonzero(neighbourhood.distances[:first] == at))
