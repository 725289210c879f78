"""Rows of a numeric attribute: little normal curves, then mean, sd and p(a|c) per class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF

from lwnb_core.local.naive_bayes import FLOOR
from lwnb_gui.plots.normals import NormalsData, decimals, normals_data, sd_text
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.normal_curves import Bell, ClassCurves, paint_curves
from lwnb_gui.qt.panels.painting import Brush, fill
from lwnb_gui.qt.panels.table_rows import Block, Scene
from lwnb_gui.text import fixed, number, shown

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


def paint_still(brush: Brush, scene: Scene, block: Block, columns: NumericColumns, y: float) -> None:
    """Whatever does not move with k and the instance: names, empty bars."""
    theme, fonts, px = brush.theme, brush.fonts, brush.theme.px
    j = block.attribute
    data = scene.normals(j)
    top = y + px(AIR / 2)
    line = px(LINE)
    name = QRectF(columns.name[0], top, columns.name[1], line)
    brush.text(name, shown(data.name))
    if math.isnan(data.value):
        brush.text(name.translated(0, line), "missing", font=fonts.italic, colour=theme.ink3)
        brush.text(name.translated(0, 2 * line), "factor left out", font=fonts.small, colour=theme.ink3)
    base = round(_base(theme, y, block_height(block, theme)))
    brush.painter.fillRect(QRectF(columns.curve[0], base, columns.curve[1], 1), fill(theme.separator_strong))
    lit = scene.lit.get(j)
    for i, c in enumerate(block.codes):
        at, on = top + i * line, data.there[c]
        if lit is not None and lit.class_code == c:
            left = columns.class_at - px(10)
            brush.lit(QRectF(left, at, columns.p + px(5) - left, line))
        brush.marker(columns.class_at, at + line / 2, c, 1.0 if on else 0.45)
        place = QRectF(columns.class_at + px(10), at, columns.class_room, line)
        brush.text(place, shown(data.classes[c]), colour=theme.ink if on else theme.ink3)
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
    brush: Brush, scene: Scene, placed: Sequence[tuple[Block, float]], columns: NumericColumns
) -> None:
    """Curves and figures of blocks, each from a height on, over what does not move."""
    theme, px = brush.theme, brush.theme.px
    plots = []
    for block, y in placed:
        data, top = scene.normals(block.attribute), y + px(AIR / 2)
        if not math.isnan(data.value):
            _paint_value(brush, scene, block, data, columns, top)
        plots.append(_plot(theme, scene, block, data, columns, y))
        _paint_figures(brush, scene, block, data, columns, top)
    _paint_plots(brush, [plot for plot in plots if plot is not None])


def _paint_value(
    brush: Brush, scene: Scene, block: Block, data: NormalsData, columns: NumericColumns, top: float
) -> None:
    """The instance's value, and how much of a lit class is the neighbour's."""
    theme, fonts, line = brush.theme, brush.fonts, brush.theme.px(LINE)
    (left, room), text = columns.name, number(data.value)
    width = fonts.figure_size(text, fonts.strong)[0]
    if width <= room:
        brush.right(left + width, top + line, line, text, font=fonts.strong)
    else:
        brush.text(QRectF(left, top + line, room, line), text, font=fonts.strong)
    lit = scene.lit.get(block.attribute)
    if lit is not None and scene.share is not None:
        words = f"{scene.share:.2f} of {scene.numeric_table(block.attribute).weights[lit.class_code]:.2f}"
        place = QRectF(left, top + 2 * line, room, line)
        brush.text(place, words, font=fonts.small_strong, colour=theme.accent)


def _paint_figures(
    brush: Brush, scene: Scene, block: Block, data: NormalsData, columns: NumericColumns, top: float
) -> None:
    theme, fonts, line = brush.theme, brush.fonts, brush.theme.px(LINE)
    digits, factors = decimals(data), data.heights
    best = -1 if factors is None else factors.index(max(factors))
    whole = 0.0 if factors is None else sum(factors)
    for i, c in enumerate(block.codes):
        y, on = top + i * line, data.there[c]
        ink = theme.ink if on else theme.ink3
        brush.right(columns.mean, y, line, fixed(data.means[c], digits) if on else "–", colour=ink)
        brush.right(columns.sd, y, line, sd_text(data.sds[c], digits) if on else "–", colour=ink)
        p = None if factors is None or (not on and data.form == "density") else factors[c]
        strong = fonts.strong if c == best and p is not None else fonts.text
        brush.right(columns.p, y, line, factor_text(p), colour=ink, font=strong)
        if columns.relative is not None and p is not None and whole > 0 and p > FLOOR * 1.001:
            left, width = columns.relative
            share, colour = p / whole, fonts.style(c).area
            brush.fill_part(left, y + columns.bar_inset, width, columns.bar_height, share, colour)
        if scene.beside is not None and columns.beside:
            _paint_beside(brush, scene, block.attribute, c, columns, y)


def _paint_beside(brush: Brush, scene: Scene, j: int, c: int, columns: NumericColumns, y: float) -> None:
    assert scene.beside is not None
    whole = normals_data(scene.explanation, j, scene.beside[j])
    digits, on = decimals(whole), whole.there[c]
    texts = {
        "NB mean": fixed(whole.means[c], digits) if on else "–",
        "sd": sd_text(whole.sds[c], digits) if on else "–",
        "p(a | c)": factor_text(None if whole.heights is None else whole.heights[c]),
    }
    for title, x in columns.beside.items():
        brush.right(x, y, brush.theme.px(LINE), texts[title], colour=brush.theme.ink2)


class _Plot(NamedTuple):
    """An attribute's curves on one scale; `others` are NB's, where they are wanted."""

    data: NormalsData
    others: NormalsData | None
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
    theme: Theme, scene: Scene, block: Block, data: NormalsData, columns: NumericColumns, y: float
) -> _Plot | None:
    """None where there is no curve to show."""
    classes = [c for c in block.codes if data.there[c]]
    if not classes:
        return None
    low, high = data.span
    others: NormalsData | None = None
    if scene.beside is not None:
        others = normals_data(scene.explanation, block.attribute, scene.beside[block.attribute])
        for c in classes:  # not those of classes that have no curve here
            if others.there[c]:
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
            if plot.others is not None and plot.others.there[c]:
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


def factor_text(p: float | None) -> str:
    """A density or probability with four decimals; at the floor, and for none, in words."""
    if p is None:
        return "–"
    if p <= FLOOR * 1.001:
        return "1e−75"
    if p < 0.00005:
        return "<0.0001"
    return fixed(p, 4) if p < 10_000 else f"{p:.3g}"
