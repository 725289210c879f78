"""Returns what a user sees in a part of the window, for tests that should not know private attributes."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from lwnb_gui.qt.panel import Panel


def texts(widget: QWidget) -> list[str]:
    """Return the texts of all visible labels in a widget."""
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible() and label.text()]


def button(widget: QWidget, text: str) -> QAbstractButton:
    """Return the visible button with this text."""
    (matching,) = (b for b in widget.findChildren(QAbstractButton) if b.isVisible() and b.text() == text)
    return matching


def subtitle_tip(panel: Panel) -> str:
    """Return the tooltip of a panel's subtitle, which is in the row of tabs if there is one."""
    labels = panel.window().findChildren(QLabel, "panelSubtitle")
    (tip,) = (label.toolTip() for label in labels if label.isVisible() and label.text() == panel.subtitle)
    return tip
