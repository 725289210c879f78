"""The table of weighting functions f(u), u = d/h: Eq. 1 and 2 of the paper, and the others that Weka has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from lwnb_core.arguments import short
from lwnb_core.errors import SettingsError
from lwnb_core.local.kernel_names import KERNELS, Kernel

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Weighting:
    """The description of one weighting function.

    Attributes
    ----------
    title
        What people read.
    text
        f(u) as text.
    latex
        f(u) in LaTeX, where {one} is what stands for 1 (1.0001 in Weka).
    remark
        What else the guide says of it.
    f
        Computes it from u and from what stands for 1. Values below 0 count as 0.
    polynomial
        f as a polynomial in v = 1 - u, by the surplus over 1 of what stands for 1; None where it is no such
        polynomial. It is what lets the sweep carry sums outwards. The surplus is added last, so that f(1) is
        exactly that surplus, and exactly 0 without it: whether a weight is 0 decides whether a class has a
        row.
    is_unbounded
        Whether it does not vanish at u = 1: it weights every training row, with h the largest distance.
    vanishes
        Whether it falls to 0 at u = 1 (a hair beyond it where 1.0001 stands for 1).
    """

    title: str
    text: str
    latex: str
    remark: str = ""
    f: Callable[[Floats, float], Floats]
    polynomial: Callable[[float], Polynomial] | None = None
    is_unbounded: bool = False
    vanishes: bool = False

    @property
    def formula(self) -> str:
        """The formula, such as `f(u) = 1 − u`."""
        return f"f(u) = {self.text}"


# Every kernel is listed here once, in the order of Weka's option -U 0 … 5; only its compiled form is
# elsewhere, under the same number (`weight_of` in `engine/compiled/direct_loops.py`).
WEIGHTINGS: Mapping[Kernel, Weighting] = MappingProxyType(
    {
        "linear": Weighting(
            title="linear",
            text="1 − u",
            latex="{one} - u",
            remark="the paper's",
            f=lambda u, one: one - u,
            polynomial=lambda surplus: Polynomial([surplus, 1.0]),
            vanishes=True,
        ),
        "epanechnikov": Weighting(
            title="Epanechnikov",
            text="¾ (1 − u²)",
            latex=r"0.75\,({one} - u^2)",
            f=lambda u, one: 0.75 * (one - u * u),
            polynomial=lambda surplus: 0.75 * Polynomial([surplus, 2.0, -1.0]),
            vanishes=True,
        ),
        "tricube": Weighting(
            title="tricube",
            text="(1 − u³)³",
            latex="({one} - u^3)^3",
            f=lambda u, one: (one - u * u * u) ** 3,
            polynomial=lambda surplus: Polynomial([surplus, 3.0, -3.0, 1.0]) ** 3,
            vanishes=True,
        ),
        "inverse": Weighting(
            title="inverse",
            text="1/(1 + u)",
            latex="1/(1 + u)",
            f=lambda u, one: 1.0 / (1.0 + u),
            is_unbounded=True,
        ),
        "gaussian": Weighting(
            title="Gaussian",
            text="exp(−u²)",
            latex=r"\exp(-u^2)",
            f=lambda u, one: np.exp(-u * u),
            is_unbounded=True,
        ),
        "constant": Weighting(
            title="constant",
            text="1",
            latex="1",
            remark="the same weight for all neighbours",
            f=lambda u, one: np.ones_like(u),
            polynomial=lambda surplus: Polynomial([1.0]),
        ),
    }
)
UNBOUNDED: frozenset[str] = frozenset(name for name, entry in WEIGHTINGS.items() if entry.is_unbounded)
VANISHING: frozenset[str] = frozenset(name for name, entry in WEIGHTINGS.items() if entry.vanishes)
POLYNOMIAL: frozenset[str] = frozenset(name for name, entry in WEIGHTINGS.items() if entry.polynomial)

# A similarity 1 - √(d²/m), by which KNNDW votes in Weka, below this is d² = m but for rounding: none.
TRACE = 1e-12


def check_kernel(kernel: object) -> Kernel:
    """Return the kernel of that name, or raise a clear error."""
    for known in KERNELS:
        if isinstance(kernel, str) and known == kernel:
            return known
    raise SettingsError(f"no kernel {short(kernel)}", hint=f"Kernels: {', '.join(KERNELS)}.")


def weigh(kernel: Kernel, u: Floats, one: float = 1.0) -> Floats:
    """Return f(u) for u ≥ 0, never negative; `one` is 1, or 1.0001 where Weka has that."""
    return np.maximum(WEIGHTINGS[kernel].f(u, one), 0.0)
