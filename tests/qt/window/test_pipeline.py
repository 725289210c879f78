"""From the query to the explanation: correct, in the same frame, and without unnecessary work."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_core import Selection, Sweep
from lwnb_core.engine import choice
from lwnb_core.engine.sweep import sweep_selection
from lwnb_gui.app.data_edit import set_class
from lwnb_gui.app.predictions import Predictions, predict_all
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.app.query import Query
from lwnb_gui.qt import pipeline
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.views.drawing.scene import Rect
from tests.qt.conftest import Open


def test_the_explanation_is_the_engine_s(opened: Open) -> None:
    window = opened("iris", 135)
    explanation = window.context.explanation
    iris = lw.sample("iris")
    expected = lw.LWNB(50).fit(iris).explain(iris, 134)
    assert explanation is not None
    np.testing.assert_allclose(explanation.posterior, expected.posterior, atol=1e-9)
    assert explanation.left_out
    assert explanation.training_rows == 149


def test_change_of_k_keeps_model_and_selection(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    selection, model = window.context.selection, window.context.selection.model  # type: ignore[union-attr]
    ks = []
    window.context.explained.connect(lambda e: ks.append(e.settings["k"]))
    for k in range(40, 60):
        window.state.set_k(k)
        qtbot.waitUntil(lambda k=k: bool(ks) and ks[-1] == k)
        cursor = next(
            shape for shape in reversed(window.strip.ribbon.scene.shapes) if isinstance(shape, Rect)
        )
        groove = window.strip.slider.x() + window.strip.slider.x_of(k)
        assert cursor.x + cursor.width / 2 == pytest.approx(groove, abs=1)
    assert window.context.selection is selection
    assert selection is not None
    assert selection.model is model


def test_several_changes_before_the_next_frame_are_explained_once(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    heard: list[int] = []
    window.context.explained.connect(lambda e: heard.append(e.settings["k"]))
    for k in (10, 20, 30, 40):
        window.state.set_k(k)
    qtbot.waitUntil(lambda: bool(heard))
    qtbot.wait(20)
    assert heard == [40]


def test_every_change_is_explained(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    iris = lw.sample("iris")

    def shown() -> lw.Explanation:
        assert window.context.explanation is not None
        return window.context.explanation

    window.state.change_value("petalwidth", 2.2)
    qtbot.waitUntil(lambda: shown().changed == ("petalwidth",))
    expected = lw.LWNB(50).fit(iris).explain(iris, 134, changes={"petalwidth": 2.2})
    np.testing.assert_allclose(shown().posterior, expected.posterior, atol=1e-9)
    window.state.reset_values()
    window.state.change_settings(kernel="tricube")
    qtbot.waitUntil(lambda: shown().settings["kernel"] == "tricube")
    window.state.change_settings(convention="weka")
    qtbot.waitUntil(lambda: shown().settings["convention"] == "weka")
    window.state.use_attribute("sepalwidth", False)
    qtbot.waitUntil(lambda: len(shown().attributes) == 3)
    set_class(window.state, "petallength", 3)
    qtbot.waitUntil(lambda: len(shown().classes) == 3 and shown().classes[0].startswith("up to"))


def test_result_computed_in_a_task_is_the_same(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lwnb_gui.qt.pipeline._FAST", 0)
    monkeypatch.setattr("lwnb_gui.qt.pipeline._SLOW", -1.0)
    window = opened("iris", 135)
    for row in (3, 5, 70):
        window.state.pick_row(row)
        for k in (20, 30, 40):
            window.state.set_k(k)
    iris = lw.sample("iris")
    expected = lw.LWNB(40).fit(iris).explain(iris, 70)
    qtbot.waitUntil(
        lambda: (
            window.context.explanation is not None
            and window.context.explanation.row == 70
            and window.context.explanation.settings["k"] == 40
        )
    )
    assert window.context.explanation is not None
    np.testing.assert_allclose(window.context.explanation.posterior, expected.posterior, atol=1e-9)
    assert not window.context.computing


def test_all_rows_are_predicted_anew_for_another_k(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=10_000)
    assert window.context.predictions is not None
    assert window.context.predictions.k == 50
    window.state.set_k(10)
    qtbot.waitUntil(lambda: window.context.predictions.k == 10, timeout=10_000)  # type: ignore[union-attr]


def test_large_data_are_predicted_on_request(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lwnb_gui.qt.pipeline._UNASKED", 10)
    window = opened("iris", 135)
    qtbot.waitUntil(lambda: window.context.predictions_wait)
    assert window.context.predictions is None
    window.context.request_predictions()
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=10_000)


def test_another_row_does_not_stop_predicting_all(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lwnb_gui.qt.pipeline._UNASKED", 10)
    window = opened("iris", 135)
    qtbot.waitUntil(lambda: window.context.predictions_wait)
    go_on, begun = threading.Event(), []

    def slowly(query: Query, job: Job) -> Predictions:
        begun.append(query.row)
        assert go_on.wait(10)
        return predict_all(query, job)

    monkeypatch.setattr("lwnb_gui.qt.pipeline.predict_all", slowly)
    window.context.request_predictions()
    qtbot.waitUntil(lambda: bool(begun))
    window.state.pick_row(3)
    window.state.change_value("petalwidth", 1.0, object())
    qtbot.wait(300)  # longer than the settling time
    go_on.set()
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=10_000)
    assert len(begun) == 1
    go_on.clear()
    window.context.request_predictions()
    qtbot.waitUntil(lambda: len(begun) == 2)
    window.state.set_k(7)  # another query
    assert not window.tasks.is_running("predict")
    go_on.set()


def test_a_data_set_without_a_class_says_so(window: MainWindow, qtbot: QtBot) -> None:
    data = lw.Dataset.from_columns("plain", [lw.Attribute.numeric("x")], [np.arange(5.0)])
    failures: list[object] = []
    window.context.failed.connect(failures.append)
    window.state.open(Query.opening(data), "data")
    qtbot.waitUntil(lambda: bool(failures))
    assert isinstance(failures[-1], lw.DataError)
    assert window.error_bar.isVisible()
    assert "class" in window.error_bar.text


@pytest.mark.slow
def test_the_compiled_engine_is_loaded_in_the_background(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "auto")
    window = MainWindow(Preferences(theme="light"))
    qtbot.addWidget(window)
    assert not window.pipeline.is_warm
    window.pipeline.warm_up()
    qtbot.waitUntil(lambda: window.pipeline.is_warm, timeout=120_000)


def test_the_first_explanation_does_not_wait_for_the_compiled_engine(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading it takes a third of a second, compiling it many seconds."""
    loaded: list[str] = []

    def refused(module: str = choice.SWEEP) -> None:
        if threading.current_thread() is threading.main_thread():
            loaded.append(module)

    monkeypatch.setattr(choice, "_loaded", {})
    monkeypatch.setattr(choice, "loops", refused)
    window = MainWindow(Preferences(theme="light"))
    qtbot.addWidget(window)
    window.state.open(Query.opening(lw.sample("iris")))
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    assert not loaded


