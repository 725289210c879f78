"""The ribbon: LWNB's posterior at every k as a stack of bands, with rows for KNN and KNNDW below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Flip, Sweep
from lwnb_core.local.naive_bayes import ranked
from lwnb_core.one_line import ks_text
from lwnb_gui.text import class_names, count, exact_probability, listed, printable, probabilities
from lwnb_gui.theme import Theme, blend, rgb
from lwnb_gui.views.drawing.canvas import Canvas, elided, wrapped
from lwnb_gui.views.drawing.k_axis import axis_numbers, position_of_k, positions_of_k
from lwnb_gui.views.drawing.scene import Hotspot, Image, Line, Path, Rect, Scene, Shape, Text
from lwnb_gui.views.report_section import WIDTH, ReportSection
from lwnb_gui.views.script import Script
from lwnb_gui.views.tables import LazyRows, TableCell, TableColumn, TextTable, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.names import brief_classes

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

LEARNER = "LWNB"
# More steps than a wide screen has pixels would only cost time.
MOST_STEPS = 2400
_MOST_FLIPS = 60  # More than these are not marked one by one.
_MOST_NAMED = 4  # changes in a sentence
_MOST_IN_SHORT = 8  # of a notebook

ROW, _GAP = 8.0, 3.0  # of a rival
_TOP, _BOTTOM, _NOTE, _AXIS = 9.0, 3.0, 20.0, 24.0
_LINE = 14.0
_STACK = 88.0  # height in a file
_WIDTH_IN_REPORT = WIDTH + 80  # the share that the names before the bands take
_OPACITY = 0.92  # of the classes' colours
_HALF = (1.8, 3.0)  # dashes of the line at one half


class Ribbon(View["RibbonReading"]):
    """Bands in the strip with k, below the slider, whose axis they share."""

    name = "ribbon"
    title = "Posterior at every k"
    area = "strip"
    help = """
        The ribbon shows this instance’s posterior at every k, one step per k. A triangle marks
        where the prediction changes. Below it are the predictions of KNN and KNNDW. Click in it to
        set k.
        """
    is_of_explanation = False
    figure_width = 960.0
    nothing = "There is no posterior at every k to show."
    script_explains = False

    def read(self, about: Subject, *, n: int | None = None) -> RibbonReading | None:
        """Read a sweep; `n` is the largest k of the slider, if the sweep stops before it."""
        return None if about.sweep is None else ribbon_reading(about.sweep, n)

    def scene(
        self,
        reading: RibbonReading,
        canvas: Canvas,
        *,
        k: int = 1,
        ends: tuple[float, float] | None = None,
        rivals: bool = True,
        note: bool = True,
        axis: bool = True,
        background: str = "panel",
    ) -> Scene:
        """Draw the bands between their ends, names before them, and the cursor at k.

        `axis`: numbers above; `note`: the text below.

        The ends are those of the slider's groove in the window.
        """
        px, width, bands = canvas.theme.px, canvas.width, reading.bands
        x0, x1 = ends or (px(110), width - px(20))
        names = list(bands.rivals) if rivals else []
        top = px(_TOP + (_AXIS if axis else 0))
        note_lines = _note_lines(reading, x1 - x0, canvas) if note else []
        foot = px(_NOTE) + px(_LINE) * (len(note_lines) - 1) if note else 0.0
        below = px(_BOTTOM + len(names) * (ROW + _GAP)) + foot
        height = canvas.height or top + px(_STACK) + below
        stack = max(1.0, height - top - below)
        shapes: list[Shape] = []
        if axis:
            shapes.append(Text(px(12), px(14), "k", "small", "ink2"))
            shapes += axis_numbers(bands.n, k, x0, x1, px(14), canvas)
        at, colours = (x0, top, x1 - x0, stack), _colours(reading, canvas.theme, background)
        shapes.append(_bands(reading, LEARNER, at, colours))
        half = top + stack / 2
        shapes.append(Line(x0, half, x1, half, "panel 85%", px(1.2), tuple(map(px, _HALF))))
        shapes += _changes(reading, LEARNER, at, canvas)
        shapes += _arrows(reading, at, canvas)
        shapes.append(Text(x0 - px(16), half - px(_LINE / 2), "LWNB posterior", "small", "ink2", "right"))
        shapes.append(Text(x0 - px(16), half + px(_LINE / 2), "at every k", "small", "ink3", "right"))
        y = top + stack + px(_GAP)
        rectangles = [at]
        for name in names:
            at = (x0, y, x1 - x0, px(ROW))
            rectangles.append(at)
            shapes.append(_bands(reading, name, at, colours))
            shapes += _changes(reading, name, at, canvas)
            shapes.append(Text(x0 - px(16), y + px(ROW / 2), f"{name} says", "least", "ink2", "right"))
            y += px(ROW + _GAP)
        shapes += [_cursor(k, bands.n, rectangle, canvas) for rectangle in rectangles]
        hotspots: tuple[Hotspot, ...] = ()
        if note:
            for i, text in enumerate(note_lines):
                shapes.append(Text(x0, height - foot + px(_NOTE / 2 + _LINE * i), text, "small", "ink2"))
            hotspots = (Hotspot(x0, height - foot, x1 - x0, foot, reading.text),)
        return Scene(width, height, tuple(shapes), hotspots)

    def sentences(self, reading: RibbonReading) -> tuple[str, ...]:
        """Say where LWNB changes its answer, and where the others do."""
        return reading.sentences

    def tables(self, reading: RibbonReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Return each learner's answer from the smallest k on, and where it changes."""
        rows = [
            [TableCell(name), TableCell(reading.course(name, _MOST_FLIPS if full else _MOST_IN_SHORT))]
            for name in reading.flips
        ]
        columns = [TableColumn("learner"), TableColumn("prediction from k on", wraps=True)]
        return (ViewTable(f"Posterior at {ks_text(reading.sweep.ks)}", columns, rows),)

    def table(self, reading: RibbonReading) -> TextTable:
        """Return a row per k: each learner's probability of each class."""
        sweep = reading.sweep
        columns = [(name, c) for name in sweep.posteriors for c in range(len(sweep.classes))]
        titles = ["k", *(f"{name} {printable(sweep.classes[c])}" for name, c in columns)]

        def line(i: int) -> list[str]:
            return [
                str(sweep.ks[i]),
                *(exact_probability(sweep.posteriors[name].item(i, c)) for name, c in columns),
            ]

        return TextTable(titles, LazyRows(len(sweep.ks), line), frozenset(range(len(titles))))

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Return the bands with the cursor at the k of the explanation; its sentences are below them."""
        reading = self.read(about)
        if reading is None:
            return ()
        drawing = partial(self.scene, reading, k=int(about.explanation.settings.get("k", 1)))
        return (ReportSection(self.title, drawing=drawing, width=_WIDTH_IN_REPORT),)

    def script(self, script: Script, reading: RibbonReading, query: Query) -> None:
        script.add(
            f"sweep = {script.of_instance('lw.sweep', 'model')}",
            'for flip in sweep.flips("LWNB"):',
            "    print(flip.k, sweep.classes[flip.before], sweep.classes[flip.after])",
            "",
        )
        script.figure("ribbon(sweep, model.learner.k)", "ribbon.svg")


@dataclass(frozen=True, eq=False)
class Bands:
    """The posterior over k for drawing, thinned to the resolution of a screen without losing any change.

    Attributes
    ----------
    n
        The largest k: all training rows are in.
    ks
        Shape (K,); each stands for the k up to the next one.
    posterior
        LWNB's. Shape (K, classes).
    rivals
        By name, the predicted class at each k of `ks`.
    """

    n: int
    ks: NDArray[np.int64]
    posterior: Floats
    rivals: dict[str, NDArray[np.intp]]

    def at(self, k: int) -> int:
        """Return the index of the step that k belongs to."""
        return int(np.clip(np.searchsorted(self.ks, k, side="right") - 1, 0, len(self.ks) - 1))


@dataclass(frozen=True, eq=False)
class RibbonReading:
    """One instance at every k.

    Attributes
    ----------
    flips
        By name, where the prediction changes.
    sweep
        All numbers, for the table.
    """

    classes: tuple[str, ...]
    bands: Bands
    flips: dict[str, tuple[Flip, ...]]
    sentences: tuple[str, ...]
    sweep: Sweep
    class_attribute: str = ""

    @property
    def text(self) -> str:
        """Return the sentences in one line."""
        return " ".join(self.sentences)

    def course(self, learner: str, most: int) -> str:
        """Describe a learner's answers: `k = 1: virginica; k = 9: versicolor; and 3 more changes`."""
        names = class_names(self.classes, self.class_attribute)
        flips, first = self.flips[learner], int(self.sweep.predictions(learner)[0])
        starts = [(int(self.sweep.ks[0]), first), *((flip.k, flip.after) for flip in flips[:most])]
        parts = [f"k = {k}: {names[c]}" for k, c in starts]
        more = [f"and {count(len(flips) - most, 'more change')}"] if len(flips) > most else []
        return "; ".join([*parts, *more])

    def changes(self, learner: str) -> list[float]:
        """Return between which k a learner's answer changes; none if a rival's are too many to mark."""
        if learner == LEARNER:
            return [flip.k - 0.5 for flip in self.flips.get(LEARNER, ())[:_MOST_FLIPS]]
        ks, change = self.bands.ks, np.flatnonzero(np.diff(self.bands.rivals[learner])) + 1
        middles = (ks[change - 1] + ks[change]) / 2
        return [float(k) for k in middles] if len(change) <= _MOST_FLIPS else []

    def read_out(self, k: int) -> str:
        """Return the read-out at one k, the most probable class first."""
        bands, i = self.bands, self.bands.at(k)
        order, names = ranked(bands.posterior[i].tolist())[:3], brief_classes(self)
        numbers = probabilities(bands.posterior[i].tolist(), can_be_zero=False)
        parts = [f"{names[c]} {numbers[c]}" for c in order]
        rivals = [f"{name} {names[int(p[i])]}" for name, p in bands.rivals.items()]
        return f"k = {k}: LWNB " + ", ".join(parts) + "".join(f"; {r}" for r in rivals)


