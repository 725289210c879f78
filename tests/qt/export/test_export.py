"""Exports from the window: every panel's menu, the clipboard, files, scripts, reports and printing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.export.commands import ExportCommands
from lwnb_gui.qt.export.export_button import ExportButton
from lwnb_gui.qt.export.report_dialog import ReportDialog
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render.tables import to_tsv
from lwnb_gui.views.tables import LazyRows, TextTable
from tests.qt.conftest import Open, each_panel


def explore(window: MainWindow) -> dict[str, Panel]:
    panels: dict[str, Panel] = window.page("explore").panels  # type: ignore[attr-defined]
    return panels


def tool_of(panel: Panel) -> ExportButton:
    assert panel.export_button is not None, panel.title
    return panel.export_button


def entries(tool: ExportButton) -> list[str]:
    """Return the menu as it would open, with its submenus."""
    tool.fill()
    result = []
    for action in tool.menu().actions():
        if action.text():
            result.append(action.text())
        inner = action.menu()
        if inner is not None:
            result += [f"{action.text()}: {one.text()}" for one in inner.actions()]  # type: ignore[attr-defined]
    return result


def idle(window: MainWindow, tool: ExportButton) -> Callable[[], bool]:
    return lambda: not window.context.tasks.is_running(f"export-{id(tool)}")


def commands(window: MainWindow) -> ExportCommands:
    return window.commands.exports


def test_every_panel_of_explore_exports_figure_table_and_script(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened("iris", 135)
    for name, panel in each_panel(window, qtbot):
        tool = tool_of(panel)
        labels = entries(tool)
        assert "Copy as Python" in labels, f"{name} has no to_script"
        assert sum(text.endswith(("PNG…", "SVG…", "PDF…")) for text in labels) == 3, name
        script = panel.to_script()
        assert script is not None, name
        compile(script, name, "exec")
        if panel.gives("to_table"):
            assert "Copy the table" in labels, name
            assert sum(text.startswith("Save the table: ") for text in labels) == 4, name
            table = panel.to_table()
            assert table is not None, name
            lines = to_tsv(table).splitlines()
            assert len(lines) > 1, name
            assert len({line.count("\t") for line in lines}) == 1, name
        assert tool.accessibleName(), name
        assert tool.toolTip().count(".") >= 2, name
        assert tool.focusPolicy() != Qt.FocusPolicy.NoFocus, name
    # One plotted figure and one painted panel, in every format.
    for name in ("contributions", "neighbours"):
        tool = tool_of(explore(window)[name])
        for suffix, start in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
            target = tmp_path / f"{name}.{suffix}"
            tool.save_figure(target)
            qtbot.waitUntil(idle(window, tool), timeout=20_000)
            assert target.read_bytes().startswith(start), target
        tool.copy_figure()
        qtbot.waitUntil(idle(window, tool), timeout=20_000)
        assert not QGuiApplication.clipboard().image().isNull(), name
        if name == "contributions":
            assert b"<svg" in QGuiApplication.clipboard().mimeData().data("image/svg+xml").data()


def test_table_formats_and_write_errors(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened("iris", 135)
    panel = explore(window)["neighbours"]
    tool = tool_of(panel)
    for suffix, sign in (
        (".tsv", "rank\trow"),
        (".csv", "rank,row"),
        (".md", "| rank"),
        (".tex", r"\toprule"),
    ):
        tool.copy(suffix)
        assert sign in QGuiApplication.clipboard().text(), suffix
        assert window.status.currentMessage().startswith("Copied “Neighbours” as a table"), suffix
        tool.save(tmp_path / f"n{suffix}")
        assert sign in (tmp_path / f"n{suffix}").read_text(encoding="utf-8")
    assert window.status.currentMessage() == f"Saved {tmp_path / 'n.tex'}"
    window.status.clearMessage()
    tool.save(tmp_path / "no" / "n.csv")
    assert panel.error_bar.isVisible()
    assert not window.status.currentMessage(), "what failed is not called saved"
    tool.save(tmp_path / "n.csv")
    assert not panel.error_bar.isVisible()
    tool.save_script(tmp_path / "n.py")
    assert "lw.sample('iris')" in (tmp_path / "n.py").read_text(encoding="utf-8")


def test_large_table_is_written_in_a_task(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("iris", 135)
    tool = tool_of(explore(window)["neighbours"])
    monkeypatch.setattr("lwnb_gui.qt.export.export_button._AT_ONCE", 10)
    QGuiApplication.clipboard().clear()
    tool.copy()
    assert window.context.tasks.is_running(f"export-{id(tool)}")
    qtbot.waitUntil(lambda: len(QGuiApplication.clipboard().text().splitlines()) == 51, timeout=5000)


def test_large_table_shows_progress_and_can_be_stopped(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = opened("iris", 135)
    panel = explore(window)["neighbours"]
    tool, on = tool_of(panel), threading.Event()

    def line(i: int) -> list[str]:
        assert i < 1000 or on.wait(10)
        return [str(i), "x"]

    monkeypatch.setattr(panel, "to_table", lambda: TextTable(["row", "what"], LazyRows(100_000, line)))
    tool.save(tmp_path / "rows.csv")
    assert window.status.currentMessage().startswith("Writing “Neighbours”: 100,000 rows …")
    tool.fill()
    stop = tool.menu().actions()[0]
    assert stop.text() == "Stop writing"
    stop.trigger()
    on.set()
    assert window.status.currentMessage() == "Stopped: nothing has been copied or saved"
    assert not panel.computing_bar.is_on
    tool.fill()
    assert tool.menu().actions()[0].text() == "Copy the table"
    assert not (tmp_path / "rows.csv").exists()

    tool.copy()
    qtbot.waitUntil(lambda: window.status.currentMessage().startswith("Copied"), timeout=10_000)
    assert window.status.currentMessage().endswith("tab-separated: 100,000 rows")
    assert len(QGuiApplication.clipboard().text().splitlines()) == 100_001


def test_every_panel_of_data_exports(opened: Open, qtbot: QtBot) -> None:
    window = opened("labor", 1)
    window.state.go_to("data")
    page = window.page("data")
    qtbot.waitUntil(lambda: page.attribute.shown is not None, timeout=5000)
    for name in ("attributes", "attribute", "rows", "matrix", "source"):
        panel: Panel = getattr(page, name)
        labels = entries(tool_of(panel))
        if panel.gives("to_script"):
            script = panel.to_script()
            if script is not None:
                compile(script, name, "exec")
        if panel.gives("to_table"):
            assert isinstance(panel.to_table(), TextTable), name
            assert "Copy the table" in labels
    rows = page.rows.to_table()
    assert rows.cells == 57 * 18
    assert [len(row) for row in rows.rows] == [18] * 57


def test_export_actions_by_keys(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    window.activateWindow()
    explore(window)["neighbours"].table.setFocus()  # type: ignore[attr-defined]
    assert commands(window).panel() is explore(window)["neighbours"]
    qtbot.keyClick(
        window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert "neighbour_rows" in QGuiApplication.clipboard().text()
    commands(window).copy_figure()
    assert not QGuiApplication.clipboard().image().isNull()
    window.strip.slider.setFocus()
    ribbon = commands(window).panel()
    assert ribbon is commands(window).ribbon
    assert "Copy the figure" in entries(tool_of(ribbon))
    table = ribbon.to_table()
    assert table is not None
    assert table.cells == 149 * 10
    explore(window)["neighbours"].table.setFocus()  # type: ignore[attr-defined]
    window.actions_by_name["export_menu"].trigger()
    menu = tool_of(explore(window)["neighbours"]).menu()
    assert menu.isVisible()
    menu.close()
    tabs = next(b for b in window.findChildren(QTabBar) if b.tabText(0) == "Neighbours")
    tabs.setFocus()
    assert commands(window).panel() is explore(window)["neighbours"], "a tab means the panel in front"


def test_a_report_is_saved_as_html(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("iris", 135)
    target = tmp_path / "report.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["save_report"].trigger()
    (dialog,) = window.findChildren(ReportDialog)
    assert "values of 5 columns" in dialog.columns.text.text()
    dialog.accept()
    qtbot.waitUntil(target.is_file, timeout=30_000)
    page = target.read_text(encoding="utf-8")
    assert "iris, row 135: LWNB at k = 50" in page
    assert page.count("data:image/") >= 6
    assert "<h2>Map</h2>" in page
    assert "import lwnb_core as lw" in page
    commands(window).save_report(tmp_path / "no" / "report.html")
    qtbot.waitUntil(window.error_bar.isVisible, timeout=30_000)


def test_panels_hidden_before_a_guess_are_not_exported(opened: Open) -> None:
    window = opened("iris", 135)
    window.actions_by_name["guess_first"].trigger()
    assert entries(tool_of(explore(window)["posterior"])) == ["Hidden until you have guessed"]
    table = explore(window)["this_instance"].to_table()
    assert table is not None
    assert "true class" not in to_tsv(table)
    assert commands(window).report_creator() is None


def test_curves_without_a_study_have_no_script(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lwnb_gui.qt.curves.study_controller.StudyController.request", lambda *_, **__: None)
    window = opened("iris", 135)
    window.state.go_to("curves")
    labels = entries(tool_of(window.page("curves").curves))  # type: ignore[attr-defined]
    assert "Copy the panel as shown" in labels
    assert "Copy as Python" not in labels


def test_export_actions_without_data_do_nothing(window: MainWindow, tmp_path: Path) -> None:
    for name in ("save_report", "print", "copy_python", "copy_figure", "export_menu"):
        window.actions_by_name[name].trigger()
    assert window.findChildren(QToolButton) is not None


@pytest.mark.parametrize(("has_browser", "told"), [(True, "in your browser"), (False, "from a browser")])
def test_a_report_is_printed_by_the_browser(
    opened: Open,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    has_browser: bool,
    told: str,
) -> None:
    window, opens = opened("weather-nominal", 1), []

    def open_url(url: QUrl) -> bool:
        opens.append(url.toLocalFile())
        return has_browser

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "paper.pdf"), ""))
    window.actions_by_name["print"].trigger()
    qtbot.waitUntil(lambda: told in window.status.currentMessage(), timeout=60_000)
    (file,) = opens
    assert Path(file) == tmp_path / "paper.pdf.html", "what is in it is HTML"
    page = Path(file).read_text(encoding="utf-8")
    assert "@media print" in page
    assert "data:image/" in page, "the figures are on it"

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    window.actions_by_name["print"].trigger()
    assert not window.tasks.is_running("report")


def test_predictions_that_are_known_are_saved_without_predicting_again(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = opened("iris", 135)
    qtbot.waitUntil(lambda: window.context.predictions is not None)
    target, predicted = tmp_path / "all.csv", []
    monkeypatch.setattr(
        "lwnb_gui.qt.export.predictions.predict_all", lambda query, job: predicted.append(query)
    )
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["save_predictions"].trigger()
    qtbot.waitUntil(target.is_file)
    assert not predicted
    assert len(target.read_text(encoding="utf-8").splitlines()) == 151


def test_screenshot_of_the_window_is_saved(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, target = opened(), tmp_path / "window.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["export_window"].trigger()
    qtbot.waitUntil(target.exists)
    assert QImage(str(target)).size() == window.size()
