"""`lwnb paper`: the paper's tables and figures, recomputed and compared with the printed ones."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lwnb_gui.cli.experiment import failure_of
from lwnb_gui.cli.options.common import Json
from lwnb_gui.cli.options.given_options import refuse_options
from lwnb_gui.cli.options.lists import words_of
from lwnb_gui.cli.options.outputs import Force, OutFile, Outputs, check_outputs
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.cli.process.interruption import resumable
from lwnb_gui.file_formats import FIGURES
from lwnb_gui.render.terminal.console import progress_bar

if TYPE_CHECKING:
    from lwnb_core import Dataset, PaperTable
    from lwnb_core.evaluation.experiments.results_grid import Grid
    from lwnb_core.evaluation.paper.data import PaperData
    from lwnb_core.evaluation.paper.figures import FigureNumber, PaperFigure


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
    ctx: typer.Context,
    what: Annotated[What, typer.Argument(help="The table or figure.")],
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder that contains the UCI data sets, under any of their usual names."
        ),
    ] = None,
    only: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Only these data sets, as in iris,glass.")
    ] = None,
    runs: Annotated[int, typer.Option(min=1, max=10, metavar="N", help="Runs (10 in the paper).")] = 10,
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes (default: one per core).")
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep every fold's result (.csv, .parquet), and resume from it."),
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
    force: Force = False,
    json: Json = False,
) -> None:
    """Recompute the paper's tables and figures, and compare them with the printed ones.

    Frank, Hall & Pfahringer, Locally Weighted Naive Bayes, UAI 2003. See docs/reproduction.md.
    """
    refuse_options(ctx, _without_effect(what), f"on {what.value}")
    from lwnb_core.evaluation.experiments.results_file import RESULTS_SUFFIXES

    check_outputs(
        OutFile(out, "--out", suffixes_of(what)),
        OutFile(results, "--results", RESULTS_SUFFIXES, is_resumed=True),
        force=force,
    )
    if not what.is_table:
        _figure(what.number, jobs, out, json)
        return
    from lwnb_core.evaluation.paper.data import find_data, paper_names

    data_sets = find_data(paper_names(words_of(only or "")), data)
    if what is What.table1:
        _table1(data_sets, out, json)
    else:
        with resumable(results, "--results", ctx):
            _table(what.number, data_sets, runs, jobs, results, out, json)


def _without_effect(what: What) -> tuple[str, ...]:
    """Return the parameters that concern other tables and figures."""
    if what is What.table1:
        return ("runs", "jobs", "results")
    if what.is_table:
        return ()
    tables = ("data", "only", "runs", "results")
    return (*tables, "jobs") if what.number in (1, 3) else tables


def suffixes_of(what: What) -> tuple[str, ...]:
    """Return the suffixes that a file may have; each stands for a format."""
    from lwnb_core.evaluation.experiments.results_grid import GRID_FORMATS

    if what.is_table:
        return tuple(GRID_FORMATS)
    return FIGURES if what.number in (1, 3) else (*FIGURES, ".csv")


def _table1(data_sets: list[PaperData], out: Path | None, json: bool) -> None:
    from lwnb_core.evaluation.paper.data import properties_of
    from lwnb_core.evaluation.paper.grids import table1_grid
    from lwnb_core.evaluation.paper.published import table1
    from lwnb_gui.render.terminal.paper_screen import show_table1

    grid, outputs = table1_grid(data_sets), Outputs()
    outputs.write(out, lambda path: _write(grid, path))

    def document() -> dict[str, Any]:
        return {
            "table": 1,
            "datasets": [
                {
                    "dataset": item.name,
                    "file": item.source,
                    "note": item.note,
                    "counted": None if item.data is None else vars(properties_of(item.data)),
                    "printed": vars(table1()[item.name]),
                }
                for item in data_sets
            ],
        }

    outputs.present(json, document, lambda: show_table1(grid, data_sets))


def _table(
    number: Any,
    data_sets: list[PaperData],
    runs: int,
    jobs: int | None,
    results: Path | None,
    out: Path | None,
    json: bool,
) -> None:
    from lwnb_core import DataError
    from lwnb_core.evaluation.paper.data import WHERE
    from lwnb_core.evaluation.paper.tables import compute_table
    from lwnb_core.remedies import Remedy
    from lwnb_gui.render.terminal.paper_screen import show_table

    present = [(item.name, item.data) for item in data_sets if item.data is not None]
    if not present:
        raise DataError(
            f"none of these data sets is available: {', '.join(f.name for f in data_sets)}",
            hint=WHERE,
            remedies=[Remedy("paper_folder")],
        )
    with progress_bar(f"Table {number}", countable=False) as progress:
        table = compute_table(number, present, runs, jobs=jobs, out=results, progress=progress)
    outputs = Outputs()
    outputs.write(out, lambda path: _write_table(table, path))
    if (failed := failure_of(table.result)) is not None:
        outputs.fail(failed)

    def document() -> dict[str, Any]:
        missing = [{"dataset": f.name, "note": f.note} for f in data_sets if f.data is None]
        return {**table.to_dict(), "not_found": missing}

    outputs.present(json, document, lambda: show_table(table, data_sets))


def _write_table(table: PaperTable, path: Path) -> None:
    from lwnb_core.data import atomic_write
    from lwnb_core.evaluation.paper.grids import table_csv, table_grid

    if path.suffix.lower() == ".csv":
        atomic_write(path, table_csv(table))
    else:
        _write(table_grid(table), path)


def _write(grid: Grid, path: Path) -> None:
    from lwnb_core.data import atomic_write
    from lwnb_core.evaluation.experiments.results_grid import GRID_FORMATS

    atomic_write(path, grid.render(GRID_FORMATS[path.suffix.lower()]))


def _figure(number: FigureNumber, jobs: int | None, out: Path | None, json: bool) -> None:
    from lwnb_core.evaluation.paper.figures import compute_figure, figure_data
    from lwnb_gui.render.terminal.paper_screen import show_figure, show_points

    outputs = Outputs()
    if number == 1 or number == 3:
        data = figure_data(number)
        outputs.write(out, lambda path: _draw_points(number, data, path))
        about = {"figure": number, "data": data.name, "rows": len(data), "classes": list(data.classes)}
        outputs.present(json, lambda: about, lambda: show_points(number, data))
        return
    with progress_bar(f"Figure {number}") as progress:
        figure = compute_figure(number, jobs=jobs, progress=progress)
    outputs.write(out, lambda path: _write_curves(figure, path))
    outputs.present(json, figure.to_dict, lambda: show_figure(figure))


def _draw_points(number: FigureNumber, data: Dataset, out: Path) -> None:
    from lwnb_gui.render.paper_figures import draw_points

    draw_points(number, data, out)


def _write_curves(figure: PaperFigure, out: Path) -> None:
    if out.suffix.lower() == ".csv":
        from lwnb_core.data import atomic_write
        from lwnb_core.evaluation.measures import MEASURES
        from lwnb_gui.cli.curve import Study
        from lwnb_gui.study.result import StudyResult
        from lwnb_gui.study.study import CurveStudy

        curves = figure.curves
        study = CurveStudy(tuple(curve.learner for curve in curves.curves), "cv")
        result = StudyResult(study, figure.data, curves.curves, complete=True)
        atomic_write(out, Study(curves, result, "", MEASURES["accuracy"]).to_csv())
    else:
        from lwnb_gui.render.paper_figures import draw_curves

        draw_curves(figure, out)
