"""Contributions: what prior and attributes add to the log-odds of one class against another."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import FLOOR
from lwnb_gui.text import (
    class_names,
    decimals_that_give,
    exact_text,
    printable,
    probability,
    rounded,
    signed,
    significant,
    value_text,
)
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.inks import class_ink
from lwnb_gui.views.drawing.scene import Hotspot, Line, Marker, Rect, Scene, Shape, Telling, Text
from lwnb_gui.views.links import LocalTableCell, Predictor
from lwnb_gui.views.script import Script
from lwnb_gui.views.steps import Step
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.classes import runner_up
from lwnb_gui.views.wording.names import brief, brief_all, shorten_all
from lwnb_gui.views.wording.quotable import Quotable

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

ROW, _FOOT = 18.5, 27.0
_HEADING = 30.0
_EDGE, _BAR, _LEAST_NUMBER, _LEAST_BARS = 12.0, 9.0, 44.0, 150.0
_NAMES = 0.48  # the share of the width that names may take
_IN_A_FILE = 9  # the number of bars; if there are more, the small ones are summed up
_MOST_IN_SHORT, _LONGEST_IN_SHORT = 15, 100  # the number of bars in a terminal or a notebook
# Shares of the longest bar: one small bar, and all that are summed up.
_SMALL, _SMALL_TOGETHER = 0.1, 0.5


_PAGE_HEIGHT = 230.0  # pixels, in a live page
_MOST_FACTORS = 5  # the number of factors that a sentence multiplies
PRIOR, SUM = "prior", "sum"
TOTAL_TIP = (
    "The bars add up to the logarithm of the ratio of the two posteriors.\n"
    "The sum over all classes cancels in this ratio, so no bar contains it."
)


class Contributions(View["ContributionsReading"]):
    """Bars to both sides of a line, the longest first, with their sum at the foot."""

    name = "contributions"
    title = "Contributions"
    area = "right"
    has_own_place = True
    help = """
        The log-odds of the predicted class against another, as a sum: what the prior and each
        attribute contribute. They add up to the logarithm of the ratio of the two posteriors. If
        there are too many to fit, the small ones are combined in one bar; the others scroll.
        """
    visible_from = "product"
    is_on_live_page = True
    page_column = "either"
    least = (220, 120)
    figure_width = 520.0
    nothing = "There is nothing to compare."
    spoken_name = "Contributions to the log-odds"
    remedy = "Explain with LWNB or NB, two classes or more."
    quotes: ClassVar[Mapping[str, Quotable[ContributionsReading]]] = {
        "product": Quotable(
            "{product:CLASS}, the prior of a class times its likelihoods",
            lambda reading, code: product_text(reading.log_products[code]),
            "class",
            needs_argument=True,
        ),
    }

    def read(
        self, about: Subject, *, against: int | None = None, normalised: bool = True
    ) -> ContributionsReading | None:
        """Read the contributions.

        `against`: the other class, by default the runner-up. `normalised`: whether the two posteriors are
        known, to which step mode comes last.
        """
        return contributions_reading(about.explanation, against, normalised=normalised)

    def scene(
        self,
        reading: ContributionsReading,
        canvas: Canvas,
        *,
        heading: bool = True,
        highlighted: frozenset[int | str] = frozenset(),
    ) -> Scene:
        """Draw the bars; `heading` names the classes if no controls do, `highlighted` bars are tinted."""
        px = canvas.theme.px
        row, foot = px(ROW), px(_FOOT)
        top = px(_HEADING) if heading else 0.0
        if canvas.is_file:
            reading = reading.fitting(_IN_A_FILE)
            canvas = canvas._replace(width=max(canvas.width, _needed_width(reading, canvas, heading)))
        else:
            reading = reading.fitting(int((canvas.height - top - foot) // row))
        shapes: list[Shape] = _heading(reading, canvas) if heading else []
        bottom = top + row * len(reading.bars)
        names_width, numbers = _widths(reading, canvas)
        names = shorten_all([bar.name for bar in reading.bars], names_width - px(6), canvas.measure)
        left, right = px(_EDGE) + names_width, canvas.width - px(_EDGE) - numbers
        values = [bar.value for bar in reading.bars]
        low, high = min(0.0, *values), max(0.0, *values)
        scale = max(right - left, 1.0) / ((high - low) or 1.0)
        zero = round(left - low * scale)
        hotspots = []
        for i, (bar, name) in enumerate(zip(reading.bars, names, strict=True)):
            y = top + i * row
            if bar.of in highlighted:
                shapes.append(Rect(0, y, canvas.width, row, "accent_tint"))
            ink = "ink3" if bar.of == SUM else "ink"
            shapes.append(Text(px(_EDGE), y + row / 2, name, ink=ink))
            long = bar.value * scale
            if long:
                fill = class_ink(reading.top if long > 0 else reading.against, "area")
                at = min(zero, zero + long)
                shapes.append(Rect(at, y + (row - px(_BAR)) / 2, max(abs(long), 1.0), px(_BAR), fill))
            shapes.append(Text(canvas.width - px(_EDGE), y + row / 2, bar.number, ink=ink, align="right"))
            description = f"{bar.name} {bar.number}"
            hotspots.append(Hotspot(0, y, canvas.width, row, bar.telling, bar.of, description))
        shapes.append(Rect(zero, top, 1, bottom - top, "separator_strong"))
        shapes += _total(reading, bottom, canvas)
        hotspots.append(Hotspot(0, bottom, canvas.width, foot, TOTAL_TIP, description=describe(reading)))
        return Scene(canvas.width, bottom + foot, tuple(shapes), tuple(hotspots), head=top, foot=foot)

    def sentences(self, reading: ContributionsReading) -> tuple[str, ...]:
        return (f"{describe(reading)}.",)

    def tables(self, reading: ContributionsReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        if not full:
            reading = reading.fitting(_MOST_IN_SHORT, _LONGEST_IN_SHORT)
        top, against = (reading.classes[c] for c in (reading.top, reading.against))
        longest = max(abs(reading.bars[0].value), 1e-300)
        rows = [
            [
                TableCell(printable(bar.name), faint=bar.of == SUM),
                _own_value(bar),
                TableCell(bar.number, signed(bar.value, 4), bar.value / longest),
            ]
            for bar in reading.bars
        ]
        total = TableCell(signed(reading.total), signed(reading.total, 4), strong=True)
        rows.append([TableCell("sum", "log-odds", strong=True), TableCell(""), total])
        columns = [
            TableColumn("term"),
            TableColumn("value"),
            TableColumn("log-odds", numeric=True, exact_title=f"ln {top} / {against}"),
        ]
        note = f"log-odds for {top} against {against}"
        return (ViewTable(self.title, columns, rows, note, bar_column=2, has_sum=True),)

    def page_scene(self, about: Subject, canvas: Canvas, **options: Any) -> Scene:
        """Draw the contributions; a bar in the page is linked to other marks of its attribute."""
        scene = super().page_scene(about, canvas._replace(height=_PAGE_HEIGHT), **options)
        spots = (
            spot._replace(target=Predictor(spot.target)) if isinstance(spot.target, int) else spot
            for spot in scene.hotspots
        )
        return scene._replace(hotspots=tuple(spots))

    def script(self, script: Script, reading: ContributionsReading, query: Query) -> None:
        script.add(
            "",
            f"odds = explanation.log_odds(explanation.prediction, {reading.against})",
            'for name, value in zip(["prior", *(a.name for a in explanation.attributes)], odds):',
            '    print(name, f"{value:+.4f}", sep="\\t")',
            'print("log-odds", f"{odds.sum():+.4f}", sep="\\t")',
            "",
        )
        script.figure(f"contributions(explanation, against={reading.against})", "contributions.svg")

    def step_sentence(self, step: Step, explanation: Explanation) -> str:
        return _product(explanation) if step == "product" else ""


@dataclass(frozen=True)
class Contribution:
    """One bar. `of` is the predictor's position among the predictors, `PRIOR`, or `SUM` of the small ones."""

    name: str
    value: float
    of: int | str
    telling: Telling = ""
    cell: LocalTableCell | None = None  # the cell of the local table, for the class that the bar favours
    own: float | str | None = None  # the instance's value

    @property
    def tip(self) -> str:
        return self.telling if isinstance(self.telling, str) else self.telling()

    @cached_property
    def number(self) -> str:
        return signed(self.value)

    @property
    def predictor(self) -> int | None:
        return self.of if isinstance(self.of, int) else None


