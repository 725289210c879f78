"""The status bar: the rows used for the explanation, what undo would do, and which settings differ."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QStatusBar, QWidget

from lwnb_core import Dataset, Explanation
from lwnb_gui.actions import key
from lwnb_gui.app.run import compiling_text
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.widgets.labels import ElidedLabel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.text import count
from lwnb_gui.views.this_instance import ThisInstance
from lwnb_gui.views.view import Subject

_SHOWN = 4000  # ms for which a message stays
_HELP = f"{key('help')} opens the help for the panel under the mouse"


class Status(QStatusBar):
    """Follows the state and the explanation."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setSizeGripEnabled(False)
        self.basis = ElidedLabel(parent=self)
        self.undo = QLabel(self)
        self.undo.setTextFormat(Qt.TextFormat.PlainText)
        self.undo.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.undo.setIndent(12)
        self.settings = QPushButton(self)
        self.settings.setObjectName("link")
        self.settings.setAccessibleName("Settings that differ from their defaults")
        self.settings.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.settings.clicked.connect(self._reset)
        self.addWidget(self.basis, 1)
        self.addPermanentWidget(self.undo)
        self.addPermanentWidget(self.settings)
        self.setContentsMargins(10, 0, 10, 0)
        self._missing: tuple[Dataset, int] | None = None
        self.theme_text = ""
        self._share_compiled: float | None = None  # while the engine is being compiled
        self.messageChanged.connect(self._on_message)
        context.explained.connect(self._show_basis)
        context.compiling.connect(self._on_compiling)
        context.said.connect(self._say)
        # The effects of a mere move arrive with the explanation, and the history once the movement stops.
        context.state.subscribe(lambda old, new: self.refresh(), moves=False)
        self.refresh()

    def _say(self, message: str) -> None:
        self.showMessage(message, _SHOWN)

    def say_opening(self, name: str) -> None:
        """Say what is being opened, until the message is cleared."""
        self.showMessage(f"Opening {name} …")

    def refresh(self) -> None:
        """Update the whole bar."""
        query = self._context.state.query
        if query is None:
            self._missing = None
            self.basis.setText(self._compiling or _HELP)
            self.undo.setText(self.theme_text)
            self.settings.setText("")
            self.settings.setToolTip("")
            return
        self.say_history(self._context.state.history.undo_text or "")
        differing = query.differences()
        self.settings.setEnabled(bool(differing))
        if differing:
            self.settings.setText(f"{count(len(differing), 'setting')} changed")
            set_tip(self.settings, "\n".join(d.text for d in differing) + "\nClick to reset all.")
        else:
            self.settings.setText("all settings at their defaults")
            self.settings.clearFocus()
            self.settings.setToolTip("")
        self._show_basis(self._context.explanation)

    def say_history(self, undo_text: str) -> None:
        """Say what undo would undo; empty if there is nothing."""
        if self._context.state.query is not None:
            self.undo.setText(f"undo: {undo_text}" if undo_text else "")

    def _on_message(self, text: str) -> None:
        # Qt hides what is below a message, but shows it again when the layout changes.
        self.basis.setVisible(not text)

    def _on_compiling(self, share: float | None) -> None:
        self._share_compiled = share
        self.refresh()

    @property
    def _compiling(self) -> str:
        return "" if self._share_compiled is None else compiling_text(self._share_compiled)

    def _show_basis(self, explanation: Explanation | None) -> None:
        query = self._context.state.query
        if query is None:
            return
        if explanation is None:
            self.basis.setText("")
            return
        parts = [ThisInstance().read(Subject(explanation, query=query)).basis]
        if explanation.changed:
            parts.append(f"{count(len(explanation.changed), 'value')} changed")
        missing = self._count_missing(query.data)
        if missing:
            parts.append(f"{count(missing, 'missing value')} in the file, kept as missing")
        if self._compiling:
            parts.append(self._compiling)
        self.basis.setText("     ".join(parts))

    def _count_missing(self, data: Dataset) -> int:
        if self._missing is None or self._missing[0] is not data:
            self._missing = (data, sum(int(np.count_nonzero(data.missing(j))) for j in data.predictors))
        return self._missing[1]

    def _reset(self) -> None:
        query = self._context.state.query
        if query is not None and query.differences():
            self._context.state.reset_settings()
