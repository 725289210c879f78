"""The page Curves: a study that runs by itself, curves that set k, what takes long and what is kept."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.measures import CURVE_MEASURES
from lwnb_gui.app.run import Clock
from lwnb_gui.app.test_rows import OwnRows
from lwnb_gui.qt.curves import study_controller
from lwnb_gui.qt.curves.page import CurvesPage
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.run import run_study
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.views.curves.reading import known_to, reading_of_study
from tests.qt.conftest import Open
from tests.qt.curve_helpers import at, finished, open_curves, page_of, paper_study
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window

Key = Qt.Key


@pytest.fixture
def page(opened: Open, qtbot: QtBot) -> CurvesPage:
    return open_curves(opened, qtbot)


def test_a_study_runs_by_itself_and_a_click_sets_k(page: CurvesPage, qtbot: QtBot) -> None:
    context, canvas = page.context, page.curves.canvas
    result = context.curve_study
    assert result is not None
    data = context.state.query.data  # type: ignore[union-attr]
    expected = accuracy_curve(result.study.learners, data, "cv")
    for curve, own in zip(result.curves, expected.curves, strict=True):
        assert curve is not None
        assert curve.accuracy.tolist() == own.accuracy.tolist()
    assert "the same folds" in page.curves.subtitle

    move_mouse(canvas, at(page, 8))
    QTest.qWait(20)
    assert context.state.query.k != 8  # type: ignore[union-attr]
    best = max(c.mean("accuracy")[7] for c in expected.curves)
    assert canvas.artists.data.read_out(8)[0][1] == f"{best:.2f}"  # type: ignore[union-attr]
    draws = canvas.full_draws
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at(page, 6))
    assert context.state.query.k == 6  # type: ignore[union-attr]
    context.state.set_k(9)
    assert canvas.full_draws <= draws + 1  # only the cursor moves

    canvas.setFocus()
    for key, k in ((Key.Key_Right, 10), (Key.Key_Left, 9), (Key.Key_Home, 1), (Key.Key_End, 12)):
        qtbot.keyClick(canvas, key)
        assert context.state.query.k == k  # type: ignore[union-attr]


def test_view_options_compute_nothing(page: CurvesPage, qtbot: QtBot) -> None:
    result, canvas, study = page.context.curve_study, page.curves.canvas, page.study
    assert result is not None
    assert canvas.data is not None
    assert canvas.data.best
    assert canvas.data.series[0].low is not None
    study.band.setChecked(False)
    study.best.setChecked(False)
    assert canvas.data.series[0].low is None
    assert not canvas.data.best
    page.act("study_axis")
    assert not canvas.data.log
    measures = [study.measure.itemData(i) for i in range(study.measure.count())]
    assert [name for name in measures if ":" not in name] == list(CURVE_MEASURES)
    assert {f"f1:{name}" for name in result.data.classes} < set(measures)
    for measure in (*measures[1:], "accuracy"):
        page.act("study_measure")
        assert page.context.state.display.curves.measure == study.measure.currentData() == measure
        drawn, computed = canvas.data.series[0].mean, result.curves[0].mean(measure)  # type: ignore[union-attr]
        np.testing.assert_array_equal(drawn, computed)
        assert (
            f"{study.measure.currentText()} over k".casefold()
            == page.curves.title_row.title.text().casefold()
        )
    study.list.toggle(2)
    assert [s.name for s in canvas.data.series] == ["LWNB", "KNNDW", "NB"]
    assert page.context.curve_study is result

    study.list.toggle(2)
    canvas.setFocus()
    qtbot.keyClick(canvas, Key.Key_Plus)
    assert canvas.data.limits is not None
    qtbot.keyClick(canvas, Key.Key_Escape)
    assert canvas.data.limits is None
    canvas.box_zoom = True
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at(page, 3))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=at(page, 9))
    low, high = canvas.data.limits[:2]  # type: ignore[index]
    assert (round(low), round(high)) == (3, 9)


def test_f1_of_a_class_that_the_data_lack_is_f1_of_all(page: CurvesPage) -> None:
    page.study.change(measure="f1:no such class")
    result, canvas = page.context.curve_study, page.curves.canvas
    assert page.study.measure.currentData() == "f1"
    np.testing.assert_array_equal(canvas.data.series[0].mean, result.curves[0].f1)  # type: ignore[union-attr]
    report = page.curves.to_report()
    assert report is not None
    assert report.title.endswith("F1 (macro) over k")
    assert 'curve.mean("f1")' in report.script.replace("'", '"')


def test_curves_are_hidden_and_variants_removed_by_keys(page: CurvesPage, qtbot: QtBot) -> None:
    study = page.study
    study.add_variants([lw.LWNB(kernel="tricube")])
    study.list.setFocus()
    qtbot.keyClick(study.list, Key.Key_End)
    qtbot.keyClick(study.list, Key.Key_Up)
    qtbot.keyClick(study.list, Key.Key_Delete)
    assert len(study.settings.variants) == 1, "NB is no variant"
    qtbot.keyClick(study.list, Key.Key_Space)
    assert study.settings.hidden == {"NB"}
    assert study.list.text(3, 0) == "hidden"
    qtbot.keyClick(study.list, Key.Key_Down)
    qtbot.keyClick(study.list, Key.Key_Delete)
    assert study.settings.variants == ()


def test_variants_are_added_to_the_computed_curves(page: CurvesPage, qtbot: QtBot) -> None:
    before = page.context.curve_study
    assert before is not None
    page.study.add_variants([lw.LWNB(kernel="tricube"), lw.LWNB(kernel="constant")])
    after = finished(page, qtbot)
    assert after.names == (*before.names, "LWNB tricube", "LWNB constant")
    assert after.curves[:4] == before.curves
    curves = page.study.list
    assert [curves.text(row, 2) for row in curves.rows] == [*before.names, "LWNB tricube", "LWNB constant"]
    cross = QPoint(curves.viewport().width() - 8, round(4.5 * curves.row_height))
    qtbot.mouseClick(curves.viewport(), Qt.MouseButton.LeftButton, pos=cross)
    assert finished(page, qtbot).names == (*before.names, "LWNB constant")
    page.study.ask_variant()
    dialog = next(w for w in page.study.findChildren(QWidget) if type(w).__name__ == "VariantDialog")
    dialog.kernel.setCurrentText("all kernels")
    dialog.accept()
    assert len(finished(page, qtbot).names) == 4 + 5

    page.context.state.change_settings(kernel="gaussian")  # LWNB as the strip has it, and all six beside it
    result = finished(page, qtbot)
    assert result.study.learners[0] == lw.LWNB(kernel="gaussian")
    assert "LWNB constant" in result.names


def test_other_evaluations_and_exports_of_the_curves(page: CurvesPage, qtbot: QtBot, tmp_path: Path) -> None:
    page.study.evaluations["loo"].click()
    result = finished(page, qtbot)
    assert result.study.evaluation == "loo"
    assert page.curves.canvas.data.series[0].low is None, "every row is tested"  # type: ignore[union-attr]
    assert page.curves.canvas.data.best  # type: ignore[union-attr]
    table = page.curves.to_table()
    assert table is not None
    assert len(list(table.rows)) == 3 * 13 + 1
    for suffix in ("png", "svg", "pdf"):
        page.curves.export_image(tmp_path / f"curves.{suffix}")
        assert (tmp_path / f"curves.{suffix}").stat().st_size > 2000
    script = page.curves.to_script()
    assert script is not None
    assert "accuracy_curve" in script
    page.rows.explain(0)
    assert page.context.state.query.test_rows == OwnRows()  # type: ignore[union-attr]


def test_stop_is_immediate_and_keeps_the_results(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = threading.Event()

    works = []

    def endless(
        study: CurveStudy,
        data: lw.Dataset,
        job: Any,
        partial: Any,
        *_: Any,
        work: Any,
        clock: Clock,
        **__: Any,
    ) -> StudyResult:
        works.append(work)
        clock.report(0.3, None)
        result = run_study(study, data)
        partial(StudyResult(study, data, result.curves))
        while True:
            began.set()
            job(3, 10)
            threading.Event().wait(0.01)

    monkeypatch.setattr(study_controller, "run_study", endless)
    window = opened("weather-numeric", 1, page="curves")
    page = page_of(window)
    qtbot.waitUntil(lambda: began.is_set() and page.controller.run.share == 0.3, timeout=10_000)
    qtbot.waitUntil(lambda: page.context.curve_study is not None, timeout=10_000)
    assert page.curves.progress.stop_button.isVisible()
    page.act("study_stop")
    assert page.controller.run.state == "stopped"
    assert not window.tasks.is_running(study_controller.TASK)
    assert "30%" in page.curves.progress.text.text().replace(" ", "")
    assert page.context.curve_study is not None
    assert len(page.rows.table.rows) > 0 or page.rows.is_empty
    page.curves.progress.start_button.click()
    qtbot.waitUntil(lambda: len(works) == 2, timeout=10_000)
    assert works[0] is works[1]  # it goes on from what was done
    page.act("study_stop")
    monkeypatch.setattr(study_controller, "run_study", run_study)
    page.curves.progress.start_button.click()
    assert finished(page, qtbot).complete


class LongStudy:
    """Seems to take two hours more, until a moment after it has been resumed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.studies: list[CurveStudy] = []
        self.steps = 0
        monkeypatch.setattr("lwnb_gui.app.run._FIRST_ESTIMATE", 0.0)
        monkeypatch.setattr(study_controller, "run_study", self)

    def __call__(
        self,
        study: CurveStudy,
        data: lw.Dataset,
        progress: Any,
        partial: Any,
        *rest: Any,
        clock: Clock,
        **_: Any,
    ) -> StudyResult:
        self.studies.append(study)
        result = run_study(study, data)
        partial(StudyResult(study, data, result.curves))
        for step in range(20):
            self.steps += 1
            clock.report(step / 100, 7200.0)
            progress(step, 100)
            threading.Event().wait(0.02)
        return result


