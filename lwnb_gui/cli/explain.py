"""`lwnb explain`: everything between the rows and the answer, for one row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lwnb_gui.cli.options.common import (
    File,
    HtmlReport,
    Json,
    LearnerOptions,
    ReadingOptions,
    Unknown,
    UnknownChoice,
    spread_options,
)
from lwnb_gui.cli.options.given_options import refuse_options
from lwnb_gui.cli.options.outputs import Force, OutFile, Outputs, check_outputs
from lwnb_gui.cli.options.source import STDIN, check_stdin_once, open_data, open_test
from lwnb_gui.cli.options.training_source import models_in_parts
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.file_formats import PAGES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lwnb_core import Dataset, Explanation, Learner, LwnbError, Model, Selection, Sweep
    from lwnb_core.data.align import Unknown as UnknownValues
    from lwnb_gui.views.view import Subject

PANEL_OF_FOUR = ("lwnb", "nb", "knn", "knndw")
# Training rows up to which the posterior is swept at every k, and up to which the screen waits for a sweep.
_EVERY_K, _SWEPT = 2_000, 20_000
# Attributes up to which a report is written; one on 2,000 attributes and 100 rows took 19 s of CPU time.
_MOST_IN_REPORT = 1_000


@dataclass(frozen=True)
class Answer:
    """One instance, explained by the requested learner; `panel` has those of all learners, that one first.

    `data` are the training data and `instances` those with the row, which may be the same.
    """

    data: Dataset
    instances: Dataset
    explanation: Explanation
    panel: tuple[Explanation, ...]
    original: Mapping[str, float | str | None]
    """The row's own values of the attributes that were changed."""
    selection: Selection | None = None
    """The instance among its neighbours; None for learners without a sweep over k."""

    def sweep(self) -> Sweep | None:
        """The posterior over k: at every k, or on a grid if there are many rows."""
        from lwnb_core.engine.sweep import sweep_selection

        if self.selection is None:
            return None
        return sweep_selection(self.selection, "all" if len(self.data) <= _EVERY_K else "grid")

    def why(self) -> str:
        """The reasons for and against the prediction, and the k at which it changes."""
        from lwnb_gui.views.why import why

        about = self.subject()
        return why(about.explanation, about.sweep).sentences

    def subject(self) -> Subject:
        """The subject that the views read."""
        from lwnb_gui.views.view import Subject

        sweep = self.sweep() if len(self.data) <= _SWEPT else None
        return Subject(self.with_others(), sweep, self.selection, data=self.data, instances=self.instances)

    def with_others(self) -> Explanation:
        """The explanation with the posteriors and votes of all learners that are shown."""
        others = self.panel[1:]
        return replace(
            self.explanation,
            others={one.learner: one.posterior for one in others},
            votes={name: votes for one in self.panel for name, votes in one.votes.items()},
        )

    @property
    def is_of_test_file(self) -> bool:
        return self.instances is not self.data

    @property
    def top(self) -> int:
        return self.explanation.prediction

    def log_odds(self) -> NDArray[np.float64] | None:
        """Contributions for the predicted class against the runner-up, prior first; None without factors."""
        against = self.explanation.runner_up
        if self.explanation.log_contributions is None or against is None:
            return None
        return self.explanation.log_odds(self.top, against)

    def _numbered(self) -> dict[str, Any]:
        """Return the engine's table, which counts rows from 0, with both numbers of rows and all columns."""
        from lwnb_gui.views.neighbours import Neighbours
        from lwnb_gui.views.neighbours.columns import record
        from lwnb_gui.views.view import Subject

        plain = self.explanation.to_dict()
        hood, reading = plain["neighbourhood"], Neighbours().read(Subject(self.explanation, data=self.data))
        if hood is not None and reading is not None:
            records = (record(reading, i) for i in range(len(reading)))
            both = (_both_numbers(neighbour) for neighbour in hood["neighbours"])
            neighbours = [{**one, **columns} for one, columns in zip(both, records, strict=True)]
            hood = {**hood, "neighbours": neighbours}
        return {**_both_numbers(plain), "neighbourhood": hood}

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON; `row` counts from 1 as in the file, `index` from 0 as in the library."""
        plain = self._numbered()
        odds = self.log_odds()
        names = ["prior", *(a.name for a in self.explanation.attributes)]
        against = self.explanation.runner_up
        if odds is None or against is None:
            contributions = None
        else:
            ranked = sorted(zip(names, odds.tolist(), strict=True), key=lambda pair: -abs(pair[1]))
            contributions = {
                "for": self.explanation.classes[self.top],
                "against": self.explanation.classes[against],
                "log_odds": [{"of": name, "log_odds": value} for name, value in ranked],
                "sum": float(odds.sum()),
            }
        return {
            "file": self.data.source or STDIN,
            "test": (self.instances.source or STDIN) if self.is_of_test_file else None,
            **plain,
            "changed": {name: plain["instance"].get(name) for name in plain["changed"]},
            "changed_from": dict(self.original),
            "contributions": contributions,
            "why": self.why(),
            "learners": {
                member.learner: {
                    "prediction": member.classes[member.prediction],
                    "posterior": dict(zip(member.classes, member.posterior.tolist(), strict=True)),
                    **({"votes": member.details["votes"]} if "votes" in member.details else {}),
                }
                for member in self.panel
            },
        }


@guarded
@spread_options
def explain(
    ctx: typer.Context,
    file: File,
    row: Annotated[
        int, typer.Option("--row", "-r", min=1, metavar="N", help="Number of the row in the file, from 1.")
    ],
    *,
    test: Annotated[
        str | None,
        typer.Option(
            "--test", metavar="TEST", help="Explain a row of this file, with FILE as the training data."
        ),
    ] = None,
    unknown: Unknown = UnknownChoice.refuse,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change a value; ? is missing (repeatable)."),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Do not leave the row out of its own training rows.")
    ] = False,
    neighbours: Annotated[int, typer.Option(min=0, metavar="N", help="How many neighbours to list.")] = 10,
    full: Annotated[bool, typer.Option("--full", help="List every class, attribute and value.")] = False,
    learning: LearnerOptions,
    reading: ReadingOptions,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Explain one row: neighbours, local tables, contributions, and the answers of four learners.

    With --test, FILE may also be a folder or a pattern of Parquet files, which need not fit into memory.
    """
    from lwnb_core.distributed.partitions import is_in_parts

    if test is None:
        refuse_options(ctx, ["unknown"], "without --test")
    learning.build()  # report a wrong setting before a large file is read
    check_outputs(OutFile(html, "--html", PAGES), force=force)
    if is_in_parts(file):
        if test is None or html is not None:
            raise _beyond_parts(html)
        models = models_in_parts(file, _learners(learning), reading)
        header = models[0].header
        assert header is not None
        instances = open_test(test, header, reading, unknown.value, (file,))
        named = replace(header, relation=file, source=file)
        _check_row(instances, row - 1)
        answer = _answer(models, named, instances, row - 1, parse_changes(changes or [], header))
    else:
        if test is None:
            data = instances = open_data(file, reading)
        else:
            check_stdin_once((file, test))
            data = open_data(file, reading, strict=False)
            instances = open_test(test, data, reading, unknown.value, (file,))
        if html is not None:
            _refuse_wide_report(data)
        answer = explain_row(
            data, instances, row - 1, learning, parse_changes(changes or [], data), leave_out=not keep
        )
    outputs = Outputs()
    outputs.write(
        html, lambda path: _report(answer, learning.build(), path, leave_out=not keep, unknown=unknown.value)
    )

    def show() -> None:
        from lwnb_gui.render.terminal.explanation_screen import show_answer

        show_answer(answer, neighbours=neighbours, full=full)

    outputs.present(json, answer.to_dict, show)


