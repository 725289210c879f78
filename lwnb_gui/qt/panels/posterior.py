"""Posterior: what LWNB says compared with NB, KNN and KNNDW, in bars and in words."""

from __future__ import annotations

import math
import sys

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation, Sweep
from lwnb_gui.export import TextTable, scripts
from lwnb_gui.export.explained import posterior_table
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.scene_panel import ScenePanel
from lwnb_gui.qt.title_row import TITLE_ROW
from lwnb_gui.readings.classes import FEW
from lwnb_gui.readings.posterior import PosteriorReading, posterior_reading, sentences
from lwnb_gui.scenes.posterior import AIRY, FOOT, HEAD, posterior, row_height
from lwnb_gui.theme import Theme

_FEW_ON_A_LOW_SCREEN = 4  # of many classes; the tables below need the height


class PosteriorPanel(ScenePanel):
    """Reads the explanation's posteriors; the sentence says who is right."""

    title = "Posterior"
    help_topic = "posterior"
    least = (320, 160)
    nothing = "There is no posterior to show."
    view_name = "Posterior by class and learner"
    scene = staticmethod(posterior)
    _is_low = False
    _reserved_foot = 0.0  # pixels that the sentences have needed so far
    _room = sys.maxsize  # the height that the panels around it leave

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.listen(context.swept, self._on_swept)

    def read(self, explanation: Explanation) -> PosteriorReading:
        sweep = self.context.current_sweep
        return posterior_reading(explanation, self._fitting(len(explanation.classes)), sweep)

    def _on_swept(self, sweep: Sweep | None) -> None:
        """Where the answer changes is known now, unless this is the ribbon of another instance."""
        if self.reading is not None and self.context.current_sweep is not None:
            self.show_explanation(self.context.explanation)

    def show_explanation(self, explanation: Explanation | None) -> None:
        before = self.reading
        super().show_explanation(explanation)
        if explanation is None:
            return
        if before is None or before.classes != explanation.classes:
            self._reserved_foot = 0.0
        if self._foot > self._reserved_foot:
            self._reserve_height()

    @property
    def sentence(self) -> str:
        """What a screen reader says when the prediction changes."""
        return "" if self.reading is None else sentences(self.reading)[0]

    # -- how many classes are visible -----------------------------------------------------------------

    def _at_once(self, classes: int) -> int:
        """How many of so many classes the panel reserves height for."""
        if classes > AIRY:
            # They include LWNB's prediction and the true class.
            return min(classes, _FEW_ON_A_LOW_SCREEN if self._is_low else FEW)
        return min(classes, 3 if self._is_low else AIRY)

    @property
    def _foot(self) -> float:
        """Height of the sentences; in a panel that step mode still hides, the view has no size yet."""
        scene = self.view.scene
        if not self.view.isVisibleTo(self):
            scene = self._compose(self.view.frame()._replace(width=self.width()))
        theme, reading = self.context.theme, self.reading
        rows = 0.0 if reading is None else row_height(theme, len(reading.classes)) * len(reading.order)
        return max(scene.height - theme.px(HEAD) - rows, theme.px(FOOT))

    def _fitting(self, classes: int) -> int:
        """How many of so many classes fit."""
        theme = self.context.theme
        space = self.height() - round(theme.px(TITLE_ROW + HEAD)) - self._foot - 2
        return max(int(space // row_height(theme, classes)), self._at_once(classes))

    def _reserve_height(self) -> None:
        """As high as the classes need, but no higher than there is room; the rest scrolls.

        Space for sentences is not given back as long as the classes and the width are the same: panels that
        move at every step of k are hard to read.
        """
        theme = self.context.theme
        n = len(self.reading.classes) if self.reading is not None else 3
        self._reserved_foot = max(self._foot, self._reserved_foot)
        height = theme.px(TITLE_ROW + HEAD) + row_height(theme, n) * self._at_once(n) + self._reserved_foot
        width, least = (round(theme.px(pixels)) for pixels in self.least)
        self.setMinimumSize(width, max(min(math.ceil(height) + 2, self._room), least))

    def set_room(self, height: int) -> None:
        """Reserve no more than this height: panels whose minimum heights do not fit would overlap."""
        if height != self._room:
            self._room = height
            self._reserve_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        explanation = self.context.explanation
        if self.reading is not None and explanation is not None:
            self.show_explanation(explanation)  # another number of classes may fit
            if event.oldSize().width() != event.size().width():
                self._reserved_foot = 0.0  # the sentences may need another line, or one less
                self._reserve_height()

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self._reserved_foot = 0.0
        self._reserve_height()

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self._is_low = low
        self._reserve_height()

    # -- files ----------------------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        explanation = self.context.explanation
        return None if self.reading is None or explanation is None else posterior_table(explanation)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if self.reading is None or query is None else scripts.posterior_script(query)
