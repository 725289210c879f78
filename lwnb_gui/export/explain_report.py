"""The report on one explained instance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lwnb_core import Explanation, Sweep
from lwnb_gui.export.facts import Facts, data_facts, query_facts, version_facts
from lwnb_gui.export.figures import FigureView, SceneFigure
from lwnb_gui.export.report import Report, Section
from lwnb_gui.export.scripts import explanation_script
from lwnb_gui.state import Query, TestFile
from lwnb_gui.state.unused_columns import unused_columns
from lwnb_gui.text import shown
from lwnb_gui.views.contributions import Contributions
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.neighbours import Neighbours
from lwnb_gui.views.posterior import Posterior
from lwnb_gui.views.ribbon import Ribbon
from lwnb_gui.views.this_instance import ThisInstance
from lwnb_gui.views.view import Subject
from lwnb_gui.views.wording.classes import strongest

_MOST_NEIGHBOURS = 50
_MOST_ATTRIBUTES = 10
_MOST_COLUMNS = 6
_WIDTH = 760.0


def explanation_report(
    about: Subject,
    *,
    facts: Facts = (),
    script: str = "",
    where: FigureView | None = None,
    unused: Sequence[str] = (),
) -> Report:
    """From the prediction to the rows behind it.

    Parameters
    ----------
    where
        The map, if there is one.
    unused
        Columns that no learner uses and that are shown nevertheless.
    """
    explanation, sweep, tested = about.explanation, about.sweep, about.tested_data
    name = "" if tested is None else f"{shown(tested.name)}, "
    title = f"{name}{_row_label(explanation)}: {explanation.learner}"
    if "k" in explanation.settings:
        title += f" at k = {explanation.settings['k']}"
    sections = [
        _answer(explanation, sweep),
        _instance(about, unused),
        _map(where),
        _neighbours(about, unused),
        *_tables(explanation),
        _contributions(explanation),
        _equations(explanation),
        _sweep(explanation, sweep),
    ]
    answer, instance = Posterior(), ThisInstance()
    said = (*answer.sentences(answer.read(about)), *instance.sentences(instance.read(about)))
    return Report(
        title=title,
        sentences=said,
        sections=tuple(section for section in sections if section is not None),
        facts=facts,
        script=script,
        stem=f"row-{explanation.row + 1}" if explanation.row is not None else "explanation",
    )


def query_report(
    query: Query,
    explanation: Explanation,
    where: FigureView | None = None,
    sweep: Sweep | None = None,
    *,
    with_unused: bool = False,
) -> Report:
    """The report on what the window shows, with all settings and edited values.

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
        where=where,
        unused=unused_columns(query.data, query.unused) if with_unused else (),
    )


def _row_label(explanation: Explanation) -> str:
    if explanation.row is None or explanation.is_new_instance:
        return "an instance"
    row = f"row {explanation.row + 1}"
    return f"{row} changed" if explanation.changed else row


def _answer(explanation: Explanation, sweep: Sweep | None) -> Section:
    view = Posterior()
    reading = view.read(Subject(explanation, sweep))
    drawn = SceneFigure(partial(view.scene, reading, in_words=False), _WIDTH)  # the report begins with them
    table = view.tables(reading, full=True, decimals=6)[0].as_read()
    notes = tuple(f"{shown(note)[:1].upper()}{shown(note)[1:]}." for note in explanation.notes)
    return Section("Posterior", figure=drawn, table=table, notes=notes)


def _instance(about: Subject, unused: Sequence[str]) -> Section:
    view = ThisInstance()
    return Section(view.title, table=view.table(view.read(about, unused=unused)))


def _map(where: FigureView | None) -> Section | None:
    return None if where is None else Section("Map", figure=where)


def _neighbours(about: Subject, unused: Sequence[str]) -> Section | None:
    view, explanation = Neighbours(), about.explanation
    columns = _strongest(explanation, _MOST_COLUMNS)
    reading = view.read(about, attributes=columns, unused=unused)
    if reading is None:
        return None
    notes = []
    if len(reading) > _MOST_NEIGHBOURS:
        notes.append(f"Only the {_MOST_NEIGHBOURS} nearest of {len(reading):,} neighbours are listed.")
    if len(columns) < len(explanation.attributes):
        notes.append(_some_attributes(len(columns), explanation))
    table = view.table(reading, _MOST_NEIGHBOURS)
    return Section(view.title, view.sentences(reading), table=table, notes=tuple(notes))


def _tables(explanation: Explanation) -> list[Section]:
    """Curves, bars, and their numbers."""
    view = LocalTables()
    chosen = _strongest(explanation, _MOST_ATTRIBUTES)
    reading = view.read(Subject(explanation), order=chosen)
    if reading is None:
        return []
    left_out = len(chosen) < len(explanation.attributes)
    notes = (_some_attributes(len(chosen), explanation),) if left_out else ()
    sections: list[Section] = []
    for title, blocks in (("Numeric attributes", reading.numeric), ("Nominal attributes", reading.nominal)):
        if blocks:
            of_kind = replace(reading, order=tuple(block.attribute for block in blocks))
            drawn = SceneFigure(partial(view.scene, of_kind), _WIDTH)
            sections.append(Section(title, figure=drawn, notes=() if sections else notes))
    table = view.table(reading, only_own_values=True, digits=5)
    sections.append(Section("Local tables in numbers", table=table))
    return sections


def _contributions(explanation: Explanation) -> Section | None:
    view = Contributions()
    reading = view.read(Subject(explanation))
    if reading is None:
        return None
    drawn = SceneFigure(partial(view.scene, reading), view.figure_width)
    return Section(view.title, view.sentences(reading), figure=drawn, table=view.table(reading))


def _equations(explanation: Explanation) -> Section | None:
    view = Equations()
    reading = view.read(Subject(explanation))
    if reading is None or explanation.model is None or explanation.neighbourhood is None:
        return None
    alone = replace(reading, at_rest="", at_rest_short="")  # its sentences are below it
    drawn = SceneFigure(partial(view.scene, alone), _WIDTH)
    return Section("Equations with this row’s numbers", figure=drawn, notes=view.sentences(reading))


def _sweep(explanation: Explanation, sweep: Sweep | None) -> Section | None:
    view = Ribbon()
    reading = view.read(Subject(explanation, sweep))
    if reading is None:
        return None
    k = int(explanation.settings.get("k", 1))
    drawn = SceneFigure(partial(view.scene, reading, k=k), _WIDTH + 80)
    return Section(view.title, figure=drawn)


def _strongest(explanation: Explanation, most: int) -> list[int]:
    """The predictors that say most for the predicted class against the runner-up, in the file's order."""
    return sorted(strongest(explanation)[:most])


def _some_attributes(n: int, explanation: Explanation) -> str:
    return f"Only the {n} of {len(explanation.attributes)} attributes that contribute most are shown."
