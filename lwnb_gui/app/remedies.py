"""What to do about an error, in the words of the command line and of the window. No Qt in here.

An error names what would help; `lwnb_core.remedies` describes it for Python users.
"""

from __future__ import annotations

import shlex

from lwnb_core import LwnbError
from lwnb_core.data.formats.archive_members import split_part
from lwnb_core.remedies import SUGGESTED_PRECISION, Remedy, RemedyKind
from lwnb_gui.text import column_list, points, printable

LIKELY_BINS = 3
_OURS = "This is a bug in LWNB Explorer; please report it."


def command_text(error: LwnbError) -> str:
    """Return an error as the command line shows it."""
    return error.full_message(on_command_line, first_row=1)


def command_hint(error: LwnbError) -> str:
    """Say what to do about an error, for the command line."""
    return error.advice(on_command_line)


def window_what(error: LwnbError) -> str:
    """Say what is wrong, and where, for the window."""
    return error.problem_counting_rows_from(1)


def window_hint(error: LwnbError) -> str:
    """Say what to do about an error, for the window."""
    return error.advice(in_window)


def button_text(remedy: Remedy) -> str:
    """Return the label of a button that applies the remedy (see `Opening.after`)."""
    if remedy.kind == "as_nominal":
        return f"Treat {printable(remedy.subject)} as nominal"
    if remedy.kind == "name_part":
        return f"Open {printable(split_part(remedy.subject)[1])}"
    if remedy.kind == "ignore_column":
        return f"Leave out {printable(remedy.subject)}"
    if remedy.kind == "fill_rows":
        return "Treat absent cells as missing"
    if remedy.kind == "missing_marker":
        return f"Treat “{printable(remedy.subject)}” as missing"
    return f"Cut {printable(remedy.subject)} into {LIKELY_BINS} intervals"


def _too_large(row: str) -> str:
    """Name the row, counted from 0 in an error; a remedy of another kind has no number."""
    number = f"{int(row) + 1:,}" if row.isdigit() else row
    return f"It is in row {number}: treat it as missing (?), or leave the attribute out."


def on_command_line(remedy: Remedy) -> str:
    """Say which option to give."""
    name = shlex.quote(remedy.subject)
    column = shlex.quote(column_list([remedy.subject]))
    other_separator = "," if remedy.subject == ";" else ";"
    sentences: dict[RemedyKind, str] = {
        "as_nominal": f"Use its values as classes (--nominal {column} --class {name}).",
        "cut_class": f"Cut it into intervals (--class {name} --class-bins 3).",
        "choose_class": "Choose one (--class NAME, with --class-bins 3 to cut numbers).",
        "discretise": "Discretise first (--discretise).",
        "give_learner": "Give at least one (--learner lwnb).",
        "name_data": "Rename one of the files.",
        "results_file": "Name the results file to resume (--out).",
        "resume": "Resume that experiment (--resume), overwrite it (--force), or choose another name.",
        "go_on": "What was written is kept; --resume continues from there.",
        "fewer_jobs": "Use fewer processes (--jobs 1).",
        "until_precise": f"Test rows at random until the curves are known to {points(SUGGESTED_PRECISION)}"
        f" ({f'--k {name} ' if remedy.subject else ''}--precision {SUGGESTED_PRECISION}).",
        "argument": _OURS,
        "unknown_missing": "Treat such values as missing (--unknown missing).",
        "paper_folder": "Name the folder with --data.",
        "fetch_something": "For example: lwnb fetch iris",
        "fewer_rows": "Put fewer rows on one page (--rows 1,2).",
        "fewer_panels": f"Leave out panels, starting with {remedy.subject} (--panels map,posterior,…).",
        "name_part": f"Name one of them: {name}",
        "too_large_in_row": _too_large(remedy.subject),
        "give_missing": "Use ? for a missing value.",
        "ignore_column": f"Leave it out (--ignore {column}), or split it into columns of its own.",
        "fill_rows": "Give --fill to treat absent cells as missing.",
        "missing_marker": f"If {remedy.subject!r} stands for a missing value, give --missing {name}.",
        "no_header": "If this line is data, give --no-header.",
        "separator": f"The separator is {remedy.subject!r}; if that is wrong, give another, such as"
        f" --separator '{other_separator}'.",
        "quote": "Close it, or give another quote character (--quote none for none).",
        "encoding": "Give another encoding, such as --encoding cp1252, or save the file as UTF-8.",
        "fetch": "Download the file first. For a data set from OpenML: lwnb fetch NAME",
    }
    return sentences[remedy.kind]


def in_window(remedy: Remedy) -> str:
    """Say where to click."""
    name = remedy.subject
    sentences: dict[RemedyKind, str] = {
        "as_nominal": f"Use its values as classes: on the page Data, set the type of {name} to nominal.",
        "cut_class": f"Cut it into intervals: on the page Data, choose {name} and “Predict this”.",
        "choose_class": "Choose one at the top of the window, or on the page Data.",
        "discretise": f"Choose it with discretisation ({name}D).",
        "give_learner": "Choose at least one.",
        "name_data": "Remove one of them.",
        "results_file": "Choose the results file to resume.",
        "resume": "Resume that experiment, or choose another name.",
        "go_on": "What was written is kept; resume from there.",
        "fewer_jobs": "Close other programs.",
        "until_precise": f"Choose “until {points(SUGGESTED_PRECISION)}” among the test rows"
        f"{', and k on a grid' if name else ''}.",
        "argument": _OURS,
        "unknown_missing": "Mark such values as missing (?) in the file.",
        "paper_folder": "Choose the folder.",
        "fetch_something": "Give a name or a number.",
        "fewer_rows": "Put fewer rows on one page.",
        "fewer_panels": f"Leave out panels in the dialog, starting with {name.replace('_', ' ')}.",
        "name_part": "Choose one of them: File, Open.",
        "too_large_in_row": _too_large(remedy.subject),
        "give_missing": "Use ? for a missing value.",
        "ignore_column": f"Leave {name} out, or split it into columns of its own.",
        "fill_rows": "You can treat absent cells as missing.",
        "missing_marker": f"If “{name}” stands for a missing value, add it to the missing markers.",
        "no_header": "If this line is data, clear the box “the first row contains names”.",
        "separator": f"The separator is “{name}”; if that is wrong, choose another.",
        "quote": "Close it, or choose another quote character (or none).",
        "encoding": "Choose another encoding, or save the file as UTF-8.",
        "fetch": "Download the file first, and open it then.",
    }
    return sentences[remedy.kind]
