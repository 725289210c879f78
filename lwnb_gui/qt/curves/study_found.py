"""When a study has something to look into: it is complete, or was stopped with curves drawn."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.runner import StudyRunner
from lwnb_gui.state.curve_study import StudyResult


class StudyFound(QObject):
    """For panels that look into the tests of a study, and not while it is adding to them."""

    changed = Signal(object)  # StudyResult, or None: there is none any more

    def __init__(self, context: Context, runner: StudyRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        context.studied.connect(self._on_studied)
        runner.phase_changed.connect(self._on_phase)

    def _on_studied(self, result: StudyResult | None) -> None:
        if result is None or result.complete:
            self.changed.emit(result)

    def _on_phase(self, phase: str) -> None:
        result = self._context.curve_study
        if phase == "stopped" and result is not None and result.drawn:
            self.changed.emit(result)
