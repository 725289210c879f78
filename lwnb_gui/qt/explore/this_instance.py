"""This instance: an editor for every attribute. A changed instance is classified at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QToolButton, QWidget

from lwnb_core import Explanation
from lwnb_gui.actions import key
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.query import Query
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.explore.editor_list import EditorList
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.scene.marker_icons import marker_pixmap
from lwnb_gui.qt.widgets.icons import set_icon
from lwnb_gui.qt.widgets.labels import PADDING, ElidedLabel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import scroll_area
from lwnb_gui.render.scripts import view_script
from lwnb_gui.theme import Theme
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.this_instance import CLASS_TIP, InstanceReading, ThisInstance
from lwnb_gui.views.view import Subject


class ThisInstancePanel(Panel):
    """The selected row's values, which can be changed; a drag is one step of the history."""

    shows = ThisInstance()
    shows_export_button = False

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._shown: Query | None = None
        self.reading = InstanceReading()
        self._said: tuple[object, ...] = ()  # of the row and its class
        self._has_title = True
        self.row_label = QLabel(self)
        self.row_label.setObjectName("small")
        self.row_label.hide()
        self.list = EditorList(context.state.change_value, context.state.reset_values)
        self.scroll_area = self._build_scroll_area()
        self.body.addWidget(self.row_label)
        self.body.addWidget(self.scroll_area, 100)
        self.body.addWidget(self._build_true_class())
        self.body.addStretch(1)
        self.reset = QToolButton(self)
        self.reset.setAccessibleName("Reset all values")
        set_tip(
            self.reset,
            f"Restore the row’s own values ({key('reset_values')}). Each changed value has a dot; click the "
            f"dot to reset that value.",
        )
        self.reset.clicked.connect(self._reset_all)
        self.add_header_widget(self.reset)

    def _build_scroll_area(self) -> QScrollArea:
        area = scroll_area(self.list, self.content)
        area.setAccessibleName("Values of this instance")
        area.verticalScrollBar().valueChanged.connect(self._create_editors)
        area.viewport().installEventFilter(self)  # for its size
        return area

    def _build_true_class(self) -> QWidget:
        self.true_row = QWidget(self)
        self._true_layout = QHBoxLayout(self.true_row)
        self._true_layout.setSpacing(6)
        self.true_label = QLabel("true class", self.true_row)
        self.true_label.setObjectName("hint")
        self.true_mark, self.true_class = QLabel(self.true_row), ElidedLabel("", self.true_row)
        self.true_mark.setAccessibleName("Marker of the true class")
        self.true_class.setAccessibleDescription("True class")
        set_tip(self.true_row, CLASS_TIP)
        self._true_layout.addWidget(self.true_label)
        self._true_layout.addSpacing(4)
        self._true_layout.addWidget(self.true_mark)
        self._true_layout.addWidget(self.true_class, 1)
        return self.true_row

    # -- showing --------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        self._show_row(explanation)
        query = self.context.state.query
        if query is not None and query is not self._shown:
            self._show_values(query)

    def forget_data(self) -> None:
        self._show_row(None)
        self._shown = None
        self.list.set_attributes(None)

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is not None:
            self._show_values(new.query)
        if new.display.teaching != old.display.teaching:
            self._show_row(self.context.explanation)

    def _show_values(self, query: Query) -> None:
        before, self._shown = self._shown, query
        if before is None or query.data is not before.data or query.unused != before.unused:
            self.list.set_attributes(query)
            self.scroll_area.verticalScrollBar().setValue(0)
            self._limit_height()
            self._create_editors()
        elif query.selection_key != before.selection_key:  # not for a step of k
            self.list.show_query(query)
        self.reset.setEnabled(bool(query.changes))

    @property
    def row_text(self) -> str:
        """Say which row this is, and whether it was left out."""
        return self.reading.where

    def _show_row(self, explanation: Explanation | None) -> None:
        """Show which row this is, whether it was left out, and its class."""
        now, theme = self.context.state.now, self.context.theme
        about = Subject(explanation if now.query is not None else None, query=now.query)
        says_class = now.display.teaching.shows("true", now.query)
        reading = self.reading = self.shows.read(about, says_class=says_class)
        said = (reading.where, reading.class_label, reading.class_text, reading.true_class, theme)
        if said == self._said:  # while only k moves
            return
        self._said = said
        self._place_row_text()
        self.true_label.setText(reading.class_label)
        self.true_class.setText(reading.class_text)
        if reading.true_class is not None:
            self.true_mark.setPixmap(marker_pixmap(theme, reading.true_class, theme.px(12)))
        self.true_mark.setVisible(reading.true_class is not None)

    def _place_row_text(self) -> None:
        """Place it beside the title if it fits, otherwise on a line of its own: it is never elided."""
        px = self.context.theme.px
        taken = self.title_row.title.sizeHint().width() + self.reset.sizeHint().width() + px(PADDING + 8 * 3)
        fits = self.title_row.subtitle.fontMetrics().horizontalAdvance(self.row_text) <= self.width() - taken
        in_title = self._has_title and fits
        self.set_subtitle(self.row_text if in_title else "")
        self.row_label.setText(self.row_text)
        self.row_label.setVisible(not in_title and bool(self.row_text))
        self._limit_height()

    def set_title_visible(self, visible: bool) -> None:
        """Show or hide the title; if a tab has it, the panel names the row."""
        super().set_title_visible(visible)
        self._has_title = visible
        self._place_row_text()

    def _reset_all(self) -> None:
        self.context.state.reset_values()

    # -- geometry -------------------------------------------------------------------------------------

    def _create_editors(self) -> None:
        top = self.scroll_area.verticalScrollBar().value()
        self.list.show_range(top, top + self.scroll_area.viewport().height())

    def _limit_height(self) -> None:
        """Limit the height to whole rows, with the true class right below the last of them."""
        taken = self.true_row.sizeHint().height()
        taken += 0 if self.row_label.isHidden() else self.row_label.sizeHint().height()
        self.scroll_area.setMaximumHeight(self.list.whole_rows(self.content.height() - taken))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._create_editors()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_row_text()

    def apply_theme(self, theme: Theme) -> None:
        edge = round(theme.px(PADDING))
        self.row_label.setIndent(edge)
        self.row_label.setFixedHeight(round(theme.px(20)))
        self._true_layout.setContentsMargins(edge, 4, edge, 6)
        set_icon(self.reset, "undo", theme)
        self.list.set_theme(theme)
        self._show_row(self.context.explanation)
        self._create_editors()

    # -- export ---------------------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        return None if self.reading.explanation is None else self.shows.table(self.reading)

    def to_script(self) -> str | None:
        query = self.context.state.query
        if query is None or self.reading.explanation is None:
            return None
        return view_script(self.shows, self.reading, query)
