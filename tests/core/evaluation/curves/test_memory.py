"""A study that does not fit into memory is refused before it begins, with the reason and a remedy."""

from __future__ import annotations

import pytest

import lwnb_core as lw
from lwnb_core.evaluation.curves import memory
from lwnb_core.evaluation.curves.memory import curve_bytes, fits, free_memory, size_text


def test_a_curve_that_does_not_fit_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 20_000.0)
    calls: list[int] = []
    with pytest.raises(
        lw.SettingsError, match=r"a curve of 150 test cases at \d+ values of k would need"
    ) as caught:
        lw.accuracy_curve([lw.LWNB()], lw.sample("iris"), progress=lambda done, _: calls.append(done))
    assert "test fewer rows" in caught.value.hint
    assert calls == []
    monkeypatch.setattr(memory, "free_memory", lambda: None)  # a system that does not report its memory
    assert lw.accuracy_curve([lw.KNN()], lw.sample("iris"), ks=[1]).curves


def test_the_estimate_grows_as_the_work_does() -> None:
    million = curve_bytes(1_000_000, 1_000_000, 3, 2)
    assert 3.7e11 < million < 4e11  # one bit for each
    assert curve_bytes(20, 200, 3, 2) < 1e6
    assert curve_bytes(2000, 2000, 3, 2) < 1e7


def test_memory_sizes_as_text() -> None:
    free = free_memory()
    assert free is None or free > 1e6
    assert fits(1.0)
    assert [size_text(n) for n in (1.0, 3.2e8, 1.5e9, 3.75e11)] == ["1 MB", "320 MB", "1.5 GB", "375 GB"]
