"""The lectures that ship are in order and readable, their numbers are computed, their claims true."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from lwnb_core import KNN, LWNB, NB, Explanation, accuracy_curve, sample, select
from lwnb_core.data import assets_dir
from lwnb_core.engine.sweep import sweep_selection
from lwnb_core.local.naive_bayes import NominalTable
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import OwnRows
from lwnb_gui.session.file import load_session, to_json
from lwnb_gui.session.session import Session
from lwnb_gui.teaching.lectures import as_html, first_look, in_folder, position_in_folder, shipped
from lwnb_gui.teaching.quotes import filled
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.teaching.steps import sentence
from lwnb_gui.text import probability
from lwnb_gui.views.confusion import Confusion
from lwnb_gui.views.steps import STEPS
from lwnb_gui.views.view import Subject
from lwnb_gui.views.wording.quotes import NONE, PENDING, gives_away

FOLDER = assets_dir() / "lectures"
FILES = in_folder(FOLDER)


FIRST = first_look().file


@cache
def lecture(number: int) -> Session:
    """Return a lecture of the course; 0 is First look."""
    return load_session(FILES[number - 1] if number else FIRST)


def screens(number: int) -> tuple[Screen, ...]:
    opened = lecture(number).lecture
    assert opened is not None
    return opened.screens


@cache
def query_at(number: int, screen: int) -> Query:
    """Return what a screen (counted from 1) explains."""
    opened = lecture(number).open(None, lambda path: False)
    assert opened.query is not None
    return screens(number)[screen - 1].query(opened.query.data, OwnRows(), frozenset())


@cache
def at(number: int, screen: int) -> Explanation:
    query = query_at(number, screen)
    return query.learner.fit(query.used).explain(query.data, row=query.row)


def explained(name: str, row: int, k: int, **settings: object) -> Explanation:
    data = sample(name)
    return LWNB(k, **settings).fit(data).explain(data, row=row - 1)  # type: ignore[arg-type]


class TestTheCourse:
    def test_eight_lectures_in_order(self) -> None:
        assert [f.name[:2] for f in FILES] == [f"{i:02}" for i in range(1, 9)]
        assert [info.file for info in shipped()] == FILES
        assert all(info.title and info.summary for info in shipped())

    @pytest.mark.parametrize("file", [FIRST, *FILES], ids=lambda f: f.stem)
    def test_each_lecture_opens_and_is_written_as_its_file(self, file: Path) -> None:
        session = load_session(file)
        assert session.kind == "lecture"
        assert session.data.sample, "a lecture that ships needs no file beside it"
        opened = session.open(file, lambda path: False)
        assert opened.query is not None
        assert opened.query.row == session.row
        assert opened.query.k == session.learner.k
        assert to_json(session) == file.read_text(encoding="utf-8")

    def test_first_look_has_four_screens_and_is_alone_in_its_folder(self) -> None:
        shown = [screen.panels for screen in screens(0)]
        assert shown == [{"map"}, {"map", "neighbours"}, {"map", "neighbours"}, {"map", "posterior"}]
        assert position_in_folder(FIRST) == (None, None, 1, 1)

    @pytest.mark.parametrize("number", range(9))
    def test_every_screen_has_a_short_text_one_task_and_no_number_that_is_not_computed(
        self, number: int
    ) -> None:
        assert 2 <= len(screens(number)) <= 4
        for i, screen in enumerate(screens(number), start=1):
            query = query_at(number, i)
            predictions = None
            if any(quote.name == "accuracy" for quote in screen.quotes):
                predictions = predict_all(query)
            text = filled(screen.text, Subject(at(number, i), predictions=predictions))
            assert 60 < len(text) < 200, text
            assert 20 < len(screen.task) < 110, screen.task
            assert not {PENDING, NONE} & set(text.replace("0…1", "")), text
            assert not re.search(r"\d\.\d|\d %", "".join(screen.texts)), "it would be a number by heart"

    def test_previous_and_next(self) -> None:
        assert position_in_folder(FILES[0]) == (None, FILES[1], 1, 8)
        assert position_in_folder(FILES[7]) == (FILES[6], None, 8, 8)
        assert position_in_folder(FOLDER / "none.lwnb")[:2] == (None, None)
        assert in_folder(FOLDER / "none") == []


class TestWhatTheyOpenOn:
    def test_curves_and_experiment_are_set_for_the_screens_that_show_them(self) -> None:
        assert lecture(4).curves.evaluation == "loo"
        assert screens(4)[-1].page == "curves"
        assert "ten runs of 10-fold" in screens(8)[-1].text
        assert screens(8)[-1].page == "experiment"
        assert lecture(8).experiment.preset == "table2"

    def test_naive_bayes_by_hand_begins_before_the_answers(self) -> None:
        opened = lecture(3).open(None, lambda path: False)
        teaching, query = opened.display.teaching, opened.query
        assert teaching.step is not None
        assert not any(teaching.shows(part, query) for part in ("equation 5", "local_tables", "posterior"))
        assert not any(gives_away(quote.name) for quote in screens(3)[0].quotes)


def digits_of(attribute: str, explanation: Explanation) -> list[float]:
    """Return the probabilities of the values for the first class, as Local tables shows them."""
    (table,) = (t for t in explanation.tables if t.attribute.name == attribute)
    assert isinstance(table, NominalTable)
    return [float(probability(p)) for p in table.probabilities[:, 0].tolist()]


class TestWhatTheySay:
    """The claims of the texts besides the numbers, which are computed."""

    def test_the_nearest_weighs_most_and_the_farthest_nothing(self) -> None:
        for number, screen in ((0, 3), (2, 2)):
            n = at(number, screen).neighbourhood
            assert n is not None
            assert n.weights[0] == n.weights.max() > 0
            assert n.weights[-1] == 0

    def test_weights_that_a_lecture_tells_are_those_at_every_k(self) -> None:
        for k in (1, 2, 10, 149):
            e = explained("iris", 135, k)
            assert e.neighbourhood is not None
            for number, screen in ((0, 3), (2, 2)):
                text = filled(screens(number)[screen - 1].text, Subject(e))
                assert f"weight {e.neighbourhood.weights[0]:.3f}" in text
                assert text.endswith(f"weight {e.neighbourhood.weights[-1]:.3f}.")

    def test_the_neighbours_are_the_rows_up_to_the_bandwidth(self) -> None:
        """One fewer is nearer than the bandwidth."""
        for k in (1, 10, 99, 149):
            everyone, e = explained("iris", 135, 149).neighbourhood, explained("iris", 135, k)
            assert everyone is not None
            assert e.neighbourhood is not None
            inside = int((everyone.distances <= e.neighbourhood.bandwidth).sum())
            assert f"neighbours: {inside} of 149" in filled(screens(1)[1].text, Subject(e))

    def test_dragging_k_answers_the_questions_of_lecture_1_and_first_look(self) -> None:
        classes = explained("iris", 135, 149).neighbour_classes
        assert classes is not None
        assert 10 < int(np.flatnonzero(classes == 0)[0]) < 148, "a setosa joins to the right of k = 10"
        model = LWNB(10).fit(sample("iris"))
        sweep = sweep_selection(select(model, sample("iris"), 134), "all")
        answers = sweep.posteriors["LWNB"].argmax(axis=1)
        assert len(set(answers[:10].tolist())) > 1, "to the left the answer changes"
        assert "to the left" in screens(0)[3].task

    def test_lwnb_alone_is_right_about_the_flower(self) -> None:
        e = at(0, 4)
        assert e.prediction == e.true_class == 2
        assert at(2, 1).others["KNN"].argmax() != 2

    def test_the_band_is_calmer_with_the_linear_kernel(self) -> None:
        def jumps(kernel: str) -> float:
            model = LWNB(50, kernel=kernel).fit(sample("iris"))  # type: ignore[arg-type]
            posterior = sweep_selection(select(model, sample("iris"), 134), "all").posteriors["LWNB"]
            return float(np.abs(np.diff(posterior[9:], axis=0)).sum())

        assert jumps("linear") < jumps("constant")

    def test_naive_bayes_by_hand_is_plain_naive_bayes_first(self) -> None:
        constant, linear = at(3, 2), at(3, 3)
        assert constant.model is not None
        assert constant.log_joint is not None
        assert constant.model.class_weights.tolist() == [9, 4]
        yes = 10 / 15 * 3 / 12 * 3 / 12 * 4 / 11 * 7 / 11
        no = 5 / 15 * 3 / 7 * 2 / 7 * 4 / 6 * 2 / 6
        np.testing.assert_allclose(np.exp(constant.log_joint), [yes, no])
        assert (constant.prediction, linear.prediction, linear.true_class) == (0, 1, 1)

    def test_knn_fails_on_the_checkers_board_and_lwnb_does_not(self) -> None:
        data = sample("checkers-board")
        curves = accuracy_curve([LWNB(60), KNN(60), NB()], data, "loo", [5, 60, 150])
        lwnb, knn, nb = (np.asarray(c.accuracy) for c in curves.curves)
        assert knn[1] < 50 < min(knn[0], knn[2]), "under half, and back"
        assert lwnb[0] > lwnb[1] > lwnb[2] > 50, "gives way slowly"
        assert nb[1] < lwnb[1]
        assert len(data) / 64 < 60, "a neighbourhood is larger than a square"

    def test_lwnb_keeps_what_naive_bayes_has_on_two_spheres(self) -> None:
        counted = Confusion().read(Subject(predictions=predict_all(query_at(5, 2))))
        assert counted is not None
        accuracies = {data.name: data.accuracy for data in counted.matrices}
        assert accuracies["LWNB"] > accuracies["NB"] - 1
        assert accuracies["KNN"] < accuracies["NB"] - 5

    def test_one_learner_is_the_next_to_go_wrong_on_two_spheres(self) -> None:
        assert "next to go wrong" in screens(5)[2].task
        e, data = at(5, 3), sample("two-spheres")
        k = int(e.settings["k"])
        posteriors = {"LWNB": e.posterior, **e.others}
        right = {name for name, p in posteriors.items() if p.argmax() == e.true_class}
        assert right == {"LWNB", "NB", "KNNDW"}
        sweep = sweep_selection(select(LWNB(k).fit(data), data, e.row or 0), "all")
        later = {name: p.argmax(axis=1)[k - 1 :] == e.true_class for name, p in sweep.posteriors.items()}
        assert later["LWNB"].all()
        assert not later["KNN"].any()
        assert np.count_nonzero(np.diff(later["KNNDW"])) == 1, "wrong from one k on"

    def test_ties_are_all_in_and_weigh_nothing_at_the_bandwidth(self) -> None:
        n = at(6, 1).neighbourhood
        assert n is not None
        assert lecture(6).lecture.summary == f"Vote: k = 50, but {len(n)} neighbours."  # type: ignore[union-attr]
        assert n.tied.sum() > 0
        assert (n.weights == 0).sum() > n.tied.sum()
        zero, wider = at(6, 3).neighbourhood, explained("vote", 9, 8).neighbourhood
        assert zero is not None
        assert wider is not None
        assert zero.bandwidth == 0
        assert zero.distances[:7].tolist() == [0.0] * 7
        assert zero.weights.tolist() == [1.0] * len(zero)
        assert (wider.weights > 0).sum() == len(zero)

    def test_equation_6_as_printed_does_not_add_up_to_1(self) -> None:
        printed_form, right = at(7, 1), at(7, 2)
        assert "values of humidity for *yes*" in screens(7)[0].task
        assert sum(digits_of("humidity", printed_form)) > 1.2
        assert printed_form.prediction != right.prediction == right.true_class

    @pytest.mark.parametrize("k", range(1, 14))
    def test_the_digits_that_lecture_7_asks_to_add_up_do_so_in_the_right_form(self, k: int) -> None:
        """Rounding can show an attribute with three values as 0.303 + 0.447 + 0.251, which is 1.001."""
        assert round(sum(digits_of("humidity", explained("weather-nominal", 1, k))), 6) == 1

    def test_the_tables_took_neighbour_k_plus_1(self) -> None:
        paper, tables = at(8, 1).neighbourhood, at(8, 2).neighbourhood
        assert paper is not None
        assert tables is not None
        assert (len(paper), len(tables)) == (50, 51)
        assert paper.weights[49] == 0 < tables.weights[49]
        reproduced = (Path(__file__).parents[2] / "docs" / "reproduction.md").read_text(encoding="utf-8")
        assert "255 of 259" in reproduced, "nearly every printed digit"


class TestWords:
    def test_lecture_text_allows_emphasis_only(self) -> None:
        html = as_html("a *b* **c d** <script>x</script> 2 * 3 * 4\n\nd_k & more")
        assert "<i>b</i>" in html
        assert "<b>c d</b>" in html
        assert "<script>" not in html
        assert "2 * 3 * 4" in html
        assert html.count("<p") == 2
        assert "d<sub>k</sub> &amp; more" in html
        assert "sold_kg and u = d/d<sub>k</sub>." in as_html("sold_kg and u = d/d_k.")

    @pytest.mark.parametrize(("name", "row", "k"), [("iris", 135, 50), ("vote", 403, 50), ("labor", 2, 30)])
    def test_every_step_has_a_sentence_with_numbers(self, name: str, row: int, k: int) -> None:
        e = explained(name, row, k)
        said = {step: sentence(step, e) for step in STEPS}
        assert all(re.search(r"\d", text) for text in said.values()), said
        assert len(set(said.values())) == len(STEPS)

    def test_the_sentences_of_iris(self) -> None:
        e = explained("iris", 135, 50)
        assert "1 − 0.1290 / 0.3274 = 0.606." in sentence("weights", e)
        assert "(1 + 21.43) / (3 + 50) = 0.423" in sentence("counts", e)
        assert "P(Iris-virginica) = 0.05526 / 0.06673 = 0.828. That is right." in sentence("normalise", e)

    def test_rows_that_count_alike_need_not_be_equally_far(self) -> None:
        said = sentence("weights", explained("weather-nominal", 1, 13, kernel="constant"))
        assert "count the same: each has weight 1" in said
        assert "equally far" not in said

    def test_rows_that_are_all_equally_far(self) -> None:
        assert " > 0.999. That is right." in sentence("normalise", explained("vote", 9, 5))
        assert "each has weight 1" in sentence("weights", explained("vote", 9, 5))
        assert "neighbour k + 1" in sentence("neighbourhood", explained("iris", 135, 50, convention="tables"))
