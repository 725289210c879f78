"""While one thread compiles, nobody else waits for it."""

from __future__ import annotations

import threading

import pytest

from lwnb_core.engine import choice


def test_others_use_the_reference_while_one_thread_warms_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "auto")
    if choice.loops() is None:
        pytest.skip("numba is not installed")
    seen: list[bool] = []

    def look() -> None:
        seen.append(choice.compiled(1.0))

    with choice.warming():
        assert choice.compiled(1.0)  # the thread that warms up needs the compiled loops
        other = threading.Thread(target=look)
        other.start()
        other.join()
    look()
    assert seen == [False, True]
