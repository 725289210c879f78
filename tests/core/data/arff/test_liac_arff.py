"""liac-arff: its encoder, which writes our files, and the files that its decoder cannot read."""

from __future__ import annotations

from collections.abc import Callable

import arff as liac_arff
import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.data import Attribute, Dataset, arff_text, read_arff, sample, samples
from tests.core.data.helpers import FIXTURES, assert_same_data, header_of, rows_of

every_sample = pytest.mark.parametrize("name", [info.name for info in samples()])


def encoded_alone(data: Dataset, number: Callable[[float], object]) -> str:
    """Return the data as liac-arff's encoder writes them without our changes."""
    types = {"numeric": "NUMERIC", "string": "STRING"}
    rows = [[number(cell) if isinstance(cell, float) else cell for cell in row] for row in rows_of(data)]
    attributes = [(name, kind if isinstance(kind, list) else types[kind]) for name, kind in header_of(data)]
    return liac_arff.dumps({"relation": data.relation, "attributes": attributes, "data": rows})


def as_in_files(number: float) -> object:
    """Write numbers as our files have them: 1 for 1.0."""
    return f"{number:g}" if number.is_integer() else number


@every_sample
def test_samples_are_written_by_the_encoder_alone(name: str) -> None:
    data = sample(name)
    assert arff_text(data) == encoded_alone(data, as_in_files)
    assert_same_data(read_arff(encoded_alone(data, float).encode()), data)


def test_lines_that_the_encoder_gets_wrong_are_ours_and_the_others_its_own() -> None:
    attributes = [
        Attribute.nominal("a b", ("it's", "50 %")),
        Attribute.nominal("it's", ("p", "q")),
        Attribute.string("text"),
    ]
    texts = np.array(["a, b", "{1}", "?"], dtype=object)
    data = Dataset.from_columns("r", attributes, [[0, 1, -1], [0, 1, 1], texts])
    encoded = encoded_alone(data, float).split("\n")
    written = arff_text(data).split("\n")
    assert [i for i, (one, other) in enumerate(zip(encoded, written, strict=True)) if one != other] == [
        3,
        8,
        9,
    ]
    assert written[2] == "@ATTRIBUTE \"a b\" {'it\\'s', '50 \\%'}"
    assert written[7:10] == ["'it\\'s',p,'a, b'", "'50 %',q,'{1}'", "?,q,'?'"]
    assert_same_data(read_arff(arff_text(data).encode()), data)


def test_our_reader_takes_files_that_liac_arff_refuses() -> None:
    """This is why we have a reader: the paper's own data have ranges in the header."""
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
