"""Maps of the same rows side by side, one for each learner, for regions that are to be compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from lwnb_gui.plots.cloud import quicken
from lwnb_gui.plots.layout import SEMIBOLD, Box, add_axes, fitted, left_room, pin, place, size, text_width
from lwnb_gui.plots.map import MapArtists, MapData
from lwnb_gui.plots.theme import Theme
from lwnb_gui.text import shown

Answer = tuple[str, str]  # a class, and its probability as people read it

_COLUMNS = 2
# Pixels of the light theme: a head's height, the outer edge, between two maps, between the words of a head,
# below the lowest maps for numbers and name of the axis, and what a number along each axis needs.
_HEAD, _EDGE, _GAP, _WORD_GAP, _BOTTOM = 24.0, 14.0, 16.0, 8.0, 38.0
_ACROSS, _UP = 45.0, 30.0
# A point's radius: a share of the distance between rows, were they spread evenly; else they hide the ground.
_SHARE, _SMALLEST, _LARGEST = 0.3, 1.2, 2.4


class MapsSideBySide:
    """Two by two, each with a learner's name and what it says about the instance.

    All show the same piece of the plane. The lowest have numbers and a name along x, the leftmost along y. A
    map on which the bandwidth is a true ring has the shape of the single map, so that it looks like one.
    """

    def __init__(
        self,
        figure: Figure,
        data: MapData,
        learners: Sequence[str],
        theme: Theme,
        *,
        below: float = 0.0,
        animated: bool = True,
    ) -> None:
        self.learners = tuple(learners)
        self._figure, self._theme, self._below = figure, theme, below
        self._answers: tuple[Answer | None, ...] = (None,) * len(self.learners)
        # All answers have room: the maps must not move when another class is answered.
        self._classes = data.classes
        with theme.context():
            self.maps = tuple(
                MapArtists(add_axes(figure, Box()), data, theme, animated, small=True) for _ in self.learners
            )
            for drawn in self.maps:
                quicken(drawn.ax, drawn)
            text: dict[str, Any] = {"va": "center", "fontsize": theme.size_text}
            self._names = [
                figure.text(
                    0,
                    0,
                    name,
                    fontweight=SEMIBOLD,
                    color=theme.accent if name == "LWNB" else theme.ink,
                    **text,
                )
                for name in self.learners
            ]
            self._notes = [figure.text(0, 0, "", ha="right", color=theme.ink2, **text) for _ in self.learners]
        self._shape = _shape(self.maps[0])
        self._head = 0.0  # width of one
        self.lay_out()

    def say(self, answers: Sequence[Answer | None]) -> None:
        """What each learner says about the instance; None where it is not known."""
        self._answers = tuple(answers)
        self._write()

    def lay_out(self) -> None:
        """Place everything in the figure, which may have another size than before."""
        with self._theme.context():
            self._place(self._theme.px(46))
            lowest_left = self.maps[(self._rows - 1) * self._columns]
            self._place(max(left_room(lowest_left.ax, self._theme) + self._theme.px(6), self._theme.px(40)))
            self._write()

    @property
    def _columns(self) -> int:
        return min(_COLUMNS, len(self.maps))

    @property
    def _rows(self) -> int:
        return -(-len(self.maps) // self._columns)

    def _place(self, left: float) -> None:
        """Maps and heads, with so many pixels at the left for the numbers along y."""
        px, columns, rows = self._theme.px, self._columns, self._rows
        width, height = size(self._figure)
        across = max((width - left - px(_EDGE) - px(_GAP) * (columns - 1)) / columns, px(_GAP))
        down = max((height - self._below - px(_BOTTOM)) / rows - px(_HEAD), px(_GAP))
        wide, tall = across, down
        if self._shape is not None:
            wide = min(across, down / self._shape)
            tall = wide * self._shape
        self._head = min(across, max(wide, self._widest_head()))
        start = (
            left + max(0.0, width - left - px(_EDGE) - columns * self._head - (columns - 1) * px(_GAP)) / 2
        )
        top = max(0.0, height - self._below - px(_BOTTOM) - rows * (tall + px(_HEAD))) / 2
        apart = math.sqrt(wide * tall / max(len(self.maps[0].data), 1)) / self._theme.scale
        radius = min(max(_SHARE * apart, _SMALLEST), _LARGEST)
        for i, drawn in enumerate(self.maps):
            x = start + i % columns * (self._head + px(_GAP))
            y = top + i // columns * (tall + px(_HEAD))
            place(drawn.ax, Box(left=x, top=y + px(_HEAD), width=wide, height=tall))
            pin(self._names[i], self._figure, x, y + px(_HEAD) / 2)
            pin(self._notes[i], self._figure, x + self._head, y + px(_HEAD) / 2)
            drawn.set_radius(radius)
            drawn.set_ticks(_fitting(wide, px(_ACROSS)), _fitting(tall, px(_UP)))
            drawn.label_axes()
            if i + columns < len(self.maps):
                drawn.ax.set_xlabel("")
                drawn.ax.tick_params(axis="x", labelbottom=False)
            if i % columns:
                drawn.ax.set_ylabel("")
                drawn.ax.tick_params(axis="y", labelleft=False)

    def _widest_head(self) -> float:
        theme = self._theme
        names = max(self._name_width(name) for name in self.learners)
        classes = max(
            (text_width(shown(c)[:400], theme, theme.size_text) for c in self._classes), default=0.0
        )
        number = text_width("★ , >0.999", theme, theme.size_text)
        return names + theme.px(_WORD_GAP) + classes + number + theme.px(2)

    def _name_width(self, name: str) -> float:
        return text_width(name, self._theme, self._theme.size_text, SEMIBOLD)

    def _write(self) -> None:
        """The answers; where there is no room, a class's name is cut, its probability never."""
        theme = self._theme
        for name, note, answer in zip(self.learners, self._notes, self._answers, strict=True):
            if answer is None:
                note.set_text("")
                continue
            room = self._head - self._name_width(name) - theme.px(_WORD_GAP)
            room -= text_width(f"★ , {answer[1]}", theme, theme.size_text)
            note.set_text(f"★ {fitted(answer[0], room, theme, theme.size_text)}, {answer[1]}")


def _shape(drawn: MapArtists) -> float | None:
    """Height over width of a map whose axes have a common scale; None where it may have any shape."""
    aspect = drawn.ax.get_aspect()
    if isinstance(aspect, str):
        return None
    (x0, x1), (y0, y1) = drawn.ax.get_xlim(), drawn.ax.get_ylim()
    return aspect * (y1 - y0) / (x1 - x0)


def _fitting(length: float, each: float) -> int:
    return min(max(int(length / each), 2), 8)
