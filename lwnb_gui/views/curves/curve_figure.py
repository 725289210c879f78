"""Curves over k as plain values: the content of a picture, and the style of each line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.evaluation.measures import comparable
from lwnb_gui.text import fixed
from lwnb_gui.theme import Theme
from lwnb_gui.views.curves.best import LearnersBestK

ReadOutRow = tuple[str, str, str]
"""Name, value and spread."""
Floats = NDArray[np.float64]
SeriesStyle = Literal["lwnb", "knn", "knndw", "nb", "variant", "drawn lwnb", "drawn knn"]


@dataclass(frozen=True, eq=False)
class CurveSeries:
    """One learner over k; `low` and `high` bound the band, if there is one.

    A learner without k (NB) has one value, or the same one at every k. The band of a curve that was drawn by
    hand is its gap to the computed one.
    """

    name: str
    ks: NDArray[np.int64]
    mean: Floats
    low: Floats | None = None
    high: Floats | None = None
    style: SeriesStyle = "variant"

    @classmethod
    def of(
        cls,
        name: str,
        ks: ArrayLike,
        mean: ArrayLike,
        sd: ArrayLike | None = None,
        style: SeriesStyle | None = None,
    ) -> CurveSeries:
        """Build from means and, if known, standard deviations; a learner's name determines its style."""
        k, m = np.atleast_1d(np.asarray(ks, dtype=np.int64)), np.atleast_1d(np.asarray(mean, dtype=float))
        s = None if sd is None else np.atleast_1d(np.asarray(sd, dtype=float))
        known: dict[str, SeriesStyle] = {"LWNB": "lwnb", "KNN": "knn", "KNNDW": "knndw", "NB": "nb"}
        chosen = style or known.get(name, "variant")
        return cls(name, k, m, None if s is None else m - s, None if s is None else m + s, chosen)

    def at(self, k: int) -> tuple[float, float | None]:
        """Return mean and half the band's width at the nearest k (NaN if there is none)."""
        if not len(self.ks):
            return np.nan, None
        i = int(np.argmin(np.abs(self.ks - k)))
        half = None
        if self.low is not None and self.high is not None and not self.style.startswith("drawn"):
            half = float(self.high[i] - self.low[i]) / 2
        return float(self.mean[i]), half


@dataclass(frozen=True, eq=False)
class CurveFigure:
    """Curves over k, and the texts around them.

    Attributes
    ----------
    unit
        Next to the k in the read-out: what its numbers are.
    band
        What the bands are, for the caption; empty where there are none.
    lowest, highest
        No value is below or above these, whatever mean ± sd gives: bands end there.
    lower_is_better
        Of a loss the lowest curve is read out first.
    values
        Lowest and highest value of the axis; None: those of the curves.
    growing
        Lines and bands will be moved, as more test cases come or are drawn by hand: they are drawn with the
        cursor.
    limits
        The piece that is shown: lowest and highest k, lowest and highest value. None: everything.
    """

    series: tuple[CurveSeries, ...]
    k: int | None = None
    log: bool = True
    measure: str = "accuracy, %"
    decimals: int = 2
    best: tuple[LearnersBestK, ...] = ()
    caption: str = ""
    title: str = ""
    unit: str = ""
    band: str = ""
    lowest: float | None = None
    highest: float | None = None
    lower_is_better: bool = False
    values: tuple[float, float] | None = None
    growing: bool = False
    limits: tuple[float, float, float, float] | None = None

    def bounded(self, values: Floats) -> Floats:
        """Limit values to the range of the measure."""
        if self.lowest is None and self.highest is None:
            return values
        return np.clip(values, self.lowest, self.highest)

    @property
    def k_range(self) -> tuple[int, int]:
        ks = [s.ks for s in self.series if len(s.ks) > 1] or [s.ks for s in self.series if len(s.ks)]
        if not ks:
            return 1, 2
        return int(min(k[0] for k in ks)), max(int(max(k[-1] for k in ks)), int(min(k[0] for k in ks)) + 1)

    def nearest(self, k: int) -> int:
        """Return the nearest k at which the first curve that has a k was computed."""
        ks = next((s.ks for s in self.series if len(s.ks) > 1), None)
        return k if ks is None else int(ks[np.argmin(np.abs(ks - k))])

    def title_at(self, k: int) -> str:
        """Return the title of the read-out."""
        nearest = self.nearest(k)
        return f"k = {k}" if nearest == k else f"k = {nearest}, nearest to {k}"

    def read_out(self, k: int) -> list[ReadOutRow]:
        """Return name, value and spread of every curve at k, the best first."""
        sign = 1 if self.lower_is_better else -1

        def place(series: CurveSeries) -> float:
            return float(np.nan_to_num(sign * comparable(series.at(k)[0]), nan=np.inf))

        rows = []
        for series in sorted(self.series, key=place):
            mean, half = series.at(k)
            spread = "" if half is None else f"± {fixed(half, max(self.decimals - 1, 1))}"
            rows.append((series.name, fixed(mean, self.decimals), spread))
        return rows


# By the style of a series: a colour of the theme, and dashes in widths of the line, as matplotlib counts
# them; the design counts them in pixels.
_BY_HAND = (5.0, 1.3, 1.0, 1.3)
_LINES: dict[SeriesStyle, tuple[str, tuple[float, ...]]] = {
    "lwnb": ("accent", ()),
    "knn": ("ink", ()),
    "knndw": ("ink3", (6 / 1.8, 4 / 1.8)),
    "nb": ("ink2", (1.2, 1.4)),
    "drawn lwnb": ("accent", _BY_HAND),
    "drawn knn": ("ink", _BY_HAND),
}
_VARIANTS = ((4.0, 1.5), (1.5, 1.2), (6.0, 1.5, 1.5, 1.5), (3.0, 1.0, 1.0, 1.0, 1.0, 1.0))


def ink_and_dashes(style: SeriesStyle, variant: int = 0) -> tuple[str, tuple[float, ...]]:
    """Return the line's ink and dashes: LWNB and its variants have the accent, the others ink and a name."""
    return _LINES.get(style, ("accent", _VARIANTS[variant % len(_VARIANTS)]))


def line_width(style: SeriesStyle, theme: Theme) -> float:
    return theme.line_lwnb if style == "lwnb" else theme.line_other
