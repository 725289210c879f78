"""A model whose training rows are read part by part and never held in memory together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from lwnb_core.distributed.backends import check_cluster
from lwnb_core.distributed.candidates import Candidates, candidates, merged
from lwnb_core.distributed.cluster import Cluster
from lwnb_core.distributed.partition_sums import naive_bayes
from lwnb_core.distributed.partitions import Part, parts_of
from lwnb_core.distributed.survey import Survey, survey, whole_training
from lwnb_core.distributed.workers import Workers, Workplace
from lwnb_core.errors import SettingsError
from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.learners.instance_blocks import Block, BlockSequence
from lwnb_core.learners.knn import KNN
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.learners.nb import NB, NBModel
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.kernel_names import KERNELS
from lwnb_core.local.kernels import UNBOUNDED
from lwnb_core.local.training import Instances, TrainingSet, WholeTraining
from lwnb_core.progress import Progress, silent
from lwnb_core.spelling import one_of

# Test instances that share one set of candidates, which are the candidates of all of them.
_BLOCK_ROWS = 128
# A part is read once for this many blocks.
_BLOCKS_AT_ONCE = 8


def fit_to_parts(
    learner: Learner,
    source: Any,
    class_attribute: str | None,
    cluster: str | Cluster | None,
    progress: Progress = silent,
) -> PartitionedModel:
    """See `Learner.fit_partitions`."""
    check_fits_to_parts(learner)
    if isinstance(cluster, str):
        check_cluster(cluster)
    parts = parts_of(source)
    workplace = Workplace(cluster)
    with workplace.workers(progress) as workers:
        surveyed = survey(parts, class_attribute, workers)
        whole = WholeTraining(surveyed.n, surveyed.ranges, np.full(len(surveyed.predictors), np.nan))
        if not isinstance(learner, KNN):  # votes need no densities
            whole = whole_training(parts, surveyed, workers)
        model = PartitionedModel(learner, parts, surveyed, whole, workplace)
        if isinstance(learner, NB):
            model.naive_bayes(workers)
    return model


def check_fits_to_parts(learner: Learner) -> None:
    """Raise a `SettingsError` for a learner that needs all its training rows in one place."""
    if type(learner) is not LWNB and not isinstance(learner, NB | KNN):
        raise SettingsError(
            f"{learner.label} needs all training rows in one place",
            hint="LWNB, NB, KNN and KNNDW learn from rows in parts.",
        )
    if isinstance(learner, LWNB) and learner.kernel in UNBOUNDED:
        others = [kernel for kernel in KERNELS if kernel not in UNBOUNDED]
        raise SettingsError(
            f"the kernel {learner.kernel} gives every training row a weight, so all rows would have to be in "
            f"one place",
            hint=f"Choose {one_of(others)}.",
        )
    if isinstance(learner, KNN) and learner.knn_ranges == "first":
        raise SettingsError(
            "knn_ranges='first' depends on which row comes first, but rows in parts have no order",
            hint="Choose knn_ranges='rows'.",
        )


class PartitionedModel(Model):
    """A fitted learner that reads from the parts only the rows that a prediction needs.

    Leave-one-out is not available: a test instance cannot be matched to its row in one of the files.

    A model that was fitted with the address of a cluster stays connected to it until it is closed or deleted.
    It can be used in a `with` statement, which closes it at the end.
    """

    def __init__(
        self,
        learner: Learner,
        parts: Sequence[Part],
        surveyed: Survey,
        whole: WholeTraining,
        workplace: Workplace,
    ) -> None:
        header = surveyed.header
        super().__init__(learner, replace(TrainingSet.empty(header), dropped=surveyed.dropped, whole=whole))
        self.header = header
        self._parts = parts
        self._survey = surveyed
        self._whole = whole
        self._workplace = workplace
        self._naive_bayes: NBModel | None = None

    def close(self) -> None:
        """Disconnect from the cluster; processes that were started for this model end.

        The next prediction connects again. A `Cluster` that was given to `fit_partitions` stays connected.
        """
        self._workplace.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def of_other_learner(self, learner: Learner) -> PartitionedModel:
        """Return another learner fitted to the same rows, which are not surveyed again."""
        check_fits_to_parts(learner)
        with self._workplace.workers() as workers:
            whole = self._whole
            if isinstance(self.learner, KNN) and not isinstance(learner, KNN):
                whole = whole_training(self._parts, self._survey, workers)
            model = PartitionedModel(learner, self._parts, self._survey, whole, self._workplace)
            if isinstance(learner, NB):
                model.naive_bayes(workers)
        return model

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        if self._naive_bayes is not None and isinstance(self.learner, NB):
            return self._naive_bayes.posteriors(instances, left_out, progress)
        sequence = BlockSequence(self.learner, self.training.attributes)
        starts = range(0, len(instances), _BLOCK_ROWS)
        blocks = [sequence.following(instances.taken(slice(i, i + _BLOCK_ROWS))) for i in starts]
        result = np.empty((len(instances), self.training.n_classes))
        done = 0
        with self._workplace.workers(progress) as workers:
            for some, trainings in self._trainings(blocks, workers):
                for number, training in zip(some, trainings, strict=True):
                    model = self.learner.fit_training(training)
                    start, block = starts[number], blocks[number]
                    result[start : start + len(block)] = block.posteriors(model)
                    done += len(block)
                progress(done, len(instances))
        return result

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        with self._workplace.workers() as workers:
            if isinstance(self.learner, NB):
                return self.naive_bayes(workers).explanation(instances, left_out, changed)
            answers = self._trainings([Block(instances, 0)], workers)
            training = next(trainings[0] for _, trainings in answers if trainings)
            explanation = self.learner.fit_training(training).explanation(instances, left_out, changed)
            if not isinstance(self.learner, LWNB):
                return explanation
            everywhere = self.naive_bayes(workers).posteriors(instances, np.array([NOWHERE]))[0]
        return replace(explanation, others={**explanation.others, "NB": everywhere})

    def naive_bayes(self, workers: Workers) -> NBModel:
        """Return naive Bayes of all rows with the same settings, computed when it is first needed."""
        if self._naive_bayes is None:
            learner = self.learner
            assert isinstance(learner, NB | LWNB)
            nb = learner if isinstance(learner, NB) else NB(learner.convention, eq6=learner.eq6)
            tables = naive_bayes(self._parts, self._survey, self._whole, nb, workers)
            self._naive_bayes = NBModel(nb, self.training, tables)
        return self._naive_bayes

    def _trainings(
        self, blocks: Sequence[Block], workers: Workers
    ) -> Iterator[tuple[range, list[TrainingSet]]]:
        """Yield numbers of blocks with the training rows of each, once all parts have returned their results.

        It also yields empty batches, so that the caller can report progress and cancel in between.
        """
        batches = [
            range(i, min(i + _BLOCKS_AT_ONCE, len(blocks))) for i in range(0, len(blocks), _BLOCKS_AT_ONCE)
        ]
        n_parts = len(self._parts)
        calls = [
            (part, self._survey.header, self._whole, self.learner, [blocks[number] for number in batch])
            for batch in batches
            for part in self._parts
        ]
        answers: dict[int, dict[int, Candidates]] = {}
        for ended in workers.as_finished(candidates, calls):
            for call, rows in ended:
                batch, part = divmod(call, n_parts)
                answers.setdefault(batch, {})[part] = rows
                if len(answers[batch]) == n_parts:
                    yield batches[batch], self._merged(answers.pop(batch), batches[batch])
            yield range(0), []

    def _merged(self, answers: dict[int, Candidates], batch: range) -> list[TrainingSet]:
        by_part = [answers[part] for part in range(len(answers))]
        survey, whole = self._survey, self._whole
        return [
            merged(by_part, i, survey.starts, survey.header, whole, survey.dropped) for i in range(len(batch))
        ]
