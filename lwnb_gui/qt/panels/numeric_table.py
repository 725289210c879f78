"""Rows of a numeric attribute: little normal curves, then mean, sd and p(a|c) per class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF

from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.normal_curves import Bell, ClassCurves, paint_curves
from lwnb_gui.qt.panels.painting import Brush, Fonts, fill
from lwnb_gui.readings.normals import NormalsReading, normals_reading
from lwnb_gui.readings.numbers import is_at_floor
from lwnb_gui.readings.tables import Block, TablesReading
from lwnb_gui.text import number

LINE, AIR, LEAST_LINES = 18.0, 10.0, 3
HEAD = 22.0
_BESIDE_ALL, _BESIDE_P = 156.0, 58.0


class NumericColumns:
    """Where the columns are at a width; everything in the theme's pixels."""

    def __init__(
        self, theme: Theme, width: float, *, relative: bool, beside: bool, longest: float = 0.0
    ) -> None:
        """`longest` is the width of the longest class name: it is worth a narrower curve."""
        px = theme.px
        self.theme, self.width = theme, width
        roomy = width >= px(600)
        relative = relative and not beside
        self.relative = (width - px(78), px(66)) if relative else None
        self.bar_height, self.bar_inset = px(8), (px(LINE) - px(8)) / 2
        right = width - (px(92) if relative else px(PADDING))
        self.beside: dict[str, float] = {}
        if beside:
            self.beside = {"p(a | c)": right}
            if roomy:
                self.beside = {"NB mean": right - px(100), "sd": right - px(56), **self.beside}
            right -= px(_BESIDE_ALL if roomy else _BESIDE_P)
        # Room for figures as long as 1.51761, 0.00035 and 752.2707, those of glass.
        self.mean, self.sd, self.p = right - px(126), right - px(68), right
        self.name = (px(PADDING), px(96 if roomy and not beside else 84))
        left = self.name[0] + self.name[1] + px(8)
        free = self.mean - px(54) - left
        names = min(max(longest + px(34), px(70)), free * 0.62)
        self.curve = (left, min(max(free - names, px(20)), px(156)))
        self.class_at = left + self.curve[1] + px(20)
        self.class_room = max(self.mean - px(52) - self.class_at - px(10), px(12))
        self.class_names: list[str] = []  # by code, and of the attributes by position
        self.attribute_names: dict[int, str] = {}

    def fit_names(self, reading: TablesReading, fonts: Fonts) -> None:
        """Shorten names to the columns that they have."""
        explanation, shown = reading.explanation, [block.attribute for block in reading.numeric]
        self.class_names = fonts.fitted_all(explanation.classes, fonts.text, self.class_room)
        names = fonts.fitted_all([explanation.attributes[j].name for j in shown], fonts.text, self.name[1])
        self.attribute_names = dict(zip(shown, names, strict=True))


def block_height(block: Block, theme: Theme) -> float:
    lines = max(len(block.codes) + (block.hidden > 0), LEAST_LINES)
    return round(theme.px(lines * LINE + AIR))


