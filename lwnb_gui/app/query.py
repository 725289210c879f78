"""The one frozen value that determines what is explained: data, instance, k and settings."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from lwnb_core import CONVENTIONS, LWNB, PAPER, Convention, Dataset
from lwnb_core.data.dataset import Rows
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.naive_bayes import Eq6
from lwnb_core.local.neighbourhood import largest_k
from lwnb_gui.app.map_settings import MapSettings, default_map
from lwnb_gui.app.test_rows import OwnRows, Split, TestFile, TestRows, split_of
from lwnb_gui.app.unused_columns import unused_columns, without_columns
from lwnb_gui.settings import SETTINGS, Setting, is_of_convention
from lwnb_gui.text import count

Value = float | str | None

# The settings that are fields of a query, and those that its convention holds.
OWN_SETTINGS = {name: SETTINGS[name] for name in ("k", "kernel", "convention", "eq6")}
QUERY_SETTINGS = {name: s for name, s in SETTINGS.items() if name in OWN_SETTINGS or is_of_convention(name)}


@dataclass(frozen=True)
class Difference:
    """A setting that is not at its default, in words."""

    name: str
    value: str
    default: str = ""

    @property
    def text(self) -> str:
        """Return `kernel tricube (default linear)`, or only the value if naming a default adds nothing."""
        return f"{self.name} {self.value} (default {self.default})" if self.default else self.value


@dataclass(frozen=True)
class Query:
    """A data set, an instance of it, and how it is to be classified.

    Attributes
    ----------
    data
        As read, with the chosen class attribute.
    row
        Position of the instance, from 0: in the test file where there is one, else in `data`.
    changes
        Values that differ from the row's, by attribute name (None: missing), in the order of the attributes.
    test_rows
        Which rows are tested, which train.
    k, kernel, convention, eq6
        The learner's settings; the numeric model is a knob of the convention.
    unused
        Names of attributes that no learner may use.
    map
        What the map shows.
    """

    data: Dataset
    row: int = 0
    changes: tuple[tuple[str, Value], ...] = ()
    test_rows: TestRows = field(default_factory=OwnRows)
    k: int = 50
    kernel: Kernel = "linear"
    convention: Convention = PAPER
    eq6: Eq6 = "right"
    unused: frozenset[str] = frozenset()
    map: MapSettings = field(default_factory=MapSettings)

    @classmethod
    def opening(cls, data: Dataset, **settings: Any) -> Query:
        """Return the query with which a data set opens: everything at its default."""
        opened = {"map": default_map(data, settings.get("unused", frozenset())), **settings}
        return cls(data, **opened).with_k(settings.get("k", 50))

    # -- derived values -----------------------------------------------------------------------------

    @cached_property
    def used(self) -> Dataset:
        """The data without the attributes that are not in use."""
        return self.data.without(sorted(self.unused)) if self.unused else self.data

    def without_unused_columns(self) -> Query:
        """Return the same query about data that have only the columns in use."""
        gone = unused_columns(self.data, self.unused)
        if not gone:
            return self
        data, rows = without_columns(self.data, gone), self.test_rows
        if isinstance(rows, TestFile):
            rows = TestFile.of(without_columns(rows.as_read, gone), data)
        return replace(self, data=data, unused=frozenset(), map=self.map_in_use, test_rows=rows)

    @property
    def map_in_use(self) -> MapSettings:
        """The map, or another one if it shows an attribute that is not in use."""
        if self.map.kind != "attributes" or not {self.map.x, self.map.y} & self.unused:
            return self.map
        return replace(default_map(self.data, self.unused), regions=self.map.regions)

    @property
    def instances(self) -> Dataset:
        """The data in which `row` counts: the test file, or the data itself."""
        return self.test_rows.data if isinstance(self.test_rows, TestFile) else self.data

    @property
    def has_test_file(self) -> bool:
        """Whether the instances are those of a test file."""
        return isinstance(self.test_rows, TestFile)

    @cached_property
    def _split(self) -> Split:
        return split_of(self.data, self.test_rows)

    @property
    def training_rows(self) -> Rows | None:
        """The positions of the training rows in `data`; None for all of them."""
        return self._split.training

    @property
    def rows_to_test(self) -> Rows:
        """The positions of the test rows in `instances`, which the list of instances offers."""
        return self._split.test

    @property
    def n_training(self) -> int:
        """The number of training rows, without the instance itself."""
        return self._split.n_training - self._trains_itself

    @property
    def _trains_itself(self) -> bool:
        """Whether the instance is one of the training rows, and therefore to be left out."""
        trains = self._split.trains
        own = not isinstance(self.test_rows, TestFile) and self.row < len(trains)
        return bool(own and trains[self.row])

    @property
    def largest_k(self) -> int:
        """The k at which all training rows are neighbours: their number, or their weight if k counts that.

        Without a class there are no training rows yet, and any row may become one.
        """
        if self.data.class_index is None:
            return max(len(self.data), 1)
        own = float(self.data.weights[self.row]) if self._trains_itself else 0.0
        return largest_k(self.n_training, self._split.weight - own, self.convention)

    def with_k(self, k: int) -> Query:
        """Return the query with another k, or the largest possible one."""
        return replace(self, k=max(1, min(k, self.largest_k)))

    @property
    def learner(self) -> LWNB:
        return LWNB(self.k, self.convention, kernel=self.kernel, eq6=self.eq6)

    @property
    def numeric(self) -> str:
        return self.convention.numeric

    @property
    def changed_values(self) -> dict[str, Value]:
        return dict(self.changes)

    @property
    def is_new_instance(self) -> bool:
        """Whether all values were changed, so that nothing is left of the original row."""
        names = {self.used.attributes[j].name for j in self.used.predictors}
        return bool(names) and names <= set(self.changed_values)

    @property
    def instance_text(self) -> str:
        """Return `row 135`, `row 135, changed` or, if nothing is left of the row, `a new instance`."""
        if self.is_new_instance:
            return "a new instance"
        return f"row {self.row + 1}{', changed' if self.changes else ''}"

    def value(self, name: str) -> Value:
        """Return the instance's value of an attribute: the changed one, or the row's."""
        changed = self.changed_values
        return changed[name] if name in changed else self.instances.value(self.row, name)

    # -- what has to be computed anew ---------------------------------------------------------------

    @cached_property
    def training_key(self) -> Hashable:
        """A key that is equal for queries with the same training rows and attributes."""
        return (self.data, self.unused, self.test_rows)

    @cached_property
    def model_key(self) -> Hashable:
        """A key that is equal for queries that one model serves, whatever their k."""
        return (self.training_key, self.kernel, self.convention, self.eq6)

    @cached_property
    def row_key(self) -> Hashable:
        """A key that is equal for queries about one instance and one model, whatever values are changed."""
        return (self.model_key, self.row)

    @cached_property
    def selection_key(self) -> Hashable:
        """A key that is equal for queries that one sorted neighbourhood serves."""
        return (self.row_key, self.changes)

    # -- modified copies ----------------------------------------------------------------------------

    def at_row(self, row: int) -> Query:
        """Return the query for another row, with the values that the row has in the data."""
        return replace(self, row=row, changes=())

    def with_value(self, name: str, value: Value) -> Query:
        """Return the query with one value changed; the row's own value counts as unchanged."""
        return self.with_values({name: value})

    def with_values(self, values: dict[str, Value]) -> Query:
        """Return the query with several values changed."""
        changed = self.changed_values | values
        own = {name: self.instances.value(self.row, name) for name in changed if self._in_row(name)}
        order = [self.data.attributes[j].name for j in self.data.predictors]
        remaining = ((name, changed[name]) for name in order if name in changed)
        return replace(
            self, changes=tuple((n, v) for n, v in remaining if n not in own or not _same(own[n], v))
        )

    def without_change(self, *names: str) -> Query:
        """Return the query with the row's own values of these attributes, or of all."""
        gone = set(names) or set(self.changed_values)
        return replace(self, changes=tuple((n, v) for n, v in self.changes if n not in gone))

    def with_data(self, data: Dataset) -> Query:
        """Return the query for the same rows under another class or other kinds of attributes."""
        names = {a.name for a in data.attributes}
        unused = frozenset(n for n in self.unused if n in names and n != _class_name(data))
        remaining = tuple((n, v) for n, v in self.changes if n in names and _fits(data, n, v))
        shown = self.map
        if shown.kind == "attributes" and not {shown.x, shown.y} <= names - {_class_name(data)}:
            shown = default_map(data, unused)
        return replace(self, data=data, unused=unused, changes=remaining, map=shown)

    # -- settings -----------------------------------------------------------------------------------

    def setting(self, name: str) -> Any:
        """Return the value of a setting of the table in `lwnb_gui.settings`; a convention by its name."""
        if name not in OWN_SETTINGS:
            return getattr(self.convention, name)
        return self.convention.name if name == "convention" else getattr(self, name)

    def default_of(self, name: str) -> Any:
        """Return the default of a setting: the table's, or that of the convention in use."""
        if is_of_convention(name):
            return getattr(CONVENTIONS[self.convention.name], name)
        return SETTINGS[name].default

    def with_settings(self, **values: Any) -> Query:
        """Return the query with other settings, checked by the engine; a convention fills in the rest."""
        present = {name: getattr(self, name) for name in OWN_SETTINGS}
        return self.with_settings_of(LWNB(**present | values))

    def with_settings_of(self, learner: LWNB) -> Query:
        return replace(self, **{name: getattr(learner, name) for name in OWN_SETTINGS})

    def changed_settings(self) -> tuple[Setting, ...]:
        """Return the settings that are not at their defaults, without k, which is changed all the time."""
        return tuple(
            setting
            for name, setting in QUERY_SETTINGS.items()
            if name != "k" and self.setting(name) != self.default_of(name)
        )

    def differences(self) -> tuple[Difference, ...]:
        """Describe everything that differs from the state in which data are opened."""
        result = [
            Difference(s.label, s.value_label(self.setting(s.name)), s.value_label(self.default_of(s.name)))
            for s in self.changed_settings()
        ]
        if self.test_rows != OwnRows():
            result.append(Difference("test rows", self.test_rows.text, OwnRows().text))
        if self.unused:
            result.append(Difference("attributes", f"{count(len(self.unused), 'attribute')} not used"))
        return tuple(result)

    def _in_row(self, name: str) -> bool:
        return any(a.name == name for a in self.instances.attributes)


def _class_name(data: Dataset) -> str:
    return data.attributes[data.class_index].name if data.class_index is not None else ""


def _fits(data: Dataset, name: str, value: Value) -> bool:
    attribute = data.attributes[data.index_of(name)]
    if name == _class_name(data):
        return False
    return value is None or attribute.is_numeric != isinstance(value, str)


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        return one == float(other)
    return one == other
