"""Bringing test data to the header that a model was trained with."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import DATASET, FLAG, check_arguments, short
from lwnb_core.data.attribute import Attribute, Repair
from lwnb_core.data.columns import cuts_in, number_text, strings_from_codes
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.loading import declares_types
from lwnb_core.errors import DataError, HeaderMismatch, SettingsError
from lwnb_core.remedies import Remedy
from lwnb_core.spelling import nearest

Unknown = Literal["refuse", "missing"]
"""How to treat a nominal value that the training data do not declare."""

UnknownValues = dict[str, Counter[str]]
"""Values that the training data do not declare, by attribute, with the number of rows that each is in."""

_MOST_NAMED = 8
_MOST_VALUES = 4
_MOST_COMPARED = 1_000


@check_arguments(test=DATASET, header=DATASET)
def align(
    test: Dataset,
    header: Dataset,
    *,
    unused: Collection[str] = (),
    unknown: Unknown = "refuse",
    counted: UnknownValues | None = None,
) -> Dataset:
    """Return `test` with the attributes of `header`, in its order and with its nominal codes.

    Attributes are matched by name and nominal values by their text, so that their order may differ. The class
    may be absent; its codes are then -1. Attributes that `header` does not have are left out, with a note.
    Values of an `unused` attribute that do not fit become missing, with a note, because nothing depends on
    them. With `unknown="missing"`, nominal values that `header` does not declare, those of the class
    included, become missing; a note lists them with their rows, unless they are `counted` for several data
    sets together. Any other difference raises a `HeaderMismatch` that names all of them. If the headers are
    equal, `test` itself is returned. In any case `origin` and row numbers stay, so that a row can still be
    left out of its own training rows.

    Examples
    --------
    A flower whose class is unknown, with its attributes in another order:

    >>> import pandas as pd
    >>> import lwnb_core as lw
    >>> iris = lw.sample("iris")
    >>> values = {"petalwidth": [1.4], "petallength": [5.1], "sepalwidth": [3.0], "sepallength": [6.0]}
    >>> flower = lw.Dataset.from_pandas(pd.DataFrame(values))
    >>> test = lw.align(flower, iris)
    >>> [attribute.name for attribute in test.attributes], test.class_codes
    (['sepallength', 'sepalwidth', 'petallength', 'petalwidth', 'class'], array([-1], dtype=int32))

    A model does this by itself:

    >>> lw.LWNB(k=20).fit(iris).predict_labels(flower)
    array(['Iris-versicolor'], dtype=object)
    """
    if unknown not in get_args(Unknown):
        raise SettingsError(f"unknown = {short(unknown)}", hint=f"Choices: {', '.join(get_args(Unknown))}.")
    if test.attributes == header.attributes and test.class_index == header.class_index:
        return test
    columns: list[NDArray[Any]] = []
    problems: list[_Difference] = []
    notes: list[Repair] = []
    positions = {attribute.name: j for j, attribute in enumerate(test.attributes)}
    known = {attribute.name for attribute in header.attributes}
    for j, attribute in enumerate(header.attributes):
        try:
            columns.append(
                _column(test, positions, attribute, j == header.class_index, known, unknown, notes, counted)
            )
        except _Difference as difference:
            if attribute.name not in unused:
                problems.append(difference)
                continue
            columns.append(_what_fits(test, positions, attribute))
            notes.append(
                Repair(f"{attribute.name!r} is not in use: values that do not fit are treated as missing")
            )
    if problems:
        raise HeaderMismatch(
            f"does not fit the training data: {_listed([str(p) for p in problems], '; ')}",
            file=test.source,
            hint=" ".join(dict.fromkeys(problem.hint for problem in problems if problem.hint)),
            remedies=dict.fromkeys(problem.remedy for problem in problems if problem.remedy is not None),
        )
    extra = [attribute.name for attribute in test.attributes if attribute.name not in known]
    if extra:
        notes.append(Repair(f"not in the training data, left out: {_listed(extra, ', ')}"))
    aligned = test.with_columns(header.attributes, columns, header.class_index)
    return aligned.with_repairs(*notes) if notes else aligned


@check_arguments(test=DATASET, train=DATASET, class_was_cut=FLAG)
def matched(
    test: Dataset,
    train: Dataset,
    *,
    class_was_cut: bool = False,
    unused: Collection[str] = (),
    unknown: Unknown = "refuse",
    counted: UnknownValues | None = None,
) -> Dataset:
    """Return the data of a second file with the header of the training data.

    This does what `align` does, and first gives the columns of a file that declares no types, such as CSV,
    the types of the training data: in a short file, a column of names can look numeric. The types that an
    ARFF file declares are not changed. If a numeric class was cut into intervals for training, the class of
    the second file cannot be compared with it and is left out.

    Examples
    --------
    In a file without types, all values of a nominal attribute may look like numbers:

    >>> from pathlib import Path
    >>> import lwnb_core as lw
    >>> _ = Path("train.csv").write_text("size,room,class\\n1,a1,yes\\n2,17,no\\n3,18,yes\\n")
    >>> _ = Path("test.csv").write_text("size,room,class\\n2,17,no\\n1,18,yes\\n")
    >>> train, test = lw.load("train.csv"), lw.load("test.csv")
    >>> test.attributes[1].kind, lw.matched(test, train).attributes[1].kind
    ('numeric', 'nominal')
    """
    target = train.class_attribute.name
    kinds = {attribute.name: attribute.kind for attribute in test.attributes}
    if class_was_cut and kinds.get(target) == "numeric":
        test = test.without([target]).with_repairs(Repair(f"class {target!r} is numeric here: not compared"))
    if not declares_types(test.source):
        test = _with_kinds_of(train, test)
    return align(test, train, unused=unused, unknown=unknown, counted=counted)


def _with_kinds_of(train: Dataset, test: Dataset) -> Dataset:
    expected = {attribute.name: attribute.kind for attribute in train.attributes}
    for attribute in test.attributes:
        kind = expected.get(attribute.name)
        if kind == "nominal" and not attribute.is_nominal:
            test = test.as_nominal(attribute.name)
        elif kind == "nominal":
            test = _with_numbers_alike(test, attribute, train.attributes[train.index_of(attribute.name)])
        elif kind == "numeric" and attribute.is_nominal:
            with contextlib.suppress(DataError):  # a text that is not a number is reported as a difference
                test = replace(test, class_index=None).as_numeric(attribute.name)
    return test


def _with_numbers_alike(test: Dataset, actual: Attribute, expected: Attribute) -> Dataset:
    """Write 1.0 as 1 in a nominal column where the training data know only 1."""
    names = [value if value in expected.codes else _as_number(value, expected) for value in actual.values]
    if names == list(actual.values):
        return test
    alike = Attribute.nominal(actual.name, tuple(dict.fromkeys(names)))
    codes = np.array([*(alike.codes[name] for name in names), -1], dtype=np.int32)
    everything, j = test.all_rows, test.index_of(actual.name)
    columns = [everything.column(i) for i in range(len(test.attributes))]
    columns[j] = codes[columns[j]]
    attributes = [alike if i == j else attribute for i, attribute in enumerate(test.attributes)]
    return test.with_columns(attributes, columns, test.class_index)


def _as_number(value: str, expected: Attribute) -> str:
    try:
        name = number_text(float(value))
    except ValueError:
        return value
    return name if name in expected.codes else value


class _Difference(Exception):  # noqa: N818 - not raised to the caller
    """One way in which the test data do not fit, and what to do about it."""

    def __init__(self, message: str, hint: str = "", remedy: Remedy | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.remedy = remedy


def _column(
    test: Dataset,
    positions: dict[str, int],
    expected: Attribute,
    is_class: bool,
    known: Collection[str],
    unknown: Unknown,
    notes: list[Repair],
    counted: UnknownValues | None,
) -> NDArray[Any]:
    """Return the values of one attribute of the training header for every row of the test data's columns."""
    everything = test.all_rows
    if expected.name not in positions:
        if is_class:
            return _all_missing(expected, len(everything))
        if expected.kind == "string":  # not used in the learning
            notes.append(
                Repair(f"text attribute {expected.name!r} is absent: treated as missing in every row")
            )
            return _all_missing(expected, len(everything))
        close = nearest(expected.name, list(positions)[:_MOST_COMPARED], used=known)
        raise _Difference(
            f"no attribute {expected.name!r}" + (f" (but {close[0]!r})" if close else ""),
            "Attributes are matched by name, which must be identical.",
        )
    j = positions[expected.name]
    actual = test.attributes[j]
    if actual == expected:
        return everything.column(j)
    if bool(np.all(test.missing(j))):
        return _all_missing(expected, len(everything))
    if expected.kind == "string":  # for display only, and a short file can look nominal
        return _texts(actual, everything.column(j))
    if is_class and actual.is_numeric and cuts_in(expected.values) is None:
        # Whole numbers that became classes when the class was chosen; the same is done here.
        named = everything.as_nominal(j)
        return _recoded(named.subset(test.row_numbers), j, expected, named.column(j), unknown, notes, counted)
    if actual.kind != expected.kind:
        raise _Difference(
            f"{expected.name!r} is {actual.kind}, not {expected.kind}",
            "The kind of a CSV column can be set when it is opened.",
        )
    return _recoded(test, j, expected, everything.column(j), unknown, notes, counted)


