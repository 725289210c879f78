"""Properties that hold for any data."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

import lwnb_core as lw
from tests.conftest import examples
from tests.core import zoo
from tests.core.strategies import Rows, problems

pytestmark = pytest.mark.usefixtures("reference_engine")

TOLERANCE = 1e-9
every_learner = pytest.mark.parametrize("learner", zoo.ALL, ids=zoo.label)
few = examples(5)  # for each of 24 learners, which `check_learner` checks on samples as well


def answers(learner: lw.Learner, training: Rows, tests: Rows) -> NDArray[np.float64]:
    """Return the posteriors of `tests` after training on `training`, which need not share rows."""
    return learner.fit(training.data()).predict_proba(tests.data())


def close(one: NDArray[np.float64], other: NDArray[np.float64]) -> None:
    np.testing.assert_allclose(one, other, rtol=0, atol=TOLERANCE)


@every_learner
@given(problems())
@few
def test_posteriors_are_probabilities(learner: lw.Learner, rows: Rows) -> None:
    result = answers(learner, rows, rows)
    assert result.shape == (len(rows), rows.n_classes)
    assert ((result >= 0) & (result <= 1)).all()
    np.testing.assert_allclose(result.sum(axis=1), 1, rtol=1e-12)


@every_learner
@given(problems(), st.randoms(use_true_random=False))
@few
def test_the_order_of_training_rows_does_not_matter(
    learner: lw.Learner, rows: Rows, chance: random.Random
) -> None:
    order = list(range(len(rows)))
    chance.shuffle(order)
    close(answers(learner, rows, rows), answers(learner, rows.taken(order), rows))


@every_learner
@given(problems(), st.randoms(use_true_random=False))
@few
def test_the_order_of_test_rows_does_not_matter_inside_the_ranges(
    learner: lw.Learner, rows: Rows, chance: random.Random
) -> None:
    """Outside the ranges it matters in `weka` and `tables`, where each test row extends them."""
    order = list(range(len(rows)))
    chance.shuffle(order)
    close(answers(learner, rows, rows)[order], answers(learner, rows, rows.taken(order)))


@every_learner
@given(problems(), st.randoms(use_true_random=False))
@few
def test_renaming_the_classes_only_renames_the_answer(
    learner: lw.Learner, rows: Rows, chance: random.Random
) -> None:
    new = list(range(rows.n_classes))
    chance.shuffle(new)
    renamed = replace(rows, classes=tuple(new[c] for c in rows.classes))
    close(answers(learner, rows, rows), answers(learner, renamed, rows)[:, new])


def counts_weights(learner: lw.Learner) -> bool:
    """Return whether a row of weight 2 equals the row twice for this learner.

    Always in `paper`. In `weka` and `tables`, as in Weka, k counts rows, IBk's 1/n counts rows, and so does
    the price of the discretiser's cuts; which leaves naive Bayes, and LWNB where k plays no part.
    """
    return (
        learner.settings["convention"] == "paper"
        or learner.name == "NB"
        or (learner.name == "LWNB" and learner.settings["kernel"] == "gaussian")
    )


@pytest.mark.parametrize("learner", [x for x in zoo.ALL if counts_weights(x)], ids=zoo.label)
@given(problems(max_rows=10), st.integers(1, 12))
@few
def test_weight_2_is_the_row_twice(learner: lw.Learner, rows: Rows, k: int) -> None:
    if "k" in learner.settings:
        learner = zoo.with_k(learner, k)
    repeated = [i for i, weight in enumerate(rows.weights) for _ in range(int(weight))]
    twice = replace(rows.taken(repeated), weights=(1.0,) * len(repeated))
    close(answers(learner, rows, rows), answers(learner, twice, rows))


@pytest.mark.parametrize("learner", zoo.learners("paper"), ids=zoo.label)
@given(
    problems(exact=True),
    st.sampled_from([0.125, 0.5, 3.0, 16.0, -1.0, -4.0]),
    st.integers(-40, 40).map(lambda i: i / 2),
)
@few
def test_the_unit_of_an_attribute_does_not_matter(
    learner: lw.Learner, rows: Rows, factor: float, shift: float
) -> None:
    """Values can be scaled and shifted in `paper`.

    The floor 1e-75 of a density has a unit: a value more than 17 deviations from every class meets it. And
    where two cuts are equally good the discretiser takes the first, which a negative factor makes the last.
    """
    if isinstance(learner, lw.Discretised):
        factor = abs(factor)
    scaled = replace(
        rows,
        rows=tuple(
            tuple(
                v * factor + shift if n_values is None and v is not None else v
                for v, n_values in zip(row, rows.values, strict=True)
            )
            for row in rows.rows
        ),
    )
    for one in (rows, scaled):
        data = one.data()
        model = learner.fit(data)
        for i in range(len(data)):
            contributions = model.explain(data, i, leave_out=False).log_contributions
            if contributions is not None:
                assume((contributions.max(axis=1) > -150).all())
    close(answers(learner, rows, rows), answers(learner, scaled, scaled))


@every_learner
@given(problems(min_rows=2))
@few
def test_explanations_say_what_was_predicted(learner: lw.Learner, rows: Rows) -> None:
    data = rows.data()
    model = learner.fit(data)
    left_out, left_in = model.predict_proba(data, leave_out=True), model.predict_proba(data)
    predicted = model.predict(data, leave_out=True)
    for i in range(len(data)):
        explanation = model.explain(data, i)
        np.testing.assert_allclose(explanation.posterior, left_out[i], rtol=0, atol=1e-12)
        assert explanation.left_out
        assert explanation.training_rows == len(data) - 1
        assert explanation.prediction == predicted[i]
        assert explanation.true_class == rows.classes[i]
        np.testing.assert_allclose(
            model.explain(data, i, leave_out=False).posterior, left_in[i], rtol=0, atol=1e-12
        )


@every_learner
@given(problems(min_rows=2, max_rows=8))
@few
def test_contributions_sum_to_the_log_posterior(learner: lw.Learner, rows: Rows) -> None:
    """The sum lacks the evidence, which is the same for all classes."""
    data = rows.data()
    explanation = learner.fit(data).explain(data, 0)
    if explanation.log_contributions is None:
        assert learner.name in ("KNN", "KNNDW")
        return
    joint = explanation.log_contributions.sum(axis=0)
    np.testing.assert_allclose(explanation.log_joint, joint)
    evidence = np.log(np.exp(joint - joint.max()).sum()) + joint.max()
    close(explanation.posterior, np.exp(joint - evidence))
    for top in range(rows.n_classes):
        odds = explanation.log_odds(top, 0)
        assert odds.shape == (1 + len(rows.values),)
        assert odds.sum() == pytest.approx(joint[top] - joint[0], abs=1e-9)


@every_learner
@given(problems(min_rows=2, max_rows=8))
@few
def test_explanations_are_strict_json(learner: lw.Learner, rows: Rows) -> None:
    data = rows.data()
    plain = learner.fit(data).explain(data, 0).to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert list(plain["posterior"]) == list(data.classes)


@every_learner
@given(problems(min_rows=2, max_rows=8))
@few
def test_predicting_changes_nothing(learner: lw.Learner, rows: Rows) -> None:
    """In particular the extended ranges are discarded when the call ends."""
    data = rows.data()
    cells = zip(rows.rows[0], rows.values, strict=True)
    far = tuple(v + 50 if n_values is None and v is not None else v for v, n_values in cells)
    outside = replace(rows.taken([0]), rows=(far,)).data()
    model = learner.fit(data)
    before = model.predict_proba(data)
    model.predict_proba(outside)
    model.explain(outside, 0)
    np.testing.assert_array_equal(model.predict_proba(data), before)
