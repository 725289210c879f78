"""Samples and other files that come with the program, and short names of the user's own files."""

from __future__ import annotations

from pathlib import Path

from lwnb_core.data import assets_dir

SAMPLE = "sample:"
"""Precedes the name of a sample where the path of a file may stand."""


def sample_in(source: str) -> str:
    """Return `iris` for `sample:iris`; empty for a path."""
    return source.removeprefix(SAMPLE) if source.startswith(SAMPLE) else ""


def source_name(source: str) -> str:
    """Return the name of a sample, or that of a file without its folder."""
    return sample_in(source) or Path(source).name


def is_shipped(path: str | Path) -> bool:
    """Whether a file came with the program, whose folder is not for the user's own files."""
    return Path(path).resolve().is_relative_to(assets_dir().resolve())


def short_folder(folder: Path) -> str:
    """Return a folder as people write it, starting from home."""
    try:
        return f"~/{folder.relative_to(Path.home())}".removesuffix("/.")
    except ValueError:
        return str(folder)
