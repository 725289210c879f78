"""The entry point `lwnb_core.display`, from which the engine gets the HTML of a result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lwnb_core import (
    AccuracyCurves,
    BestK,
    Comparison,
    CrossValidation,
    Dataset,
    Dependence,
    ExperimentResult,
    Explanation,
    Learner,
    Model,
    Sweep,
    WhatIf,
)
from lwnb_core.data.samples.catalogue import Samples
from lwnb_gui.render.notebook.dataset import dataset_html
from lwnb_gui.render.notebook.explanation import explanation_html
from lwnb_gui.render.notebook.learners import learner_html, model_html
from lwnb_gui.render.notebook.small_results import (
    best_k_html,
    comparison_html,
    dependence_html,
    samples_html,
    what_if_html,
)
from lwnb_gui.render.notebook.studies import cross_validation_html, curves_html, experiment_html, sweep_html

_DISPLAYS: dict[type, Callable[[Any], str]] = {
    AccuracyCurves: curves_html,
    BestK: best_k_html,
    Comparison: comparison_html,
    CrossValidation: cross_validation_html,
    Dataset: dataset_html,
    Dependence: dependence_html,
    ExperimentResult: experiment_html,
    Explanation: explanation_html,
    Learner: learner_html,
    Model: model_html,
    Samples: samples_html,
    Sweep: sweep_html,
    WhatIf: what_if_html,
}


def html_of(result: object) -> str | None:
    """Return the HTML of a result; None if only its line is shown."""
    found = (show for kind, show in _DISPLAYS.items() if isinstance(result, kind))
    show = next(found, None)
    return None if show is None else show(result)
