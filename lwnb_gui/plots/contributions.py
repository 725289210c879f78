"""Contributions: what prior and attributes add to the log-odds of one class against another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from lwnb_core.local.explanation import Explanation
from lwnb_gui.plots.layout import SEMIBOLD, class_marker, fitted, pixel_axes, size, text_width
from lwnb_gui.plots.names import brief
from lwnb_gui.plots.theme import DPI, Theme
from lwnb_gui.text import probability, signed

Floats = NDArray[np.float64]
ROW, HEAD = 20.0, 30.0


@dataclass(frozen=True, eq=False)
class ContributionsData:
    """Log-odds by source, largest first.

    Attributes
    ----------
    top, against
        Class codes: positive bars speak for `top`.
    names, values
        The prior and attributes; the smallest may be summed up in the last (`rest` of them).
    predictors
        Of each its position among the predictors; None for the prior and for the sum of the smallest.
    total
        ln(P(top|x)/P(against|x)), the sum of all values.
    normalised
        Whether the two posteriors are known: step mode comes to them last.
    """

    classes: tuple[str, ...]
    top: int
    against: int
    names: tuple[str, ...]
    values: Floats
    predictors: tuple[int | None, ...]
    rest: int
    total: float
    p_top: float
    p_against: float
    normalised: bool = True

    @property
    def ratio_words(self) -> str:
        """`ln 0.828 / 0.172 =`, of which the total is the value; nothing before the posteriors are known."""
        p = (self.p_top, self.p_against)
        if not self.normalised or min(p) <= 0:
            return ""
        texts = [probability(v) for v in p]
        if any(text[0] in "<>" for text in texts):  # figures that three decimals cannot tell apart
            texts = [f"{v:.3g}".replace("-", "−") for v in p]
        return f"ln {texts[0]} / {texts[1]} ="


def contributions_data(
    explanation: Explanation, against: int | None = None, top: int | None = None, most: int = 9
) -> ContributionsData | None:
    """Contributions to the predicted class's odds against another (the runner-up by default).

    None for a learner without factors, or where there is no other class.
    """
    if explanation.log_contributions is None or len(explanation.classes) < 2:
        return None
    top = explanation.prediction if top is None else top
    posterior = explanation.posterior.tolist()
    if against is None:
        against = max((c for c in range(len(posterior)) if c != top), key=posterior.__getitem__)
    odds = explanation.log_odds(top, against)
    order = np.argsort(-np.abs(odds), kind="stable").tolist()
    kept, left = (order, []) if len(order) <= most else (order[: most - 1], order[most - 1 :])
    attributes, logs = explanation.attributes, odds.tolist()
    names = ["prior" if i == 0 else attributes[i - 1].name for i in kept]
    values = [logs[i] for i in kept]
    predictors = [i - 1 if i else None for i in kept]
    if left:
        names.append(f"{len(left)} smaller")
        values.append(float(odds[left].sum()))
        predictors.append(None)
    return ContributionsData(
        classes=explanation.classes,
        top=top,
        against=against,
        names=tuple(names),
        values=np.array(values),
        predictors=tuple(predictors),
        rest=len(left),
        total=float(odds.sum()),
        p_top=posterior[top],
        p_against=posterior[against],
    )


def needed_height(data: ContributionsData) -> float:
    """Pixels of the light theme that `draw` takes."""
    return HEAD + ROW * (len(data.values) + 1) + 22


def draw(figure: Figure, data: ContributionsData | None, theme: Theme) -> None:
    """Bars to both sides of a line, and below them their sum."""
    with theme.context():
        ax = pixel_axes(figure)
        width, _ = size(figure)
        px = theme.px
        if data is None:
            ax.text(
                px(12),
                px(20),
                "No factors to compare here.",
                color=theme.ink2,
                fontsize=theme.size_text,
                va="center",
            )
            return
        top, against = (
            fitted(data.classes[c], width * 0.3, theme, theme.size_text) for c in (data.top, data.against)
        )
        class_marker(ax, px(16), px(HEAD / 2), data.top, theme)
        words = ax.text(
            px(26), px(HEAD / 2), f"{top} against {against}", fontsize=theme.size_text, va="center"
        )
        class_marker(
            ax, px(38) + words.get_window_extent().width * DPI / figure.dpi, px(HEAD / 2), data.against, theme
        )
        widest = max(text_width(brief(name)[:60], theme, theme.size_text) for name in data.names)
        names, figures = px(16) + min(widest, width * 0.42), px(54)
        room = width - names - figures - px(20)
        finite = data.values[np.isfinite(data.values)]
        low, high = min(0.0, float(finite.min(initial=0.0))), max(0.0, float(finite.max(initial=0.0)))
        scale = room / ((high - low) or 1.0)
        zero = names + px(8) - low * scale
        y = px(HEAD)
        for i, (name, value) in enumerate(zip(data.names, data.values, strict=True)):
            middle = y + px(ROW / 2)
            quiet = data.rest and i == len(data.names) - 1
            style = theme.class_style(data.top if value > 0 else data.against)
            ax.text(
                px(12),
                middle,
                fitted(name, names - px(16), theme, theme.size_text),
                va="center",
                fontsize=theme.size_text,
                color=theme.ink3 if quiet else theme.ink,
            )
            long, tall = float(np.nan_to_num(value)) * scale, px(10)
            if long:
                ax.add_patch(
                    Rectangle(
                        (min(zero, zero + long), middle - tall / 2),
                        max(abs(long), 1.0),
                        tall,
                        color=style.area,
                        linewidth=0,
                    )
                )
            ax.text(
                width - px(12),
                middle,
                signed(float(value)),
                ha="right",
                va="center",
                fontsize=theme.size_text,
                color=theme.ink3 if quiet else theme.ink,
            )
            y += px(ROW)
        ax.plot(
            [zero, zero], [px(HEAD), y], color=theme.separator_strong, linewidth=theme.line_axis, zorder=3
        )
        ax.plot(
            [px(12), width - px(12)], [y + px(2)] * 2, color=theme.separator_strong, linewidth=theme.line_axis
        )
        middle = y + px(4 + ROW / 2)
        ax.text(px(12), middle, "log-odds", fontweight=SEMIBOLD, fontsize=theme.size_text, va="center")
        total = ax.text(
            width - px(12),
            middle,
            signed(data.total),
            ha="right",
            fontweight=SEMIBOLD,
            fontsize=theme.size_text,
            va="center",
        )
        left = width - px(20) - total.get_window_extent().width * DPI / figure.dpi
        ax.text(
            left,
            middle,
            data.ratio_words,
            ha="right",
            color=theme.ink2,
            fontsize=theme.size_text,
            va="center",
        )


def describe(data: ContributionsData) -> str:
    """One line for a screen reader."""
    return f"{brief(data.names[0])} says most: {signed(float(data.values[0]))} of {signed(data.total)}"
