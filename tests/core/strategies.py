"""Hypothesis strategies for learning problems."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

import lwnb_core as lw
from tests.core import naive
from tests.core.problems import dataset


@dataclass(frozen=True)
class Rows:
    """Rows as plain lists, which a test can change before they become a data set."""

    values: tuple[int | None, ...]
    rows: tuple[naive.Row, ...]
    classes: tuple[int, ...]
    n_classes: int
    weights: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def data(self) -> lw.Dataset:
        return dataset(self.values, list(self.rows), list(self.classes), self.n_classes, list(self.weights))

    def taken(self, positions: list[int]) -> Rows:
        """Return the rows at these positions, in this order, any number of times."""
        return replace(
            self,
            rows=tuple(self.rows[i] for i in positions),
            classes=tuple(self.classes[i] for i in positions),
            weights=tuple(self.weights[i] for i in positions),
        )


def numbers(exact: bool = False) -> st.SearchStrategy[float]:
    """Draw values that tie often: quarters and (unless `exact`) hundredths, which no float holds exactly."""
    quarters = st.integers(-16, 16).map(lambda i: i / 4)
    return quarters if exact else quarters | st.integers(-300, 300).map(lambda i: i / 100)


@st.composite
def problems(
    draw: st.DrawFn, *, min_rows: int = 1, max_rows: int = 14, weighted: bool = True, exact: bool = False
) -> Rows:
    """Draw mixed attributes with missing values, ties and duplicates; whole weights; maybe empty classes."""
    n_classes = draw(st.integers(1, 3))
    values = tuple(draw(st.lists(st.sampled_from([None, None, 1, 2, 3]), max_size=4)))
    cells = [
        st.none() | numbers(exact) if n_values is None else st.none() | st.integers(0, n_values - 1)
        for n_values in values
    ]
    n = draw(st.integers(min_rows, max_rows))
    rows = tuple(draw(st.lists(st.tuples(*cells), min_size=n, max_size=n)))
    classes = tuple(draw(st.lists(st.integers(0, n_classes - 1), min_size=n, max_size=n)))
    some = st.sampled_from([1.0, 1.0, 2.0, 3.0]) if weighted else st.just(1.0)
    return Rows(values, rows, classes, n_classes, tuple(draw(st.lists(some, min_size=n, max_size=n))))
