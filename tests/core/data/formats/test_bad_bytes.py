"""Whatever the bytes, readers raise only our own errors, and quickly."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lwnb_core.data import Dataset, fast_path, read_arff
from lwnb_core.data.arff import rows
from lwnb_core.data.csv import parse_csv
from lwnb_core.data.formats.packing import unpack
from lwnb_core.data.text import decode
from lwnb_core.errors import ArffError, DataError
from tests.conftest import examples
from tests.core.data.helpers import HEADER, header_of, rows_of

VALID_ARFF = (
    b"% c\n@relation 'r s'\n@attribute a numeric\n@attribute 'b c' {x, \"y z\",'?'}\n@attribute s string\n"
    b"@attribute d date 'yyyy-MM-dd'\n@data\n1,x,'a\\'b',2001-01-01\n"
    b"{0 2,1 'y z',2 q}, {2}\n?,'?',?,?,{0.5}\n"
)
VALID_CSV = b'a;"b ""c""";d\n1,5;x;"y\nz"\n2,5;?;\'w\'\n3;;NA\n'
PIECES = [
    b"'",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"%",
    b",",
    b";",
    b"\n",
    b"\r",
    b"\x00",
    b"\xff\xfe",
    b"?",
    b"@data",
    b"1e9",
]
PIECES += [
    b"\xef\xbb\xbf",
    b"\x1f\x8b",
    b"\xc3",
    "é".encode(),
    b"-",
    b"{99999999 1}",
    b"'\\",
    b"\x1a",
    b"sep=x\n",
]


@st.composite
def mutated(draw: st.DrawFn, valid: bytes) -> bytes:
    """Draw a valid file with pieces inserted, removed or doubled."""
    raw = bytearray(valid)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(raw)))
        stop = min(len(raw), start + draw(st.integers(0, 6)))
        piece = draw(st.sampled_from([*PIECES, bytes(raw[start:stop]) * 2]))
        raw[start:stop] = piece
    return bytes(raw)


def read_or_refuse(read: Callable[[bytes], Dataset], raw: bytes) -> None:
    """Read the file; any error that is not ours fails the test."""
    try:
        data = read(raw)
    except DataError as error:
        data, said = None, str(error)
    else:
        said = "".join(map(str, data.repairs))
    if data is None:
        assert said
    else:
        assert len(rows_of(data)) == len(data)
        assert len({name for name, _ in header_of(data)}) == len(data.attributes)


any_bytes = st.binary(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join)


@given(any_bytes | any_bytes.map(HEADER.__add__) | mutated(VALID_ARFF))
@example(gzip.compress(HEADER)[:-3])
@example(b"\x1f\x8b")
@example(b"\xff\xfe@")
@examples(400)
def test_any_bytes_as_arff_are_read_or_refused(raw: bytes) -> None:
    read_or_refuse(read_arff, raw)


@given(any_bytes | any_bytes.map(b"a,b\n1,x\n".__add__) | mutated(VALID_CSV))
@examples(400)
def test_any_bytes_as_csv_are_read_or_refused(raw: bytes) -> None:
    read_or_refuse(parse_csv, raw)


def test_files_that_are_mutated_are_valid_before() -> None:
    assert len(read_arff(VALID_ARFF)) == 3
    assert rows_of(parse_csv(VALID_CSV)) == [[1.5, "x", "y\nz"], [2.5, None, "'w'"], [3.0, None, None]]


M = 1_000_000
MONSTERS = {
    "a line of words": HEADER + b"1," * 3 * M,
    "a line of commas": HEADER + b"," * 5 * M + b"\n1,x",
    "a long word": HEADER + b"1" * 5 * M,
    "an unclosed quote": HEADER + b"1,'" + b"x" * 5 * M,
    "quotes": HEADER + b"'" * 5 * M,
    "braces": HEADER + b"{" * 5 * M,
    "backslashes": HEADER + b"'" + b"\\" * 2 * M,
    "line ends": HEADER + b"\n" * 5 * M,
    "blank lines": HEADER + b" \n" * 2 * M,
    "a comment": HEADER + b"%" * 5 * M,
    "a long relation": b"@relation " + b"a " * M,
    "many values": b"@relation r\n@attribute c {"
    + b",".join(b"v%d" % i for i in range(200_000))
    + b"}\n@data\nv7\n",
    "a long mixture": HEADER + b"'\"{}%\\,\n" * 200_000,
}


