"""Every named learner has the shared properties, and `check_learner` finds one that lacks any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

import lwnb_core as lw
from lwnb_core.learners.checks import PROPERTIES
from lwnb_core.local.training import NOWHERE, Instances, TrainingSet
from lwnb_core.progress import Progress, silent

SPECS = [*lw.LEARNERS, *(f"{name}d" for name in lw.LEARNERS)]

Twist = Callable[[NDArray[np.float64], TrainingSet], NDArray[np.float64]]


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
@pytest.mark.parametrize("spec", SPECS)
def test_every_learner_has_the_shared_properties(spec: str, convention: str) -> None:
    learner = lw.learner_from_spec(spec, {"convention": convention, "k": 5})
    checked = lw.check_learner(learner)
    assert set(checked) | learner.exempt.keys() == set(PROPERTIES)
    assert learner.exempt.keys() <= {"weights"}
    assert not learner.exempt or convention != "paper"


@pytest.mark.parametrize("k", ["auto", "local"])
def test_learners_that_find_their_k_have_the_shared_properties_but_for_weights(k: str) -> None:
    assert set(lw.check_learner(lw.LWNB(k))) == set(PROPERTIES) - {"weights"}


def test_a_learner_that_depends_on_the_first_row_says_so() -> None:
    learner = lw.KNN(3, knn_ranges="first")
    assert set(lw.check_learner(learner)) == set(PROPERTIES) - {"order"}


@dataclass(frozen=True, repr=False)
class TwistedNB(lw.Learner):
    """Naive Bayes with a changed posterior, which violates one property."""

    twist: Twist = lambda posterior, training: posterior
    prepare: Callable[[TrainingSet], TrainingSet] = lambda training: training
    leaves_out: bool = True
    explains: bool = True
    name: ClassVar[str] = "TwistedNB"

    def fit_training(self, training: TrainingSet) -> lw.Model:
        return TwistedModel(self, training)


class TwistedModel(lw.Model):
    learner: TwistedNB

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        return np.array([self._one(instances.taken([i]), int(row)) for i, row in enumerate(left_out)])

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> lw.Explanation:
        posterior = self._one(instances, left_out)
        shown = posterior if self.learner.explains else posterior[::-1]
        return self._base_explanation(instances, left_out, changed, posterior=shown, log_contributions=None)

    def _one(self, instance: Instances, left_out: int) -> NDArray[np.float64]:
        whole = left_out == NOWHERE or not self.learner.leaves_out
        training = self.learner.prepare(self.training if whole else self.training.without(left_out))
        nobody = np.array([NOWHERE])
        posterior = lw.NB().fit_training(training).posteriors(instance, nobody)[0]
        return self.learner.twist(posterior, training)


def towards_the_first_row(posterior: NDArray[np.float64], training: TrainingSet) -> NDArray[np.float64]:
    return np.asarray((posterior + np.eye(training.n_classes)[training.classes[0]]) / 2)


def towards_uniform_by_unit(posterior: NDArray[np.float64], training: TrainingSet) -> NDArray[np.float64]:
    largest = [
        np.nanmax(c) for a, c in zip(training.attributes, training.columns, strict=True) if a.is_numeric
    ]
    share = 1 / (1 + max(largest, default=1.0))
    return posterior * (1 - share) + share / training.n_classes


FAULTS = {
    "probabilities": TwistedNB(twist=lambda posterior, training: posterior * 0.9),
    "order": TwistedNB(twist=towards_the_first_row),
    "weights": TwistedNB(prepare=lambda training: replace(training, weights=np.ones(training.n))),
    "units": TwistedNB(twist=towards_uniform_by_unit),
    "leave_one_out": TwistedNB(leaves_out=False),
    "explanation": TwistedNB(explains=False),
}


def test_the_learner_without_a_fault_passes() -> None:
    assert lw.check_learner(TwistedNB()) == tuple(PROPERTIES)


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_learner_that_lacks_a_property_is_caught(name: str) -> None:
    with pytest.raises(AssertionError, match=rf"TwistedNB lacks the property '{name}' .* row \d+: .*\d"):
        lw.check_learner(FAULTS[name])


def test_a_learner_that_gives_nan_or_the_wrong_shape_is_caught() -> None:
    for twist in (lambda p, training: p * np.nan, lambda p, training: p[:-1]):
        with pytest.raises(AssertionError, match="'probabilities'"):
            lw.check_learner(TwistedNB(twist=twist))


class TwiceModel(TwistedModel):
    """A model that explains the right posterior by factors that each count twice."""

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> lw.Explanation:
        right = super().explanation(instances, left_out, changed)
        return replace(right, log_contributions=2 * np.log(right.posterior)[None, :])


class TwiceNB(TwistedNB):
    def fit_training(self, training: TrainingSet) -> lw.Model:
        return TwiceModel(self, training)


def test_contributions_that_do_not_add_up_are_caught() -> None:
    with pytest.raises(AssertionError, match=r"'explanation' .* contributions add up to"):
        lw.check_learner(TwiceNB())


def test_a_learner_that_fits_no_sample_is_caught() -> None:
    def refuse(training: TrainingSet) -> TrainingSet:
        raise lw.SettingsError("not these data")

    with pytest.raises(lw.SettingsError, match="not these data"):
        lw.check_learner(TwistedNB(prepare=refuse))
