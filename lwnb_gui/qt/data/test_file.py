"""Opening a second file as test rows, in a task."""

from __future__ import annotations

from collections.abc import Callable

from lwnb_core import LwnbError
from lwnb_gui.app.remedies import button_text
from lwnb_gui.app.test_file import read_test_file
from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.qt.context import Context


def open_test_file(
    context: Context,
    path: str,
    *,
    on_done: Callable[[str], object],
    on_error: Callable[[BaseException], object],
    fill: bool = False,
) -> None:
    """Read a second file in a task and test its rows, unless other data were opened meanwhile.

    The file is converted to the header of the data. `on_done` receives a text that says what was different
    about it, empty if nothing was. `fill`: absent cells of short rows are missing.
    """
    query = context.state.query
    if query is None:
        return
    training, unused = query.data, query.unused

    def show(result: tuple[TestFile, tuple[str, ...]]) -> None:
        (test, notes), now = result, context.state.query
        if now is None or now.data is not training:
            on_done("")
            return
        context.state.set_test_rows(test)
        on_done(f"{test.data.name}: {'; '.join(notes)}." if notes else "")

    context.tasks.start(
        "test-file",
        lambda job: read_test_file(path, training, unused, fill=fill),
        on_done=show,
        on_error=on_error,
    )


def after(
    error: BaseException, fill: Callable[[], object], another: tuple[str, Callable[[], object]]
) -> tuple[str, Callable[[], object]]:
    """Return label and command of the button below an error: `fill` if it helps, otherwise `another` file."""
    for remedy in error.remedies if isinstance(error, LwnbError) else ():
        if remedy.kind == "fill_rows":
            return button_text(remedy), fill
    return another
