"""Learners over k: the curves, their best k, the read-out at the cursor."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from lwnb_core.evaluation.measures import measure_named
from lwnb_gui.actions import key
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.plots import curves as figures
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.curve_canvas import CurveCanvas
from lwnb_gui.qt.curves.pen import Pen
from lwnb_gui.qt.curves.study_controller import StudyController
from lwnb_gui.qt.curves.study_offer import StudyOffer
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.run.run_progress import RunProgress
from lwnb_gui.qt.widgets.icons import set_icon
from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.render.figures import FigureView, PlotFigure
from lwnb_gui.render.report import Report
from lwnb_gui.study.measure_choices import known_measure
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.study.study import EVALUATIONS
from lwnb_gui.teaching.drawing import Drawing, comparisons
from lwnb_gui.theme import Theme
from lwnb_gui.views.curves.curve_figure import CurveFigure
from lwnb_gui.views.curves.drawn import empty_figure, with_drawn
from lwnb_gui.views.curves.reading import CurvesReading, heading_of
from lwnb_gui.views.curves.study_figure import whole_figure
from lwnb_gui.views.curves.view import Curves
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject

_TOOLS = {
    "zoom": (
        "Zoom into a box",
        "Draw a box to zoom into it; a flat stroke zooms along k only. The wheel and the keys + and − zoom "
        "too.",
    ),
    "box": (
        "Zoom to the best k",
        "Zoom to the values of k around LWNB’s best one that are not significantly worse, where small "
        "differences matter.",
    ),
    "home": ("Show all", "Show the whole picture again (Escape, or a double click)."),
}


class CurvesPanel(Panel):
    """The computed curves of the context's study, with its progress and its offer above them."""

    shows = Curves()
    title = Curves.title
    help_topic = "curves"
    least = (420, 220)
    shows_computing = False

    pair_chosen = Signal(int, int)  # learners by number: right, wrong
    rows_requested = Signal()
    study_requested = Signal(object)  # CurveStudy: the smaller one, or one without folds after an error

    def __init__(self, context: Context, controller: StudyController, parent: QWidget | None = None) -> None:
        self._tools: dict[str, QToolButton] = {}
        super().__init__(context, parent)
        self._controller = controller
        self._drawn_settings = CurveSettings()
        self.canvas = CurveCanvas(self._choose_k, self)
        self._pen = Pen(self._change_drawing)
        self._build_tools()
        self.progress = RunProgress(self)
        self.progress.layout().setContentsMargins(PADDING, 2, PADDING, 2)  # type: ignore[union-attr]
        self.progress.stop_button.setText("Stop")
        self.progress.stop_button.setToolTip(
            f"Stops at once. What has been computed is kept. ({key('study_stop')})"
        )
        self.progress.stop_requested.connect(controller.run.stop)
        self.progress.start_requested.connect(controller.start_anyhow)
        self.progress.ended.connect(lambda: self.canvas.setFocus(Qt.FocusReason.TabFocusReason))
        self.offer = StudyOffer(self)
        self.offer.smaller_requested.connect(self.take_smaller)
        self.offer.full_requested.connect(controller.start_anyhow)
        for part in (self.progress, self.offer):
            self.body.addWidget(part)
        self.body.addWidget(self.canvas, 1)
        self.canvas.between_clicked.connect(self._choose_pair)
        self.canvas.rows_requested.connect(self.rows_requested)
        self.canvas.zoom_changed.connect(self._tools["home"].setEnabled)
        self.listen(context.studied, self._draw)
        self.listen(controller.changed, self._show_run)

    def _build_tools(self) -> None:
        for name, (text, tip) in _TOOLS.items():
            tool = QToolButton(self)
            tool.setAccessibleName(text)
            set_tip(tool, f"{text}\n{tip}")
            self._tools[name] = tool
            self.add_header_widget(tool)
        self._tools["zoom"].setCheckable(True)
        self._tools["zoom"].toggled.connect(self._set_box_zoom)
        self._tools["box"].clicked.connect(self.zoom_to_best)
        self._tools["home"].clicked.connect(self.canvas.show_all)
        self._tools["home"].setEnabled(False)

    # -- for the page -------------------------------------------------------------------------------

    def zoom_to_best(self) -> None:
        """Show the range of k around LWNB's best that is not significantly worse, with a margin."""
        result = self._told_study
        bests = result.best(self._drawn_settings.measure) if result is not None else ()
        best = next((best for best in bests if best), None)
        if best is None:
            return
        low, high = next((r for r in best.ranges if r[0] <= best.k <= r[1]), (best.k, best.k))
        space = max(high - low, 10) / 2
        data = self.canvas.data
        last = data.k_range[1] if data is not None else high + space
        self.canvas.show_ks(max(low - space, 1), min(high + space, last))

    def take_smaller(self) -> bool:
        """Request the smaller study that is offered; return whether there is one."""
        offer = self._controller.offer
        if offer is None or offer.smaller is None:
            return False
        self.study_requested.emit(offer.smaller)
        return True

    # -- following ----------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is not None and (old.query is None or new.query.k != old.query.k):
            self.canvas.set_k(new.query.k)
        before, now = old.display.teaching, new.display.teaching
        is_drawn_otherwise = (now.draw_first, now.drawing) != (before.draw_first, before.drawing)
        if new.display.curves != old.display.curves or is_drawn_otherwise:
            self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()
        self._show_run()

    def forget_data(self) -> None:
        self.canvas.set_figure(None)

    def _draw(self) -> None:
        result, query = self.context.curve_study, self.context.state.query
        settings, teaching = self.context.state.display.curves, self.context.state.display.teaching
        if teaching.is_drawing_pending:
            settings = replace(settings, measure="accuracy")
        elif result is not None:
            settings = replace(settings, measure=known_measure(settings.measure, result.data.classes))
        self._drawn_settings = settings
        self.title_row.title.setText(heading_of(measure_named(settings.measure)))
        self.canvas.pen = self._pen if teaching.is_drawing_pending else None
        self._pen.drawing, self._pen.log = teaching.drawing, settings.log
        if result is None or not result.drawn:
            self.canvas.set_figure(None)
        else:
            if query is not None:
                self.canvas.set_k(query.k)
            self.canvas.set_figure(self._figure(result, settings))
        self._describe()

    def _reading(self, result: StudyResult) -> CurvesReading | None:
        return self.shows.read(Subject(study=result), measure=self._drawn_settings.measure)

    def _figure(self, result: StudyResult, settings: CurveSettings) -> CurveFigure:
        """Return the computed curves, or only the drawn ones while they are to be drawn first."""
        teaching = self.context.state.display.teaching
        if teaching.is_drawing_pending:
            return empty_figure(comparisons(result, teaching.drawing, settings.log), log=settings.log)
        reading = self._reading(result)
        assert reading is not None
        figure = self.shows.figure(
            reading, log=settings.log, band=settings.band, best=settings.best, hidden=settings.hidden
        )
        if teaching.draw_first and settings.measure == "accuracy":
            return with_drawn(figure, comparisons(result, teaching.drawing, settings.log))
        return figure

    def _describe(self) -> None:
        """Describe the curves in the subtitle."""
        result, requested = self.context.curve_study, self._controller.study
        reading = None if result is None else self._reading(result)
        if result is None or reading is None:
            self.set_subtitle("")
        elif requested not in (None, result.study) and self._controller.run.state != "done":
            self.set_subtitle(f"earlier study: {EVALUATIONS[result.study.evaluation]}")
        else:
            self.set_subtitle(reading.summary)

    def _show_run(self) -> None:
        controller, status = self._controller, self._controller.status
        focused = QApplication.focusWidget()
        offer_had_focus = focused is not None and self.offer.isAncestorOf(focused)
        self.offer.show_offer(controller.offer)
        self.progress.setVisible(status is not None)
        if status is not None:
            self.progress.show_status(status)
        self._show_error()
        self._describe()
        if offer_had_focus and controller.offer is None and not self.progress.take_focus():
            self.canvas.setFocus(Qt.FocusReason.TabFocusReason)

    def _show_error(self) -> None:
        error, study = self._controller.run.error, self._controller.study
        if error is None:
            self.clear_error()
        elif study is None or study.evaluation == "loo":
            self.show_error(error, "Try again", self._controller.start_anyhow)
        else:  # usually there are too few rows for folds
            without_folds = replace(study, evaluation="loo")
            self.show_error(
                error, "Use leave-one-out instead", lambda: self.study_requested.emit(without_folds)
            )

    # -- mouse and keys -----------------------------------------------------------------------------

    def _choose_k(self, k: int, token: object) -> None:
        if self.context.state.query is not None:
            self.context.state.set_k(k, token)

    def _change_drawing(self, drawing: Drawing) -> None:
        state = self.context.state
        state.set_teaching(replace(state.display.teaching, drawing=drawing))

    def _choose_pair(self, upper: str, lower: str, k: int) -> None:
        result = self.context.curve_study
        if result is None or upper not in result.names or lower not in result.names:
            return
        pair = result.names.index(upper), result.names.index(lower)
        self.pair_chosen.emit(
            *(reversed(pair) if measure_named(self._drawn_settings.measure).less_is_better else pair)
        )

    def _set_box_zoom(self, on: bool) -> None:
        self.canvas.box_zoom = on

    # -- style and exports --------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        for name, tool in self._tools.items():
            set_icon(tool, name, theme)
        self.progress.apply_theme(theme)
        self.canvas.set_theme(theme)

    def to_figure(self) -> FigureView | None:
        result, data = self.context.curve_study, self.canvas.data
        query = self.context.state.query
        reading = None if result is None else self._reading(result)
        if reading is None or data is None or not data.series or query is None:
            return None
        whole = whole_figure(reading, replace(data, k=query.k))
        return PlotFigure(figures.draw, whole, (800.0, 560.0 + 16 * len(data.best)))

    @property
    def _told_study(self) -> StudyResult | None:
        """Return the study, unless its curves are to be drawn first."""
        is_pending = self.context.state.display.teaching.is_drawing_pending
        return None if is_pending else self.context.curve_study

    def to_table(self) -> TextTable | None:
        result = self._told_study
        reading = None if result is None else self._reading(result)
        return None if reading is None else self.shows.table(reading)

    def to_report(self) -> Report | None:
        from lwnb_gui.render.curve_report import report_of_study

        result = self._told_study
        return (
            None
            if result is None
            else report_of_study(result, measure=self._drawn_settings.measure, log=self._drawn_settings.log)
        )

    def to_script(self) -> str | None:
        from lwnb_gui.render.curve_report import study_script

        result = self.context.curve_study
        reading = None if result is None else self._reading(result)
        if result is None or reading is None or result.as_curves() is None:
            return None
        return study_script(result, reading, log=self._drawn_settings.log)
