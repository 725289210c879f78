"""The small interface of all learners: settings (`Learner`) and the fitted object (`Model`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.arguments import DATASET, FLAG, MAPPING, check_arguments
from lwnb_core.data.align import align
from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset
from lwnb_core.display import html_of
from lwnb_core.errors import DataError
from lwnb_core.local.convention import Convention, LearnerKnob
from lwnb_core.local.explanation import Explanation, Request
from lwnb_core.local.naive_bayes import Arithmetic, combine, first_best
from lwnb_core.local.training import NOWHERE, Instances, TrainingSet
from lwnb_core.progress import Progress, share, silent

if TYPE_CHECKING:
    from lwnb_core.distributed.cluster import Cluster
    from lwnb_core.distributed.partition_model import PartitionedModel

__all__ = ["NOWHERE", "Learner", "Model", "Part"]


class Learner(ABC):
    """The settings of a learner, in a frozen dataclass; `fit` returns a model and does not change them.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> learner = lw.LWNB(k=20, kernel="tricube")
    >>> learner.label
    'LWNB k=20'
    >>> learner.settings
    {'k': 20, 'kernel': 'tricube', 'convention': 'paper', 'eq6': 'right'}

    A learner never changes; `dataclasses.replace` makes another one:

    >>> from dataclasses import replace
    >>> replace(learner, k=10)
    LWNB(k=10, kernel='tricube')
    """

    name: ClassVar[str]
    knobs: ClassVar[tuple[LearnerKnob, ...]] = ()  # knobs that only this learner reads

    @check_arguments(data=DATASET)
    def fit(self, data: Dataset, rows: ArrayLike | None = None) -> Model:
        """Fit to `rows` of `data` (all by default), in that order. Rows without a class are dropped.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("glass")
        >>> training, test = lw.hold_out(data, percent=20)
        >>> model = lw.LWNB(k=20).fit(data, training)
        >>> print(f"{(model.predict(data, test) == data.class_codes[test]).mean():.1%} correct")
        69.8% correct
        """
        model = self.fit_training(TrainingSet.of(data, rows))
        model.header = data.subset(slice(0, 0))
        return model

    def fit_partitions(
        self,
        source: Any,
        class_attribute: str | None = None,
        *,
        cluster: str | Cluster | None = None,
        progress: Progress = silent,
    ) -> PartitionedModel:
        """Fit to training rows that need not fit into memory; LWNB, NB, KNN and KNNDW can do this.

        The model gives the same numbers that `fit` would give with all rows in one data set.

        Parameters
        ----------
        source
            A folder of Parquet files, a pattern such as ``data/*.parquet``, or a `dask.dataframe`.
        class_attribute
            The column to predict; by default the last nominal one that can be predicted.
        cluster
            Where to compute: ``tcp://host:8786``, or ``local:4`` for four processes on this machine; by
            default in this process, one part after the other. Workers read the files themselves, so every
            worker must reach them under the same path. The model stays connected until it is deleted or
            closed: ``with lw.LWNB().fit_partitions(…) as model:``.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> data.to_pandas().iloc[:100].to_parquet("part-0.parquet")
        >>> data.to_pandas().iloc[100:].to_parquet("part-1.parquet")
        >>> with lw.LWNB(k=20).fit_partitions("part-*.parquet", "class") as model:
        ...     print(model.predict_labels(data, [0, 149]))
        ['Iris-setosa' 'Iris-virginica']
        """
        from lwnb_core.distributed.partition_model import fit_to_parts

        return fit_to_parts(self, source, class_attribute, cluster, progress)

    @abstractmethod
    def fit_training(self, training: TrainingSet) -> Model:
        """Fit to prepared training rows."""

    def numpy_seconds(self, rows: int, attributes: int, instances: int) -> float:
        """Estimate how long numpy takes for what compiled loops could do instead.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.NB().numpy_seconds(rows=150, attributes=4, instances=150)
        0.0
        >>> lw.LWNB(k="auto").numpy_seconds(rows=150, attributes=4, instances=150)
        inf
        """
        return 0.0

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings as plain values, for reports and files; knobs only if they were changed."""
        plain: dict[str, Any] = {}
        for f in fields(self):  # type: ignore[arg-type]  # subclasses are dataclasses
            if f.name in self.unchanged_knobs:
                continue
            value = getattr(self, f.name)
            if isinstance(value, Convention):
                plain |= {"convention": value.name, **value.changed_knobs}
            elif isinstance(value, Learner):
                plain |= value.settings
            else:
                plain[f.name] = value
        return plain

    @property
    def unchanged_knobs(self) -> set[str]:
        """The knobs of this learner alone whose values are those of the convention.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.KNN(k=5).unchanged_knobs, lw.KNN(k=5, knn_ranges="first").unchanged_knobs
        ({'knn_ranges'}, set())
        """
        own = vars(self)
        return {knob.name for knob in self.knobs if own[knob.name] == knob.defaults[own["convention"].name]}

    @property
    def exempt(self) -> dict[str, str]:
        """The properties of `lw.check_learner` that this learner does not have, each with the reason.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> lw.KNN(k=5, convention="paper").exempt, lw.KNN(k=5, convention="weka").exempt
        ({}, {'weights': 'k counts rows'})
        """
        return {}

    @property
    def label(self) -> str:
        """A short name for tables and legends, such as `LWNB k=50`."""
        k = self.settings.get("k")
        return self.name if k is None else f"{self.name} k={k}"

    def __repr__(self) -> str:
        from lwnb_core.one_line import learner_text

        return learner_text(self)

    def _repr_html_(self) -> str | None:
        return html_of(self)


@dataclass(frozen=True, eq=False)
class Part:
    """Test instances that one model predicts.

    Attributes
    ----------
    which
        Their positions among the instances given. Shape (t,).
    instances
        As the model sees them, for example discretised.
    left_out
        The row of the model's own training set that each leaves out (-1: none). Shape (t,).
    """

    model: Model
    which: NDArray[np.intp]
    instances: Instances
    left_out: NDArray[np.intp]


class Model(ABC):
    """A fitted learner. Nothing in it changes when it predicts.

    `predict`, `predict_labels`, `predict_proba` and `explain` answer questions about rows of a data set. All
    other methods are for use inside the project: they take `Instances`, which the engine and the window
    prepare once and use many times, and may change from one version to the next. Subclasses implement
    `posteriors` and `explanation`; everything else follows from those two.

    Attributes
    ----------
    learner
        The settings that it was fitted with.
    training
        The rows that it was fitted to.
    header
        The attributes of the data that it was fitted to, without rows.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> model = lw.NB().fit(data)
    >>> model.classes
    ('Iris-setosa', 'Iris-versicolor', 'Iris-virginica')
    >>> [attribute.name for attribute in model.attributes]
    ['sepallength', 'sepalwidth', 'petallength', 'petalwidth']
    >>> model.learner
    NB()
    """

    header: Dataset | None = None

    def __init__(self, learner: Learner, training: TrainingSet) -> None:
        self.learner = learner
        self.training = training

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, in the order of the columns of `predict_proba`."""
        return self.training.class_names

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The predictors, in the order of the file."""
        return self.training.attributes

    def __repr__(self) -> str:
        from lwnb_core.one_line import model_text

        return model_text(self)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    # -- public ---------------------------------------------------------------------------------------

    @check_arguments(data=DATASET, leave_out=FLAG)
    def predict_proba(
        self,
        data: Dataset,
        rows: ArrayLike | None = None,
        *,
        leave_out: bool = False,
        progress: Progress = silent,
    ) -> NDArray[np.float64]:
        """Return P(c|x) for rows, in the order given. Shape (rows, classes), classes in header order.

        With `leave_out`, a row that is also a training row is left out of the training rows for its own
        prediction, as `explain` does by default. The data may come from another file: attributes are matched
        by name.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> model = lw.NB().fit(data)
        >>> model.predict_proba(data, [70]).round(3)
        array([[0.   , 0.154, 0.846]])
        >>> model.predict_proba(data, [70], leave_out=True).round(3)
        array([[0.   , 0.098, 0.902]])
        """
        instances = self.instances(data, rows)
        left_out = self.positions_to_leave_out(instances) if leave_out else np.full(len(instances), NOWHERE)
        return self.posteriors(instances, left_out, progress)

    @check_arguments(data=DATASET, leave_out=FLAG)
    def predict(
        self,
        data: Dataset,
        rows: ArrayLike | None = None,
        *,
        leave_out: bool = False,
        progress: Progress = silent,
    ) -> NDArray[np.intp]:
        """The most probable class of each row, as an index into `classes`.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> predicted = lw.NB().fit(data).predict(data, leave_out=True)
        >>> int((predicted == data.class_codes).sum()), len(data)
        (143, 150)
        """
        return first_best(self.predict_proba(data, rows, leave_out=leave_out, progress=progress))

    @check_arguments(data=DATASET, leave_out=FLAG)
    def predict_labels(
        self,
        data: Dataset,
        rows: ArrayLike | None = None,
        *,
        leave_out: bool = False,
        progress: Progress = silent,
    ) -> NDArray[np.object_]:
        """Return the most probable class of each row, by name.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> lw.LWNB(k=50).fit(data).predict_labels(data, [0, 134])
        array(['Iris-setosa', 'Iris-virginica'], dtype=object)
        """
        names = np.array(self.classes, dtype=object)
        return np.asarray(names[self.predict(data, rows, leave_out=leave_out, progress=progress)])

    @check_arguments(data=DATASET, changes=MAPPING, leave_out=FLAG)
    def explain(
        self,
        data: Dataset,
        row: int,
        *,
        changes: Mapping[str, float | str | None] | None = None,
        leave_out: bool = True,
    ) -> Explanation:
        """Explain the prediction for one row, with some values changed if wanted.

        The explanation holds everything between the training rows and the answer. A row that is one of the
        training rows is left out of them, unless `leave_out` is false. It is one of them if the data are the
        ones that the model was fitted to, or the same data read again: equal in every row, in all predictors
        and in the class where it is given (`Dataset.has_rows_of`).

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> model = lw.LWNB(k=50).fit(data)
        >>> answer = model.explain(data, row=134)
        >>> answer.classes[answer.prediction], answer.posterior.round(3)
        ('Iris-virginica', array([0.   , 0.172, 0.828]))
        >>> model.explain(data, row=134, changes={"petalwidth": 1.2}).posterior.round(3)
        array([0.   , 0.527, 0.473])
        """
        instances = self.instances(data, [row])
        left_out = self.positions_to_leave_out(instances) if leave_out else np.array([NOWHERE])
        changes = changes or {}
        changed = instances.changed(self.training.attributes, changes)
        return self.explanation(changed, int(left_out[0]), tuple(changes))

    # -- for use inside the project -------------------------------------------------------------------

    def instances(self, data: Dataset, rows: ArrayLike | None = None) -> Instances:
        """Return rows of a data set, converted to the header of the training data.

        The instances record whether the data are those that the model was fitted to, perhaps read again.
        """
        if self.header is None:
            raise DataError("this model was fitted without a header and cannot predict data sets")
        aligned = align(data, self.header)
        instances = Instances.of(aligned, rows)
        if aligned.origin != self.training.origin and aligned.has_rows_of(self.header):
            return replace(instances, origin=self.training.origin)
        return instances

    def positions_to_leave_out(self, instances: Instances) -> NDArray[np.intp]:
        """Return for each instance its position among the training rows, -1 if it is not among them."""
        positions = [self.training.position_of(instances.origin, int(row)) for row in instances.rows]
        return np.array([NOWHERE if p is None else p for p in positions], dtype=np.intp)

    def parts(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> Iterator[Part]:
        """Return the models that predict: this one, or inner models fitted without a row left out.

        `progress` may cancel while they are determined; it is called with 0 done.
        """
        yield Part(self, np.arange(len(instances)), instances, left_out)

    @abstractmethod
    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        """Return P(c|x) for every instance, each without the training row named in `left_out` (-1: none)."""

    @abstractmethod
    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        """Explain the one instance in `instances`."""

    def _posteriors_of_parts(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress
    ) -> NDArray[np.float64]:
        """Return the posteriors of the models in `parts`."""
        result = np.empty((len(instances), self.training.n_classes))
        done = 0
        for part in self.parts(instances, left_out, progress):
            own = share(progress, done, len(instances))
            result[part.which] = part.model.posteriors(part.instances, part.left_out, own)
            done += len(part.which)
            progress(done, len(instances))
        return result

    def _base_explanation(
        self, instances: Instances, left_out: int, changed: tuple[str, ...], **parts: Any
    ) -> Explanation:
        """Return an explanation with what every learner knows filled in."""
        training = self.training
        learner: Learner = parts.pop("learner", self.learner)
        notes = list(parts.pop("notes", ()))
        if training.dropped:
            notes.append(f"{training.dropped} training rows without a class were dropped")
        row = int(instances.rows[0])
        return Explanation(
            learner=learner.name,
            settings=learner.settings,
            classes=training.class_names,
            attributes=training.attributes,
            instance=instances.values(0),
            row=row if row >= 0 else None,
            true_class=int(instances.classes[0]) if instances.classes[0] >= 0 else None,
            changed=changed,
            training_rows=training.n_whole - (left_out != NOWHERE),
            left_out=left_out != NOWHERE,
            notes=tuple(notes),
            request=Request(self, instances, left_out),
            class_attribute=training.class_attribute.name,
            **parts,
        )

    def _explanation_of_logs(
        self,
        instances: Instances,
        left_out: int,
        changed: tuple[str, ...],
        contributions: NDArray[np.float64],
        arithmetic: Arithmetic = "logs",
        **parts: Any,
    ) -> Explanation:
        """Return the explanation of a product of prior and factors, given as logs (factors, classes)."""
        posterior = combine(contributions, arithmetic)
        return self._base_explanation(
            instances, left_out, changed, posterior=posterior, log_contributions=contributions, **parts
        )
