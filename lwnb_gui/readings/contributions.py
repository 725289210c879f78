"""Contributions: what prior and attributes add to the log-odds of one class against another."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from lwnb_core.local.explanation import Explanation
from lwnb_gui.readings.classes import runner_up
from lwnb_gui.readings.names import brief, brief_all
from lwnb_gui.text import MINUS, probability, shown, signed

# Shares of the longest bar: of one that is small, and of all that are summed up.
_SMALL, _SMALL_TOGETHER = 0.1, 0.5


@dataclass(frozen=True)
class Contribution:
    """One bar. `predictor` is its position among the predictors; None for the prior and for a sum."""

    name: str
    value: float
    predictor: int | None = None

    @property
    def number(self) -> str:
        return signed(self.value)


@dataclass(frozen=True)
class ContributionsReading:
    """Log-odds by source, largest first.

    Attributes
    ----------
    top, against
        Class codes: positive bars speak for `top`.
    bars
        The prior and attributes. Those that are small are summed up in the last one (`summed` of them).
    total
        ln(P(top|x)/P(against|x)), the sum of all bars.
    normalised
        Whether the two posteriors are known: step mode comes to them last.
    """

    classes: tuple[str, ...]
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

    def is_sum(self, i: int) -> bool:
        """Whether a bar is the sum of the small ones."""
        return self.summed > 0 and i == len(self.bars) - 1

    @property
    def total_words(self) -> tuple[str, str]:
        """What the total is, and the total: `ln 0.828 / 0.172 =` and `+1.57`."""
        both = (self.p_top, self.p_against)
        texts = [probability(p) for p in both]
        if any(text[0] in "<>" for text in texts):  # numbers that three decimals cannot tell apart
            texts = [f"{p:.3g}".replace("-", MINUS) for p in both]
        is_known = self.normalised and min(both) > 0
        return f"ln {texts[0]} / {texts[1]} =" if is_known else "", signed(self.total)


def contributions_reading(
    explanation: Explanation, against: int | None = None, top: int | None = None, *, fitting: int = 9
) -> ContributionsReading | None:
    """Contributions to the predicted class's odds against another (the runner-up by default).

    Where more than `fitting` there are, those that are small are summed up. None for a learner without
    factors, or where there is no other class.
    """
    top = explanation.prediction if top is None else top
    against = runner_up(explanation, top) if against is None else against
    if explanation.log_contributions is None or against is None:
        return None
    odds = explanation.log_odds(top, against).tolist()
    names = ["prior", *(attribute.name for attribute in explanation.attributes)]
    order = sorted(range(len(odds)), key=lambda i: -abs(odds[i]))
    small = 0 if len(order) <= fitting else _small([abs(odds[i]) for i in order])
    listed, rest = order[: len(order) - small], order[len(order) - small :]
    bars = [Contribution(names[i], odds[i], i - 1 if i else None) for i in listed]
    if rest:
        bars.append(Contribution(f"sum of {small} smaller", sum(odds[i] for i in rest)))
    return ContributionsReading(
        classes=explanation.classes,
        top=top,
        against=against,
        bars=tuple(bars),
        summed=small,
        total=sum(odds),
        p_top=explanation.posterior.item(top),
        p_against=explanation.posterior.item(against),
    )


def _small(sizes: list[float]) -> int:
    """How many of the last sizes are small enough to be summed up: each no more than a tenth of the largest,
    all together no more than half of it. So a sum is never among the longest bars. One alone is no sum.
    """
    together, found = 0.0, 0
    for size in reversed(sizes[1:]):
        together += size
        if size > _SMALL * sizes[0] or together > _SMALL_TOGETHER * sizes[0]:
            break
        found += 1
    return found if found > 1 else 0


def describe(reading: ContributionsReading) -> str:
    """One line for a screen reader."""
    first = reading.bars[0]
    name = "The prior" if first.predictor is None else brief(first.name)
    return f"{name} contributes most: {first.number} (total {signed(reading.total)})"


def bar_words(reading: ContributionsReading, explanation: Explanation, i: int) -> str:
    """What a bar says, with its factors; beyond the last one, what the total is."""
    if i >= len(reading.bars):
        return (
            "The bars add up to the logarithm of the ratio of the two posteriors.\n"
            "What cancels in the ratio, the sum over all classes, is in none of them."
        )
    bar, logs = reading.bars[i], explanation.log_contributions
    if reading.is_sum(i):
        return (
            f"The {reading.summed} smallest, added up: {bar.number}.\n"
            "Each is less than a tenth of the longest bar."
        )
    assert logs is not None
    top, other = shown(reading.classes[reading.top]), shown(reading.classes[reading.against])
    j = bar.predictor
    if j is not None and explanation.value(j) is None:
        return f"{shown(bar.name)} is missing here.\nIts factor is left out, so it adds nothing."
    one, two = (f"{exp(logs.item(0 if j is None else j + 1, c)):.4g}" for c in (reading.top, reading.against))
    what = "The prior" if j is None else shown(bar.name)
    return (
        f"{what} speaks for {top if bar.value >= 0 else other}: ln({one} / {two}) = {bar.number}.\n"
        f"The two numbers are its factors for {top} and {other}."
    )
