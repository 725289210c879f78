"""Loading matplotlib, which takes half a second: once, for the first code that needs it."""

from __future__ import annotations

import threading

_LOADING = threading.Lock()


def load_matplotlib() -> None:
    """Import what every figure needs, or wait until another thread has done so.

    Two threads that import its modules in different order would find half of them empty.
    """
    with _LOADING:
        _load()


def is_being_loaded() -> bool:
    """Whether another thread is loading it: the very first start searches for fonts, which takes seconds."""
    return _LOADING.locked()


def _load() -> None:
    import matplotlib.backends.backend_agg
    import matplotlib.figure
    import matplotlib.mathtext  # noqa: F401
