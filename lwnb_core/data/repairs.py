"""Collecting what a reader mends, without drowning the user in it."""

from __future__ import annotations

from lwnb_core.data.attribute import Repair

_MOST_LINES_NAMED = 10


class RepairLog:
    """Repairs in the order in which they were made; a repair on very many lines is summarised."""

    def __init__(self) -> None:
        self._repairs: list[Repair] = []
        self._times: dict[str, int] = {}

    def add(self, text: str, line: int | None = None) -> None:
        times = self._times[text] = self._times.get(text, 0) + 1
        if times <= _MOST_LINES_NAMED:
            self._repairs.append(Repair(text, line))

    def extend(self, repairs: tuple[Repair, ...]) -> None:
        for repair in repairs:
            self.add(repair.text, repair.line)

    def repairs(self) -> tuple[Repair, ...]:
        """All of them, with one more for those that were not named one by one."""
        unnamed = {text: times - _MOST_LINES_NAMED for text, times in self._times.items()}
        more = [Repair(f"{text} (on {n:,} more lines)") for text, n in unnamed.items() if n > 0]
        return (*self._repairs, *more)
