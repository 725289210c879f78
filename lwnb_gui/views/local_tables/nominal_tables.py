"""Rows of a nominal attribute: for each value its weight and its share, P(a | c), in each class."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from lwnb_core import Attribute
from lwnb_gui.views.drawing.canvas import Canvas, elided
from lwnb_gui.views.drawing.inks import class_ink
from lwnb_gui.views.drawing.legend import Entry, entry_width
from lwnb_gui.views.drawing.scene import Hotspot, Line, Marker, Rect, Shape, Telling, Text
from lwnb_gui.views.links import LocalTableCell
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
    longest,
    more_spot,
    widest,
)
from lwnb_gui.views.local_tables.table_tips import attribute_tip, cell_tip
from lwnb_gui.views.local_tables.tables_reading import Block, NominalLine, TablesReading
from lwnb_gui.views.wording.names import brief_all

_PADDING = 7.0
_LEAST, _COMFORTABLE, _MOST = 52.0, 75.0, 99.0  # pixels of a column of numbers
_NAME, _VALUE, _WIDEST_VALUE = 96.0, 36.0, 104.0
_MEASURED = 40  # values of an attribute
_NAME_SHARE = 0.38  # of the width, at most, for names in the window
_WEIGHT, _SHARE, _NB = "weight", "share", "NB's"
_MARK, _APART = 12.0, 8.0  # pixels of a title's marker, and between two titles
_BESIDE_BAR, _LEAST_BAR = 54.0, 8.0
_LINK = 200.0  # width of the link to further classes in the header
_MISSING = "missing: factor left out"


class NominalColumns(NamedTuple):
    """The positions of columns: names and values by left edge and width, numbers by right ends."""

    name: tuple[float, float]
    value: tuple[float, float]
    classes: tuple[int, ...]
    hidden: int  # further classes
    space: float  # of each column of numbers: all are equally wide
    counts: tuple[float, ...]
    probabilities: tuple[float, ...]
    nb: tuple[float, ...]  # NB's P, where compared
    bar: float  # left of each P(a | c)
    attribute_names: dict[int, str]


def classes_at_once(reading: TablesReading, canvas: Canvas) -> int:
    """Return how many classes fit side by side."""
    if not reading.nominal:
        return len(reading.explanation.classes)
    space = _space(canvas, _value_width(reading, canvas, is_spacious=False))
    return max(1, int(space // (_columns_of_a_class(reading) * _least_column(canvas))))


def _columns_of_a_class(reading: TablesReading) -> int:
    return 2 if reading.nb_tables is None else 3


def _least_column(canvas: Canvas) -> float:
    """Return the width in which a column's title fits, spelled out and with the class's marker."""
    px = canvas.theme.px
    title = max(canvas.measure(text, "small") for text in (_WEIGHT, _SHARE))
    return max(title + px(_MARK + _APART), px(_LEAST))


def _space(canvas: Canvas, values: float) -> float:
    """Return the pixels for the numbers of all classes, given the width of the values."""
    return canvas.width - canvas.theme.px(2 * EDGE + _NAME) - values


def _value_width(reading: TablesReading, canvas: Canvas, *, is_spacious: bool) -> float:
    """Return the width of all values, up to a number, so that no column moves when others are shown."""
    px = canvas.theme.px
    values = _values(tuple([reading.explanation.attributes[j] for j in _predictors(reading)]))
    width = max(widest(values, "strong", canvas) + px(14), px(_VALUE))
    return width if is_spacious else min(width, px(_WIDEST_VALUE))


def _predictors(reading: TablesReading) -> list[int]:
    """Return predictors in the file's order: whatever the order of the tables, the columns are the same."""
    return sorted(block.attribute for block in reading.nominal)


def _values(attributes: tuple[Attribute, ...]) -> tuple[str, ...]:
    """Return the values by which their column is measured."""
    return longest(tuple({value: None for one in attributes for value in one.values[:_MEASURED]}))


