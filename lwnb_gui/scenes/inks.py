"""The names of colours in scenes, and what a theme makes of them.

A name is a token of the theme (`ink2`, `accent`, `separator_strong`), or of a class: `class 3` (its fill),
`class 3 edge`, `class 3 area` (of bars and bands), `class 3 pale` (of a bar that does not win). A share
behind it makes it transparent: `accent 40%`.
"""

from __future__ import annotations

from lwnb_gui.theme import ClassStyle, Theme, blend

_PALE = 0.45


def class_ink(code: int, part: str = "") -> str:
    """The name of a class's colour."""
    return f"class {code} {part}" if part else f"class {code}"


class Inks:
    """Colours of a theme by name; each is looked up once."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._known: dict[str, tuple[str, float]] = {}
        self._styles: dict[int, ClassStyle] = {}

    def __getitem__(self, name: str) -> tuple[str, float]:
        """Colour as #RRGGBB, and opacity."""
        found = self._known.get(name)
        if found is None:
            token, _, share = name.rpartition(" ") if name.endswith("%") else (name, "", "100%")
            found = self._known[name] = self._colour(token), float(share[:-1]) / 100
        return found

    def style(self, code: int) -> ClassStyle:
        """How a class is marked."""
        found = self._styles.get(code)
        if found is None:
            found = self._styles[code] = self._theme.class_style(code)
        return found

    def _colour(self, token: str) -> str:
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
