"""Work beside a frame: fetched when it is there, the last one wins, nothing is left behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from lwnb_gui.qt.beside import Beside


@pytest.fixture
def beside() -> Iterator[Beside[int]]:
    made: Beside[int] = Beside("lwnb-task-beside")
    yield made
    made.close()


def test_the_answer_is_fetched_once(beside: Beside[int]) -> None:
    here = threading.get_ident()
    beside.begin(threading.get_ident)
    assert beside.is_under_way
    assert beside.fetch(10.0) not in (None, here)
    assert not beside.is_under_way
    assert beside.fetch(10.0) is None  # at once: nothing is under way


def test_what_is_not_there_in_time_is_fetched_later(beside: Beside[int]) -> None:
    go_on = threading.Event()
    beside.begin(lambda: 3 if go_on.wait(10) else 0)
    assert beside.fetch(0.01) is None
    assert beside.is_under_way
    go_on.set()
    assert beside.fetch(10.0) == 3


def test_the_last_one_wins(beside: Beside[int]) -> None:
    go_on, begun = threading.Event(), []

    def first() -> int:
        begun.append(1)
        go_on.wait(10)
        return 1

    def never() -> int:
        begun.append(2)
        return 2

    beside.begin(first)
    while not begun:
        time.sleep(0.001)
    beside.begin(never)
    beside.begin(lambda: 3)
    go_on.set()
    assert beside.fetch(10.0) == 3
    assert begun == [1]


def test_what_is_forgotten_is_not_heard_of(beside: Beside[int]) -> None:
    beside.begin(lambda: 1)
    beside.forget()
    assert not beside.is_under_way
    assert beside.fetch(0.05) is None
    beside.begin(lambda: 2)
    assert beside.fetch(10.0) == 2


def test_an_error_is_raised_where_the_answer_is_fetched(beside: Beside[int]) -> None:
    beside.begin(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        beside.fetch(10.0)
    beside.begin(lambda: 4)
    assert beside.fetch(10.0) == 4


def test_closing_ends_the_thread_and_a_second_time_does_nothing() -> None:
    made: Beside[int] = Beside("lwnb-task-beside")
    made.close()  # nothing was ever begun
    made = Beside("lwnb-task-beside")
    made.begin(lambda: 1)
    made.close()
    made.close()
    assert not any(thread.name == "lwnb-task-beside" for thread in threading.enumerate())
