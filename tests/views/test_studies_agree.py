"""Every output says the same about a study, or about many predictions."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import lwnb_core as lw
from lwnb_core.evaluation.measures import measure_named
from lwnb_gui.app.file_predictions import FilePredictions, PredictedRows, PredictionCounts
from lwnb_gui.cli.curve import Study, show_study
from lwnb_gui.cli.evaluate import show_evaluation
from lwnb_gui.plots import curves as drawing
from lwnb_gui.render.curve_report import report_of_study
from lwnb_gui.render.experiment_report import experiment_report
from lwnb_gui.render.report import Report
from lwnb_gui.render.terminal.experiment_screen import show_result
from lwnb_gui.render.terminal.prediction_screen import show_predictions
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.curves.study_figure import whole_figure
from lwnb_gui.views.curves.view import Curves
from lwnb_gui.views.evaluation import Evaluation
from lwnb_gui.views.predicted_file import PredictedFile
from lwnb_gui.views.results.view import Results
from lwnb_gui.views.tables import ViewTable
from lwnb_gui.views.view import Subject
from tests.views.golden import canvas
from tests.views.test_outputs_agree import rows_of_numbers, squeezed, text_of_scene

KS = (1, 2, 5, 9)
STUDIES = [
    ("weather-numeric", "loo", "accuracy", {}),
    ("iris", "cv", "accuracy", {"folds": 5}),
    ("iris", "loo", "accuracy", {"sample": 40}),
    ("labor", "repeated-cv", "accuracy", {"runs": 2, "folds": 3}),
    ("labor", "cv", "kappa", {"folds": 3}),
    ("glass", "cv", "log_loss", {"folds": 3}),
]


def study_of(name: str, evaluation: Any, options: dict[str, int]) -> tuple[lw.AccuracyCurves, StudyResult]:
    """Return the same study as the library and as the window have it."""
    data, learners = lw.sample(name), (lw.LWNB(), lw.KNN(), lw.NB())
    curves = lw.accuracy_curve(learners, data, evaluation, KS, **options)
    study = CurveStudy(learners, evaluation, KS, **options)
    return curves, StudyResult(study, data, curves.curves, complete=True)


def notebook_of(result: Any) -> str:
    html = re.sub(r"<style>.*?</style>|<[^>]+>", "", result._repr_html_() or "")
    return squeezed(unescape(html))


def written(report: Report) -> str:
    """Return every text of a report, its tables row by row."""
    parts = [*report.sentences]
    for section in report.sections:
        parts += [section.title, *section.sentences, section.caption, *section.notes]
        if section.table is not None:
            parts += ["".join(row) for row in section.table.rows]
    return squeezed("".join(parts))


def check(output: str, sentences: tuple[str, ...], tables: tuple[ViewTable, ...], where: str) -> None:
    for sentence in sentences:
        assert squeezed(sentence) in output, f"{where}: {sentence}"
    for table in tables:
        for numbers in rows_of_numbers(table):
            assert numbers in output, f"{where}: {numbers}"


@pytest.mark.usefixtures("loaded_loops")
@pytest.mark.parametrize(("name", "evaluation", "measure", "options"), STUDIES)
def test_every_output_has_the_sentences_and_numbers_of_the_curves(
    name: str,
    evaluation: str,
    measure: str,
    options: dict[str, int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    curves, result = study_of(name, evaluation, options)
    view, about = Curves(), measure_named(measure)
    reading = view.read(Subject(study=result), measure=measure)
    assert reading is not None
    sentences, tables = view.sentences(reading), view.tables(reading)

    show_study(Study(curves, result, "1,2,5,9", about))
    check(squeezed(capsys.readouterr().out), sentences, tables, "terminal")
    report = report_of_study(result, measure=measure)
    assert report is not None
    check(written(report), sentences, tables, "report")
    if measure == "accuracy":  # a notebook's table
        check(notebook_of(curves), sentences, tables, "notebook")

    page = whole_figure(reading, view.figure(reading, k=5))
    figure = Figure((18, 6))  # wide enough for the caption in one line
    drawing.draw(figure, page, LIGHT)
    drawn = squeezed(" ".join(text.get_text() for text in figure.findobj(Text)))  # type: ignore[attr-defined]
    for best in reading.bests:
        assert best is None or squeezed(best.short) in drawn
    for learner, value, spread in page.read_out(5):
        assert all(squeezed(text) in drawn for text in (learner, value, spread))
        column = [column.title for column in tables[0].columns].index(learner)
        assert value == tables[0].rows[KS.index(5)][column].text
    assert squeezed(page.caption) in drawn
    assert squeezed(page.caption.replace(" The line is at k = 5.", "")) in written(report)

    exported = view.table(reading)
    column = list(exported.titles).index(about.title)
    exact = {(row[0], row[1]): row[column] for row in exported.rows}
    for row in tables[0].rows:
        for cell, title in zip(row[1:], tables[0].columns[1:], strict=True):
            if title.title in reading.names:
                k = row[0].text if title.title != "NB" else ""
                _check_digits(cell.text, exact[title.title, k])


@pytest.mark.parametrize("name", ["labor", "soybean"])
def test_terminal_and_notebook_have_the_sentences_and_numbers_of_a_cross_validation(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    data = lw.sample(name)
    result = lw.cross_validate(lw.NB(), data, runs=2, folds=4)
    view = Evaluation()
    sentences, tables = view.sentences(result), view.tables(result)
    assert len(tables) == 3
    assert f"{result.mean:.2f} %" in sentences[0]

    show_evaluation(data, result)
    check(squeezed(capsys.readouterr().out), sentences, tables, "terminal")
    check(notebook_of(result), sentences, tables, "notebook")
    assert all(table.left_out == "" for table in view.tables(result, full=True))


@pytest.mark.parametrize(("width", "full"), [(60, False), (300, True)])
def test_the_terminal_says_nothing_of_predictions_but_what_the_view_says(
    width: int, full: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    data, learner, view = lw.sample("iris"), lw.NB(), PredictedFile()
    rows = PredictedRows.of(data, learner.fit(data).predict_proba(data))
    predictions = FilePredictions(learner, "iris", 150, PredictionCounts("iris").with_rows(rows), rows)
    (table,), sentences = view.tables(predictions, full=full), view.sentences(predictions)

    show_predictions(predictions)
    listed, said = capsys.readouterr().out.split("\n\n")
    title, _, *lines = listed.splitlines()
    assert squeezed(title) == squeezed("".join(column.title for column in table.columns))
    assert [squeezed(line) for line in lines] == ["".join(cell.text for cell in row) for row in table.rows]
    assert said.splitlines()[:2] == ["iris · 150 rows", "NB, 150 training rows of iris"]
    assert " ".join(said.splitlines()[2:]) == " ".join(sentences)
    assert "Accuracy 96.00 %" in sentences[0]

    exported = view.table(predictions)
    assert exported is not None
    assert len(list(exported.titles)) == 4 + len(data.classes)
    for row, exact in zip(table.rows, exported.rows, strict=True):
        assert [cell.text for cell in row[:4]] == list(exact[:4])
    written = replace(predictions, rows=None)
    assert view.tables(written) == ()
    assert view.sentences(written) == sentences


@pytest.mark.parametrize("measure", ["accuracy", "f1", "log_loss"])
def test_every_output_has_the_sentences_and_numbers_of_the_results(
    measure: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    datasets = {name: lw.sample(name) for name in ("weather-numeric", "labor", "iris")}
    result = lw.Experiment(datasets, ["nb", "knn:k=3", "lwnb:k=10", "lbr"], 1, 4, jobs=1).run()
    view = Results()
    reading = view.read(Subject(experiment=result), measure=measure)
    assert reading is not None
    sentences, tables = view.sentences(reading), view.tables(reading, full=True)
    assert "LBR on labor" in " ".join(sentences)

    show_result(result, measure, None)
    check(squeezed(capsys.readouterr().out), sentences, tables, "terminal")
    check(written(experiment_report(result, datasets, measure=measure)), sentences, tables, "report")
    if measure == "accuracy":
        check(notebook_of(result), sentences, tables, "notebook")

    page = view.read(
        Subject(experiment_table=reading.table)
    )  # as on the page, which does not rank the learners
    assert page is not None
    assert view.tables(page, full=True)[0] == tables[0]
    assert set(view.sentences(page)) <= set(sentences)
    drawn = text_of_scene(view.scene(reading, canvas(900, 900)))
    exported = view.table(reading)
    for row, exact in zip(tables[0].rows, exported.rows, strict=True):
        for i, cell in enumerate(row[1:]):
            mean, _, rest = cell.text.partition(" ± ")
            if rest:
                assert squeezed(mean + rest.split()[0]) in drawn
                _check_digits(mean, exact[1 + 3 * i])
                _check_digits(rest.split()[0], exact[2 + 3 * i])


def _check_digits(text: str, exact: str) -> None:
    """Check that the displayed digits are those of the exported table, rounded."""
    if text == "–":
        assert exact in ("–", "")
        return
    unit = 10.0 ** -len(text.partition(".")[2])
    read, known = (float(number.replace("−", "-")) for number in (text, exact))
    assert abs(read - known) <= 0.5 * unit + 1e-4


def test_a_study_and_its_curves_are_read_alike() -> None:
    for name, evaluation, measure, options in STUDIES:
        curves, result = study_of(name, evaluation, options)
        view = Curves()
        window = view.read(Subject(study=result), measure=measure)
        library = view.read(Subject(curves=curves), measure=measure)
        assert window is not None
        assert library is not None
        assert view.sentences(window) == view.sentences(library)
        assert view.tables(window, full=True) == view.tables(library, full=True)
        assert [list(row) for row in view.table(window).rows] == [
            list(row) for row in view.table(library).rows
        ]
        assert np.array_equal(window.ks, library.ks)
