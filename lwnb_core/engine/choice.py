"""Which engine computes: the readable numpy reference, or the compiled kernels once they are there.

`LWNB_ENGINE=reference` or `numba` decides it outright. Otherwise compiled kernels are used as soon as they
are loaded (`warm_up` does that, behind the open window), and loaded on the spot for work that is worth it.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import importlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

# Rows × attributes × queries from which on loading the kernels pays for itself.
_WORTH_LOADING = 2e7

_lock = threading.Lock()
_loaded: dict[str, ModuleType] = {}
_failed = False
_warming: int | None = None  # the thread that compiles behind the open window, while it does


def cache_directory() -> Path:
    """Where compiled kernels are kept for this user, outside the installation, which may be read-only."""
    if given := os.environ.get("LWNB_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "lwnb" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "lwnb"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "lwnb"


def wanted() -> str:
    """`reference`, `numba` or `auto`."""
    value = os.environ.get("LWNB_ENGINE", "auto").strip().lower() or "auto"
    return value if value in ("reference", "numba") else "auto"


def compiled(work: float = float("inf")) -> bool:
    """Whether to use the compiled kernels for this much work (rows × attributes × queries)."""
    choice = wanted()
    if choice == "reference" or _failed:
        return False
    ready = bool(_loaded) and _warming in (None, threading.get_ident())
    if choice == "numba" or ready:
        return kernels() is not None
    return work >= _WORTH_LOADING and kernels() is not None


@contextmanager
def warming() -> Iterator[None]:
    """While one thread loads and compiles, the others go on with the reference for all but large work.

    The first compilation takes many seconds; nobody should wait for it who can have an answer now.
    """
    global _warming  # noqa: PLW0603 - one answer for the whole process
    _warming = threading.get_ident()
    try:
        yield
    finally:
        _warming = None


def kernels() -> Any:
    """The module of compiled kernels, imported now if need be; None where numba is missing or broken."""
    return _load("lwnb_core.engine.kernels")


def direct_kernels() -> Any:
    """The module of compiled direct sums."""
    return _load("lwnb_core.engine.direct_kernels")


def near_kernels() -> Any:
    """The module of compiled sweeps over a few k."""
    return _load("lwnb_core.engine.near_kernels")


def score_kernels() -> Any:
    """The module of compiled scores."""
    return _load("lwnb_core.engine.score_kernels")


def cell_kernels() -> Any:
    """The module of compiled running sums."""
    return _load("lwnb_core.engine.cell_kernels")


def region_kernels() -> Any:
    """The module of compiled decision regions."""
    return _load("lwnb_core.engine.region_kernels")


def _load(name: str) -> ModuleType | None:
    global _failed  # noqa: PLW0603 - one answer for the whole process
    if name in _loaded or _failed:
        return _loaded.get(name)
    with _lock:
        try:
            keep_cache_by_content()
            module = importlib.import_module(name)
        except (
            Exception
        ):  # numba fails in many ways (missing, too old for numpy, no LLVM): all mean "without"
            _failed = True
            return None
        _loaded[name] = module
        return module


@functools.cache
def _kernel_digest(directory: Path) -> str:
    """One digest of a folder's modules: a compiled function holds what it calls from other files."""
    sources = b"".join(path.read_bytes() for path in sorted(directory.glob("*.py")))
    return hashlib.sha256(sources).hexdigest()[:16]


@functools.cache
def _passing_directory() -> Path:
    """For users who cannot write to their cache directory: compiled by each process, and gone with it."""
    directory = tempfile.mkdtemp(prefix="lwnb-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return Path(directory)


def keep_cache_by_content() -> None:
    """Key numba's cache by what the source says, not by when the file was installed.

    Numba stamps cached code with the source file's time and size, so that a reinstall of the same version
    would compile everything again. Where this cannot be arranged, numba's own ways apply.
    """
    from numba.core import caching

    class ContentLocator(caching._CacheLocator):
        """Cache files of our kernels in the user's cache directory, stamped with a digest."""

        def __init__(self, py_func: Any, py_file: str, directory: Path) -> None:
            self._line = py_func.__code__.co_firstlineno
            self._digest = _kernel_digest(Path(py_file).parent)
            self._directory = directory

        def get_cache_path(self) -> str:
            return str(self._directory / "kernels" / self._digest)

        def get_source_stamp(self) -> str:
            return self._digest

        def get_disambiguator(self) -> str:
            return str(self._line)

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> ContentLocator | None:
            if not py_func.__module__.startswith("lwnb_core."):
                return None
            for directory in (cache_directory, _passing_directory):
                try:
                    locator = cls(py_func, py_file, directory())
                    locator.ensure_cache_path()  # type: ignore[no-untyped-call]
                except OSError:
                    continue
                return locator
            return None

    known = caching.CacheImpl._locator_classes
    if not any(locator.__name__ == "ContentLocator" for locator in known):
        known.insert(0, ContentLocator)  # type: ignore[arg-type]
