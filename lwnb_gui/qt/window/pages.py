"""The pages of the window, of which one is shown."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from lwnb_gui.app.display_state import PageName
from lwnb_gui.plots.loading import is_being_loaded, load_matplotlib
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.explore.page import ExplorePage
from lwnb_gui.qt.registry import create


class Pages(QStackedWidget):
    """The pages, each created when it is first visited. A page follows the state only while it is visible."""

    shown = Signal(bool)  # another page; whether the focus was in the previous one
    focus_gone = Signal()  # the part that had the focus has left the page
    waits = Signal(str)  # why a page is not there yet; empty if it is

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._pages: dict[PageName, QWidget] = {}

    def add(self, name: PageName, page: QWidget) -> None:
        self._pages[name] = page
        self.addWidget(page)

    @property
    def explore(self) -> ExplorePage | None:
        """The page Explore, if it has been created."""
        page = self._pages.get("explore")
        return page if isinstance(page, ExplorePage) else None

    def page(self, name: PageName) -> QWidget:
        """Return the page of that name, created when it is first needed."""
        if name == "explore" and name not in self._pages:
            self.add(name, self._explore_page())
        elif name not in self._pages:
            load_matplotlib()
            self.add(name, create(name, self._context))
        return self._pages[name]

    def _explore_page(self) -> ExplorePage:
        page = ExplorePage(self._context, self)
        page.focus_gone.connect(self.focus_gone)
        return page

    def show_page(self, name: PageName) -> None:
        """Show a page; on the very first start, those with figures wait until matplotlib has found the fonts,
        which takes seconds.
        """
        if name != "explore" and name not in self._pages and is_being_loaded():
            self.waits.emit("Preparing; the first start takes longest …")
            self._context.tasks.start("figures", lambda job: load_matplotlib(), on_done=self._loaded)
            return
        page = self.page(name)
        if page is not self.currentWidget():
            focus: QWidget | None = self.window().focusWidget()
            had_focus = focus is not None and self.isAncestorOf(focus)
            self.setCurrentWidget(page)
            self.shown.emit(had_focus)

    def _loaded(self, _: None) -> None:
        self.waits.emit("")
        self.show_page(self._context.state.display.page)
