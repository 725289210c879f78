"""A view of a plane: places to pixels and back, and other pieces of it."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_gui.scenes.plane import Plane

PLANE = Plane(((1.0, 3.0), (0.0, 10.0)), 40.0, 10.0, 200.0, 100.0)


def test_places_become_pixels_and_pixels_places() -> None:
    assert PLANE.spot((1.0, 0.0)) == (40, 110)
    assert PLANE.spot((3.0, 10.0)) == (240, 10)
    assert PLANE.spots(np.array([[1.0, 0.0], [2.0, 5.0]])).tolist() == [[40, 110], [140, 60]]
    assert PLANE.place(140, 60) == (2.0, 5.0)
    assert np.isnan(PLANE.spots(np.array([[np.nan, 1.0]]))).any()


def test_what_is_in_sight() -> None:
    assert PLANE.shows((40, 10))
    assert not PLANE.shows((39, 10))
    assert PLANE.shows((39, 10), air=2)
    assert not PLANE.shows((float("nan"), 10))
    assert PLANE.inside(0, 500) == (40, 110)


def test_zooming_keeps_what_is_under_the_mouse() -> None:
    at = (90.0, 30.0)
    near = PLANE._replace(limits=PLANE.zoomed(2.0, at))
    assert near.place(*at) == pytest.approx(PLANE.place(*at))
    assert near.limits[0][1] - near.limits[0][0] == pytest.approx(1.0)
    assert PLANE.zoomed(2.0) == ((1.5, 2.5), (2.5, 7.5))


def test_panning_and_boxes() -> None:
    assert PLANE.panned(0.5, -0.1) == ((2.0, 4.0), (-1.0, 9.0))
    assert PLANE.boxed((140, 60), (40, 110), keep_shape=False) == ((1.0, 2.0), (0.0, 5.0))
    x, y = PLANE.boxed((40, 110), (140, 85), keep_shape=True)
    assert (x[1] - x[0]) / (y[1] - y[0]) == pytest.approx(0.2), "a ring stays a ring"


def test_a_plane_of_one_value_divides_by_nothing() -> None:
    flat = Plane(((1.0, 1.0), (2.0, 2.0)), 0, 0, 10, 10)
    assert np.isfinite(flat.spot((1.0, 2.0))).all()
