"""What readers report: each kind of repair once, and problems that would otherwise pass unnoticed."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_core.data.csv import parse_csv
from lwnb_core.data.repairs import RepairLog


def test_the_same_repair_of_many_columns_is_said_once() -> None:
    log = RepairLog()
    for i in range(49):
        log.add(f"column 'c{i}' is a date", column=f"c{i}")
    log.add("something else")
    texts = [repair.text for repair in log.repairs()]
    assert texts == [
        "column 'c0' is a date; the same for 46 more columns: 'c3', 'c4', 'c5', 'c6', 'c7' …",
        "column 'c1' is a date",
        "column 'c2' is a date",
        "something else",
    ]


def test_lines_of_many_columns_do_not_fill_the_list() -> None:
    log = RepairLog()
    for line in range(100):
        for i in range(20):
            log.add(f"'c{i}' was rounded", line, column=f"c{i}")
    repairs = log.repairs()
    assert len(repairs) == 3 * 11
    assert "the same for 17 more columns" in repairs[0].text
    assert repairs[-1].text == "'c2' was rounded (on 90 more lines)"


class CountedName(str):
    """The name of a column, which counts its comparisons with other names."""

    comparisons = 0
    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        CountedName.comparisons += 1
        return str.__eq__(self, other)


def test_noting_a_column_does_not_pass_through_all_others() -> None:
    log, columns = RepairLog(), 2_000
    CountedName.comparisons = 0
    for line in range(2):
        for i in range(columns):
            log.add(f"'c{i}' was rounded", line, column=CountedName(f"c{i}"))
    assert f"the same for {columns - 3:,} more columns" in log.repairs()[0].text
    assert CountedName.comparisons < 10 * columns


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        (2, "two columns are called 'x': the later one was given a number"),
        (49, "49 columns are called 'x': the later ones were given numbers"),
    ],
)
def test_columns_of_one_name_are_reported_together(times: int, expected: str) -> None:
    data = parse_csv(f"{'x,' * times}class\n{'1,' * times}a\n".encode())
    assert [repair.text for repair in data.repairs if "called" in repair.text] == [expected]


def test_columns_of_free_text_are_reported_together() -> None:
    names = [f"t{j}" for j in range(49)]
    rows = [",".join([*(f"text {i} of {j}" for j in range(49)), "ab"[i % 2]]) for i in range(300)]
    data = parse_csv("\n".join([",".join([*names, "class"]), *rows]).encode())
    assert sum("free text" in repair.text for repair in data.repairs) == 3
    assert "the same for 46 more columns" in data.repairs[0].text


def test_a_file_of_one_column_asks_for_the_separator(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("a:b:c\n1:2:x\n3:4:y\n")
    data = lw.load(file)
    texts = [repair.text for repair in data.repairs]
    assert "only one column: is the separator right?" in texts
    assert "no attribute to learn from: the class is the only column" in texts
    assert not lw.load(file, separator=":").repairs


def test_texts_alone_are_nothing_to_learn_from(tmp_path: Path) -> None:
    file = tmp_path / "x.arff"
    file.write_text("@relation r\n@attribute Text string\n@attribute class {a,b}\n@data\n'x y',a\n'z',b\n")
    assert lw.load(file).repairs[-1].text == "no attribute to learn from: 'Text' is text"


def test_formulas_without_a_stored_result_are_reported(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["a", "twice", "class"], *([i, f"=2*A{i + 2}", "xy"[i % 2]] for i in range(4))):
        book.active.append(row)
    book.save(tmp_path / "x.xlsx")
    data = lw.load(tmp_path / "x.xlsx")
    assert data.missing("twice").all()
    (repair,) = (repair.text for repair in data.repairs)
    assert repair.startswith("column 'twice' has formulas without a stored result, read as missing")
    stream = io.BytesIO()
    pd.DataFrame({"a": [1, None, 3], "class": list("xyx")}).to_excel(stream, index=False)
    (tmp_path / "plain.xlsx").write_bytes(stream.getvalue())
    assert not lw.load(tmp_path / "plain.xlsx").repairs
