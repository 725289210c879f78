"""The panels of Explore and the part of the page that each stands in; lectures and sessions name them."""

from __future__ import annotations

from typing import Literal

Area = Literal["left", "map", "lower", "right"]

# In the order in which they stand; several in the lower area are tabs.
PANEL_AREAS: dict[str, Area] = {
    "instances": "left",
    "this_instance": "left",
    "map": "map",
    "neighbours": "lower",
    "what_if": "lower",
    "confusion": "lower",
    "posterior": "right",
    "local_tables": "right",
    "contributions": "right",
    "equations": "right",
}
PANEL_NAMES = tuple(PANEL_AREAS)


def panels_in(area: Area) -> tuple[str, ...]:
    """The panels of one area."""
    return tuple(name for name, own in PANEL_AREAS.items() if own == area)
