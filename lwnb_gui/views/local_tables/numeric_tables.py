"""Rows of a numeric attribute: small normal curves, then mean, sd and p(a | c) by class."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from lwnb_core.local.naive_bayes import NumericTable
from lwnb_gui.text import number, printable
from lwnb_gui.views.drawing.canvas import Canvas, elided
from lwnb_gui.views.drawing.inks import class_ink
from lwnb_gui.views.drawing.scene import Clip, Hotspot, Marker, Path, Rect, Shape, Text
from lwnb_gui.views.links import LocalTableCell
from lwnb_gui.views.local_tables.normals import NormalsReading
from lwnb_gui.views.local_tables.table_lines import (
    EDGE,
    HEAD,
    LINE,
    TablePart,
    bar,
    empty_bar,
    fitted,
    highlight,
    line_count,
    more_spot,
    widest,
)
from lwnb_gui.views.local_tables.table_tips import attribute_tip, cell_tip
from lwnb_gui.views.local_tables.tables_reading import Block, TablesReading
from lwnb_gui.views.wording.numbers import is_at_floor

_PADDING, _LEAST_LINES = 10.0, 3
_NAME, _NARROW_NAME, _CURVE = 96.0, 84.0, 156.0
# Space for numbers as long as −0.08617, 0.00035 and, in bold, 752.2707, from the right end of p(a | c).
_MEAN, _SD, _BEFORE_MEAN = 138.0, 76.0, 62.0
_RELATIVE, _RELATIVE_BAR = 78.0, 66.0
_NB_P, _NB_ALL = 72.0, 204.0  # NB's p(a | c), without and with its mean and deviation
_NB_MEAN = 134.0  # measured from the right end of NB's p(a | c)
_LONG = 10.0  # a number from here on may be longer than those above
_GAP = 8.0  # between two numbers
_WIDE = 600.0  # from here on there is space for longer names
_WIDE_NB = 660.0  # and from here on for NB's mean and deviation
_CLASS, _CLASS_SHARE = 34.0, 0.62  # around the name of a class; the most that names take from the curves
_LEAST_CURVE = 44.0
_LONGEST_NAME = 140.0  # pixels of the name of a class for which a table becomes wider
_TINT = "13%"
_REACH, _POINTS = 3.2, 29  # of a curve, in deviations; corners
_NEEDLE = 4.0  # a curve this many times as high as the next one is cut

# The standard normal with height 1, from baseline to baseline.
_BELL = (
    (-_REACH, 0.0),
    *((z, math.exp(-0.5 * z * z)) for z in (_REACH * (2 * i / (_POINTS - 1) - 1) for i in range(_POINTS))),
    (_REACH, 0.0),
)


class NumericColumns(NamedTuple):
    """The positions of columns: names and curves by left edge and width, numbers by their right ends."""

    name: tuple[float, float]
    curve: tuple[float, float]
    class_at: float
    class_space: float
    mean: float
    sd: float
    p: float
    nb: tuple[tuple[str, float], ...]  # titles of NB's numbers and their right ends
    relative: tuple[float, float] | None
    class_names: tuple[str, ...]
    attribute_names: dict[int, str]


def needed_width(reading: TablesReading, canvas: Canvas) -> float:
    """Return the width at which no name of usual length is cut."""
    return _needed_width(reading, sum(_beyond_usual(reading, canvas)), canvas)


def _needed_width(reading: TablesReading, beyond: float, canvas: Canvas) -> float:
    """Return the same if the longest mean and deviation need this many pixels more than usual."""
    px = canvas.theme.px
    compared = reading.nb_tables is not None
    classes = max(_longest_class(reading, canvas, is_spacious=True) + px(_CLASS), px(70))
    free = max(px(_CURVE) + classes, classes / _CLASS_SHARE)
    numbers = px(_BEFORE_MEAN + _MEAN + (_NB_ALL + EDGE if compared else _RELATIVE + 14))
    numbers += (2 if compared else 1) * beyond
    return px(EDGE) + _name_width(reading, canvas, is_spacious=True) + px(8) + free + numbers


def least_width(reading: TablesReading, canvas: Canvas) -> float:
    """Return the width from which on the names of the classes are legible beside their curves."""
    px = canvas.theme.px
    names = min(widest(reading.explanation.classes, "text", canvas), px(_LONGEST_NAME)) + px(_CLASS)
    numbers = px(_BEFORE_MEAN + _MEAN + EDGE) + sum(_beyond_usual(reading, canvas))
    return px(EDGE + _NARROW_NAME + 8) + max(names / _CLASS_SHARE, names + px(_LEAST_CURVE)) + numbers


def _beyond_usual(reading: TablesReading, canvas: Canvas) -> tuple[float, float]:
    """Return by how many pixels the longest mean and deviation are wider than usual, as for time stamps."""
    texts = []
    for block in reading.numeric:
        j = block.attribute
        if _may_be_long(reading.numeric_table(j)):
            compared = reading.nb_normals(j)
            for normals in (reading.normals(j), *([compared] if compared else [])):
                texts += [normals.texts(c) for c in block.codes]
    mean = max((canvas.measure(mean) for mean, _, _ in texts), default=0.0)
    sd = max((canvas.measure(sd) for _, sd, _ in texts), default=0.0)
    px = canvas.theme.px
    return max(mean - px(_BEFORE_MEAN), 0.0), max(sd - px(_MEAN - _SD - _GAP), 0.0)


def _may_be_long(table: NumericTable) -> bool:
    return any(abs(number) >= _LONG for number in (*table.mean.tolist(), *table.sd.tolist()))


def _longest_class(reading: TablesReading, canvas: Canvas, *, is_spacious: bool) -> float:
    """Return the width of the longest class; if space is scarce, of the classes shown without expanding."""
    classes = reading.explanation.classes
    if is_spacious:
        return widest(classes, "text", canvas)
    return max((canvas.measure(printable(classes[c])) for c in reading.lines), default=0.0)


def _name_width(reading: TablesReading, canvas: Canvas, *, is_spacious: bool) -> float:
    px = canvas.theme.px
    if is_spacious:
        attributes, predictors = reading.explanation.attributes, sorted(b.attribute for b in reading.numeric)
        names = widest([attributes[j].name for j in predictors], "text", canvas)
        return max(names, canvas.measure("attribute = value", "small"), px(_NAME))
    return px(_NAME if canvas.width >= px(_WIDE) and reading.nb_tables is None else _NARROW_NAME)


def numeric_columns(reading: TablesReading, canvas: Canvas, *, narrow: bool) -> NumericColumns:
    """Place columns from the right: numbers, which are never cut, then names of classes, then curves."""
    px, width, compared = canvas.theme.px, canvas.width, reading.nb_tables is not None
    more_mean, more_sd = _beyond_usual(reading, canvas)
    is_spacious = width >= _needed_width(reading, more_mean + more_sd, canvas)
    has_relative = not narrow and not compared
    relative = (width - px(_RELATIVE), px(_RELATIVE_BAR)) if has_relative else None
    right = width - px(_RELATIVE + 14 if has_relative else EDGE)
    nb: tuple[tuple[str, float], ...] = ()
    if compared and width >= px(_WIDE_NB) + 2 * (more_mean + more_sd):
        nb_mean = right - px(_NB_MEAN) - more_sd
        nb = (("NB mean", nb_mean), ("sd", right - px(_NB_P)), ("p(a | c)", right))
        right = nb_mean - px(_NB_ALL - _NB_MEAN) - more_mean
    elif compared:
        nb = (("NB's p", right),)
        right -= px(_NB_P)
    mean = right - px(_MEAN) - more_sd
    before_mean = px(_BEFORE_MEAN) + more_mean
    name = (px(EDGE), _name_width(reading, canvas, is_spacious=is_spacious))
    left = name[0] + name[1] + px(8)
    free = mean - before_mean - left
    # A long name of a class is worth a narrower curve.
    longest = _longest_class(reading, canvas, is_spacious=is_spacious)
    names = min(max(longest + px(_CLASS), px(70)), free * _CLASS_SHARE)
    curve = min(max(free - names, px(20)), px(_CURVE))
    class_at = left + curve + px(20)
    class_space = max(mean - before_mean - px(13) - class_at, px(12))
    explanation, predictors = reading.explanation, sorted(block.attribute for block in reading.numeric)
    attributes = fitted([explanation.attributes[j].name for j in predictors], "text", name[1], canvas)
    return NumericColumns(
        name,
        (left, curve),
        class_at,
        class_space,
        mean,
        right - px(_SD),
        right,
        nb,
        relative,
        fitted(explanation.classes, "text", class_space, canvas),
        dict(zip(predictors, attributes, strict=True)),
    )


def numeric_height(block: Block, canvas: Canvas) -> float:
    return round(canvas.theme.px(max(line_count(block), _LEAST_LINES) * LINE + _PADDING))


def numeric_header(columns: NumericColumns, y: float, canvas: Canvas) -> list[Shape]:
    px, middle = canvas.theme.px, y + canvas.theme.px(HEAD / 2)
    title = "attribute = value"
    if canvas.measure(title, "small") > columns.name[1] + px(6):
        title = "attribute"
    curves = "weighted normal curves" if columns.curve[1] > px(125) else "curves"
    shapes: list[Shape] = [
        Text(columns.name[0], middle, title, "small", "ink2"),
        Text(columns.curve[0], middle, curves, "small", "ink2"),
        Text(columns.class_at - px(6), middle, "class", "small", "ink2"),
    ]
    numbers = (("mean", columns.mean), ("deviation", columns.sd), ("likelihood", columns.p), *columns.nb)
    shapes += [Text(x, middle, text, "small", "ink2", "right") for text, x in numbers]
    if columns.relative is not None:
        shapes.append(Text(columns.relative[0], middle, "relative", "small", "ink2"))
    return shapes


def numeric_block(
    reading: TablesReading, block: Block, columns: NumericColumns, y: float, canvas: Canvas
) -> tuple[list[Shape], list[Hotspot]]:
    """Draw an attribute at a height: its name and value, its curves, and a row for each class."""
    px, j = canvas.theme.px, block.attribute
    data, nb = reading.normals(j), reading.nb_normals(j)
    top, line = y + px(_PADDING / 2), px(LINE)
    tip = partial(attribute_tip, reading, j)
    height = numeric_height(block, canvas)
    spots = [Hotspot(0, y, canvas.width, height, tip, TablePart("attribute", j))]
    shapes = _name(reading, data, columns, j, top, canvas)
    highlighted = reading.highlighted.get(j)
    left = columns.class_at - px(10)
    whole = 0.0 if data.factors is None else sum(data.factors)
    for i, c in enumerate(block.codes):
        at = top + i * line
        if highlighted is not None and highlighted.class_code == c:
            shapes.append(highlight(left, at, columns.p + px(5) - left, line))
        shapes += _class_line(data, nb, c, whole, columns, at, canvas)
        cell = LocalTableCell(j, c)
        spots.append(Hotspot(left, at, canvas.width - left, line, partial(cell_tip, reading, cell), cell))
    if block.hidden:
        at = top + len(block.codes) * line
        more = f"… {block.hidden} more"
        shapes.append(Text(columns.class_at + px(10), at + line / 2, more, "small", "ink3"))
        spots.append(more_spot(block, tip, at, canvas))
    classes = [c for c in block.codes if data.present[c]]
    return shapes + _curves(data, nb, classes, columns, (y, height), canvas), spots


def _name(
    reading: TablesReading, data: NormalsReading, columns: NumericColumns, j: int, top: float, canvas: Canvas
) -> list[Shape]:
    """Draw the attribute, the instance's value, and the neighbour's part of a highlighted class."""
    (left, space), line = columns.name, canvas.theme.px(LINE)
    first, second, third = (top + line * (i + 0.5) for i in range(3))
    shapes: list[Shape] = [Text(left, first, columns.attribute_names[j])]
    if math.isnan(data.value):
        shapes.append(Text(left, second, "missing", "small italic", "ink3"))
        shapes.append(Text(left, third, "factor left out", "small", "ink3"))
        return shapes
    value = elided(number(data.value), "strong", space, canvas.measure)
    shapes.append(Text(left, second, value, "strong"))
    part = reading.part_of_class(j)
    if part:
        part = elided(part, "small strong", space, canvas.measure)
        shapes.append(Text(left, third, part, "small strong", "accent"))
    return shapes


def _class_line(
    data: NormalsReading,
    nb: NormalsReading | None,
    c: int,
    whole: float,
    columns: NumericColumns,
    y: float,
    canvas: Canvas,
) -> list[Shape]:
    """Draw the numbers of a class; `whole` is the sum of all classes' factors."""
    px, middle = canvas.theme.px, y + canvas.theme.px(LINE / 2)
    ink, opacity = ("ink", 1.0) if data.present[c] else ("ink3", 0.45)
    mean, sd, factor = data.texts(c)
    p = data.factor(c)
    is_best = c == data.best and p is not None
    shapes: list[Shape] = [
        Marker(columns.class_at, middle, c, px(8.3), opacity),
        Text(columns.class_at + px(10), middle, columns.class_names[c], "text", ink),
        Text(columns.mean, middle, mean, "text", ink, "right"),
        Text(columns.sd, middle, sd, "text", ink, "right"),
        Text(columns.p, middle, factor, "strong" if is_best else "text", ink, "right"),
    ]
    if nb is not None:
        texts = nb.texts(c)[-len(columns.nb) :]
        for (_, x), text in zip(columns.nb, texts, strict=True):
            shapes.append(Text(x, middle, text, "text", "ink2", "right"))
    if columns.relative is not None:
        left, width = columns.relative
        shapes.append(empty_bar(left, y, width, "fill", canvas))
        if p is not None and whole > 0 and not is_at_floor(p):
            shapes += bar(left, y, width, p / whole, class_ink(c, "area"), canvas)
    return shapes


