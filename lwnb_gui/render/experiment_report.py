"""The report on an experiment: its table with marks, the ranking, what was compared and on what."""

from __future__ import annotations

from collections.abc import Mapping

from lwnb_core import Dataset, ExperimentResult
from lwnb_core.data import sample_of
from lwnb_core.evaluation.experiments.results_grid import Grid
from lwnb_gui.render.facts import Facts, version_facts
from lwnb_gui.render.report import Report, Section
from lwnb_gui.text import capitalised, count, printable
from lwnb_gui.views.results.view import Results
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject


def grid_table(grid: Grid) -> TextTable:
    """Return a grid of results as a table of texts; the marks follow their numbers."""
    rows = [[cell.plain for cell in line] for line in (*grid.lines, *grid.summary)]
    return TextTable(grid.columns, rows, frozenset(range(1, len(grid.columns))))


def experiment_report(
    result: ExperimentResult,
    datasets: Mapping[str, Dataset],
    *,
    measure: str = "accuracy",
    script: str = "",
) -> Report:
    """Return the report: the results, and everything that is needed to reproduce them."""
    view = Results()
    reading = view.read(Subject(experiment=result), measure=measure)
    assert reading is not None
    sections = [
        Section(table.title, (f"{capitalised(table.note)}.",) if table.note else (), table=table.as_read())
        for table in view.tables(reading, full=True)
    ]
    sections.append(Section("Learners", table=_learner_table(result)))
    size = (count(len(result.learners), "learner"), count(len(result.datasets), "data set"))
    return Report(
        title=f"Experiment: {size[0]} on {size[1]}",
        sentences=(*view.sentences(reading), f"{result.runs} × {result.folds}-fold cross-validation."),
        sections=tuple(sections),
        facts=(*_facts(result), *_data_facts(datasets), *version_facts()),
        script=script,
        stem="experiment",
    )


def _data_facts(datasets: Mapping[str, Dataset]) -> Facts:
    facts = []
    for name, data in datasets.items():
        sample = sample_of(data.source)
        where = f"sample {sample}" if sample else data.source or "not in a file"
        size = count(len(data), "row")
        facts.append((printable(name), f"{printable(where)}, {size}, content SHA-256 {data.fingerprint}"))
    return tuple(facts)


def _learner_table(result: ExperimentResult) -> TextTable:
    rows = [
        [printable(name), printable(spec), "base" if i == result.base else ""]
        for i, (name, spec) in enumerate(zip(result.learners, result.specs, strict=True))
    ]
    return TextTable(["learner", "settings", ""], rows)


def _facts(result: ExperimentResult) -> Facts:
    return (
        ("runs", str(result.runs)),
        ("folds", f"{result.folds}, stratified, assigned as in Weka’s Experimenter"),
        ("base", printable(result.learners[result.base])),
        ("test", "corrected resampled t-test, two-sided, 5 % level"),
    )
