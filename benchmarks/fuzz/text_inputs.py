"""The inputs that the fuzzer gives to the readers, and what must hold for every one of them.

An input is one byte that selects an entry point (`WAYS`), and the bytes that are passed to it. Whatever they
are, the outcome is a valid data set or one of our errors with a useful message.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from unittest import mock

import numpy as np

from lwnb_core.data import Dataset, arff_text, assets_dir, csv_text, fast_path, format_of, read_arff
from lwnb_core.data.csv import parse_csv
from lwnb_core.data.formats.packing import unpack
from lwnb_core.data.text import looks_binary
from lwnb_core.errors import DataError, LwnbError, SettingsError

MOST_BYTES = 4096
MOST_UNPACKED = 1 << 22
_LONGEST_SAMPLE = 1500
_LONGEST_MESSAGE = 6_000
_ROOT = Path(__file__).resolve().parents[2]
_ARFF_CASES = _ROOT / "tests" / "data" / "arff"

_PIECES = [
    *(b"'", b'"', b"\\", b"{", b"}", b"%", b",", b";", b"|", b"\t", b" ", b"\n", b"\r", b"\r\n", b"\x00"),
    *(b"?", b"'?'", b"@data\n", b"@DATA", b"@relation r\n", b"@attribute a numeric\n", b"@end sub\n"),
    *(b"@attribute b {x,y}\n", b"@attribute s string\n", b"@attribute d date 'yyyy-MM-dd HH:mm'\n"),
    *(b"integer [1,10]", b"relational", b"1e999", b"-0", b"NaN", b"Infinity", b"0x1p3", b"1_000", b"1,5"),
    *(b".", b"inf", b"NA", b"99999999999999999999", b"{0 1, 1 x}", b"{99999999 1}", b", {2.5}", b"{-1}"),
    *(b"'\\'", b"\\u0041", b"\\777", b'""', b"''", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc3"),
    *("é€".encode(), "\u2028\u0085".encode(), b"\x1a", b"\x1f\x8b", b"sep=;\n", b"=1+2", b"2001-02-29"),
    *(b"9999-12-31T23:59:59", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80"),
]  # fmt: skip


class PromiseError(AssertionError):
    """A reader broke one of its guarantees without raising an error."""


# -- ways in --------------------------------------------------------------------------------------


def _arff(raw: bytes) -> Dataset:
    return read_arff(raw)


def _csv(raw: bytes) -> Dataset:
    return parse_csv(raw)


def _csv_with_options(raw: bytes) -> Dataset:
    choice = raw[0] if raw else 0
    return parse_csv(
        raw[1:],
        separator=(None, ",", ";", "\t", " ", "|", "x", "'")[choice & 7],
        quote=(None, '"', "'", "")[choice >> 3 & 3],
        decimal=(None, ",")[choice >> 5 & 1],
        header=(None, True, False, None)[choice >> 6 & 3],
        encoding=(None, "latin-1", "utf-16", "utf-8")[choice & 3] if choice >= 128 else None,
    )


def _packed_arff(raw: bytes) -> Dataset:
    return read_arff(gzip.compress(raw, compresslevel=1))


def _damaged_gzip(raw: bytes) -> Dataset:
    return parse_csv(unpack(b"\x1f\x8b" + raw, most=MOST_UNPACKED))


def _whatever_it_is(raw: bytes) -> Dataset:
    """Open a file whose name does not reveal its format."""
    raw = unpack(raw, most=MOST_UNPACKED)
    if looks_binary(raw):
        raise DataError("this is not a text file")
    return read_arff(raw) if format_of("data", raw) == "arff" else parse_csv(raw)


def _quick_arff(raw: bytes) -> Dataset:
    return _agreed(read_arff, raw)


def _quick_csv(raw: bytes) -> Dataset:
    return _agreed(parse_csv, raw)


WAYS: tuple[Callable[[bytes], Dataset], ...] = (
    _arff,
    _csv,
    _csv_with_options,
    _packed_arff,
    _damaged_gzip,
    _whatever_it_is,
    _quick_arff,
    _quick_csv,
)
# The fast paths and gzip take the most time and have the least code: each gets one input in sixteen.
_WAY_OF_BYTE = (0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7)


def way_of(first: int) -> int:
    return _WAY_OF_BYTE[first % len(_WAY_OF_BYTE)]


def _agreed(read: Callable[[bytes], Dataset], raw: bytes) -> Dataset:
    """Check that the fast path gives what the general path gives."""
    outcomes: list[Dataset | DataError] = []
    for threshold in (fast_path.WORTHWHILE_CHARACTERS, 0):
        with mock.patch.object(fast_path, "WORTHWHILE_CHARACTERS", threshold):
            try:
                outcomes.append(read(raw))
            except DataError as error:
                outcomes.append(error)
    general, fast = outcomes
    if isinstance(general, DataError):
        if str(general) != str(fast):
            raise PromiseError(f"quick way: {fast}\ngeneral way: {general}")
        raise general
    if not isinstance(fast, Dataset) or not same(general, fast):
        raise PromiseError(f"quick way: {fast}\ngeneral way: {general}")
    return fast


# -- what must hold -------------------------------------------------------------------------------


def check(data: bytes) -> str:
    """Pass one input to the readers and return the outcome; an exception that escapes is a finding."""
    if not data:
        return "refused"
    try:
        read = WAYS[way_of(data[0])](data[1:])
    except (DataError, SettingsError) as error:
        check_words(error)
        return "refused"
    check_order(read)
    if not same(read, read_arff(arff_text(read).encode("utf-8"))):
        raise PromiseError("written as ARFF, it reads back as something else")
    try:
        parse_csv(csv_text(read).encode("utf-8"))
    except DataError as error:
        if len(read):
            raise PromiseError(f"written as CSV, it is refused: {error}") from error
    return "read"


def check_words(error: LwnbError) -> None:
    """Check that an error has a message, and not too long a one."""
    if not error.message.strip():
        raise PromiseError("an error without a word") from error
    if len(str(error)) > _LONGEST_MESSAGE:
        raise PromiseError(f"a message of {len(str(error))} characters") from error


def check_order(data: Dataset) -> None:
    """Check that names are unique, columns equally long, codes have values and weights are valid."""
    names = [attribute.name for attribute in data.attributes]
    if len(set(names)) < len(names):
        raise PromiseError(f"names that are not unique: {names}")
    for j, attribute in enumerate(data.attributes):
        column = data.column(j)
        if column.shape != (len(data),) or len(set(attribute.values)) < len(attribute.values):
            raise PromiseError(f"column {j} is not in order: {attribute}")
        if (
            attribute.is_nominal
            and len(column)
            and not -1 <= column.min() <= column.max() < len(attribute.values)
        ):
            raise PromiseError(f"column {j} has a code without a value")
    if not np.isfinite(data.weights).all() or (data.weights < 0).any():
        raise PromiseError("a weight that is none")
    for repair in data.repairs:
        str(repair)


def same(one: Dataset, other: Dataset) -> bool:
    """Return whether attributes, values and weights are equal, bit by bit except for the kind of NaN."""
    if one.attributes != other.attributes or len(one) != len(other):
        return False
    if not np.array_equal(one.weights, other.weights):
        return False
    for j, attribute in enumerate(one.attributes):
        mine, theirs = one.column(j), other.column(j)
        if attribute.is_numeric:
            equal = np.array_equal(mine, theirs, equal_nan=True) and np.array_equal(
                np.signbit(mine[mine == 0]), np.signbit(theirs[theirs == 0])
            )
        else:
            equal = mine.tolist() == theirs.tolist()
        if not equal:
            return False
    return True


# -- inputs ---------------------------------------------------------------------------------------


@cache
def corpus() -> tuple[bytes, ...]:
    """Return every syntax case and five rows of every narrow sample, for each suitable entry point."""
    arff = [file.read_bytes() for file in sorted(_ARFF_CASES.glob("*.arff"))]
    heads = [
        read_arff(file).subset(slice(0, 5)) for file in sorted((assets_dir() / "samples").glob("*.arff"))
    ]
    arff += [raw for head in heads if len(raw := arff_text(head).encode("utf-8")) < _LONGEST_SAMPLE]
    csv = []
    for raw in arff:
        try:
            csv.append(csv_text(read_arff(raw)).encode("utf-8"))
        except DataError:
            continue
    csv += [
        b'a;"b ""c""";d\n1,5;x;"y\nz"\n2,5;?;\'w\'\n3;;NA\n',
        b"sep=|\nx|y\n1|2\n",
        b"a b\n1 2\n",
        b"'a','b'\n'1','2'\n",
    ]
    csv += [text.decode("utf-8", "replace").encode("utf-16") for text in csv[:4]]
    gz = [gzip.compress(raw, compresslevel=1)[2:] for raw in arff[:6]]
    sources = {0: arff, 1: csv, 2: csv, 3: arff, 4: gz, 5: [*arff, *csv], 6: arff, 7: csv}
    return tuple(bytes([_WAY_OF_BYTE.index(way)]) + raw for way, raws in sources.items() for raw in raws)


