"""The command: one walk or several, each in a window of its own."""

from __future__ import annotations

import argparse
import gc
import os
import tempfile
from pathlib import Path

from PySide6.QtWidgets import QApplication

import tests.qt.monkey
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.qt.app import leave
from lwnb_gui.qt.window.garbage_collection import GarbageCollector
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.qt.window.warm_up import warm_up
from tests.qt.monkey import iterations
from tests.qt.monkey.walk import Monkey


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qt.monkey", description=tests.qt.monkey.__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1, help="how many walks, with seeds counting up")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--engine", default="auto", choices=["reference", "numba", "auto"])
    parser.add_argument("--all", action="store_true", help="list every stall, not the longest twenty")
    parser.add_argument("--pictures", type=Path, help="folder for the two screens that should be the same")
    parser.add_argument(
        "--iterations", action="store_true", help="no walk: the longest iteration after single actions"
    )
    options = parser.parse_args()
    failed = False
    os.environ["LWNB_ENGINE"] = options.engine
    app = QApplication.instance() or QApplication([])
    warm_up()  # as the program does after its window is shown
    gc.collect()
    garbage = GarbageCollector(app)  # as in the program, garbage collection skips the libraries
    for seed in () if options.iterations else range(options.seed, options.seed + options.seeds):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["LWNB_CONFIG"] = str(Path(folder) / "config")
            window = MainWindow(Preferences(theme="light"), warm=True)
            window.resize(1600, 1000)
            window.show()
            report = Monkey(window, seed, Path(folder), options.pictures).walk(options.steps)
            window.close()
            window.deleteLater()
            app.sendPostedEvents(None, 52)
        print(report.text(most=None if options.all else 20), flush=True)
        failed = failed or bool(report.errors)
    if options.iterations:
        iterations.main()
    garbage.release()
    return 1 if failed else 0


if __name__ == "__main__":
    leave(main())
