"""Everything that makes up a screen, as a plain value: taken from the state, and with its data put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, make_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, PlainSerializer

from lwnb_core import LWNB, PAPER, DataError, Dataset, SettingsError
from lwnb_core.local.convention import MOVED
from lwnb_gui.state.curve_view import CurveView
from lwnb_gui.state.edits import Edits, class_name
from lwnb_gui.state.experiment_view import ExperimentView
from lwnb_gui.state.file_types import FILE, Changes, Colours, Count, Names, NameSet, Position, one_of
from lwnb_gui.state.map_view import MapView
from lwnb_gui.state.panels import PANEL_NAMES
from lwnb_gui.state.preferences import ThemeChoice
from lwnb_gui.state.query import OWN_SETTINGS, Query, Value
from lwnb_gui.state.session_data import DataSource, MayRead, TestSource
from lwnb_gui.state.steps import Step
from lwnb_gui.state.teaching import CONTROLS, Lecture, Teaching
from lwnb_gui.state.test_rows import Fold, HeldOut, OwnRows, TestFile, TestRows
from lwnb_gui.state.view import View

Kind = Literal["session", "lecture"]
_Panel = Annotated[str, one_of(PANEL_NAMES)]
_Control = Annotated[str, one_of(CONTROLS)]


def _in_order(panels: frozenset[str]) -> list[str]:
    return [name for name in PANEL_NAMES if name in panels]


def _checked_rows(rows: SessionRows) -> SessionRows:
    if isinstance(rows, Fold) and rows.fold > rows.folds:
        raise DataError(f"fold must be a whole number from 1 to {rows.folds}, not {rows.fold}")
    return rows


SessionRows = Annotated[
    OwnRows | HeldOut | Fold | TestSource, Field(discriminator="kind"), AfterValidator(_checked_rows)
]


def _checked_knobs(knobs: dict[str, Any]) -> dict[str, Any]:
    taken = {name: value for name, value in knobs.items() if name not in MOVED}  # LWNB never used those
    for name, value in taken.items():
        if value is None:
            raise DataError(f"{name} cannot be null")
        PAPER.with_knobs(**{name: value})
    return taken


def settings_in_file(learner: LWNB) -> dict[str, Any]:
    """The settings of a learner by their keys in a file; the convention's, where changed, as `knobs`."""
    knobs = learner.convention.changed_knobs
    own = {setting.key or name: learner.settings[name] for name, setting in OWN_SETTINGS.items()}
    return own | {"knobs": knobs} if knobs else own


if TYPE_CHECKING:
    Settings = LWNB
else:  # as the table of settings has them
    _Settings = make_dataclass(
        "_Settings",
        [
            (s.key or s.name, Literal[s.choices] if s.choices else Count, field(default=s.default))
            for s in OWN_SETTINGS.values()
        ]
        + [("knobs", Annotated[dict[str, Any], AfterValidator(_checked_knobs)], field(default_factory=dict))],
        namespace={"__pydantic_config__": FILE},
        frozen=True,
    )

    def _learner(settings: _Settings) -> LWNB:
        own = {name: getattr(settings, setting.key or name) for name, setting in OWN_SETTINGS.items()}
        return LWNB(**own, **settings.knobs)

    Settings = Annotated[_Settings, AfterValidator(_learner), PlainSerializer(settings_in_file)]


