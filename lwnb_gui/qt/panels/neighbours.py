"""Neighbours: the rows that are in, nearest first, with their weights and values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QLabel, QWidget

from lwnb_core import Explanation
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.qt.panels.late_dim import LateDim
from lwnb_gui.qt.panels.neighbour_columns import Widths
from lwnb_gui.qt.panels.neighbour_model import CLASS, FIXED, RANK, RESCALED, ROW, D, NeighbourModel, W
from lwnb_gui.qt.panels.neighbour_words import summary
from lwnb_gui.qt.panels.painting import CENTRE, RIGHT, Brush, fill
from lwnb_gui.qt.panels.row_table import CELL_PAD, RowArea, RowTable, Span
from lwnb_gui.qt.panels.save_tool import SaveTool
from lwnb_gui.state import OwnRows, TestFile
from lwnb_gui.state.links import Hover, neighbours_behind

_FADED = 0.2
_OLD = 0.55  # about ink 3, while the next numbers are being computed


class NeighboursPanel(Panel):
    """Reads the explanation's arrays; the mouse here lights up the neighbour everywhere."""

    title = "Neighbours"
    help_topic = "neighbours"
    least = (320, 120)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._left_tools.hide()
        self._behind: NDArray[np.bool_] | None = None  # the neighbours that made the cell under the mouse
        self._says: tuple[str, ...] = ("",)
        self.model = NeighbourModel(self)
        self.table = RowTable(self)
        self.table.setModel(self.model)
        self.table.painter = self
        self._columns = Widths(self.model)
        self.table.widths_for = self._widths
        self.table.setAccessibleName("Neighbours")
        self.table.setAccessibleDescription(
            "Rank, row, distance, weight, rescaled weight, class and values; Enter makes a neighbour the "
            "test instance"
        )
        self.table.row_hovered.connect(self._on_row_hovered)
        self.table.row_chosen.connect(self.pick)
        self.table.selectionModel().currentRowChanged.connect(self._on_current)
        self.area = RowArea(self.table, None, self.content)
        self.area.watch()
        self.body.addWidget(self.area, 1)
        self.key = QLabel(self)
        self.key.setObjectName("small")
        self.add_header_widget(self.key)
        self.save_tool = SaveTool(self, self.model.table)
        self.add_header_widget(self.save_tool)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table)
        copy.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        copy.activated.connect(self.save_tool.copy)

        self._is_dim = False
        self._dim = LateDim(self, self._set_dim)

    # -- showing --------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        query = self.context.state.query
        data = query.data if query is not None else None
        if explanation is not None and (
            data is None or not set(explanation.attributes) <= set(data.attributes)
        ):
            return  # of data that are no longer open
        self._behind = None
        with QSignalBlocker(self.table.selectionModel()):
            anew = self.model.show(explanation, data)
        self._says = summary(explanation) if explanation is not None else ("",)
        if anew:
            self._columns.forget()
            self.table.fit_columns()
            self.area.arrange()
        self._say()
        self.show_hover(self.context.hover.now)
        self.table.viewport().update()
        self.table.heads.viewport().update()

    def show_hover(self, hover: Hover) -> None:
        query = self.context.state.query
        explanation = self.model.explanation
        behind = None
        if hover.cell is not None and query is not None and explanation is not None:
            behind = neighbours_behind(explanation, query.data, hover.cell)
        if behind is not None or self._behind is not None:
            self._behind = behind
            self.table.viewport().update()
        self.table.set_hovered(-1 if hover.neighbour is None else hover.neighbour)

    def _on_computing(self, computing: bool) -> None:
        super()._on_computing(computing)
        self._dim.set_computing(computing)

    def _set_dim(self, dim: bool) -> None:
        self._is_dim = dim
        self.table.viewport().update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._dim.set_computing(False)

    def _on_row_hovered(self, row: int) -> None:
        self.context.hover.on_neighbour(row) if row >= 0 else self.context.hover.clear()

    def _on_current(self, new: object) -> None:
        """The arrow keys light up a neighbour as the mouse does."""
        row = self.table.currentIndex().row()
        if row >= 0 and self.table.hasFocus():
            self.context.hover.on_neighbour(row)
        self.table.viewport().update()

    def pick(self, place: int) -> None:
        """Make a neighbour the test instance."""
        query = self.context.state.query
        if query is None or not 0 <= place < self.model.rowCount():
            return
        row = int(self.model.rows[place])
        if isinstance(query.test_rows, TestFile):
            self.show_error(
                f"Row {row + 1} is a training row, and the rows tested are those of "
                f"{query.test_rows.data.name}.",
                f"Test row {row + 1} instead",
                lambda: self._pick_own(row),
            )
        else:
            self.context.state.pick_row(row)

    def _pick_own(self, row: int) -> None:
        self.clear_error()
        self.context.state.set_test_rows(OwnRows())
        self.context.state.pick_row(row)

    # -- the line in the title ------------------------------------------------------------------------

    def _say(self) -> None:
        """The longest wording that fits."""
        nominal = any(a.is_nominal for a in self.model.attributes)
        count = len(self.model.attributes)
        key = "boxed: differs from the instance" if nominal else ""
        if self.model.numbered and count:
            key = f"attributes 1–{count}" + (f"; {key}" if key else "")
        room = self.width() - 2 * PADDING - self._title.sizeHint().width() - self.save_tool.sizeHint().width()
        room -= round(self.context.theme.px(36))
        metrics = self._subtitle.fontMetrics()
        beside = self.key.fontMetrics().horizontalAdvance(key) if key else 0
        if beside and room - beside < metrics.horizontalAdvance(self._says[-1 if len(self._says) < 3 else 2]):
            key, beside = "", 0  # what is in matters more than the key
        text = next((t for t in self._says if metrics.horizontalAdvance(t) <= room - beside), self._says[-1])
        self.key.setText(key)
        self.key.setVisible(bool(key))
        if text != self.subtitle:
            self.set_subtitle(text.replace("d_k", "d<sub>k</sub>"))
            self._subtitle.setToolTip(
                f"<p>{self._says[0].replace('d_k', 'd<sub>k</sub>')}</p><p>Every row tied with the k-th is "
                "in: which of them came first in the file must not decide. A row at exactly d<sub>k</sub> "
                "has weight 0; it counts in r but adds nothing.</p>"
            )

    # -- looks ----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.save_tool.set_theme(theme)
        self._columns.forget()
        self.table.set_theme(theme)
        self.area.arrange()
        self._say()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say()

    def _widths(self, width: int) -> list[int]:
        widths = self._columns.for_width(width, self.table.theme, self.table.fonts)
        self.table.heads.insets = {W: self._columns.air, CLASS: self._columns.air}
        return widths

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        """One neighbour: figures, the weight as a bar, the class, and its values beside the instance's."""
        model, theme = self.model, brush.theme
        if model.found is None:
            return
        if row == self.table.hovered:
            full = QRectF(0, top, self.table.viewport().width(), height)
            brush.painter.fillRect(full, fill(theme.accent_tint))
        faded = self._behind is not None and row < len(self._behind) and not self._behind[row]
        brush.painter.setOpacity(_FADED if faded else _OLD if self._is_dim else 1.0)
        pad, insets = theme.px(CELL_PAD), self.table.heads.insets
        for column, left, width in spans:
            place = QRectF(left + pad, top, width - 2 * pad, height)
            place.setLeft(place.left() + insets.get(column, 0.0))
            if column >= FIXED:
                self._value(brush, row, column - FIXED, place)
            elif column in (RANK, ROW, D, RESCALED):
                brush.text(place, model.text(row, column), align=RIGHT)
            elif column == W:
                self._weight(brush, row, place)
            elif column == CLASS:
                brush.marker(place.left() + theme.px(6), top + height / 2, int(model.classes[row]))
                brush.text(place.adjusted(theme.px(15), 0, 0, 0), model.text(row, CLASS))
        brush.painter.setOpacity(1.0)

    def _weight(self, brush: Brush, row: int, place: QRectF) -> None:
        assert self.model.found is not None
        theme = brush.theme
        opacity = brush.painter.opacity()
        tall = theme.px(8)
        bar = QRectF(place.left(), place.top() + (place.height() - tall) / 2, self._columns.bar, tall)
        weight = float(self.model.found.weights[row])
        brush.painter.fillRect(bar, fill(theme.fill))
        if weight > 0:
            bar.setWidth(max(1.0, bar.width() * weight / self.model.heaviest))
            brush.painter.fillRect(bar, fill(theme.ink3))
        brush.painter.setOpacity(opacity)
        brush.text(place, self.model.text(row, W), align=RIGHT)

    def _value(self, brush: Brush, row: int, j: int, place: QRectF) -> None:
        theme, text = brush.theme, self.model.value_text(row, j)
        if self.model.attributes[j].is_nominal:
            pad = theme.px(CELL_PAD)
            place = place.adjusted(2 - pad, 0, pad - 2, 0)
        match self.model.likeness(row, j):
            case "equal":
                brush.text(place.adjusted(-2, 0, 0, 0), text, align=RIGHT, font=brush.fonts.strong)
                wide = min(brush.fonts.width(text, brush.fonts.strong), place.width())
                y = place.center().y() + theme.px(7)
                line = QRectF(place.right() - wide, y, wide, theme.px(1.4))
                brush.painter.fillRect(line, fill(theme.accent_line))
            case "near":
                brush.text(place, text, align=RIGHT)
            case "far":
                brush.text(place, text, align=RIGHT, colour=theme.ink3)
            case "same":
                brush.text(place, text, align=CENTRE, colour=theme.ink3)
            case "differs":
                self._boxed(brush, place, text)

    def _boxed(self, brush: Brush, place: QRectF, text: str) -> None:
        theme, font = brush.theme, brush.fonts.strong
        text = brush.fonts.fitted(text, font, place.width())
        wide = min(brush.fonts.width(text, font) + theme.px(9), place.width() + theme.px(6))
        tall = theme.px(18)
        box = QRectF(place.center().x() - wide / 2, place.center().y() - tall / 2, wide, tall)
        brush.painter.setPen(Qt.PenStyle.NoPen)
        brush.painter.setBrush(fill(theme.fill))
        brush.painter.drawRoundedRect(box, 2, 2)
        brush.text(place, text, align=CENTRE, font=font)
