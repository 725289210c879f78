"""The view of the equations, one below the other, with a sentence about the one under the mouse."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from lwnb_core import Explanation
from lwnb_gui.text import printable, value_text
from lwnb_gui.views.drawing.canvas import Canvas, wrapped
from lwnb_gui.views.drawing.scene import Hotspot, Rect, Scene, Shape, Text, moved
from lwnb_gui.views.equations.formula import Box, fitted_box
from lwnb_gui.views.equations.lines import EquationLine, equation_lines, latex_document, says_most
from lwnb_gui.views.equations.step_sentences import counts, weights
from lwnb_gui.views.links import Hover
from lwnb_gui.views.report_section import ReportSection
from lwnb_gui.views.script import Script
from lwnb_gui.views.steps import Step
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

EDGE, _NUMBER = 12.0, 42.0
_TALL, _FLAT = 38.0, 26.0
_SMALLEST = 0.66  # how far a long formula may shrink
_CLOSEST = 0.8  # how close lines may move together before they scroll: fractions still do not touch
_FEWEST_LINES, _MOST_LINES = 2, 5  # lines of the sentence for which there is always space, and at most
_WHAT_TO_DO = "Point at a line to see what it means."


class Equations(View["EquationsReading"]):
    """Equations whose active one is tinted and explained by a sentence at the foot."""

    name = "equations"
    title = "Equations"
    area = "right"
    help = """
        Equations (1) to (6) of the paper with the numbers of this instance. Point at one to see
        what it means. As printed, equation (6) divides by the weight of the rows with that value,
        whatever their class, so the probabilities of a class do not add up to 1; the switch shows
        the effect of this misprint.
        """
    visible_from = "weights"
    parts_visible_from: ClassVar[Mapping[str, Step]] = {
        "equation 1, 2": "weights",
        "equation 3": "weights",
        "equation 5": "counts",
        "equation 6": "tables",
        "equation N": "tables",
    }
    is_on_live_page = True
    page_column = "either"
    least = (260, 120)
    nothing = "There is nothing to write out."

    def read(
        self,
        about: Subject,
        *,
        hover: Hover | None = None,
        shows: Callable[[str], bool] = lambda number: True,
    ) -> EquationsReading | None:
        """Read the equations for the neighbour, attribute and class under the mouse, or the main ones."""
        explanation, hover = about.explanation, hover or Hover()
        if explanation.model is None and explanation.neighbourhood is None:
            return None
        attribute = cls = None
        cell = hover.cell
        if cell is not None and _is_known(explanation, cell.attribute):
            attribute, cls = cell.attribute, cell.class_code
        # Mixed data have one more line, so that symbols have no space.
        symbols = not any(a.is_nominal for a in explanation.attributes)
        lines = equation_lines(explanation, hover.neighbour or 0, cls, attribute, symbols=symbols)
        lines = tuple(line for line in lines if shows(line.number))
        short = _at_rest(explanation, lines, None if cell is None else cell.attribute)
        is_misprint = explanation.settings.get("eq6") == "printed" and any(x.number == "6" for x in lines)
        return EquationsReading(lines, short if is_misprint else f"{short} {_WHAT_TO_DO}".strip(), short)

    def scene(self, reading: EquationsReading, canvas: Canvas, *, active: int | None = None) -> Scene:
        """Draw the equations; `active` is the one under the mouse or the keys."""
        px, width = canvas.theme.px, canvas.width
        left = px(EDGE + _NUMBER)
        space = width - left - px(EDGE)
        boxes = [fitted_box(line.formula, canvas, space, _SMALLEST) for line in reading.lines]
        heights = [px(_TALL if _is_tall(box, px(_FLAT)) else _FLAT) for box in boxes]
        foot, sentence = _sentence(reading, canvas, active)
        space = canvas.height - foot
        if 0 < space < sum(heights):
            share = max(space / sum(heights), _CLOSEST)
            heights = [height * share for height in heights]
        shapes: list[Shape] = []
        hotspots: list[Hotspot] = []
        y = 0.0
        for i, (line, box, height) in enumerate(zip(reading.lines, boxes, heights, strict=True)):
            if i == active:
                shapes.append(Rect(0, y, width, height, "accent_tint"))
            middle = y + height / 2
            shapes.append(Text(px(EDGE), middle, f"({line.number})", "small", "ink2"))
            baseline = middle + (box.ascent - box.descent) / 2
            shapes += [moved(shape, left, baseline) for shape in box.shapes]
            hotspots.append(Hotspot(0, y, width, height, target=i, description=line.numbered_sentence))
            y += height
        end = max(y + foot, canvas.height)
        shapes += [moved(line_text, 0, end - foot) for line_text in sentence]
        return Scene(width, end, tuple(shapes), tuple(hotspots), foot=foot)

    def sentences(self, reading: EquationsReading) -> tuple[str, ...]:
        return tuple(line.numbered_sentence for line in reading.lines)

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Return the equations, if there are neighbours, and what each of them means."""
        explanation = about.explanation
        reading = self.read(about)
        if reading is None or explanation.model is None or explanation.neighbourhood is None:
            return ()
        alone = replace(reading, at_rest="", at_rest_short="")
        drawing = partial(self.scene, alone)
        notes = self.sentences(reading)
        return (ReportSection("Equations with this row’s numbers", drawing=drawing, notes=notes),)

    def page_scene(self, about: Subject, canvas: Canvas, **options: Any) -> Scene:
        """Draw the page as high as the lines, as in a file."""
        return super().page_scene(about, canvas._replace(height=0.0), **options)

    def script(self, script: Script, reading: EquationsReading, query: Query) -> None:
        script.add("", "print(figures.latex(explanation))")
        script.figure("equations(explanation)", "equations.svg")

    def step_sentence(self, step: Step, explanation: Explanation) -> str:
        if step == "weights":
            return weights(explanation)
        return counts(explanation) if step == "counts" else ""


