"""Settings are called by the guide's words wherever people read them, and by one table."""

from __future__ import annotations

import re

import pytest

from lwnb_core import LWNB
from lwnb_core.learners.specs import LEARNERS, learner_from_spec, settings_of
from lwnb_gui.guide import parts
from lwnb_gui.state.setting_names import SETTINGS, settings_text, settings_written
from lwnb_gui.state.study_learners import described, names_of

KNOBS = r"kernel_one|snap\b|vote_smoothing|nominal_distance|zero_bandwidth|knn_ranges|aode_\w+|\beq6\b"


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_setting_has_a_name(learner: str) -> None:
    known = settings_of(learner)
    assert set(known) <= set(SETTINGS)
    text = settings_text(learner.upper(), known)
    assert not re.search(KNOBS, text), text
    assert all(SETTINGS[name] in text for name in known)


@pytest.mark.parametrize("learner", LEARNERS)
def test_what_is_said_about_writing_them_is_right(learner: str) -> None:
    for line in settings_written(settings_of(learner)).splitlines():
        written = line.partition(": ")[2] if "AODE" not in line else line.rpartition(": ")[2]
        name, _, values = written.partition("=")
        for value in values.split(" or "):
            learner_from_spec(f"{learner}:{name}={value}")


def test_the_guide_has_the_same_names() -> None:
    table = parts.knobs()
    for name, words in SETTINGS.items():
        if f"`{name}`" in table:
            assert f"| {words} | `{name}` |" in table
    assert "| 1 in the kernel | `kernel_one` |" in table


def test_variants_are_told_apart_in_words() -> None:
    variants = [
        LWNB(50),
        LWNB(50, kernel="tricube"),
        LWNB(50, snap=False),
        LWNB(50, kernel_one=1.0001),
        LWNB(50, numeric="precision"),
        LWNB(50, eq6="printed"),
    ]
    assert names_of(variants) == (
        "LWNB",
        "LWNB tricube",
        "LWNB ties despite rounding no",
        "LWNB 1 in the kernel 1.0001",
        "LWNB Weka’s normal",
        "LWNB (6) as printed",
    )
    assert described(variants[3]) == "linear · paper · 1 in the kernel 1.0001"
