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

# "ci" tries the same few examples every time, so that a red run can be repeated; "dev" looks for new ones,
# "thorough" for many. No deadlines: the first example pays for compiling, and a busy machine is no bug.
FEW = 30
settings.register_profile(
    "ci",
    max_examples=FEW,
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", max_examples=FEW, deadline=None)
settings.register_profile(
    "thorough",
    max_examples=10 * FEW,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def examples(few: int) -> settings:
    """Run this many random examples instead of the usual few, and ten times as many in a thorough run."""
    return settings(max_examples=few * settings.default.max_examples // FEW)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough",
        action="store_true",
        help="run the long forms, too, and try ten times as many random examples",
    )


def pytest_configure(config: pytest.Config) -> None:
    named = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
    settings.load_profile("thorough" if config.getoption("--thorough") else named)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the long forms (marked `thorough`) unless they are requested."""
    if config.getoption("--thorough"):
        return
    long = [item for item in items if item.get_closest_marker("thorough")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def first_on_python_path(folder: Path) -> str:
    """Return a PYTHONPATH with this folder before its entries (which may hide packages from a process)."""
    return os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether the long form of a test is requested."""
    return bool(request.config.getoption("--thorough"))


@pytest.fixture(scope="session")
def loaded_loops() -> None:
    """The compiled loops are loaded, as they are once a program has run for a few seconds: no test depends on
    what others have loaded.
    """
    from lwnb_core.engine import choice

    choice.loops()


@pytest.fixture(scope="session")
def uci_dir() -> Path:
    """The folder with the paper's UCI files, which we cannot ship: LWNB_UCI, or beside the checkout."""
    named = os.environ.get("LWNB_UCI")
    folder = Path(named) if named else ROOT.parent / "shared" / "uci"
    if not any(folder.glob("*.arff")):
        pytest.skip(f"no UCI files in {folder}; set LWNB_UCI to the folder that holds them")
    return folder
