"""The neighbours: the rows in the neighbourhood, nearest first, with their weights and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset, Explanation
from lwnb_core.local.kernels import UNBOUNDED
from lwnb_core.local.neighbourhood import Neighbourhood
from lwnb_gui.text import amount, count, distance_text, fixed, number
from lwnb_gui.views.neighbours.bandwidth import at_bandwidth, bandwidth_is, is_farthest
from lwnb_gui.views.neighbours.columns import COLUMNS, NeighbourColumn, columns_of
from lwnb_gui.views.neighbours.page_table import page_table
from lwnb_gui.views.page_panel import PageTable
from lwnb_gui.views.report_section import ReportSection, most_telling
from lwnb_gui.views.script import Script
from lwnb_gui.views.steps import Step
from lwnb_gui.views.tables import LazyRows, TableCell, TableColumn, TextTable, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.quotable import Quotable

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

_MOST_IN_SHORT = 10  # rows in a terminal or a notebook
_MOST_IN_REPORT, _MOST_ATTRIBUTES_IN_REPORT = 50, 6

_TIES = "Every row tied with the k-th is a neighbour: the order in the file must not decide."


def _listed_helps() -> str:
    *others, last = [column.help for column in COLUMNS if column.help]
    return f"{', '.join(others)}, and {last}"


class Neighbours(View["NeighboursReading"]):
    """A table, without a scene: `columns` has its content, for window, files and live page."""

    name = "neighbours"
    title = "Neighbours"
    area = "lower"
    help = f"""
        The neighbours, nearest first: {_listed_helps()}.

        Point at a neighbour to highlight its share in every table and on the map.
        """
    visible_from = "neighbourhood"
    parts_visible_from = {"weights": "weights"}  # noqa: RUF012
    tells_answer = False
    is_on_live_page = True
    page_column = "main"
    page_columns = 4
    page_height = 480.0
    least = (320, 112)
    nothing = "There are no neighbours to show."
    remedy = "Explain with a learner that has neighbours, such as LWNB or KNN."
    has_row_limit = True
    quotes: ClassVar[Mapping[str, Quotable[NeighboursReading]]] = {
        "k": Quotable("the requested number of neighbours", lambda reading, _: reading.requested),
        "neighbours": Quotable(
            "the number of neighbours; {neighbours:CLASS} for one class",
            lambda reading, code: amount(reading.count_of(code)),
            "class",
        ),
        "tied": Quotable(
            "the number of rows beyond k that are tied with the last neighbour",
            lambda reading, _: amount(int(np.count_nonzero(reading.neighbourhood.tied))),
        ),
        "weightless": Quotable(
            "the number of neighbours with weight 0",
            lambda reading, _: amount(int(np.count_nonzero(reading.neighbourhood.weights == 0))),
        ),
        "full": Quotable(
            "the number of neighbours with weight 1",
            lambda reading, _: amount(int(np.count_nonzero(reading.neighbourhood.weights == 1))),
        ),
        "nearest": Quotable("the number of the nearest row", lambda reading, _: reading.cell("row", 0)),
        "bandwidth": Quotable(
            "the bandwidth", lambda reading, _: distance_text(reading.neighbourhood.bandwidth)
        ),
        "distance": Quotable(
            "the distance to the nearest row; or {distance:10}, {distance:last}",
            lambda reading, position: reading.cell("distance", position),
            "rank",
        ),
        "weight": Quotable(
            "the weight of the nearest row; or {weight:10}, {weight:last}",
            lambda reading, position: reading.cell("weight", position),
            "rank",
        ),
    }

    def read(
        self,
        about: Subject,
        *,
        attributes: Sequence[int] | None = None,
        unused: Sequence[str] = (),
        weighted: bool = True,
    ) -> NeighboursReading | None:
        """Read the neighbours.

        `attributes`: the predictors whose values are shown, by default all. `unused` names further columns,
        which no learner uses. `weighted`: whether the weights are known, to which step mode comes later.
        """
        explanation = about.explanation
        neighbourhood = explanation.neighbourhood
        rows, classes = explanation.neighbour_rows, explanation.neighbour_classes
        if neighbourhood is None or rows is None or classes is None:
            return None
        return NeighboursReading(
            explanation=explanation,
            neighbourhood=neighbourhood,
            rows=rows,
            classes=classes,
            data=about.training_data,
            predictors=None if attributes is None else tuple(attributes),
            unused=tuple(unused),
            weighted=weighted,
            first_row=about.first_row,
        )

    def sentences(self, reading: NeighboursReading) -> tuple[str, ...]:
        """Say which rows are neighbours, and how far the neighbourhood reaches."""
        if not len(reading):
            return ("There are no neighbours.",)
        return f"{reading.wordings[0]}.", f"{bandwidth_is(reading.explanation)}."

    def tables(
        self, reading: NeighboursReading, *, full: bool = False, most: int = _MOST_IN_SHORT
    ) -> tuple[ViewTable, ...]:
        """Return the nearest `most`, without the values of attributes, for which there is no space."""
        n = len(reading) if full else min(most, len(reading))
        columns = [TableColumn(column.title, column.is_numeric) for column in COLUMNS]
        rows = [[_cell(column, reading, i) for column in COLUMNS] for i in range(n)]
        if reading.neighbourhood.tied.any():
            columns.append(TableColumn(""))
            for row, tied in zip(rows, reading.neighbourhood.tied.tolist(), strict=False):
                row.append(TableCell("tied" if tied else "", faint=True))
        left_out = f"{len(reading) - n:,} of {count(len(reading), 'neighbour')}" if n < len(reading) else ""
        return (ViewTable(self.title, columns, rows, left_out=left_out),)

    def table(self, reading: NeighboursReading, most: int | None = None) -> TextTable:
        """Return the nearest `most`, by default all, with the values of attributes."""
        columns = columns_of(reading)
        texts = [column.exact_texts(reading) for column in columns]
        n = len(reading) if most is None else min(most, len(reading))
        return TextTable(
            [column.exact_title or column.title for column in columns],
            LazyRows(n, lambda i: [text(i) for text in texts]),
            frozenset(j for j, column in enumerate(columns) if column.is_numeric),
        )

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Return the nearest, with the values of the attributes that contribute most."""
        chosen, attribute_notes = most_telling(about.explanation, _MOST_ATTRIBUTES_IN_REPORT)
        reading = self.read(about, attributes=chosen, unused=unused)
        if reading is None:
            return ()
        notes = attribute_notes
        if len(reading) > _MOST_IN_REPORT:
            nearest = f"Only the {_MOST_IN_REPORT} nearest of {len(reading):,} neighbours are listed."
            notes = (nearest, *notes)
        table = self.table(reading, _MOST_IN_REPORT)
        return (ReportSection(self.title, self.sentences(reading), table=table, notes=notes),)

    def page_table(self, abouts: Sequence[Subject], unused: Sequence[str] = ()) -> PageTable | None:
        readings = [self.read(about, unused=unused) for about in abouts]
        data = abouts[-1].training_data
        if data is None or not readings:
            return None
        return page_table(self.name, [reading for reading in readings if reading is not None], data)

    def script(self, script: Script, reading: NeighboursReading, query: Query) -> None:
        script.add(
            "",
            "hood = explanation.neighbourhood",
            'print("bandwidth", hood.bandwidth, "r", hood.r)',
            "for i in range(len(hood)):",
            "    print(",
            *(f"        {column.script}," for column in COLUMNS if column.script),
            '        sep="\\t",',
            "    )",
        )

    def step_sentence(self, step: Step, explanation: Explanation) -> str:
        return _who_is_in(explanation) if step == "neighbourhood" else ""


