"""This instance: an editor for every attribute; what is changed here is classified at once."""

from __future__ import annotations

import bisect
from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QToolButton, QWidget

from lwnb_core import Attribute, Explanation
from lwnb_gui.export import TextTable, scripts
from lwnb_gui.export.explained import instance_table
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.icons import icon
from lwnb_gui.qt.in_turns import is_late
from lwnb_gui.qt.markers import marker_pixmap
from lwnb_gui.qt.one_line import OneLine
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.qt.panels.editors import (
    NOMINAL_ROW,
    NUMERIC_ROW,
    Change,
    Editor,
    NominalEditor,
    NumericEditor,
    Reset,
)
from lwnb_gui.qt.panels.painting import Fonts
from lwnb_gui.state import Fold, HeldOut, Query, Snapshot, TestFile
from lwnb_gui.state.column_facts import facts
from lwnb_gui.text import shown
from lwnb_gui.theme import LIGHT, Theme

_MOST_KEPT = 100  # editors; those far out of sight go when there are more
_MEASURED = 40  # attributes, and values of each, whose widths are looked at
_AHEAD = 120  # pixels beyond the edge for which editors are made, so that Tab finds the next one


class EditorList(QWidget):
    """All attributes below one another; an editor is made only when its row comes into sight, and a few at a
    time: `more` says that some are left.
    """

    more = Signal()

    def __init__(self, change: Change, reset: Reset) -> None:
        super().__init__()
        self._change, self._reset = change, reset
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.query: Query | None = None
        self.attributes: tuple[Attribute, ...] = ()
        self.editors: dict[int, Editor] = {}
        self._tops: list[int] = [0]
        self._widest = 0.0

    def set_attributes(self, query: Query) -> None:
        """Other data or other attributes in use: begin anew."""
        self.query = query
        used = query.used
        self.attributes = tuple(used.attributes[j] for j in used.predictors)
        self._clear()
        self._measure()

    def set_theme(self, theme: Theme) -> None:
        self.theme, self.fonts = theme, Fonts(theme)
        self._measure()
        for i, editor in self.editors.items():
            editor.setGeometry(0, self._tops[i], self.width(), self._tops[i + 1] - self._tops[i])
            editor.set_theme(theme, self.fonts)

    def show_query(self, query: Query) -> None:
        """The values as they are, in the editors that there are."""
        before, self.query = self.query, query
        same_row = before is not None and query.row == before.row and query.instances is before.instances
        changed = query.changed_values
        for i, editor in self.editors.items():
            self._fill(i, editor, changed, same_row=same_row)

    def make(self, top: int, bottom: int) -> None:
        """Make the editors of what is in sight, and let go of those far away."""
        if not self.attributes or self.query is None:
            return
        first = max(bisect.bisect_right(self._tops, top - _AHEAD) - 1, 0)
        last = min(bisect.bisect_left(self._tops, bottom + _AHEAD), len(self.attributes))
        new = [i for i in range(first, last) if i not in self.editors]
        if not new:
            return
        changed = self.query.changed_values
        for i in new:
            if is_late():
                self.more.emit()
                break
            self.editors[i] = editor = self._editor(self.attributes[i])
            editor.setGeometry(0, self._tops[i], self.width(), self._tops[i + 1] - self._tops[i])
            editor.set_theme(self.theme, self.fonts)
            self._fill(i, editor, changed)
            editor.show()
        if len(self.editors) > _MOST_KEPT:
            self._let_go(first - (last - first), last + (last - first))
        self._chain()

    def whole_rows(self, room: int) -> int:
        """The height of as many rows as fit."""
        return self._tops[max(bisect.bisect_right(self._tops, room) - 1, min(1, len(self._tops) - 1))]

    def sizeHint(self) -> QSize:
        return QSize(200, self._tops[-1])

    def _editor(self, attribute: Attribute) -> Editor:
        assert self.query is not None
        if attribute.is_nominal:
            made = NominalEditor(attribute, self._change, self._reset, self)
            made.widest = self._widest
            return made
        known = facts(self.query.data, attribute.name)
        return NumericEditor(attribute, known, self._change, self._reset, self)

    def _fill(
        self, i: int, editor: Editor, changed: dict[str, float | str | None], *, same_row: bool = False
    ) -> None:
        assert self.query is not None
        name = self.attributes[i].name
        if same_row and editor.showing is not None:
            own = editor.showing[1]
        else:
            own = self.query.instances.value(self.query.row, name)
        now = (changed.get(name, own), own, name in changed)
        if now != editor.showing:  # while one value moves the others rest
            editor.showing = now
            editor.show_value(*now)

    def _measure(self) -> None:
        tops = [0]
        for attribute in self.attributes:
            row = NUMERIC_ROW if attribute.is_numeric else NOMINAL_ROW
            tops.append(tops[-1] + round(self.theme.px(row)))
        self._tops = tops
        self.setFixedHeight(max(tops[-1], 1))
        some = (value for a in self.attributes[:_MEASURED] for value in a.values[:_MEASURED])
        self._widest = max((self.fonts.width(shown(v)[:24], self.fonts.text) for v in some), default=0.0)
        for editor in self.editors.values():
            if isinstance(editor, NominalEditor):
                editor.widest = self._widest

    def _chain(self) -> None:
        """Tab goes from top to bottom, in whichever order the editors were made."""
        parts = [part for i in sorted(self.editors) for part in self.editors[i].focus_chain()]
        for one, other in pairwise(parts):
            QWidget.setTabOrder(one, other)

    def _let_go(self, first: int, last: int) -> None:
        focus: QWidget | None = self.window().focusWidget()
        for i in [i for i in self.editors if not first <= i < last]:
            editor = self.editors[i]
            if focus is None or not editor.isAncestorOf(focus):
                del self.editors[i]
                editor.hide()
                editor.deleteLater()

    def forget(self) -> None:
        """The data are closed: no attribute of theirs is left."""
        self.query, self.attributes = None, ()
        self._clear()
        self._measure()

    def _clear(self) -> None:
        for editor in self.editors.values():
            editor.hide()
            editor.deleteLater()
        self.editors.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for editor in self.editors.values():
            editor.resize(self.width(), editor.height())


