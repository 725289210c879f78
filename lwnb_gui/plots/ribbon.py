"""The ribbon: the posterior of one instance at every k, along the k slider's own axis."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from lwnb_core.engine.sweep import Flip, Sweep
from lwnb_gui.plots.layout import Box, add_axes, pin, pixel_axes, size, wrapped
from lwnb_gui.plots.ribbon_pixels import OPACITY
from lwnb_gui.plots.slider_axis import slider_k, slider_place, slider_ticks
from lwnb_gui.plots.theme import DPI, Theme
from lwnb_gui.readings.names import brief_all
from lwnb_gui.text import listed, probability

__all__ = [
    "RibbonArtists",
    "RibbonData",
    "RibbonFigure",
    "draw",
    "ribbon_data",
    "slider_k",
    "slider_place",
    "slider_ticks",
    "words",
]

Floats = NDArray[np.float64]

# More steps than a wide screen has pixels would only cost time.
MOST_STEPS = 2400
# More flips than this are not marked one by one.
MOST_FLIPS = 60


@dataclass(frozen=True, eq=False)
class RibbonData:
    """Posteriors over k, thinned to what a screen can show; nothing that flips is lost.

    Attributes
    ----------
    n
        The largest k: the training rows.
    ks
        Shape (K,); each stands for the k up to the next one.
    posterior
        LWNB's. Shape (K, classes).
    rivals
        By name, the predicted class at each k of `ks`.
    flips
        By name, where the prediction changes.
    """

    classes: tuple[str, ...]
    n: int
    ks: NDArray[np.int64]
    posterior: Floats
    rivals: dict[str, NDArray[np.intp]]
    flips: dict[str, tuple[Flip, ...]]
    words: str

    @cached_property
    def edges(self) -> Floats:
        """Where the steps begin and end on the slider's axis. Shape (K + 1,)."""
        between = np.concatenate([[0.5], (self.ks[:-1] + self.ks[1:]) / 2, [self.n + 0.5]])
        return (
            np.clip(slider_place(np.maximum(between, 1e-9), self.n), 0.0, 1.0)
            if self.n > 1
            else np.array([0.0, 1.0])
        )

    def at(self, k: int) -> int:
        """Index of the step that k belongs to."""
        return int(np.clip(np.searchsorted(self.ks, k, side="right") - 1, 0, len(self.ks) - 1))

    def marked(self) -> list[float]:
        """Where LWNB's answer changes, on the slider's axis."""
        return [float(slider_place(f.k - 0.5, self.n)) for f in self.flips.get("LWNB", ())[:MOST_FLIPS]]

    def marked_in(self, rival: str) -> list[float]:
        """Where a rival's answer changes; none where that is too often to be marked."""
        change = np.flatnonzero(np.diff(self.rivals[rival])) + 1
        return [float(self.edges[i]) for i in change] if len(change) <= MOST_FLIPS else []

    def read_out(self, k: int) -> str:
        """What the ribbon says at one k, the most probable class first."""
        i = self.at(k)
        order, names = np.argsort(-self.posterior[i], kind="stable")[:3], brief_all(self.classes)
        parts = [f"{names[c]} {probability(float(self.posterior[i, c]))}" for c in order]
        rivals = [f"{name} {names[int(p[i])]}" for name, p in self.rivals.items()]
        return f"k = {k}: LWNB " + ", ".join(parts) + "".join(f"; {r}" for r in rivals)


def ribbon_data(sweep: Sweep, n: int | None = None) -> RibbonData:
    """The ribbon of a sweep; `n` is the number of training rows where the sweep stops before it."""
    ks = sweep.ks
    n = int(ks[-1]) if n is None else max(int(n), int(ks[-1]))
    flips = {name: sweep.flips(name) for name in sweep.posteriors}
    chosen = np.arange(len(ks))
    if len(ks) > MOST_STEPS:
        grid = np.linspace(0, 1, MOST_STEPS)
        chosen = np.searchsorted(slider_place(ks, n), grid).clip(0, len(ks) - 1)
        marked = [f.k for some in flips.values() for f in some[:MOST_STEPS]]
        at = np.searchsorted(ks, marked).astype(int)
        chosen = np.unique(np.concatenate([chosen, at, np.maximum(at - 1, 0)]))
    return RibbonData(
        classes=sweep.classes,
        n=n,
        ks=ks[chosen],
        posterior=sweep.posteriors["LWNB"][chosen],
        rivals={name: sweep.predictions(name)[chosen] for name in sweep.posteriors if name != "LWNB"},
        flips=flips,
        words=words(sweep),
    )


