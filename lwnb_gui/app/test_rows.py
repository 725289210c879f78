"""Which rows are explained, and with which training rows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal
from weakref import WeakKeyDictionary

import numpy as np

from lwnb_core import Dataset, LwnbError, hold_out, matched, weka_folds
from lwnb_core.data.dataset import Rows
from lwnb_gui.app.column_edits import is_cut
from lwnb_gui.session.annotations import Field
from lwnb_gui.session.file_types import FILE, Whole


@dataclass(frozen=True)
class OwnRows:
    """The data's own rows, each left out of the training rows in turn."""

    __pydantic_config__: ClassVar = FILE

    kind: Literal["own"] = "own"

    @property
    def text(self) -> str:
        return "each row left out in turn"

    @property
    def brief(self) -> str:
        return "left out in turn"


@dataclass(frozen=True)
class HeldOut:
    """A share of every class is held out for testing, drawn with a seed."""

    __pydantic_config__: ClassVar = FILE

    percent: Annotated[Whole, Field(ge=1, le=90)] = 34
    seed: Annotated[Whole, Field(ge=0, le=10**9)] = 1
    kind: Literal["held out"] = "held out"

    @property
    def text(self) -> str:
        return f"{self.percent} % held out, seed {self.seed}"

    @property
    def brief(self) -> str:
        return f"{self.percent} % held out"


@dataclass(frozen=True)
class TestFile:
    """A second file; its class may be missing.

    Attributes
    ----------
    data
        Under the header of the training data.
    raw
        As it was read; None: as `data` is.
    """

    __test__ = False  # the name is for users, not for pytest

    data: Dataset
    raw: Dataset | None = None

    @property
    def as_read(self) -> Dataset:
        return self.data if self.raw is None else self.raw

    @classmethod
    def of(cls, raw: Dataset, training: Dataset, unused: Collection[str] = ()) -> TestFile:
        """Return the rows of a second file under the header of the training data; see `lwnb_core.matched`."""
        cut = is_cut(training.class_attribute)
        return cls(matched(raw, training, class_was_cut=cut, unused=sorted(unused)), raw)

    def under(self, training: Dataset, unused: Collection[str]) -> TestFile:
        """Return the same rows under another header if they fit, or unchanged if they do not."""
        try:
            return self.of(self.as_read, training, unused)
        except LwnbError:
            return self  # computations with it report what does not fit

    @property
    def text(self) -> str:
        return f"test file {self.data.name}"

    @property
    def brief(self) -> str:
        return "test file"


@dataclass(frozen=True)
class Fold:
    """The fold of a cross-validation (run and fold counted from 1) in which a row was tested."""

    __pydantic_config__: ClassVar = FILE

    run: Annotated[Whole, Field(ge=1, le=100_000)]
    fold: Annotated[Whole, Field(ge=1, le=10_000)]
    folds: Annotated[Whole, Field(ge=2, le=10_000)] = 10
    kind: Literal["fold"] = "fold"

    @property
    def text(self) -> str:
        return f"training rows of run {self.run}, fold {self.fold}"

    @property
    def brief(self) -> str:
        return f"run {self.run}, fold {self.fold}"


TestRows = OwnRows | HeldOut | TestFile | Fold


class Split:
    """Training and test rows, computed once for a data set, however often k moves.

    Attributes
    ----------
    training
        Positions in the data set; None: every row trains.
    test
        Positions in the data set, or in the second file.
    trains
        For every row whether it is among the training rows and fit for it. Shape (n,).
    """

    def __init__(self, data: Dataset, spec: TestRows, known: tuple[Rows | None, Rows] | None = None) -> None:
        self.training, self.test = split(data, spec) if known is None else known
        self.trains = data.weights > 0
        if data.class_index is None:
            self.trains[:] = False
        else:
            self.trains &= data.class_codes >= 0
        if self.training is not None:
            chosen = np.zeros(len(data), dtype=bool)
            chosen[self.training] = True
            self.trains &= chosen
        self.n_training = int(self.trains.sum())
        self.weight = float(data.weights[self.trains].sum())


_known: WeakKeyDictionary[Dataset, dict[TestRows, Split]] = WeakKeyDictionary()


def split_of(data: Dataset, spec: TestRows) -> Split:
    """Return the split of a data set; cached for as long as the data set lives."""
    known = _known.setdefault(data, {})
    if spec not in known and isinstance(spec, Fold):  # one shuffle gives all folds of a run
        for number, parts in enumerate(weka_folds(data, spec.run, spec.folds), start=1):
            fold = replace(spec, fold=number)
            known[fold] = Split(data, fold, (parts[0], np.sort(parts[1])))
    if spec not in known:
        known[spec] = Split(data, spec)
    return known[spec]


def split(data: Dataset, spec: TestRows) -> tuple[Rows | None, Rows]:
    """Return (training rows, test rows) as positions in `data`; None: every row is a training row.

    The test rows of a second file are positions in that file.
    """
    match spec:
        case OwnRows():
            return None, np.arange(len(data))
        case TestFile(data=other):
            return None, np.arange(len(other))
        case HeldOut(percent=percent, seed=seed):
            return hold_out(data, percent, seed)
        case Fold(run=run, fold=fold, folds=folds):
            for number, (training, test) in enumerate(weka_folds(data, run, folds), start=1):
                if number == fold:
                    return training, np.sort(test)
            raise ValueError(f"no fold {fold} of {folds}")
