"""The shell completes commands, options and values."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("lwnb ex", {"explain", "experiment"}),
        ("lwnb explain --ker", {"--kernel"}),
        ("lwnb paper fig", {"figure1"}),
    ],
)
def test_bash_is_told_what_can_follow(tmp_path: Path, words: str, expected: set[str]) -> None:
    asked = {
        "_LWNB_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
    }
    # The shell calls it without arguments, which would otherwise open the window.
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv = ['lwnb']; from lwnb_gui.cli import main; main()"],
        env={**os.environ, **asked},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert expected <= set(done.stdout.split())


def test_zsh_is_told_each_command_in_one_line(tmp_path: Path) -> None:
    asked = {
        "_LWNB_COMPLETE": "complete_zsh",
        "_TYPER_COMPLETE_ARGS": "lwnb e",
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
    }
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv = ['lwnb']; from lwnb_gui.cli import main; main()"],
        env={**os.environ, **asked},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.strip().splitlines()
    assert [line.count('":"') for line in lines] == [1, 1, 1], "evaluate, experiment and explain"
