"""The options that several commands share, each declared once, and what they stand for."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, make_dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer

from lwnb_gui.cli.options.lists import columns_of
from lwnb_gui.settings import SETTINGS, Setting
from lwnb_gui.text import listed

if TYPE_CHECKING:
    from lwnb_core import Learner
    from lwnb_core.data.column_choice import ColumnChoice

LEARNING = "Learning"
READING = "Reading the data"

R = TypeVar("R")


File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="Data file (ARFF, CSV, Parquet, Excel, JSON …), the name of a sample, or - for stdin.",
    ),
]
HtmlReport = Annotated[
    Path | None,
    typer.Option("--html", metavar="OUT", help="Write a report: one HTML file with figures and script."),
]


class UnknownChoice(StrEnum):
    """The treatment of a value of the test file that the training data do not have."""

    refuse = "refuse"
    missing = "missing"


Unknown = Annotated[
    UnknownChoice,
    typer.Option(
        "--unknown",
        help="Values that only the test file has: refuse the file, or treat them as missing and list them.",
        show_default=True,
    ),
]
COMPUTING = "Computing"
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="WHERE",
        help="Compute on a Dask cluster (tcp://host:8786), or in N processes on this machine (local:N).",
        rich_help_panel=COMPUTING,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON to stdout, and nothing else.")]


def _reading(help_text: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=help_text, rich_help_panel=READING, **more)


@dataclass(frozen=True)
class FormatOptions:
    """The options for reading a file; None leaves a choice to the reader."""

    separator: Annotated[
        str | None, _reading("CSV: the character between the cells, or tab.", metavar="CHAR")
    ] = None
    encoding: Annotated[str | None, _reading("CSV: encoding, such as utf-8 or cp1252.", metavar="NAME")] = (
        None
    )
    decimal: Annotated[str | None, _reading("CSV: the decimal mark, a point or a comma.", metavar="CHAR")] = (
        None
    )
    quote: Annotated[
        str | None, _reading("CSV: the quotation mark around cells, or none.", metavar="CHAR")
    ] = None
    header: Annotated[bool, _reading("CSV: the first row contains names.", "--header")] = False
    no_header: Annotated[bool, _reading("CSV: the first row contains values.", "--no-header")] = False
    fill: Annotated[bool, _reading("CSV: treat absent cells of short rows as missing.", "--fill")] = False
    missing: Annotated[
        list[str] | None,
        _reading(
            "CSV: another text that means missing, in addition to NA etc. (repeatable).", metavar="TEXT"
        ),
    ] = None
    missing_only: Annotated[
        bool,
        _reading(
            "CSV: only empty cells and the texts of --missing mean missing, not NA etc.", "--missing-only"
        ),
    ] = False
    as_nominal: Annotated[
        list[str] | None,
        _reading("Read columns as nominal (repeatable).", "--nominal", "--as-nominal", metavar="LIST"),
    ] = None
    as_numeric: Annotated[
        list[str] | None,
        _reading("Read columns as numbers (repeatable).", "--as-numeric", metavar="LIST"),
    ] = None
    ignore: Annotated[
        list[str] | None,
        _reading("Leave columns out: id,name (repeatable).", "--ignore", metavar="LIST"),
    ] = None
    only: Annotated[
        list[str] | None,
        _reading("Read only these columns and the class (repeatable).", "--only", metavar="LIST"),
    ] = None

    @property
    def csv(self) -> dict[str, Any]:
        """Return the options that only a CSV file can have, under the reader's names."""
        from lwnb_gui.app.missing_markers import with_usual

        given = {
            "separator": "\t" if self.separator in ("tab", "\\t") else self.separator,
            "encoding": self.encoding,
            "decimal": self.decimal,
            "quote": "" if self.quote == "none" else self.quote,
            "header": self._has_header,
            "fill": self.fill or None,
            "missing": with_usual(self.missing or (), usual=not self.missing_only),
        }
        return {name: value for name, value in given.items() if value is not None}

    @property
    def _has_header(self) -> bool | None:
        if self.header and self.no_header:
            raise typer.BadParameter("--header and --no-header exclude each other", param_hint="'--header'")
        return self.header if self.header or self.no_header else None

    @property
    def columns(self) -> ColumnChoice:
        """Return which columns are read."""
        from lwnb_core.data.column_choice import ColumnChoice

        return ColumnChoice.of(columns_of(self.ignore or ()), columns_of(self.only or ()))

    @property
    def kinds(self) -> dict[str, Any]:
        """Return the columns whose kind was given, under the CSV reader's names."""
        given = {"nominal": self.as_nominal, "numeric": self.as_numeric}
        return {kind: columns_of(columns) for kind, columns in given.items() if columns}


