"""What if: the smallest changes that change the prediction, and how it depends on one attribute."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from lwnb_core import Dependence as DependenceResult
from lwnb_core import Explanation, Selection
from lwnb_core import WhatIf as WhatIfResult
from lwnb_core.explore.dependence import dependence_of_selection
from lwnb_core.explore.what_if import what_if_selection
from lwnb_gui.app.query import Value
from lwnb_gui.plots.loading import load_matplotlib
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.qt.widgets.labels import TwoLineLabel
from lwnb_gui.render.figures import FigureView, PlotFigure
from lwnb_gui.theme import Theme
from lwnb_gui.views.dependence import dependence_text
from lwnb_gui.views.view import Subject
from lwnb_gui.views.what_if import Line, WhatIf, WhatIfLine, WhatIfReading

if TYPE_CHECKING:
    from lwnb_gui.qt.explore.dependence_plot import DependencePlot

TASK, CURVE_TASK = "what-if", "dependence"
_DELAY = 200  # ms: the search takes seconds for many rows, and begins when k and values have come to rest
_BETWEEN_PARTIALS = 0.12  # seconds


@dataclass(frozen=True)
class Request:
    """The input of the list and, with an attribute, of the curve."""

    selection: Selection
    k: int
    attribute: str = ""


class WhatIfPanel(ScenePanel):
    """Computed only while it is visible and nothing moves; any change cancels the search."""

    shows = WhatIf()
    shows_computing = False  # its bar is that of the search
    reading: WhatIfReading | None

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._line: int | None = None  # that the keys have come to, or that was clicked
        self._is_outdated = False
        self.request: Request | None = None  # whose list is shown or being computed
        self._curve_request: Request | None = None
        self._chosen_attribute = ""  # for the curve
        self._timer = QTimer(self, singleShot=True, interval=_DELAY)
        self._timer.timeout.connect(self._start)
        self._plot: DependencePlot | None = None
        self.curve_text = TwoLineLabel(self.content)
        self.curve_text.setAccessibleDescription("What the curve says")
        self._build_content()
        self.view.setAccessibleDescription("Arrow keys choose a change and show its curve; Enter applies it")
        self.view.stepped.connect(self._go_to)
        self.view.activated.disconnect(self.on_clicked)
        self.view.activated.connect(lambda target: self.apply(target.line))
        self.setFocusProxy(self.view)

    def _build_content(self) -> None:
        right = QWidget(self.content)
        column = self._curve_column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.curve_text)
        splitter = QSplitter(Qt.Orientation.Horizontal, self.content)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.view)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, 5)
        splitter.setStretchFactor(1, 3)
        splitter.setSizes([480, 240])
        self.view.setMinimumWidth(200)
        right.setMinimumWidth(140)
        self.body.addWidget(splitter, 1)

    @property
    def plot(self) -> DependencePlot:
        """The plot of the curve, created when the panel is first seen: it needs matplotlib, for which the
        first explanation does not wait.
        """
        if self._plot is None:
            load_matplotlib()
            from lwnb_gui.qt.explore.dependence_plot import DependencePlot

            self._plot = DependencePlot(self.content)
            self._plot.value_chosen.connect(self._set_value)
            self._plot.reads.connect(self._show_curve_text)
            self._curve_column.addWidget(self._plot, 1)
        return self._plot

    @property
    def _dependence(self) -> DependenceResult | None:
        return None if self._plot is None else self._plot.dependence

    # -- context and state ----------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        if explanation is None:
            self._forget()
            self.show_no_result(self.nothing)
            return
        self.show_content()
        selection, query = self.context.selection, self.context.state.query
        if selection is None or query is None:
            return
        if self.request != Request(selection, query.k):
            self._cancel()
            self._set_outdated(self.reading is not None)
            self._timer.start()
        else:
            self._set_outdated(False)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        if any(self.context.tasks.is_running(task) for task in (TASK, CURVE_TASK)):
            self._cancel()

    def hide_content(self, why: str, *, whole: bool = False) -> None:
        """Hide the list; nothing is searched until the guess or the later step that hides it is over."""
        was_hidden = bool(self.hidden_reason)
        super().hide_content(why, whole=whole)
        if was_hidden and not why and self.isVisible():
            self.show_explanation(self.context.explanation)

    def _cancel(self) -> None:
        for task in (TASK, CURVE_TASK):
            self.context.tasks.cancel(task)
        self.request = self._curve_request = None
        self.computing_bar.end()

    def _forget(self) -> None:
        self._timer.stop()
        self._cancel()
        self._set_outdated(False)
        self.reading = self._line = None
        self.view.clear()
        if self._plot is not None:
            self._plot.show_dependence(None)
        self.curve_text.setText("")
        self.set_subtitle("")

    def _set_outdated(self, is_outdated: bool) -> None:
        self._is_outdated = is_outdated
        self.view.set_dimmed(is_outdated)

    # -- computing ------------------------------------------------------------------------------------

    def _start(self) -> None:
        selection, query = self.context.selection, self.context.state.query
        if selection is None or query is None or not self.isVisible() or self.hidden_reason:
            return
        self.clear_error()
        self.request = Request(selection, query.k)
        self.computing_bar.begin()
        self._start_curve()
        self.context.tasks.start(
            TASK,
            partial(_search, self.request),
            on_done=self._show,
            on_partial=self._show,
            on_progress=self.computing_bar.set_share,
            on_error=self._fail,
        )

    def _start_curve(self) -> None:
        """Start the curve of the selected attribute, or of the map's y axis, or of the first attribute."""
        selection, query = self.context.selection, self.context.state.query
        if selection is None or query is None or not selection.model.training.attributes:
            return
        names = [a.name for a in selection.model.training.attributes]
        candidates = (self._chosen_attribute, query.map.y if query.map.kind == "attributes" else "", names[0])
        request = Request(selection, query.k, next(name for name in candidates if name in names))
        if request != self._curve_request:
            self._curve_request = request
            self.context.tasks.start(
                CURVE_TASK,
                partial(_compute_curve, request),
                on_done=self._show_curve,
                on_partial=self._show_curve,
                on_error=self._fail,
            )

    def _fail(self, error: BaseException) -> None:
        self.computing_bar.end()
        self._set_outdated(False)
        self.show_error(error, "Pick another row, or another k.")

    def _show(self, result: WhatIfResult) -> None:
        self.reading = self._read(result)
        self._set_outdated(False)
        self.view.show_scene(self._compose)
        self.set_subtitle(*self.reading.wordings)
        if result.is_complete:
            self.computing_bar.end()

    def _read(self, result: WhatIfResult) -> WhatIfReading:
        reading = self.shows.read(Subject(what_if=result, dependence=self._dependence))
        assert reading is not None
        return reading

    def _show_curve(self, curve: DependenceResult) -> None:
        self.plot.show_dependence(curve)
        if self.reading is not None:
            self.reading = self._read(self.reading.result)
        self.view.refresh()
        self._show_curve_text("")

    def _show_curve_text(self, at_cursor: str) -> None:
        curve = self._dependence
        self.curve_text.setText(at_cursor or ("" if curve is None else dependence_text(curve)))

    # -- the list -------------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[Line, ...]:
        return () if self.reading is None else self.reading.lines

    def line_of(self, attribute: int) -> int | None:
        """Return the first line about an attribute alone."""
        about = (i for i, line in enumerate(self.lines) if line.attribute == attribute and line.row is None)
        return next(about, None)

    def highlights(self) -> dict[str, Any]:
        """The line whose curve is shown stands out; or the real row that the keys are on, which has none."""
        curve, at, target = self._dependence, self._line, self.view.target
        with_curve = None if curve is None else self.line_of(curve.index)
        is_row = at is not None and at < len(self.lines) and self.lines[at].row is not None
        return {
            "chosen": at if is_row else with_curve,
            "with_curve": with_curve,
            "current": target if isinstance(target, WhatIfLine) else None,
        }

    def on_hovered(self, target: Hashable) -> None:
        self.view.refresh()

    def on_clicked(self, target: Hashable) -> None:
        """Apply the change that was clicked; a click elsewhere in its line shows the curve."""
        assert isinstance(target, WhatIfLine)
        if target.applies:
            self.apply(target.line)
        else:
            self._go_to(target)

    def _go_to(self, target: WhatIfLine) -> None:
        """Show the dependence on the attribute of a line."""
        self._line = target.line
        selection = self.context.selection
        if selection is not None and target.line < len(self.lines):
            line, names = self.lines[target.line], [a.name for a in selection.model.training.attributes]
            if line.row is None and line.attribute < len(names):  # a row changes several attributes
                self._chosen_attribute = names[line.attribute]
                self._start_curve()
        self.view.refresh()

    def apply(self, row: int) -> None:
        """Give the instance the values of a line, as one step of the history."""
        if 0 <= row < len(self.lines) and not self._is_outdated:
            values = dict(self.lines[row].values)
            if values and self.context.state.query is not None:
                self.context.state.change_values(values)

    def _set_value(self, name: str, value: Value) -> None:
        if self.context.state.query is not None:
            self.context.state.change_value(name, value)

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self.plot.set_theme(theme)
        self.curve_text.set_theme(theme)

    # -- export ---------------------------------------------------------------------------------------

    def to_figure(self) -> FigureView | None:
        from lwnb_gui.plots.dependence import draw

        curve = self._dependence
        return None if curve is None else PlotFigure(draw, curve, (480.0, 300.0))


def _search(request: Request, job: Job) -> WhatIfResult:
    last = 0.0

    def partial_result(result: WhatIfResult) -> None:
        nonlocal last
        if time.monotonic() - last > _BETWEEN_PARTIALS:
            last = time.monotonic()
            job.partial(result)

    return what_if_selection(request.selection, request.k, progress=job, partial=partial_result)


def _compute_curve(request: Request, job: Job) -> DependenceResult:
    return dependence_of_selection(
        request.selection, request.k, request.attribute, progress=job, partial=job.partial
    )
