"""What is studied and how it is looked at: the left column of the place Curves."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from lwnb_core import LWNB, Learner
from lwnb_core.evaluation.curves import Evaluation
from lwnb_core.evaluation.paper_figures import KS
from lwnb_gui.export import FigureView, PlotFigure
from lwnb_gui.plots import stability as stability_figure
from lwnb_gui.plots.stability import Stability
from lwnb_gui.plots.study_figure import styles_of
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.curve_list import CurveList
from lwnb_gui.qt.curves.looks import Looks
from lwnb_gui.qt.curves.variant_dialog import VariantDialog
from lwnb_gui.qt.data.base import Plot
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.state import Query
from lwnb_gui.state.curve_presets import paper_figure_of, paper_study
from lwnb_gui.state.curve_study import EVALUATIONS, MEASURES, CurveStudy, StudyKs
from lwnb_gui.state.curve_view import CurveView, ViewKs
from lwnb_gui.theme import Theme

_SAMPLES: tuple[int | None, ...] = (None, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100)
_STUDY_KS: dict[ViewKs, StudyKs] = {"all": "all", "grid": "grid", "figures": KS}
_VIEW_KS: tuple[ViewKs, ...] = tuple(_STUDY_KS)  # in the order of the choice
_OWN = 4  # LWNB and its three rivals; what comes after are variants
_EVALUATION_TIPS = {
    "loo": "Each row is tested with all others as training rows. There are no folds, so there is no spread.",
    "cv": "Ten folds, dealt exactly as Weka deals them; each is tested with the other nine as training rows.",
    "repeated-cv": "Ten runs of ten folds, each run dealt with its own seed, as Weka’s Experimenter does. "
    "The spread and the range of good k are the most certain here.",
}


class StudyPanel(Panel):
    """Every choice holds at once; nothing has to be applied."""

    title = "Study"
    help_topic = "curves"
    least = (232, 200)

    study_changed = Signal()
    looks_changed = Signal()
    paper_wanted = Signal(int)  # number of the figure
    least_stable_wanted = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.variants: tuple[LWNB, ...] = ()
        self._ks: StudyKs = "all"
        self._lwnb: LWNB = LWNB()
        self._stability: Stability | None = None
        inside = QWidget(self)
        inside.setObjectName("panel")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(PADDING, 0, PADDING, 8)
        self._column.setSpacing(4)
        self._build_evaluation()
        self._build_curves()
        self._build_looks()
        self._build_stability()
        self._column.addStretch(1)
        self.scroller = QScrollArea(self)
        self.scroller.setWidgetResizable(True)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroller.setWidget(inside)
        self.body.addWidget(self.scroller, 1)

    # -- what is chosen -----------------------------------------------------------------------------

    def study(self, query: Query) -> CurveStudy:
        """The study that is asked for, with LWNB as the query has it."""
        return CurveStudy.of_query(
            query,
            self.variants,
            evaluation=self.evaluation,
            ks=self._ks,
            sample=self.sample.currentData(),
        )

    @property
    def evaluation(self) -> Evaluation:
        return list(EVALUATIONS)[max(self._evaluations.checkedId(), 0)]

    @property
    def looks(self) -> Looks:
        return Looks(
            measure=self.measure.currentData(),
            log=self.log.isChecked(),
            band=self.band.isChecked() and self.band.isEnabled(),
            best=self.best.isChecked(),
            hidden=self.list.hidden,
        )

    @property
    def view(self) -> CurveView:
        """All that is set here, for the state and for sessions."""
        looks = self.looks
        return CurveView(
            evaluation=self.evaluation,
            ks=_VIEW_KS[self._ks_index(self._ks)],
            sample=self.sample.currentData(),
            variants=self.variants,
            measure=looks.measure,
            log=looks.log,
            band=self.band.isChecked(),
            best=looks.best,
            hidden=self.list.hidden_names,
        )

    def take_view(self, view: CurveView) -> None:
        """Set everything as a session has it."""
        with ExitStack() as silence:
            for quiet in (self, self.measure, self.log, self.band, self.best):
                silence.enter_context(QSignalBlocker(quiet))
            self.variants = view.variants
            self.list.hide_names(view.hidden)
            self.measure.setCurrentIndex(self.measure.findData(view.measure))
            self.set_log(view.log)
            self.band.setChecked(view.band)
            self.best.setChecked(view.best)
            self._set(view.evaluation, _STUDY_KS[view.ks], view.sample)
        self._study_touched()

    def set_study(self, study: CurveStudy) -> None:
        """Show another evaluation, k and sample; the learners stay those of the strip."""
        self._set(study.evaluation, study.ks, study.sample)
        self.study_changed.emit()

    def _set(self, evaluation: Evaluation, ks: StudyKs, sample: int | None) -> None:
        self._ks = ks
        with QSignalBlocker(self._evaluations):
            self._evaluations.button(list(EVALUATIONS).index(evaluation)).setChecked(True)
        with QSignalBlocker(self.ks):
            self.ks.setCurrentIndex(self._ks_index(ks))
        with QSignalBlocker(self.sample):
            if self.sample.findData(sample) < 0:
                self.sample.addItem(f"{sample:,} test rows", sample)
            self.sample.setCurrentIndex(self.sample.findData(sample))
        self._enable()

    def set_log(self, log: bool) -> None:
        (self.log if log else self.linear).setChecked(True)

    def next_measure(self) -> None:
        """The measure after this one; after the last, the first again."""
        self.measure.setCurrentIndex((self.measure.currentIndex() + 1) % self.measure.count())
        self.looks_changed.emit()

    def show_query(self, query: Query) -> None:
        """The learners as they are set now."""
        study = self.study(query)
        lwnb = study.learners[0]
        assert isinstance(lwnb, LWNB)
        self._lwnb = lwnb
        self.list.show_learners(study.learners, study.names, styles_of(study.learners), _OWN)
        self.list.put_in_order(self.ks)
        number = paper_figure_of(query.data)
        self.paper.setVisible(number is not None)
        self.paper.setText(f"As in the paper: Figure {number}")
        self._enable()

    def show_stability(self, found: Stability | None) -> None:
        """The histogram of how far answers hold."""
        self._stability = found
        self._stability_box.setVisible(found is not None)
        self.stability_words.setText(found.words if found is not None else "")
        self.histogram.repaint_figure()

    # -- building -----------------------------------------------------------------------------------

    def _head(self, text: str, above: int = 10) -> QLabel:
        label = QLabel(text, self)
        label.setObjectName("small")
        self._column.addSpacing(above)
        self._column.addWidget(label)
        return label

    def _build_evaluation(self) -> None:
        self._head("Evaluation", above=0)
        self._evaluations = QButtonGroup(self)
        for i, (name, words) in enumerate(EVALUATIONS.items()):
            radio = QRadioButton(words, self)
            radio.setToolTip(_EVALUATION_TIPS[name])
            self._evaluations.addButton(radio, i)
            self._column.addWidget(radio)
        self._evaluations.button(1).setChecked(True)
        self._evaluations.idClicked.connect(self._study_touched)
        self.sample = QComboBox(self)
        self.sample.setAccessibleName("Test rows")
        self.sample.setToolTip(
            "How many rows are tested. All rows still train; a sample is drawn once and is the same for all "
            "learners, so that a large file can be studied in minutes."
        )
        for size in _SAMPLES:
            self.sample.addItem("all test rows" if size is None else f"{size:,} test rows", size)
        self.sample.activated.connect(self._study_touched)
        self.ks = QComboBox(self)
        self.ks.setAccessibleName("Values of k")
        self.ks.addItem("every k", "all")
        self.ks.addItem("k on a grid", "grid")
        self.ks.addItem("the k of the paper’s figures", KS)
        self.ks.setToolTip(
            "Every k, or a grid: 1 to 200, then steps of 3 %. With Weka’s normal every k costs as much as "
            "the first, so there the grid is taken in any case."
        )
        self.ks.activated.connect(self._ks_chosen)
        self._column.addSpacing(4)
        self._column.addWidget(self.sample)
        self._column.addWidget(self.ks)

    def _build_curves(self) -> None:
        self._head("Curves")
        self.list = CurveList(self)
        self.list.shown_changed.connect(self.looks_changed)
        self.list.removed.connect(self._remove)
        self.add = QPushButton("Add a variant…", self)
        self.add.setToolTip("LWNB with another kernel, numeric model or convention, beside the others.")
        self.add.clicked.connect(self.ask_variant)
        self.paper = QPushButton(self)
        self.paper.setToolTip(
            "One run of 10-fold cross-validation with the convention of the paper’s tables and a linear "
            "axis: the numbers that the command lwnb paper draws."
        )
        self.paper.clicked.connect(self._paper_clicked)
        self.paper.hide()
        self._column.addWidget(self.list)
        self._column.addSpacing(2)
        self._column.addWidget(self.add)
        self._column.addWidget(self.paper)

    def _build_looks(self) -> None:
        self._head("Measure")
        self.measure = QComboBox(self)
        self.measure.setAccessibleName("Measure")
        self.measure.setToolTip(
            "Accuracy and kappa judge the answer; log loss and the Brier score judge the probabilities, and "
            "there less is better."
        )
        for name, words in MEASURES.items():
            self.measure.addItem(words.removesuffix(", %"), name)
        self.measure.activated.connect(lambda _: self.looks_changed.emit())
        self._column.addWidget(self.measure)
        self._head("Axis of k")
        axis = QHBoxLayout()
        axis.setSpacing(20)
        self.log, self.linear = QRadioButton("log", self), QRadioButton("linear", self)
        self.log.setToolTip("Small k have as much room as large ones: most changes happen there.")
        self.linear.setToolTip("As in the paper’s figures.")
        self.log.setChecked(True)
        self._axis = QButtonGroup(self)
        for radio in (self.log, self.linear):
            self._axis.addButton(radio)
            axis.addWidget(radio)
        axis.addStretch(1)
        self.log.toggled.connect(lambda _: self.looks_changed.emit())
        self._column.addLayout(axis)
        self._head("Spread")
        self.band = QCheckBox("band: ± 1 sd over the folds", self)
        self.band.setToolTip("How far the folds lie apart. Leave-one-out has no folds, and so no band.")
        self.best = QCheckBox("best k and its range", self)
        self.best.setToolTip(
            "The best k, and all k that are not significantly worse: by the corrected resampled t-test over "
            "the folds, under leave-one-out by the sign test over the rows."
        )
        for box in (self.band, self.best):
            box.setChecked(True)
            box.toggled.connect(lambda _: self.looks_changed.emit())
            self._column.addWidget(box)

    def _build_stability(self) -> None:
        self._stability_box = QWidget(self)
        column = QVBoxLayout(self._stability_box)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(4)
        head = QLabel("Stability over k", self._stability_box)
        head.setObjectName("small")
        self.histogram = Plot(self._paint_stability, self._stability_box)
        self.histogram.tasks = self.context.tasks
        self.histogram.setAccessibleName("Histogram of stability over k")
        self.histogram.setToolTip(
            "For every row, the number of k around the current one over which its answer stays the same; of "
            "several runs the one with the fewest. A row at the left changes its class with k."
        )
        self.stability_words = QLabel(self._stability_box)
        self.stability_words.setObjectName("small")
        self.stability_words.setWordWrap(True)
        self.unstable = QPushButton("Show the least stable rows", self._stability_box)
        self.unstable.setToolTip("Lists the rows whose answer hangs on k, the shakiest first.")
        self.unstable.clicked.connect(self.least_stable_wanted)
        for widget in (head, self.histogram, self.stability_words, self.unstable):
            column.addWidget(widget)
        self._stability_box.hide()
        self._column.addWidget(self._stability_box)

    # -- what happens -------------------------------------------------------------------------------

    def ask_variant(self) -> None:
        """Ask for a variant; the window goes on meanwhile."""
        dialog = VariantDialog(self._lwnb, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.add_variants(dialog.variants))
        dialog.open()

    def add_variants(self, learners: Sequence[LWNB]) -> None:
        self.variants = tuple(dict.fromkeys([*self.variants, *learners]))
        self._study_touched()

    def _remove(self, learner: Learner) -> None:
        self.variants = tuple(v for v in self.variants if v != learner)
        self._study_touched()

    def _ks_chosen(self) -> None:
        self._ks = self.ks.currentData()
        self._study_touched()

    def _ks_index(self, ks: StudyKs) -> int:
        known = {"all": 0, "grid": 1}
        return known.get(ks, 2) if isinstance(ks, str) else 2

    def _study_touched(self, *_: object) -> None:
        query = self.context.state.query
        if query is not None:
            self.show_query(query)
        self.study_changed.emit()

    def _paper_clicked(self) -> None:
        query = self.context.state.query
        number = paper_figure_of(query.data) if query is not None else None
        if number is not None:
            self.paper_wanted.emit(number)

    def take_paper(self, number: int) -> None:
        """The evaluation, k and axis of a figure of the paper."""
        self.variants = ()
        self.set_log(False)
        self.measure.setCurrentIndex(0)
        self.set_study(paper_study(2 if number == 2 else 4))

    def _enable(self) -> None:
        self.band.setEnabled(self.evaluation != "loo")

    # -- looks --------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.list.set_theme(theme)
        self.histogram.setFixedHeight(round(theme.px(78)))
        self.histogram.set_theme(theme)

    def _paint_stability(self, figure: object, theme: Theme) -> None:
        found = self._stability  # another may come while this one is being drawn
        if found is not None:
            stability_figure.draw(figure, found, theme)  # type: ignore[arg-type]

    def to_figure(self) -> FigureView | None:
        if self._stability is None:
            return None
        return PlotFigure(stability_figure.draw, self._stability, (480.0, 300.0))

    def _on_computing(self, computing: bool) -> None:
        """Nothing here waits for the explanation."""
