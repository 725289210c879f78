"""A report on paper or as PDF: laid out by Qt, with its figures as pictures of high resolution."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtPrintSupport import QPrinter

from lwnb_core import __version__
from lwnb_core.data import atomic_write
from lwnb_core.progress import Progress, silent
from lwnb_gui.render.html import escaped
from lwnb_gui.render.report import Report, Section
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.tables import TextTable

_MARGIN = 16.0  # millimetres
_FOOT = 8.0  # of them for the page's number
_POINTS = 72 / 96  # a figure's pixel is three quarters of a point
_MOST_COLUMNS = 12
_WIDEST = 500.0  # points that a figure or table may take
_LETTER = 4.6  # points, the width of a letter in tables

# The layout is in points, which Qt's style sheets call pixels.
_STYLE = f"""
h1 {{ font-size: 17px; font-weight: 600; margin-bottom: 6px; }}
h2 {{ font-size: 12px; font-weight: 600; margin-top: 16px; margin-bottom: 5px; }}
p {{ margin-top: 0px; margin-bottom: 4px; }}
.lead {{ font-size: 11px; }}
.note {{ color: {LIGHT.ink2}; font-size: 8px; }}
table {{ border-collapse: collapse; margin-bottom: 6px; }}
th {{ color: {LIGHT.ink2}; font-weight: 600; text-align: left; }}
td, th {{ font-size: 8px; padding: 1px 8px 1px 0px; border-bottom: 1px solid {LIGHT.separator}; }}
pre {{ font-family: monospace; font-size: 7px; }}
"""


def to_document(report: Report, date: datetime | None = None, progress: Progress = silent) -> QTextDocument:
    """The report laid out for paper; in any thread, as long as the document stays in it."""
    document = QTextDocument()
    font = QFont()
    font.setPixelSize(9)
    document.setDefaultFont(font)
    document.setDefaultStyleSheet(_STYLE)
    parts = [f"<h1>{escaped(report.title)}</h1>"]
    parts += [_paragraph(text, "lead" if i == 0 else "") for i, text in enumerate(report.sentences) if text]
    for number, section in enumerate(report.sections, start=1):
        progress(number - 1, len(report.sections))
        parts.append(_section(section, number, document))
    if report.facts:
        facts = TextTable(["", ""], [list(fact) for fact in report.facts])
        parts += ["<h2>Settings, data and versions</h2>", _table(facts, with_titles=False)]
    if report.script:
        parts.append("<h2>The same in Python</h2>")
        lines = escaped(report.script, lines=True).split("\n")
        parts.append(f"<pre>{'<br>'.join(lines)}</pre>")
    moment = (date or datetime.now().astimezone()).strftime("%Y-%m-%d %H:%M")
    parts.append(_paragraph(f"LWNB Explorer {__version__}, {moment}", "note"))
    document.setHtml(f"<html><body style='color: {LIGHT.ink}'>{''.join(parts)}</body></html>")
    return document


def save_pdf(report: Report, path: str | Path, progress: Progress = silent) -> None:
    """Write a report as PDF, A4; nobody ever sees a half-written file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(report.title)
    writer.setCreator(f"LWNB Explorer {__version__}")
    writer.setResolution(300)
    writer.setPageLayout(page_layout())
    _paint(to_document(report, progress=progress), writer)
    buffer.close()
    progress(1, 1)  # raises if it was cancelled meanwhile
    atomic_write(path, bytes(content.data()))


def print_report(report: Report, printer: QPrinter, progress: Progress = silent) -> None:
    """Lay a report out and send it to a printer that has been chosen."""
    _paint(to_document(report, progress=progress), printer)


def page_layout() -> QPageLayout:
    return QPageLayout(
        QPageSize(QPageSize.PageSizeId.A4),
        QPageLayout.Orientation.Portrait,
        QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN),
        QPageLayout.Unit.Millimeter,
    )


