"""Learners over k: the curves, their best k, and the read-out at the cursor."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from lwnb_gui.text import capitalised
from lwnb_gui.views.curves.curve_figure import CurveFigure
from lwnb_gui.views.curves.reading import CurvesReading, reading_of_curves, reading_of_study
from lwnb_gui.views.curves.study_figure import curves_figure
from lwnb_gui.views.curves.study_tables import best_table, every_line, measures_table, values_table
from lwnb_gui.views.script import Script, literal
from lwnb_gui.views.tables import TextTable, ViewTable
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query


class Curves(View["CurvesReading"]):
    """A figure with axes, without a scene: `figure` is what `plots.curves` draws."""

    name = "curves"
    title = "Curves over k"
    area = "curves"
    is_on_live_page = True
    page_column = "main"
    is_of_explanation = False
    nothing = "Nothing has been computed yet."
    remedy = "Evaluate with accuracy_curve."

    def read(
        self, about: Subject, *, measure: str = "accuracy", names: Sequence[str] | None = None
    ) -> CurvesReading | None:
        """Read a study, or curves; `names` are those of their learners, by default as in a study."""
        if about.study is not None:
            return reading_of_study(about.study, measure)
        return None if about.curves is None else reading_of_curves(about.curves, measure, names)

    def figure(
        self,
        reading: CurvesReading,
        *,
        k: int | None = None,
        log: bool = True,
        band: bool = True,
        best: bool = True,
        hidden: Collection[str] = (),
    ) -> CurveFigure:
        """Return the curves that are not hidden, with band and best k if there are any."""
        return curves_figure(reading, k=k, log=log, band=band, best=best, hidden=hidden)

    def sentences(self, reading: CurvesReading) -> tuple[str, ...]:
        """Describe the best k, how they were found, and what the curves show."""
        said = (reading.best_ks, f"{reading.tests}.", f"{capitalised(reading.summary)}.")
        return tuple(filter(None, said))

    def tables(
        self, reading: CurvesReading, *, full: bool = False, spread: bool = True
    ) -> tuple[ViewTable, ...]:
        """Return the measure at some k, the best k, and the other measures there; `spread` is optional."""
        best = best_table(reading, full=full)
        values = values_table(reading, full=full, spread=spread)
        return (values, *([] if best is None else [best]), measures_table(reading))

    def table(self, reading: CurvesReading) -> TextTable:
        """Return a row for every learner and k."""
        return every_line(reading)

    def script(
        self, script: Script, reading: CurvesReading, query: Query | None = None, *, log: bool = True
    ) -> None:
        """Write the script, which has `learners` by name, and `result`, their curves."""
        measure = literal(reading.measure)
        script.add(
            "",
            "bests = []",
            "for name, curve in zip(learners, result.curves):",
            '    has_k = "k" in curve.learner.settings',
            "    some = slice(None) if has_k else slice(0, 1)  # without a k: a line",
            f"    values, spread = curve.mean({measure}), curve.spread({measure})",
            "    for k, value, sd in zip(curve.ks[some], values[some], spread[some]):",
            '        print(name, k, f"{value:.4f}", f"{sd:.4f}", sep="\\t")',
            f"    best = lw.best_k(curve, {measure}) if has_k else None",
            "    if best is not None:",
            "        bests.append(best)",
            '        print(name, "best k", best.k, "not significantly worse", best.ranges)',
        )
        shown_measure = "" if reading.measure == "accuracy" else f"measure={measure}, "
        script.figure(f"curve(result, list(learners), {shown_measure}log={log})", "curves.svg")
