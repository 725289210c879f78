"""The posterior: bars of LWNB beside NB, KNN and KNNDW, and what they say in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from lwnb_core.local.explanation import Explanation
from lwnb_core.local.kernels import UNBOUNDED
from lwnb_core.local.naive_bayes import tied_best
from lwnb_gui.plots.layout import SEMIBOLD, fitted, pixel_axes, size, text_width, wrapped
from lwnb_gui.plots.names import brief
from lwnb_gui.plots.theme import Theme, blend
from lwnb_gui.text import listed, probability

Floats = NDArray[np.float64]
ROW, HEAD = 26.0, 26.0


@dataclass(frozen=True, eq=False)
class PosteriorData:
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
        KNN's votes for its class and in all, where they are whole; else None.
    row
        What is to be said of the row whose values were changed; empty where none were.
    """

    classes: tuple[str, ...]
    learners: tuple[str, ...]
    posteriors: Floats
    true_class: int | None
    votes: tuple[int, int] | None
    row: str = ""

    @cached_property
    def chances(self) -> list[list[float]]:
        """The posteriors as plain numbers: with a few of them that is much quicker than an array."""
        chances: list[list[float]] = self.posteriors.tolist()
        return chances

    @cached_property
    def figures(self) -> list[list[str]]:
        """The posteriors as they are read."""
        return [[probability(p) for p in row] for row in self.chances]

    @cached_property
    def tied(self) -> list[list[int]]:
        """The classes that each learner finds equally, and most, probable; the first is its answer."""
        return [tied_best(row) for row in self.chances]

    @property
    def predictions(self) -> list[int]:
        return [first for first, *_ in self.tied]

    def shown(self, most: int) -> list[int]:
        """Header order where all fit; else the most probable ones, the true class always among them."""
        if len(self.classes) <= most:
            return list(range(len(self.classes)))
        order = [int(c) for c in np.lexsort((-self.posteriors.max(axis=0), -self.posteriors[0]))]
        must = {*self.predictions} | ({self.true_class} if self.true_class is not None else set())
        kept = [c for c in order if c in must][:most]
        kept += [c for c in order if c not in must][: most - len(kept)]
        return sorted(kept)


def posterior_data(explanation: Explanation) -> PosteriorData:
    """The posteriors that an explanation holds."""
    names = (explanation.learner, *explanation.others)
    return PosteriorData(
        classes=explanation.classes,
        learners=names,
        posteriors=np.array([explanation.posterior, *explanation.others.values()]),
        true_class=explanation.known_class,
        votes=_votes(explanation),
        row=_row_itself(explanation),
    )


def _row_itself(explanation: Explanation) -> str:
    """`Row 135 itself is virginica.` where the instance is that row no more."""
    if not explanation.changed or explanation.row is None or explanation.true_class is None:
        return ""
    return f"Row {explanation.row + 1} itself is {brief(explanation.classes[explanation.true_class])}."


def _votes(explanation: Explanation) -> tuple[int, int] | None:
    """How many of the rows up to the k-th (ties in) vote for KNN's class; None where rows are weighted."""
    found, k = explanation.neighbourhood, explanation.settings.get("k")
    knn = explanation.others.get("KNN")
    if found is None or knn is None or k is None or explanation.neighbour_classes is None or not len(found):
        return None
    if explanation.settings.get("kernel") in UNBOUNDED or len(found) < min(int(k), explanation.training_rows):
        return None
    if found.r != len(found):
        return None
    last = found.distances[min(int(k), len(found)) - 1]
    end = int(found.distances.searchsorted(last, side="right"))
    best, *_ = tied_best(knn.tolist())
    mine = int(np.count_nonzero(explanation.neighbour_classes[:end] == best))
    # Smoothed votes differ a little from the share; anything else means that the rows were weighted.
    return (mine, end) if abs(mine / end - float(knn[best])) < 0.02 else None


def sentences(data: PosteriorData) -> tuple[str, str]:
    """`LWNB alone is right: virginica, 0.828.` and what the others say."""
    said = data.predictions
    lead, *others = data.learners
    claim = f"{_answer(data, 0)}, {data.figures[0][said[0]]}."
    if data.true_class is None:
        head = f"{lead} says {claim} {data.row}".strip()
    else:
        right = [n for n, c in zip(data.learners, said, strict=True) if c == data.true_class]
        head = _verdict(lead, others, right, claim, brief(data.classes[data.true_class]))
    parts = []
    for i, name in enumerate(others):
        says = "says " if i == 0 else ""
        parts.append(f"{name} {says}{_answer(data, i + 1)}, {how_sure(data, i + 1)}")
    rest = "; ".join(parts) + "." if parts else ""
    return head, rest


