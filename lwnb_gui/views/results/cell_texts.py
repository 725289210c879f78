"""Texts about a cell of an experiment's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_core.evaluation.experiments.results_grid import SIGNS
from lwnb_core.evaluation.measures import measure_named
from lwnb_core.evaluation.significance import Mark
from lwnb_gui.text import capitalised, fixed

if TYPE_CHECKING:
    from lwnb_gui.experiment.table import ExperimentCell, TableOutline

SIGNIFICANCE: dict[Mark, str] = {
    "+": "significantly better",
    "-": "significantly worse",
    "": "no significant difference",
}


def percent_done(cell: ExperimentCell) -> str:
    """Return how much of a cell is computed; once it has started, it is never 0."""
    return str(int(100 * cell.share)) if cell.share >= 0.01 or not cell.done else "<1"


def cell_text(cell: ExperimentCell, measure: str) -> str:
    """Return mean, standard deviation and mark, or why there are none."""
    if cell.failed:
        return cell.error
    if cell.done == 0:
        return ""
    about = measure_named(measure)
    text = f"{fixed(cell.result.mean, about.decimals)} ± {fixed(cell.result.sd, about.sd_decimals)}"
    return f"{text} {SIGNS[cell.result.mark]}".rstrip()


def table_text(cell: ExperimentCell, measure: str) -> str:
    """Return the same for a table with a list of the reasons beside it."""
    if cell.failed:
        return "failed"
    text = cell_text(cell, measure) or "–"
    return f"{text} (!)" if cell.error else text


def cell_sentences(cell: ExperimentCell, dataset: str, column: int, outline: TableOutline, note: str) -> str:
    """Describe a cell completely, for the tooltip and for a screen reader."""
    about = measure_named(outline.measure)
    said = f"{outline.names[column]} on {dataset}: "
    given = cell.printed
    paper = f" The paper has {given.mean:.2f} {SIGNS[given.mark]}".rstrip() + "." if given is not None else ""
    if note:
        return f"{said}left out, {note}.{paper}"
    if cell.failed:
        return f"{said}failed, {cell.error}.{paper}"
    if cell.done == 0:
        return f"{said}not computed yet.{paper}"
    said += f"{fixed(cell.result.mean, about.decimals)}, sd {fixed(cell.result.sd, about.sd_decimals)}"
    said += f" over {cell.result.n} of {cell.total} folds." if not cell.is_done else "."
    if cell.result.mark:
        said += f" {capitalised(SIGNIFICANCE[cell.result.mark])} than {outline.names[outline.base]}."
    if paper:
        said += paper
        if cell.difference:
            same = cell.difference == "="
            said += " Equal to the printed digits." if same else f" Difference {cell.difference}."
        said += " The paper’s mark differs." if cell.other_mark else ""
    return said + (f" Some folds failed: {cell.error}." if cell.error else "")
