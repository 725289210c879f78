"""The dictionary of liac-arff, taken and given, and its encoder, which writes our files."""

from __future__ import annotations

from typing import Any

import arff as liac_arff
import numpy as np
import pytest
from hypothesis import given

import lwnb_core as lw
from lwnb_core.data import Attribute, Dataset, arff_text, read_arff, sample, samples
from tests.core.data.helpers import FIXTURES, assert_same_data, datasets, header_of, rows_of

SPARSE = """
@relation r
@attribute a numeric
@attribute c {x,y}
@attribute d {p,q}
@data
{0 2.5,1 y}
{}
{2 q}
"""
every_sample = pytest.mark.parametrize("name", [info.name for info in samples()])


def with_number_texts(data: Dataset) -> dict[str, Any]:
    """The dictionary with numbers as our files have them: 1 for 1.0."""
    dictionary = data.to_arff()
    for row in dictionary["data"]:
        row[:] = [f"{cell:g}" if isinstance(cell, float) and cell.is_integer() else cell for cell in row]
    return dictionary


@given(datasets())
def test_dictionary_round_trip(data: Dataset) -> None:
    back = Dataset.from_arff(data.to_arff(), weights=data.weights)
    assert_same_data(back, data)
    assert back.relation == (data.relation or "data")
    assert back.repairs == ()


@every_sample
def test_dictionary_of_a_sample_equals_what_liac_arff_reads(name: str) -> None:
    data = sample(name)
    theirs = liac_arff.loads(arff_text(data))
    assert data.to_arff() == theirs
    assert_same_data(Dataset.from_arff(theirs), data)


@every_sample
def test_samples_are_written_by_the_encoder_alone(name: str) -> None:
    data = sample(name)
    assert arff_text(data) == liac_arff.dumps(with_number_texts(data))
    assert_same_data(read_arff(liac_arff.dumps(data.to_arff()).encode()), data)


def test_lines_that_the_encoder_gets_wrong_are_ours_and_the_others_its_own() -> None:
    attributes = [
        Attribute.nominal("a b", ("it's", "50 %")),
        Attribute.nominal("it's", ("p", "q")),
        Attribute.string("text"),
    ]
    texts = np.array(["a, b", "{1}", "?"], dtype=object)
    data = Dataset.from_columns("r", attributes, [[0, 1, -1], [0, 1, 1], texts])
    encoded = liac_arff.dumps(data.to_arff()).split("\n")
    written = arff_text(data).split("\n")
    assert [i for i, (one, other) in enumerate(zip(encoded, written, strict=True)) if one != other] == [
        3,
        8,
        9,
    ]
    assert written[2] == "@ATTRIBUTE \"a b\" {'it\\'s', '50 \\%'}"
    assert written[7:10] == ["'it\\'s',p,'a, b'", "'50 %',q,'{1}'", "?,q,'?'"]
    assert_same_data(read_arff(arff_text(data).encode()), data)


@pytest.mark.parametrize(
    "form", [liac_arff.DENSE, liac_arff.COO, liac_arff.LOD, liac_arff.DENSE_GEN, liac_arff.LOD_GEN]
)
@pytest.mark.parametrize("encode_nominal", [False, True])
def test_sparse_rows_in_every_form_of_the_decoder(form: int, encode_nominal: bool) -> None:
    dictionary = liac_arff.loads(SPARSE, return_type=form, encode_nominal=encode_nominal)
    data = Dataset.from_arff(dictionary, encode_nominal=encode_nominal)
    assert rows_of(data) == [[2.5, "y", "p"], [0.0, "x", "p"], [0.0, "x", "q"]]
    assert_same_data(data, read_arff(SPARSE.encode()))


def test_arrays_and_types_in_any_case() -> None:
    attributes = [("a", "real"), ("b", "Integer"), ("c", ("x", "y"))]
    rows = np.array([[1, 2, "x"], [0.5, None, "y"]], dtype=object)
    data = Dataset.from_arff({"attributes": attributes, "data": rows}, "c", weights=[1, 2])
    assert header_of(data) == [["a", "numeric"], ["b", "numeric"], ["c", ["x", "y"]]]
    assert rows_of(data) == [[1.0, 2.0, "x"], [0.5, None, "y"]]
    assert (data.relation, data.weights.tolist()) == ("data", [1, 2])


