"""Choosing one of several tables in a file: a member of a zip file, a sheet of a workbook."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QInputDialog, QWidget

from lwnb_core.data.formats.archive_members import MARK, parts_of


def ask_part(path: str, parent: QWidget) -> str | None:
    """Return the path, followed by the chosen part if there are several; None if cancelled."""
    parts = parts_of(path)
    if not parts:
        return path
    part, agreed = QInputDialog.getItem(
        parent, "Open", f"{Path(path).name} contains {len(parts)} tables. Open", parts, 0, False
    )
    return f"{path}{MARK}{part}" if agreed else None
