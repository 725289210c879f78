"""What `run.py` does once it knows that this Python is new enough. Standard library only."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class SetupError(Exception):
    """Something a person has to put right; the message says what."""


def say(message: str) -> None:
    """Tell what is going on, on stderr: stdout belongs to the program."""
    print(message, file=sys.stderr, flush=True)
