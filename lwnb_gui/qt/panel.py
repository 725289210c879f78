"""What all panels have in common: title row, error bar, computing bar, empty state, what is taken home."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QImage,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from lwnb_core import Explanation, LwnbError
from lwnb_gui.export import FigureView, Report, TextTable
from lwnb_gui.export.figures import save_figure
from lwnb_gui.qt.bars import ComputingBar, EmptyState, ErrorBar, Veil
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.export.pictures import save_widget, widget_image
from lwnb_gui.qt.export.take_home import TakeHome
from lwnb_gui.qt.in_turns import in_picture, is_late
from lwnb_gui.qt.live_label import LiveLabel
from lwnb_gui.state import Snapshot
from lwnb_gui.state.links import Hover
from lwnb_gui.theme import Theme

TITLE_ROW = 32
PADDING = 12
COMPUTING = "Being computed …"
_GIVES = ("to_figure", "to_table", "to_script", "to_report")


class Panel(QWidget):
    """Base of all panels.

    A subclass sets `title`, `help_topic` and `least` (its minimum size), fills `self.body` in its
    constructor, and overrides the hooks it needs:

    - `show_explanation(explanation)`: the one result is new, or None while there is none: then nothing may
      be kept of the last one. Called only while the panel is visible; a hidden panel catches up when it is
      shown.
    - `forget_data()`: called while the panel is hidden and other data, classes, attributes or training rows
      come: whatever it holds of the old ones has to go, because a hidden panel still hears of the state, of
      themes and of sizes. By default that is `show_explanation(None)`.
    - `show_hover(hover)`: the mouse is on a neighbour or a cell, here or in another panel.
    - `show_state(old, new)`: the state has changed. Touch only what differs.
    - `apply_theme(theme)`: colours, sizes or class colours are new; called once before the first showing.
    - `apply_compact(narrow, low)`: the small-screen rules came into force or went out of it.

    What a person can take home from it are plain values without Qt, from which the ⬇ in the title row makes
    every format; the tool is there as soon as one of these is overridden, and None says "not now":

    - `to_figure()`: a `PlotFigure(draw, data, size)`; gives PNG, SVG, PDF and the clipboard.
    - `to_table()`: a `TextTable(heads, rows, figures)`; gives TSV, CSV, Markdown and LaTeX. Call
      `self.copies(widget)` once to have Ctrl+C in that widget copy it.
    - `to_script()`: a runnable Python script (see `lwnb_gui.export.scripts`) that makes the same.
    - `to_report()`: a `Report` (see `lwnb_gui.export.report`), in places that have one.

    It never computes what an `Explanation` holds, and reports errors with `show_error`.
    """

    title: ClassVar[str] = ""
    help_topic: ClassVar[str] = ""
    least: ClassVar[tuple[int, int]] = (200, 96)
    covered: str = ""  # why nothing of it is shown; empty: all is
    _wordings: tuple[str, ...] = ()  # beside the title, from long to short
    # Where the title row is too narrow for the ⬇, a right click on the panel and Ctrl+H open its menu too.
    shows_take_home: ClassVar[bool] = True

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # nothing behind it is painted with it
        self.setAccessibleName(self.title)
        self._stale = True
        self._waits, self._shown_of = False, ""  # for a turn of its own; the data that were shown last
        self._veil: Veil | None = None
        self._has_failed, self._why_empty = False, ""
        self._tools_home: QHBoxLayout
        self.take_home: TakeHome | None = None
        self._build()
        if any(self.gives(hook) for hook in _GIVES):
            self.take_home = TakeHome(self)
            self.header_tools.layout().addWidget(self.take_home)  # type: ignore[union-attr]
            self.take_home.setVisible(self.shows_take_home)
            self.take_home.open_from(self)
        self.setMinimumSize(QSize(*self.least))
        context.explained.connect(self._on_explained)
        context.hover.changed.connect(self._on_hover)
        context.theme_changed.connect(self._on_theme)
        context.computing_changed.connect(self._on_computing)
        context.failed.connect(self._on_failed)
        self._unsubscribe = context.state.subscribe(self._on_state)
        self.destroyed.connect(self._unsubscribe)
        self._themed = False

    # -- hooks --------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        """Show the one result; None: there is none."""

    def forget_data(self) -> None:
        """Let go of all that was made of data that are not open any more."""
        self._show_now(None)

    def show_hover(self, hover: Hover) -> None:
        """Light up what belongs to the neighbour or cell under the mouse."""

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        """React to a change of the state that is not in the explanation."""

    def apply_theme(self, theme: Theme) -> None:
        """Take on a theme."""

    def apply_compact(self, narrow: bool, low: bool) -> None:
        """Small screens: `narrow` below 1500 wide, `low` below 880 high."""

    def to_figure(self) -> FigureView | None:
        """The figure that the panel shows; None where there is none."""
        return None

    def to_table(self) -> TextTable | None:
        """All rows of the table that the panel shows, with heads; None where there is none."""
        return None

    def to_script(self) -> str | None:
        """A Python script that makes the same numbers and figure; None where there is nothing to make."""
        return None

    def to_report(self) -> Report | None:
        """The report on what the place shows; None where there is none."""
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

    def own_parts(self) -> tuple[QWidget, ...]:
        """All but the content, for a place that has panels in it: these are dressed one by one."""
        return self._title_row, self.computing_bar, self.error_bar, self.empty, self.cover_page

    # -- title row ----------------------------------------------------------------------------------

    def set_subtitle(self, text: str) -> None:
        """The grey words beside the title."""
        self._wordings = ()
        self._subtitle.setText(text)
        self._subtitle.setToolTip(text)

    def say_beside_title(self, *wordings: str) -> None:
        """The first of the wordings, from long to short, that has room beside the title."""
        room = self.width() - self.title_width - self.header_tools.sizeHint().width() - 3 * PADDING
        metrics = self._subtitle.fontMetrics()
        fitting = (text for text in wordings if metrics.horizontalAdvance(text) <= room)
        self.set_subtitle(next(fitting, wordings[-1]))
        self._subtitle.setToolTip(wordings[0])
        self._wordings = wordings

    @property
    def subtitle(self) -> str:
        return self._subtitle.text()

    def add_header_widget(self, widget: QWidget, *, left: bool = False) -> None:
        """Put a control into the title row: at its right end, or right after the title."""
        if left:
            self._left_tools.layout().addWidget(widget)  # type: ignore[union-attr]
            self._left_tools.show()
        else:
            tools = self.header_tools.layout()
            assert isinstance(tools, QHBoxLayout)
            tools.removeWidget(widget)  # one that comes back from elsewhere has its place anew
            tools.insertWidget(tools.count() - (self.take_home is not None), widget)

    def copies(self, widget: QWidget) -> None:
        """Let Ctrl+C in a widget copy the panel's table."""
        keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), widget)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if self.take_home is not None:
            keys.activated.connect(self.take_home.copy)

    def set_title_visible(self, visible: bool) -> None:
        """In tabs the tab says the title."""
        self._title_row.setVisible(visible)

    @property
    def title_width(self) -> int:
        """What stands before the subtitle: the title, or tabs in its place."""
        return self._tabs_width or self._title.sizeHint().width()

    def lend_subtitle(self, tabs_width: int) -> QWidget:
        """The grey words for a row of tabs, which take that much of the width."""
        self._tabs_width = tabs_width
        return self._subtitle

    def give_tools_back(self) -> None:
        """Put header tools and subtitle, which a row of tabs had borrowed, back into the title row."""
        self._tabs_width = 0
        self._tools_home.insertWidget(2, self._subtitle, 1)
        self._tools_home.addWidget(self.header_tools)
        self.header_tools.setVisible(not self._title.isHidden())  # nor are they where all is covered

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
        """In the place of the content: one sentence and one action."""
        self.empty.say(sentence, action_text, action)
        self._stack.setCurrentWidget(self.empty)

    def show_no_result(self, sentence: str) -> None:
        """There is no explanation: say so in a sentence, or, while the first one is under way, say that."""
        self._why_empty = sentence
        query = self.context.state.query
        awaited = query is not None and query.data.class_index is not None and not self._has_failed
        self.show_empty(COMPUTING if awaited else sentence)

    def show_content(self) -> None:
        """The content again, in the place of the empty state."""
        self._stack.setCurrentWidget(self.content)

    def cover(self, why: str, *, whole: bool = False) -> None:
        """Hide all that the panel shows behind a sentence, tools and exports too; an empty one: uncover.

        `whole` hides the title as well: only the panel's place is left.
        """
        if (why, whole) == (self.covered, self._title.isHidden()):
            return
        self.covered = why
        self.cover_page.say(why)
        self.cover_page.setVisible(bool(why))
        self._stack.setVisible(not why)
        self._subtitle.setVisible(not why)
        self._title.setVisible(not whole)
        for tools in (self.header_tools, self._left_tools):
            tools.setEnabled(not why)
            if tools.parentWidget() is self._title_row:  # in tabs they come and go with the tab
                tools.setVisible(not whole and tools.layout().count() > 0)  # type: ignore[union-attr]

    @property
    def is_empty(self) -> bool:
        return self._stack.currentWidget() is self.empty

    # -- export -------------------------------------------------------------------------------------

    def export_image(self, path: str | Path, scale: float = 2.0) -> None:
        """Save what the panel shows: as a figure where it has one, else as a picture of the widget."""
        target = Path(path)
        if self.covered:
            raise LwnbError(self.covered)
        if self.export_figure(target):
            return
        save_widget(self, target, scale, self.context.theme.panel)

    def to_image(self, scale: float = 2.0) -> QImage:
        """The panel as it stands, in pixels."""
        return widget_image(self, scale, self.context.theme.panel)

    # -- inside -------------------------------------------------------------------------------------

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)

        self._title_row = QWidget(self)
        self._title_row.setFixedHeight(TITLE_ROW)
        row = QHBoxLayout(self._title_row)
        row.setContentsMargins(PADDING, 0, 8, 0)
        row.setSpacing(8)
        self._title = QLabel(self.title, self._title_row)
        self._title.setObjectName("panelTitle")
        self._left_tools = _tools(self._title_row)
        self._left_tools.hide()  # or an empty one would take its spacing twice
        self._subtitle = LiveLabel("panelSubtitle", self._title_row)
        stretch = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        stretch.setRetainSizeWhenHidden(True)  # it keeps the tools at the right end
        self._subtitle.setSizePolicy(stretch)
        self.header_tools = _tools(self._title_row)
        row.addWidget(self._title)
        row.addWidget(self._left_tools)
        row.addWidget(self._subtitle, 1)
        row.addWidget(self.header_tools)
        self._tools_home = row
        self._tabs_width = 0

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

        column.addWidget(self._title_row)
        column.addWidget(self.computing_bar)
        column.addWidget(self.error_bar)
        column.addWidget(self._stack, 1)
        self.cover_page: EmptyState = EmptyState(self)
        self.cover_page.hide()
        column.addWidget(self.cover_page, 1)

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        if not self.isVisible() and new.has_other_training_rows_than(old):
            self._stale = True
            self.forget_data()
        self.show_state(old, new)

    def _on_explained(self, explanation: Explanation | None) -> None:
        self._stale = True
        self._catch_up(others=self._data_shown() != self._shown_of)

    def _on_hover(self, hover: Hover) -> None:
        if self.isVisible() and not self._waits:
            self.show_hover(hover)

    def _on_theme(self, theme: Theme) -> None:
        """Soon, one panel after the other; a hidden one when it is shown."""
        self._themed = False
        if self.isVisible():
            self.context.turns.add(self, self._catch_up)

    def _catch_up(self, *, others: bool = False) -> None:
        """At once, whatever it takes: all panels are of one result.

        With `others`, where nothing or something of other data has been seen in it, and with another theme it
        may wait for the next turn. Meanwhile it is blank: a panel that is seen is of the data that are open.
        """
        if not self.isVisible() or self._waits or (self._themed and not self._stale):
            return
        may_wait = (others or not self._themed) and not self._has_focus()
        if may_wait and is_late() and not in_picture():
            self._waits = True
            self._veil = self._veil or Veil(self, lambda: self.context.theme.panel)
            self._veil.lay_over(self._title_row)
            self.context.turns.add(self, self._fill_late)
            return
        self._fill()

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _fill_late(self) -> None:
        self._waits = False
        if self._veil is not None:
            self._veil.hide()
        if self.isVisible():
            self._fill()

    def _fill(self) -> None:
        if not self._themed:
            self._take_on(self.context.theme)
        if self._stale:
            self._stale = False
            self._shown_of = self._data_shown()
            self._show_now(self.context.explanation)

    def _data_shown(self) -> str:
        query = self.context.state.query
        return query.data.origin if query is not None else ""

    def _take_on(self, theme: Theme) -> None:
        self._themed = True
        width, height = self.least
        self.setMinimumSize(round(width * theme.scale), round(height * theme.scale))
        self._title_row.setFixedHeight(round(TITLE_ROW * theme.scale))
        self._subtitle.set_ground(theme.panel)
        self._tools_home.setContentsMargins(round(theme.px(PADDING)), 0, round(theme.px(8)), 0)
        self.computing_bar.set_theme(theme)
        if self.take_home is not None:
            self.take_home.set_theme(theme)
        self.apply_theme(theme)

    def _on_computing(self, computing: bool) -> None:
        self.computing_bar.begin() if computing else self.computing_bar.end()

    def _on_failed(self, error: BaseException | None) -> None:
        """The window says why there is no result; the panel only does not wait for it any more."""
        self._has_failed = error is not None
        if error is not None and self.is_empty and self._why_empty:
            self.show_no_result(self._why_empty)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._veil is not None and self._waits:
            self._veil.lay_over(self._title_row)
        if self._wordings:  # another of them may suit now
            self.say_beside_title(*self._wordings)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._catch_up(others=True)

    def _show_now(self, explanation: Explanation | None) -> None:
        """Show, and raise nothing: inside an event of Qt a second exception would end the program."""
        try:
            self.show_explanation(explanation)
        except Exception as error:
            self.show_error(error, "Pick another row, or undo the last step.")
            sys.excepthook(type(error), error, error.__traceback__)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.computing_bar.end()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), QColor(self.context.theme.panel))


def _tools(parent: QWidget) -> QWidget:
    tools = QWidget(parent)
    row = QHBoxLayout(tools)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    return tools
