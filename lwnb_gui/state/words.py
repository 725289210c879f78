"""What a step did, in few words."""

from __future__ import annotations

from lwnb_gui.state.query import Query, Value
from lwnb_gui.state.test_rows import Fold


def describe(old: Query, new: Query) -> str:
    """The difference between two queries, such as `k 40 → 50`."""
    if new.data is not old.data:
        return _data_step(old, new)
    if new.test_rows != old.test_rows:
        words = new.test_rows.text
        picked = isinstance(new.test_rows, Fold) and new.row != old.row
        return f"row {new.row + 1}, {words}" if picked else words
    if new.row != old.row:
        return f"pick row {new.row + 1}"
    parts = []
    if new.k != old.k:
        parts.append(f"k {old.k} → {new.k}")
    if new.kernel != old.kernel:
        parts.append(f"kernel {old.kernel} → {new.kernel}")
    if new.convention != old.convention:
        parts.append(_convention_step(old, new))
    if new.eq6 != old.eq6:
        parts.append("equation 6 as printed" if new.eq6 == "printed" else "equation 6 put right")
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


def number(value: float) -> str:
    """A number as short as it can be, with a true minus sign."""
    return f"{value:.6g}".replace("-", "−")


def value_text(value: Value) -> str:
    """A value as a person reads it."""
    if value is None:
        return "missing"
    return value if isinstance(value, str) else number(float(value))


def _data_step(old: Query, new: Query) -> str:
    before = old.data.class_attribute.name if old.data.class_index is not None else "no class"
    after = new.data.class_attribute.name if new.data.class_index is not None else "no class"
    if before != after:
        return f"class {before} → {after}"
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


def _convention_step(old: Query, new: Query) -> str:
    if old.convention.name != new.convention.name:
        return f"convention {old.convention.name} → {new.convention.name}"
    if old.numeric != new.numeric:
        return f"numeric {old.numeric} → {new.numeric}"
    return "knobs of the convention"


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
