"""A scene: shapes at their positions, with hotspots for mouse, keys and screen reader.

Lengths are logical pixels from the upper left corner. Colours are names that a theme resolves (see
`lwnb_gui.views.drawing.inks`), so that switching to another theme of the same scale only requires a repaint.
Shapes are painted in their order, later ones above earlier ones. They are tuples, which are comparable and
cheap to create: a step of k creates hundreds of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Align = Literal["left", "right", "centre"]
Floats = NDArray[np.float64]


class Text(NamedTuple):
    """One line of text; `y` is its middle. It is not shortened here: the caller has made it fit."""

    x: float
    y: float
    text: str
    font: str = "text"
    ink: str = "ink"
    align: Align = "left"
    upright: bool = False  # turned by a quarter, read from below, as the label of a vertical axis


class Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    edge: str = ""
    radius: float = 0.0


class Line(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float
    ink: str = "separator"
    width: float = 1.0
    dash: tuple[float, ...] = ()


class Circle(NamedTuple):
    """A circle, or an ellipse where `upright` is another radius up and down."""

    x: float
    y: float
    radius: float
    fill: str = ""
    edge: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    upright: float = 0.0


class Path(NamedTuple):
    """A line through points, or the area that they enclose where `fill` is given.

    `is_outlined`: a line is drawn over the edge of the area, which need not be smooth itself.
    """

    points: tuple[tuple[float, float], ...]
    ink: str = ""
    width: float = 1.0
    fill: str = ""
    dash: tuple[float, ...] = ()
    is_outlined: bool = False


class Marker(NamedTuple):
    """The mark of a class: its shape, filled with its colour unless it is hollow. `size` is its diameter."""

    x: float
    y: float
    class_code: int
    size: float = 8.3
    opacity: float = 1.0
    edge: str = ""  # another ink for its outline
    edge_width: float = 0.6
    fill: str = ""  # another ink for its inside, which a hollow one then has, too


class Dots(NamedTuple):
    """The class mark of each of very many rows; -1 is a small grey dot for an unknown class.

    Beyond some thousands renderers stamp them into one picture (`lwnb_gui.views.map.stamps`).
    """

    x: Floats
    y: Floats
    class_codes: NDArray[np.int32]
    size: float
    opacity: float


class Image(NamedTuple):
    """A picture stretched over a rectangle; `rgba` has shape (rows, columns, 4), the uppermost row first."""

    x: float
    y: float
    width: float
    height: float
    rgba: NDArray[np.uint8]


class Clip(NamedTuple):
    """Shapes that are visible only inside the rectangle, such as the frame of a map."""

    x: float
    y: float
    width: float
    height: float
    shapes: tuple[Shape, ...]


Shape = Text | Rect | Line | Circle | Path | Marker | Dots | Image | Clip


Telling = str | Callable[[], str]
"""A tooltip, or the function that creates it, because most are never read."""


class Hotspot(NamedTuple):
    """A rectangle with a tooltip (`tip`), a `description` for screen readers, and what it shows (`target`).

    Arrow keys go through the hotspots that have a target. The cursor over a link is a pointing hand.
    """

    x: float
    y: float
    width: float
    height: float
    telling: Telling = ""
    target: Hashable = None
    description: str = ""
    is_link: bool = False

    @property
    def tip(self) -> str:
        return self.telling if isinstance(self.telling, str) else self.telling()

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Scene(NamedTuple):
    """A panel's drawing.

    The first `head` and the last `foot` pixels of its height stay where they are while the rest is scrolled.
    `least` is the height below which a panel should not be squeezed, because what matters most needs it.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...] = ()
    hotspots: tuple[Hotspot, ...] = ()
    head: float = 0.0
    foot: float = 0.0
    least: float = 0.0

    @property
    def texts(self) -> tuple[str, ...]:
        """Return all texts, in the order in which they are drawn."""
        return tuple(shape.text for shape in flat(self.shapes) if isinstance(shape, Text))

    def hotspot_at(self, x: float, y: float) -> Hotspot | None:
        """Return the uppermost hotspot at a point."""
        return next((spot for spot in reversed(self.hotspots) if spot.holds(x, y)), None)

    def as_lines(self) -> list[str]:
        """Return the scene as text, one line per shape, for tests and for comparing two versions."""
        lines = [f"scene {_written(self.width)} × {_written(self.height)}"]
        if self.head or self.foot:
            lines[0] += f", head {_written(self.head)}, foot {_written(self.foot)}"
        return lines + [_line(shape) for shape in (*flat(self.shapes), *self.hotspots)]


