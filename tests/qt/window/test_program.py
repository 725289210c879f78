"""The program as a separate process: what it loads, without a screen, with a library missing, in real use."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

from lwnb_core import LwnbError, sample, save
from lwnb_gui.qt import app
from lwnb_gui.qt.window.system_libraries import debian_package, missing_in

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = [sys.executable, "-m", "lwnb_gui"]


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the program's environment: separate settings, and no display unless one is given."""
    without = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LWNB_ENGINE")
    remaining = {name: value for name, value in os.environ.items() if name not in without}
    return {
        **remaining,
        "PYTHONPATH": str(ROOT),
        "LWNB_CONFIG": str(folder),
        "LWNB_ENGINE": "reference",
        **more,
    }


# The window before it is shown: its tasks start afterwards and import what they need.
_WINDOW = """
import sys
from PySide6.QtWidgets import QApplication
from lwnb_gui.qt.window.main_window import MainWindow
app = QApplication([])
window = MainWindow()
print(*sys.modules)
window.close()
"""

# The window at the moment at which a file that it was started with is explained.
_EXPLAINED = """
import sys
from PySide6.QtWidgets import QApplication
from lwnb_gui.app.opening import Opening
from lwnb_gui.qt.window.main_window import MainWindow
app = QApplication([])
window = MainWindow()
window.show()
window.open(Opening(sys.argv[1]))
loaded = []
window.context.explained.connect(lambda explanation: loaded.extend([*sys.modules] if explanation else []))
while not loaded:
    app.processEvents()
print(*loaded)
window.close()
"""

_SLOW = {"matplotlib", "pandas", "numba", "scipy", "pydantic", "asyncio", "email", "rich", "typer"}
# Of our own, what is loaded behind the open window, or when it is asked for.
_LATER = {
    "lwnb_core.evaluation.experiments.experiment",
    "lwnb_core.evaluation.curves.accuracy_curve",
    "lwnb_core.learners.specs",
    "lwnb_core.distributed.backends",
    "lwnb_gui.qt.export.report_dialog",
    "lwnb_gui.qt.teach.save_dialog",
}


