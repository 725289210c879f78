"""Undo and redo: the steps, a short description of each, and which are undone together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from lwnb_gui.app.query import OWN_SETTINGS, QUERY_SETTINGS, Query, Value
from lwnb_gui.app.test_rows import Fold
from lwnb_gui.text import number

T = TypeVar("T")

_UNSET = object()
_PAUSE = 0.7  # seconds after which a step by key or wheel begins a new group


@dataclass(frozen=True)
class Step(Generic[T]):
    """One step, from one query to another. The steps of a drag share a token."""

    before: T
    after: T
    token: object | None = None


class History(Generic[T]):
    """The steps taken. Steps with the same token (a slider being dragged) count as one.

    `describe(before, after)` describes a step, and is called only when the description is needed.
    """

    def __init__(self, describe: Callable[[T, T], str], longest: int = 500) -> None:
        self._describe = describe
        self._done: list[Step[T]] = []
        self._undone: list[Step[T]] = []
        self._longest = longest

    def take(self, step: Step[T]) -> None:
        """Remember a step; steps that were undone before it are dropped."""
        self._undone.clear()
        if step.token is not None and self._done and self._done[-1].token is step.token:
            step = Step(self._done.pop().before, step.after, step.token)
            if step.before == step.after:  # it was dragged back to where it began
                return
        self._done.append(step)
        del self._done[: -self._longest]

    def undo(self) -> Step[T] | None:
        """Undo the last step."""
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Step[T] | None:
        """Redo the step that was undone last."""
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
        """Describe what undo would undo; None if there is nothing."""
        return self._text(self._done)

    @property
    def redo_text(self) -> str | None:
        return self._text(self._undone)

    def _text(self, steps: list[Step[T]]) -> str | None:
        return self._describe(steps[-1].before, steps[-1].after) if steps else None


class UndoGroup:
    """Steps that are undone together: a drag, or keys and wheel in quick succession.

    Hands out tokens; changes of the state with the same token are one step of the history.
    """

    def __init__(self) -> None:
        self._token = object()
        self._last = 0.0

    def begin(self) -> object:
        """Begin a new group, as when a mouse button is pressed."""
        self._token, self._last = object(), time.monotonic()
        return self._token

    def current(self) -> object:
        """Return the group that was begun last, as while the mouse is dragged."""
        self._last = time.monotonic()
        return self._token

    def join(self) -> object:
        """Return the current group if its last step was just now, otherwise a new one."""
        return self.current() if time.monotonic() - self._last < _PAUSE else self.begin()


# -- what a step did: the text of undo and redo ---------------------------------------------------------


def describe(old: Query, new: Query) -> str:
    """Describe the difference between two queries, such as `k 40 → 50`."""
    if new.data is not old.data:
        return _data_step(old, new)
    if new.test_rows != old.test_rows:
        text = new.test_rows.text
        is_picked = isinstance(new.test_rows, Fold) and new.row != old.row
        return f"row {new.row + 1}, {text}" if is_picked else text
    if new.row != old.row:
        return f"pick row {new.row + 1}"
    parts = []
    parts += _settings_steps(old, new)
    if new.changes != old.changes:
        parts.append(_values_step(old, new))
    if new.unused != old.unused:
        gone = sorted(new.unused - old.unused)
        back = sorted(old.unused - new.unused)
        parts += [f"without {', '.join(gone)}"] if gone else []
        parts += [f"with {', '.join(back)}"] if back else []
    if new.map != old.map and not parts:
        parts.append("map")
    return ", ".join(parts) or "change"


def value_text(value: Value) -> str:
    """Return a value in readable form."""
    if value is None:
        return "missing"
    return value if isinstance(value, str) else number(float(value))


def _data_step(old: Query, new: Query) -> str:
    before = old.data.class_attribute.name if old.data.class_index is not None else ""
    after = new.data.class_attribute.name if new.data.class_index is not None else ""
    if not after and before:
        return "no class"
    if before != after:
        return f"class {before} → {after}" if before else f"class {after}"
    pairs = zip(old.data.attributes, new.data.attributes, strict=False)
    changed = [(a, b) for a, b in pairs if a != b]
    if len(changed) != 1:
        return f"{len(changed)} attributes" if changed else "attributes"
    was, now = changed[0]
    if was.kind != now.kind:
        return f"{now.name} {was.kind} → {now.kind}"
    if now.name == after:
        return f"class {now.name} in {len(now.values)} intervals"
    return f"values of {now.name}"


def _settings_steps(old: Query, new: Query) -> list[str]:
    """Describe every setting that differs; what a new convention brings is covered by its name."""
    same_convention = old.convention.name == new.convention.name
    steps = []
    for name, setting in (OWN_SETTINGS if new.convention == old.convention else QUERY_SETTINGS).items():
        before, after = old.setting(name), new.setting(name)
        if before == after or (name not in OWN_SETTINGS and not same_convention):
            continue
        if len(setting.choices) == 2 and name in OWN_SETTINGS:  # the new value implies the old one
            steps.append(f"{setting.label} {setting.value_label(after)}")
        else:
            steps.append(f"{setting.short_label or setting.label} {before} → {after}")
    return steps


def _values_step(old: Query, new: Query) -> str:
    before, after = old.changed_values, new.changed_values
    names = [n for n in {**before, **after} if before.get(n, _UNSET) != after.get(n, _UNSET)]
    if len(names) == 1:
        name = names[0]
        return f"{name} {value_text(old.value(name))} → {value_text(new.value(name))}"
    if not after:
        return "all values reset"
    return f"{len(names)} values"
