"""Where the files that ship with the program are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lwnb_core.errors import DataError

_PACKAGE = Path(__file__).resolve().parents[2]


def file_label(file: str | Path) -> str:
    """Return the name of a file in messages: its path, or `sample iris` if the user has never seen a path."""
    path = Path(file)
    is_sample = path.parent.name == "samples" and path.parent == assets_dir() / "samples"
    return f"sample {path.stem}" if is_sample else str(file)


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
