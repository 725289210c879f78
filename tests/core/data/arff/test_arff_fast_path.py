"""The fast path through pandas gives the same result as the general path, or leaves the file to it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwnb_core.data import Dataset, fast_path, read_arff
from lwnb_core.data.arff.dense import read_dense
from lwnb_core.data.arff.header import read_header
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import ArffError
from tests.core.data.helpers import assert_same_data

HEADER = (
    "@relation r\n@attribute a numeric\n@attribute n {x,y,1,2.0,a?b}\n"
    "@attribute b real\n@attribute c {x,y,é}\n@data"
)
PLAIN_HEADER = HEADER.replace(",a?b", "")

words = st.sampled_from(
    "1 -2.5 +3e-2 0.1 .5 5. 1E5 -0 00012 123456789012345678901234567890 1e-400 1e400 ? x y 1 2.0 é".split()
    + "NaN nan Infinity inf -inf 6f 0x1p2 1_0 z a?b N/A NULL true \ufeff \\ ; # ' {0 {2} '?' 'x' % ﻿x".split()
)
gaps = st.sampled_from([",", ",", ",", ", ", " ", "\t", ",,", " , ", "\x00", "\x0b", "\n"])
ends = st.sampled_from(["\n", "\n", "\n", "\n\n", " \n", ",\n", "\n,", "% c\n", "\n%c\n", "\n \n"])
numeric_words = st.sampled_from("1 -2.5 +3e-2 0.1 ? 1E5 7".split()) | st.floats(
    allow_infinity=False, allow_nan=False
).map(repr)


@st.composite
def plain_rows(draw: st.DrawFn) -> str:
    """Draw rows of which most match the header."""
    kinds = [numeric_words, st.sampled_from(["x", "y", "1", "2.0", "?"])] * 2
    rows = []
    for _ in range(draw(st.integers(1, 6))):
        cells = [draw(kind) for kind in kinds]
        cells[3] = draw(st.sampled_from(["x", "y", "é", "?"]))
        if draw(st.integers(0, 5)) == 0:
            cells[draw(st.integers(0, 3))] = draw(words)
        gap = draw(gaps) if draw(st.booleans()) else ","
        rows.append(gap.join(cells) + draw(ends))
    return draw(st.sampled_from(["\n", " ", "\n\n", "% c\n"])) + "".join(rows)


def outcome(raw: bytes, threshold: int, monkeypatch: pytest.MonkeyPatch) -> Dataset | tuple[object, ...]:
    with monkeypatch.context() as patch:
        patch.setattr(fast_path, "WORTHWHILE_CHARACTERS", threshold)
        try:
            return read_arff(raw)
        except ArffError as error:
            return error.message, error.line, error.text, error.hint


@given(st.sampled_from([HEADER, PLAIN_HEADER, PLAIN_HEADER, PLAIN_HEADER]), plain_rows())
def test_fast_path_and_general_reader_agree(header: str, rows: str) -> None:
    raw = (header + rows).encode()
    patch = pytest.MonkeyPatch()
    quickly, generally = outcome(raw, 0, patch), outcome(raw, 1 << 60, patch)
    if isinstance(quickly, Dataset):
        assert isinstance(generally, Dataset), generally
        assert_same_data(quickly, generally)
        assert quickly.repairs == generally.repairs
    else:
        assert quickly == generally


def goes_quickly(rows: str, header: str = PLAIN_HEADER) -> bool:
    text = header + rows

    def refuse(message: str, line: object, *, hint: str = "") -> ArffError:
        return ArffError(message)

    return read_dense(text, read_header(text, refuse, RepairLog())) is not None


@pytest.mark.parametrize(
    "rows",
    [
        "\n1,x,2,y\n",
        "\n1, x, 2, y\n?,?,?,?\n",
        " 1 x 2 y",
        "\n% c\n\n1,x,2,y % d\n,1\t,x, 2,y,\n",
        "\n1,2.0,-0,é\n",
    ],
)
def test_plain_rows_take_the_fast_path(rows: str) -> None:
    """Without this test, the comparison above could compare the general path with itself."""
    assert goes_quickly(rows)


@pytest.mark.parametrize(
    "rows",
    [
        "\n",
        "\n1,x,2\n",
        "\n1,x,2,y\n1,x,2,y,y\n",
        "\n1,x,2\n1,x,2,y,y\n",
        "\n1,x,2,'y'\n",
        "\n1,x,2,y,{2}\n",
        "\n{0 1}\n",
        "\n1,x,2,z\n",
        "\ninf,x,2,y\n",
        "\nnan,x,2,y\n",
        "\nNaN,x,2,y\n",
        "\n1e400,x,2,y\n",
        "\n1f,x,2,y\n",
        "\n\ufeff1,x,2,y\n",
    ],
)
def test_rows_with_special_characters_take_the_general_reader(rows: str) -> None:
    assert not goes_quickly(rows)


def test_declared_question_mark_takes_the_general_reader() -> None:
    assert not goes_quickly("\n1,x,2,y\n", HEADER)


def test_an_error_in_a_large_file_names_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    good = "1.25,x,?,y\n"
    raw = (PLAIN_HEADER + "\n" + good * 5_000 + "1.25,x,zwei,y\n" + good * 5_000 + "1,x\n").encode()
    message = outcome(raw, 0, monkeypatch)
    assert isinstance(message, tuple)
    assert message[:3] == ("'zwei' is not a number (attribute 'b')", 5_007, "1.25,x,zwei,y")


def test_fast_path_reads_every_double_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_path, "WORTHWHILE_CHARACTERS", 0)
    random = np.random.RandomState(1)
    numbers = np.frombuffer(random.bytes(8 * 20_000), dtype=np.float64)
    numbers = numbers[np.isfinite(numbers)]
    rows = "\n".join(repr(float(number)) for number in numbers)
    data = read_arff(f"@relation r\n@attribute a numeric\n@data\n{rows}\n".encode())
    assert data.column(0).tobytes() == numbers.tobytes()
