"""The `.lwnb` file of a session or lecture: versioned JSON.

What may stand in it is said by the types of `Session`. Files may come from anybody: see `untrusted_json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lwnb_core import DataError, Dataset
from lwnb_core.data.text import decode, read_bytes
from lwnb_gui.app.column_edits import EDITS_IN_FILE
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.app.unused_columns import unused_columns, without_columns
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.session.data import DataSource, TestSource
from lwnb_gui.session.file_types import kind_of
from lwnb_gui.session.session import Session, SessionInFile
from lwnb_gui.session.untrusted_json import MOST_BYTES, Document, JsonPath, check_size, parse
from lwnb_gui.teaching.screen import (
    LEARNER_IN_FILE,
    SETTINGS_OF_SCREEN,
    TEXTS_OF_SCREEN,
    Screen,
    settings_in_file,
)
from lwnb_gui.teaching.teaching import ScreenInFile

if TYPE_CHECKING:
    from pydantic import TypeAdapter

VERSION = 1
SUFFIX = ".lwnb"
# The keys of fields that have others, or several, in a file.
_OTHER_KEYS = {"page": ("place",), "edits": EDITS_IN_FILE, "learner": LEARNER_IN_FILE}


def _keys(names: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of fields in a file."""
    return tuple(chain.from_iterable(_OTHER_KEYS.get(name, (name,)) for name in names))


_ORDER = tuple(dict.fromkeys(("kind", "lecture", *_keys(f.name for f in fields(Session)))))
_OF_SCREEN = _keys(SETTINGS_OF_SCREEN)


@cache
def _schema(of_screen: bool = False) -> TypeAdapter[Any]:
    """Return the schema of a whole file, or of a screen in it."""
    from pydantic import TypeAdapter  # slow to load

    return TypeAdapter(ScreenInFile if of_screen else SessionInFile)


# -- writing ------------------------------------------------------------------------------------------


def session_text(
    session: Session,
    query: Query | None,
    read: Dataset | None,
    file: Path | None,
    *,
    embed: bool = False,
    with_unused: bool = True,
) -> str:
    """Return the text of a session's file, with relative paths and the fingerprint of the data. Slow.

    `read` are the data as they were opened. With `embed` they and those of a test file are in the text, for a
    lecture that travels alone. Without `with_unused` data inside the file lack the columns that are not in
    use.
    """
    gone = () if with_unused or query is None else unused_columns(query.data, query.unused)
    data, test_rows = session.data, session.test_rows
    if read is not None and _is_written(data, embed=embed, with_all=not gone):
        data = DataSource.of_data(without_columns(read, gone))
        session = session.without_columns(gone)
    elif read is not None and data.path:
        data = replace(data.relative_to(file), fingerprint=read.fingerprint)
    if isinstance(test_rows, TestSource):
        test = test_rows.data.relative_to(file)
        if (
            query is not None
            and isinstance(query.test_rows, TestFile)
            and _is_written(test, embed=embed, with_all=not gone)
        ):
            test = DataSource.of_data(without_columns(query.test_rows.as_read, gone))
        test_rows = TestSource(test)
    experiment = session.experiment.relative_to(file)
    text = to_json(replace(session, data=data, test_rows=test_rows, experiment=experiment))
    if len(text) > MOST_BYTES:
        raise DataError(
            "the data are too large to be stored in a lecture",
            file=str(file or ""),
            hint="Save it without the data, and keep the data file next to it.",
        )
    return text


def _is_written(source: DataSource, *, embed: bool, with_all: bool) -> bool:
    """Whether the data have to be written as text: they are in no file, should travel, or lose columns."""
    return source.in_memory is not None or bool(embed and source.path) or bool(source.inside and not with_all)


