"""Tooltips in lines that can be read at a glance: Qt breaks no plain text by itself."""

from __future__ import annotations

import textwrap

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QToolTip, QWidget

_LONGEST = 90  # characters in a line


def in_lines(words: str) -> str:
    """Broken between words; breaks that are there stay."""
    return "\n".join(
        textwrap.fill(line, _LONGEST, break_long_words=False, break_on_hyphens=False)
        for line in words.split("\n")
    )


def show_tip(at: QPoint, words: str, widget: QWidget) -> None:
    """At a place of the screen; no words hide the one that shows."""
    QToolTip.showText(at, in_lines(words), widget)
