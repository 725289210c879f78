"""The commands of the window's export actions: pictures, report, print, script, and a panel's menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from lwnb_core.data import atomic_write
from lwnb_gui.file_formats import file_filter
from lwnb_gui.qt.export.clipboard import copy_text
from lwnb_gui.qt.export.export_task import ExportTask
from lwnb_gui.qt.export.live_page import LivePageExport
from lwnb_gui.qt.export.pictures import save_picture
from lwnb_gui.qt.export.predictions import PredictionsExport
from lwnb_gui.qt.panel import Panel, panel_of
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.window.file_dialogs import ask_save
from lwnb_gui.qt.window.key_target import pointed_at
from lwnb_gui.render.figures import FigureView
from lwnb_gui.render.report import Report
from lwnb_gui.views.view import Subject

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow

_PICTURES = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"


class ExportCommands:
    """One method per action."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context
        self._context.swept.connect(self._on_swept)
        self.predictions = PredictionsExport(window)
        self._context.saving_requested.connect(self.predictions.ask)
        self.live_page = LivePageExport(window)
        self.report = ExportTask(window, "report")

    def _on_swept(self, sweep: object) -> None:
        """Give the strip its context menu with the first ribbon."""
        if sweep is not None:
            _ = self.ribbon

    @cached_property
    def ribbon(self) -> Panel:
        """Return the ribbon of the k strip as a panel, for its exports."""
        from lwnb_gui.qt.export.ribbon_export import RibbonPanel

        return RibbonPanel(self._context, self._window)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return the handlers, by the names of `actions.SPECS`."""
        return {
            "save_predictions": self.predictions.ask,
            "export_panel": self.export_panel,
            "export_window": self.export_window,
            "save_report": self.ask_report,
            "export_live_page": self.live_page.ask,
            "print": self.ask_print,
            "copy_python": self.copy_python,
            "copy_figure": self.copy_figure,
            "export_menu": self.export_menu,
        }

    # -- reports ------------------------------------------------------------------------------------

    def ask_report(self) -> None:
        """Ask what goes into the report and where to, then write the report of the page."""
        if self.report_creator() is None:
            return
        query = self._window.state.query
        if query is None or self._window.state.display.page not in ("explore", "data"):
            self._ask_report_file()
            return
        from lwnb_gui.qt.export.report_dialog import ReportDialog

        dialog = ReportDialog(query, self._window)
        columns = dialog.columns
        dialog.accepted.connect(lambda: self._ask_report_file(with_unused=columns.with_unused))
        dialog.open()

    def ask_print(self) -> None:
        """Ask where to, write the report of the page, and open it in the browser, which prints it.

        The report has a style for paper; the browser has a preview, and prints it or saves it as PDF. The
        user says where the file goes, because a browser in a sandbox cannot read every folder.
        """
        if self.report_creator() is not None:
            self._ask_report_file("Save the report to print it", then=self._open_in_browser)

    def _ask_report_file(
        self,
        title: str = "Save a report",
        *,
        with_unused: bool = False,
        then: Callable[[str], object] | None = None,
    ) -> None:
        path = ask_save(self._window, self._context, title, f"{self._stem()}.html", file_filter(".html"))
        if path and Path(path).suffix.lower() not in (".html", ".htm"):
            path += ".html"
        if path:
            self.save_report(path, with_unused=with_unused, then=then)

    def save_report(
        self, path: str | Path, *, with_unused: bool = False, then: Callable[[str], object] | None = None
    ) -> None:
        """Write the report of the page as HTML; `then` gets the path once it is there."""
        from lwnb_gui.render.html import to_html

        create = self.report_creator(with_unused=with_unused)
        if create is None:
            return

        def work(job: Job) -> None:
            page = to_html(create(), progress=job)
            job.check()
            atomic_write(path, page)

        ask_again = self.ask_report if then is None else self.ask_print
        self.report.start(
            work, f"Saved {path}", ask_again, None if then is None else partial(then, str(path))
        )

    def _open_in_browser(self, path: str) -> None:
        is_open = QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(path).absolute())))
        where = "The report is in your browser: print it there." if is_open else "Print it from a browser."
        self._context.said.emit(f"Saved {path}. {where}")

    def report_creator(self, *, with_unused: bool = False) -> Callable[[], Report] | None:
        """Return a function that creates the report of this page; in a task it only reads frozen values.

        `with_unused`: with the values of columns that are not in use.
        """
        name = self._window.state.display.page
        page = None if name == "start" else self._window.page(name)
        reporting = _reporting(page)
        if reporting is not None:
            report = reporting.to_report()
            if report is None:
                self._context.said.emit("There is nothing to report yet.")
                return None
            return lambda: report
        state, context = self._window.state, self._context
        query, explanation = state.query, context.explanation
        if query is None or explanation is None or context.computing:
            self._context.said.emit("There is no explanation to report yet.")
            return None
        if context.refuses_while_guessing("report"):
            return None
        from lwnb_gui.render.explain_report import query_report

        return partial(
            query_report, query, explanation, self._figures(), context.sweep, with_unused=with_unused
        )

    def _figures(self) -> dict[str, FigureView]:
        """Return figures for views whose report section has the figure on the screen."""
        panels: dict[str, Panel] = getattr(self._window.page("explore"), "panels", {})
        shown = {
            name: panel.to_figure()
            for name, panel in panels.items()
            if panel.shows is not None and panel.shows.is_reported_as_shown
        }
        return {name: figure for name, figure in shown.items() if figure is not None}

    def _stem(self) -> str:
        state = self._window.state
        query = state.query
        if state.display.page in ("curves", "experiment") or query is None:
            return state.display.page
        return f"{query.instances.name}-row-{query.row + 1}"

    # -- pictures -----------------------------------------------------------------------------------

    def export_panel(self) -> None:
        """Ask where to, then write the panel under the mouse or with the focus."""
        panel = next((panel for widget in pointed_at() if (panel := panel_of(widget))), None)
        if panel is None or panel.hidden_reason:
            reason = "Point at the panel to export." if panel is None else panel.hidden_reason
            self._context.said.emit(reason)
            return
        name = f"{panel.title.lower().replace(' ', '-') or 'panel'}.png"
        path = ask_save(self._window, self._context, f"Export {panel.title}", name, _PICTURES)
        if path and panel.export_button is not None:
            panel.export_button.save_figure(path)
        elif path:
            try:
                panel.export_image(path)
            except Exception as error:
                self._not_saved(error)
            else:
                self._context.said.emit(f"Saved {path}")

    def export_window(self) -> None:
        """Ask where to, then write a picture of the window."""
        path = ask_save(self._window, self._context, "Export the window", "lwnb.png", "PNG (*.png)")
        if path:
            picture = self._window.grab().toImage()
            self._context.tasks.start(  # compressing it takes longer than painting it
                "export-window",
                lambda job: save_picture(picture, Path(path)),
                on_done=lambda _: self._context.said.emit(f"Saved {path}"),
                on_error=self._not_saved,
            )

    def _not_saved(self, error: BaseException) -> None:
        self._window.error_bar.say(error, "Choose another folder or name.")

    # -- panels -------------------------------------------------------------------------------------

    def copy_python(self) -> None:
        """Copy the script of the panel under the mouse or with the focus, or that of the answer."""
        if self._context.refuses_while_guessing("script"):
            return
        panel = self.panel()
        script = panel.to_script() if panel is not None else None
        if script is None and self._window.state.query is not None:
            script = self._script_of_answer()
        if script is None:
            self._context.said.emit("Point at a panel that has a script.")
        else:
            copy_text(script)
            self._context.said.emit("Copied a Python script that reproduces these numbers")

    def _script_of_answer(self) -> str | None:
        query, explanation = self._window.state.query, self._context.explanation
        if query is None or explanation is None:
            return None
        from lwnb_gui.render.scripts import view_script
        from lwnb_gui.views.every import answer_view

        view = answer_view()
        return view_script(view, view.read(Subject(explanation)), query)

    def copy_figure(self) -> None:
        panel = self.panel()
        if panel is None or panel.export_button is None:
            self._context.said.emit("Point at the panel to copy.")
        else:
            panel.export_button.copy_figure()

    def export_menu(self) -> None:
        """Open the panel's menu, by keyboard."""
        panel = self.panel()
        if panel is None or panel.export_button is None:
            self._context.said.emit("Point at the panel to export.")
            return
        tool = panel.export_button
        at = tool if tool.isVisible() else self._window.strip if panel is self.ribbon else panel
        tool.open_at(at.mapToGlobal(QPoint(0, tool.height())))

    def panel(self) -> Panel | None:
        """Return the innermost panel with an export: under the mouse, or where a key has moved the focus."""
        for widget in pointed_at():
            strip = self._window.strip
            if strip.isAncestorOf(widget) and not strip.is_inactive:
                return self.ribbon
            panel = exporting_panel(widget)
            if panel is not None:
                return panel
        return None


def _reporting(page: QWidget | None) -> Panel | None:
    """Return the page itself, or the panel in it that has the report."""
    inside = page.findChildren(Panel) if page is not None else []
    panels = [page, *inside] if isinstance(page, Panel) else inside
    return next((p for p in panels if p.gives("to_report") and p.isVisible()), None)


def exporting_panel(widget: QWidget | None) -> Panel | None:
    while widget is not None:
        if isinstance(widget, Panel) and widget.export_button is not None and widget.isVisible():
            return None if widget.hidden_reason else widget  # what is still to be guessed is not exported
        widget = widget.parentWidget()
    return None
