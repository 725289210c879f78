"""The documented generator of java.util.Random, as far as the folds need it."""

from __future__ import annotations

_MULTIPLIER = 0x5DEECE66D
_INCREMENT = 0xB
_MASK = (1 << 48) - 1


class JavaRandom:
    """A 48-bit linear congruential generator (the Java API specification fixes every bit of it)."""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def _next_31_bits(self) -> int:
        self._state = (self._state * _MULTIPLIER + _INCREMENT) & _MASK
        return self._state >> 17

    def next_int(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, evenly: draws from an incomplete last cycle are repeated."""
        bits = self._next_31_bits()
        if bound & (bound - 1) == 0:
            return (bound * bits) >> 31
        value = bits % bound
        while bits - value + (bound - 1) >= 1 << 31:
            bits = self._next_31_bits()
            value = bits % bound
        return value

    def shuffle(self, items: list[int]) -> None:
        """Shuffle in place, last position first."""
        for j in range(len(items) - 1, 0, -1):
            other = self.next_int(j + 1)
            items[j], items[other] = items[other], items[j]
