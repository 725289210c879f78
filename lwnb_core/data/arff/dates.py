"""Date attributes: the usual letters of Java's SimpleDateFormat, read as milliseconds since 1970, UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import ClassVar

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH_STARTS = tuple(name[:3] for name in _MONTHS)
_NAMES_OF = {"M": _MONTHS, "E": _DAYS}
_NUMBERS = frozenset("yMDdHkhKmsS")
_LETTERS = _NUMBERS | frozenset("EazZX")
_ZONE_HOURS = {
    "GMT": 0,
    "UTC": 0,
    "UT": 0,
    "Z": 0,
    "WET": 0,
    "WEST": 1,
    "BST": 1,
    "CET": 1,
    "CEST": 2,
    "EET": 2,
    "EEST": 3,
    "EST": -5,
    "EDT": -4,
    "CST": -6,
    "CDT": -5,
    "MST": -7,
    "MDT": -6,
    "PST": -8,
    "PDT": -7,
    "JST": 9,
}
_ZONE = (
    rf"(?:(?:GMT|UTC)?[+-][0-9]{{1,2}}:?[0-9]{{2}}|{'|'.join(sorted(_ZONE_HOURS, key=len, reverse=True))})"
)
_RANGES = {"M": (1, 12), "d": (1, 31), "H": (0, 23), "k": (1, 24), "h": (1, 12), "K": (0, 11), "m": (0, 59)}
_RANGES |= {"s": (0, 59), "S": (0, 999), "D": (1, 366)}
_LONGEST_PATTERN = 200  # characters: a compiled pattern takes a hundred times its length
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_YEARS_BACK = 80  # Java: a year of two digits lies in the hundred years that begin 80 years ago


class DateFormat:
    """A pattern such as `yyyy-MM-dd HH:mm:ss`, compiled."""

    DEFAULT: ClassVar[str] = "yyyy-MM-dd'T'HH:mm:ss"

    def __init__(self, pattern: str, now: datetime | None = None) -> None:
        """Compile a pattern; raise a `ValueError` with a message for users if it cannot be read.

        `now` decides in which century a year of two digits lies; without it, it is the present moment.
        """
        if len(pattern) > _LONGEST_PATTERN:
            raise ValueError("it is too long")
        self.pattern = pattern
        self._century_start = _years_before(now or datetime.now(UTC), _YEARS_BACK)
        self._fields: list[str] = []
        self._regex = re.compile(self._compile(pattern), re.IGNORECASE)

    def milliseconds(self, text: str) -> float | None:
        """Return the moment that a text spells, or None if it does not follow the pattern."""
        match = self._regex.match(text)  # Java, too, ignores what follows the date
        if match is None:
            return None
        parts = dict(zip(self._fields, match.groups(), strict=True))
        try:
            moment = self._moment(parts)
        except (ValueError, OverflowError):
            return None
        return float(round((moment - _EPOCH) / timedelta(milliseconds=1)))

    def _moment(self, parts: dict[str, str]) -> datetime:
        """Choose the century as Java does: it begins within a year; in that year, month and day decide."""
        if len(parts.get("yy", "")) != 2:
            return _moment(parts, int(parts.get("yy", parts.get("y", 1970))))
        start = self._century_start
        century, first = divmod(start.year, 100)
        year = int(parts["yy"])
        moment = _moment(parts, 100 * (century + (year < first)) + year)
        if year == first and moment < start:
            return _moment(parts, 100 * (century + 1) + year)
        return moment

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
                field = "yy" if width <= 2 else "y"
            else:
                field = letter
            if field in self._fields:
                raise ValueError(f"the letter {letter!r} stands in two places")
            self._fields.append(field)
        return "".join(out)


def _pieces(pattern: str) -> list[tuple[str, int, str]]:
    """Split a pattern into runs of one letter, (letter, width, ""), and everything else, ("", 0, text)."""
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
    # Possessive, as in Java: a number takes all digits, and leaves none for the part that follows.
    return rf"[0-9]{{{width}}}" if exact else r"[0-9]{1,9}+"


def _years_before(moment: datetime, years: int) -> datetime:
    try:
        return moment.replace(year=moment.year - years)
    except ValueError:  # the 29th of February; Java takes the day before, too
        return moment.replace(year=moment.year - years, day=28)


def _moment(parts: dict[str, str], year: int) -> datetime:
    """Compute the moment; raise a `ValueError` for one that does not exist, such as the 30th of February."""
    for letter, (low, high) in _RANGES.items():
        if parts.get(letter, "").isdigit() and not low <= int(parts[letter]) <= high:
            raise ValueError(f"{letter} is out of range")
    month = parts.get("M", "1")
    month_number = int(month) if month.isdigit() else _MONTH_STARTS.index(month[:3].lower()) + 1
    start = datetime(year, month_number, int(parts.get("d", 1)), tzinfo=UTC)
    since = timedelta(
        days=int(parts.get("D", 1)) - 1,
        hours=_hour(parts),
        minutes=int(parts.get("m", 0)),
        seconds=int(parts.get("s", 0)),
        milliseconds=int(parts.get("S", 0)),
    )
    zone = next((parts[letter] for letter in "zZX" if letter in parts), "UTC")
    return start + since - _zone_offset(zone)


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
        return timedelta(hours=_ZONE_HOURS[zone.upper()])
    offset = timedelta(hours=int(match[2]), minutes=int(match[3]))
    return -offset if match[1] == "-" else offset
