"""The example notebooks are complete, are pages of the guide, and show what they would show today."""

from __future__ import annotations

import ast
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from lwnb_gui.guide.notebooks import as_markdown
from lwnb_gui.guide.pages import page
from tests.docs.code_blocks import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def texts(notebook: dict[str, Any]) -> list[list[str]]:
    """Return what every cell prints and shows, but no pictures: their bytes depend on matplotlib."""
    return [
        [
            "".join(output["text"] if "text" in output else output["data"].get(kind, ()))
            for output in cell["outputs"]
            for kind in ("text/plain", "text/html")
        ]
        for cell in code_cells(notebook)
    ]


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["compare", "explain"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_whole_and_has_its_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for number, cell in enumerate(code_cells(notebook), start=1):
        ast.parse("".join(cell["source"]))
        assert cell["execution_count"] == number
        assert cell["outputs"], "".join(cell["source"])
    kinds = {kind for cell in code_cells(notebook) for o in cell["outputs"] for kind in o.get("data", ())}
    assert kinds == {"text/plain", "text/html", "image/png"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_a_page_with_its_results(path: Path) -> None:
    site = as_markdown(path, with_html=True)
    assert site.startswith("# ")
    assert 'class="lwnb"' in site
    assert "data:image/png;base64," in site
    window = page(f"notebooks/{path.stem}.md").markdown
    assert "```python\n" in window
    assert "<" not in window.replace("<NotebookFigure", "").replace("->", "")


@pytest.mark.thorough
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored_in_it(path: Path) -> None:
    pytest.importorskip("IPython")
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "docs" / "hooks" / "notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    runner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(runner)
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert texts(runner.executed(path)) == texts(stored)
