"""Loading matplotlib, which takes half a second: once, whoever needs it first."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

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


def load_formulas() -> None:
    """Build the grammar of formulas, which takes longer than any formula, before the first one is drawn."""
    load_matplotlib()
    from matplotlib import _mathtext, mathtext

    kind: Any = mathtext.MathTextParser
    if getattr(kind, "_parser", "") is None:  # it exists, and is not built yet
        grammar = _mathtext.Parser()  # assigned when it is complete
        with suppress(Exception):  # fonts are found, and the grammar is put in order, with the first formula
            from matplotlib.font_manager import FontProperties
            from matplotlib.ft2font import LoadFlags  # not in older versions

            fonts = _mathtext.DejaVuSerifFonts(FontProperties(), LoadFlags.NO_HINTING)
            grammar.parse(r"$x_1 = \dfrac{1}{2}$", fonts, 10.0, 72.0)
        kind._parser = kind._parser or grammar


def _load() -> None:
    import matplotlib.backends.backend_agg
    import matplotlib.figure
    import matplotlib.mathtext  # noqa: F401
