"""The guide in a window of its own: contents at the left, a page at the right; nothing is fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import numpy as np
from PySide6.QtCore import QSignalBlocker, QSize, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QFontDatabase,
    QImage,
    QImageReader,
    QKeySequence,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_gui.guide.pages import CONTENTS, EQUATION, INSIDE, Page, page, pages_dir, slug
from lwnb_gui.plots.loading import load_formulas
from lwnb_gui.plots.settings import DRAWING
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.tasks import Job
from lwnb_gui.theme import Theme

_TASK = "guide"
_WIDTH = 700  # pixels of the light theme, for pictures
_CODE = QTextFormat.Property.BlockCodeLanguage
_FENCE = QTextFormat.Property.BlockCodeFence


@dataclass(frozen=True, eq=False)
class _Prepared:
    """A page with the pictures of its equations."""

    name: str
    page: Page
    equations: tuple[QImage, ...]


class GuideWindow(QDialog):
    """Pages are prepared in a task: that of the commands loads them all, equations take their time."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._before: list[str] = []
        self._after: list[str] = []
        self.shown = ""  # the page, with the anchor that was asked for
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
        self.text = GuideText(self)
        self.text.setAccessibleName("Page of the guide")
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self.follow)
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
        split.addWidget(self.text)
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
        """Show the window, at a page (`window/explore.md#neighbours`) or where it was."""
        self.show()
        self.raise_()
        self.activateWindow()
        if name or not self.shown:
            self.go(name or "index.md")

    def go(self, name: str) -> None:
        """Another page, from which one can go back."""
        if self.shown:
            self._before.append(self.shown)
        self._after.clear()
        self._load(name)

    def follow(self, url: QUrl) -> None:
        """A link of the page: to another page, to a heading of this one, or out of the guide."""
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
            _TASK,
            lambda job: _prepared(path, theme, ratio, job),
            on_done=self._show,
            on_error=lambda error: self.text.setPlainText(str(error)),
        )

    @property
    def is_loading(self) -> bool:
        """Whether a page is still being prepared."""
        return self._context.tasks.is_running(_TASK)

    # -- showing a page ---------------------------------------------------------------------------------

    def _show(self, found: _Prepared) -> None:
        theme, document = self._context.theme, self.text.document()
        self.text.equations = found.equations
        self.text.folder = (pages_dir() / found.name).parent
        self.text.picture_width = round(theme.px(_WIDTH))
        self.text.setMarkdown(found.page.markdown)
        font = self.text.font()
        font.setPixelSize(round(theme.size_panel))
        document.setDefaultFont(font)
        document.setDocumentMargin(theme.px(20))
        _format_tables(document, theme)
        _format_lines(document, theme, found.page.equations)
        self._go_to_anchor(self.shown.partition("#")[2])

    def _go_to_anchor(self, anchor: str) -> None:
        cursor = QTextCursor(self.text.document())
        block = self.text.document().begin()
        while anchor and block.isValid():
            if block.blockFormat().headingLevel() and slug(block.text()) == anchor:
                cursor = QTextCursor(block)
                break
            block = block.next()
        self.text.moveCursor(QTextCursor.MoveOperation.End)  # so that the heading comes to the top
        self.text.setTextCursor(cursor)
        if not anchor:
            self.text.verticalScrollBar().setValue(0)


def _joined(here: str, path: str) -> str:
    """The page that a relative link of a page means."""
    found: list[str] = []
    for part in (PurePosixPath(here).parent / path).parts:
        if part == "..":
            found[-1:] = []
        else:
            found.append(part)
    return "/".join(found)


def _prepared(name: str, theme: Theme, ratio: float, job: Job) -> _Prepared:
    found = page(name)
    load_formulas()
    pictures = []
    for equation in found.equations:
        job.check()
        pictures.append(equation_picture(equation, theme, ratio))
    return _Prepared(name, found, tuple(pictures))


