"""The walk itself: one step after another, and everything undone now and then."""

from __future__ import annotations

import gc
import random
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from lwnb_gui.actions import SPECS
from lwnb_gui.app.query import Query
from lwnb_gui.qt.app import wait_until_idle
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.monkey.files import Files
from tests.qt.monkey.random_input import RandomInput
from tests.qt.monkey.report import Report, hooks, megabytes
from tests.qt.monkey.watch import STALL, Stall, Watch

LONGEST = 500  # steps that the history keeps
# Actions that would end the walk by leaving the program. A full-screen window cannot be resized.
NEVER = frozenset({"quit", "full_screen"})
# Actions that enable another one: Step back is possible after the second step forward.
_LEADS_TO = {"step_forward": "step_back"}
_SIZES = ((1600, 1000), (1366, 768), (1200, 700), (1920, 1080), (1000, 600))


class Monkey:
    """A random walk through one window."""

    def __init__(self, window: MainWindow, seed: int, folder: Path, pictures: Path | None = None) -> None:
        self.window = window
        self.random = random.Random(seed)
        self.report = Report(seed)
        self.files = Files(folder, self.random)
        self._doing = ""
        self._watch = Watch(self._measured)
        self.input = RandomInput(window, self.random, self._watch.next)
        self._pictures = pictures
        self._start: Query | None = None
        self._undone = 0
        self._rescue = QTimer(window)
        self._rescue.setInterval(15)
        # Not by the timer itself: a key may open another dialog, and a running timer does not fire.
        self._rescue.timeout.connect(lambda: QTimer.singleShot(0, window, self.input.leave_dialog))
        open_data = window.state.open

        def opened(query: Query, *args: Any, **more: Any) -> None:
            self._start = query
            open_data(query, *args, **more)

        window.state.open = opened  # type: ignore[method-assign]

    def walk(self, steps: int) -> Report:
        """Take this many steps; errors are recorded in the report."""
        memory = self.report.megabytes
        memory.append(megabytes())
        self._rescue.start()
        with self.files.dialogs(), hooks(self.report), self._watch:
            for done in range(steps):
                self._step()
                if 4 * done // steps >= len(memory):
                    memory.append(megabytes())
                    print(f"step {done}: {memory[-1]:.0f} MB, {len(self.report.errors)} errors", flush=True)
            wait_until_idle(self.window, 20.0)
        self._rescue.stop()
        gc.collect()
        memory.append(megabytes())
        self.report.unreached = sorted(SPECS.keys() - self.report.actions - NEVER)
        return self.report

    # -- one step -----------------------------------------------------------------------------------

    def _step(self) -> None:
        send = self.input
        kinds: list[tuple[int, Callable[[], str]]] = [
            (7, self._action), (6, send.key), (8, send.click), (5, send.drag), (4, send.wheel),
            (4, send.move), (1, self._resize), (1, self._open), (1, self._drop), (3, self._undo),
            (1, self._undo_all), (2, self._wait), (1, self._hide_class),
        ]  # fmt: skip
        kind = self.random.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])[0]
        self.report.steps += 1
        with self._watched(kind.__name__.strip("_")) as say:
            say(kind())
        with self._watched("events"):
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)

    @contextmanager
    def _watched(self, name: str) -> Iterator[Callable[[str], None]]:
        self._doing = name
        self._watch.begin()
        try:
            yield self._say
        except RuntimeError as error:
            # The walk's own reference to a widget that was deleted meanwhile; the hooks catch all others.
            if "already deleted" not in str(error):
                self.report.error(f"{self._doing}: {traceback.format_exc()}")
        except Exception:
            self.report.error(f"{self._doing}: {traceback.format_exc()}")
        finally:
            self._watch.end()
            self.report.did[self._doing.partition(" at ")[0]] += 1

    def _say(self, what: str) -> None:
        self._doing = f"{self._doing} {what}"

    def _measured(self, wall: float, cpu: float, where: str) -> None:
        report = self.report
        report.longest_wall = max(report.longest_wall, wall)
        report.longest_cpu = max(report.longest_cpu, cpu)
        if wall > STALL:
            report.stalls.append(Stall(report.steps, self._doing, wall, cpu, where))

    def _action(self) -> str:
        actions = self.window.actions_by_name.by_name
        names = [name for name, action in actions.items() if name not in NEVER and action.isEnabled()]
        # Actions that have not been tried come first, so that a walk reaches everything.
        done = self.report.actions
        is_old = {name: name in done and _LEADS_TO.get(name, name) in done for name in names}
        name = self.random.choices(names, [1 if is_old[name] else 40 for name in names])[0]
        done.add(name)
        self._say(name)
        actions[name].trigger()
        return ""

    def _resize(self) -> str:
        width, height = self.random.choice(_SIZES)
        self.window.resize(width, height)
        return f"{width}×{height}"

    def _open(self) -> str:
        file = self.files.some()
        opener = self.window.opener
        self.random.choice([opener.open_file, opener.open_recent])(str(file))
        return file.name

    def _drop(self) -> str:
        file = self.files.some()
        self.input.drop(file)
        return file.name

    def _hide_class(self) -> str:
        """Hide a class by the legend, whose buttons are too small to be hit often by chance."""
        buttons = [b for b in self.window.page_bar.legend.buttons if b.isVisible() and b.isEnabled()]
        if buttons:
            self.random.choice(buttons).click()
        return ""

    def _undo(self) -> str:
        self.random.choice([self.window.state.undo, self.window.state.redo])()
        return ""

    def _wait(self) -> str:
        end = time.monotonic() + self.random.random() * 0.1
        while time.monotonic() < end:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
        return ""

    # -- back to the start ----------------------------------------------------------------------------

    def _undo_all(self) -> str:
        """Now and then undo everything, and compare query and screen with those of the start."""
        state = self.window.state
        if self.random.random() < 0.7:
            return ""
        is_idle, query = wait_until_idle(self.window, 20.0), state.query
        if query is None or self._start is None or query.data.origin != self._start.data.origin:
            return ""
        if not is_idle:
            return ""
        self._to_start()
        if state.query != self._start and self._undone < LONGEST:
            self.report.error("undone, the query is not the first one")
        # Redo and undo once before the first picture too: that resets a map that was moved by hand.
        first = self._picture_at_start()
        second = self._picture_at_start() if first is not None else None
        if first is None:
            return ""
        if second is not None and second != first:
            self.report.error(f"undone twice, the screen is another{self._keep(first, second)}")
        self.report.undone += 1
        return ""

    def _keep(self, first: QImage, second: QImage) -> str:
        if self._pictures is None:
            return ""
        self._pictures.mkdir(parents=True, exist_ok=True)
        stem = f"seed-{self.report.seed}-step-{self.report.steps}"
        first.save(str(self._pictures / f"{stem}-first.png"))
        second.save(str(self._pictures / f"{stem}-second.png"))
        return f" (pictures {stem}-*.png)"

    def _to_start(self) -> None:
        state = self.window.state
        self._undone = 0
        while state.history.undo_text is not None:
            state.undo()
            self._watch.next()
            self._undone += 1

    def _picture_at_start(self) -> QImage | None:
        """Return the window after redoing and undoing everything; None while a long task runs."""
        state = self.window.state
        while state.history.redo_text is not None:
            state.redo()
            self._watch.next()
        wait_until_idle(self.window, 20.0)
        self._to_start()
        wait_until_idle(self.window, 20.0)
        focus = QApplication.focusWidget()
        if focus is not None:
            focus.clearFocus()
        for popup in QApplication.topLevelWidgets():
            if popup is not self.window and popup.isVisible():
                popup.hide()
        self.window.context.hover.clear()  # otherwise highlights remain
        self.window.status.clearMessage()  # words on the last action, which go by themselves
        if not wait_until_idle(self.window, 20.0):
            return None
        picture = self.window.grab().toImage()
        self._watch.begin()  # the walk itself caused this
        return picture
