"""How a study of learners over k is evaluated, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_gui.text import points

if TYPE_CHECKING:
    from lwnb_gui.study.study import CurveStudy


def how_tested(
    evaluation: str,
    runs: int,
    folds: int,
    *,
    sample: int | None = None,
    precision: float | None = None,
) -> str:
    """Describe the evaluation, the scaling of the attributes, and which rows are tested if not all."""
    if evaluation == "loo":
        text = "leave-one-out, scaled by the ranges of the other rows"
    else:
        several = "" if evaluation == "cv" else f"{runs} × "
        text = f"{several}{folds}-fold cross-validation, scaled by the ranges of the training rows"
    if precision is not None:
        return f"{text}, test rows drawn at random until {points(precision)}"
    return text if sample is None else f"{text}, {sample:,} test rows drawn at random"


def how_is_tested(study: CurveStudy) -> str:
    """Describe the same for a study, as it was requested."""
    return how_tested(
        study.evaluation, study.runs, study.folds, sample=study.sample, precision=study.precision
    )


def how_in_brief(study: CurveStudy) -> str:
    """Name the evaluation in a word or two."""
    if study.evaluation == "loo":
        return "leave-one-out"
    return f"{study.folds}-fold" if study.evaluation == "cv" else f"{study.runs} × {study.folds}-fold"
