"""Panels that share one area: a row of tabs instead of their titles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.widgets.title_row import TITLE_ROW
from lwnb_gui.qt.window.qt_theme import ui_font
from lwnb_gui.theme import Theme


class TabStack(QWidget):
    """Shows one of several panels. Its header tools stand at the right of the tabs, and with `subtitles` its
    subtitle right after them.
    """

    tab_shown = Signal(int)

    def __init__(
        self,
        panels: Sequence[Panel],
        theme: Theme,
        parent: QWidget | None = None,
        *,
        subtitles: bool = False,
    ) -> None:
        super().__init__(parent)
        self._panels = tuple(panels)
        self._offered = self._panels
        self._front_of_all: Panel | None = None  # the panel in front when every panel had a tab
        self.row = QWidget(self)
        self.row.setObjectName("tabRow")
        self._line = QHBoxLayout(self.row)
        self._line.setContentsMargins(0, 0, 8, 0)
        self._line.setSpacing(0)
        self.bar = _TabBar(self.row)
        self.bar.setAccessibleName("Panels")
        for panel in self._panels:
            self.bar.addTab(panel.title.replace("&", "&&"))
        self._stack = QStackedWidget(self)
        self._subtitles = QStackedWidget(self.row)
        self._line.addWidget(self.bar)
        self._line.addWidget(self._subtitles, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.row)
        column.addWidget(self._stack, 1)
        self.set_theme(theme)
        for panel in self._panels:
            panel.set_title_visible(False)
            self._stack.addWidget(panel)
            if subtitles:
                self._subtitles.addWidget(_page(panel.title_row.take_subtitle(self.bar.sizeHint().width())))
            self._line.addWidget(panel.header_tools)
        self.bar.currentChanged.connect(self._show)
        self._show(0)

    def set_theme(self, theme: Theme) -> None:
        self.row.setFixedHeight(round(TITLE_ROW * theme.scale))
        self.bar.set_theme(theme)

    @property
    def in_front(self) -> QWidget:
        """The panel that is shown."""
        return self._stack.currentWidget() or self

    def show_tab(self, index: int) -> None:
        self.bar.setCurrentIndex(index)

    def show_panel(self, panel: Panel) -> None:
        if panel in self._offered:
            self.show_tab(self._panels.index(panel))

    def offer(self, panels: Collection[Panel], coming: Callable[[Panel], int]) -> None:
        """Give only these panels a tab, and show a new one. Without any, show the blank panel that comes
        first, as `coming` counts; with all of them again, the one that was in front before.
        """
        if self._offered == self._panels and self._panels:
            self._front_of_all = self._panels[max(self.bar.currentIndex(), 0)]
        offered = tuple(panel for panel in self._panels if panel in panels)
        new = [panel for panel in offered if panel not in self._offered]
        self._offered = offered
        with QSignalBlocker(self):  # the tab to which the bar moves was not chosen by the user
            for i, panel in enumerate(self._panels):
                self.bar.setTabVisible(i, panel in offered)
        self.bar.setVisible(bool(offered))  # without tabs it would still take the focus
        self.bar.updateGeometry()  # Qt does not do so itself: the subtitle follows the last tab
        if len(new) == 1:
            self.show_panel(new[0])
        elif not offered and self._panels:
            self._stack.setCurrentWidget(min(self._panels, key=coming))
        elif new and offered == self._panels and self._front_of_all is not None:
            self.show_panel(self._front_of_all)
        if offered:  # the tabs may not have changed while a blank panel was shown
            self._stack.setCurrentIndex(self.bar.currentIndex())
        self._show_tools()

    def release(self) -> None:
        """Give the panels their titles and tools back, so that they can stand alone again."""
        panels, self._panels = self._panels, ()
        for panel in panels:
            panel.title_row.take_back()
            panel.set_title_visible(True)

    def _show(self, index: int) -> None:
        if index >= 0:  # it is -1 where no panel is offered
            self._stack.setCurrentIndex(index)
            self._subtitles.setCurrentIndex(index)
            self._show_tools()
            self.tab_shown.emit(index)

    def _show_tools(self) -> None:
        """Hide tools that do not fit: each is also in the menus."""
        tabs = self.bar.sizeHint().width()
        for panel in self._panels:
            needed = tabs + panel.header_tools.sizeHint().width() + 8
            is_shown = panel is self.in_front and panel in self._offered
            panel.header_tools.setVisible(is_shown and needed <= self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_tools()


class _TabBar(QTabBar):
    """Tabs that are wide enough for their titles in the semibold type of the current one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._size = QSize()
        self._metrics = self.fontMetrics()
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)

    def set_theme(self, theme: Theme) -> None:
        self._metrics = QFontMetrics(ui_font(theme, theme.size_panel, semibold=True))
        self._size = QSize(round(theme.px(24)), round(TITLE_ROW * theme.scale) - 1)
        self.setFont(ui_font(theme, theme.size_panel))  # the tabs are laid out anew

    def tabSizeHint(self, index: int) -> QSize:
        title = self.tabText(index).replace("&&", "&")
        return QSize(self._metrics.horizontalAdvance(title) + self._size.width(), self._size.height())


def _page(subtitle: QWidget) -> QWidget:
    """Return a wrapper, so that a subtitle that its panel shows does not come to the front with it."""
    page = QWidget()
    line = QHBoxLayout(page)
    line.setContentsMargins(8, 0, 8, 0)
    line.addWidget(subtitle, 1)
    return page
