"""A made-up kernel, measure and file format, added to their tables, are found wherever kinds are listed.

The program is copied, each table gets one entry as CONTRIBUTING describes it, and the copy says in a process
of its own what window, command line, JSON, CSV, reports and guide make of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest

from tests.conftest import ROOT

pytest.importorskip("PySide6.QtWidgets", reason="Qt or one of its system libraries is missing")

KERNEL = r"""
        "cosine": Weighting(
            title="made-up cosine",
            text="cos(πu/2)",
            latex=r"\cos(\pi u/2)",
            f=lambda u, one: np.cos(np.pi * u / 2),
            vanishes=True,
        ),
    }
)
UNBOUNDED:"""
MEASURE = """
    Measure(
        "worst_recall",
        "made-up recall",
        "The recall of the class that is recognised worst.",
        of_confusion=lambda confusion: np.nanmin(confusion.right / confusion.true, axis=-1),
    ),
)
MEASURES:"""
READER = """
def _read_made_up(raw: bytes, file: str, choice: ColumnChoice) -> Dataset:
    import pandas as pd

    from lwnb_core.data.formats.typed_columns import classified

    names, *rows = [line.split(";") for line in raw.decode().splitlines()[1:]]
    columns = [(name, pd.Series(list(values))) for name, values in zip(names, zip(*rows))]
    return classified(lambda _: choice.wanted(columns, file), file)


def _write_made_up(data: Dataset, name: str) -> str:
    lines = [[attribute.name for attribute in data.attributes]]
    columns = [data.column(j) for j in range(len(data.attributes))]
    for row in zip(*columns):
        lines.append([a.values[int(x)] if a.is_nominal else str(x) for a, x in zip(data.attributes, row)])
    return "\\n".join(["MADE-UP", *(";".join(line) for line in lines)])


