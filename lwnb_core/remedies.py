"""Remedies for errors, as values that each front end puts into its own words.

The engine knows what would help; how to say it depends on the front end. Here are the words for Python, which
are part of `str(error)`. Those of the command line and of the window are in `lwnb_gui.app.remedies`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

RemedyKind = Literal[
    "as_nominal",
    "cut_class",
    "choose_class",
    "discretise",
    "give_learner",
    "name_data",
    "results_file",
    "resume",
    "go_on",
    "fewer_jobs",
    "until_precise",
    "argument",
    "unknown_missing",
    "paper_folder",
    "fetch_something",
    "fewer_rows",
    "fewer_panels",
    "name_part",
    "ignore_column",
    "too_large_in_row",
    "give_missing",
    "fill_rows",
    "missing_marker",
    "no_header",
    "separator",
    "quote",
    "encoding",
    "fetch",
]
# The precision in points that is suggested for a curve if testing every row would be too much.
SUGGESTED_PRECISION = 1

REMEDY_KINDS: tuple[RemedyKind, ...] = get_args(RemedyKind)


@dataclass(frozen=True)
class Remedy:
    """Something that would help.

    Attributes
    ----------
    kind
        What to do.
    subject
        What to do it with: the name of an attribute, a learner or a file, or the content of a cell.
    """

    kind: RemedyKind
    subject: str = ""


Words = Callable[[Remedy], str]
"""A sentence for a remedy, in the words of one front end."""


def in_python(remedy: Remedy) -> str:
    """Return the remedy as code to write in a program."""
    name = remedy.subject
    sentences: dict[RemedyKind, str] = {
        "as_nominal": f"Use its values as classes: data.as_nominal({name!r}).with_class({name!r}).",
        "cut_class": f"Cut it into intervals: data.with_class({name!r}, bins=3).",
        "choose_class": "Choose one: data.with_class(NAME), with bins=3 to cut numbers.",
        "discretise": f"Discretise first: lw.Discretised(lw.{name}(…)).",
        "give_learner": "Give a learner with its settings, such as lw.LWNB(k=50).",
        "name_data": "Give them names: Experiment({'a': …, 'b': …}, …).",
        "results_file": "Name the results file to resume (out=…).",
        "resume": "Resume that experiment (resume=True), or choose another name.",
        "go_on": "What was written is kept; continue with resume=True.",
        "fewer_jobs": "Use fewer processes (jobs=1).",
        "until_precise": f"Test rows at random until the curves are known to ± {SUGGESTED_PRECISION} point:"
        f" accuracy_curve(…, {f'{name!r}, ' if name else ''}precision={SUGGESTED_PRECISION}).",
        "argument": f"Give {name}.",
        "unknown_missing": 'Treat such values as missing: lw.matched(test, train, unknown="missing").',
        "paper_folder": "Give its name as `folder`.",
        "fetch_something": "Give a name or a number, such as fetch('iris').",
        "fewer_rows": "Put fewer rows on one page (rows=…).",
        "fewer_panels": f"Leave out panels, starting with {name} (panels=…).",
        "name_part": f"Name one of them: lw.load({name!r}).",
        "too_large_in_row": f"It is in row {name} (counted from 0): make it NaN (missing), or"
        " leave the attribute out.",
        "give_missing": "Give None for a missing value.",
        "ignore_column": f"Leave it out, ignore=[{name!r}], or split it into columns of its own.",
        "fill_rows": "Give fill=True to treat absent cells as missing.",
        "missing_marker": f"If {name!r} stands for a missing value, give"
        f" missing=(*lwnb_core.data.DEFAULT_MISSING, {name!r}).",
        "no_header": "If this line is data, give header=False.",
        "separator": f"The separator is {name!r}; if that is wrong, give another, such as separator=';'.",
        "quote": "Close it, or give another quote character (quote='' for none).",
        "encoding": "Give another encoding, such as encoding='cp1252', or save the file as UTF-8.",
        "fetch": "Download the file first.",
    }
    return sentences[remedy.kind]
