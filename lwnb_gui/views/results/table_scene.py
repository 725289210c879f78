"""All results of an experiment as one scene: a row per data set, a column per learner, tallies below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Rect, Scene, Shape, Text, moved
from lwnb_gui.views.results.cells import (
    TALLIES,
    TITLE_HEIGHT,
    CellLayout,
    cell_shapes,
    column_width,
    reason_width,
    tally_shapes,
    title_shapes,
)
from lwnb_gui.views.results.reading import MARKS
from lwnb_gui.views.wording.names import brief

if TYPE_CHECKING:
    from lwnb_gui.experiment.table import ExperimentTable

_ROW = 28
_MARGIN = 16
_WIDEST_REASON = 420


def results_table(table: ExperimentTable, canvas: Canvas) -> Scene:
    """Draw the table as wide and high as it is, whatever the canvas."""
    theme, measure = canvas.theme, canvas.measure
    px, about = theme.px, table.outline
    layout = CellLayout.of(about, theme, measure, with_paper=False)
    names = {dataset: brief(dataset) for dataset in about.datasets}
    compared = len(about.names) > 1
    texts = [*names.values(), "data set", *([TALLIES] if compared else [])]
    first = max(measure(text, "strong") for text in texts) + px(_MARGIN)
    row, head, margin = px(_ROW), px(TITLE_HEIGHT), px(_MARGIN)
    shapes: list[Shape] = [Text(margin, head - px(12), "data set", "small", "ink2")]
    lefts, right = [], margin + first
    for column in range(len(about.names)):
        reason = min(reason_width(column, table, layout), px(_WIDEST_REASON))
        width = max(column_width(column, about, layout), reason)
        shapes += _at(right, 0, title_shapes(column, about, layout, width, head, ""))
        lefts.append((right, width))
        right += width
    y = head
    for dataset, name in names.items():
        shapes.append(Text(margin, y + row / 2, name, "strong"))
        for column, (left, width) in enumerate(lefts):
            cell = table.cell(dataset, column)
            drawn = cell_shapes(cell, layout, width, row, note="", is_under_way=False)
            shapes += _at(left, y, drawn)
        y += row
        shapes.append(Rect(margin, y - 1, right - margin, 1, "separator"))
    if compared:
        shapes.append(Text(margin, y + row / 2, TALLIES, "small strong"))
        for column, (left, _) in enumerate(lefts):
            if column != about.base:
                shapes += _at(left, y, tally_shapes(table.tally(column), layout, row))
        y += row
        shapes.append(Text(margin, y + row / 2, MARKS, "small", "ink2"))
        right = max(right, margin + measure(MARKS, "small"))
        y += row
    return Scene(right + margin, y + px(8), tuple(shapes))


def _at(x: float, y: float, shapes: list[Shape]) -> list[Shape]:
    return [moved(shape, x, y) for shape in shapes]
