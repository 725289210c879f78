"""The help that F1 opens: about the panel under the mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from lwnb_gui.qt.window.key_target import pointed_at


def topic_under_mouse() -> str:
    """Return the help topic of the panel under the mouse, or of the one that a key has gone to since."""
    widget = next(iter(pointed_at()), None)
    while widget is not None:
        topic = getattr(widget, "help_topic", "")
        if topic:
            return str(topic)
        widget = widget.parentWidget()
    return "window"


class HelpWindow(QDialog):
    """A small window that stays open during work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Help")
        self.setWindowFlag(Qt.WindowType.Tool)
        self.resize(420, 360)
        self.page = QTextBrowser(self)
        self.page.setAccessibleName("Help text")
        self.page.setOpenExternalLinks(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)

    def show_topic(self, topic: str) -> None:
        from lwnb_gui.qt.help.help_texts import html  # imports the views, whose texts it has

        self.page.setHtml(html(topic))
        self.show()
        self.raise_()

    def show_keys(self, actions: list[QAction]) -> None:
        """List all actions that have a key."""
        rows = "".join(
            f"<tr><td>{a.text().replace('&', '').rstrip('…')}</td>"
            f"<td style='padding-left: 24px'><b>{', '.join(k.toString() for k in a.shortcuts())}</b></td>"
            "</tr>"
            for a in actions
            if a.shortcuts()
        )
        self.page.setHtml(f"<h3>Keys</h3><table>{rows}</table>")
        self.show()
        self.raise_()
