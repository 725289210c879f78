"""The three named conventions, each a bundle of knobs.

What the paper's text says (`paper`), what Weka computes (`weka`) and what must have produced the paper's
Tables 2 and 3 (`tables`) differ in a few details. Each detail is a knob, and a convention sets all of them. A
knob that only one learner reads is a `LearnerKnob` and is declared with that learner.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from numbers import Real
from typing import Any, Literal, get_args, get_type_hints

from lwnb_core.errors import SettingsError

ConventionName = Literal["paper", "weka", "tables"]


@dataclass(frozen=True)
class Convention:
    """The details in which the text, Weka and the tables can differ.

    Attributes
    ----------
    bandwidth
        h is the distance of neighbour k (`kth`) or of neighbour k + 1 (`next`).
    kernel_one
        What stands for 1 in the linear, Epanechnikov and tricube kernels; Weka has 1.0001.
    members
        Which rows are neighbours: those with d ≤ h (`within`), or all to which the kernel gives a positive
        weight (`weighted`). If 1.0001 stands for 1, these include rows slightly beyond h, which can refine
        Weka's precision.
    nominal_distance
        What two different nominal values add to d²: `binarised` 2 (1 if the attribute has two values),
        `overlap` 1.
    ranges
        Numeric attributes are scaled by the ranges of the training rows (`training`), or of those and of
        each test instance as it comes (`growing`).
    numeric
        `density`: normal density, standard deviation floored by the attribute's resolution;
        `precision`: Weka's normal, probability of an interval of the attribute's precision.
    arithmetic
        The factors are multiplied as sums of `logs`, or as `products`, as in Weka, where a class that falls
        too far behind at some attribute is lost to underflow even if it would have caught up later.
    zero_bandwidth
        If h = 0: all rows at distance 0 get weight 1 (`uniform`), or the smallest positive distance becomes h
        (`widen`).
    counting
        Does k count instance weights (`weights`: a row of weight 2 is two rows) or rows (`rows`)?
    snap
        Round d² to 40 bits, so that distances that differ only by rounding errors are tied.
    vote_smoothing
        Add 1/n to every class's votes in KNN and KNNDW, as Weka's IBk does.
    knndw
        KNNDW's weight: `linear` 1 - d/d_k, `similarity` 1 - √(d²/m).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> lw.PAPER.counting, lw.WEKA.counting
    ('weights', 'rows')

    Where `tables` differs from `weka`:

    >>> from dataclasses import fields
    >>> [f.name for f in fields(lw.WEKA) if getattr(lw.WEKA, f.name) != getattr(lw.TABLES, f.name)]
    ['name', 'bandwidth', 'members', 'zero_bandwidth']
    """

    name: str
    bandwidth: Literal["kth", "next"]
    kernel_one: float
    members: Literal["within", "weighted"]
    nominal_distance: Literal["binarised", "overlap"]
    ranges: Literal["training", "growing"]
    numeric: Literal["density", "precision"]
    arithmetic: Literal["logs", "products"]
    zero_bandwidth: Literal["uniform", "widen"]
    counting: Literal["weights", "rows"]
    snap: bool
    vote_smoothing: bool
    knndw: Literal["linear", "similarity"]

    def with_knobs(self, /, **knobs: Any) -> Convention:
        """Return the same convention with some knobs changed; unknown ones raise a `SettingsError`.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> mixed = lw.PAPER.with_knobs(nominal_distance="overlap")
        >>> lw.LWNB(k=5, convention=mixed).settings
        {'k': 5, 'kernel': 'linear', 'convention': 'paper', 'nominal_distance': 'overlap', 'eq6': 'right'}
        """
        changed: dict[str, Any] = {k: v for k, v in knobs.items() if v is not None}
        for knob, value in changed.items():
            _check_knob(knob, value)
        if all(getattr(self, knob) == value for knob, value in changed.items()):
            return self
        return replace(self, **changed)

    @property
    def changed_knobs(self) -> dict[str, Any]:
        """The knobs that differ from the convention of this name.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.WEKA.with_knobs(snap=True, members="within").changed_knobs
        {'snap': True}
        """
        base = CONVENTIONS[self.name]
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if getattr(self, f.name) != getattr(base, f.name)
        }


PAPER = Convention(
    name="paper",
    bandwidth="kth",
    kernel_one=1.0,
    members="within",
    nominal_distance="binarised",
    ranges="training",
    numeric="density",
    arithmetic="logs",
    zero_bandwidth="uniform",
    counting="weights",
    snap=True,
    vote_smoothing=False,
    knndw="linear",
)
WEKA = Convention(
    name="weka",
    bandwidth="kth",
    kernel_one=1.0001,
    members="within",
    nominal_distance="overlap",
    ranges="growing",
    numeric="precision",
    arithmetic="products",
    zero_bandwidth="uniform",
    counting="rows",
    snap=False,
    vote_smoothing=True,
    knndw="similarity",
)
TABLES = replace(WEKA, name="tables", bandwidth="next", members="weighted", zero_bandwidth="widen")
CONVENTIONS: dict[str, Convention] = {c.name: c for c in (PAPER, WEKA, TABLES)}


@dataclass(frozen=True)
class LearnerKnob:
    """A knob that only one learner reads: an argument of that learner's constructor.

    Attributes
    ----------
    choices
        The values it can have.
    defaults
        By the name of a convention.
    """

    name: str
    choices: tuple[str, ...]
    defaults: Mapping[str, Any]

    def value(self, given: Any, convention: Convention) -> Any:
        """Check the given value; if it is None, return the convention's."""
        if given is None:
            return self.defaults[convention.name]
        if not (isinstance(given, str) and given in self.choices):
            raise _wrong_choice(self.name, given, self.choices)
        return given


def convention(which: str | Convention, **knobs: Any) -> Convention:
    """Return a convention, by name or as given, with some knobs changed.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> lw.convention("weka").nominal_distance
    'overlap'
    >>> lw.convention("paper", numeric="precision").changed_knobs
    {'numeric': 'precision'}
    """
    if isinstance(which, Convention):
        return which.with_knobs(**knobs)
    if str(which) not in CONVENTIONS:
        raise SettingsError(f"no convention {which!r}", hint=f"Conventions: {', '.join(CONVENTIONS)}.")
    return CONVENTIONS[which].with_knobs(**knobs)


@functools.cache
def _knobs() -> dict[str, Any]:
    """Return the type of every setting, by its name."""
    return {knob: kind for knob, kind in get_type_hints(Convention).items() if knob != "name"}


def _check_knob(knob: str, value: Any) -> None:
    hints = _knobs()
    if knob not in hints:
        raise SettingsError(f"no setting {knob!r}", hint=f"Settings: {', '.join(sorted(hints))}.")
    choices = (True, False) if hints[knob] is bool else get_args(hints[knob])
    if choices:
        if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
            raise _wrong_choice(knob, value, choices)
        return
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= float(value) < math.inf:
        raise SettingsError(f"{knob} cannot be {value!r}", hint="It must be a non-negative number.")


def _wrong_choice(knob: str, value: Any, choices: tuple[Any, ...]) -> SettingsError:
    # True and False are written in lower case, as in the texts of learners.
    names = (str(choice).lower() if isinstance(choice, bool) else choice for choice in choices)
    return SettingsError(f"{knob} cannot be {value!r}", hint=f"Choices: {', '.join(names)}.")
