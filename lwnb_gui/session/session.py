"""Everything that makes up a screen, as a plain value: taken from the state, and combined with its data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from lwnb_core import LWNB, DataError, Dataset, LwnbError, SettingsError
from lwnb_gui.app.column_edits import EDITS_IN_FILE, Edits
from lwnb_gui.app.display_state import DisplayState, class_names
from lwnb_gui.app.map_settings import MapSettings
from lwnb_gui.app.preferences import ThemeChoice
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import Fold, HeldOut, OwnRows, TestFile, TestRows
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.session.annotations import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    WrapSerializer,
)
from lwnb_gui.session.data import DataSource, MayRead, SourceInFile, TestSource
from lwnb_gui.session.file_types import (
    FILE,
    Changes,
    Colours,
    Flag,
    Names,
    NameSet,
    Position,
    among_the_others,
)
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.teaching.screen import (
    LEARNER_IN_FILE,
    SETTINGS_OF_SCREEN,
    Controls,
    Page,
    Panels,
    Screen,
    Settings,
)
from lwnb_gui.teaching.teaching import Lecture, Teaching
from lwnb_gui.views.steps import Step

Kind = Literal["session", "lecture"]


def _checked_rows(rows: SessionRows) -> SessionRows:
    if isinstance(rows, Fold) and rows.fold > rows.folds:
        raise DataError(f"fold must be a whole number from 1 to {rows.folds}, not {rows.fold}")
    return rows


SessionRows = Annotated[
    OwnRows | HeldOut | Fold | TestSource,
    Discriminator("kind"),
    BeforeValidator(lambda plain: {"kind": "own"} | plain if isinstance(plain, dict) else plain),
    AfterValidator(_checked_rows),
    WrapSerializer(lambda rows, plain_of: {"kind": rows.kind} | plain_of(rows)),
]


@dataclass(frozen=True)
class Session:
    """A screen. It has names in place of codes, so that a person can read and write the file.

    Attributes
    ----------
    edits
        What was changed about the data since they were read: kinds of attributes, the class, its intervals.
    learner
        LWNB with all settings of the query.
    theme
        Of a lecture that wants one; None: as the user has it.
    screen
        Which screen of its lecture is shown. A lecture opens as that screen says, a session as it says
        itself.
    """

    __pydantic_config__: ClassVar = FILE

    data: SourceInFile = field(default_factory=DataSource)
    kind: Kind = "session"
    edits: Edits = field(default_factory=Edits)
    test_rows: SessionRows = field(default_factory=OwnRows)
    row: Position = 0
    changes: Changes = ()
    learner: Settings = field(default_factory=LWNB)
    unused: NameSet = frozenset()
    map: MapSettings | None = None
    page: Annotated[Page, Field(alias="place")] = "explore"
    hidden_classes: Names = ()
    class_colours: Colours = ()
    panels: Panels = None
    hidden_controls: Controls = frozenset()
    step: Step | None = None
    guess_first: Flag = False
    draw_first: Flag = False
    curves: CurveSettings = field(default_factory=CurveSettings)
    experiment: ExperimentSettings = field(default_factory=ExperimentSettings)
    theme: ThemeChoice | None = None
    screen: Position = 0
    lecture: Lecture | None = None

    @property
    def test_file(self) -> DataSource | None:
        """The place of the test rows, if they are in a second file."""
        return self.test_rows.data if isinstance(self.test_rows, TestSource) else None

    def as_screen(self) -> Screen:
        """Return its settings, as a screen without text."""
        return Screen(**{name: getattr(self, name) for name in SETTINGS_OF_SCREEN})

    def without_columns(self, names: Collection[str]) -> Session:
        """Return the same session for data that lack these columns, none of which is in use."""
        if not names:
            return self
        kinds = {name: kind for name, kind in self.edits.kinds.items() if name not in names}
        lecture = self.lecture
        if lecture is not None:
            screens = tuple(replace(one, **_without(names, one)) for one in lecture.screens)
            lecture = replace(lecture, screens=screens)
        return replace(
            self,
            unused=self.unused - set(names),
            edits=replace(self.edits, kinds=kinds),
            lecture=lecture,
            **_without(names, self),
        )

    # -- from the screen ------------------------------------------------------------------------------

    @classmethod
    def of(cls, query: Query, display: DisplayState, read: Dataset) -> Session:
        """Return the present screen; `read` are the data as they were opened."""
        names = class_names(query.data)
        teaching = display.teaching
        return cls(
            data=DataSource.of(read),
            edits=Edits.between(read, query.data),
            test_rows=_test_rows(query.test_rows),
            row=query.row,
            changes=query.changes,
            learner=query.learner,
            unused=query.unused,
            map=query.map,
            page=display.page if display.page != "start" else "explore",
            hidden_classes=tuple(name[1] for name in names if name in display.hidden_classes),
            class_colours=tuple((name[1], colour) for name, colour in display.class_colours if name in names),
            panels=teaching.panels,
            hidden_controls=teaching.hidden_controls,
            step=teaching.step,
            guess_first=teaching.guess_first,
            draw_first=teaching.draw_first,
            curves=display.curves,
            experiment=display.experiment,
            screen=teaching.screen,
            lecture=None if teaching.lecture is None else replace(teaching.lecture, file=""),
        )

    @classmethod
    def without_data(cls, display: DisplayState) -> Session:
        """Return a session for an experiment that was planned while no data were open."""
        return cls(DataSource(), page="experiment", curves=display.curves, experiment=display.experiment)

    # -- to the screen --------------------------------------------------------------------------------

    def open(self, file: Path | None, may_read: MayRead) -> Opened:
        """Read the data and make the screen; errors say what no longer fits. Slow: not in the GUI thread."""
        screen = self._opening_screen()
        teaching = self._teaching(screen, file)
        if self.data.is_none:
            display = DisplayState(
                "experiment", teaching=teaching, curves=self.curves, experiment=self.experiment
            )
            return Opened(None, display, None)
        try:
            read = self.data.read(file, may_read)
            data = self.edits.apply(read)
            test_rows = self._tested(data, file, may_read)
            if self.kind == "lecture":
                self._check_screens(data, test_rows, file)
            query = screen.query(data, test_rows, self.unused)
        except SettingsError as error:
            raise DataError(
                error.message, file=str(file or ""), hint=error.general_hint, remedies=error.remedies
            ) from None
        told = self.data.fingerprint
        warning = ""
        if told and told != read.fingerprint:
            warning = "The data file has changed since this was saved: rows and numbers may differ."
        colours = dict(self.class_colours)
        display = DisplayState(
            page=screen.page if data.class_index is not None else "data",
            hidden_classes=frozenset(n for n in class_names(data) if n[1] in self.hidden_classes),
            class_colours=tuple((n, colours[n[1]]) for n in class_names(data) if n[1] in colours),
            teaching=teaching,
            curves=self.curves,
            experiment=self.experiment,
        )
        return Opened(query, display, read, warning)

    def _tested(self, data: Dataset, file: Path | None, may_read: MayRead) -> TestRows:
        if not isinstance(self.test_rows, TestSource):
            return self.test_rows
        return TestFile.of(self.test_rows.data.read(file, may_read), data, self.unused)

    def _check_screens(self, data: Dataset, test_rows: TestRows, file: Path | None) -> None:
        screens = self.lecture.screens if self.lecture is not None else ()
        for number, screen in enumerate(screens, start=1):
            try:
                screen.check(data, test_rows, self.unused)
            except LwnbError as error:
                raise DataError(
                    f"screen {number}: {error.message}", file=str(file or ""), hint=error.hint
                ) from None

    def _opening_screen(self) -> Screen:
        if self.kind == "lecture" and self.lecture is not None and self.lecture.screens:
            return self.lecture.screens[self.screen]
        return self.as_screen()

    def _teaching(self, screen: Screen, file: Path | None) -> Teaching:
        lecture = None
        if self.lecture is not None:
            lecture = replace(
                self.lecture,
                screens=self.lecture.screens or (screen,),
                file=str(file) if file is not None else "",
            )
        return Teaching(
            step=screen.step,
            guess_first=screen.guess_first,
            draw_first=screen.draw_first,
            panels=screen.panels,
            hidden_controls=screen.hidden_controls,
            lecture=lecture,
            screen=self.screen,
        )


SessionInFile = Annotated[
    Session, *among_the_others("edits", EDITS_IN_FILE), *among_the_others("learner", LEARNER_IN_FILE)
]


@dataclass(frozen=True, eq=False)
class Opened:
    """A session with its data, if it has any: ready for the window."""

    query: Query | None
    display: DisplayState
    read: Dataset | None
    warning: str = ""


def _without(names: Collection[str], saved: Session | Screen) -> dict[str, Any]:
    """Return the changed values and the map of a session or screen without some columns."""
    shown = saved.map
    if shown is not None and {shown.x, shown.y} & set(names):
        shown = None if shown.kind == "attributes" else replace(shown, x="", y="")
    return {"map": shown, "changes": tuple(pair for pair in saved.changes if pair[0] not in names)}


def _test_rows(rows: TestRows) -> SessionRows:
    return TestSource(DataSource.of(rows.as_read)) if isinstance(rows, TestFile) else rows
