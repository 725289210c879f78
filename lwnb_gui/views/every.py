"""All views, in the order in which they are read: the only list of them."""

from __future__ import annotations

from typing import Any

from lwnb_gui.views.confusion import Confusion
from lwnb_gui.views.contributions import Contributions
from lwnb_gui.views.curves.rows import RowsBehindCurves
from lwnb_gui.views.curves.stability import Stability
from lwnb_gui.views.curves.view import Curves
from lwnb_gui.views.dependence import Dependence
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.evaluation import Evaluation
from lwnb_gui.views.instances import Instances
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.neighbours import Neighbours
from lwnb_gui.views.posterior import Posterior
from lwnb_gui.views.predicted_file import PredictedFile
from lwnb_gui.views.results.view import Results
from lwnb_gui.views.ribbon import Ribbon
from lwnb_gui.views.this_instance import ThisInstance
from lwnb_gui.views.view import View
from lwnb_gui.views.what_if import WhatIf

VIEWS: tuple[View[Any], ...] = (
    Instances(),
    ThisInstance(),
    Map(),
    Posterior(),
    Curves(),
    Neighbours(),
    WhatIf(),
    Dependence(),
    Confusion(),
    LocalTables(),
    Contributions(),
    Equations(),
    Ribbon(),
    RowsBehindCurves(),
    Stability(),
    Evaluation(),
    PredictedFile(),
    Results(),
)


def answer_view() -> View[Any]:
    """Return the view that shows the answer itself."""
    return next(view for view in VIEWS if view.is_answer)


def answer_first() -> list[View[Any]]:
    """Return all views in the order of a page: first the answer, then what it is made of."""
    return sorted(VIEWS, key=lambda view: not view.is_answer)


def view_of(name: str) -> View[Any]:
    """Return the view of that name."""
    return next(view for view in VIEWS if view.name == name)
