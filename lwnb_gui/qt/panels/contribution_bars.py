"""The bars of the contributions and their numbers; below them, always in sight, their sum."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from lwnb_core import Explanation
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.painting import Brush, Fonts, StillPicture, fill
from lwnb_gui.qt.tool_tip import show_tip
from lwnb_gui.readings.contributions import ContributionsReading, bar_words, contributions_reading, describe
from lwnb_gui.state.links import Cell
from lwnb_gui.text import shown

ROW = 18.5
FOOT = 27.0
_MOST_NAMES = 200


class ContributionBars(QAbstractScrollArea):
    """Bars to both sides of a line, and their sum at the end. Where there are more than fit they scroll, and
    the sum stays in sight.
    """

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._theme: Theme = LIGHT
        self._fonts: Fonts | None = None
        self._explanation: Explanation | None = None
        self._against: int | None = None
        self._highlighted: int | None = None  # position among the predictors
        self._at: int | None = None
        self._described = ""
        self._still = StillPicture()
        self._names: dict[tuple[object, ...], QPixmap] = {}
        self.reading: ContributionsReading | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Contributions to the log-odds")
        self.setMinimumHeight(round(ROW * 2 + FOOT))

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._fonts = theme, Fonts(theme)
        self._still.forget()
        self._names.clear()
        self._fill()

    def show_odds(self, explanation: Explanation | None, against: int | None) -> None:
        """Show an explanation's contributions against a class (None: the runner-up)."""
        self._explanation, self._against = explanation, against
        self._fill()

    def highlight(self, attribute: int | None) -> None:
        """Tint the row of a predictor."""
        if attribute != self._highlighted:
            self._highlighted = attribute
            self.viewport().update()

    @property
    def highlighted(self) -> tuple[str, ...]:
        """The names of the rows that are tinted."""
        reading = self.reading
        return () if reading is None else tuple(reading.bars[i].name for i in self._tinted(reading))

    @property
    def shown_reading(self) -> ContributionsReading | None:
        """What may be seen of it now: before its last step, step mode has no posteriors."""
        now = self._context.state.now
        known = now.view.teaching.shows("posterior", now.query)
        return None if self.reading is None else replace(self.reading, normalised=known)

    def sizeHint(self) -> QSize:
        return QSize(260, round(self._theme.px(9 * ROW + FOOT)))

    # -- inside -------------------------------------------------------------------------------------

    def _fill(self) -> None:
        space = self.viewport().height() - self._theme.px(FOOT)
        self.reading = None
        if self._explanation is not None:
            fitting = int(space // self._theme.px(ROW))
            self.reading = contributions_reading(self._explanation, self._against, fitting=fitting)
        words = "" if self.reading is None else describe(self.reading)
        if words and words != self._described:
            self._described = words
            self.setAccessibleDescription(words)
        bar, rows = self.verticalScrollBar(), 0 if self.reading is None else len(self.reading.bars)
        bar.setPageStep(max(round(space), 1))
        bar.setSingleStep(round(self._theme.px(ROW)))
        bar.setRange(0, max(0, math.ceil(rows * self._theme.px(ROW) - space)))
        self.viewport().update()

    def _predictor(self, i: int) -> int | None:
        """The predictor of a row; None for the prior and the sum of the small ones."""
        bars = () if self.reading is None else self.reading.bars
        return bars[i].predictor if 0 <= i < len(bars) else None

    def _row_at(self, y: float) -> int | None:
        """The row at a height of the viewport; None below the last, and on the sum."""
        if self.reading is None or y >= self._foot_top(self.reading):
            return None
        i = int((y + self.verticalScrollBar().value()) // self._theme.px(ROW))
        return i if i < len(self.reading.bars) else None

    def _foot_top(self, reading: ContributionsReading) -> float:
        px = self._theme.px
        return min(len(reading.bars) * px(ROW), max(self.viewport().height() - px(FOOT), 0.0))

    def _move_to(self, i: int | None) -> None:
        if i == self._at:
            return
        self._at = i
        j = None if i is None else self._predictor(i)
        reading, explanation = self.reading, self._explanation
        if j is None or reading is None or explanation is None:
            self._context.hover.clear()
        else:
            raw = explanation.instance[j]
            nominal = explanation.attributes[j].is_nominal and not np.isnan(raw)
            odds = explanation.log_odds(reading.top, reading.against)[1 + j]
            winner = reading.top if odds >= 0 else reading.against
            self._context.hover.on_cell(Cell(j, winner, int(raw) if nominal else None))
        self.viewport().update()

    def tip_at(self, y: float) -> str:
        """What the row at a height says, with its factors; the sum, what it is the sum of."""
        if self.reading is None or self._explanation is None:
            return ""
        i = self._row_at(y)
        return bar_words(self.reading, self._explanation, len(self.reading.bars) if i is None else i)

    # -- Qt -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        reading, fonts, theme = self.shown_reading, self._fonts, self._theme
        painter = QPainter(self.viewport())
        if reading is None or fonts is None:
            painter.fillRect(event.rect(), fill(theme.panel))
            return
        px, row, edge, width = theme.px, theme.px(ROW), theme.px(PADDING), float(self.viewport().width())
        offset, foot = self.verticalScrollBar().value(), self._foot_top(reading)
        names_width = self._names_width(reading, fonts)
        tinted = self._tinted(reading)
        names = tuple([bar.name for bar in reading.bars])
        still = self._still.of(
            self.viewport(),
            (names, reading.summed, tinted, offset, foot),
            theme.panel,
            lambda inside: self._paint_still(inside, reading, fonts, names_width, tinted),
        )
        painter.drawPixmap(0, 0, still)
        brush = Brush(painter, theme, fonts)
        values, texts = [bar.value for bar in reading.bars], [bar.number for bar in reading.bars]
        numbers = max(px(44), max([fonts.figure_size(text, fonts.text)[0] for text in texts]) + px(8))
        left, right = edge + names_width, width - edge - numbers
        low, high = min(0.0, *values), max(0.0, *values)
        scale = max(right - left, 1.0) / ((high - low) or 1.0)
        zero = round(left - low * scale)
        colours = {True: fill(fonts.style(reading.top).area), False: fill(fonts.style(reading.against).area)}
        painter.setClipRect(QRectF(0, 0, width, foot))
        with brush.figures_at_once():
            for i, (value, text) in enumerate(zip(values, texts, strict=True)):
                y, long = i * row - offset, value * scale
                if not -row < y < foot:
                    continue
                if long:
                    place = QRectF(min(zero, zero + long), y + (row - px(9)) / 2, max(abs(long), 1.0), px(9))
                    painter.fillRect(place, colours[value > 0])
                brush.right(width - edge, y, row, text, colour=self._ink(reading, i))
            painter.fillRect(QRectF(zero, 0, 1, foot), fill(theme.separator_strong))
        painter.setClipping(False)
        with brush.figures_at_once():
            self._paint_sum(brush, reading, foot + px(3), width - edge)
        if self.hasFocus() and self._at is None:
            painter.fillRect(QRectF(0, 0, 2, foot), fill(theme.accent))

    def _tinted(self, reading: ContributionsReading) -> tuple[int, ...]:
        """The row under the mouse, and that of the predictor that is highlighted elsewhere."""
        if self._at is None and self._highlighted is None:
            return ()
        rows = enumerate(reading.bars)
        return tuple(
            i
            for i, bar in rows
            if i == self._at or (bar.predictor is not None and bar.predictor == self._highlighted)
        )

    def _name(self, name: str, fonts: Fonts, space: float, ink: str, tinted: bool) -> QPixmap:
        """A row with its name as a picture: an edit brings the same names in another order."""
        theme, ratio, width = self._theme, self.devicePixelRatioF(), self.viewport().width()
        key = (name, space, ink, tinted, width, ratio)
        found = self._names.get(key)
        if found is None:
            if len(self._names) >= _MOST_NAMES:
                self._names.clear()
            size = QSize(width, math.ceil(theme.px(ROW)))  # the next row covers what is too much
            found = self._names[key] = QPixmap(size * ratio)
            found.setDevicePixelRatio(ratio)
            found.fill(fill(theme.accent_tint if tinted else theme.panel))
            painter = QPainter(found)
            place = QRectF(theme.px(PADDING), 0, space, theme.px(ROW))
            Brush(painter, theme, fonts).text(place, name, colour=ink)
            painter.end()
        return found

    def _paint_still(
        self,
        painter: QPainter,
        reading: ContributionsReading,
        fonts: Fonts,
        names_width: float,
        tinted: tuple[int, ...],
    ) -> None:
        """The names, the line above the sum, and its name."""
        theme, px, edge = self._theme, self._theme.px, self._theme.px(PADDING)
        width, offset = float(self.viewport().width()), self.verticalScrollBar().value()
        foot, space = self._foot_top(reading), names_width - px(6)
        names = fonts.fitted_all([bar.name for bar in reading.bars], fonts.text, space)
        painter.setClipRect(QRectF(0, 0, width, foot))
        for i, name in enumerate(names):
            y = i * px(ROW) - offset
            if -px(ROW) < y < foot:
                picture = self._name(name, fonts, space, self._ink(reading, i), i in tinted)
                painter.drawPixmap(0, round(y), picture)
        painter.setClipping(False)
        brush = Brush(painter, theme, fonts)
        brush.rule(foot + px(2), width - edge, theme.separator_strong, edge)
        brush.text(QRectF(edge, foot + px(3), px(80), px(FOOT - 5)), "log-odds", font=fonts.strong)

    def _names_width(self, reading: ContributionsReading, fonts: Fonts) -> float:
        widest = max(fonts.width(shown(bar.name), fonts.text) for bar in reading.bars)
        most = (self.viewport().width() - 2 * self._theme.px(PADDING)) * 0.48
        return min(widest + self._theme.px(10), most)

    def _ink(self, reading: ContributionsReading, i: int) -> str:
        """The sum of the small ones is quieter."""
        return self._theme.ink3 if reading.is_sum(i) else self._theme.ink

    def _paint_sum(self, brush: Brush, reading: ContributionsReading, y: float, right: float) -> None:
        theme, fonts, px = self._theme, brush.fonts, self._theme.px
        words, total = reading.total_words
        tall = px(FOOT - 5)
        brush.right(right, y, tall, total, font=fonts.strong)
        left = right - fonts.width(total, fonts.strong) - px(8)
        space = left - px(PADDING) - fonts.width("log-odds", fonts.strong) - px(4)
        if fonts.width(words, fonts.text) <= space:
            brush.right(left, y, tall, words, colour=theme.ink2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._move_to(self._row_at(event.position().y()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._move_to(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tip(event.globalPos(), self.tip_at(float(event.y())), self)
            return True
        return super().viewportEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._move_to(None)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None or self.reading is None:
            event.ignore()  # digits and pages go to k
            return
        at = -1 if self._at is None else self._at
        self._move_to(min(max(at + step, 0), len(self.reading.bars) - 1))
        self._bring(self._at or 0)

    def _bring(self, i: int) -> None:
        """Scroll until a row is in sight."""
        row, bar = self._theme.px(ROW), self.verticalScrollBar()
        lowest = math.ceil((i + 1) * row - self.viewport().height() + self._theme.px(FOOT))
        bar.setValue(min(max(bar.value(), lowest), int(i * row)))
