"""Errors have remedies as values; the engine's sentences mention no command line and no window."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_core.remedies import REMEDY_KINDS, Remedy, in_python
from tests.conftest import ROOT

OPTION = re.compile(r"(?<![\w-])--[a-z]")
PROGRAM = re.compile(r"\blw\.|\blwnb_core\b|\blwnb [a-z]+\b|[A-Za-z]+\(…?\)")


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Return the texts of hints and messages: the arguments of calls whose name is that of an error."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if re.search(r"(Error|Mismatch|refuse|_error|Difference)$", called):
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.lineno, part.value


MODULES = [path for path in sorted((ROOT / "lwnb_core").rglob("*.py")) if "sklearn" not in path.parts]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_no_error_of_the_engine_speaks_of_options_or_of_python(path: Path) -> None:
    result = [(line, text) for line, text in sentences(path) if OPTION.search(text) or PROGRAM.search(text)]
    assert not result, "give a Remedy instead: every front end has its own words for it"


@pytest.mark.parametrize("kind", REMEDY_KINDS)
def test_python_has_words_for_every_remedy(kind: str) -> None:
    text = in_python(Remedy(kind, "name"))  # type: ignore[arg-type]
    assert text.endswith(".")
    assert not OPTION.search(text)


def test_str_has_the_words_of_python() -> None:
    with pytest.raises(lw.SettingsError) as caught:
        lw.AODE().fit(lw.sample("iris"))
    assert str(caught.value).endswith("\n  Discretise first: lw.Discretised(lw.AODE(…)).")
    assert caught.value.problem == "AODE needs nominal attributes, but 'sepallength' and 3 more are numeric"
    assert caught.value.remedies == (Remedy("discretise", "AODE"),)
