"""The work of `run.py` once it knows that this Python is new enough. Standard library only."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class SetupError(Exception):
    """A problem that a person has to solve; the message describes it."""


def say(message: str) -> None:
    """Report progress on stderr: stdout belongs to the program."""
    print(message, file=sys.stderr, flush=True)


def run(command: Sequence[str], environ: Mapping[str, str], show: bool = False) -> tuple[int, str]:
    """Run a command in the checkout without input; return exit code and output (empty if it was shown)."""
    to = None if show else subprocess.PIPE
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=to,
            stderr=to and subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:  # the program does not exist or cannot be started
        if show:
            say(str(error))
        return 127, str(error)
    return done.returncode, done.stdout or ""
