"""The neighbours of a live page: what each is, once, and its weights at every k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lwnb_core import Dataset, Explanation
from lwnb_gui.readings.neighbours import summary
from lwnb_gui.text import distance_text, rescaled_text, shown, weight_text
from lwnb_gui.views.column_facts import facts
from lwnb_gui.views.links import cells_of

MOST = 50  # neighbours that are listed


class Neighbour(NamedTuple):
    """What a mark on the map is of: a neighbour, by its rank from 0."""

    rank: int


@dataclass(frozen=True)
class NeighbourTable:
    """Neighbours in the order of their distance, which is the same at every k.

    Attributes
    ----------
    titles
        Of the columns: rank, row, distance, weight, rescaled weight, class, and the attributes.
    cells
        For each neighbour: row, distance and values. The class is in `classes`.
    links
        For each neighbour, the cells of the local tables to which it adds its weight.
    weights
        For every k and each neighbour that is in and listed: w and w′.
    summaries
        For every k: how many are in.
    """

    titles: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    classes: tuple[int, ...]
    links: tuple[tuple[str, ...], ...]
    weights: tuple[tuple[tuple[str, str], ...], ...]
    summaries: tuple[str, ...]


def link(attribute: int, class_code: int, value: int | None = None) -> str:
    """The name of a cell of a local table, for what belongs together in a page."""
    return f"{attribute}.{class_code}" if value is None else f"{attribute}.{class_code}.{value}"


def neighbour_table(
    explanations: Sequence[Explanation], data: Dataset, unused: Sequence[str] = ()
) -> NeighbourTable:
    """The table of one instance at every k, the last of which has all neighbours.

    `unused` names further columns, which no learner uses.
    """
    widest = explanations[-1]
    neighbourhood, rows, classes = widest.neighbourhood, widest.neighbour_rows, widest.neighbour_classes
    assert neighbourhood is not None
    assert rows is not None
    assert classes is not None
    listed = range(min(MOST, len(rows)))
    names = [*(attribute.name for attribute in widest.attributes), *unused]
    texts = [_texts(data, name, rows[: len(listed)].tolist()) for name in names]
    return NeighbourTable(
        titles=(
            *("rank", "row", "distance", "weight", "rescaled", "class"),
            *map(shown, names),
        ),
        cells=tuple(
            (
                str(int(rows[i]) + 1),
                distance_text(float(neighbourhood.distances[i])),
                *(column[i] for column in texts),
            )
            for i in listed
        ),
        classes=tuple(int(classes[i]) for i in listed),
        links=tuple(
            tuple(link(cell.attribute, cell.class_code, cell.value) for cell in cells_of(widest, data, i))
            for i in listed
        ),
        weights=tuple(_weights(explanation) for explanation in explanations),
        summaries=tuple(summary(explanation)[1] for explanation in explanations),
    )


def _weights(explanation: Explanation) -> tuple[tuple[str, str], ...]:
    neighbourhood = explanation.neighbourhood
    assert neighbourhood is not None
    pairs = zip(neighbourhood.weights[:MOST].tolist(), neighbourhood.rescaled[:MOST].tolist(), strict=True)
    return tuple((weight_text(w), rescaled_text(rescaled)) for w, rescaled in pairs)


def _texts(data: Dataset, name: str, rows: Sequence[int]) -> list[str]:
    """An attribute's values in some rows."""
    attribute, column = data.attributes[data.index_of(name)], data.all_rows.column(name)
    if attribute.is_numeric:
        known = facts(data, name)
        return [known.text(float(column[row])) for row in rows]
    if attribute.is_nominal:
        return [shown(attribute.values[column[row]]) if column[row] >= 0 else "?" for row in rows]
    return ["?" if column[row] is None else shown(str(column[row])) for row in rows]
