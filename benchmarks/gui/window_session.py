"""One session of the real window with a real event loop, in a process of its own; prints JSON.

`window_session.py live ROWS STEPS` drives the window as a mouse would and takes the time
from each event until the frame that shows its result is painted in every visible panel.
`window_session.py start BEGAN [FILE]` opens FILE as `lwnb FILE` does, or the start page;
BEGAN is the monotonic clock at which the process was asked for.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

import lwnb_core as lw
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.app.query import Query
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.window import main_window
from lwnb_gui.qt.window.garbage_collection import GarbageCollector

_LONGEST = 20_000  # ms for one frame before the session gives up
_QUIET = 300  # ms after a frame in which none of its panels may still be painted


def mixed_data(n: int, seed: int = 5) -> lw.Dataset:
    """Make seven numeric and three nominal attributes and three classes: both kinds of tables are visible."""
    random = np.random.RandomState(seed)
    code = random.randint(0, 3, n)
    numbers = [random.standard_normal(n) + code * 0.4 * (j % 3) for j in range(7)]
    codes = [(code + (random.random_sample(n) < 0.5) * random.randint(0, 4, n)) % 4 for _ in range(3)]
    attributes = [lw.Attribute.numeric(f"x{j + 1}") for j in range(7)]
    attributes += [lw.Attribute.nominal(f"a{j + 1}", ("p", "q", "r", "s")) for j in range(3)]
    attributes.append(lw.Attribute.nominal("class", ("red", "green", "blue")))
    return lw.Dataset.from_columns(f"mixed {n}", attributes, [*numbers, *codes, code])


def _from_a_file(data: lw.Dataset) -> lw.Dataset:
    """Read the data from a file, like a user's: data without a file would go into every autosave."""
    file = Path(os.environ["LWNB_CONFIG"]) / "mixed.arff"
    lw.save(data, file)
    return lw.load(file)


def _same_work() -> float:
    """Return the seconds for a fixed piece of work, which show how fast the machine is right now."""
    began = time.perf_counter()
    sum(i * i for i in range(5000))
    return time.perf_counter() - began


class Window(main_window.MainWindow):
    """The main window, which reports painted frames: Qt paints everything that is due at once, on request."""

    on_frame: Callable[[], None] | None = None

    def event(self, event: QEvent) -> bool:
        answer = super().event(event)
        if event.type() == QEvent.Type.UpdateRequest and self.on_frame is not None:
            self.on_frame()
        return answer


