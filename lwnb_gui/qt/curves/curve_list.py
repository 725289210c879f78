"""The list of curves: a box to switch each on and off, its line, its name and how it is set."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from lwnb_core import Learner
from lwnb_gui.plots.curve_data import CurveSeries, SeriesStyle, line_style
from lwnb_gui.plots.study_figure import styles_of
from lwnb_gui.qt.elided_label import ElidedLabel
from lwnb_gui.qt.icons import icon
from lwnb_gui.state.curve_learners import described
from lwnb_gui.state.curve_study import CurveStudy
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
        self.style_name, self._variant = style, variant
        self._theme: Theme = LIGHT

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(QSize(round(theme.px(28)), round(theme.px(14))))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        series = CurveSeries.of("", [1], [0.0], style=self.style_name)
        line = line_style(series, self._theme, self._variant)
        pen = QPen(QColor(line["color"]), float(line["linewidth"]))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if isinstance(line["linestyle"], tuple):
            pen.setDashPattern([float(d) for d in line["linestyle"][1]])
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        middle = self.height() / 2
        painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))


class CurveList(QWidget):
    """A row for each learner; variants can be removed."""

    hidden_changed = Signal(object)  # names of the curves that are not drawn
    removed = Signal(object)  # Learner

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._theme: Theme = LIGHT
        self.boxes: dict[Learner, QCheckBox] = {}
        self._names: dict[Learner, str] = {}
        self._rows: list[QWidget] = []
        self._hidden: frozenset[str] = frozenset()

    def show_learners(self, study: CurveStudy) -> None:
        """Learners in their order; those after LWNB and its rivals are variants."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.setParent(None)
            row.deleteLater()
        self._rows.clear()
        self.boxes.clear()
        self._names = dict(zip(study.learners, study.names, strict=True))
        variants = 0
        for (learner, name), style in zip(self._names.items(), styles_of(study.learners), strict=True):
            self._rows.append(self._row(learner, name, LineSample(style, variants)))
            self._column.addWidget(self._rows[-1])
            variants += style == "variant"

    def set_hidden(self, names: frozenset[str]) -> None:
        """Take the tick from the curves of these names; they may be of learners that are not listed now."""
        self._hidden = names
        for learner, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(self._names[learner] not in names)

    def put_in_tab_order(self, before: QWidget) -> None:
        """Rows that were created anew come after `before`, and not at the window's end."""
        for row in self._rows:
            for part in (*row.findChildren(QCheckBox), *row.findChildren(QToolButton)):
                QWidget.setTabOrder(before, part)
                before = part

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for sample in self.findChildren(LineSample):
            sample.set_theme(theme)
        for tool in self.findChildren(QToolButton):
            tool.setIcon(icon("close", theme, theme.px(12)))

    def _row(self, learner: Learner, name: str, sample: LineSample) -> QWidget:
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        is_variant = sample.style_name == "variant"
        tip = "A variant of LWNB with settings of its own." if is_variant else _TIPS.get(learner.name, "")
        box = QCheckBox(row)
        box.setChecked(True)
        box.setAccessibleName(f"Show the curve of {name}")
        box.setToolTip(f"{tip}\nThe box shows or hides the curve; it is computed all the same.")
        box.toggled.connect(lambda on: self._toggled(name, on))
        self.boxes[learner] = box
        sample.set_theme(self._theme)
        label = QLabel(name.partition(" ")[2] if is_variant else learner.name, row)
        label.setObjectName("semibold" if sample.style_name == "lwnb" else "")
        label.setToolTip(tip)
        for widget in (box, sample):
            line.addWidget(widget)
        line.addWidget(label, 1 if is_variant else 0)
        if is_variant:
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setToolTip(f"{tip}\n{described(learner)}")
            line.addWidget(self._remove_button(learner, name, row))
        else:
            detail = ElidedLabel(described(learner), row)
            detail.setObjectName("small")
            detail.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            line.addWidget(detail, 1)
        return row

    def _remove_button(self, learner: Learner, name: str, row: QWidget) -> QToolButton:
        button = QToolButton(row)
        button.setAccessibleName(f"Remove {name}")
        button.setToolTip(f"Take {name} out of the study.")
        button.setIcon(icon("close", self._theme, self._theme.px(12)))
        button.setFixedSize(QSize(round(self._theme.px(18)), round(self._theme.px(18))))
        button.clicked.connect(lambda: self.removed.emit(learner))
        return button

    def _toggled(self, name: str, on: bool) -> None:
        """A curve that is hidden stays hidden when the learners are set otherwise."""
        self.hidden_changed.emit(self._hidden - {name} if on else self._hidden | {name})