def test_class_is_chosen_as_in_a_file() -> None:
    dictionary = sample("iris").subset([0, 60, 120]).to_arff()
    dictionary["attributes"].append(("more", ["x"]))
    for row in dictionary["data"]:
        row.append("x")
    assert Dataset.from_arff(dictionary).class_attribute.name == "more"
    assert Dataset.from_arff(dictionary, "class").class_attribute.name == "class"


def test_rows_that_liac_arff_gives_as_texts_are_numbers_all_the_same() -> None:
    """One NaN in an integer column, and its decoder hands the whole row over as it stood in the file."""
    dictionary = liac_arff.loads("@relation r\n@attribute a integer\n@attribute c {x}\n@data\n7,x\nNaN,x\n")
    assert rows_of(Dataset.from_arff(dictionary)) == [[7.0, "x"], [None, "x"]]


def test_whole_numbers_that_were_rounded_are_reported() -> None:
    rows = [[2**53 + 1, "x"], [10**400, "x"]]
    data = Dataset.from_arff({"attributes": [("a", "NUMERIC"), ("c", ["x"])], "data": rows})
    assert data.column("a").tolist() == [2.0**53, np.inf]
    assert ["rounded" in repair.text for repair in data.repairs] == [True]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"attributes": None}, "no 'attributes'"),
        ({"data": None}, "no 'data'"),
        ({"attributes": [("a", "DATE"), ("c", ["x"])]}, "'a' has the type 'DATE'"),
        ({"attributes": ["a", "c"]}, "an attribute is declared as str 'a'"),
        ({"attributes": [("a", "REAL"), ("a", ["x"])]}, "two attributes are called 'a'"),
        ({"data": [[1.0]]}, "row 0 .counted from 0. has 1 values for 2 attributes"),
        (
            {"data": [[1.0, "x"], ["one", "x"]]},
            "'a' has 'one' in row 1 .counted from 0., which is not a number",
        ),
        ({"data": [[True, "x"]]}, "'a' has True in row 0 .counted from 0., which is not a number"),
        (
            {"data": [[1.0, "z"]]},
            "'c' has 'z' in row 0 .counted from 0., which is not among its declared values",
        ),
        ({"data": [[1.0, 0]]}, "'c' has 0 in row 0 .counted from 0., which is not among its declared values"),
        ({"data": [{2: 1.0}]}, "row 0 .counted from 0. has a value for an attribute number 2"),
        ({"attributes": 5}, "'attributes' is int 5"),
        ({"data": 5}, "'data' is int 5"),
        ({"data": [[1.0, "x"], 5]}, "row 1 .counted from 0. is int 5"),
        ({"data": ["1x"]}, "row 0 .counted from 0. is str '1x'"),
        ({"data": ([1.0], [0, 1], [0, 1])}, "1 values have 2 row numbers and 2 column numbers"),
        ({"data": ([1.0, "x"], [0, -1], [0, 1])}, "'c' has -1 in row 1 .counted from 0."),
    ],
)
def test_refused_dictionaries(changes: dict[str, Any], message: str) -> None:
    dictionary = {"attributes": [("a", "REAL"), ("c", ["x"])], "data": [[1.0, "x"]], **changes}
    dictionary = {key: value for key, value in dictionary.items() if value is not None}
    with pytest.raises(lw.DataError, match=message):
        Dataset.from_arff(dictionary)


def test_three_dense_rows_may_be_a_tuple() -> None:
    rows = ([1.0, "x"], [2.0, "x"], [3.0, None])
    data = Dataset.from_arff({"attributes": [("a", "REAL"), ("c", ["x"])], "data": rows})
    assert data.column("a").tolist() == [1.0, 2.0, 3.0]


def test_our_reader_takes_files_that_liac_arff_refuses() -> None:
    """Why reading stays ours: the paper's own data have ranges in the header."""
    text = (FIXTURES / "c_int_range.arff").read_text(encoding="utf-8")
    with pytest.raises(liac_arff.BadAttributeType):
        liac_arff.loads(text)
    assert len(read_arff(text.encode())) > 0


def test_arff_in_the_program_itself_is_read_as_a_file_is() -> None:
    text = "@relation r\n@attribute c {x,y}\n@attribute d {p,q}\n@data\nx,p\ny,?\n"
    data = Dataset.from_arff_text(text)
    assert data.class_attribute.name == "d"
    assert Dataset.from_arff_text(text, "c").class_codes.tolist() == [0, 1]
    with pytest.raises(lw.DataError):
        Dataset.from_arff_text("no ARFF")
