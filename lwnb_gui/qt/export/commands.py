"""What the window's actions for taking home do: report, print, script, figure, and a panel's whole menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog, QWidget

from lwnb_core.data.files import atomic_write
from lwnb_gui.export.figures import FigureView
from lwnb_gui.export.report import Report
from lwnb_gui.qt.export.clipboard import copy_text
from lwnb_gui.qt.file_dialogs import ask_save
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.pointed import pointed_at
from lwnb_gui.qt.tasks import Job

if TYPE_CHECKING:
    from lwnb_gui.qt.main_window import MainWindow

_KINDS = "HTML (*.html);;PDF (*.pdf)"


class ExportCommands:
    """One method an action."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context
        self._context.swept.connect(self._lend)
        self._context.said.connect(self._say)

    def _lend(self, sweep: object) -> None:
        """With the first ribbon the strip gets its menu."""
        if sweep is not None:
            _ = self.ribbon

    @cached_property
    def ribbon(self) -> Panel:
        """What the strip with k lends its ribbon by."""
        from lwnb_gui.qt.export.ribbon_home import RibbonHome

        return RibbonHome(self._context, self._window)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """By the names of `actions.SPECS`."""
        return {
            "save_report": self.ask_report,
            "print": self.ask_print,
            "copy_python": self.copy_python,
            "copy_figure": self.copy_figure,
            "take_home": self.take_home,
        }

    # -- reports ------------------------------------------------------------------------------------

    def ask_report(self) -> None:
        """Ask where to, then write the report of the place."""
        make = self._maker()
        if make is None:
            return
        name = f"{self._stem()}.html"
        path = ask_save(self._window, self._context, "Save a report", name, _KINDS)
        if path:
            self.save_report(path)

    def save_report(self, path: str | Path) -> None:
        """Write the report of the place; the suffix says whether as HTML or PDF."""
        from lwnb_gui.export.html import to_html
        from lwnb_gui.qt.export.printing import save_pdf

        make, target = self._maker(), Path(path)
        if make is None:
            return
        if not target.suffix:
            target = target.with_suffix(".html")

        def work(job: Job) -> None:
            if target.suffix.lower() == ".pdf":
                save_pdf(make(), target, job)
            else:
                atomic_write(target, to_html(make(), progress=job))

        self._start(work, f"Saved {target}")

    def ask_print(self) -> None:
        """Ask for a printer, then print the report of the place."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        from lwnb_gui.qt.export.printing import page_layout, print_report

        make = self._maker()
        if make is None:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(page_layout())
        printer.setDocName(self._stem())
        dialog = QPrintDialog(printer, self._window)
        dialog.setWindowTitle("Print the report")
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._start(lambda job: print_report(make(), printer, job), "Sent to the printer")

    def _start(self, work: Callable[[Job], None], done: str) -> None:
        """A report takes seconds: its figures are drawn in a task, beside the window's own."""

        def finish(_: None) -> None:
            self._window.error_bar.clear()
            self._say(done)

        self._say("Writing the report …")
        self._context.tasks.start(
            "report",
            work,
            on_done=finish,
            on_progress=lambda n, total: self._say(f"Writing the report: part {n + 1} of {total}"),
            on_error=self._failed,
        )

    def _maker(self) -> Callable[[], Report] | None:
        """What makes the report of this place: not in the GUI thread where it only reads frozen values."""
        place = self._window.state.view.place
        page = None if place == "start" else self._window.place(place)
        reporting = _reporting(page)
        if reporting is not None:
            report = reporting.to_report()
            if report is None:
                self._say("There is nothing to report yet.")
                return None
            return lambda: report
        state, context = self._window.state, self._context
        query, explanation = state.query, context.explanation
        if query is None or explanation is None or context.computing:
            self._say("There is no explanation to report yet.")
            return None
        if self._is_asked("report"):
            return None
        from lwnb_gui.export.explain_report import query_report

        drawn = self._map()
        return partial(query_report, query, explanation, drawn, context.sweep)

    def _map(self) -> FigureView | None:
        explore = self._window.place("explore")
        panel = getattr(explore, "panels", {}).get("map")
        return panel.to_figure() if isinstance(panel, Panel) else None

    def _stem(self) -> str:
        state = self._window.state
        query = state.query
        if state.view.place in ("curves", "experiment") or query is None:
            return state.view.place
        return f"{query.instances.name}-row-{query.row + 1}"

    def _failed(self, error: BaseException) -> None:
        self._say("")
        self._window.error_bar.say(error, "Choose another folder or name.", self.ask_report)

    # -- panels -------------------------------------------------------------------------------------

    def _is_asked(self, what: str) -> bool:
        """Whether a guess is open; then it is said that this would tell the answer."""
        state = self._window.state
        if not state.view.teaching.asks(state.query):
            return False
        self._say(f"Guess first: the {what} would tell the answer.")
        return True

    def copy_python(self) -> None:
        """The script of the panel under the mouse or with the focus; else of the answer."""
        if self._is_asked("script"):
            return
        panel = self.panel()
        script = panel.to_script() if panel is not None else None
        if script is None and self._window.state.query is not None:
            from lwnb_gui.export.scripts import posterior_script

            query = self._window.state.query
            script = posterior_script(query) if self._context.explanation is not None else None
        if script is None:
            self._say("Put the mouse on a panel that has a script.")
        else:
            copy_text(script)
            self._say("Copied a Python script that makes the same numbers")

    def copy_figure(self) -> None:
        panel = self.panel()
        if panel is None or panel.take_home is None:
            self._say("Put the mouse on the panel to be copied.")
        else:
            panel.take_home.copy_figure()

    def take_home(self) -> None:
        """Open the panel's menu, by keys."""
        panel = self.panel()
        if panel is None or panel.take_home is None:
            self._say("Put the mouse on the panel to be taken home.")
            return
        tool = panel.take_home
        at = tool if tool.isVisible() else self._window.strip if panel is self.ribbon else panel
        tool.open_at(at.mapToGlobal(QPoint(0, tool.height())))

    def panel(self) -> Panel | None:
        """The innermost panel with something to give: under the mouse, or where a key has gone since."""
        for widget in pointed_at():
            strip = self._window.strip
            if strip.isAncestorOf(widget) and not strip.is_resting:
                return self.ribbon
            found = _giving(widget)
            if found is not None:
                return found
        return None

    def _say(self, words: str) -> None:
        self._window.status.showMessage(words, 4000)


def _reporting(page: QWidget | None) -> Panel | None:
    """The place itself, or the panel in it that has the report."""
    inside = page.findChildren(Panel) if page is not None else []
    panels = [page, *inside] if isinstance(page, Panel) else inside
    return next((p for p in panels if p.gives("to_report") and p.isVisible()), None)


def _giving(widget: QWidget | None) -> Panel | None:
    while widget is not None:
        if isinstance(widget, Panel) and widget.take_home is not None and widget.isVisible():
            return None if widget.covered else widget  # what is still to be guessed is not handed out
        widget = widget.parentWidget()
    return None
