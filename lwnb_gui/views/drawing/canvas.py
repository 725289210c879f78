"""Fonts by name, and text that fits: elided, wrapped, measured."""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

from lwnb_gui.text import breakable, unbroken
from lwnb_gui.theme import Theme


class Font(NamedTuple):
    """The meaning of a font's name. `size` names a property of the theme."""

    size: str = "size_text"
    bold: bool = False
    italic: bool = False
    serif: bool = False
    share: float = 1.0  # share of that size

    def pixels(self, theme: Theme) -> float:
        return float(getattr(theme, self.size)) * self.share


_SPACES = re.compile(r"[ \n\t]+")
_SCRIPT = 0.7  # the size of a sub- or superscript

FONTS = {
    "text": Font(),
    "strong": Font(bold=True),
    "small": Font("size_small"),
    "least": Font("size_least"),
    "small strong": Font("size_small", bold=True),
    "small italic": Font("size_small", italic=True),
    "math": Font("size_equation", serif=True),
    "math italic": Font("size_equation", serif=True, italic=True),
    "math large": Font("size_equation", serif=True, share=1.3),
    "math script": Font("size_equation", serif=True, share=_SCRIPT),
    "math script italic": Font("size_equation", serif=True, italic=True, share=_SCRIPT),
}


def font_of(name: str) -> Font:
    """Return the font of that name; a share after it scales its size: `math italic 85%`."""
    known, _, share = name.rpartition(" ") if name.endswith("%") else (name, "", "100%")
    font = FONTS[known]
    return font._replace(share=font.share * float(share[:-1]) / 100)


class Measure(Protocol):
    """Measures the width of a text in pixels: by Qt's metrics for the window, by matplotlib's for a file."""

    def __call__(self, text: str, font: str = "text") -> float: ...


class Canvas(NamedTuple):
    """The space and fonts for which a scene is composed.

    Attributes
    ----------
    width
        The scene fills it.
    height
        Available height; 0 in a file, which is as high as the scene.
    theme
        For its sizes; colours stay names.
    measure
        Width of a text.
    sight
        Top and bottom of what is scrolled into view: a long scene leaves out the rest. None: all.
    """

    width: float
    height: float
    theme: Theme
    measure: Measure
    sight: tuple[float, float] | None = None

    @property
    def is_file(self) -> bool:
        """Whether the scene may be as high as it needs, and wider if names need it: files do not scroll."""
        return self.height == 0

    @property
    def is_scrolled(self) -> bool:
        """Whether the scene stands in a panel, which scrolls what is higher; a page of a book does not."""
        return self.sight is not None

    def has_visible(self, top: float, bottom: float) -> bool:
        """Whether anything between two heights is visible."""
        return self.sight is None or (top < self.sight[1] and bottom > self.sight[0])


def elided(text: str, font: str, width: float, measure: Measure) -> str:
    """Return the text, cut at its end if it is too long."""
    if measure(text, font) <= width:
        return text
    low, high = 0, min(len(text), 400)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + "…", font) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def wrapped(text: str, font: str, width: float, measure: Measure) -> list[str]:
    """Return the text in lines of at most that width; a word that is too long for one is elided."""
    lines: list[str] = []
    words = _SPACES.sub("\n", unbroken(text).strip(" \n\t"))  # do not break at a no-break space
    for word in breakable(words).split("\n"):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer, font) <= width:
            lines[-1] = longer
        else:
            lines.append(elided(word, font, width, measure))
    return lines
