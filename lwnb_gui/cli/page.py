"""`lwnb page`: a live page, one HTML file in which k can be dragged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from lwnb_gui.cli.options.common import Json, LearnerOptions, ReadingOptions, spread_options
from lwnb_gui.cli.options.given_options import refuse_both, refuse_options
from lwnb_gui.cli.options.lists import words_of
from lwnb_gui.cli.options.outputs import Force, OutFile, check_outputs
from lwnb_gui.cli.options.source import open_data
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.file_formats import PAGES
from lwnb_gui.render.terminal.console import Screen, print_json, progress_bar
from lwnb_gui.text import NO_BREAK, printable, quoted

if TYPE_CHECKING:
    from collections.abc import Collection

    from lwnb_core.progress import Progress
    from lwnb_gui.app.display_state import DisplayState
    from lwnb_gui.app.query import Query
    from lwnb_gui.render.live_page import PageCurves
    from lwnb_gui.teaching.teaching import Teaching

_DISAGREE = "disagree"
_MOST_ATTRIBUTES = 1_000


class _PageOptions(TypedDict):
    """The options of a page besides its rows."""

    teaching: Teaching
    panels: Collection[str]
    curves: PageCurves | None
    answers: bool
    progress: Progress


@guarded
@spread_options
def page(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Data file, sample, session or lecture (.lwnb).")
    ],
    *,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="OUT", help="File to write: .html.")],
    row: Annotated[
        int | None, typer.Option("--row", "-r", min=1, metavar="N", help="Number of the row, from 1.")
    ] = None,
    rows: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Several rows to choose from, as in 53,71,135; or disagree: where the learners disagree.",
        ),
    ] = None,
    panels: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="Only these panels, such as map,posterior,neighbours."),
    ] = None,
    draw_first: Annotated[
        bool,
        typer.Option(
            "--draw-first", help="Add accuracy curves, hidden until the reader has drawn them by hand."
        ),
    ] = False,
    guess: Annotated[
        bool, typer.Option("--guess", help="Hide the answer until the reader chooses a class.")
    ] = False,
    no_answers: Annotated[
        bool, typer.Option("--no-answers", help="Leave the true classes out of the file.")
    ] = False,
    learning: LearnerOptions,
    reading: ReadingOptions,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a live page: map, posterior, tables and equations of a row at every k, in one HTML file."""
    from dataclasses import fields, replace

    from lwnb_core.data import atomic_write
    from lwnb_gui.render.live_page import (
        LARGEST,
        MOST_ROWS,
        PANELS,
        growing_contents,
        largest_live_page,
        page_content,
        rows_in_dispute,
        to_live_page,
    )
    from lwnb_gui.session.file import is_session

    refuse_both(ctx, "row", "rows")
    if is_session(file):
        own = [field.name for group in (LearnerOptions, ReadingOptions) for field in fields(group)]
        refuse_options(ctx, own, "on a session or lecture, which has its own settings")
    chosen = _numbers(rows)
    shown_panels = PANELS if panels is None else words_of(panels)
    if not set(shown_panels) <= set(PANELS):
        raise typer.BadParameter(f"the panels are {', '.join(PANELS)}", param_hint="'--panels'")
    check_outputs(OutFile(out, "--out", PAGES), force=force)
    query, display = _opened(file, learning, reading)
    _refuse_many_attributes(query)
    if row is not None:
        chosen = [row - 1]
    with progress_bar("live page", countable=False) as progress:
        if rows == _DISAGREE:
            chosen = rows_in_dispute(query, progress)
        teaching = display.teaching
        draw_first |= teaching.draw_first or any(screen.draw_first for screen in teaching.screens)
        with_curves = draw_first or (_has_study(display) if panels is None else "curves" in shown_panels)
        options = _PageOptions(
            teaching=replace(teaching, guess_first=teaching.guess_first or guess),
            panels={*shown_panels, "curves"} if draw_first else shown_panels,
            curves=_study(query, display, draw_first, progress) if with_curves else None,
            answers=not no_answers,
            progress=progress,
        )
        if rows == _DISAGREE:
            written, content = largest_live_page(growing_contents(query, chosen[:MOST_ROWS], **options))
        else:
            content = page_content(query, chosen, **options)
            written = to_live_page(content)
    atomic_write(out.expanduser(), written)
    shown_rows = list(dict.fromkeys(one.row for one in content.rows))  # once for all screens of a lecture
    if json:
        told: dict[str, object] = {"out": str(out), "rows": shown_rows, "bytes": len(written.encode())}
        print_json(told | ({"rows_in_dispute": len(chosen)} if rows == _DISAGREE else {}))
        return
    which = ", ".join(map(str, shown_rows))
    text = f"Rows {which}" if len(shown_rows) > 1 else f"Row {which}"
    size = f"{len(written.encode()) / 1e6:.2f}{NO_BREAK}MB"
    Screen().say(f"{text} written to {printable(str(out))}, {size}")
    if rows == _DISAGREE and len(shown_rows) < len(chosen):
        n = len(shown_rows)
        first = "only the first of them" if n == 1 else f"the first {n} of them"
        limit = f"no more would fit into {LARGEST / 1e6:.0f}{NO_BREAK}MB"
        why = f"a page has at most {MOST_ROWS} rows" if n == MOST_ROWS else limit
        Screen().say(f"The learners disagree on {len(chosen):,} rows. The page has {first}, because {why}.")


