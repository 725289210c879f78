"""The posterior's bars, painted: a row for each class, a bar for each learner."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from lwnb_gui.plots.theme import LIGHT, Theme, blend
from lwnb_gui.qt.panels.painting import Brush, Fonts, StillPicture, fill, pen
from lwnb_gui.qt.tool_tip import show_tip
from lwnb_gui.readings.posterior import PosteriorReading
from lwnb_gui.text import fixed, shown

HEAD = 24
ROOMY = 5  # classes up to which rows have air; seven others take no more height
_ROW, _DENSE_ROW = 26.0, 18.5
_EDGE, _NAME, _GAP = 12, 26, 10
_MOST_KEPT = 1500  # pixels: a higher picture, of very many classes, is not kept
_TIPS = {
    "LWNB": "Locally weighted naive Bayes: a naive Bayes model made of the weighted neighbours alone.",
    "NB": "Naive Bayes: all training rows count the same, however far they are.",
    "KNN": "k nearest neighbours: the share of votes among the rows that are in.",
    "KNNDW": "k nearest neighbours, distance-weighted: votes that fade with the distance.",
}


def row_height(theme: Theme, classes: int) -> int:
    """Pixels of a class where there are so many."""
    return round(theme.px(_ROW if classes <= ROOMY else _DENSE_ROW))


@dataclass(frozen=True)
class Columns:
    """Where names and bars stand: each bar's left edge, width and height, and the width of a figure."""

    names: float
    bars: tuple[tuple[float, float, float], ...]
    figure: float


def columns(data: PosteriorReading, width: float, theme: Theme, fonts: Fonts) -> Columns:
    """LWNB's bar is twice as wide as the others'; names take what they need, up to a third."""
    px = theme.px
    widest = max((fonts.width(shown(name)[:60], fonts.text) for name in data.classes), default=0.0)
    tag = px(16) + fonts.width("true", fonts.small) if data.true_class is not None else 0.0
    names = px(_EDGE + 20) + min(widest + tag + px(12), width * 0.3)
    figure = fonts.width(">0.999", fonts.strong) + px(6)
    others = max(len(data.learners) - 1, 0)
    unit = (width - names - px(_EDGE) - figure * (others + 1) - px(_GAP) * others) / (2 + others)
    unit = max(unit, px(8))
    bars = [(names, 2 * unit, theme.bar_lwnb)]
    for i in range(others):
        left = names + 2 * unit + figure + px(_GAP) + i * (unit + figure + px(_GAP))
        bars.append((left, unit, theme.bar_other))
    return Columns(names, tuple(bars), figure)


