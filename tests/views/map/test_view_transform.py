"""The transformation from data to pixels and back, and changed limits."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_gui.views.map.view_transform import ViewTransform

TRANSFORM = ViewTransform(((1.0, 3.0), (0.0, 10.0)), 40.0, 10.0, 200.0, 100.0)


def test_data_to_pixels_and_back() -> None:
    assert TRANSFORM.to_pixel((1.0, 0.0)) == (40, 110)
    assert TRANSFORM.to_pixel((3.0, 10.0)) == (240, 10)
    assert TRANSFORM.to_pixels(np.array([[1.0, 0.0], [2.0, 5.0]])).tolist() == [[40, 110], [140, 60]]
    assert TRANSFORM.to_data(140, 60) == (2.0, 5.0)
    assert np.isnan(TRANSFORM.to_pixels(np.array([[np.nan, 1.0]]))).any()


def test_pixels_inside_the_map() -> None:
    assert TRANSFORM.contains((40, 10))
    assert not TRANSFORM.contains((39, 10))
    assert TRANSFORM.contains((39, 10), margin=2)
    assert not TRANSFORM.contains((float("nan"), 10))
    assert TRANSFORM.clamped(0, 500) == (40, 110)


def test_zooming_keeps_what_is_under_the_mouse() -> None:
    at = (90.0, 30.0)
    near = TRANSFORM._replace(limits=TRANSFORM.zoomed(2.0, at))
    assert near.to_data(*at) == pytest.approx(TRANSFORM.to_data(*at))
    assert near.limits[0][1] - near.limits[0][0] == pytest.approx(1.0)
    assert TRANSFORM.zoomed(2.0) == ((1.5, 2.5), (2.5, 7.5))


def test_panning_and_boxes() -> None:
    assert TRANSFORM.panned(0.5, -0.1) == ((2.0, 4.0), (-1.0, 9.0))
    assert TRANSFORM.boxed((140, 60), (40, 110), keep_aspect=False) == ((1.0, 2.0), (0.0, 5.0))
    x, y = TRANSFORM.boxed((40, 110), (140, 85), keep_aspect=True)
    assert (x[1] - x[0]) / (y[1] - y[0]) == pytest.approx(0.2), "a ring stays a ring"


def test_a_map_of_one_value_divides_by_nothing() -> None:
    flat = ViewTransform(((1.0, 1.0), (2.0, 2.0)), 0, 0, 10, 10)
    assert np.isfinite(flat.to_pixel((1.0, 2.0))).all()
