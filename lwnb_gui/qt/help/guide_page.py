"""A page of the guide: Markdown with pictures and equations, formatted for the theme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QImage,
    QImageReader,
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
from PySide6.QtWidgets import QTextBrowser, QWidget

from lwnb_gui.guide.pages import EQUATION, Page, page, pages_dir, slug
from lwnb_gui.plots.loading import load_matplotlib
from lwnb_gui.plots.settings import DRAWING
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.theme import Theme

_WIDTH = 700  # pixels of the light theme, for pictures
_CODE = QTextFormat.Property.BlockCodeLanguage
_FENCE = QTextFormat.Property.BlockCodeFence


@dataclass(frozen=True, eq=False)
class PreparedPage:
    """A page with the pictures of its equations."""

    name: str
    page: Page
    equations: tuple[QImage, ...]


class GuidePage(QTextBrowser):
    """A page, whose pictures come only from the guide's folder, scaled to the width of the text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.equations: tuple[QImage, ...] = ()
        self._folder = Path()
        self.picture_width = _WIDTH

    def show_page(self, prepared: PreparedPage, theme: Theme) -> None:
        document = self.document()
        self.equations = prepared.equations
        self._folder = (pages_dir() / prepared.name).parent
        self.picture_width = round(theme.px(_WIDTH))
        self.setMarkdown(prepared.page.markdown)
        font = self.font()
        font.setPixelSize(round(theme.size_panel))
        document.setDefaultFont(font)
        document.setDocumentMargin(theme.px(20))
        edit = QTextCursor(document)
        edit.beginEditBlock()  # laid out once, at its end, and not with every change
        _format_tables(document, theme)
        _format_lines(document, theme, prepared.page.equations)
        edit.endEditBlock()

    def go_to_anchor(self, anchor: str) -> None:
        """Scroll to a heading; without one, to the top."""
        cursor = QTextCursor(self.document())
        block = self.document().begin()
        while anchor and block.isValid():
            if block.blockFormat().headingLevel() and slug(block.text()) == anchor:
                cursor = QTextCursor(block)
                break
            block = block.next()
        self.moveCursor(QTextCursor.MoveOperation.End)  # so that the heading comes to the top
        self.setTextCursor(cursor)
        if not anchor:
            self.verticalScrollBar().setValue(0)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        text = name.toString() if isinstance(name, QUrl) else name
        if text.startswith(EQUATION):
            number = _number(text)
            return self.equations[number] if number < len(self.equations) else QImage()
        file = (self._folder / text).resolve()
        if not file.is_relative_to(pages_dir().resolve()):
            return QImage()
        reader, ratio = QImageReader(str(file)), self.devicePixelRatioF()
        size, width = reader.size(), round(self.picture_width * ratio)
        if size.width() > width:
            reader.setScaledSize(QSize(width, round(size.height() * width / size.width())))
        picture = reader.read()
        picture.setDevicePixelRatio(ratio)
        return picture


def prepare_page(name: str, theme: Theme, ratio: float, job: Job) -> PreparedPage:
    """Read a page and draw its equations; called in a task."""
    content = page(name)
    load_matplotlib()
    pictures = []
    for equation in content.equations:
        job.check()
        pictures.append(equation_picture(equation, theme, ratio))
    return PreparedPage(name, content, tuple(pictures))


def equation_picture(mathtext: str, theme: Theme, ratio: float = 1.0) -> QImage:
    """Return an equation as a picture, in the ink of the theme."""
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
    """Draw lines around the cells, which Markdown's importer leaves out."""
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
    """Format paragraphs, code, links and equations according to the theme."""
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
    fragments, at = [], block.begin()
    while not at.atEnd():
        fragments.append(at.fragment())
        at += 1
    return fragments


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
