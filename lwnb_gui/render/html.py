"""A report as one self-contained HTML file: figures inside, no script, nothing fetched.

Whatever came out of a data file is text here. Should that ever fail, the page's own policy still forbids it
to run a script, to load anything or to send anything anywhere. It is built from strings, because a template
engine would be one more dependency and save no lines: the page has seven kinds of element, and all text goes
through `escaped`.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from lwnb_core import __version__
from lwnb_core.progress import Progress, silent
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.render.figures import FigureView
from lwnb_gui.render.report import Report, Section
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.tables import TextTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# A drawing of many thousand marks is smaller, and quicker to show, as a picture.
_LARGEST_SVG = 1_200_000

_STYLE = f"""
:root {{ color-scheme: light; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: {LIGHT.window}; color: {LIGHT.ink};
  font: 15px/1.5 "Inter", system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums; }}
main {{ max-width: 60rem; margin: 2rem auto; padding: 2.5rem 3rem; background: {LIGHT.panel};
  border: 1px solid {LIGHT.separator}; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; font-weight: 600; margin: 0 0 .75rem; overflow-wrap: anywhere; }}
h2 {{ font-size: 1.1rem; font-weight: 600; margin: 2.25rem 0 .5rem; padding-top: 1rem;
  border-top: 1px solid {LIGHT.separator}; }}
p {{ margin: 0 0 .5rem; max-width: 46rem; overflow-wrap: anywhere; }}
p.lead {{ font-size: 1.05rem; }}
p.note, figcaption {{ color: {LIGHT.ink2}; font-size: .86rem; }}
figure {{ margin: .75rem 0 1rem; }}
figure img {{ display: block; max-width: 100%; height: auto; }}
div.wide {{ overflow-x: auto; margin: .5rem 0 1rem; }}
table {{ border-collapse: collapse; font-size: .86rem; }}
th {{ font-weight: 600; color: {LIGHT.ink2}; text-align: left; vertical-align: bottom; }}
th, td {{ padding: .2rem .75rem .2rem 0; border-bottom: 1px solid {LIGHT.separator}; }}
thead th {{ border-bottom: 1px solid {LIGHT.separator_strong}; }}
td {{ vertical-align: top; }}
.r {{ text-align: right; white-space: nowrap; }}
table.facts th {{ font-weight: 400; white-space: nowrap; padding-right: 1.5rem; vertical-align: top; }}
table.facts td {{ overflow-wrap: anywhere; }}
pre {{ background: {LIGHT.window}; border: 1px solid {LIGHT.separator}; padding: .8rem 1rem; margin: .5rem 0;
  font: 12.5px/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; }}
