"""Every scene equals its last approved state; `python -m tests.views.golden` shows the differences."""

from __future__ import annotations

import pytest

from tests.views.golden import FOLDER, SCENES, difference


@pytest.mark.parametrize("name", SCENES)
def test_scene_equals_its_golden_text(name: str) -> None:
    assert difference(name) == [], "if this is meant: python -m tests.views.golden --write"


def test_every_golden_file_belongs_to_a_scene() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCENES)