@dataclass(frozen=True)
class ReadingOptions(FormatOptions):
    """The options for reading a file, and the attribute that is to be predicted."""

    class_attribute: Annotated[
        str | None,
        _reading("The attribute to predict (default: the last nominal one).", "--class", metavar="NAME"),
    ] = None
    class_bins: Annotated[
        int | None, _reading("Cut a numeric class into N intervals.", "--class-bins", metavar="N", min=2)
    ] = None

    @property
    def columns(self) -> ColumnChoice:
        """Return which columns are read: a class that is named is among them."""
        return replace(super().columns, class_attribute=self.class_attribute)

    @property
    def test_columns(self) -> ColumnChoice:
        """Return which columns of a test file are read. Columns that the training data lack do no harm."""
        return replace(self.columns, only=frozenset(), must_exist=False)

    def for_test(self, class_name: str) -> ReadingOptions:
        """Return the options for a file in which the class may be missing, without those about the class."""
        nominal = [name for name in self.as_nominal or () if name != class_name]
        return replace(self, class_attribute=None, class_bins=None, as_nominal=nominal)


WITH_OPTION = tuple(name for name, setting in SETTINGS.items() if setting.option is not None)


class GivenSettings:
    """A group of options that are settings of a learner; the learner decides those that are not given."""

    @property
    def given(self) -> dict[str, Any]:
        """Return what was given, by the names of the settings."""
        values = {name: getattr(self, name, None) for name in SETTINGS}
        return {name: value for name, value in values.items() if value not in (None, False)}


