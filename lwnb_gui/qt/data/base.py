"""What the panels of the place Data share: they follow the query, and compute large things in a task."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from matplotlib.figure import Figure
from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.canvas import Canvas, Moving
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.in_turns import is_late, is_long
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.tasks import Job, TaskRunner
from lwnb_gui.state import Query, Snapshot
from lwnb_gui.theme import Theme

R = TypeVar("R")

# Cells (rows × attributes looked at) up to which work is done at once: it is over before one would notice.
AT_ONCE = 200_000
_TAKES = 0.1  # seconds, about, that a figure takes


class DataPanel(Panel):
    """Shows something of the query; while it is hidden it only notes that it has to look again."""

    help_topic = "data"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._look_again = True
        self._origin = ""  # of the data that are shown

    # -- hooks --------------------------------------------------------------------------------------

    def show_query(self, query: Query | None) -> None:
        """The data, or what is used of them, are others; None: there are none, and nothing may be kept."""

    def concerns(self, old: Query | None, new: Query | None) -> bool:
        """Whether the panel has to look again."""
        if old is None or new is None:
            return old is not new
        return new.data is not old.data or new.unused != old.unused

    # -- inside -------------------------------------------------------------------------------------

    def forget_data(self) -> None:
        """Other rows; with another class of the same, what is chosen and filtered here stays."""
        query = self.context.state.query
        if query is None or query.data.origin != self._origin:
            self._origin = ""
            self.show_query(None)

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if self.concerns(old.query, new.query):
            self._look_again = True
            self._look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._look_again and is_late():
            self.context.turns.add(self, self._look)
        else:
            self._look()

    def _look(self) -> None:
        if self._look_again and self.isVisible():
            self._look_again = False
            query = self.context.state.query
            self._origin = query.data.origin if query is not None else ""
            self.show_query(query)

    def compute(
        self, name: str, size: int, function: Callable[[Job | None], R], done: Callable[[R], object]
    ) -> None:
        """Small work now, large work in the task of that name; an error is said in the panel's bar."""
        self.context.tasks.cancel(name)
        self.computing_bar.end()
        if size <= AT_ONCE:
            try:
                found = function(None)
            except Exception as error:
                self.show_error(error)
                return
            done(found)
            return

        def finish(found: R) -> None:
            self.computing_bar.end()
            done(found)

        def fail(error: BaseException) -> None:
            self.computing_bar.end()
            self.show_error(error)

        self.computing_bar.begin()
        self.context.tasks.start(name, function, on_done=finish, on_error=fail)

    def _on_computing(self, computing: bool) -> None:
        """Nothing here waits for the explanation."""


class Plot(Canvas):
    """A figure that is drawn anew when its size has settled: its layout is in pixels."""

    def __init__(self, paint: Callable[[Figure, Theme], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paint = paint
        self.tasks: TaskRunner | None = None  # draws behind the window, if there is one
        self._task = f"plot-{id(self)}"
        self._theme: Theme | None = None
        self._stale = self._again = False
        self._settled = QTimer(self, singleShot=True, interval=60)
        self._settled.timeout.connect(self.repaint_figure)
        self.setMinimumSize(120, 80)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.repaint_figure()

    def repaint_figure(self) -> None:
        """Draw everything anew; while nobody sees it, only note that it has to be."""
        self._settled.stop()
        self._stale = not self.isVisible()
        if self._stale or self._theme is None or self.width() < 60 or self.height() < 60:
            return
        if self.tasks is not None and self._has_much() and is_long(_TAKES):
            self._paint_behind(self.tasks, self._theme)
            return
        if self.tasks is not None:
            self.tasks.cancel(self._task)
        if is_late(for_long=True):
            QTimer.singleShot(0, self, self.repaint_figure)
            return
        figure = self.clear_figure()
        figure.set_facecolor(self._theme.panel)
        made = self._paint(figure, self._theme)
        self.set_moving(self._moving_of(made))
        self._adopt(made)
        self.draw_idle()

    def _has_much(self) -> bool:
        """Whether there is enough to draw that a task should do it."""
        return True

    def _moving_of(self, made: Any) -> Moving:
        """What moves of that which painting has made."""
        return ()

    def _adopt(self, made: Any) -> None:
        """What painting has made is in sight from now on."""

    def _paint_behind(self, tasks: TaskRunner, theme: Theme) -> None:
        if tasks.is_running(self._task):
            self._again = True  # the one under way sees to what is wanted by its end
            return
        figure = self.new_figure()
        self._again = False

        def work(job: Job) -> object:
            figure.set_facecolor(theme.panel)
            made = self._paint(figure, theme)
            job.check()
            figure.canvas.draw()
            return made

        def done(made: object) -> None:
            if not self.take(figure, self._moving_of(made)):
                self.repaint_figure()  # it has another size by now
                return
            self._adopt(made)
            if self._again:
                self.repaint_figure()

        tasks.start(self._task, work, on_done=done, drawing=True)

    def _is_remade_soon(self) -> bool:
        drawn = self.tasks is not None and self.tasks.is_running(self._task)
        return drawn or self._settled.isActive()

    def _stop_behind(self) -> None:
        super()._stop_behind()
        if self._is_remade_soon():
            self.repaint_figure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settled.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._settled.start()  # the layout gives it its size first
