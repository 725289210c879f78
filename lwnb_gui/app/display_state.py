"""How the data are shown to the user: page, classes, colours, settings of the pages. Undo leaves it alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from lwnb_core import Dataset
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.teaching.teaching import Teaching

PageName = Literal["start", "data", "explore", "curves", "experiment"]
PAGES: tuple[PageName, ...] = get_args(PageName)

# A class attribute and one of its classes. A code alone would mean another class as soon as another attribute
# is the class, by choice or by undo.
ClassName = tuple[str, str]


@dataclass(frozen=True)
class DisplayState:
    """The current page, and which classes are shown in which colours.

    Attributes
    ----------
    hidden_classes
        Classes that are switched off in the legend: not drawn on the map.
    class_colours
        Colours chosen in the place of the theme's own: pairs of class and `#RRGGBB`.
    teaching
        Step mode, guessing, and what a lecture shows and hides.
    curves
        What the page Curves is set to.
    experiment
        What the page Experiment is set to.
    """

    page: PageName = "start"
    hidden_classes: frozenset[ClassName] = frozenset()
    class_colours: tuple[tuple[ClassName, str], ...] = ()
    teaching: Teaching = field(default_factory=Teaching)
    curves: CurveSettings = field(default_factory=CurveSettings)
    experiment: ExperimentSettings = field(default_factory=ExperimentSettings)

    def without_lecture(self) -> DisplayState:
        """Return the state after a lecture: the whole window, and the experiment that was shown before it."""
        before, experiment = self.teaching.experiment_before, self.experiment
        if before is not None:  # keep plans that were made meanwhile
            experiment = replace(experiment, preset=before.preset, measure=before.measure)
        return replace(self, teaching=self.teaching.without_lecture(), experiment=experiment)

    def hidden_codes(self, data: Dataset) -> frozenset[int]:
        """Return the codes of the hidden classes among those of the data."""
        hidden = self.hidden_classes
        return frozenset(code for code, name in enumerate(class_names(data)) if name in hidden)

    def colours_by_code(self, data: Dataset) -> dict[int, str]:
        """Return the chosen colours of the data's classes, by their codes."""
        chosen = dict(self.class_colours)
        return {code: chosen[name] for code, name in enumerate(class_names(data)) if name in chosen}


def class_names(data: Dataset) -> tuple[ClassName, ...]:
    """Return the classes of the data in the order of their codes; none without a class attribute."""
    if data.class_index is None:
        return ()
    attribute = data.class_attribute
    return tuple((attribute.name, label) for label in attribute.values)
