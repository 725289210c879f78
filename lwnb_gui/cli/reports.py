"""`--html OUT`: the reports of the window, written without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_core import Dataset, ExperimentResult, Learner
from lwnb_core.data import atomic_write
from lwnb_gui.render.curve_report import curve_report, study_script
from lwnb_gui.render.experiment_report import experiment_report
from lwnb_gui.render.explain_report import explanation_report
from lwnb_gui.render.facts import data_facts, settings_facts, version_facts
from lwnb_gui.render.html import to_html
from lwnb_gui.render.scripts import row_script
from lwnb_gui.render.study_scripts import experiment_script
from lwnb_gui.views.view import Subject

if TYPE_CHECKING:
    from lwnb_core.data.align import Unknown
    from lwnb_gui.cli.curve import Study
    from lwnb_gui.cli.explain import Answer


def write_explanation(
    answer: Answer, learner: Learner, path: Path, *, leave_out: bool = True, unknown: Unknown = "refuse"
) -> None:
    """Write the report on one row: what `lwnb explain` shows, with its figures."""
    data, instances, explanation = answer.data, answer.instances, answer.with_others()
    values = {a.name: explanation.value(j) for j, a in enumerate(explanation.attributes)}
    changes = {name: values[name] for name in explanation.changed if name in values}
    row = explanation.row if explanation.row is not None else 0
    test = instances if answer.is_of_test_file else None
    script = row_script(data, learner, row, changes, leave_out=leave_out, test=test, unknown=unknown)
    facts = (("learner", learner.name), *settings_facts(learner.settings), *data_facts(data))
    if test is not None:
        facts = (*facts, *data_facts(test, "test file"))
    report = explanation_report(
        Subject(explanation, answer.sweep(), answer.selection, data=data, instances=instances),
        facts=(*facts, *version_facts()),
        script=script,
    )
    atomic_write(path, to_html(report))


def write_study(study: Study, path: Path, *, log: bool = True) -> None:
    """Write the report on a curve study."""
    script = study_script(study.result, study.reading, log=log)
    report = curve_report(study.data, study.reading, script=script, log=log)
    atomic_write(path, to_html(report))


def write_experiment(
    result: ExperimentResult,
    datasets: Mapping[str, Dataset],
    learners: Sequence[Learner],
    path: Path,
    measure: str = "accuracy",
) -> None:
    """Write the report on an experiment."""
    script = experiment_script(
        datasets, learners, runs=result.runs, folds=result.folds, base=result.base, measure=measure
    )
    report = experiment_report(result, datasets, measure=measure, script=script)
    atomic_write(path, to_html(report))
