"""A view says the same in the window, a terminal, a notebook, a report, a live page and a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from itertools import groupby
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.app.query import Query
from lwnb_gui.cli.explain import Answer
from lwnb_gui.render.explain_report import explanation_report
from lwnb_gui.render.live_page.steps import page_row
from lwnb_gui.render.terminal.explanation_screen import show_answer
from lwnb_gui.views.contributions import Contributions
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.every import VIEWS
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.local_tables.tables_reading import TablesReading
from lwnb_gui.views.neighbours import Neighbours
from lwnb_gui.views.neighbours.columns import COLUMNS
from lwnb_gui.views.page_panel import PageTable
from lwnb_gui.views.posterior import Posterior, answers
from lwnb_gui.views.tables import TextTable, ViewTable
from lwnb_gui.views.view import Subject, View
from tests.views.golden import canvas

CONVENTIONS = ("paper", "weka", "tables")
CASES = ("plain row", "changed row", "missing value", "tie", "absent class", "test file")
_SMALL = 300  # rows; larger samples have two cases in the short form
DRAWN = {view.name: view for view in (Posterior(), Contributions())}  # their scenes write every number
# The numbers of local tables that are drawn as bars, or stand in the line of names.
_UNWRITTEN = {"weight", "class weight", "value"}
_BEGIN_ALIKE = {"posterior", "neighbours", "contributions"}  # tables in files, with the columns that are read


def _combinations() -> Iterator[Any]:
    """Return every sample in every convention and case; in the short form each case in one convention."""
    for i, info in enumerate(lw.samples()):
        for j, convention in enumerate(CONVENTIONS):
            for m, case in enumerate(CASES):
                is_short = (i + m) % len(CONVENTIONS) == j and (info.rows <= _SMALL or m < 2)
                marks = [] if is_short else [pytest.mark.thorough]
                yield pytest.param(info.name, convention, case, marks=marks)


def explained(name: str, convention: str, case: str) -> Answer:
    """Explain a row of a sample, in one of the cases, by the four learners."""
    data = lw.sample(name)
    row, k = len(data) // 3, min(20, len(data) - 2)
    changes: dict[str, float | str | None] = {}
    first = data.attributes[data.predictors[0]]
    if case == "changed row":
        column = data.column(first.name)
        changes[first.name] = float(np.nanmean(column)) if first.is_numeric else first.values[-1]
    elif case == "missing value":
        changes[first.name] = None
    elif case == "tie":
        k = 2
    elif case == "absent class":
        k = 1
    training = instances = data
    if case == "test file":
        training, instances = (data.subset(np.arange(start, len(data), 2)) for start in (0, 1))
        row, k = 1, min(k, len(training) - 1)
    lwnb = lw.LWNB(k=k, convention=convention)
    models = [learner.fit(training) for learner in (lwnb, *lwnb.rivals)]
    panel = tuple(model.explain(instances, row=row, changes=changes) for model in models)
    original = {name: instances.value(row, name) for name in changes}
    return Answer(training, instances, panel[0], panel, original)


def squeezed(text: str) -> str:
    """Remove white space: outputs differ in where their lines end, and in nothing else."""
    return re.sub(r"\s+", "", text.replace("\u00a0", " "))


def readings(about: Subject) -> Iterator[tuple[View[Any], Any]]:
    for view in VIEWS:
        reading = view.read(about) if view.is_of_explanation and view.has_tables else None
        if reading is not None:
            yield view, reading


def rows_of_numbers(table: ViewTable) -> list[str]:
    """Return the numbers in each row of texts at the same height, in their order."""
    runs = [list(run) for numeric, run in groupby(range(len(table.columns)), _is_numeric(table)) if numeric]
    return [squeezed("".join(row[i].text for i in run)) for row in table.rows for run in runs]


def _is_numeric(table: ViewTable) -> Callable[[int], bool]:
    return lambda i: table.columns[i].numeric


def text_of_scene(scene: Scene) -> str:
    return squeezed(" ".join(scene.texts))


def numbers_drawn(view: View[Any], about: Subject) -> list[str]:
    """Return the numbers of a view's tables that its scene writes, whatever is collapsed at first."""
    is_local = view.name == LocalTables.name
    reading = local_tables(about) if is_local else view.read(about)
    if reading is None:
        return []
    return [
        squeezed(row[j].text)
        for table in view.tables(reading, full=True)
        for j, column in enumerate(table.columns)
        if column.numeric and not (is_local and column.title in _UNWRITTEN)
        for row in table.rows
    ]


