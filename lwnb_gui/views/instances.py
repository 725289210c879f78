"""The test rows, their true classes, which learners err on them, and filters to find these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lwnb_core import align
from lwnb_core.data.dataset import Rows
from lwnb_core.local.naive_bayes import counts_votes, first_best
from lwnb_gui.text import class_names, probabilities
from lwnb_gui.views.script import Script, every_test_row
from lwnb_gui.views.tables import LazyRows, TextTable
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_gui.app.predictions import Predictions
    from lwnb_gui.app.query import Query

Matches = NDArray[np.bool_]
Secret = Callable[[int], bool]
Answer = tuple[int, NDArray[np.float64]]

RIGHT = "·"
LEGEND = f"{RIGHT} correct   symbol: class predicted"
_MARKS = "A dot means a correct prediction; a symbol shows the wrong class that was predicted."
_LEARNERS = {
    "LWNB": "Locally weighted naive Bayes.",
    "NB": "Naive Bayes on all rows, without weights.",
    "KNN": "The vote of the k nearest rows.",
    "KNNDW": "The vote of the k nearest rows; a row counts less the farther away it is.",
}


class Instances(View["InstancesReading"]):
    """A list, without a scene; a row that is selected in it becomes the test instance everywhere."""

    name = "instances"
    title = "Instances"
    area = "left"
    has_own_place = True
    help = """
        Each row of the list is a row of the data, with its true class and the predictions of four
        learners. Each row is left out of its own training rows. A dot means a correct prediction; a
        symbol shows the wrong class that was predicted.

        The filter shows the rows that are misclassified, or those on which the learners disagree.
        """
    visible_from = "distances"
    parts_visible_from = {"predictions": "normalise"}  # noqa: RUF012
    tells_answer = False  # what it says about a row that is to be guessed is left out
    parts_that_tell = frozenset({"predictions"})
    is_of_explanation = False
    least = (222, 120)  # row numbers of four digits
    nothing = "There are no rows to test."
    script_explains = False

    def read(
        self,
        about: Subject,
        *,
        keep: Matches | None = None,
        is_secret: Secret | None = None,
        waits: bool = False,
    ) -> InstancesReading | None:
        """Read the test rows.

        `keep`: which of them are listed, by default all. `is_secret`: rows whose class is still to be
        guessed. `waits`: the predictions that decide which rows are listed are not there yet.
        """
        query = about.query
        if query is None or query.data.class_index is None:
            return None
        rows = query.rows_to_test
        return InstancesReading(
            query=query,
            rows=rows,
            classes=class_names(query.data.classes, query.data.class_attribute.name),
            true=_true_classes(query),
            positions=_positions(rows, len(query.instances)),
        ).showing(about.predictions, keep, is_secret, waits=waits)

    def table(self, reading: InstancesReading) -> TextTable | None:
        """Return the listed rows, with classes in words, but no class that is still to be guessed."""
        if not len(reading.listed):
            return None
        texts = [partial(column.exact, reading) for column in COLUMNS]
        rows = reading.listed

        def line(i: int) -> list[str]:
            return [text(int(rows[i])) for text in texts]

        return TextTable([column.title for column in COLUMNS], LazyRows(len(rows), line), frozenset({0}))

    def script(self, script: Script, reading: InstancesReading, query: Query) -> None:
        """Write the four learners' answers for every row, each left out of its own training rows."""
        _, fit, predict = every_test_row(script, query)
        script.add(
            "for learner in (model.learner, *model.learner.rivals):",
            f"    fitted = learner.{fit}",
            f"    predicted = fitted.{predict}",
            "    wrong = int(((predicted != true) & (true >= 0)).sum())",
            '    print(learner.name, wrong, "of", len(predicted), "wrong")',
        )


