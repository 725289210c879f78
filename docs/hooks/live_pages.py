"""Live pages in the guide, written by the program during the build, so that they are always up to date.

A line `<!-- live page: iris --row 135 -->` becomes a frame with what `lwnb page iris --row 135 --out …`
writes; with the name of a file in `docs`, such as `live/checkers-board.html`, a frame with that file. Where a
page of the guide is read elsewhere (in the window, on GitHub), the line is invisible.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

_MARK = re.compile(r"^<!-- live page: (.+) -->$", re.MULTILINE)
_WORD = re.compile(r"[\w.]+")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that will be written."""
    arguments = {
        mark[1]
        for file in files.documentation_pages()
        if file.generated_by is None
        for mark in _MARK.finditer(file.content_string)
    }
    for given in sorted(arguments):
        if not given.endswith(".html"):
            files.append(File.generated(config, _address(given), content=_written(given)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Replace each line by a frame."""

    def frame(mark: re.Match[str]) -> str:
        source = get_relative_url(_address(mark[1]), page.url)
        return (
            f'<iframe class="live" src="{source}" title="Live page: drag k" loading="lazy"></iframe>\n\n'
            f'<p class="live"><a href="{source}">On a page of its own</a></p>'
        )

    return _MARK.sub(frame, markdown)


def _address(given: str) -> str:
    if given.endswith(".html"):
        return given
    name = "-".join(_WORD.findall(given))
    return f"live/{name}.html"


def _written(given: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "page.html"
        command = [sys.executable, "-m", "lwnb_gui", "page", *shlex.split(given), "--out", str(out)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"lwnb page {given}: {done.stderr}")
        return out.read_text(encoding="utf-8")
