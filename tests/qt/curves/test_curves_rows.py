"""Behind the curves: rows that lead to their explanation, and matrices with the same counts as the curves."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_gui.app.data_edit import set_class
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import Fold, OwnRows
from lwnb_gui.qt.curves import page as curves_page
from lwnb_gui.qt.curves import rows_panel
from lwnb_gui.qt.curves.page import CurvesPage
from lwnb_gui.qt.curves.row_columns import columns_of
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.study.rows import CellRows, rows_that_differ
from lwnb_gui.study.run import run_study
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.views.curves.rows import RowsBehindCurves
from lwnb_gui.views.curves.stability import Stability
from lwnb_gui.views.instances import FILTERS
from lwnb_gui.views.view import Subject
from tests.qt.conftest import Open
from tests.qt.curve_helpers import finished, open_curves

pytestmark = pytest.mark.shared_window

Key = Qt.Key


@pytest.fixture
def page(opened: Open, qtbot: QtBot) -> CurvesPage:
    return open_curves(opened, qtbot)


def test_listed_row_is_explained_with_its_fold_s_training_rows(page: CurvesPage, qtbot: QtBot) -> None:
    context, rows = page.context, page.rows
    state = context.state
    result = context.curve_study
    assert result is not None
    names = {name: i for i, name in enumerate(result.names)}
    pairs = [(a, b, k) for k in (2, 5, 8) for a in names for b in names if a != b]
    curves = dict(zip(result.names, result.curves, strict=True))
    a, b, k = next((a, b, k) for a, b, k in pairs if (curves[a].right(k) & ~curves[b].right(k)).any())  # type: ignore[union-attr]
    state.set_k(k)
    rows.choices.set_pair(names[a], names[b])
    listed = rows.listed
    assert listed is not None
    assert f"at k = {k}" in rows.choices.message.text()
    one, other = curves[a], curves[b]
    expected = set(one.cases.rows[one.right(k) & ~other.right(k)].tolist())  # type: ignore[union-attr]
    assert set(listed.rows.tolist()) == expected
    titles = [column.title for column in rows.table.rows_model.columns]
    shown = titles.index("KNN votes" if a == "KNN" else f"{a} p(true)")
    qtbot.waitUntil(lambda: rows.table.text(0, shown) != "", timeout=10_000)
    bars = [rows.table.rows_model.cell(i, shown).bar for i in range(len(listed))]
    assert all(bar is not None and bar > 0.3 for bar in bars)

    rows.table.setFocus()
    rows.pick(0)
    assert state.display.page == "curves"
    before = state.query
    rows.explain(0)
    assert state.display.page == "explore"
    query = state.query
    assert query is not None
    spec = query.test_rows
    assert isinstance(spec, Fold)
    case = int(listed.cases[0])
    assert spec == Fold(1, int(one.cases.folds[case]) + 1)  # type: ignore[union-attr]
    assert query.row == listed.rows[0]
    assert before == query  # already selected, so going there is not a step
    qtbot.waitUntil(
        lambda: context.explanation is not None and not context.explanation.left_out, timeout=10_000
    )
    explanation = context.explanation
    assert explanation is not None
    assert explanation.row == query.row
    window = page.window()
    assert isinstance(window, MainWindow)
    assert f"fold {spec.fold}" in window.status.basis.text()
    for name, posterior in {"LWNB": explanation.posterior, **explanation.others}.items():
        assert int(np.argmax(posterior)) == curves[name].predictions(k)[case]  # type: ignore[union-attr]
    state.undo()
    assert state.query.test_rows == OwnRows()


def test_rows_that_flip_between_two_k_and_unstable_rows_are_listed(page: CurvesPage, qtbot: QtBot) -> None:
    rows, state = page.rows, page.context.state
    page.act("rows_flip")
    rows.choices.winner.setCurrentIndex(2)  # KNN
    rows.choices.before.setValue(1)
    rows.choices.after.setValue(9)
    rows.refresh()
    knn = page.context.curve_study.curves[2]  # type: ignore[union-attr]
    assert knn is not None
    flips = np.flatnonzero(knn.predictions(1) != knn.predictions(9))
    assert rows.listed is not None
    assert sorted(rows.listed.cases.tolist()) == flips.tolist()
    state.set_k(4)
    page.study.stability.rows_button.click()
    assert rows.choices.chosen_kind == "stable"
    assert len(rows.listed) == 14
    assert rows.table.rows_in_sight()[0] == 0  # the least stable row in view, wherever the selected row is
    table = rows.to_table()
    assert table is not None
    assert list(table.titles)[-4:] == ["from k", "to k", "values of k", "fold"]
    assert "around k = 4" in rows.choices.message.text()
    qtbot.waitUntil(lambda: "around 4" in page.study.stability.text.text(), timeout=5000)
    qtbot.keyClick(rows, Key.Key_Escape)
    assert rows.choices.chosen_kind == "differ"


def test_regions_chosen_in_curves_are_shown_in_explore(page: CurvesPage, qtbot: QtBot) -> None:
    context, state = page.context, page.context.state
    explore = context.tasks.parent().page("explore")  # type: ignore[attr-defined]
    state.go_to("explore")
    assert explore.panels["map"].isVisible()
    state.go_to("curves")
    state.set_map(replace(state.query.map, regions="NB"))  # type: ignore[union-attr]
    context.rows_requested.emit(FILTERS[1])  # like a click on a cell of the confusion matrix
    assert state.display.page == "explore", "where they are listed"
    qtbot.waitUntil(lambda: explore.panels["map"].regions.chosen == "NB", timeout=20_000)


def test_confusion_counts_the_curves_predictions(page: CurvesPage, qtbot: QtBot) -> None:
    window, state = page.window(), page.context.state
    confusion = page.confusion
    result = finished(page, qtbot)
    window.resize(1700, 1000)
    qtbot.waitUntil(lambda: confusion.is_study and confusion.isVisible(), timeout=20_000)

    def agrees(k: int) -> bool:
        said = {result.names[i]: curve.accuracy[k - 1] for i, curve in result.drawn}
        return {m.name: m.accuracy for m in confusion.matrices} == said

    state.set_k(5)
    qtbot.waitUntil(lambda: agrees(5), timeout=5000)
    assert [m.name for m in confusion.matrices] == ["LWNB", "NB", "KNN", "KNNDW"]
    assert "10-fold" in confusion.subtitle
    assert confusion.to_script() is not None

    confusion.list_rows("KNN", 1, 0)  # days wrongly predicted to be good for playing
    listed = page.rows.listed
    assert isinstance(listed, CellRows)
    assert len(listed) == confusion.matrices[2].matrix[1, 0] > 0
    assert page.rows.choices.chosen_kind == "cell"
    assert confusion.listed == ("KNN", 1, 0)
    page.rows.pick(0)
    assert state.query is not None
    assert isinstance(state.query.test_rows, Fold)
    assert state.query.row == listed.rows[0]
    page.rows.choices.show_kind("differ")
    assert confusion.listed is None
    page.rows.choices.set_pair(0, [learner.name for learner in result.study.learners].index("KNN"))
    titles = [column.title for column in page.rows.table.rows_model.columns]
    assert titles[-1] == "fold"
    assert "KNN votes" in titles
    assert page.rows.table.horizontalScrollBar().maximum() == 0, "nothing is behind a scroll bar"

    page.rows.choices.show_kind("stable")
    listed = page.rows.listed
    assert listed is not None
    state.pick_row(int(listed.rows[-1]))
    page.rows.table.setMaximumHeight(100)
    page.rows.choices.show_kind("stable")
    page.rows.table.scrollToTop()
    page.rows.explain_button.click()
    assert state.query.row == listed.rows[0], "not the test instance, which is far down the list"
    page.rows.table.setMaximumHeight(10_000)
    state.go_to("curves")

    page.study.evaluations["loo"].click()
    result = finished(page, qtbot)
    qtbot.waitUntil(lambda: "leave-one-out" in confusion.subtitle and agrees(5), timeout=5000)


def test_late_counts_of_other_data_are_dropped(
    page: CurvesPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, go_on = page.context, threading.Event()
    page.rows.choices.show_kind("differ")
    count, list_rows = Stability.read, rows_panel.rows_that_differ

    def count_late(*arguments: Any) -> Any:
        go_on.wait(20)
        return count(*arguments)

    def look_late(*arguments: Any) -> Any:
        go_on.wait(20)
        return list_rows(*arguments)

    monkeypatch.setattr(curves_page, "_AT_ONCE", 0)
    monkeypatch.setattr(rows_panel, "_AT_ONCE", 0)
    monkeypatch.setattr(Stability, "read", count_late)
    monkeypatch.setattr(rows_panel, "rows_that_differ", look_late)
    context.state.set_k(3)
    qtbot.waitUntil(lambda: {"curve-stability", "curve-rows"} <= set(context.tasks.running))
    set_class(context.state, "windy")
    assert not {"curve-stability", "curve-rows"} & set(context.tasks.running)
    assert page.study.stability.stability is None
    assert page.rows.listed is None
    assert not page.rows.computing_bar.is_on
    go_on.set()
    finished(page, qtbot)


def test_the_number_that_rows_are_sorted_by_has_a_column() -> None:
    data = lw.sample("glass").subset(np.arange(0, 214, 4))
    study = replace(CurveStudy.of(Query(data)), evaluation="repeated-cv", ks=(1, 20), runs=2, folds=3)
    result = run_study(study, data)
    lwnb, _, knn, _ = result.curves
    assert lwnb is not None
    assert knn is not None
    listed = rows_that_differ(lwnb, knn, 20)
    reading = RowsBehindCurves().read(Subject(study=result, listed=listed), learners=(0, 2))
    assert reading is not None
    columns = columns_of(reading)
    (column,) = [column for column in columns if column.title == "in runs"]
    shown = [int(column.cell(i).text.split()[0]) for i in range(len(listed))]
    assert shown == sorted(shown, reverse=True)
    assert len(set(shown)) > 1
    counts = [
        column for column in columns if column.title in ("in runs", "LWNB right", "KNN right", "run, fold")
    ]
    assert len(counts) == 4
    assert all(column.has_whole_title for column in counts), "“LWNB…ght” says nothing"
