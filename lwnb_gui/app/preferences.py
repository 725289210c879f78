"""Preferences, which are kept between sessions: the look of the window, and which files were open.

They do not include settings of the analysis, which start from their defaults every time.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs

from lwnb_core import DataError
from lwnb_core.data import atomic_write
from lwnb_gui.session.shipped import is_shipped, sample_in, source_name

ThemeChoice = Literal["system", "light", "dark", "projector"]

_MOST_RECENT = 12
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recent:
    """A recent file or sample, with what was being viewed and the options with which it was read."""

    source: str
    opened: str
    note: str = ""
    csv: Mapping[str, str | bool | tuple[str, ...]] = field(default_factory=dict)

    @property
    def is_sample(self) -> bool:
        return bool(sample_in(self.source))

    @property
    def is_from_program(self) -> bool:
        return not self.is_sample and is_shipped(self.source)

    @property
    def name(self) -> str:
        return source_name(self.source)


@dataclass(frozen=True)
class Preferences:
    """The user's preferences, an immutable value; `save` writes it.

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
    paper_folder: str = ""
    folder: str = ""
    lectures_folder: str = ""

    @property
    def start_folder(self) -> str:
        """Return the folder for dialogs: that of the user's last file if it still exists, otherwise home."""
        files = [recent.source for recent in self.recent if not recent.is_sample]
        for folder in (self.folder, *(str(Path(file).parent) for file in files)):
            if folder and Path(folder).is_dir() and not is_shipped(folder):
                return folder
        return str(Path.home())

    def with_theme(self, choice: ThemeChoice, before: ThemeChoice) -> Preferences:
        """Return the same with another theme in place of the present one."""
        back = before if choice == "projector" != before else self.before_projector
        return replace(self, theme=choice, before_projector=back)

    def with_recent(
        self,
        source: str,
        note: str = "",
        now: datetime | None = None,
        csv: Mapping[str, Any] | None = None,
    ) -> Preferences:
        """Return the same with a file at the head of the recent ones, unless it is a shipped lecture."""
        entry = Recent(source, (now or datetime.now()).isoformat(timespec="seconds"), note, csv or {})
        if entry.is_from_program:
            return self
        rest = tuple(r for r in self.recent if r.source != source)
        noted = replace(self, recent=(entry, *rest)[:_MOST_RECENT])
        return noted if entry.is_sample else noted.with_folder(str(Path(source).absolute().parent))

    def without_recent(self, source: str) -> Preferences:
        """Return the same without one of the recent files."""
        return replace(self, recent=tuple(r for r in self.recent if r.source != source))

    def with_note(self, source: str, note: str) -> Preferences:
        """Return the same with a note on what was being viewed in a recent file."""
        noted = tuple(replace(r, note=note) if r.source == source else r for r in self.recent)
        return replace(self, recent=noted)

    def with_folder(self, folder: str) -> Preferences:
        """Return the same with the folder of the user's last file."""
        return self if is_shipped(folder) else replace(self, folder=folder)

    def with_lecture(self, file: str) -> Preferences:
        """Return the same with the folder of one of the user's own lectures."""
        noted = self.with_recent(file)
        return noted if is_shipped(file) else replace(noted, lectures_folder=str(Path(file).parent))

    def with_splitter(self, name: str, sizes: list[int]) -> Preferences:
        return replace(self, splitters=self.splitters | {name: list(sizes)})

    # -- on disk --------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: Path | None = None) -> Preferences:
        """Load what was last saved. A file that cannot be understood is set aside, and defaults are used."""
        path = path or preferences_file()
        try:
            saved = _parsed(path.read_bytes())
            return replace(saved, recent=tuple(r for r in saved.recent if not r.is_from_program))
        except FileNotFoundError:
            return cls()
        except OSError as error:
            _log.warning("preferences cannot be read: %s", error)
            return cls()
        except (ValueError, TypeError, RecursionError) as error:
            _log.warning("preferences are set aside: %s", error)
            with contextlib.suppress(OSError):
                path.replace(path.with_suffix(".broken.json"))
            return cls()

    def save(self, path: Path | None = None) -> None:
        """Write all or nothing. If the folder cannot be written to, the program continues."""
        path = path or preferences_file()
        text = json.dumps({"version": 1, **asdict(self)}, indent=1, ensure_ascii=False)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(path, text, lasting=False)  # the window does not wait for the disc
        except (OSError, DataError) as error:
            _log.warning("preferences cannot be saved: %s", error)


def config_directory() -> Path:
    """Return the folder of this user's preferences and log."""
    if given := os.environ.get("LWNB_CONFIG"):
        return Path(given)
    return platformdirs.user_config_path("lwnb", appauthor=False, roaming=True)


def preferences_file() -> Path:
    return config_directory() / "preferences.json"


# -- the file -----------------------------------------------------------------------------------------


def _parsed(text: bytes) -> Preferences:
    """Return the preferences in a file, or raise a ValueError or TypeError.

    They are checked by hand: pydantic takes longer to load than anything else before the start page.
    """
    known = _known(json.loads(text), _OF_PREFERENCES)
    return Preferences(**known | {"recent": tuple(map(_recent, known.get("recent", ())))})


def _recent(plain: Any) -> Recent:
    known = _known(plain, _OF_RECENT)
    csv = {
        name: tuple(option) if isinstance(option, list) else option
        for name, option in known.get("csv", {}).items()
    }
    return Recent(**known | {"csv": csv})


def _known(plain: Any, kinds: Mapping[str, Callable[[Any], bool]]) -> dict[str, Any]:
    """Return the values of known keys. A later version may have added others, which are ignored."""
    if not isinstance(plain, dict):
        raise TypeError(f"{plain!r} is not an object")
    known = {name: plain[name] for name in kinds if name in plain}
    for name, value in known.items():
        if not kinds[name](value):
            raise ValueError(f"{name} cannot be {value!r}")
    return known


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_theme(value: Any) -> bool:
    return value in get_args(ThemeChoice)


def _is_splitters(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(sizes, list) and all(type(size) is int for size in sizes) for sizes in value.values()
    )


def _is_csv(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(option, str | bool) or (isinstance(option, list) and all(map(_is_text, option)))
        for option in value.values()
    )


_OF_RECENT = {"source": _is_text, "opened": _is_text, "note": _is_text, "csv": _is_csv}
_OF_PREFERENCES = {
    "theme": _is_theme,
    "before_projector": _is_theme,
    "geometry": _is_text,
    "splitters": _is_splitters,
    "recent": lambda value: isinstance(value, list),
    "paper_folder": _is_text,
    "folder": _is_text,
    "lectures_folder": _is_text,
}
