"""Files that come with the program, and short names of the user's own folders."""

from __future__ import annotations

from pathlib import Path

from lwnb_core.data import assets_dir


def is_shipped(path: str | Path) -> bool:
    """Whether a file came with the program, whose folder is not for the user's own files."""
    return Path(path).resolve().is_relative_to(assets_dir().resolve())


def short_folder(folder: Path) -> str:
    """Return a folder as people write it, starting from home."""
    try:
        return f"~/{folder.relative_to(Path.home())}".removesuffix("/.")
    except ValueError:
        return str(folder)
