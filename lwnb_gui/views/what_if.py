"""What if: changes that change LWNB's answer, smallest first, and the curve of one attribute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from lwnb_gui.actions import key
from lwnb_gui.text import class_names, count, printable, probabilities, small, value_text
from lwnb_gui.views.dependence import Dependence
from lwnb_gui.views.drawing.canvas import Canvas, elided
from lwnb_gui.views.drawing.scene import Hotspot, Marker, Rect, Scene, Shape, Text
from lwnb_gui.views.drawing.scene import Line as Stroke
from lwnb_gui.views.script import Script
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.names import shorten_all

if TYPE_CHECKING:
    from lwnb_core import Dependence as DependenceResult
    from lwnb_core import WhatIf as WhatIfResult
    from lwnb_core.explore.what_if_result import Change, OtherRow, Value
    from lwnb_gui.app.query import Query

HEAD, ROW = 22.0, 22.0
_PAD = 4.0
_MOST_IN_SHORT = 15  # rows in a terminal or a notebook

COLUMN_TITLES = ("attribute", "change", "d", "LWNB then says", "probability", "new neighbours")
NAME, CHANGE, D, SAYS, P, NEW = range(len(COLUMN_TITLES))
_NUMERIC = frozenset({D, P})
_RIGHT = frozenset({D, P, NEW})
_SHORT_TITLES = ("attribute", "change", "d", "then", "prob.", "new")
_TIPS = (
    "Only this attribute changes; the others keep their values. The nearest row that LWNB classifies "
    "differently has a line of its own, in which several attributes change.",
    f"Click a change, or press Enter on its line, to give the instance that value; {key('undo')} undoes it. "
    "A number is rounded to a value just beyond the point where the answer changes.",
    "The distance between the changed instance and the current one, as LWNB measures it. The smallest change "
    "comes first.",
    "LWNB’s prediction for the changed instance, at the same k.",
    "The probability that LWNB then gives this class.",
    "How many neighbours of the changed instance are not neighbours of the current one: the neighbourhood "
    "moves with the instance.",
)


class WhatIf(View["WhatIfReading"]):
    """A row for each change; its attribute's curve is drawn beside the list."""

    name = "what_if"
    title = "What if"
    area = "lower"
    help = f"""
        For each attribute, the smallest change of this attribute alone that alters LWNB’s
        prediction; the smallest change comes first. Every change leads to a new neighbourhood; the
        last column says how many of the neighbours are new. All values of a nominal attribute are
        tried. A numeric one is scanned in small steps over its range in both directions, and the
        value at which the prediction changes is then found exactly; a change that holds for less
        than one step can be overlooked.

        One line is the nearest row of the data that LWNB classifies differently.

        The curve on the right is the posterior over all values of one attribute; the others keep
        their values. Click in it, or press Enter on a line, to give the instance that value; {key("undo")}
        undoes it.

        Keys: the arrow keys choose a line and Enter applies it; in the curve the arrow keys move
        the cursor and Enter sets the value.
        """
    is_of_explanation = False
    least = (320, 120)
    nothing = "There is no test instance to change."
    spoken_name = "Changes that flip the prediction"
    script_explains = False

    def read(self, about: Subject) -> WhatIfReading | None:
        if about.what_if is None:
            return None
        lines = lines_of(about.what_if, about.first_row)
        return WhatIfReading(about.what_if, lines, about.dependence, about.first_row)

    def scene(
        self,
        reading: WhatIfReading,
        canvas: Canvas,
        *,
        chosen: int | None = None,
        with_curve: int | None = None,
        current: WhatIfLine | None = None,
    ) -> Scene:
        """Draw the list; `chosen` stands out, `with_curve` is the line whose curve is shown, `current` is
        under mouse or keys.
        """
        px, width = canvas.theme.px, canvas.width
        head, row = px(HEAD), px(ROW)
        widths = column_widths(reading, canvas)
        lefts = [0.0, *accumulate(widths)]
        shapes: list[Shape] = []
        hotspots: list[Hotspot] = []
        for column, (left, column_width) in enumerate(zip(lefts, widths, strict=False)):
            if column_width < px(12):
                continue
            text = elided(_SHORT_TITLES[column], "small", column_width - px(2 * _PAD), canvas.measure)
            shapes.append(_aligned(column, left, column_width, head / 2, text, "small", "ink2", canvas))
            hotspots.append(Hotspot(left, 0, column_width, head, _TIPS[column]))
        shapes.append(Stroke(0, head - 1, width, head - 1))
        y = head
        for i, line in enumerate(reading.lines):
            if canvas.has_visible(y, y + row):
                is_current = current is not None and current.line == i
                fill = "accent_tint" if i == chosen else "hover" if is_current or i == with_curve else ""
                if fill:
                    shapes.append(Rect(0, y, width, row, fill))
                for column, (left, column_width) in enumerate(zip(lefts, widths, strict=False)):
                    if column_width >= px(12):
                        shapes += _cell(
                            reading, line, column, left, column_width, y + row / 2, is_current, canvas
                        )
                tip = reading.sentence(i)
                spoken = ", ".join(filter(None, line.texts(reading.names)))
                hotspots.append(Hotspot(0, y, width, row, tip, WhatIfLine(i), spoken))
                if line.values:
                    at = (lefts[CHANGE], y, widths[CHANGE], row)
                    hotspots.append(Hotspot(*at, tip, WhatIfLine(i, True), is_link=True))
            y += row
        return Scene(width, y, tuple(shapes), tuple(hotspots), head=head)

    def sentences(self, reading: WhatIfReading) -> tuple[str, ...]:
        """Describe LWNB's answer and how many attributes can change it; then the curve, if there is one."""
        now = reading.wordings[0]
        of_curve = () if reading.curve is None else Dependence().sentences(reading.curve)
        return (f"{now[0].upper()}{now[1:]}.", *of_curve)

    def tables(self, reading: WhatIfReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        lines = reading.lines if full else reading.lines[:_MOST_IN_SHORT]
        left_out = len(reading.lines) - len(lines)
        columns = [TableColumn(title, i in _NUMERIC) for i, title in enumerate(COLUMN_TITLES)]
        rows = [[TableCell(text) for text in line.texts(reading.classes)] for line in lines]
        return (ViewTable(self.title, columns, rows, left_out=count(left_out, "line") if left_out else ""),)

    def script(self, script: Script, reading: WhatIfReading, query: Query) -> None:
        script.add(
            f"result = {script.of_instance('lw.what_if', 'model')}",
            'print("now", result.classes[result.prediction])',
            "for change in result.smallest:",
            "    after = result.classes[change.prediction]",
            '    print(change.name, change.before, change.value, f"{change.distance:.3f}", after, sep="\\t")',
            "row = result.row",
            "if row is not None:",
            '    print("row", row.row + 1, result.classes[row.prediction], dict(row.values))',
        )
        if reading.curve is not None:
            script.add("")
            Dependence().script(script, reading.curve, query)


class WhatIfLine(NamedTuple):
    """A row of the list; `applies` if a click takes its change over."""

    line: int
    applies: bool = False


@dataclass(frozen=True)
class Line:
    """One row of the list.

    Attributes
    ----------
    attribute
        Position among the predictors whose dependence belongs to it; for a row the first that differs.
    values
        What the instance takes over when the line is applied; empty: no change of the attribute flips it.
    says
        The class that LWNB then gives.
    """

    attribute: int
    name: str
    change: str
    values: Mapping[str, Value]
    distance: float = 0.0
    says: int | None = None
    probability: str = ""
    new: str = ""
    row: int | None = None

    def texts(self, classes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cells, in the order of `COLUMN_TITLES`."""
        if self.says is None:
            return (self.name, self.change, "", "", "", "")
        return (
            self.name,
            self.change,
            small(self.distance, 3),
            printable(classes[self.says]),
            self.probability,
            self.new,
        )


@dataclass(frozen=True, eq=False)
class WhatIfReading:
    """The list of one moment, and the curve beside it if there is one."""

    result: WhatIfResult
    lines: tuple[Line, ...]
    curve: DependenceResult | None = None
    first_row: int = 1

    @property
    def classes(self) -> tuple[str, ...]:
        return self.result.classes

    @property
    def names(self) -> tuple[str, ...]:
        """The classes as a sentence names them."""
        return class_names(self.result.classes, self.result.class_attribute)

    @property
    def wordings(self) -> tuple[str, ...]:
        """Describe LWNB's answer and how many attributes change it, from long to short."""
        result = self.result
        name = _name(result, result.prediction)
        says = f"now {name}, {_sure(result)}"
        if not result.is_complete:
            return says, f"now {name}", ""
        flipping = sum(1 for some in result.changes if some)
        alone = (
            count(flipping, "attribute can change it alone", "attributes can each change it alone")
            if flipping
            else "no single attribute can change it"
        )
        return f"{says}; {alone}", says, f"now {name}", ""

    def sentence(self, i: int) -> str:
        """Describe a row in a sentence."""
        result, line = self.result, self.lines[i]
        if line.says is None:
            return (
                f"Whatever {line.name} is, LWNB says {_name(result, result.prediction)}. All values "
                f"of a nominal attribute were tried, or {result.steps} values over the range of a numeric "
                f"one."
            )
        then = f"LWNB then says {_name(result, line.says)}"
        if line.row is None:
            return f"Click the change to apply it: {then}."
        values = [f"{printable(name)} {_text(value)}" for name, value in line.values.items()]
        some = ", ".join(values[:8]) + (" …" if len(values) > 8 else "")
        return (
            f"Row {line.row + self.first_row} is the nearest row that LWNB classifies differently. With its "
            f"values ({some}), {then}."
        )


def lines_of(result: WhatIfResult, first_row: int = 1) -> tuple[Line, ...]:
    """Return the changes that flip the prediction and the nearest row predicted otherwise, smallest first.

    The attributes of which no value flips it follow. `first_row` is the number of the first row.

    A missing value is a line of its own only where no value flips the prediction.
    """
    changes = []
    for some in result.changes:
        given = [change for change in some if change.value is not None]
        changes += given or list(some)
    lines = [_change(change) for change in changes]
    if result.row is not None:
        lines.append(_row(result, result.row, first_row))
    lines.sort(key=lambda line: (line.distance, line.attribute))
    steadfast = [
        Line(j, printable(result.attributes[j].name), "no value changes the answer", {})
        for j in result.steadfast
    ]
    return (*lines, *steadfast)


def _name(result: WhatIfResult, code: int) -> str:
    return class_names(result.classes, result.class_attribute)[code]


def _sure(answer: WhatIfResult | Change | OtherRow) -> str:
    """Return the probability of the class that LWNB predicts."""
    return probabilities(answer.posterior.tolist(), can_be_zero=False)[answer.prediction]


def _change(change: Change) -> Line:
    return Line(
        attribute=change.attribute,
        name=printable(change.name),
        change=f"{_text(change.before)} → {_text(change.value)}",
        values={change.name: change.value},
        distance=change.distance,
        says=change.prediction,
        probability=_sure(change),
        new=f"{change.new_neighbours:,} of {change.neighbours:,}",
    )


def _row(result: WhatIfResult, row: OtherRow, first_row: int) -> Line:
    names = [a.name for a in result.attributes]
    first = min((names.index(name) for name in row.values), default=0)
    return Line(
        attribute=first,
        name=f"row {row.row + first_row}, nearest",
        change=count(len(row.values), "value"),
        values=dict(row.values),
        distance=row.distance,
        says=row.prediction,
        probability=_sure(row),
        new=f"{row.new_neighbours:,} of {row.neighbours:,}",
        row=row.row,
    )


def _text(value: Value) -> str:
    return "missing" if value is None else value_text(value)


# -- what stands where ----------------------------------------------------------------------------------


def column_widths(reading: WhatIfReading, canvas: Canvas) -> list[float]:
    """Return the column widths: numbers are never cut; remaining space goes to the names."""
    px, measure = canvas.theme.px, canvas.measure
    pad = px(2 * _PAD + 2)
    lines = [line for line in reading.lines if line.says is not None][:200]
    attributes = [line for line in reading.lines if line.row is None][:200]

    def needed(column: int, least: float, among: list[Line] = lines) -> float:
        texts = (line.texts(reading.classes)[column] for line in among)
        return max(max((measure(text, "strong") for text in texts), default=0.0) + pad, px(least))

    widths = [0.0, min(needed(CHANGE, 64), px(150)), px(46), 0.0, px(54), needed(NEW, 56) + px(8)]
    widths[SAYS] = min(needed(SAYS, 60) + px(16), px(130))
    names = min(max(needed(NAME, 70) + px(8), px(96)), px(220))
    # If there is too little space, numbers are dropped before the answer is cut, because the order of the
    # rows says enough about the distance. The names of classes are cut last: they have marks.
    whole = min(needed(NAME, 64, attributes) + px(8), px(160))
    for column in (D, NEW, P, SAYS):
        missing = whole - (canvas.width - sum(widths))
        if missing > 0:
            widths[column] = max(widths[column] - missing, px(46)) if column == SAYS else 0.0
    left_over = canvas.width - sum(widths)
    widths[NAME] = max(left_over, px(48))
    if left_over > names:  # avoid a wide gap between a name and its change
        widths[NAME] = names + (left_over - names) * 0.3
        widths[SAYS] += (left_over - names) * 0.7
    return widths


def _aligned(
    column: int, left: float, column_width: float, y: float, text: str, font: str, ink: str, canvas: Canvas
) -> Text:
    px = canvas.theme.px
    if column in _RIGHT:
        end = left + column_width - px(_PAD) - (px(6) if column == NEW else 0.0)
        return Text(end, y, text, font, ink, "right")
    return Text(left + px(_PAD) + (px(8) if column == NAME else 0.0), y, text, font, ink)


def _cell(
    reading: WhatIfReading,
    line: Line,
    column: int,
    left: float,
    column_width: float,
    y: float,
    is_current: bool,
    canvas: Canvas,
) -> list[Shape]:
    px = canvas.theme.px
    text = line.texts(reading.classes)[column]
    if not text:
        return []
    ink, font, space = "ink" if line.says is not None else "ink3", "text", column_width - px(2 * _PAD)
    if column == NAME:
        space -= px(8)
        if line.row is not None and canvas.measure(text) > space:
            text = f"row {line.row + reading.first_row}"  # the row's number says more than part of a word
    elif column == CHANGE and line.values:
        ink, font = "accent", "strong" if is_current else "text"
    elif column == CHANGE:
        space += canvas.width  # nothing stands after it
    elif column == SAYS and line.says is not None:
        names = shorten_all(reading.classes, space - px(16), canvas.measure)
        mark = Marker(left + px(_PAD + 6), y, line.says, px(8.3))
        return [mark, Text(left + px(_PAD + 16), y, names[line.says])]
    if column not in _RIGHT:
        text = elided(text, font, space, canvas.measure)
    return [_aligned(column, left, column_width, y, text, font, ink, canvas)]
