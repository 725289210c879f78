"""The header of an ARFF file: relation, attributes, and where the rows begin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from lwnb_core.data.arff.dates import DateFormat
from lwnb_core.data.arff.tokens import (
    CLOSE,
    MISSING,
    OPEN,
    Brace,
    Line,
    LineScanner,
    Quoted,
    after_first_token,
)
from lwnb_core.data.attribute import Attribute
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import ArffError

Refuse = Callable[..., ArffError]
"""Creates the error for a line: `refuse(message, line, hint=…)`."""

MOST_TOKENS = 5_000_000
"""The largest number of tokens on a line of the header: an attribute with more values is useless."""

UNCLOSED_QUOTE = "a quote is not closed: read up to the end of the line, as in Weka"

_NUMERIC_TYPES = frozenset({"numeric", "real", "integer"})


@dataclass(frozen=True)
class Header:
    """The attributes that a header declares, and where the rows begin."""

    relation: str
    attributes: tuple[Attribute, ...]
    dates: dict[int, DateFormat]
    rows_start: int
    rows_line: int


def read_header(text: str, refuse: Refuse, repairs: RepairLog, now: datetime | None = None) -> Header:
    """Read up to and including `@data`; a row may follow on the same line.

    `now` decides in which century a year of two digits lies (see `DateFormat`).
    """
    scanner = LineScanner(text)
    line = _declaration(scanner, refuse, repairs)
    if _keyword(line) != "@relation":
        raise refuse(
            "the file does not begin with @relation",
            line,
            hint="An ARFF file begins with '@relation NAME'. If this is a CSV file, give it a name that ends "
            "in .csv.",
        )
    relation = _relation(line, refuse, repairs)

    attributes: list[Attribute] = []
    dates: dict[int, DateFormat] = {}
    declared_at: dict[str, int] = {}
    while _keyword(line := _declaration(scanner, refuse, repairs)) == "@attribute":
        attribute, date = _attribute(line, refuse, repairs, now)
        if attribute.name in declared_at:
            raise refuse(
                f"two attributes are called {attribute.name!r}",
                line,
                hint=f"The first is on line {declared_at[attribute.name]}. Rename one of them.",
            )
        declared_at[attribute.name] = line.number
        if date is not None:
            dates[len(attributes)] = date
        attributes.append(attribute)
    if _keyword(line) != "@data":
        raise refuse(
            "expected @attribute or @data",
            line,
            hint="Comments begin with %. Names and values with spaces must be in quotes.",
        )
    if not attributes:
        raise refuse("the header declares no attributes", line, hint="Add '@attribute NAME TYPE' lines.")
    return Header(relation, tuple(attributes), dates, after_first_token(text, line), line.number)


def _declaration(scanner: LineScanner, refuse: Refuse, repairs: RepairLog) -> Line:
    line = scanner.next_line(MOST_TOKENS)
    if line is not None and len(line.tokens) > MOST_TOKENS:
        raise refuse(
            f"more than {MOST_TOKENS:,} words on one line", line, hint="Is this really an ARFF file?"
        )
    if line is None:
        raise refuse(
            "the file ends before @data", None, hint="The rows must follow a line that says '@data'."
        )
    if line.unclosed_quote:
        repairs.add(UNCLOSED_QUOTE, line.number)
    return line


def _keyword(line: Line) -> str:
    return "" if isinstance(line.tokens[0], Brace) else str(line.tokens[0]).lower()


def _relation(line: Line, refuse: Refuse, repairs: RepairLog) -> str:
    names = line.tokens[1:]
    if not names:
        raise refuse("@relation without a name", line, hint="Write '@relation NAME'.")
    if any(isinstance(name, Brace) for name in names) or any(name.startswith("@") for name in names[1:]):
        raise refuse(
            "the relation's name is not a plain word", line, hint="Put it in quotes, alone on its line."
        )
    if len(names) > 1:
        # Weka stops here, but its own filters write such names; nothing but the title depends on it.
        repairs.add("the relation's name has spaces or commas but no quotes", line.number)
    return " ".join(names)


def _attribute(
    line: Line, refuse: Refuse, repairs: RepairLog, now: datetime | None
) -> tuple[Attribute, DateFormat | None]:
    tokens = line.tokens
    if len(tokens) < 3 or isinstance(tokens[1], Brace):
        raise refuse("@attribute needs a name and a type", line, hint="Write '@attribute NAME TYPE'.")
    name, kind = str(tokens[1]), tokens[2]
    if kind == OPEN and isinstance(kind, Brace):
        return Attribute.nominal(name, _nominal_values(name, line, refuse, repairs)), None
    word = str(kind).lower()
    if word in _NUMERIC_TYPES and not isinstance(kind, Brace):
        return Attribute.numeric(name), None
    if word == "string":
        note = f"attribute {name!r} is text: kept for display, not used for learning"
        repairs.add(note, line.number, column=name)
        return Attribute.string(name), None
    if word == "date":
        date = _date_format(tokens, line, refuse, now)
        note = f"attribute {name!r} is a date: read as milliseconds since 1970-01-01, UTC"
        repairs.add(note, line.number, column=name)
        return Attribute.numeric(name), date
    if word == "relational":
        raise refuse(
            f"attribute {name!r} is relational: it contains a table in every row",
            line,
            hint="These learners need one value per attribute. Remove or flatten it"
            " (Weka: MultiInstanceToPropositional).",
        )
    raise refuse(
        f"attribute {name!r} has no valid type",
        line,
        hint="Types are numeric, real, integer, string, date and {value, value, …}."
        " A name with spaces or commas must be in quotes.",
    )


def _nominal_values(name: str, line: Line, refuse: Refuse, repairs: RepairLog) -> tuple[str, ...]:
    values: dict[str, None] = {}
    for position, token in enumerate(line.tokens[3:], start=3):
        if isinstance(token, Brace):
            if token != CLOSE:
                break
            if position + 1 < len(line.tokens):
                rest = str(line.tokens[position + 1])
                raise refuse(f"{rest!r} after the values of {name!r}", line, hint="Comments begin with %.")
            return tuple(values)
        if token == MISSING and not isinstance(token, Quoted):
            repairs.add(f"an unquoted ? is declared as a value of {name!r}", line.number, column=name)
        if token in values:
            raise refuse(
                f"attribute {name!r} declares {str(token)!r} twice", line, hint="Remove one of them."
            )
        values[str(token)] = None
    raise refuse(
        f"the values of {name!r} are not closed by '}}' on the same line",
        line,
        hint="Put all values on one line; a value that contains % or a brace must be in quotes.",
    )


def _date_format(tokens: list[str], line: Line, refuse: Refuse, now: datetime | None) -> DateFormat:
    pattern = tokens[3] if len(tokens) > 3 else DateFormat.DEFAULT
    try:
        if isinstance(pattern, Brace):
            raise ValueError("a brace")
        return DateFormat(str(pattern), now)
    except ValueError as error:
        raise refuse(
            f"the date format {str(pattern)[:60]!r} cannot be read: {error}",
            line,
            hint='Use the letters of Java\'s SimpleDateFormat, as in "yyyy-MM-dd HH:mm:ss".',
        ) from None
