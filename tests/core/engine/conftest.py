"""What the fast engine's tests share: each engine by name, and the data that they are compared on."""

from __future__ import annotations

import pytest


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
    """Compute with the compiled kernels, however little there is to do."""
    pytest.importorskip("numba")
    monkeypatch.setenv("LWNB_ENGINE", "numba")
