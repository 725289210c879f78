"""A seeded random walk over the window: every action, keys, clicks, drags, drops, sizes, themes, files.

    python -m tests.qt.monkey --seed 1 --steps 5000

prints what was done and found: exceptions, the longest the GUI thread was away, memory. The same seed does
the same; a failing one is replayed with it. `--engine numba` walks with the compiled engine.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import shiboken6
from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QImage,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QColorDialog,
    QDialog,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QWidget,
)

from lwnb_core import sample, samples, save
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.state import Preferences
from lwnb_gui.state.query import Query

LONGEST = 500  # steps that the history keeps
STALL = 0.1  # seconds that the GUI thread may be away
# What would end the walk, or leave the program.
_NEVER = {"quit", "log", "full_screen"}
_SIZES = ((1600, 1000), (1366, 768), (1200, 700), (1920, 1080), (1000, 600))
_NAMED = (
    "Tab Backtab Return Space Escape Left Right Up Down Home End PageUp PageDown Backspace Delete".split()
)
_KEYS = (
    *(
        getattr(Qt.Key, f"Key_{name}")
        for name in "Tab Backtab Return Space Escape Left Right Up Down".split()
    ),
    *(getattr(Qt.Key, f"Key_{name}") for name in "Home End PageUp PageDown Backspace Delete F2 F6".split()),
    *(Qt.Key(Qt.Key.Key_0.value + i) for i in range(10)),
    *(Qt.Key(Qt.Key.Key_A.value + i) for i in range(26)),
    *(Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Period),
)
_BAD_FILES = {
    "broken.arff": "@relation x\n@attribute a {1,2\n@data\n",
    "words.arff": "this is not a data set\n",
    "empty.csv": "",
    "torn.csv": 'a,b,c\n1,"2,3\n4,5\n',
    "one.csv": "a,class\n1,x\n",
    "empty.lwnb": "{}",
    "newer.lwnb": '{"lwnb": 999}',
}


@dataclass
class Stall:
    """The GUI thread was away: what was being done, for how long, and where it was seen."""

    step: int
    doing: str
    wall: float
    cpu: float
    where: str


@dataclass
class Report:
    """What a walk found."""

    seed: int
    steps: int = 0
    did: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    stalls: list[Stall] = field(default_factory=list)
    longest: float = 0.0
    undone: int = 0
    megabytes: tuple[float, float] = (0.0, 0.0)

    def text(self) -> str:
        before, after = self.megabytes
        lines = [
            f"seed {self.seed}: {self.steps:,} steps, {len(self.did)} kinds of action, {self.undone} times"
            f" undone to the start; {len(self.errors)} errors",
            f"GUI thread: {len(self.stalls)} times away for more than {STALL * 1e3:.0f} ms, at longest"
            f" {self.longest * 1e3:.0f} ms; memory {before:.0f} → {after:.0f} MB",
        ]
        for stall in sorted(self.stalls, key=lambda s: -s.wall)[:12]:
            lines.append(
                f"  step {stall.step}: {stall.doing}, {stall.wall * 1e3:.0f} ms"
                f" ({stall.cpu * 1e3:.0f} ms of the processor) {stall.where}"
            )
        return "\n".join([*lines, *self.errors])


class Monkey:
    """Walks over one window."""

    def __init__(self, window: MainWindow, seed: int, folder: Path) -> None:
        self.window = window
        self.random = random.Random(seed)
        self.report = Report(seed)
        self.folder = folder
        self.files = _files(folder)
        self._start: Query | None = None
        self._undone = 0
        self._rescue = QTimer(window)
        self._rescue.setInterval(15)
        self._rescue.timeout.connect(self._close_something)
        self._watch = _Watch()
        open_data = window.state.open

        def opened(query: Query, *args: Any, **more: Any) -> None:
            self._start = query
            open_data(query, *args, **more)

        window.state.open = opened  # type: ignore[method-assign]

    def walk(self, steps: int) -> Report:
        """Take that many steps; errors end up in the report."""
        self.report.megabytes = (_megabytes(), 0.0)
        self._rescue.start()
        with _no_dialogs(self), _hooks(self.report), self._watch:
            for _ in range(steps):
                self._step()
            self.settle()
        self._rescue.stop()
        gc.collect()
        self.report.megabytes = (self.report.megabytes[0], _megabytes())
        return self.report

    # -- one step -----------------------------------------------------------------------------------

    def _step(self) -> None:
        kinds: list[tuple[int, Callable[[], str]]] = [
            (6, self._action), (6, self._key), (8, self._click), (5, self._drag), (4, self._wheel),
            (4, self._move), (1, self._resize), (1, self._open), (1, self._drop), (3, self._undo),
            (1, self._undo_all), (2, self._wait),
        ]  # fmt: skip
        weights = [weight for weight, _ in kinds]
        kind = self.random.choices([kind for _, kind in kinds], weights)[0]
        self.report.steps += 1
        with self._watched(kind.__name__[1:]) as say:
            say(kind())
        with self._watched("events"):
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)

    @contextmanager
    def _watched(self, name: str) -> Iterator[Callable[[str], None]]:
        doing = [name]
        self._watch.began(name)
        try:
            yield doing.append
        except RuntimeError as error:
            # The walk's own grip on a widget that went meanwhile; everyone else's is caught by the hooks.
            if "already deleted" not in str(error):
                self.report.errors.append(f"step {self.report.steps}, {doing}: {traceback.format_exc()}")
        except Exception:
            self.report.errors.append(f"step {self.report.steps}, {doing}: {traceback.format_exc()}")
        finally:
            wall, cpu, where = self._watch.ended()
            what = " ".join(doing)
            self.report.did[what.partition(" at ")[0]] += 1
            # A walk's own waiting is no stall.
            if not what.startswith(("wait", "undo_all")):
                self.report.longest = max(self.report.longest, wall)
                if wall > STALL:
                    self.report.stalls.append(Stall(self.report.steps, what, wall, cpu, where))

    def _action(self) -> str:
        actions = self.window.actions_by_name.by_name
        name = self.random.choice([n for n, a in actions.items() if n not in _NEVER and a.isEnabled()])
        actions[name].trigger()
        return name

    def _key(self) -> str:
        widget = QApplication.focusWidget() or self.window
        key = self.random.choice(_KEYS)
        modifier = self.random.choices(
            [
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
                Qt.KeyboardModifier.AltModifier,
            ],
            [10, 2, 1],
        )[0]
        QTest.keyClick(widget, key, modifier)
        return f"{key.name} at {type(widget).__name__}"

    def _somewhere(self) -> tuple[QWidget, QPoint]:
        """A visible widget and a point of it."""
        window = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window
        if not shiboken6.isValid(window):
            window = self.window
        x, y = self.random.randrange(max(window.width(), 1)), self.random.randrange(max(window.height(), 1))
        widget = window.childAt(x, y)
        # A wrapper may outlive its widget, and be handed out for another at the same address.
        if widget is None or not shiboken6.isValid(widget):
            return window, QPoint(x, y)
        return widget, widget.mapFrom(window, QPoint(x, y))

    def _click(self) -> str:
        widget, point = self._somewhere()
        button = self.random.choices(
            [Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton], [12, 2, 1]
        )[0]
        modifier = self.random.choices(
            [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier], [8, 1]
        )[0]
        press = QTest.mouseDClick if self.random.random() < 0.1 else QTest.mouseClick
        name = type(widget).__name__
        press(widget, button, modifier, point)
        return f"{button.name} at {name}"

    def _drag(self) -> str:
        widget, point = self._somewhere()
        name = type(widget).__name__
        end = point
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
        for _ in range(self.random.randrange(1, 8)):
            end = end + QPoint(self.random.randrange(-60, 60), self.random.randrange(-60, 60))
            if not shiboken6.isValid(widget):
                return f"at {name}"
            _send_move(widget, end, Qt.MouseButton.LeftButton)
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 3)
        if shiboken6.isValid(widget):
            QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
        return f"at {name}"

    def _move(self) -> str:
        widget, point = self._somewhere()
        name = type(widget).__name__
        _send_move(widget, point, Qt.MouseButton.NoButton)
        return f"at {name}"

    def _wheel(self) -> str:
        widget, point = self._somewhere()
        name = type(widget).__name__
        delta = QPoint(0, self.random.choice([-360, -120, 120, 360]))
        none = Qt.KeyboardModifier.NoModifier
        event = QWheelEvent(
            QPointF(point), QPointF(widget.mapToGlobal(point)), QPoint(), delta, Qt.MouseButton.NoButton,
            none, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
        return f"at {name}"

    def _resize(self) -> str:
        width, height = self.random.choice(
            [(1600, 1000), (1366, 768), (1200, 700), (1920, 1080), (1000, 600)]
        )
        self.window.resize(width, height)
        return f"{width}×{height}"

    def _open(self) -> str:
        file = self.random.choice(self.files)
        self.window.opener.open_file(str(file))
        return file.name

    def _drop(self) -> str:
        file = self.random.choice(self.files)
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(file))])
        place, none = QPointF(50, 200), Qt.KeyboardModifier.NoModifier
        copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        QApplication.sendEvent(self.window, QDragEnterEvent(place.toPoint(), copy, mime, left, none))
        QApplication.sendEvent(self.window, QDropEvent(place, copy, mime, left, none))
        return file.name

    def _undo(self) -> str:
        self.random.choice([self.window.state.undo, self.window.state.redo])()
        return ""

    def _wait(self) -> str:
        end = time.monotonic() + self.random.random() * 0.1
        while time.monotonic() < end:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
        return ""

    def _undo_all(self) -> str:
        """Undone to its start, the query is the one that the data opened with, and the screen follows it."""
        state = self.window.state
        if self.random.random() < 0.7:
            return ""
        self.settle()
        query = state.query
        if query is None or self._start is None or query.data.origin != self._start.data.origin:
            return ""
        first = self._picture_at_start()
        if state.query != self._start and self._undone < LONGEST:
            self.report.errors.append(f"step {self.report.steps}: undone, the query is not the first one")
        while state.history.redo_text is not None:
            state.redo()
        self.settle()
        if self._picture_at_start() != first:
            self.report.errors.append(f"step {self.report.steps}: undone twice, the screen is another")
        self.report.undone += 1
        return ""

    def _picture_at_start(self) -> QImage:
        state = self.window.state
        self._undone = 0
        while state.history.undo_text is not None:
            state.undo()
            self._undone += 1
        self.settle()
        focus = QApplication.focusWidget()
        if focus is not None:
            focus.clearFocus()
        for popup in QApplication.topLevelWidgets():
            if popup is not self.window and popup.isVisible():
                popup.hide()
        self.settle()
        return self.window.grab().toImage()

    def settle(self, seconds: float = 20.0) -> None:
        """Until nothing is being computed and nothing is left to paint."""
        end = time.monotonic() + seconds
        quiet = 0
        while quiet < 5 and time.monotonic() < end:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            time.sleep(0.005)
            quiet = 0 if self.window.tasks.running else quiet + 1

    # -- whatever would block -----------------------------------------------------------------------

    def _close_something(self) -> None:
        """Called inside nested event loops too: a menu or dialog is used a little, then left."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            key = self.random.choice([Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return])
            QTest.keyClick(popup, key)
        elif isinstance(modal, QDialog) and self.random.random() < 0.4:
            modal.reject()
        elif modal is not None:
            QTest.keyClick(QApplication.focusWidget() or modal, self.random.choice(_KEYS))


