"""What the estimators' docstrings share: every parameter and every attribute is described once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from textwrap import indent
from typing import TypeVar

Estimator = TypeVar("Estimator", bound=type)

_K = "int", "The number of neighbours; rows tied with the k-th are neighbours too."
K_OR_RULE = (
    'int or {"auto", "local"}',
    f"{_K[1]} `auto` finds one k for all\ninstances, `local` one for each.",
)
_CUT = "Cut numeric columns into intervals by their information about the class, on the training rows"
NEEDED_CUT = "bool", f"{_CUT}; this\nlearner needs nominal values."

# Name: type, description.
_PARAMETERS = {
    "k": _K,
    "kernel": (
        "str",
        "How the weight of a neighbour falls with its distance: one of `lwnb_core.KERNELS`.",
    ),
    "limit": (
        "int",
        "A value may be a parent if at least this many training rows have it; "
        "None is the convention's limit.",
    ),
    "convention": (
        '{"paper", "weka", "tables"} or Convention',
        "Which source to follow where the paper, its tables and Weka differ.",
    ),
    "eq6": ('{"right", "printed"}', "Equation (6) with its misprint corrected or as it was printed."),
    "knobs": (
        "mapping",
        'Single settings that differ from the convention, such as ``{"numeric": "precision"}``.',
    ),
    "discretise": ("bool", f"{_CUT}."),
    "categorical_features": (
        '{"from_dtype"}, names, positions or truth values',
        "Columns of numbers that are nominal; categories, texts and truth values of a frame always are.",
    ),
}
_ATTRIBUTES = {
    "classes_": ("ndarray", "Labels in ascending order."),
    "model_": ("Model", "The fitted model of `lwnb_core`."),
    "n_features_in_": ("int", "Number of columns."),
    "feature_names_in_": ("ndarray", "Their names, if X had any."),
}


def described(**own: tuple[str, str]) -> Callable[[Estimator], Estimator]:
    """Describe an estimator's parameters and attributes in its docstring, ahead of its examples.

    `own` has the type and the description of parameters that mean something else for this estimator.
    """

    def decorate(estimator: Estimator) -> Estimator:
        summary, heading, examples = inspect.cleandoc(estimator.__doc__ or "").partition("Examples\n")
        parameters = {}
        for name, parameter in inspect.signature(estimator).parameters.items():
            kind, description = own.get(name, _PARAMETERS[name])
            default = parameter.default
            written = f'"{default}"' if isinstance(default, str) else repr(default)
            parameters[name] = f"{kind}, default={written}", description
        estimator.__doc__ = "\n\n".join(
            [
                summary.strip(),
                _section("Parameters", parameters),
                _section("Attributes", _ATTRIBUTES),
                heading + examples,
            ]
        )
        return estimator

    return decorate


def _section(heading: str, entries: Mapping[str, tuple[str, str]]) -> str:
    """Return a section in numpydoc's format."""
    listed = (f"{name} : {kind}\n{indent(text, '    ')}" for name, (kind, text) in entries.items())
    return "\n".join([heading, "-" * len(heading), *listed])
