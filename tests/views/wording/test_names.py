"""Names in little space: shortened in the middle, and different wherever the names are."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lwnb_core as lw
from lwnb_gui.text import printable
from lwnb_gui.views.wording.names import LONGEST, brief, brief_all, shorten, shorten_all

# Few letters, so that many names share beginnings, ends and words.
alike = st.text("ab -_\t", max_size=30)
any_names = st.lists(st.one_of(alike, st.text(max_size=60)), max_size=12)


def width(text: str) -> float:
    """Measure with letters of unequal width, as on a screen."""
    return sum({"a": 3.0, " ": 1.5}.get(c, 5.0 + ord(c) % 3) for c in text)


@given(any_names, st.integers(1, 40))
@example(["build wind float", "build wind non-float", "vehic wind float", "vehic wind non-float"], 8)
@example(["x" * 20, "x" * 21, "x" * 22], 8)
@example(["a\tb", "a\\tb", "a-tb", "atb"], 10)
@example(["a\tb", "a\\tb"], 1)
def test_names_that_differ_are_shortened_to_texts_that_differ(names: list[str], limit: int) -> None:
    texts = shorten_all(names, limit)
    assert len(set(zip(names, texts, strict=True))) == len(set(names)) == len(set(texts))


@given(any_names, st.floats(10, 200))
def test_the_same_holds_for_widths_on_a_screen(names: list[str], limit: float) -> None:
    texts = shorten_all(names, limit, width)
    assert len(set(texts)) == len(set(names))
    for name, text in zip(names, texts, strict=True):
        if len({printable(name) for name in names}) == len(set(names)) and width(printable(name)) <= limit:
            assert text == printable(name), "what fits is left alone"


@given(st.lists(alike, max_size=8), st.integers(12, 40))
def test_shortened_names_keep_to_the_limit(names: list[str], limit: int) -> None:
    for name, text in zip(names, shorten_all(names, limit), strict=True):
        assert len(text) <= limit
        assert ("…" in text) or " " in name or len(printable(name)) <= limit


@pytest.mark.parametrize("limit", [18, 14, 12, 10, 8, 6])
@pytest.mark.parametrize("sample", ["glass", "soybean", "iris"])
def test_classes_can_be_told_apart_however_short(sample: str, limit: int) -> None:
    texts = shorten_all(lw.sample(sample).classes, limit)
    assert len(set(texts)) == len(texts)
    assert max(map(len, texts)) <= limit


def test_names_are_cut_in_the_middle() -> None:
    assert shorten("diaporthe-stem-canker", 14) == "diaport…canker"
    assert shorten("x" * 100, 9) == "xxxx…xxxx"
    assert shorten("a\tb", 9) == r"a\tb"
    assert brief("n" * 50 + "o") == "n" * 18 + "…" + "n" * 16 + "o"
    assert len(brief("x" * 100)) == LONGEST


@pytest.mark.parametrize("limit", [30.0 + 0.5 * i for i in range(80)])
def test_names_that_begin_alike_keep_as_much_of_the_beginning(limit: float) -> None:
    """One must not become `Iris…tosa` beside `Iris-…olor`."""
    texts = shorten_all(lw.sample("iris").classes, limit, width)
    assert len({text.split("…")[0] for text in texts if "…" in text}) <= 1
    assert all(width(text) <= limit for text in texts)


def test_words_that_names_share_become_letters() -> None:
    classes = lw.sample("glass").classes
    assert shorten_all(classes, 14) == [
        "b w float", "b w non-float", "v w float", "v w non-float", "containers", "tableware", "headlamps",
    ]  # fmt: skip
    assert shorten_all(classes, 18) == shorten_all(classes, 14), "a list has one way of shortening"


def test_names_are_told_apart_by_what_differs_in_them() -> None:
    names = [f"grade_before_{subject}_2019" for subject in ("maths", "german", "sports")]
    assert shorten_all(names, 10) == ["g…maths…19", "g…germa…19", "g…sport…19"]


def test_each_name_can_have_a_limit_of_its_own() -> None:
    assert shorten_all(["petallength", "petalwidth"], [11, 6]) == ["petallength", "pet…th"]


def test_no_two_classes_of_a_sentence_are_alike() -> None:
    one, two = brief_all(("a very long name of a class " * 3 + "1", "a very long name of a class " * 3 + "2"))
    assert one != two
    assert max(len(one), len(two)) <= LONGEST


def test_parts_of_a_hyphenated_word_are_shortened_as_words_are() -> None:
    """One list showed `b w n…float` beside `b w float`, which are shortened in two ways."""
    names = ("build wind float", "build wind non-float", "vehic wind float", "vehic wind non-float")
    assert shorten_all(names, 11) == ["b w float", "b w n-float", "v w float", "v w n-float"]
