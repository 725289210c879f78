"""Tips in lines of a readable length: Qt wraps rich text, but not plain text."""

from __future__ import annotations

import textwrap

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolTip, QWidget

from lwnb_gui.text import breakable, unbroken

LONGEST_LINE = 90  # characters


def in_lines(text: str) -> str:
    """Wrap between words, keeping numbers with their units and existing line breaks."""
    lines = (
        textwrap.fill(unbroken(line), LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return breakable("\n".join(lines))  # prevent Qt from wrapping the lines again


def set_tip(of: QWidget | QAction, text: str) -> None:
    """Set a tip that is long, or may be: a sentence, a path, names from the data."""
    of.setToolTip(in_lines(text))


def show_tip(position: QPoint, text: str, widget: QWidget) -> None:
    """Show a tip at a position of the screen; an empty one hides the visible tip."""
    QToolTip.showText(position, in_lines(text), widget)
