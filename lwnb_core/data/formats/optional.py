"""Importing packages that only some files need."""

from __future__ import annotations

import importlib
from typing import Any

from lwnb_core.errors import DataError


def needed(module: str, what: str, extra: str, file: str = "", *, instead: str = "") -> Any:
    """Import a module of a package that may be absent.

    The error names the command that installs it, and the alternatives.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        command = f'Install it: pip install "lwnb-explorer[{extra}]"'
        raise DataError(
            f"{what} need the package {package}, which is not installed",
            file=file,
            hint=f"{command}, or {instead}" if instead else command,
        ) from None
