"""Checking that a study fits into memory before it begins, rather than failing after an hour of work."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from lwnb_core.errors import SettingsError
from lwnb_core.remedies import Remedy

# The share of the free memory that a study may use: other programs need some, too.
_SHARE = 0.8
# An estimate, per test case and learner, of the number of k at which the prediction changes.
_BYTES_OF_CHANGES = 400
_SUMS = 8


def curve_bytes(cases: int, ks: int, learners: int, classes: int, splits: int = 1, jobs: int = 1) -> float:
    """Return the bytes that accuracy curves need, for their results and during the work.

    These are a bit for every test case, k and learner; sums for every part of the evaluation; and, per
    thread, the posteriors of a test case at every k.
    """
    stored = cases * (ks / 8 + _BYTES_OF_CHANGES) + splits * ks * 8 * _SUMS
    at_work = jobs * ks * classes * 8 * 3
    return learners * (stored + at_work)


def free_memory() -> float | None:
    """Return the bytes that can be allocated without swapping; None if the system does not say."""
    if sys.platform == "win32":
        return _free_on_windows()
    meminfo = Path("/proc/meminfo")
    try:
        for line in meminfo.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) / 2
    except (OSError, ValueError, IndexError):
        return None


def fits(needed: float) -> bool:
    """Whether this many bytes are free, as far as that is known."""
    free = free_memory()
    return free is None or needed <= _SHARE * free


def too_large(needed: float, what: str, *, hint: str = "", remedies: Iterable[Remedy] = ()) -> SettingsError:
    """Return the error for work that does not fit, with the memory needed and free."""
    free = free_memory() or 0.0
    return SettingsError(
        f"{what} would need {size_text(needed)} of memory, but only {size_text(free)} is free",
        hint=hint,
        remedies=remedies,
    )


def size_text(count: float) -> str:
    """Format a size, such as `320 MB`, `1.5 GB`, `375 GB`."""
    if count < 1e9:
        return f"{max(count / 1e6, 1):.0f} MB"
    return f"{count / 1e9:.1f} GB" if count < 1e10 else f"{count / 1e9:,.0f} GB"


def _free_on_windows() -> float | None:  # pragma: no cover - needs Windows
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            *((name, ctypes.c_ulong) for name in ("length", "load")),
            *(
                (name, ctypes.c_ulonglong)
                for name in ("total", "free", "page", "page_free", "own", "own_free")
            ),
            ("more", ctypes.c_ulonglong),
        )

    status = Status(length=ctypes.sizeof(Status))
    windows = getattr(ctypes, "windll", None)
    if windows is None or not windows.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return float(status.free)
