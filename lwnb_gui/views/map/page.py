"""The map in a live page: rows and axes once, and the moving part at every k."""

from __future__ import annotations

import math
from collections.abc import Sequence

from lwnb_core import Explanation
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.legend import legend
from lwnb_gui.views.drawing.scene import Hotspot, Scene, moved
from lwnb_gui.views.links import Neighbour
from lwnb_gui.views.map.layers import moving_shapes, static_map
from lwnb_gui.views.map.reading import MapReading, class_entries
from lwnb_gui.views.map.view_transform import ViewTransform
from lwnb_gui.views.page_panel import PagePanel
from lwnb_gui.views.wording.names import brief_classes

_LEAST_SPOT = 7.0  # radius within which the mouse finds a neighbour


def page_map(
    readings: Sequence[MapReading], last: Explanation, canvas: Canvas, below: float = 0.0
) -> PagePanel:
    """Draw rows, axes and class names once; ring, spokes, neighbours and star at every k.

    `last` is the explanation with all neighbours; `below` is that of `PagePanel`.
    """
    static = static_map(readings[-1], canvas)
    names = legend(class_entries(readings[-1]), canvas)
    spots = _spots(readings[-1], static.transforms[0], last)
    scenes = []
    for reading in readings:
        most = min(len(reading.neighbours), reading.most_marks)
        inside = [spot for spot in spots[:most] if spot is not None]
        # The nearest are listed last: of overlapping hotspots, the last one is found.
        shapes = moving_shapes(reading, static, canvas)
        height = canvas.height + names.height
        scenes.append(Scene(canvas.width, height, shapes, tuple(reversed(inside))))
    lower = (moved(shape, 0.0, canvas.height) for shape in names.shapes)
    return PagePanel((*static.shapes, *lower), tuple(scenes), below=below)


def _spots(reading: MapReading, transform: ViewTransform, explanation: Explanation) -> list[Hotspot | None]:
    """Return hotspots for the neighbours, the nearest first; the target of each is its rank.

    A neighbour that is not on the map, because a value is missing, has None.
    """
    rows, classes = explanation.neighbour_rows, explanation.neighbour_classes
    assert rows is not None
    assert classes is not None
    names = brief_classes(explanation)
    pixels = transform.to_pixels(reading.positions.coordinates[reading.neighbours[: reading.most_marks]])
    spots: list[Hotspot | None] = []
    for i, (x, y) in enumerate(pixels.tolist()):
        if math.isnan(x) or math.isnan(y):
            spots.append(None)
            continue
        tip = f"row {int(rows[i]) + 1} · {names[int(classes[i])]} · rank {i + 1}"
        side = 2 * _LEAST_SPOT
        spots.append(Hotspot(x - _LEAST_SPOT, y - _LEAST_SPOT, side, side, tip, Neighbour(i), tip))
    return spots
