"""Confusion matrices of several learners side by side, with recall on the right and precision below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from lwnb_core.evaluation.measures import CONFUSION_MEASURES, MEASURES
from lwnb_gui.text import count, printable
from lwnb_gui.views.confusion.drawing import ConfusionCell, drawn
from lwnb_gui.views.confusion.matrices import (
    ConfusionData,
    accuracy_text,
    confusions,
    f1_text,
    learner_text,
    measured,
    percent,
    study_confusions,
)
from lwnb_gui.views.curves.wording import how_in_brief
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.script import Script, every_test_row
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject, View
from lwnb_gui.views.wording.quotable import Quotable

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query
    from lwnb_gui.study.result import StudyResult

COLUMN_TITLES = (
    *("learner", "true", "given", "rows", "recall", "precision", "F1"),
    *(MEASURES[name].axis for name in CONFUSION_MEASURES),
)
_FIRST_NUMBER = COLUMN_TITLES.index("rows")
CAPTION = "Rows: true class. Columns: predicted class. Right: recall, below: precision, in percent."
CLICK_CAPTION = "Rows: true class. Columns: predicted class. Click a cell to list its rows."


class Confusion(View["ConfusionReading"]):
    """Counts, or shades if the cells have no space for counts."""

    name = "confusion"
    title = "Confusion"
    area = "lower"
    help = """
        One matrix per learner over all test rows, at this k: true classes down, predicted classes
        across. The diagonal holds the correct predictions. Recall is the share of the rows of a
        class that are predicted as this class. Precision is the share of the rows predicted as a
        class that really belong to it. Point at them for F1 of the class, and at the name of a
        learner for the measures of all classes; the exported table includes them.

        Click a cell, or move to it with the arrow keys and press Enter: the list of instances then
        shows its rows.

        On the page Curves, the matrices count the tests of the study, as the curves do, and the
        rows of a cell are listed below the curves, each with the fold that tested it.
        """
    is_of_explanation = False
    least = (320, 120)
    figure_width = 720.0
    nothing = "No test row has a class to compare with."
    spoken_name = "Confusion matrices"
    script_explains = False
    quotes: ClassVar[Mapping[str, Quotable[ConfusionReading]]] = {
        "accuracy": Quotable(
            "the accuracy of LWNB over all test rows; {accuracy:KNN} for another learner",
            lambda reading, learner: accuracy_text(reading.matrices, learner or "LWNB"),
            "learner",
        ),
    }

    def read(self, about: Subject) -> ConfusionReading | None:
        """Read the tests of a study at its k, if there is one."""
        if about.study is not None:
            return study_reading(about.study, about.k)
        known = about.predictions
        if known is None:
            return None
        n = int((known.true >= 0).sum())
        if not n:
            return None
        rows, k = f"{n:,} rows", f"k = {known.k:,}"
        wordings: tuple[str, ...] = (f"{rows}, {k}",)
        if about.query is not None:
            how = about.query.test_rows
            wordings = (
                f"{rows}, {how.text}, {k}",
                f"{rows}, {how.brief}, {k}",
                f"{how.brief}, {k}",
                how.brief,
            )
        return ConfusionReading(confusions(known), wordings=wordings)

    def scene(
        self,
        reading: ConfusionReading,
        canvas: Canvas,
        *,
        chosen: ConfusionCell | None = None,
        current: ConfusionCell | None = None,
        caption: str = CAPTION,
    ) -> Scene:
        """Draw matrices; `chosen` (rows listed) and `current` cells stand out, `caption` is the foot."""
        return drawn(
            reading.drawn, canvas, unit=reading.unit, chosen=chosen, current=current, caption=caption
        )

    def sentences(self, reading: ConfusionReading) -> tuple[str, ...]:
        return tuple(learner_text(data) for data in reading.matrices)

    def tables(self, reading: ConfusionReading, *, full: bool = False) -> tuple[ViewTable, ...]:
        """Return one row per learner, true and predicted class; without `full`, only those with rows.

        The measures of a class are in the row in which it is both true and predicted, those of all classes in
        the first row of the learner.
        """
        columns = [TableColumn(title, i >= _FIRST_NUMBER) for i, title in enumerate(COLUMN_TITLES)]
        cells = [
            (data, true, given)
            for data in reading.matrices
            for true in range(len(data.classes))
            for given in range(len(data.classes))
        ]
        listed = [cell for cell in cells if full or cell[1] == cell[2] or cell[0].matrix[cell[1:]] > 0]
        rows = [[TableCell(text) for text in _line(*cell)] for cell in listed]
        empty = len(cells) - len(listed)
        left_out = count(empty, "cell without rows", "cells without rows") if empty else ""
        note = "" if not reading.wordings else reading.wordings[0]
        return (ViewTable(self.title, columns, rows, note, left_out),)

    def script(self, script: Script, reading: ConfusionReading, query: Query) -> None:
        """Write the script; each row is left out of its own training rows."""
        used, fit, predict = every_test_row(script, query)
        script.add(
            "view = []",
            "for learner in (model.learner, *model.learner.rivals):",
            f"    predicted = learner.{fit}.{predict}",
            f"    view.append(figures.confusion_matrix(learner.name, {used}.classes, true, predicted))",
            '    print(learner.name, f"{view[-1].accuracy:.2f} %", view[-1].matrix.tolist())',
        )
        script.figure("confusion(view)", "confusion.svg")


@dataclass(frozen=True, eq=False)
class ConfusionReading:
    """Matrices, and what they count.

    Attributes
    ----------
    unit
        What is counted: a row, or a test where rows are tested several times.
    wordings
        How many were tested, how, and at which k, from long to short; all tell how.
    alone
        The learner whose matrix is drawn alone; empty: all are drawn.
    """

    matrices: tuple[ConfusionData, ...]
    unit: str = "row"
    wordings: tuple[str, ...] = ()
    alone: str = ""

    @property
    def drawn(self) -> tuple[ConfusionData, ...]:
        return tuple(data for data in self.matrices if self.alone in ("", data.name))


def study_reading(result: StudyResult, k: int) -> ConfusionReading | None:
    """Read the finished tests of a curve study, at the nearest k; None before the first is finished."""
    from lwnb_gui.study.result import nearest_k

    matrices = study_confusions(result, k)
    if not matrices:
        return None
    unit = "test" if result.study.evaluation == "repeated-cv" else "row"
    n = max(int(curve.done.sum()) for _, curve in result.drawn)
    tests = f"{n:,} {unit}s" + ("" if result.complete else " so far")
    how, at = how_in_brief(result.study), f"k = {nearest_k(result.drawn[0][1], k):,}"
    wordings = (f"{tests}, {how} like the curves, {at}", f"{tests}, {how}, {at}", f"{how}, {at}", how)
    return ConfusionReading(matrices, unit, wordings)


def _line(data: ConfusionData, true: int, given: int) -> list[str]:
    """Return the texts of a cell, in the order of `COLUMN_TITLES`."""
    is_right, is_first = true == given, true == given == 0
    return [
        data.name,
        printable(data.classes[true]),
        printable(data.classes[given]),
        data.text(true, given),
        percent(data.recall[true]) if is_right else "",
        percent(data.precision[true]) if is_right else "",
        f1_text(data, true) if is_right else "",
        *(measured(data, MEASURES[name]) if is_first else "" for name in CONFUSION_MEASURES),
    ]
