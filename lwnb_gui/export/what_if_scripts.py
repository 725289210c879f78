"""What if and confusion as short Python scripts that give the same numbers and figures."""

from __future__ import annotations

from lwnb_gui.export.scripts import every_test_row, explanation_script
from lwnb_gui.state import Query
from lwnb_gui.views.script import literal


def what_if_script(query: Query, attribute: str) -> str:
    """The smallest changes that flip the answer, and the posterior over one attribute."""
    script = explanation_script(query, "what if", explain=False)
    script.add(
        f"result = {script.of_instance('lw.what_if', 'model')}",
        'print("now", result.classes[result.prediction])',
        "for change in result.smallest:",
        "    after = result.classes[change.prediction]",
        '    print(change.name, change.before, change.value, f"{change.distance:.3f}", after, sep="\\t")',
        "row = result.row",
        "if row is not None:",
        '    print("row", row.row + 1, result.classes[row.prediction], dict(row.values))',
        "",
        f"view = {script.of_instance('lw.dependence', 'model', attribute=literal(attribute))}",
    )
    script.figure("dependence(view)", "dependence.svg")
    return script.text


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