@dataclass(frozen=True, eq=False)
class InstancesReading:
    """The test rows, with the learners' answers as far as they are known.

    Attributes
    ----------
    rows, positions
        The rows to test, and the position of each row of the data among them.
    true
        Class codes of the rows to test, -1 where the class is not known.
    listed
        Those that are listed.
    is_secret
        Whether the class of a row is still to be guessed; None: of no row.
    newer
        By learner and row, predictions that are newer than those of all rows.
    waits
        Whether it is not known yet which rows are to be listed.
    """

    query: Query
    rows: Rows
    classes: tuple[str, ...]
    true: NDArray[np.int32]
    positions: range | NDArray[np.intp]
    listed: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    predictions: Predictions | None = None
    is_secret: Secret | None = None
    newer: Mapping[str, Mapping[int, Answer]] = field(default_factory=dict)
    waits: bool = False

    def is_of(self, query: Query) -> bool:
        """Whether a query has the same test rows."""
        return query.data is self.query.data and query.test_rows == self.query.test_rows

    def showing(
        self,
        predictions: Predictions | None,
        keep: Matches | None,
        is_secret: Secret | None,
        *,
        waits: bool = False,
    ) -> InstancesReading:
        """Return the reading with other predictions for all rows, and another selection of listed rows."""
        listed = self.rows if keep is None else self.rows[np.flatnonzero(keep)]
        if waits:
            listed = self.rows[:0]
        return replace(
            self, predictions=predictions, listed=listed, is_secret=is_secret, newer={}, waits=waits
        )

    def with_newer(
        self, rows: list[int], posteriors: Mapping[str, NDArray[np.float64]] | None
    ) -> InstancesReading:
        """Return it with predictions at another k for some rows and learners; None restores all."""
        newer = {
            name: dict(zip(rows, zip(first_best(posterior).tolist(), posterior, strict=True), strict=True))
            for name, posterior in (posteriors or {}).items()
        }
        return replace(self, newer=newer)

    @property
    def wordings(self) -> tuple[str, ...]:
        """Say how many rows are listed, longest wording first."""
        listed, every = len(self.listed), len(self.rows)
        if self.waits:
            return f"of {every:,} rows", ""
        return f"all {listed:,}" if listed == every else f"{listed:,} of {every:,}", f"{listed:,}"

    @cached_property
    def class_marks(self) -> tuple[Mark, ...]:
        """The marks by class code; the last one is for an unknown class, whose code is -1."""
        return *(Mark(class_code=code, spoken=name) for code, name in enumerate(self.classes)), _UNKNOWN

    def true_of(self, row: int) -> int | None:
        """Return the code of the true class, -1 if it is unknown; None while it is to be guessed."""
        if self.is_secret is not None and self.is_secret(row):
            return None
        return self.true.item(self.positions[row])

    def answer(self, row: int, learner: str) -> Answer | None:
        """Return a learner's prediction and posterior; None while they are not computed or to be guessed."""
        if self.predictions is None or (self.is_secret is not None and self.is_secret(row)):
            return None
        newer = self.newer.get(learner, {}).get(row)
        if newer is not None:
            return newer
        i, predictions = self.positions[row], self.predictions
        return predictions.predicted[learner].item(i), predictions.posteriors[learner][i]

    def marks_of(self, rows: list[int]) -> dict[str, list[int]]:
        """Return the predictions for some rows, to be compared with earlier ones."""
        if self.predictions is None:
            return {}
        positions = [self.positions[row] for row in rows]
        marks = {name: codes[positions].tolist() for name, codes in self.predictions.predicted.items()}
        for name, newer in self.newer.items():
            pairs = zip(rows, marks[name], strict=True)
            marks[name] = [newer[row][0] if row in newer else code for row, code in pairs]
        return marks


def _true_classes(query: Query) -> NDArray[np.int32]:
    """Return class codes of the test rows, in the training data's coding; -1 if unknown."""
    own = query.instances is query.data
    codes = query.data.class_codes if own else align(query.instances, query.used).class_codes
    rows = query.rows_to_test
    return codes if len(rows) == len(codes) else codes[rows]


def _positions(rows: Rows, n: int) -> range | NDArray[np.intp]:
    """Return the position of each of the n rows of the data among the test rows."""
    if len(rows) == n:
        return range(n)
    positions = np.zeros(n, dtype=np.intp)
    positions[rows] = np.arange(len(rows))
    return positions


