"""Behind the curves: rows that lead to their explanation, and matrices that count what the curves say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.curves.place import CurvesPlace
from lwnb_gui.qt.curves.study_confusion import StudyConfusion
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.instance_filters import FILTERS
from lwnb_gui.state import Fold, OwnRows
from lwnb_gui.state.curve_rows import CellRows
from tests.qt.conftest import Open
from tests.qt.curve_hands import finished, open_curves

Key = Qt.Key


@pytest.fixture
def place(opened: Open, qtbot: QtBot) -> CurvesPlace:
    return open_curves(opened, qtbot)


def test_rows_lead_to_their_explanation_with_the_rows_of_their_fold(place: CurvesPlace, qtbot: QtBot) -> None:
    context, rows = place.context, place.rows
    state = context.state
    result = context.curve_study
    assert result is not None
    names = {name: i for i, name in enumerate(result.names)}
    pairs = [(a, b, k) for k in (2, 5, 8) for a in names for b in names if a != b]
    curves = dict(zip(result.names, result.curves, strict=True))
    a, b, k = next((a, b, k) for a, b, k in pairs if (curves[a].right(k) & ~curves[b].right(k)).any())  # type: ignore[union-attr]
    state.set_k(k)
    rows.choices.set_pair(names[a], names[b])
    found = rows.found
    assert found is not None
    assert f"at k = {k}" in rows.choices.found.text()
    one, other = curves[a], curves[b]
    wanted = set(one.cases.rows[one.right(k) & ~other.right(k)].tolist())  # type: ignore[union-attr]
    assert set(found.rows.tolist()) == wanted
    qtbot.waitUntil(lambda: not np.isnan(rows._shares[:, 0]).any(), timeout=10_000)
    assert (rows._shares[0] > 0.3).all()

    rows.table.setFocus()
    rows.pick(0)
    assert state.view.place == "curves"
    before = state.query
    rows.explain(0)
    assert state.view.place == "explore"
    query = state.query
    assert query is not None
    spec = query.test_rows
    assert isinstance(spec, Fold)
    case = int(found.cases[0])
    assert spec == Fold(1, int(one.cases.folds[case]) + 1)  # type: ignore[union-attr]
    assert query.row == found.rows[0]
    assert before == query  # picked already: going there is no step
    qtbot.waitUntil(
        lambda: context.explanation is not None and not context.explanation.left_out, timeout=10_000
    )
    explanation = context.explanation
    assert explanation is not None
    assert explanation.row == query.row
    window = place.window()
    assert isinstance(window, MainWindow)
    assert f"fold {spec.fold}" in window.status.basis.text()
    for name, posterior in {"LWNB": explanation.posterior, **explanation.others}.items():
        assert int(np.argmax(posterior)) == curves[name].predictions(k)[case]  # type: ignore[union-attr]
    state.undo()
    assert state.query.test_rows == OwnRows()


def test_rows_that_flip_and_rows_that_hang_on_k(place: CurvesPlace, qtbot: QtBot) -> None:
    rows, state = place.rows, place.context.state
    place.act("rows_flip")
    rows.choices.winner.setCurrentIndex(2)  # KNN
    rows.choices.before.setValue(1)
    rows.choices.after.setValue(9)
    rows.refresh()
    knn = place.context.curve_study.curves[2]  # type: ignore[union-attr]
    assert knn is not None
    flips = np.flatnonzero(knn.predictions(1) != knn.predictions(9))
    assert rows.found is not None
    assert sorted(rows.found.cases.tolist()) == flips.tolist()
    state.set_k(4)
    place.study.unstable.click()
    assert rows.choices.chosen_kind == "stable"
    assert len(rows.found) == 14
    assert rows.table.rows_in_sight().start == 0  # the shakiest in sight, wherever the picked row stands
    table = rows.to_table()
    assert table is not None
    assert list(table.heads)[-4:] == ["from k", "to k", "k in all", "fold"]
    assert "around k = 4" in rows.choices.found.text()
    qtbot.waitUntil(lambda: "around 4" in place.study.stability_words.text(), timeout=5000)
    qtbot.keyClick(rows, Key.Key_Escape)
    assert rows.choices.chosen_kind == "differ"


def test_what_is_chosen_beside_the_curves_is_there_in_explore(place: CurvesPlace, qtbot: QtBot) -> None:
    context, state = place.context, place.context.state
    explore = context.tasks.parent().place("explore")  # type: ignore[attr-defined]
    state.go_to("explore")
    assert explore.panels["map"].isVisible()
    state.go_to("curves")
    state.set_map(replace(state.query.map, regions="NB"))  # type: ignore[union-attr]
    context.rows_wanted.emit(FILTERS[1])  # as a click on a cell of the confusion matrix does
    assert state.view.place == "explore", "where they are listed"
    qtbot.waitUntil(lambda: explore.panels["map"].ground.wanted == "NB", timeout=20_000)


def test_confusion_counts_what_the_curves_say(place: CurvesPlace, qtbot: QtBot) -> None:
    window, state = place.window(), place.context.state
    confusion = next(panel for panel in place.beside if isinstance(panel, StudyConfusion))
    result = finished(place, qtbot)
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

    confusion.list_rows("KNN", 1, 0)  # days called good for play that were not
    found = place.rows.found
    assert isinstance(found, CellRows)
    assert len(found) == confusion.matrices[2].matrix[1, 0] > 0
    assert place.rows.choices.chosen_kind == "cell"
    assert confusion.listed == ("KNN", 1, 0)
    place.rows.pick(0)
    assert state.query is not None
    assert isinstance(state.query.test_rows, Fold)
    assert state.query.row == found.rows[0]
    place.rows.choices.show_kind("differ")
    assert confusion.listed is None
    place.rows.choices.set_pair(0, [learner.name for learner in result.study.learners].index("KNN"))
    heads = [column.head for column in place.rows.model.columns]
    assert heads[-1] == "fold"
    assert "KNN votes" in heads
    assert place.rows.table.horizontalScrollBar().maximum() == 0, "nothing is behind a scroll bar"

    place.rows.choices.show_kind("stable")
    found = place.rows.found
    assert found is not None
    state.pick_row(int(found.rows[-1]))
    place.rows.table.setMaximumHeight(100)
    place.rows.choices.show_kind("stable")
    place.rows.table.scrollToTop()
    place.rows.explain_button.click()
    assert state.query.row == found.rows[0], "not the test instance, which is far down the list"
    place.rows.table.setMaximumHeight(10_000)
    state.go_to("curves")

    place.study._evaluations.button(0).click()
    result = finished(place, qtbot)
    qtbot.waitUntil(lambda: "leave-one-out" in confusion.subtitle and agrees(5), timeout=5000)
