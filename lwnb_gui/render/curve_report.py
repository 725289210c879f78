"""The report on a curve study: the figure and the tables, with what is needed to compute them again."""

from __future__ import annotations

from lwnb_core import Dataset
from lwnb_gui.plots import curves as curve_figure
from lwnb_gui.render.facts import Facts, data_facts, settings_facts, version_facts
from lwnb_gui.render.figures import PlotFigure
from lwnb_gui.render.report import Report, Section
from lwnb_gui.render.study_scripts import curve_script
from lwnb_gui.study.result import StudyResult
from lwnb_gui.text import printable
from lwnb_gui.views.curves.reading import CurvesReading
from lwnb_gui.views.curves.study_figure import caption_of
from lwnb_gui.views.curves.view import Curves
from lwnb_gui.views.view import Subject


def curve_report(data: Dataset, reading: CurvesReading, *, script: str = "", log: bool = True) -> Report:
    """Return the report: what was measured and how."""
    view = Curves()
    curves = view.figure(reading, log=log)
    drawn = PlotFigure(curve_figure.draw, curves, (820, 520))
    sections = [Section(reading.heading, figure=drawn, caption=caption_of(reading, curves))]
    for table in view.tables(reading):
        notes = (f"{table.left_out} are not shown.",) if table.left_out else ()
        sentences = (f"{table.note}.",) if table.note else ()
        sections.append(Section(table.title, sentences, table=table.as_read(), notes=notes))
    return Report(
        title=reading.title,
        sentences=view.sentences(reading),
        sections=tuple(sections),
        facts=(*data_facts(data), *_learner_facts(reading), *version_facts()),
        script=script,
        stem=f"{data.name}-curve",
    )


def report_of_study(result: StudyResult, *, measure: str = "accuracy", log: bool = True) -> Report | None:
    """Return the report on a study; None before every learner has been started."""
    reading = Curves().read(Subject(study=result), measure=measure)
    if reading is None or len(reading.curves) < len(result.curves):
        return None
    script = study_script(result, reading, log=log)
    return curve_report(result.data, reading, script=script, log=log)


def study_script(result: StudyResult, reading: CurvesReading, *, log: bool) -> str:
    """Return the script of a study."""
    study = result.study
    return curve_script(
        result.data,
        reading,
        ks=study.ks,
        runs=study.runs,
        folds=study.folds,
        sample=result.sample,
        log=log,
    )


def _learner_facts(reading: CurvesReading) -> Facts:
    facts = []
    for name, curve in zip(reading.names, reading.curves, strict=True):
        settings = {key: value for key, value in curve.learner.settings.items() if key != "k"}
        described = ", ".join(f"{key} {value}" for key, value in settings_facts(settings))
        facts.append((printable(name), described or "no settings"))
    return tuple(facts)
