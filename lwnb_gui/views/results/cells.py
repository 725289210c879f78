"""A cell of an experiment's table as shapes: mean, sd, mark; then the printed number and the difference.

All functions draw from the top left corner of the cell, of a title, or of the foot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lwnb_core.evaluation.experiments.result import Tally
from lwnb_core.evaluation.measures import measure_named
from lwnb_core.evaluation.significance import Mark
from lwnb_gui.text import fixed
from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.canvas import Measure, elided
from lwnb_gui.views.drawing.scene import Circle, Rect, Shape, Text
from lwnb_gui.views.results.cell_texts import percent_done
from lwnb_gui.views.wording.names import shorten_all

if TYPE_CHECKING:
    from lwnb_gui.experiment.table import ExperimentCell, ExperimentTable, TableOutline

# Which tint of the theme a difference has; agreement has none, so that a table that agrees is white.
_TINTS = {"near": "difference 0", "off": "difference 1", "far": "difference 2"}
_NAME_LINE, _PART_LINE = 24, 20  # of a title
TITLE_HEIGHT = _NAME_LINE + _PART_LINE
_WIDEST_NAME = 230
TALLIES = "wins / ties / losses"  # below the base in the window, below the data sets in a file
_REASON_INSET, _REASON_END = 8, 4  # of a text that says why there is no number, in its cell


@dataclass(frozen=True)
class CellLayout:
    """Right ends of the parts of a cell in pixels, from its left end."""

    theme: Theme
    measure: Measure
    mean: float
    sd: float
    mark: float  # its centre
    paper: float
    difference: float
    width: float
    decimals: int
    sd_decimals: int
    with_paper: bool

    @classmethod
    def of(cls, outline: TableOutline, theme: Theme, measure: Measure, with_paper: bool) -> CellLayout:
        about = measure_named(outline.measure)
        decimals, sd_decimals = about.decimals, about.sd_decimals
        px = theme.px
        longest = "100.00" if decimals == 2 else "00.0000"
        mean = px(5 if with_paper else 12) + measure(longest, "strong")
        sd = mean + px(5) + measure("00." + "0" * sd_decimals, "small")
        mark = sd + px(8 if with_paper else 9)
        # The longest printed numbers (100.00, a difference of ten points) are rare: they extend to the left.
        paper = mark + px(9) + measure("00.00")
        difference = paper + px(5) + measure("+0.00", "small")
        width = difference + px(4) if with_paper else mark + px(16)
        return cls(
            theme, measure, mean, sd, mark, paper, difference, width, decimals, sd_decimals, with_paper
        )


def column_width(column: int, outline: TableOutline, layout: CellLayout) -> float:
    """Return the width of a column: for numbers, the legend below the base, and a name of usual length."""
    measure, px = layout.measure, layout.theme.px
    base_mark = measure(" base ▾", "small") if column == outline.base else px(14)
    named = measure(outline.names[column], "strong") + base_mark + px(20)
    has_legend = column == outline.base and len(outline.names) > 1
    legend = measure(TALLIES, "small strong") + px(20) if has_legend else 0.0
    return max(layout.width, legend, min(named, px(_WIDEST_NAME)))


def reason_width(column: int, table: ExperimentTable, layout: CellLayout) -> float:
    """Return the width for showing in full why cells have no number; beside the paper's numbers, 0."""
    if layout.with_paper:
        return 0.0
    reasons = {cells[column].error for cells in table.lines.values() if cells[column].failed}
    if column == 0:
        reasons |= set(table.notes.values())
    widest = max((layout.measure(text, "small italic") for text in reasons if text), default=0.0)
    return widest and widest + layout.theme.px(_REASON_INSET + _REASON_END)


def mark_shape(x: float, y: float, mark: Mark, theme: Theme) -> list[Shape]:
    """Draw ○ for better than the base, • for worse: their filling distinguishes them, not a colour."""
    if not mark:
        return []
    return [Circle(x, y, theme.px(3.2), "ink" if mark == "-" else "panel", "ink", theme.px(1.5))]


def cell_shapes(
    cell: ExperimentCell, layout: CellLayout, width: float, height: float, *, note: str, is_under_way: bool
) -> list[Shape]:
    """Draw a finished, running, queued or failed cell; the note says why its data set is excluded."""
    middle = height / 2
    shapes: list[Shape] = []
    if layout.with_paper and cell.printed is not None:
        shapes += _printed(cell, layout, height)
    if cell.failed:
        shapes += _reason(cell.error, layout, width, middle)
    elif is_under_way and not cell.is_done:
        shapes += _progress(cell, layout, middle)
    elif cell.done:
        shapes += _numbers(cell, layout, middle)
    if note and cell.done == 0 and not layout.with_paper:
        shapes += _reason(note, layout, width, middle)
    return [*shapes, Rect(0, 0, 1, height, "separator")]