class _Watch:
    """Looks from another thread at where the GUI thread is while it is away."""

    def __init__(self) -> None:
        self._began = 0.0
        self._cpu = 0.0
        self._where = ""
        self._doing = False
        self._stop = threading.Event()
        self._main = threading.get_ident()
        self._thread = threading.Thread(target=self._look, daemon=True, name="watch")

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def began(self, name: str) -> None:
        self._where = ""
        self._began, self._cpu = time.perf_counter(), time.thread_time()
        self._doing = True

    def ended(self) -> tuple[float, float, str]:
        self._doing = False
        return time.perf_counter() - self._began, time.thread_time() - self._cpu, self._where

    def _look(self) -> None:
        while not self._stop.wait(0.02):
            if self._doing and not self._where and time.perf_counter() - self._began > 0.8 * STALL:
                frame = sys._current_frames().get(self._main)
                ours = [
                    f"{Path(f.filename).stem}:{f.lineno} {f.name}"
                    for f in traceback.extract_stack(frame)
                    if "monkey" not in f.filename
                ]
                del frame  # it would keep painters alive
                self._where = " < ".join(reversed(ours[-6:]))


def _send_move(widget: QWidget, point: QPoint, buttons: Qt.MouseButton) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(point), QPointF(widget.mapToGlobal(point)), Qt.MouseButton.NoButton,
        buttons, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


