"""How the user looks at things: what undo does not touch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from lwnb_gui.state.curve_view import CurveView
from lwnb_gui.state.experiment_view import ExperimentView
from lwnb_gui.state.teaching import Teaching

PageName = Literal["start", "data", "explore", "curves", "experiment"]
PAGES: tuple[PageName, ...] = get_args(PageName)


@dataclass(frozen=True)
class View:
    """Where the user is, and which classes are shown in which colours.

    Attributes
    ----------
    hidden_classes
        Codes of classes that are switched off in the legend: not drawn on the map.
    class_colours
        Colours chosen in the place of the theme's own: pairs of class code and `#RRGGBB`.
    teaching
        Step mode, guessing, and what a lecture shows and hides.
    curves
        What the page Curves is set to.
    experiment
        What the page Experiment is set to.
    """

    page: PageName = "start"
    hidden_classes: frozenset[int] = frozenset()
    class_colours: tuple[tuple[int, str], ...] = ()
    teaching: Teaching = field(default_factory=Teaching)
    curves: CurveView = field(default_factory=CurveView)
    experiment: ExperimentView = field(default_factory=ExperimentView)
