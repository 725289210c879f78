"""The display of a data set: its size, its classes, and its first rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lwnb_gui.class_colours import class_colour
from lwnb_gui.render.notebook import html
from lwnb_gui.render.notebook.text import name, value
from lwnb_gui.text import count, number

if TYPE_CHECKING:
    from lwnb_core import Dataset

_MOST_CLASSES, _MOST_COLUMNS, _MOST_ROWS = 12, 10, 5


def dataset_html(data: Dataset) -> str:
    """Return size, class frequencies, the first rows and columns, and the repairs made while reading."""
    repairs = [f"{count(len(data.repairs), 'repair')}: see .repairs"] if data.repairs else []
    return html.box(
        name(data.name), html.note(_size(data)), _frequencies(data), _first_rows(data), html.notes(repairs)
    )


def _size(data: Dataset) -> str:
    attributes = len(data.attributes) - (data.class_index is not None)
    return f"{count(len(data), 'row')}, {count(attributes, 'attribute')}"


def _frequencies(data: Dataset) -> str:
    if data.class_index is None:
        return html.note("no class attribute")
    codes, classes = data.class_codes, data.classes
    counts = np.bincount(codes[codes >= 0], minlength=len(classes))
    order = range(len(classes))
    listed = order if len(classes) <= _MOST_CLASSES else np.argsort(-counts, kind="stable")[:_MOST_CLASSES]
    most = max(int(counts.max(initial=0)), 1)
    rows = [
        [name(classes[c]), html.bar(counts[c] / most, class_colour(int(c))), f"{counts[c]:,}"] for c in listed
    ]
    unknown = len(codes) - int(counts.sum())
    if unknown:
        rows.append(["<i>unknown</i>", "", f"{unknown:,}"])
    more = len(classes) - _MOST_CLASSES
    rest = html.note(f"and {count(more, 'less frequent class', 'less frequent classes')}") if more > 0 else ""
    return html.table([name(data.class_attribute.name), "", "rows"], rows, [2]) + rest


def _first_rows(data: Dataset) -> str:
    attributes = data.attributes
    shown = list(range(min(len(attributes), _MOST_COLUMNS)))
    if data.class_index is not None and data.class_index not in shown:
        shown.append(data.class_index)
    first = data.subset(slice(0, _MOST_ROWS))
    rows = [
        [number(int(first.row_numbers[i])), *(value(first.value(i, j)) for j in shown)]
        for i in range(len(first))
    ]
    numeric = [0, *(column for column, j in enumerate(shown, start=1) if attributes[j].is_numeric)]
    left = [count(len(data) - len(first), "more row")] if len(data) > len(first) else []
    if len(attributes) > len(shown):
        left.append(count(len(attributes) - len(shown), "more attribute"))
    titles = ["row", *(name(attributes[j].name) for j in shown)]
    return html.table(titles, rows, numeric) + (html.note(f"and {', '.join(left)}") if left else "")
