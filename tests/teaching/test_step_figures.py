"""The sentences of step mode: the numbers in them give the results that they state."""

from __future__ import annotations

import re

import pytest

from lwnb_core import LWNB, sample
from lwnb_gui.teaching.steps import sentence
from lwnb_gui.text import probabilities
from lwnb_gui.views.equations.lines import equation_lines
from lwnb_gui.views.steps import STEPS


@pytest.mark.parametrize(
    ("name", "row", "k"), [("vote", 5, 43), ("vote", 402, 50), ("iris", 134, 50), ("glass", 0, 50)]
)
def test_fraction_in_the_last_step_gives_its_result(name: str, row: int, k: int) -> None:
    data = sample(name)
    said = sentence("normalise", LWNB(k=k).fit(data).explain(data, row=row))
    match = re.search(r" P\(.*\) = (\S+) / (\S+) = (\d\.\d+)", said)
    assert match is not None, said
    above, below = (float(text.replace("−", "-")) for text in match.groups()[:2])
    assert f"{above / below:.3f}" == match[3]


def test_small_deviation_keeps_its_digits() -> None:
    data = sample("glass")
    explanation = LWNB(k=50).fit(data).explain(data, row=0)
    others = [a.name for a in explanation.attributes if a.name != "RI"]
    said = sentence("tables", LWNB(k=50).fit(data.without(others)).explain(data.without(others), row=0))
    assert re.search(r"mean 1\.5\d{4} and standard deviation 0\.000\d\d here", said), said


@pytest.mark.parametrize("name", ["glass", "labor", "diabetes", "weather-nominal", "iris"])
def test_the_prior_of_the_sentence_is_that_of_the_equation(name: str) -> None:
    """This holds even where the class with the largest weight is not the predicted one."""
    data = sample(name)
    model = LWNB(k=min(50, len(data) - 1)).fit(data)
    for row in range(0, len(data), max(1, len(data) // 40)):
        explanation = model.explain(data, row=row)
        said = sentence("counts", explanation)
        predicted = explanation.classes[explanation.prediction]
        match = re.search(
            r"gives,? (.*)\. The prior of (.*) is \((1 \+ \S+)\) / \((.*)\) [=<>] (\S+)\.$", said
        )
        assert match is not None, said
        counted, named, above, below, prior = match.groups()
        assert named == predicted
        assert re.search(rf"{re.escape(named)} {re.escape(above[4:])}\b", counted), "its weight is among them"
        (equation,) = (line for line in equation_lines(explanation, symbols=False) if line.number == "5")
        assert rf"\dfrac{{{above}}}{{{below}}}" in equation.latex
        assert prior in equation.latex


def test_a_class_with_a_trace_of_weight_is_not_said_to_have_none() -> None:
    data = sample("labor")
    explanation = LWNB(k=5).fit(data).explain(data, row=28)
    assert explanation.model is not None
    assert 0 < explanation.model.class_weights[0] < 0.005
    assert "good 5.00 and bad <0.01." in sentence("counts", explanation)


@pytest.mark.parametrize(
    ("name", "row", "k"), [("iris", 134, 50), ("weather-nominal", 0, 13), ("vote", 8, 50)]
)
def test_only_the_last_step_states_a_posterior(name: str, row: int, k: int) -> None:
    data = sample(name)
    explanation = LWNB(k=k).fit(data).explain(data, row=row)
    final = set(probabilities(explanation.posterior.tolist()))
    for step in STEPS[:-1]:
        assert final.isdisjoint(re.findall(r"\d\.\d{3}\b", sentence(step, explanation))), step


@pytest.mark.parametrize(
    ("name", "row", "k", "product", "fraction"),
    [
        ("glass", 23, 50, "1.38e6", "1.382e6 / 1.788e6"),
        ("weather-nominal", 0, 13, "0.0487", "0.0487 / 0.0730"),
        ("iris", 0, 50, "10.4", "10.4 / 10.4"),
    ],
)
def test_products_are_formatted_as_other_numbers(
    name: str, row: int, k: int, product: str, fraction: str
) -> None:
    """Neither 1.38e+06 nor 0.073 beside 0.0487 is acceptable."""
    data = sample(name)
    explanation = LWNB(k=k).fit(data).explain(data, row=row)
    assert f" = {product}; for " in sentence("product", explanation)
    assert f" = {fraction} " in sentence("normalise", explanation)
    assert not re.search(r"\de[-+0]", sentence("product", explanation))


@pytest.mark.parametrize("name", ["contact-lenses", "weather-nominal", "iris"])
def test_the_classes_compared_are_the_prediction_and_its_runner_up(name: str) -> None:
    """This holds even where only rounding breaks a tie."""
    data = sample(name)
    for k in range(1, min(len(data), 14)):
        model = LWNB(k=k).fit(data)
        for row in range(len(data) if len(data) < 30 else 30):
            explanation = model.explain(data, row=row)
            first, second = (explanation.classes[c] for c in explanation.ranked[:2])
            assert first == explanation.classes[explanation.prediction]
            said = sentence("product", explanation)
            assert re.match(rf"For {first}, .*; for {second} it is \S+\.$", said), (k, row, said)


@pytest.mark.parametrize(
    ("name", "settings"),
    [("weather-nominal", {}), ("weather-nominal", {"eq6": "printed"}), ("iris", {}), ("vote", {})],
)
def test_numbers_of_a_sentence_and_of_an_equation_give_its_result(
    name: str, settings: dict[str, str]
) -> None:
    """A reader who computes (1 + 6.49) / (2 + 8.49) gets 0.714, so 0.713 needs another digit."""
    data = sample(name)
    laplace = re.compile(r"\\dfrac\{1 \+ ([\d.]+)\}\{(\d+) \+ ([\d.]+)\} = ([\d.]+)$")
    checked = 0
    for k in (3, 7, 13):
        model = LWNB(k=k, **settings).fit(data)  # type: ignore[arg-type]
        for row in range(0, len(data), max(1, len(data) // 14)):
            explanation = model.explain(data, row=row)
            for match in filter(None, (laplace.search(line.latex) for line in equation_lines(explanation))):
                counted, extra, total = (float(match[i]) for i in (1, 2, 3))
                assert abs((1 + counted) / (extra + total) - float(match[4])) < 0.000501, match[0]
                checked += 1
            weight = re.search(r"1 − (\S+) / (\S+) = (\d\.\d+)", sentence("weights", explanation))
            if weight is not None:
                given = 1 - float(weight[1]) / float(weight[2])
                assert abs(given - float(weight[3])) < 0.000501, weight[0]
    assert checked > 30
