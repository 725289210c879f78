"""What the engine's tests share."""

from __future__ import annotations

import pytest


@pytest.fixture
def reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute with the readable numpy reference, whatever is loaded."""
    monkeypatch.setenv("LWNB_ENGINE", "reference")
