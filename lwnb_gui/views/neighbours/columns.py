"""The columns of the neighbours: declared once for every output, from the window to `--json`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from numpy.typing import NDArray

from lwnb_core import Attribute, Dataset, Explanation
from lwnb_gui.text import distance_text, exact_text, fixed, printable, rescaled_text, weight_text
from lwnb_gui.views.neighbours.bandwidth import at_bandwidth, weight_tip
from lwnb_gui.views.wording.column_facts import column_texts, facts

if TYPE_CHECKING:
    from lwnb_gui.views.neighbours.view import NeighboursReading

Likeness = Literal["equal", "near", "far", "same", "differs"]
LIKENESS_TEXT: dict[Likeness, str] = {
    "equal": "equal to the instance’s",
    "near": "within 5 % of the range",
    "far": "farther than 5 % of the range",
    "same": "as in the instance",
    "differs": "differs from the instance",
}


@dataclass(frozen=True)
class NeighbourColumn:
    """A column, with everything that is needed to show it.

    Attributes
    ----------
    text
        What a reader sees of a neighbour.
    tip, row_tip
        The tips of the title and of a neighbour's cell.
    value
        What a program receives; None: the values of the attribute with all their digits.
    help
        What the help text says of it; empty: nothing.
    script
        The Python expression that prints the same in a script, for neighbour i of `hood` and `explanation`;
        empty: a script does not print it.
    mark
        What is drawn beside the text: a bar as long as the weight, or the marker of the class.
    longest
        A text that has to fit into its cells.
    short_title, exact_title
        The title where there is no space for the other, and for programs.
    follows_weights
        Whether it follows from the weights: it changes with k, and step mode shows it as late as them.
    attribute
        The attribute whose values these are.
    likeness
        How a neighbour's value compares with the instance's; None: it is not compared.
    """

    title: str
    text: Callable[[NeighboursReading, int], str]
    tip: Callable[[NeighboursReading], str]
    row_tip: Callable[[NeighboursReading, int], str]
    value: Callable[[NeighboursReading, int], int | float | str] | None = None
    help: str = ""
    script: str = ""
    mark: Literal["bar", "class"] | None = None
    longest: Callable[[NeighboursReading], str] = lambda reading: ""
    is_numeric: bool = True
    short_title: str = ""
    exact_title: str = ""
    follows_weights: bool = False
    attribute: Attribute | None = None
    likeness: Callable[[NeighboursReading, int], Likeness] | None = None

    @property
    def name(self) -> str:
        """The title in `--json`."""
        return self.title.replace(" ", "_")

    def exact_texts(self, reading: NeighboursReading) -> Callable[[int], str]:
        """Return a function from a neighbour to the text in a table for programs."""
        value = self.value
        if value is not None:
            return lambda i: _exact(value(reading, i))
        assert self.attribute is not None
        assert reading.data is not None
        text, rows = column_texts(reading.data.all_rows, self.attribute.name), reading.rows
        return lambda i: text(rows.item(i))


def _exact(value: float | str) -> str:
    if isinstance(value, float):
        return fixed(value, 6)
    return printable(str(value))


def columns_of(reading: NeighboursReading) -> tuple[NeighbourColumn, ...]:
    """Return rank, row, distance, weights and class, and a column for each attribute that is shown."""
    if reading.data is None:
        return COLUMNS
    attributes, whole = reading.explanation.attributes, reading.data.all_rows
    chosen = range(len(attributes)) if reading.predictors is None else reading.predictors
    values = [_predictor_column(reading.data, attributes[j], j) for j in chosen]
    values += [_value_column(reading.data, whole.attributes[whole.index_of(name)]) for name in reading.unused]
    return (*COLUMNS, *values)


def record(reading: NeighboursReading, i: int) -> dict[str, int | float | str]:
    """Return a neighbour for a program, without the values of attributes."""
    return {column.name: column.value(reading, i) for column in COLUMNS if column.value is not None}


# -- rank, row, distance, weights and class -----------------------------------------------------------


def _distance(reading: NeighboursReading, i: int) -> float:
    return reading.neighbourhood.distances.item(i)


def _weight(reading: NeighboursReading, i: int) -> float:
    return reading.neighbourhood.weights.item(i)


def _rescaled(reading: NeighboursReading, i: int) -> float:
    return reading.neighbourhood.rescaled.item(i)


def _class(reading: NeighboursReading, i: int) -> str:
    return reading.explanation.classes[reading.classes.item(i)]


def _row_number(reading: NeighboursReading, i: int) -> int:
    return reading.rows.item(i) + reading.first_row


def _as_long_as_rows(reading: NeighboursReading) -> str:
    return "0" * max(0 if reading.data is None else len(str(len(reading.data.all_rows))), 3)


def _row_tip(reading: NeighboursReading, i: int) -> str:
    return (
        f"Row {reading.rows.item(i) + 1}, rank {i + 1}. Click to make it the test instance; it is then left "
        f"out of the training rows."
    )


def _weight_row_tip(reading: NeighboursReading, i: int) -> str:
    if _weight(reading, i) == 0:
        return f"Weight 0: the row contributes nothing. {at_bandwidth(reading.explanation)}".strip()
    return _row_tip(reading, i)


def _nominal_difference(explanation: Explanation) -> str:
    """Return what different nominal values add to the distance, in the convention in force."""
    if explanation.convention.nominal_distance == "binarised":
        return (
            "and nominal values that differ are 1 apart, or √2 where the attribute has more than two values"
        )
    return "and nominal values that differ are 1 apart"


COLUMNS = (
    NeighbourColumn(
        "rank",
        lambda reading, i: str(i + 1),
        lambda reading: "1 is the nearest. Rows at the same distance keep the order of the file.",
        _row_tip,
        value=lambda reading, i: i + 1,
        longest=_as_long_as_rows,
    ),
    NeighbourColumn(
        "row",
        lambda reading, i: str(_row_number(reading, i)),
        lambda reading: (
            "The row’s number in the file, from 1. Click a neighbour to make it the test instance."
        ),
        _row_tip,
        value=_row_number,
        script="explanation.neighbour_rows[i] + 1",
        longest=_as_long_as_rows,
    ),
    NeighbourColumn(
        "distance",
        lambda reading, i: distance_text(_distance(reading, i)),
        lambda reading: (
            f"The distance d in all attributes in use: numbers are scaled to their range, "
            f"{_nominal_difference(reading.explanation)}. A missing value counts as the largest possible "
            f"difference."
        ),
        _row_tip,
        value=_distance,
        help="distance d",
        script='f"{hood.distances[i]:.4f}"',
        longest=lambda reading: "0.0000",
        exact_title="d",
    ),
    NeighbourColumn(
        "weight",
        lambda reading, i: weight_text(_weight(reading, i)),
        lambda reading: weight_tip(reading.explanation),
        _weight_row_tip,
        value=_weight,
        help="weight w = f(d/h), where h is the bandwidth",
        script='f"{hood.weights[i]:.3f}"',
        mark="bar",
        longest=lambda reading: "<0.001",
        exact_title="w",
        follows_weights=True,
    ),
    NeighbourColumn(
        "rescaled",
        lambda reading, i: rescaled_text(_rescaled(reading, i)),
        lambda reading: (
            "The rescaled weight w′. The rescaled weights add up to r (equation 3), so the Laplace "
            "correction counts the same with every kernel."
        ),
        _row_tip,
        value=_rescaled,
        help="w′, the weight rescaled so that the weights add up to r (equation 3)",
        script='f"{hood.rescaled[i]:.2f}"',
        longest=lambda reading: "<0.01",
        short_title="w′",
        exact_title="w′",
        follows_weights=True,
    ),
    NeighbourColumn(
        "class",
        lambda reading, i: printable(_class(reading, i)),
        lambda reading: "The neighbour’s class. Its w′ is added to that class in every local table.",
        _row_tip,
        value=_class,
        script="explanation.classes[explanation.neighbour_classes[i]]",
        mark="class",
        is_numeric=False,
    ),
)


def _value_column(data: Dataset, attribute: Attribute) -> NeighbourColumn:
    """Return a column that no learner uses."""
    text = _value_texts(data, attribute)
    return NeighbourColumn(
        printable(attribute.name),
        text,
        lambda reading: f"{printable(attribute.name)}. No learner uses it.",
        text,
        is_numeric=attribute.is_numeric,
        attribute=attribute,
    )


def _predictor_column(data: Dataset, attribute: Attribute, j: int) -> NeighbourColumn:
    column, text = data.all_rows.column(attribute.name), _value_texts(data, attribute)
    reach = facts(data, attribute.name).reach if attribute.is_numeric else None

    likeness = _likeness(column, j, reach)

    def row_tip(reading: NeighboursReading, i: int) -> str:
        value = f"{printable(attribute.name)} {text(reading, i)}"
        return f"{value}: {LIKENESS_TEXT[likeness(reading, i)]}."

    def tip(reading: NeighboursReading) -> str:
        own, name = reading.explanation.value(j), f"{j + 1}: {printable(attribute.name)}"
        if own is None:
            return f"{name}. The instance’s value is missing, so every row counts as different."
        if isinstance(own, str):
            return f"{name}, {printable(own)} in the instance. Values that differ are boxed."
        return (
            f"{name}, {facts(data, attribute.name).text(own)} in the instance. Underlined: equal to it; "
            f"dark: within 5 % of the range; pale: farther away."
        )

    return NeighbourColumn(
        printable(attribute.name),
        text,
        tip,
        row_tip,
        is_numeric=attribute.is_numeric,
        short_title=str(j + 1),
        attribute=attribute,
        likeness=likeness,
    )


def _value_texts(data: Dataset, attribute: Attribute) -> Callable[[NeighboursReading, int], str]:
    """Return a function from a neighbour to the displayed value of an attribute."""
    column = data.all_rows.column(attribute.name)
    if attribute.is_numeric:
        known = facts(data, attribute.name)
        return lambda reading, i: known.text(column.item(reading.rows.item(i)))
    if not attribute.is_nominal:
        return lambda reading, i: exact_text(column.item(reading.rows.item(i)))

    def nominal(reading: NeighboursReading, i: int) -> str:
        code = column.item(reading.rows.item(i))
        return printable(attribute.values[code]) if code >= 0 else "?"

    return nominal


def _likeness(
    column: NDArray[Any], j: int, reach: float | None
) -> Callable[[NeighboursReading, int], Likeness]:
    """Compare a neighbour's value with the instance's; a missing one is unlike any other.

    `reach` is how far two numbers may be apart and still be near; None: the values are codes.
    """

    def of_codes(reading: NeighboursReading, i: int) -> Likeness:
        value = column.item(reading.rows.item(i))
        return "same" if value >= 0 and value == reading.own[j] else "differs"

    def of_numbers(reading: NeighboursReading, i: int) -> Likeness:
        value, own = column.item(reading.rows.item(i)), reading.own[j]
        if value == own:
            return "equal"
        assert reach is not None
        return "near" if abs(value - own) <= reach else "far"  # nothing is near to NaN

    return of_codes if reach is None else of_numbers