class PaintWatch(QObject):
    """Records which panels have been painted; this takes time, so it is never active during a measurement."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self.painted: set[str] = set()
        self._panels = [p for p in window.findChildren(Panel) if p.isVisible()]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.painted |= {p.title for p in self._panels if p is watched or p.isAncestorOf(watched)}
        return False


class Session:
    """Drives the window from inside its event loop, one step after another."""

    def __init__(self, rows: int, steps: int) -> None:
        self.app = QApplication(sys.argv[:1])
        self.garbage = GarbageCollector(self.app)  # like the program itself
        self.window = Window(Preferences(theme="light"))
        self.window.resize(1600, 1000)
        self.window.show()
        self.data = _from_a_file(mixed_data(rows))
        self.steps = steps
        self.result: dict[str, Any] = {"rows": rows}
        self._heed_ribbon()

    def run(self) -> dict[str, Any]:
        window = self.window
        window.pipeline.warm_up()
        self._until(lambda: window.pipeline.is_warm)
        window.state.open(Query.opening(self.data, k=50))
        self._until(lambda: window.context.sweep is not None)
        self._until_still()
        self.result["panels"] = sorted(p.title for p in window.findChildren(Panel) if p.isVisible())
        self.result["late"], self.result["unpainted"] = self._watched_step()
        self.result["k"] = self._measure(self._drag_k())
        self.result["row"] = self._measure(self._pick_rows())
        self.result["value"] = self._measure(self._edit_values())
        self.result["star"] = self._measure(self._drag_star())
        window.close()
        return self.result

    # -- steps: each sends what a user would and waits for nothing ------------------------------------

    def _drag_k(self) -> Iterator[Callable[[], object]]:
        slider = self.window.strip.slider
        xs = np.linspace(12, slider.width() - 20, self.steps)
        first, *positions = {slider.k_at(x): QPointF(x, 20) for x in xs}.values()
        yield from self._drag(slider, first, positions)
        self.window.state.set_k(50)
        self._until_still()

    def _pick_rows(self) -> Iterator[Callable[[], object]]:
        random = np.random.RandomState(1)
        for row in random.randint(0, len(self.data), max(5, self.steps // 10)):
            yield lambda: self.window.state.pick_row(int(row))
            self._until_still()

    def _edit_values(self) -> Iterator[Callable[[], object]]:
        # Not at the top, as below: the start page does not wait for panels.
        from lwnb_gui.qt.explore.value_inputs import ValueSlider

        slider = next(widget for widget in self.window.findChildren(ValueSlider) if widget.isVisible())
        first, *positions = [
            QPointF(share * slider.width(), slider.height() / 2)
            for share in np.linspace(0.2, 0.8, 1 + max(5, self.steps // 4))
        ]
        yield from self._drag(slider, first, positions)

    def _drag_star(self) -> Iterator[Callable[[], object]]:
        """Drag the star around the middle of the map."""
        from lwnb_gui.qt.explore.map.map_view import MapSceneView

        view = next(widget for widget in self.window.findChildren(MapSceneView) if widget.isVisible())
        transform, reading = view.transform, view.reading
        assert transform is not None
        assert reading is not None
        middle = QPointF(transform.left + transform.width / 2, transform.top + transform.height / 2)
        star = view.pixel_of(*reading.star)
        radius = complex(star.x() - middle.x(), star.y() - middle.y())
        around = [radius * np.exp(1j * angle) for angle in np.linspace(0, 6, 1 + max(5, self.steps // 4))]
        yield from self._drag(view.viewport(), star, [middle + QPointF(z.real, z.imag) for z in around[1:]])

    def _drag(
        self, target: QWidget, start: QPointF, positions: Iterable[QPointF]
    ) -> Iterator[Callable[[], object]]:
        """Drag with the button held from place to place; press and release are not steps."""
        self._mouse(target, QEvent.Type.MouseButtonPress, start)
        self._until_still()
        for position in positions:
            yield lambda: self._mouse(target, QEvent.Type.MouseMove, position)
        self._mouse(target, QEvent.Type.MouseButtonRelease, position)
        self._until_still()

    # -- clocks -------------------------------------------------------------------------------------

    def _measure(self, works: Iterator[Callable[[], object]]) -> dict[str, Any]:
        walls, cpus, paces, ribbons = [], [], [], []
        for work in works:
            wall, cpu = self._frame(work)
            walls.append(wall * 1e3)
            cpus.append(cpu * 1e3)
            paces.append(_same_work() * 1e3)
            ribbons.append(self.ribbon_is_new)
        return {"wall": walls, "cpu": cpus, "pace": paces, "ribbon": ribbons}

    def _heed_ribbon(self) -> None:
        """Keep track of whether the ribbon is that of the instance on the screen."""
        self.ribbon_is_new = True

        def become(new: bool) -> None:
            self.ribbon_is_new = new

        self.window.context.selected.connect(lambda selection: become(False))
        self.window.context.swept.connect(lambda sweep: become(sweep is not None))

    def _frame(self, work: Callable[[], object]) -> tuple[float, float]:
        """Return wall and CPU seconds until the result of this action is on the screen."""
        context = self.window.context
        heard: list[object] = []  # connected last, when every panel has the new explanation
        done: list[float] = []
        loop = QEventLoop()  # not the application's quit, which also ends the window's tasks

        def painted() -> None:
            if heard and not context.computing:
                done.append(time.perf_counter())
                loop.quit()

        context.explained.connect(heard.append)
        began, cpu = time.perf_counter(), time.process_time()
        QTimer.singleShot(0, work)
        self.window.on_frame = painted
        guard = QTimer(singleShot=True, interval=_LONGEST)
        guard.timeout.connect(loop.quit)
        guard.start()
        loop.exec()
        guard.stop()
        self.window.on_frame = None
        context.explained.disconnect(heard.append)
        if not done:
            raise RuntimeError("no frame came")
        return done[0] - began, time.process_time() - cpu

    def _watched_step(self) -> tuple[list[str], list[str]]:
        """Return panels painted again after the frame of a step, and panels that the frame did not paint."""
        watch = PaintWatch(self.window)
        self.app.installEventFilter(watch)
        self._frame(lambda: self.window.state.set_k(4000))
        inside, watch.painted = watch.painted, set()
        self._wait(_QUIET)
        self.app.removeEventFilter(watch)
        missing = sorted(set(self.result["panels"]) - inside)
        return sorted(watch.painted), missing

    # -- waiting ------------------------------------------------------------------------------------

    def _until(self, ready: Callable[[], bool], longest: float = 120.0) -> None:
        end = time.monotonic() + longest
        while not ready():
            if time.monotonic() > end:
                raise RuntimeError("the window did not get ready")
            self._wait(10)

    def _until_still(self) -> None:
        """Wait until nothing runs in the background or is about to."""
        quiet = 0
        while quiet < 30:
            self._wait(10)
            quiet = 0 if self.window.tasks.running else quiet + 1

    def _wait(self, milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    @staticmethod
    def _mouse(target: QWidget, kind: QEvent.Type, at: QPointF) -> None:
        button = Qt.MouseButton.LeftButton
        held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
        event = QMouseEvent(kind, at, target.mapToGlobal(at), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(target, event)


class StartedWindow(Window):
    """Ends the program at its first painted explanation, or at the start page, and reports the time."""

    began = 0.0
    with_data = True

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.on_frame = self._painted

    def _painted(self) -> None:
        if self.context.explanation is not None or not self.with_data:
            self.on_frame = None
            times = {"wall": time.monotonic() - self.began, "cpu": time.process_time()}
            print(json.dumps(times), flush=True)
            QTimer.singleShot(0, self.close)


def start(began: float, files: list[str]) -> None:
    from lwnb_gui.cli import main

    StartedWindow.began, StartedWindow.with_data = began, bool(files)
    main_window.MainWindow = StartedWindow  # type: ignore[misc]
    sys.argv = ["lwnb", *files]
    main()


def live(rows: int, steps: int) -> None:
    result = Session(rows, steps).run()
    print(json.dumps(result), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as settings:
        os.environ["LWNB_CONFIG"] = settings
        if sys.argv[1] == "start":
            start(float(sys.argv[2]), sys.argv[3:])
        else:
            live(int(sys.argv[2]), int(sys.argv[3]))
