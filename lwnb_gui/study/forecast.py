"""The time that the rest of a curve study will take, and a smaller study that takes less. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lwnb_gui.app.run import rough_duration
from lwnb_gui.study.study import CurveStudy

# The seconds of testing from which on the pace is known well enough.
_ENOUGH = 1.0
# The seconds that an offered, smaller study may take.
_OFFERED_SECONDS = 45.0
# A smaller study takes at most this share of the time: a few seconds are not worth fewer test rows.
_WORTH_IT = 0.5
# The numbers of test rows that it may have.
_SAMPLES = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)


@dataclass
class _Group:
    """Learners that are tested together: how many test cases they have, and the pace so far."""

    cases: int
    done: int = 0
    timed: int = 0
    seconds: float = 0.0


class Forecast:
    """Estimates the seconds left of a study from the test cases done so far.

    Each group of learners has its own pace, because a test case can take some of them a thousand times as
    long as others. A group that has not begun is expected to be as fast as the rest.

    Parameters
    ----------
    cases
        The test cases of each group, over its learners.
    """

    def __init__(self, cases: Sequence[int]) -> None:
        self._groups = [_Group(n) for n in cases]
        self._last: tuple[int, float] | None = None  # test cases done, and seconds, at the last report

    def skip(self) -> None:
        """Leave out the time from the last report to the next, which says nothing about the time to come."""
        self._last = None

    def report(self, number: int, done: int, cases: int, seconds: float) -> None:
        """Report that a group has done so many of its test cases, `seconds` after the start."""
        group = self._groups[number]
        if self._last is not None and done >= self._last[0]:
            group.timed += done - self._last[0]
            group.seconds += seconds - self._last[1]
        group.done, group.cases = done, cases
        self._last = (done, seconds) if done else None

    @property
    def done(self) -> int:
        """The number of test cases done."""
        return sum(group.done for group in self._groups)

    @property
    def total(self) -> int:
        """The number of all test cases."""
        return sum(group.cases for group in self._groups)

    @property
    def share(self) -> float:
        """The share that is done: of the time if that can be told, otherwise of the test cases."""
        left = self.left
        if left is None:
            return self.done / max(self.total, 1)
        return 1 - left / self._seconds_for([group.cases for group in self._groups])

    @property
    def left(self) -> float | None:
        """The seconds left; None if it is too early to say."""
        if sum(group.seconds for group in self._groups if group.timed) < _ENOUGH:
            return None
        return self._seconds_for([group.cases - group.done for group in self._groups])

    def _seconds_for(self, cases: Sequence[int]) -> float:
        """Return the seconds for so many test cases of each group."""
        known = [group for group in self._groups if group.timed]
        usual = sum(group.seconds for group in known) / sum(group.timed for group in known)
        return sum(
            n * (group.seconds / group.timed if group.timed else usual)
            for n, group in zip(cases, self._groups, strict=True)
        )


@dataclass(frozen=True)
class Offer:
    """What can be done about a study that takes long: the rest of it, or a smaller one if there is one.

    Attributes
    ----------
    left
        The seconds that the rest of the requested study takes.
    smaller_seconds
        The seconds that the smaller one takes, at most.
    """

    requested: CurveStudy
    left: float
    smaller: CurveStudy | None = None
    smaller_seconds: float = 0.0

    @property
    def smaller_text(self) -> str:
        """Describe the smaller study and its duration; empty if there is none."""
        requested, smaller = self.requested, self.smaller
        if smaller is None:
            return ""
        parts = []
        if smaller.sample is not None and smaller.sample != requested.sample:
            parts.append(f"{smaller.sample:,} test rows")
        if smaller.ks != requested.ks:
            parts.append("k on a grid")
        if smaller.evaluation != requested.evaluation:
            parts.append("one run")
        return f"{', '.join(parts)}: at most {rough_duration(self.smaller_seconds)}"


def offer(study: CurveStudy, rows: int, left: float, whole: float) -> Offer:
    """Offer a smaller study of the same learners that takes less than a minute, and at most half of the time,
    as far as that can be had.

    `left` and `whole` are the seconds for the rest of the study and for all of it, `rows` are those with a
    class. A test case takes the smaller study no longer than the requested one.
    """
    smaller = replace(study, ks="grid") if study.ks == "all" else study
    if study.evaluation == "repeated-cv":
        smaller = replace(smaller, evaluation="cv")

    def seconds() -> float:
        return whole * smaller.n_cases(rows) / study.n_cases(rows)

    samples = [size for size in _SAMPLES if size < smaller.n_cases(rows)]
    while samples and seconds() > min(_OFFERED_SECONDS, _WORTH_IT * left):
        smaller = replace(smaller, sample=samples.pop())
    return Offer(study, left) if smaller == study else Offer(study, left, smaller, seconds())
