"""Finding rows by a typed text: words that occur in them, and conditions such as `petalwidth>1.5`."""

from __future__ import annotations

import operator
import re
import shlex
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset
from lwnb_core.progress import Progress, share, silent
from lwnb_gui.text import MISSING

Matches = NDArray[np.bool_]

_CONDITION = re.compile(r"^(.+?)(<=|>=|!=|=|<|>)(.*)$")
_COMPARE: dict[str, Callable[..., Matches]] = {
    "<=": operator.le, ">=": operator.ge, "!=": operator.ne, "=": operator.eq, "<": operator.lt,
    ">": operator.gt,
}  # fmt: skip
HOW_TO_FIND = (
    "Words or numbers that occur in a row, or conditions such as petalwidth<1.8 or outlook=sunny. All of "
    "them must hold. ? finds missing values, name=? those of one attribute. Quotation marks keep words "
    "together."
)


def rows_with(data: Dataset, text: str, progress: Progress = silent) -> Matches:
    """Return whether all terms of the text hold, for each row. Shape (n,).

    A term is a condition on an attribute (`name=value`, `name!=value`, `name<5`; `?` stands for missing), or
    a text that must occur in a value, or a number that must be a value or the row's number, or `?` for rows
    with any missing value.
    """
    matches = np.ones(len(data), dtype=bool)
    terms, columns = _terms(text), len(data.attributes)
    for number, term in enumerate(terms):
        progress(number * columns, len(terms) * columns)
        matches &= _holds(data, term.casefold(), share(progress, number * columns, len(terms) * columns))
    return matches


def _terms(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a quotation mark that is still open
        return text.replace('"', " ").replace("'", " ").split()


def _holds(data: Dataset, term: str, progress: Progress) -> Matches:
    condition = _CONDITION.match(term)
    if condition is not None:
        name, sign, operand = (part.strip() for part in condition.groups())
        for j, attribute in enumerate(data.attributes):
            if attribute.name.casefold() == name:
                return _compares(data, j, sign, operand)
    return _occurs(data, term, progress)


def _compares(data: Dataset, j: int, sign: str, operand: str) -> Matches:
    """Return where a value compares as requested; missing values match only `?`."""
    missing = data.missing(j)
    if operand == MISSING:
        return missing if sign == "=" else ~missing if sign == "!=" else np.zeros(len(data), dtype=bool)
    attribute, column = data.attributes[j], data.column(j)
    if attribute.is_numeric:
        value = _number(operand)
        if value is None:
            return np.zeros(len(data), dtype=bool)
        return np.asarray(_COMPARE[sign](column, value) & ~missing)
    if sign not in ("=", "!="):
        return np.zeros(len(data), dtype=bool)
    if attribute.is_nominal:
        codes = [code for code, value in enumerate(attribute.values) if value.casefold() == operand]
        equal = np.isin(column, codes)
    else:
        equal = np.array([str(value).casefold() == operand for value in column], dtype=bool)
    return np.asarray((equal if sign == "=" else ~equal) & ~missing)


def _occurs(data: Dataset, term: str, progress: Progress) -> Matches:
    matches = np.zeros(len(data), dtype=bool)
    value = _number(term)
    if value is not None and value == int(value) and 1 <= value <= len(data):
        matches[int(value) - 1] = True
    for j, attribute in enumerate(data.attributes):
        progress(j, len(data.attributes))
        column = data.column(j)
        if term == MISSING:
            matches |= data.missing(j)
        if attribute.is_numeric:
            if value is not None:
                matches |= column == value
        elif attribute.is_nominal:
            codes = [code for code, text in enumerate(attribute.values) if term in text.casefold()]
            if codes:
                matches |= np.isin(column, codes)
        else:
            matches |= np.array([text is not None and term in str(text).casefold() for text in column], bool)
    return matches


def _number(text: str) -> float | None:
    try:
        value = float(text.replace("−", "-"))
    except ValueError:
        return None
    return value if np.isfinite(value) else None