class _Plot(NamedTuple):
    """Curves on one scale."""

    left: float
    base: float
    low: float
    across: float  # pixels of a unit of the attribute
    up: float  # pixels for a density of 1/sd: the highest curve that is not cut reaches the top
    most: float = math.inf  # pixels of a curve; what is higher is cut

    def bell(self, mean: float, sd: float) -> tuple[tuple[float, float], ...]:
        middle, wide = self.left + (mean - self.low) * self.across, max(sd * self.across, 0.5)
        base, tall = self.base, max(self.up / sd, 0.5)
        return tuple([(middle + u * wide, base - min(v * tall, self.most)) for u, v in _BELL])


def _curves(
    data: NormalsReading,
    nb: NormalsReading | None,
    classes: list[int],
    columns: NumericColumns,
    stretch: tuple[float, float],
    canvas: Canvas,
) -> list[Shape]:
    """Draw a curve for each class, NB's dotted, the value as a line, and marks where it meets the curves.

    `stretch` is the height from which there is space for them, and how much.
    """
    px, theme, (left, width), (y, height) = canvas.theme.px, canvas.theme, columns.curve, stretch
    top, base = y + px(7), y + min(height, px(_LEAST_LINES * LINE + _PADDING)) - px(8)
    shapes: list[Shape] = [Rect(left, round(base), width, 1, "separator_strong")]
    if not classes:
        return shapes
    compared = [] if nb is None else [c for c in classes if nb.present[c]]
    low, high = data.span
    if nb is not None and compared:
        low = min(low, *(nb.means[c] - 2.5 * nb.sds[c] for c in compared))
        high = max(high, *(nb.means[c] + 2.5 * nb.sds[c] for c in compared))
    up = (base - top) * _highest(data.sds[c] for c in classes)
    plot = _Plot(left, base, low, width / (high - low), up)
    cut = plot._replace(most=base - top)
    bells = {c: cut.bell(data.means[c], data.sds[c]) for c in classes}
    shapes += [Path(bells[c], fill=f"{class_ink(c)} {_TINT}", is_outlined=True) for c in classes]
    line = theme.line_normal
    for c in classes:
        dash = (4 * line, 2 * line) if theme.class_style(c).hollow else ()
        shapes.append(Path(bells[c], class_ink(c), line, dash=dash))
    if nb is not None and compared:
        fine = 0.75 * line
        dotted = [
            Path(plot.bell(nb.means[c], nb.sds[c]), class_ink(c), fine, dash=(fine, 2 * fine))
            for c in compared
        ]
        shapes.append(Clip(left, top - px(2), width, base - top + px(4), tuple(dotted)))
    if not math.isnan(data.value):
        x = left + (min(max(data.value, low), high) - low) * plot.across
        line_width = theme.line_cursor
        shapes.append(Rect(x - line_width / 2, top - px(2), line_width, base - top + px(5), "ink"))
        for c in classes:
            z = (data.value - data.means[c]) / data.sds[c]
            density = math.exp(-0.5 * min(z * z, 1400.0)) * up / data.sds[c]
            shapes.append(Marker(x, base - min(density, cut.most), c, px(8.3)))
    return shapes


def _highest(deviations: Iterable[float]) -> float:
    """Return the deviation of the curve that reaches the top: the narrowest, except for needles.

    A class with a single neighbour has almost no deviation; scaled to that, all other curves would be flat.
    """
    widest, *others = sorted(deviations, reverse=True)
    highest = widest
    for sd in others:
        if highest > _NEEDLE * sd:
            break
        highest = sd
    return highest
