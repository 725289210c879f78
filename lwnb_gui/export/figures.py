"""A figure as a value: which function of `lwnb_gui.plots` draws it, what of, and how large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lwnb_core.data.files import atomic_write
from lwnb_gui.plots.theme import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from lwnb_gui.plots.export import Format


@dataclass(frozen=True, eq=False)
class FigureView:
    """Drawn only when somebody wants it.

    Attributes
    ----------
    draw
        `draw(figure, data, theme)`, as the modules of `lwnb_gui.plots` have it.
    data
        What is drawn: frozen, so that it can wait.
    size
        Width and height in logical pixels of the light theme.
    dense
        Many thousand marks: as a part of something else a picture serves better than a drawing.
    """

    draw: Callable[[Any, Any, Theme], Any]
    data: Any
    size: tuple[float, float] = (720, 480)
    dense: bool = False

    def figure(self, theme: Theme = LIGHT) -> Figure:
        """The figure, in a theme's colours and sizes."""
        from lwnb_gui.plots.export import figure_for

        return figure_for(self.draw, self.data, theme, self.size)

    def to_bytes(self, fmt: Format = "png", theme: Theme = LIGHT) -> bytes:
        """A file's content."""
        from lwnb_gui.plots.export import to_bytes

        return to_bytes(self.figure(theme), fmt)


def save_figure(view: FigureView, path: str | Path, theme: Theme = LIGHT) -> None:
    """Write a figure; the suffix says how. Nobody ever sees a half-written file."""
    from lwnb_gui.plots.export import format_of

    atomic_write(path, view.to_bytes(format_of(path), theme))