def equation_picture(mathtext: str, theme: Theme, ratio: float = 1.0) -> QImage:
    """An equation as a picture, in the ink of the theme."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser

    with DRAWING:
        properties = FontProperties(size=theme.size_panel, math_fontfamily="dejavuserif")
        drawn = MathTextParser("agg").parse(f"${mathtext}$", 72 * ratio, properties)
    ink, alpha = QColor(theme.ink), np.asarray(drawn.image)
    colours = np.empty((*alpha.shape, 4), dtype=np.uint8)
    colours[..., :3] = ink.red(), ink.green(), ink.blue()
    colours[..., 3] = alpha
    colours = np.ascontiguousarray(colours)
    height, width = alpha.shape
    picture = QImage(colours.data, width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
    picture.setDevicePixelRatio(ratio)
    return picture


def _format_tables(document: QTextDocument, theme: Theme) -> None:
    """Lines around the cells, which Markdown's importer leaves out."""
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            form = frame.format()
            form.setBorder(1)
            form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            form.setBorderBrush(QColor(theme.separator))
            form.setBorderCollapse(True)
            form.setCellPadding(theme.px(4))
            form.setTopMargin(theme.px(4))
            form.setBottomMargin(theme.px(10))
            frame.setFormat(form)


def _format_lines(document: QTextDocument, theme: Theme, equations: Sequence[str]) -> None:
    """Space between paragraphs, code on a background, links and equations as the theme has them."""
    mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()
    cursor, block, before = QTextCursor(document), document.begin(), ""
    while block.isValid():
        form, now, fragments = QTextBlockFormat(), block.blockFormat(), _fragments(block)
        language = str(now.property(_CODE)) if now.hasProperty(_CODE) or now.hasProperty(_FENCE) else ""
        cursor.setPosition(block.position())
        if language:
            form.setBackground(QColor(theme.window))
            form.setTopMargin(0 if language == before else theme.px(6))
        elif now.headingLevel():
            form.setTopMargin(theme.px(16))
            form.setBottomMargin(theme.px(6))
        else:
            if not (len(fragments) == 1 and fragments[0].charFormat().isImageFormat()):
                form.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            if block.textList() is None and cursor.currentTable() is None:
                form.setTopMargin(theme.px(6))
                form.setBottomMargin(theme.px(6))
        cursor.mergeBlockFormat(form)
        before = language
        for fragment in fragments:
            change = _changed_format(fragment.charFormat(), theme, mono, equations)
            if change is not None:
                cursor.setPosition(fragment.position())
                end = fragment.position() + fragment.length()
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(change)
        block = block.next()


def _fragments(block: QTextBlock) -> list[QTextFragment]:
    found, at = [], block.begin()
    while not at.atEnd():
        found.append(at.fragment())
        at += 1
    return found


def _changed_format(
    form: QTextCharFormat, theme: Theme, mono: Sequence[str], equations: Sequence[str]
) -> QTextCharFormat | None:
    change = QTextCharFormat()
    if form.isImageFormat():
        name = form.toImageFormat().name()
        if not name.startswith(EQUATION):
            return None
        change.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        change.setProperty(QTextFormat.Property.ImageAltText, equations[_number(name)])
    elif form.isAnchor():
        change.setForeground(QColor(theme.accent))
    elif form.fontFixedPitch():
        change.setFontFamilies(list(mono))
        change.setProperty(QTextFormat.Property.FontPixelSize, round(theme.size_text))
        change.setBackground(QColor(theme.window))
    else:
        return None
    return change


def _number(name: str) -> int:
    return int(name.removeprefix(EQUATION))


class GuideText(QTextBrowser):
    """A page. Its pictures come from the guide's folder, scaled to the width of the text, and from nowhere
    else.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.equations: tuple[QImage, ...] = ()
        self.folder = Path()
        self.picture_width = _WIDTH

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        text = name.toString() if isinstance(name, QUrl) else name
        if text.startswith(EQUATION):
            number = _number(text)
            return self.equations[number] if number < len(self.equations) else QImage()
        file = (self.folder / text).resolve()
        if not file.is_relative_to(pages_dir().resolve()):
            return QImage()
        reader, ratio = QImageReader(str(file)), self.devicePixelRatioF()
        size, width = reader.size(), round(self.picture_width * ratio)
        if size.width() > width:
            reader.setScaledSize(QSize(width, round(size.height() * width / size.width())))
        picture = reader.read()
        picture.setDevicePixelRatio(ratio)
        return picture
