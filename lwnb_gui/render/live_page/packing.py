"""Scenes as small plain data: equal shapes and texts are stored once.

A page's data are ``{"texts": …, "shapes": …, "rows": …}``. A shape is a list whose first entry is its kind
(`t` text, `r` rectangle, `p` path, `e` ellipse, `i` image in both themes, `c` clip); texts, colours and
fonts in it are numbers of the pool of texts. A step of a panel is its height, the numbers of its shapes, and
its hotspots.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.plots.scene_figure import measure_with
from lwnb_gui.render.live_page.steps import HandDrawn, PageContent, PageRow, PageScreen
from lwnb_gui.teaching.lectures import runs
from lwnb_gui.theme import DARK, LIGHT
from lwnb_gui.views.curves.drawn import SAYINGS
from lwnb_gui.views.drawing.canvas import font_of
from lwnb_gui.views.drawing.inks import Inks, class_ink
from lwnb_gui.views.drawing.marks import HOLLOW_INSET, HOLLOW_LINE, OUTLINES, ROUND
from lwnb_gui.views.drawing.scene import (
    Circle,
    Clip,
    Dots,
    Hotspot,
    Image,
    Line,
    Marker,
    Path,
    Rect,
    Shape,
    Text,
)
from lwnb_gui.views.links import LocalTableCell, Neighbour, Predictor, cell_key
from lwnb_gui.views.map.stamps import MANY, UNKNOWN, opacity_of, stamped
from lwnb_gui.views.page_panel import PagePanel
from lwnb_gui.views.wording import guess

Packed = list[Any]
_ANCHORS = {"left": 0, "centre": 1, "right": 2}
# Colours that the page's own style sheet names.
_TOKENS = ("window", "panel", "ink", "ink2", "accent", "separator", "separator_strong")
PROBE = "mmmmmmmmmmiiiiiiiiii0123456789"  # as in page.js
_FINER = 2.0  # pixels of a picture for one of the scene


class Packer:
    """Assigns numbers to shapes and texts that are stored once.

    Attributes
    ----------
    inks, fonts
        The names of those that are used, by their number in the pool of texts.
    """

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}
        self.shapes: dict[str, int] = {}
        self.packed_shapes: list[Packed] = []
        self.inks: dict[int, str] = {}
        self.fonts: dict[int, str] = {}
        self._rows: dict[int, tuple[PageRow, dict[str, Any]]] = {}  # by id, so that none is packed twice
        self._styles = Inks(LIGHT)
        self._measure = measure_with(LIGHT)

    def page(self, content: PageContent) -> dict[str, Any]:
        rows = [self._row_once(row) for row in content.rows]
        if content.guess_first:
            for row, packed in zip(content.rows, rows, strict=True):
                packed["verdicts"] = self._verdicts(row)
        return {
            "names": [self._text(name) for name in content.class_names],
            "guess": guess.SAYINGS if content.guess_first else None,
            "rows": rows,
            "screens": [self._screen(screen) for screen in content.screens] or None,
            "shapes": self.packed_shapes,
            "texts": list(self.texts),
        }

    @property
    def probe_width(self) -> float:
        """Return how wide the page's font probe must be for texts to have their measured widths."""
        return self._measure(PROBE)

    def style_rules(self) -> str:
        """Return colours of both themes and fonts, as CSS."""
        light, dark = (
            "".join(f"--{name}:{getattr(theme, name)};" for name in _TOKENS)
            + "".join(f"--i{number}:{_colour(Inks(theme), name)};" for number, name in self.inks.items())
            for theme in (LIGHT, DARK)
        )
        fonts = "".join(f".f{number}{{{_font(name)}}}" for number, name in self.fonts.items())
        return f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}{fonts}"

    # -- instances --------------------------------------------------------------------------------------

    def _row_once(self, row: PageRow) -> dict[str, Any]:
        if id(row) not in self._rows:
            self._rows[id(row)] = row, self._row(row)
        return self._rows[id(row)][1]

    def _row(self, row: PageRow) -> dict[str, Any]:
        table = row.neighbours
        return {
            "row": row.row,
            "ks": list(row.ks),
            "start": row.start,
            "true": row.true_class,
            "spoken": [self._text(text) for text in row.spoken],
            "cursors": {name: [_round(x) for x in places] for name, places in row.cursors.items()},
            "byHand": None if row.by_hand is None else self._by_hand(row.by_hand),
            "panels": {name: self._panel(panel) for name, panel in row.panels.items()},
            "neighbours": None
            if table is None
            else {
                "panel": table.panel,
                "titles": [self._text(title) for title in table.titles],
                "cells": [[self._text(text) for text in cells] for cells in table.cells],
                "left": list(table.left),
                "changing": list(table.changing),
                "links": [[self._text(name) for name in names] for names in table.links],
                "steps": [[[self._text(text) for text in cells] for cells in step] for step in table.steps],
                "summaries": [self._text(text) for text in table.summaries],
            },
        }

    def _verdicts(self, row: PageRow) -> list[list[int]]:
        """Return what is said to a guess at every k, for each class."""
        return [
            [
                self._text(guess.verdict(code, explanation, unknown="")[1])
                for code in range(len(explanation.classes))
            ]
            for explanation in row.explanations
        ]

    def _screen(self, screen: PageScreen) -> dict[str, Any]:
        return {
            "row": screen.row,
            "start": screen.start,
            "panels": list(screen.panels),
            "texts": [
                [[[list(tags), self._text(part)] for tags, part in paragraph] for paragraph in runs(text)]
                for text in screen.texts
            ],
            "showsK": screen.shows_k,
            "drawsFirst": screen.draws_first,
        }

    def _by_hand(self, by_hand: HandDrawn) -> dict[str, Any]:
        return {
            "learners": list(by_hand.learners),
            "inks": [self._ink(ink) for ink in by_hand.inks],
            "dashes": [[_round(dash) for dash in dashes] for dashes in by_hand.dashes],
            "computed": [list(values) for values in by_hand.computed],
            "heights": [_round(by_hand.lowest), _round(by_hand.highest)],
            "log": by_hand.log,
            "says": SAYINGS,
        }

    def _panel(self, panel: PagePanel) -> dict[str, Any]:
        return {
            "width": _round(panel.scenes[0].width),
            "static": [
                *(self._number(self._picture(*picture)) for picture in panel.pictures),
                *self._numbers(panel.static),
            ],
            "steps": [
                [_round(scene.height), self._numbers(scene.shapes), self._spots(scene.hotspots)]
                for scene in panel.scenes
            ],
        }

    def _spots(self, hotspots: Sequence[Hotspot]) -> list[int]:
        return [
            self._number(
                [
                    *map(_round, spot[:4]),
                    self._text(spot.tip),
                    self._key(spot.target),
                    self._text(spot.description),
                ]
            )
            for spot in hotspots
            if spot.tip or spot.description
        ]

    def _key(self, target: Hashable) -> int:
        """Return what a hotspot belongs to; the text is empty if it belongs to nothing."""
        if isinstance(target, LocalTableCell):
            return self._text(cell_key(target))
        if isinstance(target, Neighbour):
            return self._text(f"n{target.rank}")
        if isinstance(target, Predictor):
            return self._text(f"a{target.position}")
        return self._text("")

    # -- shapes -----------------------------------------------------------------------------------------

    def _numbers(self, shapes: Sequence[Shape], clip: Clip | None = None) -> list[int]:
        return [self._number(packed) for shape in shapes for packed in self._packed(shape, clip)]

    def _number(self, packed: Packed) -> int:
        key = repr(packed)
        number = self.shapes.get(key)
        if number is None:
            number = self.shapes[key] = len(self.packed_shapes)
            self.packed_shapes.append(packed)
        return number

    def _packed(self, shape: Shape, clip: Clip | None) -> list[Packed]:
        match shape:
            case Text(x, y, text, font, ink, align, upright):
                look = [self._text(text), self._font(font), self._ink(ink), _ANCHORS[align], int(upright)]
                return [["t", _round(x), _round(y), *look, _round(self._measure(text, font))]]
            case Rect(x, y, width, height, fill, edge, radius):
                size = [_round(value) for value in (x, y, max(width, 0.0), max(height, 0.0))]
                return [["r", *size, self._ink(fill), self._ink(edge), _round(radius)]]
            case Line(x0, y0, x1, y1, ink, width, dash):
                return [self._path([(x0, y0), (x1, y1)], ink, width, "", dash)]
            case Path(points, ink, width, fill, dash):
                return [self._path(points, ink, width, fill, dash)]
            case Circle(x, y, radius, fill, edge, width, dash, upright):
                return [self._ellipse(x, y, radius, upright or radius, fill, edge, width, dash)]
            case Marker():
                return [self._marker(shape)]
            case Dots():
                return self._dots(shape, clip)
            case Clip(x, y, width, height, shapes):
                return [["c", *map(_round, (x, y, width, height)), self._numbers(shapes, shape)]]
        raise TypeError(type(shape).__name__)

    def _picture(self, light: Image, dark: Image) -> Packed:
        return ["i", *map(_round, light[:4]), *(self._text(_png(one.rgba)) for one in (light, dark))]

    def _path(
        self,
        points: Sequence[tuple[float, float]],
        ink: str,
        width: float,
        fill: str,
        dash: Sequence[float] = (),
        opacity: float = 1.0,
        closed: bool = False,
    ) -> Packed:
        flat = [_round(value) for point in points for value in point]
        dashes = [_round(value) for value in dash]
        return [
            "p",
            flat,
            self._ink(ink),
            _round(width),
            self._ink(fill),
            dashes,
            round(opacity, 2),
            int(closed),
        ]

    def _ellipse(
        self,
        x: float,
        y: float,
        across: float,
        upright: float,
        fill: str,
        edge: str,
        width: float,
        dash: Sequence[float] = (),
        opacity: float = 1.0,
    ) -> Packed:
        size = [_round(value) for value in (x, y, across, upright)]
        dashes = [_round(value) for value in dash]
        return ["e", *size, self._ink(fill), self._ink(edge), _round(width), dashes, round(opacity, 2)]

    def _marker(self, mark: Marker) -> Packed:
        style, radius, width = self._styles.style(mark.class_code), mark.size / 2, mark.edge_width
        fill, edge = class_ink(mark.class_code), mark.edge or class_ink(mark.class_code, "edge")
        opacity = mark.opacity
        if mark.fill:
            fill, edge, opacity = mark.fill, mark.edge, 1.0
        elif style.hollow:
            width = max(1.2, radius * HOLLOW_LINE)
            fill, edge = "", mark.edge or class_ink(mark.class_code)
            radius *= HOLLOW_INSET
        return self._outlined(mark.x, mark.y, style.marker, radius, fill, edge, width, opacity)

    def _outlined(
        self,
        x: float,
        y: float,
        marker: str,
        radius: float,
        fill: str,
        edge: str,
        width: float,
        opacity: float,
    ) -> Packed:
        corners = OUTLINES[marker]
        if not corners:
            return self._ellipse(x, y, radius * ROUND, radius * ROUND, fill, edge, width, (), opacity)
        points = [(x + u * radius, y + v * radius) for u, v in corners]
        return self._path(points, edge, width, fill, (), opacity, closed=True)

    def _dots(self, dots: Dots, clip: Clip | None) -> list[Packed]:
        """Pack dots one by one, or as a picture if there are many."""
        if len(dots.x) > MANY and clip is not None:
            light, dark = (stamped(dots, clip[:4], Inks(theme), _FINER) for theme in (LIGHT, DARK))
            return [self._picture(light, dark)]
        packed = []
        for x, y, code in zip(dots.x.tolist(), dots.y.tolist(), dots.class_codes.tolist(), strict=True):
            style, radius = self._styles.style(max(code, 0)), dots.size / 2
            if code < 0:
                packed.append(self._outlined(x, y, "o", radius * UNKNOWN, "ink3", "", 0.0, dots.opacity))
                continue
            fill, edge = ("", class_ink(code)) if style.hollow else (class_ink(code), "")
            opacity = opacity_of(dots, style)
            packed.append(self._outlined(x, y, style.marker, radius, fill, edge, LIGHT.marker_edge, opacity))
        return packed

    # -- texts, colours, fonts --------------------------------------------------------------------------

    def _text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def _ink(self, name: str) -> int:
        """Return the number of an ink, -1 if there is no colour."""
        if not name:
            return -1
        number = self._text(name)
        self.inks[number] = name
        return number

    def _font(self, name: str) -> int:
        number = self._text(name)
        self.fonts[number] = name
        return number


def _round(value: float) -> float | int:
    """Round to a tenth of a pixel, whole numbers without a decimal."""
    rounded = round(float(value), 1)
    return int(rounded) if rounded == int(rounded) else rounded


def _colour(inks: Inks, name: str) -> str:
    colour, opacity = inks[name]
    return colour if opacity >= 1 else f"{colour}{round(255 * opacity):02X}"


def _font(name: str) -> str:
    face = font_of(name)
    family = "var(--serif)" if face.serif else "var(--sans)"
    style = "italic " if face.italic else ""
    return f"font:{style}{600 if face.bold else 400} {_round(face.pixels(LIGHT))}px {family}"


def _png(rgba: NDArray[np.uint8]) -> str:
    """Return a picture as a data address."""
    from matplotlib.image import imsave

    buffer = io.BytesIO()
    imsave(buffer, np.asarray(rgba), format="png")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()
