"""The panel of the posterior: it reserves the height that classes and sentences need."""

from __future__ import annotations

import math
import sys
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation, Sweep
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.qt.widgets.title_row import TITLE_ROW
from lwnb_gui.theme import Theme
from lwnb_gui.views.posterior import Posterior


class PosteriorPanel(ScenePanel):
    shows = Posterior()
    _is_low = False
    _reserved = 0.0  # pixels that classes and sentences have needed so far
    _room = sys.maxsize  # the height that the panels around it leave

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.listen(context.swept, self._on_swept)

    def _on_swept(self, sweep: Sweep | None) -> None:
        """Update the sentences: it is now known where the answer changes, if this is its ribbon."""
        if self.reading is not None and self.context.current_sweep is not None:
            self.show_explanation(self.context.explanation)

    def show_explanation(self, explanation: Explanation | None) -> None:
        before = self.reading
        super().show_explanation(explanation)
        if self.reading is None:
            return
        if before is None or before.classes != self.reading.classes:
            self._reserved = 0.0
        if self.view.scene.least > self._reserved:
            self._reserve_height()

    def highlights(self) -> dict[str, Any]:
        return {"low": self._is_low}

    def _reserve_height(self) -> None:
        """Reserve the height that the classes need, up to the available height; the rest scrolls.

        Space for sentences is not given back as long as the classes and the width are the same: panels that
        move at every step of k are hard to read.
        """
        theme = self.context.theme
        self._reserved = max(self.view.scene.least, self._reserved)
        width, least = (round(theme.px(pixels)) for pixels in self.least)
        height = math.ceil(theme.px(TITLE_ROW) + self._reserved) + 2
        self.setMinimumSize(width, max(min(height, self._room), least))

    def set_room(self, height: int) -> None:
        """Reserve no more than this height: panels whose minimum heights do not fit would overlap."""
        if height != self._room:
            self._room = height
            self._reserve_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._reserved = 0.0  # the sentences may need another line, or one less
            self._reserve_height()

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self._reserved = 0.0
        self._reserve_height()

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self._is_low = low
        self.view.refresh()
        self._reserve_height()
