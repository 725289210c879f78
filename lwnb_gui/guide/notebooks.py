"""The example notebooks as pages of the guide: text, code, and its output when it was last run."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = "notebooks"


def notebook_of(page: str, pages: Path) -> Path | None:
    """Return the notebook behind a page such as `notebooks/explain.md`; None for any other page."""
    path = pages / page
    return path.with_suffix(".ipynb") if path.parent == pages / FOLDER else None


def as_markdown(notebook: Path, *, with_html: bool) -> str:
    """Return the whole notebook; without HTML, as in the window, results are texts and figures left out."""
    parts = []
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += [part for output in cell["outputs"] if (part := _output(output, source, with_html))]
    return "\n\n".join(parts) + "\n"


def _output(output: Mapping[str, Any], source: str, with_html: bool) -> str:
    if output["output_type"] == "stream":
        return f"```text\n{''.join(output['text']).rstrip()}\n```"
    shown = output["data"]
    if "image/png" in shown:
        size = output["metadata"]["image/png"]
        return _picture(shown["image/png"], size, source) if with_html else ""
    if "text/html" in shown and with_html:
        lines = "".join(shown["text/html"]).splitlines()
        return f'<div class="result">{"".join(line.strip() for line in lines)}</div>'
    return f"```text\n{''.join(shown['text/plain'])}\n```"


def _picture(png: str, size: Mapping[str, int], source: str) -> str:
    words = html.escape(f"What {source.splitlines()[-1]} draws")
    shape = f'width="{size["width"]}" height="{size["height"]}"'
    return f'<p><img {shape} alt="{words}" src="data:image/png;base64,{png.strip()}"></p>'