def _cell(column: NeighbourColumn, reading: NeighboursReading, i: int) -> TableCell:
    """Return a cell of a neighbour; a bar has the colour of its class."""
    bar = reading.share(i) if column.mark == "bar" else None
    return TableCell(column.text(reading, i), bar=bar, class_code=reading.classes.item(i))


@dataclass(frozen=True, eq=False)
class NeighboursReading:
    """The neighbours of one explanation. A neighbour is given by its rank, from 0.

    Attributes
    ----------
    rows, classes
        Row numbers in the data, and class codes.
    data
        The training data, where values are read; None: no values are shown.
    predictors
        Those whose values are shown; None: all.
    unused
        Further columns of the data.
    weighted
        Whether the weights are known.
    first_row
        The number of the first row of the data.
    """

    explanation: Explanation
    neighbourhood: Neighbourhood
    rows: NDArray[np.intp]
    classes: NDArray[np.int32]
    data: Dataset | None = None
    predictors: tuple[int, ...] | None = None
    unused: tuple[str, ...] = ()
    weighted: bool = True
    first_row: int = 1

    def __len__(self) -> int:
        return len(self.neighbourhood)

    def has_columns_of(self, other: NeighboursReading) -> bool:
        """Whether what is made for the columns of the other suits this one too."""
        return self.data is other.data and self.explanation.attributes == other.explanation.attributes

    @cached_property
    def own(self) -> list[float]:
        """The instance's values."""
        values: list[float] = self.explanation.instance.tolist()
        return values

    @cached_property
    def heaviest(self) -> float:
        """The largest weight, at least 1."""
        return float(self.neighbourhood.weights.max(initial=1.0))

    @property
    def requested(self) -> str | None:
        """The requested number of neighbours."""
        k = self.explanation.settings.get("k")
        return None if k is None else amount(int(k))

    def count_of(self, code: int | None) -> int:
        """Count the neighbours of a class, or of any (None)."""
        return len(self) if code is None else int(np.count_nonzero(self.classes == code))

    def cell(self, title: str, i: int) -> str | None:
        """Return a column's text for a neighbour, -1 for the last; None if there are too few."""
        column = next(column for column in COLUMNS if column.title == title)
        return column.text(self, i) if -1 <= i < len(self) and len(self) else None

    def share(self, i: int) -> float:
        """Return the length of the bar of a neighbour's weight."""
        return self.neighbourhood.weights.item(i) / self.heaviest

    @property
    def wordings(self) -> tuple[str, ...]:
        """The neighbourhood in one line, longest wording first, to choose one that fits."""
        wordings = summary(self.explanation)
        return wordings if self.weighted else wordings[2:] or wordings

    @property
    def tip(self) -> str:
        """Return the whole line, and an explanation of it."""
        return f"{self.wordings[0]}\n\n{_TIES} {at_bandwidth(self.explanation)}".strip()

    def keys(self, *, numbered: bool) -> tuple[str, ...]:
        """Explain the boxes, longest wording first; `numbered` adds the numbers that stand for names."""
        attributes = self.explanation.attributes
        has_boxes = any(attribute.is_nominal for attribute in attributes)
        boxed = ("boxed: differs from the instance", "boxed: differs") if has_boxes else ("",)
        if not numbered:
            return boxed
        return tuple(f"attributes 1–{len(attributes)}; {text}".removesuffix("; ") for text in boxed)


