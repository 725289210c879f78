"""The start page: open, drop, recent files, First look, and the samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QImage, QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from lwnb_core import sample, samples
from lwnb_gui.actions import key
from lwnb_gui.app.preferences import Recent
from lwnb_gui.plots.loading import load_matplotlib
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.start.first_look import NUMBER, FirstLookTile
from lwnb_gui.qt.start.sample_tile import SampleTile, draw_tile
from lwnb_gui.qt.start.start_lectures import StartLectures
from lwnb_gui.qt.widgets.icons import pixmap
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import RowButton, delete_widgets, plain_label, rule, set_style_property
from lwnb_gui.qt.window.focus_order import move_focus
from lwnb_gui.qt.window.opener import Opener
from lwnb_gui.session.shipped import short_folder
from lwnb_gui.teaching.lectures import first_look
from lwnb_gui.theme import Theme

if TYPE_CHECKING:
    from lwnb_gui.plots.thumbnails import Thumbnail

_MOST_RECENT = 6
# In the order of their number keys, with what each is good for.
TILES: tuple[tuple[str, str], ...] = (
    ("checkers-board", "KNN fails at k = 50, LWNB still works"),
    ("two-spheres", "naive Bayes is already right"),
    ("iris", "two classes overlap"),
    ("weather-numeric", "small enough for pencil and paper"),
    ("vote", "nominal tables, missing values, ties"),
    ("glass", "LWNB 72 %, NB 49 %"),
    ("diabetes", "local weighting costs accuracy"),
    ("balance-scale", "every distance is tied"),
    ("ionosphere", "34 attributes: what is near?"),
)


class StartPage(QScrollArea):
    """The starting points, each available by mouse and by key."""

    help_topic = "window"
    refreshed = Signal()

    def __init__(self, context: Context, opener: Opener, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._opener = opener
        self._thumbnails: dict[int, Thumbnail] = {}
        opener.forgotten.connect(self.refresh)
        opener.began.connect(lambda _: context.tasks.cancel("tiles"))
        # Later: data that were opened take the window to another page, where no tiles are needed.
        opener.ended.connect(lambda: QTimer.singleShot(0, self, self._draw_tiles))
        self.tiles: list[SampleTile] = []
        self._recent_rows: list[RecentRow] = []
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab scrolls to what it reaches
        self.setAccessibleName("Start page")
        self._page = QWidget(self)
        self._page.setObjectName("page")
        self.setWidget(self._page)
        row = QHBoxLayout(self._page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._left_side())
        row.addWidget(rule(self._page, upright=True))
        row.addWidget(self._middle(), 1)
        row.addWidget(rule(self._page, upright=True))
        self.lectures = StartLectures(self._open_file, self._page)
        row.addWidget(self.lectures)
        context.theme_changed.connect(self._on_theme)
        self._on_theme(context.theme)

    def _open_file(self, file: Path) -> None:
        self._opener.open_recent(str(file))

    def highlight_drop(self, on: bool) -> None:
        """Show where a file that is being dragged can be dropped."""
        set_style_property(self.drop, "over", on)

    def choose_number(self, number: int) -> bool:
        """Open what has that number key: First look or a sample."""
        if number == NUMBER:
            self.first_look.click()
            return True
        if not 1 <= number <= len(self.tiles):
            return False
        self._opener.open_sample(self.tiles[number - 1].info.name)
        return True

    def refresh(self) -> None:
        """Update the recent files."""
        delete_widgets(self._recent, self._recent_rows)
        recent = self._context.preferences.recent[:_MOST_RECENT]
        self._recent_head.setVisible(bool(recent))
        self._recent_rows = [RecentRow(e, partial(self._opener.open_recent, e.source)) for e in recent]
        for row in self._recent_rows:
            self._recent.addWidget(row)
        self.refreshed.emit()

    # -- building -----------------------------------------------------------------------------------

    def _left_side(self) -> QWidget:
        side = QWidget(self._page)
        self._side = side
        column = QVBoxLayout(side)
        column.setContentsMargins(36, 24, 36, 12)
        column.setSpacing(0)
        column.addWidget(plain_label("LWNB Explorer", "startTitle", side))
        motto = plain_label(
            "See every step from the rows to the answer, for one instance at a time.", "hint", side
        )
        motto.setWordWrap(True)
        column.addSpacing(8)
        column.addWidget(motto)
        column.addSpacing(20)
        self.open_button = QPushButton("Open a file…", side)
        self.open_button.setObjectName("primary")
        self.open_button.clicked.connect(self._opener.ask)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.open_button, 1)
        line.addWidget(plain_label(key("open"), "key", side))
        line.addStretch(1)
        column.addLayout(line)
        column.addSpacing(12)
        self.drop = QFrame(side)
        self.drop.setObjectName("drop")
        inside = QVBoxLayout(self.drop)
        inside.setContentsMargins(12, 16, 12, 16)
        self._drop_picture = QLabel(self.drop)
        self._drop_picture.setAccessibleName("Drop a file here")
        self._drop_picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint = plain_label("or drop a data or .lwnb file here", "hint", self.drop)
        hint.setWordWrap(True)
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside.addWidget(self._drop_picture)
        inside.addWidget(hint)
        column.addWidget(self.drop)
        column.addSpacing(12)
        compare = QPushButton("or compare learners over many data sets", side)
        compare.setObjectName("link")
        compare.setToolTip(f"Opens the page Experiment, which has its own data sets. ({key('experiment')})")
        compare.clicked.connect(lambda: self._context.state.go_to("experiment"))
        column.addWidget(compare, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(20)
        self._recent_head = QWidget(side)
        head = QHBoxLayout(self._recent_head)
        head.setContentsMargins(0, 0, 0, 4)
        clear = QPushButton("clear", side)
        clear.setObjectName("link")
        clear.setAccessibleName("Clear the list of recent files")
        clear.clicked.connect(self._clear_recent)
        head.addWidget(plain_label("Recent", "startHeading", side), 1)
        head.addWidget(clear)
        column.addWidget(self._recent_head)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        column.addLayout(self._recent)
        column.addStretch(1)
        return side

    def _middle(self) -> QWidget:
        side = self._samples = QWidget(self._page)
        column = QVBoxLayout(side)
        column.setContentsMargins(36, 24, 36, 12)
        column.setSpacing(12)
        head = QHBoxLayout()
        head.addWidget(plain_label("Samples", "startHeading", side), 1)
        head.addWidget(plain_label("pick one with its number key", "small", side))
        self._grid_side = QWidget(side)
        inner = QVBoxLayout(self._grid_side)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(12)
        self.first_look = FirstLookTile(first_look(), self._open_file, self._grid_side)
        inner.addWidget(self.first_look)
        inner.addLayout(head)
        grid = QGridLayout()
        grid.setSpacing(18)
        known = {info.name: info for info in samples()}
        for i, (name, why) in enumerate(TILES):
            tile = SampleTile(known[name], i + 1, why, self._opener.open_sample, side)
            # Queued: the page itself is painted first.
            tile.lacks_picture.connect(self._draw_tiles, Qt.ConnectionType.QueuedConnection)
            self.tiles.append(tile)
            grid.addWidget(tile, i // 3, i % 3)
        inner.addLayout(grid)
        more = plain_label("More samples are in the menu File, Open sample.", "smaller", side)
        inner.addWidget(more)
        line = QHBoxLayout()
        line.addWidget(self._grid_side)
        line.addStretch(1)
        column.addLayout(line)
        column.addStretch(1)
        return side

    def _clear_recent(self) -> None:
        self._context.preferences = replace(self._context.preferences, recent=())
        self.refresh()

    # -- events -------------------------------------------------------------------------------------

    def _on_theme(self, theme: Theme) -> None:
        self._narrow(theme)
        self.lectures.set_theme(theme)
        self._grid_side.setMaximumWidth(round((3 * 254 + 2 * 18) * theme.scale))
        self._drop_picture.setPixmap(pixmap("drop", theme.ink3, theme.px(36)))
        for tile in self.tiles:
            tile.set_theme(theme)
        self._context.tasks.cancel("tiles")

    def _narrow(self, theme: Theme) -> None:
        """Use narrower sides in a narrow window, so that there is space for the lectures too."""
        narrow = self.width() < 1500 * theme.scale
        self._side.setFixedWidth(round((296 if narrow else 392) * theme.scale))
        for layout in (self._side.layout(), self._samples.layout()):
            if layout is not None:
                edge = round((20 if narrow else 36) * theme.scale)
                layout.setContentsMargins(edge, 24, edge, 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._narrow(self._context.theme)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        # Otherwise Qt gives the focus to the one page button that works without data, as if it were chosen.
        self.open_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._context.tasks.cancel("tiles")
        self.highlight_drop(False)

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Move on without QScrollArea's own scrolling, which also happens while the page is being hidden and
        has hardly any height: it was then shown again scrolled down.
        """
        return move_focus(self.window(), forwards)

    def _draw_tiles(self) -> None:
        """Draw the samples' pictures in a task, unless data are being opened, which comes first."""
        tasks = self._context.tasks
        missing = {i: self._thumbnails.get(i) for i, tile in enumerate(self.tiles) if not tile.has_picture}
        is_free = not tasks.is_running("open") and not tasks.is_running("tiles")
        if missing and self.isVisible() and is_free:
            theme, ratio = self._context.theme, self.devicePixelRatioF()
            tasks.start(
                "tiles",
                lambda job: _draw(job, missing, theme, ratio),
                on_partial=self._show_picture,
                on_done=lambda _: None,
            )

    def _show_picture(self, result: tuple[int, Thumbnail, QImage]) -> None:
        number, self._thumbnails[number], picture = result
        self.tiles[number].set_picture(picture)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.text().isdigit() and self.choose_number(int(event.text())):
            return
        super().keyPressEvent(event)


