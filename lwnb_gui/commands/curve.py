"""`lwnb curve`: accuracy over k, for several learners on the same test cases."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from lwnb_gui.commands.given import refuse_both, refuse_options
from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.lists import specs_of, words_of
from lwnb_gui.commands.measure_option import CurveMeasureOption, check_class, measure_option
from lwnb_gui.commands.options import (
    LEARNING,
    REPORTS,
    ClusterOption,
    File,
    HtmlReport,
    Json,
    LearnerSettings,
    ReadingOptions,
    spread_options,
)
from lwnb_gui.commands.outputs import (
    Force,
    OutFile,
    Outputs,
    check_outputs,
    csv_option,
    is_stdout,
    one_on_stdout,
)
from lwnb_gui.commands.screen import ACCENT, HINT, Screen, progress_bar, table
from lwnb_gui.commands.source import STDIN, open_data
from lwnb_gui.commands.tables import ScreenTable
from lwnb_gui.text import count, fixed, points, quoted, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lwnb_core import Dataset, Learner
    from lwnb_core.engine.sweep import Ks
    from lwnb_core.evaluation.best_k import BestK
    from lwnb_core.evaluation.curve_result import AccuracyCurves, Curve
    from lwnb_core.evaluation.measures import Measure

_FIGURES = (".svg", ".png", ".pdf")


class EvaluationName(StrEnum):
    """How the test cases are chosen."""

    loo = "loo"
    cv = "cv"
    repeated_cv = "repeated-cv"


@dataclass(frozen=True)
class Study:
    """A curve study, with the texts for its table, figure and files."""

    data: Dataset
    result: AccuracyCurves
    names: tuple[str, ...]
    best: tuple[BestK | None, ...]
    runs: int
    folds: int
    requested_ks: str
    measure: Measure

    @property
    def how(self) -> str:
        """A description of the evaluation and of the scaling of the attributes."""
        if self.result.evaluation == "loo":
            return "leave-one-out, scaled by the ranges of the other rows"
        runs = "" if self.result.evaluation == "cv" else f"{self.runs} × "
        return f"{runs}{self.folds}-fold cross-validation, scaled by the ranges of the training rows"

    @property
    def how_and_where(self) -> str:
        """The same, with the rows that were tested where these are not all."""
        return f"{self.how}; {self.tested}" if self.is_sample else self.how

    @property
    def is_sample(self) -> bool:
        """Whether only some of the rows were tested."""
        return self.result.curves[0].tested.is_sample

    @property
    def has_band(self) -> bool:
        """Whether the interval is known in which the measure over all rows lies: that of accuracy alone."""
        return self.is_sample and self.measure.name == "accuracy"

    @property
    def tested(self) -> str:
        """How many rows were tested, and how well the accuracies of all rows are known from them."""
        rows = self.result.curves[0].tested
        known = f"{points(self.result.half_width)} at every k (95 %)"
        return f"{rows.drawn:,} of {rows.of:,} rows tested at random: {known}"

    def to_dict(self) -> dict[str, Any]:
        document = self.result.to_dict()
        for curve, name, best in zip(document["curves"], self.names, self.best, strict=True):
            curve["name"] = name
            curve["settings"].pop("k", None)  # the learner's own, which a curve over k does not use
            curve["best"] = None if best is None else best.to_dict()
        for curve, computed in zip(document["curves"], self.result.curves, strict=True):
            for name in self._extra:
                curve[name] = [None if math.isnan(x) else x for x in computed.mean(name).tolist()]
        return {
            "file": self.data.source or STDIN,
            "rows": len(self.data),
            "class": self.data.class_attribute.name,
            "measure": self.measure.name,
            **document,
            "runs": self.runs if self.result.evaluation == "repeated-cv" else 1,
            "folds": None if self.result.evaluation == "loo" else self.folds,
            "cases": len(self.result.cases),
            "half_width": self.result.half_width,
        }

    @property
    def _extra(self) -> tuple[str, ...]:
        """The measure, where it is not one of the columns that every file has: F1 of one class."""
        return () if self.measure.name in self.result.curves[0].columns else (self.measure.name,)

    def to_csv(self) -> str:
        """One line per learner and k."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["learner", "k", *self.result.curves[0].columns, *self._extra])
        for name, curve in zip(self.names, self.result.curves, strict=True):
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
    from lwnb_core.evaluation.curves import accuracy_curve
    from lwnb_core.local.convention import PAPER
    from lwnb_core.local.neighbourhood import largest_k
    from lwnb_gui.state.curve_learners import names_of

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
        OutFile(figure, "--figure", _FIGURES),
        OutFile(html, "--html", REPORTS),
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
    study = Study(data, result, names_of(chosen), bests_of(result, about.name), runs, folds, ks, about)
    outputs = Outputs()
    outputs.write_text(csv_file, study.to_csv)
    outputs.write(figure, lambda path: draw_study(study, path, log=not linear))
    outputs.write(html, lambda path: _report(study, path, log=not linear))
    outputs.present(json, study.to_dict, lambda: show_study(study))


def split_specs(text: str) -> list[str]:
    """`knn,lwnb:k=5,kernel=tricube,nb` at the commas that stand between learners, not between settings."""
    specs = specs_of(text)
    if not specs:
        raise typer.BadParameter("names no learner", param_hint="'--learners'")
    return specs


