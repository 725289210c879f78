"""The recipe for a panel (`CONTRIBUTING.md`) carried out: how many of the neighbours are of each class.

A panel of the program has a module for each of the three parts: `readings/class_counts.py`,
`scenes/class_counts.py` and `qt/panels/class_counts.py`.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lwnb_core import Explanation
from lwnb_gui.export import TextTable
from lwnb_gui.export.scripts import explanation_script
from lwnb_gui.qt.scene_panel import ScenePanel
from lwnb_gui.readings.classes import in_order
from lwnb_gui.readings.names import shorten_all
from lwnb_gui.scenes.inks import class_ink
from lwnb_gui.scenes.scene import Hotspot, Marker, Rect, Scene, Shape, Text
from lwnb_gui.scenes.text import Frame
from lwnb_gui.text import count, fixed, shown

# -- the reading: what is said -----------------------------------------------------------------------


@dataclass(frozen=True)
class ClassCount:
    """A class, how many neighbours are of it, and their rescaled weights added up."""

    code: int
    name: str
    neighbours: int
    weight: float

    @property
    def numbers(self) -> str:
        return f"{self.neighbours} · {fixed(self.weight, 2)}"

    @property
    def sentence(self) -> str:
        """For the tip and for a screen reader."""
        return f"{shown(self.name)}: {count(self.neighbours, 'neighbour')}, w′ = {fixed(self.weight, 2)}"


def class_counts_reading(explanation: Explanation) -> tuple[ClassCount, ...] | None:
    """A line for each class; None for a learner without a neighbourhood."""
    neighbourhood, codes = explanation.neighbourhood, explanation.neighbour_classes
    if neighbourhood is None or codes is None:
        return None
    names = explanation.classes
    counts = np.bincount(codes, minlength=len(names)).tolist()
    weights = np.bincount(codes, neighbourhood.rescaled, len(names)).tolist()
    return tuple(ClassCount(c, names[c], counts[c], weights[c]) for c in in_order(explanation))


# -- the scene: what stands where --------------------------------------------------------------------

_ROW, _EDGE, _NAMES, _BAR = 24.0, 12.0, 28.0, 14.0


def class_counts(reading: tuple[ClassCount, ...], frame: Frame, active: Hashable = None) -> Scene:
    """A bar for each class; `active` is the class that the mouse or the keys are on."""
    px, row = frame.theme.px, frame.theme.px(_ROW)
    left = frame.width * 0.35
    right = max(frame.measure(line.numbers, "small") for line in reading) + px(_EDGE + 6)
    unit = (frame.width - left - right) / max(1, *(line.neighbours for line in reading))
    names = shorten_all([line.name for line in reading], left - px(_NAMES + 8), frame.measure)
    shapes: list[Shape] = []
    hotspots: list[Hotspot] = []
    for i, (line, name) in enumerate(zip(reading, names, strict=True)):
        middle, end = (i + 0.5) * row, left + line.neighbours * unit
        if line.code == active:
            shapes.append(Rect(0, i * row, frame.width, row, "hover"))
        shapes += [
            Marker(px(_EDGE + 6), middle, line.code, px(8.3)),
            Text(px(_NAMES), middle, name),
            Rect(left, middle - px(_BAR / 2), end - left, px(_BAR), class_ink(line.code, "area")),
            Text(end + px(6), middle, line.numbers, "small", "ink2"),
        ]
        hotspots.append(Hotspot(0, i * row, frame.width, row, line.sentence, line.code, line.sentence))
    return Scene(frame.width, len(reading) * row, tuple(shapes), tuple(hotspots))


# -- the panel ---------------------------------------------------------------------------------------


class ClassCountsPanel(ScenePanel):
    title = "Class counts"
    help_topic = "class_counts"
    least = (260, 120)
    nothing = "There are no neighbours to count."
    scene = staticmethod(class_counts)

    def read(self, explanation: Explanation) -> tuple[ClassCount, ...] | None:
        return class_counts_reading(explanation)

    def highlights(self) -> dict[str, Any]:
        return {"active": self.view.target}

    def on_hovered(self, target: Hashable) -> None:
        self.view.refresh()

    def to_table(self) -> TextTable | None:
        if self.reading is None:
            return None
        rows = [[shown(line.name), str(line.neighbours), fixed(line.weight, 6)] for line in self.reading]
        return TextTable(["class", "neighbours", "w′"], rows, frozenset({1, 2}))

    def to_script(self) -> str | None:
        query = self.context.state.query
        if self.reading is None or query is None:
            return None
        script = explanation_script(query, "class counts")
        script.add(
            "",
            "for c, name in enumerate(explanation.classes):",
            '    print(name, (explanation.neighbour_classes == c).sum(), sep="\\t")',
        )
        return script.text
