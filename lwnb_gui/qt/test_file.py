"""Opening a second file as test rows, in a task."""

from __future__ import annotations

from collections.abc import Callable

from lwnb_gui.qt.context import Context
from lwnb_gui.state import TestFile
from lwnb_gui.state.test_file import read_test_file


def open_test_file(
    context: Context,
    path: str,
    *,
    on_done: Callable[[str], object],
    on_error: Callable[[BaseException], object],
) -> None:
    """Read a file, bring it under the header of the data, and test its rows unless other data were opened
    meanwhile. `on_done` gets what was different about it, in words; empty: nothing.
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
        "test-file", lambda job: read_test_file(path, training, unused), on_done=show, on_error=on_error
    )
