"""Displays of results over k, folds and data sets: sweeps, curves, cross-validations, experiments."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.class_colours import class_colour
from lwnb_gui.render.notebook import html
from lwnb_gui.render.notebook.text import escaped, name
from lwnb_gui.render.notebook.view_html import table_html
from lwnb_gui.text import count, fixed
from lwnb_gui.views.curves.view import Curves
from lwnb_gui.views.evaluation import Evaluation
from lwnb_gui.views.results.view import Results
from lwnb_gui.views.ribbon import Ribbon
from lwnb_gui.views.view import Subject

if TYPE_CHECKING:
    from lwnb_core import AccuracyCurves, CrossValidation, ExperimentResult, Sweep

_MOST_PIECES, _MOST_LINES = 60, 30
_ACCENT = "var(--lwnb-accent)"


# -- one instance over k ------------------------------------------------------------------------------


def sweep_html(sweep: Sweep) -> str:
    """Return the view's content, and each learner's predictions in order of k as a strip."""
    view = Ribbon()
    reading = view.read(Subject(sweep=sweep))
    assert reading is not None
    first, *others = view.sentences(reading)
    strips = [
        [name(learner), _predictions(sweep.ks, sweep.predictions(learner))] for learner in sweep.posteriors
    ]
    return html.box(
        escaped(first),
        html.notes(others),
        html.table(["learner", "prediction over k, in equal ratios"], strips),
        *map(table_html, view.tables(reading)),
    )


def _predictions(ks: NDArray[np.int64], predicted: NDArray[np.intp]) -> str:
    """Return equal steps of ln k, each in the colour of the class predicted at that k."""
    chosen = _spread_over(ks)
    runs = np.flatnonzero(np.diff(predicted[chosen], prepend=-1))
    ends = np.append(runs[1:], len(chosen))
    pieces = zip(runs.tolist(), ends.tolist(), strict=True)
    return html.strip(
        ((end - start) / len(chosen), 1.0, class_colour(int(predicted[chosen[start]])))
        for start, end in pieces
    )


# -- learners over k ----------------------------------------------------------------------------------


def curves_html(curves: AccuracyCurves) -> str:
    """Return the view's content, and each learner's accuracy over k as a strip."""
    view = Curves()
    reading = view.read(Subject(curves=curves))
    if reading is None:
        return html.box(name(curves.data), html.note(view.nothing))
    known = [curve.accuracy[~np.isnan(curve.accuracy)] for curve in reading.curves]
    values = np.concatenate(known)
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 100.0)
    strips = [
        [name(learner), _accuracies(curve.ks, curve.accuracy, low, high)]
        for learner, curve in zip(reading.names[:_MOST_LINES], reading.curves, strict=False)
    ]
    axis = f"{fixed(low, 1)} to {fixed(high, 1)} %, over k"
    return html.box(
        escaped(reading.title),
        html.notes(view.sentences(reading)),
        html.table(["learner", axis], strips),
        *map(table_html, view.tables(reading)),
    )


def _accuracies(ks: NDArray[np.int64], accuracy: NDArray[np.float64], low: float, high: float) -> str:
    chosen = _spread_over(ks)
    span = max(high - low, 1e-9)
    return html.strip(
        (1 / len(chosen), 0.0 if math.isnan(a) else 0.06 + 0.94 * (a - low) / span, _ACCENT)
        for a in accuracy[chosen].tolist()
    )


# -- folds --------------------------------------------------------------------------------------------


def cross_validation_html(result: CrossValidation) -> str:
    """Return the view's content, and the accuracy in the folds of each run as a strip."""
    view = Evaluation()
    reading = view.read(Subject(evaluated=result))
    assert reading is not None
    by_run = result.folds.reshape(result.runs, result.n_folds)[:_MOST_LINES, :_MOST_PIECES]
    strips = [
        [str(run), html.strip((1 / len(part), accuracy / 100, _ACCENT) for accuracy in part.tolist())]
        for run, part in enumerate(by_run, start=1)
    ]
    return html.box(
        f"{name(result.learner.label)} on {count(result.runs, 'run')} of {count(result.n_folds, 'fold')}",
        html.notes(view.sentences(reading)),
        html.table(["run", "accuracy in its folds"], strips, [0]),
        *map(table_html, view.tables(reading)),
    )


# -- data sets × learners -----------------------------------------------------------------------------


def experiment_html(result: ExperimentResult) -> str:
    """Return the view's content."""
    view = Results()
    reading = view.read(Subject(experiment=result))
    assert reading is not None
    size = f"{count(len(result.learners), 'learner')} on {count(len(result.datasets), 'data set')}"
    tables = map(table_html, view.tables(reading))
    return html.box(f"Experiment: {size}", *tables, html.notes(view.sentences(reading)[:_MOST_LINES]))


# -- k ------------------------------------------------------------------------------------------------


def _spread_over(ks: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return positions of some sixty k in equal ratios: small k matter most."""
    marks = np.geomspace(ks[0], ks[-1], _MOST_PIECES)
    return np.minimum(np.searchsorted(ks, marks * (1 - 1e-9)), len(ks) - 1)