def words(sweep: Sweep) -> str:
    """`LWNB flips once, at k = 9 (virginica), and holds to the end. KNN flips at 17, 20 and 149; …`."""
    flips, classes = sweep.flips("LWNB"), brief_all(sweep.classes)
    first = classes[int(sweep.predictions("LWNB")[0])]
    names = [f"{f.k} {_in_brackets(classes[f.after])}" for f in flips]
    if not flips:
        said = f"LWNB says {first} at every k."
    elif len(flips) == 1:
        said = f"LWNB flips once, at k = {names[0]}, and holds to the end."
    elif len(flips) <= 4:
        said = f"LWNB flips at k = {listed(names)}."
    else:
        said = f"LWNB flips {len(flips)} times, first at k = {names[0]}, last at {names[-1]}."
    rest = _rivals(sweep)
    return f"{said} {rest}" if rest else said


def _in_brackets(name: str) -> str:
    """Intervals have brackets of their own."""
    return name if name[:1] in "([" and name[-1:] in ")]" and name else f"({name})"


def _rivals(sweep: Sweep) -> str:
    rivals = [name for name in sweep.posteriors if name != "LWNB"]
    flips = {name: sweep.flips(name) for name in rivals}
    if rivals and not any(flips.values()):
        classes = brief_all(sweep.classes)
        said = {name: classes[int(sweep.predictions(name)[0])] for name in rivals}
        if len(set(said.values())) == 1:
            verb = "say" if len(rivals) > 1 else "says"
            return f"{listed(rivals)} {verb} {said[rivals[0]]} at every k."
    parts = []
    for name in rivals:
        ks = [str(f.k) for f in flips[name]]
        if not ks:
            parts.append(f"{name} never")
        elif len(ks) <= 4:
            parts.append(f"{name} flips at {listed(ks)}")
        else:
            parts.append(f"{name} flips {len(ks)} times, first at {ks[0]}")
    if parts and parts[0].endswith(" never"):
        parts[0] = parts[0].replace(" never", " never flips")
    return "; ".join(parts) + "." if parts else ""


class RibbonArtists:
    """The ribbon on a figure, for files, with the cursor at one k; the window paints its own, pixel by pixel.

    `left` and `right` are the pixels beside the slider's groove, so that the two axes agree.
    """

    def __init__(
        self,
        figure: Figure,
        data: RibbonData,
        k: int,
        theme: Theme,
        *,
        left: float = 8.0,
        right: float = 8.0,
        top: float = 10.0,
        bottom: float = 4.0,
    ) -> None:
        self.figure, self.data, self.theme = figure, data, theme
        names = list(data.rivals)
        row, gap = theme.px(8), theme.px(3)
        below = bottom + len(names) * (row + gap)
        with theme.context():
            figure.set_facecolor(theme.panel)
            self.ax = add_axes(figure, Box(left=left, right=right, top=top, bottom=below))
            self.ax.axhline(
                0.5, color=theme.panel, linewidth=theme.px(1.2), linestyle=(0, (1.5, 2.5)), alpha=0.85
            )
            self._stack()
            rows = [self.ax]
            for i, name in enumerate(names):
                strip = Box(left=left, right=right, height=row)
                # Rows hang on the lower edge: their distance from the top follows the figure's height.
                ax = add_axes(figure, _FromBottom(strip, bottom + (len(names) - 1 - i) * (row + gap)))
                self._row(ax, name)
                rows.append(ax)
            for ax in rows:
                _strip(ax)
            self.cursors = [self._cursor(ax, float(slider_place(k, data.n))) for ax in rows]

    def _bands(self, ax: Axes, outlines: list[Any], colours: list[str]) -> None:
        bands = PolyCollection(outlines, facecolors=colours, linewidths=0, antialiaseds=False, alpha=OPACITY)
        ax.add_collection(bands, autolim=False)

    def _flips(self, ax: Axes, places: list[float]) -> None:
        """Lines across, where the answer changes."""
        lines = LineCollection(
            [[(t, 0), (t, 1)] for t in places], colors=self.theme.ink, linewidths=self.theme.px(1.2), zorder=2
        )
        ax.add_collection(lines, autolim=False)

    def _stack(self) -> None:
        ax, data, theme = self.ax, self.data, self.theme
        top = 1 - np.concatenate([np.zeros((len(data.ks), 1)), np.cumsum(data.posterior, axis=1)], axis=1)
        edges = np.repeat(data.edges, 2)[1:-1]
        shown = [c for c in range(len(data.classes)) if (data.posterior[:, c] > 1e-4).any()]
        # Beyond the frame, which cuts it: an edge on the frame's own would flicker between two pixels.
        top[:, shown[0]], top[:, shown[-1] + 1] = 1.1, -0.1
        around = np.concatenate([edges, edges[::-1]])
        outlines = []
        for c in shown:
            upper, lower = np.repeat(top[:, c], 2), np.repeat(top[:, c + 1], 2)
            outlines.append(np.column_stack([around, np.concatenate([lower, upper[::-1]])]))
        self._bands(ax, outlines, [theme.class_style(c).area for c in shown])
        flips = data.marked()
        self._flips(ax, flips)
        marks = Line2D(
            flips,
            [1.0] * len(flips),
            linestyle="none",
            marker="v",
            markersize=theme.px(6),
            color=theme.ink,
            clip_on=False,
            markeredgewidth=0,
            transform=ax.get_xaxis_transform() + _up(self.figure, theme.px(4)),
        )
        ax.add_line(marks)

    def _row(self, ax: Axes, name: str) -> None:
        data, theme = self.data, self.theme
        predicted = data.rivals[name]
        change = np.flatnonzero(np.diff(predicted)) + 1
        starts, ends = np.concatenate([[0], change]), np.concatenate([change, [len(predicted)]])
        edges = data.edges
        runs = [
            [(edges[a], 0), (edges[a], 1), (edges[b], 1), (edges[b], 0)]
            for a, b in zip(starts, ends, strict=True)
        ]
        self._bands(ax, runs, [theme.class_style(int(predicted[a])).area for a in starts])
        self._flips(ax, data.marked_in(name))

    def _cursor(self, ax: Axes, place: float) -> Line2D:
        line = Line2D(
            [place, place],
            [0, 1],
            color=self.theme.ink,
            linewidth=self.theme.line_cursor,
            transform=ax.get_xaxis_transform(),
            zorder=9,
            solid_capstyle="butt",
            clip_on=False,
        )
        ax.add_line(line)
        return line


