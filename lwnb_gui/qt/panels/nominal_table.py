"""Rows of a nominal attribute: value × class, weighted counts W and P(a|c)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from lwnb_core.local.naive_bayes import NominalTable
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.painting import Brush, Fonts, fill
from lwnb_gui.readings.tables import Block, TablesReading
from lwnb_gui.text import fixed, probability

LINE, AIR, HEAD = 18.0, 7.0, 22.0
_LEAST, _COMFORTABLE, _MOST, _COMPARED = 118.0, 150.0, 198.0, 44.0  # pixels of a class
_NAME, _VALUE = 96.0, 36.0
_LIT_AIR = 12.0  # pixels around the words of a lit cell
# Pixels that P(a|c) keeps where the counts need room: with a bar, or without where names would be cut short.
_SHARE, _BARE_SHARE, _NAMES = 72.0, 54.0, 150.0


def fitting(theme: Theme, fonts: Fonts, width: float, values: Sequence[str], *, compared: bool) -> int:
    """For how many classes there is space side by side; `compared`: with NB's numbers, too."""
    least = theme.px(_LEAST + (_COMPARED if compared else 0.0))
    return max(1, int(_space(theme, fonts, width, values) // least))


def _value_width(theme: Theme, fonts: Fonts, values: Sequence[str]) -> float:
    widest = max((fonts.width(v, fonts.strong) for v in values), default=0.0)
    return min(max(widest + theme.px(14), theme.px(_VALUE)), theme.px(104))


def _space(theme: Theme, fonts: Fonts, width: float, values: Sequence[str]) -> float:
    """Pixels for the numbers."""
    return width - 2 * theme.px(PADDING) - theme.px(_NAME) - _value_width(theme, fonts, values)


class NominalColumns:
    """Where the columns of some classes are; `hidden` others are not in sight."""

    def __init__(
        self,
        theme: Theme,
        fonts: Fonts,
        width: float,
        classes: Sequence[int],
        values: Sequence[str],
        names: Sequence[str] = (),
        *,
        hidden: int = 0,
        compared: bool = False,
    ) -> None:
        px = theme.px
        self.theme, self.width, self.compared = theme, width, compared
        value = _value_width(theme, fonts, values)
        room = _space(theme, fonts, width, values)
        self.classes, self.hidden = tuple(classes), hidden
        # Names first, as long as the figures keep a comfortable width.
        n, extra = max(len(self.classes), 1), px(_COMPARED) if compared else 0.0
        longest = max((fonts.width(name, fonts.text) for name in names), default=0.0) + px(16)
        free = width - 2 * px(PADDING) - min(longest, 0.38 * width) - value
        # A count that is lit says how much of it is the neighbour's, and must not cover the next class's.
        lit = fonts.width("00.00 of ", fonts.small_strong) + fonts.width("00.00", fonts.strong) + px(_LIT_AIR)
        left = width - 2 * px(PADDING) - value - n * (lit + px(_SHARE) + extra)
        share = px(_SHARE if left >= min(longest, px(_NAMES)) else _BARE_SHARE)
        comfortable = max(px(_COMFORTABLE), lit + share)
        step = min(room / n, max(free / n, comfortable + extra), px(_MOST) + extra)
        first = width - px(PADDING) - step * len(self.classes)
        self.value_at, self.value_room = first - value + px(6), value - px(10)
        self.name = (px(PADDING), self.value_at - px(PADDING) - px(14))
        wide = step - extra
        self.count_room = max(wide * 0.5, min(lit, wide - share))
        share_room = wide - self.count_room + extra
        self.counts = [first + self.count_room * (i + 1) for i in range(n)]  # right ends
        shares = first + self.count_room * n
        self.shares = [shares + share_room * i + px(10) for i in range(n)]  # left ends
        self.figures = [shares + share_room * (i + 1) - extra for i in range(n)]  # right ends
        self.others = [shares + share_room * (i + 1) for i in range(n)] if compared else []
        self.bar_room = max(share_room - extra - px(10) - px(44), 0.0)
        shortened = fonts.fitted_all(names, fonts.text, self.name[1])
        self.names = dict(zip(names, shortened, strict=True))

    def column_at(self, x: float) -> int | None:
        """The class at a place; None left of the figures."""
        for c, end in zip(self.classes, self.counts, strict=True):
            if end - self.count_room <= x <= end + 2:
                return c
        for c, left, end in zip(self.classes, self.shares, self.others or self.figures, strict=True):
            if left - self.theme.px(8) <= x <= end + 2:
                return c
        return None


def block_height(block: Block, theme: Theme) -> float:
    lines = len(block.codes) + (block.hidden > 0)
    return round(theme.px(max(lines, 1) * LINE + AIR))


def line_at(block: Block, y: float, theme: Theme) -> int | None:
    i = int((y - theme.px(AIR / 2)) // theme.px(LINE))
    return i if 0 <= i < len(block.codes) + (block.hidden > 0) else None


def paint_head(brush: Brush, columns: NominalColumns, y: float) -> None:
    theme, fonts, px = brush.theme, brush.fonts, brush.theme.px
    tall, small = px(HEAD), fonts.small
    words = "attribute"
    if columns.hidden:
        words = f"attribute · {columns.hidden} more classes ›"
        if fonts.width(words, small) > columns.name[1]:
            words = f"{columns.hidden} more ›"
    brush.text(QRectF(columns.name[0], y, columns.name[1], tall), words, colour=theme.ink2, font=small)
    brush.text(
        QRectF(columns.value_at, y, columns.value_room + px(8), tall), "value", colour=theme.ink2, font=small
    )
    for i, c in enumerate(columns.classes):
        end = columns.counts[i]
        brush.right(end - px(12), y, tall, "W", colour=theme.ink2, font=small)
        brush.marker(end - px(4), y + tall / 2, c)
        left = columns.shares[i]
        text = "P(a | c)" if columns.figures[i] - left > px(62) else "P"
        brush.text(QRectF(left, y, px(60), tall), text, colour=theme.ink2, font=small)
        brush.marker(left + fonts.width(text, small) + px(9), y + tall / 2, c)
        if columns.compared:
            brush.right(columns.others[i], y, tall, "NB's", colour=theme.ink2, font=small)


def paint_still(
    brush: Brush, reading: TablesReading, block: Block, columns: NominalColumns, y: float
) -> None:
    """Whatever does not move with k: names, values, empty bars."""
    theme, fonts, px = brush.theme, brush.fonts, brush.theme.px
    j, table = block.attribute, reading.nominal_table(block.attribute)
    own, missing = reading.value_code(j), reading.is_missing(j)
    line, top = px(LINE), y + px(AIR / 2)
    ink = theme.ink3 if missing else theme.ink
    name = columns.names[table.attribute.name]
    brush.text(QRectF(columns.name[0], top, columns.name[1], line), name, colour=ink)
    if missing:
        place = QRectF(columns.name[0], top + line, columns.name[1], line)
        words = "missing: factor left out"
        if len(block.codes) + (block.hidden > 0) < 2:
            place = QRectF(columns.value_at, top, columns.value_room + px(120), line)
        brush.text(place, words, colour=theme.ink3, font=fonts.italic)
    values = [table.attribute.values[v] for v in block.codes]
    texts = fonts.fitted_all(values, fonts.strong, columns.value_room)
    for i, (v, text) in enumerate(zip(block.codes, texts, strict=True)):
        at = top + i * line
        mine = v == own
        if mine:
            left = columns.value_at - px(6)
            brush.painter.fillRect(QRectF(left, at, columns.width - left, line), fill(theme.fill))
            brush.painter.fillRect(QRectF(left, at, max(2.0, px(2)), line), fill(theme.ink))
        value = QRectF(columns.value_at, at, columns.value_room, line)
        brush.text(
            value,
            text,
            font=fonts.strong if mine else fonts.text,
            colour=theme.ink if mine else theme.ink3 if missing else theme.ink2,
        )
        if columns.bar_room >= px(8):  # in the row's own fill an empty bar of that colour would vanish
            empty = fill(theme.panel if mine else theme.fill)
            for left in columns.shares:
                brush.painter.fillRect(_bar(columns, left, at), empty)
    if block.hidden:
        at = top + len(block.codes) * line
        brush.text(
            QRectF(columns.value_at, at, px(140), line),
            f"… {block.hidden:,} more",
            colour=theme.ink3,
            font=fonts.small,
        )


def paint_moving(
    brush: Brush, reading: TablesReading, block: Block, columns: NominalColumns, y: float
) -> None:
    """The figures, over what does not move."""
    own, missing = reading.value_code(block.attribute), reading.is_missing(block.attribute)
    line, top = brush.theme.px(LINE), y + brush.theme.px(AIR / 2)
    for i, v in enumerate(block.codes):
        _paint_figures(
            brush, reading, block.attribute, v, columns, top + i * line, mine=v == own, missing=missing
        )


def _bar(columns: NominalColumns, left: float, y: float) -> QRectF:
    """The bar of a share in a line."""
    px = columns.theme.px
    return QRectF(left, y + (px(LINE) - px(8)) / 2, columns.bar_room, px(8))


def _paint_figures(
    brush: Brush,
    reading: TablesReading,
    j: int,
    v: int,
    columns: NominalColumns,
    y: float,
    *,
    mine: bool,
    missing: bool,
) -> None:
    theme, fonts, px, line = brush.theme, brush.fonts, brush.theme.px, brush.theme.px(LINE)
    table = reading.nominal_table(j)
    font = fonts.strong if mine else fonts.text
    ink = theme.ink3 if missing else theme.ink if mine else theme.ink2
    lit = reading.highlighted.get(j)
    other = reading.nb_tables[j] if reading.nb_tables is not None else None
    for i, c in enumerate(columns.classes):
        count, p = float(table.counts[v, c]), float(table.probabilities[v, c])
        end = columns.counts[i]
        if lit is not None and lit.class_code == c and lit.value == v:
            _paint_lit(brush, reading.share, count, end, columns.count_room, y, font is fonts.strong)
        else:
            brush.right(end, y, line, fixed(count, 2), colour=ink, font=font)
        if columns.bar_room >= px(8):
            bar = _bar(columns, columns.shares[i], y)
            brush.fill_bar(bar, p, fonts.style(c).area, 0.2 if missing else 1.0 if mine else 0.45)
        brush.right(columns.figures[i], y, line, probability(p), colour=ink, font=font)
        if isinstance(other, NominalTable) and columns.others:
            share = float(other.probabilities[v, c])
            if columns.bar_room >= px(8):
                x = columns.shares[i] + columns.bar_room * min(share, 1.0)
                brush.line(x, y + px(3), x, y + line - px(3), theme.ink, px(1.2))
            brush.right(columns.others[i], y, line, probability(share), colour=theme.ink2)


def _paint_lit(
    brush: Brush, share: float | None, count: float, end: float, room: float, y: float, strong: bool
) -> None:
    """A lit cell; with a neighbour under the mouse, its part of the count where the column has room for it:
    the panel's head says the same weight.
    """
    fonts, px, line = brush.fonts, brush.theme.px, brush.theme.px(LINE)
    font = fonts.strong if strong else fonts.text
    whole = fixed(count, 2)
    part = "" if share is None else f"{share:.2f} of "
    small = fonts.small_strong
    wide = fonts.width(whole, font)
    if part and wide + fonts.width(part, small) + px(_LIT_AIR) > room + 1:
        part = ""
    wide += fonts.width(part, small) if part else 0.0
    left = end - max(wide + px(8), min(room - px(8), px(70)))
    brush.lit(QRectF(left, y + 1, end + px(5) - left, line - 2))
    brush.right(end, y, line, whole, font=font)
    if part:
        brush.right(end - fonts.width(whole, font), y, line, part, font=small)
