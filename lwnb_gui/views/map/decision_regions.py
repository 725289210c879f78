"""Decision regions over two attributes: predictions everywhere and for the instance, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Explanation, Regions
from lwnb_core.local.naive_bayes import counts_votes, first_best
from lwnb_gui.text import class_names, probabilities
from lwnb_gui.theme import Theme, blend, rgb
from lwnb_gui.views.drawing.scene import Image
from lwnb_gui.views.map.view_transform import ViewTransform

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

Floats = NDArray[np.float64]
Answer = tuple[str, str]  # a class, and its probability as displayed

_STRONGEST = 0.6  # share of the class's colour: rows of the same class must stand out
_FAINTEST = 0.27 * _STRONGEST
_STEPS = 64


@dataclass(frozen=True, eq=False)
class RegionPanel:
    """One learner's posterior at every cell, from low to high y. Shape (down, across, classes)."""

    name: str
    posterior: Floats


@dataclass(frozen=True, eq=False)
class RegionsData:
    """Cells over two attributes, for one learner or several.

    `extent` is left, right, bottom, top in the attributes' values; a nominal axis has a cell for each value.
    """

    classes: tuple[str, ...]
    panels: tuple[RegionPanel, ...]
    extent: tuple[float, float, float, float]
    axes: tuple[int, int]  # positions among the predictors
    k: int


def regions_data(result: Regions, learners: Sequence[str] = ("LWNB", "NB", "KNN", "KNNDW")) -> RegionsData:
    """Return what the engine found on its grid."""
    return RegionsData(
        classes=result.classes,
        panels=tuple(
            RegionPanel(name, result.posteriors[name]) for name in learners if name in result.posteriors
        ),
        extent=(*_ends(result.grid.xs), *_ends(result.grid.ys)),
        axes=(result.grid.x, result.grid.y),
        k=result.k,
    )


def _ends(middles: Floats) -> tuple[float, float]:
    """Return where the cells begin and end."""
    half = float(middles[1] - middles[0]) / 2 if len(middles) > 1 else 0.5
    return (float(middles[0]) - half, float(middles[-1]) + half) if len(middles) else (-half, half)


def can_have_regions(query: Query) -> bool:
    """Whether the axes are two different attributes, as regions require."""
    return query.map.kind == "attributes" and query.map.x != query.map.y


def answers(explanation: Explanation, learners: Sequence[str]) -> tuple[Answer | None, ...]:
    """Return the learners' predictions for the instance itself."""
    said = {**explanation.others, explanation.learner: explanation.posterior}
    names = class_names(explanation.classes, explanation.class_attribute)

    def answer(name: str) -> Answer:
        posterior, can_be_zero = said[name], counts_votes(name)
        best = int(first_best(posterior))
        return names[best], probabilities(posterior.tolist(), can_be_zero=can_be_zero)[best]

    return tuple(answer(name) if name in said else None for name in learners)


# -- the picture ---------------------------------------------------------------------------------------


def region_image(data: RegionsData, panel: int, transform: ViewTransform, theme: Theme) -> Image:
    """Return one learner's regions as a picture, and where they are on the map."""
    x0, x1, y0, y1 = data.extent
    (left, bottom), (right, top) = transform.to_pixel((x0, y0)), transform.to_pixel((x1, y1))
    colours = shaded(data.panels[panel].posterior, theme)[::-1]  # from low to high y
    rgba = np.dstack([colours, np.full(colours.shape[:2], 255, dtype=np.uint8)])
    return Image(left, top, right - left, bottom - top, rgba)


def shaded(posterior: Floats, theme: Theme) -> NDArray[np.uint8]:
    """Return colours of the cells: the winner's, paler if it is less certain. Shape (down, across, 3)."""
    classes = posterior.shape[-1]
    best = first_best(posterior)
    p = np.nan_to_num(np.take_along_axis(posterior, best[..., None], axis=-1)[..., 0])
    least = 1 / classes if classes > 1 else 0.0
    share = _FAINTEST + (_STRONGEST - _FAINTEST) * np.clip((p - least) / (1 - least), 0, 1)
    # A table of colours is faster than blending cell by cell.
    table = np.array(
        [
            [rgb(blend(theme.class_style(c).fill, theme.panel, s / _STEPS)) for s in range(_STEPS + 1)]
            for c in range(classes)
        ],
        dtype=np.uint8,
    )
    return np.asarray(table[best, np.rint(share * _STEPS).astype(int)])
