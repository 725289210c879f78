"""Weka's grammar beyond the fixtures; every verdict here comes from Weka 3.6.14 itself."""

from __future__ import annotations

import math

import pytest

from lwnb_core.data import read_arff
from lwnb_core.errors import ArffError
from tests.core.data.helpers import HEADER, header_of, rows_of


def first_row(row: bytes) -> list[float | str | None]:
    (only,) = rows_of(read_arff(HEADER + row))
    return only


@pytest.mark.parametrize(
    ("word", "number"),
    [
        (b"1.5f", 1.5),
        (b"7.D", 7.0),
        (b"0x1.8p2", 6.0),
        (b"-0x1p-1d", -0.5),
        (b".5", 0.5),
        (b"5.", 5.0),
        (b"+1", 1.0),
        (b"1E+5", 1e5),
        (b"' 8 '", 8.0),
        (b'"9"', 9.0),
        (b"1e400", math.inf),
        (b"-Infinity", -math.inf),
        (b"0x1p9999", math.inf),
        (b"+NaN", None),
        (b"NaN", None),
        (b"?", None),
    ],
)
def test_numbers_as_java_reads_them(word: bytes, number: float | None) -> None:
    assert first_row(word + b",x") == [number, "x"]


@pytest.mark.parametrize(
    "word", [b"inf", b"nan", b"1_0", b"0x10", b"''", b"'?'", b".", b"1e", b"--1", "١".encode(), b"1\xc2\xa0"]
)
def test_words_that_are_no_number_are_refused(word: bytes) -> None:
    with pytest.raises(ArffError, match="is not a number"):
        read_arff(HEADER + word + b",x")


@pytest.mark.parametrize(
    ("row", "weight"),
    [
        (b"1,x,{2.5}", 2.5),
        (b"1,x {0x1p1}", 2.0),
        (b"1,x{3}", 3.0),
        (b"1,x,{ '4' }", 4.0),
        (b"{0 1, 1 x}, {0}", 0.0),
        (b"1,x", 1.0),
        (b"1,x,{NaN}", 1.0),
        (b"1,x,junk", 1.0),
    ],
)
def test_instance_weights_after_a_row(row: bytes, weight: float) -> None:
    data = read_arff(HEADER + row)
    assert rows_of(data) == [[1.0, "x"]]
    assert data.weights.tolist() == [weight]
    assert data.has_weights == (weight != 1.0)
    assert bool(data.repairs) == (b"junk" in row or b"NaN" in row)


@pytest.mark.parametrize(
    "row",
    [
        b"1,x,{2.5",
        b"1,x,{2.5}}",
        b"1,x,{}",
        b"1,x,{?}",
        b"1,x,{2.5} 3",
        b"1,x,a,b",
        b"1,x,{-1}",
        b"1,x,{Infinity}",
        b"1,{x}",
        b"{0 1,1 x",
        b"{1 x,0 1}",
        b"{0 1,0 2}",
        b"{2 1}",
        b"{-1 1}",
        b"{a 1}",
        b"{0}",
        b"{0.0 5}",
        b"{{0 5}}",
        b"}",
        b"1",
        b"1,z",
        b"1,X",
        b"1,'?'",
        b"1;x",
        b"1,x\xc2\x85",
        b"@data",
    ],
)
def test_refused_rows(row: bytes) -> None:
    with pytest.raises(ArffError) as caught:
        read_arff(HEADER + b"1,x\n% comment\n" + row + b"\n2,y\n")
    assert caught.value.line == 7
    assert caught.value.text == row.decode()
    assert caught.value.hint


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (b"1 x", [1.0, "x"]),
        (b",,1,,\t,x,,", [1.0, "x"]),
        (b"\x0b1\x1fx\x1a", [1.0, "x"]),
        (b"1'x'", [1.0, "x"]),
        (b"1,x%,y", [1.0, "x"]),
        (b"1,'\\170'", [1.0, "x"]),
        (b"1,'\\x'", [1.0, "x"]),
        (b"{+1 y}", [0.0, "y"]),
        (b"{,0,5,}", [5.0, "x"]),
        (b"{0 ?,1 ?}", [None, None]),
        (b"{}", [0.0, "x"]),
    ],
)
def test_accepted_rows(row: bytes, expected: list[float | str | None]) -> None:
    assert first_row(row) == expected


