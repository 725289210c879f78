"""A column of Neighbours as `CONTRIBUTING.md` describes it: the rank among the neighbours of its class."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from lwnb_gui.views.neighbours import columns
from lwnb_gui.views.neighbours.columns import NeighbourColumn
from lwnb_gui.views.neighbours.view import NeighboursReading


def rank_in_class(reading: NeighboursReading, i: int) -> int:
    return int(np.count_nonzero(reading.classes[: i + 1] == reading.classes[i]))


RANK_IN_CLASS = NeighbourColumn(
    "rank in class",
    lambda reading, i: f"#{rank_in_class(reading, i)}",
    lambda reading: "1 is the nearest of its class.",
    lambda reading, i: f"Rank {rank_in_class(reading, i)} among the neighbours of its class.",
    value=rank_in_class,
    help="the rank among the neighbours of the same class",
    script="explanation.neighbour_classes[: i + 1].tolist().count(explanation.neighbour_classes[i])",
    longest=lambda reading: "#000",
)


def add_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add it to the table wherever the table has been imported."""
    before, after = columns.COLUMNS, (*columns.COLUMNS, RANK_IN_CLASS)
    for module in list(sys.modules.values()):
        if getattr(module, "COLUMNS", None) is before:
            monkeypatch.setattr(module, "COLUMNS", after)
