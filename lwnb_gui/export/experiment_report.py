"""The report on an experiment: its table with marks, the ranking, what was compared and on what."""

from __future__ import annotations

from collections.abc import Mapping

from lwnb_core import Dataset, ExperimentResult
from lwnb_core.evaluation.results_grid import Grid
from lwnb_core.evaluation.results_table import ranking_grid, result_grid
from lwnb_gui.export.facts import Facts, version_facts
from lwnb_gui.export.python import sample_name
from lwnb_gui.export.report import Report, Section
from lwnb_gui.text import count, listed, shown
from lwnb_gui.views.tables import TextTable


def grid_table(grid: Grid) -> TextTable:
    """A grid of results as a table of texts; the marks follow their numbers."""
    rows = [[cell.plain for cell in line] for line in (*grid.lines, *grid.summary)]
    return TextTable(grid.columns, rows, frozenset(range(1, len(grid.columns))))


def experiment_report(
    result: ExperimentResult,
    datasets: Mapping[str, Dataset],
    *,
    measure: str = "accuracy",
    script: str = "",
) -> Report:
    """What came out, and everything that is needed to do it again."""
    grid = result_grid(result, measure)
    sections = [Section(grid.title, table=grid_table(grid), notes=grid.notes)]
    if len(result.learners) > 2:
        ranking = ranking_grid(result, measure)
        sections.append(Section(ranking.title, table=grid_table(ranking), notes=ranking.notes))
    sections.append(Section("Learners", table=_learner_table(result)))
    done = "" if result.finished else " The experiment is not finished."
    size = (count(len(result.learners), "learner"), count(len(result.datasets), "data set"))
    return Report(
        title=f"Experiment: {size[0]} on {size[1]}",
        sentences=(_verdict(result, measure), f"{result.runs} × {result.folds}-fold cross-validation.{done}"),
        sections=tuple(sections),
        facts=(*_facts(result), *_data_facts(datasets), *version_facts()),
        script=script,
        stem="experiment",
    )


def _verdict(result: ExperimentResult, measure: str) -> str:
    base = shown(result.learners[result.base])
    parts = []
    for i, name in enumerate(result.learners):
        if i != result.base:
            tally = result.tally(i, measure)
            parts.append(f"{tally.wins}/{tally.ties}/{tally.losses} against {shown(name)}")
    if not parts:
        return f"{base} on {count(len(result.datasets), 'data set')}."
    return f"Numbers of significant wins/ties/losses of {base} over the data sets: {listed(parts)}."


def _data_facts(datasets: Mapping[str, Dataset]) -> Facts:
    facts = []
    for name, data in datasets.items():
        sample = sample_name(data)
        where = f"sample {sample}" if sample else data.source or "not in a file"
        size = count(len(data), "row")
        facts.append((shown(name), f"{shown(where)}, {size}, content SHA-256 {data.fingerprint}"))
    return tuple(facts)


def _learner_table(result: ExperimentResult) -> TextTable:
    rows = [
        [shown(name), shown(spec), "base" if i == result.base else ""]
        for i, (name, spec) in enumerate(zip(result.learners, result.specs, strict=True))
    ]
    return TextTable(["learner", "settings", ""], rows)


def _facts(result: ExperimentResult) -> Facts:
    return (
        ("runs", str(result.runs)),
        ("folds", f"{result.folds}, stratified, assigned as in Weka’s Experimenter"),
        ("base", shown(result.learners[result.base])),
        ("test", "corrected resampled t-test, two-sided, 5 % level"),
    )
