"""The place Curves: study at the left, curves above the rows behind them, and what tells why at the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Dataset
from lwnb_gui.plots.stability import Stability
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.curves_panel import CurvesPanel
from lwnb_gui.qt.curves.row_choices import RowsKind
from lwnb_gui.qt.curves.rows_panel import RowsPanel
from lwnb_gui.qt.curves.runner import StudyRunner
from lwnb_gui.qt.curves.study_confusion import StudyConfusion
from lwnb_gui.qt.curves.study_panel import StudyPanel
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.registry import create
from lwnb_gui.qt.splitter import Splitter
from lwnb_gui.state import Query, Snapshot
from lwnb_gui.state.curve_rows import least_stable_rows
from lwnb_gui.state.curve_study import CurveStudy, StudyResult
from lwnb_gui.theme import Theme

_SIZES = {"curves-columns": [240, 772, 588], "curves-centre": [486, 272], "curves-right": [560, 200]}
_NARROW = 1500  # a window narrower than this has no room for them
_SETTLED = 250  # ms without another setting before a study begins
_AT_ONCE = 20_000  # test cases whose stability is counted within a frame


class CurvesPlace(Panel):
    """Follows the state: another data set or setting is another study, another k moves the cursor."""

    title = "Curves"
    help_topic = "curves"
    least = (900, 300)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.set_title_visible(False)
        self.runner = StudyRunner(context, self)
        self.study = StudyPanel(context, self)
        self.curves = CurvesPanel(context, self.runner, self)
        self.rows = RowsPanel(context, self.runner, self)
        beside = (create("map", context), StudyConfusion(context, self.runner))
        self.beside: list[Panel] = [panel for panel in beside if panel is not None]
        self._used: tuple[Dataset, frozenset[str], Dataset] | None = None
        self._placed, self._scale = False, context.theme.scale
        self._wanted = self._anyhow = False
        self._right: Splitter | None = None
        self._arrange()
        self._soon = QTimer(self, singleShot=True, interval=_SETTLED)
        self._soon.timeout.connect(self._begin)
        self._count_soon = QTimer(self, singleShot=True, interval=120)
        self._count_soon.timeout.connect(self._count_stability)
        self.study.study_changed.connect(self._study_touched)
        self.study.looks_changed.connect(self._looks_touched)
        self.study.paper_wanted.connect(self.show_paper_figure)
        self.study.least_stable_wanted.connect(lambda: self.rows.choices.show_kind("stable"))
        self.curves.pair_chosen.connect(self.rows.choices.set_pair)
        for panel in self.beside:
            if isinstance(panel, StudyConfusion):
                panel.cell_wanted.connect(self.rows.choices.show_cell)
                self.rows.cell_listed.connect(panel.mark_cell)
        self.curves.rows_wanted.connect(self.focus_rows)
        self.curves.smaller_wanted.connect(self._take_smaller)
        context.studied.connect(self._on_studied)
        context.rows_wanted.connect(self._rows_wanted)
        query = context.state.query
        if context.state.view.curves != self.study.view:
            self.study.take_view(context.state.view.curves)
        if query is None or query.data.class_index is None:
            self._say_empty(query)
        else:
            self.study.show_query(query)
            self._wanted = True

    # -- building -----------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self._centre = Splitter(Qt.Orientation.Vertical, self.context, self)
        self._centre.addWidget(self.curves)
        self._centre.addWidget(self.rows)
        self._centre.setStretchFactor(0, 3)
        self._centre.setStretchFactor(1, 2)
        self._columns = Splitter(Qt.Orientation.Horizontal, self.context, self)
        self._columns.addWidget(self.study)
        self._columns.addWidget(self._centre)
        self._splitters = {"curves-columns": self._columns, "curves-centre": self._centre}
        if self.beside:
            right = Splitter(Qt.Orientation.Vertical, self.context, self)
            for panel in self.beside:
                right.addWidget(panel)
            right.setStretchFactor(0, 1)
            self._right = right
            self._columns.addWidget(right)
            self._splitters["curves-right"] = right
        self._columns.setStretchFactor(0, 0)
        self._columns.setStretchFactor(1, 1)
        self.body.addWidget(self._columns)

    # -- for the window -----------------------------------------------------------------------------

    def parts_to_dress(self) -> tuple[QWidget, ...]:
        return (*self.own_parts(), self.study, self.curves, self.rows, *self.beside)

    def show_paper_figure(self, number: int) -> None:
        """Figure 2 or 4: the convention of the tables in the strip, one run, a linear axis."""
        state = self.context.state
        if state.query is None:
            return
        if state.query.kernel != "linear":
            state.set_kernel("linear")
        if state.query.convention.name != "tables" or state.query.convention.changed_knobs:
            state.set_convention("tables")
        if state.query.eq6 != "right":
            state.set_eq6("right")
        self.study.take_paper(number)

    def act(self, name: str) -> None:
        """What the menus and keys call by the names of `actions.SPECS`."""
        query, study = self.context.state.query, self.study
        if query is None:
            return
        match name:
            case "study_start":
                self._wanted = False
                self._soon.stop()
                self.runner.ask(study.study(query), self._data(query), anyhow=True)
            case "study_smaller":
                if not self.curves.take_smaller():
                    self.context.said.emit("No smaller study is offered now")
            case "study_stop":
                self.runner.stop()
            case "study_variant":
                study.ask_variant()
            case "study_figure":
                study.paper.click()
            case "study_measure":
                study.next_measure()
            case "study_axis":
                study.set_log(not study.looks.log)
            case "study_best":
                self.curves.zoom_to_best()
            case "rows_differ" | "rows_flip" | "rows_unstable" | "rows_cell":
                kinds: dict[str, RowsKind] = {
                    "rows_differ": "differ",
                    "rows_flip": "flip",
                    "rows_cell": "cell",
                }
                self.rows.choices.show_kind(kinds.get(name, "stable"))
                self.focus_rows()

    def _rows_wanted(self, wanted: object | None) -> None:
        """A cell of the confusion matrix was chosen here: its rows are listed in Explore."""
        if wanted is not None and self.isVisible():
            self.context.state.go_to("explore")

    def focus_rows(self) -> None:
        """From the curves to the rows behind them."""
        if self.rows.model.rowCount():
            self.rows.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- following ----------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        query, before = new.query, old.query
        if new.view.curves != old.view.curves and new.view.curves != self.study.view:
            self.study.take_view(new.view.curves)
        if new.has_other_data_than(old):
            self.runner.forget()
            self._used = None
        if query is None or query.data.class_index is None:
            if before is not None or query is not None:
                self._say_empty(query)
            return
        if before is None or new.has_other_data_than(old):
            self.show_content()
            self.study.show_query(query)
            self._touch()
        elif (query.kernel, query.convention, query.eq6) != (before.kernel, before.convention, before.eq6):
            self.study.show_query(query)
            self._touch()
        elif query.k != before.k:
            self._count_soon.start()
        if new.view.place != old.view.place and new.view.place == "curves":
            self._touch()

    def _touch(self) -> None:
        """Another study is wanted: now, or when the place is next looked at."""
        self._wanted = True
        if self.isVisible():
            self._soon.start()

    def _study_touched(self) -> None:
        self._looks_touched()
        self._touch()

    def _looks_touched(self) -> None:
        self.curves.set_looks(self.study.looks)
        self.context.state.set_curves(self.study.view)

    def _begin(self) -> None:
        query = self.context.state.query
        if query is None or query.data.class_index is None or not self.isVisible():
            return
        self._wanted = False
        study = self.study.study(query)
        self.curves.set_looks(self.study.looks)
        anyhow, self._anyhow = self._anyhow, False
        self.runner.ask(study, self._data(query), anyhow=anyhow)

    def _take_smaller(self, study: CurveStudy) -> None:
        """The offer is accepted: its time is known, so it is not offered again."""
        self._anyhow = True
        self.study.set_study(study)

    def _data(self, query: Query) -> Dataset:
        """The data without the attributes that are not in use: one and the same while those stay."""
        known = self._used
        if known is None or known[0] is not query.data or known[1] != query.unused:
            self._used = known = (query.data, query.unused, query.used)
        return known[2]

    @property
    def asked(self) -> CurveStudy | None:
        query = self.context.state.query
        return self.study.study(query) if query is not None else None

    def _say_empty(self, query: Query | None) -> None:
        if query is None:
            self.show_empty(
                "No data are open.", "Go to the start page", lambda: self.context.state.go_to("start")
            )
        else:
            self.show_empty(
                "There is no class to predict.",
                "Choose one in Data",
                lambda: self.context.state.go_to("data"),
            )

    # -- stability ----------------------------------------------------------------------------------

    def _on_studied(self, result: StudyResult | None) -> None:
        if result is None:
            self.study.show_stability(None)
        elif result.complete:
            self._count_soon.start()

    def _count_stability(self) -> None:
        query, result = self.context.state.query, self.context.curve_study
        if query is None or result is None or not result.complete:
            return
        k = query.k
        if sum(len(curve.cases) for _, curve in result.drawn) <= _AT_ONCE:
            self.study.show_stability(_stability(result, k))
        else:
            self.context.tasks.start(
                "curve-stability", lambda job: _stability(result, k), on_done=self.study.show_stability
            )

    # -- looks --------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._placed:
            self._placed = True
            self._lay_out(self.context.preferences.splitters)
        if self._wanted:
            self._soon.start()

    def _lay_out(self, known: Mapping[str, Sequence[int]]) -> None:
        scale = self.context.theme.scale
        for name, splitter in self._splitters.items():
            sizes = known.get(name) or [round(size * scale) for size in _SIZES[name]]
            splitter.setSizes(list(sizes[: splitter.count()]))

    def apply_theme(self, theme: Theme) -> None:
        """Larger type needs wider columns."""
        if self._placed and theme.scale != self._scale:
            self._lay_out({})
        self._scale = theme.scale

    def reset_layout(self) -> None:
        """The sizes of the picture again."""
        self._lay_out({})

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._placed:
            preferences = self.context.preferences
            for name, splitter in self._splitters.items():
                preferences = replace(preferences).with_splitter(name, splitter.sizes())
            self.context.preferences = preferences

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._right is not None:
            self._right.setVisible(self.width() >= _NARROW * self.context.theme.scale)

    def _on_computing(self, computing: bool) -> None:
        """The place as a whole waits for nothing."""


def _stability(result: StudyResult, k: int) -> Stability | None:
    """LWNB's rows beside KNN's."""
    names = [learner.name for learner in result.study.learners]
    one = result.curves[names.index("LWNB")] if "LWNB" in names else None
    other = result.curves[names.index("KNN")] if "KNN" in names else None
    if one is None:
        return None
    widths = least_stable_rows(one, k).width
    others = least_stable_rows(other, k).width if other is not None else None
    most = int(np.max(one.ks))
    return Stability(k, "LWNB", widths, "KNN", others, most)
