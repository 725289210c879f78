"""Every scene is as it was when somebody last looked at it; `python -m tests.scenes.golden` shows changes."""

from __future__ import annotations

import pytest

from tests.scenes.golden import FOLDER, SCENES, difference


@pytest.mark.parametrize("name", SCENES)
def test_scene_is_as_it_was(name: str) -> None:
    assert difference(name) == [], "if this is meant: python -m tests.scenes.golden --write"


def test_there_is_no_file_without_a_scene() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCENES)
