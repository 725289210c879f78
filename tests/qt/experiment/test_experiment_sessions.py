"""Experiments in sessions: saved and opened again, and resumed after a crash or after the program ended."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from lwnb_core import DataError, sample, save
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.experiment.data import file_choice
from lwnb_gui.experiment.plan import DataChoice, ExperimentSettings, Plan
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.teach import autosave
from lwnb_gui.qt.teach.teaching_controller import CRASHED, UNKEPT
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.session.file import load_session
from tests.qt.conftest import Open, leave_lock
from tests.qt.experiments import finish, named, page, small

__all__ = ["page"]

_KILLED = """
import os
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from dataclasses import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.app.preferences import Preferences
from tests.qt.conftest import Open
from tests.qt.experiments import named

app = QApplication([])
window = MainWindow(Preferences(theme="light"), warm=True)
window.show()
window.state.go_to("experiment")
controller = window.page("experiment").controller
window.teach.autosave.timer.setInterval(50)
data = named("weather-nominal", "iris")
controller.set_plan(replace(controller.plan, data=data, learners=("lwnb:k=50", "nb"), base=1, runs=900))
controller.set_measure("kappa")
controller.start()

def look():
    if len(controller.store) > 60 and window.teach.autosave.file.exists():
        print(len(controller.store), flush=True)
        timer.stop()

