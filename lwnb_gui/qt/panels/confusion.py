"""Confusion: true against predicted classes over all test rows; a click on a cell lists its rows."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QWidget

from lwnb_core import Explanation
from lwnb_gui.export import TextTable
from lwnb_gui.export.what_if_scripts import confusion_script
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panels.instance_filters import Filter
from lwnb_gui.qt.panels.prediction_progress import PredictionProgress
from lwnb_gui.qt.scene_panel import ScenePanel
from lwnb_gui.readings.confusion import (
    CLICK_CAPTION,
    COLUMN_TITLES,
    NUMBER_COLUMNS,
    ConfusionData,
    confusions,
    table_rows,
)
from lwnb_gui.scenes.confusion import ConfusionCell, all_have_counts, confusion
from lwnb_gui.state import Query, Snapshot
from lwnb_gui.state.predictions import LEARNERS, Predictions
from lwnb_gui.text import class_names
from lwnb_gui.theme import Theme

ALL_FOUR = "all four"


class ConfusionPanel(ScenePanel):
    """Counts the four learners' predictions of all test rows, at the present k and settings."""

    title = "Confusion"
    help_topic = "confusion"
    tells_classes = True  # a click on a cell lists rows of a class
    least = (320, 120)
    shows_computing = False  # its bar is that of the predictions
    scene = staticmethod(confusion)
    view_name = "Confusion matrices"
    figure_width = 720.0

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.matrices: tuple[ConfusionData, ...] = ()
        self._known: Predictions | None = None
        self.chooser = QComboBox(self)
        self.chooser.addItems([ALL_FOUR, *LEARNERS])
        self.chooser.setAccessibleName("Whose confusion matrix")
        self.chooser.setToolTip(
            "All four learners side by side, or one alone.\nWith many classes only one fits with its counts."
        )
        self.chooser.activated.connect(self._choose)
        self._chosen = ""  # by the user; empty: as many as have space
        self.unit = "row"  # what is counted
        self.listed: ConfusionCell | None = None  # the cell whose rows are listed
        self._is_low = False
        self.add_header_widget(self.chooser)
        self.setFocusProxy(self.view)
        self._progress = PredictionProgress(context)
        self.listen(context.predicted, self._on_predicted)
        self.listen(context.predicting, self._on_predicting)
        context.rows_requested.connect(self._on_rows_requested)

    # -- following ------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        """Nothing here depends on the instance, but a panel that was hidden has missed predictions."""
        self._show()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is not None and self._known is not None:
            self._dim_if_old(new.query)

    def forget_data(self) -> None:
        self._forget()

    def _dim_if_old(self, query: Query) -> None:
        self.view.set_dimmed(self._known is not None and not self._known.is_of(query))

    def _on_predicted(self, predictions: Predictions | None) -> None:
        self.computing_bar.end()
        self._progress.end()
        self._show()

    def _on_predicting(self, done: int, total: int) -> None:
        if self._progress.report(done, total) and not self.matrices:
            self._show()
        self.computing_bar.begin()
        self.computing_bar.set_share(done, total)

    def _show(self) -> None:
        predictions, query = self.context.predictions, self.context.state.query
        if query is None or query.data.class_index is None:
            self._forget()
            self.show_empty("There is no class to predict.")
            return
        if predictions is None or predictions.classes != query.data.classes:
            self._show_waiting(len(query.rows_to_test))
            return
        if not (predictions.true >= 0).any():
            self._forget()
            self.show_empty("No test row has a class to compare with.")
            return
        self.show_content()
        if predictions is not self._known:
            self._known, self.matrices = predictions, confusions(predictions)
        self._dim_if_old(query)
        self._arrange()

    def _show_waiting(self, n: int) -> None:
        """There are no predictions yet."""
        self._forget()
        if self.context.predictions_wait:
            self.show_empty(
                f"The counts need predictions of {n:,} rows by four learners, which takes a while.",
                "Predict now",
                self._request_predictions,
            )
        else:
            self.show_empty(self._progress.text(n), "Stop", self._progress.stop)

    def _forget(self) -> None:
        self._known = self.reading = None
        self.matrices = ()
        self.view.clear()
        self.set_subtitle("")

    def _request_predictions(self) -> None:
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
        matrices = self.shown_matrices
        self.reading = matrices or None
        self.view.show_scene(self._compose)
        if len(matrices) == 1:
            self.chooser.setCurrentText(matrices[0].name)
        else:
            self.chooser.setCurrentIndex(0)
        self.set_subtitle(*self.head_wordings() or ("",))

    def highlights(self) -> dict[str, Any]:
        caption = "" if self._is_low else CLICK_CAPTION
        return {"unit": self.unit, "chosen": self.listed, "current": self.view.target, "caption": caption}

    def on_hovered(self, target: Hashable) -> None:
        self.view.refresh()

    def on_clicked(self, target: Hashable) -> None:
        """List the rows of a cell; one without rows has nothing to list."""
        assert isinstance(target, ConfusionCell)
        data = next(m for m in self.matrices if m.name == target.learner)
        if data.matrix[target.true, target.given] > 0:
            self.list_rows(*target)

    def head_wordings(self) -> tuple[str, ...]:
        """What is counted, from long to short; all of them tell how the rows were tested."""
        known, query = self._known, self.context.state.query
        if known is None or query is None:
            return ()
        n, k, how = int(np.count_nonzero(known.true >= 0)), f"k = {known.k:,}", query.test_rows
        return f"{n:,} rows, {how.text}, {k}", f"{n:,} rows, {how.brief}, {k}", f"{how.brief}, {k}", how.brief

    # -- rows of a cell -------------------------------------------------------------------------------

    def list_rows(self, learner: str, true: int, given: int) -> None:
        """Have the list of instances show the rows of a cell."""
        if self._known is None:
            return
        names = class_names(self._known.classes, self._known.class_attribute)
        of, as_ = names[true], names[given]
        text = f"{learner}: {of} predicted as {as_}" if true != given else f"{learner}: {of}, correct"

        def which(p: Predictions) -> np.ndarray:
            return np.asarray((p.true == true) & (p.predicted[learner] == given))

        self.context.rows_requested.emit(Filter(text, which, f"No row matches “{text}” any more."))
        self.mark_cell(ConfusionCell(learner, true, given))

    def mark_cell(self, cell: ConfusionCell | None) -> None:
        """The rows of this cell are listed."""
        if cell != self.listed:
            self.listed = cell
            self.view.refresh()

    def _on_rows_requested(self, rows: Filter | None) -> None:
        self.mark_cell(None)

    # -- theme and sizes ------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self._arrange()

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self._is_low = low
        self.view.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # -- export ---------------------------------------------------------------------------------------

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None or not self.matrices else confusion_script(query)

    def to_table(self) -> TextTable | None:
        """One line per learner, true and given class, with the measures of each class and of all."""
        return TextTable(COLUMN_TITLES, table_rows(self.matrices), NUMBER_COLUMNS) if self.matrices else None