FORMATS:"""
FORMAT = """
    "made-up": FileFormat(
        name="Made-up",
        suffixes=(".made",),
        beginnings=(b"MADE-UP",),
        read=_read_made_up,
        write=_write_made_up,
    ),
}
FORMAT_OF_SUFFIX:"""
# file, old text, new text
ENTRIES = (
    ("lwnb_core/local/kernel_names.py", '"constant"]', '"constant", "cosine"]'),
    ("lwnb_core/local/kernels.py", "\n    }\n)\nUNBOUNDED:", KERNEL),
    (
        "lwnb_core/evaluation/measures.py",
        "    f1: float = NOTHING\n",
        "    f1: float = NOTHING\n    worst_recall: float = NOTHING\n",
    ),
    ("lwnb_core/evaluation/measures.py", "\n)\nMEASURES:", MEASURE),
    ("lwnb_core/data/formats/file_formats.py", '"json lines"]', '"json lines", "made-up"]'),
    ("lwnb_core/data/formats/file_formats.py", "\nFORMATS:", READER),
    ("lwnb_core/data/formats/file_formats.py", "\n}\nFORMAT_OF_SUFFIX:", FORMAT),
)
LOOKS = r'''
import json, sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QComboBox
from typer.testing import CliRunner

from lwnb_core import LWNB, load, sample
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.app.query import Query
from lwnb_gui.cli.app import app
from lwnb_gui.guide.pages import page
from lwnb_gui.qt.export.predictions import _KINDS
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.qt.window.opener import FILTER
from lwnb_gui.views.equations.lines import equation_lines


def run(*words):
    result = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result.stdout


def written(file, *words):
    """What a command writes into a file."""
    run(*words)
    return Path(file).read_text("utf-8")


def shown(name):
    """The texts of all lists on a page."""
    window.state.go_to(name)
    application.processEvents()
    boxes = window.page(name).findChildren(QComboBox)
    return [box.itemText(i) for box in boxes for i in range(box.count())]


data = sample("contact-lenses")
application = QApplication([])
window = MainWindow(Preferences(theme="light"))
window.show()
window.state.open(Query(data))
strip = [box.itemText(i) for box in window.strip.findChildren(QComboBox) for i in range(box.count())]
cosine = LWNB(5, kernel="cosine").fit(data).explain(data, 0)
explained = ("explain", data.name, "--row", 1, "--kernel", "cosine", "--k", 5)
curve = ("curve", data.name, "--evaluation", "cv", "--folds", 3, "--k", "5", "--learners", "nb")
folds = ("--runs", 1, "--folds", 3)
found = {
    "kernel": {
        "window": strip,
        "equations": equation_lines(cosine)[0].latex,
        "help": run("explain", "--help"),
        "command line": run("evaluate", data.name, "-l", "lwnb:kernel=cosine", *folds),
        "JSON": json.loads(run(*explained, "--json")),
        "results": written(
            "k.csv", "experiment", data.name, "--learners", "lwnb:kernel=cosine", *folds, "--out", "k.csv"
        ),
        "report": written("k.html", *explained, "--html", "k.html"),
        "guide": page("mathematics.md").markdown,
        "commands": page("reference/command-line.md").markdown,
    },
    "measure": {
        "window": shown("curves"),
        "experiment": shown("experiment"),
        "command line": run(*curve, "--measure", "worst_recall"),
        "JSON": json.loads(run("evaluate", data.name, *folds, "--json")),
        "predictions": json.loads(run("predict", data.name, data.name, "--json")),
        "CSV": run(*curve, "--csv", "-"),
        "results": written("m.csv", "experiment", data.name, "--learners", "nb", *folds, "--out", "m.csv"),
        "report": written("m.html", *curve, "--measure", "worst_recall", "--html", "m.html"),
        "guide": page("mathematics.md").markdown,
    },
    "format": {
        "window": FILTER,
        "saving": _KINDS,
        "command line": run("convert", data.name, "rows.made"),
        "written": Path("rows.made").read_text("utf-8"),
        "JSON": json.loads(run("info", "rows.made", "--json")),
        "CSV": written("rows.csv", "convert", "rows.made", "rows.csv"),
        "report": written("f.html", "explain", "rows.made", "--row", 1, "--html", "f.html"),
        "guide": page("files.md").markdown,
        "by content": Path("rows.made").rename("rows.unknown") and load("rows.unknown").name,
    },
}
Path("found.json").write_text(json.dumps(found, default=str), "utf-8")
'''


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Return what a program with the three entries says, by kind and place."""
    folder = tmp_path_factory.mktemp("program")
    for part in ("lwnb_core", "lwnb_gui", "assets", "docs"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new in ENTRIES:
        file = folder / name
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} in {name}"
        file.write_text(text.replace(old, new), encoding="utf-8")
    settings = {"LWNB_ENGINE": "reference", "XDG_CONFIG_HOME": str(folder), "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", LOOKS],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads((folder / "found.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("window", "made-up cosine"),
        ("equations", r"\cos(\pi u/2)"),
        ("help", "cosine"),
        ("command line", "cosine"),
        ("JSON", "cosine"),
        ("results", "kernel=cosine"),
        ("report", "cosine"),
        ("guide", "`cosine`"),
        ("commands", "`cosine`"),
    ],
)
def test_a_kernel_is_found(found: dict[str, dict[str, Any]], place: str, text: str) -> None:
    assert text in _text(found["kernel"][place])


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("window", "made-up recall"),
        ("experiment", "made-up recall"),
        ("command line", "made-up recall"),
        ("JSON", "worst_recall"),
        ("predictions", "worst_recall"),
        ("CSV", "worst_recall"),
        ("results", "worst_recall"),
        ("report", "made-up recall"),
        ("guide", "made-up recall"),
    ],
)
def test_a_measure_is_found(found: dict[str, dict[str, Any]], place: str, text: str) -> None:
    assert text in _text(found["measure"][place])


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("window", "*.made"),
        ("saving", "Made-up (*.made)"),
        ("command line", "rows.made"),
        ("written", "MADE-UP"),
        ("JSON", "rows.made"),
        ("CSV", "contact-lenses"),
        ("report", "rows.made"),
        ("guide", "| Made-up | `.made` |"),
        ("by content", "rows"),
    ],
)
def test_a_file_format_is_found(found: dict[str, dict[str, Any]], place: str, text: str) -> None:
    assert text in _text(found["format"][place])


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