def loaded_by(script: str, folder: Path, *arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=environment(folder, QT_QPA_PLATFORM="offscreen"),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return set(done.stdout.split())


def test_window_is_shown_before_slow_imports_and_before_the_views_are_loaded(tmp_path: Path) -> None:
    views = {"lwnb_gui.views.every", "lwnb_gui.views.map.view", "lwnb_gui.views.local_tables.view"}
    assert not (_SLOW | _LATER | views) & loaded_by(_WINDOW, tmp_path)


def test_first_explanation_of_a_file_waits_for_no_slow_import(tmp_path: Path) -> None:
    file = tmp_path / "mine.arff"
    save(sample("iris"), file)
    (tmp_path / "preferences.json").write_text('{"version": 1, "theme": "dark"}')
    assert not (_SLOW | _LATER) & loaded_by(_EXPLAINED, tmp_path, str(file))


def test_without_a_display_a_screenshot_is_written(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    done = subprocess.run(
        [*PROGRAM, "iris", "--row", "135"],
        cwd=tmp_path,
        env=environment(tmp_path, TMPDIR=str(temporary), LWNB_CACHE="/dev/null"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1, "the window could not be opened"
    assert "no display" in done.stderr
    assert app.PICTURE in done.stderr
    assert list(temporary.iterdir()) == [], "nothing is left behind, though there is no cache"
    picture = QImage(str(tmp_path / app.PICTURE))
    assert (picture.width(), picture.height()) == (1600, 1000)
    assert colours(picture, picture.rect()) > 50


@pytest.mark.parametrize("more", [{}, {"QT_QPA_PLATFORM": "xcb"}])
def test_a_display_that_does_not_answer_is_an_error_of_ours(tmp_path: Path, more: dict[str, str]) -> None:
    """Otherwise Qt would abort with exit code 134."""
    done = subprocess.run(
        [*PROGRAM, "open", "iris"],
        cwd=tmp_path,
        env=environment(tmp_path, DISPLAY=":4711", **more),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    assert "the display ':4711' cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_library_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    message = "libxcb-cursor.so.0: cannot open shared object file: No such file or directory"
    assert missing_in(message) == "libxcb-cursor.so.0"
    assert debian_package("libxcb-cursor.so.0") == "libxcb-cursor0"
    assert missing_in("something else went wrong") is None
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setattr(app, "missing_for_x11", lambda: "libxcb-cursor.so.0")
    with pytest.raises(LwnbError, match=r"needs the system library libxcb-cursor\.so\.0") as raised:
        app.run(None)
    assert raised.value.hint == "On Debian or Ubuntu: sudo apt install libxcb-cursor0"


def colours(picture: QImage, where: QRect) -> int:
    """Return the number of different colours in a part of a picture; a blank part has one."""
    part = picture.copy(where).convertToFormat(QImage.Format.Format_RGB32)
    step = max(1, part.width() // 200)
    return len(
        {part.pixel(x, y) for x in range(0, part.width(), step) for y in range(0, part.height(), step)}
    )


# -- under a real X server ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """Start an X server without a screen."""
    missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed (the test command does that where it may)")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    try:
        if not number:
            pytest.skip("Xvfb does not start here")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)


class Mouse:
    """The mouse and keyboard, operated through xdotool."""

    def __init__(self, display: str) -> None:
        self._environment = {**os.environ, "DISPLAY": display}

    def do(self, *arguments: str | int) -> str:
        done = subprocess.run(
            ["xdotool", *(str(word) for word in arguments)],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )
        return done.stdout.strip()

    def click(self, x: int, y: int) -> None:
        self.do("mousemove", x, y, "click", 1)

    def window(self, title: str, longest: float = 90.0) -> str:
        """Return the number of the window whose title contains this text, once it exists."""
        return until(lambda: self.do("search", "--onlyvisible", "--name", title), longest)


def until(ready: Callable[[], object], longest: float = 60.0) -> str:
    end = time.monotonic() + longest
    while time.monotonic() < end:
        result = ready()
        if result:
            return str(result).splitlines()[0]
        time.sleep(0.1)
    raise AssertionError("it did not happen in time")


def rests(file: Path) -> bool:
    """Return whether a file stays unchanged for a moment."""
    before = file.read_text()
    time.sleep(0.5)
    return file.read_text() == before


# The program itself writes where things are to a file, because that depends on the fonts.
_WATCHED = """
import json, os, pathlib, sys
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication
from lwnb_gui.qt.window import main_window
from lwnb_gui.qt import app

target = pathlib.Path(sys.argv[1])

def pixel(widget, x, y):
    place = widget.mapToGlobal(QPoint(round(x), round(y)))
    return [place.x(), place.y()]

class Watched(main_window.MainWindow):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self._watch = QTimer(self, interval=50)
        self._watch.timeout.connect(self.tell)
        self._watch.start()

    def tell(self):
        query, explanation = self.state.query, self.context.explanation
        if query is None or explanation is None or self.tasks.running:
            return
        panels, slider = self.page("explore").panels, self.strip.slider
        view = panels["map"].view
        if view.transform is None:
            return
        point, canvas = view.pixel_of(*view.reading.positions.coordinates[106]), view.viewport()
        report = {
            "row": query.row + 1, "k": explanation.settings["k"],
            "point": pixel(canvas, point.x(), point.y()),
            "slider": [pixel(slider, slider.x_of(k), 22) for k in (query.k, 10)],
            "map": [*pixel(canvas, 0, 0), canvas.width(), canvas.height()],
        }
        temporary = target.with_suffix(".new")
        temporary.write_text(json.dumps(report))
        os.replace(temporary, target)

main_window.MainWindow = Watched
from lwnb_gui.app.opening import Opening
sys.exit(app.run(Opening("sample:iris", row=135)))
"""


def test_first_session_by_mouse_picks_an_instance_and_drags_k(display: str, tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    told.write_text("{}")
    mouse = Mouse(display)
    program = subprocess.Popen(
        [sys.executable, "-c", _WATCHED, str(told)],
        cwd=tmp_path,
        env=environment(tmp_path, DISPLAY=display, QT_QPA_PLATFORM="xcb"),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        window = mouse.window("iris.arff")
        now: dict[str, Any] = {}

        def is_at(**expected: object) -> bool:
            now.update(json.loads(told.read_text()))
            return all(now.get(name) == value for name, value in expected.items())

        until(lambda: is_at(row=135, k=50))
        until(lambda: rests(told) and is_at(row=135))  # on a busy machine the window may still move
        mouse.do("windowfocus", window)
        mouse.click(*now["point"])
        until(lambda: is_at(row=107))
        start, end = now["slider"]
        mouse.do("mousemove", *start, "mousedown", 1)
        for share in (0.3, 0.6, 1.0):
            mouse.do("mousemove", *(round(a + share * (b - a)) for a, b in zip(start, end, strict=True)))
        mouse.do("mouseup", 1)
        until(lambda: is_at(row=107, k=10))
        picture = screenshot(display, tmp_path / "screen.png")
        left, top, wide, high = now["map"]
        assert colours(picture, QRect(QPoint(left, top), QPoint(left + wide, top + high))) > 20
        assert colours(picture, picture.rect()) > 50
        mouse.do("key", "ctrl+z")
        until(lambda: is_at(row=107, k=50))
        mouse.do("key", "ctrl+q")
        _, errors = program.communicate(timeout=60)
        assert program.returncode == 0, errors
        assert "Traceback" not in errors
        assert (tmp_path / "preferences.json").exists()
    finally:
        if program.poll() is None:
            program.kill()
            program.communicate()


def screenshot(display: str, target: Path) -> QImage:
    """Take a picture of the whole screen by a separate program, as it is and not as the window reports it."""
    code = (
        "import sys; from PySide6.QtGui import QGuiApplication; app = QGuiApplication([]);"
        "sys.exit(not app.primaryScreen().grabWindow(0).save(sys.argv[1]))"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(target)],
        env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
        check=True,
        timeout=60,
    )
    return QImage(str(target))
