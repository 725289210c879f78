"""Asking for files and folders: every dialog begins in the folder of the user's last file."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from lwnb_gui.qt.context import Context


def ask_open(parent: QWidget, context: Context, title: str, kinds: str, start: str = "") -> str:
    """Return a file to open, empty if there is none. `start` is a file or folder to begin with."""
    path, _ = QFileDialog.getOpenFileName(parent, title, start or context.preferences.start_folder, kinds)
    return _remembered(context, path)


def ask_open_many(parent: QWidget, context: Context, title: str, kinds: str) -> list[str]:
    """Return files to open."""
    paths, _ = QFileDialog.getOpenFileNames(parent, title, context.preferences.start_folder, kinds)
    return [_remembered(context, path) for path in paths]


def ask_save(
    parent: QWidget, context: Context, title: str, name: str, kinds: str, *, goes_on: bool = False
) -> str:
    """Return a file to write to, with a proposed name; empty if there is none.

    A name without a suffix gets that of the chosen kind. With `goes_on` the file is continued, so that there
    is no question whether to replace it.
    """
    proposed = str(Path(context.preferences.start_folder) / name)  # a whole path stays as it is
    if goes_on:
        keep = QFileDialog.Option.DontConfirmOverwrite
        path, kind = QFileDialog.getSaveFileName(parent, title, proposed, kinds, options=keep)
    else:
        path, kind = QFileDialog.getSaveFileName(parent, title, proposed, kinds)
    if path and not Path(path).suffix:
        path += _first_suffix(kind) or Path(name).suffix
    return _remembered(context, path)


def ask_folder(parent: QWidget, context: Context, title: str, start: str = "") -> str:
    """Return a folder, empty if there is none."""
    folder = QFileDialog.getExistingDirectory(parent, title, start or context.preferences.start_folder)
    if folder:
        context.preferences = context.preferences.with_folder(folder)
    return folder


def _first_suffix(kind: str) -> str:
    """Return the suffix of a kind, such as `.csv` for `Results (*.csv *.parquet)`."""
    found = re.search(r"\*(\.\w+)", kind)
    return found[1] if found is not None else ""


def _remembered(context: Context, path: str) -> str:
    if path:
        context.preferences = context.preferences.with_folder(str(Path(path).absolute().parent))
    return path
