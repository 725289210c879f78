"""What a lecture quotes: each number is the explanation's, and no text is evaluated as code."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lwnb_core import LWNB, NB, DataError, Explanation, accuracy_curve, sample
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.teaching.quotes import Quote, filled, parsed
from lwnb_gui.views.confusion import Confusion
from lwnb_gui.views.every import VIEWS
from lwnb_gui.views.view import Subject
from lwnb_gui.views.wording.quotes import NONE, PENDING, SECRET, gives_away, quotables

IRIS = sample("iris")


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return LWNB(50).fit(IRIS).explain(IRIS, row=134)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("row {row}, k = {k}, {training} rows", "row 135, k = 50, 149 rows"),
        ("{neighbours}: {neighbours:Iris-versicolor} and {neighbours:Iris-setosa}", "50: 31 and 0"),
        ("{tied} tied, {weightless} without weight", "0 tied, 1 without weight"),
        ("row {nearest} at {distance} = {distance:1}, {distance:50}", "row 84 at 0.1290 = 0.1290, 0.3274"),
        ("{weight} to {weight:50}; {bandwidth}", "0.606 to 0.000; 0.3274"),
        ("{weight:last} at {distance:last}, {full} with full weight", "0.000 at 0.3274, 0 with full weight"),
        ("{true}: {prediction}, {certainty}", "Iris-virginica: Iris-virginica, 0.828"),
        ("{prediction:KNN}, {certainty:KNN}", "Iris-versicolor, 0.620"),
        ("{prediction:LWNB}", "Iris-virginica"),
        ("{probability:Iris-versicolor}", "0.172"),
        ("{product:Iris-virginica}", "0.0553"),
        ("{{k}} and }}{{", "{k} and }{"),
        ("no quote", "no quote"),
    ],
)
def test_each_quote_is_read_off_the_explanation(text: str, expected: str, explanation: Explanation) -> None:
    assert filled(text, Subject(explanation)) == expected


def test_every_quote_has_a_meaning_and_a_value(explanation: Explanation) -> None:
    about = Subject(explanation, predictions=predict_all(Query.opening(IRIS, row=134)))
    for name, quotable in quotables().items():
        assert quotable.meaning
        argument = ":Iris-setosa" if quotable.argument == "class" else ""
        assert filled(f"{{{name}{argument}}}", about) not in ("", PENDING, NONE, SECRET)


def test_a_quote_is_declared_once() -> None:
    assert len(quotables()) == sum(len(view.quotes) for view in VIEWS) == 17


def test_accuracy_is_the_share_of_rows_that_a_learner_gets_right() -> None:
    about = Subject(predictions=predict_all(Query.opening(IRIS, row=134)))
    curves = accuracy_curve([LWNB(50), NB()], IRIS, "loo", [50]).curves
    expected = [f"{float(np.asarray(curve.accuracy)[0]):.1f} %" for curve in curves]
    assert filled("{accuracy}, {accuracy:NB}", about) == ", ".join(expected)
    assert filled("{accuracy:KNN}", Subject()) == PENDING, "while it is being computed"
    assert Confusion().read(Subject()) is None


def test_what_is_not_there_is_said_to_be_none(explanation: Explanation) -> None:
    about = Subject(explanation)
    assert filled("{distance:51} {neighbours:x} {probability:x}", about) == f"{NONE} {NONE} {NONE}"
    assert filled("{k} {prediction}", Subject()) == f"{PENDING} {PENDING}"
    assert filled("{true}", Subject(replace(explanation, true_class=None))) == NONE
    nb = Subject(NB().fit(IRIS).explain(IRIS, row=134))
    assert filled("{k} {bandwidth} {prediction:KNN}, {prediction}", nb) == "– – –, Iris-versicolor"


def test_the_answer_is_kept_back_while_a_guess_is_pending(explanation: Explanation) -> None:
    text = "{neighbours}, {prediction}, {probability:Iris-setosa}, {true}"
    said = filled(text, Subject(explanation), tells_answer=False)
    assert said == f"50, {SECRET}, {SECRET}, {SECRET}"
    secret = {name for name in quotables() if gives_away(name)}
    assert secret == {"true", "prediction", "certainty", "probability", "product"}


@pytest.mark.parametrize(
    "text", ["{", "}", "a {k", "{{k}", "{}", "{k!r}", "{0}", "{k.real}", "{ k}", "{K}", "{k:}"]
)
def test_anything_else_between_braces_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        parsed(text)


def test_a_text_of_any_kind_can_be_shown_as_it_is() -> None:
    assert filled("{{k}} {{{{ }} a {{x:y}} b", Subject()) == "{k} {{ } a {x:y} b"
    assert parsed("a{distance:3}b") == ("a", Quote("distance", "3"), "b")
