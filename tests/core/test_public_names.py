"""The public names are listed in one place, and each documents itself and its types."""

from __future__ import annotations

import importlib
import inspect
import types
from typing import Any, get_type_hints

import pytest

import lwnb_core
from tests.conftest import ROOT


def public() -> list[tuple[str, Any]]:
    names = [(f"lwnb_core.{name}", getattr(lwnb_core, name)) for name in lwnb_core.__all__]
    try:
        estimators = importlib.import_module("lwnb_core.sklearn")
    except ImportError:
        return names
    return names + [(f"lwnb_core.sklearn.{name}", getattr(estimators, name)) for name in estimators.__all__]


FUNCTIONS = [(name, thing) for name, thing in public() if inspect.isfunction(thing)]
CLASSES = [(name, thing) for name, thing in public() if inspect.isclass(thing)]


def test_public_names_are_unique_and_complete() -> None:
    listed = lwnb_core.__all__
    assert len(set(listed)) == len(listed)
    visible = {
        name
        for name, thing in vars(lwnb_core).items()
        if not name.startswith("_") and not isinstance(thing, types.ModuleType) and name != "annotations"
    }
    assert visible == set(listed)


@pytest.mark.parametrize(
    ("name", "thing"), FUNCTIONS + CLASSES, ids=lambda x: x if isinstance(x, str) else ""
)
def test_every_public_name_has_a_docstring(name: str, thing: Any) -> None:
    assert inspect.getdoc(thing), name
    if inspect.isclass(thing):  # a dataclass without a docstring gets its signature as one
        assert not (thing.__doc__ or "").startswith(f"{thing.__name__}("), name


def annotated(function: Any) -> bool:
    parameters = [p for p in inspect.signature(function).parameters.values() if p.name not in ("self", "cls")]
    return all(p.annotation is not p.empty for p in parameters)


@pytest.mark.parametrize(("name", "function"), FUNCTIONS, ids=lambda x: x if isinstance(x, str) else "")
def test_public_functions_have_types(name: str, function: Any) -> None:
    assert annotated(function), name
    assert "return" in function.__annotations__, name


@pytest.mark.parametrize(("name", "kind"), CLASSES, ids=lambda x: x if isinstance(x, str) else "")
def test_public_methods_have_docstrings_and_types(name: str, kind: Any) -> None:
    for member, thing in vars(kind).items():
        if member.startswith("_"):
            continue
        function = thing.__func__ if isinstance(thing, classmethod | staticmethod) else thing
        if isinstance(function, property):
            function = function.fget
        if not inspect.isfunction(function) or not function.__module__.startswith("lwnb_core"):
            continue
        assert annotated(function), f"{name}.{member}"
        assert "return" in function.__annotations__, f"{name}.{member}"


def test_types_are_shipped() -> None:
    for package in ("lwnb_core", "lwnb_gui"):
        assert (ROOT / package / "py.typed").is_file()
    assert get_type_hints(lwnb_core.load)["return"] is lwnb_core.Dataset
