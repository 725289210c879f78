"""The paper's tables and figures in the place Experiment, each figure beside the printed one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.experiment.figure import FigurePanel
from lwnb_gui.qt.experiment.paper_data_dialog import PaperDataDialog
from lwnb_gui.qt.experiment.place import ExperimentPlace
from lwnb_gui.state.curve_presets import paper_study
from tests.qt.experiments import finish, named, place

__all__ = ["place"]


def test_the_papers_tables(
    place: ExperimentPlace,
    qtbot: QtBot,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The preset says what is missing and where to get it, and shows printed figures before any of ours."""
    controller = place.controller
    place.setup.preset.setCurrentIndex(1)
    place.setup.preset.activated.emit(1)
    finish(place, qtbot)
    assert controller.plan.table == 2
    assert len(controller.plan.data) == 37
    assert place.against.isVisible()
    assert "anneal" in place.against.missing.text()
    assert place.results.table.with_paper
    assert controller.sheet.cell("anneal", 0).printed is not None
    place.choose_data()
    dialog = place.findChild(PaperDataDialog)
    assert dialog is not None
    assert "waikato" in dialog.where.text()
    assert "--data" not in dialog.where.text()
    assert dialog.list.item(36).text() == "zoo   (not found)"
    assert "anneal" not in dialog.ticked
    there = dialog.ticked
    (tmp_path / "zoo.arff").write_text("@relation zoo\n@attribute a {x,y}\n@data\nx\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    dialog.folder.click()
    finish(place, qtbot)
    assert dialog.isVisible(), "now some of what is in the folder can be chosen"
    assert there <= dialog.ticked
    assert dialog.words.text() == f"{len(dialog.ticked)} of 37 take part"
    dialog.tick_all(False)
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()

    # Some of its data sets, in one run: the marks need more, the cells fill all the same.
    dialog.tick_only("iris", "labor", "anneal")
    assert dialog.words.text() == "2 of 37 take part"
    dialog.buttons.accepted.emit()
    assert {c.name for c in controller.plan.there} == {"iris", "labor"} < there
    assert place.setup._data.text() == "2 of 37"
    controller.set_plan(replace(controller.plan, runs=1))
    assert all(row.isHidden() for row in place.against._counts), "nothing has been compared yet"
    place.start()
    finish(place, qtbot)
    sheet = controller.sheet
    assert not place.against._counts[0].isHidden()
    assert sheet.done_cells == 14
    assert sheet.agreement.cells == 14
    assert place.against._figures[0].text().endswith("of 14")
    assert sheet.cell("iris", 0).difference
    words = place.results.table.results.data(
        place.results.table.results.index(sheet.frame.datasets.index("iris"), 3),
        Qt.ItemDataRole.AccessibleTextRole,
    )
    assert "The paper has 95.53" in words
    heads = place.results.to_table()
    assert heads is not None
    assert "NB paper" in heads.heads
    place.results.paper.setChecked(False)
    assert not place.results.table.with_paper
    found = place.findings
    assert found is not None
    assert found.paper is not None
    assert dict(found.missing)["anneal"]
    script = place.results.to_script()
    assert script is not None
    capsys.readouterr()
    exec(compile(script, "table.py", "exec"), {"__name__": "__main__"})
    printed = capsys.readouterr().out
    assert all(line in printed for line in found.grid.render("markdown").splitlines() if "iris" in line)
    report = place.results.to_report()
    assert report is not None
    assert report.sections[0].table is not None
    assert "Table 2" in report.sections[0].title

    # Back to one's own, and again: nothing is lost.
    controller.choose_preset("own")
    assert controller.plan.table is None
    controller.choose_preset("table2")
    assert controller.sheet.done_cells == 14


def test_the_papers_figures(place: ExperimentPlace, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    from lwnb_core.evaluation import paper_figures

    controller = place.controller
    controller.choose_preset("figure3")
    finish(place, qtbot)
    assert controller.is_finished
    assert place.figure is not None
    assert place.figure.isVisible()
    assert place.figure.to_figure() is not None
    assert place.figure.to_table() is None
    assert not place.setup.runs.isVisible()

    monkeypatch.setattr(paper_figures, "KS", (1, 60, 150))
    monkeypatch.setattr(
        paper_figures, "figure_data", lambda number: named("two-spheres")[0].read().subset(range(200))
    )
    controller.choose_preset("figure4")
    assert place.figure.is_empty
    place.start()
    finish(place, qtbot)
    assert not place.figure.is_empty
    table = place.figure.to_table()
    assert table is not None
    assert [row[1] for row in table.rows] == ["28.0", "60.0", "50.0", "50.0"]
    view = place.figure.to_figure()
    assert view is not None
    assert view.to_bytes("svg").startswith(b"<?xml")

    # From the figure to the study behind it, with one click.
    state = place.context.state
    assert isinstance(place.figure, FigurePanel)
    place.figure.to_curves.click()
    qtbot.waitUntil(lambda: state.query is not None, timeout=10_000)
    assert state.query is not None
    assert (state.view.place, state.query.data.name) == ("curves", "checkers-board")
    curves = place.window().place("curves")  # type: ignore[attr-defined]
    asked = curves.asked
    assert asked == replace(paper_study(4), ks=asked.ks)
    assert isinstance(asked.ks, tuple), "neither all k nor the grid"
    assert not state.view.curves.log
