"""How the numbers of a result are written. Values of the data and shares are in `lwnb_gui.text`."""

from __future__ import annotations

import math
from collections.abc import Iterable

from lwnb_core.local.naive_bayes import FLOOR
from lwnb_gui.text import MINUS, distance_text, fixed, small

NONE = "–"
FLOOR_TEXT = f"1e{MINUS}75"
_ROUNDING = 1e-12  # share of an attribute's scale: a mean below this is a 0 with rounding errors


def is_at_floor(p: float) -> bool:
    """Whether a factor is at the floor."""
    return p <= FLOOR * 1.001


def factor(p: float | None) -> str:
    """Format a density or probability with four decimals, three from 1,000 on; a dash if there is none.

    A number too small for four decimals becomes <0.0001, and so does the floor: a column has one way of
    writing "almost nothing".
    """
    if p is None:
        return NONE
    if p >= 10_000:
        return f"{p:.3g}"
    return small(p, 4 if p < 1000 else 3)  # 752.2707 and 1109.165 are as long as a column is wide


def p_value(p: float) -> str:
    """Format the p-value of a test with four decimals; none is 0."""
    return small(max(p, math.ulp(0.0)), 4)


def without_rounding(value: float, scale: float) -> float:
    """Return a computed number, or 0 if it is negligible on the attribute's scale (deviation or range).

    The mean of values that cancel is −1.4e−17 for a computer and 0 for everyone else.
    """
    return 0.0 if abs(value) <= _ROUNDING * scale else value


def decimals_for_normals(sds: Iterable[float]) -> int:
    """Return the decimals of means and deviations side by side.

    There are three; more where the smallest deviation would lose its digits, fewer where it is large, and at
    most five, because a table has no space for more.
    """
    known = [sd for sd in sds if 0 < sd < math.inf]
    if not known:
        return 3
    size = math.floor(math.log10(min(known)))
    return min(1 - size, 5) if size < -2 else 3 if size < 1 else max(3 - size, 0)


def deviation(sd: float, decimals: int) -> str:
    """Format a deviation with a constant number of decimals; unless it is 0, it is never shown as 0.00000."""
    if 0 < sd < 0.5 * 10.0**-decimals:
        return f"{sd:.1e}".replace("e-0", "e-").replace("-", MINUS)
    return fixed(sd, decimals)


def exact_distance_text(d: float, nominal_only: bool) -> str:
    """Format `√6 = 2.4495` if all attributes are nominal (d² is then whole), otherwise four decimals."""
    squared = d * d
    whole = round(squared)
    if nominal_only and whole > 0 and abs(squared - whole) < 1e-6 and whole != round(whole**0.5) ** 2:
        return f"√{whole} = {fixed(d, 4)}"
    return distance_text(d)
