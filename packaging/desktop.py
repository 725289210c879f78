"""`python3 packaging/desktop.py`: adds the program to the menu of your desktop (Linux and BSD).

A menu entry, an icon, and the file types .arff and .lwnb, so that a double click opens them. It writes files
for your own account only, and --remove removes all of them.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = {
    HERE / "lwnb-explorer.desktop": "applications",
    HERE / "lwnb-explorer.xml": "mime/packages",
    HERE.parent / "assets/desktop/lwnb-explorer.svg": "icons/hicolor/scalable/apps",
}
# Desktops read caches that these programs create; if one is absent, the desktop searches by itself.
CACHES = {"update-mime-database": "mime", "update-desktop-database": "applications"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 packaging/desktop.py", description=__doc__)
    parser.add_argument("--remove", action="store_true", help="remove everything that was added")
    remove = parser.parse_args().remove
    if sys.platform in ("win32", "darwin"):
        sys.exit(
            "Menu entries can only be added on Linux and BSD. Windows: open a .arff file with 'Open with',"
            " choose lwnb.exe and tick 'Always'. macOS: start the program from the terminal with lwnb."
        )
    base = data_home()
    written = {base / folder / source.name: source for source, folder in FILES.items()}
    try:
        for target, source in written.items():
            if remove:
                target.unlink(missing_ok=True)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(source.read_text("utf-8").replace("@EXEC@", exec_line()), "utf-8")
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}. Check that you may write there, or set XDG_DATA_HOME.")
    for program, folder in CACHES.items():
        if (path := shutil.which(program)) is not None and (base / folder).is_dir():
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run([path, str(base / folder)], capture_output=True, check=False, timeout=60)
    print("Removed:" if remove else "Written:", *written, sep="\n  ")
    return 0


def data_home() -> Path:
    """Return the folder in which this user's programs are registered."""
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if Path(given).is_absolute() else Path.home() / ".local" / "share"


def exec_line() -> str:
    """Return the command that starts the program, quoted as desktop entries require."""
    installed = shutil.which("lwnb")
    command = [installed] if installed is not None else [sys.executable, str(HERE.parent / "run.py")]
    return " ".join(map(quoted, command))


def quoted(word: str) -> str:
    for character in ("\\", '"', "`", "$"):
        word = word.replace(character, "\\" + character)
    # Escape again for the file itself; an unescaped percent sign would be a field code.
    word = word.replace("\\", "\\\\").replace("%", "%%")
    return f'"{word}"'


if __name__ == "__main__":
    sys.exit(main())