@dataclass(frozen=True)
class ContributionsReading:
    """Log-odds by source, largest first.

    Attributes
    ----------
    top, against
        Class codes: positive bars favour `top`.
    bars
        The prior and attributes; see `fitting` for a list that has space for some of them.
    summed
        How many of the smallest are summed up in the last bar.
    total
        ln(P(top|x)/P(against|x)), the sum of all bars.
    log_products
        Of each class the logarithm of its prior times its likelihoods.
    normalised
        Whether the two posteriors are known: step mode comes to them last.
    """

    classes: tuple[str, ...]  # as a sentence names them
    top: int
    against: int
    bars: tuple[Contribution, ...]
    summed: int
    total: float
    p_top: float
    p_against: float
    log_products: tuple[float, ...]
    normalised: bool = True

    @property
    def class_names(self) -> tuple[str, str]:
        """The two classes, short enough for a figure and different from each other."""
        names = brief_all(self.classes)
        return names[self.top], names[self.against]

    def fitting(self, most: int, longest: int | None = None) -> ContributionsReading:
        """Return the same with the small bars summed up, if there are more than `most`.

        With `longest`, at most this many bars are left, with the sum of the others.
        """
        small = _small([abs(bar.value) for bar in self.bars]) if len(self.bars) > most else 0
        others = 0 if longest is None else len(self.bars) - longest
        is_small, small = small >= others, max(small, others)
        if small <= 0:
            return self
        single, rest = self.bars[:-small], self.bars[-small:]
        value = sum(bar.value for bar in rest)
        tip = f"The {small} smallest together: {signed(value)}."
        if is_small:
            tip += "\nEach is less than a tenth of the longest bar."
        together = Contribution(f"sum of {small} smaller", value, SUM, tip)
        return replace(self, bars=(*single, together), summed=small)

    @property
    def total_text(self) -> tuple[str, str]:
        """Return the label of the total and the total: `ln 0.828 / 0.172 =` and `+1.57`."""
        both = (self.p_top, self.p_against)
        texts = [probability(p) for p in both]
        if any(text[0] in "<>" for text in texts):  # numbers that look the same with three decimals
            texts = [significant(p, 3) for p in both]
        is_known = self.normalised and min(both) > 0
        return f"ln {texts[0]} / {texts[1]} =" if is_known else "", signed(self.total)


