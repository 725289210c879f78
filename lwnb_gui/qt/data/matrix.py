"""Scatter-plot matrix: every pair of some attributes; a click opens the pair in the map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from lwnb_gui.export import FigureView, PlotFigure
from lwnb_gui.export.study_scripts import matrix_script
from lwnb_gui.plots import scatter_matrix
from lwnb_gui.plots.scatter_matrix import MOST_ATTRIBUTES, ScatterMatrixData, scatter_matrix_data
from lwnb_gui.qt.arrow_keys import ARROWS
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.panels.painting import pen
from lwnb_gui.qt.tasks import TaskRunner
from lwnb_gui.state import Query
from lwnb_gui.state.edits import class_name
from lwnb_gui.theme import DPI, Theme

PICTURE_TASK = "data-matrix-picture"
_AT_FIRST = 6


@dataclass(frozen=True, eq=False)
class MatrixPicture:
    """The matrix as it was drawn: pixels in rows of red, green, blue and alpha, and where each cell is (left,
    top, width, height, as shares of the whole).
    """

    pixels: bytes
    size: tuple[int, int]
    cells: dict[tuple[int, int], tuple[float, float, float, float]]


def drawn(
    matrix: ScatterMatrixData, theme: Theme, size: tuple[int, int], ratio: float, check: Callable[[], None]
) -> MatrixPicture:
    """Draw on a figure of its own: nothing of the window's is touched, so that any thread may do it."""
    figure = Figure(figsize=(size[0] / DPI, size[1] / DPI), dpi=DPI * ratio, facecolor=theme.panel)
    canvas = FigureCanvasAgg(figure)
    axes = scatter_matrix.draw(figure, matrix, theme, check)
    check()
    canvas.draw()
    boxes = {cell: ax.get_position() for cell, ax in axes.items()}
    cells = {cell: (box.x0, 1 - box.y1, box.width, box.height) for cell, box in boxes.items()}
    across, down = canvas.get_width_height()
    return MatrixPicture(bytes(canvas.buffer_rgba()), (across, down), cells)


class MatrixPlot(QWidget):
    """The matrix with one cell under the mouse or the arrow keys."""

    cell_chosen = Signal(str, str)
    cell_lit = Signal(str, str)

    def __init__(self, tasks: TaskRunner, fail: Callable[[BaseException], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._tasks, self._fail = tasks, fail
        self.matrix: ScatterMatrixData | None = None
        self.picture: MatrixPicture | None = None
        self._image: QImage | None = None
        self._theme: Theme | None = None
        self._stale = False
        self.cell: tuple[int, int] | None = None
        self._settled = QTimer(self, singleShot=True, interval=60)
        self._settled.timeout.connect(self.redraw)
        self.setMinimumSize(120, 80)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Scatter-plot matrix")
        self.setAccessibleDescription("Arrow keys choose a pair of attributes, Enter opens it in the map")

    # -- drawing --------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.redraw()

    def show_matrix(self, matrix: ScatterMatrixData | None) -> None:
        """Another matrix; None: nothing is kept of the one before."""
        if self.matrix is None or matrix is None or matrix.names != self.matrix.names:
            self.picture = self._image = self.cell = None
        self.matrix = matrix
        self.redraw()

    def redraw(self) -> None:
        """Draw everything anew, in a task; while nobody sees it, only note that it has to be."""
        self._settled.stop()
        self._stale = not self.isVisible()
        matrix, theme, ratio = self.matrix, self._theme, self.devicePixelRatioF()
        size = (self.width(), self.height())
        if self._stale or matrix is None or theme is None or min(size) < 60:
            return
        self._tasks.start(
            PICTURE_TASK,
            lambda job: drawn(matrix, theme, size, ratio, job.check),
            on_done=self._show,
            on_error=self._fail,
        )

    def _show(self, picture: MatrixPicture) -> None:
        self.picture = picture
        across, down = picture.size
        self._image = QImage(picture.pixels, across, down, 4 * across, QImage.Format.Format_RGBA8888)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image is None or self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(
            QPainter.RenderHint.SmoothPixmapTransform
        )  # the old picture while a new one comes
        painter.drawImage(QRectF(self.rect()), self._image)
        if self.cell is not None:
            painter.setPen(pen(self._theme.accent, self._theme.px(2)))
            painter.drawRect(self.place_of(self.cell))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settled.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._settled.start()  # the layout gives it its size first

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._settled.stop()
        if self._tasks.is_running(PICTURE_TASK):
            self._tasks.cancel(PICTURE_TASK)
            self._stale = True

    # -- cells ----------------------------------------------------------------------------------------

    def place_of(self, cell: tuple[int, int]) -> QRectF:
        """Where a cell, given as (row, column), is."""
        assert self.picture is not None
        x, y, wide, tall = self.picture.cells[cell]
        across, down = self.width(), self.height()
        return QRectF(x * across, y * down, wide * across, tall * down)

    def light(self, cell: tuple[int, int] | None) -> None:
        """Frame a cell; None: no cell."""
        if cell == self.cell or self.picture is None or self.matrix is None:
            return
        self.cell = cell
        if cell is not None:
            self.cell_lit.emit(self.matrix.names[cell[1]], self.matrix.names[cell[0]])
        self.update()

    def open_cell(self) -> None:
        if self.cell is not None and self.matrix is not None:
            self.cell_chosen.emit(self.matrix.names[self.cell[1]], self.matrix.names[self.cell[0]])

    def _at(self, place: QPointF) -> tuple[int, int] | None:
        cells = self.picture.cells if self.picture is not None else {}
        return next((cell for cell in cells if self.place_of(cell).contains(place)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.light(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.light(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.light(cell)
            self.open_cell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS and self.picture is not None and self.matrix is not None:
            last = len(self.matrix.names) - 1
            row, column = self.cell if self.cell is not None else (0, 0)
            by = ARROWS[key] if self.cell is not None else (0, 0)
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
        self._chosen_of = ""
        self.plot = MatrixPlot(context.tasks, self._not_drawn, self)
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
            self.plot.show_matrix(None)
            return
        if query.data.origin != self._chosen_of:
            self._chosen_of, self._chosen = query.data.origin, ()
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
        self.clear_error()
        self.set_subtitle(f"{len(matrix.names)} attributes")
        self.plot.show_matrix(matrix)

    def _not_drawn(self, error: BaseException) -> None:
        self.show_error(error, "Choose other attributes for the matrix.")

    def _say(self, x: str, y: str) -> None:
        words = f"{x}: its histogram" if x == y else f"{y} against {x}: click to open it in the map"
        self.plot.setToolTip(words)
        self.plot.setAccessibleDescription(words + "; arrow keys choose a pair, Enter opens it")

    def choose(self, names: tuple[str, ...]) -> None:
        """Show these attributes."""
        query = self.context.state.query
        if query is not None:
            self._chosen, self._chosen_of = names[:MOST_ATTRIBUTES], query.data.origin
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
        return PlotFigure(scatter_matrix.draw, self.plot.matrix, (900, 900))

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
