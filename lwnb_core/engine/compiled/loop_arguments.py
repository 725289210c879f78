"""The arguments of the compiled loops: named arrays and settings, in tuples that numba can read.

They are read by name, `rows.values`, in compiled code and outside it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.polynomials import binomials, coefficients
from lwnb_core.local.convention import Convention
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import POLYNOMIAL
from lwnb_core.local.naive_bayes import Eq6

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Rows that the sweep copies before they are added up.
_COPIED = 64


class Rows(NamedTuple):
    """Training rows; the arrays are described in `Packed`."""

    values: Floats
    classes: Integers
    weights: Floats
    n_values: Floats
    n_classes: int
    n_numeric: int
    missing_numeric: bool
    missing_nominal: bool

    @property
    def n_statistics(self) -> int:
        """The number of statistics of a row (see `sweep_loops`)."""
        m: int = self.values.shape[1]
        n_numeric = self.n_numeric
        missing = n_numeric * self.missing_numeric + (m - n_numeric) * self.missing_nominal
        return 1 + n_numeric + m + missing


class Metric(NamedTuple):
    """The arrays from which d² is added up; they are described in `Packed`."""

    by_column: Floats
    missing: NDArray[np.bool_]
    columns: Integers
    costs: Floats
    flat: NDArray[np.bool_]


class Queries(NamedTuple):
    """Test instances.

    Attributes
    ----------
    known
        Packed, with missing values replaced: 0 for a numeric one, -1 for a nominal one. Shape (queries, m).
    smoothing
        What every class has as votes before any neighbour votes. Shape (queries,).
    """

    known: Floats
    smoothing: Floats


class Near(NamedTuple):
    """The training rows that matter to each query, by distance, one query after the other.

    Attributes
    ----------
    order, d2
        Which rows, and their squared distances.
    starts
        Where each query's begin, and the end. Shape (queries + 1,).
    """

    order: Integers
    d2: Floats
    starts: Integers


class DensityLimits(NamedTuple):
    """The floors of normal densities, per query and numeric predictor, in scaled units.

    Where the query has no value, every density is at a floor that adds nothing.

    Attributes
    ----------
    least_variance
        (p_j/√12)².
    floors
        What a density at the floor adds to -2 times a score.
    surely_above, surely_below
        Squared standardised differences up to which a density is surely above the floor, and from which on it
        is surely below, whatever the variance: only between them a logarithm has to tell.
    absent
        What all densities add to the score of a class without rows. Shape (queries,).
    at_once
        How many variances or shares can be multiplied without underflow. Shape (queries,).
    """

    least_variance: Floats
    floors: Floats
    surely_above: Floats
    surely_below: Floats
    absent: Floats
    at_once: Integers


class SweepSettings(NamedTuple):
    """A learner's settings as the sweep over k needs them.

    Attributes
    ----------
    coefficients, binomials
        Of the kernel as a polynomial in 1 - d/h (see `polynomials`), of degree 1 at least.
    by_weight
        Whether k counts instance weights.
    following
        Whether the neighbour after the k-th sets the bandwidth.
    widen
        Whether a bandwidth of 0 becomes the next distance.
    printed
        Whether Eq. 6 is taken as printed.
    similarity
        Whether KNNDW weighs by similarity.
    """

    coefficients: Floats
    binomials: Floats
    by_weight: bool
    following: bool
    widen: bool
    printed: bool
    similarity: bool

    @classmethod
    def of(cls, kernel: Kernel, convention: Convention, eq6: Eq6) -> SweepSettings:
        """Return the settings of a learner.

        KNN and KNNDW, which are swept with any kernel, need no polynomial.
        """
        powers = coefficients(kernel if kernel in POLYNOMIAL else "constant", convention.kernel_one)
        powers = np.pad(powers, (0, max(0, 2 - len(powers))))
        return cls(
            coefficients=powers,
            binomials=binomials(len(powers) - 1),
            by_weight=convention.counting == "weights",
            following=convention.bandwidth == "next",
            widen=convention.zero_bandwidth == "widen",
            printed=eq6 == "printed",
            similarity=convention.knndw == "similarity",
        )


class Requested(NamedTuple):
    """The learners to compute."""

    lwnb: bool
    knn: bool
    knndw: bool


class Posteriors(NamedTuple):
    """P(c|x) of LWNB, KNN and KNNDW, each of shape (…, ks, classes)."""

    lwnb: Floats
    knn: Floats
    knndw: Floats

    def of(self, learner: str) -> Floats:
        """Return the posteriors of one learner, by its name."""
        result: Floats = getattr(self, learner.lower())
        return result


class SweepSpace(NamedTuple):
    """Memory for a sweep, because allocating it takes numba seconds to compile.

    Attributes
    ----------
    moments
        T_p of every class, one p after the other. Shape (classes, (degree + 1) · statistics).
    origins
        The distance that the moments refer to. Shape (classes,).
    terms
        What turns moments into weighted sums. Shape (classes, degree + 1).
    sums
        Weighted sums of the statistics. Shape (classes, statistics).
    shifted, totals
        Shapes (statistics,) and (m,).
    votes, sloped, scores
        Shape (classes,).
    copied
        Some of the next rows. Shape (rows, m).
    """

    moments: Floats
    origins: Floats
    terms: Floats
    sums: Floats
    shifted: Floats
    totals: Floats
    votes: Floats
    sloped: Floats
    low: Floats
    scores: Floats
    copied: Floats
    copied_classes: Integers
    copied_weights: Floats

    @classmethod
    def of(cls, rows: Rows, n_terms: int) -> SweepSpace:
        """Allocate memory for these training rows and a kernel with so many coefficients."""
        o, m, size = rows.n_classes, rows.values.shape[1], rows.n_statistics
        empty = np.empty
        return cls(
            empty((o, n_terms * size)), empty(o), empty((o, n_terms)), empty((o, size)), empty(size),
            empty(m), empty(o), empty(o), empty(o), empty(o), empty((_COPIED, m)),
            empty(_COPIED, np.int64), empty(_COPIED),
        )  # fmt: skip


class RawValues(NamedTuple):
    """Unscaled numeric values, for Weka's normal.

    Attributes
    ----------
    values
        Shape (n, numeric).
    ranks
        The position of every value in `distinct`, -1 where it is missing. Shape (n, numeric).
    distinct
        The distinct values of all attributes, one attribute after the other.
    starts
        Where each attribute's begin, in words of 64 values. Shape (numeric + 1,).
    """

    values: Floats
    ranks: Integers
    distinct: Floats
    starts: Integers


class DirectSettings(NamedTuple):
    """A learner's settings for sums at a single k: those of `SweepSettings`, and the following.

    Attributes
    ----------
    kernel, one
        Its number in `lwnb_core.local.kernels.KERNELS`, and what stands for 1 in it.
    unbounded
        Whether the kernel reaches all rows.
    weighted
        Whether only rows are in that the kernel gives weight to.
    beyond
        How far beyond the bandwidth such a row may be, as a multiple of it.
    precise
        Whether numbers are rounded to the precision of the rows that are in, as in Weka's normal.
    """

    kernel: int
    one: float
    by_weight: bool
    following: bool
    widen: bool
    unbounded: bool
    weighted: bool
    beyond: float
    precise: bool
    printed: bool


class DirectSpace(NamedTuple):
    """Memory for sums at a single k.

    Attributes
    ----------
    w
        Weights of the neighbours. Shape (n,).
    words
        Which distinct values occur, a bit for each. Shape (words,).
    equal, present
        Shape (classes, nominal).
    """

    w: Floats
    words: NDArray[np.uint64]
    equal: Floats
    present: Floats


class LocalSums(NamedTuple):
    """The sums that define the local models of some queries at some k.

    Attributes
    ----------
    class_weights, prior
        Shape (queries, ks, classes).
    nominal
        P(x_j|c), 1 where the query is missing. Shape (queries, ks, classes, nominal).
    present, mean, sd
        Shape (queries, ks, classes, numeric).
    precision
        Shape (queries, ks, numeric).
    """

    class_weights: Floats
    prior: Floats
    nominal: Floats
    present: Floats
    mean: Floats
    sd: Floats
    precision: Floats


class Plane(NamedTuple):
    """The cells of decision regions.

    Attributes
    ----------
    xs, ys
        Packed values of the cells on the two axes. Shapes (columns,) and (rows,).
    column_x, column_y
        Positions of these two attributes.
    tile_x
        Columns of a tile.
    """

    xs: Floats
    ys: Floats
    column_x: int
    column_y: int
    tile_x: int


class CellLearner(NamedTuple):
    """The settings of a learner that decision regions need.

    Attributes
    ----------
    kernel, one
        As in `DirectSettings`.
    smoothing
        What every class has as votes before any neighbour votes.
    snap
        Whether d² is rounded.
    """

    k: int
    kernel: int
    one: float
    smoothing: float
    printed: bool
    similarity: bool
    snap: bool


class CellSpace(NamedTuple):
    """The current cell and memory for its neighbours, because allocating takes numba seconds to compile.

    Attributes
    ----------
    cell
        The instance whose other values all cells have, packed. Shape (m,).
    known
        The same with missing values replaced, as in `Queries`. Shape (1, m).
    sums, totals, votes, sloped, scores
        As in `SweepSpace`.
    around, near
        Rows that matter to the tile, and to a quarter of it. Shape (rows,).
    d2, work
        Their distances, and memory to search for the k-th. Shape (rows,).
    """

    cell: Floats
    known: Floats
    sums: Floats
    totals: Floats
    votes: Floats
    sloped: Floats
    low: Floats
    scores: Floats
    around: Integers
    near: Integers
    d2: Floats
    work: Floats

    @classmethod
    def of(cls, rows: Rows, cell: Floats, known: Floats, n: int) -> CellSpace:
        """Allocate memory for these training rows, of which n take part."""
        o, empty = rows.n_classes, np.empty
        return cls(
            cell.copy(), known.copy(), empty((o, rows.n_statistics)), empty(len(cell)), empty(o), empty(o),
            np.ones(o), empty(o), empty(n, np.int64), empty(n, np.int64), empty(n), empty(n),
        )  # fmt: skip
