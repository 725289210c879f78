"""What is remembered from one session to the next: how the window looked, and which files were open.

Settings of the analysis are not among it: they start from their defaults every time.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args

from lwnb_core.data.files import atomic_write
from lwnb_core.errors import DataError
from lwnb_gui.state.shipped import is_shipped

ThemeChoice = Literal["system", "light", "dark", "projector"]

_MOST_RECENT = 12
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recent:
    """A file or sample that was open, and what was being looked at."""

    source: str
    opened: str
    note: str = ""

    @property
    def is_sample(self) -> bool:
        return self.source.startswith("sample:")

    @property
    def name(self) -> str:
        return self.source.removeprefix("sample:") if self.is_sample else Path(self.source).name


@dataclass(frozen=True)
class Preferences:
    """Frozen as everything that crosses a border; `save` writes it.

    Attributes
    ----------
    recent
        Samples, and files of the user's own; none that came with the program.
    folder
        Where the user's last file was: dialogs begin there.
    lectures_folder
        Where the user's own lectures are.
    before_projector
        The theme to go back to from the projector's.
    """

    theme: ThemeChoice = "system"
    before_projector: ThemeChoice = "system"
    geometry: str = ""
    splitters: dict[str, list[int]] = field(default_factory=dict)
    recent: tuple[Recent, ...] = ()
    beside_global: bool = False
    paper_folder: str = ""
    folder: str = ""
    lectures_folder: str = ""

    @property
    def start_folder(self) -> str:
        """Where a dialog begins: the folder of the user's last file that is still there, or else home."""
        files = [recent.source for recent in self.recent if not recent.is_sample]
        for folder in (self.folder, *(str(Path(file).parent) for file in files)):
            if folder and Path(folder).is_dir() and not is_shipped(folder):
                return folder
        return str(Path.home())

    def with_theme(self, choice: ThemeChoice, before: ThemeChoice) -> Preferences:
        """The same with another theme, in the place of the one that is shown."""
        back = before if choice == "projector" != before else self.before_projector
        return replace(self, theme=choice, before_projector=back)

    def with_recent(self, source: str, note: str = "", now: datetime | None = None) -> Preferences:
        """The same with a file at the head of the recent ones; the program's own lectures are not noted."""
        entry = Recent(source, (now or datetime.now()).isoformat(timespec="seconds"), note)
        if not entry.is_sample and is_shipped(source):
            return self
        rest = tuple(r for r in self.recent if r.source != source)
        noted = replace(self, recent=(entry, *rest)[:_MOST_RECENT])
        return noted if entry.is_sample else noted.with_folder(str(Path(source).absolute().parent))

    def with_note(self, source: str, note: str) -> Preferences:
        """What was being looked at in a recent file."""
        noted = tuple(replace(r, note=note) if r.source == source else r for r in self.recent)
        return replace(self, recent=noted)

    def with_folder(self, folder: str) -> Preferences:
        """The same with the folder of the user's last file."""
        return self if is_shipped(folder) else replace(self, folder=folder)

    def with_lecture(self, file: str) -> Preferences:
        """The same with a lecture of the user's own: its folder is where they are."""
        noted = self.with_recent(file)
        return noted if is_shipped(file) else replace(noted, lectures_folder=str(Path(file).parent))

    def with_splitter(self, name: str, sizes: list[int]) -> Preferences:
        return replace(self, splitters=self.splitters | {name: list(sizes)})

    # -- on disk --------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: Path | None = None) -> Preferences:
        """As last saved. A file that cannot be understood is set aside, and the defaults serve."""
        path = path or preferences_file()
        try:
            return _from_plain(json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return cls()
        except OSError as error:
            _log.warning("preferences cannot be read: %s", error)
            return cls()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            _log.warning("preferences are set aside: %s", error)
            with contextlib.suppress(OSError):
                path.replace(path.with_suffix(".broken.json"))
            return cls()

    def save(self, path: Path | None = None) -> None:
        """Write all or nothing. A folder that cannot be written to is no reason to stop."""
        path = path or preferences_file()
        text = json.dumps({"version": 1, **asdict(self)}, indent=1, ensure_ascii=False)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(path, text, lasting=False)  # the window does not wait for the disc
        except (OSError, DataError) as error:
            _log.warning("preferences cannot be saved: %s", error)


def config_directory() -> Path:
    """Where this user's preferences and log live."""
    if given := os.environ.get("LWNB_CONFIG"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming")) / "lwnb"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "lwnb"
    return Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "lwnb"


def preferences_file() -> Path:
    return config_directory() / "preferences.json"


def _from_plain(plain: Any) -> Preferences:
    if not isinstance(plain, dict):
        raise TypeError("not an object")
    known = {f.name for f in fields(Preferences)}
    given = {name: value for name, value in plain.items() if name in known}
    for name in ("theme", "before_projector"):
        if given.get(name, "system") not in get_args(ThemeChoice):
            raise ValueError(f"no theme {given[name]!r}")
    texts = ("geometry", "paper_folder", "folder", "lectures_folder")
    if not all(isinstance(given.get(name, ""), str) for name in texts):
        raise TypeError("geometry or folder is no text")
    splitters = given.get("splitters", {})
    if not all(isinstance(s, list) and all(isinstance(n, int) for n in s) for s in splitters.values()):
        raise TypeError("splitters are no numbers")
    given["recent"] = tuple(Recent(**entry) for entry in given.get("recent", ()))
    if not all(isinstance(r.source, str) and isinstance(r.opened, str) for r in given["recent"]):
        raise TypeError("recent files are no text")
    given["recent"] = tuple(r for r in given["recent"] if r.is_sample or not is_shipped(r.source))
    return Preferences(**given)
