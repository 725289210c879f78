"""The terminal: a console, tables in one style, progress on stderr, and JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lwnb_gui.commands.ctrl_c import was_interrupted
from lwnb_gui.text import shown

if TYPE_CHECKING:
    from lwnb_core.data.attribute import Repair
    from lwnb_core.progress import Progress

ACCENT = "bold magenta"
HINT = "dim"
_REFRESH_SECONDS = 0.1
_MOST_REPAIRS = 20


class Screen(Console):
    """Rich's console, which prints text from files literally and leaves broken pipes to the guard."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, emoji=False, highlight=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def heading(self, title: str, note: str = "") -> None:
        """The line above a table."""
        self.print()
        self.print(Text(title, style="bold"), Text(note, style=HINT), sep="  ")

    def hint(self, text: str) -> None:
        self.print(Text(text, style=HINT))

    def repairs(self, repairs: Sequence[Repair]) -> None:
        """What the reader has repaired."""
        if not repairs:
            return
        self.heading("Repairs", "made while reading")
        for repair in repairs[:_MOST_REPAIRS]:
            self.print(Text(f" · {shown(str(repair))}"))
        if len(repairs) > _MOST_REPAIRS:
            self.hint(f" · and {len(repairs) - _MOST_REPAIRS} more (--json lists them all)")


def table(*columns: str) -> Table:
    """A table in the house style. A column named `>x` holds numbers and is aligned to the right."""
    styled = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, header_style=HINT, show_edge=False, padding=(0, 1, 0, 0)
    )
    for column in columns:
        right = column.startswith(">")
        styled.add_column(
            Text(column.removeprefix(">")),
            justify="right" if right else "left",
            no_wrap=right,
            overflow="fold",
        )
    return styled


def print_json(document: dict[str, Any]) -> None:
    """The machine form: JSON on stdout, and nothing else."""
    escape = not (sys.stdout.encoding or "").lower().startswith("utf")
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=escape, allow_nan=False) + "\n")
    sys.stdout.flush()


@contextmanager
def progress_bar(title: str | Callable[[], str], *, countable: bool = True) -> Iterator[Progress]:
    """A progress for the engine, shown as a bar on stderr if that is a terminal.

    A title that changes while the work goes on is a function.
    Work that is not `countable` is measured in rows × attributes, a number without meaning for users: its
    share is shown instead.
    """
    from rich import progress as rich_progress

    screen = Screen(stderr=True)
    columns = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        *(
            [rich_progress.TextColumn("{task.completed:,.0f} of {task.total:,.0f}")]
            if countable
            else [
                rich_progress.TaskProgressColumn(),
                rich_progress.TimeElapsedColumn(),
                rich_progress.TextColumn("left", style=HINT),
            ]
        ),
        rich_progress.TimeRemainingColumn(),
    )
    with rich_progress.Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal
    ) as bars:
        description = title if callable(title) else lambda: title
        task = bars.add_task(description(), total=1)
        shown_at = 0.0

        def progress(done: int, total: int, /) -> None:
            nonlocal shown_at
            if was_interrupted():  # an exception that a library has dropped
                raise KeyboardInterrupt
            now = time.monotonic()
            if now - shown_at >= _REFRESH_SECONDS or done == total:
                shown_at = now
                bars.update(task, completed=done, total=total, description=description())

        yield progress
