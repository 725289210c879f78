"""One screen of a lecture: a sentence, one task, and what is set and shown meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from lwnb_core import LWNB, PAPER, DataError, Dataset
from lwnb_gui.app.map_settings import MapSettings
from lwnb_gui.app.query import OWN_SETTINGS, Query, Value
from lwnb_gui.app.test_rows import TestRows
from lwnb_gui.session.annotations import AfterValidator, Field, PlainSerializer
from lwnb_gui.session.file_types import FILE, Changes, Count, Flag, Position, Prose, one_of
from lwnb_gui.teaching.panels import CONTROLS, panel_names
from lwnb_gui.teaching.quotes import Quote, check_classes, parsed, quotes
from lwnb_gui.views.steps import Step

_Panel = Annotated[str, one_of(panel_names)]
_Control = Annotated[str, one_of(CONTROLS)]


def _in_order(panels: frozenset[str]) -> list[str]:
    return [name for name in panel_names() if name in panels]


def _checked_knobs(knobs: dict[str, Any]) -> dict[str, Any]:
    for name, value in knobs.items():
        if value is None:
            raise DataError(f"{name} cannot be null")
        PAPER.with_knobs(**{name: value})
    return knobs


LEARNER_IN_FILE = (*(setting.key or name for name, setting in OWN_SETTINGS.items()), "knobs")


def settings_in_file(learner: LWNB) -> dict[str, Any]:
    """Return a learner's settings by their keys in a file; changed ones of the convention as `knobs`."""
    knobs = learner.convention.changed_knobs
    own = {setting.key or name: learner.settings[name] for name, setting in OWN_SETTINGS.items()}
    return own | {"knobs": knobs} if knobs else own


def _quotable(text: str) -> str:
    try:
        parsed(text)
    except DataError as error:
        raise DataError(f"{{name}} in {{parent}}: {error.message}", hint=error.hint) from None
    return text


Panels = Annotated[frozenset[_Panel], PlainSerializer(_in_order)] | None
Controls = Annotated[frozenset[_Control], PlainSerializer(sorted)]
Page = Literal["data", "explore", "curves", "experiment"]

if TYPE_CHECKING:
    Settings = LWNB
    QuotingText = str
else:  # as in the table of settings
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
    QuotingText = Annotated[Prose, AfterValidator(_quotable)]


@dataclass(frozen=True)
class Screen:
    """The texts and settings of a screen; a `Session` has the same settings under the same names.

    Attributes
    ----------
    text
        A sentence, which may quote numbers (see `quotes`).
    task
        The one thing to do.
    window_only
        Whether the task needs the window: a live page leaves it out.
    answer
        More text, shown once the answer is: after the last step, and after a guess.
    """

    __pydantic_config__: ClassVar = FILE

    text: QuotingText = ""
    task: QuotingText = ""
    answer: QuotingText = ""
    window_only: Flag = False
    row: Position = 0
    changes: Changes = ()
    learner: Settings = field(default_factory=LWNB)
    map: MapSettings | None = None
    page: Annotated[Page, Field(alias="place")] = "explore"
    panels: Panels = None
    hidden_controls: Controls = frozenset()
    step: Step | None = None
    guess_first: Flag = False
    draw_first: Flag = False

    @property
    def settings(self) -> dict[str, Any]:
        """Return everything except the texts, by name."""
        return {name: getattr(self, name) for name in SETTINGS_OF_SCREEN}

    @property
    def texts(self) -> tuple[str, str, str]:
        return self.text, self.task, self.answer

    def whole_text(self, *, with_task: bool = True, with_answer: bool = True) -> str:
        """Return the text in paragraphs, with quotes not yet filled in."""
        task = f"**Try:** {self.task}" if self.task and with_task else ""
        return "\n\n".join(filter(None, [self.text, task, self.answer if with_answer else ""]))

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """Return the quotes in its texts."""
        return tuple(quote for text in self.texts for quote in quotes(text))

    def check(self, data: Dataset, test_rows: TestRows, unused: frozenset[str]) -> None:
        """Raise a `DataError` if it does not fit the data."""
        self.query(data, test_rows, unused)
        for text in self.texts:
            check_classes(text, data)

    def query(self, data: Dataset, test_rows: TestRows, unused: frozenset[str]) -> Query:
        """Return the query of this screen; a `DataError` says what does not fit the data."""
        names = {a.name for a in data.attributes}
        needed = [*unused, *(name for name, _ in self.changes)]
        if self.map is not None and self.map.kind == "attributes":
            needed += [self.map.x, self.map.y]
        gone = sorted(set(needed) - names)
        if gone:
            raise DataError(
                f"the data have no attribute {gone[0]!r}",
                file=data.source,
                hint="Open the data that were used when the session was saved.",
            )
        shown_map = {} if self.map is None else {"map": self.map}
        query = Query.opening(data, test_rows=test_rows, row=self.row, unused=unused, **shown_map)
        query = query.with_settings_of(self.learner)
        if not self.row < len(query.instances):
            raise DataError(
                f"no row {self.row + 1}; the data have {len(query.instances):,} rows",
                file=query.instances.source,
                hint="Open the data that were used when the session was saved.",
            )
        query = query.with_k(self.learner.k)
        _check_changes(data, dict(self.changes))
        return query.with_values(dict(self.changes)) if self.changes else query


# The texts and the settings of a screen; only the settings carry over to the next screen of a file.
TEXTS_OF_SCREEN = ("text", "task", "answer", "window_only")
SETTINGS_OF_SCREEN = tuple(f.name for f in fields(Screen) if f.name not in TEXTS_OF_SCREEN)


def _check_changes(data: Dataset, changes: Mapping[str, Value]) -> None:
    for name, value in changes.items():
        attribute = data.attributes[data.index_of(name)]
        if attribute.is_numeric == isinstance(value, str) and value is not None:
            raise DataError(f"{value!r} is not a value of the attribute {name!r}", file=data.source)
        if attribute.is_nominal and value is not None and value not in attribute.values:
            raise DataError(f"{value!r} is not a value of the attribute {name!r}", file=data.source)
