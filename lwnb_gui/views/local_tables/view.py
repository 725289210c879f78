"""The local tables: curves of numeric attributes, then counts of nominal ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import NominalTable, NumericTable, Table
from lwnb_gui.text import class_names, decimals_for, fixed, listed, printable, probability, value_text
from lwnb_gui.views.drawing.canvas import Canvas, wrapped
from lwnb_gui.views.drawing.legend import legend as class_legend
from lwnb_gui.views.drawing.scene import Hotspot, Rect, Scene, Shape, Text, moved
from lwnb_gui.views.links import Hover
from lwnb_gui.views.local_tables import nominal_tables, numeric_tables
from lwnb_gui.views.local_tables.in_numbers import exact_table, tables_of_both_kinds
from lwnb_gui.views.local_tables.nominal_tables import (
    classes_at_once,
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
from lwnb_gui.views.local_tables.tables_reading import (
    Block,
    TablesReading,
    absent_text,
    deciding_attribute,
    highlighted_cells,
    share_of,
    subtitles,
)
from lwnb_gui.views.page_panel import PagePanel
from lwnb_gui.views.report_section import ReportSection, most_telling
from lwnb_gui.views.script import Script
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.tables import TextTable, ViewTable
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

_MOST_ATTRIBUTES_IN_REPORT, _DIGITS_IN_REPORT = 10, 5
_MOST_IN_A_FILE = 4  # classes of a nominal attribute
_NOTE = 16.0

_Parts = tuple[list[Shape], list[Hotspot]]


class LocalTables(View[TablesReading]):
    """Curves of numeric attributes, then counts of nominal ones; the header of the uppermost stays."""

    name = "local_tables"
    title = "Local tables"
    area = "right"
    has_own_place = True
    help = """
        One table per attribute, computed from the weighted neighbours only. Nominal: weighted
        counts and P(a|c), with 1 added to each count (equation 6). Numeric: a weighted normal curve
        per class.

        Point at a cell to highlight the neighbours that count in it.
        """
    visible_from = "tables"
    tells_answer = False
    is_on_live_page = True
    page_height = 760.0
    least = (420, 120)
    nothing = "There are no tables to show."
    remedy = "Explain with LWNB or NB, with one attribute or more."

    def read(
        self,
        about: Subject,
        *,
        order: Sequence[int] | None = None,
        nb_tables: tuple[Table, ...] | None = None,
        expanded: frozenset[int] = frozenset(),
        hover: Hover | None = None,
    ) -> TablesReading | None:
        """Read the tables.

        `order`: the predictors to show, by default all in the file's order. `nb_tables`: NB's, to be
        compared. `expanded`: predictors of which every value and class is shown.
        """
        explanation, hover = about.explanation, hover or Hover()
        if explanation.model is None or not explanation.attributes:
            return None
        return TablesReading(
            explanation,
            tuple(range(len(explanation.attributes)) if order is None else order),
            nb_tables,
            expanded,
            highlighted_cells(explanation, about.training_data, hover),
            share_of(explanation, hover),
            subtitles(explanation, hover),
        )

    def scene(
        self,
        reading: TablesReading,
        canvas: Canvas,
        *,
        narrow: bool = False,
        legend: bool | None = None,
        at_once: int | None = None,
        skipped: int = 0,
    ) -> Scene:
        """Draw the tables.

        `narrow`: without the bars of relative factors. `legend`: with the names of the nominal tables'
        classes, by default in a file. `at_once`: how many classes stand side by side in them, by default as
        many as fit, in a file a few. `skipped`: how many classes before them are not shown.
        """
        if canvas.is_file:
            reading = reading.at_rest
        classes: tuple[int, ...] = ()
        if reading.nominal:
            if at_once is None:
                at_once = _MOST_IN_A_FILE if canvas.is_file else classes_at_once(reading, canvas)
            classes = reading.side_by_side(at_once, skipped)
        legend = canvas.is_file if legend is None else legend
        return _TablesScene(reading, classes, canvas, narrow=narrow, legend=legend).scene()

    def sentences(self, reading: TablesReading) -> tuple[str, ...]:
        text = absent_text(reading)
        return (text,) if text else ()

    def tables(self, reading: TablesReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Return one table for numeric attributes and one for nominal ones."""
        return tables_of_both_kinds(reading, full=full)

    def table(self, reading: TablesReading) -> TextTable:
        """Return a row for each attribute, value and class, in the file's order."""
        return exact_table(reading)

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Return curves, bars and numbers of the attributes that contribute most."""
        chosen, notes = most_telling(about.explanation, _MOST_ATTRIBUTES_IN_REPORT)
        reading = self.read(Subject(about.explanation), order=chosen)
        if reading is None:
            return ()
        sections: list[ReportSection] = []
        kinds = (("Numeric attributes", reading.numeric), ("Nominal attributes", reading.nominal))
        for title, blocks in kinds:
            if blocks:
                of_kind = replace(reading, order=tuple(block.attribute for block in blocks))
                drawing = partial(self.scene, of_kind)
                sections.append(ReportSection(title, drawing=drawing, notes=() if sections else notes))
        table = exact_table(reading, only_own_values=True, digits=_DIGITS_IN_REPORT)
        return (*sections, ReportSection(f"{self.title} in numbers", table=table))

    def page_panels(
        self, abouts: Sequence[Subject], canvas: Canvas, *, step: Step = STEPS[-1]
    ) -> Mapping[str, PagePanel]:
        """Draw tables, wider than the canvas if the numbers need it at some k: the page scrolls them."""
        readings = filter(None, map(self.read, abouts))
        least = (_least_width(reading, reading.side_by_side(_MOST_IN_A_FILE), canvas) for reading in readings)
        return super().page_panels(abouts, canvas._replace(width=max([canvas.width, *least])), step=step)

    def page_scene(self, about: Subject, canvas: Canvas, **options: Any) -> Scene:
        return super().page_scene(about, canvas, narrow=True, legend=True, at_once=_MOST_IN_A_FILE)

    def script(self, script: Script, reading: TablesReading, query: Query) -> None:
        script.add(
            "",
            "for j, table in enumerate(explanation.tables):",
            "    factors = table.factors(explanation.instance[j])",
            "    if factors is not None:  # a missing value has none",
            '        print(table.attribute.name, explanation.value(j), *factors, sep="\\t")',
            "",
        )
        script.figure("local_tables(explanation)", "local-tables.svg")

    def step_sentence(self, step: Step, explanation: Explanation) -> str:
        return _likelihoods(explanation) if step == "tables" else ""


def _likelihoods(explanation: Explanation) -> str:
    """Describe what the deciding attribute contributes, and from which numbers."""
    j = deciding_attribute(explanation)
    if j is None:
        return "Every value of this instance is missing, so no attribute can tell the classes apart."
    table, c = explanation.tables[j], explanation.prediction
    factors = table.factors(explanation.instance.item(j))
    assert factors is not None
    names = class_names(explanation.classes, explanation.class_attribute)
    value = f"{printable(explanation.attributes[j].name)} = {value_text(explanation.value(j))}"
    likely = [f"{probability(factors.item(i), 4)} for {names[i]}" for i in explanation.ranked[:2]]
    if isinstance(table, NominalTable):
        own = int(explanation.instance[j])
        weight, total = (fixed(v, 2) for v in (table.counts.item(own, c), table.totals.item(c)))
        how = f"{names[c]} has a total weight of {total}, of which {weight} has this value"
    else:
        assert isinstance(table, NumericTable)
        mean, sd = table.mean.item(c), table.sd.item(c)
        digits = max(3, decimals_for(sd, 2))
        how = f"{names[c]} has mean {fixed(mean, digits)} and standard deviation {fixed(sd, digits)} here"
    return f"Each attribute has a table. The likelihood of {value} is {listed(likely)}; {how}."


# -- what stands where ----------------------------------------------------------------------------------


def _least_width(reading: TablesReading, classes: Sequence[int], canvas: Canvas) -> float:
    """Return the width at which no two numbers overlap and the classes' names can be told apart.

    `classes` stand side by side in nominal tables.
    """
    numeric = numeric_tables.least_width(reading, canvas) if reading.numeric else 0.0
    nominal = nominal_tables.least_width(reading, classes, canvas) if reading.nominal else 0.0
    return max(numeric, nominal)


class _TablesScene:
    """Adds block below block: one for each attribute, built only where it is visible. `classes` stand side by
    side in nominal tables.
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
        """Whether the numeric tables, and the header of the nominal ones, are scrolled out of view."""
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
        if self._canvas.has_visible(self._y, self._y + height):
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
        if y == 0 or canvas.has_visible(y, y + tall):  # the uppermost stays
            self._shapes += shapes
            self._rule(y + tall)
        self._spots.append(
            Hotspot(0, y, canvas.width, tall, partial(head_tip, self._reading, numeric=is_numeric))
        )

    def _rule(self, bottom: float) -> None:
        """Draw the line at the end of a header or block."""
        self._shapes.append(Rect(0, round(bottom - 1), self._canvas.width, 1, "separator"))


def _notes(reading: TablesReading, canvas: Canvas) -> list[str]:
    """Return lines that explain why some classes have dashes."""
    text, width = absent_text(reading), canvas.width - canvas.theme.px(2 * EDGE)
    return wrapped(text, "small", max(width, 40.0), canvas.measure) if text else []


def _needed_width(reading: TablesReading, classes: Sequence[int], canvas: Canvas, legend: bool) -> float:
    numeric = numeric_tables.needed_width(reading, canvas) if reading.numeric else 0.0
    nominal = nominal_tables.needed_width(reading, classes, canvas, legend=legend) if reading.nominal else 0.0
    return max(numeric, nominal)
