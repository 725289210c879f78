"""The paper's tables as grids: computed numbers beside the printed ones, and their differences."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from lwnb_core.evaluation.experiments.results_grid import SIGNS, Grid, GridCell, Line, Tone, cells
from lwnb_core.evaluation.paper.data import PaperData, properties_of
from lwnb_core.evaluation.paper.published import table1
from lwnb_core.evaluation.paper.tables import (
    CLOSE,
    EXACT,
    NEAR,
    ColumnSummary,
    PaperCell,
    PaperTable,
    title_of,
)

_ABOUT = (
    "Each cell: computed / printed, and the difference where it is not 0.00;"
    " ○, • significantly better or worse than the first column, as computed."
)
_LONG = (
    "data set", "column", "computed", "computed sd", "computed mark",
    "printed", "printed sd", "printed mark", "difference", "error",
)  # fmt: skip


def table_grid(table: PaperTable) -> Grid:
    """Return a grid with computed and printed number in one cell, coloured by the difference."""
    lines = [
        (GridCell(dataset), *(_cell(table.cells[dataset, column]) for column in table.columns))
        for dataset in table.datasets
    ]
    runs = "" if table.result.runs == 10 else f", {table.result.runs} of 10 runs"
    return Grid(
        title=f"Table {table.number}, computed again with convention tables{runs}",
        columns=("data set", *(title_of(column) for column in table.columns)),
        lines=tuple(lines),
        summary=summary_lines(table.summaries),
        notes=(_ABOUT, *table.notes),
    )


def summary_lines(summaries: Sequence[ColumnSummary]) -> tuple[Line, ...]:
    """Return how many cells of each column agree, and how often the first column wins and loses."""

    def line(name: str, *texts: str) -> Line:
        return cells(name, *texts)

    return (
        line(f"exact (|Δ| < {EXACT})", *(f"{s.exact} of {s.cells}" for s in summaries)),
        line(f"within {NEAR}", *(f"{s.within_01} of {s.cells}" for s in summaries)),
        line(f"within {CLOSE}", *(f"{s.within_05} of {s.cells}" for s in summaries)),
        line("marks equal", *(f"{s.marks_equal} of {s.cells}" for s in summaries)),
        line("deviations equal", *(f"{s.sds_equal} of {s.cells}" for s in summaries)),
        line("wins/losses, computed", "", *(f"{s.tally.wins}/{s.tally.losses}" for s in summaries[1:])),
        line(
            "wins/losses, printed",
            "",
            *(f"{s.printed_tally.wins}/{s.printed_tally.losses}" for s in summaries[1:]),
        ),
        line("wins/losses, in the text", "", *(_text_count(s) for s in summaries[1:])),
    )


def table_csv(table: PaperTable) -> str:
    """Return one row per cell, for programs."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_LONG)
    for cell in table.cells.values():
        given = cell.printed
        writer.writerow(
            [
                cell.dataset,
                title_of(cell.column),
                _number(cell.mean, 4),
                _number(cell.sd, 4),
                SIGNS[cell.mark],
                *(
                    ("", "", "")
                    if given is None
                    else (f"{given.mean:.2f}", f"{given.sd:.1f}", SIGNS[given.mark])
                ),
                _number(cell.difference, 4),
                cell.error,
            ]
        )
    return out.getvalue()


def table1_grid(data_sets: Sequence[PaperData]) -> Grid:
    """Return Table 1: the content of the user's files / the printed numbers."""
    lines = []
    for item in data_sets:
        given = table1()[item.name]
        if item.data is None:
            lines.append((GridCell(item.name), GridCell("–", note=item.note), *[GridCell("–")] * 4))
            continue
        own = properties_of(item.data)
        pairs = [
            (f"{own.instances}", f"{given.instances}"),
            (f"{own.missing_percent:.1f}", f"{given.missing_percent:.1f}"),
            (f"{own.numeric}", f"{given.numeric}"),
            (f"{own.nominal}", f"{given.nominal}"),
            (f"{own.classes}", f"{given.classes}"),
        ]
        lines.append((GridCell(item.name), *(_pair(ours, theirs) for ours, theirs in pairs)))
    equal = [sum(line[j].tone == "exact" for line in lines) for j in range(1, 6)]
    available = sum(item.data is not None for item in data_sets)
    return Grid(
        title="Table 1, counted / printed where that differs",
        columns=("data set", "instances", "% missing", "numeric", "nominal", "classes"),
        lines=tuple(lines),
        summary=(cells("equal", *(f"{n} of {available}" for n in equal)),),
        notes=("Missing values are counted among the attributes' values, classes where they occur.",),
    )


def tone_of(cell: PaperCell) -> Tone:
    """Return the tone for the distance of a cell from the printed one."""
    if math.isnan(cell.difference):
        return "error" if cell.error else ""
    return (
        "exact"
        if cell.within(EXACT)
        else "near"
        if cell.within(NEAR)
        else "off"
        if cell.within(CLOSE)
        else "far"
    )


def difference_text(cell: PaperCell) -> str:
    """Return the difference with its sign; empty if the printed digits agree."""
    if math.isnan(cell.difference) or cell.within(EXACT):
        return ""
    return f"{cell.difference:+.2f}".replace("-", "−")


def _cell(cell: PaperCell) -> GridCell:
    if math.isnan(cell.mean):
        return GridCell("failed" if cell.error else "–", tone=tone_of(cell), note=cell.error)
    given = cell.printed
    if given is None:
        return GridCell(f"{cell.mean:.2f} / –", cell.mark)
    text = " ".join(filter(None, [f"{cell.mean:.2f} / {given.mean:.2f}", difference_text(cell)]))
    if given.mark != cell.mark:
        text += f" (printed {SIGNS[given.mark] or 'no mark'})"
    note = f"sd {cell.sd:.1f}, printed {given.sd:.1f}"
    return GridCell(text, cell.mark, tone_of(cell), note)


def _pair(ours: str, theirs: str) -> GridCell:
    return GridCell(ours, tone="exact") if ours == theirs else GridCell(f"{ours} / {theirs}", tone="off")


def _text_count(summary: ColumnSummary) -> str:
    if summary.text is None:
        return "–"
    return f"{summary.text.wins}/{'–' if summary.text.losses is None else summary.text.losses}"


def _number(value: float, decimals: int) -> str:
    return "" if math.isnan(value) else f"{value:.{decimals}f}"
