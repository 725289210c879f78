"""The lectures that ship: in order, readable, and every number in their texts is what the engine computes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from lwnb_core import (
    KNN,
    LWNB,
    NB,
    Explanation,
    accuracy_curve,
    cross_validate,
    sample,
)
from lwnb_core.data import assets_dir
from lwnb_core.evaluation.paper_published import printed
from lwnb_gui.state.lectures import as_html, in_folder, position_in_folder, shipped
from lwnb_gui.state.session import Session
from lwnb_gui.state.session_file import load_session, to_json
from lwnb_gui.state.steps import STEPS, sentence

FOLDER = assets_dir() / "lectures"
FILES = in_folder(FOLDER)


@cache
def lecture(number: int) -> Session:
    return load_session(FILES[number - 1])


def text(number: int) -> str:
    opened = lecture(number).lecture
    assert opened is not None
    return f"{opened.text}\n{opened.answer}"


def explained(name: str, row: int, k: int, **settings: object) -> Explanation:
    data = sample(name)
    return LWNB(k, **settings).fit(data).explain(data, row=row - 1)  # type: ignore[arg-type]


def says(lecture_number: int, *numbers: object) -> None:
    """All of these stand in the text of a lecture."""
    for number in numbers:
        assert str(number) in text(lecture_number), number


class TestTheCourse:
    def test_eight_lectures_in_order(self) -> None:
        assert [f.name[:2] for f in FILES] == [f"{i:02}" for i in range(1, 9)]
        assert [info.file for info in shipped()] == FILES
        assert all(info.title and info.summary for info in shipped())

    @pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
    def test_each_lecture_opens_and_is_written_as_its_file(self, file: Path) -> None:
        session = load_session(file)
        assert session.kind == "lecture"
        assert session.data.sample, "a lecture that ships needs no file beside it"
        opened = session.open(file, lambda path: False)
        assert opened.query.row == session.row
        assert opened.query.k == session.learner.k
        assert to_json(session) == file.read_text(encoding="utf-8")

    def test_previous_and_next(self) -> None:
        assert position_in_folder(FILES[0]) == (None, FILES[1], 1, 8)
        assert position_in_folder(FILES[7]) == (FILES[6], None, 8, 8)
        assert position_in_folder(FOLDER / "none.lwnb")[:2] == (None, None)
        assert in_folder(FOLDER / "none") == []


class TestWhatTheyOpenOn:
    @pytest.mark.parametrize(
        ("number", "quoted", "evaluation"),
        [
            (4, "every row left out in turn", "loo"),
            (5, "of the rows left out", "loo"),
            (8, "ten runs of 10-fold", "repeated-cv"),
        ],
    )
    def test_curves_show_the_evaluation_that_is_quoted(
        self, number: int, quoted: str, evaluation: str
    ) -> None:
        assert quoted in text(number)
        opened = lecture(number).open(None, lambda path: False)
        assert opened.view.curves.evaluation == evaluation

    def test_the_experiment_of_the_tables_is_chosen(self) -> None:
        assert "**Experiment** (Ctrl+4) has both" in text(8)
        assert lecture(8).experiment.preset == "table2"

    def test_naive_bayes_by_hand_begins_before_the_answers(self) -> None:
        opened = lecture(3).open(None, lambda path: False)
        teaching, query = opened.view.teaching, opened.query
        assert teaching.step is not None
        assert not any(teaching.shows(part, query) for part in ("equation 5", "local_tables", "posterior"))
        assert not re.search(r"\d/\d|0\.\d", teaching.lecture_text(query))
        while teaching.step != STEPS[-1]:
            assert "0.515" not in teaching.lecture_text(query)
            teaching = teaching.stepped(1)
        assert "0.515" in teaching.lecture_text(query)


class TestNumbers:
    def test_numbers_of_lecture_1_neighbourhood(self) -> None:
        e = explained("iris", 135, 10)
        assert e.neighbourhood is not None
        assert e.neighbour_rows is not None
        assert e.neighbour_rows[0] + 1 == 84
        says(1, f"{e.neighbourhood.distances[0]:.4f}", f"{e.neighbourhood.bandwidth:.4f}", "row 84")
        wide = explained("iris", 135, 50)
        assert wide.neighbourhood is not None
        assert wide.neighbour_classes is not None
        assert 0 not in wide.neighbour_classes
        says(1, f"{wide.neighbourhood.bandwidth:.4f}", "k = 149")
        assert explained("iris", 135, 149).training_rows == 149

    def test_numbers_of_lecture_2_weights(self) -> None:
        e = explained("iris", 135, 50)
        n, classes = e.neighbourhood, e.neighbour_classes
        assert n is not None
        assert classes is not None
        assert int((classes == 1).sum()) == 31
        ratio = n.distances[-1] / n.distances[0]
        assert 2.45 < ratio < 2.6  # two and a half times
        assert n.weights[-1] == 0
        says(2, "31", f"{e.others['KNN'][1]:.3f}", f"{n.distances[0]:.4f} / {n.bandwidth:.4f}")
        says(2, f"{n.weights[0]:.3f}", f"{e.others['KNNDW'][1]:.3f}", f"{e.posterior[2]:.3f}")
        says(2, f"{explained('iris', 135, 50, kernel='constant').posterior[2]:.3f}")

    def test_numbers_of_lecture_3_naive_bayes_by_hand(self) -> None:
        e = explained("weather-nominal", 1, 13, kernel="constant")
        assert e.model is not None
        assert e.log_joint is not None
        assert e.model.class_weights.tolist() == [9, 4]
        yes = 10 / 15 * 3 / 12 * 3 / 12 * 4 / 11 * 7 / 11
        no = 5 / 15 * 3 / 7 * 2 / 7 * 4 / 6 * 2 / 6
        np.testing.assert_allclose(np.exp(e.log_joint), [yes, no])
        says(
            3, "10/15 · 3/12 · 3/12 · 4/11 · 7/11", f"{yes:.4f}", "5/15 · 3/7 · 2/7 · 4/6 · 2/6", f"{no:.4f}"
        )
        says(3, f"{e.posterior[0]:.3f}", f"{explained('weather-nominal', 1, 13).posterior[1]:.3f}")
        assert e.true_class == 1

    def test_numbers_of_lecture_4_checkers_board(self) -> None:
        data = sample("checkers-board")
        curves = accuracy_curve([LWNB(60), KNN(60), NB()], data, "loo", [60])
        lwnb, knn, nb = (float(np.asarray(c.accuracy)[0]) for c in curves.curves)
        says(4, f"{lwnb:.1f} %", f"{knn:.1f} %", f"{nb:.1f} %")
        e = explained("checkers-board", 444, 60)
        assert e.true_class == 0
        says(4, f"{round(e.others['KNN'][1] * 60)} of 60", f"{e.posterior[0]:.3f}")

    def test_numbers_of_lecture_5_two_spheres(self) -> None:
        data = sample("two-spheres")
        curves = accuracy_curve([LWNB(5), KNN(5), NB()], data, "loo", [5, 50, 100, 200])
        lwnb, knn, nb = (np.asarray(c.accuracy) for c in curves.curves)
        says(5, f"{nb[0]:.1f} %", f"{lwnb[1]:.1f} % at k = 50", f"{lwnb[2]:.1f} % at k = 100")
        says(5, f"{knn[0]:.1f} % at k = 5", f"{knn[1]:.1f} % at k = 50", f"{knn[3]:.1f} % at k = 200")
        e = explained("two-spheres", 136, 50)
        assert e.true_class == 1
        assert e.posterior[1] > 0.999
        says(5, f"{round(e.others['KNN'][0] * 50)} of 50")

    def test_numbers_of_lecture_6_ties(self) -> None:
        n = explained("vote", 403, 50).neighbourhood
        assert n is not None
        says(6, f"{n.bandwidth:.4f}", f"{int(n.tied.sum())} more", f"{len(n)} rows")
        says(6, f"{int((n.weights == 0).sum())} of the {len(n)}")
        zero = explained("vote", 9, 5).neighbourhood
        assert zero is not None
        assert zero.bandwidth == 0
        assert len(zero) == 7
        assert zero.weights.tolist() == [1.0] * 7
        wider = explained("vote", 9, 8).neighbourhood
        assert wider is not None
        assert wider.bandwidth == 1
        says(6, f"{len(wider)} rows", f"{int((wider.weights == 0).sum())} new ones")

    def test_numbers_of_lecture_7_equation_6(self) -> None:
        e = explained("weather-nominal", 1, 13, eq6="printed")
        sums = e.tables[0].probabilities.sum(axis=0)  # type: ignore[union-attr]
        right = explained("weather-nominal", 1, 13)
        says(7, f"{sums[0]:.3f}", f"{e.posterior[0]:.3f}", f"{right.posterior[1]:.3f}")
        assert right.true_class == 1
        np.testing.assert_allclose(right.tables[0].probabilities.sum(axis=0), 1)  # type: ignore[union-attr]

    def test_numbers_of_lecture_8_the_tables(self) -> None:
        e, plain = explained("iris", 135, 50, convention="tables"), explained("iris", 135, 50)
        assert e.neighbourhood is not None
        assert plain.neighbourhood is not None
        assert len(e.neighbourhood) == 51
        assert e.neighbourhood.weights[49] > 0
        says(8, f"{e.neighbourhood.bandwidth:.4f}", f"{plain.neighbourhood.bandwidth:.4f}")
        says(8, f"{e.posterior[2]:.3f}", f"{plain.posterior[2]:.3f}")
        assert printed(2)["labor"]["LWNB_50"].mean == 93.5
        reproduced = (Path(__file__).parents[2] / "docs" / "reproduction.md").read_text(encoding="utf-8")
        for counted in ("255 of 259", "211 of 222"):
            says(8, counted)
            assert counted in reproduced

    @pytest.mark.parametrize(
        ("convention", "figure"), [("tables", "93.50"), ("paper", "92.13"), ("weka", "93.30")]
    )
    def test_the_labour_contracts(self, convention: str, figure: str) -> None:
        result = cross_validate(LWNB(50, convention), sample("labor"))
        assert f"{result.mean:.2f}" == figure
        says(8, figure)


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
        assert "1 − 0.1290 / 0.3274 = 0.6061" in sentence("weights", e)
        assert "(1 + 21.43) / (3 + 50) = 0.423" in sentence("counts", e)
        assert "0.0553 / 0.0667, so P(Iris-virginica) = 0.828. Right." in sentence("normalise", e)

    def test_rows_that_count_alike_need_not_be_equally_far(self) -> None:
        said = sentence("weights", explained("weather-nominal", 1, 13, kernel="constant"))
        assert "count alike: each weighs 1" in said
        assert "equally far" not in said

    def test_rows_that_are_all_equally_far(self) -> None:
        assert "P(republican) > 0.999" in sentence("normalise", explained("vote", 9, 5))
        assert "each weighs 1" in sentence("weights", explained("vote", 9, 5))
        assert "neighbour k + 1" in sentence("neighbourhood", explained("iris", 135, 50, convention="tables"))
