"""The terminal: a console, tables in one style, progress on stderr, and JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from re import Pattern
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from lwnb_gui.cli.process.ctrl_c import was_interrupted
from lwnb_gui.render.terminal.fitted_tables import HINT as _HINT
from lwnb_gui.render.terminal.fitted_tables import ScreenTable
from lwnb_gui.text import NO_BREAK, printable

if TYPE_CHECKING:
    from lwnb_core import Repair
    from lwnb_core.progress import Progress

ACCENT = "bold magenta"
HINT = _HINT
_REFRESH_SECONDS = 0.1
_WIDE_ENOUGH_FOR_TIMES = 50  # columns of the terminal
_BESIDE_THE_BAR = 46  # characters of title, share and times
_MOST_REPAIRS = 20
_BULLET = "·"


class Screen(Console):
    """Rich's console, which prints text from files literally and leaves broken pipes to the guard."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, emoji=False, highlight=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def heading(self, title: str, note: str = "") -> None:
        """Print the line above a table."""
        self.print()
        self.say(f"{title}  {note}".rstrip(), HINT, begins=title, begins_style="bold")

    def hint(self, text: str) -> None:
        self.say(text, HINT)

    def say(
        self,
        text: str,
        style: str = "",
        *,
        begins: str = "",
        begins_style: str = "",
        accented: Pattern[str] | None = None,
    ) -> None:
        """Print sentences; lines end only between words, so that names and paths can be copied.

        What matches `accented` is emphasised.
        """
        for i, line in enumerate(wrapped(text, self.width)):
            styled = Text(line.replace(NO_BREAK, " "), style=style)
            if i == 0 and begins:
                styled.stylize(f"not {style} {begins_style}" if style else begins_style, 0, len(begins))
            if accented is not None:
                styled.highlight_regex(accented, ACCENT)
            self.print(styled, soft_wrap=True)

    def repairs(self, repairs: Sequence[Repair]) -> None:
        """Print what the reader has repaired."""
        if not repairs:
            return
        self.heading("Repairs", "made while reading")
        for repair in repairs[:_MOST_REPAIRS]:
            self.say(f" · {printable(str(repair))}")
        if len(repairs) > _MOST_REPAIRS:
            self.hint(f" · and {len(repairs) - _MOST_REPAIRS} more (--json lists them all)")


def wrapped(text: str, width: int) -> list[str]:
    """Wrap a text between words, with equal indentation; a longer word stays whole.

    The lines of an item of a list (` · item`) begin where its text does.
    """
    lines = []
    for paragraph in text.split("\n"):
        indent = " " * (len(paragraph) - len(paragraph.lstrip(" ")))
        first, *words = paragraph.lstrip(" ").split(" ")
        line = indent + first
        if first == _BULLET:
            indent += "  "
        for word in words:
            if cell_len(f"{line} {word}") > width:
                lines.append(line.rstrip(" "))
                line = indent + word
            else:
                line += f" {word}"
        lines.append(line)
    return lines


def table(*columns: str) -> ScreenTable:
    """Return a table in the house style; see `ScreenTable` for the first character of a title."""
    return ScreenTable(*columns)


def print_json(document: dict[str, Any]) -> None:
    """Print JSON, and nothing else, on stdout."""
    escape = not (sys.stdout.encoding or "").lower().startswith("utf")
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=escape, allow_nan=False) + "\n")
    sys.stdout.flush()


@contextmanager
def progress_bar(title: str | Callable[[], str], *, countable: bool = True) -> Iterator[Progress]:
    """Return a progress callback for the engine, shown as a bar on stderr if that is a terminal.

    A title that changes while the work goes on is a function.
    Work that is not `countable` is measured in rows × attributes, a number without meaning for users: its
    share is shown instead.
    """
    from rich import progress as rich_progress

    from lwnb_core.parallel import can_start_threads

    screen = Screen(stderr=True)
    by_itself = can_start_threads()
    has_time_left = screen.width >= _WIDE_ENOUGH_FOR_TIMES
    columns = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(bar_width=max(4, min(40, screen.width - _BESIDE_THE_BAR))),
        *(
            [rich_progress.TextColumn("{task.completed:,.0f} of {task.total:,.0f}")]
            if countable
            else [
                rich_progress.TaskProgressColumn(),
                rich_progress.TimeElapsedColumn(),
                *([rich_progress.TextColumn("left", style=HINT)] if has_time_left else []),
            ]
        ),
        *([rich_progress.TimeRemainingColumn()] if has_time_left else []),
    )
    with rich_progress.Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal, auto_refresh=by_itself
    ) as bars:
        description = title if callable(title) else lambda: title
        task = bars.add_task(description(), total=1)
        shown_at = 0.0

        def progress(done: int, total: int, /) -> None:
            nonlocal shown_at
            if was_interrupted():  # a library has dropped the exception
                raise KeyboardInterrupt
            now = time.monotonic()
            if now - shown_at >= _REFRESH_SECONDS or done == total:
                shown_at = now
                bars.update(
                    task, completed=done, total=total, description=description(), refresh=not by_itself
                )

        yield progress