@pytest.mark.slow
def test_ribbon_of_few_rows_is_computed_in_the_same_frame(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("iris", 135)
    monkeypatch.setenv("LWNB_ENGINE", "numba")
    window.state.change_value("petallength", 4.0)
    QApplication.sendPostedEvents()
    explanation, sweep = window.context.explanation, window.context.sweep
    assert explanation is not None
    assert sweep is not None
    np.testing.assert_allclose(sweep.posteriors["LWNB"][49], explanation.posterior, atol=1e-9)


def test_the_ribbon_of_a_dragged_star_follows_with_the_last_value(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "_RIBBON_AT_ONCE", 0)  # as with many rows: in a task
    window = opened("iris", 135)
    selection, before = window.context.selection, window.context.sweep
    assert selection is not None
    go_on, swept, heard = threading.Event(), [], []

    def slowly(selection: Selection, *more: Any) -> Sweep:
        swept.append(selection)
        assert go_on.wait(10)
        return sweep_selection(selection, *more)

    monkeypatch.setattr(pipeline, "sweep_selection", slowly)
    window.context.swept.connect(heard.append)
    for value in (4.0, 4.1, 4.2):
        window.state.change_value("petallength", value, token="drag")
        QApplication.sendPostedEvents()
    assert window.context.sweep is before, "it stays until the next one is there"
    go_on.set()
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert len(swept) == 2, "the values in between are left out"
    assert swept[-1] is window.context.selection
    explanation, sweep = window.context.explanation, window.context.sweep
    assert explanation is not None
    assert sweep is not None
    np.testing.assert_allclose(sweep.posteriors["LWNB"][49], explanation.posterior, atol=1e-9)


def test_no_ribbon_of_other_data_is_shown(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "_RIBBON_AT_ONCE", 0)  # as with many rows: in a task
    window = opened("iris", 135)
    go_on = threading.Event()
    monkeypatch.setattr(pipeline, "sweep_selection", lambda *more: go_on.wait(10) and sweep_selection(*more))
    window.state.change_value("petallength", 4.0)
    QApplication.sendPostedEvents()
    assert window.tasks.is_running("sweep")
    heard: list[Sweep | None] = []
    window.context.swept.connect(heard.append)
    window.state.open(Query.opening(lw.sample("vote")))
    go_on.set()
    qtbot.waitUntil(lambda: bool(heard) and heard[-1] is not None)
    assert [sweep for sweep in heard if sweep is not None and len(sweep.classes) != 2] == []


def test_predictions_of_an_earlier_k_are_dropped(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("iris", 135)
    qtbot.waitUntil(lambda: window.context.predictions is not None)
    go_on = threading.Event()
    monkeypatch.setattr(
        pipeline, "predict_all", lambda query, job: go_on.wait(10) and predict_all(query, job)
    )
    window.state.set_k(51)
    window.context.request_predictions()
    window.state.set_k(50)
    assert not window.tasks.is_running("predict")
    go_on.set()
    heard: list[Predictions] = []
    window.context.predicted.connect(heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    qtbot.wait(100)
    assert [result.k for result in heard] == [50]


def test_long_compilation_is_shown_in_the_status_bar(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    before = window.status.basis.text()
    window.context.compiling.emit(0.4)
    assert window.status.basis.text().startswith(before)
    assert "compiling the engine, which happens only once: 40\u00a0%" in window.status.basis.text()
    window.context.compiling.emit(None)
    assert window.status.basis.text() == before
