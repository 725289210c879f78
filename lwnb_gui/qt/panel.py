"""The base of all panels: title row, error bar, computing bar, empty state, exports."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from PySide6.QtCore import QSize, Qt, SignalInstance
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from lwnb_core import Explanation, LwnbError
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.export.export_button import ExportButton
from lwnb_gui.qt.export.pictures import save_widget
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.widgets.title_row import TitleRow
from lwnb_gui.qt.window.bars import ComputingBar, EmptyState, ErrorBar
from lwnb_gui.render.figures import FigureView, save_figure
from lwnb_gui.render.report import Report
from lwnb_gui.theme import Theme
from lwnb_gui.views.links import Hover
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import View

R = TypeVar("R")

COMPUTING = "Computing …"
_EXPORTS = ("to_figure", "to_table", "to_script", "to_report")


class Panel(QWidget):
    """Base of all panels.

    A subclass sets `title`, `help_topic` and `least` (its minimum size), or names in `shows` the view that
    has them; it fills `self.body` in its constructor, and overrides the hooks it needs. A panel receives no
    signals while it is hidden; when it is shown, it is given the current theme, state and explanation, in
    this order.

    - `show_explanation(explanation)`: there is another result, or None where there is none.
    - `show_state(old, new)`: the state has changed. Touch only what differs.
    - `show_hover(hover)`: the mouse is on a neighbour or a cell, here or in another panel.
    - `apply_theme(theme)`: what a style sheet cannot say: inks and fonts of scenes, sizes.
    - `apply_compact(narrow, low)`: the small-screen rules came into force or went out of it.
    - `forget_data()`: other data, classes, attributes or training rows have come while the panel is hidden:
      whatever it holds of the old ones has to go. By default `show_explanation(None)`.

    Other signals are connected with `self.listen(signal, slot)`, and are heard while the panel is visible.

    What can be exported are plain values without Qt, from which the ⬇ in the title row makes every format.
    The tool exists as soon as one of these methods is overridden; None means "not now":

    - `to_figure()`: a `PlotFigure(draw, data, size)`; gives PNG, SVG, PDF and the clipboard.
    - `to_table()`: a `TextTable(titles, rows, numbers)`; gives TSV, CSV, Markdown and LaTeX. Call
      `self.copies(widget)` once to have Ctrl+C in that widget copy it.
    - `to_script()`: a runnable Python script (see `lwnb_gui.render.scripts`) that makes the same.
    - `to_report()`: a `Report` (see `lwnb_gui.render.report`), on pages that have one.

    A panel never computes what an `Explanation` contains, and reports errors with `show_error`.
    """

    shows: ClassVar[View[Any] | None] = None
    title: ClassVar[str] = ""
    help_topic: ClassVar[str] = ""
    least: ClassVar[tuple[int, int]] = (200, 96)
    shows_computing: ClassVar[bool] = True  # whether its bar shows that the explanation is being computed
    hidden_reason: str = ""  # why its content is hidden; empty if it is not
    # If the title row is too narrow for the ⬇, a right click on the panel and Ctrl+H also open its menu.
    shows_export_button: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        view = cls.__dict__.get("shows")
        if view is not None:
            cls.title, cls.help_topic, cls.least = view.title, view.name, view.least

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.title)
        self.export_button: ExportButton | None = None
        self._theme: Theme | None = None  # the theme that was applied last
        self._last_state = Snapshot()  # the state when it was hidden
        self._unsubscribe: Callable[[], None] | None = None  # while the panel is visible
        self._is_moving = False
        self._heard: list[tuple[SignalInstance, Callable[..., object]]] = []
        self._why_empty = ""
        self._build()
        if any(self.gives(hook) for hook in _EXPORTS):
            self.export_button = ExportButton(self)
            self.title_row.add_tool(self.export_button)
            self.export_button.setVisible(self.shows_export_button)
            self.export_button.open_from(self)
        self.setMinimumSize(QSize(*self.least))
        self.listen(context.explained, self._on_explained)
        self.listen(context.hover.changed, self.show_hover)
        self.listen(context.theme_changed, self._on_theme)
        self.listen(context.computing_changed, self._on_computing)
        self.listen(context.failed, self._on_failed)

    # -- hooks --------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        """Show the one result; None: there is none."""

    def forget_data(self) -> None:
        """Release everything that belongs to the data that were open."""
        self._on_explained(None)

    def show_hover(self, hover: Hover) -> None:
        """Highlight everything that belongs to the neighbour or cell under the mouse."""

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        """React to a change of the state that is not part of the explanation."""

    def apply_theme(self, theme: Theme) -> None:
        """Apply the parts of a theme that are not in the style sheet."""

    def apply_compact(self, narrow: bool, low: bool) -> None:
        """Adapt to small screens: `narrow` below 1500 wide, `low` below 880 high."""

    def set_room(self, height: int) -> None:
        """Set the height that the surrounding panels leave, for panels that need more than `least`."""

    def to_figure(self) -> FigureView | None:
        """Return the figure that the panel shows; None if there is none."""
        return None

    def to_table(self) -> TextTable | None:
        """Return all rows of the table that the panel shows, with their header; None if there is none."""
        return None

    def to_script(self) -> str | None:
        """Return a Python script that reproduces the numbers and the figure; None if there are none."""
        return None

    def to_report(self) -> Report | None:
        """Return the report on what the page shows; None if there is none."""
        return None

    def gives(self, hook: str) -> bool:
        """Whether the panel has a hook such as `to_table` of its own."""
        return getattr(type(self), hook) is not getattr(Panel, hook)

    def export_figure(self, path: Path) -> bool:
        """Write the panel as a figure (SVG, PDF, PNG); False where it has none of its own."""
        view = self.to_figure()
        if view is None or path.suffix.lower() not in (".png", ".svg", ".pdf"):
            return False
        save_figure(view, path, self.context.theme)
        return True

    # -- title row ----------------------------------------------------------------------------------

    def set_subtitle(self, *wordings: str, tip: str = "") -> None:
        """Set the grey text after the title to the first wording, from long to short, that fits."""
        self.title_row.set_subtitle(*wordings, tip=tip)

    @property
    def subtitle(self) -> str:
        return self.title_row.subtitle.text()

    @property
    def header_tools(self) -> QWidget:
        """Return the controls at the right end of the title row."""
        return self.title_row.tools

    def add_header_widget(self, widget: QWidget, *, left: bool = False) -> None:
        """Put a control into the title row: at its right end, or directly after the title."""
        self.title_row.add_tool(widget, left=left, before_last=not left and self.export_button is not None)

    def set_title_visible(self, visible: bool) -> None:
        """Show or hide the title, which is on the tab if the panel has one."""
        self.title_row.setVisible(visible)

    def copies(self, widget: QWidget) -> None:
        """Let Ctrl+C in a widget copy the panel's table."""
        keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), widget)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if self.export_button is not None:
            keys.activated.connect(self.export_button.copy)

    # -- states -------------------------------------------------------------------------------------

    def show_error(
        self, error: BaseException | str, remedy: str = "", action: Callable[[], object] | None = None
    ) -> None:
        """Say in an amber bar what is wrong and what helps; the rest of the panel stays as it is."""
        self.error_bar.say(error, remedy, action)

    def clear_error(self) -> None:
        self.error_bar.clear()

    def show_empty(
        self, sentence: str, action_text: str = "", action: Callable[[], object] | None = None
    ) -> None:
        """Show one sentence and one action instead of the content."""
        self.empty.say(sentence, action_text, action)
        self._stack.setCurrentWidget(self.empty)

    def show_no_result(self, sentence: str) -> None:
        """Say why there is no explanation, or that the first one is being computed."""
        self._why_empty = sentence
        query = self.context.state.query
        is_computed = query is not None and query.data.class_index is not None and self.context.error is None
        self.show_empty(COMPUTING if is_computed else sentence)

    def show_content(self) -> None:
        """Show the content again instead of the empty state."""
        self._stack.setCurrentWidget(self.content)

    def hide_content(self, why: str, *, whole: bool = False) -> None:
        """Hide everything that the panel shows, and its tools, and say why; an empty reason restores it.

        `whole` hides the title as well.
        """
        if (why, whole) == (self.hidden_reason, self.title_row.title.isHidden()):
            return
        self.hidden_reason = why
        self.reason_page.say(why)
        self.reason_page.setVisible(bool(why))
        self._stack.setVisible(not why)
        self.title_row.set_content_hidden(bool(why), with_title=whole)

    @property
    def is_empty(self) -> bool:
        return self._stack.currentWidget() is self.empty

    def compute(
        self, name: str, function: Callable[[Job | None], R], done: Callable[[R], object], *, at_once: bool
    ) -> None:
        """Call `done` with the result of a function, which is computed at once or in the task of that name.

        It is computed at once if it takes little time; an error is shown in the panel's bar.
        """
        self.context.tasks.cancel(name)
        self.computing_bar.end()
        if at_once:
            try:
                result = function(None)
            except Exception as error:
                self.show_error(error)
            else:
                done(result)
            return

        def finish(result: R) -> None:
            self.computing_bar.end()
            done(result)

        def fail(error: BaseException) -> None:
            self.computing_bar.end()
            self.show_error(error)

        self.computing_bar.begin()
        self.context.tasks.start(name, function, on_done=finish, on_error=fail)

    # -- export -------------------------------------------------------------------------------------

    def export_image(self, path: str | Path, scale: float = 2.0) -> None:
        """Save what the panel shows: its figure if it has one, otherwise a picture of the widget."""
        target = Path(path)
        if self.hidden_reason:
            raise LwnbError(self.hidden_reason)
        if self.export_figure(target):
            return
        save_widget(self, target, scale, self.context.theme.panel)

    # -- inside -------------------------------------------------------------------------------------

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)

        self.title_row = TitleRow(self.title, self)
        self.computing_bar = ComputingBar(self)
        self.error_bar = ErrorBar(self)
        self.content = QWidget(self)
        self.body = QVBoxLayout(self.content)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        self.empty = EmptyState(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.content)
        self._stack.addWidget(self.empty)

        column.addWidget(self.title_row)
        column.addWidget(self.computing_bar)
        column.addWidget(self.error_bar)
        column.addWidget(self._stack, 1)
        self.reason_page: EmptyState = EmptyState(self)
        self.reason_page.hide()
        column.addWidget(self.reason_page, 1)

    # -- while the panel is visible -------------------------------------------------------------------

    def listen(self, signal: SignalInstance, slot: Callable[..., object]) -> None:
        """Call the slot with this signal while the panel is visible."""
        self._heard.append((signal, slot))
        if self._unsubscribe is not None:
            signal.connect(slot)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._unsubscribe is not None:
            return  # a minimised window was restored
        context = self.context
        self._unsubscribe = context.state.subscribe(self.show_state)
        for signal, slot in self._heard:
            signal.connect(slot)
        if context.theme is not self._theme:
            self._on_theme(context.theme)
        before, self._last_state = self._last_state, Snapshot()
        self.show_state(before, context.state.now)
        self._on_explained(context.explanation)
        self._on_computing(context.computing_is_long)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous() and not self._is_moving:  # spontaneous: the window is minimised
            self._stop_listening()

    def _stop_listening(self) -> None:
        if self._unsubscribe is None:
            return
        self._unsubscribe()
        self._unsubscribe = None
        for signal, slot in self._heard:
            signal.disconnect(slot)
        self._last_state = self.context.state.now
        self.computing_bar.end()

    def forget_if_hidden(self) -> None:
        """Release the training rows if the panel is hidden, because they have changed."""
        if self._unsubscribe is None:
            self._last_state = Snapshot(None, self._last_state.display)
            self.forget_data()

    @staticmethod
    @contextmanager
    def moving(panels: Collection[Panel]) -> Iterator[None]:
        """Keep the content of panels that are moved to other parents, which hides and shows them."""
        for panel in panels:
            panel._is_moving = True
        try:
            yield
        finally:
            for panel in panels:
                panel._is_moving = False
                if not panel.isVisible():
                    panel._stop_listening()

    def _on_explained(self, explanation: Explanation | None) -> None:
        """Show the explanation, but raise nothing: a second exception in an event would end the program."""
        try:
            self.show_explanation(explanation)
        except Exception as error:
            self.show_error(error, "Pick another row, or undo the last step.")
            sys.excepthook(type(error), error, error.__traceback__)

    def _on_theme(self, theme: Theme) -> None:
        self._theme = theme
        width, height = self.least
        self.setMinimumSize(round(width * theme.scale), round(height * theme.scale))
        self.title_row.apply_theme(theme)
        self.computing_bar.set_theme(theme)
        if self.export_button is not None:
            self.export_button.set_theme(theme)
        self.apply_theme(theme)

    def _on_computing(self, is_long: bool) -> None:
        if self.shows_computing:
            self.computing_bar.show_now() if is_long else self.computing_bar.end()

    def _on_failed(self, error: BaseException | None) -> None:
        """Stop showing that a result is being computed; the window reports the error."""
        if error is not None and self.is_empty and self._why_empty:
            self.show_no_result(self._why_empty)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.title_row.fit_subtitle()


def panel_of(widget: QWidget | None) -> Panel | None:
    """Return the innermost panel that contains a widget."""
    while widget is not None and not isinstance(widget, Panel):
        widget = widget.parentWidget()
    return widget
