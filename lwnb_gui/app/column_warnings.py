"""Warnings about columns that may not be meant for learning, and about such a column as the class. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from lwnb_core import Dataset
from lwnb_core.data.column_notes import ColumnNote, column_note
from lwnb_gui.app.column_edits import class_name
from lwnb_gui.text import printable

_MOST_NOTES = 4
_MOST_NAMES = 8


def notes_text(notes: Sequence[ColumnNote]) -> str:
    """Return the notes, one per line; if there are many, the first few and the names of the others."""
    lines = [f"{printable(note.name)}: {note.text}." for note in notes[:_MOST_NOTES]]
    others = [printable(note.name) for note in notes[_MOST_NOTES:]]
    if not others:
        return "\n".join(lines)
    more = f" and {len(others) - _MOST_NAMES} more" if len(others) > _MOST_NAMES else ""
    return "\n".join([*lines, f"Similarly: {', '.join(others[:_MOST_NAMES])}{more}."])


def leave_out_text(n: int) -> str:
    """Return the label of a button that leaves n columns out."""
    return "Leave it out" if n == 1 else f"Leave all {n} out"


def class_warning(data: Dataset, read: Dataset | None = None) -> str:
    """Say what is wrong with a class that names rows, holds dates or has one value; empty for others.

    Numbers of rows that were cut into intervals are recognised only in the data as they were read.
    """
    name = class_name(data)
    note = column_note(data, name) if name else ""
    if name and read is not None:
        note = note or column_note(read, name)
    return f"The class is {printable(name)}: {note}. There is little to learn about it." if note else ""
