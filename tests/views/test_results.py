"""Cells of an experiment's table: finished, running or failed; alone and beside the printed ones."""

from __future__ import annotations

import math

import pytest

from lwnb_core.evaluation.experiments.result import ResultCell, Tally
from lwnb_core.evaluation.paper.published import Printed
from lwnb_core.evaluation.paper.tables import PaperCell
from lwnb_gui.experiment.table import ExperimentCell, TableOutline
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.drawing.scene import Circle, Rect, Shape, Text
from lwnb_gui.views.results.cell_texts import cell_sentences, cell_text
from lwnb_gui.views.results.cells import CellLayout, cell_shapes, tally_shapes, title_shapes

OUTLINE = TableOutline(("iris",), ("LWNB k=50", "NB"), ("lwnb", "nb"))
DONE = ResultCell(95.4, 4.25, 100, "-")


def measure(text: str, font: str = "text") -> float:
    return 6.0 * len(text)


def layout(with_paper: bool = False) -> CellLayout:
    return CellLayout.of(OUTLINE, LIGHT, measure, with_paper)


def texts(shapes: list[Shape]) -> list[str]:
    return [shape.text for shape in shapes if isinstance(shape, Text)]


def shapes(
    cell: ExperimentCell, with_paper: bool = False, note: str = "", is_under_way: bool = False
) -> list[Shape]:
    return cell_shapes(cell, layout(with_paper), 140, 19, note=note, is_under_way=is_under_way)


def test_a_finished_cell_has_mean_sd_and_mark() -> None:
    cell = ExperimentCell(DONE, 100, 100)
    drawn = shapes(cell)
    assert texts(drawn) == ["95.40", "4.2"]
    (mark,) = (shape for shape in drawn if isinstance(shape, Circle))
    assert mark.fill == "ink", "worse than the base"
    assert cell_text(cell, "accuracy") == "95.40 ± 4.2 •"
    assert "Significantly worse than LWNB k=50." in cell_sentences(cell, "iris", 1, OUTLINE, "")


def test_unfinished_cell_has_a_progress_bar() -> None:
    cell = ExperimentCell(ResultCell(95.4, 4.25, 30, ""), 30, 100)
    drawn = shapes(cell, is_under_way=True)
    full, done = (shape for shape in drawn if isinstance(shape, Rect) and shape.width > 1)
    assert done.width == pytest.approx(0.3 * full.width)
    assert texts(drawn) == ["30 %"]
    assert texts(shapes(cell)) == ["95.40", "30%"], "stopped, its mean is pale"
    assert "over 30 of 100 folds" in cell_sentences(cell, "iris", 0, OUTLINE, "")


def test_cell_without_a_number_states_why() -> None:
    failed = ExperimentCell(ResultCell(math.nan, math.nan, 0, "", "needs numbers"), 100, 100)
    assert texts(shapes(failed)) == ["needs numbers"]
    assert texts(shapes(ExperimentCell(total=100), note="the file is not there any more")) == [
        "the file is not ther…"
    ]
    assert cell_sentences(ExperimentCell(), "iris", 1, OUTLINE, "") == "NB on iris: not computed yet."


def test_printed_cell_has_the_difference_next_to_it() -> None:
    printed = Printed(96.0, 4.0, "")
    paper = PaperCell("iris", "NB", 95.4, 4.25, "-", printed, "")
    drawn = shapes(ExperimentCell(DONE, 100, 100, paper), with_paper=True)
    assert texts(drawn) == ["96.00", "−0.60", "95.40", "4.2"]
    assert any(isinstance(shape, Rect) and shape.fill == "difference 2" for shape in drawn), "more than 0.5"
    assert any(isinstance(shape, Rect) and shape.edge == "accent" for shape in drawn), "another mark"
    queued = shapes(ExperimentCell(total=100, paper=paper), with_paper=True)
    assert texts(queued) == ["96.00"]


def test_column_titles_and_tallies() -> None:
    drawn = title_shapes(0, OUTLINE, layout(), 150, 44, "▾")
    assert texts(drawn) == ["LWNB k=50", " base ▾", "mean", "sd"]
    assert texts(title_shapes(1, OUTLINE, layout(True), 200, 44, "")) == [
        "NB",
        "",
        "here",
        "sd",
        "paper",
        "diff.",
    ]
    assert texts(tally_shapes(Tally(2, 8, 0), layout(), 19)) == ["2", "/", "8", "/", "0"]