def how_sure(data: PosteriorData, learner: int) -> str:
    """The probability of a learner's answer; KNN's votes where they are whole."""
    if data.learners[learner] == "KNN" and data.votes is not None:
        each = " each" if len(data.tied[learner]) > 1 else ""
        return f"{data.votes[0]:,} of {data.votes[1]:,} votes{each}"
    return probability(max(data.chances[learner]))


def _answer(data: PosteriorData, learner: int) -> str:
    """A learner's class; where others are as probable, so many of them are said to be tied."""
    first, *rest = (brief(data.classes[c]) for c in data.tied[learner])
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


def needed_height(data: PosteriorData, most: int = 8) -> float:
    """Pixels of the light theme that `draw` takes."""
    rows = len(data.shown(most)) + (len(data.classes) > most)
    return HEAD + ROW * rows + 68


def draw(figure: Figure, data: PosteriorData, theme: Theme, most: int = 8) -> None:
    """A row for each class, a bar for each learner; the winner in full colour."""
    with theme.context():
        ax = pixel_axes(figure)
        width, _ = size(figure)
        px = theme.px
        widest = max(
            text_width(brief(data.classes[c])[:60], theme, theme.size_text) for c in data.shown(most)
        )
        names = px(36) + min(widest + (px(44) if data.true_class is not None else 0.0), width * 0.24)
        others = max(len(data.learners) - 1, 0)
        # The explained learner's bar is twice as wide as the others'.
        figures = px(58)
        unit = (width - names - px(16) - figures * (others + 1) - px(10) * others) / (2 + others)
        bars = [(names, 2 * unit, theme.bar_lwnb)]
        for i in range(others):
            left = names + 2 * unit + figures + px(10) + i * (unit + figures + px(10))
            bars.append((left, unit, theme.bar_other))
        for i, (name, (left, _, _)) in enumerate(zip(data.learners, bars, strict=True)):
            ax.text(
                left,
                px(HEAD / 2),
                fitted(name, unit + figures, theme, theme.size_text),
                va="center",
                fontsize=theme.size_text if i == 0 else theme.size_small,
                color=theme.accent if i == 0 else theme.ink2,
                fontweight=SEMIBOLD if i == 0 else 400,
            )
        y = px(HEAD)
        for c in data.shown(most):
            _row(ax, data, theme, c, y + px(ROW / 2), names, bars)
            y += px(ROW)
        hidden = len(data.classes) - len(data.shown(most))
        if hidden:
            ax.text(
                px(12),
                y + px(ROW / 2),
                f"and {hidden} less probable classes",
                color=theme.ink3,
                fontsize=theme.size_small,
                va="center",
            )
            y += px(ROW)
        for i, text in enumerate(sentences(data)):
            for line in wrapped(text, width - px(24), theme, theme.size_text * (1.06 if i == 0 else 1.0)):
                y += theme.size_text * 1.5
                ax.text(
                    px(12),
                    y,
                    line,
                    fontsize=theme.size_text,
                    fontweight=SEMIBOLD if i == 0 else 400,
                    va="baseline",
                )


def _row(
    ax: Axes,
    data: PosteriorData,
    theme: Theme,
    c: int,
    y: float,
    names: float,
    bars: list[tuple[float, float, float]],
) -> None:
    style, px = theme.class_style(c), theme.px
    ax.plot(
        [px(16)],
        [y],
        marker=style.marker,
        markersize=px(7),
        markerfacecolor=style.marker_face,
        markeredgecolor=style.edge,
        markeredgewidth=theme.marker_edge,
    )
    true = c == data.true_class
    tag = px(38) if true else 0.0
    name = fitted(data.classes[c], names - px(36) - tag, theme, theme.size_text)
    ax.text(px(26), y, name, va="center", fontsize=theme.size_text)
    if true:
        at = px(26) + text_width(name, theme, theme.size_text) + px(7)
        ax.text(
            at,
            y,
            "true",
            va="center",
            fontsize=theme.size_small * 0.92,
            color=theme.ink2,
            bbox={
                "boxstyle": "square,pad=0.25",
                "facecolor": "none",
                "edgecolor": theme.separator_strong,
                "linewidth": theme.line_axis,
            },
        )
    for chances, best, (left, wide, tall) in zip(data.chances, data.predictions, bars, strict=True):
        p, wins = chances[c], best == c
        colour = style.area if wins else blend(style.area, theme.panel, 0.45)
        ax.add_patch(Rectangle((left, y - tall / 2), wide, tall, color=theme.fill, linewidth=0))
        ax.add_patch(Rectangle((left, y - tall / 2), wide * p, tall, color=colour, linewidth=0))
        ax.text(
            left + wide + px(54),
            y,
            probability(p),
            ha="right",
            va="center",
            fontsize=theme.size_text,
            fontweight=SEMIBOLD if wins else 400,
            color=theme.ink if wins else theme.ink2,
        )
