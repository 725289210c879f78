"""The classes' marks with their names, for files; the window has buttons for them above the page."""

from __future__ import annotations

from collections.abc import Sequence

from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Marker, Scene, Shape, Text

LINE = 22.0
_EDGE, _MARK, _APART = 12.0, 14.0, 12.0

Entry = tuple[int | None, str]  # a class and its name; without a class, a remark


def entry_width(text: str, canvas: Canvas) -> float:
    """Return the width of an entry, with the space after it."""
    return canvas.measure(text, "small") + canvas.theme.px(_MARK + _APART)


def legend(entries: Sequence[Entry], canvas: Canvas) -> Scene:
    """Draw the entries in a row, wrapped to as many lines as they need."""
    px = canvas.theme.px
    shapes: list[Shape] = []
    x, y = px(_EDGE), px(LINE / 2)
    for code, text in entries:
        width = entry_width(text, canvas)
        if x > px(_EDGE) and x + width > canvas.width:
            x, y = px(_EDGE), y + px(LINE)
        if code is None:
            shapes.append(Text(x, y, text, "small", "ink3"))
        else:
            shapes += [Marker(x + px(4), y, code, px(8.3)), Text(x + px(_MARK), y, text, "small")]
        x += width
    return Scene(canvas.width, y + px(LINE / 2) if entries else 0.0, tuple(shapes))
