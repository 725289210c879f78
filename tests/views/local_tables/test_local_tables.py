"""The local tables: their numbers as text, the classes and values listed, the line on absent classes."""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.local.naive_bayes import NominalTable, NumericTable
from lwnb_gui.views.links import Hover
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.local_tables.normals import normals_reading
from lwnb_gui.views.local_tables.table_tips import attribute_tip
from lwnb_gui.views.local_tables.tables_reading import FEW_CLASSES, absent_text, subtitles
from tests.views.cases import explained
from tests.views_of import read


def test_normals_are_those_of_the_explanation() -> None:
    explanation = explained("iris", 135)
    for j, table in enumerate(explanation.tables):
        assert isinstance(table, NumericTable)
        reading = normals_reading(explanation, j)
        np.testing.assert_array_equal(reading.means, table.mean)
        np.testing.assert_array_equal(reading.sds, table.sd)
        np.testing.assert_array_equal(reading.factors, table.factors(reading.value))
        assert reading.present == (False, True, True)


@pytest.mark.parametrize(
    ("convention", "value", "setosa", "virginica"),
    [
        ("paper", None, ("–", "–", "–"), ("1.766", "0.152", "0.1458")),
        ("weka", None, ("–", "–", "<0.0001"), ("1.747", "0.126", "0.0172")),
        ("weka", 30.0, ("–", "–", "<0.0001"), ("1.747", "0.126", "<0.0001")),
    ],
)
def test_factors_of_iris_row_135(
    convention: str, value: float | None, setosa: tuple[str, ...], virginica: tuple[str, ...]
) -> None:
    """A class without rows has no density, except in Weka, where it has a normal distribution."""
    data = lw.sample("iris")
    changes = None if value is None else {"petalwidth": value}
    explanation = lw.LWNB(k=50, convention=convention).fit(data).explain(data, 134, changes=changes)
    petalwidth = normals_reading(explanation, 3)
    assert petalwidth.texts(0) == setosa
    if value is None:  # with a changed value the neighbours are different
        assert petalwidth.texts(2) == virginica
    else:
        assert petalwidth.texts(2)[2] == virginica[2]
        assert petalwidth.best is None, "all three are at the floor"


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_the_tip_of_a_curve_says_what_the_factor_is(convention: str) -> None:
    """It is the height of the curve, or the area over the interval that the tip names."""
    explanation = explained("iris", 135, convention=convention)
    tip, table = attribute_tip(read(LocalTables(), explanation), 2), explanation.tables[2]
    assert isinstance(table, NumericTable)
    width = re.search(r"interval of width (\S+) there", tip)
    assert ("the height is" in tip) is (width is None)
    factors = table.factors(float(explanation.instance[2]))
    assert factors is not None
    normal = NormalDist(table.mean.item(2), table.sd.item(2))
    if width is None:
        assert factors[2] == pytest.approx(normal.pdf(5.6))
    else:
        step = float(width[1])
        middle = round(5.6 / step) * step
        area = normal.cdf(middle + step / 2) - normal.cdf(middle - step / 2)
        assert factors[2] == pytest.approx(area, rel=1e-3)


def test_a_missing_value_has_no_factor() -> None:
    data = lw.sample("iris")
    explanation = lw.LWNB(k=50, convention="weka").fit(data).explain(data, 134, changes={"petalwidth": None})
    assert {normals_reading(explanation, 3).texts(c)[2] for c in range(3)} == {"–"}


@pytest.mark.parametrize(
    ("row", "convention", "line"),
    [
        (
            135,
            "paper",
            "No Iris-setosa among the 50: its numeric factors are at the floor, 1e−75, which rules it out.",
        ),
        (
            135,
            "weka",
            "No Iris-setosa among the 50: Weka gives it mean 0 and the smallest standard deviation.",
        ),
        (
            1,
            "paper",
            "No weight for Iris-versicolor or Iris-virginica among the 50: their numeric factors are at the "
            "floor, 1e−75, which rules them out.",
        ),
    ],
)
def test_absent_classes_are_named_below_a_numeric_table(row: int, convention: str, line: str) -> None:
    assert absent_text(read(LocalTables(), explained("iris", row, convention=convention))) == line


def test_many_absent_classes_are_counted() -> None:
    assert absent_text(read(LocalTables(), explained("glass", 24, 50))) == (
        "No vehic wind non-float, containers or 2 more among the 50: their numeric factors are at the floor, "
        "1e−75, which rules them out."
    )


def test_only_numeric_tables_have_a_line_about_absent_classes() -> None:
    assert absent_text(read(LocalTables(), explained("soybean", 1, 5))) == ""


def test_important_classes_are_listed_of_many() -> None:
    soybean = explained("soybean", 200)
    reading = read(LocalTables(), soybean)
    assert len(reading.lines) == FEW_CLASSES
    assert len(reading.side_by_side(4)) == 4
    assert soybean.prediction in reading.side_by_side(4)
    assert reading.side_by_side(19) == tuple(range(19))
    pages = [reading.side_by_side(4, skipped) for skipped in range(0, 19, 4)]
    assert sorted(c for page in pages for c in page) == list(range(19))


def test_few_classes_stand_in_header_order_with_none_hidden() -> None:
    glass = read(LocalTables(), explained("glass", 24, 210))
    assert all(block.codes == tuple(range(7)) and not block.hidden for block in glass.numeric)


def test_of_many_values_the_heaviest_and_the_instances_own_are_listed() -> None:
    random = np.random.default_rng(1)
    codes = random.integers(0, 3000, 600).astype(np.int32)
    codes[0] = 2999
    data = lw.Dataset.from_columns(
        "wide",
        [lw.Attribute.nominal("word", [f"w{i}" for i in range(3000)]), lw.Attribute.nominal("c", ("a", "b"))],
        [codes, (np.arange(600) % 2).astype(np.int32)],
    )
    reading = read(LocalTables(), lw.LWNB(k=50).fit(data).explain(data, row=0))
    (block,) = reading.nominal
    assert 2999 in block.codes
    assert len(block.codes) + block.hidden == 3000
    (block,) = replace(reading, expanded=frozenset({0})).nominal
    assert (len(block.codes), block.hidden) == (3000, 0)


def test_nominal_tables_are_those_of_the_explanation() -> None:
    vote = explained("vote", 403)
    reading = read(LocalTables(), vote)
    for block in reading.nominal:
        table = vote.tables[block.attribute]
        assert isinstance(table, NominalTable)
        assert reading.nominal_table(block.attribute) is table
    assert reading.value_code(0) is None
    assert reading.is_missing(0)


def test_the_shares_are_of_the_value_where_equation_6_is_as_printed() -> None:
    for eq6, whole in (("right", "class"), ("printed", "value")):
        data = lw.sample("weather-nominal")
        model = lw.LWNB(k=13, eq6=eq6).fit(data)  # type: ignore[arg-type]
        longest, *_ = subtitles(model.explain(data, row=0), Hover())
        assert longest == f"weight of the neighbours, share of the {whole}: the likelihood P(a | c)"