def _names_width(reading: TablesReading, canvas: Canvas, *, is_spacious: bool) -> float:
    """Return the width of the longest attribute, with the space after it."""
    names = [reading.explanation.attributes[j].name for j in _predictors(reading)]
    has_note = is_spacious and any(reading.is_missing(block.attribute) for block in reading.nominal)
    note = canvas.measure(_MISSING, "small italic") if has_note else 0.0
    return max(widest(names, "text", canvas), note) + canvas.theme.px(16)


def needed_width(
    reading: TablesReading, classes: Sequence[int], canvas: Canvas, *, legend: bool = False
) -> float:
    """Return the width at which no name of usual length is cut; `classes` stand side by side."""
    px = canvas.theme.px
    numbers = len(classes) * _columns_of_a_class(reading) * max(px(_COMFORTABLE), _least_column(canvas))
    names = _names_width(reading, canvas, is_spacious=True)
    table = names + _value_width(reading, canvas, is_spacious=True) + numbers
    entries = (
        sum(entry_width(text, canvas) for _, text in nominal_legend(reading, classes)) if legend else 0.0
    )
    return px(2 * EDGE) + max(table, entries)


def least_width(reading: TablesReading, classes: Sequence[int], canvas: Canvas) -> float:
    """Return the width from which on the numbers of these classes fit beside each other."""
    px = canvas.theme.px
    numbers = len(classes) * _columns_of_a_class(reading) * _least_column(canvas)
    return px(2 * EDGE + _NAME) + _value_width(reading, canvas, is_spacious=False) + numbers


def nominal_columns(reading: TablesReading, classes: tuple[int, ...], canvas: Canvas) -> NominalColumns:
    """Return the columns; names of attributes come first, if numbers keep a comfortable width."""
    px, width = canvas.theme.px, canvas.width
    is_spacious = width >= needed_width(reading, classes, canvas)
    value = _value_width(reading, canvas, is_spacious=is_spacious)
    names = _names_width(reading, canvas, is_spacious=is_spacious)
    names = names if is_spacious else min(names, _NAME_SHARE * width)
    n, of_a_class = len(classes), _columns_of_a_class(reading)
    free, numbers = width - px(2 * EDGE) - names - value, max(n * of_a_class, 1)
    comfortable = max(px(_COMFORTABLE), _least_column(canvas))
    space = min(_space(canvas, value) / numbers, max(free / numbers, comfortable), px(_MOST))
    first = width - px(EDGE) - space * numbers
    second = first + space * n
    value_at = first - value + px(6)
    name = (px(EDGE), value_at - px(EDGE + 14))
    shares = [second + space * (1 + i * (of_a_class - 1)) for i in range(n)]
    predictors = _predictors(reading)
    attributes = [reading.explanation.attributes[j].name for j in predictors]
    return NominalColumns(
        name,
        (value_at, value - px(10)),
        classes,
        len(reading.explanation.classes) - len(classes),
        space,
        tuple([first + space * (i + 1) for i in range(n)]),
        tuple(shares),
        tuple([end + space for end in shares]) if reading.nb_tables is not None else (),
        max(space - px(_BESIDE_BAR), 0.0),
        dict(zip(predictors, fitted(attributes, "text", name[1], canvas), strict=True)),
    )


def nominal_height(block: Block, canvas: Canvas) -> float:
    return round(canvas.theme.px(max(line_count(block), 1) * LINE + _PADDING))


def nominal_legend(reading: TablesReading, classes: Sequence[int]) -> list[Entry]:
    """Return the visible classes with their names, and how many are hidden."""
    names = brief_all(reading.explanation.classes)
    entries: list[Entry] = [(c, names[c]) for c in classes]
    hidden = len(names) - len(entries)
    return [*entries, (None, f"{hidden} more classes")] if hidden else entries


