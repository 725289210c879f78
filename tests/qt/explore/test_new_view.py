"""A view that is added as `CONTRIBUTING.md` describes appears in the window like all others, in any area."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.text import Text as MplText
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSplitter
from pytestqt.qtbot import QtBot

from lwnb_gui import figures
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.cli.explain import Answer
from lwnb_gui.qt.explore.page import ExplorePage
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.qt.widgets.tabs import TabStack
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render.explain_report import query_report
from lwnb_gui.render.html import to_html
from lwnb_gui.render.live_page import page_content, to_live_page
from lwnb_gui.render.tables import to_csv
from lwnb_gui.render.terminal.explanation_screen import show_answer
from lwnb_gui.views import every
from lwnb_gui.views.drawing.scene import Rect
from lwnb_gui.views.view import Area
from tests.qt.conftest import explore_panel
from tests.qt.example_view import ClassCounts

NAME = "class_counts"
Add = Callable[[Area], MainWindow]


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Add:
    """Open iris in a window that has the example in an area."""

    def go(area: Area) -> MainWindow:
        monkeypatch.setattr(ClassCounts, "area", area)
        monkeypatch.setattr(every, "VIEWS", (*every.VIEWS, ClassCounts()))
        window = MainWindow(Preferences(theme="light"), warm=True)
        qtbot.addWidget(window)
        window.resize(1600, 1000)
        window.show()
        window.open(Opening("sample:iris", row=135))
        qtbot.waitUntil(lambda: window.context.explanation is not None)
        return window

    return go


def in_front(window: MainWindow) -> ScenePanel:
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    page.show_panel(NAME)
    return explore_panel(window, NAME, ScenePanel)


@pytest.mark.parametrize("area", ["left", "lower", "right"])
def test_a_new_panel_stands_in_its_area_at_every_size(added: Add, qtbot: QtBot, area: Area) -> None:
    window = added(area)
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    for size in ((1600, 1000), (1366, 768)):
        window.resize(*size)
        QApplication.processEvents()
        for name in page.panels:
            page.show_panel(name)
            panel = page.panels[name]
            qtbot.waitUntil(panel.isVisible)
            stands = panel.parentWidget()
            while stands is not page and not isinstance(stands, QSplitter | TabStack):
                assert stands is not None
                stands = stands.parentWidget()
            assert stands is not page, f"{name} has no place at {size}"


def test_a_new_panel_reads_exports_and_answers_keys(
    added: Add, qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    window = added("lower")
    panel = in_front(window)
    assert panel.view.scene.texts == (
        "Iris-setosa", "0 · 0.00", "Iris-versicolor", "31 · 28.57", "Iris-virginica", "19 · 21.43",
    )  # fmt: skip
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.view.accessibleDescription() == "Iris-versicolor: 31 neighbours, w′ = 28.57"
    assert any(isinstance(shape, Rect) and shape.fill == "hover" for shape in panel.view.scene.shapes)
    panel.export_image(tmp_path / "counts.svg")
    assert (tmp_path / "counts.svg").read_bytes().startswith(b"<?xml")
    table = panel.to_table()
    assert table is not None
    assert to_csv(table).splitlines()[2] == "Iris-versicolor,31,28.565318"
    script = panel.to_script()
    assert script is not None
    exec(script, {})
    assert "Iris-versicolor\t31" in capsys.readouterr().out
    window.state.set_k(20)
    qtbot.waitUntil(lambda: sum(line.neighbours for line in panel.reading) == 20)


def test_terminal_and_notebook_have_a_new_view(added: Add, capsys: pytest.CaptureFixture[str]) -> None:
    window = added("lower")
    query, explanation = window.state.query, window.context.explanation
    assert query is not None
    assert explanation is not None
    show_answer(Answer(query.data, query.data, explanation, (explanation,), {}))
    terminal, notebook = capsys.readouterr().out, explanation._repr_html_()
    for text in ("Class counts", "28.57", "Most neighbours are of one class: Iris-versicolor: 31 neighbours"):
        assert text in terminal.replace("\u00a0", " ")
        assert text in (notebook or "").replace("\u00a0", " ")


def test_a_figure_of_a_new_view_needs_no_function(added: Add) -> None:
    explanation = added("lower").context.explanation
    assert NAME in dir(figures)
    figure = figures.__getattr__(NAME)(explanation, width=300)
    assert "31 · 28.57" in {text.get_text() for text in figure.findobj(MplText)}
    with pytest.raises(AttributeError, match="no attribute 'class_count'"):
        figures.__getattr__("class_count")


def test_a_report_has_a_new_view(added: Add) -> None:
    window = added("lower")
    query, explanation = window.state.query, window.context.explanation
    assert query is not None
    assert explanation is not None
    (section,) = [one for one in query_report(query, explanation).sections if one.title == "Class counts"]
    assert section.sentences == (
        "Most neighbours are of one class: Iris-versicolor: 31 neighbours, w′ = 28.57.",
    )
    assert section.figure is not None
    assert section.table is not None
    assert list(section.table.rows)[1] == ["Iris-versicolor", "31", "28.565318"]
    page = to_html(query_report(query, explanation))
    assert "<h2>Class counts</h2>" in page


def test_a_live_page_has_a_new_view(added: Add) -> None:
    query = added("lower").state.query
    assert query is not None
    content = page_content(query, panels=[NAME])
    (row,) = content.rows
    scenes = dict(zip(row.ks, row.panels[NAME].scenes, strict=True))
    assert scenes[50].texts[2:] == ("Iris-versicolor", "31 · 28.57", "Iris-virginica", "19 · 21.43")
    assert sum(int(text.partition(" ")[0]) for text in scenes[20].texts[1::2]) == 20
    (section,) = re.findall(r'<section class="panel[^>]*>', to_live_page(content))
    assert f'id="{NAME}"' in section
    assert 'aria-label="Class counts"' in section
    assert "data-tells-answer" in section


def test_lectures_leave_a_new_panel_out_and_guessing_hides_it(added: Add, qtbot: QtBot) -> None:
    window = added("lower")
    panel = in_front(window)
    teaching = window.state.display.teaching
    window.state.set_teaching(replace(teaching, panels=frozenset({"map", "neighbours"})))
    qtbot.waitUntil(panel.isHidden)
    window.state.set_teaching(replace(teaching, panels=frozenset({"map", NAME})))
    qtbot.waitUntil(panel.isVisible)
    window.state.set_teaching(replace(teaching, guess_first=True))
    assert panel.hidden_reason
    window.state.set_teaching(teaching)
    assert not panel.hidden_reason
