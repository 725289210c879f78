"""The view of the local tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import NominalTable, NumericTable, Table
from lwnb_gui.text import class_names, decimals_for, fixed, listed, probability, shown, value_text
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.links import Hover
from lwnb_gui.views.local_tables.in_numbers import exact_table, tables_of_both_kinds
from lwnb_gui.views.local_tables.nominal_tables import classes_at_once
from lwnb_gui.views.local_tables.tables_reading import (
    TablesReading,
    absent_text,
    deciding_attribute,
    highlighted_cells,
    share_of,
    subtitles,
)
from lwnb_gui.views.local_tables.tables_scene import MOST_IN_A_FILE, TablesScene, least_width
from lwnb_gui.views.page_panel import PagePanel
from lwnb_gui.views.report_section import ReportSection, most_telling
from lwnb_gui.views.script import Script
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.tables import TextTable, ViewTable
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

_MOST_ATTRIBUTES_IN_REPORT, _DIGITS_IN_REPORT = 10, 5


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
        """`order`: the predictors to show, by default all in the file's order. `nb_tables`: NB's, to be
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
        """`narrow`: without the bars of relative factors. `legend`: with the names of the nominal tables'
        classes, by default in a file. `at_once`: how many classes stand side by side in them, by default as
        many as fit, in a file a few. `skipped`: how many classes before them are not shown.
        """
        if canvas.is_file:
            reading = reading.at_rest
        if at_once is None:
            at_once = MOST_IN_A_FILE if canvas.is_file else classes_at_once(reading, canvas)
        classes = reading.side_by_side(at_once, skipped)
        legend = canvas.is_file if legend is None else legend
        return TablesScene(reading, classes, canvas, narrow=narrow, legend=legend).scene()

    def sentences(self, reading: TablesReading) -> tuple[str, ...]:
        text = absent_text(reading)
        return (text,) if text else ()

    def tables(self, reading: TablesReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Numeric and nominal attributes, each in one table."""
        return tables_of_both_kinds(reading, full=full)

    def table(self, reading: TablesReading) -> TextTable:
        """A line for each attribute, value and class, in the file's order."""
        return exact_table(reading)

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Curves, bars, and their numbers, of the attributes that contribute most."""
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
        """Wider than the canvas where the numbers of the classes need it at some k: the page scrolls it."""
        readings = filter(None, map(self.read, abouts))
        least = (least_width(reading, reading.side_by_side(MOST_IN_A_FILE), canvas) for reading in readings)
        return super().page_panels(abouts, canvas._replace(width=max([canvas.width, *least])), step=step)

    def page_scene(self, about: Subject, canvas: Canvas, **options: Any) -> Scene:
        return super().page_scene(about, canvas, narrow=True, legend=True, at_once=MOST_IN_A_FILE)

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
    """What the attribute that decides says, and from which numbers."""
    j = deciding_attribute(explanation)
    if j is None:
        return "Every value of this instance is missing, so no attribute can tell the classes apart."
    table, c = explanation.tables[j], explanation.prediction
    factors = table.factors(explanation.instance.item(j))
    assert factors is not None
    names = class_names(explanation.classes, explanation.class_attribute)
    value = f"{shown(explanation.attributes[j].name)} = {value_text(explanation.value(j))}"
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
