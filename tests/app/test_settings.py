"""Settings have the guide's names wherever people read them, and the names come from one table."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from lwnb_core import CONVENTIONS, KERNELS, LWNB, Convention, SettingsError, sample
from lwnb_core.learners.specs import LEARNERS, learner_from_spec, settings_of
from lwnb_core.local.naive_bayes import Eq6
from lwnb_gui.app.query import QUERY_SETTINGS, Query
from lwnb_gui.guide import generated_parts
from lwnb_gui.settings import SETTINGS, is_of_convention, settings_text, settings_written
from lwnb_gui.views.wording.learner_names import described, names_of

KNOBS = r"kernel_one|snap\b|vote_smoothing|nominal_distance|zero_bandwidth|knn_ranges|aode_\w+|\beq6\b"


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_setting_has_a_name(learner: str) -> None:
    known = settings_of(learner)
    assert set(known) <= set(SETTINGS)
    text = settings_text(learner.upper(), known)
    assert not re.search(KNOBS, text), text
    assert all(SETTINGS[name].label in text for name in known)


@pytest.mark.parametrize("learner", LEARNERS)
def test_documented_spec_of_every_setting_is_accepted(learner: str) -> None:
    for line in settings_written(settings_of(learner)).splitlines():
        written = line.partition(": ")[2] if "AODE" not in line else line.rpartition(": ")[2]
        name, _, values = written.partition("=")
        for value in values.split(" or "):
            learner_from_spec(f"{learner}:{name}={value}")


def test_the_table_agrees_with_the_engine() -> None:
    """The table does not import the engine, so that `lwnb --help` need not load it."""
    assert SETTINGS["kernel"].choices == KERNELS
    assert SETTINGS["convention"].choices == tuple(CONVENTIONS)
    assert SETTINGS["eq6"].choices == get_args(Eq6)
    own = [name for name in SETTINGS if is_of_convention(name)]
    assert own == [f.name for f in fields(Convention) if f.name != "name"]
    for name, hint in get_type_hints(Convention).items():
        if name in own:
            assert SETTINGS[name].choices == ((True, False) if hint is bool else get_args(hint)), name
    usual = LWNB().settings
    assert {name: SETTINGS[name].default for name in usual} == usual
    query = Query.opening(sample("weather-nominal"), k=3)
    assert {name: query.setting(name) for name in usual} == usual | {"k": 3}
    assert query.changed_settings() == ()


def test_a_query_takes_every_setting_by_name() -> None:
    query = Query.opening(sample("iris"))
    for name, setting in QUERY_SETTINGS.items():
        value = setting.choices[-1] if setting.choices else 7
        changed = query.with_settings(**{name: value})
        assert changed.setting(name) == value
        assert name == "k" or value == query.setting(name) or setting in changed.changed_settings()
        assert changed.with_settings(**{name: changed.default_of(name)}) == query
    with pytest.raises(SettingsError):
        query.with_settings(kernel="cubic")


def test_guide_names_settings_as_the_window_does() -> None:
    table = generated_parts.knobs()
    for name, setting in SETTINGS.items():
        if f"`{name}`" in table:
            assert f"| {setting.label} | `{name}` |" in table
    assert "| constant in the kernel | `kernel_one` |" in table


def test_learner_variants_have_different_labels() -> None:
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
        "LWNB constant in the kernel 1.0001",
        "LWNB Weka’s normal",
        "LWNB (6) as printed",
    )
    assert described(variants[3]) == "linear · paper · constant in the kernel 1.0001"
