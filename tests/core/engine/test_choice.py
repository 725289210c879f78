"""Which engine computes: without numba, without a place for its cache, and with one already filled."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lwnb_core.data.files import cache_directory
from lwnb_core.engine import choice, kernel_cache

ROOT = Path(__file__).resolve().parents[3]

# A study small enough for the reference, and what it used.
STUDY = """
import json, sys, time
import lwnb_core as lw
from lwnb_core.engine import choice, kernel_cache
from lwnb_core.evaluation.curves import accuracy_curve
data = lw.sample("weather-numeric")
start = time.perf_counter()
result = accuracy_curve([lw.LWNB(), lw.KNN(), lw.KNNDW(), lw.NB()], data, ks=range(1, 14), jobs=1)
took = time.perf_counter() - start
swept = lw.sweep(lw.LWNB(3).fit(data), data, 4)
json.dump({
    "compiled": choice.compiled(),
    "numba": sys.modules.get("numba") is not None,
    "took": took,
    "accuracy": [curve.accuracy.tolist() for curve in result.curves],
    "posterior": swept.posteriors["LWNB"].tolist(),
    "selected": lw.select(lw.LWNB(3).fit(data), data, 4).posterior(3).tolist(),
}, sys.stdout)
"""
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None\n"
BROKEN_NUMBA = """
import sys, types
class Broken(types.ModuleType):
    def __getattr__(self, name):
        raise RuntimeError("LLVM is not in the mood")
sys.modules["numba"] = Broken("numba")
"""


def run(code: str, folder: Path = ROOT, **environment: str) -> dict[str, Any]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("LWNB_", "NUMBA_"))}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        env={**inherited, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    document = json.loads(done.stdout)
    assert isinstance(document, dict)
    return document


def assert_same_numbers(one: dict[str, Any], other: dict[str, Any]) -> None:
    for key in ("accuracy", "posterior"):
        for a, b in zip(one[key], other[key], strict=True):
            assert a == pytest.approx(b, abs=1e-9)
    assert one["selected"] == pytest.approx(other["selected"], abs=1e-9)


@pytest.fixture(scope="module")
def reference() -> dict[str, Any]:
    return run(STUDY, LWNB_ENGINE="reference")


def test_the_reference_needs_no_numba(reference: dict[str, Any]) -> None:
    assert not reference["compiled"]
    assert not reference["numba"]


@pytest.mark.parametrize("broken", [WITHOUT_NUMBA, BROKEN_NUMBA], ids=["missing", "broken"])
@pytest.mark.parametrize("engine", ["numba", "auto"])
def test_without_numba_the_reference_serves(broken: str, engine: str, reference: dict[str, Any]) -> None:
    found = run(broken + STUDY, LWNB_ENGINE=engine)
    assert not found["compiled"]
    assert_same_numbers(found, reference)


def test_small_work_is_not_worth_loading_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LWNB_ENGINE", raising=False)
    monkeypatch.setattr(choice, "_loaded", {})
    monkeypatch.setattr(choice, "_load", lambda _: pytest.fail("loaded"))
    assert not choice.compiled(1000)


@pytest.mark.parametrize(
    ("value", "meant"),
    [("numba", "numba"), (" Reference ", "reference"), ("auto", "auto"), ("", "auto"), ("gpu", "auto")],
)
def test_names_of_engines(value: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", value)
    assert choice.wanted() == meant


@pytest.mark.slow
class TestCompileCache:
    """Compiling takes many seconds; it happens once per user and version, wherever that is installed."""

    @pytest.fixture(autouse=True)
    def with_numba(self) -> None:
        pytest.importorskip("numba")

    def test_is_filled_once_and_survives_a_new_installation(
        self, tmp_path: Path, reference: dict[str, Any]
    ) -> None:
        cache = tmp_path / "cache"
        at_once = {"LWNB_ENGINE": "numba", "LWNB_CACHE": str(cache)}
        first = run(STUDY, **at_once)
        assert first["compiled"]
        assert_same_numbers(first, reference)
        filled = sorted(cache.rglob("*.nbi"))
        assert filled
        before = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}
        second = run(STUDY, **at_once)
        assert second["took"] < first["took"] / 3

        # The same files elsewhere and newer, as after installing the same version anew.
        elsewhere = tmp_path / "elsewhere"
        shutil.copytree(ROOT / "lwnb_core", elsewhere / "lwnb_core", ignore=shutil.ignore_patterns("*.pyc"))
        shutil.copytree(ROOT / "assets", elsewhere / "assets")
        for path in elsewhere.rglob("*.py"):
            os.utime(path, (time.time() + 5, time.time() + 5))
        third = run(STUDY, elsewhere, **at_once)
        assert_same_numbers(third, reference)
        assert third["took"] < first["took"] / 3
        assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")} == before

    def test_a_cache_that_cannot_be_written_is_no_error(self, tmp_path: Path) -> None:
        in_the_way = tmp_path / "file"
        in_the_way.write_text("")
        temporary = tmp_path / "temporary"
        temporary.mkdir()
        code = """
import json, sys
import numpy as np
from lwnb_core.engine import choice, kernel_cache
out = np.empty((1, 2))
choice.kernels().softmax(np.zeros(2), out, 0)
json.dump({"compiled": choice.compiled(), "even": out.tolist()}, sys.stdout)
"""
        found = run(code, LWNB_ENGINE="numba", LWNB_CACHE=str(in_the_way / "cache"), TMPDIR=str(temporary))
        assert found == {"compiled": True, "even": [[0.5, 0.5]]}
        assert list(temporary.iterdir()) == []  # nothing is left behind


def test_of_the_kernels_of_many_versions_the_latest_are_kept(tmp_path: Path) -> None:
    for version in range(20):
        folder = tmp_path / f"{version:016x}"
        folder.mkdir()
        (folder / "kernels.nbi").write_text("")
        os.utime(folder, (version, version))
    kernel_cache._make_room(tmp_path)
    assert [int(path.name, 16) for path in sorted(tmp_path.iterdir())] == list(range(13, 20))


def test_the_cache_is_outside_of_the_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LWNB_CACHE", raising=False)
    assert not cache_directory().is_relative_to(ROOT)
    monkeypatch.setenv("LWNB_CACHE", str(tmp_path))
    assert cache_directory() == tmp_path
