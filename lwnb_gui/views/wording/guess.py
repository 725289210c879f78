"""Sentences about a guess: who was right, what the learners predict, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_core import Explanation
from lwnb_gui.text import class_names, listed, probabilities
from lwnb_gui.views.wording.classes import predictions

if TYPE_CHECKING:
    from lwnb_gui.teaching.guessing import Score


# A live page, which counts the guesses itself, uses the same words.
SAYINGS = {
    "score": "You: {right} of {guesses} right",
    "last": "That was the last row.",
}


def score_text(score: Score) -> str:
    """Return a text such as `You: 7 of 9 right; LWNB 8, NB 6, KNN 7, KNNDW 7`."""
    if score.guesses == 0:
        return "no guesses yet"
    others = ", ".join(f"{name} {right}" for name, right in score.learners)
    mine = SAYINGS["score"].format(right=score.right, guesses=score.guesses)
    return mine + (f"; {others}" if others else "")


def verdict(
    guess: int, explanation: Explanation, *, unknown: str = "The true class is not known."
) -> tuple[bool | None, str]:
    """Return whether the guess was right (None: unknown), and the sentence that says so.

    `unknown` is what is said of a true class that is not there: it may only not be told.
    """
    classes = class_names(explanation.classes, explanation.class_attribute)
    true, said = explanation.known_class, explanation.prediction
    sure = probabilities(explanation.posterior.tolist(), can_be_zero=False)[said]
    if true is None:
        said_so = (
            "LWNB agrees with you: it says" if guess == said else f"You said {classes[guess]}. LWNB says"
        )
        return None, f"{said_so} {classes[said]} ({sure}). {unknown}".strip()
    right = guess == true
    mine = f"Right: it is {classes[true]}." if right else f"It is {classes[true]}, not {classes[guess]}."
    said_by = predictions(explanation)
    wrong = [name for name, code in said_by.items() if code != true]
    if not wrong:
        all_learners = "All learners are" if len(said_by) > 1 else "LWNB is"
        rest = f"{all_learners} right; LWNB gives this class a probability of {sure}."
    elif said == true:
        rest = f"LWNB is right ({sure}); {listed(wrong)} {'is' if len(wrong) == 1 else 'are'} wrong."
    else:
        rest = f"LWNB says {classes[said]} ({sure}) and is wrong" + (
            f", as {'is' if len(wrong) == 2 else 'are'} {listed(wrong[1:])}."
            if len(wrong) > 1
            else "; the others are right."
        )
    return right, f"{mine} {rest}"
