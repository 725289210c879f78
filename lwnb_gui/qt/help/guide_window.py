"""The guide in a separate window: contents on the left, a page on the right; all from local files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath

from PySide6.QtCore import QSignalBlocker, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_gui.guide.pages import CONTENTS, INSIDE
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.help.guide_page import GuidePage, PreparedPage, prepare_page


class GuideWindow(QDialog):
    """The window; pages are prepared in a task, because some of them take a while."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._before: list[str] = []
        self._after: list[str] = []
        self.shown = ""  # the page, with the anchor that was requested
        self.setWindowTitle("Guide")
        self.setWindowFlag(Qt.WindowType.Window)
        theme = context.theme
        self.resize(round(theme.px(1040)), round(theme.px(720)))
        self.contents = QListWidget(self)
        self.contents.setAccessibleName("Contents of the guide")
        for title, name in CONTENTS:
            item = QListWidgetItem(f"    {title}" if name in INSIDE else title, self.contents)
            item.setData(Qt.ItemDataRole.UserRole, name)
            if not name:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.contents.currentItemChanged.connect(self._chosen)
        self.page = GuidePage(self)
        self.page.setAccessibleName("Page of the guide")
        self.page.setOpenLinks(False)
        self.page.anchorClicked.connect(self.follow)
        self.back = self._tool("Back", "‹", "Alt+Left", lambda: self._turn(self._before, self._after))
        self.forward = self._tool("Forward", "›", "Alt+Right", lambda: self._turn(self._after, self._before))
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(8, 8, 4, 8)
        tools = QHBoxLayout()
        tools.addWidget(self.back)
        tools.addWidget(self.forward)
        tools.addStretch(1)
        column.addLayout(tools)
        column.addWidget(self.contents, 1)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(side)
        split.addWidget(self.page)
        split.setSizes([round(theme.px(250)), round(theme.px(790))])
        split.setStretchFactor(1, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(split)
        context.theme_changed.connect(lambda _: self._load(self.shown) if self.isVisible() else None)

    def _tool(self, name: str, text: str, key: str, act: Callable[[], object]) -> QToolButton:
        tool = QToolButton(self)
        tool.setText(text)
        tool.setAccessibleName(name)
        tool.setToolTip(f"{name} ({key})")
        tool.clicked.connect(act)
        tool.setEnabled(False)
        QShortcut(QKeySequence(key), self).activated.connect(tool.click)
        return tool

    # -- going from page to page ----------------------------------------------------------------------

    def open(self, name: str = "") -> None:
        """Show the window, at a page (`window/explore.md#neighbours`) or where it was left."""
        self.show()
        self.raise_()
        self.activateWindow()
        if name or not self.shown:
            self.go(name or "index.md")

    def go(self, name: str) -> None:
        """Go to another page, from which one can go back."""
        if self.shown:
            self._before.append(self.shown)
        self._after.clear()
        self._load(name)

    def follow(self, url: QUrl) -> None:
        """Follow a link to another page, to a heading of this one, or out of the guide."""
        if url.scheme():
            QDesktopServices.openUrl(url)
            return
        here = self.shown.partition("#")[0]
        path, anchor = url.path(), url.fragment()
        target = _joined(here, path) if path else here
        self.go(f"{target}#{anchor}" if anchor else target)

    def _turn(self, source: list[str], target: list[str]) -> None:
        if source:
            target.append(self.shown)
            self._load(source.pop())

    def _chosen(self, item: QListWidgetItem | None) -> None:
        name = item.data(Qt.ItemDataRole.UserRole) if item is not None else ""
        if name and name != self.shown:
            self.go(name)

    def _load(self, name: str) -> None:
        if not name:
            return
        self.shown = name
        self.back.setEnabled(bool(self._before))
        self.forward.setEnabled(bool(self._after))
        path, theme, ratio = name.partition("#")[0], self._context.theme, self.devicePixelRatioF()
        with QSignalBlocker(self.contents):
            for row in range(self.contents.count()):
                if self.contents.item(row).data(Qt.ItemDataRole.UserRole) == path:
                    self.contents.setCurrentRow(row)
        self._context.tasks.start(
            "guide",
            lambda job: prepare_page(path, theme, ratio, job),
            on_done=self._show,
            on_error=lambda error: self.page.setPlainText(str(error)),
        )

    # -- showing a page ---------------------------------------------------------------------------------

    def _show(self, page: PreparedPage) -> None:
        self.page.show_page(page, self._context.theme)
        self.page.go_to_anchor(self.shown.partition("#")[2])


def _joined(here: str, path: str) -> str:
    """Return the page that a relative link of a page refers to."""
    parts: list[str] = []
    for part in (PurePosixPath(here).parent / path).parts:
        if part == "..":
            parts[-1:] = []
        else:
            parts.append(part)
    return "/".join(parts)
