"""LWNB Explorer's engine: data, locally weighted naive Bayes and its rivals, evaluation.

>>> import lwnb_core as lw
>>> data = lw.sample("iris")
>>> lw.LWNB(k=50).fit(data).explain(data, row=134).prediction
2
"""

from __future__ import annotations

import importlib
import typing

if typing.TYPE_CHECKING:
    from lwnb_core.data import Attribute, Dataset, Repair, align, load, matched, sample, samples, save
    from lwnb_core.engine.regions import Grid, Regions, regions
    from lwnb_core.engine.selection import Selection, select
    from lwnb_core.engine.sweep import Flip, Sweep, sweep
    from lwnb_core.errors import (
        ArffError,
        ArgumentError,
        Cancelled,
        CsvError,
        DataError,
        HeaderMismatch,
        LwnbError,
        SettingsError,
    )
    from lwnb_core.evaluation.cross_validation import CrossValidation, cross_validate
    from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
    from lwnb_core.evaluation.curves.best_k import BestK, best_k
    from lwnb_core.evaluation.curves.result import AccuracyCurves, Curve
    from lwnb_core.evaluation.experiments.experiment import Experiment
    from lwnb_core.evaluation.experiments.result import ExperimentResult
    from lwnb_core.evaluation.folds import hold_out, weka_folds
    from lwnb_core.evaluation.paper.tables import PaperTable, paper_table
    from lwnb_core.evaluation.significance import Comparison, corrected_t_test
    from lwnb_core.explore.dependence import Dependence, dependence
    from lwnb_core.explore.what_if import what_if
    from lwnb_core.explore.what_if_result import WhatIf
    from lwnb_core.learners.aode import AODE
    from lwnb_core.learners.base import Learner, Model
    from lwnb_core.learners.checks import check_learner
    from lwnb_core.learners.discretisation.discretised import Discretised
    from lwnb_core.learners.knn import KNN, KNNDW
    from lwnb_core.learners.lbr import LBR
    from lwnb_core.learners.lwaode import LWAODE
    from lwnb_core.learners.lwnb import LWNB
    from lwnb_core.learners.nb import NB
    from lwnb_core.learners.specs import LEARNERS, learner_from_spec, spec_of
    from lwnb_core.learners.tan import TAN
    from lwnb_core.local.convention import CONVENTIONS, PAPER, TABLES, WEKA, Convention, convention
    from lwnb_core.local.explanation import Explanation
    from lwnb_core.local.kernel_names import KERNELS

__version__ = "0.1.0"

__all__ = [
    "AODE",
    "CONVENTIONS",
    "KERNELS",
    "KNN",
    "KNNDW",
    "LBR",
    "LEARNERS",
    "LWAODE",
    "LWNB",
    "NB",
    "PAPER",
    "TABLES",
    "TAN",
    "WEKA",
    "AccuracyCurves",
    "ArffError",
    "ArgumentError",
    "Attribute",
    "BestK",
    "Cancelled",
    "Comparison",
    "Convention",
    "CrossValidation",
    "CsvError",
    "Curve",
    "DataError",
    "Dataset",
    "Dependence",
    "Discretised",
    "Experiment",
    "ExperimentResult",
    "Explanation",
    "Flip",
    "Grid",
    "HeaderMismatch",
    "Learner",
    "LwnbError",
    "Model",
    "PaperTable",
    "Regions",
    "Repair",
    "Selection",
    "SettingsError",
    "Sweep",
    "WhatIf",
    "accuracy_curve",
    "align",
    "best_k",
    "check_learner",
    "convention",
    "corrected_t_test",
    "cross_validate",
    "dependence",
    "hold_out",
    "learner_from_spec",
    "load",
    "matched",
    "paper_table",
    "regions",
    "sample",
    "samples",
    "save",
    "select",
    "spec_of",
    "sweep",
    "weka_folds",
    "what_if",
]

# A name is loaded with its module when it is first used: the window's first picture and the help of a command
# need few of them, and to load all takes longer than both.
_HOMES = {
    "data": "Attribute Dataset Repair align load matched sample samples save",
    "engine.regions": "Grid Regions regions",
    "engine.selection": "Selection select",
    "engine.sweep": "Flip Sweep sweep",
    "errors": "ArffError ArgumentError Cancelled CsvError DataError HeaderMismatch LwnbError SettingsError",
    "evaluation.cross_validation": "CrossValidation cross_validate",
    "evaluation.curves.accuracy_curve": "accuracy_curve",
    "evaluation.curves.best_k": "BestK best_k",
    "evaluation.curves.result": "AccuracyCurves Curve",
    "evaluation.experiments.experiment": "Experiment",
    "evaluation.experiments.result": "ExperimentResult",
    "evaluation.folds": "hold_out weka_folds",
    "evaluation.paper.tables": "PaperTable paper_table",
    "evaluation.significance": "Comparison corrected_t_test",
    "explore.dependence": "Dependence dependence",
    "explore.what_if": "what_if",
    "explore.what_if_result": "WhatIf",
    "learners.aode": "AODE",
    "learners.base": "Learner Model",
    "learners.checks": "check_learner",
    "learners.discretisation.discretised": "Discretised",
    "learners.knn": "KNN KNNDW",
    "learners.lbr": "LBR",
    "learners.lwaode": "LWAODE",
    "learners.lwnb": "LWNB",
    "learners.nb": "NB",
    "learners.specs": "LEARNERS learner_from_spec spec_of",
    "learners.tan": "TAN",
    "local.convention": "CONVENTIONS PAPER TABLES WEKA Convention convention",
    "local.explanation": "Explanation",
    "local.kernel_names": "KERNELS",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> typing.Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
