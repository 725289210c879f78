"""What the tests of the command line share: `lwnb` inside this process, and as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "lwnb_gui"]

Run = Callable[..., Result]
Json = Callable[..., dict[str, Any]]
Process = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process, in a terminal of 80 columns without colour."""
    from lwnb_gui.cli.app import app

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")

    def go(*arguments: object) -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments])

    return go


@pytest.fixture
def run_json(run: Run) -> Json:
    """Run a command with --json, assert that it succeeds, and return what it wrote."""

    def go(*arguments: object) -> dict[str, Any]:
        result = run(*arguments, "--json")
        assert result.exit_code == 0, result.output
        document = json.loads(result.stdout)
        assert isinstance(document, dict)
        return document

    return go


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """Run a command as a process of its own, in an empty folder."""

    def go(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment(),
            timeout=300,
            check=False,
        )

    return go
