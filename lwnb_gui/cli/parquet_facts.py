"""The metadata of a Parquet file, without its rows: the quick form of `lwnb info`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from lwnb_gui.cli.options.source import STDIN, locate
from lwnb_gui.render.terminal.console import Screen, print_json, table
from lwnb_gui.text import amount, count, printable

if TYPE_CHECKING:
    from pathlib import Path

    from lwnb_core.data.formats.parquet import ParquetFacts


def quick_facts(source: str, *, json: bool) -> bool:
    """Show the metadata if the source is an unpacked Parquet file; return whether it is."""
    from lwnb_core.data.formats.loading import format_of_file
    from lwnb_core.data.formats.parquet import parquet_facts

    path = None if source == STDIN else locate(source)
    if path is None or not path.is_file() or format_of_file(path) != "parquet":
        return False
    if path.name.lower().endswith((".gz", ".bz2", ".xz", ".zip")):  # its end cannot be read separately
        return False
    facts = parquet_facts(path)
    if json:
        print_json(_document(path, facts))
    else:
        _show(Screen(), path, facts)
    return True


def _document(path: Path, facts: ParquetFacts) -> dict[str, Any]:
    return {
        "file": str(path),
        "rows": facts.rows,
        "row_groups": facts.row_groups,
        "bytes": facts.size,
        "rows_read": False,
        "attributes": [
            {
                "name": c.name,
                "type": c.type,
                "missing": c.missing,
                "min": _plain(c.low),
                "max": _plain(c.high),
            }
            for c in facts.columns
        ],
    }


def _show(screen: Screen, path: Path, facts: ParquetFacts) -> None:
    what = [
        count(facts.rows, "row"),
        count(len(facts.columns), "attribute"),
        count(facts.row_groups, "row group"),
        f"{facts.size / 1e6:,.1f} MB",
    ]
    screen.print(Text(printable(path.name), style="bold"), Text(" · ".join(what)), sep="  ")
    rows = table(">#", "name", "type", ">missing", ">min", ">max")
    for i, column in enumerate(facts.columns, start=1):
        missing = "" if column.missing is None else f"{column.missing}"
        rows.add_row(
            f"{i}",
            printable(column.name),
            printable(column.type),
            missing,
            _short(column.low),
            _short(column.high),
        )
    screen.print(rows)
    screen.hint("Read from the end of the file; --full also reads the rows.")


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _short(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return amount(float(f"{value:.4g}"))
    text = printable(str(value))
    return text if len(text) <= 16 else f"{text[:15]}…"
