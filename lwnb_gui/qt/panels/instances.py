"""Instances: the rows to test, who errs on them, and filters that find the interesting ones."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from lwnb_core import Explanation, align
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_gui.export import TextTable, scripts
from lwnb_gui.export.instances import instances_table
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.icons import icon
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.qt.panels.asking import Asking
from lwnb_gui.qt.panels.instance_filters import ALL, EXTRA, FILTERS, OPENING, TEXT, Filter, Found
from lwnb_gui.qt.panels.instance_model import InstanceModel
from lwnb_gui.qt.panels.instance_painter import InstancePainter
from lwnb_gui.qt.panels.row_table import RowArea, RowTable
from lwnb_gui.state import Query, Snapshot
from lwnb_gui.state.predictions import Predictions, predict_some
from lwnb_gui.state.row_filter import HOW_TO_FIND, rows_with
from lwnb_gui.theme import Theme

_TYPING = 150  # ms without another letter before the rows are looked through
_SLOW = 0.008  # seconds of asking about the rows in sight, after which it is not done while k moves
_QUICK = 2e6  # values that are looked through within a frame or two


class InstancesPanel(Panel):
    """A list of a million rows is as quick as one of ten; a choice here is the test instance everywhere."""

    title = "Instances"
    help_topic = "instances"
    shows_take_home = False
    least = (200, 120)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._left_tools.hide()
        self._rows_with_text: Found | None = None
        self._filtered_by = ALL
        self._extra: Filter | None = None  # asked for by another panel; the last choice of the combo box
        self._titled = True
        self._slow: LWNBModel | None = None  # cannot be asked about the rows in sight within a frame
        self._asking = Asking(context)
        self._awaits = False  # the answers, without which the rows cannot be found
        self._build_filter()
        self._build_list()
        self._typed = QTimer(self, singleShot=True, interval=_TYPING)
        self._typed.timeout.connect(self._look_for_text)
        context.predicted.connect(self._on_predicted)
        context.predicting.connect(self._on_predicting)
        context.rows_wanted.connect(self.show_only)
        self._refresh()

    # -- for others -----------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Pick the next or previous row of the list; from a row outside it, the nearest that way."""
        query = self.context.state.query
        rows = self.model.rows
        if query is None or len(rows) == 0:
            return
        at = int(np.searchsorted(rows, query.row))
        there = at < len(rows) and rows[at] == query.row
        target = at + by if there else at + by - (by > 0)
        self.context.state.pick_row(int(rows[min(max(target, 0), len(rows) - 1)]))

    def choose_filter(self, index: int) -> None:
        """Show the rows of one of `FILTERS`."""
        if index != self.filter.currentIndex():
            with QSignalBlocker(self.filter):
                self.filter.setCurrentIndex(index)
        self.text.setVisible(index == TEXT)
        if index != EXTRA:
            self.context.rows_wanted.emit(None)  # whoever asked for rows can see that others are listed now
        if index == TEXT:
            self._look_for_text()
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._refresh()

    def show_only(self, wanted: Filter | None) -> None:
        """List the rows that another panel asks for; they stay a choice until the next such wish."""
        if wanted is None:
            return
        self._extra = wanted
        if self.filter.count() > EXTRA:
            self.filter.setItemText(EXTRA, wanted.text)
        else:
            self.filter.addItem(wanted.text)
        self.choose_filter(EXTRA)

    def _start_afresh(self) -> None:
        """Other data, or those of a lecture: nobody has chosen a filter for them yet."""
        self._rows_with_text = None
        self.text.clear()
        if not self.filter.isEnabled():
            self._filtered_by = OPENING  # once the rows may be told
        elif self.filter.currentIndex() != OPENING:
            self.choose_filter(OPENING)

    def _drop_extra(self) -> None:
        """The rows that another panel had asked for are of other data."""
        if self.filter.currentIndex() == EXTRA:
            self.choose_filter(OPENING)
        self._extra = None
        self.filter.removeItem(EXTRA)

    # -- building -------------------------------------------------------------------------------------

    def _build_filter(self) -> None:
        self.filter = QComboBox(self)
        self.filter.setAccessibleName("Which rows are listed")
        self.filter.setToolTip(
            "Which rows are listed. The rows in dispute teach most: there the learners see the same training "
            "rows and come to different answers."
        )
        self.filter.addItems([choice.text for choice in FILTERS])
        self.filter.setCurrentIndex(OPENING)
        self.filter.activated.connect(self.choose_filter)
        self.text = QLineEdit(self)
        self.text.setAccessibleName("Text to look for")
        self.text.setPlaceholderText("virginica petalwidth<1.8")
        self.text.setClearButtonEnabled(True)
        self.text.setToolTip(HOW_TO_FIND)
        self.text.textEdited.connect(self._typed_on)
        self.text.returnPressed.connect(self._look_for_text)
        self.text.hide()
        self.previous = self._tool("Previous row", -1)
        self.next = self._tool("Next row", 1)
        self.add_header_widget(self.previous)
        self.add_header_widget(self.next)
        self._above = QWidget(self)
        column = self._above_column = QVBoxLayout(self._above)
        column.setSpacing(4)
        self._filter_row = QHBoxLayout()
        self._filter_row.setSpacing(2)
        self._filter_row.addWidget(self.filter, 1)
        column.addLayout(self._filter_row)
        column.addWidget(self.text)
        outer = self.layout()
        assert isinstance(outer, QVBoxLayout)
        outer.insertWidget(1, self._above)  # it stays where the list gives way to a sentence

    def _build_list(self) -> None:
        self.model = InstanceModel(self)
        self.model.is_secret = self._is_secret
        self.table = RowTable(self)
        self.table.setModel(self.model)
        self._rows = InstancePainter(self.model, self.table)
        self.table.painter = self._rows
        self.table.widths_for = self._rows.widths
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setAccessibleName("Instances")
        self.table.setAccessibleDescription("Rows with true class and the learners’ errors; arrows pick")
        self.table.row_chosen.connect(self._pick)
        self.table.row_reached.connect(self._pick)
        self.copies(self.table)
        self._legend = QLabel("· right    marker: class given in error", self)
        self._legend.setObjectName("smaller")
        self.area = RowArea(self.table, self._legend, self.content)
        self.area.watch()
        self.body.addWidget(self.area, 1)

    def _tool(self, words: str, by: int) -> QToolButton:
        tool = QToolButton(self)
        tool.setAccessibleName(words)
        key = "Ctrl+Down" if by > 0 else "Ctrl+Up"
        tool.setToolTip(
            f"{words} of this list. In the list the arrow keys do the same, everywhere {key} does."
        )
        tool.setAutoRepeat(True)
        tool.clicked.connect(lambda: self.step(by))
        return tool

    # -- what is listed -------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """List the rows that the filter names."""
        query = self.context.state.query
        if query is None or query.data.class_index is None:
            self.model.show_rows(np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.int32), ())
            self.set_subtitle("")
            return
        rows = query.rows_to_test
        self._awaits = False
        self._allow_filter(self._may_filter())
        predictions = self._fitting(query)
        index = self.filter.currentIndex()
        chosen = self._extra if index == EXTRA and self._extra is not None else FILTERS[index]
        keep: Found | None = None
        if chosen.which is not None:
            if predictions is None:
                self._list(query, np.zeros(len(rows), dtype=bool), None)
                self.say_beside_title(f"of {len(rows):,} rows", "")  # how many of them nobody knows yet
                self._say_not_yet(len(rows))
                return
            keep = chosen.which(predictions)
        elif index == TEXT and self.text.text().strip():
            if self._rows_with_text is None or len(self._rows_with_text) != len(query.instances):
                return  # being looked for
            keep = self._rows_with_text[rows]
        self._list(query, keep, predictions)
        if self.model.rowCount() == 0:
            none = FILTERS[ALL] if len(rows) == 0 else chosen
            show_all = None if index == ALL else self._show_all
            self.show_empty(none.none, "Show all", show_all)
        else:
            self.show_content()

    def _list(self, query: Query, keep: Found | None, predictions: Predictions | None) -> None:
        rows = query.rows_to_test
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show_rows(rows, _true(query), query.data.classes, predictions, keep)
        self.table.fit_columns()
        listed = self.model.rowCount()
        every = listed == len(rows)
        self.say_beside_title(f"all {listed:,}" if every else f"{listed:,} of {len(rows):,}", f"{listed:,}")
        self._follow(query.row)
        self.previous.setEnabled(self.model.rowCount() > 0)
        self.next.setEnabled(self.model.rowCount() > 0)

    def _fitting(self, query: Query) -> Predictions | None:
        """The predictions, if they are of these rows and classes."""
        found = self.context.predictions
        if not self.context.state.view.teaching.shows("predictions", None):
            return None
        if found is None or found.classes != query.data.classes:
            return None
        return found if np.array_equal(found.rows, query.rows_to_test) else None

    def _may_filter(self) -> bool:
        """Who errs on what is told neither before the last step nor before the guess."""
        teaching = self.context.state.view.teaching
        return teaching.shows("predictions", None) and not teaching.guess_first

    def _allow_filter(self, allowed: bool) -> None:
        """Where the rows may not be sifted, all are listed; afterwards the filter is as it was."""
        if allowed == self.filter.isEnabled():
            return
        self.filter.setEnabled(allowed)
        self._filtered_by, before = self.filter.currentIndex(), self._filtered_by
        with QSignalBlocker(self.filter):
            self.filter.setCurrentIndex(before if allowed else ALL)
        self.text.setVisible(self.filter.currentIndex() == TEXT)

    def _is_secret(self, row: int) -> bool:
        query = self.context.state.query
        return query is not None and not self.context.state.view.teaching.knows_class(query, row)

    def _say_not_yet(self, n: int) -> None:
        self._awaits = True
        if self.context.predictions_wait:
            self.show_empty(
                f"To find them, four learners have to be asked about {n:,} rows, which takes a while.",
                "Ask them now",
                self._ask,
            )
        else:
            self.show_empty(self._asking.words(n), "Show all", self._show_all)

    def _ask(self) -> None:
        self.context.request_predictions()
        query = self.context.state.query
        if query is not None and self._fitting(query) is None:
            self._say_not_yet(len(query.rows_to_test))

    def _show_all(self) -> None:
        self.choose_filter(ALL)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- what is taken home ---------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        """The rows that are listed, with what the learners say; nothing of a class that is to be guessed."""
        model, query = self.model, self.context.state.query
        if query is None or not len(model.rows):
            return None
        teaching = self.context.state.view.teaching
        return instances_table(
            model.rows,
            model.true,
            model.classes,
            model.predicted,
            model.at,
            lambda row: teaching.knows_class(query, row),
        )

    def to_script(self) -> str | None:
        query = self.context.state.query
        if query is None or query.data.class_index is None:
            return None
        return scripts.predictions_script(query)

    # -- text -----------------------------------------------------------------------------------------

    def _typed_on(self) -> None:
        self._typed.start()

    def _look_for_text(self) -> None:
        query = self.context.state.query
        self._typed.stop()
        if query is None:
            return
        data, wanted = query.instances, self.text.text()
        if not wanted.strip():
            self._refresh()
        elif len(data) * len(data.attributes) <= _QUICK:
            self._text_found(rows_with(data, wanted))
        else:
            self.context.tasks.start(
                "instances-text",
                lambda job: rows_with(data, wanted, job),
                on_done=self._text_found,
                on_error=self.show_error,
            )

    def _text_found(self, found: Found) -> None:
        self._rows_with_text = found
        self._refresh()

    # -- following ------------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        before, now = old.query, new.query
        if now is None:
            self._slow = None
            return
        if before is None or now.data.origin != before.data.origin:
            self._start_afresh()
        if before is None or now.data is not before.data or now.test_rows != before.test_rows:
            self._drop_extra()
            self._slow = None
            if before is None or now.instances is not before.instances:
                self._rows_with_text = None
                self.text.clear()
                if self.filter.currentIndex() == TEXT:
                    self.choose_filter(OPENING)
            self._refresh()
        elif now.row != before.row:
            self._follow(now.row)
        elif self.context.predictions is not None and (now.k, now.model_key) != (before.k, before.model_key):
            self.computing_bar.begin()  # the marks are of the settings before, until the hand rests
        if new.view.teaching != old.view.teaching:
            self._refresh()

    def show_explanation(self, explanation: Explanation | None) -> None:
        """The marks in sight follow k at once; those of all rows, and with them the filter, when it rests."""
        query, selection, said = self.context.state.query, self.context.selection, self.model.predictions
        if query is None or selection is None or said is None:
            return
        seen, model, found = self.table.rows_in_sight(), self.model, None
        if said.k != query.k and selection.model is not self._slow:
            began = time.thread_time()
            found = predict_some(selection.model, query, model.rows[seen.start : seen.stop])
            if time.thread_time() - began > _SLOW:
                self._slow = selection.model
        if found is None and not model.has_some:
            return
        before = [model.all_given(position) for position in seen]
        if found is None:
            model.forget_some()
        else:
            model.take_some(seen.start, found)
        for position, old in zip(seen, before, strict=True):
            if model.all_given(position) != old:  # few do, and painting all would take a part of the frame
                self.table.update_row(position)

    def _on_predicted(self, predictions: Predictions | None) -> None:
        self.computing_bar.end()
        self._asking.end()
        self._refresh()

    def _on_predicting(self, done: int, total: int) -> None:
        query = self.context.state.query
        if self._asking.report(done, total) and self._awaits and query is not None:
            self._say_not_yet(len(query.rows_to_test))
        if self.isVisible():
            self.computing_bar.begin()
            self.computing_bar.set_share(done, total)

    def _on_computing(self, computing: bool) -> None:
        """The list does not depend on the explanation; its bar is that of the predictions."""

    def _follow(self, row: int) -> None:
        """Make the row current, without picking it again."""
        at = self._rows.at = self.model.position_of(row)
        selection = self.table.selectionModel()
        index = self.model.index(at, 0) if at >= 0 else self.model.index(-1, -1)
        with QSignalBlocker(selection):
            mode = QItemSelectionModel.SelectionFlag
            selection.setCurrentIndex(index, mode.ClearAndSelect | mode.Rows if at >= 0 else mode.Clear)
        if at >= 0:
            self.table.bring(at)
        self.table.viewport().update()

    def _pick(self, position: int) -> None:
        if 0 <= position < self.model.rowCount():
            self.context.state.pick_row(int(self.model.rows[position]))

    # -- looks ----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.table.set_theme(theme)
        size = round(theme.px(16))
        for tool, name in ((self.previous, "previous"), (self.next, "next")):
            tool.setIcon(icon(name, theme, size))
            tool.setIconSize(QSize(size, size))
        self._pad(theme)
        self.area.arrange()

    def set_title_visible(self, visible: bool) -> None:
        """Beside tabs there is no room for the arrows: they stand beside the filter then."""
        super().set_title_visible(visible)
        for tool in (self.previous, self.next):
            tool.setFixedWidth(round(self.context.theme.px(24 if visible else 20)))
            if visible:
                self.add_header_widget(tool)
            else:
                self._filter_row.addWidget(tool)
        self._titled = visible
        self._pad(self.context.theme)

    def _pad(self, theme: Theme) -> None:
        edge = round(theme.px(PADDING))
        # The arrows have air of their own; the longest filter needs it.
        right = edge if self._titled else round(theme.px(2))
        self._above_column.setContentsMargins(edge, 0 if self._titled else 8, right, 6)
        self._legend.setIndent(edge)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.filter.currentIndex() == TEXT:
            self.choose_filter(OPENING)
        else:
            super().keyPressEvent(event)


def _true(query: Query) -> NDArray[np.int32]:
    """Class codes of the rows to test, in the training data's coding; -1 where unknown."""
    if query.instances is query.data:
        codes = query.data.class_codes
    else:
        codes = align(query.instances, query.used).class_codes
    rows = query.rows_to_test
    return codes if len(rows) == len(codes) else codes[rows]
