"""Fixtures that the engine's tests share."""

from __future__ import annotations

import pytest


@pytest.fixture
def reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute with the readable numpy reference, whatever is loaded."""
    monkeypatch.setenv("LWNB_ENGINE", "reference")


@pytest.fixture(params=["reference", "numba"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the test once with each engine."""
    name: str = request.param
    if name == "numba":
        pytest.importorskip("numba")
    monkeypatch.setenv("LWNB_ENGINE", name)
    return name


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute with the compiled loops, however small the task."""
    pytest.importorskip("numba")
    monkeypatch.setenv("LWNB_ENGINE", "numba")
