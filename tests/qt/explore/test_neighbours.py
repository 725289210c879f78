"""Neighbours: numbers, marks, links and files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_core import Attribute, Dataset
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import OwnRows, TestFile
from lwnb_gui.qt.explore.neighbours import NeighboursPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render.tables import to_csv, to_latex, to_markdown, to_tsv
from lwnb_gui.text import small
from lwnb_gui.views.links import Hover, LocalTableCell, neighbours_behind
from lwnb_gui.views.neighbours.columns import COLUMNS, columns_of
from lwnb_gui.views.neighbours.view import Neighbours, NeighboursReading, summary
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject
from tests.qt.conftest import Open, explanation_of, explore_panel, wait_until_idle
from tests.qt.mouse import leave, move_mouse
from tests.qt.seen import subtitle_tip
from tests.views.new_column import add_column, rank_in_class

pytestmark = pytest.mark.shared_window

FIXED, W = len(COLUMNS), 3


def panel_of(window: MainWindow) -> NeighboursPanel:
    return explore_panel(window, "neighbours", NeighboursPanel)


def reading_of(panel: NeighboursPanel) -> NeighboursReading:
    assert panel.reading is not None
    return panel.reading


def likeness(reading: NeighboursReading, i: int, j: int) -> str:
    """Return how similar a value of predictor j is to the instance's."""
    compare = columns_of(reading)[FIXED + j].likeness
    assert compare is not None
    return compare(reading, i)


def point_of(panel: NeighboursPanel, row: int) -> QPoint:
    return QPoint(60, panel.table.rowViewportPosition(row) + 6)


@pytest.mark.parametrize(("name", "row"), [("iris", 135), ("vote", 403), ("weather-numeric", 3)])
def test_cells_are_the_explanations_arrays(opened: Open, name: str, row: int) -> None:
    window = opened(name, row)
    panel, explanation = panel_of(window), explanation_of(window)
    neighbourhood = explanation.neighbourhood
    assert neighbourhood is not None
    assert explanation.neighbour_rows is not None
    assert explanation.neighbour_classes is not None
    table = panel.table
    data = window.state.query.data if window.state.query is not None else None
    assert data is not None
    assert len(table.rows) == len(neighbourhood)
    for i in range(len(neighbourhood)):
        source = int(explanation.neighbour_rows[i])
        assert table.text(i, 0) == str(i + 1)
        assert table.text(i, 1) == str(source + 1)
        assert table.text(i, 2) == small(float(neighbourhood.distances[i]), 4)
        assert table.text(i, 3) == small(float(neighbourhood.weights[i]), 3)
        assert table.text(i, 4) == small(float(neighbourhood.rescaled[i]), 2)
        assert table.text(i, 5) == explanation.classes[int(explanation.neighbour_classes[i])]
        for j, attribute in enumerate(explanation.attributes):
            value, text = data.value(source, attribute.name), table.text(i, FIXED + j)
            if value is None:
                assert text == "?"
            elif isinstance(value, str):
                assert text == value
            else:
                assert float(text.replace("−", "-")) == pytest.approx(value, abs=1e-3)


