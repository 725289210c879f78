"""Which learners share one pass over the training rows.

LWNB, KNN and KNNDW with the same settings look at the same neighbours, whatever their k: one pass computes
and sorts the distances for all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from lwnb_core.learners.base import Learner
from lwnb_core.learners.discretisation.discretised import Discretised
from lwnb_core.learners.knn import KNN
from lwnb_core.learners.lwnb import LWNB

FIRST_ROW = "ranges of the first row"


def inside(learner: Learner) -> Learner:
    """Return the learner inside a discretised one; otherwise the learner itself."""
    return learner.learner if isinstance(learner, Discretised) else learner


def view_of(learner: Learner) -> Hashable:
    """Return how a learner sees the rows, equal for learners that see the same attributes and values.

    None means unchanged. Otherwise the rows are discretised, or the attributes that the first row lacks are
    flattened.
    """
    if isinstance(learner, Discretised):
        return learner.cut, learner.convention.counting
    if isinstance(learner, KNN) and learner.knn_ranges == "first":
        return FIRST_ROW
    return None


def depends_on_order(learner: Learner) -> bool:
    """Whether each test row of a fold widens the ranges for those after it, as in Weka."""
    inner = inside(learner)
    return isinstance(inner, LWNB | KNN) and inner.convention.ranges != "training"


def shared_passes(learners: Sequence[Learner]) -> list[list[int]]:
    """Return positions of learners that share a pass, an LWNB first if there is one; other learners alone."""
    passes: dict[Hashable, list[int]] = {}
    for i, learner in enumerate(learners):
        inner = inside(learner)
        if isinstance(inner, LWNB):
            settings = (view_of(learner), inner.convention, inner.kernel, inner.eq6)
            passes.setdefault(settings, []).append(i)
        elif not isinstance(inner, KNN):
            passes[i] = [i]
    for i, learner in enumerate(learners):
        inner = inside(learner)
        if isinstance(inner, KNN):  # has no kernel of its own: any LWNB with its convention will do
            own = (view_of(learner), inner.convention)
            host = next((key for key in passes if isinstance(key, tuple) and key[:2] == own), own)
            passes.setdefault(host, []).append(i)
    return list(passes.values())
