"""Opening files, compared with liac-arff and pandas (see `benchmarks.loading`)."""

from __future__ import annotations

from benchmarks import loading
from benchmarks.measuring import Row, seconds, times


def measure(quick: bool) -> list[Row]:
    """Measure ARFF of 100,000 × 11 and CSV of 1,000,000 × 20 cells; with `quick`, a tenth of the rows."""
    rows = []
    for result in loading.measure(quick):
        aimed = result["what"] == "ARFF, dense" and result["rows"] >= 100_000
        rows.append(
            Row(
                f"{result['what']}, {result['rows']:,} rows, against liac-arff",
                times(result["ratio"]),
                f"≥ {loading.TARGET:g}×" if aimed else "",
                result["ratio"] >= loading.TARGET if aimed else None,
                f"CPU; ours {seconds(result['ours_seconds'])},"
                f" liac-arff {seconds(result['liac_arff_seconds'])}",
                result,
            )
        )
    for found in loading.measure_csv(quick):
        aimed = found["rows"] >= 1_000_000
        rows.append(
            Row(
                f"{found['what']}, {found['rows']:,} × 20, against pandas.read_csv",
                times(found["times_pandas"]),
                f"≤ {loading.MOST_TIMES_PANDAS:g}×" if aimed else "",
                found["times_pandas"] <= loading.MOST_TIMES_PANDAS if aimed else None,
                f"CPU; ours {seconds(found['ours_seconds'])}, pandas {seconds(found['pandas_seconds'])}",
                found,
            )
        )
    return rows
