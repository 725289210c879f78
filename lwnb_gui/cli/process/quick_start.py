"""`lwnb` and `lwnb FILE` without options, the usual start: straight to the window.

Reading options takes typer and the other commands, and loading those takes a tenth of the time of the start.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lwnb_gui.app.opening import Opening

_WINDOW = "lwnb_gui.qt.app"
COMPLETION = "_LWNB_COMPLETE"
"""The variable in which a shell that completes a command says so; its words are not in the arguments."""


def is_direct(arguments: list[str]) -> bool:
    """Whether the arguments are nothing, or one file that cannot be mistaken for a command."""
    if COMPLETION in os.environ or not window_exists():
        return False
    if len(arguments) != 1:
        return not arguments
    try:
        path = Path(arguments[0])
        return bool(path.suffix) and path.is_file() and not arguments[0].startswith("-")
    except (OSError, ValueError):
        return False


def open_directly(arguments: list[str]) -> int:
    """Open the window; return the exit code after it is closed, or after reporting why it cannot open."""
    from lwnb_gui.app.opening import Opening

    warnings.simplefilter("ignore")  # warnings are for programmers
    try:
        return run_window(Opening(arguments[0]) if arguments else None)
    except BaseException as error:  # each kind has its exit code
        from lwnb_gui.cli.process.error_reports import report

        return report(error)


def run_window(opening: Opening | None) -> int:
    """Open the window until it is closed; return the exit code."""
    if "LWNB_ENGINE" in os.environ:
        from lwnb_core.engine.choice import requested_engine

        requested_engine()  # a wrong one is reported now, not by every panel
    try:
        app = importlib.import_module(_WINDOW)
    except ImportError as error:
        from lwnb_core import LwnbError

        raise LwnbError(
            f"the window cannot be opened: {error}",
            hint="Qt or a system library that it needs is missing. The commands work without it: lwnb --help",
        ) from error
    return int(app.run(opening))


def window_exists() -> bool:
    """Whether this is an installation with a window."""
    try:
        return importlib.util.find_spec(_WINDOW) is not None
    except ModuleNotFoundError:
        return False