def contributions_reading(
    explanation: Explanation, against: int | None = None, top: int | None = None, *, normalised: bool = True
) -> ContributionsReading | None:
    """Return contributions to the predicted class's odds against another (default: the runner-up).

    The result is None for a learner without factors, or if there is no other class.
    """
    top = explanation.prediction if top is None else top
    against = runner_up(explanation, top) if against is None else against
    logs = explanation.log_joint
    if logs is None or against is None:
        return None
    odds = explanation.log_odds(top, against).tolist()
    order = sorted(range(len(odds)), key=lambda i: -abs(odds[i]))
    return ContributionsReading(
        classes=class_names(explanation.classes, explanation.class_attribute),
        top=top,
        against=against,
        bars=tuple(_bar(explanation, i, odds[i], top, against) for i in order),
        summed=0,
        total=sum(odds),
        p_top=explanation.posterior.item(top),
        p_against=explanation.posterior.item(against),
        normalised=normalised,
        log_products=tuple(logs.tolist()),
    )


def _bar(explanation: Explanation, i: int, value: float, top: int, against: int) -> Contribution:
    """Return the bar of the prior (0), or that of a predictor (from 1 on)."""
    telling, j = partial(_bar_tip, explanation, i, value, top, against), i - 1
    if not i:
        return Contribution(PRIOR, value, PRIOR, telling)
    name, speaks_for = explanation.attributes[j].name, top if value >= 0 else against
    if math.isnan(explanation.instance.item(j)):
        return Contribution(name, value, j, telling, LocalTableCell(j, speaks_for))
    code = int(explanation.instance.item(j)) if explanation.attributes[j].is_nominal else None
    return Contribution(name, value, j, telling, LocalTableCell(j, speaks_for, code), explanation.value(j))


def _bar_tip(explanation: Explanation, i: int, value: float, top: int, against: int) -> str:
    logs, j = explanation.log_contributions, i - 1
    assert logs is not None
    what = printable(explanation.attributes[j].name) if i else "The prior"
    if i and math.isnan(explanation.instance.item(j)):
        return f"{what} is missing here.\nIts factor is left out, so it contributes nothing."
    classes = class_names(explanation.classes, explanation.class_attribute)
    names = [classes[c] for c in (top, against)]
    one, two = (significant(math.exp(logs.item(i, c)), 4) for c in (top, against))
    return (
        f"{what} favours {names[0 if value >= 0 else 1]}: ln({one} / {two}) = {signed(value)}.\n"
        f"The two numbers are its factors for {names[0]} and {names[1]}."
    )


def _own_value(bar: Contribution) -> TableCell:
    """Return the instance's value beside the name of the attribute."""
    if bar.predictor is None:
        return TableCell("")
    return TableCell(value_text(bar.own), exact_text(bar.own))


