"""The learners of a study, whose own k does not matter. No Qt in here."""

from __future__ import annotations

from dataclasses import replace

from lwnb_core import KNN, LWNB, Learner

# A learner's own k does not matter to its curve; using the same k for all makes equal settings equal.
ANY_K = 50


def has_k(learner: Learner) -> bool:
    return "k" in learner.settings


def at_any_k(learner: Learner) -> Learner:
    """Return the learner with the k that stands for all."""
    return at_k(learner, ANY_K)


def at_k(learner: Learner, k: int) -> Learner:
    """Return the learner with this k, if it has one."""
    return replace(learner, k=k) if isinstance(learner, LWNB | KNN) else learner