def _paint(document: QTextDocument, device: QPdfWriter | QPrinter) -> None:
    """Page by page, with its number below; the layout is in points, so that every device shows the same."""
    dots = device.resolution() / 72
    page = QSizeF(device.pageLayout().paintRectPixels(device.resolution()).size()) / dots
    area = QSizeF(page.width(), page.height() - _FOOT / 25.4 * 72)
    document.setPageSize(area)
    _keep_headings(document)
    painter = QPainter(device)
    painter.scale(dots, dots)
    small = QFont(document.defaultFont())
    small.setPixelSize(8)
    for number in range(document.pageCount()):
        if number:
            device.newPage()
        painter.save()
        painter.translate(0, -number * area.height())
        shown = QRectF(0, number * area.height(), area.width(), area.height())
        painter.setClipRect(shown)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = shown
        document.documentLayout().draw(painter, context)
        painter.restore()
        painter.setFont(small)
        painter.setPen(LIGHT.ink3)
        foot = QRectF(0, area.height(), page.width(), page.height() - area.height())
        text = f"{number + 1} of {document.pageCount()}"
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, text)
    painter.end()


def _keep_headings(document: QTextDocument) -> None:
    """A heading whose figure or table begins on the next page goes there with it."""
    heading = _orphaned_heading(document)
    while heading is not None:
        form = heading.blockFormat()
        form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        QTextCursor(heading).setBlockFormat(form)
        document.markContentsDirty(0, document.characterCount())  # all that follows moves
        heading = _orphaned_heading(document)


def _orphaned_heading(document: QTextDocument) -> QTextBlock | None:
    """The first heading at the foot of a page with nothing below it."""
    layout, tall = document.documentLayout(), document.pageSize().height()
    layout.documentSize()  # lays everything out
    block = document.begin()
    while block.isValid():
        following = block.next()
        breaks = block.blockFormat().pageBreakPolicy() != QTextFormat.PageBreakFlag.PageBreak_Auto
        if block.blockFormat().headingLevel() == 2 and following.isValid() and not breaks:
            top, below = layout.blockBoundingRect(block).top(), layout.blockBoundingRect(following)
            if int(top // tall) < int(max(below.top(), below.bottom() - 12) // tall):
                return block
        block = following
    return None


def _section(section: Section, number: int, document: QTextDocument) -> str:
    parts = [f"<h2>{escaped(section.title)}</h2>", *(_paragraph(text) for text in section.sentences)]
    if section.figure is not None:
        name = f"figure-{number}"
        image = QImage.fromData(section.figure.to_bytes("png", LIGHT))
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        width = min(section.figure.size[0] * _POINTS, _WIDEST)
        height = section.figure.size[1] * width / section.figure.size[0]
        parts.append(f"<p><img src='{name}' width='{width:.0f}' height='{height:.0f}'></p>")
        if section.caption:
            parts.append(_paragraph(section.caption, "note"))
    if section.table is not None:
        parts.append(_table(section.table))
    return "".join([*parts, *(_paragraph(text, "note") for text in section.notes)])


def _table(table: TextTable, *, with_titles: bool = True) -> str:
    """As wide as paper allows: what does not fit is left to the HTML report, and that is said."""
    columns = range(min(len(table.titles), _MOST_COLUMNS))
    rows = [list(row) for row in table.rows]
    texts = [list(table.titles), *rows] if with_titles else rows
    needed = sum(_LETTER * max((len(row[j]) for row in texts), default=0) + 8 for j in columns)
    wrap = "" if needed > _WIDEST else " style='white-space: nowrap'"

    def line(cells: list[str], tag: str) -> str:
        parts = []
        for j in columns:
            right = " align='right'" if j in table.numeric else ""
            parts.append(f"<{tag}{right}{wrap}>{escaped(cells[j])}</{tag}>")
        return f"<tr>{''.join(parts)}</tr>"

    head = f"<thead>{line(list(table.titles), 'th')}</thead>" if with_titles else ""
    body = "".join(line(row, "td") for row in rows)
    more = len(table.titles) - len(columns)
    note = _paragraph(f"{more} more columns are in the HTML report.", "note") if more > 0 else ""
    return f"<table cellspacing='0'>{head}{body}</table>{note}"


def _paragraph(text: str, kind: str = "") -> str:
    return f"<p class='{kind}'>{escaped(text)}</p>" if kind else f"<p>{escaped(text)}</p>"
