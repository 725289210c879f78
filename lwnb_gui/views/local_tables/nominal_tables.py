"""Lines of a nominal attribute: for each value the weighted counts W and P(a | c) by class."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from lwnb_core.data.attribute import Attribute
from lwnb_gui.views.drawing.canvas import Canvas, elided
from lwnb_gui.views.drawing.inks import class_ink
from lwnb_gui.views.drawing.legend import Entry, entry_width
from lwnb_gui.views.drawing.scene import Hotspot, Line, Marker, Rect, Shape, Telling, Text
from lwnb_gui.views.links import Cell
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
_LEAST, _COMFORTABLE, _MOST, _COMPARED = 118.0, 150.0, 198.0, 44.0  # pixels of a class
_NAME, _VALUE, _WIDEST_VALUE = 96.0, 36.0, 104.0
_MEASURED = 40  # values of an attribute
_NAME_SHARE = 0.38  # of the width, at most, for names in the window
_HIGHLIGHT_PADDING = 12.0  # pixels around the text of a highlighted cell
# Pixels that P(a|c) keeps where the counts need space: with a bar, or without where names would be cut short.
_SHARE, _BARE_SHARE, _NAMES = 72.0, 54.0, 150.0
_LEAST_BAR = 8.0
_LINK = 200.0  # width of the link to further classes in the header
_MISSING = "missing: factor left out"


class NominalColumns(NamedTuple):
    """Where the columns are: names and values by left edge and width, numbers of each class by right ends."""

    name: tuple[float, float]
    value: tuple[float, float]
    classes: tuple[int, ...]
    hidden: int  # further classes
    count_space: float
    counts: tuple[float, ...]
    shares: tuple[float, ...]  # left ends of P(a | c)
    probabilities: tuple[float, ...]
    nb: tuple[float, ...]  # NB's P, where compared
    bar: float
    attribute_names: dict[int, str]


def classes_at_once(reading: TablesReading, canvas: Canvas) -> int:
    """How many classes fit side by side."""
    if not reading.nominal:
        return len(reading.explanation.classes)
    least = canvas.theme.px(_LEAST + (_COMPARED if reading.nb_tables is not None else 0.0))
    space = _space(canvas, _value_width(reading, canvas, is_spacious=False))
    return max(1, int(space // least))


def _space(canvas: Canvas, values: float) -> float:
    """Pixels for the numbers of all classes, where values take so many."""
    return canvas.width - canvas.theme.px(2 * EDGE + _NAME) - values


def _value_width(reading: TablesReading, canvas: Canvas, *, is_spacious: bool) -> float:
    """Of all values, up to a number: no column moves when others are shown."""
    px = canvas.theme.px
    values = _values(tuple([reading.explanation.attributes[j] for j in _predictors(reading)]))
    width = max(widest(values, "strong", canvas) + px(14), px(_VALUE))
    return width if is_spacious else min(width, px(_WIDEST_VALUE))


def _predictors(reading: TablesReading) -> list[int]:
    """In the file's order: in another order of the tables the columns are the same."""
    return sorted(block.attribute for block in reading.nominal)


def _values(attributes: tuple[Attribute, ...]) -> tuple[str, ...]:
    """The values by which their column is measured."""
    return longest(tuple({value: None for one in attributes for value in one.values[:_MEASURED]}))


def _highlighted_width(canvas: Canvas) -> float:
    """Of a highlighted count, which says how much of it is the neighbour's."""
    part = canvas.measure("00.00 of ", "small strong") + canvas.measure("00.00", "strong")
    return part + canvas.theme.px(_HIGHLIGHT_PADDING)


def _names_width(reading: TablesReading, canvas: Canvas, *, is_spacious: bool) -> float:
    """Of the longest attribute, with the space behind it."""
    names = [reading.explanation.attributes[j].name for j in _predictors(reading)]
    has_note = is_spacious and any(reading.is_missing(block.attribute) for block in reading.nominal)
    note = canvas.measure(_MISSING, "small italic") if has_note else 0.0
    return max(widest(names, "text", canvas), note) + canvas.theme.px(16)


