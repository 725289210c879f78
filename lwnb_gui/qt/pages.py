"""The pages of the places: made, dressed and turned to, each in a turn of its own where that takes long."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from lwnb_gui.plots.loading import is_being_loaded, load_matplotlib
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.explore import Explore
from lwnb_gui.qt.in_turns import AGAIN, done_now, is_late, is_long
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.plain_place import plain_place
from lwnb_gui.qt.registry import create
from lwnb_gui.qt.rubbish import set_aside
from lwnb_gui.qt.theme_qt import Themer
from lwnb_gui.state import Place
from lwnb_gui.state.teaching import PANEL_NAMES

_PLACE_TAKES = 0.05  # seconds, about, to make a place, and again to dress it
_LONGEST_WAIT = 30  # turns for a page to be arranged


class Pages(QStackedWidget):
    """One page a place. `turn` is asked to show a page once it is ready, instead of the one that is shown."""

    made = Signal()  # a page that has to find its size
    waits = Signal(str)  # why there is nothing yet; an empty text: there is

    def __init__(
        self, context: Context, themer: Themer, turn: Callable[[QWidget], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._context, self._themer, self._turn = context, themer, turn
        self._pages: dict[Place, QWidget] = {}
        self._panels: dict[str, Panel | None] = {}  # of Explore, there before their place is
        self._waited = 0

    def add(self, name: Place, page: QWidget) -> None:
        self._pages[name] = page
        self.addWidget(page)

    @property
    def explore(self) -> Explore | None:
        """If it has been made."""
        page = self._pages.get("explore")
        return page if isinstance(page, Explore) else None

    def page(self, name: Place) -> QWidget:
        """Made when it is first needed."""
        if name not in self._pages:
            load_matplotlib()  # a thread may be at it
            if name == "explore":
                self.add(name, Explore(self._context, self._panels))
            else:
                self.add(name, create(name, self._context) or plain_place(name, self._context))
            self.made.emit()
            set_aside()
        return self._pages[name]

    def dress_ahead(self, name: Place) -> None:
        """Make a page that nobody is on yet, ready to be shown."""
        self.page(name)
        self._context.turns.add(self, partial(self._dress, name))

    def bring(self, name: Place, *, others: bool = False) -> None:
        """Make, dress and show the page of a place. With other data it is shown a turn later, and filled
        once, with their own result.
        """
        known = self._pages.get(name)
        if known is self.currentWidget():
            return
        if known is None and is_being_loaded():
            self.waits.emit("Preparing to draw; the first start takes longest …")
            self._context.tasks.start("figures", lambda job: load_matplotlib(), on_done=self._loaded)
            return
        wait = others or known is None or not self._themer.has_dressed(known)
        wait = wait and is_long(_PLACE_TAKES)
        steps: list[Callable[[], object]] = []
        if name == "explore" and known is None:
            steps += [partial(self._make_panel, panel) for panel in PANEL_NAMES]
        steps += [partial(self.page, name), partial(self._dress, name), self._show]
        for step in steps:
            wait = wait or is_late() or not done_now(step)
            if wait:
                self._context.turns.add(self, step)

    def end(self) -> None:
        """Nothing is left of what has no page yet."""
        for panel in self._panels.values():
            if panel is not None and panel.parent() is None:
                panel.deleteLater()
        self._panels.clear()

    def _loaded(self, _: None) -> None:
        self.waits.emit("")
        self.bring(self._context.state.view.place)

    def _make_panel(self, name: str) -> None:
        load_matplotlib()
        if name not in self._panels:
            self._panels[name] = create(name, self._context)

    def _dress(self, name: Place) -> object:
        return self._themer.dress_some(self.page(name))

    def _show(self) -> object:
        page = self.page(self._context.state.view.place)
        if self._themer.dress_some(page) is AGAIN:
            return AGAIN  # it is another place than was asked for first
        if isinstance(page, Explore) and not page.is_arranged and self._waited < _LONGEST_WAIT:
            self._waited += 1  # what is shown before it is arranged is neither page
            self._context.turns.add(self, self._show)
            return None
        self._waited = 0
        self._turn(page)
        return None
