"""The arguments of the compiled loops: named arrays and settings, in tuples that numba can read.

They are read by name, `rows.values`, in compiled code and outside it. A function that allocates reads each of
them into a variable once, because numba counts a reference each time something is read from a tuple.
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


class Metric(NamedTuple):
    """The arrays from which d² is added up; they are described in `Packed`."""

    by_column: Floats
    missing: NDArray[np.bool_]
    columns: Integers
    costs: Floats
    flat: NDArray[np.bool_]
    snap: bool


class DensityLimits(NamedTuple):
    """The floors of normal densities, per numeric predictor, in scaled units.

    Attributes
    ----------
    least_variance
        (p_j/√12)².
    floor_scores
        What a factor at the floor adds to a score.
    surely_above, surely_below
        Squared standardised differences up to which a density is surely above the floor, and from which on it
        is surely below, whatever the variance: only between them a logarithm has to tell.
    """

    least_variance: Floats
    floor_scores: Floats
    surely_above: Floats
    surely_below: Floats


class SweepSettings(NamedTuple):
    """A learner's settings as the sweep over k needs them.

    Attributes
    ----------
    coefficients, binomials
        Of the kernel as a polynomial in 1 - d/h (see `polynomials`).
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


class ScoreSpace(NamedTuple):
    """Memory for `score_loops.class_scores`, allocated once for all its calls.

    Attributes
    ----------
    sums
        Weighted sums of the statistics. Shape (classes, statistics).
    terms
        What turns moments into weighted sums. Shape (classes, degree + 1).
    totals, variances, squares
        Shape (m,).
    low
        Which classes had a density that may be at the floor, from one call to the next. Shape (classes,).
    scores
        The result. Shape (classes,).
    """

    sums: Floats
    terms: Floats
    totals: Floats
    variances: Floats
    squares: Floats
    low: Floats
    scores: Floats


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


class RankedRows(NamedTuple):
    """Training rows from near to far, for running sums over the nearest ones.

    Attributes
    ----------
    order, distances
        Which rows, and how far they are. Shape (rows,).
    centre
        What z of the numeric predictors is measured from. Shape (numeric,).
    offsets
        Where the values of each nominal predictor start among the cells of a class. Shape (nominal + 1,).
    """

    values: Floats
    classes: Integers
    weights: Floats
    order: Integers
    distances: Floats
    centre: Floats
    offsets: Integers
    missing_numeric: bool


class Plane(NamedTuple):
    """The cells of decision regions.

    Attributes
    ----------
    query
        The instance whose other values all cells have, packed. Shape (m,).
    xs, ys
        Packed values of the cells on the two axes. Shapes (columns,) and (rows,).
    column_x, column_y
        Positions of these two in the query.
    tile_x
        Columns of a tile.
    """

    query: Floats
    xs: Floats
    ys: Floats
    column_x: int
    column_y: int
    tile_x: int


class CellLearner(NamedTuple):
    """The settings of a learner that decision regions need besides `SweepSettings`."""

    k: int
    kernel: int
    one: float
    smoothing: float