def flat(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield all shapes, those inside clips after their clip."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Clip):
            yield from flat(shape.shapes)


def stacked(scenes: Iterable[Scene]) -> Scene:
    """Place scenes below each other, as in a file that holds several panels."""
    shapes: list[Shape] = []
    hotspots: list[Hotspot] = []
    width = height = 0.0
    for scene in scenes:
        shapes += [moved(shape, 0, height) for shape in scene.shapes]
        hotspots += [spot._replace(y=spot.y + height) for spot in scene.hotspots]
        width, height = max(width, scene.width), height + scene.height
    return Scene(width, height, tuple(shapes), tuple(hotspots))


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """Return the same shape elsewhere."""
    if isinstance(shape, Text):  # most are: an equation has forty
        return Text(shape.x + dx, shape.y + dy, *shape[2:])
    if isinstance(shape, Line):
        return shape._replace(x0=shape.x0 + dx, x1=shape.x1 + dx, y0=shape.y0 + dy, y1=shape.y1 + dy)
    if isinstance(shape, Path):
        return shape._replace(points=tuple((x + dx, y + dy) for x, y in shape.points))
    if isinstance(shape, Clip):
        inside = tuple(moved(inner, dx, dy) for inner in shape.shapes)
        return shape._replace(x=shape.x + dx, y=shape.y + dy, shapes=inside)
    if isinstance(shape, Dots):
        return shape._replace(x=shape.x + dx, y=shape.y + dy)
    return shape._replace(x=shape.x + dx, y=shape.y + dy)


def top_of(shape: Shape) -> float:
    """Return a height at which a shape stands, for sorting shapes into head, body and foot."""
    if isinstance(shape, Line):
        return shape.y0
    if isinstance(shape, Path):
        return shape.points[0][1]  # all others are in the same part
    if isinstance(shape, Dots):
        return float(shape.y.min()) if len(shape.y) else 0.0
    return shape.y


_FEW_POINTS = 8  # all of these are written
_NAMES = {"telling": "tip"}
_SPACES = {ord("\N{SIX-PER-EM SPACE}"): " "}  # as it stands in formulas


def _line(shape: Shape | Hotspot) -> str:
    """Describe a shape, naming what differs from its defaults: `text 12, 34 "Iris-setosa" ink2`."""
    defaults = shape._field_defaults
    if isinstance(shape, Clip):
        return "clip " + " ".join(map(_written, shape[:4]))
    parts = []
    if isinstance(shape, Hotspot):
        shape = shape._replace(telling=shape.tip)
    for name, value in zip(shape._fields, shape, strict=True):
        if name in defaults and _is_same(value, defaults[name]):
            continue
        text = _written_points(shape) if isinstance(shape, Path) and name == "points" else _written(value)
        parts.append(text if name not in defaults else f"{_NAMES.get(name, name)}={text}")
    return f"{type(shape).__name__.lower()} " + " ".join(parts)


def _is_same(value: Any, default: Any) -> bool:
    return not isinstance(value, np.ndarray) and bool(value == default)


def _written_points(path: Path) -> str:
    """Describe the points of a curve by their extent."""
    points = path.points
    if len(points) <= _FEW_POINTS:
        return _written(points)
    xs, ys = zip(*points, strict=True)
    box = ", ".join(map(_written, (min(xs), min(ys), max(xs), max(ys))))
    return f"[{len(points)} points in {box}]"


def _written(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"[{' × '.join(map(str, value.shape))}]"
    if isinstance(value, str):
        return repr(value.translate(_SPACES))
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return "(" + ", ".join(map(_written, value)) + ")"
    return str(value)