class RecentRow(RowButton):
    """A recent file: name and folder, when, and what was viewed."""

    def __init__(self, entry: Recent, choose: partial[None]) -> None:
        super().__init__()
        self.setObjectName("link")
        self.setAccessibleName(f"Open {entry.name}")
        set_tip(self, entry.source)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(choose)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 8, 0, 8)
        grid.setVerticalSpacing(1)
        folder = "sample" if entry.is_sample else short_folder(Path(entry.source).parent)
        texts = (entry.name, when(entry.opened), folder, entry.note)
        for i, (text, name) in enumerate(zip(texts, ("", "small", "small", "small"), strict=True)):
            label = plain_label(text, name, self)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            if i % 2:
                label.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(label, i // 2, i % 2)
        grid.addWidget(rule(self), 2, 0, 1, 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        super().mousePressEvent(event)


def when(opened: str, now: datetime | None = None) -> str:
    """Return `today, 09:12`, `yesterday`, `12 Nov`."""
    try:
        moment = datetime.fromisoformat(opened)
    except ValueError:
        return ""
    days = ((now or datetime.now()).date() - moment.date()).days
    if days == 0:
        return f"today, {moment:%H:%M}"
    return "yesterday" if days == 1 else f"{moment.day} {moment:%b}"


def _draw(job: Job, missing: Mapping[int, Thumbnail | None], theme: Theme, ratio: float) -> None:
    """Draw tiles with matplotlib, which takes longer to load than the page itself."""
    load_matplotlib()
    from lwnb_gui.plots.thumbnails import thumbnail

    for number, known in missing.items():
        job.check()
        data = known or thumbnail(sample(TILES[number][0]))
        job.partial((number, data, draw_tile(data, theme, ratio)))
