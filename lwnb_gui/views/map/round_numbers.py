"""Numbers that a person would choose along an axis, and how they are written.

They are the ones that figures with axes have, found without matplotlib: the first picture does not wait
until it is loaded.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from lwnb_gui.text import MINUS
from lwnb_gui.views.map.points import Floats

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_NEAR = 1e-10  # share of a step by which a limit may miss a multiple of it
_FEWEST = 2  # numbers between the limits
_PLAIN = range(-4, 6)  # powers of ten of the largest number that is written without a factor


def round_numbers(low: float, high: float, most: int) -> Floats:
    """Return the multiples of a round step from at most `low` to at least `high`.

    The step is the smallest that makes at most `most` intervals, or a smaller one if fewer than two numbers
    lie between the limits.
    """
    if not high > low:
        return np.array([low])
    least = (high - low) / most
    power = 10.0 ** math.floor(math.log10(least))
    steps = [step for step in _STEPS if step * power < least]
    steps.append(_STEPS[len(steps)])
    for step in (*(s * power for s in reversed(steps)), power / 2):
        first, last = math.floor(low / step + _NEAR), math.ceil(high / step - _NEAR)
        numbers = np.arange(first, last + 1, dtype=np.float64) * step
        if np.count_nonzero((low <= numbers) & (numbers <= high)) >= _FEWEST:
            break
    return numbers


def written(numbers: Sequence[float], low: float, high: float) -> tuple[tuple[str, ...], str]:
    """Return the texts of numbers along an axis with these limits, and the factor that all of them share.

    All have as many decimals as tell them apart; very large or small ones have a power of ten as factor.
    """
    largest = max((abs(number) for number in numbers), default=0.0)
    power = math.floor(math.log10(largest)) if largest > 0 else 0
    if power in _PLAIN:
        power = 0
    scaled = [number / 10.0**power for number in numbers]
    reach = np.ptp(scaled if len(scaled) > 1 else [*scaled, low / 10.0**power, high / 10.0**power])
    error = 1e-3 * 10.0 ** math.floor(math.log10(reach or max(map(abs, scaled), default=0.0) or 1.0))
    decimals = next(d for d in itertools.count() if all(abs(x - round(x, d)) < error for x in scaled))
    texts = (f"{x if abs(x) >= 1e-8 else 0.0:.{decimals}f}" for x in scaled)
    factor = f"1e{power}" if power else ""
    return tuple(text.replace("-", MINUS) for text in texts), factor.replace("-", MINUS)
