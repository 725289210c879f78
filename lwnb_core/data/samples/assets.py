"""Where the files that ship with the program are."""

from __future__ import annotations

import contextlib
from functools import cache
from pathlib import Path

from lwnb_core.errors import DataError

_PACKAGE = Path(__file__).resolve().parents[2]


def file_label(file: str | Path) -> str:
    """Return the name of a file in messages: its path, or `sample iris` if the user has never seen a path."""
    sample = sample_of(file)
    return f"sample {sample}" if sample else str(file)


def sample_of(file: str | Path) -> str:
    """Return the name of the sample that is in a file; empty for any other file."""
    path = Path(file)
    with contextlib.suppress(OSError, ValueError, RuntimeError):  # a name that no file can have
        if path.suffix == ".arff" and path.parent.resolve() == samples_dir():
            return path.stem
    return ""


def samples_dir() -> Path:
    return assets_dir() / "samples"


@cache
def assets_dir() -> Path:
    """Return `lwnb_core/assets` when installed, `assets` beside the package in a checkout."""
    for candidate in (_PACKAGE / "assets", _PACKAGE.parent / "assets"):
        if (candidate / "samples").is_dir():
            return candidate
    raise DataError(
        "the files that ship with the program are missing",
        file=str(_PACKAGE / "assets"),
        hint="Install the program again.",
    )
