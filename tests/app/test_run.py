"""The clock of a long run, and durations in words."""

from __future__ import annotations

import pytest

from lwnb_gui.app.run import Clock, exact_duration, rough_duration, time_left


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_clock_counts_work_alone() -> None:
    time = Time()
    clock = Clock(time)
    clock.start()
    time.now = 10.0
    clock.stop()
    time.now = 100.0
    assert clock.seconds == 10.0
    clock.report(0.5, 20.0)
    clock.start()
    time.now = 105.0
    assert clock.left == 15.0
    assert Clock(lambda: 0.0).left is None


def test_what_was_done_before_a_run_takes_none_of_its_time() -> None:
    time = Time()
    clock = Clock(time)
    clock.start()
    clock.advance(0, 100)  # still being prepared
    time.now = 5.0
    clock.advance(60, 100)
    assert clock.left is None
    time.now = 15.0
    clock.advance(80, 100)
    assert (clock.share, clock.left) == (0.8, pytest.approx(10.0))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, "time left still unknown"), (3, "a few seconds left"), (44, "about 40 s left"),
     (840, "about 14 min left"), (5400, "about 1.5 h left"), (90_000, "about 25 h left")],
)  # fmt: skip
def test_time_left_is_estimated_from_the_share_done(seconds: float | None, text: str) -> None:
    assert time_left(seconds) == text


def test_exact_durations() -> None:
    assert [exact_duration(s) for s in (8.2, 63, 7500)] == ["8 s", "1 min 03 s", "2 h 05 min"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 s"), (7.4, "7 s"), (33, "35 s"), (100, "2 min"), (5400, "1.5 h"), (36000, "10 h"),
     (260000, "3 days")],
)  # fmt: skip
def test_rough_durations(seconds: float, text: str) -> None:
    assert rough_duration(seconds) == text
