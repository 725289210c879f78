"""The ribbon below the k slider: the posterior at every k. A click in it sets k."""

from __future__ import annotations

from matplotlib.backend_bases import MouseEvent
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from lwnb_core import Sweep
from lwnb_gui.plots.ribbon import RibbonArtists, RibbonData, ribbon_data
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.canvas import Canvas
from lwnb_gui.qt.k_slider import MARGIN, ChooseK, Gesture
from lwnb_gui.qt.ribbon_names import BOTTOM, TOP


class Ribbon(Canvas):
    """Drawn anew for another instance; while k moves only the cursor does, and Qt paints that."""

    def __init__(self, choose: ChooseK, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choose = choose
        self._gesture = Gesture()
        self._theme: Theme = LIGHT
        self._k = 1
        self._rivals = True
        self._data: RibbonData | None = None
        self._artists: RibbonArtists | None = None
        self._made: object = None  # theme and rows that the artists were made for
        self._as_wanted = True  # what the figure holds; it is made when it is drawn, and once for all changes
        self.setAccessibleName("Posterior at every k")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumHeight(30)
        self.mpl_connect("button_press_event", self._pressed)
        self.mpl_connect("motion_notify_event", self._moved)

    @property
    def words(self) -> str:
        """The flips in words."""
        return self._data.words if self._data is not None else ""

    def set_sweep(self, sweep: Sweep, n: int) -> None:
        """Another instance, with n training rows."""
        self._data = ribbon_data(sweep, n)
        self._make_soon()

    def clear(self) -> None:
        self._data = self._artists = None
        self._make_soon()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._make_soon()

    def set_rivals(self, shown: bool) -> None:
        """Whether the rows of KNN and KNNDW are there."""
        if shown != self._rivals:
            self._rivals = shown
            self._make_soon()

    def set_k(self, k: int) -> None:
        before, self._k = self.cursor_places(), k
        for place in (*before, *self.cursor_places()):
            self.update(place.toAlignedRect().adjusted(-1, 0, 1, 0))

    def cursor_places(self) -> list[QRectF]:
        """The line at k through every row, in pixels of the widget."""
        if self._artists is None:
            return []
        ratio, width = self.device_pixel_ratio, self._theme.line_cursor
        found = []
        for ax in self._artists.rows:
            box = ax.bbox
            x = box.x0 + self._artists.place_of(self._k) * box.width
            top = self.height() - box.y1 / ratio
            found.append(QRectF(x / ratio - width / 2, top, width, box.height / ratio))
        return found

    def k_at(self, x: float) -> int:
        """The k under a place, in the figure's own pixels."""
        if not self._as_wanted:
            self._make()
        return self._artists.k_at(x) if self._artists is not None else self._k

    def sizeHint(self) -> QSize:
        return QSize(600, 80)

    def draw(self) -> None:
        if not self._as_wanted:
            self._make()
        super().draw()

    def _make_soon(self) -> None:
        self._as_wanted = False
        self.draw_idle()

    def _make(self) -> None:
        self._as_wanted = True
        made = (self._theme, self._rivals)
        if (
            self._data is not None
            and self._artists is not None
            and self._made == made
            and self._artists.fits(self._data)
        ):
            self._artists.show(self._data)
            return
        self._made = made
        figure = self.clear_figure()
        figure.set_facecolor(self._theme.window)
        if self._data is not None:
            theme = self._theme
            self._artists = RibbonArtists(
                figure,
                self._data,
                theme,
                left=MARGIN,
                right=MARGIN,
                top=theme.px(TOP),
                bottom=theme.px(BOTTOM),
                rivals=self._rivals,
                background=theme.window,
            )

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in self.cursor_places():
            painter.fillRect(place, QColor(self._theme.ink))
        painter.end()

    def _pressed(self, event: MouseEvent) -> None:
        if self._data is not None and event.button == 1:
            self._choose(self.k_at(event.x), self._gesture.begin())

    def _moved(self, event: MouseEvent) -> None:
        k = self.k_at(event.x)
        if self._artists is None:
            return
        if self._is_dragging(event):
            self._choose(k, self._gesture.go_on())
        else:
            QToolTip.showText(self.cursor().pos(), self._artists.read_out(k), self)

    def _is_dragging(self, event: MouseEvent) -> bool:
        gui = event.guiEvent
        return bool(gui is not None and gui.buttons() & Qt.MouseButton.LeftButton)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the strip takes it
