"""Test data are matched to the header of the training data."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_core.data import Attribute, Dataset, align, matched, sample
from lwnb_core.errors import HeaderMismatch, SettingsError
from tests.core.data.helpers import rows_of

HEADER = Dataset.from_columns(
    "train",
    [Attribute.numeric("a"), Attribute.nominal("b", ("p", "q", "r")), Attribute.nominal("c", ("x", "y"))],
    [[1.0], [0], [0]],
)


def make(**columns: tuple[tuple[str, ...] | str, list[object]]) -> Dataset:
    """Return columns by name: nominal ones as (values, texts), others as (kind, values)."""
    attributes, data = [], []
    for name, (kind, values) in columns.items():
        if isinstance(kind, tuple):
            attributes.append(Attribute.nominal(name, kind))
            data.append([-1 if value is None else kind.index(str(value)) for value in values])
        elif kind == "numeric":
            attributes.append(Attribute.numeric(name))
            data.append(values)  # type: ignore[arg-type]
        else:
            attributes.append(Attribute.string(name))
            data.append(values)  # type: ignore[arg-type]
    return Dataset.from_columns("test", attributes, data, source="test.csv")


def test_equal_headers_give_the_same_object() -> None:
    iris = sample("iris")
    part = iris.subset([3, 1])
    assert align(part, iris) is part
    assert align(iris, part) is iris


def test_order_of_columns_and_values_does_not_matter() -> None:
    test = make(
        c=(("y", "x"), ["x", "y", None]), a=("numeric", [1.0, 2.0, 3.0]), b=(("q", "p"), ["p", "q", None])
    )
    aligned = align(test, HEADER)
    assert aligned.attributes == HEADER.attributes
    assert aligned.class_index == HEADER.class_index
    assert rows_of(aligned) == [[1.0, "p", "x"], [2.0, "q", "y"], [3.0, None, None]]
    assert aligned.column("b").tolist() == [0, 1, -1]
    assert aligned.repairs == ()


def test_a_subset_keeps_its_origin_and_row_numbers() -> None:
    test = make(
        b=(("q", "p"), ["p", "q", "p"]), a=("numeric", [1.0, 2.0, 3.0]), c=(("x", "y"), ["x", "y", "x"])
    )
    part = test.subset([2, 1])
    aligned = align(part, HEADER)
    assert aligned.origin == part.origin
    assert aligned.row_numbers.tolist() == [2, 1]
    assert rows_of(aligned) == [[3.0, "p", "x"], [2.0, "q", "y"]]


def test_weights_stay() -> None:
    test = make(b=(("q",), ["q"]), a=("numeric", [1.0]), c=(("x",), ["x"])).with_weights([2.5])
    assert align(test, HEADER).weights.tolist() == [2.5]


@pytest.mark.parametrize(
    "c",
    [None, (("?",), [None, None]), ("numeric", [np.nan, np.nan]), ("string", np.array([None, None], object))],
)
def test_the_class_may_be_absent_or_missing(c: object) -> None:
    columns = {"a": ("numeric", [1.0, 2.0]), "b": (("p",), ["p", "p"])}
    if c is not None:
        columns["c"] = c  # type: ignore[assignment]
    aligned = align(make(**columns), HEADER)  # type: ignore[arg-type]
    assert aligned.classes == ("x", "y")
    assert aligned.class_codes.tolist() == [-1, -1]


def test_the_class_may_have_been_another_one() -> None:
    other = HEADER.with_class("b")
    assert align(other, HEADER).class_index == 2
    assert align(other, HEADER).origin == HEADER.origin


def test_extra_attributes_are_left_out_and_reported() -> None:
    test = make(a=("numeric", [1.0]), z=("numeric", [9.0]), b=(("p",), ["p"]), c=(("x",), ["x"]))
    aligned = align(test, HEADER)
    assert rows_of(aligned) == [[1.0, "p", "x"]]
    assert [repair.text for repair in aligned.repairs] == ["not in the training data, left out: z"]


def test_values_that_are_declared_but_not_used_do_not_matter() -> None:
    test = make(a=("numeric", [1.0, 2.0]), b=(("s", "p"), ["p", "s"]), c=(("z", "x"), ["x", "x"]))
    assert rows_of(align(test.subset([0]), HEADER)) == [[1.0, "p", "x"]]
    with pytest.raises(HeaderMismatch, match="'s'"):
        align(test, HEADER)


def test_a_text_attribute_may_be_absent() -> None:
    header = Dataset.from_columns("r", [Attribute.string("s"), *HEADER.attributes], [[None], [1.0], [0], [0]])
    test = make(a=("numeric", [1.0]), b=(("p",), ["p"]), c=(("x",), ["x"]))
    aligned = align(test, header)
    assert rows_of(aligned) == [[None, 1.0, "p", "x"]]
    assert "'s'" in aligned.repairs[0].text


def test_every_difference_is_named() -> None:
    test = make(A=("numeric", [1.0]), b=("numeric", [1.0]), c=(("x", "w", "v"), ["w"]))
    with pytest.raises(HeaderMismatch) as caught:
        align(test, HEADER)
    message = str(caught.value)
    assert "no attribute 'a'" in message
    assert "'b' is numeric, not nominal" in message
    assert "'c' has values that the training data do not declare: 'w'" in message
    assert "'v'" not in message
    assert caught.value.file == "test.csv"


def test_very_many_differences_are_cut_short() -> None:
    header = Dataset.from_columns("r", [Attribute.numeric(f"a{j}") for j in range(50)], [[1.0]] * 50)
    with pytest.raises(HeaderMismatch, match="and 42 more"):
        align(make(b=("numeric", [1.0])), header)


def test_a_file_without_types_takes_those_of_the_training_data() -> None:
    codes = Dataset.from_columns(
        "train", [Attribute.nominal("a", ("1", "2")), Attribute.nominal("c", ("x", "y"))], [[0, 1], [0, 1]]
    )
    numbers = make(a=("numeric", [2.0, 1.0]))  # like a CSV file of codes
    assert rows_of(matched(numbers, codes)) == [["2", None], ["1", None]]
    with pytest.raises(HeaderMismatch):
        matched(Dataset.from_columns("test", numbers.attributes, [[2.0, 1.0]], source="test.arff"), codes)


def test_a_class_that_was_cut_for_the_training_is_not_compared() -> None:
    test = make(a=("numeric", [1.0]), b=(("p",), ["p"]), c=("numeric", [0.5]))
    result = matched(test, HEADER, class_was_cut=True)
    assert result.class_codes.tolist() == [-1]
    assert any("not compared" in str(repair) for repair in result.repairs)


def test_unknown_values_can_be_taken_as_missing_and_are_listed_with_their_rows() -> None:
    test = make(
        a=("numeric", [1.0, 2.0, 3.0]), b=(("p", "s", "t"), ["s", "p", "s"]), c=(("x", "z"), ["z", "x", None])
    )
    with pytest.raises(HeaderMismatch, match=r'unknown="missing"'):
        align(test, HEADER)
    aligned = align(test, HEADER, unknown="missing")
    assert rows_of(aligned) == [[1.0, None, None], [2.0, "p", "x"], [3.0, None, None]]
    assert [repair.text for repair in aligned.repairs] == [
        "'b': not in the training data, treated as missing: 's' (2 rows)",
        "'c': not in the training data, treated as missing: 'z' (1 row)",
    ]
    assert rows_of(align(test.subset([1]), HEADER, unknown="missing")) == [[2.0, "p", "x"]]


def test_taking_unknown_values_as_missing_excuses_nothing_else() -> None:
    with pytest.raises(HeaderMismatch, match="'b' is numeric, not nominal"):
        align(make(a=("numeric", [1.0]), b=("numeric", [1.0])), HEADER, unknown="missing")
    with pytest.raises(SettingsError, match="refuse, missing"):
        align(HEADER, HEADER, unknown="drop")  # type: ignore[arg-type]
