"""Testing rows in random order until curves are known to a given number of points."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import numpy as np

from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.curves.result import AccuracyCurves
from lwnb_core.progress import Progress

# Rows of the first round: enough to estimate how many are needed in all.
_FIRST = 200
# A round has this many times the rows of the previous one: at least, so that there are few rounds, and at
# most, because little is known after the first.
_LEAST, _MOST = 1.05, 4


def check_precision(precision: float) -> None:
    """Raise a `SettingsError` for a precision that no band can have."""
    if not 0 < precision <= 50:
        raise SettingsError(
            f"precision = {precision!r}", hint="Give points of accuracy, more than 0 and at most 50."
        )


def until_precise(
    tested: Callable[[int, Progress], AccuracyCurves],
    precision: float,
    rows: int,
    expected: int,
    progress: Progress,
) -> AccuracyCurves:
    """Test more and more rows until every accuracy, at any k, is known to `precision`.

    The rounds follow from the results alone, so the same rows are tested whatever the machine.

    Parameters
    ----------
    tested
        Returns the curves over this many rows.
    rows
        There are no more.
    expected
        How many it takes at a guess.
    """
    now = min(_FIRST, rows)
    while True:
        result = tested(now, _expecting(expected / now, progress))
        if now == rows or result.half_width <= precision:
            return result
        known = result.curves[0].tested
        expected = known.enough_for(precision, np.concatenate([curve.accuracy for curve in result.curves]))
        # Add a little to the expected number: a round for a handful of rows would take as long as for a
        # hundred.
        now = min(max(ceil(_LEAST * expected), ceil(_LEAST * now)), _MOST * now, rows)


def _expecting(times: float, progress: Progress) -> Progress:
    """Scale the total of one round to the expected number of rounds."""

    def part(done: int, total: int, /) -> None:
        progress(done, max(ceil(total * times), done))

    return part
