"""From columns of text to attributes: numbers, nominal values, or text for display."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.csv.dialect import CsvDialect, is_number, parse_number
from lwnb_core.data.csv.records import QuotedCell
from lwnb_core.data.whole_numbers import rounded_texts

_SIMPLE_NUMBERS = re.compile(r"[0-9+\-.eE\n]*")


@dataclass(frozen=True)
class Markers:
    """The texts that mark a cell as missing."""

    missing: frozenset[str]
    dialect: CsvDialect

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The markers that could be taken for values, such as -999."""
        return frozenset(marker for marker in self.missing if is_number(marker, self.dialect.decimal))

    def is_missing(self, cell: str) -> bool:
        """Whether a cell is missing.

        A quoted marker is a value, unless all cells are quoted or it is empty.
        """
        if cell not in self.missing:
            return False
        return not cell or self.dialect.everything_quoted or not isinstance(cell, QuotedCell)


@dataclass
class NumericColumn:
    """Collects numbers until a cell is not one; at the end, quotes can show that the column is text."""

    markers: Markers
    failed: bool = False
    rounded_lines: list[int] = field(default_factory=list)
    """The lines with a whole number that has more digits than a double can hold."""
    _blocks: list[NDArray[np.float64]] = field(default_factory=list)
    _bare_value_seen: bool = False
    _quoted_value_seen: bool = False
    _quoted_marker_seen: bool = False

    def take(self, cells: Sequence[str], lines: Sequence[int]) -> None:
        if self.failed:
            return
        numbers = self._numbers(cells)
        if numbers is None:
            self.failed = True
            self._blocks.clear()
        else:
            self._blocks.append(numbers)
            self.rounded_lines += [lines[i] for i in rounded_texts(cells, numbers)]

    def _numbers(self, cells: Sequence[str]) -> NDArray[np.float64] | None:
        simple = (
            self.markers.dialect.decimal == "."
            and not self.markers.numbers
            and not any(isinstance(cell, QuotedCell) for cell in cells)
            and _SIMPLE_NUMBERS.fullmatch("\n".join(cells))
        )
        if simple:
            try:
                numbers = np.array([float(cell) for cell in cells])
            except ValueError:
                pass  # an empty cell, most likely
            else:
                self._bare_value_seen = self._bare_value_seen or bool(cells)
                return numbers
        values = [self.number(cell) for cell in cells]
        return None if None in values else np.array(values, dtype=np.float64)

    def number(self, cell: str) -> float | None:
        """Return the number in a cell: NaN if it is missing (quoted or not), None if it is something else."""
        if cell in self.markers.missing:
            self._quoted_marker_seen = self._quoted_marker_seen or not self.markers.is_missing(cell)
            return np.nan
        # Quotes that the cell needs, as 1,5 does between commas, do not make it text.
        if isinstance(cell, QuotedCell) and self.markers.dialect.separator not in cell:
            self._quoted_value_seen = True
        else:
            self._bare_value_seen = True
        return parse_number(cell, self.markers.dialect.decimal)

    @property
    def has_plain_numbers(self) -> bool:
        """Whether there are numbers, and none of them is quoted as text would be."""
        quotes_matter = self._quoted_value_seen and not self.markers.dialect.everything_quoted
        return (self._bare_value_seen or self._quoted_value_seen) and not quotes_matter

    @property
    def is_text_in_quotes(self) -> bool:
        """Whether the column is text because every number (or marker, if there is no number) is quoted.

        In a file that quotes everything, quotes mean nothing.
        """
        if self.markers.dialect.everything_quoted or self._bare_value_seen:
            return False
        return self._quoted_value_seen or self._quoted_marker_seen

    def finish(self) -> NDArray[np.float64]:
        return np.concatenate(self._blocks) if self._blocks else np.empty(0)


@dataclass
class TextColumn:
    """Numbers the distinct texts of a column in the order in which they appear."""

    markers: Markers
    _codes_of: dict[str, int] = field(default_factory=dict)
    _blocks: list[NDArray[np.int32]] = field(default_factory=list)

    def take(self, cells: Sequence[str]) -> None:
        codes, markers = self._codes_of, self.markers
        self._blocks.append(
            np.array(
                [
                    -1 if cell in markers.missing and markers.is_missing(cell)
                    else codes.setdefault(cell, len(codes))
                    for cell in cells
                ],
                dtype=np.int32,
            )
        )  # fmt: skip

    def finish(self) -> tuple[tuple[str, ...], NDArray[np.int32]]:
        codes = np.concatenate(self._blocks) if self._blocks else np.empty(0, dtype=np.int32)
        return tuple(str(value) for value in self._codes_of), codes


def unique_names(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Append a number to every duplicate name; return the names, and those that were changed."""
    originals = list(names)
    taken = set(originals)
    seen: set[str] = set()
    times: dict[str, int] = {}
    result: list[str] = []
    changed: list[str] = []
    for name in originals:
        new = name
        if name in seen:
            changed.append(name)
            number = times.get(name, 1)
            while new in taken:
                number += 1
                new = f"{name}_{number}"
            times[name] = number
            taken.add(new)
        seen.add(new)
        result.append(new)
    return result, changed
