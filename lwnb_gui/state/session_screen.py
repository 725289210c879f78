"""Everything that makes up a screen, as a plain value: taken from the state, and with its data put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from lwnb_core import PAPER, Convention, DataError, Dataset, SettingsError
from lwnb_core.data.attribute import Kind as AttributeKind
from lwnb_core.local.kernels import Kernel
from lwnb_core.local.naive_bayes import Eq6
from lwnb_gui.state.curve_view import CurveView
from lwnb_gui.state.edits import Bins, Edits, class_name
from lwnb_gui.state.experiment_view import ExperimentView
from lwnb_gui.state.map_view import MapView
from lwnb_gui.state.preferences import ThemeChoice
from lwnb_gui.state.query import Query, Value
from lwnb_gui.state.session_data import DataSource, MayRead
from lwnb_gui.state.steps import Step
from lwnb_gui.state.teaching import Lecture, Teaching
from lwnb_gui.state.test_rows import Fold, HeldOut, OwnRows, TestFile, TestRows
from lwnb_gui.state.view import Place, View

Kind = Literal["session", "lecture"]


@dataclass(frozen=True)
class Session:
    """A screen. Names in the place of codes, so that a person can read and write the file.

    Attributes
    ----------
    kinds, class_name, bins
        What was changed about the data since they were read: kinds of attributes, the class, its intervals.
    test_file
        Where the test rows are a second file; `test_rows` is then not looked at.
    row
        From 0, as in `Query`; in the file from 1.
    theme
        Of a lecture that wants one; None: as the user has it.
    """

    data: DataSource
    kind: Kind = "session"
    kinds: tuple[tuple[str, AttributeKind], ...] = ()
    class_name: str = ""
    bins: Bins | None = None
    test_rows: OwnRows | HeldOut | Fold = field(default_factory=OwnRows)
    test_file: DataSource | None = None
    row: int = 0
    changes: tuple[tuple[str, Value], ...] = ()
    k: int = 50
    kernel: Kernel = "linear"
    convention: Convention = PAPER
    eq6: Eq6 = "right"
    unused: frozenset[str] = frozenset()
    map: MapView | None = None
    place: Place = "explore"
    hidden_classes: tuple[str, ...] = ()
    class_colours: tuple[tuple[str, str], ...] = ()
    panels: frozenset[str] | None = None
    hidden_controls: frozenset[str] = frozenset()
    step: Step | None = None
    guess_first: bool = False
    curves: CurveView = field(default_factory=CurveView)
    experiment: ExperimentView = field(default_factory=ExperimentView)
    theme: ThemeChoice | None = None
    lecture: Lecture | None = None

    # -- from the screen ------------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        query: Query,
        view: View,
        read: Dataset,
        source: DataSource,
        test_file: DataSource | None = None,
    ) -> Session:
        """What is on the screen; `read` are the data as they came from `source`."""
        edits = Edits.between(read, query.data)
        same_class = edits.class_name == class_name(read) and edits.bins is None
        classes = query.data.classes if query.data.class_index is not None else ()
        teaching = view.teaching
        return cls(
            data=source,
            kinds=tuple(edits.kinds.items()),
            class_name="" if same_class else edits.class_name or "",
            bins=edits.bins,
            test_rows=OwnRows() if isinstance(query.test_rows, TestFile) else query.test_rows,
            test_file=test_file if isinstance(query.test_rows, TestFile) else None,
            row=query.row,
            changes=query.changes,
            k=query.k,
            kernel=query.kernel,
            convention=query.convention,
            eq6=query.eq6,
            unused=query.unused,
            map=query.map,
            place=view.place if view.place != "start" else "explore",
            hidden_classes=tuple(classes[c] for c in sorted(view.hidden_classes) if c < len(classes)),
            class_colours=tuple((classes[c], colour) for c, colour in view.class_colours),
            panels=teaching.panels,
            hidden_controls=teaching.hidden_controls,
            step=teaching.step,
            guess_first=teaching.guess_first,
            curves=view.curves,
            experiment=view.experiment,
            lecture=None if teaching.lecture is None else replace(teaching.lecture, file=""),
        )

    @classmethod
    def without_data(cls, view: View) -> Session:
        """An experiment that has been planned while no data were open."""
        return cls(DataSource(), place="experiment", curves=view.curves, experiment=view.experiment)

    # -- to the screen --------------------------------------------------------------------------------

    def open(self, file: Path | None, may_read: MayRead, score: Teaching | None = None) -> Opened:
        """Read the data and make the screen; errors say what no longer fits. Slow: not in the GUI thread."""
        teaching = self._teaching(file, score or Teaching())
        if self.data.is_none:
            view = View("experiment", teaching=teaching, curves=self.curves, experiment=self.experiment)
            return Opened(None, view, None)
        try:
            read = self.data.read(file, may_read)
            data = Edits(dict(self.kinds), self.class_name or None, self.bins).apply(read)
            query = self._query(data, self._tested(data, file, may_read))
        except SettingsError as error:
            raise DataError(
                error.message, file=str(file or ""), hint=error.general_hint, remedies=error.remedies
            ) from None
        told = self.data.fingerprint
        warning = ""
        if told and told != read.fingerprint:
            warning = "The data file is not the one with which this was saved: rows and numbers may differ."
        view = View(
            place=self.place if data.class_index is not None else "data",
            hidden_classes=frozenset(_codes(data, self.hidden_classes)),
            class_colours=_coloured(data, dict(self.class_colours)),
            teaching=teaching,
            curves=self.curves,
            experiment=self.experiment,
        )
        return Opened(query, view, read, warning)

    def _tested(self, data: Dataset, file: Path | None, may_read: MayRead) -> TestRows:
        if self.test_file is None:
            return self.test_rows
        return TestFile.of(self.test_file.read(file, may_read), data, self.unused)

    def _query(self, data: Dataset, test_rows: TestRows) -> Query:
        names = {a.name for a in data.attributes}
        wanted = [*self.unused, *(name for name, _ in self.changes)]
        if self.map is not None and self.map.kind == "attributes":
            wanted += [self.map.x, self.map.y]
        gone = sorted(set(wanted) - names)
        if gone:
            raise DataError(
                f"the data have no attribute {gone[0]!r}",
                file=data.source,
                hint="Open the data with which the session was saved.",
            )
        query = Query.opening(
            data,
            test_rows=test_rows,
            row=self.row,
            kernel=self.kernel,
            convention=self.convention,
            eq6=self.eq6,
            unused=self.unused,
        )
        if self.map is not None:
            query = replace(query, map=self.map)
        if not self.row < len(query.instances):
            raise DataError(
                f"no row {self.row + 1}; the data have {len(query.instances):,} rows",
                file=query.instances.source,
                hint="Open the data with which the session was saved.",
            )
        query = query.with_k(self.k)
        _check_changes(data, dict(self.changes))
        return query.with_values(dict(self.changes)) if self.changes else query

    def _teaching(self, file: Path | None, before: Teaching) -> Teaching:
        lecture = None
        if self.lecture is not None:
            lecture = replace(self.lecture, file=str(file) if file is not None else "")
        return Teaching(
            step=self.step,
            guess_first=self.guess_first,
            score=before.score,
            panels=self.panels,
            hidden_controls=self.hidden_controls,
            lecture=lecture,
        )


@dataclass(frozen=True, eq=False)
class Opened:
    """A session with its data, where it has any: ready for the window."""

    query: Query | None
    view: View
    read: Dataset | None
    warning: str = ""


def _check_changes(data: Dataset, changes: Mapping[str, Value]) -> None:
    for name, value in changes.items():
        attribute = data.attributes[data.index_of(name)]
        if attribute.is_numeric == isinstance(value, str) and value is not None:
            raise DataError(f"{value!r} is no value of the attribute {name!r}", file=data.source)
        if attribute.is_nominal and value is not None and value not in attribute.values:
            raise DataError(f"{value!r} is no value of the attribute {name!r}", file=data.source)


def _codes(data: Dataset, names: tuple[str, ...]) -> list[int]:
    known = data.classes if data.class_index is not None else ()
    return [known.index(name) for name in names if name in known]


def _coloured(data: Dataset, colours: Mapping[str, str]) -> tuple[tuple[int, str], ...]:
    known = data.classes if data.class_index is not None else ()
    return tuple(sorted((known.index(name), colour) for name, colour in colours.items() if name in known))
