"""The bars of the contributions, their figures and their sum."""

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
from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation
from lwnb_gui.plots.contributions import ContributionsData, contributions_data, describe
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.painting import Brush, Fonts, StillPicture, fill
from lwnb_gui.qt.tool_tip import show_tip
from lwnb_gui.state.links import Cell
from lwnb_gui.text import shown, signed

ROW = 18.5
FOOT = 27.0
_MOST_NAMES = 200


class ContributionBars(QWidget):
    """Bars to both sides of a line, and their sum at the end; as many as there is room for."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._theme: Theme = LIGHT
        self._fonts: Fonts | None = None
        self._explanation: Explanation | None = None
        self._against: int | None = None
        self._lit: int | None = None  # position among the predictors
        self._at: int | None = None
        self._described = ""
        self._still = StillPicture()
        self._names: dict[tuple[object, ...], QPixmap] = {}
        self.data: ContributionsData | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
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

    def light(self, attribute: int | None) -> None:
        """Tint the row of a predictor."""
        if attribute != self._lit:
            self._lit = attribute
            self.update()

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """Names and figures as painted."""
        if self.data is None:
            return ()
        return tuple(
            (name, signed(float(value)))
            for name, value in zip(self.data.names, self.data.values, strict=True)
        )

    @property
    def sum_words(self) -> tuple[str, str]:
        """What the sum is, and the sum: `ln 0.828 / 0.172 =` and `+1.57`."""
        data = self.shown_data
        return ("", "") if data is None else (data.ratio_words, signed(data.total))

    @property
    def shown_data(self) -> ContributionsData | None:
        """What may be seen of it now: before its last step, step mode has no posteriors."""
        now = self._context.state.now
        known = now.view.teaching.shows("posterior", now.query)
        return None if self.data is None else replace(self.data, normalised=known)

    def sizeHint(self) -> QSize:
        return QSize(260, round(self._theme.px(9 * ROW + FOOT)))

    # -- inside -------------------------------------------------------------------------------------

    def _fill(self) -> None:
        room = int((self.height() - self._theme.px(FOOT)) // self._theme.px(ROW))
        self.data = (
            None
            if self._explanation is None
            else contributions_data(self._explanation, self._against, most=max(room, 2))
        )
        words = "" if self.data is None else describe(self.data)
        if words and words != self._described:
            self._described = words
            self.setAccessibleDescription(words)
        self.update()

    def _predictor(self, i: int) -> int | None:
        """The predictor of a row; None for the prior and the row of the smaller ones."""
        rows = () if self.data is None else self.data.predictors
        return rows[i] if 0 <= i < len(rows) else None

    def _move_to(self, i: int | None) -> None:
        if i == self._at:
            return
        self._at = i
        j = None if i is None else self._predictor(i)
        data, explanation = self.data, self._explanation
        if j is None or data is None or explanation is None:
            self._context.hover.clear()
        else:
            raw = explanation.instance[j]
            nominal = explanation.attributes[j].is_nominal and not np.isnan(raw)
            winner = data.top if explanation.log_odds(data.top, data.against)[1 + j] >= 0 else data.against
            self._context.hover.on_cell(Cell(j, winner, int(raw) if nominal else None))
        self.update()

    def _row_words(self, i: int) -> str:
        """What the row under the mouse says, with its factors."""
        data, explanation = self.data, self._explanation
        if data is None or explanation is None:
            return ""
        if i >= len(data.names):
            return (
                "The bars add up to the logarithm of the ratio of the two posteriors.\n"
                "What cancels in the ratio, the sum over all classes, is in none of them."
            )
        if data.rest and i == len(data.names) - 1:
            return f"The {data.rest} smallest, added up. Make the panel taller to see them one by one."
        top, other = shown(data.classes[data.top]), shown(data.classes[data.against])
        j = self._predictor(i)
        logs = explanation.log_contributions
        assert logs is not None
        place = 0 if j is None else j + 1
        if j is not None and np.isnan(explanation.instance[j]):
            return f"{shown(data.names[i])} is missing here.\nIts factor is left out, so it adds nothing."
        one, two = (f"{np.exp(logs[place, c]):.4g}" for c in (data.top, data.against))
        what = "The prior" if j is None else f"{shown(data.names[i])}"
        side = top if data.values[i] >= 0 else other
        return (
            f"{what} speaks for {side}: ln({one} / {two}) = {signed(float(data.values[i]))}.\n"
            f"The two figures are its factors for {top} and {other}."
        )

    # -- Qt -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        data, fonts, theme = self.data, self._fonts, self._theme
        painter = QPainter(self)
        if data is None or fonts is None:
            painter.fillRect(event.rect(), fill(theme.panel))
            return
        px, row, edge, width = theme.px, theme.px(ROW), theme.px(PADDING), float(self.width())
        room = self._names_room(data, fonts)
        lit = self._lit_rows(data)
        still = self._still.of(
            self,
            (data.names, data.rest, lit),
            theme.panel,
            lambda inside: self._paint_still(inside, data, fonts, room, lit),
        )
        painter.drawPixmap(0, 0, still)
        brush = Brush(painter, theme, fonts)
        logs = data.values.tolist()
        values, texts = [0.0 if math.isnan(v) else v for v in logs], [signed(v) for v in logs]
        figures = max(px(44), max([fonts.figure_size(text, fonts.text)[0] for text in texts]) + px(8))
        left, right = edge + room, width - edge - figures
        low, high = min(0.0, *values), max(0.0, *values)
        scale = max(right - left, 1.0) / ((high - low) or 1.0)
        zero = round(left - low * scale)
        bottom = len(values) * row
        colours = {True: fill(fonts.style(data.top).area), False: fill(fonts.style(data.against).area)}
        with brush.figures_at_once():
            for i, (value, text) in enumerate(zip(values, texts, strict=True)):
                y, long = i * row, value * scale
                if long:
                    place = QRectF(min(zero, zero + long), y + (row - px(9)) / 2, max(abs(long), 1.0), px(9))
                    painter.fillRect(place, colours[value > 0])
                brush.right(width - edge, y, row, text, colour=self._ink(data, i))
            painter.fillRect(QRectF(zero, 0, 1, bottom), fill(theme.separator_strong))
            self._paint_sum(brush, bottom + px(3), width - edge)
        if self.hasFocus() and self._at is None:
            painter.fillRect(QRectF(0, 0, 2, bottom), fill(theme.accent))

    def _lit_rows(self, data: ContributionsData) -> tuple[int, ...]:
        """The row under the mouse, and that of the predictor that is lit elsewhere."""
        if self._at is None and self._lit is None:
            return ()
        rows = enumerate(data.predictors)
        return tuple(i for i, j in rows if i == self._at or (j is not None and j == self._lit))

    def _name(self, name: str, fonts: Fonts, room: float, ink: str, lit: bool) -> QPixmap:
        """A row with its name as a picture: an edit brings the same names in another order."""
        theme, ratio = self._theme, self.devicePixelRatioF()
        key = (name, room, ink, lit, self.width(), ratio)
        found = self._names.get(key)
        if found is None:
            if len(self._names) >= _MOST_NAMES:
                self._names.clear()
            size = QSize(self.width(), math.ceil(theme.px(ROW)))  # the next row covers what is too much
            found = self._names[key] = QPixmap(size * ratio)
            found.setDevicePixelRatio(ratio)
            found.fill(fill(theme.accent_tint if lit else theme.panel))
            painter = QPainter(found)
            place = QRectF(theme.px(PADDING), 0, room - theme.px(6), theme.px(ROW))
            Brush(painter, theme, fonts).text(place, shown(name), colour=ink)
            painter.end()
        return found

    def _paint_still(
        self, painter: QPainter, data: ContributionsData, fonts: Fonts, room: float, lit: tuple[int, ...]
    ) -> None:
        """The names, the line above the sum, and its name."""
        theme, px, edge, width = self._theme, self._theme.px, self._theme.px(PADDING), float(self.width())
        brush = Brush(painter, theme, fonts)
        bottom = len(data.names) * px(ROW)
        brush.rule(bottom + px(2), width - edge, theme.separator_strong, edge)
        place = QRectF(edge, bottom + px(3), px(80), px(FOOT - 5))
        brush.text(place, "log-odds", font=fonts.strong)
        for i, name in enumerate(data.names):
            picture = self._name(name, fonts, room, self._ink(data, i), i in lit)
            painter.drawPixmap(0, round(i * px(ROW)), picture)

    def _names_room(self, data: ContributionsData, fonts: Fonts) -> float:
        widest = max(fonts.width(shown(name), fonts.text) for name in data.names)
        return min(widest + self._theme.px(10), (self.width() - 2 * self._theme.px(PADDING)) * 0.48)

    def _ink(self, data: ContributionsData, i: int) -> str:
        """The smaller ones, added up in the last row, are quieter."""
        return self._theme.ink3 if data.rest and i == len(data.names) - 1 else self._theme.ink

    def _paint_sum(self, brush: Brush, y: float, right: float) -> None:
        theme, fonts, px = self._theme, brush.fonts, self._theme.px
        words, total = self.sum_words
        tall = px(FOOT - 5)
        brush.right(right, y, tall, total, font=fonts.strong)
        left = right - fonts.width(total, fonts.strong) - px(8)
        room = left - px(PADDING) - fonts.width("log-odds", fonts.strong) - px(4)
        if fonts.width(words, fonts.text) <= room:
            brush.right(left, y, tall, words, colour=theme.ink2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        i = int(event.position().y() // self._theme.px(ROW))
        self._move_to(i if self.data is not None and i < len(self.data.names) else None)

    def leaveEvent(self, event: QEvent) -> None:
        self._move_to(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._move_to(None)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None or self.data is None:
            super().keyPressEvent(event)
            return
        at = -1 if self._at is None else self._at
        self._move_to(min(max(at + step, 0), len(self.data.names) - 1))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.data is not None:
            show_tip(event.globalPos(), self._row_words(int(event.y() // self._theme.px(ROW))), self)
            return True
        return super().event(event)
