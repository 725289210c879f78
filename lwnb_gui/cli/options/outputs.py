"""The outputs of a command: what it prints, and files.

A file that exists is overwritten only with --force. Whether a file can be written is checked before the work.
If writing fails after the work nevertheless, the result is printed anyway, and the command ends with an error
message.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lwnb_gui.cli.process.error_reports import UsageError

if TYPE_CHECKING:
    from lwnb_core import LwnbError

STDOUT = "-"
"""The name that stands for standard output instead of a text file."""

Force = Annotated[bool, typer.Option("--force", help="Overwrite files that already exist.")]


def csv_option(content: str, **more: Any) -> Any:
    """Return the option --csv of a command; `content` says what a row stands for."""
    return typer.Option("--csv", metavar="OUT", help=f"Write {content} as CSV; - for stdout.", **more)


@dataclass(frozen=True)
class OutFile:
    """A file that a command will write, if its option is given.

    Attributes
    ----------
    suffixes
        The endings that its name may have; any if there are none.
    can_be_stdout
        Whether `-` is standard output.
    can_resume
        Whether --resume would continue it.
    is_resumed
        Whether the command continues an existing file instead of overwriting it.
    """

    path: Path | None
    option: str
    suffixes: tuple[str, ...] = ()
    can_be_stdout: bool = False
    can_resume: bool = False
    is_resumed: bool = False


def check_outputs(*files: OutFile, force: bool) -> None:
    """Refuse files that cannot be written, or that exist, before the work and not after it."""
    given = {file.path.expanduser(): file for file in files if file.path is not None}
    if force and not given:
        raise UsageError("--force has no effect without a file to write")
    if len(given) < sum(file.path is not None for file in files):
        raise UsageError(f"{' and '.join(f.option for f in files if f.path)} name the same file")
    for path, file in given.items():
        if not (file.can_be_stdout and is_stdout(path)):
            _check(path, file)
            refuse_existing(path, force=force or file.is_resumed, can_resume=file.can_resume)


def is_stdout(path: Path | None) -> bool:
    """Whether a path given by the user stands for standard output."""
    return path is not None and str(path) == STDOUT


def refuse_existing(path: Path, *, force: bool, can_resume: bool = False) -> None:
    """Refuse to overwrite a file without --force; pipes and devices are written to, not overwritten."""
    from lwnb_core import DataError
    from lwnb_core.data.safe_files import is_special

    if force or not path.exists() or is_special(path):
        return
    resume = " continue it with --resume," if can_resume else ""
    raise DataError(
        "the file already exists",
        file=str(path),
        hint=f"Overwrite it with --force,{resume} or choose another name.",
    )


def one_on_stdout(**requested: bool) -> str | None:
    """Return the option whose output goes to standard output; more than one is refused."""
    chosen = [name for name, is_requested in requested.items() if is_requested]
    if len(chosen) > 1:
        options = " and ".join(f"--{name}" for name in chosen)
        raise UsageError(f"{options} exclude each other on standard output; give only one of them")
    return chosen[0] if chosen else None


def _check(path: Path, file: OutFile) -> None:
    from lwnb_core.data.safe_files import check_writable

    if file.suffixes and not path.name.lower().endswith(file.suffixes):
        endings = ", ".join(file.suffixes)
        raise typer.BadParameter(f"{path.name!r} must end in {endings}", param_hint=f"'{file.option}'")
    check_writable(path)


class Outputs:
    """The output files of one command, and any failure after its work was done."""

    def __init__(self) -> None:
        self.written: list[Path] = []
        self._failures: list[LwnbError] = []
        self._printed = ""

    def write_text(self, path: Path | None, text: Callable[[], str]) -> None:
        """Write a text, if one is requested; on standard output it replaces what people would read."""
        from lwnb_core.data import atomic_write

        if is_stdout(path):
            self._printed = text()
        else:
            self.write(path, lambda file: atomic_write(file, text()))

    def write(self, path: Path | None, write: Callable[[Path], object]) -> None:
        """Write a file, if one is requested; a failure is reported at the end."""
        from lwnb_core import LwnbError

        if path is None:
            return
        try:
            write(path.expanduser())
        except LwnbError as error:
            self.fail(error)
        else:
            self.written.append(path)

    def fail(self, error: LwnbError) -> None:
        """Let the command fail, but only after its result is printed."""
        self._failures.append(error)

    def present(
        self, as_json: bool, document: Callable[[], dict[str, Any]], show: Callable[[], None]
    ) -> None:
        """Print the result, as JSON, as text, or for people with the files written; then say what failed."""
        from rich.text import Text

        from lwnb_gui.cli.process.error_reports import error_document, report
        from lwnb_gui.render.terminal.console import Screen, print_json
        from lwnb_gui.text import printable

        if as_json:
            failed = error_document(self._failures[0]) if self._failures else {}
            print_json({**document(), **failed})
        elif self._printed:
            sys.stdout.write(self._printed)
            sys.stdout.flush()
        else:
            show()
            for path in self.written:
                Screen().print(Text(f"Written to {printable(str(path))}"))
        codes = [report(error) for error in self._failures]
        if codes:
            raise typer.Exit(codes[0])
