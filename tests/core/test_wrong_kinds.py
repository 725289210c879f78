"""Every public function, with arguments of a wrong kind, returns a result or raises an error for people.

None, a frame, an array, a text and a list are given for each argument in turn. Whoever calls
`lw.LWNB().fit(frame)` is told what to do; nobody is told that a frame has no attribute `class_codes`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import lwnb_core as lw

JUNK: dict[str, Any] = {
    "None": None,
    "a frame": pd.DataFrame({"x": [1.0, 2.0], "c": ["a", "b"]}),
    "an array": np.array([[1.0, 2.0], [3.0, 4.0]]),
    "a text": "no such thing",
    "a list": ["no", 1, None],
    "a number": -1.5,
    "an object": object(),
}

# Nothing here is worth compiling. Callbacks are not tried: they are the caller's responsibility.
pytestmark = pytest.mark.usefixtures("reference_engine")


@cache
def data() -> lw.Dataset:
    return lw.sample("weather-numeric")


@cache
def nominal() -> lw.Dataset:
    return lw.sample("weather-nominal")


@cache
def model() -> Any:
    return lw.LWNB(k=3).fit(data())


def selection() -> lw.Selection:
    return lw.select(model(), data(), 0)


# How each public name is called properly, argument by argument.
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {}


def call(function: Callable[..., Any], name: str = "", /, **arguments: Any) -> None:
    CALLS[name or function.__name__] = (function, arguments)


settings: dict[str, Any] = {"convention": "paper"}
call(lw.AODE, limit=1, **settings)
call(lw.KNN, k=3, **settings)
call(lw.KNNDW, k=3, **settings)
call(lw.LBR)
call(lw.LWAODE, k=3, kernel="linear", **settings)
call(lw.LWNB, k=3, kernel="linear", eq6="right", **settings)
call(lw.NB, eq6="right", **settings)
call(lw.TAN, **settings)
call(lw.Discretised, learner=lw.NB(), **settings)
call(lw.Attribute, name="a", kind="nominal", values=("x", "y"))
call(lw.Attribute.numeric, "Attribute.numeric", name="a")
call(lw.Attribute.nominal, "Attribute.nominal", name="a", values=("x",))
call(lw.Attribute.string, "Attribute.string", name="a")
call(lw.Repair, text="mended", line=3)
call(lw.convention, which="paper")
call(lw.PAPER.with_knobs, "Convention.with_knobs", numeric="precision", ranges="growing")
call(lw.learner_from_spec, spec="lwnb:k=3", defaults={"k": 4})
call(lw.spec_of, learner=lw.NB())
call(lw.check_learner, learner=lw.NB())
call(lw.sample, name="iris")
call(lw.samples)
call(lw.corrected_t_test, base=[1.0, 2.0, 3.0], other=[1.0, 2.5, 2.0], folds=3, level=0.05)


def from_columns(**arguments: Any) -> lw.Dataset:
    return lw.Dataset.from_columns(**arguments)


ATTRIBUTES = [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))]
call(
    from_columns,
    "Dataset.from_columns",
    relation="r",
    attributes=ATTRIBUTES,
    columns=[[1.0, 2.0], [0, 1]],
    class_attribute="c",
    weights=[1.0, 2.0],
    source="x.arff",
    repairs=(),
)
call(
    lw.Dataset.from_pandas,
    "Dataset.from_pandas",
    frame=JUNK["a frame"],
    class_attribute="c",
    relation="r",
    weights=[1.0, 2.0],
)
METHODS: dict[str, dict[str, Any]] = {
    "column": {"attribute": "outlook"},
    "index_of": {"attribute": "outlook"},
    "value": {"row": 0, "attribute": "outlook"},
    "missing": {"attribute": "outlook"},
    "subset": {"rows": [1, 2]},
    "with_class": {"attribute": "temperature", "bins": 2},
    "without": {"names": ["outlook"]},
    "with_weights": {"weights": np.ones(14)},
    "as_nominal": {"attribute": "temperature"},
    "as_numeric": {"attribute": "temperature"},
    "with_repairs": {},
    "to_pandas": {},
}
for method, given in METHODS.items():
    call(getattr(data(), method), f"Dataset.{method}", **given)
for ways in ("to_arff", "to_csv"):
    call(getattr(data(), ways), f"Dataset.{ways}", path=Path("written.arff"))
call(lw.save, data=data(), path=Path("written.arff"))
call(lw.load, path=Path("there.csv"), class_attribute="c", class_bins=None, separator=",", missing=["?"])
call(lw.align, test=data(), header=data(), unused=())
call(lw.matched, test=data(), train=data(), class_was_cut=False, unused=())
for learner in (lw.LWNB(k=3), lw.NB(), lw.Discretised(lw.AODE()), lw.LWNB(k="auto")):
    call(learner.fit, f"{learner.name}.fit", data=data(), rows=[0, 1, 2, 3, 4, 5, 6])
for what, fitted in (("LWNB", model()), ("NB", lw.NB().fit(data()))):
    call(fitted.predict_proba, f"{what}.predict_proba", data=data(), rows=[0, 1], leave_out=True)
    call(fitted.predict, f"{what}.predict", data=data(), rows=[0, 1], leave_out=True)
    call(fitted.explain, f"{what}.explain", data=data(), row=0, changes={"outlook": "rainy"}, leave_out=True)
call(lw.select, model=model(), data=data(), row=0, changes={"outlook": "rainy"}, leave_out=True)
call(lw.sweep, model=model(), data=data(), row=0, ks=[1, 2], changes={"outlook": "rainy"}, leave_out=True)
call(lw.what_if, model=model(), data=data(), row=0, k=3, changes={"outlook": "rainy"}, leave_out=True)
call(
    lw.dependence,
    model=model(),
    data=data(),
    row=0,
    attribute="humidity",
    k=3,
    changes={"outlook": "rainy"},
    leave_out=True,
    points=5,
)
call(selection().posterior, "Selection.posterior", k=3)
call(
    lw.regions,
    model=model(),
    data=data(),
    row=0,
    x="temperature",
    y="humidity",
    size=3,
    x_range=(60.0, 90.0),
    y_range=(60.0, 90.0),
    changes={"outlook": "rainy"},
    leave_out=True,
    learners=("LWNB", "NB"),
    jobs=1,
)
call(lw.weka_folds, data=data(), run=1, folds=3, shuffled=True)
call(lw.hold_out, data=data(), percent=34, seed=1)
call(lw.cross_validate, learner=lw.NB(), data=data(), runs=1, folds=3, jobs=1)
call(
    lw.accuracy_curve,
    learners=[lw.LWNB()],
    data=data(),
    evaluation="cv",
    ks=[1, 2],
    runs=1,
    folds=3,
    sample=5,
    jobs=1,
)
call(
    lw.Experiment,
    datasets={"w": data()},
    learners=["nb"],
    runs=1,
    folds=3,
    base=0,
    out=Path("results.csv"),
    jobs=1,
    resume=False,
    cluster=None,
    shuffled=True,
)
call(lw.best_k, curve=lw.accuracy_curve([lw.NB()], data(), "cv", folds=3).curves[0], measure="accuracy")
call(lw.paper_table, number=3, folder=Path(), datasets=["labor"], runs=1, jobs=1)

# What the functions above return, errors, and plain values.
RESULTS = {
    *("AccuracyCurves", "BestK", "Comparison", "CrossValidation", "Curve", "Dependence", "ExperimentResult"),
    *("Explanation", "Flip", "Grid", "PaperTable", "Regions", "Sweep", "WhatIf"),
}
VALUES = {"CONVENTIONS", "KERNELS", "LEARNERS", "PAPER", "TABLES", "WEKA"}
ABSTRACT = {"Learner", "Model"}


def cases() -> Iterator[Any]:
    for name, (_, arguments) in CALLS.items():
        for argument in arguments:
            for junk in JUNK:
                yield pytest.param(name, argument, junk, id=f"{name}-{argument}-{junk}")


def test_every_public_name_is_tried() -> None:
    tried = {name.split(".")[0] for name in CALLS}
    errors = {
        name
        for name in lw.__all__
        if inspect.isclass(getattr(lw, name)) and issubclass(getattr(lw, name), Exception)
    }
    assert set(lw.__all__) - tried == RESULTS | VALUES | ABSTRACT | errors


@pytest.mark.parametrize(("name", "arguments"), [(n, a) for n, (_, a) in CALLS.items()], ids=list(CALLS))
def test_every_public_call_works_with_right_arguments(
    name: str, arguments: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.csv").write_text("x,c\n1,a\n2,b\n")
    CALLS[name][0](**arguments)


@pytest.mark.parametrize(("name", "argument", "junk"), list(cases()))
def test_arguments_of_wrong_types_give_a_result_or_a_clear_error(
    name: str, argument: str, junk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.csv").write_text("x,c\n1,a\n2,b\n")
    function, arguments = CALLS[name]
    error: lw.LwnbError | None = None
    try:
        function(**{**arguments, argument: JUNK[junk]})
    except lw.LwnbError as raised:
        error = raised
    if error is not None:
        assert error.message
        assert len(str(error)) < 1_000, "no whole frames in messages"
    if isinstance(error, lw.ArgumentError):
        assert isinstance(error, TypeError)
        assert error.advice()


def test_a_frame_instead_of_a_data_set_is_told_how_to_become_one() -> None:
    frame = data().to_pandas()
    for tried in (
        lambda: lw.LWNB().fit(frame),
        lambda: lw.cross_validate(lw.LWNB(), frame),
        lambda: model().predict(frame),
        lambda: lw.accuracy_curve([lw.LWNB()], frame),
    ):
        with pytest.raises(lw.ArgumentError) as caught:
            tried()
        assert str(caught.value) == (
            "data must be a data set, not a DataFrame\n  Give lw.Dataset.from_pandas(frame, CLASS)."
        )


def test_a_learner_by_its_name_is_told_how_to_become_one() -> None:
    with pytest.raises(lw.ArgumentError, match=r"learner must be a learner, not str 'lwnb'") as caught:
        lw.cross_validate("lwnb", data())  # type: ignore[arg-type]
    assert "lw.LWNB(k=50)" in str(caught.value)


@pytest.mark.filterwarnings("ignore:X has feature names")
@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("method", ["fit", "fit-y", "fit-weight", "predict", "predict_proba", "explain"])
@pytest.mark.parametrize("name", ["LWNBClassifier", "KNNDWClassifier", "AODEClassifier"])
def test_the_estimators_answer_as_scikit_learn_does(name: str, method: str, junk: str) -> None:
    """Its own checks raise ValueError or TypeError, as its users expect; our errors are both."""
    kind = getattr(pytest.importorskip("lwnb_core.sklearn"), name)
    X, y, thing = [[1.0], [2.0], [3.0]], ["a", "b", "a"], JUNK[junk]
    call_it: dict[str, Callable[[], Any]] = {
        "fit": lambda: kind().fit(thing, y),
        "fit-y": lambda: kind().fit(X, thing),
        "fit-weight": lambda: kind().fit(X, y, sample_weight=thing),
    }
    refused: BaseException | None = None
    try:
        call_it[method]() if method in call_it else getattr(kind().fit(X, y), method)(thing)
    except (ValueError, TypeError) as raised:
        refused = raised
    assert refused is None or str(refused)


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("setting", ["k", "kernel", "convention", "eq6", "knobs", "categorical_features"])
def test_the_settings_of_an_estimator_are_checked_when_it_is_fitted(setting: str, junk: str) -> None:
    kind = pytest.importorskip("lwnb_core.sklearn").LWNBClassifier
    refused: BaseException | None = None
    try:
        kind(**{setting: JUNK[junk]}).fit([[1.0], [2.0], [3.0]], ["a", "b", "a"])
    except (ValueError, TypeError) as raised:
        refused = raised
    assert refused is None or str(refused)
