"""Rows of a numeric attribute: little normal curves, then mean, sd and p(a|c) per class."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF, QTransform

from lwnb_core.local.naive_bayes import FLOOR, NumericTable
from lwnb_gui.plots.normals import NormalsData, normals_data
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.painting import Brush, fill, pen
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
        at, on = top + i * line, bool(data.present[c])
        if lit is not None and lit.class_code == c:
            left = columns.class_at - px(10)
            brush.lit(QRectF(left, at, columns.p + px(5) - left, line))
        brush.marker(columns.class_at, at + line / 2, c, 1.0 if on else 0.45)
        place = QRectF(columns.class_at + px(10), at, columns.class_room, line)
        brush.text(place, shown(data.classes[c]), colour=theme.ink if on else theme.ink3)
        if columns.relative is not None:
            brush.painter.fillRect(_bar(columns, at), fill(theme.fill))
    if block.hidden:
        brush.text(
            QRectF(columns.class_at + px(10), top + len(block.codes) * line, px(160), line),
            f"… {block.hidden} more",
            colour=theme.ink3,
            font=fonts.small,
        )


def paint_moving(brush: Brush, scene: Scene, block: Block, columns: NumericColumns, y: float) -> None:
    """Curves and figures, over what does not move."""
    theme, px = brush.theme, brush.theme.px
    j = block.attribute
    data, lit = scene.normals(j), scene.lit.get(j)
    top = y + px(AIR / 2)
    if not math.isnan(data.value):
        _paint_value(
            brush, number(data.value), QRectF(columns.name[0], top + px(LINE), columns.name[1], px(LINE))
        )
    if lit is not None and scene.share is not None and not math.isnan(data.value):
        place = QRectF(columns.name[0], top + 2 * px(LINE), columns.name[1], px(LINE))
        words = f"{scene.share:.2f} of {scene.numeric_table(j).weights[lit.class_code]:.2f}"
        brush.text(place, words, font=brush.fonts.small_strong, colour=theme.accent)
    tall = block_height(block, theme)
    _paint_curves(brush, scene, block, data, columns, QRectF(columns.curve[0], y, columns.curve[1], tall))
    _paint_figures(brush, scene, block, data, columns, top)


def _paint_value(brush: Brush, text: str, place: QRectF) -> None:
    font = brush.fonts.strong
    if brush.fonts.figure_size(text, font)[0] <= place.width():
        brush.left(place.x(), place.y(), place.height(), text, font=font)
    else:
        brush.text(place, text, font=font)


def _bar(columns: NumericColumns, y: float) -> QRectF:
    """The bar of the relative factor in a line."""
    assert columns.relative is not None
    px = columns.theme.px
    return QRectF(columns.relative[0], y + (px(LINE) - px(8)) / 2, columns.relative[1], px(8))


def _paint_figures(
    brush: Brush, scene: Scene, block: Block, data: NormalsData, columns: NumericColumns, top: float
) -> None:
    theme, fonts, line = brush.theme, brush.fonts, brush.theme.px(LINE)
    digits = decimals(data)
    present, mean, sd = data.present.tolist(), data.mean.tolist(), data.sd.tolist()
    factors = None if data.factors is None else data.factors.tolist()
    best = -1 if factors is None else factors.index(max(factors))
    whole = 0.0 if factors is None else sum(factors)
    for i, c in enumerate(block.codes):
        y, on = top + i * line, present[c]
        ink = theme.ink if on else theme.ink3
        brush.right(columns.mean, y, line, fixed(mean[c], digits) if on else "–", colour=ink)
        brush.right(columns.sd, y, line, fixed(sd[c], digits) if on else "–", colour=ink)
        p = None if factors is None or (not on and data.form == "density") else factors[c]
        strong = fonts.strong if c == best and p is not None else fonts.text
        brush.right(columns.p, y, line, factor_text(p), colour=ink, font=strong)
        if columns.relative is not None and p is not None and whole > 0 and p > FLOOR * 1.001:
            brush.fill_bar(_bar(columns, y), p / whole, fonts.style(c).area)
        if scene.beside is not None and columns.beside:
            _paint_beside(brush, scene, block.attribute, c, columns, y)


def _paint_beside(brush: Brush, scene: Scene, j: int, c: int, columns: NumericColumns, y: float) -> None:
    assert scene.beside is not None
    table = scene.beside[j]
    assert isinstance(table, NumericTable)
    factors = table.factors(float(scene.explanation.instance[j]))
    whole = normals_data(scene.explanation, j, table)
    digits = decimals(whole)
    on = bool(whole.present[c])
    texts = {
        "NB mean": fixed(float(table.mean[c]), digits) if on else "–",
        "sd": fixed(float(table.sd[c]), digits) if on else "–",
        "p(a | c)": factor_text(None if factors is None else float(factors[c])),
    }
    for title, x in columns.beside.items():
        brush.right(x, y, brush.theme.px(LINE), texts[title], colour=brush.theme.ink2)


def _paint_curves(
    brush: Brush, scene: Scene, block: Block, data: NormalsData, columns: NumericColumns, place: QRectF
) -> None:
    """Curves on one scale, the value as a line, a marker where it cuts each curve."""
    theme, px, painter = brush.theme, brush.theme.px, brush.painter
    present = data.present.tolist()
    shown_classes = [c for c in block.codes if present[c]]
    if not shown_classes:
        return
    base = _base(theme, place.y(), place.height())
    top = place.y() + px(7)
    means, sds = data.mean.tolist(), data.sd.tolist()
    low, high = data.span
    others: NormalsData | None = None
    if scene.beside is not None:
        others = normals_data(scene.explanation, block.attribute, scene.beside[block.attribute])
        for c in shown_classes:  # not those of classes that have no curve here
            if others.present[c]:
                low = min(low, float(others.mean[c] - 2.5 * others.sd[c]))
                high = max(high, float(others.mean[c] + 2.5 * others.sd[c]))
    across = place.width() / (high - low)
    narrowest = min(sds[c] for c in shown_classes)
    up = (base - top) * narrowest  # pixels for a density of 1/sd: the highest curve reaches the top

    def curve(mean: float, sd: float, inside: float = 0.0) -> QPolygonF:
        """A normal curve is the standard one, shifted and stretched; or, by some pixels, inside that."""
        wide, tall = max(sd * across - inside, 0.5), max(up / sd - inside, 0.5)
        return QTransform(wide, 0, 0, -tall, place.x() + (mean - low) * across, base).map(_BELL)

    bells = {c: curve(means[c], sds[c]) for c in shown_classes}
    # The line hides the fill's rough edge, and a smooth one costs more than all the rest.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(_NO_PEN)
    for c, bell in bells.items():
        painter.setBrush(fill(brush.fonts.style(c).fill, 0.13))
        painter.drawPolygon(bell)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(_NO_BRUSH)
    for c, bell in bells.items():
        style = brush.fonts.style(c)
        if style.hollow or theme.line_normal > 2:
            painter.setPen(_curve_pen(style.fill, theme.line_normal, style.hollow, False))
            painter.drawPolyline(bell)
        else:  # two fine lines beside each other look the same and are painted many times faster
            painter.setPen(_curve_pen(style.fill, 1.0, False, False))
            painter.drawPolyline(bell)
            painter.drawPolyline(curve(means[c], sds[c], theme.line_normal - 1))
        if others is not None and others.present[c]:
            painter.save()
            painter.setClipRect(QRectF(place.x(), top - px(2), place.width(), base - top + px(4)))
            painter.setPen(_curve_pen(style.fill, px(1.2), False, True))
            painter.drawPolyline(curve(float(others.mean[c]), float(others.sd[c])))
            painter.restore()
    if math.isnan(data.value):
        return
    x = place.x() + (min(max(data.value, low), high) - low) * across
    brush.line(x, top - px(2), x, base + px(3), theme.ink, theme.line_cursor)
    for c in shown_classes:
        z = (data.value - means[c]) / sds[c]
        brush.marker(x, base - math.exp(-0.5 * min(z * z, 1400.0)) / sds[c] * up, c)


def _base(theme: Theme, y: float, height: float) -> float:
    """Where the curves stand in a block."""
    return y + min(height, theme.px(LEAST_LINES * LINE + AIR)) - theme.px(8)


def _bell(points: int = 29, reach: float = 3.2) -> QPolygonF:
    """The standard normal curve with height 1, from baseline to baseline."""
    steps = [reach * (2 * i / (points - 1) - 1) for i in range(points)]
    return QPolygonF(
        [QPointF(-reach, 0), *(QPointF(z, math.exp(-0.5 * z * z)) for z in steps), QPointF(reach, 0)]
    )


_BELL = _bell()
# Made once: Python's enumerations are slow to hand over.
_NO_PEN, _NO_BRUSH = QPen(Qt.PenStyle.NoPen), QBrush(Qt.BrushStyle.NoBrush)


@lru_cache(maxsize=128)
def _curve_pen(colour: str, width: float, dashed: bool, dotted: bool) -> QPen:
    made = QPen(pen(colour, width))
    made.setJoinStyle(Qt.PenJoinStyle.BevelJoin)  # the quickest; the corners are too blunt to tell
    if dashed:
        made.setDashPattern([4, 2])
    elif dotted:
        made.setStyle(Qt.PenStyle.DotLine)
    return made


def decimals(data: NormalsData) -> int:
    """Three; more where the smallest deviation would lose its digits, fewer where it is large."""
    sds = [
        sd
        for sd, there in zip(data.sd.tolist(), data.present.tolist(), strict=True)
        if there and 0 < sd < math.inf
    ]
    if not sds:
        return 3
    size = math.floor(math.log10(min(sds)))
    return min(1 - size, 5) if size < -2 else 3 if size < 1 else max(3 - size, 0)


def factor_text(p: float | None) -> str:
    """A density or probability with four decimals; at the floor, and for none, in words."""
    if p is None:
        return "–"
    if p <= FLOOR * 1.001:
        return "1e−75"
    if p < 0.00005:
        return "<0.0001"
    return fixed(p, 4) if p < 10_000 else f"{p:.3g}"
