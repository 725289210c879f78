"""Texts about the bandwidth, and the weights that follow from it."""

from __future__ import annotations

from lwnb_core import Explanation
from lwnb_core.local.kernels import UNBOUNDED, VANISHING
from lwnb_core.local.neighbourhood import Neighbourhood
from lwnb_gui.text import amount, distance_text


def weight_formula(explanation: Explanation) -> str:
    """Return the formula of the weights, with d and dₖ."""
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


def is_farthest(explanation: Explanation) -> bool:
    """Whether the bandwidth is the largest distance, whatever k is."""
    return explanation.neighbourhood is not None and explanation.neighbourhood.kernel in UNBOUNDED


def _bandwidth(explanation: Explanation) -> str:
    if is_farthest(explanation):
        return "dₙ"
    return "dₖ₊₁" if _is_next(explanation) else "dₖ"


def weight_tip(explanation: Explanation) -> str:
    """Explain the weight of a neighbour, with the kernel and convention in force."""
    neighbourhood, formula = explanation.neighbourhood, weight_formula(explanation)
    if neighbourhood is None or neighbourhood.given_weights is not None:
        return f"The weight of the neighbour’s vote: {formula}."
    if neighbourhood.kernel == "constant":
        return f"The weight: {formula}. {bandwidth_tip(explanation)}"
    return f"The weight, by the kernel: {formula}. Nearer rows count more. {bandwidth_tip(explanation)}"


def bandwidth_tip(explanation: Explanation) -> str:
    """Explain the bandwidth, and how much a row at this distance counts."""
    neighbourhood = explanation.neighbourhood
    if neighbourhood is not None and neighbourhood.kernel == "constant":
        return "All neighbours have the same weight, however far away they are."
    which = "the nearest row beyond the k-th neighbour" if _is_next(explanation) else "the k-th neighbour"
    if is_farthest(explanation):
        which = "the farthest training row"
    return f"{_bandwidth(explanation)} is the distance to {which}. {at_bandwidth(explanation)}".strip()


def ties_tip(explanation: Explanation) -> str:
    """Explain why there can be more than k neighbours; empty if all rows are neighbours anyway."""
    return "" if is_farthest(explanation) else "With ties there are more than k neighbours."


def at_bandwidth(explanation: Explanation) -> str:
    """Say how much a row at the bandwidth counts; empty if the kernel does not fall to 0 there."""
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


def bandwidth_is(explanation: Explanation) -> str:
    """Return a sentence such as `The bandwidth is the distance to neighbour number 50: 0.3274`."""
    assert explanation.neighbourhood is not None
    h, k = distance_text(explanation.neighbourhood.bandwidth), explanation.settings.get("k")
    if is_farthest(explanation):
        return f"The bandwidth is the distance to the farthest training row: {h}"
    if k is None:
        return f"The bandwidth is {h}"
    which = "neighbour k + 1" if _is_next(explanation) else f"neighbour number {int(k)}"
    return f"The bandwidth is the distance to {which}: {h}"


def in_brief(neighbourhood: Neighbourhood) -> tuple[str, str]:
    """Return `bandwidth 0.3274` and `50 neighbours`."""
    neighbours = "neighbour" if neighbourhood.r == 1 else "neighbours"
    return f"bandwidth {distance_text(neighbourhood.bandwidth)}", f"{amount(neighbourhood.r)} {neighbours}"
