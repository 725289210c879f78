"""Refusing arguments of the wrong type where they are passed, and saying what to give instead.

    @check_arguments(data=DATASET, leave_out=FLAG)
    def explain(data, row, leave_out=True): ...

A data frame in place of a data set would otherwise fail somewhere inside, with an unhelpful message. Public
functions check; what they call does not check again. Arguments of the right type that cannot be used (a row
that does not exist, k = 0) are refused by the function itself.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.errors import ArgumentError, SettingsError
from lwnb_core.remedies import Remedy

P = ParamSpec("P")
R = TypeVar("R")

_MOST_SHOWN = 40
_MOST_JOBS = 1024


@dataclass(frozen=True)
class ArgumentKind:
    """The required type of an argument, its name, and how to get one."""

    what: str
    fits: Callable[[Any], bool]
    give: str


def _instance_of(module: str, *names: str) -> Callable[[Any], bool]:
    """Return a check for a class, which is imported only when needed: it may itself import this module."""

    @functools.cache
    def classes() -> tuple[type, ...]:
        return tuple(getattr(importlib.import_module(module), name) for name in names)

    return lambda value: isinstance(value, classes())


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


DATASET = ArgumentKind(
    "a data set",
    _instance_of("lwnb_core.data.dataset", "Dataset"),
    "lw.load(FILE, CLASS), lw.sample(NAME) or lw.Dataset.from_pandas(frame, CLASS)",
)
LEARNER = ArgumentKind(
    "a learner",
    _instance_of("lwnb_core.learners.base", "Learner"),
    "one with its settings, such as lw.LWNB(k=50)",
)
MODEL = ArgumentKind(
    "a fitted model", _instance_of("lwnb_core.learners.base", "Model"), "lw.LWNB(k=50).fit(data)"
)
LWNB_MODEL = ArgumentKind(
    "a fitted LWNB model", _instance_of("lwnb_core.learners.lwnb", "LWNBModel"), "lw.LWNB(k=50).fit(data)"
)
CURVE = ArgumentKind(
    "a curve over k",
    _instance_of("lwnb_core.evaluation.curves.result", "Curve"),
    "one of the curves of lw.accuracy_curve(…)",
)
FRAME = ArgumentKind("a pandas frame", _instance_of("pandas", "DataFrame"), "pandas.DataFrame(…)")
TEXT = ArgumentKind("a text", lambda value: isinstance(value, str), "a str")
WHOLE = ArgumentKind("a whole number", _is_whole, "an int")
BINS = ArgumentKind(
    "a number of intervals, or their cuts",
    lambda value: _is_whole(value) or _all_are(_is_number, value),
    "an int, or a list of numbers in ascending order",
)
NUMBER = ArgumentKind("a number", _is_number, "an int or a float")
FLAG = ArgumentKind("True or False", lambda value: isinstance(value, bool | np.bool_), "a bool")
MAPPING = ArgumentKind(
    "a mapping of names to values", lambda value: isinstance(value, Mapping), "a dict, such as {NAME: value}"
)
PATH = ArgumentKind(
    "a file name", lambda value: isinstance(value, str | os.PathLike), "a str or a pathlib.Path"
)
NAME = ArgumentKind(
    "the name or position of an attribute",
    lambda value: isinstance(value, str) or _is_whole(value),
    "a str or an int",
)
TEXTS = ArgumentKind("texts", lambda value: _all_are(str, value), "a list of str")
ATTRIBUTES = ArgumentKind(
    "attributes",
    lambda value: _all_are(_instance_of("lwnb_core.data.attribute", "Attribute"), value),
    "a list of lw.Attribute",
)
REPAIRS = ArgumentKind(
    "repairs",
    lambda value: _all_are(_instance_of("lwnb_core.data.attribute", "Repair"), value),
    "a list of lw.Repair",
)


def _all_are(kind: type | Callable[[Any], bool], value: Any) -> bool:
    """Whether all members of a collection, which can be iterated more than once, are of this kind."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable) or iter(value) is value:
        return False
    if isinstance(kind, type):
        return all(isinstance(item, kind) for item in value)
    return all(kind(item) for item in value)


def check_arguments(**kinds: ArgumentKind) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Check arguments by name; None passes if it is the default."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        parameters = inspect.signature(function).parameters
        positions = {name: position for position, name in enumerate(parameters)}
        checks = [
            (name, positions[name], kind, parameters[name].default is None) for name, kind in kinds.items()
        ]

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            for name, position, kind, may_be_none in checks:
                if name in kwargs:
                    value: Any = kwargs[name]
                elif position < len(args):
                    value = args[position]
                else:
                    continue
                if not kind.fits(value) and not (value is None and may_be_none):
                    raise wrong_kind(name, value, kind)
            return function(*args, **kwargs)

        return checked

    return decorate


def wrong_kind(name: str, value: object, kind: ArgumentKind) -> ArgumentError:
    """Return the error for an argument of the wrong kind."""
    remedies = [Remedy("argument", kind.give)]
    if kind is DATASET and type(value).__name__ == "DataFrame":
        remedies = [Remedy("argument", "lw.Dataset.from_pandas(frame, CLASS)")]
    return ArgumentError(f"{name} must be {kind.what}, not {described(value)}", remedies=remedies)


def described(value: object) -> str:
    """Describe a value in a few words: its type, and the value itself if it is short."""
    kind = type(value).__name__
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, str | int | float):
        text = _digits(value)
        return f"{kind} {text if len(text) <= _MOST_SHOWN else f'{text[:_MOST_SHOWN]}…'}"
    article = "an" if kind[:1].lower() in "aeiou" else "a"
    return f"{article} {kind}"


def short(value: object) -> str:
    """Return a value as it is written, or in a few words if that could be long."""
    return _digits(value) if value is None or isinstance(value, str | int | float) else described(value)


def _digits(value: object) -> str:
    """Return `repr`, except for whole numbers that are too large for Python to write."""
    try:
        return repr(value)
    except ValueError:
        return f"a number of more than {sys.get_int_max_str_digits():,} digits"


def check_count(name: str, count: Any, least: int = 1, most: int | None = None) -> None:
    """Raise a clear error for an invalid number of runs, folds or the like."""
    if not _is_whole(count) or count < least or (most is not None and count > most):
        limits = f"of at least {least}" if most is None else f"from {least} to {most:,}"
        raise SettingsError(f"{name} = {short(count)}", hint=f"It must be a whole number {limits}.")


def check_jobs(jobs: Any) -> None:
    """Raise a clear error for a number of threads or processes that is invalid or beyond any machine."""
    check_count("jobs", jobs, most=_MOST_JOBS)


def float_array(name: str, values: Any) -> NDArray[np.float64]:
    """Return numbers as an array of floats, NaN for None; raise a clear error for anything else."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        kind = ArgumentKind("numbers", lambda value: False, "a list or an array of numbers")
        raise wrong_kind(name, values, kind) from None


def items(name: str, values: Any, kind: ArgumentKind) -> tuple[Any, ...]:
    """Return the members of an iterable, each of a kind; a single one counts as a list of one."""
    if kind.fits(values):
        return (values,)
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise wrong_kind(name, values, ArgumentKind(f"{kind.what} or several", kind.fits, kind.give))
    result = tuple(values)
    for item in result:
        if not kind.fits(item):
            raise wrong_kind(f"each of {name}", item, kind)
    return result
