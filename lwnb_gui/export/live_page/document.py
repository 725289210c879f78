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
from importlib import resources

from lwnb_core import LwnbError, __version__
from lwnb_core.remedies import Remedy
from lwnb_gui.export.live_page.packing import Packer
from lwnb_gui.export.live_page.steps import PageContent
from lwnb_gui.state.lectures import as_html
from lwnb_gui.state.panels import LIVE_PANELS
from lwnb_gui.text import shown

LARGEST = 3_000_000  # bytes

_MAIN = ("map", "curves", "neighbours")  # the panels that gain most from a wide column
_EITHER = ("contributions", "equations")  # below each other in the side column, or side by side in the main
_MOST_HEIGHT = {"neighbours": 480.0, "local_tables": 760.0}  # pixels: these panels scroll
_LARGEST_FIRST = ("local_tables", "map", "posterior")  # as measured on glass and soybean


class PageTooLargeError(LwnbError):
    """A page that no course site or mail program would take."""


def to_live_page(content: PageContent, *, largest: int = LARGEST) -> str:
    """The whole file; a `PageTooLargeError` that says what to leave out where it would be larger."""
    page = _page(content, Packer())
    if len(page.encode()) > largest:
        raise _too_large(page, content, largest)
    return page


def largest_live_page(contents: Iterable[PageContent], *, largest: int = LARGEST) -> tuple[str, PageContent]:
    """The last of some growing contents whose file is not too large, and that content."""
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
    data = json.dumps(packer.page(content), ensure_ascii=False, separators=(",", ":"))
    packed = base64.b64encode(gzip.compress(data.encode("utf-8", "replace"), 9, mtime=0)).decode()
    script = _resource("page.js")
    if content.rows[0].by_hand is not None:
        script = f"{script}\n\n{_resource('drawing.js')}"
    if content.screens:
        script = f"{script}\n\n{_resource('screens.js')}"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    title = html.escape(shown(content.title))
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
{packer.style_rules()}
</style>
</head>
<body>
<header><h1>{title}</h1><p>{html.escape(shown(content.subtitle))}</p></header>
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


def _sections(content: PageContent) -> str:
    """The panels in the order of reading, each with the column in which a wide screen shows it."""
    heights = {name: _height(content, name) for name in LIVE_PANELS}
    present = [name for name, height in heights.items() if height]
    main = sum(heights[name] for name in _MAIN)
    side = sum(height for name, height in heights.items() if name not in (*_MAIN, *_EITHER))
    either = [heights[name] for name in _EITHER]
    wide = (*_MAIN, *_EITHER) if main + max(either) < side + sum(either) else _MAIN
    return "\n".join(
        f'<section class="panel {"main" if name in wide else "side"}" id="{name}" aria-label="{title}">'
        f"<h2>{title}</h2></section>"
        for name, title in LIVE_PANELS.items()
        if name in present
    )


def _height(content: PageContent, name: str) -> float:
    """Pixels that a panel takes at most, its title included; 0 for one that the page does not have."""
    if name == "neighbours":
        return _MOST_HEIGHT[name] if content.rows[0].neighbours else 0.0
    steps = (scene.height for row in content.rows if name in row.panels for scene in row.panels[name].scenes)
    tallest = max(steps, default=None)
    return 0.0 if tallest is None else min(tallest + 40.0, _MOST_HEIGHT.get(name, math.inf))


def _too_large(page: str, content: PageContent, largest: int) -> PageTooLargeError:
    remedies = [Remedy("fewer_rows")] if len(content.rows) > 1 else []
    present = [name for name in _LARGEST_FIRST if name in content.rows[0].panels]
    if present:
        remedies.append(Remedy("fewer_panels", present[0]))
    return PageTooLargeError(
        f"the page would be {len(page) / 1e6:.1f} MB, more than {largest / 1e6:.0f} MB", remedies=remedies
    )


def _resource(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8").strip()
