"""Decision regions over two attributes: what learners say at every place, and about the instance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.regions import Regions
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import counts_votes, first_best
from lwnb_gui.text import class_names, probabilities

Floats = NDArray[np.float64]
Answer = tuple[str, str]  # a class, and its probability as people read it


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
    axes: tuple[int, int]  # among the predictors
    k: int


def regions_data(result: Regions, learners: Sequence[str] = ("LWNB", "NB", "KNN", "KNNDW")) -> RegionsData:
    """What the engine found on its grid."""
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
    """Where the cells begin and end."""
    half = float(middles[1] - middles[0]) / 2 if len(middles) > 1 else 0.5
    return (float(middles[0]) - half, float(middles[-1]) + half) if len(middles) else (-half, half)


def answers(explanation: Explanation, learners: Sequence[str]) -> tuple[Answer | None, ...]:
    """What learners say about the instance itself."""
    said = {**explanation.others, explanation.learner: explanation.posterior}
    names = class_names(explanation.classes, explanation.class_attribute)

    def answer(name: str) -> Answer:
        posterior, can_be_zero = said[name], counts_votes(name)
        best = int(first_best(posterior))
        return names[best], probabilities(posterior.tolist(), can_be_zero=can_be_zero)[best]

    return tuple(answer(name) if name in said else None for name in learners)
