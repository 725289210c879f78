"""What stands where in the local tables: curves of numeric attributes, then counts of nominal ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from lwnb_gui.views.drawing.canvas import Canvas, wrapped
from lwnb_gui.views.drawing.legend import legend as class_legend
from lwnb_gui.views.drawing.scene import Hotspot, Rect, Scene, Shape, Text, moved
from lwnb_gui.views.local_tables import nominal_tables, numeric_tables
from lwnb_gui.views.local_tables.nominal_tables import (
    classes_spot,
    nominal_block,
    nominal_columns,
    nominal_header,
    nominal_height,
    nominal_legend,
)
from lwnb_gui.views.local_tables.numeric_tables import (
    numeric_block,
    numeric_columns,
    numeric_header,
    numeric_height,
)
from lwnb_gui.views.local_tables.table_lines import EDGE, HEAD, TablePart
from lwnb_gui.views.local_tables.table_tips import head_tip
from lwnb_gui.views.local_tables.tables_reading import Block, TablesReading, absent_text

MOST_IN_A_FILE = 4  # classes of a nominal attribute
_NOTE = 16.0

_Parts = tuple[list[Shape], list[Hotspot]]


def least_width(reading: TablesReading, classes: Sequence[int], canvas: Canvas) -> float:
    """The width from which on no two numbers overlap and the classes can be told by their names.

    `classes` stand side by side in nominal tables.
    """
    numeric = numeric_tables.least_width(reading, canvas) if reading.numeric else 0.0
    nominal = nominal_tables.least_width(reading, classes, canvas) if reading.nominal else 0.0
    return max(numeric, nominal)


class TablesScene:
    """Adds block below block: one for each attribute, built only where it is in sight. `classes` stand side
    by side in nominal tables.
    """

    def __init__(
        self, reading: TablesReading, classes: tuple[int, ...], canvas: Canvas, *, narrow: bool, legend: bool
    ) -> None:
        if canvas.is_file:
            canvas = canvas._replace(width=max(canvas.width, _needed_width(reading, classes, canvas, legend)))
        self._reading, self._classes, self._canvas = reading, classes, canvas
        self._narrow, self._legend = narrow, legend
        self._notes = _notes(reading, canvas)
        self._y = 0.0
        self._shapes: list[Shape] = []
        self._spots: list[Hotspot] = []

    def scene(self) -> Scene:
        reading, canvas = self._reading, self._canvas
        if reading.numeric:
            self._add_numeric()
        if reading.nominal:
            self._add_nominal()
        head = 0.0 if self._legend else canvas.theme.px(HEAD)
        return Scene(canvas.width, self._y, tuple(self._shapes), tuple(self._spots), head=head)

    @property
    def _is_nominal_on_top(self) -> bool:
        """Whether the numeric tables, and the header of the nominal ones, are scrolled out of sight."""
        reading, canvas = self._reading, self._canvas
        if not reading.numeric or not reading.nominal or canvas.sight is None:
            return False
        blocks = sum(numeric_height(block, canvas) for block in reading.numeric)
        return canvas.theme.px(HEAD + _NOTE * len(self._notes)) + blocks < canvas.sight[0]

    def _add_numeric(self) -> None:
        reading, canvas = self._reading, self._canvas
        columns = numeric_columns(reading, canvas, narrow=self._narrow)
        if not self._is_nominal_on_top:
            self._add_header(numeric_header(columns, 0.0, canvas), 0.0, is_numeric=True)
        self._y = canvas.theme.px(HEAD)
        for block in reading.numeric:
            build = partial(numeric_block, reading, block, columns, self._y, canvas)
            self._add_block(block, numeric_height(block, canvas), build)
        for line in self._notes:
            tall = canvas.theme.px(_NOTE)
            self._shapes.append(Text(canvas.theme.px(EDGE), self._y + tall / 2, line, "small", "ink2"))
            self._spots.append(Hotspot(0, self._y, canvas.width, tall, line))
            self._y += tall

    def _add_nominal(self) -> None:
        reading, canvas = self._reading, self._canvas
        columns = nominal_columns(reading, self._classes, canvas)
        if self._legend:
            names = class_legend(nominal_legend(reading, self._classes), canvas)
            self._shapes += [moved(shape, 0, self._y) for shape in names.shapes]
            self._y += names.height
        y = 0.0 if self._is_nominal_on_top else self._y
        self._add_header(nominal_header(columns, y, canvas, legend=self._legend), y, is_numeric=False)
        if not self._legend:
            self._spots += classes_spot(columns, self._spots[-1].telling, y, canvas)
        self._y += canvas.theme.px(HEAD)
        for block in reading.nominal:
            build = partial(nominal_block, reading, block, columns, self._y, canvas)
            self._add_block(block, nominal_height(block, canvas), build)

    def _add_block(self, block: Block, height: float, build: Callable[[], _Parts]) -> None:
        """Add a block. Outside the viewport it only reserves its height, so that one can scroll to it."""
        if self._canvas.sees(self._y, self._y + height):
            shapes, spots = build()
            self._shapes += shapes
            self._spots += spots
            self._rule(self._y + height)
        else:
            target = TablePart("attribute", block.attribute)
            self._spots.append(Hotspot(0, self._y, self._canvas.width, height, target=target))
        self._y += height

    def _add_header(self, shapes: list[Shape], y: float, *, is_numeric: bool) -> None:
        canvas, tall = self._canvas, self._canvas.theme.px(HEAD)
        self._shapes += shapes
        self._rule(y + tall)
        self._spots.append(
            Hotspot(0, y, canvas.width, tall, partial(head_tip, self._reading, numeric=is_numeric))
        )

    def _rule(self, bottom: float) -> None:
        """The line at the end of a header or block."""
        self._shapes.append(Rect(0, round(bottom - 1), self._canvas.width, 1, "separator"))


def _notes(reading: TablesReading, canvas: Canvas) -> list[str]:
    """Why some classes have dashes, in lines."""
    text, width = absent_text(reading), canvas.width - canvas.theme.px(2 * EDGE)
    return wrapped(text, "small", max(width, 40.0), canvas.measure) if text else []


def _needed_width(reading: TablesReading, classes: Sequence[int], canvas: Canvas, legend: bool) -> float:
    numeric = numeric_tables.needed_width(reading, canvas) if reading.numeric else 0.0
    nominal = nominal_tables.needed_width(reading, classes, canvas, legend=legend) if reading.nominal else 0.0
    return max(numeric, nominal)
