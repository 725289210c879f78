"""Support for screen readers: the content of painted panels as text, and changed predictions."""

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

from lwnb_gui.qt.panel import Panel, panel_of
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.views.tables import TextTable

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow

_PAUSE = 700  # ms after the last step of k: announcements of every step would interrupt one another
_MOST_ROWS = 24  # the number of table rows that are read out
_READ_BY_QT = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
_OURS = "lwnb_described"  # property of a widget whose description is set here


class ScreenReader(QObject):
    """Describes the widget that gets the focus; announces predictions while a screen reader is active."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._announced = ""
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.announce_prediction)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self.on_focus)
        window.context.explained.connect(self._on_explained)

    def on_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not None and old.property(_OURS):
            old.setAccessibleDescription("")  # it would be out of date when the focus returns
        panel = panel_of(now)
        if now is None or panel is None or isinstance(now, _READ_BY_QT):
            return
        if not now.accessibleDescription():
            now.setProperty(_OURS, True)
            now.setAccessibleDescription(_description_inside(now) or description(panel))

    def _on_explained(self, explanation: object) -> None:
        if explanation is not None and QAccessible.isActive():
            self._pause.start()

    def announce_prediction(self) -> None:
        """Announce the posterior if it has changed and need not be guessed."""
        for panel in self._window.findChildren(ScenePanel):
            view = panel.shows
            if view is None or not view.is_answer or panel.hidden_reason or panel.reading is None:
                continue
            headline = view.sentences(panel.reading)[0]
            if headline != self._announced:
                self._announced = headline
                announce(self._window, headline)


def announce(window: QWidget, text: str) -> None:
    """Have a screen reader say something after what it is currently saying."""
    event = QAccessibleAnnouncementEvent(window, text)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)


def description(panel: Panel) -> str:
    """Return the content of a panel as text: that of its table if it has one, or a hint."""
    if panel.hidden_reason:
        return panel.hidden_reason
    table = panel.to_table()
    if table is not None:
        return table_text(table)
    return "" if panel.shows is None else panel.shows.spoken_hint


def table_text(table: TextTable) -> str:
    """Return row after row, each cell with its column's title."""
    rows = list(islice(table.rows, _MOST_ROWS + 1))
    lines = [
        ", ".join(f"{title} {text}".strip() for title, text in zip(table.titles, row, strict=True) if text)
        for row in rows[:_MOST_ROWS]
    ]
    more = " There are more rows: copy the table to see them all." if len(rows) > _MOST_ROWS else ""
    return "; ".join(lines) + "." + more if lines else ""


def _description_inside(view: QWidget) -> str:
    """Return the description of what a view scrolls."""
    inside = (child.accessibleDescription() for child in view.findChildren(QWidget) if child.isVisible())
    return next(filter(None, inside), "")