def needed_width(
    reading: TablesReading, classes: Sequence[int], canvas: Canvas, *, legend: bool = False
) -> float:
    """With which no name is cut that is usual in its length; `classes` stand side by side."""
    px, n = canvas.theme.px, len(classes)
    a_class = max(px(_COMFORTABLE), _highlighted_width(canvas) + px(_SHARE))
    a_class += px(_COMPARED) if reading.nb_tables is not None else 0.0
    names = _names_width(reading, canvas, is_spacious=True)
    table = names + _value_width(reading, canvas, is_spacious=True) + n * a_class
    entries = (
        sum(entry_width(text, canvas) for _, text in nominal_legend(reading, classes)) if legend else 0.0
    )
    return px(2 * EDGE) + max(table, entries)


def least_width(reading: TablesReading, classes: Sequence[int], canvas: Canvas) -> float:
    """The width from which on the numbers of these classes stand beside each other."""
    px = canvas.theme.px
    a_class = _LEAST + (_COMPARED if reading.nb_tables is not None else 0.0)
    values = _value_width(reading, canvas, is_spacious=False)
    return px(2 * EDGE + _NAME + len(classes) * a_class) + values


def nominal_columns(reading: TablesReading, classes: tuple[int, ...], canvas: Canvas) -> NominalColumns:
    """Names of attributes first, as long as the numbers keep a comfortable width."""
    px, width = canvas.theme.px, canvas.width
    compared = reading.nb_tables is not None
    is_spacious = width >= needed_width(reading, classes, canvas)
    value = _value_width(reading, canvas, is_spacious=is_spacious)
    widest_name = _names_width(reading, canvas, is_spacious=is_spacious)
    n, extra = max(len(classes), 1), px(_COMPARED) if compared else 0.0
    names = widest_name if is_spacious else min(widest_name, _NAME_SHARE * width)
    free = width - px(2 * EDGE) - names - value
    # A highlighted count must not cover the next class's.
    highlighted = _highlighted_width(canvas)
    left = width - px(2 * EDGE) - value - n * (highlighted + px(_SHARE) + extra)
    share = px(_SHARE if left >= min(widest_name, px(_NAMES)) else _BARE_SHARE)
    comfortable = max(px(_COMFORTABLE), highlighted + share)
    step = min(_space(canvas, value) / n, max(free / n, comfortable + extra), px(_MOST) + extra)
    first = width - px(EDGE) - step * len(classes)
    wide = step - extra
    count = max(wide * 0.5, min(highlighted, wide - share))
    second, p = first + count * n, wide - count + extra
    value_at = first - value + px(6)
    name = (px(EDGE), value_at - px(EDGE + 14))
    ends = [second + p * (i + 1) for i in range(n)]
    predictors = _predictors(reading)
    attributes = [reading.explanation.attributes[j].name for j in predictors]
    return NominalColumns(
        name,
        (value_at, value - px(10)),
        classes,
        len(reading.explanation.classes) - len(classes),
        count,
        tuple([first + count * (i + 1) for i in range(n)]),
        tuple([end - p + px(10) for end in ends]),
        tuple([end - extra for end in ends]),
        tuple(ends) if compared else (),
        max(p - extra - px(54), 0.0),
        dict(zip(predictors, fitted(attributes, "text", name[1], canvas), strict=True)),
    )


def nominal_height(block: Block, canvas: Canvas) -> float:
    return round(canvas.theme.px(max(line_count(block), 1) * LINE + _PADDING))


def nominal_legend(reading: TablesReading, classes: Sequence[int]) -> list[Entry]:
    """The classes that are shown and their names; and how many are not."""
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
        probability = columns.probabilities[i]
        text = "P(a | c)" if probability - columns.shares[i] > px(62) else "P"
        for title, end in (("W", columns.counts[i]), (text, probability)):
            shapes.append(Text(end - px(12), middle, title, "small", "ink2", "right"))
            shapes.append(Marker(end - px(4), middle, c, px(8.3)))
        if columns.nb:
            shapes.append(Text(columns.nb[i], middle, "NB's", "small", "ink2", "right"))
    return shapes


def classes_spot(columns: NominalColumns, tip: Telling, y: float, canvas: Canvas) -> list[Hotspot]:
    """Where a click in the header shows further classes."""
    if not columns.hidden:
        return []
    px = canvas.theme.px
    return [Hotspot(0, y, px(_LINK), px(HEAD), tip, TablePart("classes"), is_link=True)]