def nominal_header(columns: NominalColumns, y: float, canvas: Canvas, *, legend: bool) -> list[Shape]:
    px, measure, middle = canvas.theme.px, canvas.measure, y + canvas.theme.px(HEAD / 2)
    title = "attribute"
    if columns.hidden and not legend:
        title = f"attribute · {columns.hidden} more classes ›"
        if measure(title, "small") > columns.name[1]:
            title = f"{columns.hidden} more ›"
    shapes: list[Shape] = [
        Text(columns.name[0], middle, title, "small", "ink2"),
        Text(columns.value[0], middle, "value", "small", "ink2"),
    ]
    for i, c in enumerate(columns.classes):
        for title, end in ((_WEIGHT, columns.counts[i]), (_SHARE, columns.probabilities[i])):
            shapes.append(Text(end - px(_MARK), middle, title, "small", "ink2", "right"))
            shapes.append(Marker(end - px(4), middle, c, px(8.3)))
        if columns.nb:
            shapes.append(Text(columns.nb[i], middle, _NB, "small", "ink2", "right"))
    return shapes


def classes_spot(columns: NominalColumns, tip: Telling, y: float, canvas: Canvas) -> list[Hotspot]:
    """Return the place in the header where a click shows further classes."""
    if not columns.hidden:
        return []
    px = canvas.theme.px
    return [Hotspot(0, y, px(_LINK), px(HEAD), tip, TablePart("classes"), is_link=True)]


def nominal_block(
    reading: TablesReading, block: Block, columns: NominalColumns, y: float, canvas: Canvas
) -> tuple[list[Shape], list[Hotspot]]:
    """Draw an attribute at a height: its name, and a row per value; the instance's own is highlighted."""
    px, j = canvas.theme.px, block.attribute
    own, is_missing = reading.value_code(j), reading.is_missing(j)
    line, top = px(LINE), y + px(_PADDING / 2)
    tip = partial(attribute_tip, reading, j)
    spots = [Hotspot(0, y, canvas.width, nominal_height(block, canvas), tip, TablePart("attribute", j))]
    ink = "ink3" if is_missing else "ink"
    shapes: list[Shape] = [Text(columns.name[0], top + line / 2, columns.attribute_names[j], "text", ink)]
    if is_missing:
        shapes.append(_missing(block, columns, top, canvas))
    else:
        shapes += _part(reading, block, columns, top, canvas)
    values = reading.explanation.attributes[j].values
    texts = fitted([values[v] for v in block.codes], "strong", columns.value[1], canvas)
    for i, (v, text) in enumerate(zip(block.codes, texts, strict=True)):
        at = top + i * line
        if not canvas.has_visible(at, at + line):  # an attribute may have thousands of values
            continue
        shapes += _value(text, columns, at, canvas, is_own=v == own, is_missing=is_missing)
        shapes += _numbers(reading, j, v, columns, at, canvas, is_own=v == own, is_missing=is_missing)
        spots += _cells(reading, j, v, columns, at, canvas)
    if block.hidden:
        at = top + len(block.codes) * line
        more = f"… {block.hidden:,} more"
        shapes.append(Text(columns.value[0], at + line / 2, more, "small", "ink3"))
        spots.append(more_spot(block, tip, at, canvas))
    return shapes, spots


def _missing(block: Block, columns: NominalColumns, top: float, canvas: Canvas) -> Text:
    """Draw the missing value below the name, or to its right if there is no second line."""
    line = canvas.theme.px(LINE)
    (x, space), y = columns.name, top + 1.5 * line
    if line_count(block) < 2:
        (x, space), y = columns.value, top + line / 2
        space += canvas.theme.px(120)
    return Text(x, y, elided(_MISSING, "small italic", space, canvas.measure), "small italic", "ink3")


def _part(
    reading: TablesReading, block: Block, columns: NominalColumns, top: float, canvas: Canvas
) -> list[Shape]:
    """Draw the neighbour's part of a highlighted weight below the attribute's name, if there is space."""
    text, (x, space) = reading.part_of_value(block.attribute), columns.name
    if not text or line_count(block) < 2 or canvas.measure(text, "small strong") > space:
        return []
    return [Text(x, top + 1.5 * canvas.theme.px(LINE), text, "small strong", "accent")]


