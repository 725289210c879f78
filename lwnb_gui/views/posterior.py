"""The posterior: LWNB's answer compared with NB, KNN and KNNDW, in bars and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Explanation
from lwnb_core.local.naive_bayes import counts_votes, tied_best
from lwnb_gui.text import (
    EXACT_PROBABILITY_DECIMALS,
    LONGEST_PROBABILITY,
    MINUS,
    PROBABILITY_DECIMALS,
    amount,
    class_names,
    count,
    decimals_that_give,
    exact_probability,
    listed,
    printable,
    probabilities,
    probability,
    related,
    rounded,
    significant,
)
from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.canvas import Canvas, wrapped
from lwnb_gui.views.drawing.inks import class_ink
from lwnb_gui.views.drawing.scene import Hotspot, Line, Marker, Rect, Scene, Shape, Text
from lwnb_gui.views.page_panel import PagePanel
from lwnb_gui.views.report_section import ReportSection
from lwnb_gui.views.script import Script
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.why import why
from lwnb_gui.views.wording.classes import FEW, arranged, important
from lwnb_gui.views.wording.names import brief_all, brief_classes, shorten_all
from lwnb_gui.views.wording.quotable import Quotable

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

Floats = NDArray[np.float64]

_HEAD, _HEAD_LINE = 33.0, 10.0  # the learners' letters, and below them their full names
_AIRY = 5  # the number of classes up to which rows are spaced; seven others take no more height
_FEW_ON_A_LOW_SCREEN = 4  # of many classes
_ROW, _DENSE_ROW = 23.0, 18.5
_EDGE, _NAMES, _GAP, _TAG = 12.0, 32.0, 10.0, 16.0
_LEAST_BAR = 40.0  # of a file's narrower bars
_FIRST = 3  # classes that come before the sentences if there is no height for both
_MOST = 60  # More classes than this do not fit on a page.
_MOST_IN_SHORT = 12  # of a terminal or a notebook
_PAGE_WIDTHS = (500.0, 340.0)  # of a live page, for wide and for narrow columns
_NARROW_PAGE = 400.0  # the width of a column that is narrow
_FEWEST = 2  # lines for who is right and for what the others say
_FOOT, _AIR, _LINE = 64.0, 6.0, 15.0  # least height of the sentences, space above them, height of a line


class Posterior(View["PosteriorReading"]):
    """Bars, LWNB's twice as wide as the others'; each learner's answer is in full colour."""

    name = "posterior"
    title = "Posterior"
    area = "right"
    has_own_place = True
    help = """
        P(c|x) is the probability of each class for this instance, given by LWNB and, next to it, by
        NB (all rows, no weights), KNN (votes) and KNNDW (votes that count less with distance), from
        the same training rows. If there are many classes, the most probable come first; the top
        three, every learner’s prediction and the true class are always shown.
        """
    is_answer = True
    is_on_live_page = True
    least = (320, 160)
    nothing = "There is no posterior to show."
    spoken_name = "Posterior by class and learner"
    quotes: ClassVar[Mapping[str, Quotable[PosteriorReading]]] = {
        "true": Quotable("the true class", lambda reading, _: reading.quoted_name(reading.true_class)),
        "prediction": Quotable(
            "the class that LWNB predicts; {prediction:KNN} for another learner",
            lambda reading, learner: reading.quoted_name(reading.answer_of(learner)),
            "learner",
        ),
        "certainty": Quotable(
            "the posterior of the predicted class; {certainty:KNN} for another learner",
            lambda reading, learner: reading.quoted_number(reading.answer_of(learner), learner),
            "learner",
        ),
        "probability": Quotable(
            "{probability:CLASS}, LWNB's posterior of a class",
            lambda reading, code: reading.quoted_number(code),
            "class",
            needs_argument=True,
        ),
    }

    def read(self, about: Subject) -> PosteriorReading:
        explanation = about.explanation
        learners = (explanation.learner, *explanation.others)
        votes = (explanation.votes.get(learner) for learner in learners)
        return PosteriorReading(
            classes=explanation.classes,
            learners=learners,
            posteriors=np.array([explanation.posterior, *explanation.others.values()]),
            true_class=explanation.known_class,
            votes=tuple(None if counted is None else counted.tolist() for counted in votes),
            ranked=explanation.ranked,
            important=important(explanation),
            row=_row_itself(explanation, about.first_row),
            why=why(explanation, about.sweep).below_answer,
            class_attribute=explanation.class_attribute,
            votes_are_smoothed=explanation.convention.vote_smoothing,
        )

    def scene(
        self, reading: PosteriorReading, canvas: Canvas, *, in_words: bool = True, low: bool = False
    ) -> Scene:
        """Draw the bars.

        `in_words`: with the sentences below them; False if they are shown elsewhere. `low`: on a low screen
        the panels below need the height.
        """
        px = canvas.theme.px
        if canvas.is_file:
            canvas = canvas._replace(width=max(canvas.width, _needed_width(reading, canvas)))
        columns = _columns(reading, canvas)
        foot, lines = _foot(reading, canvas) if in_words else (0.0, [])
        row = row_height(canvas.theme, len(reading.classes))
        at_once = _at_once(len(reading.classes), low)
        fitting = FEW
        if canvas.is_scrolled:
            fitting = max(int((canvas.height - px(_HEAD) - foot) // row), at_once)
        order = reading.order(fitting)
        if canvas.is_file:
            order = order[:_MOST]
        shapes, hotspots = _head(reading, columns, canvas)
        y = px(_HEAD)
        names = _names(reading, order, columns, canvas)
        for c, name in zip(order, names, strict=True):
            if canvas.has_visible(y, y + row):
                shapes += _row(reading, c, name, y, row, columns, canvas)
                hotspots += _row_spots(reading, c, y, row, columns)
            y += row
        if len(order) < len(reading.classes):
            more = f"and {len(reading.classes) - len(order)} less probable classes"
            shapes.append(Text(px(_EDGE), y + row / 2, more, "small", "ink3"))
            y += row
        height = y + foot
        # A fourth line fits in the space of three, so that nothing moves when one more is needed.
        air = min(px(_AIR), max((foot - px(_LINE) * len(lines)) / 2, 0.0))
        for i, (line, font, ink) in enumerate(lines):
            shapes.append(Text(px(_EDGE), height - foot + air + px(_LINE * (i + 0.5)), line, font, ink))
        # If it would hide the first classes, the foot scrolls with them.
        stays = canvas.is_file or canvas.height - foot >= px(_HEAD) + row * min(len(order), _FIRST)
        pinned = foot if stays else 0.0
        least = px(_HEAD) + row * at_once + foot
        return Scene(canvas.width, height, tuple(shapes), tuple(hotspots), px(_HEAD), pinned, least)

    def sentences(self, reading: PosteriorReading) -> tuple[str, ...]:
        """Say which learner is right, what the others predict, and why."""
        return tuple(filter(None, [*answers(reading), reading.why]))

    def tables(
        self, reading: PosteriorReading, *, full: bool = False, decimals: int = PROBABILITY_DECIMALS
    ) -> tuple[ViewTable, ...]:
        n = len(reading.classes)
        shown_classes = reading.order(n if full else _MOST_IN_SHORT)[: n if full else _MOST_IN_SHORT]
        columns = [
            TableColumn("class"),
            TableColumn("", exact_title="true"),
            *(TableColumn(learner, numeric=True) for learner in reading.learners),
        ]
        left_out = n - len(shown_classes)
        numbers = reading.texts(decimals)
        rows = [_table_row(reading, c, numbers) for c in shown_classes]
        more = f"{count(left_out, 'less probable class', 'less probable classes')}" if left_out else ""
        return (ViewTable(self.title, columns, rows, "P(class | row)", more, bar_column=2),)

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Return the bars and all numbers to six decimals; a report begins with the sentences."""
        reading = self.read(about)
        drawing = partial(self.scene, reading, in_words=False)
        table = self.tables(reading, full=True, decimals=EXACT_PROBABILITY_DECIMALS)[0].as_read()
        notes = tuple(f"{note[:1].upper()}{note[1:]}." for note in map(printable, about.explanation.notes))
        return (ReportSection(self.title, drawing=drawing, table=table, notes=notes),)

    def page_panels(
        self, abouts: Sequence[Subject], canvas: Canvas, *, step: Step = STEPS[-1]
    ) -> Mapping[str, PagePanel]:
        """Draw the bars of four learners side by side; in a narrow column, only LWNB's."""
        readings = [self.read(about) for about in abouts]
        wide, narrow = (canvas._replace(width=width) for width in _PAGE_WIDTHS)
        return {
            "": PagePanel((), tuple(self.scene(reading, wide) for reading in readings)),
            "_narrow": PagePanel(
                (), tuple(self.scene(_lead(reading), narrow) for reading in readings), below=_NARROW_PAGE
            ),
        }

    def script(self, script: Script, reading: PosteriorReading, query: Query) -> None:
        script.add(
            "",
            "posteriors = {explanation.learner: explanation.posterior, **explanation.others}",
            "for c, name in enumerate(explanation.classes):",
            '    print(name, *(f"{learner} {p[c]:.6f}" for learner, p in posteriors.items()), sep="\\t")',
            "",
        )
        script.figure("posterior(explanation)", "posterior.svg")

    def step_sentence(self, step: Step, explanation: Explanation) -> str:
        return _normalise(explanation) if step == "normalise" else ""


@dataclass(frozen=True, eq=False)
class PosteriorReading:
    """Posteriors of several learners for one instance.

    Attributes
    ----------
    learners
        The first is the one explained.
    posteriors
        Shape (learners, classes).
    true_class
        None where it is not known, and where values were changed: such an instance has none.
    votes
        For each learner its votes per class; None for a learner that does not count votes.
    ranked
        All classes, the prediction first, then by posterior.
    important
        The classes that a reader looks for, most important first.
    row
        A sentence about the row whose values were changed; empty if none were.
    why
        The evidence for the answer and against it, and the k at which it changes.
    """

    classes: tuple[str, ...]
    learners: tuple[str, ...]
    posteriors: Floats
    true_class: int | None
    votes: tuple[list[float] | None, ...]
    ranked: tuple[int, ...]
    important: tuple[int, ...] = ()
    row: str = ""
    why: str = ""
    class_attribute: str = ""
    votes_are_smoothed: bool = False

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The classes' names, short enough for a sentence."""
        return brief_classes(self)

    @cached_property
    def chances(self) -> list[list[float]]:
        """The posteriors as plain numbers: for a few, these are much faster than an array."""
        chances: list[list[float]] = self.posteriors.tolist()
        return chances

    @cached_property
    def numbers(self) -> list[list[str]]:
        """The posteriors as they are displayed."""
        return self.texts(PROBABILITY_DECIMALS)

    def texts(self, decimals: int) -> list[list[str]]:
        """Return the posteriors with this many decimals."""
        rows = zip(self.learners, self.chances, strict=True)
        return [probabilities(row, decimals, can_be_zero=counts_votes(learner)) for learner, row in rows]

    @cached_property
    def tied(self) -> list[list[int]]:
        """The classes that each learner finds equally, and most, probable; the first is its answer."""
        return [tied_best(row) for row in self.chances]

    @cached_property
    def predictions(self) -> list[int]:
        return [first for first, *_ in self.tied]

    # -- what a lecture quotes ------------------------------------------------------------------------

    def _position(self, learner: str) -> int | None:
        """Return a learner's position, by default that of the explained one."""
        if not learner:
            return 0
        return self.learners.index(learner) if learner in self.learners else None

    def answer_of(self, learner: str) -> int | None:
        """Return the class that a learner predicts."""
        i = self._position(learner)
        return None if i is None else self.predictions[i]

    def quoted_name(self, c: int | None) -> str | None:
        """Return a class as a sentence names it."""
        return None if c is None else class_names(self.classes, self.class_attribute)[c]

    def quoted_number(self, c: int | None, learner: str = "") -> str | None:
        """Return the posterior of a class by a learner."""
        i = self._position(learner)
        return None if c is None or i is None else self.numbers[i][c]

    def order(self, fitting: int = FEW) -> tuple[int, ...]:
        """Return the order in which classes are listed if `fitting` of them are visible."""
        return arranged(self.ranked, self.chances[0], self.important, fitting)


def _lead(reading: PosteriorReading) -> PosteriorReading:
    """Describe LWNB's answer alone, for a screen without space for four learners."""
    return replace(reading, learners=reading.learners[:1], posteriors=reading.posteriors[:1])


def _row_itself(explanation: Explanation, first_row: int) -> str:
    """Say `Row 135 itself is virginica.` if some of its values were changed; a new instance is not a row."""
    if not explanation.changed or explanation.is_new_instance:
        return ""
    if explanation.row is None or explanation.true_class is None:
        return ""
    return (
        f"Row {explanation.row + first_row} itself is {brief_classes(explanation)[explanation.true_class]}."
    )


def answers(reading: PosteriorReading, *, short: bool = False) -> tuple[str, str]:
    """Say `LWNB alone is right: virginica, 0.828.` and what the others predict.

    `short`: the others share a sentence where they agree.
    """
    said = reading.predictions
    lead, *others = reading.learners
    claim = f"{_answer(reading, 0)}, {reading.numbers[0][said[0]]}."
    if reading.true_class is None:
        head = f"{lead} says {claim} {reading.row}".strip()
    else:
        right = [n for n, c in zip(reading.learners, said, strict=True) if c == reading.true_class]
        head = _verdict(lead, others, right, claim, reading.names[reading.true_class])
    if short and len(others) > 1 and len(set(said[1:])) == 1:
        return head, _agreement(reading, said[1])
    parts = []
    for i, name in enumerate(others):
        says = "says " if i == 0 else ""
        parts.append(f"{name} {says}{_answer(reading, i + 1)}, {_how_sure(reading, i + 1)}")
    rest = "; ".join(parts) + "." if parts else ""
    return head, rest


def _agreement(reading: PosteriorReading, said: int) -> str:
    """Say what the others predict, if they all agree."""
    parts = []
    for i, name in enumerate(reading.learners[1:], start=1):
        tied = ", tied" if len(reading.tied[i]) > 1 else ""
        parts.append(f"{name} {_how_sure(reading, i)}{tied}")
    return f"The others say {reading.names[said]}: {', '.join(parts)}."


def _how_sure(reading: PosteriorReading, learner: int) -> str:
    """Say how sure a learner is of its answer."""
    chances, votes = reading.chances[learner], reading.votes[learner]
    return how_sure(
        chances,
        reading.predictions[learner],
        votes,
        can_be_zero=counts_votes(reading.learners[learner]),
        tied=len(reading.tied[learner]) > 1,
    )


def how_sure(
    chances: Sequence[float],
    answer: int,
    votes: Sequence[float] | None,
    *,
    can_be_zero: bool,
    tied: bool = False,
) -> str:
    """Return `0.571`, or `31 of 50 votes` if a learner counts votes."""
    total = 0.0 if votes is None else sum(votes)
    if votes is None or total == 0:
        return probabilities(chances, can_be_zero=can_be_zero)[answer]
    return f"{amount(votes[answer])} of {amount(total)} votes{' each' if tied else ''}"


def _answer(reading: PosteriorReading, learner: int) -> str:
    """Name a learner's class; if others are equally probable, the number of tied classes."""
    first, *rest = (reading.names[c] for c in reading.tied[learner])
    if not rest:
        return first
    return f"{first} (tied with {listed(rest) if len(rest) < 3 else f'{len(rest)} others'})"


def _verdict(lead: str, others: list[str], right: list[str], claim: str, true: str) -> str:
    if not others:
        return f"{lead} is right: {claim}" if right else f"{lead} is wrong: {claim} True: {true}."
    if lead in right:
        if len(right) == 1:
            return f"{lead} alone is right: {claim}"
        if len(right) == len(others) + 1:
            return f"All are right; {lead} says {claim}"
        return f"{listed(right)} are right; {lead} says {claim}"
    if not right:
        return f"All are wrong; {lead} says {claim} True: {true}."
    verb = "is" if len(right) == 1 else "are"
    return f"{lead} is wrong: {claim} {listed(right)} {verb} right: {true}."


_TIPS = {
    "LWNB": "Locally weighted naive Bayes: a naive Bayes model fitted to the weighted neighbours only.",
    "NB": "Naive Bayes: all training rows count the same, however far away they are.",
    "KNN": "k nearest neighbours: each class’s share of the neighbours’ votes.",
    "KNNDW": "k nearest neighbours, distance-weighted: a vote counts less the farther away the neighbour is.",
}


# For a header, the longest first.
_FULL_NAMES = {
    "LWNB": ("locally weighted naive Bayes", "local naive Bayes", "local Bayes"),
    "NB": ("naive Bayes",),
    "KNN": ("nearest neighbours", "neighbours"),
    "KNNDW": ("nearest, distance-weighted", "distance-weighted", "weighted"),
}


def full_names(name: str) -> tuple[str, ...]:
    """Return the full names of a learner in several lengths, longest first."""
    return _FULL_NAMES.get(name, ())


def learner_tip(reading: PosteriorReading, learner: int) -> str:
    """Describe a learner."""
    name = reading.learners[learner]
    tip = _TIPS.get(name, name)
    if reading.votes_are_smoothed and name in ("KNN", "KNNDW"):
        tip += " As in Weka, every class has 1/n of a vote more, where n is the number of training rows."
    return f"{tip} All four see the same training rows."


def name_tip(reading: PosteriorReading, c: int) -> str:
    """Return a class's full name."""
    name = class_names(reading.classes, reading.class_attribute)[c]
    return f"{name}: the true class of this row." if c == reading.true_class else f"{name}."


def bar_tip(reading: PosteriorReading, learner: int, c: int) -> str:
    """Return a posterior with more decimals."""
    p = reading.chances[learner][c]
    is_readable = p >= 10.0**-EXACT_PROBABILITY_DECIMALS or p == 0
    number = f"= {exact_probability(p) if is_readable else significant(p, 3)}"
    if p == 0 and not counts_votes(reading.learners[learner]):
        number = f"< 1e{MINUS}300"
    wins = " This is the learner’s answer." if reading.predictions[learner] == c else ""
    name = class_names(reading.classes, reading.class_attribute)[c]
    return f"{reading.learners[learner]}: P({name} | x) {number}.{wins}"


def spoken(reading: PosteriorReading, learner: int) -> str:
    """Describe a learner's posteriors of all classes, for a screen reader."""
    names = class_names(reading.classes, reading.class_attribute)
    numbers = zip(names, reading.numbers[learner], strict=True)
    return f"{reading.learners[learner]}: " + ", ".join(f"{name} {number}" for name, number in numbers)


# -- what stands where ----------------------------------------------------------------------------------


def row_height(theme: Theme, classes: int) -> float:
    """Return the height of a row if there are this many classes."""
    return theme.px(_ROW if classes <= _AIRY else _DENSE_ROW)


def _at_once(classes: int, low: bool) -> int:
    """Return how many classes a panel reserves height for, including the prediction and the true class."""
    if classes > _AIRY:
        return min(classes, _FEW_ON_A_LOW_SCREEN if low else FEW)
    return min(classes, 3 if low else _AIRY)


def _table_row(reading: PosteriorReading, c: int, numbers: Sequence[Sequence[str]]) -> list[TableCell]:
    cells = [
        TableCell(printable(reading.classes[c]), strong=c == reading.predictions[0]),
        TableCell("◂ true", "true") if c == reading.true_class else TableCell(""),
    ]
    for i in range(len(reading.learners)):
        p = reading.chances[i][c]
        # A probability that is not 0 is never displayed as 0.
        exact = f"{p:.6g}" if 0 < p < 5e-7 else f"{p:.6f}"
        cells.append(TableCell(numbers[i][c], exact, p, c, strong=c == reading.predictions[i]))
    return cells


class _Columns(NamedTuple):
    """The positions of names and bars: each bar's left edge, width and height; the width of a number."""

    names: float
    bars: tuple[tuple[float, float, float], ...]
    number: float


def _needed_width(reading: PosteriorReading, canvas: Canvas) -> float:
    """Return the width of a file, as wide as the names need."""
    return _names_width(reading, canvas) + _bars_width(reading, canvas)


def _bars_width(reading: PosteriorReading, canvas: Canvas) -> float:
    """Return the width that bars and numbers need, whatever the length of names."""
    px, others = canvas.theme.px, max(len(reading.learners) - 1, 0)
    numbers = _number_width(canvas) * (others + 1) + px(_GAP) * others
    return numbers + px(_LEAST_BAR) * (2 + others) + px(_EDGE)


def _number_width(canvas: Canvas) -> float:
    return canvas.measure(LONGEST_PROBABILITY, "strong") + canvas.theme.px(6)


def _tag_width(canvas: Canvas) -> float:
    """Return the width of the word `true` after a name."""
    return canvas.measure("true", "small") + canvas.theme.px(_TAG)


def _names_width(reading: PosteriorReading, canvas: Canvas) -> float:
    px = canvas.theme.px
    widest = max((canvas.measure(name) for name in brief_all(reading.classes)), default=0.0)
    tag = _tag_width(canvas) if reading.true_class is not None else 0.0
    return px(_NAMES) + widest + tag + px(12)


def _columns(reading: PosteriorReading, canvas: Canvas) -> _Columns:
    px, theme, width = canvas.theme.px, canvas.theme, canvas.width
    most = max(px(_NAMES) + width * 0.3, width - _bars_width(reading, canvas))
    names = min(_names_width(reading, canvas), most)
    number, others = _number_width(canvas), max(len(reading.learners) - 1, 0)
    unit = (width - names - px(_EDGE) - number * (others + 1) - px(_GAP) * others) / (2 + others)
    unit = max(unit, px(8))
    bars = [(names, 2 * unit, theme.bar_lwnb)]
    for i in range(others):
        left = names + 2 * unit + number + px(_GAP) + i * (unit + number + px(_GAP))
        bars.append((left, unit, theme.bar_other))
    return _Columns(names, tuple(bars), number)


def _head(reading: PosteriorReading, columns: _Columns, canvas: Canvas) -> tuple[list[Shape], list[Hotspot]]:
    """Draw the learners' names above their bars, LWNB's in the accent, in full if there is space."""
    px = canvas.theme.px
    shapes: list[Shape] = []
    hotspots: list[Hotspot] = []
    for i, (name, (left, width, _)) in enumerate(zip(reading.learners, columns.bars, strict=True)):
        font, ink = ("strong", "accent") if i == 0 else ("small", "ink2")
        space = width + columns.number
        text = shorten_all([name], space, lambda text, font=font: canvas.measure(text, font))[0]  # type: ignore[misc]
        shapes.append(Text(left, px(_HEAD_LINE), text, font, ink))
        in_full = next((full for full in full_names(name) if canvas.measure(full, "small") <= space), "")
        if in_full:
            shapes.append(Text(left, px(_HEAD_LINE + 12), in_full, "small", "ink3"))
        hotspots.append(
            Hotspot(
                left, 0, space, px(_HEAD), partial(learner_tip, reading, i), description=spoken(reading, i)
            )
        )
    shapes.append(Line(px(_EDGE), px(_HEAD) - 1, canvas.width - px(_EDGE), px(_HEAD) - 1))
    return shapes, hotspots


def _names(reading: PosteriorReading, order: tuple[int, ...], columns: _Columns, canvas: Canvas) -> list[str]:
    """Draw the classes' names so that they fit and differ; the true one has less space."""
    space = columns.names - canvas.theme.px(_NAMES + 8)
    limits = [space - (_tag_width(canvas) if c == reading.true_class else 0.0) + 0.01 for c in order]
    return shorten_all([reading.classes[c] for c in order], limits, canvas.measure)


def _row(
    reading: PosteriorReading, c: int, name: str, y: float, row: float, columns: _Columns, canvas: Canvas
) -> list[Shape]:
    px, middle = canvas.theme.px, y + row / 2
    shapes: list[Shape] = [Marker(px(_EDGE + 6), middle, c, px(8.3)), Text(px(_NAMES), middle, name)]
    if c == reading.true_class:
        at = px(_NAMES) + canvas.measure(name) + px(6)
        wide = canvas.measure("true", "small") + px(10)
        shapes.append(Rect(at, middle - px(8), wide, px(16), edge="separator_strong", radius=2))
        shapes.append(Text(at + px(5), middle, "true", "small", "ink2"))
    for i, (left, width, tall) in enumerate(columns.bars):
        wins = reading.predictions[i] == c
        top = middle - tall / 2
        shapes.append(Rect(left, top, width, tall, "fill"))
        # There is no minimum width: what is almost nothing looks like it.
        fill = class_ink(c, "area" if wins else "pale")
        shapes.append(Rect(left, top, width * reading.chances[i][c], tall, fill))
        font, ink = ("strong", "ink") if wins else ("text", "ink2")
        shapes.append(Text(left + width + columns.number, middle, reading.numbers[i][c], font, ink, "right"))
    return shapes


def _row_spots(reading: PosteriorReading, c: int, y: float, row: float, columns: _Columns) -> list[Hotspot]:
    spots = [Hotspot(0, y, columns.names, row, partial(name_tip, reading, c))]
    for i, (left, width, _) in enumerate(columns.bars):
        spots.append(Hotspot(left, y, width + columns.number, row, partial(bar_tip, reading, i, c)))
    return spots


def _foot(reading: PosteriorReading, canvas: Canvas) -> tuple[float, list[tuple[str, str, str]]]:
    """Return the sentences in lines with font and ink: who is right, what the others say, and why.

    What the others say is shorter where they agree, if that saves a line.
    """
    px, width = canvas.theme.px, max(canvas.width - 2 * canvas.theme.px(_EDGE), 40.0)

    def lines(text: str, font: str, ink: str = "ink") -> list[tuple[str, str, str]]:
        return [(line, font, ink) for line in wrapped(text, font, width, canvas.measure)]

    def who_is_right(short: bool) -> list[tuple[str, str, str]]:
        head, rest = answers(reading, short=short)
        return lines(head, "strong") + lines(rest, "text")

    who = who_is_right(False)
    if len(who) > _FEWEST:
        who = min(who, who_is_right(True), key=len)
    all_lines = who + lines(reading.why, "text", "ink2")
    return max(px(_FOOT), px(_LINE) * len(all_lines) + px(2)), all_lines


def _normalise(explanation: Explanation) -> str:
    """Describe the last step of step mode, with its numbers."""
    logs = explanation.log_joint
    assert logs is not None
    c, names = explanation.prediction, class_names(explanation.classes, explanation.class_attribute)
    top = float(np.exp(logs[c]))
    posterior = probabilities(explanation.posterior.tolist(), can_be_zero=False)[c]
    fraction = f" = {_fraction(top, float(np.exp(logs).sum()))}" if top > 1e-300 else ""
    truth = ""
    if explanation.known_class is not None:
        right = explanation.known_class == c
        truth = (
            " That is right."
            if right
            else f" That is wrong: the true class is {names[explanation.known_class]}."
        )
    share = f"P({names[c]}){fraction} {related(posterior)}"
    return f"Dividing by the sum over the classes gives {share}.{truth}"


def _fraction(part: float, whole: float) -> str:
    """Return `0.0119 / 0.01194`: three digits, or as many as give the displayed share."""

    def computed(digits: int) -> str:
        return probability(float(f"{part:.{digits}g}") / float(f"{whole:.{digits}g}"))

    digits = decimals_that_give(probability(part / whole), computed, 3)
    return f"{rounded(part, digits)} / {rounded(whole, digits)}"
