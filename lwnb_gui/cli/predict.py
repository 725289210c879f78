"""`lwnb predict`: classes for the rows of another file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lwnb_gui.app.file_predictions import FilePredictions, PredictedRows, PredictionCounts
from lwnb_gui.cli.options.common import (
    COMPUTING,
    ClusterOption,
    Json,
    LearnerOptions,
    ReadingOptions,
    Unknown,
    UnknownChoice,
    spread_options,
)
from lwnb_gui.cli.options.given_options import refuse_both
from lwnb_gui.cli.options.outputs import Force, OutFile, check_outputs, refuse_existing
from lwnb_gui.cli.options.source import STDIN, check_stdin_once
from lwnb_gui.cli.options.training_source import Answers, TrainingSource, teacher_of
from lwnb_gui.cli.process.error_reports import Interrupted, guarded
from lwnb_gui.cli.process.interruption import typed_command
from lwnb_gui.cli.rows_to_predict import RowsToPredict
from lwnb_gui.render.terminal.console import Screen, print_json, progress_bar
from lwnb_gui.text import count, printable

if TYPE_CHECKING:
    from lwnb_core import Dataset
    from lwnb_core.data.resumable_output import DirectOutput, GrowingFile
    from lwnb_core.distributed.cluster import Cluster
    from lwnb_core.learners.instance_blocks import Block

_WHERE = {"rich_help_panel": COMPUTING}
# The first rows are predicted alone, and the next ones timed: by then everything is loaded and compiled.
_FIRST = 64
_LONG_SECONDS = 60


@guarded
@spread_options
def predict(
    ctx: typer.Context,
    train: Annotated[str, typer.Argument(metavar="TRAIN", help="File or sample to learn from; or a folder or"
                                         " pattern of Parquet files.")],
    test: Annotated[str, typer.Argument(metavar="TEST", help="File or sample to predict; its class may be"
                                        " missing.")],
    *,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="File to write, as p.csv or p.arff.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted --out.")] = False,
    force: Force = False,
    unknown: Unknown = UnknownChoice.refuse,
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Threads (default: one per core).", **_WHERE)
    ] = None,
    cluster: ClusterOption = None,
    learning: LearnerOptions,
    reading: ReadingOptions,
    json: Json = False,
) -> None:  # fmt: skip
    """Learn from one file and predict the rows of another.

    With --out, the file grows as rows are predicted; if the command is interrupted, --resume continues it.
    """
    from lwnb_core.data.formats.file_formats import WRITTEN_SUFFIXES
    from lwnb_core.data.resumable_output import part_of
    from lwnb_core.data.safe_files import is_special

    refuse_both(ctx, "jobs", "cluster")
    chosen = learning.build_alone()
    check_outputs(OutFile(out, "--out", WRITTEN_SUFFIXES), force=force)
    if out is not None:  # rows of an interrupted run may have taken hours
        refuse_existing(part_of(out.expanduser()), force=force or resume, can_resume=True)
    check_stdin_once((train, test))
    if resume and (out is None or is_special(out.expanduser())):
        raise typer.BadParameter("--resume needs the file to continue (--out)", param_hint="'--resume'")
    with ExitStack() as stack:
        teacher = teacher_of(train, chosen, reading, jobs, _cluster(cluster, stack))
        rows = RowsToPredict(test, teacher.header, reading, unknown.value, train)
        parts: list[PredictedRows] = []
        progress = stack.enter_context(progress_bar(f"{chosen.label}: {rows.name}"))
        counts = PredictionCounts(rows.name, rows.repairs)
        with _output(out, teacher, rows, ctx, resume=resume) as output:
            if output is not None and output.state is not None:
                counts = counts.resumed(output.state)
            write = None if output is None else _Writer(output)
            for some in _predicted(teacher, rows, counts.rows, progress):
                counts = counts.with_rows(some)
                if write is not None:
                    counts = write(some, counts)
                if json or write is None:
                    parts.append(some)
            if output is not None:
                output.finish()
    listed = PredictedRows.joined(teacher.header.classes, parts) if parts else None
    predictions = FilePredictions(teacher.learner, teacher.name, teacher.rows, counts, listed)
    if json:
        print_json({**_document(teacher, rows, predictions), "out": None if out is None else str(out)})
        return
    _show(predictions, out)


def _cluster(where: str | None, stack: ExitStack) -> Cluster | None:
    if where is None:
        return None
    from lwnb_core.distributed.backends import connected

    return stack.enter_context(connected(where))


def _predicted(
    teacher: TrainingSource, rows: RowsToPredict, done: int, progress: Callable[[int, int], None]
) -> Iterator[PredictedRows]:
    """Yield the predictions of all rows but the first `done`, in order."""
    from collections import deque

    from lwnb_core.learners.instance_blocks import BlockSequence
    from lwnb_core.local.training import Instances

    predictors = tuple(teacher.header.attributes[j] for j in teacher.header.predictors)
    seconds = teacher.learner.numpy_seconds(teacher.rows, len(predictors), rows.rows)
    sequence = BlockSequence(teacher.learner, predictors, seconds)
    pending: deque[Dataset] = deque()

    def blocks() -> Iterator[Block]:
        first = 0
        for data in rows:
            for some in _with_small_first(data, first):
                # Include the finished rows: the ranges for the next rows can depend on them.
                block = sequence.following(Instances.of(some))
                if first >= done:
                    pending.append(some)
                    yield block
                first += len(some)

    progress(done, rows.rows)
    for block, probabilities in _timed(teacher, blocks(), rows.rows - done):
        data = pending.popleft()
        yield PredictedRows.of(data, probabilities, done)
        done += len(block)
        progress(done, rows.rows)


def _with_small_first(data: Dataset, first: int) -> list[Dataset]:
    """Yield the rows, with two small blocks at the beginning of the file."""
    if first > 0 or len(data) <= 2 * _FIRST:
        return [data]
    cuts = [slice(0, _FIRST), slice(_FIRST, 2 * _FIRST), slice(2 * _FIRST, None)]
    return [data.subset(cut) for cut in cuts]


def _timed(teacher: TrainingSource, blocks: Iterator[Block], total: int) -> Answers:
    """Yield the predictions; if they will take more than a minute, a forecast goes to stderr."""
    from itertools import islice

    from lwnb_gui.app.run import rough_duration

    done, seconds = 0, 0.0
    for _ in range(2):
        began = time.monotonic()
        for block, posteriors in teacher.answer(islice(blocks, 1)):
            done += len(block)
            seconds = (time.monotonic() - began) / max(len(block), 1) * (total - done) / teacher.at_a_time
            yield block, posteriors
    if done < total and seconds > _LONG_SECONDS:
        Screen(stderr=True).hint(
            f"Forecast: about {rough_duration(seconds)} for {count(total - done, 'more row')}."
        )
    yield from teacher.answer(blocks)


class _Writer:
    """Appends predictions to the output file."""

    def __init__(self, output: GrowingFile | DirectOutput) -> None:
        from lwnb_core.data import csv_text
        from lwnb_core.data.formats.loading import writer_for

        self._output = output
        self._text = writer_for(output.path) or csv_text

    def __call__(self, some: PredictedRows, counts: PredictionCounts) -> PredictionCounts:
        """Write the rows; return the counts with notes about them."""
        from dataclasses import replace

        from lwnb_core.data.csv.writer import texts_like_formulas

        data = some.as_dataset()
        empty = data.subset(slice(0, 0))
        head = self._text(empty)
        text = self._text(data)
        formulas = texts_like_formulas(data) - (texts_like_formulas(empty) if some.first else 0)
        counts = replace(counts, like_formulas=counts.like_formulas + formulas)
        self._output.append(text.removeprefix(head) if some.first else text, counts.state)
        return counts


@contextmanager
def _output(
    out: Path | None, teacher: TrainingSource, rows: RowsToPredict, ctx: typer.Context, *, resume: bool
) -> Iterator[GrowingFile | DirectOutput | None]:
    """Open the output file, if there is one; an interruption says what it contains and how to resume."""
    from lwnb_core import spec_of
    from lwnb_core.data.resumable_output import DirectOutput, GrowingFile
    from lwnb_core.data.safe_files import is_special

    if out is None:
        yield None
        return
    if is_special(out.expanduser()):
        with DirectOutput(out.expanduser()) as direct:
            yield direct
        return
    identity = {
        "training data": teacher.digest,
        "settings": spec_of(teacher.learner),
        "test data": rows.digest,
    }
    with GrowingFile(out.expanduser(), identity, resume=resume) as output:
        try:
            yield output
        except KeyboardInterrupt:
            done = (output.state or {}).get("rows", 0)
            again = typed_command(ctx, also="--resume")
            saved = f"{count(done, 'row')} of {rows.rows:,} are in {printable(str(output.part))}"
            raise Interrupted(f"{saved}. To continue:\n  {again}") from None


def _show(predictions: FilePredictions, out: Path | None) -> None:
    from lwnb_gui.render.terminal.prediction_screen import show_predictions

    show_predictions(predictions)
    if out is None:
        return
    like_formulas = predictions.counts.like_formulas
    if like_formulas and not out.name.lower().endswith(".arff"):
        cells = count(like_formulas, "cell")
        Screen().print(f"Note: a spreadsheet would treat {cells} as formulas; they are written unchanged.")
    Screen().print(f"Written to {printable(str(out))}")


def _document(teacher: TrainingSource, rows: RowsToPredict, predictions: FilePredictions) -> dict[str, Any]:
    """Return the JSON output. What an earlier run predicted is only in its file."""
    from lwnb_core.evaluation.measures import CONFUSION_MEASURES

    counts, listed = predictions.counts, predictions.rows
    return {
        "train": teacher.source,
        "test": rows.source or STDIN,
        "learner": teacher.learner.name,
        "settings": teacher.learner.settings,
        "classes": list(teacher.header.classes),
        "rows": counts.rows,
        "known": counts.known,
        "accuracy": counts.accuracy,
        **{name: counts.other_measures.get(name) for name in CONFUSION_MEASURES if name != "accuracy"},
        "notes": [str(repair) for repair in counts.repairs],
        "predictions": [] if listed is None else listed.to_dicts(),
    }
