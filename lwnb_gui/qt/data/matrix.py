"""Scatter-plot matrix: every pair of some attributes; a click opens the pair in the map."""

from __future__ import annotations

from dataclasses import replace

from matplotlib.backend_bases import MouseEvent
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from lwnb_gui.export import FigureView
from lwnb_gui.export.study_scripts import matrix_script
from lwnb_gui.plots import scatter_matrix
from lwnb_gui.plots.scatter_matrix import MOST_ATTRIBUTES, ScatterMatrixData, scatter_matrix_data
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel, Plot
from lwnb_gui.state import Query
from lwnb_gui.state.data_edit import class_name

_AT_FIRST = 6


class MatrixPlot(Plot):
    """The matrix with one cell under the mouse or the arrow keys."""

    cell_chosen = Signal(str, str)
    cell_lit = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._draw, parent)
        self.matrix: ScatterMatrixData | None = None
        self._axes: dict = {}
        self._frame: Rectangle | None = None
        self.cell: tuple[int, int] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Scatter-plot matrix")
        self.setAccessibleDescription("Arrow keys choose a pair of attributes, Enter opens it in the map")
        self.mpl_connect("motion_notify_event", self._moved)
        self.mpl_connect("figure_leave_event", lambda event: self.light(None))
        self.mpl_connect("button_press_event", self._pressed)

    def _draw(self, figure: Figure, theme: Theme) -> None:
        self._axes, self._frame, self.cell = {}, None, None
        if self.matrix is None:
            return
        self._axes = scatter_matrix.draw(figure, self.matrix, theme)
        if self._axes:
            self._frame = Rectangle(
                (0, 0), 0, 0, transform=figure.transFigure, fill=False, edgecolor=theme.accent,
                linewidth=theme.px(2), animated=True, visible=False,
            )  # fmt: skip
            figure.add_artist(self._frame)
            self.set_moving([(self._axes[0, 0], self._frame)])

    def light(self, cell: tuple[int, int] | None) -> None:
        """Frame a cell, given as (row, column); None: no cell."""
        if cell == self.cell or self._frame is None or self.matrix is None:
            return
        self.cell = cell
        self._frame.set_visible(cell is not None)
        if cell is not None:
            box = self._axes[cell].get_position()
            self._frame.set_bounds(box.x0, box.y0, box.width, box.height)
            self.cell_lit.emit(self.matrix.names[cell[1]], self.matrix.names[cell[0]])
        self.move()

    def open_cell(self) -> None:
        if self.cell is not None and self.matrix is not None:
            self.cell_chosen.emit(self.matrix.names[self.cell[1]], self.matrix.names[self.cell[0]])

    def _at(self, event: MouseEvent) -> tuple[int, int] | None:
        return next((c for c, ax in self._axes.items() if ax.bbox.contains(event.x, event.y)), None)

    def _moved(self, event: MouseEvent) -> None:
        self.light(self._at(event))

    def _pressed(self, event: MouseEvent) -> None:
        cell = self._at(event)
        if cell is not None and event.button == 1:
            self.light(cell)
            self.open_cell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        key = Qt.Key(event.key())
        if key in steps and self._axes and self.matrix is not None:
            last = len(self.matrix.names) - 1
            row, column = self.cell if self.cell is not None else (0, 0)
            by = steps[key] if self.cell is not None else (0, 0)
            self.light((min(max(row + by[0], 0), last), min(max(column + by[1], 0), last)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.open_cell()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.cell is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self.light((0, 0))


class MatrixPanel(DataPanel):
    """The attributes shown are those in use, at most eight; the menu chooses which."""

    title = "Scatter plots"
    least = (320, 240)
    attribute_chosen = Signal(str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._chosen: tuple[str, ...] = ()  # by the user; empty: the first ones
        self._origin = ""
        self.plot = MatrixPlot(self)
        self.plot.cell_chosen.connect(self.open_pair)
        self.plot.cell_lit.connect(self._say)
        self.body.addWidget(self.plot, 1)
        self.chooser = QToolButton(self)
        self.chooser.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.chooser.setText("attributes ▾")
        self.chooser.setAccessibleName("Attributes shown")
        self.chooser.setToolTip(f"Which attributes are shown against each other, at most {MOST_ATTRIBUTES}.")
        self.menu = QMenu(self.chooser)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.chooser.setMenu(self.menu)
        self.add_header_widget(self.chooser)

    @property
    def names(self) -> tuple[str, ...]:
        """The attributes shown."""
        query = self.context.state.query
        if query is None:
            return ()
        used = [query.data.attributes[j].name for j in query.data.predictors]
        used = [name for name in used if name not in query.unused]
        chosen = tuple(name for name in used if name in self._chosen)
        return chosen or _worth_seeing(query, used)

    def show_query(self, query: Query | None) -> None:
        if query is None:
            return
        if query.data.origin != self._origin:
            self._origin, self._chosen = query.data.origin, ()
        if query.data.class_index is None:
            self.show_empty("There is no class yet. Choose an attribute at the left, then “Predict this”.")
            return
        names, data = self.names, query.data
        if not names:
            self.show_empty("No attribute is in use. Take some in, in the table at the left.")
            return
        self.show_content()
        self.compute(
            "data-matrix",
            len(data) * len(names) * 2,
            lambda job: scatter_matrix_data(data, names),
            self._show,
        )

    def _show(self, matrix: ScatterMatrixData) -> None:
        self.plot.matrix = matrix
        self.set_subtitle(f"{len(matrix.names)} attributes")
        self.plot.repaint_figure()

    def _say(self, x: str, y: str) -> None:
        words = f"{x}: its histogram" if x == y else f"{y} against {x}: click to open it in the map"
        self.plot.setToolTip(words)
        self.plot.setAccessibleDescription(words + "; arrow keys choose a pair, Enter opens it")

    def choose(self, names: tuple[str, ...]) -> None:
        """Show these attributes."""
        query = self.context.state.query
        if query is not None:
            self._chosen, self._origin = names[:MOST_ATTRIBUTES], query.data.origin
            self.show_query(query)

    def open_pair(self, x: str, y: str) -> None:
        """On the diagonal there is one attribute, which is chosen; elsewhere a pair, which the map shows."""
        state = self.context.state
        if state.query is None:
            return
        if x == y:
            self.attribute_chosen.emit(x)
            return
        state.set_map(replace(state.query.map, kind="attributes", x=x, y=y))
        state.go_to("explore")

    def _fill_menu(self) -> None:
        self.menu.clear()
        query = self.context.state.query
        if query is None:
            return
        shown = self.names
        for j in query.data.predictors:
            name = query.data.attributes[j].name
            if name in query.unused:
                continue
            action = QAction(name, self.menu)
            action.setCheckable(True)
            action.setChecked(name in shown)
            action.setEnabled(name in shown or len(shown) < MOST_ATTRIBUTES)
            action.toggled.connect(lambda on, n=name: self._switch(n, on))
            self.menu.addAction(action)

    def _switch(self, name: str, on: bool) -> None:
        kept = [n for n in self.names if n != name]
        names = tuple([*kept, name] if on else kept)
        if names:
            self.choose(names)

    def apply_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)

    def to_figure(self) -> FigureView | None:
        if self.plot.matrix is None:
            return None
        return FigureView(scatter_matrix.draw, self.plot.matrix, (900, 900))

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or self.plot.matrix is None else matrix_script(query, self.names)


def _worth_seeing(query: Query, used: list[str]) -> tuple[str, ...]:
    """Numeric attributes first, since heaps of nominal ones say little; in the order of the file."""
    data = query.data
    numeric = [name for name in used if data.attributes[data.index_of(name)].is_numeric]
    nominal = [name for name in used if name not in numeric]
    first = set([*numeric, *nominal][:_AT_FIRST]) - {class_name(data)}
    return tuple(name for name in used if name in first)
