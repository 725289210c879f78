"""The formatting of numbers."""

from __future__ import annotations

import pytest

import lwnb_core as lw
from lwnb_gui.class_colours import class_colour, variables
from lwnb_gui.cli.explain import Answer
from lwnb_gui.render.terminal.explanation_screen import show_answer
from lwnb_gui.teaching.lectures import as_html
from lwnb_gui.text import breakable, number, probabilities, related, unbroken
from lwnb_gui.theme import DARK, LIGHT
from lwnb_gui.views.drawing.canvas import wrapped
from lwnb_gui.views.map.callouts import neighbour_text
from lwnb_gui.views.neighbours import Neighbours
from lwnb_gui.views.posterior import Posterior, bar_tip
from lwnb_gui.views.view import Subject
from lwnb_gui.views.what_if import lines_of
from lwnb_gui.views.wording.numbers import decimals_for_normals, deviation, factor, without_rounding


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.4134, "0.4134"),
        (2.9986, "2.9986"),
        (752.2707, "752.2707"),
        (1e-75, "<0.0001"),
        (1e-9, "<0.0001"),
        (None, "–"),
        (0.99999, "1.0000"),
        (0.00005, "0.0001"),
        (123456.0, "1.23e+05"),
    ],
)
def test_factors_as_text(p: float | None, text: str) -> None:
    assert factor(p) == text


def test_rounding_errors_around_zero_read_zero() -> None:
    assert number(without_rounding(-1.4155e-17, 1.0)) == "0"
    assert number(without_rounding(-1.4155e-17, 1e-17)) == "−1.4155e−17", (
        "values as small as that are no error"
    )
    assert without_rounding(0.25, 1e6) == 0.25
    assert without_rounding(float("nan"), 1.0) != 0


@pytest.mark.parametrize(
    ("sds", "decimals"), [([0.3, 2.0], 3), ([0.002, 0.3], 4), ([35.0], 2), ([], 3), ([1e-9], 5), ([2e6], 0)]
)
def test_decimals_follow_the_smallest_deviation(sds: list[float], decimals: int) -> None:
    assert decimals_for_normals(sds) == decimals


def test_deviations_as_text() -> None:
    assert deviation(0.0022, 4) == "0.0022"
    assert deviation(3.5e-8, 5) == "3.5e−8"
    assert deviation(0.0, 3) == "0.000"


def test_a_trace_of_weight_is_written_alike_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    """The third neighbour of iris row 107 at k = 4 has weight 0.0003, and 0.004 rescaled."""
    data, row, k = lw.sample("iris"), 106, 4
    explanation = lw.LWNB(k).fit(data).explain(data, row=row)
    neighbourhood = explanation.neighbourhood
    assert neighbourhood is not None
    assert 0 < neighbourhood.weights[2] < neighbourhood.rescaled[2] < 0.005
    _, lines = neighbour_text(explanation, data, 2, weighed=True)
    assert lines[-1].endswith("weight <0.001")
    table = Neighbours().page_table([Subject(explanation, data=data)])
    assert table is not None
    assert table.steps[0][2] == ("<0.001", "<0.01")
    assert "0.2639</td>" in (page := explanation._repr_html_())
    assert ">&lt;0.001</td>" in page.partition("0.2639</td>")[2].partition("</tr>")[0]
    show_answer(Answer(data, data, explanation, (explanation,), {}))
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.lstrip().startswith("3 "))
    assert line.split()[-3:-1] == ["<0.001", "<0.01"]


def test_notebooks_colour_classes_as_the_window_does() -> None:
    for code in (0, 7, 8, 17):
        light, dark = LIGHT.class_style(code).fill, DARK.class_style(code).fill
        assert f"--lwnb-{code % 8}:light-dark({light},{dark})" in variables()
        assert f"--lwnb-{code % 8})" in class_colour(code)


def test_numbers_stay_with_their_units_at_the_end_of_a_line() -> None:
    assert unbroken("right in 52.5 % of the rows") == "right in 52.5\u00a0% of the rows"
    assert unbroken("for k ≥ 387 and k = 3") == "for k\u00a0≥\u00a0387 and k\u00a0=\u00a03"
    assert unbroken("a weight 0.000") == "a weight\u00a00.000"
    assert unbroken("Iris-virginica wins") == "Iris-\u2060virginica wins"
    long = "adoption-of-the-budget-resolution"
    assert unbroken(long) == long, "it may need two lines"
    assert breakable(unbroken("Iris-virginica, 52.5 %")) == "Iris-virginica, 52.5 %"
    lines = wrapped("it is right in 52.5 % of the rows", "text", 19, lambda text, font="text": len(text))
    assert lines == ["it is right in", "52.5 % of the rows"]
    assert "52.5\u00a0% of" in as_html("It is right in\n52.5 % of the rows.")


def test_a_bayesian_learner_never_reads_zero() -> None:
    """Classes of glass without neighbours showed `<0.001` or `0.000`, depending on underflow."""
    data = lw.sample("glass")
    explanation = lw.LWNB(k=50).fit(data).explain(data, 0)
    reading = Posterior().read(Subject(explanation))
    assert explanation.posterior.min() == 0, "too small for a computer"
    assert set(reading.numbers[0]) == {"0.999", "0.001", "<0.001"}
    assert "< 1e−300" in bar_tip(reading, 0, int(explanation.posterior.argmin()))
    voted = Posterior().read(Subject(lw.KNN(k=50).fit(data).explain(data, 0)))
    assert "0.000" in voted.numbers[0], "no neighbour has this class"


def test_no_class_reads_certain_beside_another_that_is_possible() -> None:
    """The posterior of the first row of iris is 1 in floating point, beside 1e-180 and 1e-303."""
    data = lw.sample("iris")
    model = lw.LWNB(k=150).fit(data)
    explanation = model.explain(data, 0)
    assert explanation.posterior.max() == 1
    assert 0 < explanation.posterior.min() < 1e-10
    assert "p > 0.999" in repr(explanation)
    [table] = Posterior().tables(Posterior().read(Subject(explanation)))
    texts = [row[2] for row in table.as_read().rows]
    assert sorted(texts) == ["<0.001", "<0.001", ">0.999"]
    changes = [line.probability for line in lines_of(lw.what_if(model, data, 0))]
    assert ">0.999" in changes
    assert "1.000" not in changes
    assert "1.000" not in lw.what_if(model, data, 0)._repr_html_()


@pytest.mark.parametrize("row", [0, 70, 106, 134])
def test_the_engines_line_rounds_a_probability_as_the_views_do(row: int) -> None:
    data = lw.sample("iris")
    for learner in (lw.LWNB(20), lw.KNN(5), lw.NB()):
        explanation = learner.fit(data).explain(data, row)
        said = probabilities(explanation.posterior.tolist())[explanation.prediction]
        assert repr(explanation).endswith(f", p {related(said)})")
