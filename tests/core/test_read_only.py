"""No array of a result can be written to, however deeply it is nested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.engine.regions import regions_on_grid
from lwnb_core.learners.base import Learner, Model
from lwnb_core.local.explanation import Request


def arrays_in(value: Any, path: str) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """Return the arrays in the fields and cached properties of a result, which all its readers share."""
    if isinstance(value, np.ndarray):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from arrays_in(item, f"{path}[{key!r}]")
    elif isinstance(value, tuple | list):
        for i, item in enumerate(value[:20]):
            yield from arrays_in(item, f"{path}[{i}]")
    elif is_dataclass(value) and not isinstance(value, Learner | Request | lw.Dataset | type):
        cached = [
            n for t in type(value).__mro__ for n, p in vars(t).items() if isinstance(p, cached_property)
        ]
        for name in dict.fromkeys([*(f.name for f in fields(value)), *cached]):
            if not name.startswith("_"):
                yield from arrays_in(getattr(value, name), f"{path}.{name}")


def model(name: str, learner: Learner) -> tuple[lw.Dataset, Model]:
    data = lw.sample(name)
    return data, learner.fit(data)


def explained(name: str, learner: Learner) -> lw.Explanation:
    data, fitted = model(name, learner)
    return fitted.explain(data, 3)


def selection() -> lw.Selection:
    data, fitted = model("labor", lw.LWNB(9))
    return lw.select(fitted, data, 3)


def planes() -> lw.Regions:
    data, fitted = model("iris", lw.LWNB(9))
    grid = lw.Grid.over(fitted.training, "petallength", "petalwidth", 4)
    return regions_on_grid(fitted, grid, fitted.instances(data, [3]))  # type: ignore[arg-type]


def curves() -> lw.AccuracyCurves:
    return lw.accuracy_curve([lw.LWNB(), lw.NB()], lw.sample("labor"), ks=[1, 5], sample=20)


def training_rows() -> tuple[object, ...]:
    data, fitted = model("iris", lw.LWNB(9))
    training = fitted.training
    discretiser = lw.Discretised(lw.NB()).fit(data)
    return training, training.without(3), training.ranges_without(3), discretiser.inner.training


def instances() -> tuple[object, ...]:
    data, fitted = model("iris", lw.LWNB(9))
    some = fitted.instances(data, [3, 5])
    changed = some.changed(fitted.training.attributes, {"petalwidth": 1.0})
    return some, some.taken(np.array([0])), changed


MADE: dict[str, Callable[[], Any]] = {
    **{
        learner.label: lambda learner=learner: explained("contact-lenses", learner)
        for learner in (
            lw.LWNB(5),
            lw.NB(),
            lw.KNN(3),
            lw.KNNDW(3, "weka"),
            lw.AODE(),
            lw.LBR(),
            lw.TAN(),
            lw.LWAODE(5),
        )
    },
    "numeric": lambda: explained("iris", lw.LWNB(5, "weka")),
    "discretised": lambda: explained("iris", lw.Discretised(lw.LWNB(5))),
    "selected": lambda: selection().explain(5),
    "sweep": lambda: lw.sweep(*reversed(model("labor", lw.LWNB(9))), 3, ks=[1, 5]),
    "what if": lambda: lw.what_if(*reversed(model("labor", lw.LWNB(9))), 3),
    "dependence": lambda: lw.dependence(*reversed(model("labor", lw.LWNB(9))), 3, "duration"),
    "regions": planes,
    "training rows": training_rows,
    "test rows": instances,
    "curves": curves,
    "cross-validation": lambda: lw.cross_validate(lw.NB(), lw.sample("labor"), 1, 2),
}


@pytest.mark.parametrize("name", MADE)
def test_no_array_of_a_result_can_be_written_to(name: str) -> None:
    found = dict(arrays_in(MADE[name](), name))
    assert found
    assert [path for path, array in found.items() if array.flags.writeable] == []


def test_writing_is_refused() -> None:
    explanation = explained("iris", lw.LWNB(5))
    before = repr(explanation)
    with pytest.raises(ValueError, match="read-only"):
        explanation.posterior[0] = 9
    assert repr(explanation) == before