def _small(sizes: list[float]) -> int:
    """Return how many of the last sizes are small enough to be summed up.

    Each is at most a tenth of the largest, and together they are at most half of it, so a sum is never among
    the longest bars. A single one is not a sum.
    """
    together, n = 0.0, 0
    for size in reversed(sizes[1:]):
        together += size
        if size > _SMALL * sizes[0] or together > _SMALL_TOGETHER * sizes[0]:
            break
        n += 1
    return n if n > 1 else 0


def describe(reading: ContributionsReading) -> str:
    """Describe the bars in one line for a screen reader."""
    first = reading.bars[0]
    name = "The prior" if first.predictor is None else brief(first.name)
    return f"{name} contributes most: {first.number} (total {signed(reading.total)})"


# -- what stands where ----------------------------------------------------------------------------------


def _names_width(reading: ContributionsReading, canvas: Canvas) -> float:
    names = brief_all(tuple(bar.name for bar in reading.bars))
    return max(canvas.measure(name) for name in names) + canvas.theme.px(10)


def _widths(reading: ContributionsReading, canvas: Canvas) -> tuple[float, float]:
    """Return the widths of the names and of the numbers."""
    px = canvas.theme.px
    numbers = max(px(_LEAST_NUMBER), max(canvas.measure(bar.number) for bar in reading.bars) + px(8))
    most = (canvas.width - 2 * px(_EDGE)) * _NAMES
    return min(_names_width(reading, canvas), most), numbers


def _needed_width(reading: ContributionsReading, canvas: Canvas, heading: bool) -> float:
    """Return the width of a file, as wide as the names need."""
    px = canvas.theme.px
    names = _names_width(reading, canvas)
    rows = 2 * px(_EDGE) + max(names / _NAMES, names + px(_LEAST_NUMBER + _LEAST_BARS))
    title = px(_EDGE + 34) + canvas.measure(_heading_text(reading)) if heading else 0.0
    return max(rows, title)


def _heading_text(reading: ContributionsReading) -> str:
    top, against = reading.class_names
    return f"{top} against {against}"


def _heading(reading: ContributionsReading, canvas: Canvas) -> list[Shape]:
    px, text = canvas.theme.px, _heading_text(reading)
    y, left = px(_HEADING / 2), px(_EDGE + 14)
    return [
        Marker(px(_EDGE + 4), y, reading.top, px(8.3)),
        Text(left, y, text),
        Marker(left + canvas.measure(text) + px(10), y, reading.against, px(8.3)),
    ]


def _total(reading: ContributionsReading, top: float, canvas: Canvas) -> list[Shape]:
    """Draw the sum and, if there is space, what it is the logarithm of."""
    px, right = canvas.theme.px, canvas.width - canvas.theme.px(_EDGE)
    y = top + px(3 + (_FOOT - 5) / 2)
    meaning, total = reading.total_text
    shapes: list[Shape] = [
        Line(px(_EDGE), top + px(2), right, top + px(2), "separator_strong"),
        Text(px(_EDGE), y, "log-odds", "strong"),
        Text(right, y, total, "strong", align="right"),
    ]
    left = right - canvas.measure(total, "strong") - px(8)
    space = left - px(_EDGE) - canvas.measure("log-odds", "strong") - px(4)
    if meaning and canvas.measure(meaning) <= space:
        shapes.append(Text(left, y, meaning, ink="ink2", align="right"))
    return shapes


def product_text(log_product: float) -> str:
    """Format the prior of a class times its likelihoods."""
    return rounded(math.exp(log_product), 3)


# -- step mode ------------------------------------------------------------------------------------------


def _product(explanation: Explanation) -> str:
    """Describe the step before the last, with its numbers."""
    logs = explanation.log_joint
    assert logs is not None
    assert explanation.log_contributions is not None
    c, names = explanation.prediction, class_names(explanation.classes, explanation.class_attribute)
    known = np.flatnonzero(np.append(True, ~np.isnan(explanation.instance)))  # a missing value has no factor
    factors = [float(np.exp(v)) for v in explanation.log_contributions[known, c]]
    result = product_text(logs.item(c))
    digits = 4
    if len(factors) <= _MOST_FACTORS:
        digits = decimals_that_give(
            result, lambda n: rounded(math.prod(float(f"{factor:.{n}g}") for factor in factors), 3), digits
        )
    parts = [
        rounded(factor, 1 if factor <= FLOOR else digits).replace(".e", "e")
        for factor in factors[:_MOST_FACTORS]
    ]
    more = " × …" if len(factors) > _MOST_FACTORS else ""
    second = [f"; for {names[i]} it is {product_text(logs.item(i))}" for i in explanation.ranked[1:2]]
    return (
        f"For {names[c]}, the prior times the likelihoods is {' × '.join(parts)}{more} = {result}"
        f"{''.join(second)}."
    )