def nominal_block(
    reading: TablesReading, block: Block, columns: NominalColumns, y: float, canvas: Canvas
) -> tuple[list[Shape], list[Hotspot]]:
    """An attribute from a height on: its name, a line for each value; the instance's own stands out."""
    px, j = canvas.theme.px, block.attribute
    own, is_missing = reading.value_code(j), reading.is_missing(j)
    line, top = px(LINE), y + px(_PADDING / 2)
    tip = partial(attribute_tip, reading, j)
    spots = [Hotspot(0, y, canvas.width, nominal_height(block, canvas), tip, TablePart("attribute", j))]
    ink = "ink3" if is_missing else "ink"
    shapes: list[Shape] = [Text(columns.name[0], top + line / 2, columns.attribute_names[j], "text", ink)]
    if is_missing:
        shapes.append(_missing(block, columns, top, canvas))
    values = reading.explanation.attributes[j].values
    texts = fitted([values[v] for v in block.codes], "strong", columns.value[1], canvas)
    for i, (v, text) in enumerate(zip(block.codes, texts, strict=True)):
        at = top + i * line
        if not canvas.sees(at, at + line):  # an attribute may have thousands of values
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
    """Below the name, or right of it where there is no second line."""
    line = canvas.theme.px(LINE)
    (x, space), y = columns.name, top + 1.5 * line
    if line_count(block) < 2:
        (x, space), y = columns.value, top + line / 2
        space += canvas.theme.px(120)
    return Text(x, y, elided(_MISSING, "small italic", space, canvas.measure), "small italic", "ink3")


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
    """The counts and P(a | c) of a value in a line."""
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
        end, left = columns.counts[i], columns.shares[i]
        if cell is not None and cell.class_code == c and cell.value == v:
            shapes += _highlighted(count, reading.part, columns, end, y, canvas, font)
        else:
            shapes.append(Text(end, middle, count, font, ink, "right"))
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
    """NB's P(a | c): a line across the bar, and the number."""
    px, line = canvas.theme.px, canvas.theme.px(LINE)
    shapes: list[Shape] = [Text(end, y + line / 2, numbers.nb_text(c), "text", "ink2", "right")]
    if bar_at is not None and numbers.nb is not None:
        x = bar_at + columns.bar * min(numbers.nb[c], 1.0)
        shapes.append(Line(x, y + px(3), x, y + line - px(3), "ink", px(1.2)))
    return shapes


def _highlighted(
    count: str, part: str, columns: NominalColumns, end: float, y: float, canvas: Canvas, font: str
) -> list[Shape]:
    """A highlighted count; with a neighbour under the mouse, its part of it where the column has space: the
    panel's title says the same weight.
    """
    px, line, measure = canvas.theme.px, canvas.theme.px(LINE), canvas.measure
    whole, before = measure(count, font), measure(part, "small strong") if part else 0.0
    if whole + before + px(_HIGHLIGHT_PADDING) > columns.count_space + 1:
        part, before = "", 0.0
    width = max(whole + before + px(8), min(columns.count_space - px(8), px(70)))
    shapes: list[Shape] = [
        highlight(end - width, y + 1, width + px(5), line - 2),
        Text(end, y + line / 2, count, font, "ink", "right"),
    ]
    if part:
        shapes.append(Text(end - whole, y + line / 2, part, "small strong", "ink", "right"))
    return shapes


def _cells(
    reading: TablesReading, j: int, v: int, columns: NominalColumns, y: float, canvas: Canvas
) -> list[Hotspot]:
    """The count and the P(a | c) of a class are the same cell."""
    px, line = canvas.theme.px, canvas.theme.px(LINE)
    spots = []
    for i, c in enumerate(columns.classes):
        cell = Cell(j, c, v)
        tip = partial(cell_tip, reading, cell)
        left, right = columns.shares[i] - px(8), (columns.nb or columns.probabilities)[i]
        spots.append(
            Hotspot(columns.counts[i] - columns.count_space, y, columns.count_space, line, tip, cell)
        )
        spots.append(Hotspot(left, y, right + 2 - left, line, tip, cell))
    return spots
