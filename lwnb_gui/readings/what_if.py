"""What if, line by line: each a set of values that makes LWNB say something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lwnb_core.explore.what_if_result import Change, OtherRow, Value, WhatIf
from lwnb_gui.text import class_names, count, probabilities, shown, small, value_text

COLUMN_TITLES = ("attribute", "change", "d", "LWNB then says", "probability", "new neighbours")
NAME, CHANGE, D, SAYS, P, NEW = range(len(COLUMN_TITLES))
NUMBER_COLUMNS = frozenset({D, P})
SHORT_TITLES = ("attribute", "change", "d", "then", "prob.", "new")
TIPS = (
    "Only this attribute changes; the others keep their values. The nearest row that LWNB classifies "
    "differently has a line of its own, in which several attributes change.",
    "Click a change, or press Enter on its line, to give the instance that value; Ctrl+Z undoes it. A number "
    "is rounded to a value just beyond the point where the answer changes.",
    "The distance between the changed instance and the current one, as LWNB measures it. The smallest change "
    "comes first.",
    "LWNB’s prediction for the changed instance, at the same k.",
    "The probability that LWNB then gives this class.",
    "How many neighbours of the changed instance are not neighbours of the current one: the neighbourhood "
    "moves with the instance.",
)


@dataclass(frozen=True)
class Line:
    """One line of the list.

    Attributes
    ----------
    attribute
        Position among the predictors whose dependence belongs to it; for a row the first that differs.
    values
        What the instance takes over when the line is applied; empty: no change of the attribute flips it.
    says
        The class that LWNB then gives.
    """

    attribute: int
    name: str
    change: str
    values: Mapping[str, Value]
    distance: float = 0.0
    says: int | None = None
    probability: str = ""
    new: str = ""
    row: int | None = None

    def texts(self, classes: tuple[str, ...]) -> tuple[str, ...]:
        """The cells, in the order of `COLUMN_TITLES`."""
        if self.says is None:
            return (self.name, self.change, "", "", "", "")
        return (
            self.name,
            self.change,
            small(self.distance, 3),
            shown(classes[self.says]),
            self.probability,
            self.new,
        )


@dataclass(frozen=True, eq=False)
class WhatIfReading:
    """The list of one moment."""

    result: WhatIf
    lines: tuple[Line, ...]

    @property
    def classes(self) -> tuple[str, ...]:
        return self.result.classes

    @property
    def names(self) -> tuple[str, ...]:
        """The classes as a sentence names them."""
        return class_names(self.result.classes, self.result.class_attribute)

    def sentence(self, i: int) -> str:
        """A line in a sentence."""
        result, line = self.result, self.lines[i]
        if line.says is None:
            return (
                f"Whatever {line.name} is, LWNB says {_name(result, result.prediction)}. All values "
                f"of a nominal attribute were tried, or {result.steps} values over the range of a numeric "
                f"one."
            )
        then = f"LWNB then says {_name(result, line.says)}"
        if line.row is None:
            return f"Click the change to apply it: {then}."
        values = [f"{shown(name)} {_text(value)}" for name, value in line.values.items()]
        some = ", ".join(values[:8]) + (" …" if len(values) > 8 else "")
        return (
            f"Row {line.row + 1} is the nearest row that LWNB classifies differently. With its values "
            f"({some}), {then}."
        )


def what_if_reading(result: WhatIf) -> WhatIfReading:
    return WhatIfReading(result, lines_of(result))


def lines_of(result: WhatIf) -> tuple[Line, ...]:
    """Changes that flip the prediction and the nearest row called otherwise, smallest first; then the
    attributes of which no value does.

    A missing value is a line of its own only where no value flips the prediction.
    """
    changes = []
    for some in result.changes:
        given = [change for change in some if change.value is not None]
        changes += given or list(some)
    lines = [_change(change) for change in changes]
    if result.row is not None:
        lines.append(_row(result, result.row))
    lines.sort(key=lambda line: (line.distance, line.attribute))
    steadfast = [
        Line(j, shown(result.attributes[j].name), "no value changes the answer", {}) for j in result.steadfast
    ]
    return (*lines, *steadfast)


def table_rows(result: WhatIf) -> list[tuple[str, ...]]:
    """The list as texts, in the order of `COLUMN_TITLES`."""
    return [line.texts(result.classes) for line in lines_of(result)]


def summary(result: WhatIf) -> tuple[str, ...]:
    """What LWNB says now and how many attributes flip it, in wordings from long to short."""
    name = _name(result, result.prediction)
    says = f"now {name}, {_sure(result)}"
    if not result.is_complete:
        return says, f"now {name}", ""
    flipping = sum(1 for some in result.changes if some)
    alone = (
        count(flipping, "attribute can change it alone", "attributes can each change it alone")
        if flipping
        else "no single attribute can change it"
    )
    return f"{says}; {alone}", says, f"now {name}", ""


def _name(result: WhatIf, code: int) -> str:
    return class_names(result.classes, result.class_attribute)[code]


def _sure(answer: WhatIf | Change | OtherRow) -> str:
    """The probability of the class that LWNB gives."""
    return probabilities(answer.posterior.tolist(), can_be_zero=False)[answer.prediction]


def _change(change: Change) -> Line:
    return Line(
        attribute=change.attribute,
        name=shown(change.name),
        change=f"{_text(change.before)} → {_text(change.value)}",
        values={change.name: change.value},
        distance=change.distance,
        says=change.prediction,
        probability=_sure(change),
        new=f"{change.new_neighbours:,} of {change.neighbours:,}",
    )


def _row(result: WhatIf, row: OtherRow) -> Line:
    names = [a.name for a in result.attributes]
    first = min((names.index(name) for name in row.values), default=0)
    return Line(
        attribute=first,
        name=f"row {row.row + 1}, nearest",
        change=count(len(row.values), "value"),
        values=dict(row.values),
        distance=row.distance,
        says=row.prediction,
        probability=_sure(row),
        new=f"{row.new_neighbours:,} of {row.neighbours:,}",
        row=row.row,
    )


def _text(value: Value) -> str:
    return "missing" if value is None else value_text(value)
