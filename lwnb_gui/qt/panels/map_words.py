"""What the map says: callouts, and the caption in words."""

from __future__ import annotations

import numpy as np

from lwnb_core import Dataset, Explanation
from lwnb_gui.plots.distance_view import DistanceData, distance_caption, distance_text
from lwnb_gui.plots.map import MapData, map_caption, small_map_caption
from lwnb_gui.readings.names import shorten
from lwnb_gui.state import Query, TestFile
from lwnb_gui.text import fixed, listed, number, value_text

_MOST = 5  # differing attributes that a callout names


def instance_words(query: Query, data: MapData) -> tuple[str, tuple[str, ...]]:
    """Title and lines of the test instance's callout."""
    row = f"row {query.row + 1}" + (" of the test file" if isinstance(query.test_rows, TestFile) else "")
    if not query.changes:
        title = f"{row}, the test instance"
    else:
        title = f"{row}, changed"
    names = axis_names(data)
    lines = [" · ".join(f"{short(n)} {value_text(query.value(n))}" for n in names)] if names else []
    if query.changes and names:
        lines.append(kept_words(query, names))
    return title, tuple(line for line in lines if line)


def kept_words(query: Query, names: tuple[str, ...]) -> str:
    """That the attributes that are not shown keep their values."""
    others = [query.used.attributes[j].name for j in query.used.predictors]
    others = [name for name in others if name not in names]
    if not others:
        return ""
    if len(others) <= 2:
        kept = listed([f"{short(n)} {value_text(query.value(n))}" for n in others])
        return f"{kept} kept"
    return f"the other {len(others)} attributes keep their values"


def neighbour_words(
    explanation: Explanation, data: Dataset, i: int, *, weighed: bool = True
) -> tuple[str, tuple[str, ...]]:
    """Title and lines of a neighbour's callout; `data` holds the training rows."""
    found, rows, classes = (
        explanation.neighbourhood,
        explanation.neighbour_rows,
        explanation.neighbour_classes,
    )
    if found is None or rows is None or classes is None:
        return "", ()
    row = int(rows[i])
    title = f"row {row + 1} · {short(explanation.classes[int(classes[i])])} · rank {i + 1}"
    nominal = all(a.is_nominal for a in explanation.attributes)
    distance = distance_text(float(found.distances[i]), nominal)
    weights = f"w = {fixed(float(found.weights[i]), 3)}   w′ = {fixed(float(found.rescaled[i]), 2)}"
    if not nominal:
        return title, (f"d = {distance}   {weights}" if weighed else f"d = {distance}",)
    said = (weights,) if weighed else ()
    return title, (f"d = {distance}", *said, *_differing(explanation, data, row))


def row_words(
    data: Dataset, row: int, names: tuple[str, ...], *, outside: bool = True
) -> tuple[str, tuple[str, ...]]:
    """Title and lines about a row that is no neighbour, or not known as one yet."""
    code = int(data.all_rows.class_codes[row])
    klass = short(data.classes[code]) if code >= 0 else "class unknown"
    lines = [" · ".join(f"{short(n)} {value_text(data.all_rows.value(row, n))}" for n in names)]
    return f"row {row + 1} · {klass}{' · outside' if outside else ''}", tuple(line for line in lines if line)


def axis_names(data: MapData) -> tuple[str, ...]:
    """Names of the attributes that are the axes, each once."""
    return tuple(dict.fromkeys(axis.attribute.name for axis in data.axes or ()))


def caption_words(
    query: Query,
    data: MapData | DistanceData,
    explanation: Explanation,
    *,
    weighed: bool = True,
    side_by_side: bool = False,
) -> str:
    """The caption below the map, or below several side by side."""
    if isinstance(data, DistanceData):
        return distance_caption(data, explanation, weighed=weighed)
    if side_by_side:
        words = small_map_caption(data, explanation)
    else:
        words = map_caption(data, explanation, weighed=weighed, bandwidth="dₖ")
    return words if query.training_rows is None else f"{words} Only training rows are shown."


def region_words(query: Query, names: tuple[str, str], learner: str, k: int) -> str:
    """What a region shows and what is held fixed."""
    kept = kept_words(query, names)
    at_k = "" if learner == "NB" else f" at k = {k:,}"
    who = "each learner" if learner == "all four" else learner
    words = f"Ground: what {who} says there{at_k}, the fainter the less sure"
    if not kept:
        return f"{words}."
    row = f"row {query.row + 1}{', changed' if query.changes else ''}"
    return f"{words}. A slice through {row}: {kept}."


def can_have_regions(query: Query) -> bool:
    """Regions need a plane of two different attributes."""
    return query.map.kind == "attributes" and query.map.x != query.map.y


def short(name: str, longest: int = 22) -> str:
    return shorten(name, longest)


def _differing(explanation: Explanation, data: Dataset, row: int) -> list[str]:
    whole = data.all_rows
    names = []
    for j, attribute in enumerate(explanation.attributes):
        raw = whole.column(attribute.name)[row]
        own = explanation.instance[j]
        if np.isnan(own) or raw < 0:
            names.append(f"{short(attribute.name)} (missing)")
        elif raw != own:
            names.append(short(attribute.name))
    if not names:
        return ["equal in every attribute"]
    more = [f"… {number(len(names) - _MOST)} more"] if len(names) > _MOST else []
    return ["differs in:", *names[:_MOST], *more]
