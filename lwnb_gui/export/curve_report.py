"""The report on a curve study: the figure, the best k with its range, the measure at a handful of k."""

from __future__ import annotations

from collections.abc import Sequence

from lwnb_core import AccuracyCurves, Dataset
from lwnb_core.evaluation.best_k import BestK
from lwnb_core.evaluation.measures import CURVE_MEASURES, Measure, measure_named
from lwnb_gui.export.facts import Facts, data_facts, settings_facts, version_facts
from lwnb_gui.export.figures import PlotFigure
from lwnb_gui.export.report import Report, Section
from lwnb_gui.export.study_scripts import curve_script
from lwnb_gui.plots import curves as curve_figure
from lwnb_gui.plots.study_figure import curves_figure
from lwnb_gui.state.curve_result import StudyResult, handful
from lwnb_gui.text import count, fixed, listed, shown
from lwnb_gui.views.tables import TextTable

Bests = Sequence[BestK | None]


def curve_table(
    result: AccuracyCurves,
    names: Sequence[str],
    ks: Sequence[int] | None = None,
    measure: str = "accuracy",
) -> TextTable:
    """A measure and its spread for every learner, a line per k (all of them by default)."""
    spread = result.evaluation != "loo" and any(curve.folds_begun > 1 for curve in result.curves)
    chosen = result.ks.tolist() if ks is None else list(ks)
    titles, columns = ["k"], [[f"{k}" for k in chosen]]
    for name, curve in zip(names, result.curves, strict=True):
        at = {int(k): i for i, k in enumerate(curve.ks)}  # some learners are measured at fewer k
        positions = [at.get(int(k)) for k in chosen]
        titles.append(shown(name))
        values, sd = curve.mean(measure), curve.spread(measure)
        columns.append(["" if i is None else fixed(float(values[i]), 4) for i in positions])
        if spread:
            titles.append(f"sd {shown(name)}")
            known = curve.folds_begun > 1
            columns.append(["" if i is None or not known else fixed(float(sd[i]), 4) for i in positions])
    return TextTable(titles, [list(row) for row in zip(*columns, strict=True)], frozenset(range(len(titles))))


def best_table(names: Sequence[str], bests: Bests, about: Measure) -> TextTable | None:
    """The best k of every learner that has one, and the k that are as good as one can tell."""
    rows = [
        [shown(name), str(best.k), fixed(best.accuracy, about.decimals), _ranges(best)]
        for name, best in zip(names, bests, strict=True)
        if best is not None
    ]
    if not rows:
        return None
    titles = ["learner", "best k", shown(about.title), "not significantly worse (5 %)"]
    return TextTable(titles, rows, frozenset({1, 2}))


def curve_report(
    data: Dataset,
    result: AccuracyCurves,
    names: Sequence[str],
    bests: Bests,
    *,
    how: str,
    measure: str = "accuracy",
    script: str = "",
    log: bool = True,
) -> Report:
    """What was measured and how; `how` says it in words."""
    about = measure_named(measure, CURVE_MEASURES)
    over_k = f"{shown(about.title)} over k"
    unit = f" {about.unit}" if about.unit else ""
    best_ks = [
        f"{shown(name)} is best at k = {best.k} ({fixed(best.accuracy, about.decimals)}{unit})"
        for name, best in zip(names, bests, strict=True)
        if best is not None
    ]
    ks = result.ks.tolist()
    curves = curves_figure(result.curves, names, bests, measure=measure, log=log)
    drawn = PlotFigure(curve_figure.draw, curves, (820, 520))
    spread = f" {curves.band}" if curves.band else ""
    sections = [
        Section(_capital(over_k), figure=drawn, caption=f"{how[:1].upper()}{how[1:]}.{spread}"),
    ]
    table = best_table(names, bests, about)
    if table is not None:
        sections.append(Section("Best k", table=table))
    some = handful(ks)
    notes = () if len(some) == len(ks) else (f"The table shows {len(some)} of {len(ks):,} values of k.",)
    table = curve_table(result, names, some, measure)
    sections.append(Section(_capital(shown(about.label)), table=table, notes=notes))
    return Report(
        title=f"{shown(data.name)}: {over_k}",
        sentences=(
            f"{listed(best_ks)}." if best_ks else "",
            f"{count(len(result.cases), 'test case')}, {how}.",
        ),
        sections=tuple(sections),
        facts=(*data_facts(data), *_learner_facts(result, names), *version_facts()),
        script=script,
        stem=f"{data.name}-curve",
    )


def report_of_study(result: StudyResult, *, measure: str = "accuracy", log: bool = True) -> Report | None:
    """The report on a study of the window; None before every learner has begun."""
    curves = [curve for _, curve in result.drawn]
    if len(curves) < len(result.curves) or not curves:
        return None
    longest = max(curves, key=lambda curve: len(curve.ks))
    study = result.study
    curves_result = AccuracyCurves(
        result.data.name, study.evaluation, longest.ks, longest.cases, tuple(curves)
    )
    script = study_script(result, curves_result, measure=measure, log=log)
    how = study.how if result.complete else f"{study.how}, not finished"
    bests = result.best(measure)
    return curve_report(
        result.data, curves_result, result.names, bests, how=how, measure=measure, script=script, log=log
    )


def study_script(result: StudyResult, curves: AccuracyCurves, *, measure: str = "accuracy", log: bool) -> str:
    """The script of a study of the window."""
    study = result.study
    return curve_script(
        result.data,
        curves,
        result.names,
        ks=study.ks,
        runs=study.runs,
        folds=study.folds,
        sample=result.sample,
        measure=measure,
        log=log,
    )


def _learner_facts(result: AccuracyCurves, names: Sequence[str]) -> Facts:
    facts = []
    for name, curve in zip(names, result.curves, strict=True):
        settings = {key: value for key, value in curve.learner.settings.items() if key != "k"}
        described = ", ".join(f"{key} {value}" for key, value in settings_facts(settings))
        facts.append((shown(name), described or "no settings"))
    return tuple(facts)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _ranges(best: BestK) -> str:
    return ", ".join(f"{a}" if a == b else f"{a}…{b}" for a, b in best.ranges)
