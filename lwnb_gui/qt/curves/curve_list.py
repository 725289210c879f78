"""The list of curves: a box to switch each on and off, its line, its name and how it is set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from lwnb_core import Learner
from lwnb_gui.plots.curve_data import CurveSeries, SeriesStyle, line_style
from lwnb_gui.qt.icons import icon
from lwnb_gui.qt.one_line import OneLine
from lwnb_gui.state.curve_study import described
from lwnb_gui.theme import LIGHT, Theme

_TIPS = {
    "LWNB": "Naive Bayes on the weighted neighbourhood. It is set as the strip below sets it.",
    "KNNDW": "The vote of the k nearest rows, each counted less the farther it is.",
    "KNN": "The plain vote of the k nearest rows.",
    "NB": "Naive Bayes on all training rows: it has no k, so it is a line.",
}


class LineSample(QWidget):
    """A piece of the line that the curve has."""

    def __init__(self, style: SeriesStyle, variant: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style, self._variant = style, variant
        self._theme: Theme = LIGHT

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(QSize(round(theme.px(28)), round(theme.px(14))))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        series = CurveSeries.of("", [1], [0.0], style=self._style)
        look = line_style(series, self._theme, self._variant)
        pen = QPen(QColor(look["color"]), float(look["linewidth"]))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if isinstance(look["linestyle"], tuple):
            pen.setDashPattern([float(d) for d in look["linestyle"][1]])
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        middle = self.height() / 2
        painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))


class CurveList(QWidget):
    """One line a learner; variants can be removed."""

    shown_changed = Signal()
    removed = Signal(object)  # Learner

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._theme: Theme = LIGHT
        self.boxes: dict[Learner, QCheckBox] = {}
        self._rows: list[QWidget] = []
        self._hidden_names: set[str] = set()

    @property
    def hidden(self) -> frozenset[Learner]:
        return frozenset(learner for learner, box in self.boxes.items() if not box.isChecked())

    @property
    def hidden_names(self) -> frozenset[str]:
        return frozenset(self._hidden_names)

    def hide_names(self, names: frozenset[str]) -> None:
        """Which curves are off, from the next `show_learners` on."""
        self._hidden_names = set(names)

    def show_learners(
        self, learners: Sequence[Learner], names: Sequence[str], styles: Sequence[SeriesStyle], own: int
    ) -> None:
        """Learners in their order; those from number `own` on are variants and can go."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.setParent(None)
            row.deleteLater()
        self._rows.clear()
        self.boxes.clear()
        variants = 0
        for i, (learner, name, style) in enumerate(zip(learners, names, styles, strict=True)):
            remove = (lambda _=False, x=learner: self.removed.emit(x)) if i >= own else None
            self._add(learner, name, style, variants, remove)
            variants += style == "variant"

    def put_in_order(self, before: QWidget) -> None:
        """Rows that were made anew come after `before` for the tab key, and not at the window's end."""
        for row in self._rows:
            for part in (*row.findChildren(QCheckBox), *row.findChildren(QToolButton)):
                QWidget.setTabOrder(before, part)
                before = part

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for row in self._rows:
            for sample in row.findChildren(LineSample):
                sample.set_theme(theme)
            for tool in row.findChildren(QToolButton):
                tool.setIcon(icon("close", theme, theme.px(12)))

    def _add(
        self,
        learner: Learner,
        name: str,
        style: SeriesStyle,
        variant: int,
        remove: Callable[..., object] | None,
    ) -> None:
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        box = QCheckBox(row)
        box.setChecked(name not in self._hidden_names)
        box.setAccessibleName(f"Show the curve of {name}")
        own = remove is None
        tip = _TIPS.get(learner.name, "") if own else "A variant of LWNB with settings of its own."
        box.setToolTip(f"{tip}\nThe box shows or hides the curve; it is computed all the same.")
        box.toggled.connect(lambda on, n=name: self._toggled(n, on))
        sample = LineSample(style, variant, row)
        sample.set_theme(self._theme)
        label = QLabel(learner.name if own else name.partition(" ")[2], row)
        label.setObjectName("semibold" if style == "lwnb" else "")
        label.setToolTip(tip)
        for widget in (box, sample):
            line.addWidget(widget)
        line.addWidget(label, 0 if own else 1)
        if own:
            detail = OneLine(row)
            detail.setText(described(learner))
            detail.setObjectName("small")
            detail.setToolTip(described(learner))
            detail.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            line.addWidget(detail, 1)
        else:
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setToolTip(f"{tip}\n{described(learner)}")
        if remove is not None:
            gone = QToolButton(row)
            gone.setAccessibleName(f"Remove {name}")
            gone.setToolTip(f"Take {name} out of the study.")
            gone.setIcon(icon("close", self._theme, self._theme.px(12)))
            gone.setFixedSize(QSize(round(self._theme.px(18)), round(self._theme.px(18))))
            gone.clicked.connect(remove)
            line.addWidget(gone)
        self.boxes[learner] = box
        self._rows.append(row)
        self._column.addWidget(row)

    def _toggled(self, name: str, on: bool) -> None:
        """A curve that is off stays off when the learners are set otherwise."""
        (self._hidden_names.discard if on else self._hidden_names.add)(name)
        self.shown_changed.emit()