@dataclass(frozen=True)
class EquationsReading:
    """The equations of one moment, and the text while none of them is pointed at."""

    lines: tuple[EquationLine, ...]
    at_rest: str = ""
    at_rest_short: str = ""  # if there is space for two lines only

    @property
    def latex(self) -> str:
        """Return all equations for pasting into LaTeX (amsmath)."""
        return latex_document(self.lines)


def _is_known(explanation: Explanation, j: int) -> bool:
    """Whether the instance has a value of that predictor."""
    return j < len(explanation.attributes) and not math.isnan(explanation.instance.item(j))


def _at_rest(explanation: Explanation, lines: Sequence[EquationLine], attribute: int | None) -> str:
    """Say which attribute (6) or (N) is about, because the formulas name only its value."""
    parts = []
    for line in lines:
        if line.number not in ("6", "N"):
            continue
        j = attribute
        if j is None:
            j = says_most(explanation, explanation.prediction, nominal=line.number == "6")
        if j is not None:
            name = printable(explanation.attributes[j].name)
            parts.append(f"({line.number}) is for {name} = {value_text(explanation.value(j))}.")
        if line.number == "6" and explanation.settings.get("eq6") == "printed":
            parts.append("The printed form is a misprint: a class's probabilities do not add up to 1.")
    return " ".join(parts)


# -- what stands where ----------------------------------------------------------------------------------


def _is_tall(box: Box, flat: float) -> bool:
    return box.ascent + box.descent > flat


def _sentence(reading: EquationsReading, canvas: Canvas, active: int | None) -> tuple[float, list[Text]]:
    """Place the sentence at the foot; its first line is as far down as leaves space for two."""
    theme, px = canvas.theme, canvas.theme.px
    width, step = max(canvas.width - 2 * px(EDGE), 120.0), theme.size_small * 1.4
    # A file has no mouse to point with.
    lead, text = "", reading.at_rest_short if canvas.is_file else reading.at_rest
    if active is not None and active < len(reading.lines):
        line = reading.lines[active]
        lead, text = f"({line.number})", line.sentence
    lines = wrapped(f"{lead} {text}".strip(), "small", width, canvas.measure)
    if not lead and len(lines) > _FEWEST_LINES:  # the formulas need the space
        lines = wrapped(reading.at_rest_short, "small", width, canvas.measure)
    lines = lines[:_MOST_LINES]
    shapes = []
    for i, said in enumerate(lines):
        y = step * (i + 0.5)
        if i == 0 and lead:
            shapes.append(Text(px(EDGE), y, lead, "small strong", "ink2"))
            said = said.removeprefix(lead)
            shapes.append(Text(px(EDGE) + canvas.measure(lead, "small strong"), y, said, "small", "ink2"))
        else:
            shapes.append(Text(px(EDGE), y, said, "small", "ink2"))
    return max(len(lines), _FEWEST_LINES) * step + px(6), shapes