def ribbon_reading(sweep: Sweep, n: int | None = None) -> RibbonReading:
    """Return the ribbon of a sweep; `n` is the largest k if the sweep stops before it."""
    ks = sweep.ks
    n = int(ks[-1]) if n is None else max(int(n), int(ks[-1]))
    flips = {name: sweep.flips(name) for name in sweep.posteriors}
    chosen = np.arange(len(ks))
    if len(ks) > MOST_STEPS:
        grid = np.linspace(0, 1, MOST_STEPS)
        chosen = np.searchsorted(positions_of_k(ks, n), grid).clip(0, len(ks) - 1)
        marked = [f.k for some in flips.values() for f in some[:MOST_STEPS]]
        at = np.searchsorted(ks, marked).astype(int)
        chosen = np.unique(np.concatenate([chosen, at, np.maximum(at - 1, 0)]))
    bands = Bands(
        n=n,
        ks=ks[chosen],
        posterior=sweep.posteriors[LEARNER][chosen],
        rivals={name: sweep.predictions(name)[chosen] for name in _rivals(sweep)},
    )
    sentences = tuple(filter(None, [_lwnb_text(sweep), _rivals_text(sweep)]))
    return RibbonReading(sweep.classes, bands, flips, sentences, sweep, sweep.class_attribute)