def local_tables(about: Subject) -> TablesReading | None:
    """Return the tables with every value of every attribute."""
    return LocalTables().read(about, expanded=frozenset(range(len(about.explanation.attributes))))


def check_window(about: Subject) -> None:
    """Check the text in the drawn panels."""
    reading = Posterior().read(about)
    window = text_of_scene(Posterior().scene(reading, canvas(900, 9_000)))
    # Where that saves a line, it says in one sentence what the others say in several.
    assert any(squeezed("".join(answers(reading, short=short))) in window for short in (False, True))
    assert squeezed(reading.why) in window
    wide = canvas(4_000, 90_000)  # for all classes side by side
    for view in (*DRAWN.values(), LocalTables()):
        shown = local_tables(about) if view.name == LocalTables.name else view.read(about)
        window = "" if shown is None else text_of_scene(view.scene(shown, wide))
        missing = [number for number in numbers_drawn(view, about) if number not in window]
        assert not missing, f"{view.name}: {missing}"


def check_page(about: Subject) -> None:
    """Check what a live page draws, and its table of neighbours."""
    (scene,) = Posterior().page_panels([about], canvas(760, 0.0))[""].scenes
    texts = text_of_scene(scene)
    assert all(number in texts for number in numbers_drawn(Posterior(), about))
    contributions = Contributions().read(about)
    if contributions is not None:
        (scene,) = Contributions().page_panels([about], canvas(760, 0.0))[""].scenes
        assert squeezed(contributions.bars[0].number) in text_of_scene(scene)
    neighbours = Neighbours().read(about)
    if neighbours is not None:
        listed = Neighbours().page_table([about])
        assert listed is not None
        (table,) = Neighbours().tables(neighbours, most=len(listed.cells))
        for i, row in enumerate(table.rows):
            assert [cell.text for cell in row[: len(COLUMNS)]] == cells_at(listed, 0, i)[: len(COLUMNS)]


def cells_at(table: PageTable, step: int, i: int) -> list[str]:
    """Return what a live page writes for a neighbour at one k."""
    cells = list(table.cells[i])
    for j, text in zip(table.changing, table.steps[step][i], strict=True):
        cells[j] = text
    return cells


def check_exact(view: View[Any], reading: Any) -> None:
    """Check that an exported table has the digits that are shown, and more."""
    exported = view.table(reading)
    if exported is None:
        return
    assert [list(row) for row in exported.rows], view.name
    if view.name in _BEGIN_ALIKE:
        (read,) = view.tables(reading, full=True)
        check_digits(read, exported)
    for table in view.tables(reading, full=True):
        exact = table.exact()
        for row, cells in zip(exact.rows, table.rows, strict=True):
            for i, column in enumerate(table.columns):
                if column.numeric and cells[i].exact is not None:
                    _check_number(cells[i].text, row[i])


def check_digits(read: ViewTable, exported: TextTable) -> None:
    """Check that a displayed table has the numbers of another one with the same first columns."""
    for cells, exact in zip(read.rows, exported.rows, strict=True):
        for j, column in enumerate(read.columns):
            if column.numeric:
                _check_number(cells[j].text, exact[j])


