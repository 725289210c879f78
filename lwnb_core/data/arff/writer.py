"""Writing ARFF that Weka reads back identically."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.columns import number_text
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.files import atomic_write

_PLAIN = re.compile(r"[^\x00-\x20,%'\"{}\\\x7f-\x9f]+")
_ESCAPED = re.compile(r"[\x00-\x1f'\\\x7f-\x9f]")
_NAMED = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "'": r"\'", "\\": r"\\"}


def write_arff(data: Dataset, path: str | Path) -> None:
    """Write the rows of a data set, weights included, atomically as UTF-8."""
    atomic_write(path, arff_text(data))


def arff_text(data: Dataset) -> str:
    """The data set as ARFF; numbers with as many digits as they need to be read back the same."""
    return "".join(_lines(data))


def quote(word: str) -> str:
    """A name or value, in quotes where the bare word would be read as something else."""
    if _PLAIN.fullmatch(word) and word != "?":
        return word
    return "'" + _ESCAPED.sub(_escape, word) + "'"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _NAMED.get(character) or f"\\{ord(character):03o}"


def _lines(data: Dataset) -> Iterator[str]:
    yield f"@relation {quote(data.relation)}\n\n"
    for attribute in data.attributes:
        yield f"@attribute {quote(attribute.name)} {_type(attribute)}\n"
    yield "\n@data\n"
    if not data.attributes:
        return
    columns = [_cells(attribute, data.column(j)) for j, attribute in enumerate(data.attributes)]
    weights = [f",{{{_number(w)}}}" if w != 1 else "" for w in data.weights.tolist()]
    for *cells, weight in zip(*columns, weights, strict=True):
        yield ",".join(cells) + weight + "\n"


def _type(attribute: Attribute) -> str:
    if attribute.is_nominal:
        return "{" + ",".join(quote(value) for value in attribute.values) + "}"
    return attribute.kind


def _cells(attribute: Attribute, column: Any) -> list[str]:
    if attribute.is_numeric:
        return [_number(value) for value in column.tolist()]
    if attribute.is_nominal:
        words = [*(quote(value) for value in attribute.values), "?"]
        return [words[code] for code in column.tolist()]  # code -1 is the missing value at the end
    show: Callable[[Any], str] = quote
    return ["?" if value is None else show(str(value)) for value in column]


def _number(value: float) -> str:
    if np.isnan(value):
        return "?"
    if np.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return number_text(value)
