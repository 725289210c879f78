"""The paper's tables and figures on the page Experiment, each figure beside the printed one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.experiment.figure_panel import FigurePanel
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.experiment.paper_data_dialog import PaperDataDialog
from tests.qt.curve_helpers import paper_study
from tests.qt.experiments import finish, named, page
from tests.qt.seen import texts

__all__ = ["page"]


def test_the_papers_tables(
    page: ExperimentPage,
    qtbot: QtBot,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The preset lists the missing data sets with their sources, and shows printed numbers before ours."""
    controller = page.controller
    page.setup.preset.setCurrentIndex(1)
    page.setup.preset.activated.emit(1)
    finish(page, qtbot)
    assert controller.plan.table == 2
    assert len(controller.store.found.data) == 37
    assert page.comparison.isVisible()
    assert "anneal" in page.comparison.missing.toolTip()
    assert page.results.table.with_paper
    assert controller.table.cell("anneal", 0).printed is not None
    page.choose_data()
    dialog = page.findChild(PaperDataDialog)
    assert dialog is not None
    assert "waikato" in dialog.where.text()
    assert "--data" not in dialog.where.text()
    assert dialog.list.text(36, 0) == "zoo   (not found)"
    assert "anneal" not in dialog.ticked
    ticked = dialog.ticked
    (tmp_path / "zoo.arff").write_text("@relation zoo\n@attribute a {x,y}\n@data\nx\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    dialog.folder.click()
    finish(page, qtbot)
    assert dialog.isVisible(), "now some of what is in the folder can be chosen"
    assert ticked <= dialog.ticked
    assert dialog.text.text() == f"{len(dialog.ticked)} of 37 selected"
    dialog.list.tick(())
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()

    # Some of its data sets, in one run: too few for marks, but the cells are filled.
    dialog.list.tick([c for c in dialog.list.choices if c.name in ("iris", "labor", "anneal")])
    assert dialog.text.text() == "2 of 37 selected"
    dialog.buttons.accepted.emit()
    assert {c.name for c in controller.store.found.included} == {"iris", "labor"} < ticked
    assert "2 of 37" in texts(page.setup)
    controller.set_plan(replace(controller.plan, runs=1))
    assert not any(re.match(r"\d+ of \d+", text) for text in texts(page.comparison)), (
        "nothing is compared yet"
    )
    page.start()
    finish(page, qtbot)
    table = controller.table
    assert table.done_cells == 14
    assert table.agreement.cells == 14
    assert any(text.endswith(" of 14") for text in texts(page.comparison))
    assert table.cell("iris", 0).difference
    cell_text = page.results.table.text(table.outline.datasets.index("iris"), 3)
    assert "The paper has 95.53" in cell_text
    exported_table = page.results.to_table()
    assert exported_table is not None
    assert "NB paper" in exported_table.titles
    page.results.paper.setChecked(False)
    assert not page.results.table.with_paper
    exported = page.results.exported
    assert exported is not None
    assert exported.paper_table is not None
    assert "anneal" in exported.missing
    script = page.results.to_script()
    assert script is not None
    capsys.readouterr()
    monkeypatch.chdir(tmp_path)  # the script saves a figure
    exec(compile(script, "table.py", "exec"), {"__name__": "__main__"})
    printed = capsys.readouterr().out
    assert all(line in printed for line in exported.grid.render("markdown").splitlines() if "iris" in line)
    report = page.results.to_report()
    assert report is not None
    assert report.sections[0].table is not None
    assert "Table 2" in report.sections[0].title

    # Back to the user's own experiment, and again: nothing is lost.
    controller.choose_preset("own")
    assert controller.plan.table is None
    controller.choose_preset("table2")
    assert controller.table.done_cells == 14


def test_the_papers_figures(page: ExperimentPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    from lwnb_core.evaluation.paper import figures as paper_figures

    controller = page.controller
    controller.choose_preset("figure3")
    finish(page, qtbot)
    assert controller.store.is_finished
    assert page.figure is not None
    assert page.figure.isVisible()
    assert page.figure.to_figure() is not None
    assert page.figure.to_table() is None
    assert not page.setup.runs.isVisible()

    monkeypatch.setattr(paper_figures, "KS", (1, 60, 150))
    monkeypatch.setattr(
        paper_figures, "figure_data", lambda number: named("two-spheres")[0].read().subset(range(200))
    )
    controller.choose_preset("figure4")
    assert page.figure.is_empty
    page.start()
    finish(page, qtbot)
    assert not page.figure.is_empty
    table = page.figure.to_table()
    assert table is not None
    assert [row[1] for row in table.rows] == ["28.0", "60.0", "50.0", "50.0"]
    view = page.figure.to_figure()
    assert view is not None
    assert view.to_bytes("svg").startswith(b"<?xml")

    # From the figure to the study behind it, with one click.
    state = page.context.state
    assert isinstance(page.figure, FigurePanel)
    page.figure.to_curves.click()
    qtbot.waitUntil(lambda: state.query is not None, timeout=10_000)
    assert state.query is not None
    assert (state.display.page, state.query.data.name) == ("curves", "checkers-board")
    curves = page.window().page("curves")  # type: ignore[attr-defined]
    requested = curves.requested_study
    assert requested == replace(paper_study(), ks=requested.ks)
    assert isinstance(requested.ks, tuple), "neither all k nor the grid"
    assert not state.display.curves.log
