"""A curve study as a figure: the same for the window, for files and for reports."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from lwnb_core import LWNB, Learner
from lwnb_core.evaluation.best_k import BestK
from lwnb_core.evaluation.curve_result import Curve
from lwnb_core.evaluation.measures import CURVE_MEASURES, measure_named
from lwnb_gui.state.curve_learners import has_k
from lwnb_gui.state.curve_result import StudyResult
from lwnb_gui.text import shown
from lwnb_gui.views.curves.best import LearnersBestK
from lwnb_gui.views.curves.curve_figure import CurveFigure, CurveSeries, SeriesStyle

_ONE_FOLD = "one fold: no spread"
_SPREAD = "The bands are ± 1 standard deviation over the folds."
_CONFIDENCE = "The bands contain the accuracy over all rows with 95 % confidence at each k."
_STYLES: dict[str, SeriesStyle] = {"KNN": "knn", "KNNDW": "knndw", "NB": "nb"}


def study_figure(
    result: StudyResult,
    *,
    measure: str = "accuracy",
    k: int | None = None,
    log: bool = True,
    band: bool = True,
    best: bool = True,
    hidden: Collection[Learner] = (),
    title: str = "",
    caption: str = "",
) -> CurveFigure:
    """Curves of the learners that are not hidden, with band and best k where there are any."""
    shown = [(i, curve) for i, curve in result.drawn if curve.learner not in hidden]
    styles = styles_of(result.study.learners)
    bests = result.best(measure) if best and result.complete else (None,) * len(result.names)
    return curves_figure(
        [curve for _, curve in shown],
        [result.names[i] for i, _ in shown],
        [bests[i] for i, _ in shown],
        [styles[i] for i, _ in shown],
        measure=measure,
        k=k,
        log=log,
        band=band,
        growing=not result.complete,
        title=title,
        caption=caption,
    )


def curves_figure(
    curves: Sequence[Curve],
    names: Sequence[str],
    bests: Sequence[BestK | None],
    styles: Sequence[SeriesStyle] | None = None,
    *,
    measure: str = "accuracy",
    k: int | None = None,
    log: bool = True,
    band: bool = True,
    growing: bool = False,
    title: str = "",
    caption: str = "",
) -> CurveFigure:
    """Curves by their names; a learner without a k is a line.

    While rows are left to test, the band shows how well the accuracies are known; then how far the folds lie
    apart. Of a single fold there is none.
    """
    about = measure_named(measure, CURVE_MEASURES)
    is_sample = measure == "accuracy" and any(curve.tested.is_sample for curve in curves)
    if not is_sample and all(len(curve.folds) == 1 for curve in curves):  # leave-one-out
        band = False
    series = []
    for name, curve, style in zip(
        names, curves, styles or styles_of([curve.learner for curve in curves]), strict=True
    ):
        flat = slice(None) if has_k(curve.learner) else slice(0, 1)
        sd = curve.spread(measure)[flat] if band and not is_sample and curve.folds_begun > 1 else None
        line = CurveSeries.of(name, curve.ks[flat], curve.mean(measure)[flat], sd, style)
        if band and is_sample:
            line = replace(line, low=curve.band.low[flat], high=curve.band.high[flat])
        series.append(line)
    percent = f", {about.unit}" if about.unit else ""
    has_band = any(line.low is not None for line in series)
    if is_sample:
        unit = f"± 95 % confidence{percent}"
    else:
        unit = f"mean ± sd{percent}" if has_band else _ONE_FOLD
    return CurveFigure(
        tuple(series),
        k,
        log,
        shown(about.axis),
        about.decimals,
        tuple(
            LearnersBestK(name, best.k, best.accuracy, best.ranges, about.decimals)
            for name, best in zip(names, bests, strict=True)
            if best is not None
        ),
        unit=unit if band else "",
        band=(_CONFIDENCE if is_sample else _SPREAD) if has_band else "",
        lowest=about.lowest,
        highest=about.highest,
        lower_is_better=about.less_is_better,
        growing=growing,
        title=title,
        caption=caption,
    )


def styles_of(learners: Sequence[Learner]) -> tuple[SeriesStyle, ...]:
    """The first LWNB has the accent's full line; its variants are dashed in the same colour."""
    styles: list[SeriesStyle] = []
    for learner in learners:
        if isinstance(learner, LWNB):
            styles.append("variant" if "lwnb" in styles else "lwnb")
        else:
            styles.append(_STYLES.get(learner.name, "variant"))
    return tuple(styles)


def whole_figure(result: StudyResult, figure: CurveFigure) -> CurveFigure:
    """The figure with title and caption, as it leaves the window."""
    number = "" if figure.k is None else f" The line is at k = {figure.k}."
    band = f" {figure.band}" if figure.band else ""
    partly = "" if result.complete else " Not complete: stopped before all test cases were done."
    how = result.study.how
    return replace(
        figure,
        title=result.data.name,
        caption=f"{how[0].upper()}{how[1:]}.{band}{number}{partly}",
    )