# -- columns --------------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """The content of a cell: a text, or the marker of a class; `spoken` says it in words."""

    text: str = ""
    class_code: int | None = None
    spoken: str = ""


_NOTHING, _UNKNOWN, _CORRECT = Mark(), Mark("?"), Mark(RIGHT, spoken="right")


@dataclass(frozen=True)
class InstanceColumn:
    """A column, the same in the window and in files.

    Attributes
    ----------
    mark
        What stands in the cell of a row.
    exact
        The same in words, for a file.
    tip, row_tip
        The tips of the title and of a row's cell.
    """

    title: str
    mark: Callable[[InstancesReading, int], Mark]
    exact: Callable[[InstancesReading, int], str]
    tip: str
    row_tip: Callable[[InstancesReading, int], str]


def _class_text(reading: InstancesReading, code: int) -> str:
    return reading.classes[code] if code >= 0 else "?"


def _true_mark(reading: InstancesReading, row: int) -> Mark:
    true = reading.true_of(row)
    return _NOTHING if true is None else reading.class_marks[true]


def _true_text(reading: InstancesReading, row: int) -> str:
    true = reading.true_of(row)
    return "" if true is None else _class_text(reading, true)


def _row_tip(reading: InstancesReading, row: int) -> str:
    true = _true_text(reading, row)
    named = f", {'class unknown' if true == '?' else true}" if true else ""
    return f"Row {row + 1}{named}. Click to explain it."


def _said_mark(learner: str, reading: InstancesReading, row: int) -> Mark:
    said = reading.answer(row, learner)
    if said is None:
        return _NOTHING
    is_right = said[0] == reading.true.item(reading.positions[row])
    return _CORRECT if is_right else reading.class_marks[said[0]]


def _said_text(learner: str, reading: InstancesReading, row: int) -> str:
    """Return the text of all rows' predictions, all of which are at the same k."""
    if reading.predictions is None or reading.true_of(row) is None:
        return ""
    codes = reading.predictions.predicted[learner]
    return _class_text(reading, codes.item(reading.positions[row]))


def _said_tip(learner: str, reading: InstancesReading, row: int) -> str:
    said = reading.answer(row, learner)
    if said is None:
        return _row_tip(reading, row)
    code, posterior = said
    true = reading.true_of(row)
    verdict = ", correctly" if code == true else f", not {_true_text(reading, row)}"
    if true == -1:
        verdict = ""
    sure = probabilities(posterior.tolist(), can_be_zero=counts_votes(learner))[code]
    return f"{learner} says {reading.classes[code]}, {sure}{verdict}. Click to see why."


COLUMNS = (
    InstanceColumn(
        "row",
        lambda reading, row: Mark(str(row + 1)),
        lambda reading, row: str(row + 1),
        "The row’s number in the file, from 1. Each row is left out of its own training rows.",
        _row_tip,
    ),
    InstanceColumn(
        "true",
        _true_mark,
        _true_text,
        "The class in the file. Its symbol is the same on the map and in every table.",
        _row_tip,
    ),
    *(
        InstanceColumn(
            learner,
            partial(_said_mark, learner),
            partial(_said_text, learner),
            f"{who} {_MARKS}",
            partial(_said_tip, learner),
        )
        for learner, who in _LEARNERS.items()
    ),
)


# -- filters --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Filter:
    """A condition for listed rows, and the text if there are none."""

    text: str
    which: Callable[[Predictions], Matches] | None
    none: str


def _misclassified(learner: str) -> Filter:
    return Filter(
        f"misclassified by {learner}", lambda p: p.wrong(learner), f"No row is misclassified by {learner}."
    )


FILTERS = (
    Filter("all rows", None, Instances.nothing),
    Filter("wrong or differing", lambda p: p.wrong_or_disputed, "No row is misclassified."),
    *(_misclassified(learner) for learner in _LEARNERS),
    Filter("learners disagree", lambda p: p.disputed, "The learners agree on every row."),
    Filter("text…", None, "No row contains this text."),
)
ALL, OPENING, TEXT, EXTRA = 0, 1, len(FILTERS) - 1, len(FILTERS)
