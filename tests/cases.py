"""Explanations of real data and of unusually awkward data."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import lwnb_core as lw

NASTY = r"a$b_c^d%e<f>&{g}\h~#"


def _case(name: str, row: int, k: int = 50, **settings: object) -> SimpleNamespace:
    data = lw.sample(name)
    model = lw.LWNB(k=k, **settings).fit(data)  # type: ignore[arg-type]
    return SimpleNamespace(data=data, model=model, row=row, explanation=model.explain(data, row=row))


@pytest.fixture(scope="session")
def iris() -> SimpleNamespace:
    return _case("iris", 134)


@pytest.fixture(scope="session")
def vote() -> SimpleNamespace:
    return _case("vote", 402)


@pytest.fixture(scope="session")
def soybean() -> SimpleNamespace:
    return _case("soybean", 5)


@pytest.fixture(scope="session")
def checkers() -> SimpleNamespace:
    return _case("checkers-board", 65)


def _awkward(n: int, classes: int, names: str, seed: int = 0) -> lw.Dataset:
    """Make numeric, nominal, constant and all-missing attributes, with a third of the values missing."""
    random = np.random.default_rng(seed)
    numeric, nominal = random.normal(size=n), random.integers(0, 3, n)
    numeric[random.random(n) < 0.3] = np.nan
    nominal[random.random(n) < 0.3] = -1
    attributes = [
        lw.Attribute.numeric(f"{names} x"),
        lw.Attribute.nominal(f"{names} n", (names, "$", "$x_{1}$ " + names)),
        lw.Attribute.numeric("constant"),
        lw.Attribute.numeric("all missing"),
        lw.Attribute.nominal("class", tuple(f"{names} {i}" for i in range(classes))),
    ]
    columns = [numeric, nominal, np.ones(n), np.full(n, np.nan), np.arange(n) % classes]
    return lw.Dataset.from_columns("awkward", attributes, columns)


AWKWARD = {
    "one class": lambda: _awkward(12, 1, "plain"),
    "two rows": lambda: _awkward(2, 2, "plain"),
    "24 classes": lambda: _awkward(120, 24, "class"),
    "nasty names": lambda: _awkward(40, 3, NASTY),
    "long names": lambda: _awkward(40, 3, "a very long name indeed " * 20),
    "control characters": lambda: _awkward(20, 2, "line\nbreak\ttab\x07"),
    "other scripts": lambda: _awkward(20, 2, "größe αβγ длина"),
}


@pytest.fixture(params=AWKWARD)
def awkward(request: pytest.FixtureRequest) -> SimpleNamespace:
    data = AWKWARD[request.param]()
    model = lw.LWNB(k=5).fit(data)
    return SimpleNamespace(data=data, model=model, row=0, explanation=model.explain(data, row=0))
