"""What the settings of learners are called, in the window as in the guide. No Qt in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from lwnb_core import CONVENTIONS, KERNELS, Convention
from lwnb_core.local.naive_bayes import Eq6

SETTINGS: dict[str, str] = {
    "k": "k",
    "convention": "convention",
    "kernel": "kernel",
    "eq6": "equation 6",
    "discretised": "discretised",
    "limit": "parents from",
    "bandwidth": "bandwidth",
    "kernel_one": "1 in the kernel",
    "members": "who is in",
    "nominal_distance": "nominal difference",
    "ranges": "ranges for scaling",
    "numeric": "numeric attributes",
    "arithmetic": "product of the factors",
    "zero_bandwidth": "zero bandwidth",
    "counting": "what k counts",
    "snap": "ties despite rounding",
    "vote_smoothing": "smoothed votes",
    "knndw": "KNNDW’s weight",
    "knn_ranges": "KNN’s ranges",
    "cut": "discretiser cuts at",
    "aode_limit": "AODE: parents from",
    "aode_prior": "AODE: prior",
    "aode_missing": "AODE: missing values",
}
_VALUES: dict[tuple[str, Any], str] = {
    ("eq6", "right"): "put right",
    ("eq6", "printed"): "as printed",
    ("numeric", "density"): "normal density",
    ("numeric", "precision"): "Weka’s normal",
    ("bandwidth", "kth"): "of neighbour k",
    ("bandwidth", "next"): "of neighbour k + 1",
}
_OF_CONVENTION = frozenset(f.name for f in fields(Convention)) - {"name"}


def setting_name(setting: str) -> str:
    """What a setting is called: `1 in the kernel` for `kernel_one`."""
    return SETTINGS.get(setting, setting.replace("_", " "))


def value_name(setting: str, value: Any) -> str:
    """What a value of a setting is called."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _VALUES.get((setting, value), str(value))


def settings_text(learner: str, known: Iterable[str]) -> str:
    """The settings of a learner in a sentence: its own, then those that come with the convention."""
    own = [setting_name(name) for name in known if name not in _OF_CONVENTION]
    of_convention = [setting_name(name) for name in known if name in _OF_CONVENTION]
    more = f" A convention decides on: {', '.join(of_convention)}." if of_convention else ""
    return f"Settings of {learner}: {', '.join(own)}.{more}"


def settings_written(known: Iterable[str]) -> str:
    """How each setting is written in a line, with its values."""
    return "\n".join(f"{setting_name(name)}: {name}={_choices(name)}" for name in known)


def _choices(setting: str) -> str:
    if setting in _OF_CONVENTION:
        hint = get_type_hints(Convention)[setting]
        if hint is bool:
            return "true or false"
        values = get_args(hint) or (getattr(CONVENTIONS["paper"], setting),)
        return " or ".join(str(value) for value in values)
    return {
        "k": "50",
        "convention": " or ".join(CONVENTIONS),
        "kernel": " or ".join(KERNELS),
        "eq6": " or ".join(get_args(Eq6)),
        "discretised": "true or false",
    }.get(setting, "30")
