"""The local tables of a live page: no text lies over another, whatever the number of classes."""

from __future__ import annotations

import itertools

import pytest

import lwnb_core as lw
from lwnb_gui.export.live_page.steps import page_row
from lwnb_gui.plots.scene_figure import measure_with
from lwnb_gui.scenes.scene import Scene, Text
from lwnb_gui.state import Query
from lwnb_gui.theme import LIGHT

SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0}  # of its width that a text has left of its place
_MEASURE = measure_with(LIGHT)


def _spans(scene: Scene) -> dict[float, list[tuple[float, float, str]]]:
    """Where the texts of each line begin and end."""
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for shape in scene.shapes:
        if isinstance(shape, Text) and shape.text:
            width = _MEASURE(shape.text, shape.font)
            left = shape.x - SHARE[shape.align] * width
            lines.setdefault(round(shape.y, 1), []).append((left, left + width, shape.text))
    return lines


@pytest.mark.parametrize("name", [info.name for info in lw.samples() if info.name != "waveform"])
def test_no_text_of_the_local_tables_lies_over_another(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    query = Query.opening(lw.sample(name), row=3)
    ks = [1, min(10, query.largest_k), query.largest_k]
    monkeypatch.setattr("lwnb_gui.export.live_page.steps.k_grid", lambda _: ks)
    row = page_row(query, panels=["local_tables"])
    for scene in row.panels["local_tables"].scenes:
        for texts in _spans(scene).values():
            for (_, end, before), (start, right, after) in itertools.pairwise(sorted(texts)):
                assert end <= start + 0.5, (name, before, after)
                assert right <= scene.width + 0.5, (name, after)
