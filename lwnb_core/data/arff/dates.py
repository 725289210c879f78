"""Date attributes: the usual letters of Java's SimpleDateFormat, read as milliseconds since 1970, UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import ClassVar

_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_NAMES_OF = {"M": _MONTHS, "E": _DAYS}
_NUMBERS = frozenset("yMdHkhKmsS")
_LETTERS = _NUMBERS | frozenset("EazZX")
_ZONE = r"(?:Z|z|(?:GMT|UTC)?[+-][0-9]{1,2}:?[0-9]{2}|GMT|UTC)"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PIVOT_YEARS_AHEAD = 20  # Java: a year of two digits lies within 80 years before and 20 years after today


class DateFormat:
    """A pattern such as `yyyy-MM-dd HH:mm:ss`, compiled."""

    DEFAULT: ClassVar[str] = "yyyy-MM-dd'T'HH:mm:ss"

    def __init__(self, pattern: str) -> None:
        """Raise `ValueError`, in words for a person, for a pattern that we cannot read."""
        self.pattern = pattern
        self._fields: list[str] = []
        self._regex = re.compile(self._compile(pattern), re.IGNORECASE)

    def milliseconds(self, text: str) -> float | None:
        """The moment that a text spells, or None if it does not follow the pattern."""
        match = self._regex.match(text)  # Java, too, ignores what follows the date
        if match is None:
            return None
        parts = dict(zip(self._fields, match.groups(), strict=True))
        try:
            moment = _moment(parts)
        except (ValueError, OverflowError):
            return None
        return float(round((moment - _EPOCH) / timedelta(milliseconds=1)))

    def _compile(self, pattern: str) -> str:
        pieces = _pieces(pattern)
        out: list[str] = []
        for position, (letter, width, literal) in enumerate(pieces):
            if not letter:
                out.append(re.escape(literal))
                continue
            if letter not in _LETTERS:
                raise ValueError(f"the letter {letter!r} is not known")
            follows_directly = position + 1 < len(pieces) and pieces[position + 1][0] in _NUMBERS
            out.append(f"({_regex_of(letter, width, exact=follows_directly)})")
            if letter == "y":
                field = "yy" if width == 2 else "y"
            else:
                field = letter
            if field in self._fields:
                raise ValueError(f"the letter {letter!r} stands in two places")
            self._fields.append(field)
        return "".join(out)


def _pieces(pattern: str) -> list[tuple[str, int, str]]:
    """Runs of one letter as (letter, width, ""), everything else as ("", 0, text)."""
    pieces: list[tuple[str, int, str]] = []
    for match in re.finditer(r"''|'((?:[^']|'')*)'|(([A-Za-z])\3*)|([^A-Za-z']+)|(')", pattern):
        if match[5]:
            raise ValueError("a quote is not closed")
        if match[3]:
            pieces.append((match[3], len(match[2]), ""))
        elif match[0] == "''":
            pieces.append(("", 0, "'"))
        else:
            pieces.append(("", 0, match[4] or (match[1] or "").replace("''", "'")))
    return pieces


def _regex_of(letter: str, width: int, *, exact: bool) -> str:
    if letter == "E" or (letter == "M" and width >= 3):
        names = _NAMES_OF[letter]
        return "|".join([*names, *(name[:3] for name in names)])
    if letter == "a":
        return "am|pm"
    if letter in "zZX":
        return _ZONE
    return rf"[0-9]{{{width}}}" if exact else r"[0-9]{1,9}"


def _moment(parts: dict[str, str]) -> datetime:
    """Fields beyond their usual range roll over, as in Java: the 32nd of January is the 1st of February."""
    month = parts.get("M", "1")
    month_number = int(month) if month.isdigit() else 1 + [m[:3] for m in _MONTHS].index(month[:3].lower())
    year, month_index = divmod(_year(parts) * 12 + month_number - 1, 12)
    start = datetime(year, month_index + 1, 1, tzinfo=UTC)
    since = timedelta(
        days=int(parts.get("d", 1)) - 1,
        hours=_hour(parts),
        minutes=int(parts.get("m", 0)),
        seconds=int(parts.get("s", 0)),
        milliseconds=int(parts.get("S", 0)),
    )
    zone = next((parts[letter] for letter in "zZX" if letter in parts), "Z")
    return start + since - _zone_offset(zone)


def _year(parts: dict[str, str]) -> int:
    if "yy" not in parts:
        return int(parts.get("y", 1970))
    year = int(parts["yy"])
    if len(parts["yy"]) != 2:
        return year
    newest = datetime.now(UTC).year + _PIVOT_YEARS_AHEAD
    return newest - (newest - year) % 100


def _hour(parts: dict[str, str]) -> int:
    if "H" in parts:
        return int(parts["H"])
    if "k" in parts:
        return int(parts["k"]) % 24
    hour = int(parts.get("h", parts.get("K", 0))) % 12
    return hour + 12 * (parts.get("a", "am").lower() == "pm")


def _zone_offset(zone: str) -> timedelta:
    match = re.search(r"([+-])([0-9]{1,2}):?([0-9]{2})", zone)
    if match is None:
        return timedelta()
    offset = timedelta(hours=int(match[2]), minutes=int(match[3]))
    return -offset if match[1] == "-" else offset
