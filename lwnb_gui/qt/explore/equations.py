"""The panel of the equations, with the switch for (6) and copying of LaTeX."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from lwnb_core import Explanation
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.links import Hover

_MISPRINT = (
    "As printed, (6) divides by the weight of all rows with that value, whatever their class.\n"
    "A class's probabilities then do not add up to 1. This misprint is corrected by dividing by the class's "
    "own weight."
)


class EquationsPanel(ScenePanel):
    shows = Equations()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.printed = QCheckBox("(6) as printed", self)
        self.printed.setAccessibleName("Equation 6 as printed in the paper")
        set_tip(self.printed, _MISPRINT)
        self.printed.toggled.connect(self._set_eq6)
        self.latex = QPushButton("LaTeX", self)
        self.latex.setAccessibleName("Copy the equations as LaTeX")
        self.latex.setToolTip(
            "Copies all equations for LaTeX (amsmath), including the numbers.\n"
            "Each is tagged with its number in the paper; N stands for the normal density."
        )
        self.latex.clicked.connect(self.copy_latex)
        self.add_header_widget(self.printed)
        self.add_header_widget(self.latex)
        self._foot = QHBoxLayout()
        self._foot.setContentsMargins(PADDING, 0, PADDING, 0)
        self.body.addLayout(self._foot)
        self._narrow = False

    # -- the reading ----------------------------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        now = self.context.state.now
        return {
            "hover": self.context.hover.now,
            "shows": lambda number: now.display.teaching.shows(f"equation {number}", now.query),
        }

    def show_explanation(self, explanation: Explanation | None) -> None:
        super().show_explanation(explanation)
        if explanation is None or self.reading is None:
            return
        self._show_switch(self.context.state.now)  # a session may have set it before the panel was created
        has_nominal = any(a.is_nominal for a in explanation.attributes)
        self.printed.setVisible(has_nominal)
        self.set_subtitle("" if has_nominal else "with this row’s numbers", "")

    def highlights(self) -> dict[str, Any]:
        return {"active": self.view.target}

    def on_hovered(self, target: Hashable) -> None:
        self.view.refresh()

    def show_hover(self, hover: Hover) -> None:
        self.show_explanation(self.context.explanation)

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        self._show_switch(new)
        if new.display.teaching != old.display.teaching and not self.is_empty:
            self.show_explanation(self.context.explanation)

    # -- controls -------------------------------------------------------------------------------------

    def apply_compact(self, narrow: bool, low: bool) -> None:
        """Move the switch below the equations in tabs, where the header has no space for it."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._foot.setContentsMargins(PADDING, 0, PADDING, 8 if narrow else 0)
        if narrow:
            self._foot.addWidget(self.printed)
        else:
            tools = self.header_tools.layout()
            assert isinstance(tools, QHBoxLayout)
            tools.insertWidget(0, self.printed)

    def copy_latex(self) -> None:
        """Copy all equations, with this instance's numbers, to the clipboard."""
        if self.reading is not None:
            QGuiApplication.clipboard().setText(self.reading.latex)
            self.context.said.emit("Copied the equations as LaTeX; they need the package amsmath")

    def _show_switch(self, now: Snapshot) -> None:
        if now.query is not None and self.printed.isChecked() != (now.query.eq6 == "printed"):
            with QSignalBlocker(self.printed):
                self.printed.toggle()

    def _set_eq6(self, printed: bool) -> None:
        if self.context.state.query is not None:
            self.context.state.change_settings(eq6="printed" if printed else "right")