def _value(
    text: str, columns: NominalColumns, y: float, canvas: Canvas, *, is_own: bool, is_missing: bool
) -> list[Shape]:
    px, line, x = canvas.theme.px, canvas.theme.px(LINE), columns.value[0]
    shapes: list[Shape] = []
    if is_own:
        shapes.append(Rect(x - px(6), y, canvas.width - x + px(6), line, "fill"))
        shapes.append(Rect(x - px(6), y, max(2.0, px(2)), line, "ink"))
    font, ink = ("strong", "ink") if is_own else ("text", "ink3" if is_missing else "ink2")
    return [*shapes, Text(x, y + line / 2, text, font, ink)]


def _numbers(
    reading: TablesReading,
    j: int,
    v: int,
    columns: NominalColumns,
    y: float,
    canvas: Canvas,
    *,
    is_own: bool,
    is_missing: bool,
) -> list[Shape]:
    """Draw the counts and P(a | c) of a value in a row."""
    px, middle = canvas.theme.px, y + canvas.theme.px(LINE / 2)
    numbers, cell = reading.nominal_line(j, v), reading.highlighted.get(j)
    font = "strong" if is_own else "text"
    ink = "ink3" if is_missing else "ink" if is_own else "ink2"
    # In the line's own fill an empty bar of that colour would vanish.
    empty, opacity = "panel" if is_own else "fill", "20%" if is_missing else "100%" if is_own else "45%"
    has_bars = columns.bar >= px(_LEAST_BAR)
    shapes: list[Shape] = []
    for i, c in enumerate(columns.classes):
        count, p = numbers.texts(c)
        end, left = columns.counts[i], columns.probabilities[i] - columns.space + px(10)
        is_highlighted = cell is not None and cell.class_code == c and cell.value == v
        if is_highlighted:
            wide = columns.space - px(8)
            shapes.append(highlight(end - wide, y + 1, wide + px(5), px(LINE) - 2))
        shapes.append(Text(end, middle, count, font, "ink" if is_highlighted else ink, "right"))
        if has_bars:
            shapes.append(empty_bar(left, y, columns.bar, empty, canvas))
            fill = f"{class_ink(c, 'area')} {opacity}"
            shapes += bar(left, y, columns.bar, numbers.probabilities[c], fill, canvas)
        shapes.append(Text(columns.probabilities[i], middle, p, font, ink, "right"))
        if columns.nb:
            shapes += _nb(numbers, c, left if has_bars else None, columns, columns.nb[i], y, canvas)
    return shapes


def _nb(
    numbers: NominalLine,
    c: int,
    bar_at: float | None,
    columns: NominalColumns,
    end: float,
    y: float,
    canvas: Canvas,
) -> list[Shape]:
    """Draw NB's P(a | c): a line across the bar, and the number."""
    px, line = canvas.theme.px, canvas.theme.px(LINE)
    shapes: list[Shape] = [Text(end, y + line / 2, numbers.nb_text(c), "text", "ink2", "right")]
    if bar_at is not None and numbers.nb is not None:
        x = bar_at + columns.bar * min(numbers.nb[c], 1.0)
        shapes.append(Line(x, y + px(3), x, y + line - px(3), "ink", px(1.2)))
    return shapes


def _cells(
    reading: TablesReading, j: int, v: int, columns: NominalColumns, y: float, canvas: Canvas
) -> list[Hotspot]:
    """Return hotspots, one for both count and P(a | c) of a class."""
    line, spots = canvas.theme.px(LINE), []
    for i, c in enumerate(columns.classes):
        cell = LocalTableCell(j, c, v)
        tip = partial(cell_tip, reading, cell)
        left, right = columns.probabilities[i] - columns.space, (columns.nb or columns.probabilities)[i]
        spots.append(Hotspot(columns.counts[i] - columns.space, y, columns.space, line, tip, cell))
        spots.append(Hotspot(left + 2, y, right - left, line, tip, cell))
    return spots
