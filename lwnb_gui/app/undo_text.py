"""What a step of the history did, in a few words: the text of undo and redo."""

from __future__ import annotations

from lwnb_gui.app.query import OWN_SETTINGS, QUERY_SETTINGS, Query, Value
from lwnb_gui.app.test_rows import Fold
from lwnb_gui.settings import is_of_convention
from lwnb_gui.text import number


def describe(old: Query, new: Query) -> str:
    """The difference between two queries, such as `k 40 → 50`."""
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
    """A value as a person reads it."""
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
    """Every setting that is another; what a new convention brings goes with its name."""
    same_convention = old.convention.name == new.convention.name
    steps = []
    for name, setting in (OWN_SETTINGS if new.convention == old.convention else QUERY_SETTINGS).items():
        before, after = old.setting(name), new.setting(name)
        if before == after or (is_of_convention(name) and not same_convention):
            continue
        if len(setting.choices) == 2 and not is_of_convention(name):  # the new one says what the old one was
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


_UNSET = object()