def to_json(session: Session) -> str:
    """Return text for a file; except for the settings, everything at its default is left out."""
    plain = _schema().dump_python(session, mode="json", by_alias=True, exclude_defaults=True)
    plain |= {"kind": session.kind, "row": session.row + 1, "place": session.page}
    plain |= settings_in_file(session.learner)
    if session.lecture is not None and session.lecture.screens:
        plain["lecture"]["screens"] = _screens(session)
    written = {"format": "lwnb", "version": VERSION} | {key: plain[key] for key in _ORDER if key in plain}
    return json.dumps(written, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _screens(session: Session) -> list[dict[str, Any]]:
    """Return screens with their texts and what differs from the screen before (first: from the session)."""
    assert session.lecture is not None
    before = _flat(session.as_screen())
    written = []
    for screen in session.lecture.screens:
        plain = _flat(screen)
        texts = {key: plain.pop(key) for key in TEXTS_OF_SCREEN}
        changed = {key: value for key, value in plain.items() if value != before[key]}
        written.append({key: text for key, text in texts.items() if text} | changed)
        before = plain
    return written


def _flat(screen: Screen) -> dict[str, Any]:
    """Return all settings as the keys of a file."""
    plain: dict[str, Any] = _schema(of_screen=True).dump_python(screen, mode="json", by_alias=True)
    return plain | {"knobs": screen.learner.convention.changed_knobs}


# -- reading ------------------------------------------------------------------------------------------


def is_session(path: str | Path) -> bool:
    """Whether a file is one of ours, judging by its name."""
    return str(path).lower().endswith(SUFFIX)


def load_session(path: str | Path) -> Session:
    """Read a `.lwnb` file; every failure is a `DataError` with file, line and remedy."""
    file = Path(path)
    with suppress(OSError):  # the reader reports what is wrong
        check_size(file.stat().st_size, str(file))
    return from_json(decode(read_bytes(file), file=str(file)).text, str(file))


def from_json(text: str, file: str = "") -> Session:
    """Return the session in a text; `file` is its name in messages."""
    document = parse(text, file)
    plain = dict(document.plain)
    if plain.pop("format", "") != "lwnb":
        document.refuse(
            "this is not a session or lecture of LWNB Explorer", hint='Such a file contains "format": "lwnb".'
        )
    _check_version(document, plain.pop("version", None))
    if isinstance(plain.get("lecture"), dict) and "screens" in plain["lecture"]:
        plain["lecture"] = plain["lecture"] | {"screens": _resolved(document, plain)}
    session = document.checked(plain, _schema(), _position)
    if "data" not in plain and session.experiment == ExperimentSettings():
        document.refuse("'data' is missing in the file")
    n_screens = len(session.lecture.screens) if session.lecture is not None else 0
    if session.screen >= max(n_screens, 1):
        document.refuse(f"there is no screen {session.screen + 1}; the lecture has {n_screens}", ("screen",))
    return session


def _resolved(document: Document, plain: Mapping[str, Any]) -> Any:
    """Return the screens of a lecture with everything that they inherit from the one before."""
    at: JsonPath = ("lecture", "screens")
    screens = plain["lecture"]["screens"]
    if not isinstance(screens, list):
        return screens
    if not screens:
        document.refuse("screens is empty", at)
    before = {key: plain[key] for key in _OF_SCREEN if key in plain}
    resolved = []
    for screen in screens:
        if isinstance(screen, dict):
            before |= {key: value for key, value in screen.items() if key in _OF_SCREEN}
            screen = before | screen
        resolved.append(screen)
    return resolved


def _check_version(document: Document, version: object) -> None:
    if version is None:
        document.refuse("'version' is missing in the file")
    if isinstance(version, bool) or not isinstance(version, int):
        document.refuse(f"version must be a whole number, not {kind_of(version)}", ("version",))
    if version > VERSION:
        document.refuse(
            f"this file was written by a newer LWNB Explorer (format {version}; this one reads format "
            f"{VERSION})",
            ("version",),
            hint="Update LWNB Explorer to open it. The file itself is fine and has not been changed.",
        )
    if version < 1:
        document.refuse(f"there is no format {version}", ("version",))


def _position(at: JsonPath) -> JsonPath:
    """Return the position of a nested value in the file: pydantic adds the kind of the test rows."""
    if at[:1] == ("test_rows",):
        at = at[:1] + at[2:]
    return tuple(part for i, part in enumerate(at) if part not in ("learner", "edits") or i == len(at) - 1)
