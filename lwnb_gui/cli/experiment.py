"""`lwnb experiment`: data sets × learners by repeated cross-validation, with marks of significance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lwnb_gui.cli.options.common import (
    COMPUTING,
    ClusterOption,
    HtmlReport,
    Json,
    ReadingOptions,
    note_unused,
    setting_options,
    spread_options,
)
from lwnb_gui.cli.options.given_options import refuse_both
from lwnb_gui.cli.options.lists import specs_of
from lwnb_gui.cli.options.measure_option import MeasureOption, measure_option
from lwnb_gui.cli.options.outputs import (
    STDOUT,
    Force,
    OutFile,
    Outputs,
    check_outputs,
    csv_option,
    is_stdout,
    one_on_stdout,
)
from lwnb_gui.cli.options.source import check_stdin_once, open_data
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.cli.process.interruption import resumable
from lwnb_gui.cli.process.plain_help import Command
from lwnb_gui.file_formats import PAGES
from lwnb_gui.render.terminal.console import progress_bar

if TYPE_CHECKING:
    from lwnb_core import Dataset, ExperimentResult, Learner, LwnbError
    from lwnb_core.evaluation.experiments.results_grid import GridFormat

_OUT = {"rich_help_panel": "Results"}
_WHERE = {"rich_help_panel": COMPUTING}
_LEARNERS = ("lwnb", "nb", "knn", "knndw")


_SETTINGS: Any = setting_options(
    "convention", "discretised", convention="Convention of learners that do not name one"
)


@dataclass(frozen=True)
class CommonSettings(_SETTINGS):
    """Settings of all learners whose specs do not say otherwise."""


class ListCommand(Command):
    """A command that accepts `--learners a b c`, as people write it, for `--learners a --learners b …`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, spread_list(args, ("--learners", "-l")))


def spread_list(args: list[str], options: tuple[str, ...]) -> list[str]:
    """Put the option before every word that follows it, up to the next option."""
    spread: list[str] = []
    option = ""
    for i, word in enumerate(args):
        if word == "--":
            return [*spread, *args[i:]]
        if word in options:
            option = word
        elif word.startswith("-") and len(word) > 1:
            option = ""
            spread.append(word)
        else:
            spread += [option, word] if option else [word]
    return spread


@guarded
@spread_options
def experiment(
    ctx: typer.Context,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="DATA", help="Data files (ARFF, CSV, Parquet, Excel, JSON …), or names of samples."
        ),
    ],
    *,
    learners: Annotated[
        list[str] | None,
        typer.Option(
            "--learners",
            "-l",
            metavar="SPEC…",
            help='Learners, as in --learners "lwnb:k=50" nb "aode:limit=30".',
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC", help="The learner with which the others are compared (default: the first)."
        ),
    ] = None,
    settings: CommonSettings,
    runs: Annotated[int, typer.Option(min=1, metavar="N", help="Runs, each with different folds.")] = 10,
    folds: Annotated[int, typer.Option(min=2, metavar="N", help="Folds in each run.")] = 10,
    measure: MeasureOption = "accuracy",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Keep every fold's result: .csv or .parquet.", **_OUT
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the experiment that wrote --out.", **_OUT)
    ] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print the table as LaTeX.", **_OUT)] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the table as Markdown.", **_OUT)
    ] = False,
    csv_file: Annotated[Path | None, csv_option("a row per data set and learner", **_OUT)] = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes (default: one per core).", **_WHERE)
    ] = None,
    cluster: ClusterOption = None,
    reading: ReadingOptions,
) -> None:
    """Compare learners on data sets, each on the same folds, with the corrected resampled t-test.

    After Ctrl+C, finished results are kept in the file --out; --resume continues from there.
    """
    from lwnb_core import Experiment, learner_from_spec
    from lwnb_core.evaluation.experiments.results_file import RESULTS_SUFFIXES, remove_results
    from lwnb_core.evaluation.experiments.results_table import render_result
    from lwnb_gui.render.terminal.experiment_screen import show_result

    refuse_both(ctx, "jobs", "cluster")
    about = measure_option(measure)
    one_on_stdout(latex=latex, markdown=markdown, csv=is_stdout(csv_file), json=json)
    check_outputs(
        OutFile(out, "--out", RESULTS_SUFFIXES, can_resume=True, is_resumed=resume),
        OutFile(csv_file, "--csv", (".csv",), can_be_stdout=True),
        OutFile(html, "--html", PAGES),
        force=force,
    )
    specs = [spec for text in learners or _LEARNERS for spec in specs_of(text)]
    note_unused(settings.given, specs)
    built = [learner_from_spec(spec, settings.given) for spec in specs]
    datasets = dict(open_all(files, reading))
    planned = Experiment(
        datasets,
        built,
        runs,
        folds,
        0 if base is None else learner_from_spec(base, settings.given),
        out,
        jobs,
        resume=resume,
        cluster=cluster,
    )
    if force and not resume and out is not None:
        remove_results(out.expanduser())
    with (
        resumable(out, "--out", ctx, resume="--resume"),
        progress_bar("experiment", countable=False) as progress,
    ):
        result = planned.run(progress)
    outputs = Outputs()
    for requested, fmt in _tables(csv_file, latex=latex, markdown=markdown):
        outputs.write_text(requested, partial(render_result, result, about.name, fmt))
    outputs.write(html, lambda path: _report(result, datasets, built, path, about.name))
    if (failed := failure_of(result)) is not None:
        outputs.fail(failed)
    outputs.present(json, lambda: result.to_dict(about.name), lambda: show_result(result, about.name, out))


def failure_of(result: ExperimentResult) -> LwnbError | None:
    """Say which learners have no results, and why: the experiment is not complete."""
    from lwnb_core import LwnbError
    from lwnb_gui.text import listed, printable

    failed: dict[str, dict[str, str]] = {}
    for (dataset, learner), reason in result.errors.items():
        failed.setdefault(learner, {})[dataset] = reason
    if not failed:
        return None
    lines = [
        f"{printable(learner)} failed on {listed([printable(name) for name in reasons])}:"
        f" {printable(next(iter(reasons.values())))}"
        for learner, reasons in failed.items()
    ]
    nominal = any("nominal attributes" in reason for reason in result.errors.values())
    return LwnbError("\n".join(lines), hint="--discretise cuts numeric attributes first." if nominal else "")


def _report(
    result: ExperimentResult, datasets: dict[str, Dataset], learners: list[Learner], path: Path, measure: str
) -> None:
    from lwnb_gui.cli.reports import write_experiment

    write_experiment(result, datasets, learners, path, measure)


def _tables(csv_file: Path | None, *, latex: bool, markdown: bool) -> Iterator[tuple[Path, GridFormat]]:
    """Return the formats in which the table is written besides the one for people, and where."""
    if csv_file is not None:
        yield csv_file, "csv"
    if latex:
        yield Path(STDOUT), "latex"
    if markdown:
        yield Path(STDOUT), "markdown"


def open_all(names: list[str], reading: ReadingOptions) -> list[tuple[str, Dataset]]:
    """Open data sets under unique names: the file's, with a number if two have the same."""
    check_stdin_once(names)
    opened: list[tuple[str, Dataset]] = []
    for source in names:
        data = open_data(source, reading, used=names)
        taken = {name for name, _ in opened}
        name = next(n for n in (data.name, *(f"{data.name} ({i})" for i in range(2, 999))) if n not in taken)
        opened.append((name, data))
    return opened