@dataclass(frozen=True)
class _FromBottom(Box):
    """A box of fixed height that hangs on the lower edge."""

    def __init__(self, box: Box, bottom: float) -> None:
        super().__init__(box.left, 0.0, box.right, bottom, box.width, box.height)

    def within(self, whole: tuple[float, float]) -> Any:
        down = whole[1]
        height = self.height or 1.0
        return Box(self.left, down - self.bottom - height, self.right, height=height).within(whole)


def _strip(ax: Axes) -> None:
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ax.set_axis_off()


def _up(figure: Figure, pixels: float) -> Any:
    from matplotlib.transforms import ScaledTranslation

    return ScaledTranslation(0, pixels / DPI, figure.dpi_scale_trans)


@dataclass(frozen=True, eq=False)
class RibbonFigure:
    """The ribbon with the cursor at one k."""

    data: RibbonData
    k: int


def draw(figure: Figure, data: RibbonFigure, theme: Theme) -> Axes:
    """The ribbon with axis, names and note, for files."""
    with theme.context():
        left, right, top = theme.px(110), theme.px(20), theme.px(34)
        step, space = theme.size_small * 1.4, 0.97 * (size(figure)[0] - left - theme.px(12))
        lines_of_words = wrapped(data.data.words, space, theme, theme.size_small)
        note = theme.px(24) + step * (len(lines_of_words) - 1)
        artists = RibbonArtists(
            figure, data.data, data.k, theme, left=left, right=right, top=top, bottom=note
        )
        over = pixel_axes(figure)
        over.set_zorder(-1)
        across, down = (float(v) for v in (over.get_xlim()[1], over.get_ylim()[0]))
        ticks = slider_ticks(data.data.n)
        for k in sorted({*ticks, data.k}):
            t = float(slider_place(k, data.data.n))
            near = abs(t - float(slider_place(data.k, data.data.n))) < 0.03
            if k != data.k and near:
                continue
            over.text(
                left + t * (across - left - right),
                theme.px(14),
                str(k),
                ha="center",
                va="center",
                fontsize=theme.size_small,
                color=theme.ink if k == data.k else theme.ink2,
                fontweight=700 if k == data.k else 400,
            )
        over.text(theme.px(12), theme.px(14), "k", fontsize=theme.size_small, color=theme.ink2, va="center")
        names = list(data.data.rivals)
        middle = (top + down - note - len(names) * theme.px(11)) / 2
        lines = [("LWNB posterior", middle - theme.px(7)), ("at every k", middle + theme.px(7))]
        lines += [
            (f"{name} says", down - note - (len(names) - 1 - i) * theme.px(11) - theme.px(4))
            for i, name in enumerate(names)
        ]
        for text, y in lines:
            over.text(
                left - theme.px(10),
                y,
                text,
                ha="right",
                va="center",
                color=theme.ink2,
                fontsize=theme.size_least if "says" in text else theme.size_small,
            )
        for i, line in enumerate(reversed(lines_of_words)):
            label = figure.text(0, 0, line, color=theme.ink2, fontsize=theme.size_small)
            pin(label, figure, left, theme.px(8) + i * step, from_top=False)
    return artists.ax
