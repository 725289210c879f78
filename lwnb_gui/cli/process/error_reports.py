"""What users see when a command fails: one message and an exit code, never a traceback.

A program that requested JSON gets the same as an object on stdout (`error_document`); the message on stderr
and the exit code stay.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import typer

from lwnb_gui.cli.process.ctrl_c import report_interruption, was_interrupted

BAD_INPUT = 1
BUG = 70  # EX_SOFTWARE of sysexits.h
BROKEN_PIPE = 141  # 128 + SIGPIPE

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

# The base class of errors about options; typer does not give it a public name.
UsageError: Any = typer.BadParameter.__base__

P = ParamSpec("P")
R = TypeVar("R")


class _Debugging:
    """Whether tracebacks are shown; set by the global option `--debug`."""

    is_on = False


class Interrupted(KeyboardInterrupt):
    """Ctrl+C in a command that can be resumed: says what is saved, and how to resume."""


def show_tracebacks(is_on: bool) -> None:
    _Debugging.is_on = is_on


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """Turn any exception from a command into a message on stderr and the appropriate exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort, UsageError):
            raise
        except BaseException as error:  # each kind has its exit code
            raise typer.Exit(report(error, as_json=bool(kwargs.get("json")))) from error

    return run


def report(error: BaseException, *, as_json: bool = False) -> int:
    """Report what happened, and return the exit code."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else BAD_INPUT
    if isinstance(error, BrokenPipeError):
        silence_stdout()
        return BROKEN_PIPE
    if isinstance(error, KeyboardInterrupt):
        return report_interruption(str(error), as_json=as_json)
    if was_interrupted():  # a library has turned it into another error
        return report_interruption(as_json=as_json)
    if _Debugging.is_on:
        traceback.print_exception(error)
    _log_if_bug(error)
    message, hint, code = _description(error)
    _say("\n  ".join(filter(None, [f"Error: {message}", hint])))
    if as_json:
        write_error(error_document(error))
    return code


def error_document(error: BaseException) -> dict[str, Any]:
    """Return an error for programs; unknown fields are null, and lines and rows are counted from 1."""
    message, hint, code = _description(error, with_location=False)
    given = {name: getattr(error, name, None) or None for name in ("file", "line", "text")}
    row = getattr(error, "row", None)
    given["row"] = None if row is None else row + 1
    return {"error": {"message": message, "hint": hint or None, **given, "exit_code": code}}


def finish_output(code: int) -> int:
    """Write what is still buffered, as a failure at exit cannot be handled; return the exit code."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError) as error:
        if code == 0 and isinstance(error, OSError):
            code = report(error)
        silence_stdout()
    return code


def silence_stdout() -> None:
    """Redirect the interpreter's last flush, so that it does not fail: the reader of stdout has gone."""
    with contextlib.suppress(OSError, ValueError):  # not a real file: then there is no last flush either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _description(error: BaseException, *, with_location: bool = True) -> tuple[str, str, int]:
    """Return message, hint and exit code; the message includes file and line if `with_location`."""
    from lwnb_core import LwnbError
    from lwnb_gui.app.remedies import command_hint, command_text
    from lwnb_gui.text import printable

    if isinstance(error, LwnbError):
        if not with_location:
            return printable(error.message), printable(command_hint(error)), BAD_INPUT
        return "\n".join(printable(line) for line in command_text(error).splitlines()), "", BAD_INPUT
    if isinstance(error, MemoryError):
        return "not enough memory", "Close other programs, or use fewer rows.", BAD_INPUT
    if isinstance(error, OSError) and error.errno is not None:
        return *_system_error(error), BAD_INPUT
    what = printable(" ".join(f"{type(error).__name__}: {error}".split()))
    if _Debugging.is_on:
        return "this is a bug in LWNB Explorer; please report it with the traceback above.", "", BUG
    from lwnb_gui.program_log import log_file

    where = (
        f"its traceback is in {printable(str(log_file()))}"
        if log_file().is_file()
        else "--debug shows its traceback"
    )
    return f"this is a bug in LWNB Explorer ({what})", f"Please report it; {where}.", BUG


def _log_if_bug(error: BaseException) -> None:
    """Write an error of ours to the log that the window's menu Help also shows."""
    from lwnb_gui.program_log import is_bug, log_bug, start_log, stop_log

    if is_bug(error):
        log = start_log()
        log_bug(error)
        stop_log(log)


def _system_error(error: OSError) -> tuple[str, str]:
    """Describe what the system refused; without a file it is the output that could not be written."""
    from lwnb_gui.text import printable

    reason = error.strerror or str(error)
    hint = "The disk is full: free some space, or write elsewhere." if error.errno in _FULL else ""
    if error.filename is None:
        return f"the output cannot be written: {reason}", hint
    return f"{printable(str(error.filename))}: {reason}", hint


def write_error(document: dict[str, Any]) -> None:
    """Write an error as JSON to stdout."""
    from lwnb_gui.render.terminal.console import print_json

    with contextlib.suppress(OSError, ValueError):  # nobody reads it; the message went to stderr
        print_json(document)


def _say(message: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # stderr is closed: nothing can be reported
        print(_fitting(message), file=sys.stderr, flush=True)


def _fitting(message: str) -> str:
    """Return the message in lines that end between words, if it is for a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return message
    from shutil import get_terminal_size

    from lwnb_gui.render.terminal.console import wrapped

    return "\n".join(wrapped(message, get_terminal_size().columns))
