"""Colours, sizes and lines of the three themes, for style sheet, scenes and figures alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import mul

from lwnb_gui.class_colours import DARK_FILLS, LIGHT_FILLS, PALER

# At 72 dots per inch, a point is a pixel, so that every size below holds for both Qt and matplotlib.
DPI = 72

MARKERS = ("o", "^", "s", "D", "v", "P", "X", "h")


@dataclass(frozen=True)
class ClassStyle:
    """The look of a class: colours, matplotlib marker, and whether the marker is only an outline.

    `area` fills bars and bands: the fill itself, paler where the colour has been used before.
    """

    fill: str
    edge: str
    marker: str
    hollow: bool
    area: str

    @property
    def marker_face(self) -> str:
        """The fill of the marker, or none if it is hollow."""
        return "none" if self.hollow else self.fill


@dataclass(frozen=True)
class Theme:
    """The design tokens of a theme; lengths in logical pixels, already scaled."""

    name: str
    dark: bool
    # surfaces and separators
    window: str
    panel: str
    separator: str
    separator_strong: str
    hover: str
    # text: ink for text, ink2 for labels, ink3 for hints
    ink: str
    ink2: str
    ink3: str
    # empty part of a bar; grid lines
    fill: str
    grid: str
    # one accent: LWNB and the current choice
    accent: str
    accent_tint: str
    accent_line: str
    on_accent: str
    # difference from the published number: to 0.1, to 0.5, more
    difference: tuple[str, str, str]
    class_fills: tuple[str, ...]
    class_edges: tuple[str, ...]
    marker_edge: float = 1.0
    scale: float = 1.0
    fonts: tuple[str, ...] = ("DejaVu Sans",)  # ships with matplotlib, so it is everywhere
    recoloured: Mapping[int, str] = field(default_factory=dict)
    # A length of the light theme in this theme's pixels, and the style of a class by its code. They are
    # needed several times for every shape, so both avoid a function call of ours.
    px: Callable[[float], float] = field(init=False, repr=False, compare=False)
    class_style: Callable[[int], ClassStyle] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "px", partial(mul, self.scale))
        object.__setattr__(self, "class_style", _Styles(self).__getitem__)

    # -- type ----------------------------------------------------------------------------------------

    @property
    def size_title(self) -> float:
        return 22 * self.scale

    @property
    def size_heading(self) -> float:
        return 16 * self.scale

    @property
    def size_k(self) -> float:
        return 18 * self.scale

    @property
    def size_panel(self) -> float:
        return 13 * self.scale

    @property
    def size_text(self) -> float:
        return 12 * self.scale

    @property
    def size_small(self) -> float:
        """The size of column titles, captions and ticks."""
        return 11 * self.scale

    @property
    def size_least(self) -> float:
        return 10.5 * self.scale

    @property
    def size_equation(self) -> float:
        return 11.5 * self.scale

    # -- lines ---------------------------------------------------------------------------------------

    @property
    def line_grid(self) -> float:
        return 1.0 * self.scale

    @property
    def line_axis(self) -> float:
        return 1.0 * self.scale

    @property
    def line_cursor(self) -> float:
        return 1.4 * self.scale

    @property
    def line_lwnb(self) -> float:
        return 2.4 * self.scale

    @property
    def line_other(self) -> float:
        return 1.8 * self.scale

    @property
    def line_normal(self) -> float:
        return 1.6 * self.scale

    @property
    def line_groove(self) -> float:
        return 3.0 * self.scale

    # -- spacing (a rhythm of 4) ---------------------------------------------------------------------

    @property
    def bar_lwnb(self) -> float:
        return 14 * self.scale

    @property
    def bar_other(self) -> float:
        return 10 * self.scale


class _Styles(dict[int, ClassStyle]):
    """The styles of the classes by code, in header order.

    From the ninth on the colours repeat, with hollow marks.

    From the seventeenth on the shapes shift against the colours, so that no two classes look the same. Each
    is made when it is first needed.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def __missing__(self, code: int) -> ClassStyle:
        theme = self._theme
        lap, position = divmod(code, len(theme.class_fills))
        fill, edge = theme.class_fills[position], theme.class_edges[position]
        if code in theme.recoloured:
            fill = theme.recoloured[code]
            edge = blend(fill, "#FFFFFF" if theme.dark else "#000000", 0.75)
        marker = MARKERS[(position + max(lap - 1, 0)) % len(MARKERS)]
        area = blend(fill, theme.panel, PALER[min(lap, 2)])
        style = self[code] = ClassStyle(fill, edge, marker, lap > 0, area)
        return style


def blend(over: str, under: str, share: float) -> str:
    """Return the colour of `over` at opacity `share` on `under`, for uses without transparency."""
    top, bottom = rgb(over), rgb(under)
    mixed = (round(share * a + (1 - share) * b) for a, b in zip(top, bottom, strict=True))
    return "#" + "".join(f"{channel:02X}" for channel in mixed)


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


_LIGHT_EDGES = ("#005A8C", "#B37B00", "#007A59", "#A84A00", "#2F86B8", "#A04E7C", "#15181B", "#40342A")
_DARK_EDGES = ("#7CBBE8", "#F9D48B", "#93E8CB", "#F7AE87", "#D3EFFB", "#F2CBE0", "#FCFADB", "#BCC2C8")

LIGHT = Theme(
    name="light",
    dark=False,
    window="#F4F5F6",
    panel="#FFFFFF",
    separator="#E1E4E8",
    separator_strong="#C4C9D0",
    hover="#F3F4F7",
    ink="#1B1F24",
    ink2="#4C545E",
    ink3="#6C747E",
    fill="#EEF0F3",
    grid="#ECEEF1",
    accent="#5B3FC4",
    accent_tint="#ECE8FA",
    accent_line="#B9ADEB",
    on_accent="#FFFFFF",
    difference=("#FFF6DC", "#FFE6A3", "#F9C65A"),
    class_fills=LIGHT_FILLS,
    class_edges=_LIGHT_EDGES,
)
DARK = Theme(
    name="dark",
    dark=True,
    window="#191B1F",
    panel="#202327",
    separator="#32363C",
    separator_strong="#4A5058",
    hover="#292D33",
    ink="#E9EBEE",
    ink2="#B1B8C0",
    ink3="#8C949E",
    fill="#2A2E33",
    grid="#2B2F35",
    accent="#CBBEFF",
    accent_tint="#332E52",
    accent_line="#7A6FBF",
    on_accent="#191B1F",
    difference=("#3A3220", "#574618", "#7C5F12"),
    class_fills=DARK_FILLS,
    class_edges=_DARK_EDGES,
)
PROJECTOR = Theme(
    name="projector",
    dark=False,
    window="#FFFFFF",
    panel="#FFFFFF",
    separator="#9AA1A9",
    separator_strong="#5A626B",
    hover="#F3F4F7",
    ink="#000000",
    ink2="#24292F",
    ink3="#4C545E",
    fill="#E4E7EA",
    grid="#DDE0E4",
    accent="#4A2DB8",
    accent_tint="#E2DBFA",
    accent_line="#8F7CE0",
    on_accent="#FFFFFF",
    difference=LIGHT.difference,
    class_fills=LIGHT_FILLS,
    class_edges=_LIGHT_EDGES,
    marker_edge=1.5,
    scale=1.5,
)
THEMES: dict[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, PROJECTOR)}
