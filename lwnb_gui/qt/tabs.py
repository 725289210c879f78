"""Panels that share one place: a row of tabs in the place of their titles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from lwnb_gui.qt.panel import TITLE_ROW, Panel
from lwnb_gui.qt.theme_qt import ui_font
from lwnb_gui.theme import Theme


class TabStack(QWidget):
    """Shows one of several panels; the header tools of the one shown stand at the right of the tabs.

    With `subtitles` its grey words stand right after them.
    """

    tab_shown = Signal(int)

    def __init__(
        self,
        panels: Sequence[Panel],
        theme: Theme,
        parent: QWidget | None = None,
        *,
        subtitles: bool = False,
        filled: bool = True,
    ) -> None:
        """Where it is not `filled`, each of the panels comes with `take_in`: moving one takes a while."""
        super().__init__(parent)
        self._panels = tuple(panels)
        self._offered = self._panels
        self._stack = QStackedWidget(self)
        self._row = QWidget(self)
        self._row.setObjectName("tabRow")
        self._row.setFixedHeight(round(TITLE_ROW * theme.scale))
        self._line = QHBoxLayout(self._row)
        self._line.setContentsMargins(0, 0, 8, 0)
        self._line.setSpacing(0)
        self._tabs = QButtonGroup(self)
        self._tabs.setExclusive(True)
        metrics = QFontMetrics(ui_font(theme, theme.size_panel, semibold=True))
        for index, panel in enumerate(self._panels):
            tab = QPushButton(panel.title, self._row)
            tab.setObjectName("tab")
            tab.setCheckable(True)
            tab.setFixedWidth(metrics.horizontalAdvance(panel.title) + round(theme.px(24)))  # also when bold
            tab.setAccessibleName(f"{panel.title} tab")
            self._tabs.addButton(tab, index)
            self._line.addWidget(tab)
        self._subtitles = QStackedWidget(self._row)
        self._lends_subtitles = subtitles
        self._line.addWidget(self._subtitles, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._row)
        column.addWidget(self._stack, 1)
        self._tabs.idClicked.connect(self.show_tab)
        if filled:
            for panel in self._panels:
                self.take_in(panel)

    def take_in(self, panel: Panel) -> None:
        """Move a panel here, in the order of the tabs; the first one is shown."""
        panel.set_title_visible(False)
        self._stack.addWidget(panel)
        if self._lends_subtitles:
            tabs = sum(button.width() for button in self._tabs.buttons())
            self._subtitles.addWidget(_page(panel.lend_subtitle(tabs)))
        self._line.addWidget(panel.header_tools)
        if panel is self._panels[0]:
            self.show_tab(0)
        else:
            self._show_tools()

    @property
    def row(self) -> QWidget:
        """The tabs, with the tools and words that are lent to them."""
        return self._row

    @property
    def in_front(self) -> QWidget:
        """The panel that is shown."""
        return self._stack.currentWidget() or self

    def show_tab(self, index: int) -> None:
        self._tabs.button(index).setChecked(True)
        self._stack.setCurrentIndex(index)
        self._subtitles.setCurrentIndex(index)
        self._show_tools()
        self.tab_shown.emit(index)

    def offer(self, panels: Collection[Panel]) -> None:
        """Only these have a tab; one that has come anew is shown. Without any, a blank place is left."""
        offered = tuple(panel for panel in self._panels if panel in panels)
        if offered == self._offered or not self._panels:
            return
        new = [panel for panel in offered if panel not in self._offered]
        self._offered = offered
        for i, panel in enumerate(self._panels):
            self._tabs.button(i).setVisible(panel in offered)
        current = self._panels[self._stack.currentIndex()]
        if len(new) == 1:
            self.show_panel(new[0])
        elif offered and current not in offered:
            self.show_panel(offered[0])
        self._show_tools()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tools go where there is no room for them beside the tabs: each is in the menus too."""
        super().resizeEvent(event)
        self._show_tools()

    def _show_tools(self) -> None:
        current = self._stack.currentIndex()
        tabs = sum(button.width() for button in self._tabs.buttons() if not button.isHidden())
        for i, panel in enumerate(self._panels):
            needed = tabs + panel.header_tools.sizeHint().width() + 8
            shown = i == current and panel in self._offered
            panel.header_tools.setVisible(shown and needed <= self.width())

    def show_panel(self, panel: Panel) -> None:
        if panel in self._offered:
            self.show_tab(self._panels.index(panel))

    def release(self) -> None:
        """Give the panels their titles and tools back, so that they can stand alone again."""
        for _ in self.releasing():
            pass

    def releasing(self) -> Iterator[None]:
        """Release one panel after the other: that takes a while."""
        panels, self._panels = self._panels, ()  # the row must not hide tools that are no longer its own
        for panel in panels:
            panel.give_tools_back()
            panel.set_title_visible(True)
            yield


def _page(subtitle: QWidget) -> QWidget:
    """A page of its own, so that showing the words of a panel behind another does not show them here."""
    page = QWidget()
    line = QHBoxLayout(page)
    line.setContentsMargins(8, 0, 8, 0)
    line.addWidget(subtitle, 1)
    return page
