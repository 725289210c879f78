"""Local tables: the explanation's tables; cells and neighbours highlight each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_core import LWNB, NB, Attribute, Dataset, Explanation
from lwnb_core.local.naive_bayes import NaiveBayesModel, NominalTable, NumericTable, Table
from lwnb_gui.app.query import Query
from lwnb_gui.qt.explore.local_tables import LocalTablesPanel
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render.tables import to_tsv
from lwnb_gui.views.equations.lines import equation_lines
from lwnb_gui.views.links import LocalTableCell, cells_of
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.local_tables.table_lines import TablePart
from lwnb_gui.views.local_tables.table_tips import attribute_tip, cell_tip, head_tip
from lwnb_gui.views.local_tables.tables_reading import MOST_VALUES, TablesReading, absent_text, ordered
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.wording.classes import absent
from tests.qt.conftest import Open, explore_panel
from tests.qt.mouse import move_mouse, rectangle_of
from tests.views_of import read

pytestmark = pytest.mark.shared_window


def panel_of(window: MainWindow) -> LocalTablesPanel:
    return explore_panel(window, "local_tables", LocalTablesPanel)


def reading_of(window: MainWindow) -> TablesReading:
    reading = panel_of(window).reading
    assert reading is not None
    return reading


def classes_of(panel: LocalTablesPanel) -> tuple[int, ...]:
    """Return the classes side by side in the nominal tables."""
    cells = (spot.target for spot in panel.view.scene.hotspots if isinstance(spot.target, LocalTableCell))
    return tuple(dict.fromkeys(cell.class_code for cell in cells if cell.value is not None))


def tables_of(window: MainWindow) -> TextTable:
    table = panel_of(window).to_table()
    assert table is not None
    return table


def move_to(qtbot: QtBot, panel: LocalTablesPanel, cell: LocalTableCell) -> None:
    rectangle = rectangle_of(panel.view, cell)
    assert rectangle is not None
    move_mouse(panel.view.viewport(), rectangle.center().toPoint())


def test_without_attributes_in_use_there_are_no_tables_and_no_error(qtbot: QtBot, opened: Open) -> None:
    window = opened("weather-nominal", 3)
    panel, map_panel = panel_of(window), explore_panel(window, "map", MapPanel)
    query = window.context.state.query
    assert query is not None
    names = frozenset(query.data.attributes[j].name for j in query.data.predictors)
    window.context.state.step(replace(query, unused=names))
    qtbot.waitUntil(lambda: window.context.explanation is not None and panel.reading is None)
    assert panel.empty.text == "There are no tables to show: no attribute is in use."
    assert not map_panel.error_bar.isVisible()
    for tight in (False, True):
        map_panel.header.x.is_tight = tight
        map_panel.header.x.offer(replace(query, unused=names))
        assert map_panel.header.x.currentText().endswith("no attributes")


def test_every_number_is_the_explanation_s(opened: Open) -> None:
    window = opened()
    explanation = window.context.explanation
    assert explanation is not None
    text = to_tsv(tables_of(window)).splitlines()
    assert text[0].split("\t")[:4] == ["attribute", "value", "of the instance", "class"]
    rows = [line.split("\t") for line in text[1:]]
    assert len(rows) == 4 * 3
    for row in rows:
        j = next(j for j, a in enumerate(explanation.attributes) if a.name == row[0])
        c = explanation.classes.index(row[3])
        table = explanation.tables[j]
        assert isinstance(table, NumericTable)
        factors = table.factors(float(explanation.instance[j]))
        assert factors is not None
        assert float(row[7]) == pytest.approx(factors[c])
        assert float(row[4]) == pytest.approx(table.weights[c])
        if row[5]:
            assert float(row[5]) == pytest.approx(table.mean[c])


def test_class_without_neighbours_is_reported(opened: Open) -> None:
    window = opened()
    reading = reading_of(window)
    assert absent(reading.explanation) == (0,)
    assert absent_text(reading) == (
        "No Iris-setosa among the 50: its numeric factors are at the floor, 1e−75, which rules it out."
    )
    view = panel_of(window).view
    measure = view.canvas().measure
    lines = [spot.tip for spot in view.scene.hotspots if spot.tip and spot.tip in absent_text(reading)]
    assert " ".join(lines) == absent_text(reading)
    assert set(lines) <= set(view.scene.texts)
    assert all(measure(line, "small") <= view.viewport().width() for line in lines)
    assert "floor" in cell_tip(reading, LocalTableCell(0, 0))
    assert "the instance's value, 6.1" in attribute_tip(reading, 0), "what the curves show"


def test_a_class_whose_rows_weigh_nothing_is_not_said_to_be_absent(opened: Open) -> None:
    window = opened("iris", 1)
    reading, explanation = reading_of(window), window.context.explanation
    assert explanation is not None
    assert explanation.neighbour_classes is not None
    assert set(explanation.neighbour_classes.tolist()) == {0, 1}, "one versicolor, at d_k"
    assert absent_text(reading).startswith("No weight for Iris-versicolor or Iris-virginica among the 50:")


def test_few_attributes_stand_in_the_files_order(opened: Open) -> None:
    window = opened()
    assert reading_of(window).order == (0, 1, 2, 3)
    assert not panel_of(window).order.isVisible()


def test_many_attributes_stand_by_contribution(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert panel.order.isVisible()
    names = [explanation.attributes[b.attribute].name for b in reading_of(window).nominal]
    assert names[:4] == [
        "physician-fee-freeze",
        "el-salvador-aid",
        "education-spending",
        "superfund-right-to-sue",
    ]
    panel.order.setCurrentIndex(1)
    assert reading_of(window).order == tuple(range(16))
    panel.order.setCurrentIndex(0)


def test_order_changes_only_when_k_rests(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    before = reading_of(window).order
    for k in (70, 100, 150, 200):
        window.state.set_k(k)
        QApplication.sendPostedEvents()
        assert reading_of(window).order == before
    explanation = window.context.explanation
    assert explanation is not None
    expected = ordered(explanation, "contribution")
    assert expected != before
    qtbot.waitUntil(lambda: panel.reading is not None and panel.reading.order == expected)


def test_hovering_a_neighbour_highlights_its_cell_in_every_table(opened: Open) -> None:
    window = opened("vote", 403)
    explanation, query = window.context.explanation, window.state.query
    assert explanation is not None
    assert query is not None
    assert explanation.neighbourhood is not None
    window.context.hover.on_neighbour(4)
    reading = reading_of(window)
    assert set(reading.highlighted.values()) == set(cells_of(explanation, query.data, 4))
    assert reading.share == pytest.approx(explanation.neighbourhood.rescaled[4])
    assert panel_of(window).subtitle.endswith("w′ = 2.97"), "its beginning needs space beside the tabs"
    assert any(text.startswith("2.97 of ") for text in panel_of(window).view.scene.texts)
    window.context.hover.clear()
    assert reading_of(window).highlighted == {}


@pytest.mark.parametrize("name", ["vote", "iris"])
def test_the_highlighted_cell_is_painted(opened: Open, name: str) -> None:
    window = opened(name)
    view = panel_of(window).view
    dark = grab(view)
    window.context.hover.on_neighbour(2)
    assert grab(view) != dark
    window.context.hover.clear()
    assert grab(view) == dark


def grab(view: object) -> QImage:
    from PySide6.QtWidgets import QAbstractScrollArea

    assert isinstance(view, QAbstractScrollArea)
    return view.viewport().grab().toImage()


def test_the_mouse_on_a_nominal_cell_says_so(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    first = reading_of(window).nominal[0].attribute
    cell = LocalTableCell(first, 1, 1)
    move_to(qtbot, panel, cell)
    assert window.context.hover.now.cell == cell
    move_mouse(panel.view.viewport(), QPoint(20, 40))
    assert window.context.hover.now.is_nothing


def test_the_mouse_on_a_numeric_line_says_so(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    move_to(qtbot, panel_of(window), LocalTableCell(2, 1))
    assert window.context.hover.now.cell == LocalTableCell(2, 1)


def test_only_attributes_in_sight_are_composed(opened: Open, qtbot: QtBot) -> None:
    window = opened("soybean", 1)
    view = panel_of(window).view

    def attributes() -> set[int]:
        return {
            spot.target.attribute for spot in view.scene.hotspots if isinstance(spot.target, LocalTableCell)
        }

    first = attributes()
    assert 0 < len(first) < 12
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert attributes()
    assert not attributes() & first


def test_tables_of_nb_are_shown_by_a_switch(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel, query = panel_of(window), window.state.query
    assert query is not None
    qtbot.mouseClick(panel.compare, Qt.MouseButton.LeftButton, pos=QPoint(8, panel.compare.height() // 2))
    qtbot.waitUntil(lambda: reading_of(window).nb_tables is not None)
    beside = reading_of(window).nb_tables
    expected = NB(query.convention).fit(query.data).explain(query.data, query.row).tables
    assert same_tables(beside, expected)
    assert "NB's" in panel.view.scene.texts
    window.state.pick_row(5)
    expected = NB(query.convention).fit(query.data).explain(query.data, 5).tables
    qtbot.waitUntil(lambda: same_tables(reading_of(window).nb_tables, expected))
    panel.compare.setChecked(False)
    assert reading_of(window).nb_tables is None


def same_tables(some: tuple[Table, ...] | None, others: tuple[Table, ...]) -> bool:
    return some is not None and all(
        np.allclose(mine.probabilities, theirs.probabilities)
        for mine, theirs in zip(some, others, strict=True)
        if isinstance(mine, NominalTable) and isinstance(theirs, NominalTable)
    )


def test_a_late_answer_for_another_instance_is_dropped(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel, query = panel_of(window), window.state.query
    assert query is not None
    panel.compare.setChecked(True)
    window.state.pick_row(10)
    QApplication.sendPostedEvents()
    qtbot.waitUntil(lambda: reading_of(window).nb_tables is not None)
    expected = NB(query.convention).fit(query.data).explain(query.data, 10).tables
    assert same_tables(reading_of(window).nb_tables, expected)


def test_a_missing_value_is_left_out_and_said_so(opened: Open) -> None:
    window = opened("vote", 403)
    reading = reading_of(window)
    missing = next(b.attribute for b in reading.nominal if reading.is_missing(b.attribute))
    assert reading.value_code(missing) is None


def wide_data() -> Dataset:
    random = np.random.default_rng(1)
    n, values, classes = 240, 3000, 24
    codes = random.integers(0, values, n).astype(np.int32)
    codes[0] = 2999
    return Dataset.from_columns(
        "wide",
        [
            Attribute.nominal("word", [f"w{i}" for i in range(values)]),
            Attribute.numeric("size"),
            Attribute.nominal("kind", [f"class {i}" for i in range(classes)]),
        ],
        [codes, random.normal(size=n), (np.arange(n) % classes).astype(np.int32)],
    )


def test_thousands_of_values_and_many_classes_stay_usable(window: MainWindow, qtbot: QtBot) -> None:
    window.state.open(Query.opening(wide_data()))
    qtbot.waitUntil(lambda: window.context.explanation is not None)
    panel = panel_of(window)
    qtbot.waitUntil(lambda: panel.reading is not None)
    block = reading_of(window).nominal[0]
    assert 2999 in block.codes
    assert len(block.codes) <= MOST_VALUES
    assert block.hidden == 3000 - len(block.codes)
    numeric = reading_of(window).numeric[0]
    assert numeric.hidden == 24 - len(numeric.codes)
    view, bar = panel.view, panel.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    more = rectangle_of(view, TablePart("more", block.attribute))
    assert more is not None
    at = QPoint(160, round(more.center().y()))
    move_mouse(view.viewport(), at)
    assert view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert len(reading_of(window).nominal[0].codes) == 3000
    assert len(view.scene.shapes) < 500, "only what is in sight"
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, at.y()))
    assert len(reading_of(window).nominal[0].codes) <= MOST_VALUES


def test_keys_turn_to_other_classes_and_copy_everything(opened: Open, qtbot: QtBot) -> None:
    window = opened("soybean", 1)
    panel = panel_of(window)
    first = classes_of(panel)
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    second = classes_of(panel)
    assert not set(first) & set(second)
    qtbot.keyClick(panel.view, Qt.Key.Key_Left)
    assert classes_of(panel) == first
    qtbot.keyClick(panel.view, Qt.Key.Key_Left)
    last = classes_of(panel)
    assert 0 < len(last) <= len(first)
    assert not set(first) & set(last)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, 10))
    assert classes_of(panel) == first, "after the last come the first"
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.view.verticalScrollBar().value() > 0
    window.activateWindow()
    panel.view.setFocus()
    qtbot.waitUntil(panel.view.hasFocus)
    qtbot.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    # A long table is written in the background.
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == to_tsv(tables_of(window)))


def test_tips_explain_the_numbers(opened: Open) -> None:
    window = opened("vote", 403)
    reading = reading_of(window)
    assert "the weight plus 1" in head_tip(reading, numeric=False)
    j = reading.nominal[0].attribute
    tip = cell_tip(reading, LocalTableCell(j, 1, 1))
    assert "30.36" in tip
    assert "P(y | republican) = 0.928" in tip
    assert "Only the neighbours are counted" in attribute_tip(reading, j)


def test_every_page_has_its_tip(opened: Open) -> None:
    window = opened("vote", 403)
    view, reading = panel_of(window).view, reading_of(window)
    j = reading.nominal[0].attribute
    cell = rectangle_of(view, LocalTableCell(j, 1, 1))
    assert cell is not None
    assert view.tip_at(20, 5) == head_tip(reading, numeric=False)
    assert view.tip_at(20, cell.center().y()) == attribute_tip(reading, j)
    assert view.tip_at(cell.center().x(), cell.center().y()) == cell_tip(reading, LocalTableCell(j, 1, 1))


def test_the_header_of_the_tables_on_top_stays(opened: Open) -> None:
    view = panel_of(opened("labor", 1)).view
    assert "mean" in view.tip_at(20, 5).lower()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert view.tip_at(20, 5).startswith("Weight is the rescaled weight")


def test_nothing_to_show_is_stated(opened: Open) -> None:
    window = opened()
    panel = panel_of(window)
    panel.show_explanation(None)
    assert panel.is_empty
    panel.show_explanation(window.context.explanation)
    assert not panel.is_empty


def test_mean_that_cancels_reads_zero_everywhere() -> None:
    data = Dataset.from_columns(
        "centred",
        [Attribute.numeric("x"), Attribute.nominal("c", ("a", "b"))],
        [np.tile([-0.3, -0.2, -0.1, 0.1, 0.2, 0.3], 4), np.repeat([0, 1], 12).astype(np.int32)],
    )
    explanation = LWNB(k=20, convention="weka").fit(data).explain(data, 0)
    explanation = replace(explanation, model=_with_mean(explanation, -1.4155e-17))
    assert "mean 0, sd" in cell_tip(TablesReading(explanation, (0,)), LocalTableCell(0, 0))
    table = LocalTables().table(read(LocalTables(), explanation))
    assert [row[5] for row in table.rows] == ["0", "0"]
    assert "mean 0 and standard deviation" in "".join(
        line.sentence for line in equation_lines(explanation, symbols=False)
    )


def _with_mean(explanation: Explanation, mean: float) -> NaiveBayesModel:
    model = explanation.model
    assert model is not None
    (table,) = model.tables
    assert isinstance(table, NumericTable)
    return replace(model, tables=(replace(table, mean=np.full(2, mean)),))


def test_a_class_without_rows_is_said_to_be_so_in_wekas_convention(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    window.state.change_settings(convention="weka")
    qtbot.waitUntil(lambda: reading_of(window).explanation.settings["convention"] == "weka")
    reading = reading_of(window)
    assert "Weka gives the class mean 0 and sd" in cell_tip(reading, LocalTableCell(3, 0))
    assert "p(1.4 | Iris-setosa) = 1e−75" in cell_tip(reading, LocalTableCell(3, 0))
    lines = equation_lines(reading.explanation, cls=0, attribute=3)
    sentence = next(line.sentence for line in lines if line.number == "N")
    assert sentence.startswith("Weka's form")
    assert "mean 0" in sentence
