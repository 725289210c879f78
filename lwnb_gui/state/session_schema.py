"""Reading JSON that nobody vouches for: every value is checked, and what is wrong is named by line.

Nothing but plain values comes out of here: texts, numbers, booleans, None, lists and objects of bounded size.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NoReturn

from lwnb_core import DataError

Path = tuple[str | int, ...]

MOST_BYTES = 64 << 20
MOST_TEXT = 20_000
MOST_NAME = 1_000
MOST_ENTRIES = 10_000

_HINT = "Mend the line in a text editor, or save the session or lecture anew from LWNB Explorer."
_SPACE = " \t\n\r"


class Checked:
    """One object of the file: each value is asked for by name and kind, and what is left over is refused."""

    def __init__(self, plain: Any, text: str, file: str, at: Path = ()) -> None:
        self._text, self._file, self._at = text, file, at
        if not isinstance(plain, dict):
            self.refuse(f"{_named(at)} must be an object in braces, not {_kind(plain)}")
        self._plain: dict[str, Any] = plain
        self._asked: set[str] = set()

    def refuse(self, message: str, name: str | None = None, hint: str = "") -> NoReturn:
        """Raise an error that names file and line."""
        at = self._at if name is None else (*self._at, name)
        raise DataError(message, file=self._file, line=line_of(self._text, at), hint=hint or _HINT)

    def has(self, name: str) -> bool:
        return name in self._plain

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        value = self._take(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.refuse(f"{name} must be a whole number from {least} to {most}, not {_kind(value)}", name)
        return value

    def yes_no(self, name: str, default: bool = False) -> bool:
        value = self._take(name, default)
        if not isinstance(value, bool):
            self.refuse(f"{name} must be true or false, not {_kind(value)}", name)
        return value

    def words(self, name: str, default: str | None = None, most: int = MOST_NAME) -> str:
        value = self._take(name, default)
        if not isinstance(value, str):
            self.refuse(f"{name} must be a text, not {_kind(value)}", name)
        if len(value) > most:
            self.refuse(f"{name} has {len(value):,} characters; {most:,} are allowed", name)
        return value

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self._take(name, default)
        if not isinstance(value, str) or value not in choices:
            self.refuse(f"{name} cannot be {_short(value)}; it can be {', '.join(choices)}", name)
        return value

    def names(self, name: str, most: int = MOST_ENTRIES) -> tuple[str, ...]:
        """A list of texts, none where it is not there."""
        value = self._take(name, [])
        if not isinstance(value, list) or len(value) > most:
            self.refuse(f"{name} must be a list of at most {most:,} texts", name)
        for i, entry in enumerate(value):
            if not isinstance(entry, str) or len(entry) > MOST_NAME:
                at = (*self._at, name, i)
                raise DataError(
                    f"{name} must hold texts, not {_kind(entry)}",
                    file=self._file,
                    line=line_of(self._text, at),
                    hint=_HINT,
                )
        return tuple(value)

    def is_list(self, name: str) -> bool:
        return isinstance(self._plain.get(name), list)

    def numbers(self, name: str, most: int = MOST_ENTRIES) -> tuple[float, ...]:
        """A list of finite numbers."""
        value = self._take(name)
        if not isinstance(value, list) or len(value) > most or not all(map(_is_number, value)):
            self.refuse(f"{name} must be a list of at most {most:,} numbers", name)
        return tuple(float(number) for number in value)

    def lines(self, name: str) -> str:
        """A text that is written as a list of lines."""
        value = self._take(name)
        if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
            self.refuse(f"{name} must be a list of lines", name)
        return "\n".join(value)

    def inner(self, name: str) -> Checked:
        """An object; an empty one where it is not there."""
        return Checked(self._take(name, {}), self._text, self._file, (*self._at, name))

    def objects(self, name: str, most: int = MOST_ENTRIES) -> tuple[Checked, ...]:
        """A list of objects, none where it is not there."""
        value = self._take(name, [])
        if not isinstance(value, list) or len(value) > most:
            self.refuse(f"{name} must be a list of at most {most:,} objects in braces", name)
        return tuple(
            Checked(entry, self._text, self._file, (*self._at, name, i)) for i, entry in enumerate(value)
        )

    def values(self, name: str) -> dict[str, float | str | None]:
        """An object whose values are numbers, texts or null."""
        inner = self.inner(name)
        if len(inner._plain) > MOST_ENTRIES:
            self.refuse(f"{name} has {len(inner._plain):,} entries; {MOST_ENTRIES:,} are allowed", name)
        return {key: inner._value(key) for key in inner._plain}

    def pairs(self, name: str) -> dict[str, Any]:
        """An object whose values are numbers, texts or booleans, to be checked by whoever asked."""
        inner = self.inner(name)
        for key, value in inner._plain.items():
            if not isinstance(value, bool | int | float | str):
                inner.refuse(f"{key} cannot be {_kind(value)}", key)
        return dict(inner._plain)

    def done(self) -> None:
        """Refuse whatever nobody has asked for."""
        for name in self._plain:
            if name not in self._asked:
                self.refuse(f"{_short(name)} is not known in {_named(self._at)}", name)

    def _take(self, name: str, default: Any = None) -> Any:
        self._asked.add(name)
        if name not in self._plain:
            if default is None:
                self.refuse(f"{name!r} is missing in {_named(self._at)}")
            return default
        return self._plain[name]

    def _value(self, name: str) -> float | str | None:
        value = self._plain[name]
        if value is None or (isinstance(value, str) and len(value) <= MOST_NAME):
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.refuse(f"{name} must be a number, a text or null, not {_kind(value)}", name)
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.refuse(f"{name} is too large a number", name)
        return number


def parse(text: str, file: str) -> Checked:
    """The outermost object of a file."""
    if len(text) > MOST_BYTES:
        raise DataError("the file is too large for a session or lecture", file=file, hint=_BIG)
    try:
        plain = json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        line = text.splitlines()[error.lineno - 1] if error.lineno <= len(text.splitlines()) else ""
        raise DataError(
            f"this is not JSON: {error.msg.lower()}, at column {error.colno}",
            file=file,
            line=error.lineno,
            text=line[:120],
            hint=_HINT,
        ) from None
    except _Twin as error:
        raise DataError(
            f"{_short(error.args[0])} is there twice in one object", file=file, hint=_HINT
        ) from None
    except RecursionError:
        raise DataError("the file is nested too deeply", file=file, hint=_HINT) from None
    except ValueError as error:
        raise DataError(f"a number cannot be read: {error}", file=file, hint=_HINT) from None
    return Checked(plain, text, file)


def line_of(text: str, at: Path) -> int | None:
    """The line on which a value stands, from 1; that of what holds it where it is not there."""
    try:
        return text.count("\n", 0, _find(text, _skip(text, 0), at)) + 1
    except (IndexError, ValueError):
        return None


def _find(text: str, start: int, at: Path) -> int:
    """Where the value at a path begins."""
    if not at:
        return start
    decoder = json.JSONDecoder()
    position, count = start + 1, 0
    while True:
        position = _skip(text, position)
        if text[position] in "}]":
            return start
        key: str | int = count
        name_at = position
        if text[start] == "{":
            key, position = scanstring(text, position + 1)
            position = _skip(text, _skip(text, position) + 1)
        if key == at[0]:
            return _find(text, position, at[1:]) if len(at) > 1 else name_at
        _, position = decoder.raw_decode(text, position)
        position = _skip(text, position)
        if text[position] == ",":
            position += 1
        count += 1


def _skip(text: str, position: int) -> int:
    while text[position] in _SPACE:
        position += 1
    return position


_BIG = "Keep large data in a file of their own beside it."


class _Twin(Exception):  # noqa: N818 - never leaves this module
    pass


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twin(name)
        found[name] = value
    return found


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and abs(value) <= sys.float_info.max


def _named(at: Path) -> str:
    return "the file" if not at else " of ".join(repr(str(part)) for part in reversed(at))


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return _short(value)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
