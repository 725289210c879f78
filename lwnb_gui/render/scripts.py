"""Each view of one instance as a short Python script that gives the same numbers and figure.

Every script begins in the same way: the data, the part that is used, the training rows, the learner, the
explanation. The rest is specific to the view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lwnb_core import Dataset, Learner
from lwnb_core.data.align import Unknown
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import Fold, HeldOut, TestFile
from lwnb_gui.render.python import learner_code, open_data, open_test_file
from lwnb_gui.text import printable
from lwnb_gui.views.script import Script, call, literal
from lwnb_gui.views.view import View


def explanation_script(query: Query, view: str = "", *, explain: bool = True) -> Script:
    """Write data, model and explanation; `view` says what the script is about."""
    script = Script(
        _about(query, view),
        instances="test" if isinstance(query.test_rows, TestFile) else "data",
        row=query.row,
        changes=query.changed_values if query.changes else {},
    )
    if not query.data.source:  # then the data themselves are in the script
        query = query.without_unused_columns()
    open_data(script, query.data)
    if isinstance(query.test_rows, TestFile):
        open_test_file(script, query.test_rows.data, query.data, query.unused)
    used = "data"
    if query.unused:
        script.add(f"used = data.without({literal(query.unused)})")
        used = "used"
    rows = _training(script, query)
    script.add("")
    model = f"{learner_code(query.learner)}.fit({', '.join([used, *rows])})"
    script.add(f"model = {model}")
    if explain:
        script.add(f"explanation = {script.of_instance('model.explain')}")
    return script


def view_script(view: View[Any], reading: Any, query: Query, **options: Any) -> str | None:
    """Return the script of a view; None if it has none. Options are passed to the view's `script`."""
    if not view.has_script:
        return None
    script = explanation_script(query, view.title.lower(), explain=view.script_explains)
    write: Callable[..., None] = view.script
    write(script, reading, query, **options)
    return script.text


def row_script(
    data: Dataset,
    learner: Learner,
    row: int,
    changes: Mapping[str, float | str | None] | None = None,
    *,
    leave_out: bool = True,
    test: Dataset | None = None,
    unknown: Unknown = "refuse",
) -> str:
    """Return the script for any learner and one row, of its training data or of a test file."""
    script = Script(f"{printable((data if test is None else test).name)}, row {row + 1}, {learner.name}")
    open_data(script, data)
    if test is not None:
        open_test_file(script, test, data, unknown=unknown)
    given = {"row": str(row)}
    if changes:
        given["changes"] = literal(dict(changes))
    if not leave_out:
        given["leave_out"] = "False"
    script.add(
        "",
        f"model = {learner_code(learner)}.fit(data)",
        f"explanation = {call('model.explain', 'data' if test is None else 'test', **given)}",
        "for name, p in zip(explanation.classes, explanation.posterior):",
        '    print(name, f"{p:.6f}", sep="\\t")',
    )
    return script.text


def _training(script: Script, query: Query) -> list[str]:
    """Write the training rows, as arguments of `fit`: none if every row is a training row."""
    match query.test_rows:
        case HeldOut(percent=percent, seed=seed):
            script.add(f"training, tested = lw.hold_out(data, {percent}, seed={seed})")
        case Fold(run=run, fold=fold, folds=folds):
            script.add(
                f"# The training rows of run {run}, fold {fold}: those that produced this answer.",
                f"training, tested = list(lw.weka_folds(data, run={run}, folds={folds}))[{fold - 1}]",
            )
        case _:
            return []
    return ["training"]


def _about(query: Query, view: str) -> str:
    what = f", {view}" if view else ""
    return f"{printable(query.instances.name)}, row {query.row + 1}, k = {query.k}{what}"