def explain_row(
    data: Dataset,
    instances: Dataset,
    index: int,
    options: LearnerOptions,
    changes: Mapping[str, str | None],
    *,
    leave_out: bool = True,
) -> Answer:
    """Explain one row of `instances` (counted from 0) by the learner and its rivals, fitted to `data`."""
    from lwnb_core import LWNB, select

    _check_row(instances, index)
    models = [learner.fit(data) for learner in _learners(options)]
    answer = _answer(models, data, instances, index, changes, leave_out=leave_out)
    if type(models[0].learner) is not LWNB:
        return answer
    selection = select(models[0], instances, index, changes=changes, leave_out=leave_out)
    return replace(answer, selection=selection)


def _refuse_wide_report(data: Dataset) -> None:
    from lwnb_core import SettingsError

    if len(data.attributes) > _MOST_IN_REPORT:
        raise SettingsError(
            f"a report (--html) on {len(data.attributes):,} attributes would take too long",
            hint=f"Use at most {_MOST_IN_REPORT:,} of them (--only LIST, or --ignore LIST).",
        )


def _learners(options: LearnerOptions) -> list[Learner]:
    """Return the requested learner, then its rivals."""
    from lwnb_core.learners.specs import parse_spec

    requested = parse_spec(options.learner)[0]
    return [options.build(), *(options.build_as(name) for name in PANEL_OF_FOUR if name != requested)]


def _check_row(instances: Dataset, index: int) -> None:
    from lwnb_core import DataError

    if index >= len(instances):
        n = len(instances)
        hint = f"The rows are numbered from 1 to {n}." if n else "The file has no rows."
        raise DataError(f"no row {index + 1}", file=instances.source, hint=hint)


def _answer(
    models: Sequence[Model],
    data: Dataset,
    instances: Dataset,
    index: int,
    changes: Mapping[str, str | None],
    *,
    leave_out: bool = True,
) -> Answer:
    panel = tuple(model.explain(instances, index, changes=changes, leave_out=leave_out) for model in models)
    original = {name: instances.value(index, name) for name in changes}
    return Answer(data, instances, panel[0], panel, original)


def _beyond_parts(html: Path | None) -> LwnbError:
    from lwnb_core import SettingsError

    if html is not None:
        return SettingsError(
            "a report (--html) needs all training rows in one file",
            hint="Without it, the row is explained on the terminal; --json gives every number.",
        )
    return SettingsError(
        "training rows in parts have no row numbers, so none can be explained",
        hint="Name a file that contains the row: --test FILE --row N.",
    )


def _report(answer: Answer, learner: Learner, path: Path, *, leave_out: bool, unknown: UnknownValues) -> None:
    from lwnb_gui.cli.reports import write_explanation

    write_explanation(answer, learner, path, leave_out=leave_out, unknown=unknown)


def parse_changes(settings: list[str], data: Dataset) -> dict[str, str | None]:
    """Parse each `name=value`; the name may contain an equals sign if the data have such an attribute."""
    changes: dict[str, str | None] = {}
    for setting in settings:
        if "=" not in setting:
            raise typer.BadParameter(f"{setting!r} is not of the form NAME=VALUE", param_hint="'--set'")
        known = [a.name for a in data.attributes if setting.startswith(f"{a.name}=")]
        name = max(known, key=len) if known else setting.partition("=")[0].strip()
        changes[name] = setting[len(name) + 1 :] if known else setting.partition("=")[2]
    return changes


def _both_numbers(plain: dict[str, Any]) -> dict[str, Any]:
    index = plain.pop("row")
    return {"row": None if index is None else index + 1, "index": index, **plain}
