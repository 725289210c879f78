"""Which form of the engine computes: plain numpy, or the compiled loops.

The rule, in `compiled`: the compiled loops if they are there; otherwise numpy if that takes less than about
two seconds; otherwise the compiled loops, after waiting for the compiler. `LWNB_ENGINE=reference` (numpy) or
`numba` decides it outright, and `use_engine` decides it for everything that belongs to one study.
"""

from __future__ import annotations

import importlib
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Any

from lwnb_core.engine.compiled.compiling import loop_cache
from lwnb_core.errors import SettingsError
from lwnb_core.progress import Progress, silent

# Modules of loops: the sweep over every k, sums at each k, decision regions, LBR's errors.
SWEEP, DIRECT, REGIONS, ERRORS = "sweep_loops", "direct_loops", "region_loops", "error_loops"
# The loop of each that calls all others: a module is compiled when this one is.
_ENTRIES = {SWEEP: "sweep", DIRECT: "local_sums", REGIONS: "band", ERRORS: "leave_one_out_errors"}

# Seconds of numpy's time up to which nobody waits for the compiler.
_PATIENCE = 2.0
# Seconds of numpy's time: for a test instance; for a row and attribute of its distances; for a k, and for
# each class and attribute of the score there; and for a k whose model is fitted by itself.
_INSTANCE, _DISTANCE, _K, _SCORE, _MODEL = 4e-4, 1e-8, 1e-6, 1e-7, 1.5e-3
_HEARTBEAT = 0.02  # seconds between two looks at the compiler

_lock = threading.Lock()
_loaded: dict[str, ModuleType] = {}
_failed = False
_compiler: int | None = None  # the thread that compiles in the background, while it does
_decided: ContextVar[bool | None] = ContextVar("_decided", default=None)


def compiled(seconds: float = 0.0, progress: Progress = silent, module: str = SWEEP) -> bool:
    """Whether to use the compiled loops for what takes numpy this long (see `numpy_seconds`).

    This may wait for the compiler; by default, it does not. While it waits, `progress` is called every few
    milliseconds and may cancel. `module` is the rarest of the modules of loops that are needed.
    """
    if (decided := _decided.get()) is not None:
        return decided and loops(module) is not None
    requested = requested_engine()
    if requested == "reference" or _failed:
        return False
    if requested == "auto":
        if not _are_there(module) and not takes_long(seconds):
            return False
        while not _are_there(module) and _compiler not in (None, threading.get_ident()):
            progress(0, 1)
            time.sleep(_HEARTBEAT)
    return loops(module) is not None


def numpy_seconds(
    rows: int, attributes: int, instances: int, ks: int = 1, classes: int = 2, *, carries_over: bool = True
) -> float:
    """Estimate how long numpy takes for test instances at several k, given the size of the training set."""
    each = _K + _SCORE * classes * attributes if carries_over else _MODEL
    return instances * (_INSTANCE + _DISTANCE * rows * attributes + ks * each)


def takes_long(seconds: float) -> bool:
    """Whether it is worth waiting for the compiler rather than spend this much of numpy's time."""
    return seconds >= _PATIENCE


def requested_engine() -> str:
    """Return the requested engine: `reference`, `numba` or `auto`."""
    value = os.environ.get("LWNB_ENGINE", "").strip().lower() or "auto"
    if value not in ("auto", "reference", "numba"):
        raise SettingsError(
            f"LWNB_ENGINE is {value!r}, which is not an engine", hint="Engines: auto, reference, numba."
        )
    return value


@contextmanager
def use_engine(use_compiled: bool | None) -> Iterator[None]:
    """Use the compiled loops, or numpy, for all that is computed within; None leaves it open.

    `LWNB_ENGINE` takes precedence.

    The two forms differ in the last digits. Results that are computed in several threads or processes, or
    before and after an interruption, agree to the last digit only if one form computes all of them.
    """
    requested = requested_engine()
    if use_compiled is None:
        use_compiled = _decided.get()
    elif requested != "auto":
        use_compiled = requested == "numba"
    token = _decided.set(use_compiled)
    try:
        yield
    finally:
        _decided.reset(token)


@contextmanager
def compiling() -> Iterator[None]:
    """Compile in this thread, while the others use numpy for all that it can do in two seconds."""
    global _compiler  # noqa: PLW0603 - one answer for the whole process
    _compiler = threading.get_ident()
    try:
        yield
    finally:
        _compiler = None


def is_compiling() -> bool:
    """Whether a thread is loading or compiling the loops, so that large work has to wait for it."""
    return _compiler is not None


def share_compiled() -> float:
    """The share of the loops that are compiled, between 0 and 1; of the longer ones, a larger share."""
    loops = [f for module in tuple(_loaded.values()) for f in vars(module).values() if hasattr(f, "py_func")]
    sizes = [len(f.py_func.__code__.co_code) for f in loops]
    return sum(size for f, size in zip(loops, sizes, strict=True) if f.signatures) / max(sum(sizes), 1)


def loops(module: str = SWEEP) -> Any:
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


def _are_there(module: str) -> bool:
    """Whether the loops of a module are compiled, and no other thread is still compiling."""
    if module not in _loaded or _compiler not in (None, threading.get_ident()):
        return False
    return _compiler is not None or bool(getattr(_loaded[module], _ENTRIES[module]).signatures)
