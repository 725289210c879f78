"""The page Explore: three columns of panels, and tabs where the window is small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QToolButton, QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.registry import create
from lwnb_gui.qt.widgets.tabs import TabStack
from lwnb_gui.qt.widgets.widgets import thin_splitter
from lwnb_gui.qt.window.qt_theme import LEAST
from lwnb_gui.teaching.panels import panel_views, panels_in, places_in
from lwnb_gui.teaching.steps import visible_from
from lwnb_gui.views.steps import STEPS
from lwnb_gui.views.view import Area

NARROW, LOW, FOLDED = 1500, 880, LEAST.width()
_CRAMPED = 350  # of the page itself: with less, the answer and the tabs below have too little
HIDDEN_BY_GUESS = "Hidden until you choose a class."
# The content of each column, and its minimum width.
_COLUMNS: tuple[tuple[tuple[Area, ...], int], ...] = (
    (("left",), 200),
    (("map", "lower"), 420),
    (("right",), 460),
)
# Default sizes, for a window of 1600 × 1000; those that the user has dragged replace them.
_SIZES: dict[str, list[int]] = {
    "columns": [240, 720, 640],
    "columns-narrow": [216, 648, 502],
    "left": [470, 288],
    "centre": [500, 257],
    "map-posterior": [720, 480],
    "right": [187, 334, 236],
    "right-narrow": [187, 378],
    "lower-right": [272, 368],
}


@dataclass(frozen=True)
class Arrangement:
    """The facts that determine where the panels stand."""

    narrow: bool
    low: bool
    folded: bool  # the left column opens over the map
    cramped: bool  # the answer is one of the tabs
    scale: float
    panels: frozenset[str]


class ExplorePage(QWidget):
    """The panels, arranged for the size of the window. Extra width goes to the map, extra height 3 : 2."""

    focus_gone = Signal()  # the control that had it is no longer shown

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        from lwnb_gui.views.every import answer_view  # first needed after the start page

        super().__init__(parent)
        self.setAccessibleName("Explore")
        self._context = context
        self.panels: dict[str, Panel] = {
            view.name: create(view.name, context, self) for view in panel_views()
        }
        self._answer_name = answer_view().name
        self._answer = self.panels[self._answer_name]
        self.fold_button = QToolButton(self)
        self.fold_button.setText("☰")
        self.fold_button.setCheckable(True)
        self.fold_button.setAccessibleName("Instances")
        self.fold_button.setToolTip("Open the panels Instances and This instance over the map.")
        self.fold_button.toggled.connect(self._unfold)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self.fold_button, 0, Qt.AlignmentFlag.AlignTop)
        self._columns: QSplitter | None = None
        self._left: QWidget | None = None  # the left column
        self._splitters: dict[str, QSplitter] = {}
        self._parts: dict[str, tuple[Sequence[QWidget | None], Sequence[int]]] = {}  # of each, with stretches
        self._stacks: list[TabStack] = []
        self._dragged: set[str] = set()  # splitters that the user has moved
        self._in_front: set[Panel] = set()  # tabs that the user has chosen
        self.arrangement: Arrangement | None = None
        self._unsubscribe: Callable[[], None] | None = None  # while the page is visible
        context.rows_requested.connect(self._on_rows_requested)
        self.fit(self.window().width(), self.window().height())  # before it is shown: panels are moved once

    # -- following the state, while the page is visible -----------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._unsubscribe is None:
            self._unsubscribe = self._context.state.subscribe(self._on_state)
            self._show_teaching(self._context.state.now)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._unsubscribe is not None and not event.spontaneous():
            self._unsubscribe()
            self._unsubscribe = None
            self._remember_sizes()

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        before, now = old.display.teaching, new.display.teaching
        if now != before or now.is_guess_pending(new.query) != before.is_guess_pending(old.query):
            self._show_teaching(new)

    def _show_teaching(self, now: Snapshot) -> None:
        """Leave out panels as a lecture says, blank those of later steps, and hide the answer before a guess.

        A blank panel keeps its place, so that nothing else moves while one goes through the steps.
        """
        self.fit(self.window().width(), self.window().height())
        teaching = now.display.teaching
        for name, panel in self.panels.items():
            locked = teaching.locked_until(name)
            guess = "" if teaching.shows(name, now.query) else HIDDEN_BY_GUESS
            panel.hide_content(locked or guess, whole=bool(locked))
        self._offer_tabs()

    def _offer_tabs(self) -> None:
        teaching = self._context.state.display.teaching
        offered = [panel for name, panel in self.panels.items() if not teaching.locked_until(name)]
        steps = {panel: STEPS.index(visible_from(name)) for name, panel in self.panels.items()}
        for stack in self._stacks:
            stack.offer(offered, steps.__getitem__)

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front if it is behind a tab."""
        for stack in self._stacks:
            stack.show_panel(self.panels[name])

    def _on_rows_requested(self, rows: object | None) -> None:
        if rows is not None:
            self.show_panel("instances")

    # -- arranging ----------------------------------------------------------------------------------

    def fit(self, width: int, height: int) -> None:
        """Follow the small-screen rules for a window of this size."""
        scale, teaching = self._context.theme.scale, self._context.state.display.teaching
        arrangement = Arrangement(
            narrow=width < NARROW * scale,
            low=height < LOW * scale,
            folded=width < FOLDED * scale,
            cramped=self._is_cramped(),
            scale=scale,
            panels=frozenset(name for name in self.panels if teaching.is_laid_out(name)),
        )
        if arrangement != self.arrangement:
            if self.isVisible():
                self._remember_sizes()
            self.arrangement = arrangement
            focus: QWidget | None = self.window().focusWidget()
            had_focus = focus is not None and self.isAncestorOf(focus)
            with Panel.moving(self.panels.values()):
                self._arrange(arrangement)
            if focus is not None and had_focus:
                self._return_focus(focus)
            self._limit_answer()

    def _return_focus(self, control: QWidget) -> None:
        """Give the focus back to what had it before the panels were moved, if that is still visible."""
        if control.isVisible():
            control.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.focus_gone.emit()

    def _is_cramped(self) -> bool:
        """Whether the page is too low.

        While it is hidden, its height says nothing, so the last answer holds.
        """
        if not self.isVisible():
            return self.arrangement is not None and self.arrangement.cramped
        return self.height() < _CRAMPED * self._context.theme.scale

    def _arrange(self, how: Arrangement) -> None:
        self.setUpdatesEnabled(False)  # no intermediate state is painted
        for stack in self._stacks:
            stack.release()
        for panel in self.panels.values():
            panel.setParent(self)
        for old in (self._columns, self._left):
            if old is not None:
                # Hidden explicitly: its layout may still have queued a show, which would open it as a window.
                old.hide()
                old.setParent(None)
                old.deleteLater()
        self._stacks, self._splitters, self._parts = [], {}, {}
        answer_on_map = self._is_answer_on_map(how)
        parts = (
            self._left_column(how),
            self._centre_column(answer_on_map),
            self._right_column(how, answer_on_map),
        )
        self._left = parts[0] if how.folded else None
        if self._left is not None:
            self._left.setParent(self)
            self._left.hide()
        for part, (areas, least) in zip(parts, _COLUMNS, strict=True):
            if part is not None:
                widths = (panel.least[0] for area in areas for panel in self._shown(panels_in(area)))
                part.setMinimumWidth(round(max(least, *widths) * how.scale))
        name = "columns-narrow" if how.narrow else "columns"
        columns = [None if part is self._left else part for part in parts]
        self._columns = self._split(name, columns, (0, 1, 0), Qt.Orientation.Horizontal)
        self._fill_splitters()
        if self._columns is not None:
            self._row.addWidget(self._columns, 1)
            self._columns.show()
        self.fold_button.setVisible(self._left is not None)
        self.fold_button.setChecked(False)
        for name, panel in self.panels.items():
            if not any(stack.isAncestorOf(panel) for stack in self._stacks):
                panel.setVisible(name in how.panels)
        self._offer_tabs()
        for panel in self.panels.values():
            panel.apply_compact(how.narrow, how.low)
        self.setUpdatesEnabled(True)

    def _limit_answer(self) -> None:
        """Let the answer reserve only the height that the panels above and below it leave."""
        if self.isVisible():
            self._answer.set_room(self.height() - _height_around(self._answer, self))

    def _left_column(self, how: Arrangement) -> QWidget | None:
        panels = self._shown(panels_in("left"))
        if how.low and len(panels) > 1:
            return self._tabbed(panels)
        return self._split("left", [self._place(names) for names in places_in("left")], (1, 0))

    def _centre_column(self, answer_on_map: bool) -> QWidget | None:
        lower = self._place(panels_in("lower"), subtitles=True)
        upper = self._place(panels_in("map"))
        if answer_on_map:
            upper = self._split("map-posterior", [upper, self._answer], (1, 0), Qt.Orientation.Horizontal)
        return self._split("centre", [upper, lower], (3, 2))

    def _right_column(self, how: Arrangement, answer_on_map: bool) -> QWidget | None:
        first, second, *others = places_in("right")
        upper = None if answer_on_map else self._place(first)
        if how.cramped and upper is not None:
            return self._tabbed(self._shown(panels_in("right")), subtitles=True)
        if how.narrow:
            panels = self._shown([name for name in panels_in("right") if name not in first])
            tabs = self._tabbed(panels, subtitles=True) if panels else None
            return self._split("right-narrow", [upper, tabs], (0, 1))
        beside = [self._place(names) for names in others]
        lower = self._split("lower-right", beside, (1, 2), Qt.Orientation.Horizontal)
        return self._split("right", [upper, self._place(second), lower], (0, 1, 0))

    def _is_answer_on_map(self, how: Arrangement) -> bool:
        """Whether the answer is to the right of the map because its column would be empty below it.

        The panels below then have the whole width.
        """
        below = set(panels_in("right")) - {self._answer_name}
        wanted = {*panels_in("map"), self._answer_name}
        has_lower = not how.panels.isdisjoint(panels_in("lower"))
        return wanted <= how.panels and has_lower and how.panels.isdisjoint(below)

    def _shown(self, names: Sequence[str]) -> list[Panel]:
        assert self.arrangement is not None
        return [self.panels[name] for name in names if name in self.arrangement.panels]

    def _place(self, names: Sequence[str], *, subtitles: bool = False) -> QWidget | None:
        """Return the visible panels in one place."""
        panels = self._shown(names)
        return self._tabbed(panels, subtitles=subtitles) if len(panels) > 1 else next(iter(panels), None)

    def _tabbed(self, panels: Sequence[Panel], *, subtitles: bool = False) -> TabStack:
        stack = TabStack(panels, self._context.theme, self, subtitles=subtitles)
        for panel in panels:
            if panel in self._in_front:
                stack.show_panel(panel)

        def remember(index: int) -> None:
            self._in_front.difference_update(panels)
            self._in_front.add(panels[index])

        stack.tab_shown.connect(remember)
        self._stacks.append(stack)
        return stack

    def _split(
        self,
        name: str,
        parts: Sequence[QWidget | None],
        stretch: Sequence[int],
        direction: Qt.Orientation = Qt.Orientation.Vertical,
    ) -> QSplitter | None:
        """Return a splitter for those of the parts that exist; `_fill_splitters` fills it."""
        if not any(part is not None for part in parts):
            return None
        splitter = thin_splitter(direction, self)
        splitter.setObjectName(name)
        splitter.splitterMoved.connect(lambda: self._dragged.add(name))
        self._splitters[name] = splitter
        self._parts[name] = (parts, stretch)
        return splitter

    def _fill_splitters(self) -> None:
        """Give the splitters their parts, with the sizes that the user has dragged or the default ones.

        Outer splitters first: Qt styles a widget with all that is in it whenever it gets another parent,
        and this way a panel gets one parent instead of three.
        """
        for name, splitter in reversed(self._splitters.items()):
            for part, stretch in zip(*self._parts[name], strict=True):
                if part is not None:
                    splitter.addWidget(part)
                    splitter.setStretchFactor(splitter.count() - 1, stretch)
        for name, splitter in self._splitters.items():
            parts, _ = self._parts[name]
            sizes = self._context.preferences.splitters.get(f"explore.{name}") or self._default_sizes(name)
            if len(sizes) == len(parts):
                splitter.setSizes([size for size, part in zip(sizes, parts, strict=True) if part is not None])

    def _default_sizes(self, name: str) -> list[int]:
        return [round(size * self._context.theme.scale) for size in _SIZES[name]]

    def _remember_sizes(self) -> None:
        """Store the sizes that the user has dragged in the preferences."""
        for name, splitter in self._splitters.items():
            if name in self._dragged and splitter.count() == len(_SIZES[name]):
                self._context.preferences = self._context.preferences.with_splitter(
                    f"explore.{name}", splitter.sizes()
                )

    def reset_layout(self) -> None:
        """Restore the default sizes."""
        preferences = self._context.preferences
        others = {n: sizes for n, sizes in preferences.splitters.items() if not n.startswith("explore.")}
        self._context.preferences = replace(preferences, splitters=others)
        self._dragged.clear()
        for name, splitter in self._splitters.items():
            if splitter.count() == len(_SIZES[name]):
                splitter.setSizes(self._default_sizes(name))

    # -- the folded column --------------------------------------------------------------------------

    def _unfold(self, unfolded: bool) -> None:
        if self._left is not None:
            self._left.setVisible(unfolded)
            self._place_left()
            self._left.raise_()

    def _place_left(self) -> None:
        if self._left is not None:
            width = round(260 * self._context.theme.scale)
            self._left.setGeometry(self.fold_button.width(), 0, width, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.arrangement is not None and self._is_cramped() != self.arrangement.cramped:
            self.fit(self.window().width(), self.window().height())  # bars above it have taken height
        self._limit_answer()
        self._place_left()

    def leaveEvent(self, event: QEvent) -> None:
        self._context.hover.clear()
        super().leaveEvent(event)


def _height_around(part: QWidget, page: QWidget) -> int:
    """Return the minimum height of everything above and below a part of the page."""
    height, parent = 0, part.parentWidget()
    while parent is not None and part is not page:
        if isinstance(parent, TabStack):
            height += parent.row.height()
        elif isinstance(parent, QSplitter) and parent.orientation() == Qt.Orientation.Vertical:
            for i in range(parent.count()):
                other = parent.widget(i)
                if other is not None and other is not part:
                    height += _least_height(other) + parent.handleWidth()
        part, parent = parent, parent.parentWidget()
    return height


def _least_height(widget: QWidget) -> int:
    return widget.minimumHeight() or widget.minimumSizeHint().height()