def _recoded(
    test: Dataset,
    j: int,
    expected: Attribute,
    codes: NDArray[Any],
    unknown: Unknown,
    notes: list[Repair],
    counted: UnknownValues | None,
) -> NDArray[Any]:
    actual = test.attributes[j]
    translation = _translation(actual, expected)
    used, times = np.unique(test.column(j), return_counts=True)
    rows_of = {
        actual.values[code]: n
        for code, n in zip(used.tolist(), times.tolist(), strict=True)
        if code >= 0 and translation[code] < 0
    }
    if rows_of and unknown == "refuse":
        shown = _listed([repr(value) for value in rows_of], ", ", _MOST_VALUES)
        raise _Difference(
            f"{expected.name!r} has values that the training data do not declare: {shown}",
            remedy=Remedy("unknown_missing"),
        )
    if counted is not None:
        counted.setdefault(expected.name, Counter()).update(rows_of)
    elif rows_of:
        notes.append(unknown_note(expected.name, rows_of))
    return np.asarray(translation[codes])  # code -1 picks the -1 at the end


def unknown_note(name: str, rows_of: Mapping[str, int]) -> Repair:
    """The note about values that count as missing, given the number of rows with each."""
    listed = _listed([f"{value!r} ({_rows(n)})" for value, n in rows_of.items()], ", ")
    return Repair(f"{name!r}: not in the training data, treated as missing: {listed}")


