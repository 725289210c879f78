"""How liac-arff reads the ARFF that Weka reads: `python -m benchmarks.arff_forms`.

The forms are those of the tests, where Weka's verdict on each is written down and our reader is held to it:
the files in `tests/data/arff` and the rows and declarations of `tests/core/data/arff/test_arff_grammar.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import arff as liac_arff

from lwnb_core.data import read_arff
from lwnb_core.data.text import decode
from lwnb_core.errors import LwnbError
from tests.core.data.arff import test_arff_grammar as grammar
from tests.core.data.arff.test_arff_cases import CASES
from tests.core.data.helpers import FIXTURES, HEADER, header_of, rows_of

_KINDS = {"NUMERIC": "numeric", "REAL": "numeric", "INTEGER": "numeric", "STRING": "string"}


def forms() -> Iterator[tuple[str, bytes]]:
    """Return every form with a name; Weka refuses some of them."""
    for case in CASES:
        if case["ok"]:
            yield case["file"], (FIXTURES / case["file"]).read_bytes()
    for word, *_ in _cases(grammar.test_numbers_as_java_reads_them):
        yield f"number {word!r}", HEADER + word + b",x\n"
    for row, *_ in [*_cases(grammar.test_instance_weights_after_a_row), *_cases(grammar.test_accepted_rows)]:
        yield f"row {row!r}", HEADER + row + b"\n"
    for declaration, *_ in _cases(grammar.test_attribute_declarations):
        yield f"declaration {declaration!r}", b"@relation r\n%b\n@attribute c {x,y}\n@data\n" % declaration


def verdict(raw: bytes) -> str:
    """Return how liac-arff reads a form: as Weka and we do, otherwise, or not; "" if Weka refuses it."""
    try:
        ours = read_arff(raw)
    except LwnbError:
        return ""
    try:
        theirs = liac_arff.loads(decode(raw).text)
    except Exception:  # also KeyError, IndexError and others that its decoder lets through
        return "refused"
    kinds = [kind if isinstance(kind, list) else _KINDS[kind] for _, kind in theirs["attributes"]]
    header = [[name, kind] for (name, _), kind in zip(theirs["attributes"], kinds, strict=True)]
    rows = [list(map(_cell, row, kinds)) for row in theirs["data"]]
    same = header == header_of(ours) and rows == rows_of(ours) and bool((ours.weights == 1).all())
    return "read alike" if same else "misread"


def _cell(cell: Any, kind: object) -> Any:
    """Return a value in our form: if one cell is NaN, liac-arff may return the whole row as texts."""
    if kind != "numeric" or cell is None:
        return cell
    return None if math.isnan(float(cell)) else float(cell)


def _cases(test: Any) -> list[Any]:
    """Return the parameters of a test."""
    (mark,) = test.pytestmark
    return list(mark.args[1])


def main() -> None:
    counts: dict[str, int] = {}
    for name, raw in forms():
        if outcome := verdict(raw):
            counts[outcome] = counts.get(outcome, 0) + 1
            if outcome != "read alike":
                print(f"{outcome:10} {name}")
    total = sum(counts.values())
    print(f"\n{total} forms that Weka reads: " + ", ".join(f"{n} {what}" for what, n in counts.items()))


if __name__ == "__main__":
    main()
