"""Decision regions over two attributes, shaded by probability, for one learner or several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from lwnb_core.engine.regions import Regions
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import first_best
from lwnb_gui.plots.layout import SEMIBOLD, Box, add_axes, caption, fitted, size
from lwnb_gui.plots.mark_styles import STAR_SIZE
from lwnb_gui.plots.theme import Theme, blend, rgb
from lwnb_gui.readings.names import brief
from lwnb_gui.text import value_text

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RegionPanel:
    """One learner's posterior at every cell, from low to high y. Shape (down, across, classes)."""

    name: str
    posterior: Floats
    note: str = ""


@dataclass(frozen=True, eq=False)
class RegionsData:
    """Cells over two attributes, and the instance that the slice goes through.

    `extent` is left, right, bottom, top in the attributes' values; a nominal axis has a cell for each value.
    """

    classes: tuple[str, ...]
    panels: tuple[RegionPanel, ...]
    labels: tuple[str, str]
    ticks: tuple[tuple[str, ...], tuple[str, ...]]
    extent: tuple[float, float, float, float]
    star: tuple[float, float]
    words: str


def regions_data(
    found: Regions,
    explanation: Explanation,
    learners: Sequence[str] = ("LWNB", "NB", "KNN", "KNNDW"),
    notes: Mapping[str, str] | None = None,
) -> RegionsData:
    """What the engine found on its grid, and the explained instance that the slice goes through."""
    axes = (found.grid.x, found.grid.y)
    x, y = (explanation.attributes[j] for j in axes)
    return RegionsData(
        classes=found.classes,
        panels=tuple(
            RegionPanel(name, found.posteriors[name], (notes or {}).get(name, ""))
            for name in learners
            if name in found.posteriors
        ),
        labels=(x.name, y.name),
        ticks=(x.values, y.values),
        extent=(*_ends(found.grid.xs, x.is_nominal), *_ends(found.grid.ys, y.is_nominal)),
        star=(float(explanation.instance[axes[0]]), float(explanation.instance[axes[1]])),
        words=slice_words(explanation, axes),
    )


def _ends(middles: Floats, nominal: bool) -> tuple[float, float]:
    """Where the cells begin and end."""
    half = 0.5 if nominal or len(middles) < 2 else float(middles[1] - middles[0]) / 2
    return float(middles[0]) - half, float(middles[-1]) + half


def slice_words(explanation: Explanation, axes: tuple[int, int]) -> str:
    """Through which instance the slice goes, and what is held fixed."""
    who = "the instance" if explanation.row is None else f"row {explanation.row + 1}"
    if explanation.row is not None and explanation.changed:
        who += ", changed"
    start = f"Shade: how sure. ★: {who}."
    others = [j for j in range(len(explanation.attributes)) if j not in axes]
    if not others:
        names = " and ".join(brief(explanation.attributes[j].name) for j in axes)
        return f"{start} Only {names} are in the data, so nothing is held fixed."
    held = [
        f"{brief(explanation.attributes[j].name)} = {value_text(explanation.value(j))}" for j in others[:3]
    ]
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return f"{start} The slice goes through it: {', '.join(held)}{more} stay as they are."


def shaded(posterior: Floats, theme: Theme, strongest: float = 0.82) -> NDArray[np.uint8]:
    """Colours of the cells: the winner's, the fainter the less sure. Shape (down, across, 3)."""
    classes = posterior.shape[-1]
    best = first_best(posterior)
    p = np.nan_to_num(np.take_along_axis(posterior, best[..., None], axis=-1)[..., 0])
    least = 1 / classes if classes > 1 else 0.0
    faintest = 0.27 * strongest
    share = faintest + (strongest - faintest) * np.clip((p - least) / (1 - least), 0, 1)
    # A table of colours rather than blending cell by cell.
    steps = 64
    table = np.array(
        [
            [rgb(blend(theme.class_style(c).fill, theme.panel, s / steps)) for s in range(steps + 1)]
            for c in range(classes)
        ],
        dtype=np.uint8,
    )
    return np.asarray(table[best, np.rint(share * steps).astype(int)])


def overlay(ax: Axes, data: RegionsData, panel: int, theme: Theme) -> Any:
    """One learner's regions under a map; returns the image, to be removed or renewed."""
    limits = ax.get_xlim(), ax.get_ylim()
    image = ax.imshow(
        shaded(data.panels[panel].posterior, theme, strongest=0.6),  # rows of the same class must stand out
        extent=data.extent,
        origin="lower",
        aspect="auto",
        interpolation="nearest",
        zorder=0.2,
    )
    ax.set(xlim=limits[0], ylim=limits[1])
    return image


