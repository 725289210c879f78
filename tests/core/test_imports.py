"""The engine loads quickly and on its own: heavy or optional libraries are imported when they are used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ["pandas", "numba", "matplotlib", "PySide6", "shiboken6", "sklearn", "lwnb_gui"]


def imported_by(code: str) -> list[str]:
    script = f"{code}\nimport json, sys\nprint(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_importing_the_engine_imports_nothing_heavy() -> None:
    assert imported_by("import lwnb_core") == []


def test_explaining_a_row_imports_nothing_heavy() -> None:
    code = """
import lwnb_core as lw
data = lw.Dataset.from_columns(
    "d", [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))], [[1, 2, 3], [0, 1, 1]]
)
lw.LWNB(2).fit(data).explain(data, 0).to_dict()
lw.cross_validate(lw.Discretised(lw.NB()), data, runs=1, folds=2)
"""
    assert imported_by(code) == []
