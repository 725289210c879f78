"""Ctrl+C in work whose results are saved fold by fold: what is saved, and the command that resumes it."""

from __future__ import annotations

import os
import shlex
import subprocess  # nosec B404
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lwnb_gui.cli.process.error_reports import Interrupted

ARGUMENTS = "lwnb.arguments"
"""The key of the command-line arguments in the context's `meta`."""


@contextmanager
def resumable(results: Path | None, option: str, context: Any, *, resume: str = "") -> Iterator[None]:
    """When the work is interrupted, report what is in the results file (given by `option`) and how to resume.

    `resume` is the option that resumes; empty where the command always does.
    """
    try:
        yield
    except KeyboardInterrupt:
        if results is None:
            message = f"Nothing is saved: {option} FILE saves every result as soon as it is known."
            raise Interrupted(message) from None
        again = typed_command(context, also=resume)
        stdin = " (with the same data on standard input)" if "-" in context.meta[ARGUMENTS] else ""
        raise Interrupted(f"{_saved_text(results)} To continue{stdin}:\n  {again}") from None


def typed_command(context: Any, *, also: str = "") -> str:
    """Return the command of a context, quoted for pasting; with one more option if it lacks that."""
    arguments = ["lwnb", *context.meta[ARGUMENTS]]
    if also and also not in arguments:
        arguments.append(also)
    return subprocess.list2cmdline(arguments) if os.name == "nt" else shlex.join(arguments)


def _saved_text(results: Path) -> str:
    from lwnb_core import LwnbError
    from lwnb_core.evaluation.experiments.results_file import read_results
    from lwnb_gui.text import count, printable

    try:
        n = len(read_results(results))
    except LwnbError:  # stopped before the file was started
        n = 0
    if n == 0:
        return "No result was finished yet."
    return f"{count(n, 'result')} {'is' if n == 1 else 'are'} saved in {printable(str(results))}."
