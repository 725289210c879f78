"""Writing figures to files: PNG, SVG, PDF; the same figure gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from lwnb_core import SettingsError
from lwnb_core.data import atomic_write
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.theme import DPI, LIGHT, Theme

Format = Literal["png", "svg", "pdf"]

# PNG files have twice as many pixels as the picture on the screen, so that they stay sharp on paper; the same
# holds for clouds of very many rows, which are pictures within a drawing.
FINE = 2

# Without dates and versions, two runs write the same file.
_METADATA: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": "LWNB Explorer"},
    "pdf": {"CreationDate": None, "Creator": "LWNB Explorer", "Producer": None},
}


class NotebookFigure(Figure):
    """A figure that displays itself in a notebook, without pyplot or a magic command."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """Return a PNG that is sharp on a fine screen, and as large as in the window."""
        width, height = (round(DPI * inches) for inches in self.get_size_inches())
        return to_bytes(self), {"width": width, "height": height}


def new_figure(theme: Theme, size: tuple[float, float]) -> Figure:
    """Return an empty figure, `size` in logical pixels of the light theme; a larger theme enlarges it."""
    return blank_figure(theme, theme.px(size[0]), theme.px(size[1]))


def blank_figure(theme: Theme, width: float, height: float) -> Figure:
    """Return an empty figure of this many logical pixels."""
    figure = NotebookFigure(figsize=(width / DPI, height / DPI), dpi=DPI, facecolor=theme.panel)
    FigureCanvasAgg(figure)
    return figure


def figure_for(
    draw: Callable[[Any, Any, Theme], Any],
    data: Any,
    theme: Theme = LIGHT,
    size: tuple[float, float] = (720, 480),
) -> Figure:
    """Return a figure with `data` drawn by a module's `draw` function."""
    figure = new_figure(theme, size)
    draw(figure, data, theme)
    return figure


def format_of(path: str | Path) -> Format:
    """Return the format of a file name's suffix, or raise a clear error."""
    suffix = Path(path).suffix.lower().lstrip(".")
    formats: tuple[Format, ...] = get_args(Format)
    for known in formats:
        if known == suffix:
            return known
    raise SettingsError(
        f"cannot write a figure as {Path(path).name!r}", hint="Give a name that ends in .png, .svg or .pdf."
    )


def to_bytes(figure: Figure, fmt: Format = "png", scale: float = FINE) -> bytes:
    """Return the figure as a file's content. SVG keeps text as text, PDF embeds its fonts."""
    buffer = io.BytesIO()
    has_pictures = fmt == "png" or bool(figure.findobj(lambda artist: bool(artist.get_rasterized())))
    options: dict[str, Any] = {"dpi": DPI * scale if has_pictures else DPI}
    with drawing_in(LIGHT):  # only settings for files matter now: the colours are in the artists
        figure.savefig(
            buffer, format=fmt, facecolor=figure.get_facecolor(), metadata=_METADATA[fmt], **options
        )
    return buffer.getvalue()


def save(figure: Figure, path: str | Path, scale: float = FINE) -> Path:
    """Write a figure in the format of the suffix. A half-written file is never visible."""
    path = Path(path)
    atomic_write(path, to_bytes(figure, format_of(path), scale))
    return path
