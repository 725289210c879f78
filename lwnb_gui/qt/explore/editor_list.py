"""The list of editors in This instance, created as they are scrolled into view."""

from __future__ import annotations

import bisect
from itertools import pairwise

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Attribute
from lwnb_gui.app.query import Query
from lwnb_gui.qt.explore.editors import (
    NOMINAL_ROW,
    NUMERIC_ROW,
    Change,
    Editor,
    NominalEditor,
    NumericEditor,
    Reset,
)
from lwnb_gui.text import printable
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.wording.column_facts import facts

_MARGIN = 120  # pixels outside the viewport that have editors too, so that Tab finds the next one
_MEASURED = 40  # attributes, and values of each, whose texts are measured
_LONGEST = 24  # characters of a value that are measured


class EditorList(QWidget):
    """A list with editors only in or near the viewport, because data may have thousands of attributes."""

    def __init__(self, change: Change, reset: Reset) -> None:
        super().__init__()
        self._change, self._reset = change, reset
        self._theme: Theme = LIGHT
        self._query: Query | None = None
        self.attributes: tuple[Attribute, ...] = ()
        self.editors: dict[int, Editor] = {}  # by the attribute's index in the list
        self._tops: list[int] = [0]  # of the rows, and the bottom of the last
        self._widest = 0.0

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._measure()
        for i, editor in self.editors.items():
            self._place(i, editor)

    def set_attributes(self, query: Query | None) -> None:
        """List the attributes in use; None: no data are open."""
        self._query = query
        self.attributes = ()
        if query is not None:
            self.attributes = tuple(query.used.attributes[j] for j in query.used.predictors)
        self._remove(list(self.editors))
        self._measure()

    def show_query(self, query: Query) -> None:
        """Show the present values."""
        self._query = query
        for i, editor in self.editors.items():
            self._fill(i, editor, query)

    def show_range(self, top: int, bottom: int) -> None:
        """Create the editors between two heights, and delete those far away."""
        if self._query is None:
            return
        first = max(bisect.bisect_right(self._tops, top - _MARGIN) - 1, 0)
        last = min(bisect.bisect_left(self._tops, bottom + _MARGIN), len(self.attributes))
        new = [i for i in range(first, last) if i not in self.editors]
        if not new:
            return
        for i in new:
            self.editors[i] = editor = self._create(self.attributes[i], self._query)
            self._place(i, editor)
            self._fill(i, editor, self._query)
            editor.show()
        page = last - first
        focus: QWidget | None = self.window().focusWidget()
        self._remove([
            i for i, editor in self.editors.items()
            if not first - page <= i < last + page and (focus is None or not editor.isAncestorOf(focus))
        ])  # fmt: skip
        parts = [part for i in sorted(self.editors) for part in self.editors[i].focus_chain()]
        for one, next_one in pairwise(parts):
            QWidget.setTabOrder(one, next_one)

    def whole_rows(self, available: int) -> int:
        """Return the height of as many rows as fit, at least one."""
        rows = max(bisect.bisect_right(self._tops, available) - 1, 1)
        return self._tops[min(rows, len(self._tops) - 1)]

    def sizeHint(self) -> QSize:
        return QSize(200, self._tops[-1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for editor in self.editors.values():
            editor.resize(self.width(), editor.height())

    # -- inside -------------------------------------------------------------------------------------

    def _create(self, attribute: Attribute, query: Query) -> Editor:
        if attribute.is_nominal:
            return NominalEditor(attribute, self._change, self._reset, self)
        return NumericEditor(attribute, facts(query.data, attribute.name), self._change, self._reset, self)

    def _place(self, i: int, editor: Editor) -> None:
        if isinstance(editor, NominalEditor):
            editor.widest = self._widest
        editor.setGeometry(0, self._tops[i], self.width(), self._tops[i + 1] - self._tops[i])
        editor.set_theme(self._theme)

    def _fill(self, i: int, editor: Editor, query: Query) -> None:
        name = self.attributes[i].name
        own = query.instances.value(query.row, name)
        changed = query.changed_values
        editor.show_value(changed.get(name, own), own, name in changed)

    def _measure(self) -> None:
        self._tops = [0]
        for attribute in self.attributes:
            row = NUMERIC_ROW if attribute.is_numeric else NOMINAL_ROW
            self._tops.append(self._tops[-1] + round(self._theme.px(row)))
        self.setFixedHeight(max(self._tops[-1], 1))
        some = (printable(v)[:_LONGEST] for a in self.attributes[:_MEASURED] for v in a.values[:_MEASURED])
        self._widest = max((self.fontMetrics().horizontalAdvance(text) for text in some), default=0.0)

    def _remove(self, which: list[int]) -> None:
        for i in which:
            editor = self.editors.pop(i)
            editor.hide()
            editor.deleteLater()