def summary(explanation: Explanation) -> tuple[str, ...]:
    """Describe the neighbourhood in one line, longest wording first, to choose one that fits."""
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None or len(neighbourhood) == 0:
        return ("",)
    tied = neighbourhood.n_tied
    who = _who(neighbourhood, explanation, tied)
    total = fixed(neighbourhood.total, 3)
    r = number(neighbourhood.r)
    return (
        f"{who} · weights add up to {total}, rescaled to {r}",
        f"{who} · weights add up to {total}",
        who,
        f"{len(neighbourhood):,} rows, {tied:,} tied" if tied else count(len(neighbourhood), "row"),
    )


def _who(neighbourhood: Neighbourhood, explanation: Explanation, tied: int) -> str:
    n, k = len(neighbourhood), explanation.settings.get("k")
    requested = "" if k is None else f"k = {amount(int(k))}, "
    if explanation.settings.get("kernel") in UNBOUNDED:
        return f"all {n:,} rows: this kernel never reaches 0"
    if tied:
        return f"{requested}{n:,} rows: {tied:,} tied at the bandwidth"
    if k is not None and n < int(k):
        return f"{requested}{n:,} rows: the others have weight 0"
    if k is not None and n > int(k):
        return f"{requested}{count(n, 'row')}"
    return f"{count(n, 'row')}, no further ties"


# -- step mode ------------------------------------------------------------------------------------------


def _who_is_in(explanation: Explanation) -> str:
    """Describe the second step of step mode, with its numbers."""
    neighbourhood = explanation.neighbourhood
    assert neighbourhood is not None
    rows = count(len(neighbourhood), "row")
    if is_farthest(explanation):
        return f"This kernel never reaches 0, so the neighbourhood holds all {rows}."
    tied = int(neighbourhood.tied.sum())
    extra = f", because {count(tied, 'more is', 'more are')} tied with the last" if tied else ""
    return f"{bandwidth_is(explanation)}. The neighbourhood holds {rows}{extra}."
