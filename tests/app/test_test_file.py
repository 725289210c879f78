"""A second file is read as the training file was, and refused only for problems with columns in use."""

from __future__ import annotations

from pathlib import Path

import pytest

from lwnb_core import Dataset, HeaderMismatch, LwnbError
from lwnb_gui.app.column_edits import Edits
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.test_file import read_test_file

TRAINING = "name;code;size;kind\nAnn;01;1,5;a\nBob;02;-;b\nEve;01;2,5;a\nDan;02;3,5;b\n"
CHOSEN = {"separator": ";", "missing": ("?", "-", ""), "nominal": ("code",), "encoding": "utf-8"}


def training(folder: Path, text: str = TRAINING, **chosen: object) -> Dataset:
    file = folder / "training.csv"
    file.write_text(text, encoding="utf-8")
    return Opening(str(file), csv=chosen or CHOSEN).query().data


def second(folder: Path, text: str, encoding: str = "utf-8") -> str:
    file = folder / "second.csv"
    file.write_text(text, encoding=encoding)
    return str(file)


def test_markers_and_kinds_are_those_of_the_training_file(tmp_path: Path) -> None:
    data = training(tmp_path)
    test_file, notes = read_test_file(
        second(tmp_path, "name;code;size;kind\nAnn;02;-;a\nBob;01;2,5;-\n"), data
    )
    assert [test_file.data.value(0, j) for j in range(4)] == ["Ann", "02", None, "a"]
    assert [test_file.data.value(1, j) for j in range(4)] == ["Bob", "01", 2.5, None]
    assert notes == ()
    noted = test_file.data.reading
    assert noted is not None
    assert noted.options["missing"] == CHOSEN["missing"]  # sessions and scripts read it in the same way


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_test_file_in_another_dialect_is_read(tmp_path: Path, encoding: str) -> None:
    data = training(tmp_path, TRAINING.replace("Ann", "Zoë"))
    text = "name,code,size,kind\nZoë,02,-,a\nBob,01,2.5,b\n"
    test_file, _ = read_test_file(second(tmp_path, text, encoding), data)
    assert [test_file.data.value(0, j) for j in range(4)] == ["Zoë", "02", None, "a"]
    assert test_file.data.value(1, "size") == 2.5


def test_short_rows_are_filled_as_in_the_training_file_or_where_it_is_asked_for(tmp_path: Path) -> None:
    short = "name;code;size;kind\nAnn;02;1,5;a\nBob;01\n"
    data = training(tmp_path)
    with pytest.raises(LwnbError) as caught:
        read_test_file(second(tmp_path, short), data)
    assert "fill_rows" in [remedy.kind for remedy in caught.value.remedies]
    asked, _ = read_test_file(second(tmp_path, short), data, fill=True)
    chosen, _ = read_test_file(second(tmp_path, short), training(tmp_path, **CHOSEN, fill=True))
    for test_file in (asked, chosen):
        assert [test_file.data.value(1, j) for j in range(4)] == ["Bob", "01", None, None]
        assert test_file.data.reading is not None
        assert test_file.data.reading.options["fill"] is True  # sessions and scripts read it in the same way


def test_unreadable_test_file_is_refused(tmp_path: Path) -> None:
    data = training(tmp_path)
    with pytest.raises(LwnbError):
        read_test_file(second(tmp_path, "name;code\nAnn;02;3;4\n"), data)
    with pytest.raises(LwnbError, match="no such file"):
        read_test_file(str(tmp_path / "none.csv"), data)


def test_unknown_values_of_unused_attributes_are_no_error(tmp_path: Path) -> None:
    data = training(tmp_path)
    path = second(tmp_path, "name;code;size;kind\nNobody;02;many;a\nBob;01;few;b\n")
    with pytest.raises(HeaderMismatch) as caught:
        read_test_file(path, data)
    assert "'name'" in str(caught.value)
    assert "'size' is nominal, not numeric" in str(caught.value)
    with pytest.raises(HeaderMismatch, match="'size'") as caught:
        read_test_file(path, data, {"name"})
    assert "'name'" not in str(caught.value)
    test_file, notes = read_test_file(path, data, {"name", "size"})
    assert [test_file.data.value(0, j) for j in range(4)] == [None, "02", None, "a"]
    assert test_file.data.value(1, "name") == "Bob"  # what fits stays
    assert len(notes) == 2
    assert "not in use" in notes[0]


def test_an_attribute_that_is_not_in_use_may_be_absent(tmp_path: Path) -> None:
    data = training(tmp_path)
    path = second(tmp_path, "code;size;kind\n02;1;a\n")
    with pytest.raises(HeaderMismatch, match="no attribute 'name'"):
        read_test_file(path, data)
    assert read_test_file(path, data, {"name"})[0].data.value(0, "name") is None


def test_free_text_of_a_short_file_is_no_difference(tmp_path: Path) -> None:
    rows = "".join(f"note {i},{i},{'ab'[i % 2]}\n" for i in range(300))
    data = training(tmp_path, "text,size,kind\n" + rows, separator=",")
    assert data.attributes[0].kind == "string"
    test_file, _ = read_test_file(second(tmp_path, "text,size,kind\nwhat,1,a\nelse,2,b\n"), data)
    assert test_file.data.value(0, "text") == "what"
    test_file, _ = read_test_file(second(tmp_path, "text,size,kind\n7,1,a\n,2,b\n"), data)
    assert [test_file.data.value(row, "text") for row in range(2)] == ["7", None]


def test_a_class_that_was_cut_is_not_compared(tmp_path: Path) -> None:
    data = Edits({}, "size", 2).apply(training(tmp_path))
    test_file, notes = read_test_file(second(tmp_path, TRAINING), data)
    assert (test_file.data.class_codes < 0).all()
    assert any("not compared" in note for note in notes)
