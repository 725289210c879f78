"""File, Export a live page: ask for content and place, then write it in a task that can be cancelled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_core.data import atomic_write
from lwnb_gui.qt.export.export_task import ExportTask
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.window.file_dialogs import ask_save

if TYPE_CHECKING:
    from lwnb_gui.qt.export.live_page_dialog import PageOptions
    from lwnb_gui.qt.window.main_window import MainWindow
    from lwnb_gui.study.result import StudyResult


class LivePageExport:
    """The page of what Explore explains, with the curves of the study if it is computed."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context
        self.task = ExportTask(window, "live page")

    def ask(self) -> None:
        """Ask what goes into the page and for the file, then write it."""
        query = self._window.state.query
        if query is None or self._context.explanation is None:
            self._context.said.emit("There is no explanation for a live page yet.")
            return
        if self._context.refuses_while_guessing("live page"):
            return
        from lwnb_gui.qt.export.live_page_dialog import LivePageDialog

        teaching = self._window.state.display.teaching
        dialog = LivePageDialog(query, teaching, self._study is not None, self._window)
        dialog.accepted.connect(lambda: self._ask_file(dialog.chosen))
        dialog.open()

    def _ask_file(self, options: PageOptions) -> None:
        query = self._window.state.query
        if query is None:
            return
        teaching = options.teaching_for(self._window.state.display.teaching)
        name = f"{query.instances.name}-row-{query.row + 1}"
        if teaching.lecture is not None and teaching.lecture.title:
            name = teaching.lecture.title.replace("/", " ")
        name = f"{name}.html"
        path = ask_save(self._window, self._context, "Export a live page", name, "HTML (*.html)")
        if path:
            self.save(path, options)

    @property
    def _study(self) -> StudyResult | None:
        """Return the study that Curves shows, unless it was stopped or settings have changed since."""
        from lwnb_gui.study.study import CurveStudy

        result, now = self._context.curve_study, self._window.state.now
        if result is None or not result.complete or now.query is None:
            return None
        return result if result.study == CurveStudy.of(now.query, now.display.curves) else None

    def save(self, path: str | Path, options: PageOptions | None = None) -> None:
        """Write the page of the present query."""
        from lwnb_gui.qt.export.live_page_dialog import PageOptions

        options = options or PageOptions()
        query, display, study = self._window.state.query, self._window.state.display, self._study
        if query is None:
            return
        teaching = options.teaching_for(display.teaching)

        def work(job: Job) -> None:
            from lwnb_gui.render.live_page import PageCurves, page_content, to_live_page

            curves = None if study is None else PageCurves(study, display.curves, options.draw_first)
            content = page_content(
                query,
                teaching=teaching,
                panels=options.panels,
                curves=curves,
                answers=options.answers,
                with_unused=options.with_unused,
                progress=job,
            )
            written = to_live_page(content)
            job.check()
            atomic_write(path, written)

        self.task.start(work, f"Saved {path}", self.ask)