def _rivals(sweep: Sweep) -> list[str]:
    return [name for name in sweep.posteriors if name != LEARNER]


def _lwnb_text(sweep: Sweep) -> str:
    """Return a sentence such as `LWNB changes its answer once, at k = 9 (virginica).`"""
    flips, classes = sweep.flips(LEARNER), brief_classes(sweep)
    names = [f"{f.k} {_in_brackets(classes[f.after])}" for f in flips]
    if not flips:
        return f"LWNB says {classes[int(sweep.predictions(LEARNER)[0])]} at every k."
    if len(flips) == 1:
        return f"LWNB changes its answer once, at k = {names[0]}."
    if len(flips) <= _MOST_NAMED:
        return f"LWNB changes its answer at k = {listed(names)}."
    return f"LWNB changes its answer {len(flips)} times, first at k = {names[0]}, last at {names[-1]}."


def _in_brackets(name: str) -> str:
    """Return a class in brackets, except intervals, which have brackets of their own."""
    return name if name[:1] in "([" and name[-1:] in ")]" and name else f"({name})"


def _rivals_text(sweep: Sweep) -> str:
    """Return a sentence such as `KNN changes at 17, 20 and 149; KNNDW never.`"""
    rivals = _rivals(sweep)
    flips = {name: sweep.flips(name) for name in rivals}
    if rivals and not any(flips.values()):
        classes = brief_classes(sweep)
        said = {name: classes[int(sweep.predictions(name)[0])] for name in rivals}
        if len(set(said.values())) == 1:
            verb = "say" if len(rivals) > 1 else "says"
            return f"{listed(rivals)} {verb} {said[rivals[0]]} at every k."
    parts = []
    for name in rivals:
        ks = [str(f.k) for f in flips[name]]
        if not ks:
            parts.append(f"{name} never")
        elif len(ks) <= _MOST_NAMED:
            parts.append(f"{name} changes at {listed(ks)}")
        else:
            parts.append(f"{name} changes {len(ks)} times, first at {ks[0]}")
    if parts and parts[0].endswith(" never"):
        parts[0] = parts[0].replace(" never", " never changes")
    return "; ".join(parts) + "." if parts else ""


