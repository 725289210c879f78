"""Columns that are not in use: which of them an exported file includes, and which it leaves out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from lwnb_core import Dataset
from lwnb_gui.text import count, listed, printable

_MOST_NAMES = 12  # names that a sentence lists


def unused_columns(data: Dataset, unused: Collection[str] = ()) -> tuple[str, ...]:
    """Return the columns that no learner uses, in the order of the data: text, and unused attributes."""
    used = {data.attributes[j].name for j in data.predictors} - set(unused)
    if data.class_index is not None:
        used.add(data.class_attribute.name)
    return tuple(attribute.name for attribute in data.attributes if attribute.name not in used)


def without_columns(data: Dataset, names: Collection[str]) -> Dataset:
    """Return the data without those of these columns that they have, even the class."""
    gone = [attribute.name for attribute in data.attributes if attribute.name in names]
    if data.class_index is not None and data.class_attribute.name in gone:
        data = replace(data, class_index=None)
    return data.without(gone) if gone else data


def columns_text(data: Dataset, unused: Collection[str], *, with_unused: bool) -> str:
    """Describe the columns whose values a file will contain, and those that are left out."""
    out = unused_columns(data, unused)
    names = [a.name for a in data.attributes if with_unused or a.name not in out]
    text = f"The file will contain values of {count(len(names), 'column')}: {_listed(names)}."
    if not out:
        return text
    if with_unused:
        return f"{text} {_listed(out)} {_are(out)} not in use, but included."
    return f"{text} It leaves out {_listed(out)}, which {_are(out)} not in use."


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    if more <= 1:
        return listed([printable(name) for name in names])
    return f"{', '.join(printable(name) for name in names[:_MOST_NAMES])} and {more:,} more"
