"""What if: the smallest changes that make LWNB say otherwise, and how its answer depends on an attribute."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from lwnb_core import Dependence, Explanation, Selection, WhatIf
from lwnb_core.explore.dependence import dependence
from lwnb_core.explore.what_if import what_if_selection
from lwnb_gui.export import FigureView, PlotFigure, TextTable
from lwnb_gui.export.what_if_scripts import what_if_script
from lwnb_gui.plots import dependence as figure
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.panels.caption import Caption
from lwnb_gui.qt.panels.dependence_plot import DependencePlot
from lwnb_gui.qt.panels.late_dim import LateDim
from lwnb_gui.qt.scene_view import SceneView
from lwnb_gui.qt.tasks import Job
from lwnb_gui.readings.what_if import (
    FIGURES,
    HEADS,
    Line,
    WhatIfReading,
    summary,
    table_rows,
    what_if_reading,
)
from lwnb_gui.scenes.scene import Scene
from lwnb_gui.scenes.text import Frame
from lwnb_gui.scenes.what_if import WhatIfLine, what_if
from lwnb_gui.state import Query, Value
from lwnb_gui.theme import Theme

TASK, CURVE_TASK = "what-if", "dependence"
_SETTLED = 200  # ms without a change before the questions are put
_BETWEEN = 0.12  # seconds between two lists that are not complete


@dataclass(frozen=True)
class Asked:
    """What the list is about; with an attribute, what the curve is about."""

    selection: Selection
    k: int
    attribute: str = ""


class WhatIfPanel(Panel):
    """Asks only while it is seen and nothing moves; whatever changes ends the questions at once."""

    title = "What if"
    help_topic = "what_if"
    least = (320, 120)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._left_tools.hide()
        self.reading: WhatIfReading | None = None
        self._line: int | None = None  # that the keys have come to, or that was clicked
        self._is_old = False
        self.view = SceneView("Changes that flip the prediction", self.content)
        self.view.setAccessibleDescription("Arrows choose a line and show its curve; Enter applies it")
        self.plot = DependencePlot(self.content)
        self.plot.tasks = context.tasks
        self.curve_words = Caption(self.content)
        self.curve_words.setAccessibleDescription("What the curve says")
        self._build_content()
        self._asked: Asked | None = None
        self._curve_asked: Asked | None = None
        self._wanted = ""  # the attribute that the user has chosen for the curve
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._ask)
        self.view.hovered.connect(lambda target: self.view.refresh())
        self.view.stepped.connect(self._reach)
        self.view.clicked.connect(self._clicked)
        self.view.activated.connect(lambda target: self.apply(target.line))
        self.plot.value_chosen.connect(self._set_value)
        self.plot.reads.connect(self._say)
        self.copies(self.view)
        self.setFocusProxy(self.view)
        self._dim = LateDim(self, self._set_dim)
        self.destroyed.connect(self._settled.stop)

    def _build_content(self) -> None:
        right = QWidget(self.content)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.curve_words)
        column.addWidget(self.plot, 1)
        self.parts = QSplitter(Qt.Orientation.Horizontal, self.content)
        self.parts.setHandleWidth(1)
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(self.view)
        self.parts.addWidget(right)
        self.parts.setStretchFactor(0, 5)
        self.parts.setStretchFactor(1, 3)
        self.parts.setSizes([480, 240])
        self.view.setMinimumWidth(200)
        right.setMinimumWidth(140)
        self.body.addWidget(self.parts, 1)

    # -- following ------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        if explanation is None:
            self._forget()
            self._wanted = ""
            self.show_no_result("There is no test instance to change.")
            return
        self.show_content()
        self._soon()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: the questions end, and are put again when somebody does."""
        super().hideEvent(event)
        self._dim.set_computing(False)
        self._settled.stop()
        for task in (TASK, CURVE_TASK):
            if self.context.tasks.is_running(task):
                self.context.tasks.cancel(task)
                self._asked = self._curve_asked = None
                self._stale = True

    def _on_computing(self, computing: bool) -> None:
        """The bar here is that of the questions."""

    def _soon(self) -> None:
        selection, query = self.context.selection, self.context.state.query
        if selection is None or query is None:
            return
        if self._asked != Asked(selection, query.k):
            self._end_questions()
            self._dim.set_computing(True)
            self._settled.start()
        elif self._is_old:
            self._dim.set_computing(False)

    def _end_questions(self) -> None:
        for task in (TASK, CURVE_TASK):
            self.context.tasks.cancel(task)
        self._asked = self._curve_asked = None
        self.computing_bar.end()

    def _forget(self) -> None:
        self._settled.stop()
        self._end_questions()
        self._dim.set_computing(False)
        self.reading = self._line = None
        self.view.clear()
        self.plot.show_dependence(None)
        self.curve_words.say("")
        self.set_subtitle("")

    def _set_dim(self, dim: bool) -> None:
        self._is_old = dim
        self.view.set_dimmed(dim)

    # -- asking ---------------------------------------------------------------------------------------

    def _ask(self) -> None:
        selection, query = self.context.selection, self.context.state.query
        if selection is None or query is None or not self.isVisible() or self.covered:
            return
        self.clear_error()
        asked = self._asked = Asked(selection, query.k)
        self.computing_bar.begin()
        self._ask_curve(query, selection)
        self.context.tasks.start(
            TASK,
            partial(_questions, asked),
            on_done=self._show,
            on_partial=self._show,
            on_progress=self.computing_bar.set_share,
            on_error=self._fail,
        )

    def _ask_curve(self, query: Query, selection: Selection) -> None:
        names = [a.name for a in selection.model.training.attributes]
        if not names:
            return
        likely = (self._wanted, query.map.y if query.map.kind == "attributes" else "", names[0])
        asked = Asked(selection, query.k, next(name for name in likely if name in names))
        if asked == self._curve_asked:
            return
        self._curve_asked = asked
        self.context.tasks.start(
            CURVE_TASK,
            partial(_curve, asked),
            on_done=self._show_curve,
            on_partial=self._show_curve,
            on_error=self._fail,
        )

    def _fail(self, error: BaseException) -> None:
        self.computing_bar.end()
        self._dim.set_computing(False)
        self.show_error(error, "Pick another row, or another k.")

    def _show(self, found: WhatIf) -> None:
        self.reading = what_if_reading(found)
        self._dim.set_computing(False)
        self.view.show_scene(self._compose)
        self.say_beside_title(*summary(found))
        if found.is_complete:
            self.computing_bar.end()

    def _show_curve(self, found: Dependence) -> None:
        self.plot.show_dependence(found)
        self.view.refresh()
        self._say("")

    def _say(self, words: str) -> None:
        found = self.plot.dependence
        text = words or (figure.dependence_words(found) if found is not None else "")
        self.curve_words.say(text)

    # -- the list -------------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[Line, ...]:
        return () if self.reading is None else self.reading.lines

    def line_of(self, attribute: int) -> int | None:
        """The first line about an attribute alone."""
        about = (i for i, line in enumerate(self.lines) if line.attribute == attribute and line.row is None)
        return next(about, None)

    def _compose(self, frame: Frame) -> Scene:
        """The line whose curve is shown stands out; or the real row that the keys are on, which has none."""
        if self.reading is None:
            return Scene(frame.width, 0.0)
        curve = self.plot.dependence
        with_curve = None if curve is None else self.line_of(curve.index)
        at = self._line
        on_real_row = at is not None and at < len(self.lines) and self.lines[at].row is not None
        target = self.view.target
        return what_if(
            self.reading,
            frame,
            chosen=at if on_real_row else with_curve,
            with_curve=with_curve,
            current=target if isinstance(target, WhatIfLine) else None,
        )

    def _reach(self, target: WhatIfLine) -> None:
        self._line = target.line
        self._choose_attribute(target.line)
        self.view.refresh()

    def _clicked(self, target: WhatIfLine) -> None:
        """A click on a change applies it; a click elsewhere in its line shows the curve."""
        if target.applies:
            self.apply(target.line)
        else:
            self._reach(target)

    def _choose_attribute(self, row: int) -> None:
        """Show the dependence on the attribute of a line."""
        query, selection = self.context.state.query, self.context.selection
        if query is None or selection is None or not 0 <= row < len(self.lines):
            return
        names = [a.name for a in selection.model.training.attributes]
        attribute = self.lines[row].attribute
        if attribute < len(names) and self.lines[row].row is None:  # a row changes several at once
            self._wanted = names[attribute]
            self._ask_curve(query, selection)

    def apply(self, row: int) -> None:
        """Give the instance the values of a line: one step, which undo takes back."""
        if 0 <= row < len(self.lines) and not self._is_old:
            values = dict(self.lines[row].values)
            if values and self.context.state.query is not None:
                self.context.state.change_values(values)

    def _set_value(self, name: str, value: Value) -> None:
        if self.context.state.query is not None:
            self.context.state.change_value(name, value)

    # -- looks ----------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.reading is not None:
            self.say_beside_title(*summary(self.reading.found))

    def apply_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
        self.plot.set_theme(theme)
        self.curve_words.set_theme(theme)

    # -- to take home ---------------------------------------------------------------------------------

    def to_figure(self) -> FigureView | None:
        found = self.plot.dependence
        return None if found is None else PlotFigure(figure.draw, found, (480.0, 300.0))

    def to_script(self) -> str | None:
        query, found = self.context.state.query, self.plot.dependence
        return None if query is None or found is None else what_if_script(query, found.attribute.name)

    def to_table(self) -> TextTable | None:
        reading = self.reading
        return None if reading is None else TextTable(HEADS, table_rows(reading.found), FIGURES)


def _questions(asked: Asked, job: Job) -> WhatIf:
    last = 0.0

    def partial_result(found: WhatIf) -> None:
        nonlocal last
        if time.monotonic() - last > _BETWEEN:
            last = time.monotonic()
            job.partial(found)

    return what_if_selection(asked.selection, asked.k, progress=job, partial=partial_result)


def _curve(asked: Asked, job: Job) -> Dependence:
    return dependence(asked.selection, asked.k, asked.attribute, progress=job, partial=job.partial)
