"""The panels of Explore, the part of the page that each stands in, and the controls around them; the panels
of a live page.

Lectures and sessions name them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

Area = Literal["left", "map", "lower", "right"]

# In the order in which they stand; several that share a place there are tabs.
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

# The panels of a live page, in their order, and their titles.
LIVE_PANELS: dict[str, str] = {
    "map": "Map",
    "posterior": "Posterior",
    "curves": "Curves over k",
    "neighbours": "Neighbours",
    "local_tables": "Local tables",
    "contributions": "Contributions",
    "equations": "Equations",
}

# What a lecture can hide, and what it is called.
CONTROLS: dict[str, str] = {
    "places": "pages Data, Curves and Experiment",
    "legend": "class legend",
    "class": "class selector",
    "strip": "k slider",
    "settings": "kernel, numeric model and convention",
    "ribbon": "posterior at every k",
    "status": "status bar",
    "callouts": "names beside the star and the nearest row",
    "steps": "step bar",
}


def panels_in(area: Area, without: Collection[str] = ()) -> tuple[str, ...]:
    """The panels of one area, without those that have a place of their own in it."""
    return tuple(name for name, own in PANEL_AREAS.items() if own == area and name not in without)
