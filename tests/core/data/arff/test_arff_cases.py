"""The syntax cases, with Weka 3.6.14's verdict on each."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from lwnb_core.data import read_arff
from lwnb_core.errors import ArffError
from tests.core.data.helpers import FIXTURES, header_of, rows_of

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (FIXTURES / "expected.jsonl").read_text(encoding="utf-8").splitlines()
]
ACCEPTED = [case for case in CASES if case["ok"]]
REFUSED = {case["file"]: case["error"] for case in CASES if not case["ok"]}

# Weka refuses these; we read them and report the repair.
REPAIRED = {"c_BOM.arff": "byte-order mark", "c_relation_weka_filter.arff": "relation's name"}

# Where Weka stops, counted from 1: the faulty line of the text. Weka itself also counts the line end that it
# has just read, and gives no line for names that are not unique.
LINE_AT_FAULT = {
    "c_attr_name_comma.arff": 2,
    "c_bad_number.arff": 6,
    "c_csv_dquote_escape.arff": 5,
    "c_dup_attr_name.arff": 3,
    "c_junk_header_line.arff": 2,
    "c_missing_column.arff": 5,
    "c_no_data_section.arff": 4,
    "c_nominal_multiline.arff": 3,
    "c_nominal_num_format_mismatch.arff": 5,
    "c_nominal_undeclared.arff": 6,
    "c_nominal_value_percent.arff": 2,
    "c_row_split_lines.arff": 6,
    "c_string_unquoted_space.arff": 5,
}


def test_every_arff_case_has_an_expected_outcome() -> None:
    assert {path.name for path in FIXTURES.glob("*.arff")} == {case["file"] for case in CASES}
    assert set(REFUSED) == set(LINE_AT_FAULT) | set(REPAIRED)


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case["file"])
def test_arff_cases_are_read_as_by_weka(case: dict[str, Any]) -> None:
    data = read_arff(FIXTURES / case["file"])
    attributes, rows = case["attributes"], case["data"]
    if case["file"] == "latin1.arff":  # Weka quotes the byte that it cannot read; we read it
        attributes, rows = json.loads(json.dumps([attributes, rows]).replace("\\ufffd", "\\u00e9"))
        assert any("Latin-1" in repair.text for repair in data.repairs)
    for j, (_, kind) in enumerate(attributes):
        if kind == "date":  # Weka quotes the text of the date
            attributes[j][1] = "numeric"
            for row in rows:
                row[j] = 1000 * datetime.fromisoformat(row[j]).replace(tzinfo=UTC).timestamp()
        elif kind == "numeric":
            for row in rows:
                row[j] = math.inf if row[j] == "inf" else row[j]
    assert header_of(data) == attributes
    assert rows_of(data) == rows
    assert data.weights.tolist() == case["weights"]


@pytest.mark.parametrize("file", LINE_AT_FAULT)
def test_arff_cases_that_weka_refuses_are_refused(file: str) -> None:
    with pytest.raises(ArffError) as caught:
        read_arff(FIXTURES / file)
    error = caught.value
    assert error.line == LINE_AT_FAULT[file]
    assert error.file.endswith(file)
    assert error.hint
    if file != "c_no_data_section.arff":
        line = (FIXTURES / file).read_text(encoding="utf-8").split("\n")[error.line - 1]
        assert error.text == line.strip()


@pytest.mark.parametrize(("file", "note"), REPAIRED.items())
def test_arff_cases_that_are_repaired_report_it(file: str, note: str) -> None:
    data = read_arff(FIXTURES / file)
    assert [repair for repair in data.repairs if note in repair.text and repair.line == 1]
    assert header_of(data) == [["a", "numeric"], ["c", ["x", "y"]]]
    assert rows_of(data)[0] == [1.0, "x"]


def test_all_of_the_papers_files_load(uci_dir: Path) -> None:
    files = sorted(uci_dir.glob("*.arff"))
    loaded = {path.name: read_arff(path) for path in files}
    assert len(loaded) == 37
    assert not [name for name, data in loaded.items() if data.repairs]
    anneal = loaded["anneal.arff"]
    assert "?" in anneal.attributes[anneal.index_of("steel")].values
    assert not anneal.missing("steel").any()
    assert len(loaded["splice.arff"].attributes[0].values) == 3178
    assert loaded["hypothyroid.arff"].missing("TBG").all()
