"""The elements of every display: a box, tables, bars, and strips of bars.

No script, no picture, nothing that is fetched. Text and lines take the colour of the page around them. The
classes have colours for light and for dark themes, and every notebook program marks its theme differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lwnb_gui.class_colours import variables
from lwnb_gui.render.notebook.text import escaped

# The ways in which JupyterLab, VS Code, Google Colab and the guide mark their theme; elsewhere the system
# setting decides.
_LIGHT = "[data-jp-theme-light=true],.vscode-light,html[theme=light],[data-md-color-scheme=default]"
_DARK = "[data-jp-theme-light=false],.vscode-dark,html[theme=dark],[data-md-color-scheme=slate]"

_STYLE = (
    "<style>"
    f".lwnb{{color-scheme:light dark;{variables()}"
    "--lwnb-line:color-mix(in srgb,currentColor 18%,transparent);"
    "--lwnb-fill:color-mix(in srgb,currentColor 9%,transparent);"
    "--lwnb-accent:light-dark(#5B3FC4,#CBBEFF);font-size:13px;line-height:1.45;overflow-x:auto}"
    f":is({_LIGHT}) .lwnb{{color-scheme:light}}:is({_DARK}) .lwnb{{color-scheme:dark}}"
    ".lwnb p{margin:.2em 0}.lwnb .lwnb-soft{opacity:.75}"
    ".lwnb table.lwnb-table{border-collapse:collapse;margin:.5em 0;font-size:inherit;width:auto}"
    ".lwnb .lwnb-table :is(th,td){padding:.12em .7em .12em 0;border:0;"
    "border-bottom:1px solid var(--lwnb-line);background:none;text-align:left;vertical-align:middle;"
    "font-variant-numeric:tabular-nums;white-space:nowrap}"
    ".lwnb .lwnb-table th{font-weight:600}.lwnb .lwnb-table td.lwnb-n{text-align:right}"
    ".lwnb .lwnb-bar{display:block;position:relative;width:6.5em;height:.75em;background:var(--lwnb-fill)}"
    ".lwnb .lwnb-bar i{position:absolute;top:0;bottom:0}"
    ".lwnb .lwnb-strip{display:flex;align-items:flex-end;width:22em;height:2.2em;background:var(--lwnb-fill)}"
    ".lwnb .lwnb-strip i{display:block;min-width:0}"
    "</style>"
)


def box(title: str, *parts: str) -> str:
    """Return a whole display; `title` and `parts` are HTML."""
    return f'<div class="lwnb">{_STYLE}<p><b>{title}</b></p>{"".join(parts)}</div>'


def note(text: str) -> str:
    """Return a line in a softer colour; `text` is HTML."""
    return f'<p class="lwnb-soft">{text}</p>'


def notes(texts: Iterable[str]) -> str:
    """Return sentences, which may contain names, one per line."""
    return "".join(note(escaped(text)) for text in texts)


def table(titles: Sequence[str], rows: Iterable[Sequence[str]], numeric: Iterable[int] = ()) -> str:
    """Return a table whose cells are HTML; `numeric` are the columns that are aligned right."""
    right = set(numeric)

    def cell(j: int, text: str) -> str:
        return f'<td class="lwnb-n">{text}</td>' if j in right else f"<td>{text}</td>"

    head = "".join(f"<th>{title}</th>" for title in titles)
    body = "".join(f"<tr>{''.join(cell(j, text) for j, text in enumerate(row))}</tr>" for row in rows)
    return f'<table class="lwnb-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def bar(share: float, colour: str) -> str:
    """Return a bar that fills this share of its width; the number is next to it."""
    return f'<span class="lwnb-bar" aria-hidden="true">{_piece(0, share, colour)}</span>'


def signed_bar(share: float, colour: str) -> str:
    """Return a bar from the middle: to the right if the share, between -1 and 1, is positive."""
    left = 0.5 + min(share, 0) / 2
    return f'<span class="lwnb-bar" aria-hidden="true">{_piece(left, abs(share) / 2, colour)}</span>'


def strip(pieces: Iterable[tuple[float, float, str]]) -> str:
    """Return adjacent bars; each piece is width and height as shares, and colour."""
    bars = "".join(
        f'<i style="width:{100 * width:.2f}%;height:{100 * height:.0f}%;background:{colour}"></i>'
        for width, height, colour in pieces
    )
    return f'<span class="lwnb-strip" aria-hidden="true">{bars}</span>'


def _piece(left: float, width: float, colour: str) -> str:
    return f'<i style="left:{100 * left:.1f}%;width:{100 * width:.1f}%;background:{colour}"></i>'
