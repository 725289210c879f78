"""For whoever listens to the window: what is painted is told in words, and the answer when it changes."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QWidget,
)

from lwnb_gui.export import TextTable
from lwnb_gui.qt.panel import Panel

if TYPE_CHECKING:
    from lwnb_gui.qt.main_window import MainWindow

_SETTLED = 700  # ms after the last step of k: who hears a word of every step hears none
_MOST = 24  # rows of a table that are told
# Qt tells what these hold.
_TOLD = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
_MAP = (
    "The rows that count are in the table Neighbours. Arrows move the map, plus and minus zoom, "
    "Home shows everything."
)
_OURS = "lwnb_told"  # property of a widget whose description is made here


class Spoken(QObject):
    """Works only when it is heard: with the focus on a figure, or while a screen reader is there."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._said = ""
        self._soon = QTimer(self, singleShot=True, interval=_SETTLED)
        self._soon.timeout.connect(self._say)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._on_focus)
        window.context.explained.connect(self._on_explained)

    def _on_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not None and old.property(_OURS):
            old.setAccessibleDescription("")  # of a moment that is over
        panel = _panel_of(now)
        if now is None or panel is None or isinstance(now, _TOLD):
            return
        if not now.accessibleDescription():
            now.setProperty(_OURS, True)
            now.setAccessibleDescription(_inside(now) or told(panel))

    def _on_explained(self, explanation: object) -> None:
        if explanation is not None and QAccessible.isActive():
            self._soon.start()

    def _say(self) -> None:
        """The sentence of the posterior, when it is another one and nobody is to guess it."""
        from lwnb_gui.qt.panels.posterior import PosteriorPanel

        found = self._window.findChildren(PosteriorPanel)
        panel = next((p for p in found if not p.covered and p.reading is not None), None)
        if panel is None:
            return
        words = panel.words
        if words != self._said:
            self._said = words
            announce(self._window, words)


def announce(window: QWidget, words: str) -> None:
    """Have a screen reader say something when it has said what it is saying."""
    event = QAccessibleAnnouncementEvent(window, words)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)


def told(panel: Panel) -> str:
    """What a panel shows, in words: those of its table, where it has one."""
    if panel.covered:
        return panel.covered
    table = panel.to_table()
    if table is not None:
        return in_words(table)
    return _MAP if panel.title == "Map" else ""


def in_words(table: TextTable) -> str:
    """Row after row, each figure with its head."""
    rows = list(islice(table.rows, _MOST + 1))
    told = [
        ", ".join(f"{head} {text}".strip() for head, text in zip(table.heads, row, strict=True) if text)
        for row in rows[:_MOST]
    ]
    more = " And more: the table can be copied." if len(rows) > _MOST else ""
    return "; ".join(told) + "." + more if told else ""


def _inside(view: QWidget) -> str:
    """The words of what a view scrolls, where that can be seen."""
    inside = (child.accessibleDescription() for child in view.findChildren(QWidget) if child.isVisible())
    return next(filter(None, inside), "")


def _panel_of(widget: QWidget | None) -> Panel | None:
    while widget is not None and not isinstance(widget, Panel):
        widget = widget.parentWidget()
    return widget