@contextmanager
def _no_dialogs(monkey: Monkey) -> Iterator[None]:
    """Dialogs that ask answer at once: a file, a number, a name, or nothing."""
    pick = monkey.random

    def opened(*_: object, **__: object) -> tuple[str, str]:
        return (str(pick.choice(monkey.files)) if pick.random() < 0.7 else "", "")

    def saved(
        _parent: object, _title: str, name: str = "", chosen: str = "", *_: object, **__: object
    ) -> Any:
        folder = monkey.folder / pick.choice(["out", "not-there"])
        return (str(folder / Path(name or "file.csv").name) if pick.random() < 0.7 else "", chosen)

    def number(
        _p: object, _t: object, _l: object, value: Any = 0, low: Any = 0, high: Any = 9, *_: object
    ) -> Any:
        return pick.choice([value, low, min(high, low + 7)]), pick.random() < 0.7

    with (
        patch.object(QFileDialog, "getOpenFileName", opened),
        patch.object(QFileDialog, "getOpenFileNames", lambda *a, **k: ([opened()[0]], "")),
        patch.object(QFileDialog, "getExistingDirectory", lambda *a, **k: str(monkey.folder)),
        patch.object(QFileDialog, "getSaveFileName", saved),
        patch.object(QInputDialog, "getInt", number),
        patch.object(QInputDialog, "getDouble", number),
        patch.object(QInputDialog, "getText", lambda *a, **k: (pick.choice(["", "x", "1"]), True)),
        patch.object(QInputDialog, "getItem", lambda *a, **k: (a[3][0] if a[3] else "", pick.random() < 0.7)),
        patch.object(QColorDialog, "getColor", lambda *a, **k: QColor("#336699")),
        patch.object(QMessageBox, "about", lambda *a: None),
        patch.object(QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.No),
        patch.object(QMessageBox, "warning", lambda *a, **k: QMessageBox.StandardButton.Ok),
        patch.object(QMessageBox, "information", lambda *a, **k: QMessageBox.StandardButton.Ok),
        patch.object(QDesktopServices, "openUrl", lambda url: True),
    ):
        yield