@pytest.mark.parametrize("name", MONSTERS)
def test_huge_lines_take_linear_time(name: str) -> None:
    """Anything quadratic would take hours here and exceed the suite's time limit."""
    read_or_refuse(read_arff, MONSTERS[name])


def test_error_messages_of_huge_words_are_short() -> None:
    long = b"x" * 100_000
    for raw in (
        HEADER + long + b",x",
        HEADER + b"1," + long,
        b"@relation r\n@attribute " + long + b" foo\n",
        b"@relation r\n@attribute c {x} " + long + b"\n@data\n",
    ):
        with pytest.raises(ArffError) as caught:
            read_arff(raw)
        assert len(str(caught.value)) < 2_000


def test_twenty_thousand_attributes_are_read() -> None:
    m = 20_000
    header = b"@relation r\n" + b"".join(b"@attribute a%d numeric\n" % j for j in range(m)) + b"@data\n"
    data = read_arff(header + (b"1," * m + b"\n") * 2 + b"{%d 7}\n" % (m - 1))
    assert (len(data), len(data.attributes)) == (3, m)
    assert data.column(m - 1).tolist() == [1.0, 1.0, 7.0]


def test_sparse_rows_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST_SPARSE_CELLS", 10)
    assert len(read_arff(HEADER + b"{}\n" * 5)) == 5
    with pytest.raises(ArffError, match="more than 10 values") as caught:
        read_arff(HEADER + b"{}\n" * 6)
    assert caught.value.line == 10


def test_a_small_gzip_file_cannot_fill_the_memory() -> None:
    bomb = gzip.compress(bytes(3_000_000))
    assert len(bomb) < 10_000
    assert len(unpack(bomb, most=3_000_000)) == 3_000_000
    with pytest.raises(DataError, match="unpacks to more than 2,000,000 bytes"):
        unpack(bomb, most=2_000_000)


def test_gzip_of_several_members_and_damaged_ones() -> None:
    assert unpack(gzip.compress(b"one ") + gzip.compress(b"two")) == b"one two"
    whole = gzip.compress(HEADER * 100)
    with pytest.raises(DataError, match="ends too early"):
        unpack(whole[:-9])
    with pytest.raises(DataError, match="damaged"):
        unpack(whole[:30] + b"\xff\xff\xff" + whole[33:])


@pytest.mark.parametrize(
    ("raw", "text", "encoding"),
    [
        (b"a\r\nb\rc\n", "a\nb\nc\n", "utf-8"),
        (b"a\n\x1a", "a\n", "utf-8"),
        (b"\xef\xbb\xbf\xc3\xa9", "é", "utf-8-sig"),
        (b"\xef\xbb\xbf\xe9", "é", "latin-1"),
        (b"caf\xe9", "café", "latin-1"),
        (b"\x80 5", "€ 5", "cp1252"),
        (b"\x81\x80", "\x81\x80", "latin-1"),
        ("é€".encode("utf-16-be").join([b"\xfe\xff", b""]), "é€", "utf-16"),
    ],
)
def test_encodings_are_detected(raw: bytes, text: str, encoding: str) -> None:
    decoded = decode(raw)
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_an_encoding_that_does_not_fit_or_exist() -> None:
    with pytest.raises(DataError, match="cannot be read as utf-8"):
        decode(b"caf\xe9", encoding="utf-8")
    with pytest.raises(DataError, match="no encoding is called 'klingon'"):
        decode(b"a", encoding="klingon")


def test_fast_path_reads_or_refuses_huge_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_path, "WORTHWHILE_CHARACTERS", 0)
    for raw in MONSTERS.values():
        read_or_refuse(read_arff, raw[:500_000])
