"""The panel of the instances: a list with a filter above it, whose marks follow k."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QToolButton, QVBoxLayout, QWidget

from lwnb_core import Explanation
from lwnb_gui.actions import key
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.predictions import Predictions, predict_some
from lwnb_gui.app.query import Query
from lwnb_gui.app.row_filter import Matches
from lwnb_gui.app.run import PredictionProgress
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.explore.instance_filter_bar import InstanceFilterBar
from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.qt.table.table_panel import TablePanel
from lwnb_gui.qt.widgets.icons import set_icon
from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.render.scripts import view_script
from lwnb_gui.theme import Theme
from lwnb_gui.views.instances import (
    ALL,
    COLUMNS,
    FILTERS,
    LEGEND,
    OPENING,
    RIGHT,
    TEXT,
    Filter,
    InstanceColumn,
    Instances,
    InstancesReading,
    Mark,
)
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject

# Of the columns, and to what they are narrowed on a small screen.
_WIDTHS = {"true": (36, 27), "LWNB": (44, 37), "NB": (32, 22), "KNN": (38, 30), "KNNDW": (54, 53)}


class InstancesPanel(TablePanel):
    """A list of rows; one that is selected here is the test instance everywhere."""

    shows = Instances()
    shows_export_button = False
    shows_computing = False  # the bar of the predictions is used instead

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.reading: Any = None  # what the cells are read off
        self._origin = ""  # of the data that the filter was chosen for
        self._has_title = True
        self._progress = PredictionProgress()
        self._waits_for_predictions = False
        self.filter_bar = InstanceFilterBar(context, self)
        self.filter, self.text = self.filter_bar.choice, self.filter_bar.text
        self.filter_bar.changed.connect(self._refresh)
        self.filter_bar.failed.connect(self.show_error)
        outer = self.layout()
        assert isinstance(outer, QVBoxLayout)
        outer.insertWidget(1, self.filter_bar)  # it stays where a message takes the place of the list
        self.previous = self._tool("Previous row", -1)
        self.next = self._tool("Next row", 1)
        self.add_header_widget(self.previous)
        self.add_header_widget(self.next)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setAccessibleDescription(
            "Rows with their true class and the learners’ errors; the arrow keys pick a row"
        )
        self.table.row_chosen.connect(self.context.state.pick_row)
        self.table.row_reached.connect(self.context.state.pick_row)
        self._legend = QLabel(LEGEND, self)
        self._legend.setWordWrap(True)
        self._legend.setObjectName("smaller")
        self.area.set_caption(self._legend)
        self.listen(context.predicted, self._on_predicted)
        self.listen(context.predicting, self._on_predicting)
        context.rows_requested.connect(self.show_only)  # also from another page
        self._refresh()

    def _tool(self, name: str, by: int) -> QToolButton:
        tool = QToolButton(self)
        tool.setAccessibleName(name)
        everywhere = key("next_row" if by > 0 else "previous_row")
        tool.setToolTip(f"{name} of this list; {everywhere} works everywhere, the arrow keys in the list.")
        tool.setAutoRepeat(True)
        tool.clicked.connect(lambda: self.step(by))
        return tool

    # -- for others -----------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Select the next or previous row of the list, or the nearest in that direction."""
        query, rows = self.context.state.query, self.table.rows
        if query is None or len(rows) == 0:
            return
        at = int(np.searchsorted(rows, query.row))
        is_listed = at < len(rows) and rows[at] == query.row
        target = at + by if is_listed else at + by - (by > 0)
        self.context.state.pick_row(int(rows[min(max(target, 0), len(rows) - 1)]))

    def choose_filter(self, index: int) -> None:
        """Show the rows of one of `FILTERS`."""
        self.filter_bar.choose(index)

    def show_only(self, requested: Filter | None) -> None:
        """List the rows that another panel requests."""
        if requested is not None:
            self.filter_bar.choose_extra(requested)

    # -- what is listed -------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """List the rows that pass the filter."""
        query = self.context.state.query
        if query is None or query.data.class_index is None:
            self.reading = None
            self.table.show_columns((), range(0))
            self.set_subtitle("")
            return
        rows, bar = query.rows_to_test, self.filter_bar
        self._waits_for_predictions = False
        bar.set_allowed(self._may_filter())
        predictions = self._fitting(query)
        keep: Matches | None = None
        if bar.filter.which is not None:
            if predictions is None:
                self._list(query, None, None, waits=True)
                self._say_not_yet(len(rows))
                return
            keep = bar.filter.which(predictions)
        elif bar.has_text:
            if bar.rows_with_text is None or len(bar.rows_with_text) != len(query.instances):
                return  # the search is under way
            keep = bar.rows_with_text[rows]
        self._list(query, keep, predictions)
        if not len(self.table.rows):
            none = FILTERS[ALL] if len(rows) == 0 else bar.filter
            self.show_empty(none.none, "Show all", None if bar.index == ALL else self._show_all)
        else:
            self.show_content()

    def _list(
        self, query: Query, keep: Matches | None, predictions: Predictions | None, *, waits: bool = False
    ) -> None:
        is_secret = self._is_secret if self.context.state.display.teaching.guess_first else None
        before = self.reading
        if before is not None and before.is_of(query):
            now = before.showing(predictions, keep, is_secret, waits=waits)
        else:
            about = Subject(predictions=predictions, query=query)
            read = self.shows.read(about, keep=keep, is_secret=is_secret, waits=waits)
            assert read is not None  # there is a class
            before, now = None, read
        if before is not None and is_secret is None and np.array_equal(now.listed, self.table.rows):
            self._update_marks(before, now)
        else:
            self.reading = now
            if before is not None:  # the columns are those of the same rows
                self.table.show_rows(now.listed)
            else:
                self.table.show_columns([self._column(column) for column in COLUMNS], now.listed)
            self.table.set_picked(query.row)
        self.set_subtitle(*now.wordings)
        self.previous.setEnabled(len(now.listed) > 0)
        self.next.setEnabled(len(now.listed) > 0)

    def _column(self, said: InstanceColumn) -> Column:
        """Return a table column for one of the view; its cells come from the reading at that moment."""
        return Column(
            said.title,
            lambda row: _cell(said.mark(self.reading, row)),
            tip=said.tip,
            row_tip=lambda row: said.row_tip(self.reading, row),
            **self._layout(said.title),
        )

    def _layout(self, title: str) -> dict[str, Any]:
        if title == "row":
            rows = self.reading.rows
            last = str(int(rows[-1]) + 1) if len(rows) else ""
            return {"align": "right", "inset": 3, "samples": (Cell(last, strong=True),)}
        width, least = _WIDTHS[title]
        return {
            "width": width,
            "least": least,
            "align": "centre",
            "grow": math.inf,
            "has_whole_title": title == "true",
        }

    def _fitting(self, query: Query) -> Predictions | None:
        """Return the predictions if they belong to these rows and classes."""
        predictions = self.context.predictions
        if not self.context.state.display.teaching.shows("predictions", None):
            return None
        if predictions is None or predictions.classes != query.data.classes:
            return None
        return predictions if np.array_equal(predictions.rows, query.rows_to_test) else None

    def _may_filter(self) -> bool:
        """Whether filters are allowed. They show errors, so not before the last step or a guess."""
        teaching = self.context.state.display.teaching
        return teaching.shows("predictions", None) and not teaching.guess_first

    def _is_secret(self, row: int) -> bool:
        query = self.context.state.query
        return query is not None and not self.context.state.display.teaching.knows_class(query, row)

    def _say_not_yet(self, n: int) -> None:
        self._waits_for_predictions = True
        if self.context.predictions_wait:
            self.show_empty(
                f"To find them, the program needs predictions of {n:,} rows by four learners, which takes a "
                f"while.",
                "Predict now",
                self._predict,
            )
        else:
            self.show_empty(self._progress.text(n), "Show all", self._show_all)

    def _predict(self) -> None:
        self.context.request_predictions()
        query = self.context.state.query
        if query is not None and self._fitting(query) is None:
            self._say_not_yet(len(query.rows_to_test))

    def _show_all(self) -> None:
        self.choose_filter(ALL)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- export ---------------------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        return None if self.reading is None else self.shows.table(self.reading)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or self.reading is None else view_script(self.shows, self.reading, query)

    # -- following ------------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        before, now = old.query, new.query
        if now is None:
            return
        if now.data.origin != self._origin:
            self._origin = now.data.origin
            self.filter_bar.reset()
        if before is None or now.data is not before.data or now.test_rows != before.test_rows:
            self.filter_bar.remove_extra()
            if before is None or now.instances is not before.instances:
                self.filter_bar.clear_text()
            self._refresh()
        elif now.row != before.row:
            self.table.set_picked(now.row)
        predictions = self.context.predictions
        if predictions is not None and not predictions.is_of(now):
            self.computing_bar.begin()  # the marks belong to the old settings until k stops moving
        if new.display.teaching != old.display.teaching:
            self._refresh()

    def show_explanation(self, explanation: Explanation | None) -> None:
        """Update the visible marks at once, and those of all rows, and the filter, when k stops moving."""
        query, selection, reading = self.context.state.query, self.context.selection, self.reading
        if query is not None and (reading is None or reading.predictions is not self._fitting(query)):
            self._refresh()  # the predictions came while the panel was hidden
        elif query is not None and reading is not None and reading.predictions is not None:
            seen, posteriors = self.table.rows_in_sight(), None
            if reading.predictions.k != query.k and selection is not None:
                posteriors = predict_some(selection.model, query, np.array(seen))
            self._update_marks(reading, reading.with_newer(seen, posteriors))

    def _update_marks(self, before: InstancesReading, now: InstancesReading) -> None:
        """Repaint the list only if a visible prediction has changed, which is rare while k moves."""
        self.reading = now
        seen = self.table.rows_in_sight()
        if now.marks_of(seen) != before.marks_of(seen):
            self.table.viewport().update()

    def forget_data(self) -> None:
        self.reading = None
        self.table.show_columns((), range(0))

    def _on_predicted(self, predictions: Predictions | None) -> None:
        self.computing_bar.end()
        self._progress.end()
        self._refresh()

    def _on_predicting(self, done: int, total: int) -> None:
        query = self.context.state.query
        if self._progress.report(done, total) and self._waits_for_predictions and query is not None:
            self._say_not_yet(len(query.rows_to_test))
        self.computing_bar.begin()
        self.computing_bar.set_share(done, total)

    # -- style ----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        set_icon(self.previous, "previous", theme)
        set_icon(self.next, "next", theme)
        self._pad(theme)
        self.area.arrange()

    def set_title_visible(self, visible: bool) -> None:
        """Move the arrows next to the filter in a tab, which has no title row."""
        super().set_title_visible(visible)
        for tool in (self.previous, self.next):
            tool.setFixedWidth(round(self.context.theme.px(24 if visible else 20)))
            if visible:
                self.add_header_widget(tool)
            else:
                self.filter_bar.row.addWidget(tool)
        self._has_title = visible
        self._pad(self.context.theme)

    def _pad(self, theme: Theme) -> None:
        edge = round(theme.px(PADDING))
        # The arrows have a margin of their own, and the longest filter needs the space.
        right = edge if self._has_title else round(theme.px(2))
        self.filter_bar.setContentsMargins(edge, 0 if self._has_title else 8, right, 6)
        self._legend.setIndent(edge)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.filter_bar.index == TEXT:
            self.filter_bar.choose(OPENING)
        else:
            super().keyPressEvent(event)


@lru_cache(maxsize=1000)  # a few marks are in all cells: 234 calls fewer in a step of k
def _cell(mark: Mark) -> Cell:
    return Cell(
        mark.text,
        marker=mark.class_code,
        strong=mark.text == RIGHT,
        ink="ink3" if mark.text == "?" else "ink",
        spoken=mark.spoken,
    )
