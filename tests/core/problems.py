"""Random learning problems with everything that makes data awkward, for engine and naive oracle."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import lwnb_core as lw
from tests.core import naive


@dataclass(frozen=True)
class Problem:
    """The same rows twice: as the oracle's table and test rows, and as one data set with row numbers."""

    table: naive.Table
    tests: tuple[naive.Row, ...]
    data: lw.Dataset
    train_rows: tuple[int, ...]
    test_rows: tuple[int, ...]


@cache
def random_problem(seed: int, *, weights: str = "any", most_rows: int = 30) -> Problem:
    """Make mixed attributes, missing values, constants, duplicates, ties, empty classes and weights.

    `weights` is `any` (none, whole or fractional, by chance), `none` or `whole`.
    """
    chance = random.Random(seed)
    n_classes = chance.choice([1, 2, 2, 3, 4])
    values = tuple(chance.choice([None, None, None, 1, 2, 2, 3, 5]) for _ in range(chance.randint(0, 6)))
    draws = [_column(chance, n_values) for n_values in values]
    n, t = chance.randint(1, most_rows), chance.randint(1, 6)
    rows = [tuple(draw() for draw in draws) for _ in range(n)]
    for _ in range(chance.choice([0, 0, 3, 10])):  # duplicates: whole groups at distance 0
        rows[chance.randrange(n)] = chance.choice(rows)
    tests = [_test_row(chance, rows, draws, values) for _ in range(t)]
    classes = [chance.randrange(chance.randint(1, n_classes)) for _ in range(n)]
    kind = chance.choice(["none", "whole", "fractional"]) if weights == "any" else weights
    some = {
        "none": lambda: 1.0,
        "whole": lambda: float(chance.randint(1, 3)),
        "fractional": lambda: chance.choice([0.25, 0.1, 1.0, 1.7, 3.0]),
    }[kind]
    row_weights = [some() for _ in range(n)]
    table = naive.Table(values, tuple(rows), tuple(classes), n_classes, tuple(row_weights))
    data = dataset(
        values,
        rows + tests,
        classes + [None] * t,
        n_classes,
        None if kind == "none" else row_weights + [1.0] * t,
    )
    return Problem(table, tuple(tests), data, tuple(range(n)), tuple(range(n, n + t)))


def dataset(
    values: tuple[int | None, ...],
    rows: list[naive.Row],
    classes: list[int | None],
    n_classes: int,
    weights: list[float] | None = None,
) -> lw.Dataset:
    """Return the oracle's rows as a data set; None is missing, in the class too."""
    attributes = [
        lw.Attribute.numeric(f"x{j}")
        if n_values is None
        else lw.Attribute.nominal(f"a{j}", tuple(f"v{code}" for code in range(n_values)))
        for j, n_values in enumerate(values)
    ]
    columns = [
        [(float("nan") if n_values is None else -1) if row[j] is None else row[j] for row in rows]
        for j, n_values in enumerate(values)
    ]
    return lw.Dataset.from_columns(
        "problem",
        [*attributes, lw.Attribute.nominal("class", tuple(f"c{code}" for code in range(n_classes)))],
        [*columns, [-1 if c is None else c for c in classes]],
        weights=weights,
    )


def _column(chance: random.Random, n_values: int | None) -> _Draw:
    return _Draw(
        chance,
        n_values,
        missing=chance.choice([0.0, 0.0, 0.2, 0.5, 1.0 if chance.random() < 0.3 else 0.0]),
        constant=chance.random() < 0.1,
        # Quarters are exact in binary and tie often; hundredths are not exact; the rest never tie.
        grid=chance.choice([0.25, 0.25, 0.01, None]),
        shift=chance.choice([0.0, 0.0, 100.0, -7.5]),
    )


@dataclass(frozen=True)
class _Draw:
    chance: random.Random
    n_values: int | None
    missing: float
    constant: bool
    grid: float | None
    shift: float

    def __call__(self) -> naive.Value:
        if self.chance.random() < self.missing:
            return None
        if self.n_values is not None:
            return 0 if self.constant else self.chance.randrange(self.n_values)
        if self.constant:
            return self.shift
        value = self.chance.gauss(0, 1) * self.chance.choice([1, 1, 3])
        return self.shift + (value if self.grid is None else round(value / self.grid) * self.grid)


def _test_row(
    chance: random.Random, rows: list[naive.Row], draws: list[_Draw], values: tuple[int | None, ...]
) -> naive.Row:
    """Return a training row (distance 0), a new one, or one outside all ranges, with some values missing."""
    kind = chance.random()
    row = list(chance.choice(rows)) if kind < 0.4 else [draw() for draw in draws]
    for j, n_values in enumerate(values):
        if kind > 0.9 and n_values is None and row[j] is not None:
            row[j] += chance.choice([-20.0, 5.0])
        if chance.random() < 0.1:
            row[j] = None
    return tuple(row)