@contextmanager
def _hooks(report: Report) -> Iterator[None]:
    """Exceptions that nobody catches, in any thread, are the walk's findings."""
    before = sys.excepthook, threading.excepthook

    def found(kind: Any, error: Any, trace: Any) -> None:
        text = "".join(traceback.format_exception(kind, error, trace))
        report.errors.append(f"step {report.steps}, uncaught: {text}")

    sys.excepthook = found
    threading.excepthook = lambda args: found(args.exc_type, args.exc_value, args.exc_traceback)
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = before


def _files(folder: Path) -> list[Path]:
    """Good files and bad ones."""
    (folder / "out").mkdir(parents=True, exist_ok=True)
    good = []
    for name in ("iris", "vote", "weather-nominal", "labor", "soybean", "checkers-board"):
        good.append(folder / f"{name}.arff")
        save(sample(name), good[-1])
    table = folder / "table.csv"
    table.write_text("a;b;kind\n" + "".join(f"{i},5;{i % 7};{'xy'[i % 2]}\n" for i in range(40)), "utf-8")
    bad = []
    for name, text in _BAD_FILES.items():
        bad.append(folder / name)
        bad[-1].write_text(text, encoding="utf-8")
    return [*good, *good, table, *bad, folder / "gone.arff"]


def _megabytes() -> float:
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.qt.monkey", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1, help="how many walks, with seeds counting up")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--engine", default="reference", choices=["reference", "numba", "auto"])
    options = parser.parse_args()
    failed = False
    os.environ["LWNB_ENGINE"] = options.engine
    app = QApplication.instance() or QApplication([])
    assert samples()
    for seed in range(options.seed, options.seed + options.seeds):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["LWNB_CONFIG"] = str(Path(folder) / "config")
            window = MainWindow(Preferences(theme="light"), warm=True)
            window.resize(1600, 1000)
            window.show()
            report = Monkey(window, seed, Path(folder)).walk(options.steps)
            window.close()
            window.deleteLater()
            app.sendPostedEvents(None, 52)
        print(report.text(), flush=True)
        failed = failed or bool(report.errors)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
