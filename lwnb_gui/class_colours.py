"""The colours of the classes, for light and dark; from the ninth class on they repeat, paler."""

from __future__ import annotations

LIGHT_FILLS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#33383F", "#655446")
DARK_FILLS = ("#3A96D8", "#F2B134", "#46D3A4", "#F07A3C", "#A5DEF7", "#E39AC3", "#F7F3B0", "#8B939C")
PALER = (1.0, 0.55, 0.3)


def class_colour(code: int) -> str:
    """Return CSS for the fill of a class, in the variables that the style sheet defines."""
    lap, position = divmod(code, len(LIGHT_FILLS))
    share = PALER[min(lap, len(PALER) - 1)]
    colour = f"var(--lwnb-{position})"
    return colour if share == 1 else f"color-mix(in srgb,{colour} {share:.0%},transparent)"


def variables() -> str:
    """Return the definitions of the variables that `class_colour` uses."""
    pairs = zip(LIGHT_FILLS, DARK_FILLS, strict=True)
    return "".join(f"--lwnb-{i}:light-dark({light},{dark});" for i, (light, dark) in enumerate(pairs))
