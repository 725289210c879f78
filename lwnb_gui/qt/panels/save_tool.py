"""The ⬇ in a panel's title row: copy the panel's table, save it, or save the panel as a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton

from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.icons import icon
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.panels.table_copy import TextTable, save_table, to_tsv

_FILES = (("CSV", ".csv"), ("Markdown", ".md"), ("LaTeX", ".tex"))
_PICTURES = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"


class SaveTool(QToolButton):
    """Opens a menu; the table is made only when it is asked for."""

    def __init__(self, panel: Panel, table: Callable[[], TextTable | None]) -> None:
        super().__init__(panel)
        self._panel, self._table = panel, table
        self._stem = panel.title.lower().replace(" ", "-")
        self.setAccessibleName(f"Save or copy {panel.title.lower()}")
        self.setToolTip(
            f"Copy or save {panel.title.lower()}. The table has its heads and every row, not only those in "
            "sight."
        )
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        copy = QAction("Copy the table", self)
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        # The key is only shown here: what has the focus takes it, so that fields keep their own copy.
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.setShortcutVisibleInContextMenu(True)
        copy.triggered.connect(self.copy)
        menu.addAction(copy)
        for name, suffix in _FILES:
            menu.addAction(f"Save as {name}…", partial(self._ask, name, suffix))
        menu.addSeparator()
        menu.addAction("Save as a picture…", self._ask_picture)
        self.setMenu(menu)

    def set_theme(self, theme: Theme) -> None:
        size = round(theme.px(16))
        self.setIcon(icon("save", theme, size))
        self.setIconSize(QSize(size, size))

    def copy(self) -> None:
        """Put the table on the clipboard, as spreadsheets like it."""
        table = self._table()
        if table is not None:
            QGuiApplication.clipboard().setText(to_tsv(table))

    def save(self, path: str | Path) -> None:
        """Write the table; a failure is said in the panel."""
        table = self._table()
        if table is None:
            return
        try:
            save_table(table, path)
        except Exception as error:
            self._panel.show_error(error, "Choose another folder or name.")
        else:
            self._panel.clear_error()

    def _ask(self, name: str, suffix: str) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self._panel, f"Save {self._panel.title.lower()}", self._stem + suffix, f"{name} (*{suffix})"
        )
        if path:
            self.save(path if Path(path).suffix else path + suffix)

    def _ask_picture(self) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self._panel, f"Save {self._panel.title.lower()}", f"{self._stem}.png", _PICTURES
        )
        if not path:
            return
        try:
            self._panel.export_image(path if Path(path).suffix else path + ".png")
        except Exception as error:
            self._panel.show_error(error, "Choose another folder or name.")
