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


def quietly(command: Sequence[str], environ: Mapping[str, str]) -> tuple[bool, str]:
    """Run a command in the checkout, asking nobody; whether it succeeded, and all that it printed."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode == 0, done.stdout
