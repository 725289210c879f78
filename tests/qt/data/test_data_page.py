"""The page Data with real clicks and keys, compared with the state."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from lwnb_core import Attribute, Dataset, load, sample, save
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import HeldOut, OwnRows, TestFile
from lwnb_gui.qt.data.attributes import MISSING, NAME, ROLE, USE
from lwnb_gui.qt.data.page import DataPage
from lwnb_gui.qt.explore.instances import InstancesPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render.facts import data_facts
from lwnb_gui.views.instances import TEXT
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window

Show = Callable[..., DataPage]


@pytest.fixture
def show_page(opened: Callable[..., MainWindow], qtbot: QtBot) -> Show:
    """Open a sample on the page Data."""

    def go(name: str = "iris", row: int = 3) -> DataPage:
        window = opened(name, row)
        window.state.go_to("data")
        page = window.page("data")
        assert isinstance(page, DataPage)
        qtbot.waitUntil(page.isVisible)
        page.tabs.show_tab(0)  # the module's window may show another page
        return page

    return go


def query(page: DataPage) -> Query:
    current = page.context.state.query
    assert current is not None
    return current


def click_cell(qtbot: QtBot, page: DataPage, row: int, column: int) -> None:
    table = page.attributes.table
    at = QPoint(
        table.columnViewportPosition(column) + table.columnWidth(column) // 2,
        table.rowViewportPosition(row) + table.row_height // 2,
    )
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)


# -- attributes -----------------------------------------------------------------------------------------


def test_attributes_are_listed_with_kind_missing_and_role(show_page: Show, qtbot: QtBot) -> None:
    page = show_page("vote")
    table = page.attributes.table
    data = query(page).data
    assert len(table.rows) == len(data.attributes)
    assert table.text(1, MISSING) == f"{100 * data.missing(1).mean():.1f} %"
    assert table.text(16, ROLE) == "class"
    click_cell(qtbot, page, 16, USE)
    assert not query(page).unused, "the class has no box"


def test_click_on_the_check_box_excludes_an_attribute(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    click_cell(qtbot, page, 1, USE)
    assert query(page).unused == {"sepalwidth"}
    assert page.attributes.subtitle == "3 of 4 in use"
    qtbot.keyClick(page.attributes.table, Qt.Key.Key_Space)
    assert not query(page).unused


def test_arrows_choose_the_attribute_that_is_shown(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    click_cell(qtbot, page, 0, NAME)
    assert page.attribute.subtitle == "sepallength"
    qtbot.keyClick(page.attributes.table, Qt.Key.Key_Down)
    assert page.attribute.subtitle == "sepalwidth"
    shown = page.attribute.shown
    assert shown is not None
    assert shown.histogram is not None
    assert shown.histogram.counts.sum() == 150


def test_no_attribute_in_use_is_reported_with_a_remedy(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    qtbot.mouseClick(page.attributes.none_button, Qt.MouseButton.LeftButton)
    assert "No attribute is in use" in page.attributes.error_bar.text
    page.attributes.use_all()
    assert not page.attributes.error_bar.isVisible()


def test_a_numeric_attribute_becomes_the_class_and_back(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    page.attributes.choose("sepallength")
    page.attribute.controls.bins.setValue(4)
    qtbot.mouseClick(page.attribute.controls.class_button, Qt.MouseButton.LeftButton)
    assert query(page).data.class_attribute.name == "sepallength"
    assert len(query(page).data.classes) == 4
    assert page.attributes.reset_button.isVisible()
    page.attribute.controls.bins.setValue(2)
    page.attribute.controls.bins.editingFinished.emit()
    assert len(query(page).data.classes) == 2
    qtbot.mouseClick(page.attributes.reset_button, Qt.MouseButton.LeftButton)
    assert query(page).data.class_attribute.name == "class"
    assert not page.attributes.reset_button.isVisible()


def test_the_kind_is_switched_and_undone(show_page: Show) -> None:
    page = show_page()
    page.attributes.choose("petalwidth")
    kind = page.attribute.controls.kind
    kind.setCurrentIndex(kind.findText("nominal"))
    kind.activated.emit(kind.currentIndex())
    assert query(page).data.attributes[3].is_nominal
    assert page.attribute.controls.reset_button.isVisible()
    page.context.state.undo()
    assert query(page).data.attributes[3].is_numeric
    assert not page.attribute.controls.reset_button.isVisible()


def test_data_without_a_class_can_be_given_one(window: MainWindow, qtbot: QtBot) -> None:
    random = np.random.default_rng(1)
    data = Dataset.from_columns(
        "plain", [Attribute.numeric("x"), Attribute.numeric("y")], [random.normal(size=30) for _ in "xy"]
    )
    window.state.open(Query.opening(data), "data")
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.tabs.show_tab(1)
    assert page.matrix.is_empty
    assert not page.test_rows.save_button.isEnabled()
    page.attributes.choose("y")
    page.attribute.controls.make_class()
    assert len(query(page).data.classes) == 3
    assert not page.matrix.is_empty
    assert page.test_rows.save_button.isEnabled()


def customers() -> Dataset:
    n = 40
    attributes = [
        Attribute.nominal("customer", tuple(f"c{i}" for i in range(n))),
        Attribute.numeric("no"),
        Attribute.numeric("income"),
        Attribute.nominal("buys", ("yes", "no")),
    ]
    columns = [list(range(n)), list(range(n)), [i * 1.5 for i in range(n)], [i % 2 for i in range(n)]]
    return Dataset.from_columns("customers", attributes, columns)


def show_customers(window: MainWindow) -> DataPage:
    window.state.open(Query.opening(customers()), "data")
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.tabs.show_tab(0)
    return page


def test_attributes_that_name_rows_are_said_and_taken_out_of_use_by_a_click(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = show_customers(window)
    bar = page.attributes.error_bar
    assert "customer: 40 values in 40 rows: it names the rows." in bar.text
    assert "no: 40 whole numbers in 40 rows: it numbers the rows." in bar.text
    assert query(page).unused == frozenset()  # nothing is done without a request
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    assert query(page).unused == {"customer", "no"}
    assert bar.isHidden()
    page.context.state.undo()
    assert query(page).unused == frozenset()
    assert not bar.isHidden()


def test_notes_that_were_closed_stay_closed(window: MainWindow, qtbot: QtBot) -> None:
    page = show_customers(window)
    qtbot.mouseClick(page.attributes.error_bar.close_button, Qt.MouseButton.LeftButton)
    page.context.state.use_attribute("income", False)
    assert page.attributes.error_bar.isHidden()
    window.state.open(Query.opening(customers()), "data")
    assert not page.attributes.error_bar.isHidden()


def test_predicting_the_names_of_rows_is_warned_of_and_can_be_undone(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = show_customers(window)
    page.attributes.choose("customer")
    qtbot.mouseClick(page.attribute.controls.class_button, Qt.MouseButton.LeftButton)
    assert query(page).data.class_attribute.name == "customer"
    assert "The class is customer: 40 values in 40 rows" in page.attribute.error_bar.text
    qtbot.mouseClick(page.attribute.error_bar.button, Qt.MouseButton.LeftButton)
    assert query(page).data.class_attribute.name == "buys"
    assert page.attribute.error_bar.isHidden()


def test_predicting_the_numbers_of_rows_is_warned_of_although_they_are_cut(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = show_customers(window)
    page.attributes.choose("no")
    qtbot.mouseClick(page.attribute.controls.class_button, Qt.MouseButton.LeftButton)
    assert len(query(page).data.classes) == 3
    assert "The class is no: 40 whole numbers in 40 rows" in page.attribute.error_bar.text
    page.attributes.choose("income")
    qtbot.mouseClick(page.attribute.controls.class_button, Qt.MouseButton.LeftButton)
    assert page.attribute.error_bar.isHidden()


# -- rows -----------------------------------------------------------------------------------------------


def test_rows_are_filtered_sorted_and_opened(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    table = page.rows.table
    assert len(table.rows) == 150
    assert table.text(0, 0) == "1"
    page.rows.klass.setCurrentIndex(2)
    page.rows.klass.activated.emit(2)
    assert len(table.rows) == 50
    title = QPoint(table.columnViewportPosition(3) + 20, 8)  # row, class, sepallength, sepalwidth
    qtbot.mouseClick(table.header.viewport(), Qt.MouseButton.LeftButton, pos=title)
    column = query(page).data.column("sepalwidth")
    assert (np.diff(column[table.rows]) >= 0).all()
    assert table.header.fitted_titles([2, 3], [99.0, 99.0]) == ["sepallength", "sepalwidth ▴"]
    qtbot.mouseClick(table.header.viewport(), Qt.MouseButton.LeftButton, pos=title)
    assert (np.diff(column[table.rows]) <= 0).all()
    row = int(table.rows[2])
    at = QPoint(40, table.rowViewportPosition(2) + 5)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert query(page).row == row
    assert page.context.state.display.page == "explore"


@pytest.mark.parametrize("text", ["virginica petalwidth<1.8", "petalwidth=1.8", "Petalwidth>=1.8 5.8"])
def test_conditions_find_the_rows_that_explore_finds(show_page: Show, qtbot: QtBot, text: str) -> None:
    page = show_page()
    data = query(page).data
    width = data.column("petalwidth")
    anywhere = np.any([data.column(j) == 5.8 for j in range(4)], axis=0)
    expected = {
        "virginica petalwidth<1.8": (data.class_codes == 2) & (width < 1.8),
        "petalwidth=1.8": width == 1.8,
        "Petalwidth>=1.8 5.8": (width >= 1.8) & anywhere,
    }[text]
    qtbot.keyClicks(page.rows.filter, text)
    qtbot.waitUntil(lambda: page.rows.order.text == text, timeout=5000)
    assert list(page.rows.table.rows) == np.flatnonzero(expected).tolist()
    assert page.rows.count.text() == f"{expected.sum()} of 150 rows"
    page.context.state.go_to("explore")
    listed = page.window().findChild(InstancesPanel)
    assert listed is not None
    listed.choose_filter(TEXT)
    listed.text.setText(text)
    qtbot.keyClick(listed.text, Qt.Key.Key_Return)
    assert list(listed.table.rows) == list(page.rows.table.rows)


def test_missing_values_of_one_attribute_are_found(show_page: Show, qtbot: QtBot) -> None:
    page = show_page("vote")
    data = query(page).data
    qtbot.keyClicks(page.rows.filter, f"{data.attributes[1].name.upper()}=?")
    qtbot.keyClick(page.rows.filter, Qt.Key.Key_Return)
    assert list(page.rows.table.rows) == np.flatnonzero(data.missing(1)).tolist()


def test_a_filter_that_finds_nothing_offers_all(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    page.rows.filter.setText("no such flower")
    page.rows.filter.returnPressed.emit()
    assert "No matching row" in page.rows.error_bar.text
    page.rows.show_all()
    assert len(page.rows.table.rows) == 150
    assert not page.rows.error_bar.isVisible()


def test_missing_values_are_shown_as_question_marks(show_page: Show) -> None:
    page = show_page("vote")
    data = query(page).data
    row = int(np.flatnonzero(data.missing(0))[0])
    assert page.rows.table.text(row, 2) == "?"


def test_many_rows_are_sorted_in_a_task(window: MainWindow, qtbot: QtBot) -> None:
    n = 150_000
    random = np.random.default_rng(2)
    data = Dataset.from_columns(
        "many",
        [Attribute.numeric("x"), Attribute.nominal("c", ("a", "b"))],
        [random.normal(size=n), random.integers(0, 2, n)],
    )
    window.context.request_predictions = lambda: None
    window.state.open(Query.opening(data), "data")
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.rows.sort_by_column(2)
    assert window.tasks.is_running("data-rows")
    qtbot.waitUntil(lambda: page.rows.order.column == 0, timeout=20_000)
    assert (np.diff(data.column("x")[page.rows.table.rows]) >= 0).all()
    page.rows.filter.setText("c=b x<-1")
    qtbot.keyClick(page.rows.filter, Qt.Key.Key_Return)
    assert window.tasks.is_running("data-rows")
    qtbot.waitUntil(lambda: page.rows.order.text == "c=b x<-1", timeout=20_000)
    expected = (data.class_codes == 1) & (data.column("x") < -1)
    assert set(page.rows.table.rows) == set(np.flatnonzero(expected))
    qtbot.waitUntil(lambda: len(page.attributes.summaries) == 2, timeout=20_000)


# -- plots and file -------------------------------------------------------------------------------------


def test_a_pair_of_the_matrix_opens_in_the_map(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    page.tabs.show_tab(1)
    plot = page.matrix.plot
    qtbot.waitUntil(lambda: plot.picture is not None, timeout=20_000)
    plot.grab()
    move_mouse(plot, plot.cell_rect((1, 1)).center().toPoint())
    assert plot.cell == (1, 1)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Right):
        qtbot.keyClick(plot, key)
    assert plot.cell == (0, 2)
    qtbot.keyClick(plot, Qt.Key.Key_Return)
    shown = query(page).map
    assert (shown.kind, shown.x, shown.y) == ("attributes", "petallength", "sepallength")
    assert page.context.state.display.page == "explore"


def test_the_diagonal_chooses_the_attribute(show_page: Show) -> None:
    page = show_page()
    page.matrix.open_pair("sepalwidth", "sepalwidth")
    assert page.attribute.subtitle == "sepalwidth"
    assert page.context.state.display.page == "data"


def test_the_matrix_shows_what_is_chosen_and_in_use(show_page: Show) -> None:
    page = show_page()
    page.matrix.choose(("sepallength", "petalwidth"))
    assert page.matrix.names == ("sepallength", "petalwidth")
    page.context.state.use_attribute("sepallength", False)
    assert page.matrix.names == ("petalwidth",)


def test_a_matrix_of_nothing_is_not_exported(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    page.tabs.show_tab(1)
    qtbot.waitUntil(lambda: page.matrix.to_figure() is not None)
    page.attributes.none_button.click()
    assert page.matrix.is_empty
    assert page.matrix.to_figure() is None
    assert page.matrix.subtitle == ""
    page.attributes.use_all()
    qtbot.waitUntil(lambda: page.matrix.to_figure() is not None)
    assert page.matrix.subtitle == "4 attributes"


def test_a_table_of_a_zip_file_has_the_size_and_digest_of_that_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "data.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("train.csv", "x,y\n1,a\n2,b\n3,b\n4,a\n")
        archive.writestr("test.csv", "x,y\n1,a\n")
    data = load(f"{file}#train.csv")
    window.state.open(Query.opening(data), "data")
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.tabs.show_tab(2)
    assert page.source.values["size"].text() == f"{file.stat().st_size} bytes"
    assert dict(data_facts(data))["file, SHA-256"] == hashlib.sha256(file.read_bytes()).hexdigest()


def test_repairs_are_listed_with_their_lines(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "ragged.csv"
    file.write_text("x,y\n1,a\n2,b,\n3,b\n4,a\n")
    data = load(file)
    window.state.open(Query.opening(data), "data")
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.tabs.show_tab(2)
    shown = [tuple(line) for line in page.source.repairs.to_table().rows]
    assert shown == [("" if r.line is None else str(r.line), r.text) for r in data.repairs]
    assert any(line for line, _ in shown)
    assert page.source.values["fingerprint"].text().startswith(data.fingerprint[:8])
    text = page.source.values["read as"].text()
    assert text.startswith(
        "CSV: separator “,”, decimal point, encoding utf-8, names in the first line; missing: ?,"
    )


# -- test rows ------------------------------------------------------------------------------------------


def test_held_out_rows_can_be_returned(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    page.test_rows.percent.setValue(20)
    assert query(page).test_rows == OwnRows()
    page.test_rows.held_out.click()
    assert query(page).test_rows == HeldOut(20, 1)
    page.test_rows.seed.setValue(7)
    assert query(page).test_rows == HeldOut(20, 7)
    assert page.test_rows.summary.text() == "30 test rows, 120 training rows."
    page.context.state.undo()
    assert page.test_rows.seed.value() == 1
    page.test_rows.own.click()
    assert query(page).test_rows == OwnRows()


def test_a_second_file_may_lack_the_class(show_page: Show, qtbot: QtBot, tmp_path: Path) -> None:
    page = show_page()
    iris = sample("iris")
    small = Dataset.from_columns(
        "small", iris.attributes[:4], [iris.column(j)[:7] for j in range(4)], class_attribute=None
    )
    save(small, tmp_path / "small.csv")
    page.test_rows.open_file(str(tmp_path / "small.csv"))
    qtbot.waitUntil(lambda: isinstance(query(page).test_rows, TestFile))
    assert "no class" in page.test_rows.error_bar.text
    assert page.test_rows.summary.text().startswith("7 test rows, 150 training rows.")


def test_a_second_file_that_does_not_fit_is_refused(show_page: Show, qtbot: QtBot) -> None:
    page = show_page()
    from lwnb_core.data import assets_dir

    page.test_rows.open_file(str(assets_dir() / "samples" / "vote.arff"))
    qtbot.waitUntil(page.test_rows.error_bar.isVisible)
    assert "sepallength" in page.test_rows.error_bar.text
    assert query(page).test_rows == OwnRows()
    assert page.test_rows.own.isChecked()


@pytest.mark.parametrize("suffix", [".csv", ".arff"])
def test_predictions_are_saved(
    show_page: Show, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    page = show_page()
    page.test_rows.held_out.click()
    target = tmp_path / f"p{suffix}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    page.test_rows.save_button.click()
    qtbot.waitUntil(target.is_file)
    saved, expected = load(target), predict_all(query(page))
    assert saved.column("row").tolist() == (expected.rows + 1).tolist()
    names = {a.name for a in saved.attributes}
    assert {"row", "true", "LWNB predicted", "LWNB P(Iris-setosa)"} <= names
    np.testing.assert_allclose(saved.column("LWNB P(Iris-setosa)"), expected.posteriors["LWNB"][:, 0])


def test_every_control_has_an_accessible_name(show_page: Show) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QSpinBox, QTableView

    page = show_page()
    for kind in (QComboBox, QLineEdit, QSpinBox, QTableView, QAbstractButton):
        for widget in page.findChildren(kind):
            if not widget.isVisibleTo(page) or widget.objectName().startswith("qt_"):
                continue
            own = isinstance(widget.parent(), QComboBox | QSpinBox | QLineEdit)
            label = widget.text() if isinstance(widget, QAbstractButton) else ""
            assert own or widget.accessibleName() or label, widget


@pytest.mark.parametrize("theme", ["dark", "projector", "light"])
def test_another_theme_keeps_the_tab(show_page: Show, theme: str) -> None:
    page = show_page()
    page.tabs.show_tab(2)
    window = page.window()
    assert isinstance(window, MainWindow)
    window.set_theme("dark")
    window.set_theme(theme)  # type: ignore[arg-type]
    assert page.source.isVisible()


def test_row_picked_in_explore_is_marked(show_page: Show) -> None:
    page = show_page()
    state = page.context.state
    assert page.rows.table.picked == query(page).row
    state.go_to("explore")
    state.set_test_rows(HeldOut(34, 1))
    state.step_row(1)
    state.go_to("data")
    assert page.rows.table.picked == query(page).row


def test_the_histogram_stays_when_other_attributes_are_taken_out_of_use(
    show_page: Show, qtbot: QtBot
) -> None:
    page = show_page()
    plot = page.attribute.plot
    page.attributes.choose("petalwidth")
    qtbot.waitUntil(lambda: page.attribute.subtitle == "petalwidth" and plot.full_draws > 0)
    plot.grab()
    draws = plot.full_draws
    page.context.state.use_attribute("sepalwidth", False)
    plot.grab()
    assert plot.full_draws == draws
    page.attributes.choose("sepalwidth")
    plot.grab()
    assert plot.full_draws == draws + 1
    assert page.attribute.shown is not None
    assert page.attribute.shown.name == "sepalwidth"
