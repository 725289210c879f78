"""Columns can be left out of files of every format, even columns that could not be read at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

import lwnb_core as lw

FRAME = pd.DataFrame(
    {
        "id": [f"c{i}" for i in range(12)],
        "x": [float(i) for i in range(12)],
        "y": [float(i % 5) for i in range(12)],
        "colour": ["red", "blue"] * 6,
        "kind": ["a", "b", "c"] * 4,
    }
)
SUFFIXES = [".csv", ".arff", ".json", ".parquet", ".feather", ".xlsx"]


def write(frame: pd.DataFrame, path: Path) -> Path:
    if path.suffix in (".csv", ".arff"):
        lw.save(lw.Dataset.from_pandas(frame), path)
    elif path.suffix == ".json":
        frame.to_json(path, orient="records")
    elif path.suffix == ".xlsx":
        pytest.importorskip("openpyxl")
        frame.to_excel(path, index=False)
    else:
        pytest.importorskip("pyarrow")
        (frame.to_parquet if path.suffix == ".parquet" else frame.to_feather)(path)
    return path


@pytest.fixture(params=SUFFIXES)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write(FRAME, tmp_path / f"data{request.param}")


def names(data: lw.Dataset) -> list[str]:
    return [attribute.name for attribute in data.attributes]


def test_ignored_columns_are_not_there(file: Path) -> None:
    data = lw.load(file, ignore=["id", "y"])
    assert names(data) == ["x", "colour", "kind"]
    assert data.class_attribute.name == "kind"
    assert lw.load(file, **data.reading.options).fingerprint == data.fingerprint


def test_only_keeps_the_class_whether_it_is_named_or_not(file: Path) -> None:
    assert names(lw.load(file, only="x")) == ["x", "kind"]
    data = lw.load(file, "colour", only=["x"])
    assert names(data) == ["x", "colour"]
    assert data.class_attribute.name == "colour"


def test_the_class_is_another_where_it_is_left_out(file: Path) -> None:
    assert lw.load(file, ignore="kind").class_attribute.name == "colour"
    with pytest.raises(lw.DataError, match="'kind' cannot be left out"):
        lw.load(file, "kind", ignore="kind")


def test_a_class_given_by_its_position_is_counted_over_all_columns(file: Path) -> None:
    data = lw.load(file, 3, ignore="id")
    assert data.class_attribute.name == "colour"
    assert names(data) == ["x", "y", "colour", "kind"]


def test_a_name_that_the_file_does_not_have_is_refused(file: Path) -> None:
    with pytest.raises(lw.DataError, match="no column is called 'colur'") as caught:
        lw.load(file, ignore="colur")
    assert "Did you mean colour?" in caught.value.hint
    with pytest.raises(lw.SettingsError, match="both left out and read"):
        lw.load(file, ignore="x", only="x")


@pytest.mark.parametrize("suffix", [".parquet", ".json", ".feather"])
@pytest.mark.parametrize("make", [lambda i: [i, i], lambda i: {"a": i}], ids=["lists", "objects"])
def test_a_column_that_cannot_be_read_can_be_left_out(
    tmp_path: Path, suffix: str, make: Callable[[int], object]
) -> None:
    frame = FRAME.assign(nested=[make(i) for i in range(12)])
    path = write(frame, tmp_path / f"data{suffix}")
    with pytest.raises(lw.DataError, match="not single values") as caught:
        lw.load(path)
    assert "Leave it out, ignore=['nested']" in caught.value.hint
    assert names(lw.load(path, ignore="nested")) == names(lw.load(path, "kind", only=list(FRAME.columns)))
