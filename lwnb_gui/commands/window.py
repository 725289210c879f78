"""`lwnb` and `lwnb FILE`: the window, or a word on the commands where there is none."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Annotated

import typer

from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.source import existing

_WINDOW = "lwnb_gui.qt.app"


@guarded
def open_window(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="File or sample to open in the window.")
    ] = None,
) -> None:
    """Open the window; `lwnb FILE` does the same."""
    path = None if file is None else existing(file)
    if not _window_exists():
        from lwnb_gui.commands.views.overview import show_overview

        show_overview(file)
        return
    try:
        app = importlib.import_module(_WINDOW)
    except ImportError as error:
        from lwnb_core import LwnbError

        raise LwnbError(
            f"the window cannot be opened: {error}",
            hint="Qt or a system library that it needs is missing. The commands work without it: lwnb --help",
        ) from error
    code = app.run(None if path is None else str(path))
    if code:
        raise typer.Exit(int(code))


def _window_exists() -> bool:
    try:
        return importlib.util.find_spec(_WINDOW) is not None
    except ModuleNotFoundError:
        return False