def test_a_new_column_is_in_the_window(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    add_column(monkeypatch)
    panel = panel_of(opened("glass", 7))
    reading, column = reading_of(panel), FIXED
    shown = [panel.table.text(i, column) for i in range(len(reading))]
    assert shown == [f"#{rank_in_class(reading, i)}" for i in range(len(reading))]


def test_likeness_of_values(opened: Open) -> None:
    window = opened("iris", 135)
    reading, explanation = reading_of(panel_of(window)), explanation_of(window)
    data = lw.sample("iris")
    for i in range(len(reading.rows)):
        for j, attribute in enumerate(explanation.attributes):
            column = data.column(attribute.name)
            span = column.max() - column.min()
            apart = abs(column[reading.rows[i]] - explanation.instance[j])
            expected = "equal" if apart == 0 else "near" if apart <= 0.05 * span else "far"
            assert likeness(reading, i, j) == expected


def test_different_and_missing_values_are_boxed(opened: Open) -> None:
    window = opened("vote", 403)
    reading, explanation = reading_of(panel_of(window)), explanation_of(window)
    assert np.isnan(explanation.instance[0])
    assert all(likeness(reading, i, 0) == "differs" for i in range(len(reading.rows)))
    data = lw.sample("vote")
    for i in range(20):
        for j, attribute in enumerate(explanation.attributes):
            code = data.column(attribute.name)[reading.rows[i]]
            same = code >= 0 and code == explanation.instance[j]
            assert likeness(reading, i, j) == ("same" if same else "differs")


def test_summary_names_ties(opened: Open) -> None:
    vote = summary(explanation_of(opened("vote", 403)))
    assert vote[0].startswith("k = 50, 88 rows: 45 tied at the bandwidth · weights add up to 5.437")
    assert vote[-1] == "88 rows, 45 tied", "even where there is space for no more"


def test_summary_without_ties(opened: Open) -> None:
    window = opened("iris", 135)
    text = "50 rows, no further ties · weights add up to 10.127, rescaled to 50"
    assert summary(explanation_of(window))[0] == text
    panel = panel_of(window)
    assert panel.subtitle in summary(explanation_of(window))[1:], "the tabs leave little width"
    assert " ".join(subtitle_tip(panel).split()).startswith(
        f"{text} Every row tied with the k-th is a neighbour"
    )
    window.resize(2200, 1000)
    assert panel.subtitle == text


def test_list_follows_k_and_keeps_its_scroll_position(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    resets: list[object] = []
    panel.table.model().modelReset.connect(lambda: resets.append(1))
    panel.table.verticalScrollBar().setValue(7)
    for k in (40, 60, 10, 149):
        window.state.set_k(k)
        qtbot.waitUntil(lambda k=k: explanation_of(window).settings["k"] == k, timeout=5000)  # type: ignore[misc]
        neighbourhood = explanation_of(window).neighbourhood
        assert neighbourhood is not None
        assert len(panel.table.rows) == len(neighbourhood)
        assert panel.table.text(0, 3) == small(float(neighbourhood.weights[0]), 3)
    assert resets == []


def test_list_of_another_row_begins_at_its_nearest(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    bar = panel_of(window).table.verticalScrollBar()
    bar.setValue(7)
    window.state.set_k(60)
    qtbot.waitUntil(lambda: explanation_of(window).settings["k"] == 60, timeout=5000)
    assert bar.value() == 7
    window.state.pick_row(3)
    qtbot.waitUntil(lambda: explanation_of(window).row == 3, timeout=5000)
    assert bar.value() == 0


def test_the_scroll_bar_follows_k(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    table = panel_of(window).table
    bar = table.verticalScrollBar()
    for k in (40, 120, 60, 3, 2, 50):
        if k == 60:
            bar.setValue(bar.maximum())  # at the last of 120 rows, which no longer exist then
        window.state.set_k(k)
        qtbot.waitUntil(lambda k=k: explanation_of(window).settings["k"] == k, timeout=5000)  # type: ignore[misc]
        rows, fitting = len(table.rows), table.viewport().height() // table.row_height
        qtbot.waitUntil(
            lambda rows=rows, fitting=fitting: bar.maximum() == max(0, rows - fitting),  # type: ignore[misc]
            timeout=5000,
        )
        assert bar.value() == (bar.maximum() if k == 60 else 0)


class Paints(QObject):
    """Counts the paint events of a widget."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_cells_are_painted_once_for_a_step_of_k(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    viewport, paints = panel_of(window).table.viewport(), Paints()
    wait_until_idle(window, qtbot)
    viewport.installEventFilter(paints)
    window.state.set_k(49)
    qtbot.waitUntil(lambda: explanation_of(window).settings["k"] == 49, timeout=5000)
    wait_until_idle(window, qtbot)
    assert paints.count == 1


def test_hover_is_sent_and_received(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    move_mouse(panel.table.viewport(), point_of(panel, 2))
    qtbot.waitUntil(lambda: window.context.hover.now == Hover(neighbour=2), timeout=2000)
    assert panel.table.hovered == 2
    window.context.hover.on_neighbour(5)
    assert panel.table.hovered == 5
    window.context.hover.clear()
    assert panel.table.hovered == -1


def test_a_cell_under_the_mouse_fades_the_others(opened: Open) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    before = panel.table.viewport().grab().toImage()
    query = window.state.query
    assert query is not None
    cell = LocalTableCell(3, 1, 0)
    window.context.hover.on_cell(cell)
    behind = neighbours_behind(explanation_of(window), query.data, cell)
    assert 0 < behind.sum() < len(behind)
    assert panel.table.viewport().grab().toImage() != before
    window.context.hover.clear()
    assert panel.table.viewport().grab().toImage() == before


def test_arrow_keys_highlight_and_enter_picks(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    panel.table.setFocus()
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    at = panel.table.currentIndex().row()
    assert window.context.hover.now == Hover(neighbour=at)
    row = int(reading_of(panel).rows[at])
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert window.state.query is not None
    assert window.state.query.row == row


def test_a_click_makes_the_neighbour_the_test_instance(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=point_of(panel, 0))
    assert window.state.query is not None
    assert window.state.query.row == 83
    qtbot.waitUntil(lambda: explanation_of(window).row == 83, timeout=5000)
    assert explanation_of(window).left_out
    assert 83 not in reading_of(panel).rows


def test_with_a_test_file_a_click_does_not_pick_the_neighbour(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    other = lw.sample("iris").subset(np.arange(0, 150, 3))
    window.state.set_test_rows(TestFile(other))
    qtbot.waitUntil(lambda: explanation_of(window).row == 0, timeout=5000)
    before = window.state.query
    row = int(reading_of(panel).rows[1])
    panel.pick(1)
    assert window.state.query is before
    assert panel.error_bar.isVisible()
    assert "training row" in panel.error_bar.text
    button = panel.error_bar.findChild(QPushButton)
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.state.query is not None
    assert window.state.query.row == row
    assert window.state.query.test_rows == OwnRows()
    assert not panel.error_bar.isVisible()


def test_digits_typed_in_the_table_go_to_k(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel_of(window).table.setFocus()
    qtbot.keyClick(panel_of(window).table, Qt.Key.Key_7)
    assert window.strip.spin.lineEdit().text() == "7"


def test_copying_takes_titles_and_all_rows(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    window.activateWindow()
    panel.table.setFocus()
    qtbot.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 89
    titles = lines[0].split("\t")
    assert titles[:6] == ["rank", "row", "d", "w", "w′", "class"]
    assert titles[6] == "handicapped-infants"
    assert all(len(line.split("\t")) == 22 for line in lines)
    assert lines[1].split("\t")[:3] == ["1", "81", "1.732051"]


@pytest.mark.parametrize("suffix", [".csv", ".md", ".tex"])
def test_neighbours_are_saved_as_csv_markdown_and_latex(opened: Open, tmp_path: Path, suffix: str) -> None:
    panel = panel_of(opened("iris", 135))
    target = tmp_path / f"neighbours{suffix}"
    panel.export_button.save(target)
    text = target.read_text(encoding="utf-8")
    assert text.count("versicolor") + text.count("virginica") == 50
    panel.export_button.save(tmp_path / "no" / "such" / "folder" / f"x{suffix}")
    assert panel.error_bar.isVisible()


def test_what_is_special_to_a_format_is_escaped() -> None:
    table = TextTable(["a_b", "x"], [["50 % | {A}\tB", "−1.5"]], frozenset({1}))
    assert to_tsv(table) == "a_b\tx\n50 % | {A} B\t-1.5\n"
    assert list(csv.reader(io.StringIO(to_csv(table)))) == [["a_b", "x"], ["50 % | {A}\tB", "-1.5"]]
    assert to_markdown(table).splitlines()[2] == r"| 50 % \| \{A\} B | −1.5 |"
    assert r"50 \% \textbar{} \{A\} B & $-$1.5 \\" in to_latex(table)
    assert to_latex(table).startswith(r"\begin{tabular}{lr}")


def test_titles_are_names_where_they_fit_else_numbers(opened: Open) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    for width in (1900, 1600, 1366, 1180):
        window.resize(width, 1000)
        assert panel.table.has_short_titles
        assert "tied" in panel.subtitle
        assert width < 1900 or "attributes 1–16; boxed: differs" in panel.key.text()
    head = panel.table.model().headerData(FIXED, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "handicapped-infants" in head


def test_the_key_is_of_the_titles_shown(opened: Open) -> None:
    panel = panel_of(opened("weather-numeric", 1))
    for width in (700, 380, 430, 480, 520, 600, 700):
        panel.table.setFixedWidth(width)  # as if the table were laid out after its panel
        QApplication.processEvents()
        assert panel.key.text().startswith("attributes") == panel.table.has_short_titles, width
    assert not panel.table.has_short_titles


def test_only_the_formula_has_a_subscript(window: MainWindow, qtbot: QtBot) -> None:
    random = np.random.default_rng(3)
    data = Dataset.from_columns(
        "heavy",
        [*map(Attribute.numeric, ("Gewicht_kg", "d_k", "z")), Attribute.nominal("c_k", ("a", "b"))],
        [*random.normal(size=(3, 40)), random.integers(0, 2, 40)],
    )
    window.resize(1600, 1000)
    window.state.open(Query.opening(data), "explore")
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=20_000)
    titles = [column.title for column in panel_of(window).table.rows_model.columns]
    assert titles[W] == "weight"
    assert titles[FIXED:] == ["Gewicht_kg", "d_k", "z"]


def test_names_stand_over_numbers(opened: Open) -> None:
    panel = panel_of(opened("iris", 135))
    assert not panel.table.has_short_titles
    assert panel.table.model().headerData(FIXED, Qt.Orientation.Horizontal) == "sepallength"
    for column in range(FIXED):
        tip = panel.table.model().headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert tip.count(".") >= 2


def test_a_hundred_thousand_neighbours_are_read_not_copied(qtbot: QtBot) -> None:
    n = 100_000
    random = np.random.default_rng(1)
    data = Dataset.from_columns(
        "big",
        [Attribute.numeric("x"), Attribute.nominal("c", ("a", "b"))],
        [random.random(n), random.integers(0, 2, n).astype(np.int32)],
        class_attribute="c",
    )
    explanation = lw.LWNB(n - 1).fit(data).explain(data, 0)
    reading = Neighbours().read(Subject(explanation, data=data))
    assert reading is not None
    assert reading.rows is explanation.neighbour_rows
    assert reading.classes is explanation.neighbour_classes
    assert columns_of(reading)[0].text(reading, n - 2) == str(n - 1)


def test_a_highlight_ends_when_the_mouse_leaves_the_rows(opened: Open) -> None:
    window = opened("iris", 135)
    table = panel_of(window).table
    move_mouse(table.viewport(), QPoint(30, table.row_height + 5))
    assert window.context.hover.now.neighbour == 1
    leave(table.viewport())
    assert window.context.hover.now.is_nothing
    assert table.hovered == -1


def test_titles_of_columns_are_never_cut_to_the_same(window: MainWindow, qtbot: QtBot) -> None:
    """Two columns were both called `Sch…`."""
    random = np.random.default_rng(3)
    names = [
        f"Schulnote_{when}_{subject}" for when in ("vorher", "danach") for subject in ("Mathe", "Deutsch")
    ]
    data = Dataset.from_columns(
        "school",
        [*map(Attribute.numeric, names), Attribute.nominal("Schule", ("a", "b"))],
        [*random.integers(1, 6, (4, 60)).astype(float), random.integers(0, 2, 60)],
    )
    window.resize(1366, 900)
    window.state.open(Query.opening(data), "explore")
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=20_000)
    header = panel_of(window).table.header
    for space in (120.0, 60.0, 44.0, 36.0):
        titles = header.fitted_titles([FIXED + j for j in range(4)], [space] * 4)
        assert len(set(titles)) == 4, titles
    assert any("…" in title for title in titles)


def test_the_tip_of_the_distance_follows_the_convention() -> None:
    data = lw.sample("weather-nominal")
    for convention, has_root in (("paper", True), ("weka", False)):
        explanation = lw.LWNB(5, convention).fit(data).explain(data, row=0)
        reading = Neighbours().read(Subject(explanation))
        assert reading is not None
        assert ("√2" in COLUMNS[2].tip(reading)) is has_root