# -- what stands where ----------------------------------------------------------------------------------


def _note_lines(reading: RibbonReading, width: float, canvas: Canvas) -> list[str]:
    """Return one line in the window, where the tip has the rest; a file has space for all of it."""
    if canvas.is_file:
        return wrapped(reading.text, "small", width, canvas.measure)
    return [elided(reading.text, "small", width, canvas.measure)]


def _cursor(k: int, n: int, rectangle: tuple[float, float, float, float], canvas: Canvas) -> Rect:
    x, y, width, height = rectangle
    line = canvas.theme.line_cursor
    return Rect(x + position_of_k(k, n) * width - line / 2, y, line, height, "ink")


def _changes(
    reading: RibbonReading, learner: str, rectangle: tuple[float, float, float, float], canvas: Canvas
) -> list[Shape]:
    """Draw lines across where the answer changes."""
    x, y, width, height = rectangle
    line = canvas.theme.px(1.2)
    shapes: list[Shape] = []
    for k in reading.changes(learner):
        at = x + position_of_k(k, reading.bands.n) * width
        shapes.append(Rect(at - line / 2, y, line, height, "ink"))
    return shapes


def _arrows(
    reading: RibbonReading, rectangle: tuple[float, float, float, float], canvas: Canvas
) -> list[Shape]:
    """Draw small triangles above the stack where LWNB's answer changes."""
    x, y, width, _ = rectangle
    side, above = canvas.theme.px(3), y - canvas.theme.px(4)
    shapes: list[Shape] = []
    for k in reading.changes(LEARNER):
        at = x + position_of_k(k, reading.bands.n) * width
        corners = ((at - side, above - side), (at + side, above - side), (at, above + side))
        shapes.append(Path(corners, fill="ink"))
    return shapes


def _colours(reading: RibbonReading, theme: Theme, background: str) -> tuple[str, ...]:
    """Return the colours of the bands, by class."""
    behind, codes = getattr(theme, background), range(len(reading.classes))
    return tuple([blend(theme.class_style(c).area, behind, _OPACITY) for c in codes])


def _bands(
    reading: RibbonReading,
    learner: str,
    rectangle: tuple[float, float, float, float],
    colours: tuple[str, ...],
) -> Image:
    """Draw a learner's row as an image: a column for each pixel, twice as fine as the screen's."""
    x, y, width, height = rectangle
    size = (max(1, round(width * 2)), max(1, round(height * 2)) if learner == LEARNER else 1)
    return Image(x, y, width, height, _pixels(reading.bands, learner, size, colours))


# Cached: only the cursor moves with k, and finding the class of every pixel takes a millisecond or two.
@lru_cache(maxsize=8)
def _pixels(bands: Bands, learner: str, size: tuple[int, int], colours: tuple[str, ...]) -> Pixels:
    """Return the class of every pixel in colours. Shape (height, width, 4)."""
    width, height = size
    steps = _steps(bands, width)
    if learner == LEARNER:  # the first class is at the top
        ends = np.cumsum(bands.posterior, axis=1).T[:, steps]
        down = ((np.arange(height) + 0.5) / height)[:, None]
        codes = np.zeros((height, width), dtype=np.uint8 if len(ends) < 256 else np.uint16)
        for end in ends[:-1]:
            codes += down >= end
    else:
        codes = bands.rivals[learner][steps][None, :]
    table = np.array([(*rgb(colour), 255) for colour in colours], dtype=np.uint8)
    return np.ascontiguousarray(table[codes])


def _steps(bands: Bands, width: int) -> NDArray[np.intp]:
    """Return the step of k for every column of pixels."""
    ks, n = bands.ks, bands.n
    middles = (np.arange(width) + 0.5) / width
    edges = positions_of_k(np.maximum((ks[:-1] + ks[1:]) / 2, 1e-9), n)
    return np.searchsorted(edges, middles, side="right")
