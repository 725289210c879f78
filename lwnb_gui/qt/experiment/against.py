"""The panels Marks and Against the paper: what the signs mean, and how well the printed figures are met."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from lwnb_core.evaluation.significance import Mark
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.cell_painter import paint_mark
from lwnb_gui.qt.experiment.controller import Controller
from lwnb_gui.qt.experiment.side_panel import SidePanel, small_label, small_words
from lwnb_gui.qt.one_line import OneLine
from lwnb_gui.qt.panels.painting import fill, pen
from lwnb_gui.theme import LIGHT, Theme

_COUNTS = ("same printed digits", "within 0.1", "same mark")
_KEYS = ("same digits (=)", "to 0.1", "to 0.5", "more", "mark not the paper’s")
_MARKS: tuple[tuple[Mark, str], ...] = (("+", "better than the base"), ("-", "worse"))


class MarksPanel(SidePanel):
    """Which test, and what ○ and • say."""

    title = "Marks"

    def __init__(self, context: Context, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(context, controller, parent)
        test = small_label("corrected resampled t-test, 5 %", self)
        test.setToolTip(
            "Folds of one data set share training rows, so that a plain t-test finds too much. This one "
            "(Nadeau and Bengio) pays for the overlap. Open a cell to see it written out."
        )
        self.column.addWidget(test)
        row = QHBoxLayout()
        row.setSpacing(4)
        self._signs: list[MarkSign] = []
        for mark, words in _MARKS:
            sign = MarkSign(mark, self)
            self._signs.append(sign)
            row.addWidget(sign)
            row.addWidget(small_label(words, self))
            row.addSpacing(6)
        row.addStretch(1)
        self.column.addLayout(row)

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        for sign in self._signs:
            sign.set_theme(theme)


class AgainstPanel(SidePanel):
    """Counts, the key to the tints, and the data sets that are missing."""

    title = "Against the paper"

    missing_wanted = Signal()

    def __init__(self, context: Context, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(context, controller, parent)
        self._figures: list[QLabel] = []
        self._counts: list[QWidget] = []
        for words in _COUNTS:
            holder = QWidget(self)
            self._counts.append(holder)
            row = QHBoxLayout(holder)
            row.setContentsMargins(0, 0, 0, 0)
            label = OneLine(self)
            label.setText(words)
            figure = QLabel(self)
            figure.setObjectName("semibold")
            figure.setAccessibleDescription(words)
            self._figures.append(figure)
            row.addWidget(label, 1)
            row.addWidget(figure)
            self.column.addWidget(holder)
        self.column.addSpacing(6)
        self.column.addWidget(small_label("Difference, points of accuracy", self))
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        self._swatches = [Swatch(i, self) for i in range(len(_KEYS))]
        for i, (swatch, words) in enumerate(zip(self._swatches, _KEYS, strict=True)):
            grid.addWidget(swatch, i, 0)
            grid.addWidget(small_label(words, self), i, 1)
        grid.setColumnStretch(1, 1)
        self.column.addLayout(grid)
        self.column.addSpacing(6)
        self.missing = small_words("", self)
        self.column.addWidget(self.missing)
        self.where = QPushButton("Where to get them…", self)
        self.where.setObjectName("link")
        self.where.setAccessibleName("Where to get the missing data sets")
        self.where.clicked.connect(self.missing_wanted)
        self.column.addWidget(self.where, 0, Qt.AlignmentFlag.AlignLeft)
        self.notes = small_words("", self)
        self.column.addWidget(self.notes)
        controller.sheet_changed.connect(self.refresh)
        controller.plan_changed.connect(self.refresh)
        self.refresh()

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        for swatch in self._swatches:
            swatch.set_theme(theme)

    def refresh(self) -> None:
        plan, sheet = self.controller.plan, self.controller.sheet
        found = sheet.agreement
        pairs = ((found.exact, found.cells), (found.near, found.cells), (found.marks, found.marked))
        for row, label, (met, of) in zip(self._counts, self._figures, pairs, strict=True):
            label.setText(f"{met} of {of}")
            row.setVisible(of > 0)  # before anything has been compared there is nothing to count
        missing = plan.missing
        names = ", ".join(choice.name for choice in missing)
        self.missing.setText(f"Not found: {names}." if missing else "")
        self.missing.setVisible(bool(missing))
        self.where.setVisible(bool(missing))
        notes = [f"{c.name}: {c.note}." for c in plan.there if c.note]
        self.notes.setText("\n".join((*notes, *sheet.known_misprints)))
        self.notes.setVisible(bool(self.notes.text()))


class Swatch(QWidget):
    """One tint of the key; the last is the frame around a mark."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self._theme: Theme = LIGHT

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(QSize(round(theme.px(34)), round(theme.px(14))))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        place = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        last = self._number == 4
        tint = theme.difference[self._number - 1] if 1 <= self._number <= 3 else theme.panel
        painter.setBrush(fill(tint))
        painter.setPen(pen(theme.accent if last else theme.separator, 1.5 if last else 1.0))
        painter.drawRect(place)


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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_mark(painter, QPointF(self.width() / 2, self.height() / 2), self._mark, self._theme)
