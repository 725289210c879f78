"""The names of colours in scenes, and how a theme resolves them.

A name is a token of the theme (`ink2`, `accent`, `separator_strong`), or of a class: `class 3` (its fill),
`class 3 edge`, `class 3 area` (of bars and bands), `class 3 pale` (of a bar that does not win), or of a
difference from a published number, `difference 0` to `difference 2`. A share behind it makes it
transparent: `accent 40%`.
"""

from __future__ import annotations

from lwnb_gui.theme import Theme, blend

_PALE = 0.45


def class_ink(code: int, part: str = "") -> str:
    """Return the name of a class's colour."""
    return f"class {code} {part}" if part else f"class {code}"


class Inks(dict[str, tuple[str, float]]):
    """The colours of a theme by name: #RRGGBB and opacity, each resolved when it is first needed.

    Together with the painter's pens, this saves more than a millisecond per frame.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.style = theme.class_style  # how a class is marked

    def __missing__(self, name: str) -> tuple[str, float]:
        token, _, share = name.rpartition(" ") if name.endswith("%") else (name, "", "100%")
        resolved = self[name] = self._colour(token), float(share[:-1]) / 100
        return resolved

    def _colour(self, token: str) -> str:
        if token.startswith("difference "):
            return self._theme.difference[int(token.removeprefix("difference "))]
        if not token.startswith("class "):
            return str(getattr(self._theme, token))
        code, _, part = token.removeprefix("class ").partition(" ")
        style = self.style(int(code))
        match part:
            case "":
                return style.fill
            case "edge":
                return style.edge
            case "area":
                return style.area
            case "pale":
                return blend(style.area, self._theme.panel, _PALE)
        raise KeyError(token)
