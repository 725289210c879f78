"""Where the files that ship with the program are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lwnb_core.errors import DataError

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def assets_dir() -> Path:
    """`lwnb_core/assets` when installed, `assets` beside the package in a checkout."""
    for candidate in (_PACKAGE / "assets", _PACKAGE.parent / "assets"):
        if (candidate / "samples").is_dir():
            return candidate
    raise DataError(
        "the files that ship with the program are not there",
        file=str(_PACKAGE / "assets"),
        hint="Install the program again.",
    )
