"""Learners over k: the curves, their best k, the read-out at the cursor."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_core.engine import choice
from lwnb_gui.export import FigureView, PlotFigure, Report, TextTable
from lwnb_gui.plots import curves as figures
from lwnb_gui.plots.study_figure import study_figure, whole_figure
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.curve_canvas import CurveCanvas
from lwnb_gui.qt.curves.looks import Looks
from lwnb_gui.qt.curves.runner import StudyRunner
from lwnb_gui.qt.icons import icon
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.state import Snapshot
from lwnb_gui.state.curve_cost import Offer
from lwnb_gui.state.curve_study import EVALUATIONS, StudyResult
from lwnb_gui.state.curve_table import HEADS, StudyLines
from lwnb_gui.text import count
from lwnb_gui.theme import Theme

_TITLES = {
    "accuracy": "Accuracy over k",
    "kappa": "Kappa over k",
    "log_loss": "Log loss over k",
    "brier": "Brier score over k",
}

_TOOLS = {
    "zoom": (
        "Zoom into a box",
        "Draw a box to look closer; a flat stroke zooms along k alone. The wheel and + and − zoom too.",
    ),
    "box": (
        "Zoom to the best k",
        "The k around LWNB’s best one that are not significantly worse: there small differences matter.",
    ),
    "home": ("Show all", "The whole picture again (Escape, or a double click)."),
}

_COMPILING = "the engine is being compiled, once on this machine …"


class CurvesPanel(Panel):
    """Draws what the context's study has found so far, and says how it stands."""

    title = "Curves over k"
    help_topic = "curves"
    least = (420, 220)

    pair_chosen = Signal(int, int)  # learners by number: right, wrong
    rows_wanted = Signal()
    smaller_wanted = Signal(object)  # CurveStudy

    def __init__(self, context: Context, runner: StudyRunner, parent: QWidget | None = None) -> None:
        self._tools: dict[str, QToolButton] = {}
        super().__init__(context, parent)
        self._runner = runner
        self._looks = Looks()
        self.canvas = CurveCanvas(self._choose_k, self)
        self.canvas.tasks = context.tasks
        self._build_tools()
        self._build_bar()
        self._build_offer()
        self.body.addWidget(self.canvas, 1)
        self.canvas.between_clicked.connect(self._between)
        self.canvas.rows_wanted.connect(self.rows_wanted)
        self.canvas.zoom_changed.connect(self._tools["home"].setEnabled)
        context.studied.connect(self._on_studied)
        runner.phase_changed.connect(self._on_phase)
        runner.progressed.connect(self._on_progress)
        self._on_phase(runner.phase)

    # -- building -----------------------------------------------------------------------------------

    def _build_tools(self) -> None:
        for name, (words, tip) in _TOOLS.items():
            tool = QToolButton(self)
            tool.setAccessibleName(words)
            tool.setToolTip(f"{words}\n{tip}")
            self._tools[name] = tool
            self.add_header_widget(tool)
        self._tools["zoom"].setCheckable(True)
        self._tools["zoom"].toggled.connect(self._set_box_zoom)
        self._tools["box"].clicked.connect(self.zoom_to_best)
        self._tools["home"].clicked.connect(self.canvas.show_all)
        self._tools["home"].setEnabled(False)

    def _build_bar(self) -> None:
        """Progress, time left and Stop, while there is something to stop."""
        self._bar_row = QWidget(self)
        row = QHBoxLayout(self._bar_row)
        row.setContentsMargins(PADDING, 2, PADDING, 2)
        self.progress = QProgressBar(self._bar_row)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self.progress.setAccessibleName("Progress of the study")
        self.words = QLabel(self._bar_row)
        self.words.setObjectName("small")
        self.stop_button = QPushButton("Stop", self._bar_row)
        self.stop_button.setToolTip("Stops at once. What has been found stays on the screen. (Ctrl+.)")
        self.stop_button.clicked.connect(self._runner.stop)
        self.again_button = QPushButton("Go on", self._bar_row)
        for button in (self.stop_button, self.again_button):
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.again_button.setToolTip("Computes what is still missing; what was found before is kept.")
        self.again_button.clicked.connect(self.start_anyhow)
        row.addWidget(self.progress, 1)
        row.addWidget(self.words)
        row.addWidget(self.stop_button)
        row.addWidget(self.again_button)
        self.body.addWidget(self._bar_row)
        self._bar_row.hide()

    def _build_offer(self) -> None:
        """What takes long says how long before it begins."""
        self._offer_row = QWidget(self)
        column = QVBoxLayout(self._offer_row)
        column.setContentsMargins(PADDING, 8, PADDING, 8)
        column.setSpacing(6)
        self.offer_words = QLabel(self._offer_row)
        self.offer_words.setWordWrap(True)
        self.offer_words.setObjectName("hint")
        self.smaller_button = QPushButton(self._offer_row)
        self.smaller_button.setObjectName("primary")
        self.smaller_button.setToolTip(
            "All rows still train; fewer are tested, so that each point is a little less certain. "
            "(Ctrl+Shift+Return)"
        )
        self.full_button = QPushButton(self._offer_row)
        self.full_button.setToolTip(
            "Everything as it was asked for. It can be stopped at any time. (Ctrl+Return)"
        )
        self.smaller_button.clicked.connect(self.take_smaller)
        self.full_button.clicked.connect(self.start_anyhow)
        row = QHBoxLayout()
        row.addWidget(self.smaller_button)
        row.addWidget(self.full_button)
        row.addStretch(1)
        column.addWidget(self.offer_words)
        column.addLayout(row)
        self.body.addWidget(self._offer_row)
        self._offer_row.hide()

    # -- for the place ------------------------------------------------------------------------------

    def set_looks(self, looks: Looks) -> None:
        """Another measure or axis, other curves in sight."""
        if looks != self._looks:
            self._looks = looks
            self._draw()

    def zoom_to_best(self) -> None:
        """The stretch of k around LWNB's best that is not significantly worse, with some air."""
        result = self.context.curve_study
        found = next((b for b in result.best(self._looks.measure) if b), None) if result is not None else None
        if found is None:
            return
        low, high = next((r for r in found.ranges if r[0] <= found.k <= r[1]), (found.k, found.k))
        air = max(high - low, 10) / 2
        data = self.canvas.data
        last = data.k_range[1] if data is not None else high + air
        self.canvas.show_ks(max(low - air, 1), min(high + air, last))

    def start_anyhow(self) -> None:
        """Compute the study as asked, however long it takes."""
        study, data = self._runner.study, self._runner.data
        if study is not None and data is not None:
            self._runner.ask(study, data, anyhow=True)

    def take_smaller(self) -> bool:
        """The smaller study that was offered; whether there was one."""
        found = self._runner.offer
        if found is None or found.smaller is None:
            return False
        self.smaller_wanted.emit(found.smaller)
        return True

    # -- what happens -------------------------------------------------------------------------------

    def _choose_k(self, k: int, token: object) -> None:
        if self.context.state.query is not None:
            self.context.state.set_k(k, token)

    def _between(self, upper: str, lower: str, k: int) -> None:
        result = self.context.curve_study
        if result is None or upper not in result.names or lower not in result.names:
            return
        pair = result.names.index(upper), result.names.index(lower)
        self.pair_chosen.emit(*(reversed(pair) if self._looks.lower_is_better else pair))

    def _set_box_zoom(self, on: bool) -> None:
        self.canvas.box_zoom = on

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is not None and (old.query is None or new.query.k != old.query.k):
            self.canvas.set_k(new.query.k)

    def _on_studied(self, result: StudyResult | None) -> None:
        self._draw()
        self._runner.set_pace(self.canvas.pace)

    def _draw(self) -> None:
        result, looks = self.context.curve_study, self._looks
        self._title.setText(_TITLES[looks.measure])
        if result is None or not result.drawn:
            self.canvas.set_figure(None)
            self._say()
            return
        query = self.context.state.query
        if query is not None:
            self.canvas.set_k(query.k)
        self.canvas.set_figure(
            study_figure(
                result,
                measure=looks.measure,
                log=looks.log,
                band=looks.band,
                best=looks.best,
                hidden=looks.hidden,
            )
        )
        self._say()

    def _say(self) -> None:
        """The grey words: what is on the screen."""
        result = self.context.curve_study
        if result is None or not result.drawn:
            self.set_subtitle("")
            return
        first = result.drawn[0][1]
        asked = self._runner.study
        if asked is not None and result.study != asked and self._runner.phase != "done":
            self.set_subtitle(f"of before: {EVALUATIONS[result.study.evaluation]}")
            return
        if not result.complete and result.done < result.expected:
            self.set_subtitle(f"so far: {count(int(first.done.sum()), 'test case')}")
            return
        last = int(first.ks[-1])
        every = len(first.ks) == last
        words = [f"every k from 1 to {last:,}" if every else f"{len(first.ks)} values of k up to {last:,}"]
        words.append(
            "the same rows for all" if result.study.evaluation == "loo" else "the same folds for all"
        )
        if result.study.sample is not None:
            words.append(f"{result.study.sample:,} test rows")
        self.set_subtitle(", ".join(words))

    def _on_phase(self, phase: str) -> None:
        runner = self._runner
        buttons = (self.smaller_button, self.full_button, self.stop_button, self.again_button)
        had_focus = any(button.hasFocus() for button in buttons)
        self._offer_row.setVisible(phase == "waiting")
        self._bar_row.setVisible(phase in ("estimating", "running", "stopped"))
        self.progress.setVisible(phase != "stopped")
        self.stop_button.setVisible(phase != "stopped")
        self.again_button.setVisible(phase == "stopped")
        self.clear_error()
        if phase == "estimating":
            self.progress.setRange(0, 0)
            self.words.setText(_COMPILING if choice.is_warming() else "looking how long it will take …")
        elif phase == "running":
            first = _COMPILING if choice.is_warming() else "a first look from a few test cases …"
            self.words.setText("going on …" if runner.goes_on else first)
        elif phase == "stopped":
            self.words.setText(f"Stopped at {runner.standing.percent}.")
        elif phase == "failed" and runner.error is not None:
            study = runner.study
            if study is not None and study.evaluation != "loo":  # too few rows for folds, as a rule
                other = replace(study, evaluation="loo")
                self.show_error(
                    runner.error, "Leave one out instead", lambda: self.smaller_wanted.emit(other)
                )
            else:
                self.show_error(runner.error, "Try again", self.start_anyhow)
        elif phase == "waiting" and runner.offer is not None:
            self._say_offer(runner.offer)
        self._say()
        if had_focus:  # a button that goes hands it to the one that comes, not to the other end of the window
            next((b for b in buttons if b.isVisible()), self.canvas).setFocus(Qt.FocusReason.TabFocusReason)

    def _say_offer(self, offer: Offer) -> None:
        asked, smaller = offer.asked, offer.smaller
        self.offer_words.setText(
            f"{asked.how[0].upper()}{asked.how[1:]}, {'every k' if asked.ks == 'all' else 'a grid of k'}: "
            f"{offer.cost.words} on this machine."
        )
        self.full_button.setText(f"Start all the same: {offer.cost.words}")
        self.smaller_button.setVisible(smaller is not None)
        if smaller is None or offer.smaller_cost is None:
            return
        parts = []
        if smaller.sample is not None and smaller.sample != asked.sample:
            parts.append(f"{smaller.sample:,} test rows")
        if smaller.ks != asked.ks:
            parts.append("k on a grid")
        if smaller.evaluation != asked.evaluation:
            parts.append("one run")
        self.smaller_button.setText(f"{', '.join(parts)}: {offer.smaller_cost.words}")

    def _on_progress(self, standing: object) -> None:
        runner = self._runner
        self.progress.setRange(0, max(runner.standing.total, 1))
        self.progress.setValue(runner.standing.done)
        self.words.setText(runner.standing.words)

    def _on_computing(self, computing: bool) -> None:
        """The curves do not wait for the explanation."""

    # -- looks and exports --------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        size = round(theme.px(16))
        for name, tool in self._tools.items():
            tool.setIcon(icon(name, theme, size))
            tool.setIconSize(QSize(size, size))
        self.canvas.set_theme(theme)

    def to_figure(self) -> FigureView | None:
        result, data = self.context.curve_study, self.canvas.data
        query = self.context.state.query
        if result is None or data is None or not data.series or query is None:
            return None
        whole = whole_figure(result, replace(data, k=query.k))
        return PlotFigure(figures.draw, whole, (800.0, 560.0 + 16 * len(data.best)))

    def to_table(self) -> TextTable | None:
        """A line for every learner and k."""
        result = self.context.curve_study
        if result is None or not result.drawn:
            return None
        return TextTable(HEADS, StudyLines(result), frozenset(range(1, len(HEADS))))

    def to_report(self) -> Report | None:
        from lwnb_gui.export.curve_report import report_of_study

        result = self.context.curve_study
        return None if result is None else report_of_study(result, log=self._looks.log)

    def to_script(self) -> str | None:
        result = self.context.curve_study
        curves = result.as_curves() if result is not None else None
        if result is None or curves is None:
            return None
        from lwnb_gui.export.study_scripts import curve_script

        study = result.study
        return curve_script(
            result.data,
            curves,
            result.names,
            ks=study.ks,
            runs=study.runs,
            folds=study.folds,
            sample=study.sample,
            log=self._looks.log,
        )
