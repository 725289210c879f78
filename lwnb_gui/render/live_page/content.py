"""The content of a live page: one or several instances, the text of a lecture, and the panels shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lwnb_core import DataError
from lwnb_core.progress import Progress, silent
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.render.live_page.curves import PageCurves
from lwnb_gui.render.live_page.lecture import instances_of, page_screens, panels_of
from lwnb_gui.render.live_page.steps import PANELS, PageContent, PageRow, PageScreen, page_row
from lwnb_gui.teaching.panels import live_panels
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.text import class_names, count

MOST_ROWS = 8  # rows of a page: more would make it too large for a course site


def page_content(
    query: Query,
    rows: Sequence[int] = (),
    teaching: Teaching | None = None,
    *,
    panels: Collection[str] = PANELS,
    curves: PageCurves | None = None,
    answers: bool = True,
    with_unused: bool = False,
    progress: Progress = silent,
) -> PageContent:
    """Return the page of a query, or of several rows of its instances (from 0).

    `teaching` has the lecture, whose screens are shown unless rows are given; it may leave panels out, as
    `panels` may. `curves` is the study whose accuracy curves are shown; without it there are none.
    `with_unused`: with the neighbours' values of columns that are not in use.
    """
    teaching = teaching or Teaching()
    if rows or not teaching.screens:
        *_, content = growing_contents(
            query,
            rows,
            teaching,
            panels=panels,
            curves=curves,
            answers=answers,
            with_unused=with_unused,
            progress=progress,
        )
        return content
    instances, positions = instances_of(query, teaching.screens)
    shown_panels = panels_of(teaching.screens, panels)
    parts = len(instances) + (curves is not None)
    page_rows = [
        page_row(
            one,
            panels=shown_panels,
            step=step,
            answers=answers,
            with_unused=with_unused,
            progress=_part(progress, i, parts),
        )
        for i, (one, step) in enumerate(instances)
    ]
    if curves is not None and "curves" in shown_panels:
        page_rows = curves.added_to(page_rows, _part(progress, len(instances), parts))
    screens = page_screens(
        query,
        teaching.screens,
        positions,
        page_rows,
        [name for name in shown_panels if name != "curves" or curves is not None],
        answers=answers,
        guess_first=teaching.guess_first,
        progress=progress,
    )
    return _content(query, teaching, page_rows, screens)


def growing_contents(
    query: Query,
    rows: Sequence[int] = (),
    teaching: Teaching | None = None,
    *,
    panels: Collection[str] = PANELS,
    curves: PageCurves | None = None,
    answers: bool = True,
    with_unused: bool = False,
    progress: Progress = silent,
) -> Iterator[PageContent]:
    """Yield the page of the first row, then that of the first two, and so on; each is composed once."""
    teaching = teaching or Teaching()
    check_rows(query, rows)
    chosen = rows or (query.row,)
    shown_panels = [
        name for name in live_panels() if name in panels and (name == "curves" or teaching.is_laid_out(name))
    ]
    page_rows: list[PageRow] = []
    for i, row in enumerate(chosen):
        composed = page_row(
            query if row == query.row else query.at_row(row),
            panels=shown_panels,
            answers=answers,
            with_unused=with_unused,
            progress=_part(progress, i, len(chosen)),
        )
        if curves is not None and "curves" in shown_panels:
            [composed] = curves.added_to([composed], progress)
        page_rows.append(composed)
        yield _content(query, teaching, page_rows)


def _content(
    query: Query, teaching: Teaching, page_rows: Sequence[PageRow], screens: tuple[PageScreen, ...] = ()
) -> PageContent:
    name = _name(query, page_rows, has_screens=bool(screens))
    settings = ", ".join(difference.text for difference in query.differences())
    lecture = teaching.lecture
    return PageContent(
        title=lecture.title if lecture is not None and lecture.title else name,
        subtitle=f"Locally weighted naive Bayes on {name}" + (f"; {settings}" if settings else ""),
        class_names=class_names(query.data.classes, query.data.class_attribute.name),
        rows=tuple(page_rows),
        screens=screens,
        guess_first=teaching.guess_first,
    )


def _name(query: Query, page_rows: Sequence[PageRow], *, has_screens: bool) -> str:
    """Return `iris, row 135`, or how many rows there are. A screen of a lecture has its own changes."""
    rows = {one.row for one in page_rows}
    which = f"row {min(rows)}" if len(rows) == 1 else count(len(rows), "row")
    if rows == {query.row + 1} and not has_screens:
        which = query.instance_text
    return f"{query.instances.name}, {which}"


def _part(progress: Progress, i: int, n: int) -> Progress:
    """Report part i of n, in thousandths."""

    def part(done: int, total: int, /) -> None:
        progress(1000 * i + 1000 * done // max(total, 1), 1000 * n)

    return part


def check_rows(query: Query, rows: Sequence[int]) -> None:
    """Raise a `DataError` for rows that do not exist, or for too many."""
    n = len(query.instances)
    for row in rows:
        if not 0 <= row < n:
            there_are = f"there are only {count(n, 'row')}" if n else "the file has no rows"
            raise DataError(f"no such row: {there_are}", file=query.instances.source, row=row)
    if len(rows) > MOST_ROWS:
        raise DataError(f"{len(rows)} rows are too many for one page", hint=f"Choose at most {MOST_ROWS}.")


def rows_in_dispute(query: Query, progress: Progress = silent) -> list[int]:
    """Return the rows on which the learners disagree, counted from 0."""
    predictions = predict_all(query, progress)
    disputed = [int(row) for row in predictions.rows[predictions.disputed]]
    if not disputed:
        raise DataError("the learners agree on every row", hint="Choose the rows yourself: --rows 1,2,3.")
    return disputed
