"""`python -m tests.qt.monkey.themes`: how long the GUI thread is away while the theme changes.

Every place is open. After each change the event loop runs until the window is at rest; said are the longest
turn and the sum of all, by the processor time of that thread. Not a test: figures to compare.
"""

from __future__ import annotations

import os
import tempfile

from PySide6.QtWidgets import QApplication, QWidget

from lwnb_gui.qt.app import leave
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.rubbish import Rubbish
from lwnb_gui.qt.settle import settle
from lwnb_gui.state import Preferences
from lwnb_gui.state.opening import Opening
from lwnb_gui.state.preferences import ThemeChoice
from lwnb_gui.state.view import Place
from tests.qt.monkey.watch import Watch

_THEMES: tuple[ThemeChoice, ...] = ("dark", "light", "projector", "light")
_PLACES: tuple[Place, ...] = ("data", "curves", "experiment", "explore")
_TIMES = 3
_PATIENCE = 300.0  # seconds


def main() -> int:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    rubbish = Rubbish(app)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LWNB_CONFIG"] = folder
        window = MainWindow(Preferences(theme="light"), warm=True)
        window.resize(1600, 1000)
        window.show()
        window.open(Opening("sample:iris", row=135))
        settle(app, window, _PATIENCE)
        for place in _PLACES:
            window.state.go_to(place)
            settle(app, window, _PATIENCE)
        print(f"{len(window.findChildren(QWidget)):,} widgets")
        turns: list[float] = []
        with Watch(lambda wall, cpu, where: turns.append(cpu)) as watch:
            for theme in _THEMES * _TIMES:
                turns.clear()
                watch.begin()
                window.set_theme(theme)
                watch.lap()
                settle(app, window, _PATIENCE)
                watch.end()
                print(
                    f"{theme:<10} longest turn {max(turns) * 1e3:5.0f} ms, all {sum(turns) * 1e3:6.0f} ms",
                    flush=True,
                )
        window.close()
    rubbish.release()
    return 0


if __name__ == "__main__":
    leave(main())
