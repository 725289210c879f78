"""The contribution of a view to the report on one explanation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lwnb_core import Explanation
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.wording.classes import strongest

WIDTH = 760.0  # width of the page, in pixels


@dataclass(frozen=True, eq=False)
class ReportSection:
    """A heading with whatever there is of sentences, a drawing, a table and notes.

    Attributes
    ----------
    drawing
        The scene for a canvas.
    width
        Of the drawing.
    is_dense
        Whether the drawing has so many thousand marks that a picture serves better.
    """

    title: str
    sentences: tuple[str, ...] = ()
    drawing: Callable[[Canvas], Scene] | None = None
    width: float = WIDTH
    is_dense: bool = False
    table: TextTable | None = None
    notes: tuple[str, ...] = ()


def most_telling(explanation: Explanation, most: int) -> tuple[list[int], tuple[str, ...]]:
    """Return the predictors that contribute most to the prediction against the runner-up, in file order.

    A note is added if others are left out.
    """
    chosen = sorted(strongest(explanation)[:most])
    every = len(explanation.attributes)
    if len(chosen) == every:
        return chosen, ()
    return chosen, (f"Only the {len(chosen)} of {every} attributes that contribute most are shown.",)
