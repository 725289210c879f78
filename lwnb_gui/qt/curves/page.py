"""The page Curves: the study, curves above the rows behind them, and at the right map and confusion."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.curves_panel import CurvesPanel
from lwnb_gui.qt.curves.rows_panel import RowsPanel
from lwnb_gui.qt.curves.study_confusion import StudyConfusion
from lwnb_gui.qt.curves.study_controller import StudyController
from lwnb_gui.qt.curves.study_panel import StudyPanel
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.widgets.split_page import SplitPage
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.rows import RowsKind
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.views.view import Subject

_NARROW = 1500  # a window narrower than this does not show the right column
_LEAST_CURVES = 150  # pixels that the curves keep on a page that is too low for them and the rows
# ms after the last step of k: drawing the histogram takes 30 ms, too long for every step
_STABILITY_AFTER = 120
_STABILITY_TASK = "curve-stability"
_AT_ONCE = 20_000  # test cases whose stability is counted within a frame
_ROW_KINDS: dict[str, RowsKind] = {
    "rows_differ": "differ",
    "rows_flip": "flip",
    "rows_unstable": "stable",
    "rows_cell": "cell",
}


class CurvesPage(SplitPage):
    """The page, which has the study of query and settings computed while it is visible."""

    title = "Curves"
    help_topic = "curves"
    least = (900, 300)
    default_sizes: ClassVar = {
        "curves-columns": [240, 772, 588], "curves-centre": [486, 272], "curves-right": [560, 200],
    }  # fmt: skip
    shows_computing = False

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.controller = StudyController(context, self)
        self.study = StudyPanel(context, self)
        self.curves = CurvesPanel(context, self.controller, self)
        self.rows = RowsPanel(context, self.controller, self)
        self.map = MapPanel(context)
        self.confusion = StudyConfusion(context, self.controller)
        self._anyhow = False
        self._arrange()
        # Changing several settings at once (the paper's figure changes four) requests one study.
        self._request_timer = QTimer(self, singleShot=True, interval=0)
        self._request_timer.timeout.connect(self._request)
        self._stability_timer = QTimer(self, singleShot=True, interval=_STABILITY_AFTER)
        self._stability_timer.timeout.connect(self._count_stability)
        self.study.least_stable_requested.connect(lambda: self.rows.choices.show_kind("stable"))
        self.curves.pair_chosen.connect(self.rows.choices.set_pair)
        self.setFocusProxy(self.curves.canvas)
        self.curves.rows_requested.connect(self.focus_rows)
        self.curves.study_requested.connect(self._take_study)
        self.confusion.cell_requested.connect(self.rows.choices.show_cell)
        self.rows.cell_listed.connect(self.confusion.mark_cell)
        self.listen(context.studied, self._on_studied)
        self.listen(context.rows_requested, self._on_rows_requested)

    def _arrange(self) -> None:
        up, across = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        centre = self.split("curves-centre", up, (self.curves, 3), (self.rows, 2))
        self._right = self.split("curves-right", up, (self.map, 1), (self.confusion, 0))
        columns = (self.study, 0), (centre, 1), (self._right, 0)
        self.body.addWidget(self.split("curves-columns", across, *columns))

    # -- for the window -----------------------------------------------------------------------------

    def act(self, name: str) -> None:
        """Carry out an action of the menu, by its name in `actions.SPECS`."""
        if self.context.state.query is None:
            return
        match name:
            case "study_start":
                self._request(anyhow=True)
            case "study_smaller":
                if not self.curves.take_smaller():
                    self.context.said.emit("No shorter study is offered now")
            case "study_stop":
                self.controller.run.stop()
            case "study_variant":
                self.study.ask_variant()
            case "study_figure":
                self.study.paper.click()
            case "study_measure":
                self.study.next_measure()
            case "study_axis":
                self.study.change(log=not self.study.settings.log)
            case "study_best":
                self.curves.zoom_to_best()
            case _:
                self.rows.choices.show_kind(_ROW_KINDS[name])
                self.focus_rows()

    @property
    def requested_study(self) -> CurveStudy | None:
        """Return the study that query and settings describe."""
        query = self.context.state.query
        return CurveStudy.of(query, self.study.settings) if query is not None else None

    def focus_rows(self) -> None:
        """Move from the curves to the rows behind them."""
        if len(self.rows.table.rows):
            self.rows.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_rows_requested(self, rows: object | None) -> None:
        """List the rows of a cell of this page's confusion matrix in Explore."""
        if rows is not None:
            self.context.state.go_to("explore")

    # -- the study ----------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        self._show_whether_empty()
        # While curves are drawn by hand there are no rows to list: the axes have the whole height.
        self.rows.setVisible(not new.display.teaching.is_drawing_pending)
        if new.query is None:
            return
        if old.query is None or new.query.model_key != old.query.model_key or new.display != old.display:
            self._request_timer.start()
        elif new.query.k != old.query.k:
            self._stability_timer.start()

    def _show_whether_empty(self) -> None:
        query, state = self.context.state.query, self.context.state
        if query is None:
            self.show_empty("No data are open.", "Go to the start page", lambda: state.go_to("start"))
        elif query.data.class_index is None:
            self.show_empty(
                "There is no class to predict.", "Choose one in Data", lambda: state.go_to("data")
            )
        else:
            self.show_content()

    def _request(self, *, anyhow: bool = False) -> None:
        query, study = self.context.state.query, self.requested_study
        if query is None or study is None or query.data.class_index is None or not self.isVisible():
            return
        self._request_timer.stop()
        anyhow, self._anyhow = anyhow or self._anyhow, False
        self.controller.request(study, query, anyhow=anyhow)

    def _take_study(self, study: CurveStudy) -> None:
        """Start an offered study that was accepted: its cost is known, so it begins at once."""
        self._anyhow = True
        self.study.change(
            evaluation=study.evaluation, ks=study.ks_choice, sample=study.sample, precision=study.precision
        )

    # -- stability ----------------------------------------------------------------------------------

    def _on_studied(self, result: StudyResult | None) -> None:
        if result is None:
            self._stability_timer.stop()
            self.context.tasks.cancel(_STABILITY_TASK)
            self.study.show_stability(None)
        elif result.complete:
            self._stability_timer.start()

    def _count_stability(self) -> None:
        query, result = self.context.state.query, self.context.curve_study
        if query is None or result is None or not result.complete:
            return
        about = Subject(study=result, k=query.k)
        if sum(len(curve.cases) for _, curve in result.drawn) <= _AT_ONCE:
            self.study.show_stability(self.study.stability.shows.read(about))
        else:
            self.context.tasks.start(
                _STABILITY_TASK,
                lambda job: self.study.stability.shows.read(about),
                on_done=self.study.show_stability,
            )

    # -- sizes --------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_studied(self.context.curve_study)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._right.setVisible(self.width() >= _NARROW * self.context.theme.scale)
        # If the minimum heights do not fit, the curves would be painted over the rows below them.
        centre = self.splitters["curves-centre"]
        room = centre.height() - self.rows.minimumHeight() - centre.handleWidth()
        self.curves.setMinimumHeight(max(min(self.curves.least[1], room), _LEAST_CURVES))
