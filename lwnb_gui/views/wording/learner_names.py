"""Short names of learners; those of a study include the settings that distinguish them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lwnb_core import KNN, KNNDW, LWNB, NB, Learner
from lwnb_gui.settings import setting_label, value_label

# Settings whose values are clear without the name of the setting.
_TELLING = ("convention", "numeric")


def names_of(learners: Sequence[Learner]) -> tuple[str, ...]:
    """Return names: the first learner of a name has it plain; the others add the settings that differ."""
    first: dict[str, Learner] = {}
    names = []
    for learner in learners:
        base = first.setdefault(learner.name, learner)
        names.append(" ".join([learner.name, *differences(learner, base)]))
    return tuple(names)


def differences(learner: Learner, base: Learner) -> list[str]:
    """Describe the settings in which a learner differs from another, in few words."""
    own, other = _all_settings(learner), _all_settings(base)
    same_convention = own.get("convention") == other.get("convention")
    differing = []
    for key in dict.fromkeys([*own, *other]):
        value = _value(learner, key)
        if value == _value(base, key) or (key not in own and not same_convention):
            # a knob that only the other's convention has changed is covered by the convention's name
            continue
        differing.append(_told(key, value))
    return differing


def _told(setting: str, value: Any) -> str:
    if setting == "eq6":
        return "(6) as printed" if value == "printed" else "(6) corrected"
    if setting == "kernel":  # as in the learner's spec: session files name hidden curves by this text
        return str(value)
    text = value_label(setting, value)
    return text if setting in _TELLING else f"{setting_label(setting)} {text}"


def _all_settings(learner: Learner) -> dict[str, Any]:
    return {key: value for key, value in learner.settings.items() if key != "k"}


def _value(learner: Learner, key: str) -> Any:
    """Return a setting of the learner or of its convention."""
    if key in learner.settings:
        return learner.settings[key]
    return getattr(learner, key, getattr(getattr(learner, "convention", None), key, None))


def described(learner: Learner) -> str:
    """Describe a learner's settings in few words, for the list of curves."""
    if isinstance(learner, LWNB):
        parts = [learner.kernel, learner.convention.name]
        parts += [_told(knob, value) for knob, value in learner.convention.changed_knobs.items()]
        parts += [_told("eq6", "printed")] if learner.eq6 == "printed" else []
        return " · ".join(parts)
    if isinstance(learner, KNNDW):
        return "1 − d∕dₖ" if learner.convention.knndw == "linear" else "1 − d"
    return {KNN: "votes", NB: "all rows"}.get(type(learner), learner.name)
