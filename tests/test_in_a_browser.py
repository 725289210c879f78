"""Where there are no threads, processes, numba or Qt, as in a browser, everything but the window works."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]

_BROWSER = """
import os, subprocess, sys, threading, _thread
import numpy, pandas, scipy.special, scipy.stats, matplotlib.figure  # they have builds of their own for it

for package in ("numba", "llvmlite", "loky", "distributed", "PySide6", "shiboken6"):
    sys.modules[package] = None

def forbidden(*arguments, **named):
    raise AssertionError("a thread or a process was started")

threading.Thread.start = _thread.start_new_thread = threading._start_new_thread = forbidden
subprocess.Popen.__init__ = os.fork = os.posix_spawn = os.posix_spawnp = forbidden
sys.platform = "emscripten"

import lwnb_core as lw
from lwnb_core.engine import choice
from typer.testing import CliRunner
"""

_WORK = """
lw.save(lw.sample("weather-numeric"), "weather.arff")
data = lw.load("weather.arff")
model = lw.LWNB(k=5).fit(data)
assert model.explain(data, row=0).prediction in (0, 1)
assert len(lw.sweep(model, data, row=0).ks) > 5
assert len(lw.accuracy_curve([lw.KNN(3), lw.LWNB(k=5)], data, "loo", jobs=4).curves) == 2
assert lw.cross_validate(lw.NB(), data, runs=1, folds=3, jobs=4).runs == 1
assert lw.regions(model, data, 0, "temperature", "humidity", size=4).grid.xs.size == 4
experiment = lw.Experiment({"weather": data}, ["nb", "knn:k=3"], runs=1, folds=3, jobs=2)
assert len(experiment.run().rows) == 6
try:
    lw.cross_validate(lw.NB(), data, runs=1, folds=3, cluster="local:2")
except lw.SettingsError as error:
    assert "browser" in error.message
else:
    raise AssertionError("there was a cluster")
assert not choice.compiled()
"""

_PAGE = """
from lwnb_gui.cli.app import app
result = CliRunner().invoke(app, ["page", "weather-numeric", "--row", "1", "--out", "page.html"])
assert result.exit_code == 0, (result.output, result.exception)
assert "<html" in open("page.html", encoding="utf-8").read()
"""


def run(work: str, folder: Path) -> None:
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{_BROWSER}{work}"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_engine_computes_in_one_thread_and_without_a_compiler(tmp_path: Path) -> None:
    run(_WORK, tmp_path)


def test_a_live_page_is_written_without_a_window(tmp_path: Path) -> None:
    run(_PAGE, tmp_path)


@pytest.mark.parametrize("platform", ["emscripten", "linux"])
def test_what_a_browser_does_not_have_is_not_required_there(platform: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = {
        requirement.name
        for requirement in map(Requirement, project["dependencies"])
        if requirement.marker is None or requirement.marker.evaluate({"sys_platform": platform})
    }
    assert "numpy" in required
    expected = set() if platform == "emscripten" else {"PySide6-Essentials", "numba", "loky"}
    assert required & {"PySide6-Essentials", "numba", "loky"} == expected
