"""Which engine computes: without numba, without a writable cache, and with a filled one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lwnb_core.data.safe_files import cache_directory
from lwnb_core.engine import choice
from lwnb_core.engine.compiled import compile_notice, compiling
from lwnb_core.errors import SettingsError
from tests.conftest import first_on_python_path

ROOT = Path(__file__).resolve().parents[3]

# A study small enough for the reference, and the engine that it used.
STUDY = """
import json, sys
import lwnb_core as lw
from lwnb_core.engine import choice
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
data = lw.sample("weather-numeric")
result = accuracy_curve([lw.LWNB(), lw.KNN(), lw.KNNDW(), lw.NB()], data, ks=range(1, 14), jobs=1)
swept = lw.sweep(lw.LWNB(3).fit(data), data, 4)
json.dump({
    "compiled": choice.compiled(float("inf")),
    "numba": sys.modules.get("numba") is not None,
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
        env={**inherited, "PYTHONPATH": first_on_python_path(folder), **environment},
        capture_output=True,
        text=True,
        timeout=900,  # a busy machine takes minutes to compile
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr in ("", f"{compile_notice.TEXT}\n")  # shown if the cache is empty
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


def test_reference_engine_imports_no_numba(reference: dict[str, Any]) -> None:
    assert not reference["compiled"]
    assert not reference["numba"]


@pytest.mark.parametrize("broken", [WITHOUT_NUMBA, BROKEN_NUMBA], ids=["missing", "broken"])
@pytest.mark.parametrize("engine", ["numba", "auto"])
def test_without_numba_the_reference_engine_is_used(
    broken: str, engine: str, reference: dict[str, Any]
) -> None:
    result = run(broken + STUDY, LWNB_ENGINE=engine)
    assert not result["compiled"]
    assert_same_numbers(result, reference)


def test_small_work_is_not_worth_loading_the_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LWNB_ENGINE", raising=False)
    monkeypatch.setattr(choice, "_loaded", {})
    monkeypatch.setattr(choice, "loops", lambda: pytest.fail("loaded"))
    assert not choice.compiled(1.0)


@pytest.mark.parametrize(
    ("value", "meant"),
    [("numba", "numba"), (" Reference ", "reference"), ("auto", "auto"), ("", "auto")],
)
def test_environment_variable_names_the_engine(
    value: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LWNB_ENGINE", value)
    assert choice.requested_engine() == meant


def test_an_engine_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "gpu")
    with pytest.raises(SettingsError, match="LWNB_ENGINE is 'gpu', which is not an engine") as caught:
        choice.requested_engine()
    assert "auto, reference, numba" in caught.value.hint


ONE_LOOP = """
import json, sys
import numpy as np
from lwnb_core.engine import choice
out = np.empty((1, 2))
choice.loops().softmax(np.zeros(2), out, 0)
json.dump({"compiled": choice.compiled(), "even": out.tolist()}, sys.stdout)
"""
# The loops of the study that numba found compiled, and those that it had to compile.
STATS = """
import contextlib, io, numba
with contextlib.redirect_stdout(io.StringIO()) as study:
    exec(STUDY)
loops = {id(f): f for m in choice._loaded.values() for f in vars(m).values() if hasattr(f, "py_func")}
used = [f for f in loops.values() if f.signatures]
json.dump({
    **json.loads(study.getvalue()),
    "found": sorted(f.__name__ for f in used if f.stats.cache_hits),
    "missed": sorted(f.__name__ for f in used if f.stats.cache_misses),
}, sys.stdout)
"""


class TestCompileCache:
    """Compiling takes many seconds, so it happens once per user and installation."""

    @pytest.fixture(autouse=True)
    def with_numba(self) -> None:
        pytest.importorskip("numba")

    def test_one_loop_is_compiled_once(self, tmp_path: Path) -> None:
        cache = tmp_path / "cache"
        at_once = {"LWNB_ENGINE": "numba", "LWNB_CACHE": str(cache)}
        first = run(ONE_LOOP, **at_once)
        assert sorted(cache.rglob("*softmax*.nbi"))
        before = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}
        assert run(ONE_LOOP, **at_once) == first == {"compiled": True, "even": [[0.5, 0.5]]}
        assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")} == before

    def test_every_loop_is_found_compiled_the_next_time(self, reference: dict[str, Any]) -> None:
        """The loops are found in the user's cache, which other tests fill, too."""
        code = f"STUDY = {STUDY!r}\n{STATS}"
        run(code, LWNB_ENGINE="numba")
        again = run(code, LWNB_ENGINE="numba")
        assert again["compiled"]
        assert_same_numbers(again, reference)
        assert again["missed"] == []
        assert len(again["found"]) >= 4

    @pytest.mark.thorough
    def test_second_process_compiles_nothing(self, tmp_path: Path, reference: dict[str, Any]) -> None:
        cache = tmp_path / "cache"
        at_once = {"LWNB_ENGINE": "numba", "LWNB_CACHE": str(cache)}
        first = run(STUDY, **at_once)
        assert first["compiled"]
        assert_same_numbers(first, reference)
        filled = sorted(cache.rglob("*.nbi"))
        assert filled
        before = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}
        run(STUDY, **at_once)
        assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")} == before

    def test_a_cache_that_cannot_be_written_is_no_error(self, tmp_path: Path) -> None:
        in_the_way = tmp_path / "file"
        in_the_way.write_text("")
        temporary = tmp_path / "temporary"
        temporary.mkdir()
        result = run(
            ONE_LOOP, LWNB_ENGINE="numba", LWNB_CACHE=str(in_the_way / "cache"), TMPDIR=str(temporary)
        )
        assert result == {"compiled": True, "even": [[0.5, 0.5]]}
        assert list(temporary.iterdir()) == []  # nothing is left behind


def test_of_the_loops_of_many_versions_the_latest_are_kept(tmp_path: Path) -> None:
    for version in range(20):
        folder = tmp_path / f"{version:016x}"
        folder.mkdir()
        (folder / "loops.nbi").write_text("")
        os.utime(folder, (version, version))
    compiling._remove_oldest(tmp_path)
    assert [int(path.name, 16) for path in sorted(tmp_path.iterdir())] == list(range(13, 20))


def test_the_cache_is_outside_of_the_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LWNB_CACHE", raising=False)
    assert not cache_directory().is_relative_to(ROOT)
    monkeypatch.setenv("LWNB_CACHE", str(tmp_path))
    assert cache_directory() == tmp_path


@pytest.mark.parametrize("options", ["all", "none"])
def test_loops_compile_with_and_without_undocumented_options(
    options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    numba = pytest.importorskip("numba")
    if options == "none":
        monkeypatch.setattr("numba.core.options.DefaultOptions", object)
    assert compiling._has_option("_nrt") == (options == "all")
    before = numba.config.CACHE_DIR
    with compiling.loop_cache():
        add = compiling.helper()(_added)
    assert add(2.0, 3.0) == 5.0
    assert before == numba.config.CACHE_DIR  # our cache only while our own modules are imported


def _added(one: float, other: float) -> float:
    return one + other


def test_a_cache_folder_of_the_users_own_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "CACHE_DIR", "/mine")
    with compiling.loop_cache():
        assert numba.config.CACHE_DIR == "/mine"
    assert numba.config.CACHE_DIR == "/mine"
