"""A second file as test rows, read like the training file, under the header of its data. No Qt in here."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from lwnb_core import Dataset, LwnbError, load
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_core.data.formats.loading import format_of_file
from lwnb_gui.app.column_edits import is_cut
from lwnb_gui.app.test_rows import TestFile

# Choices about the cells of one file apply to the other; separators and storage may differ.
_OF_CELLS = ("missing", "fill")
_OF_FILE = ("separator", "quote", "decimal", "encoding", "header")


def read_test_file(
    path: str, training: Dataset, unused: Collection[str] = (), *, fill: bool = False
) -> tuple[TestFile, tuple[str, ...]]:
    """Return the file under the header of the training data, and a description of the differences.

    `fill`: absent cells of short rows are missing, even if the training file was read without that.
    """
    raw = read_like(path, training, unused, fill=fill)
    target = training.class_attribute
    test_file = TestFile.of(raw, training, unused)
    test = test_file.data
    notes = [str(repair) for repair in test.repairs if repair not in raw.repairs]
    if not any(a.name == target.name for a in raw.attributes):
        notes.append(f"it has no class {target.name!r}: its rows are predicted but not evaluated")
    elif (test.class_codes < 0).all():
        notes.append(
            f"the class {target.name!r} is missing in every row: the rows are predicted but not evaluated"
        )
    return test_file, tuple(notes)


def read_like(path: str, training: Dataset, unused: Collection[str] = (), *, fill: bool = False) -> Dataset:
    """Read a second file, with the choices made for the training file as far as they fit."""
    file = Path(path).expanduser()
    if not on_disc(file).is_file() or format_of_file(file) != "csv":
        return load(path)  # which also explains why it cannot be read
    data = _read_csv(path, training, unused, fill)
    codes = _read_as_numbers(data, training)
    if codes:  # keep the cells themselves: 007 is not 7
        data = load(path, **{**data.reading.options, "nominal": codes})
    return data


def _read_csv(path: str, training: Dataset, unused: Collection[str], fill: bool) -> Dataset:
    """Read the file with the training file's dialect, or with its own if that fits better."""
    given = training.reading.options
    of_cells = {name: given[name] for name in _OF_CELLS if name in given}
    if fill:
        of_cells["fill"] = True
    of_both = of_cells | {name: given[name] for name in _OF_FILE if name in given}
    try:
        data = load(path, **of_both)
    except LwnbError:
        if of_both == of_cells:
            raise
        return load(path, **of_cells)  # written in another dialect, which was detected
    absent = _absent(data, training, unused)
    if absent and of_both != of_cells:
        try:
            other = load(path, **of_cells)
        except LwnbError:
            return data
        if _absent(other, training, unused) < absent:
            return other
    return data


def _absent(data: Dataset, training: Dataset, unused: Collection[str]) -> int:
    """Count the attributes in use that the file does not have."""
    used = {training.attributes[j].name for j in training.predictors} - set(unused)
    return len(used - {attribute.name for attribute in data.attributes})


def _read_as_numbers(data: Dataset, training: Dataset) -> tuple[str, ...]:
    """Return columns that look numeric or like free text here, and are nominal in the training data."""
    nominal = {a.name for a in training.attributes if a.is_nominal and not is_cut(a)}
    return tuple(a.name for a in data.attributes if a.name in nominal and not a.is_nominal)
