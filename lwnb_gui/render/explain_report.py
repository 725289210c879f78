"""The report on one explained instance: the sections of all views, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from lwnb_core import Explanation, Sweep
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.app.unused_columns import unused_columns
from lwnb_gui.render.facts import Facts, data_facts, query_facts, version_facts
from lwnb_gui.render.figures import FigureView, SceneFigure
from lwnb_gui.render.report import Report, Section
from lwnb_gui.render.scripts import explanation_script
from lwnb_gui.text import printable
from lwnb_gui.views.every import answer_first
from lwnb_gui.views.report_section import ReportSection
from lwnb_gui.views.view import Subject


def explanation_report(
    about: Subject,
    *,
    facts: Facts = (),
    script: str = "",
    figures: Mapping[str, FigureView] = MappingProxyType({}),
    unused: Sequence[str] = (),
) -> Report:
    """Return the report, from the prediction to the rows behind it.

    Parameters
    ----------
    figures
        By name of its view, a figure that a section consists of, such as the map on the screen.
    unused
        Columns that no learner uses and that are shown nevertheless.
    """
    explanation, tested = about.explanation, about.tested_data
    name = "" if tested is None else f"{printable(tested.name)}, "
    title = f"{name}{_row_label(explanation)}: {explanation.learner}"
    if "k" in explanation.settings:
        title += f" at k = {explanation.settings['k']}"
    said: list[str] = []
    sections: list[Section] = []
    for view in answer_first():
        if view.is_answer or view.stands_at_head:
            said += view.sentences(view.read(about))
        if view.name in figures:
            sections.append(Section(view.title, figure=figures[view.name]))
        else:
            sections += map(_section, view.report_sections(about, unused=unused))
    return Report(
        title=title,
        sentences=tuple(said),
        sections=tuple(sections),
        facts=facts,
        script=script,
        stem=f"row-{explanation.row + 1}" if explanation.row is not None else "explanation",
    )


def query_report(
    query: Query,
    explanation: Explanation,
    figures: Mapping[str, FigureView] = MappingProxyType({}),
    sweep: Sweep | None = None,
    *,
    with_unused: bool = False,
) -> Report:
    """Return the report on what the window shows, with all settings and edited values.

    `with_unused`: with the values of columns that are not in use.
    """
    script = explanation_script(query)
    script.add("", "for name, p in zip(explanation.classes, explanation.posterior):")
    script.add('    print(name, f"{p:.6f}", sep="\\t")')
    facts = (*query_facts(query), *data_facts(query.data))
    if isinstance(query.test_rows, TestFile):
        facts = (*facts, *data_facts(query.test_rows.data, "test file"))
    return explanation_report(
        Subject(explanation, sweep, query=query),
        facts=(*facts, *version_facts()),
        script=script.text,
        figures=figures,
        unused=unused_columns(query.data, query.unused) if with_unused else (),
    )


def _row_label(explanation: Explanation) -> str:
    if explanation.row is None or explanation.is_new_instance:
        return "an instance"
    row = f"row {explanation.row + 1}"
    return f"{row} changed" if explanation.changed else row


def _section(of_view: ReportSection) -> Section:
    figure = None
    if of_view.drawing is not None:
        figure = SceneFigure(of_view.drawing, of_view.width, of_view.is_dense)
    return Section(of_view.title, of_view.sentences, figure=figure, table=of_view.table, notes=of_view.notes)
