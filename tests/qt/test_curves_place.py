"""The place Curves: a study that runs by itself, curves that set k, rows that lead to their explanation."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_core.evaluation.curves import accuracy_curve
from lwnb_gui.qt.curves import runner as runner_module
from lwnb_gui.qt.curves.place import CurvesPlace
from lwnb_gui.qt.curves.study_confusion import StudyConfusion
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.instance_filters import FILTERS
from lwnb_gui.state import Fold, OwnRows
from lwnb_gui.state.curve_cost import Cost
from lwnb_gui.state.curve_presets import paper_study
from lwnb_gui.state.curve_rows import CellRows
from lwnb_gui.state.curve_study import CurveStudy, StudyResult
from lwnb_gui.state.study_run import run_study
from tests.qt.conftest import Open

Key = Qt.Key


def page_of(window: MainWindow) -> CurvesPlace:
    page = window.place("curves")
    assert isinstance(page, CurvesPlace)
    return page


def finished(page: CurvesPlace, qtbot: QtBot) -> StudyResult:
    """Wait for the study that is wanted now."""
    qtbot.waitUntil(lambda: page.runner.study == page.asked and page.runner.phase == "done", timeout=60_000)
    result = page.context.curve_study
    assert result is not None
    return result


@pytest.fixture
def place(opened: Open, qtbot: QtBot) -> CurvesPlace:
    """Curves of the weather, all computed."""
    window = opened("weather-numeric", 1, place="curves")
    page = page_of(window)
    finished(page, qtbot)
    return page


def at(page: CurvesPlace, k: int, value: float | None = None) -> QPoint:
    """Where a k (and a value) lies in the picture."""
    canvas = page.curves.canvas
    assert canvas.artists is not None
    canvas.draw()
    ax = canvas.artists.ax
    low, high = ax.get_ylim()
    x, y = ax.transData.transform((k, (low + high) / 2 if value is None else value))
    return QPoint(round(x), round(canvas.height() - y))


def test_a_study_runs_by_itself_and_a_click_sets_k(place: CurvesPlace, qtbot: QtBot) -> None:
    context, canvas = place.context, place.curves.canvas
    result = context.curve_study
    assert result is not None
    data = context.state.query.data  # type: ignore[union-attr]
    expected = accuracy_curve(result.study.learners, data, "cv")
    for found, own in zip(result.curves, expected.curves, strict=True):
        assert found is not None
        assert found.accuracy.tolist() == own.accuracy.tolist()
    assert "the same folds" in place.curves.subtitle

    qtbot.mouseMove(canvas, at(place, 8))
    QTest.qWait(20)
    assert context.state.query.k != 8  # type: ignore[union-attr]
    assert canvas.artists.read_out(8)[0][1] == f"{max(c.mean('accuracy')[7] for c in expected.curves):.2f}"  # type: ignore[union-attr]
    draws = canvas.full_draws
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at(place, 6))
    assert context.state.query.k == 6  # type: ignore[union-attr]
    context.state.set_k(9)
    assert canvas.full_draws <= draws + 1  # only the cursor moves

    canvas.setFocus()
    for key, k in ((Key.Key_Right, 10), (Key.Key_Left, 9), (Key.Key_Home, 1), (Key.Key_End, 12)):
        qtbot.keyClick(canvas, key)
        assert context.state.query.k == k  # type: ignore[union-attr]


def test_looking_otherwise_computes_nothing(place: CurvesPlace, qtbot: QtBot) -> None:
    result, canvas, study = place.context.curve_study, place.curves.canvas, place.study
    assert result is not None
    assert canvas.data is not None
    assert canvas.data.best
    assert canvas.data.series[0].low is not None
    study.band.setChecked(False)
    study.best.setChecked(False)
    assert canvas.data.series[0].low is None
    assert not canvas.data.best
    place.act("study_axis")
    assert not canvas.data.log
    for measure in ("log_loss", "brier", "kappa", "accuracy"):
        place.act("study_measure")
        assert canvas.data.series[0].mean.tolist() == result.curves[0].mean(measure).tolist()  # type: ignore[union-attr, arg-type]
    boxes = [study.list.boxes[learner] for learner in result.study.learners]
    chain: list[QWidget] = [study.ks]
    while len(chain) < 6:
        after = chain[-1].nextInFocusChain()
        while not (after.focusPolicy() & Qt.FocusPolicy.TabFocus and after.isVisible()):
            after = after.nextInFocusChain()
        chain.append(after)
    assert chain[1:] == [*boxes, study.add], "the tab key goes along the list"
    boxes[2].setChecked(False)
    assert [s.name for s in canvas.data.series] == ["LWNB", "KNNDW", "NB"]
    assert place.context.curve_study is result

    study.list.boxes[result.study.learners[2]].setChecked(True)
    canvas.setFocus()
    qtbot.keyClick(canvas, Key.Key_Plus)
    assert canvas.data.view is not None
    qtbot.keyClick(canvas, Key.Key_Escape)
    assert canvas.data.view is None
    canvas.box_zoom = True
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at(place, 3))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=at(place, 9))
    low, high = canvas.data.view[:2]  # type: ignore[index]
    assert (round(low), round(high)) == (3, 9)


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


def test_variants_are_added_to_what_is_known(place: CurvesPlace, qtbot: QtBot) -> None:
    before = place.context.curve_study
    assert before is not None
    place.study.add_variants([lw.LWNB(kernel="tricube"), lw.LWNB(kernel="constant")])
    after = finished(place, qtbot)
    assert after.names == (*before.names, "LWNB tricube", "LWNB constant")
    assert after.curves[:4] == before.curves
    assert len(place.study.list.boxes) == 6
    gone = next(b for b in place.study.list.findChildren(QToolButton) if "tricube" in b.accessibleName())
    gone.click()
    assert finished(place, qtbot).names == (*before.names, "LWNB constant")
    place.study.ask_variant()
    dialog = next(w for w in place.study.findChildren(QWidget) if type(w).__name__ == "VariantDialog")
    dialog.kernel.setCurrentText("all kernels")
    dialog.accept()
    assert len(finished(place, qtbot).names) == 4 + 5

    place.context.state.set_kernel("gaussian")  # LWNB as the strip has it, and all six beside it
    result = finished(place, qtbot)
    assert result.study.learners[0] == lw.LWNB(kernel="gaussian")
    assert "LWNB constant" in result.names


def test_other_evaluations_and_what_is_taken_home(place: CurvesPlace, qtbot: QtBot, tmp_path: Path) -> None:
    place.study._evaluations.button(0).click()
    result = finished(place, qtbot)
    assert result.study.evaluation == "loo"
    assert not place.study.band.isEnabled()
    assert place.curves.canvas.data.series[0].low is None  # type: ignore[union-attr]
    assert place.curves.canvas.data.best  # type: ignore[union-attr]
    table = place.curves.to_table()
    assert table is not None
    assert len(list(table.rows)) == 3 * 13 + 1
    for suffix in ("png", "svg", "pdf"):
        place.curves.export_image(tmp_path / f"curves.{suffix}")
        assert (tmp_path / f"curves.{suffix}").stat().st_size > 2000
    script = place.curves.to_script()
    assert script is not None
    assert "accuracy_curve" in script
    place.rows.explain(0)
    assert place.context.state.query.test_rows == OwnRows()  # type: ignore[union-attr]


def test_stop_is_at_once_and_keeps_what_was_found(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = threading.Event()

    works = []

    def endless(
        study: CurveStudy, data: lw.Dataset, job: Any, partial: Any, known: Any, work: Any
    ) -> StudyResult:
        works.append(work)
        found = run_study(study, data)
        partial(StudyResult(study, data, found.curves))
        while True:
            began.set()
            job(3, 10)
            threading.Event().wait(0.01)

    monkeypatch.setattr(runner_module, "run_study", endless)
    window = opened("weather-numeric", 1, place="curves")
    page = page_of(window)
    qtbot.waitUntil(lambda: began.is_set() and page.runner.standing.done == 3, timeout=10_000)
    assert page.curves.stop_button.isVisible()
    page.act("study_stop")
    assert page.runner.phase == "stopped"
    assert not window.tasks.is_running(runner_module.TASK)
    assert "30%" in page.curves.words.text().replace(" ", "")
    assert page.context.curve_study is not None
    assert page.rows.model.rowCount() > 0 or page.rows.is_empty
    page.curves.again_button.click()
    qtbot.waitUntil(lambda: len(works) == 2, timeout=10_000)
    assert works[0] is works[1]  # it goes on from what was done
    page.act("study_stop")
    monkeypatch.setattr(runner_module, "run_study", run_study)
    page.curves.again_button.click()
    assert finished(page, qtbot).complete


def test_what_takes_long_is_offered_with_its_time(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner_module, "estimate", lambda *_: Cost(7200.0, 1e6))
    window = opened("weather-numeric", 1, place="curves")
    page = page_of(window)
    qtbot.waitUntil(lambda: page.runner.phase == "waiting", timeout=10_000)
    assert "2.0 h" in page.curves.offer_words.text()
    assert page.curves.smaller_button.isVisible()
    assert page.context.curve_study is None
    page.act("study_start")
    assert finished(page, qtbot).study.sample is None
    page.act("study_smaller")
    assert page.runner.phase == "done", "nothing smaller is offered"
    page.study.sample.setCurrentIndex(page.study.sample.findData(100))
    page.study.sample.activated.emit(0)
    qtbot.waitUntil(lambda: page.runner.phase == "waiting", timeout=10_000)
    page.curves.smaller_button.setFocus()
    page.act("study_smaller")
    qtbot.waitUntil(lambda: page.runner.study == page.asked, timeout=10_000)
    assert page.asked.ks == "grid"  # type: ignore[union-attr]
    focused = window.focusWidget()
    assert focused is not None
    assert page.curves.isAncestorOf(focused), "the focus stays in the panel when the button goes"


def test_an_error_is_said_in_the_panel(opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> StudyResult:
        raise lw.DataError("too few rows", hint="Open more.")

    monkeypatch.setattr(runner_module, "run_study", broken)
    window = opened("weather-numeric", 1, place="curves")
    page = page_of(window)
    qtbot.waitUntil(lambda: page.runner.phase == "failed", timeout=10_000)
    assert "too few rows" in page.curves.error_bar.text
    window.state.close_data()
    assert page.runner.phase == "idle"


def test_the_papers_figure_is_one_click(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[CurveStudy] = []
    monkeypatch.setattr(
        runner_module.StudyRunner, "ask", lambda self, study, data, anyhow=False: asked.append(study)
    )
    window.opener.open_sample("checkers-board")
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    window.state.go_to("curves")
    page = page_of(window)
    assert page.study.paper.isVisible()
    assert "Figure 4" in page.study.paper.text()
    window.actions_by_name["study_figure"].trigger()
    qtbot.waitUntil(lambda: bool(asked), timeout=5000)
    assert asked[-1] == paper_study(4)
    assert not page.study.looks.log


def test_a_session_has_the_study_and_its_looks(
    place: CurvesPlace, qtbot: QtBot, tmp_path: Path, window: MainWindow
) -> None:
    study, state = place.study, place.context.state
    study.add_variants([lw.LWNB(kernel="tricube")])
    study.set_study(CurveStudy((), "loo", "grid"))
    study.set_log(False)
    place.act("study_measure")
    study.list.boxes[lw.KNN()].setChecked(False)
    kept = state.view.curves
    assert kept == study.view
    assert (kept.evaluation, kept.ks, kept.log, kept.measure) == ("loo", "grid", False, "log_loss")
    assert kept.hidden == {"KNN"}
    window.teach.sessions.save_to(str(tmp_path / "study.lwnb"))
    qtbot.waitUntil((tmp_path / "study.lwnb").is_file, timeout=10_000)
    state.set_curves(type(kept)())
    assert study.variants == ()
    assert study.looks.log
    window.teach.sessions.open(str(tmp_path / "study.lwnb"))
    qtbot.waitUntil(lambda: state.view.curves == kept, timeout=10_000)
    assert study.view == kept
    assert finished(place, qtbot).study.evaluation == "loo"
    assert place.curves.canvas.data is not None
    assert [s.name for s in place.curves.canvas.data.series] == ["LWNB", "KNNDW", "NB", "LWNB tricube"]


def test_resetting_the_layout_reaches_the_curves(place: CurvesPlace, window: MainWindow) -> None:
    columns = place._splitters["curves-columns"]
    first = columns.sizes()
    columns.setSizes([first[0] + 60, first[1] - 60, *first[2:]])
    assert columns.sizes() != first
    window.actions_by_name["reset_layout"].trigger()
    assert columns.sizes() == first


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
    assert confusion.view.chosen == ("KNN", 1, 0)
    place.rows.pick(0)
    assert state.query is not None
    assert isinstance(state.query.test_rows, Fold)
    assert state.query.row == found.rows[0]
    place.rows.choices.show_kind("differ")
    assert confusion.view.chosen is None
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
