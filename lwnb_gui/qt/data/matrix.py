"""The scatter-plot matrix: every pair of some attributes; a click opens the pair in the map."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from lwnb_gui.app.query import Query
from lwnb_gui.plots import scatter_matrix
from lwnb_gui.plots.scatter_matrix import MOST_ATTRIBUTES, ScatterMatrixData, scatter_matrix_data
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.data.matrix_plot import MatrixPlot
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.render.figures import FigureView, PlotFigure
from lwnb_gui.render.study_scripts import matrix_script
from lwnb_gui.theme import Theme

_SHOWN_FIRST = 6  # attributes
_TASK = "data-matrix"


class MatrixPanel(DataPanel):
    """A matrix of attributes in use, at most eight; a menu selects them."""

    title = "Scatter plots"
    least = (320, 240)
    attribute_chosen = Signal(str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._chosen: tuple[str, ...] = ()  # by the user; empty: the first ones
        self._chosen_of = ""  # the origin of the data for which they were chosen
        self.plot = MatrixPlot(context.tasks, self)
        self.plot.cell_chosen.connect(self.open_pair)
        self.plot.cell_highlighted.connect(self._describe_cell)
        self.plot.failed.connect(lambda e: self.show_error(e, "Choose other attributes for the matrix."))
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
        used = _used(query)
        chosen = tuple(name for name in used if name in self._chosen)
        return chosen or _first(query, used)

    def show_query(self, query: Query | None) -> None:
        if query is None:
            self.plot.show_matrix(None)
            return
        if query.data.origin != self._chosen_of:
            self._chosen_of, self._chosen = query.data.origin, ()
        if query.data.class_index is None:
            self._show_none("There is no class yet. Choose an attribute on the left, then “Predict this”.")
            return
        names, data = self.names, query.data
        if not names:
            self._show_none("No attribute is in use. Switch some on in the table on the left.")
            return
        self.show_content()
        self.compute_cells(
            _TASK,
            len(data) * len(names) * 2,
            lambda job: scatter_matrix_data(data, names),
            self._show,
        )

    def _show_none(self, why: str) -> None:
        """Show why there is no matrix to display or export."""
        self.context.tasks.cancel(_TASK)
        self.computing_bar.end()
        self.plot.show_matrix(None)
        self.set_subtitle("")
        self.show_empty(why)

    def _show(self, matrix: ScatterMatrixData) -> None:
        self.clear_error()
        self.set_subtitle(f"{len(matrix.names)} attributes")
        self.plot.show_matrix(matrix)

    def _describe_cell(self, x: str, y: str) -> None:
        text = f"{x}: its histogram" if x == y else f"{y} against {x}: click to open it in the map"
        set_tip(self.plot, text)
        self.plot.setAccessibleDescription(text + "; arrow keys choose a pair, Enter opens it")

    def choose(self, names: tuple[str, ...]) -> None:
        """Show these attributes."""
        query = self.context.state.query
        if query is not None:
            self._chosen, self._chosen_of = names[:MOST_ATTRIBUTES], query.data.origin
            self.show_query(query)

    def open_pair(self, x: str, y: str) -> None:
        """Show a pair in the map, or select the one attribute of a diagonal cell."""
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
        for name in _used(query):
            action = QAction(name, self.menu)
            action.setCheckable(True)
            action.setChecked(name in shown)
            action.setEnabled(name in shown or len(shown) < MOST_ATTRIBUTES)
            action.toggled.connect(lambda on, n=name: self._toggle(n, on))
            self.menu.addAction(action)

    def _toggle(self, name: str, on: bool) -> None:
        others = [n for n in self.names if n != name]
        names = tuple([*others, name] if on else others)
        if names:
            self.choose(names)

    def apply_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)

    def to_figure(self) -> FigureView | None:
        if self.plot.matrix is None:
            return None
        return PlotFigure(scatter_matrix.draw, self.plot.matrix, (900, 900))

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or self.plot.matrix is None else matrix_script(query, self.names)


def _used(query: Query) -> list[str]:
    """Return the predictors in use, in the order of the file."""
    names = [query.data.attributes[j].name for j in query.data.predictors]
    return [name for name in names if name not in query.unused]


def _first(query: Query, used: list[str]) -> tuple[str, ...]:
    """Return numeric attributes before nominal ones, whose points overlap; in file order."""
    data = query.data
    numeric = [name for name in used if data.attributes[data.index_of(name)].is_numeric]
    nominal = [name for name in used if name not in numeric]
    first = [*numeric, *nominal][:_SHOWN_FIRST]
    return tuple(name for name in used if name in first)
