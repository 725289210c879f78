"""The examples of figures and live pages, as `tests/core/test_examples.py` checks those of the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from lwnb_gui import figures, notebook
from tests import docstring_examples as examples

PUBLIC = examples.public_names(figures, notebook)
EXAMPLES = examples.with_examples(PUBLIC, figures, notebook)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_an_example(name: str) -> None:
    assert not examples.without_example(name, PUBLIC[name])


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_draw_what_they_say(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples.check_examples(name, EXAMPLES[name])
