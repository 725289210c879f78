"""`lwnb paper`: the paper's tables and figures, computed again and put beside the printed ones."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import Json
from lwnb_gui.commands.screen import print_json, progress_bar

if TYPE_CHECKING:
    from lwnb_core.evaluation.paper_data import Found
    from lwnb_core.evaluation.paper_figures import FigureNumber, PaperFigure
    from lwnb_core.evaluation.results_grid import Grid, GridFormat

_TABLE_SUFFIXES: dict[str, GridFormat] = {".csv": "csv", ".tex": "latex", ".html": "html", ".md": "markdown"}
_FIGURE_SUFFIXES = (".svg", ".png", ".pdf")


class What(StrEnum):
    """The tables and figures of the paper."""

    table1 = "table1"
    table2 = "table2"
    table3 = "table3"
    figure1 = "figure1"
    figure2 = "figure2"
    figure3 = "figure3"
    figure4 = "figure4"

    @property
    def is_table(self) -> bool:
        return self.value.startswith("table")

    @property
    def number(self) -> Any:
        return int(self.value[-1])


@guarded
def paper(
    what: Annotated[What, typer.Argument(help="Which table or figure.")],
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder with the UCI data sets, under any usual name.")
    ] = None,
    only: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Some data sets alone, as in iris,glass.")
    ] = None,
    runs: Annotated[int, typer.Option(min=1, max=10, metavar="N", help="Runs (the paper: 10).")] = 10,
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes (default: one per core).")
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep every fold's result (.csv, .parquet), and go on from there."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write a table as .csv, .tex, .html, .md; a figure as .svg, .png, .pdf.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Compute the paper's tables and figures again, beside what it printed.

    Frank, Hall & Pfahringer, Locally Weighted Naive Bayes, UAI 2003. docs/reproduction.md tells the story.
    """
    check_suffix(out, what)
    if not what.is_table:
        _figure(what.number, jobs, out, json)
        return
    from lwnb_core.evaluation.paper_data import find_data, paper_names

    found = find_data(paper_names([w for w in (only or "").split(",") if w.strip()]), data)
    if what is What.table1:
        _table1(found, out, json)
    else:
        _table(what.number, found, runs, jobs, results, out, json)


def check_suffix(out: Path | None, what: What) -> None:
    """Refuse a name that says nothing about the format before the work, not after it."""
    allowed = tuple(_TABLE_SUFFIXES) if what.is_table else (*_FIGURE_SUFFIXES, ".csv")
    if what.number in (1, 3) and not what.is_table:
        allowed = _FIGURE_SUFFIXES
    if out is not None and out.suffix.lower() not in allowed:
        raise typer.BadParameter(f"{out.name!r} must end in {', '.join(allowed)}", param_hint="'--out'")


def _table1(found: list[Found], out: Path | None, json: bool) -> None:
    from lwnb_core.evaluation.paper_data import properties_of
    from lwnb_core.evaluation.paper_grids import table1_grid
    from lwnb_core.evaluation.paper_published import table1
    from lwnb_gui.commands.views.paper import show_table1

    grid = table1_grid(found)
    _write(grid, out)
    if json:
        print_json(
            {
                "table": 1,
                "datasets": [
                    {
                        "dataset": item.name,
                        "file": item.source,
                        "note": item.note,
                        "counted": None if item.data is None else vars(properties_of(item.data)),
                        "printed": vars(table1()[item.name]),
                    }
                    for item in found
                ],
            }
        )
        return
    show_table1(grid, found, out)


def _table(
    number: Any,
    found: list[Found],
    runs: int,
    jobs: int | None,
    results: Path | None,
    out: Path | None,
    json: bool,
) -> None:
    from lwnb_core import DataError
    from lwnb_core.data.files import atomic_write
    from lwnb_core.evaluation.paper_data import WHERE
    from lwnb_core.evaluation.paper_grids import table_csv, table_grid
    from lwnb_core.evaluation.paper_tables import compute_table
    from lwnb_core.remedies import Remedy
    from lwnb_gui.commands.views.paper import show_table

    there = [(item.name, item.data) for item in found if item.data is not None]
    if not there:
        raise DataError(
            f"none of these data sets is there: {', '.join(f.name for f in found)}",
            hint=WHERE,
            remedies=[Remedy("paper_folder")],
        )
    with progress_bar(f"Table {number}", countable=False) as progress:
        table = compute_table(number, there, runs, jobs=jobs, out=results, progress=progress)
    if out is not None and out.suffix.lower() == ".csv":
        atomic_write(out, table_csv(table))
    else:
        _write(table_grid(table), out)
    if json:
        missing = [{"dataset": f.name, "note": f.note} for f in found if f.data is None]
        print_json({**table.to_dict(), "not_found": missing})
        return
    show_table(table, found, out)


def _write(grid: Grid, out: Path | None) -> None:
    if out is not None:
        from lwnb_core.data.files import atomic_write

        atomic_write(out, grid.render(_TABLE_SUFFIXES[out.suffix.lower()]))


def _figure(number: FigureNumber, jobs: int | None, out: Path | None, json: bool) -> None:
    from lwnb_core.evaluation.paper_figures import compute_figure, figure_data
    from lwnb_gui.commands.views.paper import show_figure, show_points

    if number == 1 or number == 3:
        data = figure_data(number)
        if out is not None:
            from lwnb_gui.commands.paper_figures import draw_points

            draw_points(number, data, out)
        if json:
            print_json(
                {"figure": number, "data": data.name, "rows": len(data), "classes": list(data.classes)}
            )
            return
        show_points(number, data, out)
        return
    with progress_bar(f"Figure {number}") as progress:
        figure = compute_figure(number, jobs=jobs, progress=progress)
    if out is not None:
        _write_curves(figure, out)
    if json:
        print_json(figure.to_dict())
        return
    show_figure(figure, out)


def _write_curves(figure: PaperFigure, out: Path) -> None:
    if out.suffix.lower() == ".csv":
        from lwnb_core.data.files import atomic_write
        from lwnb_gui.commands.curve import Study, bests_of
        from lwnb_gui.state.study_learners import names_of

        learners = [curve.learner for curve in figure.curves.curves]
        study = Study(figure.data, figure.curves, names_of(learners), bests_of(figure.curves), 1, 10, "")
        atomic_write(out, study.to_csv())
    else:
        from lwnb_gui.commands.paper_figures import draw_curves

        draw_curves(figure, out)
