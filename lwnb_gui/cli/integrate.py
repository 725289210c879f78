"""`lwnb integrate`: the program in the desktop's menu, and its files opened by a double click."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess  # nosec B404
import sys
from pathlib import Path
from typing import Annotated

import typer

from lwnb_gui.cli.options.common import Json
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.render.terminal.console import Screen, print_json

NAME = "lwnb-explorer"
_PLACES = {
    f"{NAME}.desktop": "applications",
    f"{NAME}.svg": "icons/hicolor/scalable/apps",
    f"{NAME}.xml": "mime/packages",
}
# Desktops read caches that these programs make; where one is absent, the desktop looks for itself.
_CACHES = {"update-mime-database": "mime", "update-desktop-database": "applications"}


@guarded
def integrate(
    remove: Annotated[bool, typer.Option("--remove", help="Remove everything that was added.")] = False,
    json: Json = False,
) -> None:
    """Add a menu entry, an icon and the file types .arff and .lwnb to your desktop (Linux and BSD).

    It writes files only for your own account, and --remove removes all of them.
    """
    from lwnb_core import LwnbError

    if sys.platform in ("win32", "darwin"):
        raise LwnbError(
            "menu entries can only be added on Linux and BSD",
            hint="Windows: open a .arff file with 'Open with', choose lwnb.exe and tick 'Always'."
            " macOS: start it from the terminal with lwnb.",
        )
    base = data_home()
    files = [base / folder / file for file, folder in _PLACES.items()]
    changed = _removed(files) if remove else _written(base)
    if changed:
        _refresh(base)
    if json:
        print_json({"removed" if remove else "written": [str(file) for file in changed]})
        return
    screen = Screen()
    if not changed:
        screen.print("Nothing to remove: the program is not in the menu.")
        return
    screen.print("Removed:" if remove else "Written:")
    for file in changed:
        screen.print(f"  {file}", soft_wrap=True)
    if not remove:
        screen.hint(
            "The program is now in the menu and opens .arff and .lwnb files. To undo: lwnb integrate --remove"
        )


def data_home() -> Path:
    """Where this user's programs are registered."""
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if Path(given).is_absolute() else Path.home() / ".local" / "share"


def exec_line() -> str:
    """The command that starts the program, quoted as desktop entries want it."""
    script = shutil.which("lwnb")
    if getattr(sys, "frozen", False):
        command = [sys.executable]
    elif script is not None and Path(script).resolve().parent == Path(sys.executable).resolve().parent:
        command = [script]
    else:
        command = [sys.executable, "-m", "lwnb_gui"]
    return " ".join(_quoted(word) for word in command)


def _quoted(word: str) -> str:
    for character in ("\\", '"', "`", "$"):
        word = word.replace(character, "\\" + character)
    # Once more for the file's own escapes, and a percent sign would be a field code.
    word = word.replace("\\", "\\\\").replace("%", "%%")
    return f'"{word}"'


def _written(base: Path) -> list[Path]:
    from lwnb_core.data import assets_dir, atomic_write
    from lwnb_core.data.files import make_folder

    written = []
    for name, folder in _PLACES.items():
        text = (assets_dir() / "desktop" / name).read_text(encoding="utf-8")
        target = base / folder / name
        make_folder(target.parent, hint="Check that you may write to it, or set XDG_DATA_HOME.")
        atomic_write(target, text.replace("@EXEC@", exec_line()))
        written.append(target)
    return written


def _removed(files: list[Path]) -> list[Path]:
    from lwnb_core import DataError

    removed = []
    for file in files:
        try:
            file.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise DataError(f"cannot be removed: {error.strerror or error}", file=str(file)) from None
        removed.append(file)
    return removed


def _refresh(base: Path) -> None:
    for program, folder in _CACHES.items():
        if (path := shutil.which(program)) is not None and (base / folder).is_dir():
            # No shell; a program of a fixed name, and a folder of the user's own.
            command = [path, str(base / folder)]
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(command, capture_output=True, check=False, timeout=60)  # nosec B603
