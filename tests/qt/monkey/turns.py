"""`python -m tests.qt.monkey --turns`: the longest turn of the event loop after each of a few single actions.

After each action the event loop runs until the window is at rest; said is the longest turn, by the processor
time of the GUI thread, over all rounds. Not a test: figures to compare.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from PySide6.QtWidgets import QApplication, QFileDialog

from lwnb_gui.qt.explore import Explore
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.map import MapPanel
from lwnb_gui.qt.settle import settle
from lwnb_gui.state import Preferences
from lwnb_gui.state.lectures import shipped
from lwnb_gui.state.opening import Opening
from tests.qt.monkey.watch import Pace, Watch

_LONG = 0.04  # seconds from which on it is said where they went
_PATIENCE = 300.0  # seconds
_Step = tuple[str, Callable[[], object]]


class Turns:
    """One window, and what is done in it."""

    def __init__(self, app: QApplication, window: MainWindow) -> None:
        self._app, self._window = app, window
        self._found: dict[str, tuple[float, str]] = {}  # by the action: the longest turn, and where
        self._doing = ""
        self._watch = Watch(self._measured, _LONG)

    def measure(self, rounds: int) -> None:
        with self._watch:
            for n in range(rounds):
                for name, act in self._steps(first=n == 0):
                    self._doing = name
                    self._watch.begin()
                    act()
                    self._watch.lap()
                    settle(self._app, self._window, _PATIENCE)
                    self._watch.end()

    def text(self) -> str:
        lines = []
        for name, (seconds, where) in self._found.items():
            lines.append(f"{name:<28} {seconds * 1e3:4.0f} ms" + (f"  {where}" if where else ""))
        longest = max(seconds for seconds, _ in self._found.values())
        return "\n".join([*lines, f"longest: {longest * 1e3:.0f} ms"])

    def _measured(self, wall: float, cpu: float, where: str) -> None:
        if cpu > self._found.get(self._doing, (0.0, ""))[0]:
            self._found[self._doing] = (cpu, where)

    def _steps(self, *, first: bool) -> Iterator[_Step]:
        window = self._window
        for name in ("iris", "vote", "soybean"):
            which = f"open {name}" + (", the first data" if first and name == "iris" else "")
            yield which, lambda name=name: window.open(Opening(f"sample:{name}", row=5))
        for place in ("data", "curves", "experiment", "explore"):
            visit = "first visit to" if first and place != "explore" else "go to"
            yield f"{visit} {place}", lambda place=place: window.state.go_to(place)
        for width, height in ((1366, 768), (1920, 1080), (1600, 1000)):
            yield f"{width} × {height}", lambda w=width, h=height: window.resize(w, h)
        for theme in ("dark", "projector", "light"):
            yield f"theme {theme}", lambda theme=theme: window.set_theme(theme)  # type: ignore[arg-type]
        yield "another row", lambda: window.state.pick_row(20)
        yield "open iris again", lambda: window.open(Opening("sample:iris", row=135))
        explore = window.place("explore")
        assert isinstance(explore, Explore)
        panel = explore.panels["map"]
        assert isinstance(panel, MapPanel)
        yield "zoom of the map", lambda: panel.view.zoom(1.25)
        yield "whole map", panel.view.go_home
        yield "a class hidden", lambda: window.state.show_class(1, False)
        yield "all classes", lambda: window.state.show_class(1, True)
        yield "picture of the window", window.commands.export_window
        for lecture in shipped()[:1]:
            yield "a lecture", lambda file=lecture.file: window.open(Opening(str(file)))


def main(rounds: int = 3) -> int:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    pace = Pace()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LWNB_CONFIG"] = str(Path(folder) / "config")
        window = MainWindow(Preferences(theme="light"), warm=True)
        window.resize(1600, 1000)
        window.show()
        settle(app, window, _PATIENCE)
        turns = Turns(app, window)
        target = (str(Path(folder) / "window.png"), "")
        with patch.object(QFileDialog, "getSaveFileName", lambda *_: target):
            turns.measure(rounds)
        window.close()
    print(turns.text())
    pace.now()
    print(f"machine: up to {pace.slowest:.1f} times slower than at its best, at the end")
    return 0
