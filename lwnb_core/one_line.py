"""Every result of the library in one line, as Python shows it.

Names out of a file are shortened, and their control characters are shown as escapes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from lwnb_core.data.dataset import Dataset
    from lwnb_core.data.samples.catalogue import Samples
    from lwnb_core.engine.selection import Selection
    from lwnb_core.engine.sweep import Sweep
    from lwnb_core.evaluation.cross_validation import CrossValidation
    from lwnb_core.evaluation.curves.result import AccuracyCurves
    from lwnb_core.evaluation.experiments.result import ExperimentResult
    from lwnb_core.learners.base import Learner, Model
    from lwnb_core.local.explanation import Explanation

_LONGEST, _MOST_CURVES = 60, 10
_DECIMALS = 3  # of a probability; the views have the same number (a test compares them)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """Return a name or value on one line, at most sixty characters; control characters become escapes."""
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    text = _CONTROLS.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def count(n: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun, such as `1 row` or `150 rows`."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def dataset_text(data: Dataset) -> str:
    """Return name, size and class."""
    attributes = len(data.attributes) - (data.class_index is not None)
    size = f"{count(len(data), 'row')}, {count(attributes, 'attribute')}"
    if data.class_index is None:
        return f"Dataset({plain(data.name)!r}, {size}, no class)"
    attribute = data.class_attribute
    values = count(len(attribute.values), "value")
    return f"Dataset({plain(data.name)!r}, {size}, class {plain(attribute.name)!r}: {values})"


def samples_text(samples: Samples) -> str:
    """Return one line per sample."""
    width = max((len(info.name) for info in samples), default=0)
    return "\n".join(
        f"{info.name:{width}}  {count(info.rows, 'row'):>10}  {info.description}" for info in samples
    )


def learner_text(learner: Learner) -> str:
    """Return the learner as code: `k`, and every setting that is not the default."""
    inner = getattr(learner, "learner", None)
    if inner is not None:
        return f"Discretised({', '.join([repr(inner), *_cutting(learner, inner)])})"
    usual = _defaults(type(learner))
    given = {key: value for key, value in learner.settings.items() if key == "k" or usual.get(key) != value}
    return f"{learner.name}({', '.join(f'{key}={value!r}' for key, value in given.items())})"


def model_text(model: Model) -> str:
    """Return the learner and the size of its training data."""
    return f"<{learner_text(model.learner)} fitted to {model_size(model)}>"


def model_size(model: Model) -> str:
    """Return how many rows, attributes and classes a model was fitted to."""
    training = model.training
    return (
        f"{count(training.n_whole, 'row')}, {count(len(training.attributes), 'attribute')}, "
        f"{count(training.n_classes, 'class', 'classes')}"
    )


def selection_text(selection: Selection) -> str:
    """Return the row with its changes, and the number of training rows."""
    row = int(selection.instances.rows[0])
    which = "an instance" if row < 0 else f"row {row} (counted from 0)"
    changed = f", changed: {', '.join(map(plain, selection.changed))}" if selection.changed else ""
    return f"Selection({which}{changed}, {count(selection.n_rows, 'training row')})"


def explanation_text(answer: Explanation) -> str:
    """Return learner, predicted class and its probability."""
    row = "" if answer.row is None else f", row={answer.row}"
    predicted = plain(answer.classes[answer.prediction])
    top = float(answer.posterior[answer.prediction])
    # 1 − 1e-20 is 1 in floating point: a class is certain only if all others are impossible.
    is_certain = np.count_nonzero(answer.posterior) == 1 and top == 1
    least = 0.5 * 10.0**-_DECIMALS
    is_nearly_certain = top >= 1 - least and not is_certain
    p = f"p > {1 - 2 * least:.{_DECIMALS}f}" if is_nearly_certain else f"p = {top:.{_DECIMALS}f}"
    return f"Explanation({learner_with_k(answer)}{row}: {predicted!r}, {p})"


def learner_with_k(answer: Explanation) -> str:
    """Return `LWNB k=50`, or the name alone for a learner without k."""
    k = answer.settings.get("k")
    return answer.learner if k is None else f"{answer.learner} k={k}"


def sweep_text(sweep: Sweep) -> str:
    """Return the range of k, the learners, and the number of classes."""
    learners = ", ".join(sweep.posteriors)
    return f"Sweep({ks_text(sweep.ks)}, {learners}, {count(len(sweep.classes), 'class', 'classes')})"


def curves_text(curves: AccuracyCurves) -> str:
    """Return data, evaluation, the range of k, and the learners."""
    learners = ", ".join(plain(curve.name) for curve in curves.curves[:_MOST_CURVES])
    return f"AccuracyCurves({plain(curves.data)!r}, {curves.evaluation}, {ks_text(curves.ks)}: {learners})"


def cross_validation_text(result: CrossValidation) -> str:
    """Return the learner, the folds, and its accuracy."""
    return (
        f"CrossValidation({result.learner!r}, {result.runs} × {result.n_folds} folds: "
        f"{result.mean:.2f} ± {result.sd:.2f} %)"
    )


def experiment_text(result: ExperimentResult) -> str:
    """Return the size of the experiment, and how much of it is done."""
    size = f"{count(len(result.datasets), 'data set')} × {count(len(result.learners), 'learner')}"
    unfinished = "" if result.finished else f", {len(result.rows)} of {result.expected} results"
    return f"ExperimentResult({size}, {result.runs} × {result.folds} folds{unfinished})"


def ks_text(ks: NDArray[np.int64]) -> str:
    """Describe values of k, such as `k = 1 to 149 (149 of them)`."""
    if len(ks) == 0:
        return "no k"
    if len(ks) == 1:
        return f"k = {int(ks[0])}"
    return f"k = {int(ks[0])} to {int(ks[-1])} ({len(ks):,} of them)"


def _cutting(learner: Any, inner: Any) -> list[str]:
    """Return how numbers are cut, if that differs from the settings of the inner learner."""
    from lwnb_core.local.convention import PAPER

    own, behind = learner.convention, getattr(inner, "convention", PAPER)
    named = [] if own.name == behind.name else [f"convention={own.name!r}"]
    return [*named, *([] if "cut" in learner.unchanged_knobs else [f"cut={learner.cut!r}"])]


def _defaults(kind: type[Learner]) -> Mapping[str, Any]:
    try:
        return kind().settings
    except TypeError:  # the user's own learner may have arguments without default
        return {}
