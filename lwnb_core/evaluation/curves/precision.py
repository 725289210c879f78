"""Testing rows in random order until curves are known to so many points."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import numpy as np

from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.curves.result import AccuracyCurves
from lwnb_core.progress import Progress

# Rows of the first round: enough to tell how many it will take in all.
_FIRST = 200
# A round has so many times the rows of the one before: at least, so that rounds are few, and at most, because
# little is known after the first.
_LEAST, _MOST = 1.05, 4


def check_precision(precision: float) -> None:
    """A `SettingsError` for what no band can be."""
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
    """Curves over ever more test rows until no accuracy, at any k, is known less well than to `precision`.

    The rounds follow from the results alone, so the same rows are tested whatever the machine.

    Parameters
    ----------
    tested
        Gives the curves over so many rows.
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
        # A little more than expected: a round for a handful of rows would take as long as for a hundred.
        now = min(max(ceil(_LEAST * expected), ceil(_LEAST * now)), _MOST * now, rows)


def _expecting(times: float, progress: Progress) -> Progress:
    """Counts to so many times the total of one round."""

    def part(done: int, total: int, /) -> None:
        progress(done, max(ceil(total * times), done))

    return part
