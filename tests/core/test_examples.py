"""Every public name has an example, and every example prints what it says."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import lwnb_core
from tests import docstring_examples as examples

try:
    MODULES = [lwnb_core, importlib.import_module("lwnb_core.sklearn")]
except ImportError:
    MODULES = [lwnb_core]
PUBLIC = examples.public_names(*MODULES)
if len(MODULES) > 1:  # the methods that all estimators have
    PUBLIC["lwnb_core.sklearn.DatasetClassifier"] = MODULES[1].NBClassifier.__base__
EXAMPLES = examples.with_examples(PUBLIC, *MODULES)

# Names that learners implement or only the program uses; all others are for users.
INTERNAL = {
    "Dataset.with_reading",
    "Discretised.behind",
    "Discretised.fit_discretiser",
    "Model.explanation",
    "Model.instances",
    "Model.parts",
    "Model.positions_to_leave_out",
    "Model.posteriors",
    "Selection.packed_query",
}


def is_internal(name: str) -> bool:
    return name.removeprefix("lwnb_core.") in INTERNAL or name.endswith(".fit_training")


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_an_example(name: str) -> None:
    lacking = [member for member in examples.without_example(name, PUBLIC[name]) if not is_internal(member)]
    assert not lacking, f"no example of {', '.join(lacking)}"


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_print_what_they_say(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples.check_examples(name, EXAMPLES[name])
