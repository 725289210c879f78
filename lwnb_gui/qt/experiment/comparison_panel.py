"""The panels Marks and Compared with the paper: what the marks mean, how close the printed numbers are."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QWidget

from lwnb_core.evaluation.significance import Mark
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.experiment.side_panel import SidePanel
from lwnb_gui.qt.scene.scene_painter import ScenePainter
from lwnb_gui.qt.widgets.labels import ElidedLabel, WrappedLabel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import plain_label
from lwnb_gui.text import count
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.results.cells import mark_shape

_COUNTS = ("same printed digits", "within 0.1", "same mark")
_TINTS = ("same digits (=)", "up to 0.1", "up to 0.5", "more", "significance differs")
_MARKS: tuple[tuple[Mark, str], ...] = (("+", "better than the base"), ("-", "worse"))


class MarksPanel(SidePanel):
    """The panel that explains the test that is applied, and the marks ○ and •."""

    title = "Marks"

    def __init__(
        self, context: Context, controller: ExperimentController, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, controller, parent)
        test = plain_label("corrected resampled t-test, 5 %", "small", self)
        set_tip(
            test,
            "Folds of one data set share training rows, so a plain t-test finds too many differences. This "
            "one "
            "(Nadeau and Bengio) corrects for the overlap. Open a cell to see the test in full.",
        )
        self.column.addWidget(test)
        row = QHBoxLayout()
        row.setSpacing(4)
        self._signs = [MarkSign(mark, self) for mark, _ in _MARKS]
        for sign, (_, text) in zip(self._signs, _MARKS, strict=True):
            row.addWidget(sign)
            row.addWidget(plain_label(text, "small", self))
            row.addSpacing(6)
        row.addStretch(1)
        self.column.addLayout(row)

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        for sign in self._signs:
            sign.set_theme(theme)


class ComparisonPanel(SidePanel):
    """The number of agreeing printed numbers, the key to the tints, and the missing data sets."""

    title = "Compared with the paper"

    missing_requested = Signal()

    def __init__(
        self, context: Context, controller: ExperimentController, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, controller, parent)
        self._counts = [plain_label("", "semibold", self) for _ in _COUNTS]
        self._count_rows = [self._add_count(*pair) for pair in zip(_COUNTS, self._counts, strict=True)]
        self.column.addSpacing(6)
        self.column.addWidget(plain_label("Difference, points of accuracy", "small", self))
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        self._swatches = [Swatch(i, self) for i in range(len(_TINTS))]
        for i, text in enumerate(_TINTS):
            grid.addWidget(self._swatches[i], i, 0)
            grid.addWidget(plain_label(text, "small", self), i, 1)
        self.column.addLayout(grid)
        self.column.addSpacing(6)
        self.missing = WrappedLabel(parent=self)
        self.where = QPushButton("Where to get them…", self)
        self.where.setObjectName("link")
        self.where.setAccessibleName("Where to get the missing data sets")
        self.where.clicked.connect(self.missing_requested)
        self.notes = WrappedLabel(parent=self)
        self.column.addWidget(self.missing)
        self.column.addWidget(self.where, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self.notes)
        self.listen(controller.results_changed, self.refresh)
        self.listen(controller.plan_changed, self.refresh)

    def _add_count(self, text: str, number: QWidget) -> QWidget:
        field = QWidget(self)
        row = QHBoxLayout(field)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(ElidedLabel(text, field), 1)
        row.addWidget(number)
        number.setAccessibleDescription(text)
        self.column.addWidget(field)
        return field

    def refresh(self) -> None:
        plan, table = self.controller.store.found, self.controller.table
        met = table.agreement
        pairs = ((met.exact, met.cells), (met.near, met.cells), (met.marks, met.marked))
        for row, label, (number, total) in zip(self._count_rows, self._counts, pairs, strict=True):
            label.setText(f"{number} of {total}")
            row.setVisible(total > 0)
        missing = [choice.name for choice in plan.missing]
        # The names would fill nine lines of the column; the dialog behind the link lists them too.
        self.missing.setText(f"{count(len(missing), 'data set')} not found." if missing else "")
        set_tip(self.missing, ", ".join(missing))
        self.missing.setVisible(bool(missing))
        self.where.setVisible(bool(missing))
        notes = [f"{choice.name}: {choice.note}." for choice in plan.included if choice.note]
        self.notes.setText("\n".join((*notes, *table.known_misprints)))
        self.notes.setVisible(bool(self.notes.text()))

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        for swatch in self._swatches:
            swatch.set_theme(theme)


class Swatch(QWidget):
    """One tint of the key; the last is the frame around a mark."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self._theme: Theme = LIGHT

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(round(theme.px(34)), round(theme.px(14)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        is_frame = self._number == len(_TINTS) - 1
        tint = theme.difference[self._number - 1] if self._number > 0 and not is_frame else theme.panel
        painter.setBrush(QColor(tint))
        painter.setPen(QPen(QColor(theme.accent), 1.5) if is_frame else QColor(theme.separator))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))


class MarkSign(QWidget):
    """○ or •, as in the table."""

    def __init__(self, mark: Mark, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark: Mark = mark
        self._theme: Theme = LIGHT

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        side = round(theme.px(12))
        self.setFixedSize(side, side)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        mark = mark_shape(self.width() / 2, self.height() / 2, self._mark, self._theme)
        ScenePainter(self._theme).paint(QPainter(self), mark)
