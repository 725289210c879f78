"""Tips in lines of a readable length: Qt wraps rich text, but no plain text."""

from __future__ import annotations

import textwrap

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

_LONGEST = 90  # characters in a line


def in_lines(text: str) -> str:
    """Wrapped between words; line breaks stay."""
    return "\n".join(
        textwrap.fill(line, _LONGEST, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )


class Application(QApplication):
    """Wraps the tip of a widget when it is about to be shown, wherever it was set."""

    def event(self, event: QEvent) -> bool:
        """Qt's timer for tips is a timer of the application, which gets few events of its own."""
        if event.type() == QEvent.Type.Timer:
            wrap_tip_of(QApplication.widgetAt(QCursor.pos()))
        return super().event(event)


def wrap_tip_of(widget: QWidget | None) -> None:
    """Wrap the tip that this widget, or the nearest one around it that has any, would show."""
    while widget is not None and not widget.toolTip():
        widget = None if widget.isWindow() else widget.parentWidget()
    if widget is not None:
        text = widget.toolTip()
        is_rich = text.lstrip().startswith("<")
        if not is_rich and max(map(len, text.split("\n"))) > _LONGEST:
            widget.setToolTip(in_lines(text))


def show_tip(position: QPoint, text: str, widget: QWidget) -> None:
    """Show a tip at a position of the screen; an empty one hides that which is shown."""
    QToolTip.showText(position, in_lines(text), widget)
