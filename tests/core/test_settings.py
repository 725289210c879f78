"""Settings: what is accepted, what is refused, and that the refusal says what would be accepted."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

import lwnb_core as lw

LEARNERS = [lw.LWNB, lw.KNN, lw.KNNDW]


def refused(make: Callable[[], object]) -> lw.SettingsError:
    with pytest.raises(lw.SettingsError) as caught:
        make()
    assert caught.value.hint, "a refusal says what would do"
    return caught.value


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("k", [0, -1, 2.5, float("nan"), float("inf"), "abc", "5", None, [3], True], ids=repr)
def test_a_k_that_is_no_number_of_neighbours_is_refused(learner: type[lw.KNN], k: object) -> None:
    assert "k" in refused(lambda: learner(k)).message  # type: ignore[arg-type]


@pytest.mark.parametrize("k", [4, 4.0, np.int64(4), np.float32(4)], ids=repr)
def test_whole_numbers_of_any_kind_are_taken_as_k(k: int) -> None:
    taken = lw.LWNB(k).k
    assert (taken, type(taken)) == (4, int)


@pytest.mark.parametrize("kernel", ["Linear", "box", "", None, 3])
def test_an_unknown_kernel_is_refused_with_the_list(kernel: str) -> None:
    assert "epanechnikov" in refused(lambda: lw.LWNB(5, kernel=kernel)).hint


@pytest.mark.parametrize("eq6", ["wrong", "", None, True])
def test_an_unknown_form_of_equation_6_is_refused(eq6: str) -> None:
    assert "printed" in refused(lambda: lw.LWNB(5, eq6=eq6)).hint
    assert "printed" in refused(lambda: lw.NB(eq6=eq6)).hint


@pytest.mark.parametrize("convention", ["Paper", "", None, ["paper"], 3], ids=repr)
def test_an_unknown_convention_is_refused_with_the_list(convention: str) -> None:
    for make in (lambda: lw.NB(convention), lambda: lw.KNN(3, convention), lambda: lw.LWNB(3, convention)):
        assert "paper, weka, tables" in refused(make).hint


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("bandwidth", "first"),
        ("bandwidth", ["kth"]),
        ("members", "all"),
        ("nominal_distance", "euclidean"),
        ("ranges", True),
        ("numeric", 3),
        ("arithmetic", "sums"),
        ("zero_bandwidth", ""),
        ("counting", "both"),
        ("knndw", "inverse"),
        ("snap", "yes"),
        ("snap", 1),
        ("vote_smoothing", 0),
        ("kernel_one", "1"),
        ("kernel_one", -1),
        ("kernel_one", float("nan")),
        ("kernel_one", float("inf")),
        ("kernel_one", True),
    ],
    ids=str,
)
def test_a_knob_with_a_wrong_value_is_refused(knob: str, value: object) -> None:
    assert knob in refused(lambda: lw.LWNB(5, **{knob: value})).message


@pytest.mark.parametrize(
    ("spec", "choices"),
    [
        ("knn:knn_ranges=last", "rows, first"),
        ("knndw:knn_ranges=3", "rows, first"),
        ("nbd:cut=right", "midpoint, left"),
        ("aode:aode_prior=none", "joint, class"),
        ("lwaode:aode_missing=true", "subtracted, kept"),
    ],
)
def test_a_wrong_value_of_a_learner_s_own_knob_is_refused_with_the_choices(spec: str, choices: str) -> None:
    assert choices in refused(lambda: lw.learner_from_spec(spec)).hint


@pytest.mark.parametrize("learner", [lw.LWNB, lw.NB, lw.TAN])
@pytest.mark.parametrize("knob", ["limit", "aode_prior", "aode_missing", "cut", "knn_ranges"])
def test_a_knob_of_another_learner_is_refused(knob: str, learner: type[lw.NB]) -> None:
    assert repr(knob) in refused(lambda: learner(**{knob: "left"})).message  # type: ignore[arg-type]
    assert repr("knn_ranges") in refused(lambda: lw.learner_from_spec("lwnb:knn_ranges=first")).message


@pytest.mark.parametrize("knob", ["bandwith", "name", "k_"])
def test_an_unknown_knob_is_refused_with_the_list(knob: str) -> None:
    error = refused(lambda: lw.LWNB(5, **{knob: "x"}))
    assert repr(knob) in error.message
    assert "bandwidth" in error.hint
    assert "name" not in error.hint


def test_every_knob_of_every_convention_can_be_set_by_name() -> None:
    for theirs in lw.CONVENTIONS.values():
        knobs = {f.name: getattr(theirs, f.name) for f in dataclasses.fields(theirs) if f.name != "name"}
        for ours in lw.CONVENTIONS.values():
            assert dataclasses.replace(lw.NB(ours, **knobs).convention, name=theirs.name) == theirs


def test_settings_name_the_convention_and_what_differs_from_it() -> None:
    assert lw.LWNB(7, "weka", kernel="tricube", bandwidth="next").settings == {
        "k": 7,
        "kernel": "tricube",
        "convention": "weka",
        "bandwidth": "next",
        "eq6": "right",
    }
    assert lw.NB("tables").settings == {"convention": "tables", "eq6": "right"}


@pytest.mark.parametrize("learner", ["NB", lw.NB, None, 5], ids=repr)
def test_only_a_learner_can_be_discretised(learner: lw.Learner) -> None:
    refused(lambda: lw.Discretised(learner))


def test_the_discretiser_takes_its_convention_from_the_learner_unless_told() -> None:
    assert lw.Discretised(lw.NB("tables")).cut == "left"
    assert lw.Discretised(lw.NB("tables"), "weka").cut == "midpoint"
    assert lw.Discretised(lw.NB("tables"), cut="midpoint").cut == "midpoint"


def test_learners_are_values() -> None:
    assert lw.LWNB(5, "weka") == lw.LWNB(5, "weka", bandwidth="kth")
    assert len({lw.LWNB(5), lw.LWNB(5), lw.LWNB(6), lw.KNN(5), lw.KNNDW(5)}) == 4
    with pytest.raises(dataclasses.FrozenInstanceError):
        lw.LWNB(5).k = 6  # type: ignore[misc]


# §1 of the table of conventions, column by column.
TABLE = {
    "paper": ("kth", 1.0, "binarised", "training", "density", "within"),
    "weka": ("kth", 1.0001, "overlap", "growing", "precision", "within"),
    "tables": ("next", 1.0001, "overlap", "growing", "precision", "weighted"),
}
OF_LEARNERS = {
    "paper": ("midpoint", 30, "joint", "subtracted", "rows"),
    "weka": ("midpoint", 1, "joint", "subtracted", "rows"),
    "tables": ("left", 30, "class", "kept", "rows"),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_three_conventions_are_set_as_documented(name: str) -> None:
    knobs = "bandwidth kernel_one nominal_distance ranges numeric members".split()
    assert tuple(getattr(lw.CONVENTIONS[name], knob) for knob in knobs) == TABLE[name]
    aode, cut = lw.AODE(convention=name), lw.Discretised(lw.LBR(), name).cut
    own = (cut, aode.limit, aode.aode_prior, aode.aode_missing, lw.KNN(3, name).knn_ranges)
    assert own == OF_LEARNERS[name]
