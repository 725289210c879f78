"""One attribute: histogram stacked by class, statistics, type and role."""

from __future__ import annotations

from matplotlib.figure import Figure
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from lwnb_core import Dataset
from lwnb_gui.app.query import Query
from lwnb_gui.plots import histogram
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.attribute_controls import AttributeControls
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.data.statistics import AttributeView, view_of
from lwnb_gui.qt.scene.plot_view import PlotView
from lwnb_gui.qt.table.row_model import Cell
from lwnb_gui.qt.table.text_table import TextTableView
from lwnb_gui.render.figures import FigureView, PlotFigure
from lwnb_gui.render.study_scripts import histogram_script
from lwnb_gui.theme import Theme
from lwnb_gui.views.tables import TextTable

_TASK = "data-attribute"


class AttributePanel(DataPanel):
    """The attribute that is selected in the table, with controls to change it."""

    title = "Attribute"
    least = (340, 240)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.name = ""
        self.shown: AttributeView | None = None
        self._data: Dataset | None = None  # of which an attribute is shown
        self.controls = AttributeControls(context, self)
        self.controls.changed.connect(self.clear_error)
        self.controls.failed.connect(self.show_error)
        self.controls.warned.connect(lambda text: self.show_error(text, "Undo", self.context.state.undo))
        self.plot = PlotView(self._compose, self)
        self.plot.setAccessibleName("Histogram by class")
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        facts = QWidget(self)
        self._facts = QGridLayout(facts)
        self._facts.setContentsMargins(12, 4, 12, 8)
        self._facts.setHorizontalSpacing(8)
        self._facts.setVerticalSpacing(2)
        self.table = TextTableView("Statistics of the attribute", self)
        self.copies(self.table)
        self._table_box = QWidget(self)
        row = QHBoxLayout(self._table_box)
        row.setContentsMargins(0, 0, 8, 0)
        row.addWidget(self.table)
        self.note = QLabel(self)
        self.note.setObjectName("caption")
        self.note.setWordWrap(True)
        self.note.setContentsMargins(12, 4, 12, 6)
        self.body.addWidget(self.controls)
        self.body.addWidget(self.plot, 3)
        for widget in (facts, self._table_box, self.note):
            self.body.addWidget(widget)

    def show_attribute(self, name: str) -> None:
        """Show another attribute."""
        self.name = name
        self.clear_error()
        self.show_query(self.context.state.query)

    def show_query(self, query: Query | None) -> None:
        if query is None:
            self.name, self.shown, self._data = "", None, None
            return
        if not any(a.name == self.name for a in query.data.attributes):
            return
        name, data = self.name, query.data
        self.controls.show_attribute(query, name)
        self.set_subtitle(name)
        if data is self._data and self.shown is not None and self.shown.name == name:
            self.context.tasks.cancel(_TASK)  # it may be about another attribute
            self.computing_bar.end()
            return  # only the attributes in use have changed, and drawing the histogram takes 50 ms
        self.compute_cells(
            _TASK, len(data) * 2, lambda job: view_of(data, name), lambda view: self._show(view, data)
        )

    def _show(self, view: AttributeView, data: Dataset) -> None:
        self.shown, self._data = view, data
        stats = view.statistics
        self.plot.setVisible(view.histogram is not None)
        self.plot.redraw()
        facts = ", ".join(f"{name} {value}" for name, value in stats.facts)
        self.plot.setAccessibleDescription(f"{view.name}: {facts}")
        self._show_facts(stats.facts)
        lines = [
            [
                Cell(text, line.code if j == 0 else None, strong=line.strong)
                for j, text in enumerate(line.cells)
            ]
            for line in stats.lines
        ]
        self.table.show_lines(stats.titles, lines)
        self._fit_table()
        self.note.setText(stats.note)
        self.note.setVisible(bool(stats.note))

    def _show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        while (item := self._facts.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()  # it is deleted only when control returns to the event loop
                widget.deleteLater()
        for column, (name, value) in enumerate(facts):
            head, text = QLabel(name, self), QLabel(value, self)
            head.setObjectName("small")
            text.setToolTip(name)
            self._facts.addWidget(head, 0, column)
            self._facts.addWidget(text, 1, column)
            self._facts.setColumnStretch(column, 1)

    def _fit_table(self) -> None:
        """Give the table the height of its rows, up to two fifths of the panel, and the plot the rest."""
        lines = len(self.table.rows)
        self._table_box.setVisible(lines > 0)
        most = max(3, round(self.height() * 0.4 / self.table.row_height) - 1)
        bar = self.table.horizontalScrollBar()
        scrolls = self.table.header.length() > self.table.width()
        below = bar.sizeHint().height() if scrolls else 0
        height = self.table.header_height + self.table.row_height * min(lines, most)
        self._table_box.setFixedHeight(height + below + 6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_table()
        self.controls.fit(self.width())

    def _compose(self, figure: Figure, theme: Theme) -> None:
        if self.shown is not None and self.shown.histogram is not None:
            histogram.draw(figure, self.shown.histogram, theme)

    def apply_theme(self, theme: Theme) -> None:
        self.table.set_theme(theme)
        self._fit_table()
        self.plot.set_theme(theme)

    # -- export -------------------------------------------------------------------------------------

    def to_figure(self) -> FigureView | None:
        if self.shown is None or self.shown.histogram is None:
            return None
        return PlotFigure(histogram.draw, self.shown.histogram, (640, 420))

    def to_table(self) -> TextTable | None:
        """Return the table below the histogram, or the facts above it if there is none."""
        if self.shown is None:
            return None
        stats = self.shown.statistics
        if not stats.lines:
            return TextTable(["", self.shown.name], stats.facts)
        numbers = frozenset(range(1, len(stats.titles)))
        return TextTable(stats.titles, [line.cells for line in stats.lines], numbers)

    def to_script(self) -> str | None:
        query = self.context.state.query
        if query is None or self.shown is None or self.shown.histogram is None:
            return None
        return histogram_script(query, self.shown.name)
