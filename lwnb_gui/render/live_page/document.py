"""A live page as one HTML file: its data packed, its style and its script inside, nothing fetched.

Whatever came out of a data file reaches the page as packed text and is put into the document as text, never
as markup. The page's own policy forbids it to load or send anything, and to run any script but its own.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import math
from collections.abc import Iterable
from dataclasses import replace
from importlib import resources
from typing import NamedTuple

from lwnb_core import LwnbError, __version__
from lwnb_core.remedies import Remedy
from lwnb_gui.render.live_page.packing import Packer
from lwnb_gui.render.live_page.steps import PageContent
from lwnb_gui.teaching.lectures import as_html
from lwnb_gui.teaching.panels import live_panels
from lwnb_gui.text import printable
from lwnb_gui.views import every
from lwnb_gui.views.page_panel import PageColumn

LARGEST = 3_000_000  # bytes

_BESIDE = 3  # columns of each of two short panels that stand side by side


class PageTooLargeError(LwnbError):
    """Raised for a page that no course site or mail program would accept."""


def to_live_page(content: PageContent, *, largest: int = LARGEST) -> str:
    """Return the whole file; raise a `PageTooLargeError` that says what to leave out if it is too large."""
    page = _page(content, Packer())
    if len(page.encode()) > largest:
        raise _too_large(page, content, largest)
    return page


def largest_live_page(contents: Iterable[PageContent], *, largest: int = LARGEST) -> tuple[str, PageContent]:
    """Return the last of some growing contents whose file is not too large, and that content."""
    packer = Packer()
    fitting: tuple[str, PageContent] | None = None
    for content in contents:
        page = _page(content, packer)
        if len(page.encode()) > largest:
            if fitting is None:
                raise _too_large(page, content, largest)
            break
        fitting = page, content
    assert fitting is not None, "there is at least one content"
    return fitting


def _page(content: PageContent, packer: Packer) -> str:
    packed = _packed(content, packer)
    script = _resource("page.js")
    if content.rows[0].by_hand is not None:
        script = f"{script}\n\n{_resource('curves_by_hand.js')}"
    if content.screens:
        script = f"{script}\n\n{_resource('screens.js')}"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    title = html.escape(printable(content.title))
    said = as_html(content.screens[0].texts[0]) if content.screens else ""
    return f"""<!DOCTYPE html>
<html lang="en" data-probe="{packer.probe_width:.1f}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="LWNB Explorer {__version__}">
<title>{title}</title>
<style>
{_resource("page.css")}
{packer.style_rules()}{_narrow_rules(content)}
</style>
</head>
<body>
<header><h1>{title}</h1><p>{html.escape(printable(content.subtitle))}</p></header>
<main>
<section id="lecture"{"" if said else " hidden"}>{said}</section>
<section id="controls" aria-label="Instance and k"></section>
<div id="panels">
{_sections(content)}
</div>
</main>
<footer>Made with LWNB Explorer {__version__}, which computed all numbers; this page shows them.</footer>
<div id="tip" role="tooltip" hidden></div>
<noscript><p>This page needs JavaScript to show figures. It loads nothing and sends nothing.</p></noscript>
<script type="application/octet-stream" id="data">{packed}</script>
<script>{script}</script>
</body>
</html>
"""


def _packed(content: PageContent, packer: Packer) -> str:
    data = json.dumps(packer.page(content), ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(data.encode("utf-8", "replace"), 9, mtime=0)).decode()


class _Panel(NamedTuple):
    """A panel of a page, and its place as declared by its view."""

    name: str
    title: str
    height: float  # pixels that it takes at most, its title included
    column: PageColumn
    columns: int
    scrolls: bool
    tells_answer: bool


def _panels(content: PageContent) -> list[_Panel]:
    """Return the panels of the page, in the order of reading."""
    views = {view.name: view for view in every.VIEWS}
    panels = []
    for name, title in live_panels().items():
        view, height = views[name], _height(content, name)
        scrolls = view.page_height < math.inf
        tells_answer = view.tells_answer and view.is_of_explanation
        facts = (view.page_column, view.page_columns, scrolls, tells_answer)
        panels.append(_Panel(name, title, min(height, view.page_height), *facts))
    return [panel for panel in panels if panel.height]


def _sections(content: PageContent) -> str:
    """Return the panels, each with the column in which a wide screen shows it.

    Short panels that fit in either column are placed so that the page is less high.
    """
    panels = _panels(content)
    main, side = (sum(p.height for p in panels if p.column == column) for column in ("main", "side"))
    short = [p.height for p in panels if p.column == "either"]
    wide = ("main", "either") if main + max(short, default=0.0) < side + sum(short) else ("main",)
    sections, beside = [], 0
    for panel in panels:
        column = "main" if panel.column in wide else "side"
        style = f"--columns:{panel.columns}"
        if panel.column == "either":
            style += f";--start:{1 + beside * _BESIDE}"
            beside = 1 - beside
        facts = {
            "short": panel.column == "either",
            "scrolls": panel.scrolls,
            "tells-answer": panel.tells_answer,
        }
        marks = "".join(f" data-{fact}" for fact, holds in facts.items() if holds)
        sections.append(
            f'<section class="panel {column}" id="{panel.name}" style="{style}"{marks} '
            f'aria-label="{panel.title}"><h2>{panel.title}</h2></section>'
        )
    return "\n".join(sections)


def _height(content: PageContent, name: str) -> float:
    """Return the pixels that a panel takes, including its title; 0 if the page does not have it."""
    table = content.rows[0].neighbours
    if table is not None and table.panel == name:
        return math.inf  # as high as it may be
    steps = (scene.height for row in content.rows if name in row.panels for scene in row.panels[name].scenes)
    tallest = max(steps, default=None)
    return 0.0 if tallest is None else tallest + 40.0


def _narrow_rules(content: PageContent) -> str:
    """Return the style rules by which a narrow column shows another drawing of its panel."""
    rules = []
    for name, panel in content.rows[0].panels.items():
        if panel.below:
            wide = name.removesuffix("_narrow")
            rules.append(
                f'@container (max-width:{panel.below:g}px){{svg[data-panel="{wide}"]{{display:none}}'
                f'svg[data-panel="{name}"]{{display:block}}}}'
            )
    return "".join(rules)


def _too_large(page: str, content: PageContent, largest: int) -> PageTooLargeError:
    remedies = [Remedy("fewer_rows")] if len(content.rows) > 1 else []
    panels = [panel.name for panel in _panels(content)]
    if panels:
        remedies.append(Remedy("fewer_panels", max(panels, key=lambda name: _size(content, name))))
    return PageTooLargeError(
        f"the page would be {len(page) / 1e6:.1f} MB, more than {largest / 1e6:.0f} MB", remedies=remedies
    )


def _size(content: PageContent, name: str) -> int:
    """Return the bytes of a page that has only this panel."""
    rows = (
        replace(
            row,
            panels={key: one for key, one in row.panels.items() if key.removesuffix("_narrow") == name},
            neighbours=row.neighbours if row.neighbours and row.neighbours.panel == name else None,
        )
        for row in content.rows
    )
    return len(_packed(replace(content, rows=tuple(rows)), Packer()))


def _resource(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8").strip()
