"""The examples in docstrings: where they are, and whether each prints what it shows."""

from __future__ import annotations

import doctest
import inspect
import re
from functools import cached_property
from types import ModuleType
from typing import Any

_PARSER = doctest.DocTestParser()
_CALLED = re.compile(r"\.(\w+)")


def public_names(*modules: ModuleType) -> dict[str, Any]:
    """Return the functions and classes in `__all__` of the modules."""
    names = {f"{m.__name__}.{name}": getattr(m, name) for m in modules for name in m.__all__}
    return {n: thing for n, thing in names.items() if inspect.isroutine(thing) or inspect.isclass(thing)}


def with_examples(public: dict[str, Any], *modules: ModuleType) -> dict[str, str]:
    """Return the docstrings with examples: those of the modules, of public names and of their members."""
    texts = {module.__name__: module.__doc__ or "" for module in modules}
    for name, thing in public.items():
        texts |= docstrings(name, thing)
    return {name: text for name, text in texts.items() if ">>>" in text}


def members(kind: type) -> dict[str, Any]:
    """Return the public methods and properties that a class adds to those of its bases."""
    kinds = classmethod | staticmethod | property | cached_property
    return {
        name: thing
        for name, thing in vars(kind).items()
        if (isinstance(thing, kinds) or inspect.isfunction(thing))
        and not name.startswith("_")
        and not any(hasattr(base, name) for base in kind.__mro__[1:])
    }


def docstrings(name: str, thing: Any) -> dict[str, str]:
    """Return the docstrings of a function, or of a class and its members, by name."""
    inside = members(thing) if inspect.isclass(thing) else {}
    things = {name: thing} | {f"{name}.{member}": inner for member, inner in inside.items()}
    return {key: inspect.cleandoc(one.__doc__ or "") for key, one in things.items()}


def without_example(name: str, thing: Any) -> list[str]:
    """Return the name if it has no example, and the members that no example of the class mentions."""
    texts = docstrings(name, thing)
    sources = {key: [e.source for e in _PARSER.get_examples(text)] for key, text in texts.items()}
    named = set(_CALLED.findall(" ".join(source for parts in sources.values() for source in parts)))
    return [
        key
        for key in texts
        if not (any(sources.values()) if key == name else sources[key] or key.rpartition(".")[2] in named)
    ]


def check_examples(name: str, docstring: str) -> None:
    """Run the examples of a docstring on their own, as a reader would copy them, and compare the output."""
    said: list[str] = []
    test = _PARSER.get_doctest(docstring, {}, name, name, 0)
    outcome = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not outcome.failed, "".join(said)
