"""Writing ARFF that Weka reads back identically.

liac-arff's encoder writes the lines. Weights, and lines that Weka would refuse or misread if the encoder
wrote them, are written here:

- a relation or attribute whose name has a quote, a backslash or a control character (it writes names without
  escapes), is `?` (missing) or empty (it refuses it or writes nothing);
- a value that is `?` or empty (it writes a bare `?`, which is missing), or has a brace or one of the control
  characters that it does not escape.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.columns import number_text, strings_from_codes
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.safe_files import atomic_write

_PLAIN = re.compile(r"[^\x00-\x20,%'\"{}\\\x7f-\x9f]+")
_ESCAPED = re.compile(r"[\x00-\x1f'\\\x7f-\x9f]")
_NAMED = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "'": r"\'", "\\": r"\\"}
_ENCODER_WRITES_NAME = re.compile(r"(?!\?$)[^\x00-\x1f'\"\\\x7f-\x9f]+")
_ENCODER_WRITES_VALUE = re.compile(r"(?!\?$)[^{}\x1a-\x1f\x7f-\x9f]+")


def write_arff(data: Dataset, path: str | Path) -> None:
    """Write the rows of a data set, weights included, atomically as UTF-8."""
    atomic_write(path, arff_text(data))


def arff_text(data: Dataset) -> str:
    """Return the data set as ARFF; numbers have as many digits as they need to be read back the same."""
    return "\n".join(_lines(data)) + "\n"


def quote(word: str) -> str:
    """Quote a name or value where the bare word would be read as something else."""
    if _PLAIN.fullmatch(word) and word != "?":
        return word
    return "'" + _ESCAPED.sub(_escape, word) + "'"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _NAMED.get(character) or f"\\{ord(character):03o}"


def _lines(data: Dataset) -> Iterator[str]:
    if not data.attributes:  # the encoder does not accept this
        yield from (f"@RELATION {quote(data.relation)}", "", "", "@DATA")
        return
    import arff

    rows = [list(row) for row in zip(*_texts_of_columns(data), strict=True)]
    encoded = arff.ArffEncoder().iter_encode(
        {
            "relation": data.relation or "data",
            "attributes": [
                (a.name, list(a.values) if a.is_nominal else a.kind.upper()) for a in data.attributes
            ],
            **({"data": rows} if rows else {}),
        }
    )

    relation = next(encoded)
    yield relation if _ENCODER_WRITES_NAME.fullmatch(data.relation) else f"@RELATION {quote(data.relation)}"
    yield next(encoded)  # an empty line
    for attribute in data.attributes:
        line = next(encoded)
        yield line if _encoder_writes(attribute) else f"@ATTRIBUTE {quote(attribute.name)} {_type(attribute)}"
    yield next(encoded)  # an empty line
    yield next(encoded)  # @DATA
    weights = data.weights.tolist()
    for row, is_ours, weight in zip(rows, _rows_of_ours(data).tolist(), weights, strict=True):
        line = next(encoded)
        if is_ours:
            line = ",".join("?" if cell is None else quote(cell) for cell in row)
        yield line if weight == 1 else f"{line},{{{number_text(weight)}}}"


def _texts_of_columns(data: Dataset) -> Iterator[list[str | None]]:
    """Yield each column as texts, None for missing."""
    for j, attribute in enumerate(data.attributes):
        column = data.column(j)
        if attribute.is_nominal:
            yield strings_from_codes(attribute.values, column).tolist()
        elif attribute.is_numeric:
            yield [None if math.isnan(number) else _number(number) for number in column.tolist()]
        else:
            yield [None if text is None else str(text) for text in column]


def _number(value: float) -> str:
    """Write a number as Java does: its infinity, and a whole number without the `.0` of the encoder."""
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return number_text(value)


def _encoder_writes(attribute: Attribute) -> bool:
    return _ENCODER_WRITES_NAME.fullmatch(attribute.name) is not None and all(
        _ENCODER_WRITES_VALUE.fullmatch(value) for value in attribute.values
    )


def _rows_of_ours(data: Dataset) -> NDArray[np.bool_]:
    """Whether a row has a value that the encoder does not write as Weka reads it. Shape (n,)."""
    ours = np.zeros(len(data), dtype=bool)
    for j, attribute in enumerate(data.attributes):
        if attribute.is_nominal:
            is_bad = [_ENCODER_WRITES_VALUE.fullmatch(value) is None for value in attribute.values]
            if any(is_bad):
                ours |= np.array([*is_bad, False])[data.column(j)]  # code -1, missing, picks the last
        elif not attribute.is_numeric:
            texts = ("missing" if text is None else str(text) for text in data.column(j))
            ours |= np.array([_ENCODER_WRITES_VALUE.fullmatch(text) is None for text in texts], dtype=bool)
    return ours


def _type(attribute: Attribute) -> str:
    if attribute.is_nominal:
        return "{" + ", ".join(quote(value) for value in attribute.values) + "}"
    return attribute.kind.upper()