def test_long_study_pauses_and_a_smaller_one_is_offered(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_study = LongStudy(monkeypatch)
    window = opened("weather-numeric", 1, page="curves")
    page = page_of(window)
    qtbot.waitUntil(lambda: page.controller.offer is not None, timeout=10_000)
    assert page.controller.run.state == "paused"
    assert "2.0 h" in page.curves.offer.text.text()
    assert page.curves.offer.smaller_button.isVisible()
    assert not page.curves.progress.isVisible()
    assert page.curves.canvas.data is not None, "what has been computed is shown"
    steps = long_study.steps
    assert steps < 20
    QTest.qWait(150)
    assert long_study.steps <= steps + 1
    page.controller.request(page.requested_study, page.context.state.query)  # type: ignore[arg-type]
    assert page.controller.run.state == "paused", "to request it again does not resume it"
    page.curves.offer.full_button.click()
    assert page.controller.offer is None
    assert finished(page, qtbot).study.sample is None
    assert len(long_study.studies) == 1, "it was resumed, not started again"
    page.act("study_smaller")
    assert page.controller.run.state == "done", "nothing smaller is offered"

    page.study.sample.setCurrentIndex(page.study.sample.findData(100))
    page.study.sample.activated.emit(0)
    qtbot.waitUntil(lambda: page.controller.offer is not None, timeout=10_000)
    page.curves.offer.smaller_button.setFocus()
    page.act("study_smaller")
    qtbot.waitUntil(lambda: page.controller.study == page.requested_study, timeout=10_000)
    assert page.requested_study.ks == "grid"  # type: ignore[union-attr]
    focused = window.focusWidget()
    assert focused is not None
    assert page.curves.isAncestorOf(focused), "the focus stays in the panel when the button goes"
    assert finished(page, qtbot).study.ks == "grid", "an offer that was accepted does not pause again"


def test_a_study_started_by_the_user_does_not_pause(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_study = LongStudy(monkeypatch)
    page = page_of(opened("weather-numeric", 1, page="curves"))
    qtbot.waitUntil(lambda: page.controller.offer is not None, timeout=10_000)
    page.act("study_stop")
    assert page.controller.run.state == "stopped"
    assert page.controller.offer is None
    assert page.curves.progress.isVisible()
    page.act("study_axis")
    QTest.qWait(50)
    assert page.controller.run.state == "stopped", "another axis does not resume it"
    states: list[str] = []
    page.controller.run.changed.connect(lambda: states.append(page.controller.run.state))
    page.act("study_start")
    finished(page, qtbot)
    assert "paused" not in states
    assert len(long_study.studies) == 2


def test_a_study_to_a_precision_stops_when_its_band_is_narrow(
    page: CurvesPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lwnb_core.evaluation.curves.precision._FIRST", 5)
    page.study.change(evaluation="loo", precision=30.0)
    assert page.study.sample.currentText() == "until ± 30 points"
    result = finished(page, qtbot)
    assert 5 < (result.sample or 0) < 14
    assert max(curve.band.widest for _, curve in result.drawn) <= 30
    reading = reading_of_study(result)
    assert reading is not None
    assert f"{result.sample} test rows, ± " in reading.summary
    series = page.curves.canvas.data.series[0]  # type: ignore[union-attr]
    assert series.low is not None
    assert (series.low < series.mean).all()
    assert f"sample={result.sample}" in (page.curves.to_script() or "")
    page.study.sample.setCurrentIndex(page.study.sample.findData(None))
    page.study.sample.activated.emit(0)
    assert page.study.settings.precision is None
    assert not finished(page, qtbot).drawn[0][1].tested.is_sample


@pytest.mark.parametrize("precision", [30.0, 0.5])
def test_progress_names_the_precision_unless_every_row_is_tested(
    precision: float, page: CurvesPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last round of a study to a precision can be that of all rows."""
    monkeypatch.setattr("lwnb_core.evaluation.curves.precision._FIRST", 5)
    page.study.change(evaluation="loo", precision=precision)
    is_sample = finished(page, qtbot).drawn[0][1].tested.is_sample
    assert is_sample is (precision == 30)
    running = SimpleNamespace(state="running", share=0.8, seconds_left=None)
    with monkeypatch.context() as patch:
        patch.setattr(page.controller, "run", running)
        status = page.controller.status
    assert status is not None
    study = page.context.curve_study
    assert study is not None
    known = known_to([curve for _, curve in study.drawn])
    assert status.text == (f"{known}, 80 %" if is_sample else "80 %")
    assert "± 0 " not in status.text


def test_error_is_shown_in_the_panel(opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> StudyResult:
        raise lw.DataError("too few rows", hint="Open more.")

    monkeypatch.setattr(study_controller, "run_study", broken)
    window = opened("weather-numeric", 1, page="curves")
    page = page_of(window)
    qtbot.waitUntil(lambda: page.controller.run.state == "failed", timeout=10_000)
    assert "too few rows" in page.curves.error_bar.text
    window.state.close_data()
    assert page.controller.run.state == "idle"


def test_paper_s_figure_by_one_click(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    requested: list[CurveStudy] = []
    monkeypatch.setattr(
        study_controller.StudyController,
        "request",
        lambda self, study, data, anyhow=False: requested.append(study),
    )
    window.opener.open_sample("checkers-board")
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    window.state.go_to("curves")
    page = page_of(window)
    assert page.study.paper.isVisible()
    assert "Figure 4" in page.study.paper.text()
    window.actions_by_name["study_figure"].trigger()
    qtbot.waitUntil(lambda: bool(requested), timeout=5000)
    assert requested[-1] == paper_study()
    assert not page.study.settings.log


def test_session_restores_study_and_view_options(
    page: CurvesPage, qtbot: QtBot, tmp_path: Path, window: MainWindow
) -> None:
    study, state = page.study, page.context.state
    study.add_variants([lw.LWNB(kernel="tricube")])
    study.change(evaluation="loo", ks="grid")
    study.change(log=False)
    page.act("study_measure")
    study.list.toggle(study.list.learners.index(lw.KNN()))
    saved = state.display.curves
    assert saved == study.settings
    assert (saved.evaluation, saved.ks, saved.log) == ("loo", "grid", False)
    assert saved.measure == CURVE_MEASURES[1]
    assert saved.hidden == {"KNN"}
    window.teach.sessions.save_to(str(tmp_path / "study.lwnb"))
    qtbot.waitUntil((tmp_path / "study.lwnb").is_file, timeout=10_000)
    state.set_curves(type(saved)())
    assert study.settings.variants == ()
    assert study.settings.log
    window.teach.sessions.open(str(tmp_path / "study.lwnb"))
    qtbot.waitUntil(lambda: state.display.curves == saved, timeout=10_000)
    assert study.settings == saved
    assert finished(page, qtbot).study.evaluation == "loo"
    assert page.curves.canvas.data is not None
    assert [s.name for s in page.curves.canvas.data.series] == ["LWNB", "KNNDW", "NB", "LWNB tricube"]


def test_resetting_the_layout_reaches_the_curves(page: CurvesPage, window: MainWindow) -> None:
    columns = page.splitters["curves-columns"]
    first = columns.sizes()
    columns.setSizes([first[0] + 60, first[1] - 60, *first[2:]])
    assert columns.sizes() != first
    window.actions_by_name["reset_layout"].trigger()
    assert columns.sizes() == first
