"""Collecting the repairs of a reader without overwhelming the user."""

from __future__ import annotations

from dataclasses import replace

from lwnb_core.data.attribute import Repair

_MOST_LINES_NAMED = 10
_MOST_COLUMNS_APART = 3
_MOST_COLUMNS_LISTED = 5


class RepairLog:
    """Repairs in the order in which they were made.

    A repair on very many lines is summarised, and one of many columns is described for the first ones.
    """

    def __init__(self) -> None:
        self._repairs: list[Repair] = []
        self._times: dict[str, int] = {}
        # name and position of each column, by what was done to it
        self._columns: dict[str, dict[str, int]] = {}
        self._firsts: dict[str, int] = {}  # the position of the repair of the first column

    def add(self, text: str, line: int | None = None, *, column: str | None = None) -> None:
        """Note a repair; `column` is the one whose name the text quotes, if it is about one."""
        times = self._times[text] = self._times.get(text, 0) + 1
        if column is not None:
            kind = text.replace(repr(column), "", 1)
            columns = self._columns.setdefault(kind, {})
            self._firsts.setdefault(kind, len(self._repairs))
            # Not in a list: each look-up in 300,000 names would be a pass through all of them.
            if columns.setdefault(column, len(columns)) >= _MOST_COLUMNS_APART:
                self._times[text] = 0  # the first repair names it
                return
        if times <= _MOST_LINES_NAMED:
            self._repairs.append(Repair(text, line))

    def extend(self, repairs: tuple[Repair, ...]) -> None:
        for repair in repairs:
            self.add(repair.text, repair.line)

    def repairs(self) -> tuple[Repair, ...]:
        """Return all repairs, with one more for those that were not listed one by one."""
        named = list(self._repairs)
        for kind, columns in self._columns.items():
            others = list(columns)[_MOST_COLUMNS_APART:]
            if others:
                listed = ", ".join(map(repr, others[:_MOST_COLUMNS_LISTED]))
                listed += " …" if len(others) > _MOST_COLUMNS_LISTED else ""
                first = named[self._firsts[kind]]
                more = f"the same for {len(others):,} more column{'s' * (len(others) > 1)}"
                named[self._firsts[kind]] = replace(first, text=f"{first.text}; {more}: {listed}")
        unnamed = {text: times - _MOST_LINES_NAMED for text, times in self._times.items()}
        more_lines = [Repair(f"{text} (on {n:,} more lines)") for text, n in unnamed.items() if n > 0]
        return (*named, *more_lines)
