"""The numbers printed in the paper: Tables 1 to 3 and the counts in its text."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from lwnb_core.data.samples.assets import assets_dir
from lwnb_core.evaluation.significance import Mark

TableNumber = Literal[2, 3]


@dataclass(frozen=True)
class Properties:
    """A row of Table 1."""

    instances: int
    missing_percent: float
    numeric: int
    nominal: int
    classes: int


@dataclass(frozen=True)
class Printed:
    """A cell of Table 2 or 3: percent correct, standard deviation, mark against the first column."""

    mean: float
    sd: float
    mark: Mark


@dataclass(frozen=True)
class TextCount:
    """The text's counts for the base (k = 50) against a column: significant wins and, if given, losses."""

    wins: int
    losses: int | None


COLUMNS: dict[TableNumber, tuple[str, ...]] = {
    2: ("LWNB_50", "LWNB_30", "LWNB_100", "NB", "KNNDW_5", "KNNDW_10", "KNNDW_20"),
    3: ("LWNBD_50", "LWNBD_30", "LWNBD_100", "NBD", "LBR", "TAN", "AODE"),
}
TEXT_COUNTS: dict[str, TextCount] = {
    "NB": TextCount(17, 3),
    "KNNDW_5": TextCount(13, None),
    "KNNDW_10": TextCount(17, None),
    "KNNDW_20": TextCount(18, None),
    "NBD": TextCount(13, 3),
    "LBR": TextCount(8, 5),
    "TAN": TextCount(11, 3),
    "AODE": TextCount(7, 5),
}


@cache
def table1() -> Mapping[str, Properties]:
    """Return Table 1 by data set, in the paper's order."""
    return {
        row["dataset"]: Properties(
            int(row["instances"]),
            float(row["missing_percent"]),
            int(row["numeric"]),
            int(row["nominal"]),
            int(row["classes"]),
        )
        for row in _lines("table1.csv")
    }


@cache
def printed(table: TableNumber) -> Mapping[str, Mapping[str, Printed]]:
    """Return Table 2 or 3 by data set and column."""
    return {
        row["dataset"]: {
            column: Printed(float(row[column]), float(row[f"{column}_sd"]), _mark(row[f"{column}_mark"]))
            for column in COLUMNS[table]
            if row[column]
        }
        for row in _lines(f"table{table}.csv")
    }


def _mark(text: str) -> Mark:
    return "+" if text == "+" else "-" if text == "-" else ""


def _lines(name: str) -> Iterator[dict[str, str]]:
    with (assets_dir() / "paper" / name).open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)
