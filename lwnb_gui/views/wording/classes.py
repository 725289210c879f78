"""Which classes are listed, in which order, and which is the runner-up."""

from __future__ import annotations

from collections.abc import Sequence

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import tied_best
from lwnb_gui.text import LEAST_READABLE_PROBABILITY

# Every list has space for this many: the three most probable, three more learners' answers, the true class.
FEW = 7
_TOP = 3


def runner_up(explanation: Explanation, top: int | None = None) -> int | None:
    """Return the most probable class besides the predicted one (or `top`); None if there is only one."""
    return explanation.runner_up if top in (None, explanation.prediction) else explanation.prediction


def important(explanation: Explanation) -> tuple[int, ...]:
    """Return the classes that a reader looks for, most important first.

    These are LWNB's answer, the true class, the runner-up, every other learner's answer, and the third.
    """
    rank = explanation.ranked
    true = () if explanation.known_class is None else (explanation.known_class,)
    answers = predictions(explanation).values()
    return tuple(dict.fromkeys([rank[0], *true, *rank[1:2], *answers, *rank[2:_TOP]]))


def predictions(explanation: Explanation) -> dict[str, int]:
    """Return the class that each learner predicts, LWNB first."""
    others = {name: tied_best(chances.tolist())[0] for name, chances in explanation.others.items()}
    return {explanation.learner: explanation.prediction, **others}


def in_order(explanation: Explanation, fitting: int = FEW) -> tuple[int, ...]:
    """Return all classes in the order in which they are listed if `fitting` of them are visible."""
    return arranged(explanation.ranked, explanation.posterior.tolist(), important(explanation), fitting)


def arranged(
    ranked: Sequence[int], chances: Sequence[float], important: Sequence[int], fitting: int
) -> tuple[int, ...]:
    """Return the classes in header order if all fit, otherwise by posterior with important ones first.

    Classes that read `<0.001` stay in header order: nobody would understand why they change places at every
    step of k.
    """
    if len(ranked) <= fitting:
        return tuple(range(len(ranked)))
    rank_of = {c: i for i, c in enumerate(ranked)}

    def by_posterior(c: int) -> tuple[int, int]:
        readable = chances[c] >= LEAST_READABLE_PROBABILITY or c == ranked[0]
        return (0, rank_of[c]) if readable else (1, c)

    first = important[:fitting]
    rest = sorted((c for c in ranked if c not in first), key=by_posterior)
    filled = fitting - len(first)
    return (*sorted([*first, *rest[:filled]], key=by_posterior), *rest[filled:])


def in_sight(explanation: Explanation, fitting: int = FEW) -> tuple[int, ...]:
    """Return the classes of a list that cannot be scrolled: all, or as many as fit."""
    return in_order(explanation, fitting)[:fitting]


def absent(explanation: Explanation) -> tuple[int, ...]:
    """Return classes without a neighbour of positive weight: a numeric attribute rules them out."""
    if explanation.model is None:
        return ()
    return tuple([c for c, weight in enumerate(explanation.model.class_weights.tolist()) if weight <= 0])


def strongest(explanation: Explanation) -> tuple[int, ...]:
    """Return the predictors in order of their contribution to the prediction against the runner-up.

    They are in the file's order if there are no factors, or no class to compare with.
    """
    against = explanation.runner_up
    if explanation.log_contributions is None or against is None:
        return tuple(range(len(explanation.attributes)))
    odds = explanation.log_odds(explanation.prediction, against).tolist()[1:]
    return tuple(sorted(range(len(odds)), key=lambda j: -abs(odds[j])))
