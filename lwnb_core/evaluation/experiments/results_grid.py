"""A table of results as LaTeX, Markdown, CSV or HTML. No cell content can become markup or a formula."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from lwnb_core.data.spreadsheet_formulas import guarded
from lwnb_core.evaluation.significance import Mark

Tone = Literal["", "exact", "near", "off", "far", "error"]
GridFormat = Literal["latex", "markdown", "csv", "html"]

# As the paper prints them: significantly better, significantly worse.
SIGNS: dict[Mark, str] = {"+": "○", "-": "•", "": ""}
_LATEX_SIGNS: dict[Mark, str] = {"+": r"$\circ$", "-": r"$\bullet$", "": ""}

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", "±": r"$\pm$", "−": r"$-$", "–": r"\textendash{}",
    "○": r"$\circ$", "•": r"$\bullet$", "×": r"$\times$", "Δ": r"$\Delta$", "≤": r"$\leq$", "≥": r"$\geq$",
    "·": r"$\cdot$", "…": r"\dots{}", "′": "$'$", "Σ": r"$\Sigma$", "√": r"$\surd$", "²": "$^2$",
    "◂": r"$\triangleleft$", "→": r"$\rightarrow$", "←": r"$\leftarrow$", "≠": r"$\neq$",
    # At the start of a line, these two would be read as an argument of the preceding line end.
    "[": "{[}", "*": "{*}",
}  # fmt: skip
_HYPHENS = re.compile("-(?=-)")  # two in a row would be printed as a dash
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$])")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

# Colours that can be told apart in print; the numbers beside them carry the same information.
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color: #1c1c1c; background: #fff; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0 0 .6rem; }
th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #e4e4e4; }
th:first-child, td:first-child { text-align: left; }
tr.rule td { border-top: 2px solid #1c1c1c; }
td.exact { background: #dcefe2; } td.near { background: #fdf3cf; }
td.off { background: #fbdcc4; } td.far { background: #f4b9b4; } td.error { color: #a01c1c; }
p { max-width: 60rem; }
""".strip()


@dataclass(frozen=True)
class GridCell:
    """The content of a cell; `note` is shown as a tool tip where that is possible (HTML)."""

    text: str
    mark: Mark = ""
    tone: Tone = ""
    note: str = ""

    @property
    def plain(self) -> str:
        return f"{self.text} {SIGNS[self.mark]}".strip()


Line = tuple[GridCell, ...]


