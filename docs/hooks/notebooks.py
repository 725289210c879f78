"""Runs the example notebooks and writes what their cells show into them: `python docs/hooks/notebooks.py`.

IPython decides how a result is shown, as it does behind Jupyter; no server and no other process is needed.
"""

from __future__ import annotations

import ast
import base64
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from lwnb_core.data.safe_files import atomic_write

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"


def executed(path: Path) -> dict[str, Any]:
    """Run the notebook from the first cell to the last and return it with the outputs."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["outputs"] = _run("".join(cell["source"]), names, number)
            cell["execution_count"] = number
    return notebook


def write(path: Path) -> None:
    """Run a notebook and save its outputs."""
    text = json.dumps(executed(path), indent=1, ensure_ascii=False) + "\n"
    atomic_write(path, text.encode())


def _run(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"<cell {number}>", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    outputs = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        outputs.append(_shown(value, number))
    return outputs


def _shown(value: Any, number: int) -> dict[str, Any]:
    from IPython.core.formatters import DisplayFormatter

    formatter: Any = DisplayFormatter()
    forms, about = formatter.format(value)
    data = {
        kind: base64.b64encode(form).decode() if isinstance(form, bytes) else form.splitlines(keepends=True)
        for kind, form in forms.items()
    }
    return {"data": data, "execution_count": number, "metadata": about, "output_type": "execute_result"}


if __name__ == "__main__":
    for found in sorted(NOTEBOOKS.glob("*.ipynb")):
        write(found)
        print(found.name)
