"""The dialog for a variant of LWNB: its kernel, numeric model and convention."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLabel, QVBoxLayout, QWidget

from lwnb_core import LWNB
from lwnb_core.local.kernels import check_kernel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import dialog_buttons
from lwnb_gui.settings import SETTINGS

_ALL = "all kernels"
_KERNELS = [str(kernel) for kernel in SETTINGS["kernel"].choices]
_NUMERIC = {
    "as the convention has it": None,
    **{SETTINGS["numeric"].value_label(form): form for form in SETTINGS["numeric"].choices},
}


class VariantDialog(QDialog):
    """Three choices; `variants` are the resulting learners."""

    def __init__(self, like: LWNB, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Add a variant of LWNB")
        hint = QLabel("The variant is drawn with the others, on the same test cases.", self)
        hint.setObjectName("hint")
        self.kernel = self._choice("kernel", [*_KERNELS, _ALL])
        self.kernel.setToolTip("How a distance becomes a weight. “All kernels” adds all six at once.")
        self.numeric = self._choice("numeric", list(_NUMERIC))
        set_tip(
            self.numeric,
            "How a number becomes a factor: a density, or the probability of an interval, as in Weka.",
        )
        self.convention = self._choice("convention", list(map(str, SETTINGS["convention"].choices)))
        self.convention.setToolTip(
            "Which source to follow where the paper’s text, Weka and the paper’s tables differ."
        )
        others = [kernel for kernel in _KERNELS if kernel != like.kernel]
        self.kernel.setCurrentText("tricube" if "tricube" in others else others[0])
        self.convention.setCurrentText(like.convention.name)
        self._eq6 = like.eq6
        form = QFormLayout()
        form.addRow("&Kernel", self.kernel)
        form.addRow("&Numeric model", self.numeric)
        form.addRow("&Convention", self.convention)
        buttons = dialog_buttons(self, "Add")
        # The title bar has the program's name and three buttons as well.
        title = f"{self.windowTitle()} — LWNB Explorer"
        self.setMinimumWidth(round(1.15 * self.fontMetrics().horizontalAdvance(title)) + 120)
        column = QVBoxLayout(self)
        column.addWidget(hint)
        column.addLayout(form)
        column.addWidget(buttons)

    @property
    def variants(self) -> tuple[LWNB, ...]:
        chosen = self.kernel.currentText()
        kernels = _KERNELS if chosen == _ALL else [chosen]
        numeric = _NUMERIC[self.numeric.currentText()]
        convention = self.convention.currentText()
        return tuple(
            LWNB(50, convention, kernel=check_kernel(kernel), eq6=self._eq6, numeric=numeric)
            for kernel in kernels
        )

    def _choice(self, name: str, items: list[str]) -> QComboBox:
        box = QComboBox(self)
        box.addItems(items)
        box.setAccessibleName(name)
        return box
