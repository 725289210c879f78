"""Figures 2 and 4 of the paper as curve studies."""

from __future__ import annotations

from typing import Literal

from lwnb_core import LWNB, TABLES, Dataset
from lwnb_core.evaluation.paper_figures import DATA, KS
from lwnb_gui.state.curve_study import CurveStudy

CurveFigureNumber = Literal[2, 4]


def paper_study(number: CurveFigureNumber) -> CurveStudy:
    """One run of 10-fold cross-validation with convention `tables`, at the k that are drawn."""
    lwnb = LWNB(50, TABLES)
    nb, knn, knndw = lwnb.rivals
    return CurveStudy((lwnb, knndw, knn, nb), "cv", KS)


def paper_figure_of(data: Dataset) -> CurveFigureNumber | None:
    """The figure that these data, by their name, are of."""
    numbers: tuple[CurveFigureNumber, ...] = (2, 4)
    return next((number for number in numbers if DATA[number] == data.name), None)