def line_at(block: Block, y: float, theme: Theme) -> int | None:
    """Which of the block's lines is at a height in it; one more than there are classes: `… n more`."""
    i = int((y - theme.px(AIR / 2)) // theme.px(LINE))
    return i if 0 <= i < len(block.codes) + (block.hidden > 0) else None


def paint_head(brush: Brush, columns: NumericColumns, y: float) -> None:
    theme, fonts, px = brush.theme, brush.fonts, brush.theme.px
    tall = px(HEAD)
    room = columns.name[1] + px(6)
    name = "attribute = value" if fonts.width("attribute = value", fonts.small) <= room else "attribute"
    brush.text(QRectF(columns.name[0], y, room, tall), name, colour=theme.ink2, font=fonts.small)
    curves = "weighted normal curves" if columns.curve[1] > px(125) else "curves"
    brush.text(
        QRectF(columns.curve[0], y, columns.curve[1] + px(12), tall),
        curves,
        colour=theme.ink2,
        font=fonts.small,
    )
    brush.text(
        QRectF(columns.class_at - px(6), y, px(60), tall), "class", colour=theme.ink2, font=fonts.small
    )
    for title, x in (("mean", columns.mean), ("sd", columns.sd), ("p(a | c)", columns.p)):
        brush.right(x, y, tall, title, colour=theme.ink2, font=fonts.small)
    for title, x in columns.beside.items():
        text = title if len(columns.beside) > 1 else "NB's p"
        brush.right(x, y, tall, text, colour=theme.ink2, font=fonts.small)
    if columns.relative is not None:
        brush.text(
            QRectF(columns.relative[0], y, px(70), tall), "relative", colour=theme.ink2, font=fonts.small
        )


def paint_still(
    brush: Brush, reading: TablesReading, block: Block, columns: NumericColumns, y: float
) -> None:
    """Whatever does not move with k and the instance: names, empty bars."""
    theme, fonts, px = brush.theme, brush.fonts, brush.theme.px
    j = block.attribute
    data = reading.normals(j)
    top = y + px(AIR / 2)
    line = px(LINE)
    name = QRectF(columns.name[0], top, columns.name[1], line)
    brush.text(name, columns.attribute_names[j])
    if math.isnan(data.value):
        brush.text(name.translated(0, line), "missing", font=fonts.italic, colour=theme.ink3)
        brush.text(name.translated(0, 2 * line), "factor left out", font=fonts.small, colour=theme.ink3)
    base = round(_base(theme, y, block_height(block, theme)))
    brush.painter.fillRect(QRectF(columns.curve[0], base, columns.curve[1], 1), fill(theme.separator_strong))
    lit = reading.highlighted.get(j)
    for i, c in enumerate(block.codes):
        at, on = top + i * line, data.present[c]
        if lit is not None and lit.class_code == c:
            left = columns.class_at - px(10)
            brush.lit(QRectF(left, at, columns.p + px(5) - left, line))
        brush.marker(columns.class_at, at + line / 2, c, 1.0 if on else 0.45)
        place = QRectF(columns.class_at + px(10), at, columns.class_room, line)
        brush.text(place, columns.class_names[c], colour=theme.ink if on else theme.ink3)
        if columns.relative is not None:
            left, width = columns.relative
            empty = QRectF(left, at + columns.bar_inset, width, columns.bar_height)
            brush.painter.fillRect(empty, fill(theme.fill))
    if block.hidden:
        brush.text(
            QRectF(columns.class_at + px(10), top + len(block.codes) * line, px(160), line),
            f"… {block.hidden} more",
            colour=theme.ink3,
            font=fonts.small,
        )


def paint_moving(
    brush: Brush, reading: TablesReading, placed: Sequence[tuple[Block, float]], columns: NumericColumns
) -> None:
    """Curves and figures of blocks, each from a height on, over what does not move."""
    theme, px = brush.theme, brush.theme.px
    plots = []
    for block, y in placed:
        data, top = reading.normals(block.attribute), y + px(AIR / 2)
        if not math.isnan(data.value):
            _paint_value(brush, reading, block, data, columns, top)
        plots.append(_plot(theme, reading, block, data, columns, y))
        _paint_figures(brush, reading, block, data, columns, top)
    _paint_plots(brush, [plot for plot in plots if plot is not None])


def _paint_value(
    brush: Brush,
    reading: TablesReading,
    block: Block,
    data: NormalsReading,
    columns: NumericColumns,
    top: float,
) -> None:
    """The instance's value, and how much of a lit class is the neighbour's."""
    theme, fonts, line = brush.theme, brush.fonts, brush.theme.px(LINE)
    (left, room), text = columns.name, number(data.value)
    width = fonts.figure_size(text, fonts.strong)[0]
    if width <= room:
        brush.right(left + width, top + line, line, text, font=fonts.strong)
    else:
        brush.text(QRectF(left, top + line, room, line), text, font=fonts.strong)
    lit = reading.highlighted.get(block.attribute)
    if lit is not None and reading.share is not None:
        words = f"{reading.share:.2f} of {reading.numeric_table(block.attribute).weights[lit.class_code]:.2f}"
        place = QRectF(left, top + 2 * line, room, line)
        brush.text(place, words, font=fonts.small_strong, colour=theme.accent)


def _paint_figures(
    brush: Brush,
    reading: TablesReading,
    block: Block,
    data: NormalsReading,
    columns: NumericColumns,
    top: float,
) -> None:
    theme, fonts, line = brush.theme, brush.fonts, brush.theme.px(LINE)
    whole = 0.0 if data.factors is None else sum(data.factors)
    for i, c in enumerate(block.codes):
        y, p = top + i * line, data.factor(c)
        ink = theme.ink if data.present[c] else theme.ink3
        mean, sd, factor = data.texts(c)
        brush.right(columns.mean, y, line, mean, colour=ink)
        brush.right(columns.sd, y, line, sd, colour=ink)
        strong = fonts.strong if c == data.best and p is not None else fonts.text
        brush.right(columns.p, y, line, factor, colour=ink, font=strong)
        if columns.relative is not None and p is not None and whole > 0 and not is_at_floor(p):
            left, width = columns.relative
            share, colour = p / whole, fonts.style(c).area
            brush.fill_part(left, y + columns.bar_inset, width, columns.bar_height, share, colour)
        if reading.nb_tables is not None and columns.beside:
            _paint_beside(brush, reading, block.attribute, c, columns, y)


def _paint_beside(
    brush: Brush, reading: TablesReading, j: int, c: int, columns: NumericColumns, y: float
) -> None:
    assert reading.nb_tables is not None
    whole = normals_reading(reading.explanation, j, reading.nb_tables[j])
    texts = dict(zip(("NB mean", "sd", "p(a | c)"), whole.texts(c), strict=True))
    for title, x in columns.beside.items():
        brush.right(x, y, brush.theme.px(LINE), texts[title], colour=brush.theme.ink2)


class _Plot(NamedTuple):
    """An attribute's curves on one scale; `others` are NB's, where they are wanted."""

    data: NormalsReading
    others: NormalsReading | None
    classes: list[int]
    left: float
    width: float
    top: float
    base: float
    low: float
    high: float
    up: float  # pixels for a density of 1/sd: the highest curve reaches the top

    def bell(self, mean: float, sd: float) -> Bell:
        across = self.width / (self.high - self.low)
        return Bell(complex(self.left + (mean - self.low) * across, self.base), sd * across, self.up / sd)

    @property
    def value_at(self) -> float:
        """Where the instance's value is: at the edge, where it is beyond."""
        value = min(max(self.data.value, self.low), self.high)
        return self.left + (value - self.low) * self.width / (self.high - self.low)

    def height_at_value(self, c: int) -> float:
        """Where the instance's value meets a class's curve."""
        sd = self.data.sds[c]
        z = (self.data.value - self.data.means[c]) / sd
        return self.base - math.exp(-0.5 * min(z * z, 1400.0)) / sd * self.up


def _plot(
    theme: Theme,
    reading: TablesReading,
    block: Block,
    data: NormalsReading,
    columns: NumericColumns,
    y: float,
) -> _Plot | None:
    """None where there is no curve to show."""
    classes = [c for c in block.codes if data.present[c]]
    if not classes:
        return None
    low, high = data.span
    others: NormalsReading | None = None
    if reading.nb_tables is not None:
        others = normals_reading(reading.explanation, block.attribute, reading.nb_tables[block.attribute])
        for c in classes:  # not those of classes that have no curve here
            if others.present[c]:
                low = min(low, others.means[c] - 2.5 * others.sds[c])
                high = max(high, others.means[c] + 2.5 * others.sds[c])
    base, top = _base(theme, y, block_height(block, theme)), y + theme.px(7)
    up = (base - top) * min([data.sds[c] for c in classes])
    return _Plot(data, others, classes, *columns.curve, top, base, low, high, up)


def _paint_plots(brush: Brush, plots: Sequence[_Plot]) -> None:
    """The curves of all attributes, the value as a line, a marker where it cuts each curve."""
    theme, px = brush.theme, brush.theme.px
    if not plots:
        return
    curves: dict[int, ClassCurves] = {}
    for plot in plots:
        for c in plot.classes:
            if c not in curves:
                curves[c] = ClassCurves(brush.fonts.style(c), [], [])
            curves[c].bells.append(plot.bell(plot.data.means[c], plot.data.sds[c]))
            if plot.others is not None and plot.others.present[c]:
                place = QRectF(plot.left, plot.top - px(2), plot.width, plot.base - plot.top + px(4))
                curves[c].others.append((plot.bell(plot.others.means[c], plot.others.sds[c]), place))
    paint_curves(brush.painter, tuple(curves.values()), theme.line_normal)
    known = [(plot, plot.value_at) for plot in plots if not math.isnan(plot.data.value)]
    wide, ink = theme.line_cursor, fill(theme.ink)
    for plot, x in known:
        place = QRectF(x - wide / 2, plot.top - px(2), wide, plot.base - plot.top + px(5))
        brush.painter.fillRect(place, ink)  # an upright line, several times as fast
        for c in plot.classes:
            brush.marker(x, plot.height_at_value(c), c)


def _base(theme: Theme, y: float, height: float) -> float:
    """Where the curves stand in a block."""
    return y + min(height, theme.px(LEAST_LINES * LINE + AIR)) - theme.px(8)
