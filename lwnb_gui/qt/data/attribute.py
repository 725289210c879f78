"""One attribute: histogram stacked by class, statistics, kind and role."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.figure import Figure
from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from lwnb_core import Dataset
from lwnb_core.data.attribute import Kind
from lwnb_gui.export import FigureView, PlotFigure, TextTable
from lwnb_gui.export.study_scripts import histogram_script
from lwnb_gui.plots import histogram
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel, Plot
from lwnb_gui.qt.data.statistics import AttributeView, view_of
from lwnb_gui.qt.data.tables import LineTable
from lwnb_gui.qt.in_turns import is_late
from lwnb_gui.qt.spin_box import SpinBox
from lwnb_gui.state import Query
from lwnb_gui.state.data_edit import (
    MOST_BINS,
    AsRead,
    can_be_numeric,
    class_choices,
    differences,
    reset_attribute,
    set_class,
    set_kind,
    suggested_bins,
)
from lwnb_gui.state.edits import Edits, class_name
from lwnb_gui.theme import Theme

_ROOMY = 400  # pixels of the light theme, for all the controls in their words


class AttributePanel(DataPanel):
    """Shows the attribute that is chosen in the table, and changes what it is."""

    title = "Attribute"
    least = (340, 240)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.name = ""
        self.shown: AttributeView | None = None
        self.body.addWidget(self._controls())
        self.plot = Plot(self._paint, self)
        self.plot.tasks = context.tasks
        self.plot.setAccessibleName("Histogram by class")
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.body.addWidget(self.plot, 3)
        self.facts = QWidget(self)
        self._facts = QGridLayout(self.facts)
        self._facts.setContentsMargins(12, 4, 12, 8)
        self._facts.setHorizontalSpacing(8)
        self._facts.setVerticalSpacing(2)
        self.body.addWidget(self.facts)
        self.table = LineTable("Statistics of the attribute", self)
        self.copies(self.table)
        beside = QWidget(self)
        row = QHBoxLayout(beside)
        row.setContentsMargins(0, 0, 8, 0)
        row.addWidget(self.table)
        self.body.addWidget(beside)
        self._below = beside
        self.note = QLabel(self)
        self.note.setObjectName("caption")
        self.note.setWordWrap(True)
        self.note.setContentsMargins(12, 4, 12, 6)
        self.body.addWidget(self.note)

    def _controls(self) -> QWidget:
        box = QWidget(self)
        row = QHBoxLayout(box)
        row.setContentsMargins(12, 2, 8, 4)
        row.setSpacing(4)
        self.used = QCheckBox("in use", box)
        self.used.setToolTip("Whether the learners see this attribute: in the distance and in the tables.")
        self.used.toggled.connect(self._use)
        self.kind = QComboBox(box)
        self.kind.setAccessibleName("Type")
        self.kind.setToolTip(
            "Numeric values are compared by size and modelled by a normal curve; nominal ones are equal or "
            "not, and counted. Numbers that are only codes should be nominal."
        )
        self.kind.activated.connect(lambda index: self._set_kind(str(self.kind.itemData(index))))
        self.class_button = QPushButton("Predict this", box)
        self.class_button.setToolTip(
            "Make this attribute the class. A few whole numbers are classes as they are, others are cut into "
            "intervals. To take all values of a number as classes, make it nominal first."
        )
        self.class_button.clicked.connect(self.make_class)
        self.bins = SpinBox(box)
        self.bins.setRange(2, MOST_BINS)
        self.bins.setSuffix(" intervals")
        self.bins.setMinimumWidth(40)  # on a narrow screen it gives way, not the words beside it
        self.bins.setAccessibleName("Intervals of a numeric class")
        self.bins.setToolTip(
            "These learners predict a nominal class. The numbers are cut into this many intervals, each with "
            "about equally many rows."
        )
        self.bins.editingFinished.connect(self._cut_anew)
        self.reset_button = QPushButton("• reset", box)
        self.reset_button.setObjectName("link")
        self.reset_button.setAccessibleName("Reset this attribute")
        self.reset_button.clicked.connect(self.reset)
        for widget in (self.used, self.kind, self.class_button, self.bins):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.reset_button)
        return box

    # -- showing ------------------------------------------------------------------------------------

    def show_attribute(self, name: str) -> None:
        """Another attribute is chosen."""
        self.name = name
        self.clear_error()
        if is_late():
            self._look_again = True
            self.context.turns.add(self, self._look)
        else:
            self.show_query(self.context.state.query)

    def show_query(self, query: Query | None) -> None:
        if query is None:
            self.name, self.shown = "", None
            return
        if not any(a.name == self.name for a in query.data.attributes):
            return
        self._show_controls(query)
        name, data = self.name, query.data
        self.set_subtitle(name)
        self.compute("data-attribute", len(data) * 2, lambda job: view_of(data, name), self._show)

    def _show_controls(self, query: Query) -> None:
        read = AsRead.of(self.context.state).data or query.data
        attribute = query.data.attributes[query.data.index_of(self.name)]
        before = read.attributes[read.index_of(self.name)]
        is_class = class_name(query.data) == self.name
        with QSignalBlocker(self.used), QSignalBlocker(self.kind), QSignalBlocker(self.bins):
            self.used.setChecked(self.name not in query.unused)
            self.used.setVisible(not is_class and attribute.kind != "string")
            self.kind.clear()
            if attribute.is_numeric or (can_be_numeric(attribute, before) and not is_class):
                self.kind.addItem("numeric", "numeric")
            self.kind.addItem("nominal", "nominal")
            if before.kind == "string":
                self.kind.addItem("text", "string")
            self.kind.setCurrentIndex(self.kind.findData(attribute.kind))
            self.kind.setEnabled(self.kind.count() > 1)
            was_numeric = before.is_numeric and self.name not in _switched(read, query)
            cut = is_class and was_numeric
            needs_bins = bool(class_choices(query.data, self.name))
            self.bins.setVisible(cut or (needs_bins and not is_class))
            if cut:
                self.bins.setValue(len(attribute.values))
            elif attribute.is_numeric:
                self.bins.setValue(suggested_bins(query.data, self.name))
        self.class_button.setText("the class" if is_class else "Predict this")
        self.class_button.setEnabled(not is_class and attribute.kind != "string")
        found = differences(self.context.state, self.name)
        self.reset_button.setVisible(bool(found))
        self.reset_button.setToolTip(f"Not as in the file: {'; '.join(found)}. Click to go back.")

    def _show(self, view: AttributeView) -> None:
        self.shown = view
        self.plot.setVisible(view.histogram is not None)
        self.plot.repaint_figure()
        self._show_facts(view.statistics.facts)
        stats = view.statistics
        self.table.show_lines(stats.heads, stats.lines)
        self._fit_table()
        self.note.setText(stats.note)
        self.note.setVisible(bool(stats.note))
        facts = ", ".join(f"{name} {figure}" for name, figure in stats.facts)
        self.plot.setAccessibleDescription(f"{view.name}: {facts}")

    def _fit_table(self) -> None:
        """The table takes what its lines need, up to two fifths of the panel; the plot has the rest."""
        lines = self.table.lines.rowCount()
        self._below.setVisible(lines > 0)
        most = max(3, round(self.height() * 0.4 / self.table.row_height) - 1)
        bar = self.table.horizontalScrollBar()
        wide = bar.sizeHint().height() if self.table.heads.length() > self.table.width() else 0
        self._below.setFixedHeight(
            self.table.head_height + self.table.row_height * min(lines, most) + wide + 6
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_table()
        # The word goes where there is no room for it: half of it says less than the number alone.
        self.bins.setSuffix(" intervals" if self.width() >= self.context.theme.px(_ROOMY) else "")

    def _show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        while (item := self._facts.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()  # it goes only when the event loop comes round
                widget.deleteLater()
        for i, (name, figure) in enumerate(facts):
            label, value = QLabel(name, self.facts), QLabel(figure, self.facts)
            label.setObjectName("small")
            value.setToolTip(name)
            self._facts.addWidget(label, 0, i)
            self._facts.addWidget(value, 1, i)
            self._facts.setColumnStretch(i, 1)

    def _paint(self, figure: Figure, theme: Theme) -> None:
        shown = self.shown  # a task may draw it while another attribute is chosen
        if shown is not None and shown.histogram is not None:
            histogram.draw(figure, shown.histogram, theme)

    def apply_theme(self, theme: Theme) -> None:
        self.table.set_theme(theme)
        self._fit_table()
        self.plot.set_theme(theme)

    def to_figure(self) -> FigureView | None:
        if self.shown is None or self.shown.histogram is None:
            return None
        return PlotFigure(histogram.draw, self.shown.histogram, (640, 420))

    def to_table(self) -> TextTable | None:
        """The table below the histogram; the facts above it where there is none."""
        if self.shown is None:
            return None
        found = self.shown.statistics
        if not found.lines:
            return TextTable(["", self.shown.name], found.facts)
        figures = frozenset(range(1, len(found.heads)))
        return TextTable(found.heads, [line.cells for line in found.lines], figures)

    def to_script(self) -> str | None:
        query = self.context.state.query
        if query is None or self.shown is None or self.shown.histogram is None:
            return None
        return histogram_script(query, self.shown.name)

    # -- changing -----------------------------------------------------------------------------------

    def _use(self, used: bool) -> None:
        self.context.state.use_attribute(self.name, used)

    def _set_kind(self, kind: str) -> None:
        query = self.context.state.query
        if query is None or query.data.attributes[query.data.index_of(self.name)].kind == kind:
            return
        if kind == "string":
            self.reset()
        elif kind in ("numeric", "nominal"):
            wanted: Kind = "numeric" if kind == "numeric" else "nominal"
            self._try(lambda: set_kind(self.context.state, self.name, wanted))

    def reset(self) -> None:
        """This attribute as in the file."""
        self._try(lambda: reset_attribute(self.context.state, self.name))

    def make_class(self) -> None:
        """Predict this attribute; the intervals count only where it is numeric."""
        bins = self.bins.value() if not self.bins.isHidden() else None
        self._try(lambda: set_class(self.context.state, self.name, bins))

    def _cut_anew(self) -> None:
        query = self.context.state.query
        if query is None or not self.name or class_name(query.data) != self.name:
            return
        if len(query.data.classes) != self.bins.value():
            self.make_class()

    def _try(self, change: Callable[[], object]) -> None:
        """What cannot be changed says why, and the controls go back to what is."""
        try:
            change()
        except Exception as error:
            self.show_error(error)
            query = self.context.state.query
            if query is not None:
                self._show_controls(query)
        else:
            self.clear_error()


def _switched(read: Dataset, query: Query) -> set[str]:
    """Names of attributes whose kind was switched, which is not the same as being cut."""
    return set(Edits.between(read, query.data).kinds)
