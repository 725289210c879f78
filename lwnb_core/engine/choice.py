"""Which engine computes: the readable numpy reference, or the compiled loops once they are loaded.

`LWNB_ENGINE=reference` or `numba` decides it outright. Otherwise compiled loops are used as soon as they
are loaded (`warm_up` does that in a thread after the start), and loaded at once for work that is worth it.
"""

from __future__ import annotations

import importlib
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Any

from lwnb_core.engine.compiled.compiling import loop_cache
from lwnb_core.errors import SettingsError

# Rows × attributes × queries from which on loading the compiled loops pays for itself.
_WORTH_LOADING = 2e7

_lock = threading.Lock()
_loaded: dict[str, ModuleType] = {}
_failed = False
_engine_in_use: ContextVar[bool | None] = ContextVar("_settled", default=None)
_warming: int | None = None  # the thread that compiles in the background, while it is running


def requested_engine() -> str:
    """Return the requested engine: `reference`, `numba` or `auto`."""
    value = os.environ.get("LWNB_ENGINE", "").strip().lower() or "auto"
    if value not in ("auto", "reference", "numba"):
        raise SettingsError(
            f"LWNB_ENGINE is {value!r}, which is not an engine", hint="Engines: auto, reference, numba."
        )
    return value


def compiled(work: float = float("inf")) -> bool:
    """Whether to use the compiled loops for this much work (rows × attributes × queries)."""
    choice = requested_engine()
    if choice == "reference" or _failed:
        return False
    use_compiled = _engine_in_use.get()
    if choice == "auto" and use_compiled is not None and work < float("inf"):
        return use_compiled and loops() is not None
    ready = bool(_loaded) and _warming in (None, threading.get_ident())
    if choice == "numba" or ready:
        return loops() is not None
    return is_worth_loading(work) and loops() is not None


def is_worth_loading(work: float) -> bool:
    """Whether this much work (rows × attributes × queries) pays for loading the compiled loops."""
    return work >= _WORTH_LOADING


@contextmanager
def use_engine(use_compiled: bool | None) -> Iterator[None]:
    """Force or forbid the compiled loops in this thread, whatever is loaded; None leaves it open.

    The two engines differ in the last digits. Results that are computed in several processes, or before and
    after an interruption, agree to the last digit only if one engine computes all of them.
    """
    token = _engine_in_use.set(_engine_in_use.get() if use_compiled is None else use_compiled)
    try:
        yield
    finally:
        _engine_in_use.reset(token)


def is_warming() -> bool:
    """Whether a thread is loading and compiling, so that large work has to wait for it."""
    return _warming is not None


@contextmanager
def warming() -> Iterator[None]:
    """While one thread loads and compiles, let the others use the reference for all but large work.

    The first compilation takes many seconds; nobody should have to wait for it if an answer is available now.
    """
    global _warming  # noqa: PLW0603 - one answer for the whole process
    _warming = threading.get_ident()
    try:
        yield
    finally:
        _warming = None


def loops(module: str = "sweep_loops") -> Any:
    """Import a module of compiled loops if need be; return None if numba is missing or broken."""
    global _failed  # noqa: PLW0603 - one answer for the whole process
    if module in _loaded or _failed:
        return _loaded.get(module)
    with _lock:
        try:
            with loop_cache():
                imported = importlib.import_module(f"lwnb_core.engine.compiled.{module}")
        except (
            Exception
        ):  # numba fails in many ways (missing, too old for numpy, no LLVM); all mean that it cannot be used
            _failed = True
            return None
        _loaded[module] = imported
        return imported
