"""Turning data sets and learners, as users give them, into entries and columns with unique names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lwnb_core.arguments import DATASET, LEARNER, ArgumentKind, items
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_core.data.formats.loading import load
from lwnb_core.data.samples.catalogue import sample, samples
from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.experiments.units import ExperimentData, ExperimentLearner
from lwnb_core.learners.base import Learner
from lwnb_core.learners.discretisation.discretised import Discretised
from lwnb_core.learners.specs import LEARNERS, learner_from_spec, spec_of
from lwnb_core.remedies import Remedy

DataSource = Dataset | str | Path
_SOURCE = ArgumentKind("a data set or a file name", lambda x: isinstance(x, DataSource), DATASET.give)
_LEARNER = ArgumentKind("a learner", lambda x: isinstance(x, Learner | str), LEARNER.give)


def entries_of(datasets: Mapping[str, DataSource] | Iterable[DataSource]) -> tuple[ExperimentData, ...]:
    """Return data sets by name: a mapping's keys, or the file's stem or the relation."""
    if isinstance(datasets, Dataset | str | Path):
        datasets = [datasets]
    if isinstance(datasets, Mapping):
        entries = tuple(ExperimentData(str(name), _opened(source)) for name, source in datasets.items())
    else:
        opened = [_opened(source) for source in items("datasets", datasets, _SOURCE)]
        entries = tuple(ExperimentData(data.name, data) for data in opened)
    if not entries:
        raise SettingsError("no data set to experiment on")
    for entry in entries:
        _ = entry.data.class_attribute  # refuse a data set without a class now, not after hours
    twice = [name for name, count in Counter(entry.name for entry in entries).items() if count > 1]
    if twice:
        raise SettingsError(f"two data sets are called {twice[0]!r}", remedies=[Remedy("name_data")])
    return entries


def columns_of(learners: Iterable[Learner | str]) -> tuple[ExperimentLearner, ...]:
    """Return learners with short names that distinguish them."""
    if isinstance(learners, Learner | str):
        learners = [learners]
    created = [
        learner_from_spec(x) if isinstance(x, str) else x for x in items("learners", learners, _LEARNER)
    ]
    if not created:
        raise SettingsError("no learner to experiment with", remedies=[Remedy("give_learner")])
    specs = [spec_text(learner) for learner in created]
    twice = [spec for spec, count in Counter(specs).items() if count > 1]
    if twice:
        raise SettingsError(f"the learner {twice[0]!r} occurs twice among those to compare")
    return tuple(
        ExperimentLearner(name, spec, learner)
        for name, spec, learner in zip(short_names(created), specs, created, strict=True)
    )


def spec_text(learner: Learner) -> str:
    """Return every setting in one text; for a user's own learner, its `repr`."""
    try:
        return spec_of(learner)
    except SettingsError:
        return repr(learner)


def short_names(learners: Sequence[Learner]) -> list[str]:
    """Return labels such as `LWNB k=50`, with the settings in which learners of the same name differ."""
    names = []
    for learner in learners:
        alike = [other.settings for other in learners if other.name == learner.name]
        own, usual = learner.settings, _default_settings(learner)
        told = [
            f"{key}={_text(value)}"
            for key, value in own.items()
            if key != "k"
            and len({_text(settings.get(key)) for settings in alike}) > 1
            and (key not in usual or usual[key] != value)
        ]
        names.append(" ".join([learner.label, *told]))
    for i, name in enumerate(names):
        if names.count(name) > 1:  # users' own learners may not show in what they differ
            names[i] = f"{name} ({names[: i + 1].count(name)})"
    return names


def _default_settings(learner: Learner) -> dict[str, Any]:
    inner = learner.learner if isinstance(learner, Discretised) else learner
    return type(inner)().settings if type(inner) in LEARNERS.values() else {}


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _opened(source: DataSource) -> Dataset:
    if isinstance(source, Dataset):
        return source
    if isinstance(source, str) and not on_disc(Path(source).expanduser()).exists():
        name = source.strip().lower().replace("_", "-").replace(" ", "-")
        if name in {info.name for info in samples()}:
            return sample(name)
    return load(source)
