"""This instance: its values, which row it is, the rows with which it is explained, and its true class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from lwnb_core import Dataset, Explanation
from lwnb_gui.text import amount, count, exact_text, printable, value_text
from lwnb_gui.views.report_section import ReportSection
from lwnb_gui.views.script import Script
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.quotable import Quotable

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

Value = float | str | None

CLASS_TIP = (
    "The class of this row in the file. No learner sees it: the row is left out of its own training rows."
)


class ThisInstance(View["InstanceReading"]):
    """A form in the window, where the values can be changed, so it has no scene."""

    name = "this_instance"
    title = "This instance"
    area = "left"
    help = """
        The values of the picked row. When you change one, everything follows. A changed value is
        marked and can be reset, alone or together with all others. If a value is missing, the
        attribute’s factor is left out of the product.
        """
    visible_from = "distances"
    parts_visible_from = {"true": "distances"}  # noqa: RUF012
    tells_answer = False
    parts_that_tell = frozenset({"true"})
    stands_at_head = True
    least = (200, 120)
    quotes: ClassVar[Mapping[str, Quotable[InstanceReading]]] = {
        "row": Quotable("the row's number", lambda reading, _: reading.row_number or None),
        "training": Quotable("the number of training rows", lambda reading, _: reading.training_rows),
    }

    def read(self, about: Subject, *, says_class: bool = True, unused: Sequence[str] = ()) -> InstanceReading:
        """Read the instance.

        `says_class`: whether the true class may be shown. `unused` names columns that no learner uses and
        that are shown nevertheless.
        """
        return InstanceReading(
            explanation=about.explained,
            query=about.query,
            training=about.training_data,
            tested=about.tested_data,
            says_class=says_class,
            unused=tuple(unused),
            first_row=about.first_row,
        )

    def sentences(self, reading: InstanceReading) -> tuple[str, ...]:
        """Say with which rows it is explained, and which values were changed."""
        changes = [
            f"{printable(name)} is {value_text(now)}{was}"
            for name, now, is_changed in reading.values
            if is_changed
            for was in [f", was {value_text(reading.original(name))}" if reading.has_original(name) else ""]
        ]
        said = (reading.basis, f"Changed: {'; '.join(changes)}" if changes else "")
        return tuple(f"{sentence}." for sentence in said if sentence)

    def tables(self, reading: InstanceReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Return tables only in full: other tables also name the values."""
        if not full:
            return ()
        rows = [
            [
                TableCell(printable(name)),
                TableCell(value_text(value), exact_text(value)),
                TableCell("changed" if is_changed else "", faint=True),
            ]
            for name, value, is_changed in reading.values
        ]
        if reading.class_in_file:
            rows.append([*map(TableCell, reading.class_in_file), TableCell("")])
        rows += [
            [TableCell(f"{printable(name)} (not in use)"), TableCell(text), TableCell("")]
            for name, text in reading.unused_values
        ]
        columns = [TableColumn("attribute"), TableColumn("value"), TableColumn("")]
        if reading.explanation is None or not reading.explanation.changed:
            columns, rows = columns[:2], [row[:2] for row in rows]
        return (ViewTable(self.title, columns, rows),)

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Return all values; the sentences stand at the head."""
        return (ReportSection(self.title, table=self.table(self.read(about, unused=unused))),)

    def script(self, script: Script, reading: InstanceReading, query: Query) -> None:
        script.add(
            "",
            "for j, attribute in enumerate(explanation.attributes):",
            '    print(attribute.name, explanation.value(j), sep="\\t")',
            "print(explanation.classes[explanation.prediction])",
        )


class InstanceValue(NamedTuple):
    """A value of the instance; a missing one is None."""

    name: str
    value: Value
    is_changed: bool


@dataclass(frozen=True, eq=False)
class InstanceReading:
    """The texts about the instance; before there is an explanation, almost none.

    Attributes
    ----------
    training, tested
        The data with the training rows, and those that the instance is a row of, which may be the same.
    says_class
        Whether the true class may be said.
    unused
        Columns that no learner uses and that are shown nevertheless.
    first_row
        The number of the first row.
    """

    explanation: Explanation | None = None
    query: Query | None = None
    training: Dataset | None = None
    tested: Dataset | None = None
    says_class: bool = True
    unused: tuple[str, ...] = ()
    first_row: int = 1

    # -- values ---------------------------------------------------------------------------------------

    @property
    def values(self) -> tuple[InstanceValue, ...]:
        """The values of all attributes in use."""
        explanation = self.explanation
        if explanation is None:
            return ()
        changed = set(explanation.changed)
        return tuple(
            InstanceValue(attribute.name, explanation.value(j), attribute.name in changed)
            for j, attribute in enumerate(explanation.attributes)
        )

    @property
    def unused_values(self) -> tuple[tuple[str, str], ...]:
        """The values of columns that no learner uses; a test file may lack them."""
        return tuple(
            (name, exact_text(self._unused_value(name)) if self.has_original(name) else "?")
            for name in self.unused
        )

    def _unused_value(self, name: str) -> Value:
        return self.original(name) if self.query is None else self.query.value(name)

    def has_original(self, name: str) -> bool:
        """Whether the row's own value of an attribute is known."""
        return (
            self.tested is not None
            and bool(self.row)
            and any(attribute.name == name for attribute in self.tested.attributes)
        )

    def original(self, name: str) -> Value:
        """Return the row's own value."""
        assert self.tested is not None
        assert self.explanation is not None
        assert self.explanation.row is not None
        return self.tested.all_rows.value(self.explanation.row, name)

    # -- which row ------------------------------------------------------------------------------------

    @property
    def row_number(self) -> str:
        """Return `135`; empty for an instance that is not a row."""
        number = None if self.explanation is None else self.explanation.row
        return "" if number is None else str(number + self.first_row)

    @property
    def row(self) -> str:
        """Return `row 135`; empty for an instance that is not a row."""
        return f"row {self.row_number}" if self.row_number else ""

    @property
    def where(self) -> str:
        """Return `row 135, left out`."""
        explanation, row = self.explanation, self.row
        if explanation is None or not row:
            return ""
        if explanation.is_new_instance:
            return f"your own; {row} left out" if explanation.left_out else "your own"
        if self._is_of_test_file:
            assert self.tested is not None
            return f"{row} of {printable(self.tested.name)}"
        if explanation.left_out:
            return f"{row}, left out"
        return f"{row}, {self._where_tested or 'not in training'}"

    @property
    def basis(self) -> str:
        """Return `Explained with 149 training rows; row 135 left out`."""
        explanation, row = self.explanation, self.row
        if explanation is None:
            return ""
        rows = count(explanation.training_rows, "training row")
        if explanation.left_out:
            return f"Explained with {rows}; {row} left out"
        if row and self._fold:
            return f"{row.capitalize()} explained with the {rows} of {self._fold}"
        if not row:
            return f"Explained with {rows}"
        if self._is_of_test_file:
            assert self.tested is not None
            assert self.training is not None
            tested = printable(self.tested.name)
            return f"Explained with {rows} of {printable(self.training.name)}; {row} of {tested}"
        return f"Explained with {rows}; {row} is {'' if self._trains else 'not '}among them"

    @property
    def training_rows(self) -> str:
        """Return the number of training rows."""
        return "" if self.explanation is None else amount(self.explanation.training_rows)

    @property
    def _is_of_test_file(self) -> bool:
        is_known = self.training is not None and self.tested is not None
        return is_known and self.tested is not self.training

    @property
    def _fold(self) -> str:
        """Return the fold that tests the row: `run 1, fold 3`."""
        from lwnb_gui.app.test_rows import Fold

        tested = None if self.query is None else self.query.test_rows
        return f"run {tested.run}, fold {tested.fold}" if isinstance(tested, Fold) else ""

    @property
    def _where_tested(self) -> str:
        """Say what tests a row that is not a training row."""
        from lwnb_gui.app.test_rows import HeldOut

        is_held_out = self.query is not None and isinstance(self.query.test_rows, HeldOut)
        return "held out" if is_held_out else self._fold

    @property
    def _trains(self) -> bool:
        """Whether the row is one of its own training rows, as a caller may request."""
        assert self.explanation is not None
        request = self.explanation.request
        return request is not None and self.explanation.row in request.model.training.rows

    # -- its class ------------------------------------------------------------------------------------

    @property
    def true_class(self) -> int | None:
        """The code of the class that is shown; None if none is."""
        explanation = self.explanation
        if not self.says_class or explanation is None or explanation.is_new_instance:
            return None
        return explanation.true_class

    @property
    def class_label(self) -> str:
        """The label before the class: changed values have no true class, but their row has."""
        explanation = self.explanation
        is_changed_row = explanation is not None and explanation.changed and not explanation.is_new_instance
        return f"{self.row} itself" if is_changed_row and self.row else "true class"

    @property
    def class_text(self) -> str:
        if not self.says_class:
            return "to be guessed"
        if self.explanation is None or self.true_class is None:
            return "not known"
        return printable(self.explanation.classes[self.true_class])

    @property
    def class_in_file(self) -> tuple[str, str] | None:
        """Return the row of the class in a table; None if none is shown."""
        if self.explanation is None or self.true_class is None:
            return None
        label = "class of the row itself" if self.explanation.known_class is None else "true class"
        return label, self.class_text
