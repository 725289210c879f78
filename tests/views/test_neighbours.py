"""How the numbers of the neighbourhood are written."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.app.query import Query
from lwnb_gui.cli.explain import Answer
from lwnb_gui.render.scripts import view_script
from lwnb_gui.text import small
from lwnb_gui.views.neighbours import Neighbours
from lwnb_gui.views.neighbours.bandwidth import bandwidth_tip, in_brief, ties_tip, weight_tip
from lwnb_gui.views.neighbours.columns import COLUMNS
from lwnb_gui.views.view import Subject
from tests.views.new_column import RANK_IN_CLASS, add_column, rank_in_class


def test_small_numbers_never_read_zero() -> None:
    assert [small(value, 3) for value in (0.0, 0.0002, 0.0004999, 0.0006, 1.0)] == [
        "0.000", "<0.001", "<0.001", "0.001", "1.000",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "said", "unsaid"),
    [
        ({}, "at exactly dₖ has weight 0", "same weight"),
        ({"kernel": "constant"}, "All neighbours have the same weight", "Nearer rows count more"),
        ({"kernel": "gaussian"}, "every training row is a neighbour", "has weight 0"),
        ({"kernel": "inverse"}, "f(d/dₙ)", "dₖ"),
        ({"kernel": "gaussian", "convention": "tables"}, "dₙ is the distance to the farthest", "dₖ"),
        ({"convention": "weka"}, "at exactly dₖ has next to no weight", "has weight 0"),
        ({"convention": "tables"}, "dₖ₊₁ is the distance to the nearest row beyond", "has weight 0"),
    ],
)
def test_the_tip_of_a_weight_follows_kernel_and_convention(
    settings: dict[str, str], said: str, unsaid: str
) -> None:
    data = lw.sample("iris")
    tip = weight_tip(lw.LWNB(k=10, **settings).fit(data).explain(data, 0))
    assert said in tip
    assert unsaid not in tip


@pytest.mark.parametrize("kernel", lw.KERNELS)
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_the_bandwidth_is_the_distance_that_its_tip_names(kernel: str, convention: str) -> None:
    data = lw.sample("iris")
    explanation = lw.LWNB(10, convention, kernel=kernel).fit(data).explain(data, 0)
    tip, neighbourhood = bandwidth_tip(explanation), explanation.neighbourhood
    every = lw.LWNB(149, convention).fit(data).explain(data, 0).neighbourhood
    assert neighbourhood is not None
    assert every is not None
    distances = every.distances.tolist()
    named = {"dₖ is": distances[9], "dₖ₊₁ is": distances[10], "dₙ is": distances[-1]}
    said = [distance for symbol, distance in named.items() if symbol in tip]
    assert said == ([] if kernel == "constant" else [neighbourhood.bandwidth])
    assert bool(ties_tip(explanation)) is (len(neighbourhood) < 149)


def test_the_tip_of_a_weight_in_knn_speaks_of_no_kernel() -> None:
    data = lw.sample("iris")
    tip = weight_tip(lw.KNN(k=10).fit(data).explain(data, 0))
    assert "Nearer rows count more" not in tip
    assert "weight 0" not in tip


def test_a_bandwidth_beside_k_is_written_as_everywhere() -> None:
    data = lw.Dataset.from_columns(
        "close",
        [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))],
        [np.array([0.0, 0.00002, 1.0]), np.array([0, 1, 0])],
    )
    neighbourhood = lw.LWNB(k=1).fit(data).explain(data, 0).neighbourhood
    assert neighbourhood is not None
    assert in_brief(neighbourhood) == ("bandwidth <0.0001", "1 neighbour")


def test_a_new_column_is_in_every_output(monkeypatch: pytest.MonkeyPatch) -> None:
    add_column(monkeypatch)
    data = lw.sample("iris")
    query = Query.opening(data, row=135, k=40)
    explanation = lw.LWNB(k=40).fit(data).explain(data, 135)
    view, about = Neighbours(), Subject(explanation, query=query)
    reading = view.read(about)
    assert reading is not None
    ranks = [rank_in_class(reading, i) for i in range(len(reading))]
    texts = [f"#{rank}" for rank in ranks]
    assert max(ranks) < len(ranks), "of two classes"

    (read,) = view.tables(reading, full=True)
    j = [column.title for column in read.columns].index("rank in class")
    assert [row[j].text for row in read.rows] == texts
    exact = view.table(reading)
    assert [row[list(exact.titles).index("rank in class")] for row in exact.rows] == list(map(str, ranks))
    (section,) = view.report_sections(about)
    assert section.table is not None
    assert "rank in class" in section.table.titles
    page = view.page_table([about])
    assert page is not None
    assert [cells[page.titles.index("rank in class")] for cells in page.cells] == texts
    answer = Answer(data, data, explanation, (explanation,), {})
    listed = answer.to_dict()["neighbourhood"]["neighbours"]
    assert [neighbour["rank_in_class"] for neighbour in listed] == ranks
    assert RANK_IN_CLASS.script in (view_script(view, reading, query) or "")


def test_columns_that_do_not_follow_the_weights_are_the_same_at_every_k() -> None:
    data = lw.sample("iris")
    few, many = (Neighbours().read(Subject(lw.LWNB(k).fit(data).explain(data, 135))) for k in (5, 50))
    assert few is not None
    assert many is not None
    for column in COLUMNS:
        is_same = all(column.text(few, i) == column.text(many, i) for i in range(len(few)))
        assert is_same is not column.follows_weights, column.title


def test_the_help_speaks_of_the_columns() -> None:
    said = " ".join(Neighbours.help.split())
    assert all(column.help in said for column in COLUMNS)
