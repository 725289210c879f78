"""How much of our code one step of the window runs, counted in a process of its own; prints JSON.

`python benchmarks/gui/walk_session.py DIR STEPS` opens iris in the window of the checkout DIR and counts, by
`sys.setprofile`, the calls of Python functions that are defined below `lwnb_gui` and `lwnb_core` from the key
or the click until the window is idle again. It uses keys and clicks alone, so that it also runs in older
checkouts.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

SIZE = (1600, 1000)
ROW = 52
_IDLE = 0.5  # seconds without a task: longer than any delay in the window
_LONGEST = 60.0
_WARM = 3  # steps of each kind before counting
_PARTS = ("<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>")  # of a function, but not functions
# Folders of `lwnb_gui`, those of earlier checkouts included.
_SAID_AND_DRAWN = (
    "lwnb_core", "views", "readings", "scenes", "plots", "render", "export", "theme.py", "text.py",
)  # fmt: skip
_PAINTING = ("paintEvent", "paint", "paintSection")  # of widgets, delegates and headers
# Where the map is clicked, as shares of its width and height from the middle: both free spots and rows.
_CLICKS = ((0.1, 0.1), (-0.15, 0.05), (0.05, -0.2), (0.2, 0.15), (-0.1, -0.1), (0.0, 0.2), (-0.2, 0.2))


class Counter:
    """Counts calls of the functions below some folders, in the thread of the window."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders = tuple(f"{root / name}{os.sep}" for name in ("lwnb_gui", "lwnb_core"))
        self._calls: dict[tuple[str, str, int], int] = {}
        self._painted: dict[tuple[str, str, int], int] = {}  # those in a paint event
        self._paint_frame: FrameType | None = None

    def run(self, work: Callable[[], object]) -> None:
        """Count the calls while this runs."""
        sys.setprofile(self._note)
        try:
            work()
        finally:
            sys.setprofile(None)

    def result(self) -> dict[str, int]:
        """Return what was counted since the last result."""
        ours = {key: n for key, n in self._calls.items() if key[0].startswith(self._folders)}
        unpainted = {key: n - self._painted.get(key, 0) for key, n in ours.items()}
        self._calls.clear()
        self._painted.clear()
        sizes = _sizes(ours)
        # The path to the screen without the code that computes, words, lays out and draws.
        path = {key: n for key, n in unpainted.items() if self._part(key[0]) not in _SAID_AND_DRAWN}
        sizes |= {f"path {what}": n for what, n in _sizes(path).items()}
        for (file, *_), n in ours.items():
            name = self._part(file)
            sizes[f"in {name}"] = sizes.get(f"in {name}", 0) + n
        return sizes

    def _part(self, file: str) -> str:
        """Return the folder or module of `lwnb_gui` that a file is in, or `lwnb_core`."""
        package, folder, *_ = Path(file).relative_to(self._root).parts
        return folder if package == "lwnb_gui" else package

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "return" and frame is self._paint_frame:
            self._paint_frame = None
        if event != "call" or code.co_name in _PARTS:
            return
        if self._paint_frame is None and code.co_name in _PAINTING:
            self._paint_frame = frame
        key = (code.co_filename, code.co_qualname, code.co_firstlineno)
        for counts in (self._calls, self._painted) if self._paint_frame is not None else (self._calls,):
            counts[key] = counts.get(key, 0) + 1


def _sizes(calls: dict[tuple[str, str, int], int]) -> dict[str, int]:
    called = {key: n for key, n in calls.items() if n}
    files = {file for file, *_ in called}
    return {"calls": sum(called.values()), "functions": len(called), "files": len(files)}


def _imported(root: Path, name: str, *modules: str) -> Any:
    """Return a class from the first of these modules of `lwnb_gui` that the checkout has."""
    found = next(m for m in modules if (root / "lwnb_gui" / f"{m.replace('.', '/')}.py").is_file())
    return getattr(importlib.import_module(f"lwnb_gui.{found}"), name)


def walk(root: Path, steps: int) -> dict[str, Any]:
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QWidget

    Panel = _imported(root, "Panel", "qt.panel")
    MainWindow = _imported(root, "MainWindow", "qt.window.main_window", "qt.main_window")
    Preferences = _imported(root, "Preferences", "app.preferences", "state.preferences")
    Opening = _imported(root, "Opening", "app.opening", "state.opening")

    counter = Counter(root)
    app = QApplication(sys.argv[:1])
    window = MainWindow(Preferences(theme="light"), warm=True)
    window.resize(*SIZE)
    window.show()
    window.open(Opening("sample:iris", row=ROW))

    def wait_until_idle() -> None:
        end = time.monotonic() + _LONGEST
        idle_since = time.monotonic()
        while time.monotonic() - idle_since < _IDLE:
            counter.run(app.processEvents)
            if window.tasks.running or window.context.explanation is None:
                idle_since = time.monotonic()
            if time.monotonic() > end:
                raise RuntimeError("the window does not come to rest")
            time.sleep(0.005)

    wait_until_idle()
    map_view = next(
        w for w in window.findChildren(QWidget) if w.isVisible() and type(w).__name__ == "MapSceneView"
    )
    canvas = map_view.viewport()  # type: ignore[attr-defined]
    spots = [
        QPoint(round(canvas.width() * (0.5 + x)), round(canvas.height() * (0.5 + y))) for x, y in _CLICKS
    ]
    clicked = 0

    def click() -> None:
        nonlocal clicked
        clicked += 1
        QTest.mouseClick(
            canvas,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            spots[clicked % len(spots)],
        )

    result: dict[str, Any] = {
        "panels": sorted(p.title for p in window.findChildren(Panel) if p.isVisible()),
    }
    kinds: dict[str, Callable[[], object]] = {
        "k": lambda: QTest.keyClick(window, Qt.Key.Key_BracketRight),
        "row": lambda: QTest.keyClick(window, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier),
        "map": click,
    }
    counter.result()  # calls while opening
    for name, send in kinds.items():
        counts = []
        for step in range(_WARM + steps):
            before = window.state.query
            counter.run(send)
            wait_until_idle()
            counted = counter.result()
            assert window.state.query != before, f"the step {name} changed nothing"
            if step >= _WARM:
                counts.append(counted)
        keys = {key for counted in counts for key in counted}
        result[name] = {key: round(statistics.median(c.get(key, 0) for c in counts)) for key in keys}
    window.close()
    return result


if __name__ == "__main__":
    # This file's own folder is not part of the checkout that is measured.
    root = Path(sys.argv[1]).resolve()
    sys.path[0] = str(root)
    with tempfile.TemporaryDirectory() as settings:
        os.environ["LWNB_CONFIG"] = settings
        print(json.dumps(walk(root, int(sys.argv[2]))), flush=True)
