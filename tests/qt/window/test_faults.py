"""What happens around the window while it works: the clock jumps, files change, nothing can be written."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences, Recent
from lwnb_gui.qt.curves.page import CurvesPage
from lwnb_gui.qt.curves.study_controller import TASK
from lwnb_gui.qt.start.start_page import when
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.conftest import Open

pytestmark = pytest.mark.shared_window

ROOT = Path(__file__).parents[3]


def studied(window: MainWindow) -> int:
    """Return how many rows the finished study tested; 0 if none has finished."""
    study = window.context.curve_study
    return len(study.data) if study is not None and study.complete else 0


def until(happened: Callable[[], bool]) -> None:
    """Wait by a monotonic clock, unlike pytest-qt."""
    end = time.monotonic() + 30
    while not happened() and time.monotonic() < end:
        QTest.qWait(10)
    assert happened()


# -- the clock ------------------------------------------------------------------------------------------


def test_no_module_measures_durations_by_wall_clock() -> None:
    """Durations and the time left come from a clock that cannot be set."""
    used = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for package in ("lwnb_core", "lwnb_gui")
        for file in sorted((ROOT / package).rglob("*.py"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"\btime\.time\(|\btime\.time_ns\(|from time import .*\btime\b", line)
    ]
    assert used == []


def test_study_and_autosave_survive_a_jump_of_the_clock(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("weather-numeric", 1)
    jumps, real = itertools.cycle([-86_400.0, 86_400.0, 0.0, 3.2e8]), time.time
    monkeypatch.setattr(time, "time", lambda: real() + next(jumps))
    window.state.go_to("curves")
    until(lambda: studied(window) == 14)
    saved = window.teach.autosave
    saved.write()
    until(saved.file.exists)
    assert saved.file.read_text().startswith("{")
    assert window.error_bar.isHidden()


@pytest.mark.parametrize("days", [-400, -1, 0, 1, 400])
def test_recent_files_of_tomorrow_have_a_date(window: MainWindow, days: int) -> None:
    now = datetime(2026, 3, 1, 12, 0)
    moment = now + timedelta(days=days)
    text = when(moment.isoformat(timespec="seconds"), now)
    assert text == {0: "today, 12:00", -1: "yesterday"}.get(days, f"{moment.day} {moment:%b}")
    recent = (Recent("sample:iris", moment.isoformat(timespec="seconds"), ""),)
    window.context.preferences = Preferences(recent=recent)
    window.start.refresh()


# -- files ----------------------------------------------------------------------------------------------


def test_a_larger_file_in_the_place_of_the_one_that_is_studied(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """The study continues with what was read; the larger file is read when it is opened again."""
    file, iris = tmp_path / "rows.arff", lw.sample("iris")
    lw.save(iris.subset(range(45, 55)), file)
    window.open(Opening(str(file), row=1, page="curves"))
    qtbot.waitUntil(lambda: window.context.tasks.is_running(TASK) or studied(window) > 0, timeout=20_000)
    lw.save(iris.subset(range(35, 65)), file)
    qtbot.waitUntil(lambda: studied(window) == 10, timeout=30_000)
    window.open(Opening(str(file), row=30, page="curves"))
    qtbot.waitUntil(lambda: studied(window) == 30, timeout=30_000)
    assert window.state.query is not None
    assert window.state.query.row == 29
    assert window.error_bar.isHidden()


def test_other_data_while_a_study_runs(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    """Later messages of the old data's study are not taken for those of the new data."""
    file = tmp_path / "rows.arff"
    lw.save(lw.sample("iris").subset(range(35, 65)), file)
    window = opened("iris", 1)
    window.state.go_to("curves")
    qtbot.waitUntil(lambda: window.context.tasks.is_running(TASK), timeout=20_000)
    window.open(Opening(str(file), row=1, page="curves"))
    qtbot.waitUntil(lambda: studied(window) == 30, timeout=30_000)
    assert window.error_bar.isHidden()


def test_a_study_that_is_stopped_before_its_first_rows(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    window.state.go_to("curves")
    qtbot.waitUntil(lambda: studied(window) == 14, timeout=20_000)
    page, study = window.page("curves"), window.context.curve_study
    assert isinstance(page, CurvesPage)
    assert study is not None
    window.context.set_curve_study(replace(study, curves=(None,) * len(study.curves), complete=False))
    page.controller.run.state = "stopped"
    page.controller.run.changed.emit()
    assert window.error_bar.isHidden()


# -- nowhere to write ---------------------------------------------------------------------------------------


def test_window_works_without_a_writable_settings_folder(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    monkeypatch.setenv("LWNB_CONFIG", str(blocked))
    monkeypatch.setenv("LWNB_CACHE", str(blocked))
    window = MainWindow(warm=True)
    qtbot.addWidget(window)
    window.show()
    window.open(Opening("sample:iris", row=135))
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    window.teach.autosave.write()
    qtbot.waitUntil(lambda: not window.tasks.running, timeout=10_000)
    assert window.error_bar.isHidden()
    assert window.close()
    assert blocked.read_text().startswith("a file")


def test_window_opens_with_a_broken_settings_file(own_settings: Path, qtbot: QtBot) -> None:
    (own_settings / "preferences.json").write_text('{"theme": "dark", "recent": [[[')
    window = MainWindow(warm=True)
    qtbot.addWidget(window)
    window.show()
    assert window.context.preferences.theme == Preferences().theme
    assert (own_settings / "preferences.broken.json").exists(), "what was in it can be looked at"
    assert window.close()
    assert Preferences.load().theme == Preferences().theme


def test_a_write_protected_session_stays_and_the_bar_says_so(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened("weather-numeric", 1)
    file = tmp_path / "lesson.lwnb"
    file.write_text("precious")
    file.chmod(0o444)
    window.teach.sessions.save_to(str(file))
    qtbot.waitUntil(lambda: not window.error_bar.isHidden(), timeout=10_000)
    assert "write-protected" in window.error_bar.text
    assert file.read_text() == "precious"
    assert window.state.query is not None
    other = tmp_path / "other.lwnb"
    window.teach.sessions.save_to(str(other))
    qtbot.waitUntil(other.exists, timeout=10_000)
