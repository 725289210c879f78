"""The settings of the study and its drawing: the left column of the page Curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_core import LWNB, Learner
from lwnb_core.evaluation.measures import CURVE_MEASURES
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.query import Query
from lwnb_gui.plots import stability as stability_figure
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.curve_list import CurveList
from lwnb_gui.qt.curves.stability_box import StabilityBox
from lwnb_gui.qt.curves.variant_dialog import VariantDialog
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import fill_choices, scroll_area
from lwnb_gui.render.figures import FigureView, PlotFigure
from lwnb_gui.study.learners import at_any_k
from lwnb_gui.study.measure_choices import known_measure, measure_choices, measures_in_words
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.study.study import EVALUATIONS, CurveStudy, paper_figure_of
from lwnb_gui.text import points
from lwnb_gui.theme import Theme
from lwnb_gui.views.curves.stability import StabilityReading
from lwnb_gui.views.tables import TextTable

# Numbers of test rows and, as texts, precisions in points for the accuracies.
_PRECISIONS = ("0.5", "1", "2")
_SAMPLES = (20_000, 10_000, 5000, 2000, 1000, 500, 200, 100)
_KS = {"all": "every k", "grid": "k on a grid", "figures": "k as in the paper’s figures"}
_EVALUATION_TIPS = {
    "loo": "Each row is tested with all others as training rows. There are no folds, so there is no spread.",
    "cv": "Ten folds, drawn exactly as Weka draws them; each is tested with the other nine as training rows.",
    "repeated-cv": "Ten runs of ten folds, each run with its own seed, as in Weka’s Experimenter. This gives "
    "the most reliable spread and range of good values of k.",
}


class StudyPanel(Panel):
    """Shows `View.curves` of the state and changes it; every choice takes effect at once."""

    title = "Study"
    help_topic = "curves"
    least = (232, 200)
    shows_computing = False

    least_stable_requested = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._is_refreshing = False
        self._listed: tuple[Learner, ...] = ()
        inside = QWidget(self)
        inside.setObjectName("panel")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(PADDING, 0, PADDING, 8)
        self._column.setSpacing(4)
        self._build_evaluation()
        self._build_curves()
        self._build_style()
        self.stability = StabilityBox(self)
        self.stability.rows_requested.connect(self.least_stable_requested)
        self._column.addWidget(self.stability)
        self._column.addStretch(1)
        self.body.addWidget(scroll_area(inside, self), 1)

    # -- what is chosen -----------------------------------------------------------------------------

    @property
    def settings(self) -> CurveSettings:
        return self.context.state.display.curves

    def change(self, **fields: Any) -> None:
        """Change the choice, by the fields of `CurveSettings`."""
        if not self._is_refreshing:
            self.context.state.set_curves(replace(self.settings, **fields))

    def add_variants(self, learners: Sequence[LWNB]) -> None:
        self.change(variants=tuple(dict.fromkeys([*self.settings.variants, *learners])))

    def next_measure(self) -> None:
        """Show the next measure; after the last, the first again."""
        names = list(self._measures)
        self.change(measure=names[(names.index(self._measure) + 1) % len(names)])

    def show_paper_figure(self) -> None:
        """Set up Figure 2 or 4: convention of the paper's tables, one run, its values of k, a linear axis."""
        state = self.context.state
        if state.query is None:
            return
        state.change_settings(kernel="linear", convention="tables", eq6="right")
        self.change(
            evaluation="cv",
            ks="figures",
            sample=None,
            precision=None,
            variants=(),
            measure="accuracy",
            log=False,
        )

    def ask_variant(self) -> None:
        """Ask for a variant of LWNB in a dialog."""
        query = self.context.state.query
        if query is not None:
            dialog = VariantDialog(LWNB(50, query.convention, kernel=query.kernel, eq6=query.eq6), self)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.accepted.connect(lambda: self.add_variants(dialog.variants))
            dialog.open()

    # -- showing ------------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is not old.query or new.display.curves != old.display.curves:
            self.refresh()

    def refresh(self) -> None:
        """Set all controls from the state."""
        self._is_refreshing = True
        try:
            self._show_settings(self.settings)
            query = self.context.state.query
            if query is not None and query.data.class_index is not None:
                self._show_learners(query)
        finally:
            self._is_refreshing = False

    def _show_settings(self, settings: CurveSettings) -> None:
        self.evaluations[settings.evaluation].setChecked(True)
        rows = settings.sample if settings.precision is None else f"{settings.precision:g}"
        if self.sample.findData(rows) < 0:
            self.sample.addItem(_rows_text(rows), rows)
        self.sample.setCurrentIndex(self.sample.findData(rows))
        self.ks.setCurrentIndex(self.ks.findData(settings.ks))
        fill_choices(self.measure, self._measures, self._measure)
        (self.log if settings.log else self.linear).setChecked(True)
        self.band.setChecked(settings.band)
        self.best.setChecked(settings.best)

    @property
    def _classes(self) -> tuple[str, ...]:
        query = self.context.state.query
        return () if query is None or query.data.class_index is None else query.data.classes

    @property
    def _measures(self) -> dict[str, str]:
        """Return the measures to choose from: F1 also of each class of the data."""
        return measure_choices(CURVE_MEASURES, self._classes)

    @property
    def _measure(self) -> str:
        """Return the chosen measure, as far as these data and the list have it."""
        chosen = known_measure(self.settings.measure, self._classes)
        return chosen if chosen in self._measures else "f1"

    def _show_learners(self, query: Query) -> None:
        study = CurveStudy.of(query, self.settings)
        if study.learners != self._listed:
            self._listed = study.learners
            self.list.show_learners(study)
        self.list.set_hidden(self.settings.hidden)
        number = paper_figure_of(query.data)
        self.paper.setVisible(number is not None)
        self.paper.setText(f"As in the paper: Figure {number}")

    def forget_data(self) -> None:
        self.show_stability(None)

    def show_stability(self, stability: StabilityReading | None) -> None:
        self.stability.show_stability(stability)

    # -- building -----------------------------------------------------------------------------------

    def _add_title(self, text: str, above: int = 10) -> None:
        label = QLabel(text, self)
        label.setObjectName("small")
        self._column.addSpacing(above)
        self._column.addWidget(label)

    def _build_evaluation(self) -> None:
        self._add_title("Evaluation", above=0)
        self.evaluations: dict[str, QRadioButton] = {}
        self._evaluation_group = QButtonGroup(self)
        for name, text in EVALUATIONS.items():
            self.evaluations[name] = radio = QRadioButton(text, self)
            set_tip(radio, _EVALUATION_TIPS[name])
            radio.toggled.connect(lambda on, name=name: self.change(evaluation=name) if on else None)
            self._evaluation_group.addButton(radio)
            self._column.addWidget(radio)
        self.sample = self._combo_box(
            "Test rows",
            {rows: _rows_text(rows) for rows in (None, *_PRECISIONS, *_SAMPLES)},
            "How many rows are tested: a fixed number, or as many as it takes to know every accuracy to "
            "within the given number of points with 95 % confidence. All rows are still used for training. "
            "The sample is drawn once and is the same for all learners, so that a large file can be studied "
            "in minutes.",
        )
        self.sample.activated.connect(lambda _: self._choose_rows(self.sample.currentData()))
        self.ks = self._combo_box(
            "Values of k",
            _KS,
            "Every k, or a grid: 1 to 200, then steps of 3 %. With Weka’s normal estimator, every k takes "
            "as long as the first, so the grid is always used.",
        )
        self.ks.activated.connect(lambda _: self.change(ks=self.ks.currentData()))
        self._column.addSpacing(4)
        self._column.addWidget(self.sample)
        self._column.addWidget(self.ks)

    def _choose_rows(self, rows: int | str | None) -> None:
        if isinstance(rows, str):
            self.change(sample=None, precision=float(rows))
        else:
            self.change(sample=rows, precision=None)

    def _build_curves(self) -> None:
        self._add_title("Curves")
        self.list = CurveList(self)
        self.list.hidden_changed.connect(lambda hidden: self.change(hidden=hidden))
        self.list.removed.connect(self._remove)
        self.add = QPushButton("Add a variant…", self)
        self.add.setToolTip("Adds LWNB with another kernel, numeric model or convention to the curves.")
        self.add.clicked.connect(self.ask_variant)
        self.paper = QPushButton(self)
        set_tip(
            self.paper,
            "One run of 10-fold cross-validation with the convention of the paper’s tables and a linear "
            "axis: the numbers that the command lwnb paper draws.",
        )
        self.paper.clicked.connect(self.show_paper_figure)
        self.paper.hide()
        self._column.addWidget(self.list)
        self._column.addSpacing(2)
        self._column.addWidget(self.add)
        self._column.addWidget(self.paper)

    def _build_style(self) -> None:
        self._add_title("Measure")
        self.measure = self._combo_box(
            "Measure",
            {},
            f"{measures_in_words(CURVE_MEASURES)} F1 is the mean over all classes, or that of one class.",
        )
        self.measure.activated.connect(lambda _: self.change(measure=self.measure.currentData()))
        self._column.addWidget(self.measure)
        self._add_title("Axis of k")
        axis = QHBoxLayout()
        axis.setSpacing(20)
        self.log, self.linear = QRadioButton("log", self), QRadioButton("linear", self)
        self.log.setToolTip("Small values of k get more space, because most changes happen there.")
        self.linear.setToolTip("As in the paper’s figures.")
        self._axis = QButtonGroup(self)
        for radio in (self.log, self.linear):
            self._axis.addButton(radio)
            axis.addWidget(radio)
        axis.addStretch(1)
        self.log.toggled.connect(lambda on: self.change(log=on))
        self._column.addLayout(axis)
        self._add_title("Spread")
        self.band = QCheckBox("band", self)
        set_tip(
            self.band,
            "While rows are left to test, or if only a sample is tested: the range that contains the "
            "accuracy over all rows with 95 % confidence. Otherwise ± 1 standard deviation over the folds; "
            "leave-one-out has "
            "none.",
        )
        self.band.toggled.connect(lambda on: self.change(band=on))
        self.best = QCheckBox("best k and its range", self)
        set_tip(
            self.best,
            "The best k, and all values of k that are not significantly worse by the corrected resampled "
            "t-test over the folds, or, with leave-one-out, by the sign test over the rows.",
        )
        self.best.toggled.connect(lambda on: self.change(best=on))
        self._column.addWidget(self.band)
        self._column.addWidget(self.best)

    def _combo_box(self, name: str, items: dict[Any, str], tip: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        set_tip(box, tip)
        for value, text in items.items():
            box.addItem(text, value)
        return box

    def _remove(self, learner: Learner) -> None:
        self.change(variants=tuple(v for v in self.settings.variants if at_any_k(v) != learner))

    # -- style and exports --------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.list.set_theme(theme)
        self.stability.apply_theme(theme)

    def to_figure(self) -> FigureView | None:
        stability = self.stability.stability
        return None if stability is None else PlotFigure(stability_figure.draw, stability, (480.0, 300.0))

    def to_table(self) -> TextTable | None:
        stability = self.stability.stability
        return None if stability is None else self.stability.shows.table(stability)


def _rows_text(rows: int | str | None) -> str:
    """Return an entry of the list of test rows."""
    if rows is None:
        return "all test rows"
    return f"until {points(float(rows))}" if isinstance(rows, str) else f"{rows:,} test rows"
