"""LWNB Explorer's engine: data, locally weighted naive Bayes and its rivals, evaluation.

>>> import lwnb_core as lw
>>> data = lw.sample("iris")
>>> lw.LWNB(k=50).fit(data).explain(data, row=134).prediction
2
"""

from __future__ import annotations

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
from lwnb_core.local.kernels import KERNELS

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
