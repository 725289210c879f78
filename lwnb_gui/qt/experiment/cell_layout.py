"""Where the parts of a cell stand: figure, sd, mark, printed figure, difference."""

from __future__ import annotations

from dataclasses import dataclass

from lwnb_core.evaluation.results_grid import SIGNS
from lwnb_gui.qt.panels.painting import Fonts
from lwnb_gui.state.experiment_sheet import Frame, SheetCell
from lwnb_gui.text import fixed
from lwnb_gui.theme import Theme

ROW = 19


@dataclass(frozen=True)
class CellLayout:
    """Right ends of the parts, from the left of a cell; lengths in pixels."""

    figure: float
    sd: float
    mark: float  # centre
    paper: float
    difference: float
    width: float
    decimals: int
    sd_decimals: int

    @classmethod
    def of(cls, frame: Frame, theme: Theme, fonts: Fonts, with_paper: bool) -> CellLayout:
        decimals, sd_decimals = digits_of(frame.measure)
        pad = theme.px(12 if not with_paper else 5)
        wide = fonts.width("100.00" if frame.measure == "accuracy" else "00.0000", fonts.strong)
        figure = pad + wide
        sd = figure + theme.px(5) + fonts.width("00." + "0" * sd_decimals, fonts.small)
        mark = sd + theme.px(8 if with_paper else 9)
        if not with_paper:
            return cls(figure, sd, mark, 0, 0, mark + theme.px(16), decimals, sd_decimals)
        # Of the longest figures (100.00, a difference of ten points) there are few: they reach to the left.
        paper = mark + theme.px(9) + fonts.width("00.00", fonts.text)
        difference = paper + theme.px(5) + fonts.width("+0.00", fonts.small)
        return cls(figure, sd, mark, paper, difference, difference + theme.px(4), decimals, sd_decimals)


def digits_of(measure: str) -> tuple[int, int]:
    """Decimals of a figure and of its standard deviation."""
    return (2, 1) if measure == "accuracy" else (4, 4)


def cell_words(name: str, dataset: str, cell: SheetCell, measure: str, base: str, note: str) -> str:
    """All of a cell in words, for the tooltip and for those who hear it."""
    decimals, sd_decimals = digits_of(measure)
    said = f"{name} on {dataset}: "
    given = cell.printed
    paper = f" The paper has {given.mean:.2f} {SIGNS[given.mark]}".rstrip() + "." if given is not None else ""
    if note:
        return f"{said}takes no part, {note}.{paper}"
    if cell.failed:
        return f"{said}failed, {cell.error}.{paper}"
    if cell.done == 0:
        return f"{said}not computed yet.{paper}"
    said += f"{fixed(cell.result.mean, decimals)}, sd {fixed(cell.result.sd, sd_decimals)}"
    said += f" over {cell.result.n} of {cell.total} folds." if not cell.is_done else "."
    if cell.result.mark:
        said += f" Significantly {'better' if cell.result.mark == '+' else 'worse'} than {base}."
    if paper:
        said += paper
        if cell.difference:
            same = cell.difference == "="
            said += " The same to the printed digit." if same else f" Difference {cell.difference}."
        said += " Its mark is another." if cell.other_mark else ""
    return said + (f" Some folds failed: {cell.error}." if cell.error else "")
