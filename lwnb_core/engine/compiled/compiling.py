"""How the loops are compiled, and where numba stores them.

This is the only module that uses an undocumented option of numba. If a version lacks it, the results are the
same, only slower.
"""

from __future__ import annotations

import functools
import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lwnb_core.data.safe_files import cache_directory, passing_folder
from lwnb_core.engine.compiled.compile_notice import announce_compiling

_VERSIONS = 8  # program versions whose compiled loops stay in the cache; each takes about 4 MB


def jit(*, allocates: bool = False, **options: Any) -> Any:
    """`njit` with the options that all loops need: cached, without the GIL, with numpy's division.

    As a rule loops allocate nothing, so that numba need not count references to their arguments, which it
    does with atomic operations: without that (undocumented) option, leave-one-out curves take 40 to 60 %
    longer (segment 730 ms instead of 500). Allocating takes numba seconds to compile, too.
    """
    from numba import njit

    unused = {"_nrt": allocates, "no_cfunc_wrapper": True, **options}
    known = {name: value for name, value in unused.items() if name in options or _has_option(name)}
    return njit(cache=True, nogil=True, error_model="numpy", **known)


def helper(**options: Any) -> Any:
    """Return a decorator like `jit`, for functions that are called in inner loops.

    LLVM is to put them where they are called, because a call with a dozen arrays moves a hundred numbers.
    Each is then compiled once more with every function that calls it, so it should have one caller, or two.
    """
    inlined = {"forceinline": True} if _has_option("forceinline") else {}
    return jit(**inlined, **options)


# Sums and products may be reassociated: that lets them run in vector registers.
LOOSE = {"fastmath": {"reassoc", "nsz", "contract"}}


def _has_option(name: str) -> bool:
    try:
        from numba.core.options import DefaultOptions
    except ImportError:
        return False
    return hasattr(DefaultOptions, name)


@contextmanager
def loop_cache() -> Iterator[None]:
    """Store the compiled loops of modules imported within this context in the user's cache folder.

    By default numba stores them beside the source, but an installation may be read-only. A user's own
    NUMBA_CACHE_DIR is respected.
    """
    import numba

    announce_compiling()
    config: Any = numba.config
    before = config.CACHE_DIR
    if not before:
        config.CACHE_DIR = str(_cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = before


@functools.cache
def _cache_folder() -> Path:
    """Return a folder for this version's loops, or for this process if the cache cannot be written to."""
    folder = cache_directory() / "compiled" / _version(Path(__file__).parent)
    try:
        if folder.parent.exists() and not folder.exists():
            _remove_oldest(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return passing_folder() / "compiled"


def _version(directory: Path) -> str:
    """A digest of all loops: numba looks only at the file of a function, not at what it calls elsewhere."""
    sources = b"".join(path.read_bytes() for path in sorted(directory.glob("*.py")))
    return hashlib.sha256(sources).hexdigest()[:16]


def _remove_oldest(versions: Path) -> None:
    """Delete what was compiled for the oldest versions to make space for another."""
    by_age = sorted(versions.iterdir(), key=lambda path: path.stat().st_mtime)
    for old in by_age[: -(_VERSIONS - 1)]:
        shutil.rmtree(old, ignore_errors=True)
