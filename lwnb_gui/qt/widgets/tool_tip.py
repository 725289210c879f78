"""Tips in lines of a readable length: Qt wraps rich text, but no plain text."""

from __future__ import annotations

import textwrap

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolTip, QWidget

from lwnb_gui.text import breakable, unbroken

LONGEST_LINE = 90  # characters


def in_lines(text: str) -> str:
    """Wrapped between words, a number on one line with its unit; line breaks stay."""
    lines = (
        textwrap.fill(unbroken(line), LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return breakable("\n".join(lines))  # Qt does not wrap the lines again


def set_tip(of: QWidget | QAction, text: str) -> None:
    """Set a tip that is long, or may be: a sentence, a path, names from the data."""
    of.setToolTip(in_lines(text))


def show_tip(position: QPoint, text: str, widget: QWidget) -> None:
    """Show a tip at a position of the screen; an empty one hides that which is shown."""
    QToolTip.showText(position, in_lines(text), widget)
