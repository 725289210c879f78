"""The panels of Explore and of a live page, derived from the views, and the controls around them.

Lectures and sessions refer to them by name. The views are imported when they are first needed, which is after
the start page.
"""

from __future__ import annotations

from typing import Any

from lwnb_gui.views.view import Area, View

_AREAS = ("left", "map", "lower", "right")


def panel_views() -> tuple[View[Any], ...]:
    """Return the views that are panels of Explore, column by column, in the order of reading."""
    from lwnb_gui.views.every import VIEWS

    return tuple(view for area in _AREAS for view in VIEWS if view.area == area)


def panel_names() -> tuple[str, ...]:
    """Return the names of all panels of Explore."""
    return tuple(view.name for view in panel_views())


def panels_in(area: Area) -> tuple[str, ...]:
    """Return the panels of one area."""
    return tuple(view.name for view in panel_views() if view.area == area)


def places_in(area: Area) -> tuple[tuple[str, ...], ...]:
    """Return the panels of one area by place: those with one of their own, then the tabs of the last."""
    views = [view for view in panel_views() if view.area == area]
    own = [(view.name,) for view in views if view.has_own_place]
    return (*own, tuple(view.name for view in views if not view.has_own_place))


def live_panels() -> dict[str, str]:
    """Return the panels of a live page, in their order, and their titles."""
    from lwnb_gui.views.every import VIEWS

    return {view.name: view.title for view in VIEWS if view.is_on_live_page}


# The controls that a lecture can hide, and their names.
CONTROLS: dict[str, str] = {
    "places": "pages Data, Curves and Experiment",
    "legend": "class legend",
    "class": "class selector",
    "strip": "slider of k",
    "settings": "kernel, numeric model and convention",
    "ribbon": "posterior at every k",
    "status": "status bar",
    "callouts": "names beside the star and the nearest row",
    "steps": "step bar",
}