def _refuse_many_attributes(query: Query) -> None:
    """Refuse at once what could only fail after minutes: a page that holds a table for every attribute."""
    from lwnb_core import SettingsError

    n = len(query.used.attributes)
    if n > _MOST_ATTRIBUTES:
        raise SettingsError(
            f"a live page of {n:,} attributes would be too large",
            hint=f"Use at most {_MOST_ATTRIBUTES:,} of them (--only LIST, or --ignore LIST).",
        )


def _numbers(rows: str | None) -> list[int]:
    """Return row numbers from 0; none for `disagree`."""
    if rows is None or rows == _DISAGREE:
        return []
    try:
        numbers = [int(text) for text in words_of(rows)] or [0]
    except ValueError:
        numbers = [0]
    if min(numbers) < 1:
        raise typer.BadParameter(
            f"{quoted(rows)} is neither a list of rows such as 53,71,135 nor {_DISAGREE!r}",
            param_hint="'--rows'",
        )
    return list(dict.fromkeys(number - 1 for number in numbers))


def _has_study(display: DisplayState) -> bool:
    """Whether a session or lecture is about curves."""
    from lwnb_gui.study.settings import CurveSettings

    pages = [display.page, *(screen.page for screen in display.teaching.screens)]
    return "curves" in pages or display.curves != CurveSettings()


def _study(query: Query, display: DisplayState, draw_first: bool, progress: Progress) -> PageCurves:
    from lwnb_gui.render.live_page import PageCurves
    from lwnb_gui.study.run import run_study
    from lwnb_gui.study.study import CurveStudy

    result = run_study(CurveStudy.of(query, display.curves), query.used, progress)
    return PageCurves(result, display.curves, draw_first)


def _opened(file: str, learning: LearnerOptions, reading: ReadingOptions) -> tuple[Query, DisplayState]:
    """Return query and display for a data file, or those of a session or lecture."""
    from lwnb_core import LWNB, DataError, SettingsError
    from lwnb_gui.app.display_state import DisplayState
    from lwnb_gui.app.query import Query
    from lwnb_gui.session.file import is_session, load_session

    if is_session(file):
        opened = load_session(file).open(Path(file), lambda source: False)
        if opened.query is None or opened.query.data.class_index is None:
            raise DataError("there is nothing to explain in this session", file=file)
        return opened.query, opened.display
    learner = learning.build()
    if type(learner) is not LWNB:
        raise SettingsError(
            f"a live page shows LWNB, not {learner.name}", hint="Leave --learner out, or give lwnb."
        )
    return Query.opening(open_data(file, reading)).with_settings_of(learner).with_k(learner.k), DisplayState()
