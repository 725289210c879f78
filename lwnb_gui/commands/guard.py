"""What a person sees when a command does not end well: one message and an exit code, never a traceback."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import traceback
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

BAD_INPUT = 1
BUG = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # 128 + SIGINT, as shells have it
BROKEN_PIPE = 141  # 128 + SIGPIPE

P = ParamSpec("P")
R = TypeVar("R")


class _Debugging:
    """Whether tracebacks are wanted; set by the global option `--debug`."""

    wanted = False


def want_tracebacks(wanted: bool) -> None:
    _Debugging.wanted = wanted


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """Turn whatever leaves a command into a message on stderr and the exit code that belongs to it."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except BaseException as error:  # every one of them has its exit code
            raise typer.Exit(report(error)) from error

    return run


def report(error: BaseException) -> int:
    """Say what happened, and return the exit code."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else BAD_INPUT
    if isinstance(error, KeyboardInterrupt):
        _say("Interrupted.")
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        silence_stdout()
        return BROKEN_PIPE
    if _Debugging.wanted:
        traceback.print_exception(error)
    message, code = _message(error)
    _say(message)
    return code


def silence_stdout() -> None:
    """Nobody reads on: let the interpreter's last flush go nowhere instead of complaining."""
    with contextlib.suppress(OSError, ValueError):  # no file behind it: then there is no last flush either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _message(error: BaseException) -> tuple[str, int]:
    from lwnb_core.errors import LwnbError
    from lwnb_gui.state.remedies import command_text
    from lwnb_gui.text import shown

    if isinstance(error, LwnbError):
        return "Error: " + "\n".join(shown(line) for line in command_text(error).splitlines()), BAD_INPUT
    if isinstance(error, MemoryError):
        return "Error: not enough memory\n  Close other programs, or use fewer rows.", BAD_INPUT
    what = shown(" ".join(f"{type(error).__name__}: {error}".split()))
    if _Debugging.wanted:
        return "Error: this is a bug in LWNB Explorer; please report it with the trace above.", BUG
    return (
        f"Error: this is a bug in LWNB Explorer ({what}); `lwnb --debug …` with the same command"
        " shows the trace to report.",
        BUG,
    )


def _say(message: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # stderr is closed: there is nobody left to tell
        print(message, file=sys.stderr, flush=True)