def _printed(cell: ExperimentCell, layout: CellLayout, height: float) -> list[Shape]:
    px, tint, printed = layout.theme.px, _TINTS.get(cell.tone, ""), cell.printed
    assert printed is not None
    shapes: list[Shape] = []
    if tint:
        start = layout.paper + px(1)
        shapes.append(Rect(start, 0, layout.difference + px(3) - start, height, tint))
    is_known = cell.is_done and cell.done > 0 and not cell.failed
    ink = "ink" if is_known else "ink3"
    shapes.append(Text(layout.paper, height / 2, f"{printed.mean:.2f}", "text", ink, "right"))
    if cell.difference:
        ink = "ink" if tint else "ink3"
        shapes.append(Text(layout.difference, height / 2, cell.difference, "small", ink, "right"))
    return shapes


def _numbers(cell: ExperimentCell, layout: CellLayout, middle: float) -> list[Shape]:
    mean = fixed(cell.result.mean, layout.decimals)
    sd = fixed(cell.result.sd, layout.sd_decimals) if cell.is_done else f"{percent_done(cell)}%"
    shapes: list[Shape] = [
        Text(layout.mean, middle, mean, "strong", "ink" if cell.is_done else "ink3", "right"),
        Text(layout.sd, middle, sd, "small", "ink2", "right"),
    ]
    if not cell.is_done:
        return shapes
    shapes += mark_shape(layout.mark, middle, cell.result.mark, layout.theme)
    if layout.with_paper and cell.other_mark:
        side = layout.theme.px(12)
        shapes.append(Rect(layout.mark - side / 2, middle - side / 2, side, side, edge="accent"))
    return shapes


def _progress(cell: ExperimentCell, layout: CellLayout, middle: float) -> list[Shape]:
    px = layout.theme.px
    left, tall = px(12), px(6)
    right = layout.mark + px(6) if layout.with_paper else layout.mean
    at = layout.difference if layout.with_paper else layout.mark + px(8)
    full = Rect(left, middle - tall / 2, right - left, tall, "fill")
    done = full._replace(width=max(1.0, full.width * cell.share), fill="accent") if cell.share else full
    return [full, done, Text(at, middle, f"{percent_done(cell)} %", "small", "ink2", "right")]


def _reason(text: str, layout: CellLayout, width: float, middle: float) -> list[Shape]:
    """Draw why there is no number, as far as there is space; the tooltip has the whole reason."""
    px = layout.theme.px
    right = layout.mark + px(6) if layout.with_paper else width - px(_REASON_END)
    fitting = elided(text, "small italic", right - px(_REASON_INSET), layout.measure)
    return [Text(px(_REASON_INSET), middle, fitting, "small italic", "ink2")]


def title_shapes(
    column: int, outline: TableOutline, layout: CellLayout, width: float, height: float, sort_mark: str
) -> list[Shape]:
    """Draw a learner's name, and below it the titles of the parts of its cells."""
    px, measure = layout.theme.px, layout.measure
    base = "base" if column == outline.base and len(outline.names) > 1 else ""
    after = f" {base} {sort_mark}".rstrip()
    space = width - px(16) - measure(after, "small")
    name = shorten_all(outline.names, space, lambda text: measure(text, "strong"))[column]
    line, parts = px(_NAME_LINE) / 2, px(_NAME_LINE) + px(_PART_LINE) / 2
    shapes: list[Shape] = [
        Text(px(12), line, name, "strong"),
        Text(px(12) + measure(name, "strong"), line, after, "small", "ink2"),
        Text(layout.mean, parts, "here" if layout.with_paper else "mean", "small", "ink2", "right"),
        Text(layout.sd, parts, "sd", "small", "ink2", "right"),
    ]
    if layout.with_paper:
        shapes += [
            Text(layout.paper, parts, "paper", "small", "ink2", "right"),
            Text(layout.difference, parts, "diff.", "small", "ink2", "right"),
        ]
    return [
        *shapes,
        Rect(0, 0, 1, height, "separator"),
        Rect(0, height - 1, width, 1, "separator_strong"),
    ]


def tally_shapes(tally: Tally, layout: CellLayout, height: float) -> list[Shape]:
    """Draw wins, ties and losses, with aligned ends."""
    px, middle = layout.theme.px, height / 2
    shapes: list[Shape] = [Rect(0, 0, 1, height, "separator")]
    for i, count in enumerate((tally.wins, tally.ties, tally.losses)):
        x = px(12) + (i + 0.8) * px(24)
        shapes.append(Text(x, middle, str(count), "strong", align="right"))
        if i < 2:
            shapes.append(Text(x + px(5), middle, "/", "text", "ink2", "centre"))
    return shapes
