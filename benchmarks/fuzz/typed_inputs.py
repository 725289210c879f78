"""Damaged Parquet, Feather, Excel, JSON and JSON Lines files, packed or not, and what must hold for each.

A small table is written in every format; then bytes are changed, cut out, doubled or lost: in the file, in a
part of a workbook, or in the archive around it. The outcome must be a valid data set or one of our errors
with a useful message.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.fuzz.text_inputs import check_order, check_words
from lwnb_core.data import load
from lwnb_core.data.formats.archive_members import MARK, parts_of
from lwnb_core.data.formats.loading import format_of_file
from lwnb_core.errors import DataError

_ROWS = 40
_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zip": lambda raw: _zipped({"data": raw}),
}


def check(file: Path) -> str:
    """Open one file and return the outcome; an exception that escapes is a finding."""
    format_of_file(file)
    for part in parts_of(file):
        format_of_file(f"{file}{MARK}{part}")
    try:
        read = load(file)
    except DataError as error:
        check_words(error)
        return "refused"
    check_order(read)
    return "read"


@cache
def corpus() -> dict[str, bytes]:
    """Return the same table in every format and compression, by the name of its file."""
    frame = _frame()
    files = {
        f"{c}.parquet": _written(frame.to_parquet, compression=c, row_group_size=15)
        for c in ("none", "snappy", "gzip", "zstd")
    }
    files |= {
        f"{c}.feather": _written(frame.to_feather, compression=c) for c in ("uncompressed", "lz4", "zstd")
    }
    files["table.xlsx"] = _written(frame.to_excel, index=False)
    json = {"date_format": "iso"}
    files["rows.json"] = frame.to_json(orient="records", **json).encode()
    files["columns.json"] = frame.to_json(orient="columns", **json).encode()
    files["table.jsonl"] = frame.to_json(orient="records", lines=True, **json).encode()
    return files


def inputs(count: int, seed: int, start: int = 0) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of damaged files from number `start` on, the same for the same seed."""
    names = sorted(corpus())
    for i in range(start, count):
        chance = random.Random(f"{seed} {i}")
        name = names[i % len(names)]
        raw = corpus()[name]
        kind = chance.randrange(10)
        if name.endswith(".xlsx") and kind < 8:
            yield name, _damaged_workbook(raw, chance)
        elif kind < 8:
            yield name, _damaged(raw, chance)
        else:
            packing = chance.choice(sorted(_PACKERS))
            pack = _PACKERS[packing]
            yield name + packing, _damaged(pack(raw), chance) if kind == 8 else pack(_damaged(raw, chance))


def _frame() -> pd.DataFrame:
    numbers = range(_ROWS)
    return pd.DataFrame(
        {
            "number": np.random.RandomState(1).standard_normal(_ROWS).round(3),
            "whole": pd.array([None if i % 7 == 0 else i for i in numbers], dtype="Int64"),
            "text": [None if i % 9 == 0 else f"t{i % 5} é" for i in numbers],
            "category": pd.Categorical(["abc"[i % 3] for i in numbers]),
            "flag": [i % 2 == 0 for i in numbers],
            "day": pd.date_range("2020-01-01", periods=_ROWS),
            "class": ["xy"[i % 2] for i in numbers],
        }
    )


def _written(write: Callable[..., Any], **options: Any) -> bytes:
    stream = io.BytesIO()
    write(stream, **options)
    return stream.getvalue()


def _zipped(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    return stream.getvalue()


def _damaged(raw: bytes, chance: random.Random) -> bytes:
    broken = bytearray(raw)
    for _ in range(1 + chance.getrandbits(2)):
        start = chance.randrange(len(broken) + 1)
        stop = min(len(broken), start + 1 + int(chance.expovariate(1 / 6)))
        kind = chance.randrange(7)
        if kind <= 1:
            broken[start : start + 1] = bytes([chance.getrandbits(8)])
        elif kind == 2:
            broken[start : start + 1] = bytes(byte ^ 1 << chance.randrange(8) for byte in broken[start:][:1])
        elif kind == 3:
            broken[start:stop] = bytes([chance.choice((0, 127, 128, 255))]) * (stop - start)
        elif kind == 4:
            del broken[start:stop]
        elif kind == 5:
            broken[start:start] = broken[start:stop] * chance.choice((1, 2, 40))
        elif chance.random() < 0.3:
            del broken[start:]
    return bytes(broken)


def _damaged_workbook(raw: bytes, chance: random.Random) -> bytes:
    """Damage one part of a workbook but not its archive, whose checksums would stop all other damage."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    victim = chance.choice(sorted(members))
    return _zipped(members | {victim: _damaged(members[victim], chance)})
