"""The plain numpy form through the window, as in the first minute, while nothing is compiled."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_core import Explanation, Sweep
from lwnb_gui.app.display_state import DisplayState
from lwnb_gui.app.predictions import Predictions
from lwnb_gui.study.result import StudyResult
from tests.qt.conftest import Open, explanation_of, query_of, wait_until_idle
from tests.qt.curve_helpers import finished, page_of
from tests.qt.map_helpers import panel_of

pytestmark = pytest.mark.shared_window


@dataclass(frozen=True)
class Shown:
    """What the window has computed for one instance."""

    explanation: Explanation
    moved: Explanation  # with one value dragged
    sweep: Sweep
    predictions: Predictions
    regions: dict[str, NDArray[np.float64]]
    study: StudyResult


def visit(opened: Open, qtbot: QtBot, name: str, row: int, attribute: str) -> Shown:
    """Explore with the regions of all learners, a value dragged, and Curves."""
    window = opened(name, row)
    context = window.context
    qtbot.waitUntil(lambda: context.predictions is not None)
    explanation, sweep, predictions = explanation_of(window), context.sweep, context.predictions
    assert sweep is not None
    assert predictions is not None
    window.state.set_map(replace(query_of(window).map, regions="all four"))
    regions = panel_of(window).regions
    qtbot.waitUntil(lambda: regions.result is not None and len(regions.result.posteriors) == 4)
    wait_until_idle(window, qtbot)
    assert regions.result is not None
    posteriors = dict(regions.result.posteriors)
    window.state.change_value(attribute, explanation.instance[0] + 0.5, token="drag")
    QApplication.sendPostedEvents()
    wait_until_idle(window, qtbot)
    moved = explanation_of(window)
    window.state.undo()
    window.state.go_to("curves")
    study = finished(page_of(window), qtbot)
    wait_until_idle(window, qtbot)
    window.state.close_data(DisplayState())
    return Shown(explanation, moved, sweep, predictions, posteriors, study)


def agreement(coarse: NDArray[np.float64], fine: NDArray[np.float64]) -> float:
    """The share of the cells whose class has one of the finer cells at the same place."""
    classes, n = coarse.argmax(axis=2), len(coarse)
    finer = fine.argmax(axis=2).reshape(n, len(fine) // n, n, len(fine) // n)
    return float((finer == classes[:, None, :, None]).any(axis=(1, 3)).mean())


@pytest.mark.parametrize(
    ("name", "row", "attribute"),
    [
        ("weather-numeric", 1, "temperature"),
        pytest.param("iris", 53, "sepallength", marks=pytest.mark.thorough),
    ],
)
def test_it_shows_what_the_compiled_loops_show(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str, row: int, attribute: str
) -> None:
    pytest.importorskip("numba")
    compiled = visit(opened, qtbot, name, row, attribute)
    monkeypatch.setenv("LWNB_ENGINE", "reference")
    plain = visit(opened, qtbot, name, row, attribute)

    for one, other in ((plain.explanation, compiled.explanation), (plain.moved, compiled.moved)):
        np.testing.assert_allclose(one.posterior, other.posterior, rtol=0, atol=1e-9)
        for learner, posterior in one.others.items():
            np.testing.assert_allclose(posterior, other.others[learner], rtol=0, atol=1e-9)
    ks = np.intersect1d(plain.sweep.ks, compiled.sweep.ks)
    assert len(ks) >= 13
    for learner, posteriors in plain.sweep.posteriors.items():
        own = posteriors[np.isin(plain.sweep.ks, ks)]
        expected = compiled.sweep.posteriors[learner][np.isin(compiled.sweep.ks, ks)]
        np.testing.assert_allclose(own, expected, rtol=0, atol=1e-9)
    for learner, codes in plain.predictions.predicted.items():
        assert codes.tolist() == compiled.predictions.predicted[learner].tolist()
    for learner, posteriors in plain.regions.items():
        assert agreement(posteriors, compiled.regions[learner]) > 0.98
    assert plain.study.study == compiled.study.study
    for curve, same in zip(plain.study.curves, compiled.study.curves, strict=True):
        assert curve is not None
        assert same is not None
        assert curve.accuracy.tolist() == pytest.approx(same.accuracy.tolist(), abs=1e-9)
