"""A curve study as a figure: the same for the window, for files and for reports."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from lwnb_core import LWNB, Learner
from lwnb_core.evaluation.curve_result import CurveMeasure
from lwnb_core.evaluation.measures import LOSSES
from lwnb_gui.plots.best_k import BestK
from lwnb_gui.plots.curve_data import CurveFigure, CurveSeries, SeriesStyle
from lwnb_gui.state.curve_study import MEASURES, CurveStudy, StudyResult, has_k

_DECIMALS: dict[CurveMeasure, int] = {"accuracy": 2, "kappa": 4, "log_loss": 4, "brier": 4}
_STYLES: dict[str, SeriesStyle] = {"KNN": "knn", "KNNDW": "knndw", "NB": "nb"}


def study_figure(
    result: StudyResult,
    *,
    measure: CurveMeasure = "accuracy",
    k: int | None = None,
    log: bool = True,
    band: bool = True,
    best: bool = True,
    hidden: Collection[Learner] = (),
    title: str = "",
    caption: str = "",
) -> CurveFigure:
    """Curves of the learners that are not hidden, with band and best k where there are any."""
    spread = band and result.study.evaluation != "loo"
    styles = styles_of(result.study)
    decimals = _DECIMALS[measure]
    series = []
    for i, curve in result.drawn:
        if curve.learner in hidden:
            continue
        flat = slice(None) if has_k(curve.learner) else slice(0, 1)
        sd = curve.spread(measure)[flat] if spread else None
        values = curve.mean(measure)[flat]
        series.append(CurveSeries.of(result.names[i], curve.ks[flat], values, sd, styles[i]))
    bests: tuple[BestK, ...] = ()
    if best and result.complete:
        bests = tuple(
            BestK(result.names[i], found.k, found.accuracy, found.ranges, decimals)
            for i, found in enumerate(result.best(measure))
            if found is not None and result.study.learners[i] not in hidden
        )
    percent = ", %" if measure == "accuracy" else ""
    return CurveFigure(
        tuple(series),
        k,
        log,
        MEASURES[measure],
        decimals,
        bests,
        unit=f"mean ± sd{percent}" if spread else "",
        highest={"accuracy": 100.0, "kappa": 1.0}.get(measure),
        lower_is_better=measure in LOSSES,
        growing=not result.complete,
        title=title,
        caption=caption,
    )


def styles_of(study: CurveStudy) -> tuple[SeriesStyle, ...]:
    """The first LWNB has the accent's full line; its variants are dashed in the same colour."""
    found: list[SeriesStyle] = []
    for learner in study.learners:
        if isinstance(learner, LWNB):
            found.append("variant" if "lwnb" in found else "lwnb")
        else:
            found.append(_STYLES.get(learner.name, "variant"))
    return tuple(found)


def whole_figure(result: StudyResult, figure: CurveFigure) -> CurveFigure:
    """The figure with title and caption, as it leaves the window."""
    number = "" if figure.k is None else f" The line is at k = {figure.k}."
    band = " The bands are ± 1 standard deviation over the folds." if figure.unit else ""
    partly = "" if result.complete else " Not complete: stopped before all test cases were in."
    how = result.study.how
    return replace(
        figure,
        title=result.data.name,
        caption=f"{how[0].upper()}{how[1:]}.{band}{number}{partly}",
    )
