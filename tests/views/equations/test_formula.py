"""Formulas laid out as boxes."""

from __future__ import annotations

from lwnb_gui.views.drawing.scene import Line, Text
from lwnb_gui.views.equations.formula import Box, Formula, fitted_box, formula_box
from tests.views.golden import CANVAS

SPACE = "\N{SIX-PER-EM SPACE}"


def texts(box: Box) -> list[str]:
    return [shape.text.replace(SPACE, " ") for shape in box.shapes if isinstance(shape, Text)]


def fonts(box: Box) -> list[str]:
    return [shape.font for shape in box.shapes if isinstance(shape, Text)]


def test_letters_are_italic_and_numbers_upright() -> None:
    box = formula_box(Formula(r"w_{1} = 1 - d_1/d_k = 0.606"), CANVAS)
    assert texts(box) == ["w", "1", " = 1 − ", "d", "1", "/", "d", "k", " = 0.606"]
    assert fonts(box)[:3] == ["math italic", "math script", "math"]
    assert fonts(box)[-2] == "math script italic"


def test_a_sign_has_no_space_of_its_own() -> None:
    assert texts(formula_box(Formula(r"(-1) - 2 = -3"), CANVAS)) == ["(−1) − 2 = −3"]


def test_a_fraction_has_its_parts_above_and_below_a_line() -> None:
    box = formula_box(Formula(r"\dfrac{1 + 2}{30 + 4000} = 5"), CANVAS)
    (rule,) = (shape for shape in box.shapes if isinstance(shape, Line))
    above, below, _ = (shape for shape in box.shapes if isinstance(shape, Text))
    assert above.y < rule.y0 < below.y
    middles = [text.x + CANVAS.measure(text.text, text.font) / 2 for text in (above, below)]
    assert abs(middles[0] - middles[1]) < 1e-9
    assert box.ascent + box.descent > 2 * formula_box(Formula("5"), CANVAS).ascent


def test_a_prime_stands_above_the_subscript() -> None:
    box = formula_box(Formula(r"w^{\prime}_{12} = 3"), CANVAS)
    assert texts(box) == ["w", "′", "12", " = 3"]
    _, prime, below, _ = (shape for shape in box.shapes if isinstance(shape, Text))
    assert prime.x == below.x
    assert prime.y < below.y


def test_names_are_set_as_they_are() -> None:
    box = formula_box(Formula(r"p(@0@\,|\,@1@)", (r"a\b{c}^_$", "x" * 40)), CANVAS)
    assert texts(box) == ["p", r"(a\b{c}^_$ | " + "x" * 11 + "…" + "x" * 10 + ")"]


def test_latex_escapes_names() -> None:
    assert Formula("p(@0@)", ("a_b%",)).latex == r"p(\text{a\_b\%})"


def test_long_formulas_are_set_in_smaller_type_down_to_a_limit() -> None:
    formula = Formula("p(@0@) = 0.123456", ("a long name of a class",))
    whole = formula_box(formula, CANVAS)
    narrow = fitted_box(formula, CANVAS, whole.width * 0.8, 0.66)
    assert narrow.width <= whole.width * 0.8
    assert fitted_box(formula, CANVAS, 10, 0.66).width > whole.width * 0.6
    assert fitted_box(formula, CANVAS, whole.width, 0.66) == whole
