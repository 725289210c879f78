"""The options that several commands share, each declared once, and what they stand for."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer

if TYPE_CHECKING:
    from lwnb_core import Learner

_DATA = {"rich_help_panel": "Reading the data"}
LEARNING: dict[str, Any] = {"rich_help_panel": "Learning"}

R = TypeVar("R")


class KernelName(StrEnum):
    """The kernels, in the order of Weka's -U 0 … 5; written out so that --help need not load the engine."""

    linear = "linear"
    epanechnikov = "epanechnikov"
    tricube = "tricube"
    inverse = "inverse"
    gaussian = "gaussian"
    constant = "constant"


class ConventionName(StrEnum):
    """Whose computations: the paper's text, Weka's, or those behind the paper's tables."""

    paper = "paper"
    weka = "weka"
    tables = "tables"


class NumericName(StrEnum):
    """How numeric attributes enter."""

    density = "density"
    precision = "precision"


class Eq6Name(StrEnum):
    """Equation 6 put right, or as the paper prints it."""

    right = "right"
    printed = "printed"


File = Annotated[
    str, typer.Argument(metavar="FILE", help="ARFF, CSV or TSV file, name of a sample, or - for stdin.")
]
HtmlReport = Annotated[
    Path | None,
    typer.Option("--html", metavar="OUT", help="Write a report: one HTML file with figures and script."),
]
REPORTS = (".html", ".htm")
Json = Annotated[bool, typer.Option("--json", help="Write JSON to stdout, and nothing else.")]


@dataclass(frozen=True)
class FormatOptions:
    """How to read a file; what is None is left to the reader to find out."""

    separator: Annotated[
        str | None,
        typer.Option(metavar="CHAR", help="CSV: what stands between the fields ('tab' too).", **_DATA),
    ] = None
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="CSV: encoding, such as utf-8 or cp1252.", **_DATA)
    ] = None
    decimal: Annotated[
        str | None, typer.Option(metavar="CHAR", help="CSV: the decimal mark, a point or a comma.", **_DATA)
    ] = None
    quote: Annotated[
        str | None,
        typer.Option(metavar="CHAR", help="CSV: the quotation mark around cells, or none.", **_DATA),
    ] = None
    header: Annotated[bool, typer.Option("--header", help="CSV: the first row holds names.", **_DATA)] = False
    no_header: Annotated[
        bool, typer.Option("--no-header", help="CSV: the first row holds values.", **_DATA)
    ] = False
    missing: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT", help="CSV: one more text that means missing, as NA does (repeatable).", **_DATA
        ),
    ] = None
    missing_only: Annotated[
        bool,
        typer.Option(
            "--missing-only", help="CSV: only empty cells and --missing mean missing, not NA.", **_DATA
        ),
    ] = False
    as_nominal: Annotated[
        list[str] | None,
        typer.Option(
            "--nominal", "--as-nominal", metavar="COL", help="Read a column as nominal (repeatable).", **_DATA
        ),
    ] = None
    as_numeric: Annotated[
        list[str] | None,
        typer.Option("--as-numeric", metavar="COL", help="Read a column as numbers (repeatable).", **_DATA),
    ] = None

    @property
    def csv(self) -> dict[str, Any]:
        """The options that only a CSV file can have, as the reader calls them."""
        from lwnb_gui.state.missing_markers import with_usual

        given = {
            "separator": "\t" if self.separator in ("tab", "\\t") else self.separator,
            "encoding": self.encoding,
            "decimal": self.decimal,
            "quote": "" if self.quote == "none" else self.quote,
            "header": self._has_header,
            "missing": with_usual(self.missing or (), usual=not self.missing_only),
        }
        return {name: value for name, value in given.items() if value is not None}

    @property
    def _has_header(self) -> bool | None:
        if self.header and self.no_header:
            raise typer.BadParameter("--header and --no-header: one of them", param_hint="'--header'")
        return self.header if self.header or self.no_header else None

    @property
    def kinds(self) -> dict[str, Any]:
        """The columns whose kind was given, as the CSV reader calls them."""
        given = {"nominal": self.as_nominal, "numeric": self.as_numeric}
        return {kind: tuple(columns) for kind, columns in given.items() if columns}


