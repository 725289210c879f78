"""Equations (1) to (6) of the paper with an explanation's numbers in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from lwnb_core.local.convention import convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.kernels import UNBOUNDED
from lwnb_core.local.naive_bayes import FLOOR, NominalTable, NumericTable
from lwnb_gui.plots.layout import pixel_axes, size, wrapped
from lwnb_gui.plots.math_text import Latex, Mathtext, Writer, decimal, equals, factor, plain
from lwnb_gui.plots.names import brief
from lwnb_gui.plots.theme import DPI, Theme

# A denominator with a term for each of many classes is no help.
_MOST_TERMS = 4


@dataclass(frozen=True)
class EquationLine:
    """One equation: its number in the paper (N for the normal), as mathtext, as LaTeX, and in a sentence."""

    number: str
    mathtext: str
    latex: str
    sentence: str


def equation_lines(
    explanation: Explanation,
    neighbour: int = 0,
    cls: int | None = None,
    attribute: int | None = None,
    *,
    symbols: bool = True,
) -> tuple[EquationLine, ...]:
    """The steps from one neighbour's distance to the posterior of one class.

    `neighbour` counts from 0, the nearest; `cls` is the predicted class unless given; `attribute` the
    predictor shown in (6) or (N), by default those that say most. Without `symbols` only numbers stand there.
    """
    c = explanation.prediction if cls is None else cls
    numeric, nominal = _attributes(explanation, c, attribute)
    steps = [
        _weight(explanation, neighbour),
        _rescaled(explanation, neighbour, symbols),
        _prior(explanation, c, symbols),
        *(_nominal(explanation, j, c) for j in nominal),
        *(_numeric(explanation, j, c) for j in numeric),
        _posterior(explanation, c),
    ]
    return tuple(
        EquationLine(number, f"${body(Mathtext())}$", body(Latex()), sentence)
        for number, body, sentence in (step for step in steps if step is not None)
    )


def latex_document(lines: Sequence[EquationLine]) -> str:
    """All of them for pasting into LaTeX (amsmath)."""
    body = " \\\\\n".join(f"  {line.latex} \\tag{{{line.number}}}" for line in lines)
    return f"\\begin{{gather*}}\n{body}\n\\end{{gather*}}\n"


_WEIGHT_WORDS = {
    "linear": "it falls with the distance and is 0 at the bandwidth.",
    "constant": "all neighbours weigh the same, however far.",
    "inverse": "it falls with the distance but never to 0, so every training row is a neighbour.",
    "gaussian": "it falls with the distance but never to 0, so every training row is a neighbour.",
}

# Each step is its number, a function that writes it, and its sentence.
_Step = tuple[str, "_Body", str]


class _Body:
    """A formula, waiting to be told how names are written."""

    def __init__(self, template: str, **names: str) -> None:
        self._template, self._names = template, names

    def __call__(self, writer: Writer) -> str:
        text = self._template
        for key, name in self._names.items():
            text = text.replace(f"@{key}@", writer.name(name))
        return text


def _weight(explanation: Explanation, i: int) -> _Step | None:
    found = explanation.neighbourhood
    if found is None or not len(found):
        return None
    i = min(i, len(found) - 1)
    kernel = str(explanation.settings.get("kernel", "linear"))
    symbol = _bandwidth_symbol(explanation, kernel)
    d, h, w = float(found.distances[i]), found.bandwidth, float(found.weights[i])
    left, n = f"w_{{{i + 1}}}", i + 1
    row = _row_words(explanation, i)
    if h == 0:
        return (
            "1, 2",
            _Body(rf"{left} = 1 \quad ({symbol} = 0)"),
            f"All neighbours are at distance 0, so the kernel knows no difference: {row} weighs 1.",
        )
    ratio, numbers = f"d_{{{n}}}/{symbol}", f"{decimal(d, 4)}/{decimal(h, 4)}"
    one, result = _one(explanation), equals(w, 3)
    forms = {
        "epanechnikov": rf"0.75\,({one} - u^2)",
        "tricube": f"({one} - u^3)^3",
        "inverse": "1/(1 + u)",
        "gaussian": r"\exp(-u^2)",
    }
    if kernel == "constant":
        body = f"{left} = 1"
    elif kernel in forms:
        body = rf"{left} = {forms[kernel]} {result}, \quad u = {ratio} = {numbers}"
    else:
        body = f"{left} = {one} - {ratio} = {one} - {numbers} {result}"
    all_equal = len(found) > 0 and not np.any(found.distances < h)
    if all_equal and w > 0 and kernel in ("linear", "epanechnikov", "tricube"):
        body = rf"{left} = 1 \quad (\text{{all}}\ d_i = {symbol})"
    return "1, 2", _Body(body), f"The weight of {row}: {_WEIGHT_WORDS.get(kernel, _WEIGHT_WORDS['linear'])}"


def _rescaled(explanation: Explanation, i: int, symbols: bool) -> _Step | None:
    found = explanation.neighbourhood
    if found is None or not len(found):
        return None
    i = min(i, len(found) - 1)
    n, total = i + 1, float(found.weights.sum())
    left = rf"w^{{\prime}}_{{{n}}}"
    middle = rf" = w_{{{n}}}\,r/\sum w" if symbols else ""
    numbers = rf"{decimal(float(found.weights[i]), 3)} \times {plain(found.r)}/{decimal(total, 3)}"
    sentence = (
        f"Rescaling brings the total weight back to r = {plain(found.r)}, so that the Laplace 1 in (5) counts"
        " the same whatever the kernel."
    )
    return "3", _Body(f"{left}{middle} = {numbers} {equals(float(found.rescaled[i]), 2)}"), sentence


def _prior(explanation: Explanation, c: int, symbols: bool) -> _Step | None:
    model = explanation.model
    if model is None:
        return None
    o, w, total = len(explanation.classes), float(model.class_weights[c]), float(model.class_weights.sum())
    symbolic = r" = \dfrac{1 + W}{o + \sum w^{\prime}}" if symbols else ""
    numbers = rf"\dfrac{{1 + {decimal(w, 2)}}}{{{o} + {_weight_text(total)}}}"
    sentence = (
        f"The prior of {brief(explanation.classes[c])}: its share of the weight, with one imagined neighbour"
        " for every class."
    )
    return (
        "5",
        _Body(
            f"p(@c@){symbolic} = {numbers} {equals(float(model.prior[c]), 3, share=True)}",
            c=explanation.classes[c],
        ),
        sentence,
    )


def _nominal(explanation: Explanation, j: int, c: int) -> _Step:
    table, value = explanation.tables[j], int(explanation.instance[j])
    assert isinstance(table, NominalTable)
    counted, own = float(table.counts[value, c]), float(table.totals[c])
    n_values = len(table.attribute.values)
    printed = explanation.settings.get("eq6", "right") == "printed"
    below = float(table.counts[value].sum()) if printed else own
    name, said, klass = table.attribute.name, table.attribute.values[value], explanation.classes[c]
    fraction = rf"\dfrac{{1 + {decimal(counted, 2)}}}{{{n_values} + {decimal(below, 2)}}}"
    result = equals(float(table.probabilities[value, c]), 3, share=True)
    body = rf"p(@v@\,|\,@c@) = {fraction} {result}"
    if printed:
        sentence = (
            f"As printed, the sum below runs over all rows with {brief(name)} = {brief(said)};"
            " a misprint, for then a class's column does not add up to 1."
        )
    else:
        sentence = (
            f"{brief(name)} = {brief(said)}: of the weight of {brief(klass)} where {brief(name)} is known,"
            " the part with this value."
        )
    return "6", _Body(body, v=said, c=klass), sentence


def _numeric(explanation: Explanation, j: int, c: int) -> _Step:
    table, x = explanation.tables[j], float(explanation.instance[j])
    assert isinstance(table, NumericTable)
    klass, name = explanation.classes[c], table.attribute.name
    factors = table.factors(x)
    assert factors is not None
    p, mean, sd = float(factors[c]), float(table.mean[c]), float(table.sd[c])
    left = rf"p({plain(x)}\,|\,@c@)"
    if table.weights[c] <= 0 or not np.isfinite(mean):
        sentence = f"No neighbour of {brief(klass)} has a {brief(name)}: its factor is the floor, 1e-75."
        return "N", _Body(rf"{left} = 10^{{-75}}", c=klass), sentence
    floored = " It is at the floor." if p <= FLOOR * 1.001 else ""
    if table.form == "density":
        body = rf"{left} = N({plain(x)};\ {decimal(mean, 3)},\ {decimal(sd, 3)}) {factor(p)}"
        sentence = (
            f"The normal density of {brief(klass)} at {brief(name)} = {_value(x)},"
            f" by its weighted mean and deviation.{floored}"
        )
        return "N", _Body(body, c=klass), sentence
    rounded = float(np.rint(x / table.precision) * table.precision)
    high = (rounded + table.precision / 2 - mean) / sd
    low = (rounded - table.precision / 2 - mean) / sd
    body = rf"{left} = \Phi({decimal(high, 2)}) - \Phi({decimal(low, 2)}) {factor(p)}"
    sentence = (
        f"Weka's form: the normal probability of the interval of width {_value(table.precision)} around"
        f" {brief(name)} = {_value(rounded)}, mean {_value(mean)}, deviation {_value(sd)}.{floored}"
    )
    return "N", _Body(body, c=klass), sentence


def _posterior(explanation: Explanation, c: int) -> _Step | None:
    logs = explanation.log_joint
    if logs is None:
        return None
    # Products of many factors need a common power of ten; thousands, as people count.
    largest = float(logs.max()) / np.log(10)
    unit = 0 if largest > -2 else int(3 * np.floor(largest / 3))
    joint = np.exp(logs - unit * np.log(10))
    digits = 4 if unit == 0 else 3
    others = [i for i in np.argsort(-joint, kind="stable") if i != c]
    if len(joint) <= _MOST_TERMS:
        terms = [_term(float(v), digits) for v in joint]
    else:
        kept = sorted([c, *others[: _MOST_TERMS - 2]])
        terms = [*(_term(float(joint[i]), digits) for i in kept), r"\cdots"]
    top = _term(float(joint[c]), digits)
    result = equals(float(explanation.posterior[c]), 3, share=True)
    body = rf"p(@c@\,|\,x) = \dfrac{{{top}}}{{{' + '.join(terms)}}} {result}"
    units = f" In units of 10^{unit}." if unit else ""
    sentence = (
        f"Prior times factors of {brief(explanation.classes[c])}, divided by the sum over all classes.{units}"
    )
    return "4", _Body(body, c=explanation.classes[c]), sentence


def _term(value: float, digits: int) -> str:
    return "0" if value < 0.5 * 10.0**-digits else decimal(value, digits)


def _attributes(explanation: Explanation, c: int, attribute: int | None) -> tuple[list[int], list[int]]:
    """Numeric and nominal predictors to show: the one asked for, or the one of each kind that says most."""
    if explanation.model is None or explanation.log_contributions is None:
        return [], []
    present = [j for j in range(len(explanation.tables)) if not np.isnan(explanation.instance[j])]
    if attribute is not None:
        present = [j for j in present if j == attribute]
    ranked = np.argsort(-explanation.posterior, kind="stable")
    against = next((int(i) for i in ranked if i != c), c)
    weight = np.abs(explanation.log_odds(c, against))[1:]
    present.sort(key=lambda j: -weight[j])
    numeric = [j for j in present if isinstance(explanation.tables[j], NumericTable)]
    nominal = [j for j in present if isinstance(explanation.tables[j], NominalTable)]
    return numeric[:1], nominal[:1]


def _convention_of(explanation: Explanation) -> tuple[str, float]:
    chosen = convention(str(explanation.settings.get("convention", "paper")))
    bandwidth = explanation.settings.get("bandwidth", chosen.bandwidth)
    return str(bandwidth), float(explanation.settings.get("kernel_one", chosen.kernel_one))


def _bandwidth_symbol(explanation: Explanation, kernel: str) -> str:
    if kernel in UNBOUNDED:
        return "d_n"
    return "d_{k+1}" if _convention_of(explanation)[0] == "next" else "d_k"


def _one(explanation: Explanation) -> str:
    one = _convention_of(explanation)[1]
    return "1" if one == 1 else f"{one:g}"


def _row_words(explanation: Explanation, i: int) -> str:
    if explanation.neighbour_rows is None:
        return f"neighbour {i + 1}"
    return f"neighbour {i + 1}, row {int(explanation.neighbour_rows[i]) + 1}"


def _weight_text(total: float) -> str:
    """A sum of rescaled weights is r, a whole number but for rounding."""
    return f"{round(total)}" if abs(total - round(total)) < 1e-6 else decimal(total, 2)


def _value(x: float) -> str:
    return f"{x:.6g}".replace("-", "−")


def draw(figure: Figure, data: Sequence[EquationLine], theme: Theme, active: int | None = None) -> None:
    """The lines below each other; the active one tinted, with its sentence at the end."""
    with theme.context():
        ax = pixel_axes(figure)
        width, _ = size(figure)
        y, pad = theme.px(8), theme.px(12)
        for i, line in enumerate(data):
            tall = theme.px(44 if r"\dfrac" in line.mathtext else 28)
            if i == active:
                ax.add_patch(Rectangle((0, y), width, tall, color=theme.accent_tint, linewidth=0))
            ax.text(
                pad,
                y + tall / 2,
                f"({line.number})",
                va="center",
                color=theme.ink2,
                fontsize=theme.size_small,
            )
            formula = ax.text(
                pad + theme.px(40),
                y + tall / 2,
                line.mathtext,
                va="center",
                color=theme.ink,
                fontsize=theme.size_equation,
                math_fontfamily="dejavuserif",
                parse_math=True,
            )
            _shrink(formula, width - 2 * pad - theme.px(40))
            y += tall
        if active is not None and active < len(data):
            sentence = f"({data[active].number}) {data[active].sentence}"
            for row in wrapped(sentence, width - 2 * pad, theme, theme.size_small):
                y += theme.size_small * 1.45
                ax.text(pad, y, row, va="baseline", color=theme.ink2, fontsize=theme.size_small)


def _shrink(formula: Text, room: float) -> None:
    """Long names make long formulas: smaller type, down to three quarters, before anything is cut off."""
    wide = formula.get_window_extent().width * DPI / formula.figure.dpi
    if wide > room > 0:
        formula.set_fontsize(float(formula.get_fontsize()) * max(room / wide, 0.75))


def height(data: Sequence[EquationLine]) -> float:
    """Pixels of the light theme that `draw` needs, the sentence included."""
    return 8.0 + sum(44 if r"\dfrac" in line.mathtext else 28 for line in data) + 60
