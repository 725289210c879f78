"""The sentences about curves that were drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_gui.teaching.drawing import Comparison, Drawing, DrawnLine
from lwnb_gui.views.curves.drawn import drawn_sentences, gap, spoken

KS = np.array([1, 2, 3, 4])


def compared(*drawn: float) -> Comparison:
    return Comparison("KNN", KS, np.array([50.0, 60.0, 70.0, 80.0]), np.array(drawn))


@pytest.mark.parametrize(
    ("drawn", "sentence"),
    [
        ((55.0, 60.0, 60.0, 80.0), "KNN: you were 10.0 points too low at k = 3; on average 3.8 points off."),
        ((52.5, 62.5, 72.5, 82.5), "KNN: you were 2.5 points too high at k = 1; on average 2.5 points off."),
        ((50.0, 60.0, 70.0, 80.04), "KNN: you drew exactly the computed curve."),
        (
            (np.nan, 64.0, 68.0, np.nan),
            "KNN: you were 4.0 points too high at k = 2; on average 3.0 points off (drawn from k = 2 to 3).",
        ),
        ((np.nan, np.nan, np.nan, np.nan), "KNN: you drew nothing."),
    ],
)
def test_the_largest_gap_and_the_average_are_said_in_points(drawn: tuple[float, ...], sentence: str) -> None:
    assert drawn_sentences([compared(*drawn)]) == (sentence,)


def test_k_that_are_not_computed_yet_do_not_count() -> None:
    computed = np.array([50.0, np.nan, 70.0, 80.0])
    found = gap(Comparison("LWNB", KS, computed, np.array([50.0, 0.0, 75.0, 80.0])))
    assert found is not None
    assert (found.k, found.points) == (3, 5.0)


def test_a_screen_reader_says_what_is_drawn_at_k() -> None:
    drawing = Drawing((DrawnLine(((1, 60.0), (4, 70.0))), DrawnLine()))
    assert spoken(drawing, 2, log=True) == "KNN at k = 2: 65.0 %"
    assert spoken(drawing, 9, log=True) == "KNN at k = 9: nothing drawn"
    assert spoken(drawing.with_next_learner(), 2, log=True) == "LWNB at k = 2: nothing drawn"
