"""Lists in options are separated by commas or blanks, in every command."""

from __future__ import annotations

import pytest

from lwnb_gui.cli.curve import parse_ks, split_specs
from lwnb_gui.cli.options.lists import columns_of, specs_of, words_of
from lwnb_gui.text import column_list


@pytest.mark.parametrize("text", ["a,b,c", "a b c", "a, b  c", ",a,b c,"])
def test_commas_and_blanks_separate(text: str) -> None:
    assert words_of(text) == ["a", "b", "c"]


@pytest.mark.parametrize(
    "text", ["knn,lwnb:eq6=right,kernel=tricube,nb", "knn lwnb:eq6=right,kernel=tricube nb"]
)
def test_a_setting_belongs_to_the_learner_before_it(text: str) -> None:
    expected = ["knn", "lwnb:eq6=right,kernel=tricube", "nb"]
    assert specs_of(text) == split_specs(text) == expected


@pytest.mark.parametrize(
    "names", [["id", "birth date"], ["price, net", "id"], ['5" nail', "a"], ["x"], ["2,5", "3,5"]]
)
def test_lists_of_columns_may_have_any_names(names: list[str]) -> None:
    assert columns_of([column_list(names)]) == tuple(names)
    assert columns_of([column_list([name]) for name in names]) == tuple(names)
    assert columns_of([" id, name", "age"]) == ("id", "name", "age")


def test_ks_can_be_separated_by_blanks() -> None:
    assert parse_ks("1 5 10:12") == parse_ks("1,5,10:12") == [range(1, 2), range(5, 6), range(10, 13)]