class RegionPlanes:
    """One panel, or several side by side two by two, whose colours can be exchanged while k moves."""

    def __init__(self, figure: Figure, data: RegionsData, theme: Theme) -> None:
        self._theme, self._data = theme, data
        self.axes: list[Axes] = []
        self._images: list[Any] = []
        self._notes: list[Any] = []
        self._stars: list[list[Line2D]] = []
        with theme.context():
            below = caption(figure, data.words, theme)
            for i, panel in enumerate(data.panels):
                self._add(figure, panel, i, below)
            _axis_words(figure, data, theme, below)

    def update(self, data: RegionsData) -> bool:
        """Show other regions of the same plane; False: it is another one, to be drawn anew."""
        old = self._data
        same = (old.labels, old.ticks, old.extent, old.words) == (
            data.labels,
            data.ticks,
            data.extent,
            data.words,
        )
        if not same or [p.name for p in old.panels] != [p.name for p in data.panels]:
            return False
        self._data = data
        for i, panel in enumerate(data.panels):
            self._images[i].set_data(shaded(panel.posterior, self._theme))
            self._notes[i].set_text(panel.note)
            for star in self._stars[i]:
                star.set_data([data.star[0]], [data.star[1]])
        return True

    def _add(self, figure: Figure, panel: RegionPanel, i: int, below: float) -> None:
        theme, data = self._theme, self._data
        width, height = size(figure)
        px, n = theme.px, len(data.panels)
        columns = 1 if n == 1 else 2
        gap, head, edge = px(16), px(26), px(14)
        across = (width - 2 * edge - gap * (columns - 1)) / columns
        down = (height - below - px(22)) / -(-n // columns) - head
        left = edge + (i % columns) * (across + gap)
        top = px(2) + (i // columns) * (down + head)
        ax = add_axes(figure, Box(left=left, top=top + head, width=across, height=down))
        image = ax.imshow(
            shaded(panel.posterior, theme),
            extent=data.extent,
            origin="lower",
            aspect="auto",
            interpolation="nearest",
        )
        ax.set(xticks=[], yticks=[])
        for spine in ax.spines.values():
            spine.set(visible=True, color=theme.separator_strong)
        at: dict[str, Any] = {"va": "center", "fontsize": theme.size_text}
        y = 1 - (top + head / 2) / height
        colour = theme.accent if panel.name.startswith("LWNB") else theme.ink
        figure.text(left / width, y, brief(panel.name), fontweight=SEMIBOLD, color=colour, **at)
        note = figure.text((left + across) / width, y, panel.note, ha="right", color=theme.ink2, **at)
        self.axes.append(ax)
        self._images.append(image)
        self._notes.append(note)
        self._stars.append(_star(ax, data.star, theme))


def draw(figure: Figure, data: RegionsData, theme: Theme) -> list[Axes]:
    """One panel, or several side by side two by two."""
    return RegionPlanes(figure, data, theme).axes


def _axis_words(figure: Figure, data: RegionsData, theme: Theme, below: float) -> None:
    """Names and ends of the axes in one line, for they are the same in every panel."""
    _, height = size(figure)
    left, right, bottom, top = data.extent

    def ends(i: int, low: float, high: float) -> str:
        if data.ticks[i]:
            return ", ".join(fitted(t, theme.px(60), theme, theme.size_small) for t in data.ticks[i][:4]) + (
                ", …" if len(data.ticks[i]) > 4 else ""
            )
        return f"{low:.3g} to {high:.3g}".replace("-", "−")

    names = [fitted(name, theme.px(140), theme, theme.size_small) for name in data.labels]
    words = f"across: {names[0]} ({ends(0, left, right)}), up: {names[1]} ({ends(1, bottom, top)})"
    figure.text(
        theme.px(14) / size(figure)[0],
        (below + theme.px(6)) / height,
        words,
        fontsize=theme.size_small,
        color=theme.ink2,
    )


def _star(ax: Axes, star: tuple[float, float], theme: Theme) -> list[Line2D]:
    """The instance; one without a place (a value is missing) is not drawn, but can be moved there."""
    limits = ax.get_xlim(), ax.get_ylim()
    made = []
    for extra, colour in ((5.0, theme.panel), (0.0, theme.ink)):
        made += ax.plot(
            [star[0]],
            [star[1]],
            marker="*",
            markersize=theme.px(STAR_SIZE + extra),
            color=colour,
            markeredgewidth=0,
            zorder=5,
        )
    ax.set(xlim=limits[0], ylim=limits[1])
    return made
