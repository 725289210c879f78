"""`lwnb curve`: accuracy over k, for several learners on the same test cases."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from lwnb_gui.cli.options.common import (
    LEARNING,
    ClusterOption,
    File,
    HtmlReport,
    Json,
    LearnerSettings,
    ReadingOptions,
    spread_options,
)
from lwnb_gui.cli.options.given_options import refuse_both, refuse_options
from lwnb_gui.cli.options.lists import specs_of, words_of
from lwnb_gui.cli.options.measure_option import CurveMeasureOption, check_class, measure_option
from lwnb_gui.cli.options.outputs import (
    Force,
    OutFile,
    Outputs,
    check_outputs,
    csv_option,
    is_stdout,
    one_on_stdout,
)
from lwnb_gui.cli.options.source import STDIN, open_data
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.file_formats import FIGURES, PAGES
from lwnb_gui.render.terminal.console import Screen, progress_bar
from lwnb_gui.text import count, points, quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lwnb_core import AccuracyCurves, Dataset, Learner
    from lwnb_core.engine.sweep import Ks
    from lwnb_core.evaluation.measures import Measure
    from lwnb_gui.study.result import StudyResult
    from lwnb_gui.study.study import StudyKs
    from lwnb_gui.views.curves.reading import CurvesReading


class EvaluationName(StrEnum):
    """The choice of the test cases."""

    loo = "loo"
    cv = "cv"
    repeated_cv = "repeated-cv"


@dataclass(frozen=True)
class Study:
    """A curve study, with the data for its files and documents.

    `curves` are as the library gives them, `result` as the window has them.
    """

    curves: AccuracyCurves
    result: StudyResult
    requested_ks: str
    measure: Measure

    @property
    def data(self) -> Dataset:
        return self.result.data

    @cached_property
    def reading(self) -> CurvesReading:
        """The reading of the study."""
        from lwnb_gui.views.curves.view import Curves
        from lwnb_gui.views.view import Subject

        reading = Curves().read(Subject(study=self.result), measure=self.measure.name)
        assert reading is not None
        return reading

    def to_dict(self) -> dict[str, Any]:
        study, bests = self.result.study, self.result.best(self.measure.name)
        document = self.curves.to_dict()
        for curve, name, best in zip(document["curves"], self.result.names, bests, strict=True):
            curve["name"] = name
            curve["settings"].pop("k", None)  # the learner's own, which a curve over k does not use
            curve["best"] = None if best is None else best.to_dict()
        for curve, computed in zip(document["curves"], self.curves.curves, strict=True):
            for name in self._extra:
                curve[name] = [None if math.isnan(x) else x for x in computed.mean(name).tolist()]
        return {
            "file": self.data.source or STDIN,
            "rows": len(self.data),
            "class": self.data.class_attribute.name,
            "measure": self.measure.name,
            **document,
            "runs": study.runs if study.evaluation == "repeated-cv" else 1,
            "folds": None if study.evaluation == "loo" else study.folds,
            "cases": len(self.curves.cases),
            "half_width": self.curves.half_width,
        }

    @property
    def _extra(self) -> tuple[str, ...]:
        """Return the measure if it is not one of the columns that every file has: F1 of one class."""
        return () if self.measure.name in self.curves.curves[0].columns else (self.measure.name,)

    def to_csv(self) -> str:
        """Return one row per learner and k."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["learner", "k", *self.curves.curves[0].columns, *self._extra])
        for name, curve in zip(self.result.names, self.curves.curves, strict=True):
            columns: list[NDArray[Any]] = [curve.ks, *curve.columns.values(), *map(curve.mean, self._extra)]
            writer.writerows([name, *row] for row in zip(*(c.tolist() for c in columns), strict=True))
        return out.getvalue()


