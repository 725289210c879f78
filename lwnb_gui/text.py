"""Texts and numbers as people read them, on the screen, in files and in the terminal."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

PROBABILITY_DECIMALS = 3  # of a class, a value or a share of the votes
EXACT_PROBABILITY_DECIMALS = 6  # in files, and where all digits are requested
MINUS = "\N{MINUS SIGN}"
MISSING = "?"
NO_BREAK = "\N{NO-BREAK SPACE}"
_JOINER = "\N{WORD JOINER}"  # after a hyphen, prevents a line break

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


# The blank stands first, so that only blanks are looked at.
_UNITS = re.compile(r" (?:(?<=\d )(?=%)|(?<=\bk )(?=[=≤≥])|(?<=[=≤≥±] )(?=[\d−])|(?<=\bweight )(?=\d))")
_HYPHENATED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")
_LONGEST_UNBROKEN = 20  # characters of a name with hyphens: a longer one may need two lines


def printable(text: str) -> str:
    """Return a name or value from a file; characters that could move the cursor become visible."""
    return _CONTROLS.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def quoted(text: str, most: int = 60) -> str:
    """Quote a text that a user has typed, for an error message; a long one is cut in the middle."""
    if len(text) > most:
        half = (most - 1) // 2
        text = f"{text[:half]}…{text[-half:]}"
    return f"'{printable(text)}'"


def column_list(names: Sequence[str]) -> str:
    """Return names of columns as command-line options need them: one with a comma is in double quotes."""
    doubled = (name.replace('"', '""') for name in names)
    return ",".join(f'"{name}"' if "," in name or '"' in name else name for name in doubled)


def unbroken(text: str) -> str:
    """Return the text without line breaks in `52.5 %`, `k ≥ 387`, `± 4.1` and `Iris-virginica`."""
    text = _UNITS.sub(NO_BREAK, text)
    return _HYPHENATED.sub(_joined, text) if "-" in text else text


def breakable(text: str) -> str:
    """Return the text for copying, comparing and reading aloud, without characters about line breaks."""
    return text.replace(NO_BREAK, " ").replace(_JOINER, "")


def _joined(match: re.Match[str]) -> str:
    name = match.group()
    return name.replace("-", f"-{_JOINER}") if len(name) <= _LONGEST_UNBROKEN else name


@lru_cache(maxsize=64)  # called sixty times in a step of k: with 19 classes this saves 2.7 ms
def class_names(classes: tuple[str, ...], attribute: str) -> tuple[str, ...]:
    """Return classes as a sentence names them: `cultivar 2` if a bare number could be taken for a result."""
    # imported here, because some commands start without numpy
    from lwnb_core.class_names import class_names as named

    return tuple(map(printable, named(classes, attribute)))


def fixed(value: float, decimals: int) -> str:
    """Format a number with a constant number of decimals and a true minus sign."""
    if not math.isfinite(value):
        return "–"
    text = "%.*f" % (decimals, value)  # noqa: UP031  # twice as fast, and called for every number on the screen
    if text[0] != "-":
        return text
    return text[1:] if float(text) == 0 else MINUS + text[1:]


def decimals_for(value: float, digits: int) -> int:
    """Return how many decimals it takes to show this many digits of a number."""
    if value == 0 or not math.isfinite(value):
        return 0
    size = int(f"{value:.{digits - 1}e}".partition("e")[2])  # after rounding: 0.00996 has the size of 0.010
    return max(digits - 1 - size, 0)


def small(value: float, decimals: int) -> str:
    """Do the same as `fixed`, but only 0 itself becomes 0.000: smaller numbers become <0.001."""
    least = 10.0**-decimals
    return f"<{least:.{decimals}f}" if 0 < value < least / 2 else fixed(value, decimals)


def probability(value: float, decimals: int = PROBABILITY_DECIMALS) -> str:
    """Do the same as `small`, but only 1 itself becomes 1.000."""
    nearly = 1 - 10.0**-decimals
    return f">{nearly:.{decimals}f}" if (1 + nearly) / 2 <= value < 1 else small(value, decimals)


def probabilities(
    values: Sequence[float], decimals: int = PROBABILITY_DECIMALS, *, can_be_zero: bool = True
) -> list[str]:
    """Format the probabilities of all classes: one becomes 1.000 only if all others are 0.

    If no probability can be 0, one that underflowed to 0 becomes <0.001.
    """
    least = 0.0 if can_be_zero else math.ulp(0.0)
    values = [max(value, least) for value in values]
    is_certain = sum(value > 0 for value in values) == 1
    most = 1.0 if is_certain else math.nextafter(1.0, 0.0)
    return [probability(min(value, most), decimals) for value in values]


def exact_probability(value: float) -> str:
    """Return a probability for programs."""
    return fixed(value, EXACT_PROBABILITY_DECIMALS)


LEAST_READABLE_PROBABILITY = 0.5 * 10.0**-PROBABILITY_DECIMALS  # less is written <0.001
LONGEST_PROBABILITY = probability(math.nextafter(1.0, 0.0))


def related(text: str) -> str:
    """Return a number after the symbol that relates it: `= 0.828`, or `> 0.999` if the digits end."""
    return f"{text[0]} {text[1:]}" if text[0] in "<>" else f"= {text}"


def distance_text(value: float) -> str:
    """Format a distance, or the bandwidth."""
    return small(value, 4)


def weight_text(value: float) -> str:
    """Format the weight w of a neighbour."""
    return small(value, 3)


def rescaled_text(value: float) -> str:
    """Format the rescaled weight w′ of a neighbour, or a sum of such weights."""
    return small(value, 2)


def signed(value: float, decimals: int = 2) -> str:
    """Do the same as `fixed`, with a plus sign before positive numbers."""
    text = fixed(value, decimals)
    return f"+{text}" if value > 0 and float(f"{value:.{decimals}f}") > 0 else text


def number(value: float | None) -> str:
    """Format a value of the data with the digits that it has, at most six."""
    if value is None or math.isnan(value):
        return MISSING
    if value == int(value) and abs(value) < 1e7 if math.isfinite(value) else False:
        return str(int(value)).replace("-", MINUS)
    return significant(value, 6)


def significant(value: float, digits: int) -> str:
    """Format with at most this many digits: 0.073, 1.38e−06."""
    return f"{value:.{digits}g}".replace("-", MINUS)


def rounded(value: float, digits: int) -> str:
    """Format with exactly this many digits, including zeros at the end: 0.0730, 1.38e6, 1.48e−6."""
    digits_shown, _, power = f"{value:#.{digits}g}".partition("e")
    exponent = f"e{int(power)}" if power else ""
    return (digits_shown.rstrip(".") + exponent).replace("-", MINUS)


def decimals_that_give(result: str, computed: Callable[[int], str], least: int, most: int = 8) -> int:
    """Return the fewest decimals with which the displayed numbers of a formula give its displayed result.

    `computed` returns the result for numbers with that many decimals. `most` is returned where none agree.
    """
    return next((decimals for decimals in range(least, most) if computed(decimals) == result), most)


def laplace_decimals(counted: float, extra: int, total: float) -> int:
    """Return the decimals of the weights in (1 + counted) / (extra + total) that give the probability."""

    def computed(decimals: int) -> str:
        return probability((1 + round(counted, decimals)) / (extra + round(total, decimals)))

    return decimals_that_give(probability((1 + counted) / (extra + total)), computed, 2)


def amount(value: float) -> str:
    """Format a number of rows, with thousands separators; with instance weights it may be a fraction."""
    return f"{int(value):,}" if math.isfinite(value) and value == int(value) else f"{value:,.6g}"


def value_text(value: float | str | None) -> str:
    """Format a value of an instance: a number, a nominal value, or `?`."""
    return printable(value) if isinstance(value, str) else number(value)


def exact_text(value: float | str | None) -> str:
    """Format a value of an instance with all the digits that the data have, for files."""
    if isinstance(value, str):
        return printable(value)
    return MISSING if value is None or math.isnan(value) else f"{value:.10g}"


def count(n: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: `1 row`, `150 rows`."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def points(value: float) -> str:
    """Return the precision of an accuracy in two digits: `± 1 point`, `± 0.5 points`."""
    text = f"{value:.2g}"
    return f"± {text} {'point' if text == '1' else 'points'}"


def capitalised(text: str) -> str:
    """Capitalise the first letter of a text; the rest is unchanged."""
    return f"{text[:1].upper()}{text[1:]}"


def listed(items: Sequence[str]) -> str:
    """List items: `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
