"""The scatter-plot matrix as a widget: drawn by matplotlib in a task, one cell highlighted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QWidget

from lwnb_gui.plots import scatter_matrix
from lwnb_gui.plots.scatter_matrix import ScatterMatrixData
from lwnb_gui.qt.run.tasks import TaskRunner
from lwnb_gui.qt.widgets.arrow_keys import ARROWS
from lwnb_gui.theme import DPI, LIGHT, Theme

TASK = "data-matrix-picture"

Cell = tuple[int, int]  # row, column


@dataclass(frozen=True, eq=False)
class MatrixPicture:
    """The matrix as it was drawn.

    Attributes
    ----------
    pixels
        Rows of red, green, blue and alpha.
    size
        Width and height in pixels.
    cells
        Left, top, width and height of each cell, as shares of the whole.
    """

    pixels: bytes
    size: tuple[int, int]
    cells: dict[Cell, tuple[float, float, float, float]]


def draw_picture(
    matrix: ScatterMatrixData, theme: Theme, size: tuple[int, int], ratio: float, check: Callable[[], None]
) -> MatrixPicture:
    """Draw on a separate figure, so that any thread may do it; 36 cells take a third of a second."""
    figure = Figure(figsize=(size[0] / DPI, size[1] / DPI), dpi=DPI * ratio, facecolor=theme.panel)
    canvas = FigureCanvasAgg(figure)
    axes = scatter_matrix.draw(figure, matrix, theme, check)
    check()
    canvas.draw()
    boxes = {cell: ax.get_position() for cell, ax in axes.items()}
    cells = {cell: (box.x0, 1 - box.y1, box.width, box.height) for cell, box in boxes.items()}
    return MatrixPicture(bytes(canvas.buffer_rgba()), canvas.get_width_height(), cells)


class MatrixPlot(QWidget):
    """The matrix, in which mouse or arrow keys highlight a cell, and a click or Enter selects it."""

    cell_chosen = Signal(str, str)  # attributes along x and y
    cell_highlighted = Signal(str, str)
    failed = Signal(object)  # the exception

    def __init__(self, tasks: TaskRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._theme = LIGHT
        self._image: QImage | None = None
        self.matrix: ScatterMatrixData | None = None
        self.picture: MatrixPicture | None = None
        self.cell: Cell | None = None
        self.setMinimumSize(120, 80)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Scatter-plot matrix")
        self.setAccessibleDescription("Arrow keys choose a pair of attributes, Enter opens it in the map")

    # -- drawing --------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._redraw()

    def show_matrix(self, matrix: ScatterMatrixData | None) -> None:
        """Show another matrix, or none."""
        if self.matrix is None or matrix is None or matrix.names != self.matrix.names:
            self.picture = self._image = self.cell = None
        self.matrix = matrix
        self._redraw()

    def _redraw(self) -> None:
        """Draw again; until the task is done, the last picture is shown in the new size."""
        matrix, theme, ratio = self.matrix, self._theme, self.devicePixelRatioF()
        size = (self.width(), self.height())
        if matrix is None or not self.isVisible():
            self._tasks.cancel(TASK)
            self.update()
            return
        self._tasks.start(
            TASK,
            lambda job: draw_picture(matrix, theme, size, ratio, job.check),
            on_done=self._show,
            on_error=self.failed.emit,
        )

    def _show(self, picture: MatrixPicture) -> None:
        self.picture = picture
        width, height = picture.size
        self._image = QImage(picture.pixels, width, height, 4 * width, QImage.Format.Format_RGBA8888)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._image)
        if self.cell is not None:
            painter.setPen(QPen(QColor(self._theme.accent), self._theme.px(2)))
            painter.drawRect(self.cell_rect(self.cell))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._redraw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._redraw()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tasks.cancel(TASK)

    # -- cells ----------------------------------------------------------------------------------------

    def cell_rect(self, cell: Cell) -> QRectF:
        """Return the place of a cell in the widget."""
        assert self.picture is not None
        x, y, wide, tall = self.picture.cells[cell]
        return QRectF(x * self.width(), y * self.height(), wide * self.width(), tall * self.height())

    def highlight(self, cell: Cell | None) -> None:
        """Frame a cell; None: no cell."""
        if cell == self.cell or self.picture is None or self.matrix is None:
            return
        self.cell = cell
        if cell is not None:
            self.cell_highlighted.emit(self.matrix.names[cell[1]], self.matrix.names[cell[0]])
        self.update()

    def choose_cell(self) -> None:
        """Choose the cell that is highlighted."""
        if self.cell is not None and self.matrix is not None:
            self.cell_chosen.emit(self.matrix.names[self.cell[1]], self.matrix.names[self.cell[0]])

    def _cell_at(self, point: QPointF) -> Cell | None:
        cells = self.picture.cells if self.picture is not None else {}
        return next((cell for cell in cells if self.cell_rect(cell).contains(point)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.highlight(self._cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.highlight(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.highlight(cell)
            self.choose_cell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS and self.picture is not None and self.matrix is not None:
            last = len(self.matrix.names) - 1
            row, column = self.cell or (0, 0)
            down, right = ARROWS[key] if self.cell is not None else (0, 0)
            self.highlight((min(max(row + down, 0), last), min(max(column + right, 0), last)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.choose_cell()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.cell is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self.highlight((0, 0))
