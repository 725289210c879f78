"""The outputs of a command: what it prints, and files.

That a file can be written is checked before the work. Where it fails nevertheless, after the work, the result
is printed all the same, and the command fails with what went wrong as its last word.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from lwnb_core import LwnbError


def check_out(out: Path | None, option: str, suffixes: tuple[str, ...] = ()) -> None:
    """Refuse a file that cannot be written before the work, not after it."""
    if out is None:
        return
    if suffixes and not out.name.lower().endswith(suffixes):
        raise typer.BadParameter(f"{out.name!r} must end in {', '.join(suffixes)}", param_hint=f"'{option}'")
    from lwnb_core.data.files import check_writable

    check_writable(out.expanduser())


class Outputs:
    """The files of one command, and whatever failed after its work was done."""

    def __init__(self) -> None:
        self.written: list[Path] = []
        self._failures: list[LwnbError] = []

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
        """Print the result, as JSON or for people with the files written; then say what failed."""
        from rich.text import Text

        from lwnb_gui.commands.guard import error_document, report
        from lwnb_gui.commands.screen import Screen, print_json
        from lwnb_gui.text import shown

        if as_json:
            failed = error_document(self._failures[0]) if self._failures else {}
            print_json({**document(), **failed})
        else:
            show()
            for path in self.written:
                Screen().print(Text(f"Written to {shown(str(path))}"))
        codes = [report(error) for error in self._failures]
        if codes:
            raise typer.Exit(codes[0])
