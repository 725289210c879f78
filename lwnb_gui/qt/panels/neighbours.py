"""Neighbours: the rows that are in, nearest first, with their weights and values."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from lwnb_core import Explanation
from lwnb_gui.export import TextTable, scripts
from lwnb_gui.export.explained import neighbours_table
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.qt.panels.late_dim import LateDim
from lwnb_gui.qt.panels.neighbour_columns import Widths
from lwnb_gui.qt.panels.neighbour_model import CLASS, RESCALED, NeighbourModel, W
from lwnb_gui.qt.panels.neighbour_painter import NeighbourPainter
from lwnb_gui.qt.panels.neighbour_words import summary, weight_head
from lwnb_gui.qt.panels.row_table import RowArea, RowTable
from lwnb_gui.state import OwnRows, Snapshot, TestFile
from lwnb_gui.state.links import Hover, neighbours_behind
from lwnb_gui.text import same_figures
from lwnb_gui.theme import Theme


class NeighboursPanel(Panel):
    """Reads the explanation's arrays; the mouse here lights up the neighbour everywhere."""

    title = "Neighbours"
    help_topic = "neighbours"
    least = (320, 120)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._left_tools.hide()
        self._numbered, self._weight_head = False, ""
        self._says: tuple[str, ...] = ("",)
        # For what it is, the key, which of the wordings.
        self._fitting: tuple[Hashable, str, int] = (None, "", 0)
        self._weighed = True
        self.model = NeighbourModel(self)
        self.table = RowTable(self)
        self.table.setModel(self.model)
        self._columns = Widths(self.model)
        self._rows = NeighbourPainter(self.model, self.table, self._columns)
        self.table.paint_rows = self._rows.paint_rows
        self.table.widths_for = self._widths
        self.table.heads.formulas = frozenset({W})
        self.table.setAccessibleName("Neighbours")
        self.table.setAccessibleDescription(
            "Rank, row, distance, weight, rescaled weight, class and values; Enter makes a neighbour the "
            "test instance"
        )
        self.table.row_hovered.connect(self._on_row_hovered)
        self.table.row_chosen.connect(self.pick)
        self.table.row_reached.connect(self._on_row_hovered)  # keys light up a neighbour as the mouse does
        self.area = RowArea(self.table, None, self.content)
        self.area.watch()
        self.body.addWidget(self.area, 1)
        self.key = QLabel(self)
        self.key.setObjectName("small")
        self.add_header_widget(self.key)
        self.copies(self.table)

        self._dim = LateDim(self, self._set_dim)

    # -- showing --------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        query = self.context.state.query
        data = query.data if query is not None else None
        if explanation is not None and not self.model.is_of(explanation, data):
            return
        before = self.model.explanation
        with QSignalBlocker(self.table.selectionModel()):
            anew = self.model.show(explanation, data)
        self.table.executeDelayedItemsLayout()  # or the table would be painted once more after this frame
        if before is not None and explanation is not None and before.row != explanation.row:
            self.table.scrollToTop()  # another row has other neighbours; while k moves the place is kept
        self._says = summary(explanation) if explanation is not None else ("",)
        self._show_weights(self.context.state.now, anew)
        if anew:
            self._columns.forget()
            self._rows.forget()
            self.table.fit_columns()
            self.area.arrange()
        self._say()
        self.show_hover(self.context.hover.now)
        self.table.viewport().update()
        head = weight_head(explanation) if explanation is not None else ""
        if anew or head != self._weight_head:
            self._weight_head = head
            self.table.heads.viewport().update()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.view.teaching != old.view.teaching:
            self._show_weights(new)
            self._say()

    def _show_weights(self, now: Snapshot, anew: bool = False) -> None:
        """In step mode the weights come after the neighbours."""
        weighed = now.view.teaching.shows("weights", now.query)
        if anew or weighed != self._weighed:
            self._weighed = weighed
            for column in (W, RESCALED):
                self.table.setColumnHidden(column, not weighed)
            self.area.arrange()  # there may be room for all columns now, or not any more

    def show_hover(self, hover: Hover) -> None:
        query = self.context.state.query
        explanation = self.model.explanation
        behind = None
        if hover.cell is not None and query is not None and explanation is not None:
            behind = neighbours_behind(explanation, query.data, hover.cell)
        if behind is not None or self._rows.behind is not None:
            self._rows.behind = behind
            self.table.viewport().update()
        self.table.set_hovered(-1 if hover.neighbour is None else hover.neighbour)

    def _on_computing(self, computing: bool) -> None:
        super()._on_computing(computing)
        self._dim.set_computing(computing)

    def _set_dim(self, dim: bool) -> None:
        self._rows.is_old = dim
        self.table.viewport().update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._dim.set_computing(False)

    def _on_row_hovered(self, row: int) -> None:
        self.context.hover.on_neighbour(row) if row >= 0 else self.context.hover.clear()

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

    def to_table(self) -> TextTable | None:
        query, explanation = self.context.state.query, self.model.explanation
        return None if query is None or explanation is None else neighbours_table(explanation, query.data)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or self.model.found is None else scripts.neighbours_script(query)

    # -- the line in the title ------------------------------------------------------------------------

    def _say(self) -> None:
        """The longest wording that fits."""
        nominal = any(a.is_nominal for a in self.model.attributes)
        count = len(self.model.attributes)
        boxed = ("boxed: differs from the instance", "boxed: differs") if nominal else ("",)
        keys: tuple[str, ...] = boxed
        if self.model.numbered and count:
            keys = tuple(f"attributes 1–{count}" + (f"; {words}" if words else "") for words in boxed)
        tool = self.take_home.sizeHint().width() if self.take_home is not None else 0
        room = self.width() - 2 * PADDING - self.title_width - tool
        room -= round(self.context.theme.px(36))
        says = self._says if self._weighed else self._says[2:] or self._says
        # Figures are all equally wide: while k moves, what fitted before fits again.
        forms = tuple([same_figures(words) for words in says])
        if self._fitting[0] != (forms, keys, room):
            self._fitting = (forms, keys, room), *self._fit(forms, keys, room)
        _, key, which = self._fitting
        text = says[which]
        self.key.setText(key)
        self.key.setVisible(bool(key))
        text = text.replace("d_k", "dₖ")
        if text != self.subtitle:
            self.set_subtitle(text)
            self._subtitle.setToolTip(
                f"<p>{self._says[0].replace('d_k', 'd<sub>k</sub>')}</p><p>Every row tied with the k-th is "
                "in: which of them came first in the file must not decide. A row at exactly d<sub>k</sub> "
                "has weight 0; it counts in r but adds nothing.</p>"
            )

    def _fit(self, says: tuple[str, ...], keys: tuple[str, ...], room: int) -> tuple[str, int]:
        """The key and the place of the wording that fit together."""
        metrics = self._subtitle.fontMetrics()
        # Who is in comes first, then the key, then how the weights were rescaled.
        needed = metrics.horizontalAdvance(says[min(len(says) - 1, 2 if self._weighed else 0)])
        least = metrics.horizontalAdvance(says[-1])
        wide = {words: self.key.fontMetrics().horizontalAdvance(words) if words else 0 for words in keys}
        fitting = (words for need in (needed, least) for words in keys if wide[words] + need <= room)
        key = next(fitting, "")
        beside = wide.get(key, 0)
        wordings = (i for i, t in enumerate(says) if metrics.horizontalAdvance(t) <= room - beside)
        return key, next(wordings, len(says) - 1)

    # -- looks ----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self._columns.forget()
        self._rows.forget()
        self._fitting = None, "", 0
        self.table.set_theme(theme)
        self.area.arrange()
        self._say()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say()

    def _widths(self, width: int) -> list[int]:
        widths = self._columns.for_width(width, self.table.theme, self.table.fonts)
        self.table.heads.insets = {W: self._columns.air, CLASS: self._columns.air}
        if self.model.numbered != self._numbered:
            self._numbered = self.model.numbered
            self._say()
        return widths
