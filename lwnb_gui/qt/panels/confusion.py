"""Confusion: what each learner gives for what, over all test rows; a cell lists its rows."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QLabel, QScrollArea, QWidget

from lwnb_core import Explanation
from lwnb_gui.export import FigureView, TextTable
from lwnb_gui.export.what_if_scripts import confusion_script
from lwnb_gui.plots import confusion as figure
from lwnb_gui.plots.confusion import ConfusionData, confusions
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.qt.panels.asking import Asking
from lwnb_gui.qt.panels.confusion_view import ConfusionView, Place
from lwnb_gui.qt.panels.instance_filters import Filter
from lwnb_gui.qt.panels.late_dim import LateDim
from lwnb_gui.state import Snapshot
from lwnb_gui.state.predictions import LEARNERS, Predictions
from lwnb_gui.text import shown

ALL_FOUR = "all four"


class ConfusionPanel(Panel):
    """Reads the four learners' answers for all test rows, at the k and with the test rows in force."""

    title = "Confusion"
    help_topic = "confusion"
    tells_classes = True  # a click on a cell lists rows of a class
    least = (320, 120)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._left_tools.hide()
        self.matrices: tuple[ConfusionData, ...] = ()
        self._known: Predictions | None = None
        self.chooser = QComboBox(self)
        self.chooser.addItems([ALL_FOUR, *LEARNERS])
        self.chooser.setAccessibleName("Whose confusion matrix")
        self.chooser.setToolTip(
            "All four learners side by side, or one alone.\nWith many classes one has room for counts."
        )
        self.chooser.activated.connect(self._choose)
        self._chosen = ""  # by the user; empty: as many as have room
        self.add_header_widget(self.chooser)
        self.view = ConfusionView()
        self.scroll_area = QScrollArea(self.content)
        self.scroll_area.setWidget(self.view)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for surface in (self.view, self.scroll_area.viewport()):
            surface.setAutoFillBackground(False)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.words = QLabel(self.content)
        self.words.setObjectName("smaller")
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setAccessibleDescription("What the matrices show")
        self.body.addWidget(self.scroll_area, 1)
        self.body.addWidget(self.words)
        self.view.cell_chosen.connect(self.list_rows)
        self.view.cell_reached.connect(self._keep_in_sight)
        self.copies(self.view)
        self.setFocusProxy(self.view)
        self._dim = LateDim(self, self._set_dim)
        self._asking = Asking(context)
        context.predicted.connect(self._on_predicted)
        context.predicting.connect(self._on_predicting)
        context.rows_wanted.connect(self._on_rows_wanted)

    # -- following ------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        """Nothing here is about one instance; but a panel that was hidden looks again."""
        self._show()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is None or not self.isVisible():
            return
        if old.query is not None and (new.query.k, new.query.model_key) != (old.query.k, old.query.model_key):
            self._dim.set_computing(True)

    def _on_predicted(self, predictions: Predictions | None) -> None:
        self.computing_bar.end()
        self._asking.end()
        self._dim.set_computing(False)
        if self.isVisible():
            self._show()
        else:
            self._stale = True  # the explanation may be long shown when the answers come

    def _on_predicting(self, done: int, total: int) -> None:
        anew = self._asking.report(done, total)
        if self.isVisible():
            if anew and not self.matrices:
                self._show()
            self.computing_bar.begin()
            self.computing_bar.set_share(done, total)

    def _on_computing(self, computing: bool) -> None:
        """The matrices do not depend on the explanation; their bar is that of the predictions."""

    def _set_dim(self, dim: bool) -> None:
        self.view.dim = dim
        self.view.update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._dim.set_computing(False)

    def _show(self) -> None:
        found, query = self.context.predictions, self.context.state.query
        if query is None or query.data.class_index is None:
            self._forget()
            self.show_empty("There is no class to predict.")
            return
        if found is None or found.classes != query.data.classes:
            self._say_not_yet(len(query.rows_to_test))
            return
        if not (found.true >= 0).any():
            self.show_empty("No test row has a class to compare with.")
            return
        self.show_content()
        if found is not self._known:
            self._known, self.matrices = found, confusions(found)
        self._arrange()

    def _say_not_yet(self, n: int) -> None:
        self._forget()
        if self.context.predictions_wait:
            self.show_empty(
                f"To count, four learners have to be asked about {n:,} rows, which takes a while.",
                "Ask them now",
                self._ask,
            )
        else:
            self.show_empty(self._asking.words(n), "Stop asking", self._asking.stop)

    def _forget(self) -> None:
        self._known, self.matrices = None, ()
        self.view.show_matrices(())

    def _ask(self) -> None:
        self.context.request_predictions()
        self._show()

    # -- which matrices -------------------------------------------------------------------------------

    @property
    def shown_matrices(self) -> tuple[ConfusionData, ...]:
        """Those of the learner chosen, or all that have room for their counts."""
        if any(m.name == self._chosen for m in self.matrices):
            return tuple(m for m in self.matrices if m.name == self._chosen)
        if self._chosen.startswith("all") or not self.matrices:
            return self.matrices
        theme = self.context.theme
        # By the panel's own width: the view's changes with the scroll bar that its height may bring.
        room = self.width() - theme.px(PADDING)
        fits = all(place.counted for place in self.view.places(self.matrices, room))
        return self.matrices if fits else self.matrices[:1]

    def _choose(self, index: int) -> None:
        self._chosen = self.chooser.itemText(index)
        self._arrange()

    def _arrange(self) -> None:
        wanted = self.shown_matrices
        self.view.show_matrices(wanted)
        if len(wanted) == 1:
            self.chooser.setCurrentText(wanted[0].name)
        else:
            self.chooser.setCurrentIndex(0)
        wordings = self.head_wordings()
        if wordings:
            self.say_beside_title(*wordings)
        self.words.setText("Lines: true class. Columns: class given. Click a cell to list its rows.")

    def head_wordings(self) -> tuple[str, ...]:
        """What is counted, from long to short; how the rows were tested is never left unsaid."""
        found, query = self._known, self.context.state.query
        if found is None or query is None:
            return ()
        n, k, how = int(np.count_nonzero(found.true >= 0)), f"k = {found.k:,}", query.test_rows
        return f"{n:,} rows, {how.text}, {k}", f"{n:,} rows, {how.brief}, {k}", f"{how.brief}, {k}", how.brief

    # -- rows of a cell -------------------------------------------------------------------------------

    def list_rows(self, learner: str, true: int, given: int) -> None:
        """Have the list of instances show the rows of a cell."""
        if self._known is None:
            return
        of, as_ = (shown(self._known.classes[c]) for c in (true, given))
        text = f"{learner}: {of} called {as_}" if true != given else f"{learner}: {of}, rightly"

        def which(p: Predictions) -> np.ndarray:
            return np.asarray((p.true == true) & (p.predicted[learner] == given))

        self.context.rows_wanted.emit(Filter(text, which, f"No row is {text} any more."))
        self.view.set_chosen((learner, true, given))

    def _on_rows_wanted(self, wanted: Filter | None) -> None:
        self.view.set_chosen(None)

    def _keep_in_sight(self, cell: Place) -> None:
        box = self.view.place_of(cell)
        self.scroll_area.ensureVisible(round(box.center().x()), round(box.center().y()), 20, 30)

    # -- looks ----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
        edge = round(theme.px(PADDING))
        self.words.setContentsMargins(edge, 2, edge, 5)
        self._arrange()

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self.words.setVisible(not low)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # -- to take home ---------------------------------------------------------------------------------

    def to_figure(self) -> FigureView | None:
        wanted = self.view.matrices
        if not wanted:
            return None
        return FigureView(figure.draw, wanted, (720.0, figure.needed_height(wanted) + 30))

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or not self.matrices else confusion_script(query)

    def to_table(self) -> TextTable | None:
        """One line per learner, true and given class; precision and recall of the true class."""
        if not self.matrices:
            return None
        rows = [
            [
                m.name,
                shown(m.classes[true]),
                shown(m.classes[given]),
                figure.cell_text(m, true, given),
                figure.percent(m.recall[true]) if true == given else "",
                figure.percent(m.precision[true]) if true == given else "",
            ]
            for m in self.matrices
            for true in range(len(m.classes))
            for given in range(len(m.classes))
        ]
        return TextTable(
            ["learner", "true", "given", "rows", "recall", "precision"], rows, frozenset({3, 4, 5})
        )
