"""Curves as a figure: the same for the window, for files and for reports."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from lwnb_core import LWNB, Learner
from lwnb_gui.text import capitalised, printable
from lwnb_gui.views.curves.curve_figure import CurveFigure, CurveSeries, SeriesStyle
from lwnb_gui.views.curves.reading import CurvesReading, has_k

_ONE_FOLD = "one fold: no spread"
_SPREAD = "The bands are ± 1 standard deviation over the folds."
_CONFIDENCE = "The bands contain the accuracy over all rows with 95 % confidence at each k."
_STYLES: dict[str, SeriesStyle] = {"KNN": "knn", "KNNDW": "knndw", "NB": "nb"}


def curves_figure(
    reading: CurvesReading,
    *,
    k: int | None = None,
    log: bool = True,
    band: bool = True,
    best: bool = True,
    hidden: Collection[str] = (),
) -> CurveFigure:
    """Return the curves of learners that are not hidden; a learner without a k is a line.

    While some rows are untested, the band shows how precisely the accuracies are known; afterwards, how far
    the folds lie apart. A single fold has no band.
    """
    about = reading.about
    styles = styles_of([curve.learner for curve in reading.curves])
    drawn = [i for i, name in enumerate(reading.names) if name not in hidden]
    curves = [reading.curves[i] for i in drawn]
    is_sample = reading.measure == "accuracy" and any(curve.tested.is_sample for curve in curves)
    if not is_sample and all(len(curve.folds) == 1 for curve in curves):  # leave-one-out
        band = False
    series = []
    for i, curve in zip(drawn, curves, strict=True):
        flat = slice(None) if has_k(curve) else slice(0, 1)
        mean = curve.mean(reading.measure)[flat]
        sd = curve.spread(reading.measure)[flat] if band and not is_sample and curve.folds_begun > 1 else None
        line = CurveSeries.of(reading.names[i], curve.ks[flat], mean, sd, styles[i])
        if band and is_sample:
            line = replace(line, low=curve.band.low[flat], high=curve.band.high[flat])
        series.append(line)
    percent = f", {about.unit}" if about.unit else ""
    has_band = any(line.low is not None for line in series)
    if is_sample:
        unit = f"± 95 % confidence{percent}"
    else:
        unit = f"mean ± sd{percent}" if has_band else _ONE_FOLD
    bests = [reading.bests[i] for i in drawn] if best and reading.is_complete else []
    return CurveFigure(
        tuple(series),
        k,
        log,
        printable(about.axis),
        about.decimals,
        tuple(found for found in bests if found is not None),
        unit=unit if band else "",
        band=(_CONFIDENCE if is_sample else _SPREAD) if has_band else "",
        lowest=about.lowest,
        highest=about.highest,
        lower_is_better=about.less_is_better,
        growing=not reading.is_complete,
    )


def styles_of(learners: Sequence[Learner]) -> tuple[SeriesStyle, ...]:
    """Return the styles: the first LWNB has the accent's full line; its variants are dashed."""
    styles: list[SeriesStyle] = []
    for learner in learners:
        if isinstance(learner, LWNB):
            styles.append("variant" if "lwnb" in styles else "lwnb")
        else:
            styles.append(_STYLES.get(learner.name, "variant"))
    return tuple(styles)


def whole_figure(reading: CurvesReading, figure: CurveFigure) -> CurveFigure:
    """Return the figure with title and caption, as it is exported."""
    return replace(figure, title=reading.data, caption=caption_of(reading, figure))


def caption_of(reading: CurvesReading, figure: CurveFigure) -> str:
    """Describe how the curves were measured, what the bands are, and where the cursor is."""
    cursor = "" if figure.k is None else f"The line is at k = {figure.k}."
    partly = "" if reading.is_complete else "Not complete: stopped before all test cases were done."
    return " ".join(filter(None, [f"{capitalised(reading.how)}.", figure.band, cursor, partly]))