@dataclass(frozen=True)
class Grid:
    """A table: the first column names the row, the others hold numbers; `summary` stands below a rule."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    summary: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()

    def render(self, fmt: GridFormat) -> str:
        """Return the whole table as text, with a newline at its end."""
        return _RENDERERS[fmt](self)


def cells(first: str, *rest: str) -> Line:
    """Return a row of plain texts."""
    return tuple(GridCell(clean(text)) for text in (first, *rest))


def to_latex(grid: Grid) -> str:
    """Return a `tabular` that needs no package; notes stand below it."""
    rows = [_latex_row([latex(c) for c in grid.columns]), r"\hline"]
    rows += [_latex_row([_latex_cell(cell) for cell in line]) for line in grid.lines]
    if grid.summary:
        rows += [r"\hline", *(_latex_row([_latex_cell(cell) for cell in line]) for line in grid.summary)]
    alignment = "l" + "r" * (len(grid.columns) - 1)
    body = "\n".join(rows)
    notes = "".join(f"\n\\par {latex(note)}" for note in grid.notes)
    return f"% {clean(grid.title)}\n\\begin{{tabular}}{{{alignment}}}\n{body}\n\\end{{tabular}}{notes}\n"


def to_markdown(grid: Grid) -> str:
    """Return a pipe table, its columns aligned in the source as well."""
    lines = [[markdown(c) for c in grid.columns]]
    lines += [[markdown(cell.plain) for cell in line] for line in (*grid.lines, *grid.summary)]
    widths = [max(3, *(len(line[j]) for line in lines)) for j in range(len(grid.columns))]
    text = ["| " + " | ".join(_padded(line, widths)) + " |" for line in lines]
    text.insert(
        1,
        "|"
        + "|".join(("-" * (w + 2) if j == 0 else "-" * (w + 1) + ":") for j, w in enumerate(widths))
        + "|",
    )
    notes = "".join(f"\n{markdown(note)}\n" for note in grid.notes)
    return f"**{markdown(grid.title)}**\n\n" + "\n".join(text) + "\n" + notes


def to_csv(grid: Grid) -> str:
    """Return numbers and marks in separate columns."""
    marked = [any(len(line) > j and line[j].mark for line in grid.lines) for j in range(len(grid.columns))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    header = [[name, f"{name} mark"] if marked[j] else [name] for j, name in enumerate(grid.columns)]
    writer.writerow([guarded(clean(name)) for pair in header for name in pair])
    for line in (*grid.lines, *grid.summary):
        pairs = [[c.text, SIGNS[c.mark]] if marked[j] else [c.text] for j, c in enumerate(line)]
        writer.writerow([guarded(clean(text)) for pair in pairs for text in pair])
    return out.getvalue()


def to_html(grid: Grid) -> str:
    """Return a self-contained HTML file."""
    title = html.escape(clean(grid.title))
    head = "".join(f"<th scope='col'>{html.escape(clean(c))}</th>" for c in grid.columns)
    rows = [_html_row(line) for line in grid.lines]
    rows += [_html_row(line, "rule" if i == 0 else "") for i, line in enumerate(grid.summary)]
    notes = "".join(f"<p>{html.escape(clean(note))}</p>\n" for note in grid.notes)
    return (
        f"<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n<title>{title}</title>\n"
        f"<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<table>\n<caption>{title}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n"
        + "\n".join(rows)
        + f"\n</tbody>\n</table>\n{notes}</body>\n</html>\n"
    )


def latex(text: str) -> str:
    """Escape all characters that have a meaning in LaTeX."""
    return _HYPHENS.sub("-{}", "".join(_LATEX.get(c, c) for c in clean(text)))


def markdown(text: str) -> str:
    """Escape all characters that have a meaning in Markdown or the HTML inside it."""
    return _MARKDOWN.sub(r"\\\1", clean(text)).replace("&", "&amp;")


GRID_FORMATS: dict[str, GridFormat] = {".tex": "latex", ".md": "markdown", ".html": "html", ".csv": "csv"}
"""The formats, by the suffix of a file."""
_RENDERERS: dict[GridFormat, Callable[[Grid], str]] = {
    "latex": to_latex,
    "markdown": to_markdown,
    "csv": to_csv,
    "html": to_html,
}


def clean(text: str) -> str:
    """Return the text on one line without control characters."""
    return _CONTROLS.sub(" ", text)


def _latex_cell(cell: GridCell) -> str:
    return " ".join(filter(None, [latex(cell.text), _LATEX_SIGNS[cell.mark]]))


def _latex_row(texts: list[str]) -> str:
    return " & ".join(texts) + r" \\"


def _padded(texts: list[str], widths: list[int]) -> list[str]:
    return [t.ljust(w) if j == 0 else t.rjust(w) for j, (t, w) in enumerate(zip(texts, widths, strict=True))]


def _html_row(line: Line, kind: str = "") -> str:
    cells = []
    for cell in line:
        tone = f" class='{cell.tone}'" if cell.tone else ""
        note = f" title='{html.escape(clean(cell.note), quote=True)}'" if cell.note else ""
        cells.append(f"<td{tone}{note}>{html.escape(clean(cell.plain))}</td>")
    start = f"<tr class='{kind}'>" if kind else "<tr>"
    return f"{start}{''.join(cells)}</tr>"
