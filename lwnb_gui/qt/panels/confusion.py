"""Confusion: what each learner gives for what, over all test rows; a cell lists its rows."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QWidget

from lwnb_core import Explanation
from lwnb_gui.export import TextTable
from lwnb_gui.export.what_if_scripts import confusion_script
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panels.asking import Asking
from lwnb_gui.qt.panels.instance_filters import Filter
from lwnb_gui.qt.panels.late_dim import LateDim
from lwnb_gui.qt.scene_panel import ScenePanel
from lwnb_gui.readings.confusion import CLICK, HEADS, ConfusionData, confusions, table_rows
from lwnb_gui.scenes.confusion import ConfusionCell, all_have_counts, confusion
from lwnb_gui.state import Snapshot
from lwnb_gui.state.predictions import LEARNERS, Predictions
from lwnb_gui.text import shown
from lwnb_gui.theme import Theme

ALL_FOUR = "all four"


class ConfusionPanel(ScenePanel):
    """Reads the four learners' answers for all test rows, at the k and with the test rows in force."""

    title = "Confusion"
    help_topic = "confusion"
    tells_classes = True  # a click on a cell lists rows of a class
    least = (320, 120)
    scene = staticmethod(confusion)
    view_name = "Confusion matrices"
    figure_width = 720.0

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
        self._chosen = ""  # by the user; empty: as many as have space
        self.unit = "row"  # what is counted
        self.listed: ConfusionCell | None = None  # the cell whose rows are listed
        self._is_low = False
        self.add_header_widget(self.chooser)
        self.setFocusProxy(self.view)
        self._dim = LateDim(self, self.view.set_dimmed)
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
        self._known, self.matrices, self.reading = None, (), None
        self.view.clear()

    def _ask(self) -> None:
        self.context.request_predictions()
        self._show()

    # -- which matrices -------------------------------------------------------------------------------

    @property
    def shown_matrices(self) -> tuple[ConfusionData, ...]:
        """Those of the learner chosen, or all that have space for their counts."""
        if any(m.name == self._chosen for m in self.matrices):
            return tuple(m for m in self.matrices if m.name == self._chosen)
        if self._chosen.startswith("all") or not self.matrices:
            return self.matrices
        # By the panel's own width: the view's changes with the scroll bar that its height may bring.
        frame = self.view.frame()._replace(width=float(self.width()))
        return self.matrices if all_have_counts(self.matrices, frame) else self.matrices[:1]

    def _choose(self, index: int) -> None:
        self._chosen = self.chooser.itemText(index)
        self._arrange()

    def _arrange(self) -> None:
        wanted = self.shown_matrices
        self.reading = wanted or None
        self.view.show_scene(self._compose)
        if len(wanted) == 1:
            self.chooser.setCurrentText(wanted[0].name)
        else:
            self.chooser.setCurrentIndex(0)
        wordings = self.head_wordings()
        if wordings:
            self.say_beside_title(*wordings)

    def highlights(self) -> dict[str, Any]:
        words = "" if self._is_low else CLICK
        return {"unit": self.unit, "chosen": self.listed, "current": self.view.target, "words": words}

    def on_hovered(self, target: Hashable) -> None:
        self.view.refresh()

    def on_clicked(self, target: Hashable) -> None:
        """List the rows of a cell; one without rows has nothing to list."""
        assert isinstance(target, ConfusionCell)
        data = next(m for m in self.matrices if m.name == target.learner)
        if data.matrix[target.true, target.given] > 0:
            self.list_rows(*target)

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
        self.mark_cell(ConfusionCell(learner, true, given))

    def mark_cell(self, cell: ConfusionCell | None) -> None:
        """The rows of this cell are listed."""
        if cell != self.listed:
            self.listed = cell
            self.view.refresh()

    def _on_rows_wanted(self, wanted: Filter | None) -> None:
        self.mark_cell(None)

    # -- looks ----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self._arrange()

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self._is_low = low
        self.view.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # -- to take home ---------------------------------------------------------------------------------

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or not self.matrices else confusion_script(query)

    def to_table(self) -> TextTable | None:
        """One line per learner, true and given class; precision and recall of the true class."""
        return TextTable(HEADS, table_rows(self.matrices), frozenset({3, 4, 5})) if self.matrices else None
