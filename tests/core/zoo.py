"""Every learner under every convention, for tests of what holds for all of them."""

from __future__ import annotations

from dataclasses import replace

import lwnb_core as lw


def learners(convention: str, k: int = 3) -> list[lw.Learner]:
    """Return the four learners of the paper's first experiment, and two of them discretised."""
    return [
        lw.LWNB(k, convention),
        lw.LWNB(k, convention, kernel="gaussian"),
        lw.LWNB(k, convention, kernel="tricube", eq6="printed"),
        lw.KNN(k, convention),
        lw.KNNDW(k, convention),
        lw.NB(convention),
        lw.Discretised(lw.LWNB(k, convention)),
        lw.Discretised(lw.NB(convention)),
    ]


def with_k(learner: lw.Learner, k: int) -> lw.Learner:
    """Return the same learner with another k."""
    if isinstance(learner, lw.Discretised):
        return replace(learner, learner=with_k(learner.learner, k))
    return replace(learner, k=k)  # type: ignore[type-var]  # learners are dataclasses


ALL = [learner for convention in lw.CONVENTIONS for learner in learners(convention)]
LOCAL = [learner for learner in ALL if "k" in learner.settings]


def label(learner: lw.Learner) -> str:
    """Return a name for a test, such as `LWNBD paper linear`."""
    settings = learner.settings
    return " ".join(
        str(part) for part in (learner.name, settings["convention"], settings.get("kernel")) if part
    )
