"""Learners as text: written and read, with clear messages for what does not exist."""

from __future__ import annotations

import pytest

import lwnb_core as lw
from lwnb_core.learners.specs import LEARNERS, learner_from_spec, parse_spec, settings_of, spec_of

EXAMPLES = [
    lw.LWNB(),
    lw.LWNB(k=100, kernel="tricube", convention="tables", eq6="printed"),
    lw.LWNB(k=7, numeric="precision", kernel_one=1.25, snap=False),
    lw.NB("weka"),
    lw.KNN(k=5),
    lw.KNNDW(k=5, convention="tables"),
    lw.Discretised(lw.LWNB(k=30, convention="tables")),
    lw.Discretised(lw.NB()),
    lw.Discretised(lw.LWNB(), cut="left"),
    lw.Discretised(lw.LBR(), "tables", cut="midpoint"),
    lw.AODE(7, "tables", aode_prior="joint", aode_missing="subtracted"),
    lw.LWAODE(7, aode_prior="class"),
    lw.KNNDW(7, "tables", knn_ranges="first"),
]


@pytest.mark.parametrize("learner", EXAMPLES, ids=spec_of)
def test_specs_of_learners_round_trip(learner: lw.Learner) -> None:
    assert learner_from_spec(spec_of(learner)) == learner


@pytest.mark.parametrize("name", LEARNERS)
def test_every_registered_learner_by_its_bare_name(name: str) -> None:
    learner = learner_from_spec(name)
    assert type(learner) is LEARNERS[name]
    assert learner_from_spec(spec_of(learner)) == learner
    discretised = learner_from_spec(f"{name}d")
    assert discretised == lw.Discretised(learner) == learner_from_spec(f"{name}:discretised=true")


def test_what_is_not_named_has_its_default() -> None:
    assert learner_from_spec("LWNB: k=100 , kernel=tricube,") == lw.LWNB(k=100, kernel="tricube")


def test_trailing_d_means_discretised() -> None:
    assert parse_spec("nbd") == ("nb", {"discretised": True})
    assert parse_spec("nbd:discretised=false") == ("nb", {"discretised": False})


def test_settings_are_those_of_the_constructor_and_of_the_convention() -> None:
    assert {"k", "kernel", "eq6", "numeric", "bandwidth", "discretised"} <= set(settings_of("lwnb"))
    assert "kernel" not in settings_of("knn")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("lwbn", "lwnb"),
        ("", "Learners"),
        ("nb:k=3", "no setting 'k'"),
        ("lwnb:kernell=tricube", "'kernel'"),
        ("lwnb:kernel=triangle", "tricube"),
        ("lwnb:k", "not a setting"),
        ("lwnb:k=5,k=6", "twice"),
        ("lwnb:k=many", "'many'"),
        ("lwnb:k=0", "k must be"),
        ("lwnb:k=1e999", "inf"),
        ("lwnb:discretised=perhaps", "true, false"),
        ("lwnb:snap=perhaps", "true, false"),
        ("lwnb:convention=mine", "paper"),
    ],
)
def test_mistakes_are_named(spec: str, message: str) -> None:
    with pytest.raises(lw.SettingsError) as caught:
        learner_from_spec(spec)
    assert message in str(caught.value)


def test_a_learner_that_is_not_registered_has_no_text() -> None:
    class Private(lw.NB):
        pass

    with pytest.raises(lw.SettingsError):
        spec_of(Private())