def test_an_unclosed_quote_ends_with_the_line_and_is_reported() -> None:
    data = read_arff(HEADER + b"1,'x\n2,y\n")
    assert rows_of(data) == [[1.0, "x"], [2.0, "y"]]
    assert [repair.line for repair in data.repairs] == [5]


def test_escapes_in_quoted_values() -> None:
    raw = b"@relation r\n@attribute s string\n@data\n'\\n\\r\\t\\b\\f\\a\\v\\\\\\'\\\"\\q\\0\\12\\377\\400'\n"
    ((text,),) = rows_of(read_arff(raw))
    assert text == "\n\r\t\b\f\a\v\\'\"q\0\n\xff\x200"


def test_an_escaped_line_end_is_part_of_the_value_and_is_counted() -> None:
    raw = b"@relation r\n@attribute s string\n@attribute a numeric\n@data\n'one\\\ntwo',1\nthree,zwei\n"
    with pytest.raises(ArffError) as caught:
        read_arff(raw)
    assert caught.value.line == 7
    assert rows_of(read_arff(raw.replace(b"zwei", b"2"))) == [["one\ntwo", 1.0], ["three", 2.0]]


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        (b"@ATTRIBUTE a REAL junk {", ["a", "numeric"]),
        (b"\t'@attribute' a 'Integer' 'unclosed", ["a", "numeric"]),
        (b"@attribute a{p,q}%c", ["a", ["p", "q"]]),
        (b"@attribute ? { 'p'q\"r\" }", ["?", ["p", "q", "r"]]),
        (b"@attribute '' {'',?,'\\'',\"'\"}", None),
        (b"@attribute '' {'',?}", ["", ["", "?"]]),
        (b"@attribute a {}", ["a", []]),
        (b"@attribute a {a\\,b\\t}", ["a", ["a\\", "b\\t"]]),
        (b"@attribute a {p,q} junk", None),
        (b"@attribute a {p,p}", None),
        (b"@attribute a {p,{q}", None),
        (b"@attribute a {p,q", None),
        (b"@attribute a '{p,q}'", None),
        (b"@attribute a b numeric", None),
        (b"@attribute a", None),
        (b"@attribute {a} numeric", None),
        (b"@attribute a double", None),
        (b"@attribute a date {", None),
        (b"@attribute a date 'foo'", None),
        (b"@relation s", None),
        (b"@end", None),
    ],
)
def test_attribute_declarations(declaration: bytes, expected: list[object] | None) -> None:
    raw = b"@relation r\n" + declaration + b"\n@attribute c {x,y}\n@data\n"
    if expected is None:
        with pytest.raises(ArffError) as caught:
            read_arff(raw)
        assert caught.value.line == 2
    else:
        assert header_of(read_arff(raw)) == [expected, ["c", ["x", "y"]]]


def test_a_relational_attribute_is_refused_in_clear_words() -> None:
    raw = b"@relation r\n@attribute bag relational\n@attribute a numeric\n@end bag\n@data\n'1',x\n"
    with pytest.raises(ArffError, match="'bag' is relational: it contains a table in every row"):
        read_arff(raw)


@pytest.mark.parametrize(
    "raw", [b"", b"\n", b"% only a comment", b"@relation r\n", b"x,y\n1,2\n", b"@relation\n"]
)
def test_file_without_a_header_is_refused(raw: bytes) -> None:
    with pytest.raises(ArffError):
        read_arff(raw)


def test_strings_are_kept_and_reported() -> None:
    raw = b"@relation r\n@attribute s string\n@attribute c {x,y}\n@data\n'a b',x\n?,y\n'?',x\n{1 y}\n"
    data = read_arff(raw)
    assert rows_of(data) == [["a b", "x"], [None, "y"], ["?", "x"], [None, "y"]]
    assert data.predictors == ()
    assert "not used for learning" in data.repairs[0].text


def test_a_word_has_no_other_white_space_than_weka_s() -> None:
    raw = "@relation r\n@attribute c {a\u2028b,c\xa0d,e\x85f}\n@data\nc\xa0d\ne\x85f\n".encode()
    assert rows_of(read_arff(raw)) == [["c\xa0d"], ["e\x85f"]]


def test_the_class_is_the_last_nominal_attribute_unless_told() -> None:
    raw = b"@relation r\n@attribute b {p,q}\n@attribute c {x,y}\n@attribute a numeric\n@data\np,x,1\n"
    assert read_arff(raw).class_attribute.name == "c"
    assert read_arff(raw, "b").class_attribute.name == "b"
    assert read_arff(raw, 0).class_attribute.name == "b"
