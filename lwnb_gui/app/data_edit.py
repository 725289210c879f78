"""Changes to the data since they were read: class, kinds, attributes in use.

Every change starts from the data as read, so that undoing a change by hand leaves no trace. No Qt in here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from lwnb_core import Attribute, Dataset
from lwnb_core.data import Kind
from lwnb_core.data.columns import are_class_codes, has_many_values
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.column_edits import Edits, class_name, is_cut
from lwnb_gui.app.column_warnings import class_warning

MOST_BINS = 20


def set_class(state: AppState, name: str, bins: int | None = None, *, as_nominal: bool = False) -> str:
    """Set another class. A class that was cut from numbers before becomes numeric again.

    Returns a message about how numbers were treated, which may be empty.
    """
    read, now = _pair(state)
    present = Edits.between(read, now).kinds
    kinds: dict[str, Kind] = {n: k for n, k in present.items() if not _was_cut(read, now, n)}
    data = Edits(kinds).apply(read)
    if as_nominal:
        data = data.as_nominal(name)
    repairs = len(data.repairs)
    data = data.with_class(name, bins if data.attributes[data.index_of(name)].is_numeric else None)
    state.set_data(data if Edits.between(read, data) != Edits() else read)
    told = "; ".join(str(repair) for repair in data.repairs[repairs:])
    return " ".join(filter(None, [class_warning(data, read), told]))


def warning_about_class(state: AppState) -> str:
    """Return a warning about the class, as it is or as it was read; empty if there is none."""
    query = state.query
    return "" if query is None else class_warning(query.data, state.read)


def set_kind(state: AppState, name: str, kind: Kind) -> None:
    """Switch an attribute between nominal and numeric."""
    read, now = _pair(state)
    edits = Edits.between(read, now)
    kinds = {n: k for n, k in edits.kinds.items() if n != name}
    if read.attributes[read.index_of(name)].kind != kind:
        kinds[name] = kind
    state.set_data(replace(edits, kinds=kinds).apply(read))


def can_be_numeric(attribute: Attribute, read: Attribute) -> bool:
    """Whether the kind `numeric` makes sense: it was numeric, or all its values are numbers."""
    if attribute.is_numeric or read.is_numeric:
        return True
    if not attribute.is_nominal or not attribute.values:
        return False
    try:
        [float(value) for value in attribute.values]
    except ValueError:
        return False
    return True


def use_only(state: AppState, used: Iterable[str]) -> None:
    """Use exactly these predictors, in one step."""
    query = state.query
    if query is None:
        return
    in_use = set(used)
    names = {query.data.attributes[j].name for j in query.data.predictors}
    unused = frozenset(names - in_use)
    changes = tuple((n, v) for n, v in query.changes if n not in unused)
    state.step(replace(query, unused=unused, changes=changes))


def reset(state: AppState) -> None:
    """Restore the data as they were read, with all attributes in use, in one step."""
    query, read = state.query, state.read
    if query is None or read is None:
        return
    fresh = replace(query, unused=frozenset())
    if query.data is not read:
        fresh = fresh.with_data(read)
    state.step(fresh)


def reset_attribute(state: AppState, name: str) -> None:
    """Restore one attribute's kind and use as read. If it was cut as the class, the former class returns."""
    query = state.query
    if query is None:
        return
    read, now = _pair(state)
    edits = Edits.between(read, now)
    kinds = {n: k for n, k in edits.kinds.items() if n != name}
    chosen, bins = edits.class_name, edits.bins
    if name == chosen:
        chosen, bins = None, None
    data = now
    if (kinds, chosen, bins) != (edits.kinds, edits.class_name, edits.bins):
        data = Edits(kinds, chosen, bins).apply(read)
    fresh = replace(query, unused=query.unused - {name})
    if data is not now:
        fresh = fresh.with_data(data)
    state.step(fresh)


def differences(state: AppState, name: str) -> list[str]:
    """Describe how an attribute differs from the file."""
    query = state.query
    if query is None:
        return []
    read, now = _pair(state)
    before = read.attributes[read.index_of(name)]
    after = now.attributes[now.index_of(name)]
    result = []
    if name == class_name(now) and before.is_numeric and is_cut(after):
        result.append(f"numeric in the file, cut into {len(after.values)} intervals")
    elif before.kind != after.kind:
        kind = "text" if before.kind == "string" else before.kind
        result.append(f"{kind} in the file")
    elif before != after:
        result.append("values differ from those in the file")
    if name == class_name(now) != class_name(read):
        result.append(f"the class was {class_name(read) or 'not chosen'}")
    elif name == class_name(read) != class_name(now):
        result.append("the class when the file was opened")
    if name in query.unused:
        result.append("not in use")
    return result


@dataclass(frozen=True)
class ClassChoice:
    """One way of turning a numeric attribute into classes; `bins` is None for its values as they are."""

    text: str
    bins: int | None = None


def can_be_class(data: Dataset, name: str) -> bool:
    """Whether an attribute can be the class as it is: a nominal one, or a few whole numbers."""
    attribute = data.attributes[data.index_of(name)]
    return attribute.is_nominal or (attribute.is_numeric and are_class_codes(data.column(name)))


def class_choices(data: Dataset, name: str) -> tuple[ClassChoice, ...]:
    """Return the ways of turning a numeric attribute into classes, best first; none if it needs none."""
    column = data.column(name)
    if not data.attributes[data.index_of(name)].is_numeric or can_be_class(data, name):
        return ()
    as_they_are = []
    if not has_many_values(column):
        values = np.unique(column[~np.isnan(column)])
        as_they_are.append(ClassChoice(f"its {len(values)} values, each as a class"))
    likely = suggested_bins(data, name)
    bins = sorted(range(2, MOST_BINS + 1), key=lambda n: (n != likely, n))
    return (*as_they_are, *(ClassChoice(f"{n} intervals with about equally many rows", n) for n in bins))


def set_class_as_chosen(state: AppState, name: str, choice: ClassChoice | None = None) -> str:
    """Do the same as `set_class`, with the chosen treatment of a numeric attribute."""
    if choice is None:
        return set_class(state, name)
    return set_class(state, name, choice.bins, as_nominal=choice.bins is None)


def suggested_bins(data: Dataset, name: str) -> int:
    """Return how many intervals to offer for a numeric class: three, or fewer if it has fewer values."""
    column = data.column(name)
    distinct = len(np.unique(column[~np.isnan(column)][:100_000]))
    return max(2, min(3, distinct))


def _pair(state: AppState) -> tuple[Dataset, Dataset]:
    if state.query is None or state.read is None:
        raise RuntimeError("no data are open")
    return state.read, state.query.data


def _was_cut(read: Dataset, now: Dataset, name: str) -> bool:
    return read.attributes[read.index_of(name)].is_numeric and is_cut(now.attributes[now.index_of(name)])
