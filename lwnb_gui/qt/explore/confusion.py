"""Confusion: true against predicted classes over all test rows; a click on a cell lists its rows."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QWidget

from lwnb_core import Explanation
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.predictions import LEARNERS, Predictions
from lwnb_gui.app.query import Query
from lwnb_gui.app.run import PredictionProgress
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.theme import Theme
from lwnb_gui.views.confusion.drawing import ConfusionCell, all_have_counts
from lwnb_gui.views.confusion.matrices import ConfusionData, rows_text
from lwnb_gui.views.confusion.view import CLICK_CAPTION, Confusion, ConfusionReading
from lwnb_gui.views.instances import Filter
from lwnb_gui.views.view import Subject

ALL_FOUR = "all four"


class ConfusionPanel(ScenePanel):
    """Confusion matrices of the four learners' predictions of all test rows, at the present settings."""

    shows = Confusion()
    tells_classes = True  # a click on a cell lists rows of a class
    shows_computing = False  # the bar of the predictions is used instead
    reading: ConfusionReading | None

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._known: Predictions | None = None
        self.chooser = QComboBox(self)
        self.chooser.addItems([ALL_FOUR, *LEARNERS])
        self.chooser.setAccessibleName("Whose confusion matrix")
        self.chooser.setToolTip(
            "All four learners side by side, or one alone.\nWith many classes only one fits with its counts."
        )
        self.chooser.activated.connect(self._choose)
        self._chosen = ""  # chosen by the user; empty: as many as fit
        self.listed: ConfusionCell | None = None  # the cell whose rows are listed
        self._is_low = False
        self.add_header_widget(self.chooser)
        self.setFocusProxy(self.view)
        self._progress = PredictionProgress()
        self.listen(context.predicted, self._on_predicted)
        self.listen(context.predicting, self._on_predicting)
        context.rows_requested.connect(self._on_rows_requested)

    # -- following ------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        """Catch up on predictions that a hidden panel has missed; nothing here depends on the instance."""
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
        if predictions is not self._known:
            self._known = predictions
            self.reading = self.shows.read(Subject(predictions=predictions, query=query))
        if self.reading is None:
            self._forget()
            self.show_empty(self.nothing)
            return
        self.show_content()
        self._dim_if_old(query)
        self._arrange()

    def _show_waiting(self, n: int) -> None:
        """Show that there are no predictions yet."""
        self._forget()
        if self.context.predictions_wait:
            self.show_empty(
                f"The counts need predictions of {n:,} rows by four learners, which takes a while.",
                "Predict now",
                self._request_predictions,
            )
        else:
            self.show_empty(self._progress.text(n), "Stop", self._stop_predicting)

    def _stop_predicting(self) -> None:
        """Cancel the predictions; they can be requested again."""
        context = self.context
        context.tasks.cancel("predict")
        context.predictions_wait = True
        context.set_predictions(None)

    def _forget(self) -> None:
        self._known = self.reading = None
        self.view.clear()
        self.set_subtitle("")

    def _request_predictions(self) -> None:
        self.context.request_predictions()
        self._show()

    # -- which matrices -------------------------------------------------------------------------------

    @property
    def matrices(self) -> tuple[ConfusionData, ...]:
        return () if self.reading is None else self.reading.matrices

    def _alone(self) -> str:
        """Return the chosen learner, or the first if not all counts fit; empty for all."""
        names = [data.name for data in self.matrices]
        if self._chosen in names:
            return self._chosen
        if self._chosen.startswith("all") or not names:
            return ""
        # By the panel's own width: the view's changes with the scroll bar that its height may bring.
        canvas = self.view.canvas()._replace(width=float(self.width()))
        return "" if all_have_counts(self.matrices, canvas) else names[0]

    def _choose(self, index: int) -> None:
        self._chosen = self.chooser.itemText(index)
        self._arrange()

    def _arrange(self) -> None:
        drawn: tuple[ConfusionData, ...] = ()
        wordings: tuple[str, ...] = ("",)
        if self.reading is not None:
            self.reading = replace(self.reading, alone=self._alone())
            drawn, wordings = self.reading.drawn, self.reading.wordings
        self.view.show_scene(self._compose)
        if len(drawn) == 1:
            self.chooser.setCurrentText(drawn[0].name)
        else:
            self.chooser.setCurrentIndex(0)
        self.set_subtitle(*wordings)

    def highlights(self) -> dict[str, Any]:
        caption = "" if self._is_low else CLICK_CAPTION
        return {"chosen": self.listed, "current": self.view.target, "caption": caption}

    def on_hovered(self, target: Hashable) -> None:
        self.view.refresh()

    def on_clicked(self, target: Hashable) -> None:
        """List the rows of a cell; one without rows has nothing to list."""
        assert isinstance(target, ConfusionCell)
        data = next(m for m in self.matrices if m.name == target.learner)
        if data.matrix[target.true, target.given] > 0:
            self.list_rows(*target)

    # -- rows of a cell -------------------------------------------------------------------------------

    def list_rows(self, learner: str, true: int, given: int) -> None:
        """Have the list of instances show the rows of a cell."""
        data = next((m for m in self.matrices if m.name == learner), None)
        if data is None:
            return
        text = rows_text(data, true, given)

        def which(p: Predictions) -> np.ndarray:
            return np.asarray((p.true == true) & (p.predicted[learner] == given))

        self.context.rows_requested.emit(Filter(text, which, f"No row matches “{text}” any more."))
        self.mark_cell(ConfusionCell(learner, true, given))

    def mark_cell(self, cell: ConfusionCell | None) -> None:
        """Mark the cell whose rows are listed."""
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
