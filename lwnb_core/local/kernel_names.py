"""The names of the kernels, for help texts and type checkers, which need no more; `kernels` is the table."""

from __future__ import annotations

from typing import Literal, get_args

Kernel = Literal["linear", "epanechnikov", "tricube", "inverse", "gaussian", "constant"]
KERNELS: tuple[Kernel, ...] = get_args(Kernel)
