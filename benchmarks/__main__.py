"""`python -m benchmarks`: one table of ratios, each measured side by side in one run.

--quick finishes within two minutes; --only NAME measures one subject (repeatable); --against DIR measures
window and compiler of another checkout in the same run; --json OUT writes the raw figures too, --markdown OUT
the table.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Row, loaded_loops, machine, say

SUBJECTS = (
    "sweep",
    "plain",
    "agreement",
    "weka",
    "tables",
    "neighbours",
    "floor",
    "selection",
    "regions",
    "cancelling",
    "files",
    "memory",
    "growth",
    "compile",
    "window",
    "walk",
    "first_minute",
)
_FOLDERS = {
    "gui": ("window", "walk"),
    "first_start": ("plain", "compile", "first_minute"),
}
_ANYWHERE = ("compile", "window", "walk")  # can be measured in another checkout as well


def main() -> None:
    options = _options()
    before = machine()
    if not loaded_loops():
        say("numba is not there: everything below is measured with numpy")
    results: dict[str, list[Row]] = {}
    took: dict[str, float] = {}
    for subject in options.only or SUBJECTS:
        say(f"{subject} …")
        start = time.perf_counter()
        folder = next((f".{name}" for name, subjects in _FOLDERS.items() if subject in subjects), "")
        measure = importlib.import_module(f"benchmarks{folder}.{subject}").measure
        results[subject] = measure(options.quick)
        if options.against and subject in _ANYWHERE:
            results[f"{subject} of {options.against}"] = [
                replace(row, what=f"{row.what} ({options.against.name})")
                for row in measure(options.quick, options.against.resolve())
            ]
        took[subject] = time.perf_counter() - start
    _print(results, before)
    if options.markdown:
        options.markdown.write_text(_markdown(results, before), encoding="utf-8")
    if options.json:
        document: dict[str, Any] = {
            "date": time.strftime("%Y-%m-%d"),
            "quick": options.quick,
            "machine": before,
            "load_after": machine()["load"],
            "seconds": took,
            "results": {subject: [row.to_dict() for row in rows] for subject, rows in results.items()},
        }
        options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="less of everything: within two minutes")
    parser.add_argument("--only", action="append", choices=SUBJECTS, metavar="NAME", help=", ".join(SUBJECTS))
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="another checkout, which is measured as well"
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the raw figures to this file")
    parser.add_argument("--markdown", type=Path, metavar="OUT", help="write the table to this file")
    return parser.parse_args()


_VERDICTS = {True: "met", False: "not met", None: ""}


def _about(where: dict[str, Any]) -> tuple[str, str]:
    """Describe the machine, and the versions of the program and its libraries."""
    versions = " · ".join(f"{name} {number}" for name, number in where["versions"].items())
    load = " ".join(f"{x:.1f}" for x in where["load"]) if where["load"] else "unknown"
    return (
        f"{where['processor']}, {where['cores']} cores, {where['system']}, Python {where['python']}",
        f"{versions} · load at the start {load}",
    )


def _markdown(results: dict[str, list[Row]], where: dict[str, Any]) -> str:
    lines = [
        f"Measured on {time.strftime('%Y-%m-%d')}. {'. '.join(_about(where))}.",
        "",
        "| what | measured | target | | how |",
        "|---|---:|---:|---|---|",
    ]
    for row in (row for rows in results.values() for row in rows):
        cells = (row.what, row.measured, row.target, _VERDICTS[row.met], row.note)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _print(results: dict[str, list[Row]], where: dict[str, Any]) -> None:
    console = Console(width=None if Console().is_terminal else 150)
    for line in _about(where):
        console.print(line)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, how in (
        ("what", "left"),
        ("measured", "right"),
        ("target", "right"),
        ("", "left"),
        ("how", "left"),
    ):
        table.add_column(column, justify=how, overflow="fold")  # type: ignore[arg-type]
    for rows in results.values():
        for row in rows:
            table.add_row(row.what, row.measured, row.target, _VERDICTS[row.met], row.note)
        table.add_section()
    console.print(table)


if __name__ == "__main__":
    main()
