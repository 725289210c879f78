"""Undo and redo, for any kind of frozen state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Step(Generic[T]):
    """One step: from where to where. A drag marks its steps with one token."""

    before: T
    after: T
    token: object | None = None


class History(Generic[T]):
    """The steps taken. Steps that carry the same token (a slider being dragged) are one.

    `describe(before, after)` says what a step did. It is asked only when somebody reads it.
    """

    def __init__(self, describe: Callable[[T, T], str], longest: int = 500) -> None:
        self._describe = describe
        self._done: list[Step[T]] = []
        self._undone: list[Step[T]] = []
        self._longest = longest

    def take(self, step: Step[T]) -> None:
        """Remember a step; what was undone before it is gone."""
        self._undone.clear()
        if step.token is not None and self._done and self._done[-1].token is step.token:
            step = Step(self._done.pop().before, step.after, step.token)
            if step.before == step.after:  # dragged back to where it began
                return
        self._done.append(step)
        del self._done[: -self._longest]

    def undo(self) -> Step[T] | None:
        """Take the last step back."""
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Step[T] | None:
        """Take the step that was undone last once more."""
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    def clear(self) -> None:
        self._done.clear()
        self._undone.clear()

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def undo_text(self) -> str | None:
        """What undo would take back; None where there is nothing."""
        return self._text(self._done)

    @property
    def redo_text(self) -> str | None:
        return self._text(self._undone)

    def _text(self, steps: list[Step[T]]) -> str | None:
        return self._describe(steps[-1].before, steps[-1].after) if steps else None
