"""The possible values of a session file, and how they are written.

The frozen values of the state (`Session`, `CurveSettings`, …) are the schema of the file: pydantic reads the
annotations of their fields when a file is opened. Creating such a value in the program checks nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NoReturn

from annotated_types import Ge, Gt, Le, MaxLen

from lwnb_core import LWNB, DataError
from lwnb_core.data import Kind
from lwnb_core.evaluation.measures import class_of_measure, f1_measure
from lwnb_gui.session.annotations import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    PlainValidator,
    Strict,
    WrapSerializer,
)

if TYPE_CHECKING:
    from pydantic import ConfigDict

# For `__pydantic_config__`: no unknown keys. Not strict: a list of the file may be a tuple in the program.
# Where pydantic would convert more than that, such as "5" or true to 5, the type is strict (`Whole`, `Flag`).
# The schema of the whole file is made when one is first read or written: the start page does not wait for it.
FILE: ConfigDict = {"extra": "forbid", "defer_build": True}

MOST_TEXT = 20_000
_MOST_ENTRIES = 10_000
_MOST_BINS = 1_000

Bins = int | tuple[float, ...]
"""How a numeric class is cut: into so many intervals, or at these cuts."""


def one_of(choices: Iterable[str] | Callable[[], Iterable[str]]) -> Any:
    """Return a type for one of several texts, in an annotation of `str`; a function is called per check."""

    def check(value: Any) -> Any:
        known = tuple(choices() if callable(choices) else choices)
        if value not in known:
            raise DataError(f"{{name}} cannot be {short(value)}; it can be {', '.join(known)}")
        return value

    return BeforeValidator(check)


def among_the_others(name: str, keys: Sequence[str]) -> tuple[Any, ...]:
    """Return annotations of a value whose field `name` has its keys among the others in a file."""

    def nested(plain: Any) -> Any:
        if not isinstance(plain, dict):
            return plain
        if name in plain:
            raise DataError(f"{name!r} is unknown in {{itself}}")
        own = {key: value for key, value in plain.items() if key not in keys}
        return own | {name: {key: plain[key] for key in keys if key in plain}}

    def flat(value: Any, plain_of: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        plain = plain_of(value)
        inner = plain.pop(name, {})
        return plain | inner

    return BeforeValidator(nested), WrapSerializer(flat)


def measure_among(choices: Iterable[str]) -> Any:
    """Return a type for one of several measures, or F1 of one class, in an annotation of `str`."""
    known = tuple(choices)

    def check(value: Any) -> Any:
        is_of_class = isinstance(value, str) and class_of_measure(value) and len(value) <= MOST_TEXT
        if value not in known and not is_of_class:
            listed = ", ".join((*known, f1_measure("CLASS")))
            raise DataError(f"{{name}} cannot be {short(value)}; it can be {listed}")
        return value

    return BeforeValidator(check)


def _no_null(path: str) -> str:
    if "\0" in path:
        raise DataError("a path cannot contain a NUL character")
    return path


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _instance_value(value: Any) -> float | str | None:
    if value is None or (isinstance(value, str) and len(value) <= 1_000):
        return value
    if not _is_number(value):
        raise DataError(f"{{name}} must be a number, a text or null, not {kind_of(value)}")
    if not abs(value) <= sys.float_info.max:
        raise DataError("{name} is too large a number")
    return float(value)


def _bins(value: Any) -> Bins | None:
    if isinstance(value, list):
        fits = len(value) <= _MOST_BINS and all(map(_is_number, value))
        if not fits or not all(abs(cut) <= sys.float_info.max for cut in value):
            raise DataError(f"{{name}} must be a list of at most {_MOST_BINS:,} numbers")
        return tuple(float(cut) for cut in value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_BINS:
        raise DataError(f"{{name}} must be a whole number from 0 to {_MOST_BINS}, not {kind_of(value)}")
    return value or None


def _colour(value: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
        raise DataError("the colour of {quoted name} must look like #0072B2")
    return value


def _short_enough(text: str) -> str:
    if len(text) > MOST_TEXT:
        raise DataError(f"{{name}} has {len(text):,} characters; {MOST_TEXT:,} are allowed")
    return text


def _variant(spec: str) -> LWNB:
    from lwnb_core import learner_from_spec  # with it come all learners

    learner = learner_from_spec(spec)
    if not isinstance(learner, LWNB):
        raise DataError(f"a variant must be an LWNB, not {learner.name}")
    return learner


def _specs(learners: Iterable[LWNB]) -> list[str]:
    from lwnb_core import spec_of

    return [spec_of(learner) for learner in learners]


Whole = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]
Name = Annotated[str, MaxLen(1_000)]
Names = Annotated[tuple[Name, ...], MaxLen(_MOST_ENTRIES)]
NameSet = Annotated[frozenset[Name], MaxLen(_MOST_ENTRIES), PlainSerializer(sorted)]
FilePath = Annotated[str, MaxLen(4_096), AfterValidator(_no_null)]
Count = Annotated[Whole, Ge(1), Le(10**9)]
Points = Annotated[float, Strict(), Gt(0), Le(50)]  # points of accuracy
# Counted from 0 in the program, from 1 in the file.
Position = Annotated[
    Whole, Ge(1), Le(10**9), AfterValidator(lambda n: n - 1), PlainSerializer(lambda n: n + 1)
]


@dataclass(frozen=True)
class _Csv:
    """The options of the CSV reader that a file may give."""

    __pydantic_config__: ClassVar = FILE

    separator: Name | None = None
    quote: Name | None = None
    decimal: Name | None = None
    encoding: Name | None = None
    class_attribute: Name | None = None
    missing: Names | None = None
    nominal: Names | None = None
    numeric: Names | None = None
    ignore: Names | None = None
    only: Names | None = None
    header: Flag | None = None
    fill: Flag | None = None


if TYPE_CHECKING:
    Lines = str
    Prose = str
    Kinds = dict[str, Kind]
    ClassBins = Bins | None
    Changes = tuple[tuple[str, float | str | None], ...]
    Colours = tuple[tuple[str, str], ...]
    CsvOptions = Mapping[str, Any]
    IsLogAxis = bool
    Variants = tuple[LWNB, ...]
else:

    def _pairs(value: Any) -> Any:
        """Convert pairs, which the program can compare and hash, to an object in the file."""
        entries = dict[Name, value]
        return Annotated[
            entries,
            MaxLen(_MOST_ENTRIES),
            AfterValidator(lambda d: tuple(d.items())),
            PlainSerializer(dict),
        ]

    # One text in the program, a list of lines in the file.
    Lines = Annotated[
        list[str],
        AfterValidator("\n".join),
        PlainSerializer(lambda text: text.split("\n") if text else []),
    ]
    Prose = Annotated[Lines, AfterValidator(_short_enough)]
    Kinds = Annotated[dict[Name, Literal["numeric", "nominal"]], MaxLen(_MOST_ENTRIES)]
    ClassBins = Annotated[Any, PlainValidator(_bins)]
    Changes = _pairs(Annotated[Any, AfterValidator(_instance_value)])
    Colours = _pairs(Annotated[str, AfterValidator(_colour)])
    CsvOptions = Annotated[
        _Csv,
        AfterValidator(lambda csv: {n: v for n, v in vars(csv).items() if v is not None}),
        PlainSerializer(dict),
    ]
    IsLogAxis = Annotated[
        Literal["log", "linear"],
        AfterValidator(lambda axis: axis == "log"),
        PlainSerializer(lambda is_log: "log" if is_log else "linear"),
    ]
    # Learners by their specs.
    Variants = Annotated[
        list[Annotated[Name, AfterValidator(_variant)]],
        MaxLen(50),
        AfterValidator(tuple),
        PlainSerializer(_specs),
    ]


def not_in_file() -> tuple[Any, Any]:
    """Return the annotations of a field that a file does not have."""

    def refuse(value: Any) -> NoReturn:
        raise DataError("{quoted name} is unknown in {parent}")

    return BeforeValidator(refuse), Field(exclude=True)


def kind_of(value: Any) -> str:
    """Name the kind of a value of the file for a message."""
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
            return short(value)


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
