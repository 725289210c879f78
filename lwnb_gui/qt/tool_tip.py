"""Tooltips in lines that can be read at a glance: Qt breaks no plain text by itself."""

from __future__ import annotations

import textwrap

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

_LONGEST = 90  # characters in a line


def in_lines(words: str) -> str:
    """Broken between words; breaks that are there stay."""
    return "\n".join(
        textwrap.fill(line, _LONGEST, break_long_words=False, break_on_hyphens=False)
        for line in words.split("\n")
    )


class Program(QApplication):
    """The application; sees to it that every widget's tooltip is in lines when it is about to appear."""

    def event(self, event: QEvent) -> bool:
        """Only what is meant for the application itself comes here; its timer opens the tooltips."""
        if event.type() == QEvent.Type.Timer:
            break_tip_of(QApplication.widgetAt(QCursor.pos()))
        return super().event(event)


def break_tip_of(widget: QWidget | None) -> None:
    """Break the tooltip that this widget, or the nearest one around it that has any, would show."""
    while widget is not None and not widget.toolTip():
        widget = None if widget.isWindow() else widget.parentWidget()
    if widget is not None:
        words = widget.toolTip()
        is_rich = words.lstrip().startswith("<")  # Qt breaks that by itself
        if not is_rich and max(map(len, words.split("\n"))) > _LONGEST:
            widget.setToolTip(in_lines(words))


def show_tip(at: QPoint, words: str, widget: QWidget) -> None:
    """At a place of the screen; no words hide the one that shows."""
    QToolTip.showText(at, in_lines(words), widget)
