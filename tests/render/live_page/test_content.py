"""The live page: what it contains, its size, and that nothing in it can do harm."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_gui import notebook
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.app.remedies import command_hint, command_text, window_hint
from lwnb_gui.render import live_page
from lwnb_gui.render.live_page import PageCurves, PageTooLargeError, page_content, to_live_page
from lwnb_gui.render.live_page.steps import PageScreen
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.run import run_study
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.teaching.panels import live_panels
from lwnb_gui.teaching.quotes import filled
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.teaching.teaching import Lecture, Teaching
from lwnb_gui.text import probabilities, unbroken
from lwnb_gui.views.curves.drawn import SAYINGS
from lwnb_gui.views.view import Subject
from lwnb_gui.views.wording.guess import SAYINGS as SAYINGS_ON_GUESSES
from lwnb_gui.views.wording.guess import verdict
from tests.render.live_page.packed import packed

NASTY = "</script><script>alert(1)</script>\u202e'\"&" + "x" * 2_000


def texts_at(data: dict[str, Any], panel: str, step: int, row: int = 0) -> list[str]:
    """Return the texts of a panel at a step, as the script would draw them."""
    numbers = list(data["rows"][row]["panels"][panel]["steps"][step][1])
    texts = []
    while numbers:
        shape = data["shapes"][numbers.pop(0)]
        if shape[0] == "c":
            numbers = [*shape[-1], *numbers]
        elif shape[0] == "t":
            texts.append(data["texts"][shape[3]])
    return texts


@pytest.fixture(scope="module")
def iris() -> str:
    return to_live_page(page_content(Query.opening(lw.sample("iris"), row=134)))


def test_a_page_of_iris_is_small(iris: str) -> None:
    assert len(iris.encode()) < 700_000


def test_every_k_shows_pythons_posterior(iris: str) -> None:
    data = lw.sample("iris")
    selection = lw.select(lw.LWNB(k=50).fit(data), data, 134)
    content = packed(iris)
    ks = content["rows"][0]["ks"]
    assert ks == list(range(1, 150))
    for k in (1, 2, 8, 9, 20, 50, 75, 100, 148, 149):
        texts = texts_at(content, "posterior", ks.index(k))
        for text in probabilities(selection.explain(k).posterior.tolist()):
            assert text in texts


def test_the_page_opens_at_the_k_of_the_query(iris: str) -> None:
    row = packed(iris)["rows"][0]
    assert row["ks"][row["start"]] == 50


def test_the_neighbours_in_the_list_are_those_of_k(iris: str) -> None:
    table = packed(iris)["rows"][0]["neighbours"]
    assert [len(step) for step in table["steps"][:12]] == list(range(1, 13))


def columns_of(page: str) -> dict[str, str]:
    """Return the column of each panel on a wide screen, in the order of the document."""
    return {name: column for column, name in re.findall(r'<section class="panel (\w+)" id="(\w+)"', page)}


def test_the_document_has_the_panels_in_the_order_of_reading(iris: str) -> None:
    assert list(columns_of(iris)) == [name for name in live_panels() if name != "curves"]


def test_what_is_short_goes_below_the_map_where_the_tables_are_long(iris: str) -> None:
    panels = ("map", "local_tables", "contributions", "equations")
    long = columns_of(to_live_page(page_content(Query.opening(lw.sample("labor"), row=0), panels=panels)))
    assert {columns_of(iris)[name] for name in ("contributions", "equations")} == {"side"}
    assert {long[name] for name in ("contributions", "equations")} == {"main"}
    assert (long["map"], long["local_tables"]) == ("main", "side")


def test_the_policy_allows_the_pages_own_script_alone(iris: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', iris)
    assert policy is not None
    assert policy.group(1).startswith("default-src 'none'; script-src 'sha256-")
    assert not re.search(r"\b(?:src|href)=[\"']?https?:", iris)
    assert "@import" not in iris


def test_names_out_of_a_file_are_data_and_never_markup() -> None:
    frame = pd.DataFrame({NASTY: [1.0, 2.0, 3.0, 4.0] * 3, "c": [NASTY, "b", "b", NASTY] * 3})
    content = page_content(Query.opening(lw.Dataset.from_pandas(frame, "c")))
    said = PageScreen(0, 0, ("map",), (f"{NASTY} *{NASTY}*",))
    page = to_live_page(replace(content, title=NASTY, subtitle=NASTY, screens=(said,)))
    assert "alert(1)</script>" not in page
    assert page.count("<script") == 2


def said_at(data: dict[str, Any], screen: int, step: int) -> str:
    """Return the text of a screen at a step, without emphasis."""
    texts = data["screens"][screen]["texts"]
    paragraphs = texts[min(step, len(texts) - 1)]
    return "\n".join("".join(data["texts"][part] for _, part in parts) for parts in paragraphs)


@pytest.fixture(scope="module")
def lecture_page() -> dict[str, Any]:
    """Return a page with two screens about one row, the first without neighbours, and one about another."""
    query = Query.opening(lw.sample("weather-numeric"), k=5)
    held = frozenset({"steps", "strip"})
    map_alone = frozenset({"map"})
    screens = (
        Screen("The star.", learner=lw.LWNB(5), panels=map_alone, step="distances", hidden_controls=held),
        Screen(
            "{neighbours} are in.", "Drag *k*.", learner=lw.LWNB(5), panels=frozenset({"map", "neighbours"})
        ),
        Screen("{prediction}, {certainty}", row=3, learner=lw.LWNB(7), panels=frozenset({"posterior"})),
    )
    teaching = Teaching(lecture=Lecture("T", screens=screens))
    return packed(to_live_page(page_content(query, teaching=teaching)))


def test_a_lecture_says_at_every_k_what_the_window_would(lecture_page: dict[str, Any]) -> None:
    data = lw.sample("weather-numeric")
    selection = lw.select(lw.LWNB(k=7).fit(data), data, 3)
    for k in (1, 7, 13):
        e = selection.explain(k)
        expected = f"{e.classes[e.prediction]}, {probabilities(e.posterior.tolist())[e.prediction]}"
        assert said_at(lecture_page, 2, k - 1) == expected
    assert said_at(lecture_page, 0, 4) == "The star."
    assert said_at(lecture_page, 1, 8) == "9 are in.\nTry: Drag k."


def test_each_screen_has_its_panels_its_row_and_its_step(lecture_page: dict[str, Any]) -> None:
    screens = lecture_page["screens"]
    assert [screen["panels"] for screen in screens] == [["map"], ["map", "neighbours"], ["posterior"]]
    assert [screen["showsK"] for screen in screens] == [False, True, True]
    rows = [lecture_page["rows"][screen["row"]] for screen in screens]
    assert [row["row"] for row in rows] == [1, 1, 4]
    assert [row["ks"][screen["start"]] for row, screen in zip(rows, screens, strict=True)] == [5, 5, 7]
    marks = [len(row["panels"]["map"]["steps"][4][2]) for row in rows[:2]]
    assert marks == [0, 5], "no neighbours at the first step"


def test_a_task_that_needs_the_window_and_an_answer_are_left_out() -> None:
    query = Query.opening(lw.sample("weather-nominal"), k=5)
    said = Screen("It is {prediction}.", "Press Ctrl+6.", "Truly {true}.", True, learner=lw.LWNB(5))
    lecture = Lecture("T", screens=(said,))
    for answers, guess, expected in (
        (True, False, "It is no.\nTruly no."),
        (False, False, "It is no."),
        (True, True, "It is ?."),
    ):
        teaching = Teaching(lecture=lecture, guess_first=guess)
        data = packed(to_live_page(page_content(query, teaching=teaching, answers=answers)))
        assert said_at(data, 0, 4) == expected


def test_accuracies_on_a_page_are_those_of_the_predictions() -> None:
    query = Query.opening(lw.sample("weather-numeric"), k=5)
    said = Screen("{accuracy}, {accuracy:NB}, {accuracy:KNNDW}", learner=lw.LWNB(5))
    teaching = Teaching(lecture=Lecture("T", screens=(said,)))
    data = packed(to_live_page(page_content(query, teaching=teaching)))
    for k in (2, 5, 13):
        known = Subject(predictions=predict_all(query.with_k(k)))
        assert said_at(data, 0, k - 1) == unbroken(filled(said.text, known))


def test_rows_that_are_asked_for_leave_the_lecture_out() -> None:
    teaching = Teaching(lecture=Lecture("T", screens=(Screen("One."),)))
    data = packed(to_live_page(page_content(Query.opening(lw.sample("weather-nominal")), [2], teaching)))
    assert data["screens"] is None
    assert [row["row"] for row in data["rows"]] == [3]


def test_without_answers_the_true_class_is_nowhere() -> None:
    query = Query.opening(lw.sample("contact-lenses"), row=3)
    told, untold = (
        packed(to_live_page(page_content(query, teaching=Teaching(guess_first=True), answers=answers)))
        for answers in (True, False)
    )
    assert told["rows"][0]["true"] == lw.sample("contact-lenses").class_codes[3]
    assert untold["rows"][0]["true"] == -1
    assert any("true class" in text for text in told["texts"])
    assert not any("true class" in text or "is right" in text or text == "true" for text in untold["texts"])


def test_several_rows_share_their_pools() -> None:
    query = Query.opening(lw.sample("weather-nominal"))
    data = packed(to_live_page(page_content(query, [0, 4])))
    assert [row["row"] for row in data["rows"]] == [1, 5]
    assert len(data["texts"]) == len(set(data["texts"]))


def test_a_page_that_is_too_large_says_what_to_leave_out() -> None:
    content = page_content(Query.opening(lw.sample("weather-nominal")), [0, 1])
    with pytest.raises(PageTooLargeError) as error:
        to_live_page(content, largest=10_000)
    assert "--rows 1,2" in command_hint(error.value)
    assert "starting with local_tables (--panels map,posterior,…)" in command_hint(error.value)
    assert "in the dialog, starting with local tables" in window_hint(error.value)
    assert "rows=…" in error.value.hint
    one_row = page_content(Query.opening(lw.sample("weather-nominal")), panels=["posterior"])
    with pytest.raises(PageTooLargeError) as error:
        to_live_page(one_row, largest=10_000)
    assert [(remedy.kind, remedy.subject) for remedy in error.value.remedies] == [
        ("fewer_panels", "posterior")
    ]


def test_pictures_are_there_in_the_colours_of_both_themes() -> None:
    page = packed(to_live_page(page_content(Query.opening(lw.sample("weather-nominal")), panels=["map"])))
    static = [page["shapes"][number] for number in page["rows"][0]["panels"]["ribbon"]["static"]]
    assert [shape[0] for shape in static] == ["i"] * 3, "LWNB, KNN and KNNDW"
    for shape in static:
        light, dark = (page["texts"][number] for number in shape[-2:])
        assert light.startswith("data:image/png;base64,")
        assert light != dark


def test_a_row_that_is_not_there_is_named() -> None:
    with pytest.raises(lw.DataError, match=r"row 14 \(counted from 0\): no such row") as caught:
        page_content(Query.opening(lw.sample("weather-nominal")), [14])
    assert "row 15: no such row: there are only 14 rows" in command_text(caught.value)


@pytest.mark.parametrize("rows", [None, range(0, 150, 2)])
def test_the_page_of_a_model_says_what_the_model_says(rows: range | None) -> None:
    data = lw.sample("iris")
    model = lw.LWNB(k=20, kernel="tricube").fit(data, rows)
    page = notebook.page(model, data, row=134, panels=["posterior", "neighbours"])
    content, answer = packed(page.html), model.explain(data, row=134)
    row = content["rows"][0]
    assert row["ks"][row["start"]] == 20
    texts = texts_at(content, "posterior", row["start"])
    assert all(text in texts for text in probabilities(answer.posterior.tolist()))
    assert answer.neighbour_rows is not None
    listed = [int(content["texts"][cells[1]]) - 1 for cells in row["neighbours"]["cells"]]
    assert listed[:20] == answer.neighbour_rows[:20].tolist()


def test_a_page_in_a_notebook_is_escaped_inside_a_sandbox(tmp_path: Path) -> None:
    data = lw.sample("weather-nominal")
    page = notebook.page(lw.LWNB(k=5).fit(data), data)
    frame = page._repr_html_()
    assert frame.startswith('<iframe sandbox="allow-scripts"')
    assert frame.count("<") == 2  # the first and last line of the frame
    page.save(tmp_path / "row.html")
    assert (tmp_path / "row.html").read_text(encoding="utf-8") == page.html


def test_a_page_in_a_notebook_has_the_panels_that_it_is_asked_for() -> None:
    data = lw.sample("weather-nominal")
    model = lw.LWNB(k=5).fit(data)
    page = notebook.page(model, data, panels=["posterior"])
    assert re.findall(r'class="panel \w+" id="(\w+)"', page.html) == ["posterior"]
    with pytest.raises(lw.SettingsError, match="no panel 'ribbon'"):
        notebook.page(model, data, panels=["ribbon"])


def test_a_page_of_another_learner_is_refused() -> None:
    data = lw.sample("weather-nominal")
    with pytest.raises(lw.SettingsError, match="fitted LWNB"):
        notebook.page(lw.NB().fit(data), data)


def test_panels_can_be_left_out() -> None:
    query = Query.opening(lw.sample("weather-nominal"))
    page = to_live_page(page_content(query, panels=["map", "posterior"]))
    assert re.findall(r'class="panel \w+" id="(\w+)"', page) == ["map", "posterior"]
    assert packed(page)["rows"][0]["neighbours"] is None


@pytest.fixture(scope="module")
def study() -> StudyResult:
    query = Query.opening(lw.sample("weather-numeric"))
    return run_study(CurveStudy.of(query), query.used)


def test_the_curves_of_a_study_are_read_out_at_every_k(study: StudyResult) -> None:
    query = Query.opening(lw.sample("weather-numeric"))
    content = page_content(query, [0, 3], panels=["curves"], curves=PageCurves(study))
    page = packed(to_live_page(content))
    lwnb = study.curves[0]
    assert lwnb is not None
    for row in range(2):
        ks = page["rows"][row]["ks"]
        assert ks[-1] > lwnb.ks[-1], "a fold has fewer training rows than the page"
        for k in (1, 5, int(lwnb.ks[-1])):
            texts = texts_at(page, "curves", ks.index(k), row)
            assert {f"k = {k}", f"{lwnb.accuracy[k - 1]:.2f}"} <= set(texts)
        assert f"k = {lwnb.ks[-1]}" in texts_at(page, "curves", len(ks) - 1, row)
        cursors = page["rows"][row]["cursors"]["curves"]
        assert cursors == sorted(cursors)
        assert cursors[-1] == cursors[ks.index(int(lwnb.ks[-1]))]


def test_a_page_shows_the_study_as_the_session_has_it(study: StudyResult) -> None:
    query = Query.opening(lw.sample("weather-numeric"))
    view = CurveSettings(measure="log_loss", hidden=frozenset({"KNN"}))
    page = packed(to_live_page(page_content(query, panels=["curves"], curves=PageCurves(study, view))))
    assert "log loss" in page["texts"]
    assert "KNNDW" in page["texts"]
    assert "KNN" not in page["texts"]


def test_without_a_study_there_are_no_curves() -> None:
    page = to_live_page(page_content(Query.opening(lw.sample("weather-nominal"))))
    assert 'id="curves"' not in page


def test_curves_that_are_drawn_first_come_with_what_they_are_compared_with(study: StudyResult) -> None:
    query = Query.opening(lw.sample("weather-numeric"))
    curves = PageCurves(study, CurveSettings(measure="kappa"), draw_first=True)
    page = to_live_page(page_content(query, panels=["curves"], curves=curves))
    assert "function buildDrawing" in page
    row = packed(page)["rows"][0]
    by_hand, knn = row["byHand"], study.curves[study.names.index("KNN")]
    assert knn is not None
    assert by_hand["learners"] == ["KNN", "LWNB"]
    assert by_hand["computed"][0][: len(knn.ks)] == pytest.approx(knn.accuracy.tolist(), abs=1e-6)
    assert by_hand["computed"][0][-1] is None
    assert by_hand["heights"][0] > by_hand["heights"][1]
    assert by_hand["says"] == SAYINGS
    empty = [
        shape[0]
        for shape in map(packed(page)["shapes"].__getitem__, row["panels"]["curves_empty"]["steps"][3][1])
    ]
    assert empty == ["p"], "nothing but the cursor"
    assert "kappa" not in packed(page)["texts"]


def test_a_guess_is_judged_in_the_words_of_the_window() -> None:
    query = Query.opening(lw.sample("contact-lenses"), row=3)
    page = to_live_page(page_content(query, [3, 5], Teaching(guess_first=True), panels=["posterior"]))
    data = packed(page)
    assert data["guess"] == SAYINGS_ON_GUESSES
    for row in data["rows"]:
        about = query.at_row(row["row"] - 1)
        selection = lw.select(about.learner.fit(about.used, about.training_rows), about.instances, about.row)
        for k, numbers in zip(row["ks"], row["verdicts"], strict=True):
            explanation = selection.explain(k)
            said = [verdict(code, explanation)[1] for code in range(len(explanation.classes))]
            assert [data["texts"][number] for number in numbers] == said


@pytest.mark.parametrize("script", ["page.js", "curves_by_hand.js", "screens.js"])
def test_scripts_have_no_words_about_a_result(script: str) -> None:
    text = resources.files(live_page).joinpath(script).read_text(encoding="utf-8")
    code = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    for word in (*lw.LEARNERS, "true class", "wrong", "correct", "Correct", "You ", "you ", "your "):
        assert not re.search(rf"\b{word}", code), word


def test_the_script_for_drawing_is_only_in_pages_that_ask_for_it(iris: str) -> None:
    assert "function buildDrawing" not in iris


def test_the_title_names_a_row_only_where_something_is_left_of_it() -> None:
    """So do the dialogs that create the page or a report."""
    query = Query.opening(lw.sample("checkers-board"))
    expected = ("row 1", "row 1, changed", "a new instance")
    for values, name in zip(({}, {"x": 0.3}, {"x": 0.3, "y": 0.9}), expected, strict=True):
        changed = query.with_values(values)
        assert changed.instance_text == name
        assert page_content(changed, panels=["neighbours"]).title == f"checkers-board, {name}"
