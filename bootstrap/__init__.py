"""What `run.py` does once it knows that this Python is new enough. Standard library only."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class SetupError(Exception):
    """Something a person has to put right; the message says what."""


def say(message: str) -> None:
    """Tell what is going on, on stderr: stdout belongs to the program."""
    print(message, file=sys.stderr, flush=True)


def run(command: Sequence[str], environ: Mapping[str, str], show: bool = False) -> tuple[int, str]:
    """Run a command in the checkout, asking nobody; its exit code, and its output unless that was shown."""
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
    except OSError as error:  # there is no such program, or it cannot be started
        if show:
            say(str(error))
        return 127, str(error)
    return done.returncode, done.stdout or ""