class _Scroll(QScrollArea):
    """Says when there is more or less to be seen."""

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class ThisInstancePanel(Panel):
    """The picked row's values, to be changed; a drag is one step of the history."""

    title = "This instance"
    help_topic = "this_instance"
    shows_take_home = False
    least = (200, 120)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._marked: tuple[Theme, int] | None = None  # theme and class of the mark that is shown
        super().__init__(context, parent)
        self._left_tools.hide()
        self._where, self._titled = "", True
        self._said: tuple[object, ...] | None = None  # what decided on the words that are shown
        self.list = EditorList(self._changed_by_hand, context.state.reset_values)
        self.list.more.connect(lambda: context.turns.add(self, self._make_editors))
        self.scroll_area = _Scroll(self.content)
        self.scroll_area.resized.connect(self._make_editors)
        self.scroll_area.setWidget(self.list)
        self.scroll_area.setWidgetResizable(True)
        for surface in (self.list, self.scroll_area.viewport()):
            surface.setAutoFillBackground(False)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area.setAccessibleName("Values of this instance")
        self.scroll_area.verticalScrollBar().valueChanged.connect(self._make_editors)
        self.where = QLabel(self)
        self.where.setObjectName("small")
        self.where.hide()
        self.true_row = QWidget(self)
        row = self._true_line = QHBoxLayout(self.true_row)
        row.setSpacing(6)
        words = self.true_words = QLabel("true class", self.true_row)
        words.setObjectName("hint")
        self.true_mark, self.true_class = QLabel(self.true_row), OneLine(self.true_row)
        self.true_mark.setAccessibleName("Marker of the true class")
        self.true_class.setAccessibleDescription("True class")
        self.true_row.setToolTip(
            "The class that the file gives for this row. No learner sees it: the row is left out of its own "
            "training rows."
        )
        row.addWidget(words)
        row.addSpacing(4)
        row.addWidget(self.true_mark)
        row.addWidget(self.true_class, 1)
        self.body.addWidget(self.where)
        self.body.addWidget(self.scroll_area, 100)
        self.body.addWidget(self.true_row)
        self.body.addStretch(1)
        self.reset = QToolButton(self)
        self.reset.setAccessibleName("Reset all values")
        self.reset.setToolTip(
            "The row’s own values again (Ctrl+R). Each changed value has a dot; click it to reset that one."
        )
        self.reset.clicked.connect(self._reset_all)
        self.add_header_widget(self.reset)
        self._shown: Query | None = None

    # -- what is taken home ---------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        explanation, now = self.context.explanation, self.context.state.now
        if explanation is None:
            return None
        return instance_table(explanation, with_class=now.view.teaching.shows("true", now.query))

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or self.context.explanation is None else scripts.instance_script(query)

    # -- showing --------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        self._say(explanation)
        query = self.context.state.query
        if query is not None and query is not self._shown:
            self._show(query)

    def forget_data(self) -> None:
        self._say(None)
        self._shown = None
        self.list.forget()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is not None and self.isVisible():
            self._show(new.query)
        if new.view.teaching != old.view.teaching:
            self._say(self.context.explanation)

    def _show(self, query: Query) -> None:
        before, self._shown = self._shown, query
        if before is None or query.data is not before.data or query.unused != before.unused:
            self.list.set_attributes(query)
            self.scroll_area.verticalScrollBar().setValue(0)
            self._limit()
            self._make_editors()
        elif (
            query.row != before.row
            or query.changes != before.changes
            or query.instances is not before.instances
        ):
            self.list.show_query(query)
        else:
            self.list.query = query
        self.reset.setEnabled(bool(query.changes))

    def _say(self, explanation: Explanation | None) -> None:
        """Which row this is, whether it was left out, and its class."""
        now, theme = self.context.state.now, self.context.theme
        query, may_tell = now.query, now.view.teaching.shows("true", now.query)
        where = where_from(explanation, query) if explanation is not None and query is not None else ""
        true = explanation.true_class if explanation is not None else None
        told = (
            (explanation.row, bool(explanation.changed), explanation.classes)
            if explanation is not None
            else None
        )
        if self._said == (where, true, told, may_tell, theme):
            return  # while k or a value moves
        self._said = (where, true, told, may_tell, theme)
        self._where = where
        self._say_where()
        words = "true class"
        if explanation is not None and explanation.changed and explanation.row is not None:
            words = f"row {explanation.row + 1} itself"  # values that were changed have no true class
        self.true_words.setText(words)
        if not may_tell:
            self.true_class.setText("to be guessed")
            self.true_mark.hide()
        elif true is None or explanation is None:
            self.true_class.setText("not known")
            self.true_mark.hide()
        else:
            self.true_class.setText(shown(explanation.classes[true]))
            if self._marked != (theme, true):  # another picture, even of the same, lays the panel out anew
                self._marked = (theme, true)
                self.true_mark.setPixmap(marker_pixmap(theme.class_style(true), theme.px(12)))
            self.true_mark.show()

    def _changed_by_hand(self, name: str, value: float | str | None, token: object) -> None:
        self.context.state.change_value(name, value, token)

    def _reset_all(self) -> None:
        self.context.state.reset_values()

    # -- making editors -------------------------------------------------------------------------------

    def _make_editors(self, *_: object) -> None:
        top = self.scroll_area.verticalScrollBar().value()
        self.list.make(top, top + self.scroll_area.viewport().height())

    def _limit(self) -> None:
        """Whole rows only; the true class stands right below the last of them."""
        taken = self.true_row.sizeHint().height()
        taken += 0 if self.where.isHidden() else self.where.sizeHint().height()
        height = self.list.whole_rows(self.content.height() - taken)
        if height != self.scroll_area.maximumHeight():
            self.scroll_area.setMaximumHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say_where()
        self._limit()

    # -- looks ----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.list.set_theme(theme)
        edge = round(theme.px(PADDING))
        self.where.setIndent(edge)
        self.where.setFixedHeight(round(theme.px(20)))
        self._true_line.setContentsMargins(edge, 4, edge, 6)
        self._limit()
        size = round(theme.px(16))
        self.reset.setIcon(icon("undo", theme, size))
        self.reset.setIconSize(QSize(size, size))
        self._say(self.context.explanation)
        self._make_editors()

    def set_title_visible(self, visible: bool) -> None:
        """Which row it is, and that it was left out, is said in the panel where a tab has its title."""
        super().set_title_visible(visible)
        self._titled = visible
        self._say_where()

    def _say_where(self) -> None:
        """Beside the title where it fits, else in a line of its own: it is never cut."""
        px = self.context.theme.px
        taken = self._title.sizeHint().width() + self.reset.sizeHint().width() + px(PADDING + 8 * 3)
        fits = self._subtitle.fontMetrics().horizontalAdvance(self._where) <= self.width() - taken
        beside = self._titled and fits
        if self.subtitle != (self._where if beside else ""):
            self.set_subtitle(self._where if beside else "")
        if self.where.text() != self._where:
            self.where.setText(self._where)
        if self.where.isHidden() != (beside or not self._where):
            self.where.setVisible(not beside and bool(self._where))
            self._limit()


def where_from(explanation: Explanation, query: Query) -> str:
    """`row 135, left out`."""
    if explanation.row is None:
        return ""
    text = f"row {explanation.row + 1}"
    match query.test_rows:
        case TestFile(data=data):
            return f"{text} of {data.name}"
        case Fold(run=run, fold=fold) if not explanation.left_out:
            return f"{text}, run {run}, fold {fold}"
        case HeldOut() if not explanation.left_out:
            return f"{text}, held out"
    return f"{text}, left out" if explanation.left_out else f"{text}, not in training"
