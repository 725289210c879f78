"""Where numba keeps compiled kernels: in the user's cache, stamped with what the source says."""

from __future__ import annotations

import functools
import hashlib
import shutil
from pathlib import Path
from typing import Any

from lwnb_core.data.files import cache_directory, passing_folder

_VERSIONS = 8  # whose kernels are kept; those of one take some 4 MB


@functools.cache
def _kernel_digest(directory: Path) -> str:
    """One digest of a folder's modules: a compiled function holds what it calls from other files."""
    sources = b"".join(path.read_bytes() for path in sorted(directory.glob("*.py")))
    return hashlib.sha256(sources).hexdigest()[:16]


def _make_room(kernels: Path) -> None:
    """Before the kernels of another version come in, the oldest go."""
    kept = sorted(kernels.iterdir(), key=lambda path: path.stat().st_mtime)
    for old in kept[: -(_VERSIONS - 1)]:
        shutil.rmtree(old, ignore_errors=True)


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
            for directory in (cache_directory, passing_folder):
                try:
                    locator = cls(py_func, py_file, directory())
                    kernels = Path(locator.get_cache_path())
                    if kernels.parent.exists() and not kernels.exists():
                        _make_room(kernels.parent)
                    locator.ensure_cache_path()  # type: ignore[no-untyped-call]
                except OSError:
                    continue
                return locator
            return None

    known = caching.CacheImpl._locator_classes
    if not any(locator.__name__ == "ContentLocator" for locator in known):
        known.insert(0, ContentLocator)  # type: ignore[arg-type]
