"""Arrows and ticks as files: a style sheet takes pictures from nowhere else.

They stand in the user's cache under names made of what is in them, so that every start finds those of the
last one, however that ended.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice

from lwnb_core.data.files import atomic_write, cache_directory, passing_folder
from lwnb_core.errors import DataError
from lwnb_gui.qt.icons import pixmap
from lwnb_gui.theme import Theme


def glyphs(theme: Theme) -> dict[str, str]:
    """Arrows and ticks in the theme's colours and size: names, and what a style sheet's `url()` takes."""
    size = theme.px(12)
    return {
        name: _quoted(_kept(picture, colour, size))
        for name, picture, colour in (
            ("down", "down", theme.ink2),
            ("down_off", "down", theme.separator_strong),
            ("up", "up", theme.ink2),
            ("check", "check", theme.on_accent),
        )
    }


def _kept(picture: str, colour: str, size: float) -> Path:
    """The file of a picture; beside it stands the one that Qt takes where a pixel is two by two."""
    plain, fine = _png(picture, colour, size, 1.0), _png(picture, colour, size, 2.0)
    name = f"{picture}-{hashlib.sha256(plain + fine).hexdigest()[:16]}"
    for folder in (cache_directory, passing_folder):
        try:
            path = folder() / "glyphs" / f"{name}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            _hold(path, plain)
            _hold(path.with_stem(f"{name}@2x"), fine)
        except (OSError, DataError):  # this one cannot be written to
            continue
        return path
    return Path(f"{name}.png")  # nowhere to be found: controls without arrows, but controls


def _hold(path: Path, content: bytes) -> None:
    """Write a file unless it is there, whole."""
    if not path.exists() or path.read_bytes() != content:
        atomic_write(path, content, lasting=False)


def _png(picture: str, colour: str, size: float, ratio: float) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap(picture, colour, size, ratio, 1.6).save(buffer, "PNG")
    return bytes(buffer.data().data())


def _quoted(path: Path) -> str:
    """In quotes, since a folder may be called O'Brien's (x)."""
    return '"' + path.as_posix().replace('"', '\\"') + '"'
