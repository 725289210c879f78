"""`python -m tests.qt.monkey --iterations`: the longest iteration of the event loop after single actions.

After each action the event loop runs until the window is idle. Printed is the longest iteration, by the CPU
time of the GUI thread, over all rounds. Not a test: numbers to compare.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from PySide6.QtWidgets import QFileDialog

from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.qt.app import wait_until_idle
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.teaching.lectures import shipped
from tests.qt.conftest import explore_panel
from tests.qt.monkey.watch import Watch

_LONG = 0.04  # seconds above which the code paths are printed
_LONGEST_WAIT = 300.0  # seconds
_Action = tuple[str, Callable[[], object]]


def main(rounds: int = 3) -> None:
    longest: dict[str, tuple[float, str]] = {}  # for each action: CPU seconds, and where they were spent
    current = ""

    def on_iteration(wall: float, cpu: float, where: str) -> None:
        if cpu > longest.get(current, (0.0, ""))[0]:
            longest[current] = (cpu, where)

    watch = Watch(on_iteration, _LONG)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LWNB_CONFIG"] = str(Path(folder) / "config")
        window = MainWindow(Preferences(theme="light"), warm=True)
        window.resize(1600, 1000)
        window.show()
        wait_until_idle(window, _LONGEST_WAIT)
        target = (str(Path(folder) / "window.png"), "")
        with watch, patch.object(QFileDialog, "getSaveFileName", lambda *_: target):
            for n in range(rounds):
                for action, act in _actions(window, first=n == 0):
                    current = action
                    watch.begin()
                    act()
                    watch.next()
                    wait_until_idle(window, _LONGEST_WAIT)
                    watch.end()
        window.close()
    for name, (seconds, where) in longest.items():
        print(f"{name:<28} {seconds * 1e3:4.0f} ms  {where}".rstrip())
    print(f"longest: {max(seconds for seconds, _ in longest.values()) * 1e3:.0f} ms")


def _actions(window: MainWindow, *, first: bool) -> Iterator[_Action]:
    for name in ("iris", "vote", "soybean"):
        which = f"open {name}" + (", the first data" if first and name == "iris" else "")
        yield which, lambda name=name: window.open(Opening(f"sample:{name}", row=5))
    for page in ("data", "curves", "experiment", "explore"):
        visit = "first visit to" if first and page != "explore" else "go to"
        yield f"{visit} {page}", lambda page=page: window.state.go_to(page)
    for width, height in ((1366, 768), (1920, 1080), (1600, 1000)):
        yield f"{width} × {height}", lambda w=width, h=height: window.resize(w, h)
    for theme in ("dark", "projector", "light"):
        yield f"theme {theme}", lambda theme=theme: window.set_theme(theme)  # type: ignore[arg-type]
    yield "another row", lambda: window.state.pick_row(20)
    yield "open iris again", lambda: window.open(Opening("sample:iris", row=135))
    panel = explore_panel(window, "map", MapPanel)
    yield "zoom of the map", lambda: panel.view.zoom(1.25)
    yield "whole map", panel.view.go_home
    yield "a class hidden", lambda: window.state.hide_classes({1})
    yield "all classes", lambda: window.state.hide_classes(())
    yield "picture of the window", window.commands.exports.export_window
    for lecture in shipped()[:1]:
        yield "a lecture", lambda file=lecture.file: window.open(Opening(str(file)))