@guarded
@spread_options
def curve(
    ctx: typer.Context,
    file: File,
    *,
    evaluation: Annotated[
        EvaluationName,
        typer.Option("--evaluation", "-e", help="Leave-one-out, one cross-validation, or several."),
    ] = EvaluationName.loo,
    runs: Annotated[int, typer.Option(min=1, metavar="N", help="Runs of repeated-cv.")] = 10,
    folds: Annotated[int, typer.Option(min=2, metavar="N", help="Folds in each run.")] = 10,
    ks: Annotated[
        str,
        typer.Option("--k", "-k", metavar="K", help="Values of k: all, grid, 1:200, 1:1000:10, or 5,10,50."),
    ] = "all",
    sample: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Test only this many rows; train on all.")
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS",
            help="Test rows at random until every accuracy is known to this many points (95 %).",
        ),
    ] = None,
    measure: CurveMeasureOption = "accuracy",
    csv_file: Annotated[Path | None, csv_option("a row per learner and k")] = None,
    figure: Annotated[
        Path | None, typer.Option("--figure", metavar="OUT", help="Save the figure as .svg, .png or .pdf.")
    ] = None,
    linear: Annotated[bool, typer.Option("--linear", help="Make the k axis of the figure linear.")] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Threads (default: one per core).")
    ] = None,
    cluster: ClusterOption = None,
    learners: Annotated[
        str,
        typer.Option(
            "--learners",
            "-l",
            metavar="NAMES",
            help="Learners, also with settings, as in knn,lwnb:kernel=tricube.",
            rich_help_panel=LEARNING,
        ),
    ] = "lwnb,knn,knndw,nb",
    settings: LearnerSettings,
    reading: ReadingOptions,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Evaluate learners at every k, on the same test cases."""
    from lwnb_core import PAPER, accuracy_curve
    from lwnb_core.local.neighbourhood import largest_k
    from lwnb_gui.study.result import StudyResult
    from lwnb_gui.study.study import CurveStudy

    refuse_both(ctx, "jobs", "cluster")
    if evaluation is not EvaluationName.repeated_cv:
        refuse_options(ctx, ["runs"], "here; add --evaluation repeated-cv")
    if evaluation is EvaluationName.loo:
        refuse_options(ctx, ["folds"], "with leave-one-out; add --evaluation cv")
    if figure is None and html is None:
        refuse_options(ctx, ["linear"], "without --figure or --html")
    about = measure_option(measure, over_k=True)
    requested = parse_ks(ks)
    one_on_stdout(csv=is_stdout(csv_file), json=json)
    check_outputs(
        OutFile(csv_file, "--csv", (".csv",), can_be_stdout=True),
        OutFile(figure, "--figure", FIGURES),
        OutFile(html, "--html", PAGES),
        force=force,
    )
    chosen = settings.learners_of(checked_specs(learners))
    _refuse_twins(chosen)
    data = open_data(file, reading)
    check_class(about, data.classes)
    title = f"{data.name}, {evaluation.value}"

    def show_precision(now: AccuracyCurves) -> None:
        nonlocal title
        if now.curves[0].tested.is_sample:  # otherwise every row is tested, and nothing is left to chance
            title = f"{data.name}, {evaluation.value}, {points(now.half_width)}"

    with progress_bar(lambda: title) as progress:
        result = accuracy_curve(
            chosen,
            data,
            evaluation.value,
            within(requested, max(len(data), largest_k(len(data), float(data.weights.sum()), PAPER))),
            runs=runs,
            folds=folds,
            sample=sample,
            precision=precision,
            progress=progress,
            partial=None if precision is None else show_precision,
            jobs=jobs,
            cluster=cluster,
        )
    if precision is not None and result.half_width > precision:
        few = f"{count(result.curves[0].tested.drawn, 'row')} (--sample)"
        Screen(stderr=True).hint(
            f"Note: {few} were not enough for {points(precision)}; they give {points(result.half_width)}."
        )
    asked = CurveStudy(
        tuple(chosen),
        evaluation.value,
        requested_ks(ks, result),
        sample,
        runs,
        folds,
        precision,
    )
    study = Study(result, StudyResult(asked, data, result.curves, complete=True), ks, about)
    outputs = Outputs()
    outputs.write_text(csv_file, study.to_csv)
    outputs.write(figure, lambda path: draw_study(study, path, log=not linear))
    outputs.write(html, lambda path: _report(study, path, log=not linear))
    outputs.present(json, study.to_dict, lambda: show_study(study))


def split_specs(text: str) -> list[str]:
    """Split `knn,lwnb:k=5,kernel=tricube,nb` at the commas between learners, not between settings."""
    specs = specs_of(text)
    if not specs:
        raise typer.BadParameter("names no learner", param_hint="'--learners'")
    return specs


def checked_specs(text: str) -> list[str]:
    """Return the specs, none of which may name a k: the curve has all of them."""
    from lwnb_core import SettingsError
    from lwnb_core.learners.specs import parse_spec

    specs = split_specs(text)
    for spec in specs:
        if "k" in (settings := parse_spec(spec)[1]):
            raise SettingsError(
                f"a curve covers many values of k, but {spec!r} names one",
                hint=f"Leave it out; --k {settings['k']} computes the accuracy at that k only.",
            )
    return specs


def _refuse_twins(learners: Sequence[Learner]) -> None:
    from lwnb_core import SettingsError, spec_of

    specs = [spec_of(learner) for learner in learners]
    for i, learner in enumerate(learners):
        if specs[i] in specs[:i]:
            raise SettingsError(
                f"{learner.name} is given twice with the same settings",
                hint="Leave one of them out, or give it other settings, as in lwnb:kernel=tricube.",
            )


def parse_ks(text: str) -> str | list[range]:
    """Parse `all`, `grid`, or numbers and ranges (both ends included) separated by commas."""
    if text.strip().lower() in ("all", "grid"):
        return text.strip().lower()
    chosen: list[range] = []
    for part in words_of(text) or [text]:
        try:
            first, *more = (int(piece) for piece in part.split(":"))
            last, step = (*more, 1) if len(more) == 1 else more or (first, 1)
        except ValueError:
            first, last, step = 0, 0, 0
        if first < 1 or last < first or step < 1:
            raise typer.BadParameter(
                f"{quoted(part.strip())} is not a k: give all, grid, 1:200, 1:1000:10 or 5,10,50",
                param_hint="'--k'",
            )
        chosen.append(range(first, last + 1, step))
    return chosen


def within(requested: str | list[range], n: int) -> Ks:
    """Return the k to compute. A range ends at the number of rows: a larger k would also mean all rows."""
    if isinstance(requested, str):
        return "grid" if requested == "grid" else "all"
    return sorted({k for part in requested for k in part if k <= max(n, part.start)})


def requested_ks(requested: str, result: AccuracyCurves) -> StudyKs:
    """Return all k, a grid, or those that were computed."""
    match requested.strip().lower():
        case "all":
            return "all"
        case "grid":
            return "grid"
    return tuple(result.ks.tolist())


def _report(study: Study, path: Path, *, log: bool) -> None:
    from lwnb_gui.cli.reports import write_study

    write_study(study, path, log=log)


def draw_study(study: Study, path: Path, *, log: bool) -> None:
    """Draw the figure as the window draws it."""
    from lwnb_gui.plots import curves
    from lwnb_gui.plots.export import figure_for, save
    from lwnb_gui.views.curves.study_figure import whole_figure
    from lwnb_gui.views.curves.view import Curves

    drawn = whole_figure(study.reading, Curves().figure(study.reading, log=log))
    save(figure_for(curves.draw, drawn, size=(720, 480)), path)


# -- for people -------------------------------------------------------------------------------------


def show_study(study: Study) -> None:
    """Show what was done, the measure at a handful of k, and the best k."""
    from lwnb_gui.render.terminal.view_tables import screen_table
    from lwnb_gui.views.curves.view import Curves

    screen, view, reading = Screen(), Curves(), study.reading
    screen.print(Text(reading.title, style="bold"))
    for sentence in view.sentences(reading):
        screen.hint(sentence)
    ks = reading.ks.tolist()
    if study.requested_ks.strip().lower() == "all" and len(ks) < ks[-1]:
        screen.hint(
            f"k on a grid of {len(ks)} values: with these settings every k takes as long as the first"
        )
    tables = view.tables(reading)
    if screen_table(tables[0]).width > screen.width:
        tables = view.tables(reading, spread=False)
    for shown_table in tables:
        screen.heading(shown_table.title, shown_table.note)
        screen.print(screen_table(shown_table))
        if shown_table.left_out:
            screen.hint(f"{shown_table.left_out} not shown (--csv writes all)")