def _check_number(text: str, exact: str) -> None:
    if text in ("–", "left out", "?"):  # a class without rows, a missing value
        assert exact in ("", "1e-75", "?"), exact
        return
    rounded = {"<": 0.0, ">": 1.0}.get(exact[0])  # a probability for which more digits reveal nothing
    number = float(exact.replace("−", "-")) if rounded is None else rounded
    shown = text.replace("−", "-").replace(",", "").lstrip("+")
    if shown[0] == "<":
        assert 0 <= number < float(shown[1:])
    elif shown[0] == ">":
        assert number > float(shown[1:])
    else:
        digits, _, power = shown.partition("e")
        unit = 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
        assert abs(float(shown) - number) <= 0.5 * unit + 1e-9 * max(abs(number), 1000), f"{text} is {exact}"


@pytest.mark.usefixtures("loaded_loops")
@pytest.mark.parametrize(("name", "convention", "case"), list(_combinations()))
def test_every_output_has_the_sentences_and_numbers_of_the_views(
    name: str, convention: str, case: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    answer = explained(name, convention, case)
    explanation = answer.explanation
    about = Subject(explanation, data=answer.data, instances=answer.instances)

    show_answer(answer, neighbours=10**6, full=True)
    terminal = squeezed(capsys.readouterr().out)
    html = re.sub(r"<style>.*?</style>|<[^>]+>", "", explanation._repr_html_() or "")
    notebook = squeezed(unescape(html))
    report = explanation_report(about)
    sections = [*report.sentences, *(s for section in report.sections for s in section.sentences)]
    written = squeezed(" ".join(sections))

    for view, reading in readings(about):
        every = view.tables(reading, full=True)
        for sentence in view.sentences(reading) if every else ():
            assert squeezed(sentence) in terminal, f"{view.name}: {sentence}"
        for table in every:
            for numbers in rows_of_numbers(table):
                assert numbers in terminal, f"{view.name}: {numbers}"
        check_exact(view, reading)
        if view.is_answer or view.stands_at_head:
            for sentence in view.sentences(reading):
                assert squeezed(sentence) in written, sentence
        for part in view.report_sections(about):
            (section,) = [one for one in report.sections if one.title == part.title]
            assert section.sentences == part.sentences
            assert (section.table is None) == (part.table is None)
            if section.table is not None and part.table is not None:
                assert list(section.table.rows) == list(part.table.rows), view.name
        if view.is_answer:
            (section,) = [one for one in report.sections if one.title == view.title]
            assert section.table is not None
            check_digits(every[0], section.table)

    check_window(about)
    check_page(about)

    for view, reading in readings(Subject(explanation, first_row=0)):  # Python counts rows from 0
        tables = view.tables(reading)
        for sentence in view.sentences(reading) if tables else ():
            assert squeezed(sentence) in notebook, f"{view.name}: {sentence}"
        for table in tables:
            for numbers in rows_of_numbers(table):
                assert numbers in notebook, f"{view.name}: {numbers}"


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("name", ["weather-numeric", "contact-lenses"])
def test_a_live_page_has_the_sentences_and_numbers_of_the_views(name: str, convention: str) -> None:
    data = lw.sample(name)
    query = Query.opening(data, row=len(data) // 3, k=5)
    query = replace(query, convention=lw.convention(convention))
    page = page_row(query, panels=[*DRAWN, Neighbours.name])
    listed = page.neighbours
    assert listed is not None
    for i, explanation in enumerate(page.explanations):
        (neighbours,) = Neighbours().tables(Neighbours().read(Subject(explanation, query=query)), full=True)
        read = [[cell.text for cell in row[: len(COLUMNS)]] for row in neighbours.rows]
        assert [cells_at(listed, i, j)[: len(COLUMNS)] for j in range(len(listed.steps[i]))] == read
        sweep_free = Posterior().read(Subject(explanation))
        assert page.spoken[i] == f"k = {page.ks[i]}: {Posterior().sentences(sweep_free)[0]}"
        for view in DRAWN.values():
            reading = view.read(Subject(explanation))
            texts = text_of_scene(page.panels[view.name].scenes[i])
            for table in view.tables(reading, full=True):
                numeric = [j for j, column in enumerate(table.columns) if column.numeric]
                for row in table.rows:
                    assert all(squeezed(row[j].text) in texts for j in numeric), view.name
