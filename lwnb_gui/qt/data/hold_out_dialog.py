"""Holding rows out for testing: their number and the seed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFormLayout, QLabel, QVBoxLayout, QWidget

from lwnb_gui.app.test_rows import HeldOut, TestRows
from lwnb_gui.qt.widgets.spin_box import SpinBox
from lwnb_gui.qt.widgets.widgets import dialog_buttons


def hold_out_boxes(held_out: HeldOut, parent: QWidget) -> tuple[SpinBox, SpinBox]:
    """Return boxes for the percentage and the seed, which begin with those of `held_out`."""
    percent, seed = SpinBox(parent), SpinBox(parent)
    percent.setRange(1, 90)
    percent.setSuffix(" %")
    percent.setValue(held_out.percent)
    percent.setAccessibleName("Percent of every class held out for testing")
    percent.setToolTip("The share of every class that is held out for testing.")
    seed.setRange(0, 10**6)
    seed.setValue(held_out.seed)
    seed.setAccessibleName("Seed")
    seed.setToolTip("A different seed draws different rows; the same seed always draws the same ones.")
    return percent, seed


class HoldOutDialog(QDialog):
    """A dialog that begins with what is held out now."""

    def __init__(self, now: TestRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Hold rows out")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        before = now if isinstance(now, HeldOut) else HeldOut()
        hint = QLabel(
            "A share of every class is held out for testing; the other rows are used for training.", self
        )
        hint.setObjectName("hint")
        hint.setWordWrap(True)
        self.percent, self.seed = hold_out_boxes(before, self)
        form = QFormLayout()
        form.addRow("&Held out", self.percent)
        form.addRow("&Seed", self.seed)
        buttons = dialog_buttons(self, "Hold out")
        column = QVBoxLayout(self)
        column.addWidget(hint)
        column.addLayout(form)
        column.addWidget(buttons)
        self.percent.selectAll()

    @property
    def chosen(self) -> HeldOut:
        return HeldOut(self.percent.value(), self.seed.value())
