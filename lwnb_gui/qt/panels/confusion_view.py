"""Confusion matrices, painted: a cell under the mouse or the arrow keys; a click or Enter takes it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lwnb_gui.plots import confusion as figure
from lwnb_gui.plots.confusion import ConfusionData, MatrixPlace
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.arrow_keys import ARROWS
from lwnb_gui.qt.panels.painting import CENTRE, LEFT, RIGHT, Brush, Fonts, fill, pen
from lwnb_gui.qt.tool_tip import show_tip
from lwnb_gui.text import count, shown


@dataclass(frozen=True)
class Place:
    """A cell of one of the matrices."""

    matrix: int
    true: int
    given: int


class ConfusionView(QWidget):
    """Counts in cells; what is right stands out, recall stands beside and precision below."""

    cell_chosen = Signal(str, int, int)  # learner, true class, class given
    cell_reached = Signal(object)  # Place or None: for whoever keeps it in sight

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.matrices: tuple[ConfusionData, ...] = ()
        self.chosen: tuple[str, int, int] | None = None  # whose rows are listed
        self.current: Place | None = None
        self.dim = False
        self.unit = "row"  # what is counted
        self._hovered: Place | None = None
        self._theme: Theme = LIGHT
        self._fonts = Fonts(LIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Confusion matrices")

    # -- for the panel ------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._fonts = theme, Fonts(theme)
        self._resized()

    def show_matrices(self, matrices: tuple[ConfusionData, ...]) -> None:
        same = [(m.name, m.classes) for m in matrices] == [(m.name, m.classes) for m in self.matrices]
        self.matrices = matrices
        if not same:
            self.current = self._hovered = None
        self._resized()

    def set_chosen(self, chosen: tuple[str, int, int] | None) -> None:
        if chosen != self.chosen:
            self.chosen = chosen
            self.update()

    def places(
        self, several: tuple[ConfusionData, ...] | None = None, width: float | None = None
    ) -> tuple[MatrixPlace, ...]:
        """Where the matrices stand, or where others would, at a width."""
        fonts = self._fonts
        return figure.places(
            self.matrices if several is None else several,
            self._theme,
            float(self.width()) if width is None else width,
            lambda text: fonts.width(text, fonts.small),
        )

    def place_of(self, cell: Place) -> QRectF:
        """Where a cell is."""
        found = self.places()[cell.matrix]
        x, y = found.corner(cell.true, cell.given)
        return QRectF(x, y, *found.cell)

    def sizeHint(self) -> QSize:
        found = self.places()
        return QSize(300, round(found[-1].bottom if found else self._theme.px(100)) + 6)

    def _resized(self) -> None:
        if self.height() != self.sizeHint().height():
            self.setFixedHeight(self.sizeHint().height())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resized()

    # -- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        brush = Brush(painter, self._theme, self._fonts)
        if self.dim:
            painter.setOpacity(0.45)
        px, seen = self._theme.px, event.rect()
        for i, (data, place) in enumerate(zip(self.matrices, self.places(), strict=True)):
            above = place.top - px(figure.HEAD_LINE + figure.NAME_LINE)
            if above <= seen.bottom() and place.top + place.cell[1] * (place.n + 1) >= seen.top():
                self._paint_heads(brush, data, place)
                self._paint_cells(brush, data, place, i, seen)
        painter.end()

    def _paint_heads(self, brush: Brush, data: ConfusionData, place: MatrixPlace) -> None:
        theme, fonts = self._theme, self._fonts
        px = theme.px
        tall, right = place.cell[1], place.right - px(4)
        first = data.name == "LWNB"
        heads = place.top - px(figure.HEAD_LINE)
        title = heads - px(figure.NAME_LINE)
        line = QRectF(place.cells_left, title, right - place.cells_left, px(figure.NAME_LINE))
        name_font = fonts.strong if first else fonts.text
        brush.text(line, data.name, colour=theme.accent if first else theme.ink, font=name_font)
        words = f"{figure.percent(data.accuracy)} %"
        brush.text(line, words, align=RIGHT, colour=theme.ink2, font=fonts.small)
        below = QRectF(place.left, place.top + tall * place.n, place.names, tall)
        if place.named:
            at = QRectF(right - px(60), heads, px(60), px(figure.HEAD_LINE))
            brush.text(at, "recall", align=RIGHT, colour=theme.ink3, font=fonts.small)
            brush.text(below, "precision", colour=theme.ink3, font=fonts.small)
        figures = place.counted
        names = fonts.fitted_all(data.classes, fonts.small, place.names - px(22))
        for c, name in enumerate(names):
            x, y = place.corner(c, c)
            brush.marker(x + place.cell[0] / 2, heads + px(figure.HEAD_LINE) / 2, c)
            brush.marker(place.left + px(6), y + tall / 2, c)
            if place.named:
                room = QRectF(place.left + px(18), y, place.names - px(22), tall)
                brush.text(room, name, align=LEFT, font=fonts.small)
            recall = QRectF(right - px(60), y, px(60), tall)
            brush.text(
                recall, figure.percent(data.recall[c]), align=RIGHT, colour=theme.ink2, font=fonts.small
            )
            if figures:
                under = QRectF(x, below.y(), place.cell[0], tall)
                words = figure.precision_text(data, c, place, theme)
                brush.text(under, words, align=CENTRE, colour=theme.ink2, font=fonts.small)

    def _paint_cells(
        self, brush: Brush, data: ConfusionData, place: MatrixPlace, i: int, seen: QRect
    ) -> None:
        """The lines that are in sight: a matrix of many classes is far larger than the panel."""
        theme, fonts, painter = self._theme, self._fonts, brush.painter
        figures = place.counted
        for true in range(len(data.classes)):
            top = place.corner(true, 0)[1]
            if top > seen.bottom() or top + place.cell[1] < seen.top():
                continue
            for given in range(len(data.classes)):
                x, y = place.corner(true, given)
                box = QRectF(x + 0.5, y + 0.5, place.cell[0] - 1, place.cell[1] - 1)
                ground = figure.cell_colour(data, true, given, theme, figures)
                here, some = Place(i, true, given), data.matrix[true, given] > 0
                listed = self.chosen == (data.name, true, given)
                if listed or (here == self._hovered and some):
                    ground = theme.accent_tint if listed else theme.hover
                painter.fillRect(box, fill(ground))
                if figures:
                    font = fonts.small_strong if true == given else fonts.small
                    colour = theme.ink if some else theme.ink3
                    words = figure.cell_text(data, true, given)
                    brush.text(box, words, align=CENTRE, colour=colour, font=font)
                if listed or (here == self.current and self.hasFocus()):
                    painter.setPen(pen(theme.accent, theme.line_lit))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(box)

    # -- words --------------------------------------------------------------------------------------

    def words(self, cell: Place) -> str:
        """What a cell says."""
        data = self.matrices[cell.matrix]
        true, given = shown(data.classes[cell.true]), shown(data.classes[cell.given])
        n = round(float(data.matrix[cell.true, cell.given]))
        rows = count(n, self.unit)
        if cell.true == cell.given:
            return f"{rows} of {true} that {data.name} gives rightly."
        return f"{rows} of {true} that {data.name} calls {given}."

    def _tip(self, x: float, y: float) -> str:
        cell = self.cell_at(x, y)
        if cell is not None:
            data = self.matrices[cell.matrix]
            share = figure.percent(data.shares[cell.true, cell.given])
            more = f" That is {share} % of this class." if share != "–" else ""
            click = " Click to list them." if data.matrix[cell.true, cell.given] > 0 else ""
            return self.words(cell) + more + click
        return (
            "Recall: of the rows of a class, how many percent the learner gives it.\n"
            "Precision: of the rows that the learner gives a class, how many percent are of it."
        )

    # -- mouse and keys -----------------------------------------------------------------------------

    def cell_at(self, x: float, y: float) -> Place | None:
        for i, place in enumerate(self.places()):
            found = place.cell_at(x, y)
            if found is not None:
                return Place(i, *found)
        return None

    def choose(self, cell: Place) -> None:
        """List the rows of a cell; one without rows has nothing to list."""
        data = self.matrices[cell.matrix]
        if data.matrix[cell.true, cell.given] > 0:
            self.cell_chosen.emit(data.name, cell.true, cell.given)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().x(), event.position().y())
        if cell != self._hovered:
            self._hovered = cell
            some = cell is not None and self.matrices[cell.matrix].matrix[cell.true, cell.given] > 0
            self.setCursor(Qt.CursorShape.PointingHandCursor if some else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().x(), event.position().y())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._go_to(cell)
            self.choose(cell)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS and self.matrices:
            self._go_to(self._beside(*ARROWS[key]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.current is not None:
            self.choose(self.current)
        else:
            event.ignore()  # digits go to k, all else to the window

    def _beside(self, down: int, right: int) -> Place:
        """The next cell that way; from the last column one comes to the next learner's first."""
        now = self.current
        n = len(self.matrices[0].classes)
        if now is None:
            return Place(0, 0, 0)
        across = now.matrix * n + now.given + right
        across = min(max(across, 0), len(self.matrices) * n - 1)
        return Place(across // n, min(max(now.true + down, 0), n - 1), across % n)

    def _go_to(self, cell: Place) -> None:
        self.current = cell
        self.setAccessibleDescription(self.words(cell) + " Enter lists them.")
        self.cell_reached.emit(cell)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current is None and self.matrices and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._go_to(Place(0, 0, 0))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tip(event.globalPos(), self._tip(float(event.x()), float(event.y())), self)
            return True
        return super().event(event)
