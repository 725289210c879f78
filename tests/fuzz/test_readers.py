"""The short form of the fuzzing: the same inputs every time, a few of each kind of hostile file.

The long form is `python -m benchmarks.fuzz` and `python -m benchmarks.fuzz.monsters`; see tests/README.md.
"""

from __future__ import annotations

import gzip
import itertools
import time
from pathlib import Path

import pytest

from benchmarks.fuzz import text_inputs
from benchmarks.fuzz.text_inputs import check, corpus, mutations, same
from lwnb_core.data import csv_text, read_arff
from lwnb_core.data.csv import parse_csv
from lwnb_core.data.formats.packing import unpack
from lwnb_core.data.text import decode
from lwnb_core.errors import ArffError, DataError

FINDINGS = Path(__file__).parent / "findings"


def test_every_arff_case_and_sample_is_read_or_refused() -> None:
    outcomes = [check(data) for data in corpus()]
    assert min(outcomes.count("read"), outcomes.count("refused")) > 50


@pytest.mark.parametrize("seed", range(3))
def test_mutated_files_are_read_or_refused(seed: int) -> None:
    known = len(corpus())
    for data in itertools.islice(mutations(known + 1000, seed), known, None):
        check(data)


@pytest.mark.parametrize("finding", sorted(FINDINGS.glob("*.input")), ids=lambda file: file.stem)
def test_earlier_findings_are_read_or_refused(finding: Path) -> None:
    check(finding.read_bytes())


def test_a_reader_that_misbehaves_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks detect a reader that loses a row, one that crashes, and one that reports nothing."""
    data = b"\x00@relation r\n@attribute a numeric\n@data\n1\n2\n"
    assert check(data) == "read"
    whole = text_inputs.arff_text

    monkeypatch.setattr(text_inputs, "arff_text", lambda read: whole(read.subset([0])))
    with pytest.raises(text_inputs.PromiseError, match="reads back as something else"):
        check(data)
    monkeypatch.setattr(text_inputs, "WAYS", [lambda raw: (_ for _ in ()).throw(KeyError(raw))])
    with pytest.raises(KeyError):
        check(data)
    monkeypatch.setattr(text_inputs, "WAYS", [lambda raw: (_ for _ in ()).throw(DataError(" "))])
    with pytest.raises(text_inputs.PromiseError, match="without a word"):
        check(data)


def test_a_date_format_cannot_backtrack() -> None:
    """Trying every way to read nine digits seven times would take minutes."""
    rows = b"".join(b"0" * length + b"\n" for length in range(50, 80))
    start = time.process_time()
    with pytest.raises(ArffError, match="is not a date"):
        read_arff(b"@relation r\n@attribute d date 'y0M0d0H0m0s0S0E'\n@data\n" + rows)
    assert time.process_time() - start < 2


def test_a_date_format_has_a_length() -> None:
    with pytest.raises(ArffError, match="it is too long") as caught:
        read_arff(b"@relation r\n@attribute d date '" + b"-" * 100_000 + b"'\n@data\n1\n")
    assert len(str(caught.value)) < 2_000


def test_gzip_bomb_is_refused_early(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = gzip.compress(bytes(4 << 20))
    monkeypatch.setattr("lwnb_core.data.formats.packing.SUSPICIOUS_UNPACKED_BYTES", 1 << 20)
    with pytest.raises(DataError, match="unpacks to more than"):
        unpack(bomb)
    rows = b"".join(b"%d,%d,x\n" % (i, i * i % 997) for i in range(200_000))
    assert unpack(gzip.compress(rows)) == rows  # tables compress far less
    members = gzip.compress(b"1,x\n") * 20_000
    start = time.process_time()
    assert unpack(members) == b"1,x\n" * 20_000
    assert time.process_time() - start < 5


@pytest.mark.parametrize("encoding", ["idna", "undefined", "rot13", "base64", "klingon", "utf\x008"])
def test_codecs_that_are_not_for_text_are_refused(encoding: str) -> None:
    with pytest.raises(DataError):
        decode(b"a.b..c\xff", encoding=encoding)


def test_a_column_of_texts_with_blanks_survives_csv() -> None:
    data = read_arff(b"@relation r\n@attribute 'a name' {'x y','z w v'}\n@data\n'x y'\n'z w v'\n'x y'\n")
    assert same(parse_csv(csv_text(data).encode()), data)


def test_quotes_decide_the_separator() -> None:
    data = parse_csv(b'x,"a;b"\n",z","[1,10]"\n')
    assert [attribute.name for attribute in data.attributes] == ["x", "a;b"]
