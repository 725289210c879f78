"""Confusion matrices have space between them and inside, and their counts are never cut."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lwnb_gui.app.opening import Opening
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.test_rows import HeldOut
from lwnb_gui.theme import THEMES, Theme
from lwnb_gui.views.confusion.drawing import ConfusionCell, all_have_counts
from lwnb_gui.views.confusion.matrices import ConfusionData, confusion_data, confusions
from lwnb_gui.views.confusion.view import COLUMN_TITLES, Confusion, ConfusionReading
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Hotspot, Image, Scene, Text
from lwnb_gui.views.view import Subject
from tests.views.golden import canvas
from tests.views_of import run_script, script_of

HOSTILE = "$x$ <b>&\n{}"


def confusion(matrices: tuple[ConfusionData, ...], at: Canvas) -> Scene:
    return Confusion().scene(ConfusionReading(matrices), at)


def cells(spots: tuple[Hotspot, ...]) -> dict[ConfusionCell, Hotspot]:
    return {spot.target: spot for spot in spots if isinstance(spot.target, ConfusionCell)}


@pytest.mark.parametrize("classes", [1, 2, 9, 24])
@pytest.mark.parametrize("several", [1, 4])
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_matrices_stay_apart_and_inside(classes: int, several: int, theme: Theme) -> None:
    names = tuple(f"{HOSTILE} {c}" for c in range(classes))
    true, given = np.random.default_rng(1).integers(0, classes, (2, 200))
    matrices = tuple(confusion_data(f"LWNB {i}", names, true, given) for i in range(several))
    at = canvas(720, theme=theme)
    scene = confusion(matrices, at)
    by_cell = cells(scene.hotspots)
    assert len(by_cell) == several * classes**2
    for spot in by_cell.values():
        assert spot.x + spot.width <= at.width + 1
        assert spot.y + spot.height <= scene.height - scene.foot
        middle = scene.hotspot_at(spot.x + spot.width / 2, spot.y + spot.height / 2)
        assert middle is spot
    for shape in scene.shapes:
        if isinstance(shape, Text) and shape.align == "left":
            assert shape.x + at.measure(shape.text, shape.font) <= at.width + 1
    has_counts = all_have_counts(matrices, at)
    assert has_counts != any(isinstance(shape, Image) for shape in scene.shapes)


def test_counts_are_never_cut() -> None:
    """With a hundred thousand rows, two rows of matrices are better than counts without their last digits."""
    counts = np.array([[29_300.0, 1_700.0, 10.0], [2.0, 288.0, 1.0], [0.0, 1.0, 3.0]])
    at = canvas(700)
    for factor, rows in ((1.0, 2), (0.01, 1)):
        matrices = tuple(ConfusionData(name, ("a", "b", "c"), np.floor(counts * factor)) for name in "1234")
        assert all_have_counts(matrices, at)
        by_cell = cells(confusion(matrices, at).hotspots)
        assert len({spot.y for cell, spot in by_cell.items() if cell.true == 0}) == rows
        for data in matrices:
            assert (
                at.measure(data.longest, "small strong") <= by_cell[ConfusionCell(data.name, 0, 0)].width - 1
            )


def test_tips_descriptions_and_table_have_the_measures() -> None:
    data = ConfusionData("LWNB", ("yes", "no"), np.array([[7.0, 2.0], [3.0, 2.0]]))
    f1 = [f"{2 * 7 / (9 + 10):.4f}", f"{2 * 2 / (5 + 4):.4f}"]
    kappa = (9 / 14 - (9 * 10 + 5 * 4) / 14**2) / (1 - (9 * 10 + 5 * 4) / 14**2)
    mcc = (7 * 2 - 2 * 3) / np.sqrt(9 * 5 * 10 * 4)
    macro = (2 * 7 / 19 + 2 * 2 / 9) / 2
    scene = confusion((data,), canvas(400))
    descriptions = [spot.description for spot in scene.hotspots]
    balanced = f"balanced accuracy {100 * (7 / 9 + 2 / 5) / 2:.1f} %"
    others = f"kappa {kappa:.4f}, MCC {mcc:.4f}, F1 (macro) {macro:.4f}"
    learner = f"LWNB: accuracy 64.3 %, {balanced}, {others}."
    assert descriptions.count(learner) == 1
    assert Confusion().sentences(ConfusionReading((data,))) == (learner,)
    recall = f"LWNB, yes: recall 77.8 %, precision 70.0 %, F1 {f1[0]}."
    assert descriptions.count(recall) == 1
    edges = [shape for shape in scene.shapes if isinstance(shape, Text) and shape.text in ("77.8", "70.0")]
    assert len(edges) == 2
    for text in edges:
        x = text.x - 1 if text.align == "right" else text.x
        spot = scene.hotspot_at(x, text.y)
        assert spot is not None
        assert spot.tip.startswith(recall)
    table = Confusion().table(ConfusionReading((data,)))
    assert table is not None
    rows = list(table.rows)
    assert {len(row) for row in rows} == {len(COLUMN_TITLES)}
    numbers = [dict(zip(COLUMN_TITLES, row, strict=True)) for row in rows]
    assert [line["F1"] for line in numbers] == [f1[0], "", "", f1[1]]
    for title, value in (("kappa", kappa), ("MCC", mcc), ("F1 (macro)", macro)):
        assert [line[title] for line in numbers] == [f"{value:.4f}", "", "", ""]


def test_a_short_table_leaves_out_cells_without_rows() -> None:
    reading = ConfusionReading((confusion_data("LWNB", ("a", "b", "c"), [0, 0, 1], [0, 1, 1]),))
    [short] = Confusion().tables(reading)
    assert [tuple(cell.text for cell in row[1:4]) for row in short.rows] == [
        ("a", "a", "1"), ("a", "b", "1"), ("b", "b", "1"), ("c", "c", "0"),
    ]  # fmt: skip
    assert short.left_out == "5 cells without rows"


def test_only_lines_in_sight_are_made() -> None:
    names = tuple(map(str, range(60)))
    data = confusion_data("LWNB", names, np.arange(60), np.arange(60))
    whole = confusion((data,), canvas(720))
    part = confusion((data,), canvas(720)._replace(sight=(100.0, 300.0)))
    assert part.height == whole.height
    assert 0 < len(part.hotspots) < len(whole.hotspots) / 3


def test_shades_are_shares_of_the_true_class() -> None:
    names = tuple(map(str, range(80)))
    data = confusion_data("LWNB", names, [0, 0, 1], [0, 1, 1])
    (image,) = (shape for shape in confusion((data,), canvas(400)).shapes if isinstance(shape, Image))
    assert image.rgba.shape == (80, 80, 4)
    half, whole, nothing = image.rgba[0, 1, 0], image.rgba[1, 1, 0], image.rgba[2, 3, 0]
    assert whole < half < nothing


@pytest.mark.usefixtures("loaded_loops")
def test_confusion_script_reproduces_the_panel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Opening("sample:weather-numeric", row=1, settings={"k": 5}).query()
    held = replace(opened, unused=frozenset({"windy"}), test_rows=HeldOut(34, 1))
    predictions = predict_all(held)
    about = Subject(predictions=predictions, query=held)
    names = run_script(script_of(Confusion(), held, about), tmp_path, monkeypatch)
    expected = confusions(predictions)
    for one, other in zip(names["view"], expected, strict=True):
        assert one.name == other.name
        assert np.array_equal(one.matrix, other.matrix)
    assert b"precision" in (tmp_path / "confusion.svg").read_bytes()
