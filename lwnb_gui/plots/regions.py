"""Decision regions over two attributes, shaded by probability: the ground of a map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from lwnb_core.engine.regions import Regions
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import first_best
from lwnb_gui.plots.side_by_side import Answer
from lwnb_gui.plots.theme import Theme, blend, rgb
from lwnb_gui.readings.names import brief
from lwnb_gui.text import probability, value_text

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RegionPanel:
    """One learner's posterior at every cell, from low to high y. Shape (down, across, classes)."""

    name: str
    posterior: Floats


@dataclass(frozen=True, eq=False)
class RegionsData:
    """Cells over two attributes, for one learner or several.

    `extent` is left, right, bottom, top in the attributes' values; a nominal axis has a cell for each value.
    `words` say what is held fixed.
    """

    classes: tuple[str, ...]
    panels: tuple[RegionPanel, ...]
    extent: tuple[float, float, float, float]
    words: str


def regions_data(
    found: Regions, explanation: Explanation, learners: Sequence[str] = ("LWNB", "NB", "KNN", "KNNDW")
) -> RegionsData:
    """What the engine found on its grid; the explained instance is the one that the slice goes through."""
    return RegionsData(
        classes=found.classes,
        panels=tuple(
            RegionPanel(name, found.posteriors[name]) for name in learners if name in found.posteriors
        ),
        extent=(*_ends(found.grid.xs), *_ends(found.grid.ys)),
        words=slice_words(explanation, (found.grid.x, found.grid.y)),
    )


def _ends(middles: Floats) -> tuple[float, float]:
    """Where the cells begin and end."""
    half = float(middles[1] - middles[0]) / 2 if len(middles) > 1 else 0.5
    return (float(middles[0]) - half, float(middles[-1]) + half) if len(middles) else (-half, half)


def answers(explanation: Explanation, learners: Sequence[str]) -> tuple[Answer | None, ...]:
    """What learners say about the instance itself."""
    said = {**explanation.others, explanation.learner: explanation.posterior}

    def answer(posterior: Floats) -> Answer:
        best = int(first_best(posterior))
        return explanation.classes[best], probability(float(posterior[best]))

    return tuple(answer(said[name]) if name in said else None for name in learners)


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


def shaded(posterior: Floats, theme: Theme, strongest: float = 0.6) -> NDArray[np.uint8]:
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
    """One learner's regions under a map, in the place of its grid; returns the image, to be removed."""
    limits, aspect = (ax.get_xlim(), ax.get_ylim()), ax.get_aspect()
    image = ax.imshow(
        shaded(data.panels[panel].posterior, theme, strongest=0.6),  # rows of the same class must stand out
        extent=data.extent,
        origin="lower",
        aspect="auto",
        interpolation="nearest",
        zorder=0.2,
    )
    ax.set(xlim=limits[0], ylim=limits[1])
    ax.set_aspect(aspect, adjustable="box", anchor="C")  # an image brings its own
    ax.grid(False)
    return image
