"""The ⬇ in a panel's title row: its table, its figure and its script, in every format they have.

The menu is filled when it opens, from what the panel has (`to_figure`, `to_table`, `to_script`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from lwnb_core.data import atomic_write
from lwnb_gui.file_formats import FIGURES, FORMAT_NAMES, TABLES, file_filter, named
from lwnb_gui.qt.export.clipboard import copy_picture, copy_text, copy_widget
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.widgets.icons import set_icon
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.window.file_dialogs import ask_save
from lwnb_gui.render.figures import save_figure
from lwnb_gui.render.tables import WRITERS, save_table
from lwnb_gui.theme import Theme
from lwnb_gui.views.tables import TextTable

if TYPE_CHECKING:
    from lwnb_gui.qt.panel import Panel

# Cells up to which a table is written at once: that takes a few milliseconds.
_AT_ONCE = 2_000
_MANY = 100  # rows from which the message has their number


def add_table_formats(menu: QMenu, copy: Callable[[str], object], ask: Callable[[str, str], object]) -> None:
    """Add two submenus with every format of a table: to copy it, and to save it under a name.

    `copy` gets a format's suffix, `ask` a file dialog's filter and the suffix.
    """
    copying, saving = menu.addMenu("Copy the table as"), menu.addMenu("Save the table")
    for suffix, name in named(TABLES).items():
        copying.addAction(name, partial(copy, suffix))
        saving.addAction(f"{name}…", partial(ask, file_filter(suffix), suffix))


class ExportButton(QToolButton):
    """A button with all exports of a panel in one menu."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._name = f"“{panel.title}”" if panel.title else "the panel"
        self.setAccessibleName(f"Export {self._name}")
        set_tip(
            self,
            f"Copy or save {self._name} as a table, a figure, or a Python script that reproduces it.\n"
            "A table includes its column titles and all rows, not only the visible ones.",
        )
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.aboutToShow.connect(self.fill)
        self.setMenu(menu)

    def set_theme(self, theme: Theme) -> None:
        set_icon(self, "save", theme)

    # -- the menu -----------------------------------------------------------------------------------

    def fill(self) -> None:
        """Fill the menu with what can be exported now."""
        menu, panel = self.menu(), self._panel
        menu.clear()
        now = panel.context.state.now
        if not now.display.teaching.shows(panel.help_topic, now.query):
            later = now.display.teaching.locked_until(panel.help_topic)
            menu.addAction(later or "Hidden until you have guessed").setEnabled(False)
            return
        if panel.context.tasks.is_running(self._task):
            menu.addAction("Stop writing", self.stop)
            menu.addSeparator()
        has_table, has_figure = panel.to_table() is not None, panel.to_figure() is not None
        if has_table:
            copy = menu.addAction("Copy the table", self.copy)
            # The key is only shown here: what has the focus takes it, so that fields keep their own copy.
            copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
            copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            copy.setShortcutVisibleInContextMenu(True)
            add_table_formats(menu, self.copy, partial(self._ask, write=self.save))
            menu.addSeparator()
        what = "the figure" if has_figure else "the panel as shown"
        menu.addAction(f"Copy {what}", self.copy_figure)
        saving = menu.addMenu(f"Save {what}")
        for suffix, name in named(FIGURES).items():
            saving.addAction(f"{name}…", partial(self._ask, file_filter(suffix), suffix, self.save_figure))
        menu.addSeparator()
        # Where there is a table or a figure there is a script, too; creating one only to know takes a moment.
        has_script = panel.gives("to_script") and (has_table or has_figure or panel.to_script() is not None)
        if has_script and not self._is_guess_pending:
            menu.addAction("Copy as Python", self.copy_script)
            menu.addAction("Save as Python…", partial(self._ask, "Python (*.py)", ".py", self.save_script))

    def open_from(self, widget: QWidget) -> None:
        """Let a right click on a widget open the menu."""
        widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        widget.customContextMenuRequested.connect(lambda at: self.open_at(widget.mapToGlobal(at)))

    def open_at(self, position: QPoint) -> None:
        """Open the menu somewhere on the screen."""
        self.menu().popup(position)

    # -- what it does -------------------------------------------------------------------------------

    def copy(self, suffix: str = ".tsv") -> None:
        """Put the table on the clipboard; tab-separated is what spreadsheets like."""
        table = self._panel.to_table()
        if table is not None:
            message = f"Copied {self._name} as a table, {FORMAT_NAMES[suffix]}{_how_many(table)}"
            self._write(table, WRITERS[suffix], self._then(copy_text, message))

    def save(self, path: str | Path) -> None:
        """Write the table in the format of the suffix. A failure is reported in the panel."""
        table = self._panel.to_table()
        if table is not None:
            message = f"Saved {path}{_how_many(table)}"
            self._write(table, lambda rows: save_table(rows, path), self._then(None, message))

    def stop(self) -> None:
        """Stop writing; a file that existed before is unchanged."""
        self._panel.context.tasks.cancel(self._task)
        self._panel.computing_bar.end()
        self._panel.context.said.emit("Stopped: nothing has been copied or saved")

    def copy_figure(self) -> None:
        """Put the figure on the clipboard, as a picture and as SVG; without one, the panel as it is shown."""
        view, theme = self._panel.to_figure(), self._panel.context.theme
        message = f"Copied {self._name} as a picture"
        if view is None:
            self._guarded(lambda: copy_widget(self._panel, theme), message)
        else:
            self._in_task(
                lambda job: (view.to_bytes("png", theme), view.to_bytes("svg", theme)),
                self._then(copy_picture, message),
            )

    def save_figure(self, path: str | Path) -> None:
        """Write the figure, or the panel as it is, in the format of the suffix."""
        view, theme = self._panel.to_figure(), self._panel.context.theme
        if view is None:
            self._guarded(lambda: self._panel.export_image(path), f"Saved {path}")
        else:
            self._in_task(lambda job: save_figure(view, path, theme), self._then(None, f"Saved {path}"))

    @property
    def _is_guess_pending(self) -> bool:
        """Whether the answer is still to be guessed, which the script of any panel would print."""
        now = self._panel.context.state.now
        return now.display.teaching.is_guess_pending(now.query)

    def copy_script(self) -> None:
        script = None if self._is_guess_pending else self._panel.to_script()
        if script is not None:
            self._then(copy_text, "Copied a Python script that reproduces these numbers")(script)

    def save_script(self, path: str | Path) -> None:
        script = None if self._is_guess_pending else self._panel.to_script()
        if script is not None:
            self._guarded(lambda: atomic_write(path, script), f"Saved {path}")

    # -- inside -------------------------------------------------------------------------------------

    @property
    def _task(self) -> str:
        return f"export-{id(self)}"

    def _write(
        self, table: TextTable, create: Callable[[TextTable], object], use: Callable[..., object]
    ) -> None:
        """Write a small table at once, and a large one, or one of unknown size, in a task."""
        cells = table.cells
        if cells is not None and cells <= _AT_ONCE:
            self._guarded(lambda: use(create(table)))
            return
        self._panel.context.said.emit(
            f"Writing {self._name}{_how_many(table)} … You can stop it in the same menu."
        )
        self._in_task(lambda job: create(table.reporting(job)), use)

    def _in_task(self, create: Callable[[Job], object], use: Callable[..., object]) -> None:
        """Create something in a task, and use it when it is there."""
        panel = self._panel

        def finish(result: object) -> None:
            panel.computing_bar.end()
            use(result)

        panel.computing_bar.begin()
        panel.context.tasks.start(
            self._task,
            create,
            on_done=finish,
            on_progress=panel.computing_bar.set_share,
            on_error=self._failed,
        )

    def _then(self, use: Callable[..., object] | None, message: str) -> Callable[[object], None]:
        """Use the result, and report success."""

        def finish(result: object) -> None:
            if use is not None:
                use(result)
            self._panel.clear_error()
            self._panel.context.said.emit(message)

        return finish

    def _guarded(self, write: Callable[[], object], message: str = "") -> None:
        try:
            write()
        except Exception as error:
            self._failed(error)
        else:
            self._panel.clear_error()
            if message:
                self._panel.context.said.emit(message)

    def _failed(self, error: BaseException) -> None:
        self._panel.computing_bar.end()
        self._panel.show_error(error, "Choose another folder or name.")

    def _ask(self, kind: str, suffix: str, write: Callable[[str], object]) -> None:
        stem = self._name.replace(" ", "-")
        path = ask_save(self._panel, self._panel.context, f"Save {self._name}", stem + suffix, kind)
        if path:
            write(path)


def _how_many(table: TextTable) -> str:
    """Return `: 100,000 rows`; empty if the number is unknown or small."""
    rows = table.n_rows
    return f": {rows:,} rows" if rows is not None and rows >= _MANY else ""