def checked_specs(text: str) -> list[str]:
    """The specs, none of which may name a k: the curve has them all."""
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
    """`all`, `grid`, or numbers and ranges (both ends included) separated by commas."""
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
    """The k to compute. A range ends at the number of rows: a larger k would mean all rows, too."""
    if isinstance(requested, str):
        return "grid" if requested == "grid" else "all"
    return sorted({k for part in requested for k in part if k <= max(n, part.start)})


def bests_of(result: AccuracyCurves, measure: str) -> tuple[BestK | None, ...]:
    """The best k of every learner that has a k."""
    from lwnb_core.evaluation.best_k import best_k

    return tuple(best_k(c, measure) if "k" in c.learner.settings else None for c in result.curves)


def _report(study: Study, path: Path, *, log: bool) -> None:
    from lwnb_gui.commands.reports import write_study

    write_study(study, path, log=log)


def draw_study(study: Study, path: Path, *, log: bool) -> None:
    """The figure, drawn as the window draws it."""
    from lwnb_gui.plots import curves
    from lwnb_gui.plots.export import figure_for, save
    from lwnb_gui.plots.study_figure import curves_figure

    result = study.result
    drawn = curves_figure(
        result.curves,
        study.names,
        study.best,
        measure=study.measure.name,
        log=log,
        caption=study.how_and_where,
        title=study.data.name,
    )
    save(figure_for(curves.draw, drawn, size=(720, 480)), path)


# -- for people -------------------------------------------------------------------------------------


_MOST_RANGES = 3


def show_study(study: Study) -> None:
    """What was done, the measure at a handful of k and the best k."""
    from lwnb_gui.state.curve_result import handful

    screen = Screen()
    result = study.result
    screen.print(Text(f"{shown(study.data.name)} · {shown(study.measure.title)} over k", style="bold"))
    screen.hint(f"{study.how} · {count(len(result.cases), 'test case')}")
    if study.is_sample:
        screen.hint(study.tested)
    ks = result.ks.tolist()
    if study.requested_ks.strip().lower() == "all" and len(ks) < ks[-1]:
        screen.hint(
            f"k on a grid of {len(ks)} values: with these settings every k takes as long as the first"
        )
    _values(screen, study, handful(ks))
    _best(screen, study)


def _values(screen: Screen, study: Study, ks: Sequence[int]) -> None:
    measure = study.measure
    has_spread = study.has_band or study.result.evaluation != "loo"
    what = "(95 % confidence interval)" if study.has_band else "± standard deviation over the folds"
    rows = _value_table(study, ks, has_spread)
    if has_spread and rows.width > screen.width:
        has_spread, rows = False, _value_table(study, ks, False)
    notes = ["in percent"] if measure.unit == "%" else ["lower is better,"] if measure.less_is_better else []
    if has_spread:
        notes.append(what)
    screen.heading(shown(measure.heading), " ".join(notes).removesuffix(","))
    screen.print(rows)


def _value_table(study: Study, ks: Sequence[int], with_spread: bool) -> ScreenTable:
    curves, measure = study.result.curves, study.measure
    rows = table(">k", *(f">{shown(name)}" for name in study.names))
    every = study.result.ks.tolist()
    for k in ks:
        i = every.index(k)
        values = [float(curve.mean(measure.name)[i]) for curve in curves]
        known = [measure.sign * value for value in values if not math.isnan(value)]
        best = fixed(measure.sign * max(known), measure.decimals) if known else ""
        cells = []
        for curve, value in zip(curves, values, strict=True):
            text = fixed(value, measure.decimals)
            cell = Text(text, style=ACCENT if text == best else "")
            if with_spread:
                cell.append(_spread(study, curve, i), style=HINT)
            cells.append(cell)
        rows.add_row(f"{k:,}", *cells)
    return rows


def _spread(study: Study, curve: Curve, i: int) -> str:
    """The interval that contains the accuracy over all rows, which never passes 0 or 100; or the sd."""
    if study.has_band:
        return f" ({fixed(curve.band.low[i], 1)}…{fixed(curve.band.high[i], 1)})"
    return f" ± {fixed(curve.spread(study.measure.name)[i], study.measure.decimals):>5}"


def _best(screen: Screen, study: Study) -> None:
    known = [(name, best) for name, best in zip(study.names, study.best, strict=True) if best is not None]
    if not known:
        return
    screen.heading("Best k", "and the values of k that are not significantly worse (5 %)")
    rows = table("learner", ">k", f">{shown(study.measure.title)}", "~not significantly worse")
    for name, best in known:
        rows.add_row(shown(name), f"{best.k:,}", fixed(best.accuracy, study.measure.decimals), _ranges(best))
    screen.print(rows)


def _ranges(best: BestK) -> str:
    """The intervals of k, and how many more there are."""
    spans = [f"{a:,}" if a == b else f"{a:,}…{b:,}" for a, b in best.ranges]
    # The interval of the best k must be among those that are shown.
    own = next(i for i, (a, b) in enumerate(best.ranges) if a <= best.k <= b)
    first = max(0, min(own - 1, len(spans) - _MOST_RANGES))
    some = spans[first : first + _MOST_RANGES]
    more = len(spans) - len(some)
    return ", ".join(some) + (f" and {more} more" if more else "")