def mutate(data: bytes, chance: random.Random, others: tuple[bytes, ...]) -> bytes:
    """Insert, remove, double or swap a few pieces, or take them from another input."""
    raw = bytearray(data[1:])
    for _ in range(1 + min(chance.getrandbits(3), chance.getrandbits(3))):
        start = chance.randrange(len(raw) + 1)
        stop = min(len(raw), start + int(chance.expovariate(1 / 6)))
        kind = chance.randrange(7)
        if kind <= 1:
            raw[start:stop] = chance.choice(_PIECES)
        elif kind == 2:
            del raw[start:stop]
        elif kind == 3:
            raw[start:stop] = bytes(raw[start:stop]) * chance.choice((2, 3, 50))
        elif kind == 4 and raw:
            raw[min(start, len(raw) - 1)] = chance.getrandbits(8)
        elif kind == 5:
            other = chance.choice(others)
            at = chance.randrange(1, len(other) + 1)
            raw[start:stop] = other[at : at + chance.randrange(1, 200)]
        else:
            raw[start:start] = chance.choice(_PIECES) * chance.choice((1, 2, 300))
    return data[:1] + bytes(raw[: MOST_BYTES - 1])


def mutations(count: int, seed: int, grown: Iterable[bytes] = ()) -> Iterator[bytes]:
    """Yield the same inputs for the same seed: the corpus with its additions, then mutations of both."""
    chance = random.Random(seed)
    known = (*corpus(), *grown)
    yield from known[:count]
    for _ in range(count - len(known)):
        data = mutate(chance.choice(known), chance, known)
        if chance.random() < 0.1:
            data = bytes([chance.getrandbits(8)]) + data[1:]
        yield data
