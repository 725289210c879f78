"""The list of curves: a box to switch each on and off, its line, its name and its settings."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lwnb_core import Learner
from lwnb_gui.qt.table.row_table import Cell, Column, RowTable
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.theme import Theme
from lwnb_gui.views.curves.curve_figure import SeriesStyle, ink_and_dashes, line_width
from lwnb_gui.views.curves.study_figure import styles_of
from lwnb_gui.views.drawing.scene import Line
from lwnb_gui.views.wording.learner_names import described

_TIPS = {
    "LWNB": "Naive Bayes on the weighted neighbourhood, with the settings in the strip below.",
    "KNNDW": "The vote of the k nearest rows; a row counts less the farther away it is.",
    "KNN": "The plain vote of the k nearest rows.",
    "NB": "Naive Bayes on all training rows. It has no k, so its curve is a horizontal line.",
}
_SAMPLE, _GAP = 28, 6  # length of a piece of line, and the space at its ends


class CurveList(RowTable):
    """A row for each learner. A click or Space shows or hides its curve; variants are removed by a click on
    their cross, or Delete.
    """

    hidden_changed = Signal(object)  # names of the curves that are not drawn
    removed = Signal(object)  # Learner

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.learners: tuple[Learner, ...] = ()
        self._names: tuple[str, ...] = ()
        self._styles: tuple[SeriesStyle, ...] = ()
        self._hidden: frozenset[str] = frozenset()
        self.setAccessibleName("Curves")
        self.is_read_only = True
        self.row_length = 18
        self.header.hide()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.row_checked.connect(self.toggle)
        self.row_chosen.connect(self.toggle)
        self.removal_requested.connect(self._remove)

    def show_learners(self, study: CurveStudy) -> None:
        """Show learners in their order; those after LWNB and its rivals are variants."""
        self.learners, self._names = study.learners, study.names
        self._styles = styles_of(study.learners)
        columns = (
            Column("", self._box, width=17, inset=-4, row_tip=self._box_tip),  # below the boxes of the panel
            Column("", self._sample, width=_SAMPLE + 2 * _GAP, row_tip=self._tip),
            Column("", self._name, most=120, row_tip=self._tip),
            Column(
                "", self._detail, width=100, align="right", least=24, grow=math.inf, row_tip=self._detail_tip
            ),
        )
        self.show_columns(columns, range(len(self.learners)))
        self._fit_height()

    def set_hidden(self, names: frozenset[str]) -> None:
        """Untick the curves with these names, which may be of learners that are not listed now."""
        self._hidden = names
        self.refresh()

    def toggle(self, row: int) -> None:
        """Show or hide a curve. A hidden one stays hidden when the learners' settings change."""
        self.hidden_changed.emit(self._hidden ^ {self._names[row]})

    def _remove(self, row: int) -> None:
        if self._is_variant(row):
            self.removed.emit(self.learners[row])

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._fit_height()

    def _fit_height(self) -> None:
        self.setFixedHeight(len(self.learners) * self.row_height)

    # -- cells --------------------------------------------------------------------------------------

    def _is_variant(self, row: int) -> bool:
        return self._styles[row] == "variant"

    def _box(self, row: int) -> Cell:
        is_hidden = self._names[row] in self._hidden
        return Cell(check=not is_hidden, spoken="hidden" if is_hidden else "shown")

    def _sample(self, row: int) -> Cell:
        style, theme = self._styles[row], self.theme
        ink, dashes = ink_and_dashes(style, self._styles[:row].count("variant"))
        width, middle = line_width(style, theme), self.row_height / 2
        start, end = theme.px(_GAP), theme.px(_GAP + _SAMPLE)
        line = Line(start, middle, end, middle, ink, width, tuple(width * dash for dash in dashes))
        return Cell(shapes=(line,))

    def _name(self, row: int) -> Cell:
        if self._is_variant(row):
            return Cell(self._names[row].partition(" ")[2], spoken=self._names[row])
        return Cell(self.learners[row].name, strong=self._styles[row] == "lwnb")

    def _detail(self, row: int) -> Cell:
        if self._is_variant(row):
            return Cell("×", ink="ink2", spoken="Delete removes it")
        return Cell(described(self.learners[row]), small=True, ink="ink2")

    def _tip(self, row: int) -> str:
        if self._is_variant(row):
            return f"A variant of LWNB with settings of its own.\n{described(self.learners[row])}"
        return _TIPS.get(self.learners[row].name, "")

    def _box_tip(self, row: int) -> str:
        return f"{self._tip(row)}\nThe box shows or hides the curve; it is computed in any case."

    def _detail_tip(self, row: int) -> str:
        if self._is_variant(row):
            return f"Remove {self._names[row]} from the study."
        return f"{described(self.learners[row])}\n{self._tip(row)}"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        row, is_at_end = self.rowAt(point.y()), self.columnAt(point.x()) == len(self.rows_model.columns) - 1
        if event.button() == Qt.MouseButton.LeftButton and row >= 0 and is_at_end and self._is_variant(row):
            self._remove(row)
        else:
            super().mousePressEvent(event)
