"""Any learner behind a discretiser that is fitted on its training rows only (LWNBD, NBD …)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.errors import SettingsError
from lwnb_core.learners.base import NOWHERE, Learner, Model, Part
from lwnb_core.learners.discretisation.mdl import Cut, Discretiser, codes
from lwnb_core.learners.discretisation.mdl_left_out import LeftOutCuts, OtherCuts
from lwnb_core.local.convention import Convention, LearnerKnob, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent
from lwnb_core.remedies import Remedy

_CUT = LearnerKnob("cut", ("midpoint", "left"), {"paper": "midpoint", "weka": "midpoint", "tables": "left"})


@dataclass(frozen=True, init=False, repr=False)
class Discretised(Learner):
    """A learner that receives intervals instead of numbers.

    Attributes
    ----------
    cut
        A cut lies halfway between two values (`midpoint`) or at the `left` one; None follows the convention.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> model = lw.Discretised(lw.NB()).fit(data)
    >>> model.explain(data, row=134).posterior.round(3)
    array([0.   , 0.844, 0.156])
    >>> model.learner.name, model.learner.settings["cut"]
    ('NBD', 'midpoint')

    A learner in a text is discretised by a `d` after its name: `lw.learner_from_spec("nbd")`.
    """

    learner: Learner
    convention: Convention
    cut: Cut
    knobs: ClassVar[tuple[LearnerKnob, ...]] = (_CUT,)

    def __init__(
        self,
        learner: Learner,
        convention: str | Convention | None = None,
        *,
        cut: str | None = None,
        **knobs: Any,
    ) -> None:
        if not isinstance(learner, Learner):
            raise SettingsError(f"{learner!r} is not a learner", remedies=[Remedy("give_learner")])
        if convention is None:
            convention = getattr(learner, "convention", "paper")
        chosen = _convention(convention, **knobs)
        object.__setattr__(self, "learner", learner)
        object.__setattr__(self, "convention", chosen)
        object.__setattr__(self, "cut", _CUT.value(cut, chosen))

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the learner inside
        return f"{self.learner.name}D"

    @property
    def settings(self) -> dict[str, Any]:
        return {**self.learner.settings, "discretised": True, "cut": self.cut}

    @property
    def exempt(self) -> dict[str, str]:
        counting = {"weights": "the price of a cut counts rows"} if self.convention.counting == "rows" else {}
        return counting | self.learner.exempt

    def numpy_seconds(self, rows: int, attributes: int, instances: int) -> float:
        return self.learner.numpy_seconds(rows, attributes, instances)

    def fit_training(self, training: TrainingSet) -> DiscretisedModel:
        return self.behind(self.fit_discretiser(training), training)

    def fit_discretiser(self, training: TrainingSet) -> Discretiser:
        """Return the cuts alone, for several learners that share them."""
        return Discretiser.fit(training, self.cut, self.convention.counting)

    def behind(self, discretiser: Discretiser, training: TrainingSet) -> DiscretisedModel:
        """Return the model behind known cuts."""
        inner = self.learner.fit_training(discretiser.discretised(training))
        return DiscretisedModel(self, training, discretiser, inner)


_convention = convention  # the dataclass field of this name hides it inside the class


_NOBODY = np.array([NOWHERE], dtype=np.intp)


class DiscretisedModel(Model):
    """A discretiser and the model behind it.

    The cuts are part of what is learnt: if a row is left out, they are computed from the other rows.
    """

    learner: Discretised

    def __init__(
        self, learner: Discretised, training: TrainingSet, discretiser: Discretiser, inner: Model
    ) -> None:
        super().__init__(learner, training)
        self.discretiser = discretiser
        self.inner = inner

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        return self._posteriors_of_parts(instances, left_out, progress)

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        model = self if left_out == NOWHERE else self._without(left_out)
        seen = model.discretiser.discretised(instances)
        explained = model.inner.explanation(seen, left_out, changed)
        return replace(
            explained,
            learner=self.learner.name,
            settings=self.learner.settings,
            others={f"{name}D": p for name, p in explained.others.items()},
            votes={f"{name}D": votes for name, votes in explained.votes.items()},
        )

    def parts(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> Iterator[Part]:
        """Return one part for each set of cuts. Most rows can be left out without changing any."""
        others: dict[int, list[OtherCuts | None]] = {}
        if (left_out != NOWHERE).any():
            for j, left_out_cuts in self._left_out_cuts.items():
                progress(0, len(instances))
                others[j] = left_out_cuts.without(left_out)
        groups: dict[tuple[tuple[int, tuple[int, ...]], ...], list[int]] = {}
        for i in range(len(instances)):
            own = ((j, cuts[i]) for j, cuts in others.items())
            key = tuple((j, c.splits) for j, c in own if c is not None and c.splits != self._splits(j))
            groups.setdefault(key, []).append(i)
        for splits, members in groups.items():
            which = np.array(members)
            seen = self.discretiser.discretised(instances.taken(which))
            columns = list(seen.columns)
            for j, cuts in others.items():
                columns[j] = columns[j].copy()
                for position, i in enumerate(members):
                    other = cuts[i]
                    if other is not None:
                        columns[j][position] = codes(instances.columns[j][i : i + 1], other.points)[0]
            seen = replace(seen, columns=tuple(columns))
            if not splits:
                yield Part(self.inner, which, seen, left_out[which])
                continue
            training, fit = self._training_with(dict(splits)), self.learner.learner.fit_training
            if len(which) > 1:
                yield Part(fit(training), which, seen, left_out[which])
            else:  # fitted once, rather than for all rows and then without one
                yield Part(fit(training.without(int(left_out[which[0]]))), which, seen, _NOBODY)

    def _training_with(self, splits: dict[int, tuple[int, ...]]) -> TrainingSet:
        """Return the training rows with some attributes split elsewhere."""
        attributes, columns = list(self.inner.training.attributes), list(self.inner.training.columns)
        for j, own in splits.items():
            values = self._left_out_cuts[j].values
            columns[j] = np.where(values < 0, -1, np.searchsorted(own, values)).astype(np.int32)
            names = tuple(map(str, range(len(own) + 1)))
            attributes[j] = Attribute.nominal(attributes[j].name, names)
        return replace(self.inner.training, attributes=tuple(attributes), columns=tuple(columns))

    def _without(self, position: int) -> DiscretisedModel:
        """Return the same with the cuts of all rows but one.

        The model behind still has that row, to leave out.
        """
        where = np.array([position])
        cuts = list(self.discretiser.cuts)
        for j, left_out in self._left_out_cuts.items():
            other = left_out.without(where)[0]
            cuts[j] = cuts[j] if other is None else other.points
        return self.learner.behind(Discretiser(self.discretiser.attributes, tuple(cuts)), self.training)

    def _splits(self, j: int) -> tuple[int, ...]:
        return self._left_out_cuts[j].splits

    @cached_property
    def _left_out_cuts(self) -> dict[int, LeftOutCuts]:
        """The cuts without a row, by numeric predictor."""
        cut, counting = self.learner.cut, self.learner.convention.counting
        return {
            j: LeftOutCuts(self.training, j, cut, counting)
            for j, attribute in enumerate(self.training.attributes)
            if attribute.is_numeric
        }
