"""The list of changes that flip the prediction: a click on a change, or Enter, applies it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import WhatIf
from lwnb_gui.qt.panels.painting import RIGHT, Brush, fill
from lwnb_gui.qt.panels.row_table import CELL_PAD, RowTable, Span
from lwnb_gui.state.what_if_lines import CHANGE, HEADS, NAME, NEW, SAYS, D, Line, P, lines_of
from lwnb_gui.text import shown, value_text

Index = QModelIndex | QPersistentModelIndex

_RIGHT = frozenset({D, P, NEW})
_SHORT = ("attribute", "change", "d", "then", "prob.", "new")
_TIPS = (
    "Only this attribute is changed; the others stay as they are. The nearest row that LWNB calls otherwise "
    "is a line of its own: it changes several.",
    "Click a change, or press Enter on its line, and the instance takes that value; Ctrl+Z takes it back. A "
    "number is a round one just beyond the place where the answer flips.",
    "How far the changed instance is from the present one, as LWNB measures distance: the smallest change "
    "comes first.",
    "What LWNB says of the changed instance, at the same k.",
    "The probability that it then gives to this class.",
    "How many of the changed instance’s neighbours are none of the present one’s: the neighbourhood moves "
    "with the instance.",
)


class WhatIfModel(QAbstractTableModel):
    """One row of the model is one line."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: WhatIf | None = None
        self.lines: tuple[Line, ...] = ()

    def show(self, found: WhatIf | None) -> None:
        self.beginResetModel()
        self.found = found
        self.lines = lines_of(found) if found is not None else ()
        self.endResetModel()

    def position_of(self, attribute: int) -> int:
        """The first line about an attribute; -1 where there is none yet."""
        return next((i for i, line in enumerate(self.lines) if line.attribute == attribute), -1)

    # -- as Qt asks -----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(HEADS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _SHORT[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _TIPS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight if section in _RIGHT else Qt.AlignmentFlag.AlignLeft
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.words(index.row())
        return None

    def text(self, row: int, column: int) -> str:
        assert self.found is not None
        return self.lines[row].texts(self.found.classes)[column]

    def words(self, row: int) -> str:
        """A line in a sentence."""
        found, line = self.found, self.lines[row]
        assert found is not None
        if line.says is None:
            return (
                f"Whatever {line.name} is, LWNB says {shown(found.classes[found.prediction])}. All values "
                f"of a nominal attribute were tried, {found.steps} over the range of a numeric one."
            )
        then = f"LWNB then says {shown(found.classes[line.says])}"
        if line.row is None:
            return f"Click the change to apply it: {then}."
        values = [
            f"{shown(name)} {'missing' if v is None else value_text(v)}" for name, v in line.values.items()
        ]
        some = ", ".join(values[:8]) + (" …" if len(values) > 8 else "")
        return (
            f"Row {line.row + 1} is the nearest that LWNB calls otherwise. With its values ({some}) {then}."
        )


