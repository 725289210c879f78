"""Contributions: what prior and attributes add to the log-odds of one class against another."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from lwnb_core.local.explanation import Explanation
from lwnb_gui.readings.classes import runner_up
from lwnb_gui.readings.names import brief, brief_all
from lwnb_gui.state.links import Cell
from lwnb_gui.text import MINUS, class_names, probability, shown, signed

# Shares of the longest bar: of one that is small, and of all that are summed up.
_SMALL, _SMALL_TOGETHER = 0.1, 0.5


PRIOR, SUM = "prior", "sum"
TOTAL_TIP = (
    "The bars add up to the logarithm of the ratio of the two posteriors.\n"
    "The sum over all classes cancels in this ratio, so no bar contains it."
)


@dataclass(frozen=True)
class Contribution:
    """One bar. `of` is the predictor's position among the predictors, `PRIOR`, or `SUM` of the small ones."""

    name: str
    value: float
    of: int | str
    tip: str = ""
    cell: Cell | None = None  # of the local table, for the class that the bar favours

    @property
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
    normalised: bool = True

    @property
    def class_names(self) -> tuple[str, str]:
        """Of the two classes, short enough for a figure and different from each other."""
        names = brief_all(self.classes)
        return names[self.top], names[self.against]

    def fitting(self, most: int, longest: int | None = None) -> ContributionsReading:
        """The same with the small ones summed up, if there are more than `most`.

        With `longest`, never more than this many bars are left, and the sum of the others.
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
        """What the total is, and the total: `ln 0.828 / 0.172 =` and `+1.57`."""
        both = (self.p_top, self.p_against)
        texts = [probability(p) for p in both]
        if any(text[0] in "<>" for text in texts):  # numbers that three decimals cannot tell apart
            texts = [f"{p:.3g}".replace("-", MINUS) for p in both]
        is_known = self.normalised and min(both) > 0
        return f"ln {texts[0]} / {texts[1]} =" if is_known else "", signed(self.total)


def contributions_reading(
    explanation: Explanation, against: int | None = None, top: int | None = None, *, normalised: bool = True
) -> ContributionsReading | None:
    """Contributions to the predicted class's odds against another (the runner-up by default).

    None for a learner without factors, or where there is no other class.
    """
    top = explanation.prediction if top is None else top
    against = runner_up(explanation, top) if against is None else against
    if explanation.log_contributions is None or against is None:
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
    )


def _bar(explanation: Explanation, i: int, value: float, top: int, against: int) -> Contribution:
    """The prior's bar (0), or that of a predictor (from 1 on)."""
    logs, j = explanation.log_contributions, i - 1
    assert logs is not None
    classes = class_names(explanation.classes, explanation.class_attribute)
    names = [classes[c] for c in (top, against)]
    speaks_for = top if value >= 0 else against
    name = explanation.attributes[j].name if i else PRIOR
    if i and math.isnan(explanation.instance.item(j)):
        tip = f"{shown(name)} is missing here.\nIts factor is left out, so it contributes nothing."
        return Contribution(name, value, j, tip, Cell(j, speaks_for))
    one, two = (f"{math.exp(logs.item(i, c)):.4g}" for c in (top, against))
    what = shown(name) if i else "The prior"
    tip = (
        f"{what} favours {names[0 if value >= 0 else 1]}: ln({one} / {two}) = {signed(value)}.\n"
        f"The two numbers are its factors for {names[0]} and {names[1]}."
    )
    if not i:
        return Contribution(name, value, PRIOR, tip)
    code = int(explanation.instance.item(j)) if explanation.attributes[j].is_nominal else None
    return Contribution(name, value, j, tip, Cell(j, speaks_for, code))


def _small(sizes: list[float]) -> int:
    """How many of the last sizes are small enough to be summed up: each no more than a tenth of the largest,
    all together no more than half of it. So a sum is never among the longest bars. One alone is no sum.
    """
    together, n = 0.0, 0
    for size in reversed(sizes[1:]):
        together += size
        if size > _SMALL * sizes[0] or together > _SMALL_TOGETHER * sizes[0]:
            break
        n += 1
    return n if n > 1 else 0


def describe(reading: ContributionsReading) -> str:
    """One line for a screen reader."""
    first = reading.bars[0]
    name = "The prior" if first.predictor is None else brief(first.name)
    return f"{name} contributes most: {first.number} (total {signed(reading.total)})"
