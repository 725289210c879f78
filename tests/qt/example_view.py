"""An example that follows the recipe for a view (`CONTRIBUTING.md`): how many neighbours each class has."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lwnb_gui.text import count, fixed, printable, rescaled_text
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.inks import class_ink
from lwnb_gui.views.drawing.scene import Hotspot, Marker, Rect, Scene, Shape, Text
from lwnb_gui.views.script import Script
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.classes import in_order
from lwnb_gui.views.wording.names import shorten_all

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

_ROW, _EDGE, _NAMES, _BAR = 24.0, 12.0, 28.0, 14.0


class ClassCounts(View["tuple[ClassCount, ...]"]):
    """A bar for each class."""

    name = "class_counts"
    title = "Class counts"
    area = "lower"
    help = "How many neighbours are of each class."
    is_on_live_page = True
    least = (260, 120)
    nothing = "There are no neighbours to count."
    marks_target = True

    def read(self, about: Subject) -> tuple[ClassCount, ...] | None:
        explanation = about.explanation
        neighbourhood, codes = explanation.neighbourhood, explanation.neighbour_classes
        if neighbourhood is None or codes is None:
            return None
        names = explanation.classes
        counts = np.bincount(codes, minlength=len(names)).tolist()
        weights = np.bincount(codes, neighbourhood.rescaled, len(names)).tolist()
        return tuple(ClassCount(c, names[c], counts[c], weights[c]) for c in in_order(explanation))

    def scene(self, reading: tuple[ClassCount, ...], canvas: Canvas, *, active: Hashable = None) -> Scene:
        """Draw the bars; `active` is the class under the mouse or the keys."""
        px, row = canvas.theme.px, canvas.theme.px(_ROW)
        left = canvas.width * 0.35
        right = max(canvas.measure(line.numbers, "small") for line in reading) + px(_EDGE + 6)
        unit = (canvas.width - left - right) / max(1, *(line.neighbours for line in reading))
        names = shorten_all([line.name for line in reading], left - px(_NAMES + 8), canvas.measure)
        shapes: list[Shape] = []
        hotspots: list[Hotspot] = []
        for i, (line, name) in enumerate(zip(reading, names, strict=True)):
            middle, end = (i + 0.5) * row, left + line.neighbours * unit
            if line.code == active:
                shapes.append(Rect(0, i * row, canvas.width, row, "hover"))
            shapes += [
                Marker(px(_EDGE + 6), middle, line.code, px(8.3)),
                Text(px(_NAMES), middle, name),
                Rect(left, middle - px(_BAR / 2), end - left, px(_BAR), class_ink(line.code, "area")),
                Text(end + px(6), middle, line.numbers, "small", "ink2"),
            ]
            hotspots.append(Hotspot(0, i * row, canvas.width, row, line.sentence, line.code, line.sentence))
        return Scene(canvas.width, len(reading) * row, tuple(shapes), tuple(hotspots))

    def sentences(self, reading: tuple[ClassCount, ...]) -> tuple[str, ...]:
        most = max(reading, key=lambda line: line.neighbours)
        return (f"Most neighbours are of one class: {most.sentence}.",)

    def tables(self, reading: tuple[ClassCount, ...], *, full: bool = False) -> tuple[ViewTable, ...]:
        columns = [TableColumn("class"), TableColumn("neighbours", True), TableColumn("w′", True)]
        rows = [
            [
                TableCell(printable(line.name)),
                TableCell(str(line.neighbours)),
                TableCell(rescaled_text(line.weight), fixed(line.weight, 6)),
            ]
            for line in reading
        ]
        return (ViewTable(self.title, columns, rows),)

    def script(self, script: Script, reading: tuple[ClassCount, ...], query: Query) -> None:
        script.add(
            "",
            "for c, name in enumerate(explanation.classes):",
            '    print(name, (explanation.neighbour_classes == c).sum(), sep="\\t")',
        )


@dataclass(frozen=True)
class ClassCount:
    """A class, its number of neighbours, and the sum of their rescaled weights."""

    code: int
    name: str
    neighbours: int
    weight: float

    @property
    def numbers(self) -> str:
        return f"{self.neighbours} · {fixed(self.weight, 2)}"

    @property
    def sentence(self) -> str:
        """The sentence for the tip and for a screen reader."""
        return f"{printable(self.name)}: {count(self.neighbours, 'neighbour')}, w′ = {fixed(self.weight, 2)}"
