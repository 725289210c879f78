"""Which files came with the program, and what the user's own folders are called."""

from __future__ import annotations

from pathlib import Path

from lwnb_core.data import assets_dir


def is_shipped(path: str | Path) -> bool:
    """Whether a file came with the program, whose folder is no place for files of one's own."""
    return Path(path).resolve().is_relative_to(assets_dir().resolve())


def short_folder(folder: Path) -> str:
    """A folder as people write it, from home on."""
    try:
        return f"~/{folder.relative_to(Path.home())}".removesuffix("/.")
    except ValueError:
        return str(folder)