@dataclass(frozen=True)
class ReadingOptions(FormatOptions):
    """How to read a file, and which attribute of it is to be predicted."""

    class_attribute: Annotated[
        str | None,
        typer.Option("--class", metavar="NAME", help="The class (default: the last nominal one).", **_DATA),
    ] = None
    class_bins: Annotated[
        int | None,
        typer.Option(
            "--class-bins", min=2, metavar="N", help="Cut a numeric class into N intervals.", **_DATA
        ),
    ] = None

    def for_test(self, class_name: str) -> ReadingOptions:
        """For a file in which the class may be missing: what speaks of the class goes."""
        nominal = [name for name in self.as_nominal or () if name != class_name]
        return replace(self, class_attribute=None, class_bins=None, as_nominal=nominal)


@dataclass(frozen=True)
class LearnerSettings:
    """Settings for every learner of a command that has them; what is None is left to the learner."""

    kernel: Annotated[
        KernelName | None, typer.Option(help="Weights of the neighbours (default: linear).", **LEARNING)
    ] = None
    convention: Annotated[
        ConventionName | None,
        typer.Option("--convention", "-c", help="Whose computations (default: paper).", **LEARNING),
    ] = None
    numeric: Annotated[
        NumericName | None,
        typer.Option("--numeric", help="Normal density, or Weka's normal with precision.", **LEARNING),
    ] = None
    eq6: Annotated[
        Eq6Name | None, typer.Option("--eq6", help="Equation 6 put right or as printed.", **LEARNING)
    ] = None
    discretise: Annotated[
        bool, typer.Option("--discretise", help="Cut numeric attributes into intervals first.", **LEARNING)
    ] = False

    @property
    def given(self) -> dict[str, Any]:
        """What was given, as the learners call it."""
        given = {
            "kernel": self.kernel,
            "convention": self.convention,
            "numeric": self.numeric,
            "eq6": self.eq6,
            "discretised": self.discretise or None,
        }
        return {name: str(v) if isinstance(v, StrEnum) else v for name, v in given.items() if v is not None}

    def learner_of(self, spec: str) -> Learner:
        """A learner by name or spec, with these settings as far as it has them."""
        from lwnb_core.learners.specs import make_learner, parse_spec, settings_of

        name, settings = parse_spec(spec)
        # What is written in the spec is meant for this learner; an option may be there for its rivals.
        return make_learner(name, settings | _only(self.given, settings_of(name)))


@dataclass(frozen=True)
class _OneLearner:
    """Comes first in --help, before the settings."""

    learner: Annotated[
        str,
        typer.Option(
            "--learner",
            "-l",
            metavar="NAME",
            help="lwnb, nb, knn, knndw …; also with settings, as in lwnb:k=100,kernel=tricube.",
            **LEARNING,
        ),
    ] = "lwnb"
    k: Annotated[
        int | None,
        typer.Option(
            "--k", "-k", min=1, metavar="N", help="Size of the neighbourhood (default: 50).", **LEARNING
        ),
    ] = None


@dataclass(frozen=True)
class LearnerOptions(LearnerSettings, _OneLearner):
    """A learner by name or spec, and the settings given beside it, which win."""

    @property
    def given(self) -> dict[str, Any]:
        return super().given if self.k is None else {"k": self.k, **super().given}

    def build(self) -> Learner:
        """The learner that was asked for."""
        return self.learner_of(self.learner)

    def build_as(self, name: str) -> Learner:
        """Another learner, set alike as far as it has the same settings."""
        from lwnb_core.learners.specs import make_learner, parse_spec, settings_of

        settings = parse_spec(self.learner)[1] | self.given
        return make_learner(name, _only(settings, settings_of(name)))


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
