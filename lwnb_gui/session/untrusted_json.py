"""JSON from a file of unknown origin: every value is checked, and errors name field and line.

Types (see `file_types`) define the possible content of a file, and pydantic checks it. Here is the rest:
duplicate keys, the line of an error, and messages for people.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from lwnb_core import DataError, LwnbError
from lwnb_gui.session.file_types import kind_of, short

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails

JsonPath = tuple[str | int, ...]
T = TypeVar("T")

MOST_BYTES = 64 << 20

_HINT = "Correct the line in a text editor, or save the session or lecture again from LWNB Explorer."
_LARGE_HINT = "Keep large data in a separate file next to it."
_SPACE = " \t\n\r"
_QUOTE = "'"
_MOST_NESTED = 100
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_PERHAPS_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # which only an escape can be: the file was decoded


@dataclass(frozen=True)
class Document:
    """The outermost object of a file, with its text for the lines of errors."""

    plain: dict[str, Any]
    text: str
    file: str

    def refuse(self, message: str, at: JsonPath = (), hint: str = "") -> NoReturn:
        """Raise an error that names file and line."""
        raise DataError(message, file=self.file, line=line_of(self.text, at), hint=hint or _HINT)

    def checked(self, plain: Any, schema: TypeAdapter[T], position: Callable[[JsonPath], JsonPath]) -> T:
        """Return a part of the file as its type; the first error is raised as a `DataError`.

        `position` says where a value stands in the file, if `plain` is arranged otherwise.
        """
        from pydantic import ValidationError  # slow to load

        try:
            return schema.validate_python(plain)
        except ValidationError as error:
            self._refuse_deep()
            first = error.errors(include_url=False)[0]
            at = position(tuple(part for part in first["loc"] if part != "[key]"))
            cause = first.get("ctx", {}).get("error")
            if first["type"] == "union_tag_invalid":  # it is about the key that distinguishes the kinds
                at = (*at, first["ctx"]["discriminator"].strip(_QUOTE))
            self.refuse(message_for(first, at), at, cause.hint if isinstance(cause, LwnbError) else "")

    def _refuse_deep(self) -> None:
        """Refuse a value that is nested too deeply to be named in a message."""
        for at, _ in self._values():
            if len(at) > _MOST_NESTED:
                self.refuse(f"{name_of(at[:1])} is nested too deeply", at[:1])

    def refuse_half_characters(self) -> None:
        """Refuse texts that JSON can hold and a file cannot."""
        for at, value in self._values():
            texts = [value] if isinstance(value, str) else value if isinstance(value, dict) else []
            if any(_HALF_CHARACTER.search(text) for text in texts):
                self.refuse(f"{name_of(at)} contains half of a two-part character", at)

    def _values(self) -> Iterator[tuple[JsonPath, Any]]:
        """Yield every value with its position, objects and lists before what is in them."""
        waiting: list[tuple[JsonPath, Any]] = [((), self.plain)]
        while waiting:
            at, value = waiting.pop()
            yield at, value
            if isinstance(value, dict):
                waiting += [((*at, key), inner) for key, inner in value.items()]
            elif isinstance(value, list):
                waiting += [((*at, i), inner) for i, inner in enumerate(value)]


def parse(text: str, file: str) -> Document:
    """Return the outermost object of a file, without duplicate keys or numbers that JSON does not have."""
    if len(text) > MOST_BYTES:
        raise DataError("the file is too large for a session or lecture", file=file, hint=_LARGE_HINT)
    try:
        plain = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        lines = text.splitlines()
        raise DataError(
            f"this is not JSON: {error.msg.lower()}, at column {error.colno}",
            file=file,
            line=error.lineno,
            text=lines[error.lineno - 1][:120] if error.lineno <= len(lines) else "",
            hint=_HINT,
        ) from None
    except DataError as error:
        raise DataError(error.message, file=file, hint=_HINT) from None
    except RecursionError:
        raise DataError("the file is nested too deeply", file=file, hint=_HINT) from None
    except ValueError as error:
        raise DataError(f"a number cannot be read: {error}", file=file, hint=_HINT) from None
    if not isinstance(plain, dict):
        raise DataError(
            f"the file must be an object in braces, not {kind_of(plain)}", file=file, line=1, hint=_HINT
        )
    document = Document(plain, text, file)
    if _PERHAPS_HALF.search(text):
        document.refuse_half_characters()
    return document


def check_size(size: int, file: str) -> None:
    """Refuse a file that is too large, before it is read."""
    if size > MOST_BYTES:
        raise DataError(
            f"{size / 2**20:.0f} MB is too large for a session or lecture", file=file, hint=_LARGE_HINT
        )


# -- messages -----------------------------------------------------------------------------------------


def message_for(error: ErrorDetails, at: JsonPath) -> str:
    """Put an error of pydantic into words; `at` is its position."""
    kind, value, limits = error["type"], error["input"], error.get("ctx", {})
    name = str(at[-1]) if at else "the file"
    if at and isinstance(at[-1], int):
        name = f"entry {at[-1] + 1} of {name_of(at[:-1])}"
    if isinstance(limits.get("error"), LwnbError):
        told = limits["error"].message.replace("{name}", name)
        told = told.replace("{quoted name}", repr(name)).replace("{parent}", name_of(at[:-1]))
        return told.replace("{itself}", name_of(at))
    if kind == "missing":
        return f"{name!r} is missing in {name_of(at[:-1])}"
    if kind == "unexpected_keyword_argument" or error["loc"][-1] == "[key]":
        return f"{short(name)} is unknown in {name_of(at[:-1])}"
    if kind == "union_tag_invalid":
        tags = limits["expected_tags"].replace(_QUOTE, "")
        return f"{name} cannot be {short(value[name])}; it can be {tags}"
    if kind == "literal_error":
        return f"{name} cannot be {short(value)}; it can be {limits['expected'].replace(_QUOTE, '')}"
    if kind == "string_too_long":
        return f"{name} has {len(value):,} characters; {limits['max_length']:,} are allowed"
    if kind == "too_long":
        return f"{name} can have at most {limits['max_length']:,} entries, not {limits['actual_length']:,}"
    must = {
        "string_type": "a text",
        "bool_type": "true or false",
        "list_type": "a list",
        "tuple_type": "a list",
        "frozen_set_type": "a list",
        "dict_type": "an object in braces",
        "dataclass_type": "an object in braces",
        "int_type": "a whole number",
        "greater_than_equal": f"a whole number of at least {limits.get('ge')}",
        "less_than_equal": f"a whole number of at most {limits.get('le')}",
    }
    if kind in must:
        return f"{name} must be {must[kind]}, not {kind_of(value)}"
    return f"{name}: {error['msg'].lower()}"


def name_of(at: JsonPath) -> str:
    """Name an object of the file, from the inside out."""
    names = [
        f"screen {part + 1}" if isinstance(part, int) and at[i - 1] == "screens" else repr(str(part))
        for i, part in enumerate(at)
        if part != "screens"
    ]
    return " of ".join(reversed(names)) or "the file"


# -- lines --------------------------------------------------------------------------------------------


def line_of(text: str, at: Sequence[str | int]) -> int | None:
    """Return the line of a value, from 1; if the value is missing, that of the object around it."""
    try:
        return text.count("\n", 0, _find(text, _skip(text, 0), at)) + 1
    except (IndexError, ValueError):
        return None


def _find(text: str, start: int, at: Sequence[str | int]) -> int:
    """Return where the value at a path begins."""
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


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys, whose meaning JSON does not define."""
    plain = dict(pairs)
    if len(plain) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DataError(f"{short(twice)} occurs twice in one object")
    return plain


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")
