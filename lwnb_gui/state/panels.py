"""The panels of Explore and of a live page, which follow from the views, and the controls around them.

Lectures and sessions name them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from lwnb_gui.views import every
from lwnb_gui.views.view import Area, View

_AREAS = ("left", "map", "lower", "right")


def panel_views() -> tuple[View[Any], ...]:
    """The views that are panels of Explore, column by column; those of an area in the order of reading."""
    return tuple(view for area in _AREAS for view in every.VIEWS if view.area == area)


def panels_in(area: Area, without: Collection[str] = ()) -> tuple[str, ...]:
    """The panels of one area, without those that have a place of their own in it; several are tabs."""
    return tuple(v.name for v in panel_views() if v.area == area and v.name not in without)


PANEL_NAMES = tuple(view.name for view in panel_views())


def live_panels() -> dict[str, str]:
    """The panels of a live page, in their order, and their titles."""
    return {view.name: view.title for view in every.VIEWS if view.is_on_live_page}


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
