"""All rows of an experiment by data set, and which lines of the table they have made old."""

from __future__ import annotations

from collections.abc import Iterable

from lwnb_core.evaluation.results import Key, ResultRow
from lwnb_gui.state.experiment_sheet import Frame, Line, read_line


class RowStore:
    """Grows while results come. Not for several threads: what a task needs it gets as a copy."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[Key, ResultRow]] = {}
        self.old: set[str] = set()

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    def add(self, rows: Iterable[ResultRow]) -> None:
        for row in rows:
            self._rows.setdefault(row.dataset, {})[row.key] = row
            self.old.add(row.dataset)

    def replace(self, rows: Iterable[ResultRow]) -> None:
        """These rows and no others."""
        self.old |= set(self._rows)
        self._rows = {}
        self.add(rows)

    def all_old(self, datasets: Iterable[str]) -> None:
        """Another base or measure: every line has to be read anew."""
        self.old |= set(datasets)

    def of(self, dataset: str) -> tuple[ResultRow, ...]:
        return tuple(self._rows.get(dataset, {}).values())

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        return tuple(row for rows in self._rows.values() for row in rows.values())

    def take_old(self) -> dict[str, tuple[ResultRow, ...]]:
        """The rows of the lines that are old, which counts as having read them."""
        taken = {name: self.of(name) for name in self.old}
        self.old = set()
        return taken


def read_lines(frame: Frame, rows: dict[str, tuple[ResultRow, ...]]) -> dict[str, Line]:
    """The lines of some data sets; those that are not in the frame have none."""
    return {name: read_line(frame, name, rows[name]) for name in frame.datasets if name in rows}
