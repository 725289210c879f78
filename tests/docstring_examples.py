"""The examples of docstrings: which there are, and whether each prints what it says."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from types import ModuleType
from typing import Any

_PARSER = doctest.DocTestParser()
_CALLED = re.compile(r"\.(\w+)")


def public_names(module: ModuleType) -> list[tuple[str, Any]]:
    """The functions and classes in `__all__`."""
    names = ((f"{module.__name__}.{name}", getattr(module, name)) for name in module.__all__)
    return [(name, thing) for name, thing in names if inspect.isroutine(thing) or inspect.isclass(thing)]


def members(kind: type) -> dict[str, Any]:
    """The methods and properties that a class adds to those of its bases, without an underscore."""
    kinds = classmethod | staticmethod | property | cached_property
    return {
        name: thing
        for name, thing in vars(kind).items()
        if (isinstance(thing, kinds) or inspect.isfunction(thing))
        and not name.startswith("_")
        and not any(hasattr(base, name) for base in kind.__mro__[1:])
    }


def docstrings(name: str, thing: Any) -> Iterator[tuple[str, str]]:
    """The docstrings of a function, or of a class and its members, by name."""
    yield name, inspect.cleandoc(thing.__doc__ or "")
    if inspect.isclass(thing):
        for member, inner in members(thing).items():
            yield f"{name}.{member}", inspect.cleandoc(inner.__doc__ or "")


def without_example(name: str, thing: Any) -> list[str]:
    """The function or class if it has no example, and the members that no example of the class names."""
    texts = dict(docstrings(name, thing))
    sources = {key: [e.source for e in _PARSER.get_examples(text)] for key, text in texts.items()}
    named = set(_CALLED.findall(" ".join(source for parts in sources.values() for source in parts)))
    return [
        key
        for key in texts
        if not (any(sources.values()) if key == name else sources[key] or key.rpartition(".")[2] in named)
    ]


def check_examples(name: str, docstring: str) -> None:
    """Run the examples of a docstring by themselves, as they would be copied, and compare what they print."""
    said: list[str] = []
    test = _PARSER.get_doctest(docstring, {}, name, name, 0)
    outcome = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not outcome.failed, "".join(said)