footer {{ margin-top: 2.5rem; color: {LIGHT.ink3}; font-size: .8rem; }}
@media (max-width: 48rem) {{ main {{ margin: 0; padding: 1.25rem; border: 0; }} }}
@page {{ size: A4; margin: 16mm 15mm; }}
@media print {{
  body {{ background: #fff; font-size: 10pt; }}
  main {{ max-width: none; margin: 0; padding: 0; border: 0; }}
  h2, figcaption {{ break-after: avoid; }}
  figure, tr, p {{ break-inside: avoid; }}
  thead {{ display: table-header-group; }}
  div.wide {{ overflow: visible; }}
  table {{ font-size: 8.5pt; }}
  pre {{ font-size: 8pt; border: 0; border-left: 2px solid {LIGHT.separator_strong}; background: none;
    white-space: pre-wrap; }}
}}
""".strip()


def to_html(report: Report, date: datetime | None = None, progress: Progress = silent) -> str:
    """Return the whole page; `progress` counts the sections, and may raise `Cancelled`."""
    sections = []
    for number, section in enumerate(report.sections, start=1):
        progress(number - 1, len(report.sections))
        sections.append(_section(section))
    moment = (date or datetime.now().astimezone()).strftime("%Y-%m-%d %H:%M")
    body = [
        f"<h1>{escaped(report.title)}</h1>",
        *(_paragraph(text, "lead" if i == 0 else "") for i, text in enumerate(report.sentences)),
        *sections,
    ]
    if report.facts:
        body += ["<section>", "<h2>Settings, data and versions</h2>", _facts(report.facts), "</section>"]
    if report.script:
        body += [
            "<section>",
            "<h2>The same in Python</h2>",
            f"<pre><code>{escaped(report.script, lines=True)}</code></pre>",
            "</section>",
        ]
    body.append(f"<footer>LWNB Explorer {escaped(__version__)}, {escaped(moment)}</footer>")
    return _page(report.title, "\n".join(body))


def escaped(text: str, *, lines: bool = False) -> str:
    """Escape a text so that it is nothing but text, whatever it contains."""
    clean = _CONTROLS.sub("\ufffd", text if lines else " ".join(text.splitlines()))
    return html.escape(clean, quote=True)


def html_table(table: TextTable) -> str:
    """Return titles and rows; columns of numbers are aligned to the right."""

    def line(cells: Iterable[str], tag: str) -> str:
        tags = []
        for j, cell in enumerate(cells):
            right = " class='r'" if j in table.numeric else ""
            tags.append(f"<{tag}{right}>{escaped(cell)}</{tag}>")
        return f"<tr>{''.join(tags)}</tr>"

    head = line(table.titles, "th")
    rows = "\n".join(line(row, "td") for row in table.rows)
    return f"<div class='wide'><table>\n<thead>{head}</thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>"


def _section(section: Section) -> str:
    parts = ["<section>", f"<h2>{escaped(section.title)}</h2>"]
    parts += [_paragraph(text) for text in section.sentences]
    if section.figure is not None:
        caption = f"<figcaption>{escaped(section.caption)}</figcaption>" if section.caption else ""
        parts.append(f"<figure>{_image(section.figure, section.title)}{caption}</figure>")
    if section.table is not None:
        parts.append(html_table(section.table))
    parts += [_paragraph(text, "note") for text in section.notes]
    return "\n".join([*parts, "</section>"])


def _paragraph(text: str, kind: str = "") -> str:
    return f"<p class='{kind}'>{escaped(text)}</p>" if kind else f"<p>{escaped(text)}</p>"


def _facts(facts: tuple[tuple[str, str], ...]) -> str:
    rows = "\n".join(
        f"<tr><th scope='row'>{escaped(name)}</th><td>{escaped(value)}</td></tr>" for name, value in facts
    )
    return f"<div class='wide'><table class='facts'><tbody>\n{rows}\n</tbody></table></div>"


def _image(view: FigureView, title: str) -> str:
    """Return a drawing inside the page. Letters are outlines: the reader's machine may lack the font."""
    figure = view.figure(LIGHT)
    content, kind = b"" if view.dense else _svg(figure), "svg+xml"
    if view.dense or len(content) > _LARGEST_SVG:
        from lwnb_gui.plots.export import to_bytes

        content, kind = to_bytes(figure, "png"), "png"
    width, height = (round(length) for length in view.size)
    data = base64.b64encode(content).decode("ascii")
    return (
        f"<img width='{width}' height='{height}' alt='{escaped(title)}'"
        f" src='data:image/{kind};base64,{data}'>"
    )


def _svg(figure: Figure) -> bytes:
    import io

    import matplotlib as mpl

    buffer = io.BytesIO()
    with drawing_in(LIGHT), mpl.rc_context({"svg.fonttype": "path"}):
        figure.savefig(
            buffer, format="svg", facecolor=figure.get_facecolor(), metadata={"Date": None, "Creator": None}
        )
    return buffer.getvalue()


def _page(title: str, body: str) -> str:
    return (
        "<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        "<meta name='referrer' content='no-referrer'>\n"
        f"<title>{escaped(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<main>\n{body}\n"
        "</main>\n</body>\n</html>\n"
    )