timer = QTimer(interval=5)
timer.timeout.connect(look)
timer.start()
app.exec()
"""


def another_window(qtbot: QtBot) -> MainWindow:
    window = MainWindow(Preferences(theme="light"), warm=True)
    qtbot.addWidget(window)
    window.show()
    window.teach.offer_recovery()
    return window


def reopened(window: MainWindow, qtbot: QtBot) -> ExperimentPage:
    """Press the button that restores the interrupted experiment, and wait for its rows."""
    window.teach.notice.buttons[0].click()
    qtbot.waitUntil(lambda: window.state.display.page == "experiment", timeout=10_000)
    page = window.page("experiment")
    assert isinstance(page, ExperimentPage)
    finish(page, qtbot)
    own = window.teach.autosave.file
    qtbot.waitUntil(lambda: list(autosave.folder().glob("*.lwnb")) == [own], timeout=10_000)
    return page


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_rows_of_a_killed_program_are_recovered(own_settings: Path, qtbot: QtBot) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_KILLED)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    shown = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.stdout.close()
    process.wait()

    window = another_window(qtbot)
    assert window.teach.notice.text == UNKEPT
    page = reopened(window, qtbot)
    controller = page.controller
    assert window.state.query is None, "no data were open"
    assert controller.plan.data == named("weather-nominal", "iris")
    assert controller.plan.learners == ("lwnb:k=50", "nb")
    assert (controller.plan.base, controller.plan.runs, controller.measure) == (1, 900, "kappa")
    rows = controller.store.rows
    assert len(rows) >= shown, "what was on the screen is there again"
    assert page.progress.progress.start_button.text() == "Resume"
    assert len(read_results(next(autosave.folder().glob("*.own.csv")))) == len(rows), "and against a second"

    controller.set_plan(replace(controller.plan, runs=2))
    controller.start()
    finish(page, qtbot)
    assert controller.store.is_finished
    saved = {row.key: row for row in rows}
    assert all(saved.get(row.key, row) is row for row in controller.store.rows), "not computed again"

    window.close()  # closing does not lose results without a file either
    second = another_window(qtbot)
    assert second.teach.notice.text == UNKEPT
    page = reopened(second, qtbot)
    assert page.controller.store.is_finished
    page.controller.forget_results()
    second.close()
    assert list(autosave.folder().iterdir()) == []


def test_session_of_an_experiment_without_open_data(
    page: ExperimentPage, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    controller = page.controller
    assert not window.actions_by_name["save_session"].isEnabled()
    results = tmp_path / "in" / "r.csv"
    results.parent.mkdir()
    save(sample("weather-nominal"), tmp_path / "elsewhere.arff")
    data = (*named("iris"), file_choice(tmp_path / "elsewhere.arff"))
    small(page, results=str(results))
    controller.set_plan(replace(controller.plan, data=data))
    controller.start()
    finish(page, qtbot)
    assert controller.store.is_finished
    plan, rows = controller.plan, controller.store.rows
    file = tmp_path / "in" / "s.lwnb"
    assert window.actions_by_name["save_session"].isEnabled()
    window.teach.sessions.save_to(str(file))
    qtbot.waitUntil(file.exists, timeout=5000)
    assert '"results": "r.csv"' in file.read_text(encoding="utf-8"), "beside it, so that both can be moved"
    assert not list(autosave.folder().glob("*.own.csv")), "all rows are in the user's file"
    controller.forget_results()
    controller.set_plan(replace(controller.plan, data=()))

    window.open(Opening(str(file)))
    qtbot.waitUntil(lambda: "outside its folder" in window.teach.notice.text, timeout=10_000)
    finish(page, qtbot)
    assert [choice.source for choice in controller.plan.data] == ["sample:iris", ""]
    assert "is unknown" in controller.table.notes["elsewhere"]
    window.teach.notice.buttons[0].click()
    finish(page, qtbot)
    assert controller.plan == plan
    assert set(controller.store.rows) == set(rows)
    assert controller.store.is_finished

    window.open(Opening("sample:iris"))  # other data do not make another experiment
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    assert controller.plan == plan


def test_running_experiment_is_not_replaced_by_a_session(
    page: ExperimentPage, window: MainWindow, qtbot: QtBot
) -> None:
    controller = page.controller
    small(page)
    plan = replace(controller.plan, runs=900)
    controller.set_plan(plan)
    controller.start()
    window.state.set_experiment(ExperimentSettings(measure="auc"))
    assert controller.plan == plan
    assert "one is running" in page.error_bar.text
    assert window.state.display.experiment.measure == "accuracy"
    controller.stop()
    finish(page, qtbot)


def test_on_the_open_data_with_a_results_file_after_a_crash(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened()
    window.teach.autosave.timer.setInterval(1)
    window.state.go_to("experiment")
    first = window.page("experiment")
    assert isinstance(first, ExperimentPage)
    results = str(tmp_path / "r.csv")  # moved, but still the file that the user chose
    plan = replace(first.controller.plan, learners=("nb", "tan"), runs=1, folds=3, results=results)
    first.controller.set_plan(plan)
    first.controller.start()
    plan = first.controller.plan  # it now concerns these data, whatever is open
    assert [choice.name for choice in plan.data] == ["iris"]
    finish(first, qtbot)
    file = window.teach.autosave.file
    qtbot.waitUntil(lambda: file.exists() and '"open": true' in file.read_text("utf-8"), timeout=10_000)
    left = file.with_name("1-abc.lwnb")  # as after a killed window
    left.write_bytes(file.read_bytes())
    leave_lock(left)
    window.close()
    assert list(autosave.folder().glob("*.lwnb")) == [left], "what is in the user's file is not offered"
    second = another_window(qtbot)
    assert second.teach.notice.text == CRASHED
    page = reopened(second, qtbot)
    assert second.state.query is not None
    assert page.controller.plan == plan
    assert len(page.controller.store) == 6
    assert page.controller.store.is_finished
    second.close()


def test_experiment_is_saved_though_its_data_are_too_large(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_large() -> str:
        raise DataError("too large for a session")

    window = opened()
    window.teach.autosave.timer.setInterval(1)
    monkeypatch.setattr(window.teach.sessions, "text_maker", lambda *_: too_large)
    plan = Plan("own", (DataChoice.of("iris", "sample:iris"),), ("nb",))
    window.state.set_experiment(ExperimentSettings(plans=(plan,)))
    file = window.teach.autosave.file
    qtbot.waitUntil(file.exists, timeout=10_000)
    saved = load_session(file)
    assert saved.data.is_none
    assert saved.experiment.plans == (plan,)
