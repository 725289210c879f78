"""Which rows are listed: of which learners, at which k."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.spin_box import SpinBox
from lwnb_gui.state.curve_study import StudyResult

RowsKind = Literal["differ", "flip", "stable"]
KINDS: dict[RowsKind, str] = {
    "differ": "Rows that differ",
    "flip": "Rows that flip",
    "stable": "Least stable rows",
}


class RowChoices(QWidget):
    """The kind stands in the panel's title row; what it is asked of stands here, with what was found."""

    changed = Signal()  # other rows are wanted
    moved = Signal()  # the same at another k: the next may follow at once

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self.kind = self._combo("Which rows are listed", [*KINDS.values()])
        self.kind.setToolTip(
            "Rows that one learner gets right and the other wrong at this k; rows that one learner calls "
            "otherwise at another k; or rows whose answer hangs on k."
        )
        self.winner = self._combo("The learner that is right", [])
        self.loser = self._combo("The learner that is wrong", [])
        self.before, self.after = self._k_box("One k"), self._k_box("The other k")
        self.after.setToolTip("The other k: it follows the slider until it is set here.")
        self._words = {name: QLabel(name, self) for name in ("of", "k =", "and")}
        self.found = QLabel(self)
        self.found.setObjectName("small")
        self.found.setWordWrap(True)
        line = QHBoxLayout(self)
        line.setContentsMargins(PADDING, 0, PADDING, 4)
        line.setSpacing(6)
        words = self._words
        for widget in (
            words["of"], self.winner, self.loser, words["k ="], self.before, words["and"], self.after,
        ):  # fmt: skip
            line.addWidget(widget)
        line.addWidget(self.found, 1)
        self.kind.activated.connect(lambda _: self._kind_chosen())
        for box in (self.winner, self.loser):
            box.activated.connect(lambda _: self.changed.emit())
        for spin in (self.before, self.after):
            spin.valueChanged.connect(lambda _: self.moved.emit())
        self._kind_chosen()

    # -- what is chosen -----------------------------------------------------------------------------

    @property
    def chosen_kind(self) -> RowsKind:
        return list(KINDS)[max(self.kind.currentIndex(), 0)]

    @property
    def learners(self) -> tuple[int | None, int | None]:
        """Numbers of the learner that is right and of the one that is wrong."""
        return self.winner.currentData(), self.loser.currentData()

    @property
    def ks(self) -> tuple[int, int]:
        return self.before.value(), self.after.value()

    def show_kind(self, kind: RowsKind) -> None:
        self.kind.setCurrentIndex(list(KINDS).index(kind))
        self._kind_chosen()

    def set_pair(self, winner: int, loser: int) -> None:
        """The rows that one learner gets right and the other wrong."""
        for box, number in ((self.winner, winner), (self.loser, loser)):
            box.setCurrentIndex(box.findData(number))
        self.show_kind("differ")

    def set_k(self, k: int) -> None:
        """The slider has moved."""
        with QSignalBlocker(self.after):
            self.after.setValue(k)

    def take(self, result: StudyResult) -> None:
        """Other learners or k to choose from; the choice stays where it can."""
        if self._names != result.names:
            first = not self._names
            self._names = result.names
            knn = next((i for i, x in enumerate(result.study.learners) if x.name == "KNN"), 0)
            for box, usual in ((self.winner, 0), (self.loser, knn)):
                kept = box.currentText()
                box.clear()
                for i, name in enumerate(result.names):
                    box.addItem(self._words_of(box, name), i)
                at = -1 if first else box.findText(kept)
                box.setCurrentIndex(at if at >= 0 else box.findData(usual))
        last = max(int(curve.ks[-1]) for _, curve in result.drawn)
        fresh = self.before.maximum() == 1
        for spin in (self.before, self.after):
            with QSignalBlocker(spin):
                spin.setRange(1, last)
        if fresh:
            with QSignalBlocker(self.before):
                self.before.setValue(min(10, last))

    # -- inside -------------------------------------------------------------------------------------

    def _kind_chosen(self) -> None:
        kind = self.chosen_kind
        self.loser.setVisible(kind == "differ")
        for widget in (self._words["k ="], self.before, self._words["and"], self.after):
            widget.setVisible(kind == "flip")
        self._words["of"].setVisible(kind != "differ")
        for i, name in enumerate(self._names):
            self.winner.setItemText(i, self._words_of(self.winner, name))
        self.changed.emit()

    def _words_of(self, box: QComboBox, name: str) -> str:
        if self.chosen_kind != "differ":
            return name
        return f"{name} right" if box is self.winner else f"{name} wrong"

    def _combo(self, name: str, items: list[str]) -> QComboBox:
        box = QComboBox(self)
        box.addItems(items)
        box.setAccessibleName(name)
        box.setToolTip(f"{name}.")
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def _k_box(self, name: str) -> SpinBox:
        box = SpinBox(self)
        box.setRange(1, 1)
        box.setAccessibleName(name)
        box.setToolTip(f"{name} at which the answers are compared.")
        box.setKeyboardTracking(False)
        return box
