"""The first compilation is announced once to the user of the library."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lwnb_core.engine.compiled import compile_notice
from tests.conftest import ROOT, first_on_python_path

pytest.importorskip("numba.core.event")

FITTING = """
import lwnb_core as lw
data = lw.sample("iris")
for _ in range(2):
    lw.LWNB(5).fit(data).predict_proba(data)
"""


def compiling(module: str) -> Any:
    """Return what numba broadcasts when it compiles a function of this module."""
    dispatcher = SimpleNamespace(py_func=SimpleNamespace(__module__=module))
    return SimpleNamespace(data={"dispatcher": dispatcher})


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "lwnb_core"]


def test_the_first_function_of_ours_that_is_compiled_is_announced_and_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    notice = compile_notice.notice()
    notice.on_start(compiling("somebody.elses"))
    assert told(caplog) == []
    notice.on_start(compiling("lwnb_core.engine.compiled.sweep_loops"))
    notice.on_start(compiling("lwnb_core.engine.compiled.sweep_loops"))
    assert told(caplog) == [compile_notice.TEXT]


def test_worker_processes_say_nothing(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = SimpleNamespace(name="LokyProcess-1")
    monkeypatch.setattr("multiprocessing.current_process", lambda: worker)
    compile_notice.notice().on_start(compiling("lwnb_core.engine.compiled.sweep_loops"))
    assert told(caplog) == []


@pytest.mark.thorough
def test_a_script_is_told_once_and_only_where_nothing_is_in_the_cache(tmp_path: Path) -> None:
    env = {
        **os.environ,
        "PYTHONPATH": first_on_python_path(ROOT),
        "NUMBA_CACHE_DIR": str(tmp_path),
        "LWNB_ENGINE": "numba",
    }
    for times in (1, 0):
        ended = subprocess.run(
            [sys.executable, "-W", "error", "-c", FITTING],
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        assert ended.stderr.count(compile_notice.TEXT) == times
