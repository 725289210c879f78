"""The formats of files that the program writes, by suffix: figures, tables and reports.

Those of data files are in `lwnb_core.data.formats.file_formats`, those of an experiment's tables in
`lwnb_core.evaluation.experiments.results_grid`.
"""

from __future__ import annotations

from collections.abc import Iterable

FORMAT_NAMES = {
    ".png": "PNG",
    ".svg": "SVG",
    ".pdf": "PDF",
    ".tsv": "tab-separated",
    ".csv": "CSV",
    ".md": "Markdown",
    ".tex": "LaTeX",
    ".html": "HTML",
}
FIGURES = (".png", ".svg", ".pdf")
TABLES = (".tsv", ".csv", ".md", ".tex")
PAGES = (".html", ".htm")
"""The format of reports and live pages."""


def named(suffixes: Iterable[str]) -> dict[str, str]:
    """Return the names of some formats, by suffix."""
    return {suffix: FORMAT_NAMES[suffix] for suffix in suffixes}


def file_filter(suffix: str) -> str:
    """Return a file dialog's text for a format: `Markdown (*.md)`."""
    return f"{FORMAT_NAMES[suffix]} (*{suffix})"
