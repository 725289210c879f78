"""The place Explore: three columns of panels, and tabs where the window is small."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QToolButton, QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.in_turns import is_late
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.registry import create
from lwnb_gui.qt.splitter import Splitter
from lwnb_gui.qt.tabs import TabStack
from lwnb_gui.qt.theme_qt import LEAST
from lwnb_gui.state import Snapshot
from lwnb_gui.state.teaching import PANEL_NAMES
from lwnb_gui.theme import Theme

NARROW, LOW, FOLDED = 1500, 880, LEAST.width()
_DONE = object()
COVERED = "Hidden until a class is chosen."
_LEAST_WIDTHS = (200, 420, 460)
_LOWER = ("neighbours", "what_if", "confusion")
_RIGHT = ("posterior", "local_tables", "contributions", "equations")
# Sizes of the picture at 1600 × 1000; a remembered size replaces them.
_SIZES: dict[str, list[int]] = {
    "columns": [240, 720, 640],
    "columns-narrow": [216, 648, 502],
    "left": [470, 288],
    "centre": [500, 257],
    "map-posterior": [720, 480],
    "right": [183, 338, 236],
    "right-narrow": [176, 389],
    "lower-right": [272, 368],
}


# Steps that end with a widget; after each of them there may be a pause.
_Steps = Generator[None, None, QWidget | None]
# A panel, or what makes the tabs or the splitter in its place when it is given the widget around it.
_Part = Panel | Callable[[QWidget], _Steps] | None


@dataclass(frozen=True, eq=False)
class _Column:
    """A column as it stands, with what decided on it and the tabs and splitters in it."""

    key: Hashable
    widget: QWidget | None
    stacks: list[TabStack]
    splitters: dict[str, QSplitter]


class Explore(QWidget):
    """Whichever panels exist, in their places. Extra width goes to the map, extra height 3 : 2."""

    def __init__(
        self, context: Context, made: Mapping[str, Panel | None] | None = None, parent: QWidget | None = None
    ) -> None:
        """`made`: panels that are there already, because making all of them in one go takes long."""
        super().__init__(parent)
        self.setAccessibleName("Explore")
        self._context = context
        self.panels: dict[str, Panel] = {}
        for name in PANEL_NAMES:
            panel = made[name] if made is not None and name in made else create(name, context)
            if panel is not None:
                panel.setParent(self)
                self.panels[name] = panel
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._fold_button = QToolButton(self)
        self._fold_button.setText("☰")
        self._fold_button.setCheckable(True)
        self._fold_button.setAccessibleName("Instances")
        self._fold_button.setToolTip("Instances and this instance: opens over the map.")
        self._fold_button.toggled.connect(self._unfold)
        self._fold_button.hide()
        self._row.addWidget(self._fold_button, 0, Qt.AlignmentFlag.AlignTop)
        self._dragged: set[str] = set()  # splitters that the user has moved
        self._outer = self._splitter(Qt.Orientation.Horizontal, self)
        self._row.addWidget(self._outer, 1)
        self._columns: list[_Column] = []
        self._left: QWidget | None = None
        self._splitters: dict[str, QSplitter] = {}
        self._stacks: list[TabStack] = []
        self._in_front: dict[int, Panel] = {}  # by the first panel of a stack: what the user has chosen there
        self.narrow = self.low = self.folded = False
        self._arranged: tuple[bool, bool, bool, frozenset[str]] | None = None
        self._steps: Iterator[None] | None = None  # of the arrangement that is under way
        self._is_moving = self._is_unfit = False
        self._laid_out: frozenset[str] = frozenset()
        self._scale = context.theme.scale  # in which it is arranged
        context.theme_changed.connect(self._on_theme)
        context.state.subscribe(self._on_state)
        context.rows_wanted.connect(self._on_rows_wanted)
        self.fit(1600, 1000)
        self._cover(context.state.now)

    def parts_to_dress(self) -> tuple[QWidget, ...]:
        stacks = {*self._stacks, *(stack for column in self._columns for stack in column.stacks)}
        return (self._fold_button, *self.panels.values(), *(stack.row for stack in stacks))

    # -- small screens ------------------------------------------------------------------------------

    def fit(self, width: int, height: int) -> None:
        """Follow the small-screen rules for a window of this size."""
        if self._steps is not None:
            self._is_unfit = True  # one arrangement after the other
            return
        scale = self._context.theme.scale
        self.narrow, self.low = width < NARROW * scale, height < LOW * scale
        self.folded = width < FOLDED * scale
        wanted = (self.narrow, self.low, self.folded, self._wanted)
        if self._arranged != wanted:
            self._arranged, self._laid_out = wanted, self._wanted
            self._steps = self._build()
            self._go_on()

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front where it is behind a tab."""
        panel = self.panels.get(name)
        if panel is not None:
            self._go_on(to_the_end=True)
            for stack in self._stacks:
                stack.show_panel(panel)

    def _on_rows_wanted(self, wanted: object | None) -> None:
        if wanted is not None:
            self.show_panel("instances")

    def _on_theme(self, theme: Theme) -> None:
        if theme.scale != self._scale:
            self._arranged = None  # the window fits its places anew

    # -- what a lecture, step mode or a guess leaves on the screen ------------------------------------

    @property
    def _wanted(self) -> frozenset[str]:
        teaching = self._context.state.view.teaching
        return frozenset(name for name in self.panels if teaching.is_laid_out(name))

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        before, now = old.view.teaching, new.view.teaching
        if now != before or now.asks(new.query) != before.asks(old.query):
            if self._laid_out != self._wanted:
                self._fit_again()
            self._cover(new)

    def _cover(self, now: Snapshot) -> None:
        """Blank until their step, behind a sentence while a guess is open; nothing else moves meanwhile.

        A map of very many rows takes a while to be drawn in another size, so that no panel gives its room
        to others when it is only not there yet.
        """
        teaching = now.view.teaching
        for name, panel in self.panels.items():
            later = teaching.awaits(name)
            panel.cover(
                later or ("" if teaching.shows(name, now.query) else COVERED),
                whole=bool(later),
            )
        self._offer_tabs()

    def _offer_tabs(self) -> None:
        teaching = self._context.state.view.teaching
        earned = [panel for name, panel in self.panels.items() if not teaching.awaits(name)]
        for stack in self._stacks:
            stack.offer(earned)

    # -- arranging ----------------------------------------------------------------------------------

    @property
    def is_arranged(self) -> bool:
        """Whether all panels are in their places; else nothing of it is painted."""
        return self._steps is None

    def _fit_again(self) -> None:
        self.fit(self.window().width(), self.window().height())

    def _go_on(self, *, to_the_end: bool = False) -> None:
        """Take steps towards the new arrangement, the rest in the next turn where it takes long."""
        if self._is_moving or self._steps is None:
            return
        self.setUpdatesEnabled(False)  # one picture of the new places, none on the way
        self._is_moving = True
        try:
            for _ in self._steps:
                if is_late() and not to_the_end:
                    self._context.turns.add(self, self._go_on)
                    return
            self._steps = None
        except BaseException:
            self._steps = None
            raise
        finally:
            self._is_moving = False
            self.setUpdatesEnabled(self._steps is None)
        if self._is_unfit:
            self._is_unfit = False
            self._fit_again()

    def _build(self) -> Iterator[None]:
        """Build the columns that are others now; the rest stays: moving a panel takes as long as a frame."""
        self.remember()
        scale = self._scale = self._context.theme.scale
        alone = int(self._posterior_is_alone)
        wanted = (
            ((self.low, self._names("instances", "this_instance"), scale), self._left_column),
            ((self._names("map", *_LOWER, *_RIGHT[:alone]), scale), self._centre_column),
            ((self.narrow, self._names(*_RIGHT[alone:]), scale), self._right_column),
        )
        before = self._columns
        for column, (key, _) in zip(before, wanted, strict=False):
            if column.key != key:
                for stack in column.stacks:
                    yield from stack.releasing()
        self._stacks = []
        for name, panel in self.panels.items():
            if name not in self._laid_out:  # the others move straight to their new places
                panel.setParent(self)
                yield
        columns = []
        for i, (key, build) in enumerate(wanted):
            columns.append((yield from self._column(i, key, build)))
            yield
        self._columns = columns
        for column in before:
            if column not in self._columns and column.widget is not None:
                column.widget.hide()
                column.widget.setParent(None)
                column.widget.deleteLater()
        self._stacks = [stack for column in self._columns for stack in column.stacks]
        self._splitters = {name: s for column in self._columns for name, s in column.splitters.items()}
        self._place_columns(scale)
        yield
        for name, panel in self.panels.items():
            if name not in self._laid_out:
                panel.hide()
            elif not any(stack.isAncestorOf(panel) for stack in self._stacks):
                panel.show()
        self._offer_tabs()
        yield
        for panel in self.panels.values():
            panel.apply_compact(self.narrow, self.low)

    def _column(
        self, place: int, key: Hashable, build: Callable[[], _Steps]
    ) -> Generator[None, None, _Column]:
        """The column as it is, where nothing that decides on it has changed."""
        if place < len(self._columns) and self._columns[place].key == key:
            return self._columns[place]
        self._stacks, self._splitters = [], {}  # what is built notes itself there
        stacks, splitters = self._stacks, self._splitters
        return _Column(key, (yield from build()), stacks, splitters)

    def _place_columns(self, scale: float) -> None:
        outer, left = self._outer, self._columns[0].widget
        self._left = left
        present: list[int] = []
        for i, (column, least) in enumerate(zip(self._columns, _LEAST_WIDTHS, strict=True)):
            if column.widget is None:
                continue
            column.widget.setMinimumWidth(round(least * scale))
            if self.folded and i == 0:
                column.widget.setParent(self)
                column.widget.hide()
                continue
            if outer.indexOf(column.widget) != len(present):
                outer.insertWidget(len(present), column.widget)
            column.widget.show()
            outer.setStretchFactor(len(present), int(i == 1))
            present.append(i)
        self._fold_button.setVisible(self.folded and left is not None)
        self._fold_button.setChecked(False)
        self._keep("columns-narrow" if self.narrow else "columns", outer, present)

    def _left_column(self) -> _Steps:
        names = ("instances", "this_instance")
        if self.low and len(self._some(*names)) > 1:
            return (yield from self._tabbed(self._some(*names), self._outer))
        return (yield from self._split("left", [self._one(name) for name in names], stretch=(1, 0)))

    def _centre_column(self) -> _Steps:
        below = self._some(*_LOWER)
        lower: _Part = next(iter(below), None)
        if len(below) > 1:
            lower = partial(self._tabbed, below, subtitles=True)
        upper: _Part = self._one("map")
        if self._posterior_is_alone:
            pair = [upper, self._one("posterior")]
            upper = partial(self._split, "map-posterior", pair, stretch=(1, 0), across=True)
        return (yield from self._split("centre", [upper, lower], stretch=(3, 2)))

    @property
    def _posterior_is_alone(self) -> bool:
        """Whether a column for the posterior would be empty below it: then it is beside the map, and the
        panels below have the whole width.
        """
        rest = self._names(*_RIGHT[1:])
        return not rest and {"map", "posterior"} <= self._laid_out and bool(self._names(*_LOWER))

    def _right_column(self) -> _Steps:
        if self._posterior_is_alone:
            return (yield from self._split("right", [], stretch=()))
        below = self._some("local_tables", "contributions", "equations")
        if self.narrow:
            tabs = partial(self._tabbed, below) if below else None
            return (yield from self._split("right-narrow", [self._one("posterior"), tabs], stretch=(0, 1)))
        two = [self._one("contributions"), self._one("equations")]
        lower = partial(self._split, "lower-right", two, stretch=(1, 2), across=True) if any(two) else None
        parts: list[_Part] = [self._one("posterior"), self._one("local_tables"), lower]
        return (yield from self._split("right", parts, stretch=(0, 1, 0)))

    def _names(self, *names: str) -> tuple[str, ...]:
        return tuple(name for name in names if name in self._laid_out)

    def _some(self, *names: str) -> list[Panel]:
        return [self.panels[name] for name in self._names(*names)]

    def _one(self, name: str) -> Panel | None:
        return next(iter(self._some(name)), None)

    def _tabbed(self, panels: Sequence[Panel], parent: QWidget, *, subtitles: bool = False) -> _Steps:
        stack = TabStack(panels, self._context.theme, parent, subtitles=subtitles, filled=False)
        for panel in panels:
            stack.take_in(panel)
            yield
        for panel in panels:
            if panel is self._in_front.get(id(panels[0])):
                stack.show_panel(panel)
        stack.tab_shown.connect(lambda at: self._in_front.update({id(panels[0]): panels[at]}))
        self._stacks.append(stack)
        self._context.dress(stack.row)
        return stack

    def _split(
        self,
        name: str,
        parts: Sequence[_Part],
        parent: QWidget | None = None,
        *,
        stretch: tuple[int, ...],
        across: bool = False,
    ) -> _Steps:
        """From the outside inwards: every move of a panel to another parent has Qt style it anew."""
        present = [i for i, part in enumerate(parts) if part is not None]
        if not present:
            return None
        direction = Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical
        splitter = self._splitter(direction, parent or self._outer)
        for i, part in enumerate(parts):
            widget = part if part is None or isinstance(part, QWidget) else (yield from part(splitter))
            if widget is not None:
                splitter.addWidget(widget)
                splitter.setStretchFactor(splitter.count() - 1, stretch[i])
                yield
        self._keep(name, splitter, present)
        return splitter

    def _splitter(self, direction: Qt.Orientation, parent: QWidget) -> QSplitter:
        made = Splitter(direction, self._context, parent)
        made.splitterMoved.connect(lambda: self._dragged.add(made.objectName()))
        return made

    def _keep(self, name: str, splitter: QSplitter, present: Sequence[int]) -> None:
        """Sizes as remembered or as in the picture; `present` says which of its parts are there."""
        splitter.setObjectName(name)
        self._splitters[name] = splitter
        sizes = self._context.preferences.splitters.get(f"explore.{name}") or [
            round(size * self._context.theme.scale) for size in _SIZES[name]
        ]
        if len(sizes) == len(_SIZES[name]):
            splitter.setSizes([sizes[i] for i in present])

    def remember(self) -> None:
        """Put the sizes that the user has dragged into the preferences."""
        if not self.isVisible():
            return
        for name, splitter in self._splitters.items():
            if name in self._dragged and splitter.count() == len(_SIZES[name]) > 1:
                self._context.preferences = self._context.preferences.with_splitter(
                    f"explore.{name}", splitter.sizes()
                )

    def reset_layout(self) -> None:
        """The sizes of the picture again."""
        kept = {n: s for n, s in self._context.preferences.splitters.items() if not n.startswith("explore.")}
        self._context.preferences = replace(self._context.preferences, splitters=kept)
        self._dragged.clear()
        for name, splitter in self._splitters.items():
            if splitter.count() == len(_SIZES[name]):
                splitter.setSizes([round(size * self._context.theme.scale) for size in _SIZES[name]])

    # -- the folded column --------------------------------------------------------------------------

    def _unfold(self, shown: bool) -> None:
        if self._left is None or not self.folded:
            return
        self._left.setVisible(shown)
        if shown:
            self._place_left()
            self._left.raise_()

    def _place_left(self) -> None:
        if self._left is not None and self.folded:
            bar = self._fold_button.width()
            self._left.setGeometry(bar, 0, round(260 * self._context.theme.scale), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_left()

    def leaveEvent(self, event: QEvent) -> None:
        self._context.hover.clear()
        super().leaveEvent(event)
