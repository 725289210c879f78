"""How the weighting functions f(u), u = d/h, are written.

A kernel that is missing here works everywhere; its formula is then `f(u)`. A test asks for every kernel's.
"""

from __future__ import annotations

from typing import NamedTuple


class KernelFormula(NamedTuple):
    """f(u) as text, and in LaTeX, where {one} is what stands for 1 (1.0001 in Weka)."""

    text: str
    latex: str


KERNEL_FORMULAS = {
    "linear": KernelFormula("1 − u", "{one} - u"),
    "epanechnikov": KernelFormula("¾ (1 − u²)", r"0.75\,({one} - u^2)"),
    "tricube": KernelFormula("(1 − u³)³", "({one} - u^3)^3"),
    "inverse": KernelFormula("1/(1 + u)", "1/(1 + u)"),
    "gaussian": KernelFormula("exp(−u²)", r"\exp(-u^2)"),
    "constant": KernelFormula("1", "1"),
}


def kernel_text(kernel: str) -> str:
    """`f(u) = 1 − u`; without a formula `f(u)`."""
    formula = KERNEL_FORMULAS.get(kernel)
    return "f(u)" if formula is None else f"f(u) = {formula.text}"
