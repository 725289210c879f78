"""The choice of rows to list: of which learners, at which k."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.qt.widgets.spin_box import SpinBox
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.rows import RowsKind
from lwnb_gui.text import printable
from lwnb_gui.views.curves.rows import KINDS

_WIDEST_CLASS = 130  # pixels; a class's name can be a sentence


class RowChoices(QWidget):
    """The settings of the list, and how many rows there are; its kind is in the panel's title row."""

    changed = Signal()  # other rows are to be listed
    moved = Signal()  # the same at another k: further changes may follow at once

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self.kind = self._combo("Which rows are listed", [*KINDS.values()])
        set_tip(
            self.kind,
            "Rows that one learner gets right and the other wrong at this k; rows whose prediction differs "
            "at another k; rows whose prediction depends most on k; or rows of one class that a learner "
            "predicts as another, which are one cell of its confusion matrix.",
        )
        self.winner = self._combo("The learner that is right", [])
        self.loser = self._combo("The learner that is wrong", [])
        self.true = self._combo("The rows’ true class", [])
        self.given = self._combo("The class that the learner predicts", [])
        for box in (self.true, self.given):
            box.setMaximumWidth(_WIDEST_CLASS)
        self.before, self.after = self._k_box("One k"), self._k_box("The other k")
        self.after.setToolTip("The other k: it follows the slider until it is set here.")
        self._labels = {name: QLabel(name, self) for name in ("of", "k =", "and", "predicted as")}
        self.message = QLabel(self)
        self.message.setObjectName("small")
        self.message.setWordWrap(True)
        line = QHBoxLayout(self)
        line.setContentsMargins(PADDING, 0, PADDING, 4)
        line.setSpacing(6)
        labels = self._labels
        for widget in (
            labels["of"], self.winner, self.loser, labels["k ="], self.before, labels["and"], self.after,
            self.true, labels["predicted as"], self.given,
        ):  # fmt: skip
            line.addWidget(widget)
        line.addWidget(self.message, 1)
        self.kind.activated.connect(lambda _: self._kind_chosen())
        for box in (self.winner, self.loser, self.true, self.given):
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
        """Return the numbers of the learner that is right and of the one that is wrong."""
        return self.winner.currentData(), self.loser.currentData()

    @property
    def ks(self) -> tuple[int, int]:
        return self.before.value(), self.after.value()

    @property
    def cell(self) -> tuple[int, int]:
        """Return the true and the predicted class."""
        return max(self.true.currentIndex(), 0), max(self.given.currentIndex(), 0)

    def show_cell(self, learner: str, true: int, given: int) -> None:
        """Show the rows of a cell of a learner's confusion matrix."""
        if learner in self._names:
            self.winner.setCurrentIndex(self._names.index(learner))
            self.true.setCurrentIndex(true)
            self.given.setCurrentIndex(given)
            self.show_kind("cell")

    def show_kind(self, kind: RowsKind) -> None:
        self.kind.setCurrentIndex(list(KINDS).index(kind))
        self._kind_chosen()

    def set_pair(self, winner: int, loser: int) -> None:
        """Show the rows that one learner gets right and the other wrong."""
        for box, number in ((self.winner, winner), (self.loser, loser)):
            box.setCurrentIndex(box.findData(number))
        self.show_kind("differ")

    def set_k(self, k: int) -> None:
        """Follow the slider."""
        with QSignalBlocker(self.after):
            self.after.setValue(k)

    def take(self, result: StudyResult) -> None:
        """Offer other learners or k; the choice stays if possible."""
        if self._names != result.names:
            first = not self._names
            self._names = result.names
            knn = next((i for i, x in enumerate(result.study.learners) if x.name == "KNN"), 0)
            for box, usual in ((self.winner, 0), (self.loser, knn)):
                before = box.currentText()
                box.clear()
                for i, name in enumerate(result.names):
                    box.addItem(self._item_text(box, name), i)
                at = -1 if first else box.findText(before)
                box.setCurrentIndex(at if at >= 0 else box.findData(usual))
        classes = [printable(name) for name in result.data.classes]
        if classes != [self.true.itemText(i) for i in range(self.true.count())]:
            for box in (self.true, self.given):
                box.clear()
                box.addItems(classes)
            self.given.setCurrentIndex(len(classes) - 1)
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
        of_kind: dict[RowsKind, tuple[QWidget, ...]] = {
            "flip": (self._labels["k ="], self.before, self._labels["and"], self.after),
            "cell": (self.true, self._labels["predicted as"], self.given),
        }
        for its, widgets in of_kind.items():
            for widget in widgets:
                widget.setVisible(kind == its)
        self._labels["of"].setVisible(kind in ("flip", "stable"))
        for i, name in enumerate(self._names):
            self.winner.setItemText(i, self._item_text(self.winner, name))
        self.changed.emit()

    def _item_text(self, box: QComboBox, name: str) -> str:
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