class _Painted(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.data: PosteriorReading | None = None
        self._placed: tuple[object, Columns] | None = None
        self._still = StillPicture()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_theme(self, theme: Theme) -> None:
        self.theme, self.fonts = theme, Fonts(theme)
        self._placed = None
        self._still.forget()
        self.updateGeometry()
        self.update()

    def show_data(self, data: PosteriorReading | None) -> None:
        self.data = data
        self.update()

    def columns(self) -> Columns | None:
        """The places, found anew only where classes, learners or width are new."""
        if self.data is None:
            return None
        key = (_looks(self.data), self.width())
        if self._placed is None or self._placed[0] != key:
            self._placed = (key, columns(self.data, self.width(), self.theme, self.fonts))
        return self._placed[1]


class PosteriorHead(_Painted):
    """The learners' names above their bars; LWNB in the accent."""

    def show_data(self, data: PosteriorReading | None) -> None:
        before, self.data = self.data, data
        if data is None or before is None or _looks(data) != _looks(before):  # else only bars move
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, round(self.theme.px(HEAD)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        key = None if self.data is None else (self.columns(), self.data.learners)
        painter.drawPixmap(0, 0, self._still.of(self, key, self.theme.panel, self._paint))

    def _paint(self, painter: QPainter) -> None:
        placed = self.columns()
        if placed is None or self.data is None:
            return
        theme, height = self.theme, self.height()
        brush = Brush(painter, theme, self.fonts)
        for i, (name, (left, width, _)) in enumerate(zip(self.data.learners, placed.bars, strict=True)):
            place = QRectF(left, 0, width + placed.figure, height - 2)
            if i == 0:
                brush.text(place, name, colour=theme.accent, font=self.fonts.strong)
            else:
                brush.text(place, name, colour=theme.ink2, font=self.fonts.small)
        brush.rule(height - 1, self.width() - theme.px(_EDGE), left=theme.px(_EDGE))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            placed = self.columns()
            if placed is not None and self.data is not None:
                for name, (left, width, _) in zip(self.data.learners, placed.bars, strict=True):
                    if left <= event.pos().x() < left + width + placed.figure:
                        words = f"{_TIPS.get(name, name)} All four see the same training rows."
                        show_tip(event.globalPos(), words, self)
                        return True
            QToolTip.hideText()
            return True
        return super().event(event)


class PosteriorRows(_Painted):
    """The bars, a row for each class."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.dim = False  # the figures are old: new ones are being computed
        self._bar_colours: dict[int, tuple[QColor, QColor]] = {}  # by class, in this theme
        self.setAccessibleName("Posterior by class and learner")

    def set_theme(self, theme: Theme) -> None:
        self._bar_colours.clear()
        super().set_theme(theme)

    @property
    def order(self) -> tuple[int, ...]:
        """The classes from top to bottom."""
        return () if self.data is None else self.data.order

    def show_posteriors(self, data: PosteriorReading | None) -> None:
        before = len(self.order)
        self.show_data(data)
        if len(self.order) != before:
            self.updateGeometry()
        if data is not None:
            self.setAccessibleDescription(_in_words(data))

    @property
    def row_height(self) -> int:
        return row_height(self.theme, len(self.order))

    def sizeHint(self) -> QSize:
        return QSize(400, self.row_height * len(self.order))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.row_height * len(self.order))

    def paintEvent(self, event: QPaintEvent) -> None:
        placed, data = self.columns(), self.data
        painter = QPainter(self)
        seen = event.rect()
        if placed is None or data is None:
            painter.fillRect(seen, fill(self.theme.panel))
            return
        theme, height = self.theme, self.row_height
        brush = Brush(painter, theme, self.fonts)
        rows = range(max(seen.top() // height, 0), min(seen.bottom() // height + 1, len(self.order)))
        if self.height() <= _MOST_KEPT:
            key = (placed, data.classes, data.true_class, self.order)
            whole = range(len(self.order))
            still = self._still.of(self, key, theme.panel, lambda inside: self._paint_still(inside, whole))
            painter.drawPixmap(0, 0, still)
        else:
            painter.fillRect(seen, fill(theme.panel))
            self._paint_still(painter, rows)
        with brush.figures_at_once():
            self._paint_bars(brush, data, placed, rows)

    def _paint_bars(self, brush: Brush, data: PosteriorReading, placed: Columns, rows: range) -> None:
        theme, height = self.theme, self.row_height
        # Of a learner's answer, and of the rest.
        inks = (theme.ink3, theme.ink3) if self.dim else (theme.ink, theme.ink2)
        learners = list(zip(placed.bars, data.predictions, data.chances, data.numbers, strict=True))
        for place in rows:
            c, top = self.order[place], place * height
            strong, pale = self._colours(c)
            for (left, width, tall), best, chances, figures in learners:
                wins = best == c
                # No least width: what is next to nothing looks like it.
                bar = QRectF(left, top + (height - tall) / 2, width * chances[c], tall)
                brush.painter.fillRect(bar, strong if wins else pale)
                brush.right(
                    left + width + placed.figure,
                    top,
                    height,
                    figures[c],
                    colour=inks[0] if wins else inks[1],
                    font=self.fonts.strong if wins else self.fonts.text,
                )

    def _colours(self, c: int) -> tuple[QColor, QColor]:
        """Of a bar that wins, and of one that does not."""
        found = self._bar_colours.get(c)
        if found is None:
            area = self.fonts.style(c).area
            found = self._bar_colours[c] = fill(area), fill(blend(area, self.theme.panel, 0.45))
        return found

    def _paint_still(self, painter: QPainter, rows: range) -> None:
        """Names and empty bars."""
        placed, data, height = self.columns(), self.data, self.row_height
        if placed is None or data is None:
            return
        brush = Brush(painter, self.theme, self.fonts)
        px, names = self.theme.px, [data.classes[self.order[place]] for place in rows]
        tag = self.fonts.width("true", self.fonts.small) + px(10 + 6)
        space = placed.names - px(_EDGE + 20 + 8)
        spaces = [space - (tag if self.order[place] == data.true_class else 0.0) for place in rows]
        shortened = self.fonts.fitted_all(names, self.fonts.text, spaces)
        for place, name in zip(rows, shortened, strict=True):
            top = place * height
            self._name(brush, self.order[place], name, self.order[place] == data.true_class, top)
            for left, width, tall in placed.bars:
                bar = QRectF(left, top + (height - tall) / 2, width, tall)
                painter.fillRect(bar, fill(self.theme.fill))

    def _name(self, brush: Brush, c: int, name: str, is_true: bool, top: float) -> None:
        theme, px, height = self.theme, self.theme.px, self.row_height
        brush.marker(px(_EDGE + 6), top + height / 2, c)
        left, wide = px(_EDGE + 20), self.fonts.width(name, self.fonts.text)
        brush.text(QRectF(left, top, wide + 1, height), name)
        if is_true:
            tag = self.fonts.width("true", self.fonts.small) + px(10)
            box = QRectF(left + wide + px(6), top + (height - px(16)) / 2, tag, px(16))
            brush.painter.setPen(pen(theme.separator_strong))
            brush.painter.setBrush(Qt.BrushStyle.NoBrush)
            brush.painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
            brush.text(box.adjusted(px(5), 0, 0, 0), "true", colour=theme.ink2, font=self.fonts.small)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self.tip_at(event.pos().x(), event.pos().y())
            show_tip(event.globalPos(), words, self) if words else QToolTip.hideText()
            return True
        return super().event(event)

    def tip_at(self, x: float, y: float) -> str:
        """What the bar or name at a place says, to more decimals."""
        placed, data = self.columns(), self.data
        place = int(y // self.row_height)
        if placed is None or data is None or not 0 <= place < len(self.order):
            return ""
        c = self.order[place]
        name = shown(data.classes[c])
        if x < placed.names:
            return f"{name}: the true class of this row." if c == data.true_class else f"{name}."
        for i, (left, width, _) in enumerate(placed.bars):
            if left <= x < left + width + placed.figure:
                p = data.chances[i][c]
                figure = fixed(p, 6) if p >= 1e-6 or p == 0 else f"{p:.3g}".replace("-", "−")
                wins = " It is this learner’s answer." if data.predictions[i] == c else ""
                return f"{data.learners[i]}: P({name} | x) = {figure}.{wins}"
        return ""


def _looks(data: PosteriorReading) -> Hashable:
    """What decides where names and bars stand, but for the width."""
    return data.classes, data.learners, data.true_class is None


def _in_words(data: PosteriorReading) -> str:
    names = [shown(name) for name in data.classes]
    parts = []
    for learner, figures in zip(data.learners, data.numbers, strict=True):
        said = ", ".join(map(" ".join, zip(names, figures, strict=True)))
        parts.append(f"{learner}: {said}")
    return "; ".join(parts)
