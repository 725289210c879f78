"""How long it takes to open a file: `python -m benchmarks.loading [--quick]`.

ARFF is compared with liac-arff, CSV with `pandas.read_csv`. Both read the same text in the same process, in
turn; the best of several runs counts, in CPU seconds.
"""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import arff as liac_arff
import numpy as np

from lwnb_core.data import arff_text, csv_text, read_arff
from lwnb_core.data.attribute import Attribute
from lwnb_core.data.csv import DEFAULT_MISSING, parse_csv
from lwnb_core.data.dataset import Dataset

TARGET = 7.0
"""How many times faster than liac-arff: plain dense data of at least 100,000 rows."""

MOST_TIMES_PANDAS = 3.0
"""How many times as long as pandas.read_csv: 1,000,000 rows and 20 columns."""


def example(rows: int, numeric: int = 10, seed: int = 1) -> Dataset:
    """Make normal numbers with four decimals and a class of three values, with 1 % of the values missing."""
    random = np.random.RandomState(seed)
    values = np.round(random.standard_normal((rows, numeric)), 4)
    values[random.random_sample(values.shape) < 0.01] = np.nan
    attributes = [Attribute.numeric(f"a{j + 1}") for j in range(numeric)]
    attributes.append(Attribute.nominal("class", ("red", "green", "blue")))
    return Dataset.from_columns("example", attributes, [*values.T, random.randint(0, 3, rows)])


def measure(quick: bool = False) -> list[dict[str, Any]]:
    """Return one row per kind of file: our seconds, those of liac-arff, and their ratio."""
    rows = 10_000 if quick else 100_000
    repeats = 2 if quick else 5
    data = example(rows)
    plain = arff_text(data)
    head, body = plain.split("@DATA\n")
    texts = {
        "ARFF, dense": plain,
        "ARFF, dense, blank after comma": head + "@DATA\n" + body.replace(",", ", "),
        "ARFF, class in quotes": head + "@DATA\n" + _with_quotes(body),
    }
    results: list[dict[str, Any]] = []
    for kind, text in texts.items():
        raw = text.encode()
        ours, theirs = _best(repeats, partial(read_arff, raw), partial(liac_arff.loads, text))
        results.append(_result(kind, data, len(raw), ours, theirs))
    raw = csv_text(data).encode()
    ours, theirs = _best(repeats, partial(parse_csv, raw), partial(liac_arff.loads, plain))
    results.append(_result("CSV (liac-arff: the same as ARFF)", data, len(raw), ours, theirs))
    return results


def measure_csv(quick: bool = False) -> list[dict[str, Any]]:
    """Return one row per way of writing: our seconds, those of pandas, and ours as a multiple of theirs.

    Missing values are written as NA or -999, so that pandas reads the same columns of numbers.
    """
    import pandas as pd

    data = example(100_000 if quick else 1_000_000, numeric=19)
    head, body = csv_text(data).replace("?", "NA").split("\n", 1)
    quoted_head = ",".join(f'"{name}"' for name in head.split(","))
    with_classes = _with_quotes(body, '"')
    numbered = "".join(f'"{i}",{line}\n' for i, line in enumerate(with_classes.splitlines(), start=1))
    quoted = re.sub(r"[^,\n]+", lambda cell: f'"{cell[0].strip(chr(34))}"', with_classes)
    with_separators = with_classes.replace('"red"', '"red, dark"')
    marked = f"{head}\n{body}".replace("NA", "-999")
    texts = {
        "no quotes": f"{head}\n{body}",
        "quoted header": f"{quoted_head}\n{body}",
        "quoted class": f"{quoted_head}\n{with_classes}",
        "quoted class and row names, as R writes them": f'"",{quoted_head}\n{numbered}',
        "quoted class, separators in it": f"{quoted_head}\n{with_separators}",
        "everything quoted": f"{quoted_head}\n{quoted}",
        "no quotes, -999 is missing": marked,
    }
    results: list[dict[str, Any]] = []
    for kind, text in texts.items():
        raw = text.encode()
        missing = (*DEFAULT_MISSING, "-999") if text is marked else DEFAULT_MISSING
        ours, theirs = _best(
            3,
            partial(parse_csv, raw, missing=missing),
            lambda: pd.read_csv(io.BytesIO(raw), na_values=missing),
        )
        results.append(
            {
                "what": f"CSV, {kind}",
                "rows": len(data),
                "ours_seconds": ours,
                "pandas_seconds": theirs,
                "times_pandas": ours / theirs,
            }
        )
    return results


def _with_quotes(body: str, quote: str = "'") -> str:
    for colour in ("red", "green", "blue"):
        body = body.replace(f",{colour}\n", f",{quote}{colour}{quote}\n")
    return body


def _best(repeats: int, *functions: Callable[[], object]) -> list[float]:
    """Return the shortest CPU time of each, measured in turn so that a busy machine is fair to all."""
    best = [float("inf")] * len(functions)
    for _ in range(repeats):
        for i, function in enumerate(functions):
            start = time.process_time()
            function()
            best[i] = min(best[i], time.process_time() - start)
    return best


def _result(kind: str, data: Dataset, size: int, ours: float, theirs: float) -> dict[str, Any]:
    return {
        "what": kind,
        "rows": len(data),
        "columns": len(data.attributes),
        "megabytes": round(size / 1e6, 1),
        "ours_seconds": ours,
        "liac_arff_seconds": theirs,
        "ratio": theirs / ours,
    }


def main() -> None:
    results = measure("--quick" in sys.argv[1:])
    print(f"{'':36}{'rows':>9}{'columns':>9}{'ours, s':>10}{'liac, s':>10}{'ratio':>8}")
    for r in results:
        times = f"{r['ours_seconds']:10.3f}{r['liac_arff_seconds']:10.3f}{r['ratio']:7.1f}×"
        print(f"{r['what']:36}{r['rows']:9,}{r['columns']:9}{times}")
    print(f"target for dense ARFF of 100,000 rows: {TARGET:.0f}×\n")
    print(f"{'':56}{'rows':>11}{'ours, s':>10}{'pandas, s':>11}{'times pandas':>14}")
    for r in measure_csv("--quick" in sys.argv[1:]):
        times = f"{r['ours_seconds']:10.3f}{r['pandas_seconds']:11.3f}{r['times_pandas']:13.1f}×"
        print(f"{r['what']:56}{r['rows']:11,}{times}")
    print(f"target for 1,000,000 rows: at most {MOST_TIMES_PANDAS:.0f}×")


if __name__ == "__main__":
    main()
