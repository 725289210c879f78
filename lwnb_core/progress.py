"""Progress and cancellation: a plain callable, called per chunk of work, that may raise `Cancelled`."""

from __future__ import annotations

from typing import Protocol

from lwnb_core.errors import Cancelled

__all__ = ["Cancelled", "Progress", "share", "silent"]


class Progress(Protocol):
    """Called as ``progress(done, total)``; raising `Cancelled` stops the work."""

    def __call__(self, done: int, total: int, /) -> None: ...


def silent(done: int, total: int, /) -> None:
    """Ignore progress (the default)."""


def share(progress: Progress, start: int, total: int) -> Progress:
    """Return a progress callback for one part of a larger work: its `done` counts from `start` of `total`."""

    def part(done: int, _: int, /) -> None:
        progress(start + done, total)

    return part
