"""Opening files, beside liac-arff (see `benchmarks.loading`)."""

from __future__ import annotations

from benchmarks import loading
from benchmarks.measuring import Row, seconds, times


def measure(quick: bool) -> list[Row]:
    """100,000 rows and 11 columns; with `quick`, 10,000."""
    rows = []
    for found in loading.measure(quick):
        aimed = found["what"] == "ARFF, dense" and found["rows"] >= 100_000
        rows.append(
            Row(
                f"{found['what']}, {found['rows']:,} rows, against liac-arff",
                times(found["ratio"]),
                f"≥ {loading.TARGET:g}×" if aimed else "",
                found["ratio"] >= loading.TARGET if aimed else None,
                f"CPU; ours {seconds(found['ours_seconds'])},"
                f" liac-arff {seconds(found['liac_arff_seconds'])}",
                found,
            )
        )
    return rows
