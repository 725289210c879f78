"""Loading matplotlib, which takes half a second: once, whoever needs it first."""

from __future__ import annotations

import importlib
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

_LOADING = threading.Lock()
_UNUSED = "mpl_toolkits.mplot3d"  # a tenth of the time, and nothing here is drawn in three dimensions


def load_matplotlib() -> None:
    """Import what every figure needs, or wait until another thread has done so.

    Two threads that import its modules in different order would find half of them empty.
    """
    with _LOADING:
        if "matplotlib.projections" in sys.modules:
            _load()
            return
        absent = _UNUSED not in sys.modules
        if absent:
            sys.modules[_UNUSED] = None  # type: ignore[assignment]  # as if it were not installed
        try:
            with warnings.catch_warnings(), _undocumented():
                warnings.simplefilter("ignore")
                _load()
        finally:
            if absent:
                del sys.modules[_UNUSED]


@contextmanager
def _undocumented() -> Iterator[None]:
    """matplotlib writes the documentation of all setters of all artists while it loads: a fifth of the time,
    for texts that nobody reads in a window.
    """
    artist: Any = importlib.import_module("matplotlib.artist")
    written = getattr(artist, "kwdoc", None)
    artist.kwdoc = lambda _: ""
    try:
        yield
    finally:
        artist.kwdoc = written


def is_being_loaded() -> bool:
    """Whether another thread is at it: on the very first start it looks for fonts, which takes seconds."""
    return _LOADING.locked()


def load_formulas() -> None:
    """Build the grammar of formulas, which takes longer than any formula, before the first one is drawn."""
    load_matplotlib()
    from matplotlib import _mathtext, mathtext

    kind: Any = mathtext.MathTextParser
    if getattr(kind, "_parser", "") is None:  # there, and not built yet
        grammar = _mathtext.Parser()  # nobody else has it until it is whole
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
