"""Curves that are drawn by hand: strokes, keys, and what they are compared with."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.app.query import Query
from lwnb_gui.study.run import run_study
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.teaching.drawing import Drawing, DrawnLine, comparisons
from lwnb_gui.teaching.teaching import Teaching

KS = np.array([1, 2, 4, 8, 16])


def test_a_stroke_is_straight_on_the_axis_that_is_shown() -> None:
    line = DrawnLine().stroke((1, 60.0), (16, 100.0))
    assert line.at(KS, log=True).tolist() == pytest.approx([60, 70, 80, 90, 100])
    assert line.at(KS, log=False)[2] == pytest.approx(68)


def test_nothing_is_drawn_before_the_first_point_and_after_the_last() -> None:
    drawn = DrawnLine().stroke((2, 60.0), (8, 60.0)).at(KS, log=True)
    assert np.isnan(drawn).tolist() == [True, False, False, False, True]
    assert np.isnan(DrawnLine().at(KS, log=True)).all()


@pytest.mark.parametrize("ends", [((2, 90.0), (8, 90.0)), ((8, 90.0), (2, 90.0))])
def test_a_second_stroke_replaces_what_it_passes(ends: tuple[tuple[int, float], tuple[int, float]]) -> None:
    line = DrawnLine(((1, 50.0), (4, 10.0), (16, 50.0))).stroke(*ends)
    assert line.points == ((1, 50.0), (2, 90.0), (8, 90.0), (16, 50.0))


def test_no_line_leaves_what_an_accuracy_can_be() -> None:
    line = DrawnLine().stroke((1, -5.0), (9, 130.0))
    assert line.points == ((1, 0.0), (9, 100.0))


def test_a_stroke_that_ends_at_its_k_has_its_last_value() -> None:
    assert DrawnLine().stroke((3, 10.0), (3, 20.0)).points == ((3, 20.0),)


def test_keys_put_a_point_on_the_line_and_move_it() -> None:
    first = DrawnLine().nudged(4, 1.0, log=True)
    assert first.points == ((4, 51.0),), "half of all to begin with"
    longer = first.nudged(16, 5.0, log=True)
    assert longer.points == ((4, 51.0), (16, 56.0)), "beyond the end of the line, as high as its end"
    assert longer.nudged(8, 0.0, log=True).points[1] == (8, pytest.approx(53.5))


def test_each_learner_has_a_line_of_its_own() -> None:
    line = DrawnLine(((1, 50.0),))
    drawing = Drawing().with_line(line).with_next_learner()
    assert drawing.lines == (line, DrawnLine())
    assert drawing.line == DrawnLine()
    assert drawing.has_points
    assert drawing.with_next_learner().learner == 0


def test_what_was_drawn_is_compared_with_the_computed_curve_of_its_learner() -> None:
    query = Query.opening(lw.sample("weather-numeric"))
    study = CurveStudy.of(query, CurveSettings("loo", variants=(lw.LWNB(kernel="tricube"),)))
    result = run_study(study, query.used)
    drawing = Drawing().with_line(DrawnLine(((1, 40.0), (13, 40.0))))
    knn, lwnb = comparisons(result, drawing, log=True)
    by_name = dict(zip(result.names, result.curves, strict=True))
    assert by_name["KNN"] is not None
    assert by_name["LWNB"] is not None
    assert (knn.learner, lwnb.learner) == ("KNN", "LWNB")
    assert knn.computed.tolist() == by_name["KNN"].accuracy.tolist()
    assert lwnb.computed.tolist() == by_name["LWNB"].accuracy.tolist(), "not of its variant"
    assert knn.drawn.tolist() == pytest.approx([40.0] * 13)
    assert np.isnan(lwnb.drawn).all()


def test_the_curves_are_pending_until_they_are_compared_and_again_with_other_data() -> None:
    drawn = Drawing(is_compared=True)
    assert not Teaching().is_drawing_pending
    assert Teaching(draw_first=True).is_drawing_pending
    teaching = Teaching(draw_first=True, drawing=drawn)
    assert not teaching.is_drawing_pending
    assert teaching.for_new_data().is_drawing_pending
    assert not teaching.without_lecture().draw_first
