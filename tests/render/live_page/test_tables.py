"""The local tables of a live page: texts do not overlap, whatever the number of classes."""

from __future__ import annotations

import itertools

import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_gui.app.query import Query
from lwnb_gui.plots.scene_figure import measure_with
from lwnb_gui.render.live_page.steps import page_row
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.drawing.scene import Scene, Text

SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0}  # the share of its place that a text leaves free
LEAST_GAP = 3.0  # pixels
_MEASURE = measure_with(LIGHT)


def _spans(scene: Scene) -> dict[float, list[tuple[float, float, str]]]:
    """Return where the texts of each line begin and end."""
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for shape in scene.shapes:
        if isinstance(shape, Text) and shape.text:
            width = _MEASURE(shape.text, shape.font)
            left = shape.x - SHARE[shape.align] * width
            lines.setdefault(round(shape.y, 1), []).append((left, left + width, shape.text))
    return lines


def _assert_apart(scene: Scene, *, name: str) -> None:
    """Assert that numbers are further apart than their digits; otherwise they are read as one."""
    for texts in _spans(scene).values():
        for (_, end, before), (start, right, after) in itertools.pairwise(sorted(texts)):
            assert start - end > LEAST_GAP, (name, before, after)
            assert right <= scene.width + 0.5, (name, after)


@pytest.mark.parametrize("name", [info.name for info in lw.samples() if info.name != "waveform"])
def test_no_text_of_the_local_tables_lies_over_another(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    query = Query.opening(lw.sample(name), row=3)
    ks = [1, min(10, query.largest_k), query.largest_k]
    monkeypatch.setattr("lwnb_gui.render.live_page.steps.k_grid", lambda _: ks)
    row = page_row(query, panels=["local_tables"])
    for scene in row.panels["local_tables"].scenes:
        _assert_apart(scene, name=name)


@pytest.mark.parametrize(
    ("start", "step"), [(1.7e9, 13.0), (-3e9, 1e7), (1e6, 0.001), (-0.12345, 2e-5), (1e-6, 1e-8)]
)
def test_columns_are_as_wide_as_time_stamps_and_large_amounts(start: float, step: float) -> None:
    values = [start + step * (i * 7 % 30) for i in range(30)]
    data = lw.Dataset.from_pandas(pd.DataFrame({"value": values, "class": ["x", "y", "y"] * 10}))
    row = page_row(Query.opening(data, row=3), panels=["local_tables"])
    scenes = row.panels["local_tables"].scenes
    for scene in scenes:
        _assert_apart(scene, name=f"from {start} in steps of {step}")
    assert len({scene.width for scene in scenes}) == 1, "the page would change its scale while k moves"
