"""`python -m benchmarks.fuzz.monsters [NAME…]`: files made to hang a reader or to fill the memory.

Each is created and read in a separate process, whose memory and processor time are limited; the table has the
CPU seconds of the reading and the largest memory. The exit code says whether all of them ended within the
stated bounds, with a data set or one of our errors.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import json
import lzma
import os
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_MB = 1 << 20
MOST_SECONDS = 60
MOST_BYTES = 4 << 30

_HEAD = b"@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n"


def _attributes(count: int, kind: bytes) -> bytes:
    return b"@relation r\n" + b"".join(b"@attribute a%d %s\n" % (j, kind) for j in range(count)) + b"@data\n"


def _filled(piece: bytes, size: int) -> bytes:
    return piece * (size // len(piece))


def _bomb(size: int) -> bytes:
    """Return this many zeros packed by gzip, without ever holding them in memory."""
    packer, out, zeros = zlib.compressobj(6, wbits=31), io.BytesIO(), bytes(_MB)
    for _ in range(size // _MB):
        out.write(packer.compress(zeros))
    out.write(packer.flush())
    return out.getvalue()


def _nested_bomb(size: int) -> bytes:
    return gzip.compress(_bomb(size))


def far_cells() -> bytes:
    """Return a workbook with two cells, in opposite corners of its sheet."""
    import openpyxl

    book, stream = openpyxl.Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    sheet["A1"], sheet["XFD1048576"] = "a", 1
    book.save(stream)
    return stream.getvalue()


def _zeros(rows: int, kind: str) -> bytes:
    """Return this many rows of zeros as a Parquet or Feather file, which packs them to almost nothing."""
    import pandas as pd

    stream = io.BytesIO()
    frame = pd.DataFrame({f"a{j}": 0.0 for j in range(4)}, index=range(rows))
    if kind == "parquet":
        frame.to_parquet(stream, compression="zstd", index=False)
    else:
        frame.reset_index(drop=True).to_feather(stream, compression="zstd")
    return stream.getvalue()


def _zip_bomb(size: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.csv", "w") as member:
        for _ in range(size // _MB):
            member.write(bytes(_MB))
    return stream.getvalue()


MONSTERS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "arff: a row of 100 MB": ("arff", lambda: _HEAD + _filled(b"1.5,", 100 * _MB)),
    "arff: a word of 100 MB": ("arff", lambda: _HEAD + b"1" * 100 * _MB + b",x\n"),
    "arff: a quoted value of 100 MB": ("arff", lambda: _HEAD + b"1,'" + b"x" * 100 * _MB + b"'\n"),
    "arff: 100 MB of escaped quotes": ("arff", lambda: _HEAD + b"1,'" + _filled(b"\\'", 100 * _MB) + b"'\n"),
    "arff: 100 MB of backslashes, unclosed": ("arff", lambda: _HEAD + b"1,'" + b"\\" * 100 * _MB),
    "arff: 100 MB of quotes": ("arff", lambda: _HEAD + b"'" * 100 * _MB),
    "arff: 100 MB of braces": ("arff", lambda: _HEAD + b"{" * 100 * _MB),
    "arff: 100 MB of NULs": ("arff", lambda: _HEAD + bytes(100 * _MB)),
    "arff: 100 MB of blank lines": ("arff", lambda: _HEAD + _filled(b" \n", 100 * _MB)),
    "arff: a comment of 100 MB": ("arff", lambda: b"%" * 100 * _MB + b"\n" + _HEAD + b"1,x\n"),
    "arff: line ends of all kinds, 50 MB": ("arff", lambda: _HEAD + _filled(b"1,x\r\n2,y\r3,x\n", 50 * _MB)),
    "arff: UTF-16, 50 MB": ("arff", lambda: (_HEAD + _filled(b"1,x\n", 25 * _MB)).decode().encode("utf-16")),
    "arff: a million attributes, dense": (
        "arff",
        lambda: _attributes(1_000_000, b"numeric") + (b"1," * 1_000_000 + b"\n") * 3,
    ),
    "arff: a million attributes, sparse": (
        "arff",
        lambda: _attributes(1_000_000, b"numeric") + b"{7 1}\n" * 50,
    ),
    "arff: 300,000 text attributes": ("arff", lambda: _attributes(300_000, b"string") + b"{7 x}\n"),
    "arff: sparse rows without end": ("arff", lambda: _attributes(5_000, b"numeric") + b"{}\n" * 1_000_000),
    "arff: a million values": (
        "arff",
        lambda: (
            b"@relation r\n@attribute c {"
            + b",".join(b"v%d" % i for i in range(1_000_000))
            + b"}\n@data\n"
            + b"v999999\nv0\n" * 1000
        ),
    ),
    "arff: a million values and one unknown": (
        "arff",
        lambda: (
            b"@relation r\n@attribute c {"
            + b",".join(b"v%d" % i for i in range(1_000_000))
            + b"}\n@data\nv1000000\n"
        ),
    ),
    "arff: ten million values": (
        "arff",
        lambda: b"@relation r\n@attribute c {" + b"v," * 10_000_000 + b"}\n@data\n",
    ),
    "arff: a date format of 100 MB": (
        "arff",
        lambda: b"@relation r\n@attribute d date '" + b"-" * 100 * _MB + b"'\n@data\n1\n",
    ),
    "arff: a date format of many ways": (
        "arff",
        lambda: b"@relation r\n@attribute d date 'y0M0d0H0m0s0S0E'\n@data\n" + (b"0" * 60 + b"\n") * 1000,
    ),
    "arff: a number of 100 MB of digits": ("arff", lambda: _HEAD + b"0." + b"1" * 100 * _MB + b",x\n"),
    "csv: a row of 100 MB": ("csv", lambda: b"a,b\n" + _filled(b"1.5,", 100 * _MB)),
    "csv: a cell of 100 MB": ("csv", lambda: b"a,b\n1," + b"x" * 100 * _MB + b"\n2,y\n"),
    "csv: 100 MB of doubled quotes": ("csv", lambda: b'a,b\n1,"' + _filled(b'""', 100 * _MB) + b'"\n2,y\n'),
    "csv: an unclosed quote, 100 MB": ("csv", lambda: b'a,b\n1,"' + _filled(b"x,\n", 100 * _MB)),
    "csv: 20 MB of quotes": ("csv", lambda: b"a,b\n" + _filled(b'1,"\n', 20 * _MB)),
    "csv: 100 MB of separators": ("csv", lambda: b"a,b\n" + b"," * 100 * _MB),
    "csv: 100 MB of NULs": ("csv", lambda: b"a,b\n" + bytes(100 * _MB)),
    "csv: a million columns": (
        "csv",
        lambda: b",".join(b"a%d" % j for j in range(1_000_000)) + b"\n" + (b"1," * 999_999 + b"1\n") * 3,
    ),
    "csv: a million columns of one name": (
        "csv",
        lambda: b"a," * 999_999 + b"a\n" + b"1," * 999_999 + b"1\n",
    ),
    "csv: a million values": (
        "csv",
        lambda: b"a,b\n" + b"".join(b"v%d,%d\n" % (i, i % 7) for i in range(1_000_000)),
    ),
    "csv: UTF-16, 50 MB": ("csv", lambda: (b"a,b\n" + _filled(b"1,x\n", 25 * _MB)).decode().encode("utf-16")),
    "csv: line ends of all kinds, 50 MB": ("csv", lambda: b"a,b\n" + _filled(b"1,x\r\n2,y\r3,x\n", 50 * _MB)),
    "gzip: cut off": ("arff", lambda: gzip.compress(_HEAD + _filled(b"1,x\n", 50 * _MB), 1)[:-9]),
    "gzip: a bomb of 5 GB": ("arff", lambda: _bomb(5 << 30)),
    "gzip: a bomb in a bomb": ("csv", lambda: _nested_bomb(2 << 30)),
    "gzip: 200,000 members": ("csv", lambda: gzip.compress(b"a,b\n1,x\n") * 200_000),
    "bzip2: a bomb of 1 GB": ("csv", lambda: bz2.compress(bytes(1 << 30))),
    "xz: a bomb of 1 GB": ("csv", lambda: lzma.compress(bytes(1 << 30), preset=0)),
    "zip: a bomb of 1 GB": ("csv", lambda: _zip_bomb(1 << 30)),
    "excel: two cells in far corners": ("xlsx", far_cells),
    "parquet: 20 million rows of zeros": ("parquet", lambda: _zeros(20_000_000, "parquet")),
    "feather: 20 million rows of zeros": ("feather", lambda: _zeros(20_000_000, "feather")),
    "json: every row has a name of its own": (
        "jsonl",
        lambda: b"\n".join(b'{"a%d": 1}' % i for i in range(300_000)),
    ),
    "json: 100 MB of brackets": ("json", lambda: b"[" * 100 * _MB),
    "json: a number of 100 MB of digits": ("json", lambda: b'[{"a": ' + b"1" * 100 * _MB + b"}]"),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.monsters", description=__doc__)
    parser.add_argument("names", nargs="*", help="only those whose name has one of these words in it")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return _worker(options.worker)
    chosen = [name for name in MONSTERS if not options.names or any(word in name for word in options.names)]
    failed = 0
    print(f"{'what':<42} {'file':>8} {'CPU':>8} {'memory':>9}  outcome")
    for name in chosen:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.fuzz.monsters", "--worker", name],
            cwd=_ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            failed += 1
            print(f"{name:<42} FAILED with code {done.returncode}\n{done.stderr[-600:]}", flush=True)
            continue
        seen = json.loads(done.stdout.splitlines()[-1])
        too_much = seen["seconds"] > MOST_SECONDS or seen["bytes"] > MOST_BYTES
        failed += too_much
        print(
            f"{name:<42} {seen['file'] / 1e6:>5.0f} MB {seen['seconds']:>6.1f} s"
            f" {seen['bytes'] / 1e6:>6.0f} MB  {'TOO MUCH: ' * too_much}{seen['outcome']}",
            flush=True,
        )
    print(f"{len(chosen) - failed} of {len(chosen)} within {MOST_SECONDS} CPU s and {MOST_BYTES >> 30} GB")
    return int(failed > 0)


def _worker(name: str) -> int:
    import resource

    from lwnb_core.data import read_arff
    from lwnb_core.data.csv import parse_csv
    from lwnb_core.data.formats.loading import parse_data
    from lwnb_core.data.formats.packing import unpack
    from lwnb_core.errors import DataError

    kind, make = MONSTERS[name]
    raw = make()
    resource.setrlimit(resource.RLIMIT_AS, (3 * MOST_BYTES, 3 * MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 3 * MOST_SECONDS,) * 2)
    start = time.process_time()
    try:
        if kind in ("arff", "csv"):
            data = read_arff(raw) if kind == "arff" else parse_csv(unpack(raw))
        else:
            data = parse_data(raw, Path(f"monster.{kind}"))
        outcome = f"{len(data):,} rows × {len(data.attributes):,}"
    except DataError as error:
        outcome = error.message
    seconds = time.process_time() - start
    print(json.dumps({"file": len(raw), "seconds": seconds, "bytes": _peak(), "outcome": outcome[:70]}))
    sys.stdout.flush()
    os._exit(0)  # freeing a million arrays is not part of reading


def _peak() -> int:
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return 1024 * int(next(line for line in status if line.startswith("VmHWM")).split()[1])


if __name__ == "__main__":
    sys.exit(main())
