"""The window: the only place that imports PySide6."""

from __future__ import annotations

import ctypes
import sys


def _keep_constants_alive() -> None:
    """PySide6 6.12.0 drops a reference to None, True or False at every call that returns one.

    From Python 3.12 on these cannot die and it does not matter; before, the interpreter ends with
    "deallocating None" after some ten thousand calls. A head start that no session uses up keeps them.
    """
    if sys.version_info < (3, 12) and sys.implementation.name == "cpython":
        for constant in (None, True, False):
            ctypes.c_ssize_t.from_address(id(constant)).value += 1 << 30


_keep_constants_alive()