def _translation(actual: Attribute, expected: Attribute) -> NDArray[np.int32]:
    """Map every code of `actual` to that of `expected`, -1 if it has none; the last is for missing values."""
    return np.array([*(expected.codes.get(value, -1) for value in actual.values), -1], dtype=np.int32)


def _what_fits(test: Dataset, positions: dict[str, int], expected: Attribute) -> NDArray[Any]:
    """Keep the values that an attribute of the training header can hold; all others become missing."""
    everything = test.all_rows
    j = positions.get(expected.name)
    if j is None or not (expected.is_nominal and test.attributes[j].is_nominal):
        return _all_missing(expected, len(everything))
    return np.asarray(_translation(test.attributes[j], expected)[everything.column(j)])


def _texts(actual: Attribute, column: NDArray[Any]) -> NDArray[Any]:
    if actual.is_nominal:
        return strings_from_codes(actual.values, column)
    if actual.is_numeric:
        texts = [None if np.isnan(value) else number_text(value) for value in column]
        return np.array([*texts, None], dtype=object)[:-1]  # also if there are no rows
    return column


def _all_missing(attribute: Attribute, n: int) -> NDArray[Any]:
    if attribute.is_numeric:
        return np.full(n, np.nan)
    if attribute.is_nominal:
        return np.full(n, -1, dtype=np.int32)
    return np.full(n, None, dtype=object)


def _rows(n: int) -> str:
    return f"{n:,} row{'s' * (n != 1)}"


def _listed(parts: list[str], separator: str, most: int = _MOST_NAMED) -> str:
    more = f"{separator}and {len(parts) - most} more" if len(parts) > most else ""
    return separator.join(parts[:most]) + more
