"""Figures 2 and 4: KNN, KNNDW and LWNB over k on the two artificial problems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from lwnb_core.data.dataset import Dataset
from lwnb_core.data.samples.catalogue import sample
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.curves.result import AccuracyCurves
from lwnb_core.evaluation.measures import best_index
from lwnb_core.learners.knn import KNN, KNNDW
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.learners.nb import NB
from lwnb_core.progress import Progress, silent

FigureNumber = Literal[1, 2, 3, 4]

DATA: dict[FigureNumber, str] = {1: "two-spheres", 2: "two-spheres", 3: "checkers-board", 4: "checkers-board"}
# Dense where the curves bend; the last k includes all training rows of a fold.
KS = (*range(1, 11), *range(12, 41, 2), *range(45, 151, 5), *range(160, 301, 10), *range(325, 876, 25), 900)


@dataclass(frozen=True)
class Claim:
    """A number given in the text, and ours on our draw of the data."""

    what: str
    printed: float
    found: float
    decimals: int = 1


@dataclass(frozen=True, eq=False)
class PaperFigure:
    """The curves of Figure 2 or 4, and the numbers that the text gives about them."""

    number: FigureNumber
    data: Dataset
    curves: AccuracyCurves
    claims: tuple[Claim, ...]

    def to_dict(self) -> dict[str, Any]:
        claims = [vars(claim) for claim in self.claims]
        return {"figure": self.number, **self.curves.to_dict(), "claims": claims}


def figure_data(number: FigureNumber) -> Dataset:
    """Return our draw of the artificial problem: the paper's own is not published."""
    return sample(DATA[number])


def compute_figure(
    number: Literal[2, 4], *, jobs: int | None = None, progress: Progress = silent
) -> PaperFigure:
    """Compute one run of 10-fold cross-validation with convention `tables`."""
    data = figure_data(number)
    learners = (LWNB(50, "tables"), KNN(50, "tables"), KNNDW(50, "tables"), NB("tables"))
    curves = accuracy_curve(learners, data, "cv", list(KS), progress=progress, jobs=jobs)
    return PaperFigure(number, data, curves, _claims(number, curves))


def _claims(number: Literal[2, 4], curves: AccuracyCurves) -> tuple[Claim, ...]:
    def at(name: str, k: int) -> float:
        curve = curves[name]
        return float(curve.accuracy[int(np.searchsorted(curve.ks, k))])

    if number == 2:
        lwnb = curves["LWNB"]
        best = int(lwnb.ks[best_index(lwnb.accuracy)])
        return (
            Claim("NB, % correct", 97.9, at("NB", 1)),
            Claim("LWNB with all training rows, % correct", 95.9, at("LWNB", 900)),
            Claim("k at which LWNB is best", 40, best, 0),
        )
    return (
        Claim("KNN at k = 60, % correct", 28, at("KNN", 60)),
        Claim("KNN at k = 150, % correct", 60, at("KNN", 150)),
        Claim("LWNB at k = 150, % correct", 50, at("LWNB", 150)),
        Claim("NB, % correct", 50, at("NB", 1)),
    )