class WhatIfTable(RowTable):
    """`row_chosen`: apply this line; `row_reached`: show the dependence on its attribute."""

    def __init__(self, model: WhatIfModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = model
        self.setModel(model)
        self.painter = self
        self.widths_for = self._widths
        self.attribute = -1  # whose dependence is shown
        self.is_old = False
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.row_reached.connect(lambda _: self.viewport().update())  # two lines change their colour
        self.setAccessibleName("Changes that flip the prediction")
        self.setAccessibleDescription("Arrows choose a line and show its curve; Enter applies it")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        row = self.rowAt(place.y())
        if event.button() != Qt.MouseButton.LeftButton or row < 0:
            super().mousePressEvent(event)
            return
        self.selectRow(row)
        if self.columnAt(place.x()) == CHANGE and self.lines.lines[row].values:
            self.row_chosen.emit(row)
        else:
            self.row_reached.emit(row)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        place = event.position().toPoint()
        row = self.rowAt(place.y())
        link = row >= 0 and self.columnAt(place.x()) == CHANGE and bool(self.lines.lines[row].values)
        self.setCursor(Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.ArrowCursor)

    def _widths(self, width: int) -> list[int]:
        """Figures are never cut; what is left over goes to the names."""
        px, fonts = self.theme.px, self.fonts
        pad, model = px(2 * CELL_PAD + 2), self.lines
        self.heads.insets = {NAME: px(8)}
        lines = [i for i, line in enumerate(model.lines) if line.says is not None][:200]
        attributes = [i for i, line in enumerate(model.lines) if line.row is None][:200]

        def needed(column: int, least: float, among: list[int] = lines) -> float:
            widest = max((fonts.width(model.text(i, column), fonts.strong) for i in among), default=0.0)
            return max(widest + pad, px(least))

        widths = [0.0, min(needed(CHANGE, 64), px(150)), px(46), 0.0, px(54), needed(NEW, 56) + px(8)]
        widths[SAYS] = min(needed(SAYS, 60) + px(16), px(130))
        names = min(max(needed(NAME, 70) + px(8), px(96)), px(220))
        # Where there is too little room figures go before the answer is cut: the order of the lines says
        # enough about the distance. Last of all the names of classes are cut: they have marks.
        whole = min(needed(NAME, 64, attributes) + px(8), px(160))
        for column in (D, NEW, P, SAYS):
            missing = whole - (width - sum(widths))
            if missing > 0:
                widths[column] = max(widths[column] - missing, px(46)) if column == SAYS else 0.0
        room = width - sum(widths)
        widths[NAME] = max(room, px(48))
        if room > names:  # no gulf between a name and its change
            widths[NAME] = names + (room - names) * 0.3
            widths[SAYS] += (room - names) * 0.7
        edges = [round(sum(widths[:i])) for i in range(len(widths) + 1)]
        return [b - a for a, b in pairwise(edges)]

    def _tint_of(self, row: int) -> str:
        """The colour behind a line: the chosen one stands out.

        That is the line whose curve is shown, or the real row that the cursor is on: it changes several
        attributes at once and has no curve of its own.
        """
        line, at = self.lines.lines[row], self.currentIndex().row()
        on_real_row = 0 <= at < len(self.lines.lines) and self.lines.lines[at].row is not None
        has_curve = line.attribute == self.attribute and line.row is None
        if at == row if on_real_row else has_curve:
            return self.theme.accent_tint
        return self.theme.hover if has_curve or row == self.hovered else ""

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        theme, fonts = brush.theme, brush.fonts
        line = self.lines.lines[row]
        tint = self._tint_of(row)
        if tint:
            full = QRectF(0, top, self.viewport().width(), height)
            brush.painter.fillRect(full, fill(tint))
        pad = theme.px(CELL_PAD)
        plain = theme.ink3 if line.says is None or self.is_old else theme.ink
        for column, left, width in spans:
            if width < theme.px(12):
                continue
            place = QRectF(left + pad, top, width - 2 * pad, height)
            if column == NAME:
                place.setLeft(place.left() + theme.px(8))
            text = self.lines.text(row, column)
            if column == NAME and line.row is not None and fonts.width(text, fonts.text) > place.width():
                text = f"row {line.row + 1}"  # its number says more than the half of a word
            if column == CHANGE and line.values:
                colour = theme.ink3 if self.is_old else theme.accent
                brush.text(
                    place, text, colour=colour, font=fonts.strong if row == self.hovered else fonts.text
                )
            elif column == CHANGE:
                brush.text(place.adjusted(0, 0, self.viewport().width(), 0), text, colour=plain)
            elif column == SAYS and line.says is not None:
                brush.marker(place.left() + theme.px(6), top + height / 2, line.says)
                place.setLeft(place.left() + theme.px(16))
                classes = self.lines.found.classes if self.lines.found is not None else ()
                names = fonts.fitted_all(classes, fonts.text, place.width())
                brush.text(place, names[line.says], colour=plain)
            elif column in _RIGHT:
                if column == NEW:
                    place.setRight(place.right() - theme.px(6))
                brush.text(place, text, align=RIGHT, colour=plain)
            else:
                brush.text(place, fonts.fitted_name(text, fonts.text, place.width()), colour=plain)