class SettingValue:
    """Accepts one of the values that a setting can have; they are looked up when needed."""

    def __init__(self, setting: Setting) -> None:
        self.__name__ = setting.name
        self._setting = setting

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the possible values."""
        return tuple(str(choice) for choice in self._setting.choices)

    def __call__(self, text: str) -> str:
        if text not in self.choices:
            known = ", ".join(repr(choice) for choice in self.choices)
            raise typer.BadParameter(f"{text!r} is not one of {known}")
        return text

    def beginning(self, incomplete: str) -> list[str]:
        """Return the values to which a shell can complete the text."""
        return [choice for choice in self.choices if choice.startswith(incomplete)]


def setting_options(*names: str, panel: str | None = None, **helps: str) -> Any:
    """Return a group with the options of these settings; `helps` has texts that replace the usual ones."""
    options: list[tuple[str, Any, Any]] = []
    for name in names:
        setting = SETTINGS[name]
        if setting.option is None:
            raise ValueError(f"{name} has no option")
        text = helps.get(name, setting.option.help)
        about: dict[str, Any] = {"rich_help_panel": panel}
        kind: Any
        if setting.default is False:
            kind = bool
        elif setting.has_choices:
            kind = str | None
            value = SettingValue(setting)
            about |= {"parser": value, "autocompletion": value.beginning}
        else:
            kind = int | None
            about |= {"min": 1, "metavar": "N"}
        if setting.default:
            text += f" (default: {setting.default})"
        option = typer.Option(*setting.option.names, help=f"{text}.", **about)
        options.append((name, Annotated[kind, option], False if kind is bool else None))
    return make_dataclass("SettingOptions", options, bases=(GivenSettings,), frozen=True)


# Their fields come from the table, which the type checker does not see.
_K: Any = setting_options("k", panel=LEARNING)
_SETTINGS: Any = setting_options(*(name for name in WITH_OPTION if name != "k"), panel=LEARNING)


@dataclass(frozen=True)
class LearnerSettings(_SETTINGS):
    """Settings for every learner of a command that has them."""

    def learners_of(self, specs: Sequence[str]) -> list[Learner]:
        """Return learners by names or specs, with these settings where their specs do not say otherwise."""
        from lwnb_core import learner_from_spec

        note_unused(self.given, specs)
        return [learner_from_spec(spec, self.given) for spec in specs]


@dataclass(frozen=True)
class _OneLearner:
    """The option --learner, which comes first in --help, before the settings."""

    learner: Annotated[
        str,
        typer.Option(
            "--learner",
            "-l",
            metavar="NAME",
            help="lwnb, nb, knn, knndw …; also with settings, as in lwnb:k=100,kernel=tricube.",
            rich_help_panel=LEARNING,
        ),
    ] = "lwnb"


@dataclass(frozen=True)
class LearnerOptions(LearnerSettings, _K, _OneLearner):
    """A learner by name or spec, and the settings given with it."""

    def build(self) -> Learner:
        """Return the requested learner; options that do not concern it may concern its rivals."""
        from lwnb_core import SettingsError, learner_from_spec
        from lwnb_core.learners.specs import parse_spec

        written = parse_spec(self.learner)[1]
        for name, value in self.given.items():
            if name in written and written[name] != value:
                first, second = (str(x).lower() if isinstance(x, bool) else x for x in (written[name], value))
                raise SettingsError(
                    f"{name} is given twice: {first} in {self.learner!r}, and {second} as an option",
                    hint="Leave one of them out.",
                )
        return learner_from_spec(self.learner, self.given)

    def build_alone(self) -> Learner:
        """Return the requested learner; an option that has no effect on it is reported."""
        note_unused(self.given, [self.learner])
        return self.build()

    def build_as(self, name: str) -> Learner:
        """Return another learner with the same settings, as far as it has them."""
        from lwnb_core.learners.specs import make_learner, parse_spec, settings_of

        settings = parse_spec(self.learner)[1] | self.given
        return make_learner(name, _only(settings, settings_of(name)))


def note_unused(given: Mapping[str, Any], specs: Sequence[str]) -> None:
    """Say on stderr which options have no effect, because none of the learners has such a setting."""
    from lwnb_core import LEARNERS
    from lwnb_core.learners.specs import parse_spec, settings_of
    from lwnb_gui.render.terminal.console import Screen

    names = list(dict.fromkeys(parse_spec(spec)[0] for spec in specs))
    known = {setting for name in names for setting in settings_of(name)}
    for setting in given.keys() - known:
        option = SETTINGS[setting].option
        assert option is not None
        labels = listed([LEARNERS[name].name for name in names])
        Screen(stderr=True).hint(f"Note: {option.names[0]} has no effect on {labels}.")


def _only(settings: dict[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name in known}


def spread_options(command: Callable[..., R]) -> Callable[..., R]:
    """Let a command take a whole group of options as one argument.

    Typer reads options off a function's signature, one argument each. The function returned here shows it
    one for every field of the groups, and puts the values back together for the command.
    """
    hints = get_type_hints(command, include_extras=True)
    groups = {name: kind for name, kind in hints.items() if is_dataclass(kind) and isinstance(kind, type)}
    shown: dict[str, inspect.Parameter] = {}
    for parameter in inspect.signature(command).parameters.values():
        if parameter.name in groups:
            types = get_type_hints(groups[parameter.name], include_extras=True)
            for f in fields(groups[parameter.name]):
                shown[f.name] = inspect.Parameter(
                    f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default, annotation=types[f.name]
                )
        else:
            shown[parameter.name] = parameter.replace(
                kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[parameter.name]
            )

    @functools.wraps(command)
    def run(**given: Any) -> R:
        own = {name: value for name, value in given.items() if name in hints}
        for name, kind in groups.items():
            own[name] = kind(**{f.name: given[f.name] for f in fields(kind) if f.name in given})
        return command(**own)

    run.__signature__ = inspect.Signature(list(shown.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: parameter.annotation for name, parameter in shown.items()}
    return run
