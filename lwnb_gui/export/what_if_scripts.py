"""Confusion as a short Python script that gives the same numbers and figure."""

from __future__ import annotations

from lwnb_gui.export.scripts import every_test_row, explanation_script
from lwnb_gui.state import Query


def confusion_script(query: Query) -> str:
    """One confusion matrix for each of the four learners, each row left out of its own training rows."""
    script = explanation_script(query, "confusion", explain=False)
    used, fit, predict = every_test_row(script, query)
    script.add(
        "view = []",
        "for learner in (model.learner, *model.learner.rivals):",
        f"    predicted = learner.{fit}.{predict}",
        f"    view.append(figures.confusion_matrix(learner.name, {used}.classes, true, predicted))",
        '    print(learner.name, f"{view[-1].accuracy:.2f} %", view[-1].matrix.tolist())',
    )
    script.figure("confusion(view)", "confusion.svg")
    return script.text
