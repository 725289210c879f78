"""What all tests share. Nothing here imports Qt or matplotlib: the engine's tests run without them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before anything imports Qt or matplotlib: tests draw on no screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("MPLBACKEND", "Agg")

ROOT = Path(__file__).resolve().parent.parent

# "ci" tries the same examples every time, so that a red run can be repeated; "dev" looks for new ones.
# Neither has a deadline: the first example pays for compiling, and a busy machine is no bug.
settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("dev", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(scope="session")
def uci_dir() -> Path:
    """The folder with the paper's UCI files, which do not ship with us: LWNB_UCI, or beside the checkout."""
    named = os.environ.get("LWNB_UCI")
    folder = Path(named) if named else ROOT.parent / "shared" / "uci"
    if not any(folder.glob("*.arff")):
        pytest.skip(f"no UCI files in {folder}; set LWNB_UCI to the folder that holds them")
    return folder