@dataclass(frozen=True)
class Session:
    """A screen. Names in the place of codes, so that a person can read and write the file.

    Attributes
    ----------
    edits
        What was changed about the data since they were read: kinds of attributes, the class, its intervals.
    learner
        LWNB with all settings of the query.
    theme
        Of a lecture that wants one; None: as the user has it.
    """

    __pydantic_config__: ClassVar = FILE

    data: DataSource = field(default_factory=DataSource)
    kind: Kind = "session"
    edits: Edits = field(default_factory=Edits)
    test_rows: SessionRows = field(default_factory=OwnRows)
    row: Position = 0
    changes: Changes = ()
    learner: Settings = field(default_factory=LWNB)
    unused: NameSet = frozenset()
    map: MapView | None = None
    page: Annotated[Literal["data", "explore", "curves", "experiment"], Field(alias="place")] = "explore"
    hidden_classes: Names = ()
    class_colours: Colours = ()
    panels: Annotated[frozenset[_Panel], PlainSerializer(_in_order)] | None = None
    hidden_controls: Annotated[frozenset[_Control], PlainSerializer(sorted)] = frozenset()
    step: Step | None = None
    guess_first: bool = False
    draw_first: bool = False
    curves: CurveView = field(default_factory=CurveView)
    experiment: ExperimentView = field(default_factory=ExperimentView)
    theme: ThemeChoice | None = None
    lecture: Lecture | None = None

    @property
    def test_file(self) -> DataSource | None:
        """Where the test rows are, if they are in a second file."""
        return self.test_rows.data if isinstance(self.test_rows, TestSource) else None

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
            edits=replace(edits, class_name=None if same_class else edits.class_name or None),
            test_rows=_test_rows(query.test_rows, test_file),
            row=query.row,
            changes=query.changes,
            learner=query.learner,
            unused=query.unused,
            map=query.map,
            page=view.page if view.page != "start" else "explore",
            hidden_classes=tuple(classes[c] for c in sorted(view.hidden_classes) if c < len(classes)),
            class_colours=tuple((classes[c], colour) for c, colour in view.class_colours),
            panels=teaching.panels,
            hidden_controls=teaching.hidden_controls,
            step=teaching.step,
            guess_first=teaching.guess_first,
            draw_first=teaching.draw_first,
            curves=view.curves,
            experiment=view.experiment,
            lecture=None if teaching.lecture is None else replace(teaching.lecture, file=""),
        )

    @classmethod
    def without_data(cls, view: View) -> Session:
        """An experiment that has been planned while no data were open."""
        return cls(DataSource(), page="experiment", curves=view.curves, experiment=view.experiment)

    # -- to the screen --------------------------------------------------------------------------------

    def open(self, file: Path | None, may_read: MayRead, score: Teaching | None = None) -> Opened:
        """Read the data and make the screen; errors say what no longer fits. Slow: not in the GUI thread."""
        teaching = self._teaching(file, score or Teaching())
        if self.data.is_none:
            view = View("experiment", teaching=teaching, curves=self.curves, experiment=self.experiment)
            return Opened(None, view, None)
        try:
            read = self.data.read(file, may_read)
            data = replace(self.edits, class_name=self.edits.class_name or None).apply(read)
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
            page=self.page if data.class_index is not None else "data",
            hidden_classes=frozenset(_codes(data, self.hidden_classes)),
            class_colours=_coloured(data, dict(self.class_colours)),
            teaching=teaching,
            curves=self.curves,
            experiment=self.experiment,
        )
        return Opened(query, view, read, warning)

    def _tested(self, data: Dataset, file: Path | None, may_read: MayRead) -> TestRows:
        if not isinstance(self.test_rows, TestSource):
            return self.test_rows
        return TestFile.of(self.test_rows.data.read(file, may_read), data, self.unused)

    def _query(self, data: Dataset, test_rows: TestRows) -> Query:
        names = {a.name for a in data.attributes}
        needed = [*self.unused, *(name for name, _ in self.changes)]
        if self.map is not None and self.map.kind == "attributes":
            needed += [self.map.x, self.map.y]
        gone = sorted(set(needed) - names)
        if gone:
            raise DataError(
                f"the data have no attribute {gone[0]!r}",
                file=data.source,
                hint="Open the data with which the session was saved.",
            )
        query = Query.opening(data, test_rows=test_rows, row=self.row, unused=self.unused)
        query = query.with_settings_of(self.learner)
        if self.map is not None:
            query = replace(query, map=self.map)
        if not self.row < len(query.instances):
            raise DataError(
                f"no row {self.row + 1}; the data have {len(query.instances):,} rows",
                file=query.instances.source,
                hint="Open the data with which the session was saved.",
            )
        query = query.with_k(self.learner.k)
        _check_changes(data, dict(self.changes))
        return query.with_values(dict(self.changes)) if self.changes else query

    def _teaching(self, file: Path | None, before: Teaching) -> Teaching:
        lecture = None
        if self.lecture is not None:
            lecture = replace(self.lecture, file=str(file) if file is not None else "")
        return Teaching(
            step=self.step,
            guess_first=self.guess_first,
            draw_first=self.draw_first,
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


def _test_rows(rows: TestRows, file: DataSource | None) -> SessionRows:
    if not isinstance(rows, TestFile):
        return rows
    return OwnRows() if file is None else TestSource(file)


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
