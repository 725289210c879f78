"""The basis of predictions: training data with a learner, and the place where they are computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lwnb_gui.cli.options.common import ReadingOptions
from lwnb_gui.cli.options.source import STDIN, open_data

if TYPE_CHECKING:
    from lwnb_core import Dataset, Learner, Model
    from lwnb_core.distributed.cluster import Cluster
    from lwnb_core.learners.instance_blocks import Answer, Block

Answers = Iterator["Answer"]


@dataclass(frozen=True, eq=False)
class TrainingSource:
    """Training data with a learner.

    Attributes
    ----------
    header
        Data with the attributes and the class of the training data.
    name, source
        As those of a data set.
    digest
        Tells these training data from others.
    rows
        The number of training rows.
    answer
        Gives blocks of test rows with their posteriors, in order.
    at_a_time
        How many blocks are answered at a time.
    """

    learner: Learner
    header: Dataset
    name: str
    source: str
    digest: str
    rows: int
    answer: Callable[[Iterator[Block]], Answers]
    at_a_time: int


def teacher_of(
    source: str, learner: Learner, reading: ReadingOptions, jobs: int | None, cluster: Cluster | None
) -> TrainingSource:
    """Return the source; training rows in parts are read part by part, others here, or sent to a cluster."""
    from lwnb_core.arguments import check_jobs
    from lwnb_core.distributed.partitions import is_in_parts
    from lwnb_core.evaluation.experiments.pool import cores
    from lwnb_core.learners.instance_blocks import answers_in_threads, answers_on_cluster

    if jobs is not None:
        check_jobs(jobs)
    if is_in_parts(source):
        return _in_parts(source, learner, reading, cluster)
    data = open_data(source, reading, strict=False)

    def teacher(answer: Callable[[Iterator[Block]], Answers], at_a_time: int) -> TrainingSource:
        named = data.source or STDIN
        return TrainingSource(learner, data, data.name, named, data.fingerprint, len(data), answer, at_a_time)

    if cluster is not None:
        return teacher(
            lambda blocks: answers_on_cluster(cluster, learner, data, blocks, _beat), cluster.threads
        )
    model, threads = learner.fit(data), jobs or cores()
    return teacher(lambda blocks: answers_in_threads(model, blocks, threads, _beat), threads)


def models_in_parts(source: str, learners: Sequence[Learner], reading: ReadingOptions) -> list[Model]:
    """Return the learners fitted to rows in parts; after the first, only those for which it is possible."""
    from lwnb_core import SettingsError
    from lwnb_core.distributed.partition_model import fit_to_parts

    _refuse_what_parts_cannot(reading)
    first = fit_to_parts(learners[0], source, reading.class_attribute, None)
    models: list[Model] = [first]
    for learner in learners[1:]:
        with suppress(SettingsError):
            models.append(first.of_other_learner(learner))
    return models


def _refuse_what_parts_cannot(reading: ReadingOptions) -> None:
    from lwnb_core import SettingsError

    if reading.class_bins is not None:
        raise SettingsError(
            "a numeric class of training rows in parts cannot be cut into intervals",
            hint="Store the intervals as a column of texts.",
        )
    if reading.columns:
        raise SettingsError(
            "columns of training rows in parts cannot be left out",
            hint="Write the files without the columns that are not to be used.",
        )


def _in_parts(
    source: str, learner: Learner, reading: ReadingOptions, cluster: Cluster | None
) -> TrainingSource:
    from lwnb_core.distributed.partitions import digest_of
    from lwnb_core.learners.instance_blocks import answers_in_threads

    _refuse_what_parts_cannot(reading)
    model = learner.fit_partitions(source, reading.class_attribute, cluster=cluster)
    assert model.header is not None
    return TrainingSource(
        learner,
        model.header,
        source,
        source,
        digest_of(source),
        model.training.n_whole,
        lambda blocks: answers_in_threads(model, blocks, 1, _beat),
        1,
    )


def _beat() -> None:
    """Do nothing: there is nothing to report between two blocks, and Ctrl+C arrives by itself."""
