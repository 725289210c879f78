"""How many values of k around the current one give the same answer, counted over the rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View

_BINS = 14


class Stability(View["StabilityReading"]):
    """A histogram with axes, without a scene: `plots.stability` draws it."""

    name = "stability"
    title = "Stability over k"
    area = "curves"
    is_of_explanation = False
    nothing = "No row was tested."

    def read(self, about: Subject) -> StabilityReading | None:
        """Read LWNB's rows, compared with KNN's, around the k in question."""
        from lwnb_gui.study.rows import least_stable_rows

        if about.study is None:
            return None
        learners = about.study.study.learners[:4]
        curves = dict(zip((learner.name for learner in learners), about.study.curves, strict=False))
        lwnb, knn = curves.get("LWNB"), curves.get("KNN")
        if lwnb is None:
            return None
        knn_widths = least_stable_rows(knn, about.k).width if knn is not None else None
        widths = least_stable_rows(lwnb, about.k).width
        return StabilityReading(about.k, "LWNB", widths, "KNN", knn_widths, int(np.max(lwnb.ks)))

    def sentences(self, reading: StabilityReading) -> tuple[str, ...]:
        return (reading.text,) if reading.text else ()

    def tables(self, reading: StabilityReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Count the rows that keep their answer for a given number of values of k."""
        learners = [(reading.name, reading.widths)]
        if reading.other_widths is not None:
            learners.append((reading.other, reading.other_widths))
        counts = [reading.counts(widths).tolist() for _, widths in learners]
        rows = [
            [TableCell(text), *(TableCell(f"{n:,}", f"{n}") for n in numbers)]
            for text, *numbers in zip(reading.bins, *counts, strict=True)
        ]
        columns = [TableColumn("values of k"), *(TableColumn(name, numeric=True) for name, _ in learners)]
        return (ViewTable(self.title, columns, rows, f"rows by stability around k = {reading.k}"),)


@dataclass(frozen=True, eq=False)
class StabilityReading:
    """For two learners, the number of k for which each row keeps its answer.

    Attributes
    ----------
    widths
        Of every row: as bars, and of the learner to compare with as a line (None: none). Shape (rows,).
    most
        The widest stretch there can be: all k.
    """

    k: int
    name: str
    widths: NDArray[np.int64]
    other: str
    other_widths: NDArray[np.int64] | None
    most: int

    @property
    def text(self) -> str:
        """`For how many values of k around 50 the answer stays the same: LWNB median 269 (bars), KNN 87
        (line).`
        """
        if not len(self.widths):
            return ""
        text = f"For how many values of k around {self.k} the answer stays the same: "
        text += f"{self.name} median {_median(self.widths)} (bars)"
        if self.other_widths is not None and len(self.other_widths):
            text += f", {self.other} {_median(self.other_widths)} (line)"
        return f"{text}."

    @property
    def edges(self) -> NDArray[np.float64]:
        """Return the edges of the bins, even on a logarithmic axis but never narrower than one k."""
        edges = np.unique(np.rint(np.geomspace(1, max(self.most, 2) + 1, _BINS + 1)))
        return edges.astype(float)

    @property
    def bins(self) -> tuple[str, ...]:
        """Return the values of k that each bin counts: `1`, `2…3` and so on."""
        firsts = self.edges.astype(int).tolist()
        ends = [*(first - 1 for first in firsts[1:-1]), max(self.most, 2)]
        return tuple(
            f"{first:,}" if first == last else f"{first:,}…{last:,}"
            for first, last in zip(firsts[:-1], ends, strict=True)
        )

    @property
    def ticks(self) -> tuple[str, ...]:
        """Return the first value of k of each bin, short enough for an axis."""
        *firsts, last = self.edges.astype(int).tolist()[:-1]
        return (*map(str, firsts), f"{last}+")

    def counts(self, widths: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.histogram(widths, self.edges)[0]


def _median(widths: NDArray[np.int64]) -> str:
    return f"{int(np.median(widths)):,}"
