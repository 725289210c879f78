"""Every action of the window: its text, its keys, its status tip; and the menus with them.

Tips, help texts and the guide name a key by its action (`key`), and so cannot be out of date.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SEPARATOR = "-"


@dataclass(frozen=True)
class Spec:
    """One action. `group` makes it one of several, of which only one can be checked."""

    text: str
    keys: tuple[str, ...]
    tip: str
    checkable: bool = False
    group: str = ""
    needs_data: bool = True


def _always(text: str, keys: str, tip: str, **more: object) -> Spec:
    return Spec(text, (keys,) if keys else (), tip, needs_data=False, **more)  # type: ignore[arg-type]


SPECS: dict[str, Spec] = {
    "open": _always("&Open…", "Ctrl+O", "Open a data file, a session or a lecture"),
    "start": _always("Start pa&ge", "Ctrl+T", "Open a file, a sample or a recent file"),
    "save_session": Spec("&Save session", ("Ctrl+S",), "Save everything on the screen to a file"),
    "save_session_as": Spec("Sa&ve session as…", ("Ctrl+Alt+S",), "Save the session under another name"),
    "save_predictions": Spec(
        "Save &predictions…", ("Ctrl+Shift+S",), "Save all test rows with their predictions, as CSV or ARFF"
    ),
    "export_panel": Spec(
        "&Export this panel…", ("Ctrl+E",), "Save the panel under the mouse as PNG, SVG or PDF"
    ),
    "export_window": _always("Export the &window…", "Ctrl+Shift+E", "Save the whole window as a picture"),
    "export_live_page": Spec(
        "Export a &live page…", ("Ctrl+Shift+H",), "Save this row as one HTML file in which k can be dragged"
    ),
    "save_report": _always(
        "Save a repor&t…", "Ctrl+Alt+R", "Save what this page shows as one HTML file"
    ),
    "print": _always("Pr&int…", "Ctrl+P", "Open the report of this page in the browser, to print it"),
    "export_menu": _always(
        "Export &as…", "Ctrl+H", "Copy or save the table, figure or script of the panel under the mouse"
    ),
    "copy_figure": _always(
        "Copy the &figure", "Ctrl+Alt+C", "Copy the panel’s figure as a picture and as SVG"
    ),
    "copy_python": _always(
        "Copy as P&ython", "Ctrl+Shift+C", "Copy a script that reproduces the panel’s numbers and figure"
    ),
    "close": Spec("&Close data", ("Ctrl+W",), "Close the data and go to the start page"),
    "quit": _always("&Quit", "Ctrl+Q", "Close LWNB Explorer"),
    "undo": Spec("&Undo", ("Ctrl+Z",), "Undo the last step"),
    "redo": Spec("&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Redo the step that was undone"),
    "go_to_row": Spec("&Go to row…", ("Ctrl+G",), "Pick a row by its number"),
    "next_row": Spec("&Next row", ("Ctrl+Down",), "Pick the next row"),
    "previous_row": Spec("&Previous row", ("Ctrl+Up",), "Pick the previous row"),
    "reset_values": Spec("Reset &values", ("Ctrl+R",), "Restore the row’s own values"),
    "reset_settings": Spec(
        "Reset &settings", ("Ctrl+Shift+R",), "Reset kernel, convention and all other settings"
    ),
    "data": Spec("&Data", ("Ctrl+1",), "Attributes, statistics and rows", True, "page"),
    "explore": Spec("&Explore", ("Ctrl+2",), "One instance, from neighbours to prediction", True, "page"),
    "curves": Spec("&Curves", ("Ctrl+3",), "Accuracy over every k", True, "page"),
    "experiment": _always(
        "E&xperiment", "Ctrl+4", "Learners compared over several data sets", checkable=True, group="page"
    ),
    "show_neighbours": Spec("&Neighbours", ("Alt+1",), "Show the neighbours below the map"),
    "show_what_if": Spec("&What if", ("Alt+2",), "Show the smallest changes that alter LWNB’s prediction"),
    "show_confusion": Spec("Con&fusion", ("Alt+3",), "Compare true and predicted classes of all test rows"),
    "next_regions": Spec(
        "Cycle decision &regions", ("Ctrl+D",), "Decision regions: off, each learner in turn, all four"
    ),
    "k_up": Spec("k &up", ("]",), "One neighbour more"),
    "k_down": Spec("k d&own", ("[",), "One neighbour fewer"),
    "k_up_10": Spec("k up &by 10", ("}",), "Ten neighbours more"),
    "k_down_10": Spec("&k down by 10", ("{",), "Ten neighbours fewer"),
    "all_classes": Spec("Show &all classes", ("Ctrl+Shift+A",), "Show the classes that were hidden"),
    "theme_system": _always(
        "Follow the de&sktop", "Ctrl+F9", "Light or dark, like the desktop", checkable=True, group="theme"
    ),
    "theme_light": _always("&Light", "Ctrl+F10", "Dark ink on white", checkable=True, group="theme"),
    "theme_dark": _always("&Dark", "Ctrl+F11", "Light ink on black", checkable=True, group="theme"),
    "theme_projector": _always(
        "&Projector", "F9", "Large type; press again for the previous theme", checkable=True, group="theme"
    ),
    "next_panel": _always("Next &panel", "F6", "Move the focus to the next panel"),
    "reset_layout": _always("Reset la&yout", "Ctrl+Shift+L", "Return all panels to their default sizes"),
    "full_screen": _always(
        "Full &screen", "F11", "Fill the screen; press again to return to the window", checkable=True
    ),
    "own_rows": Spec(
        "Test on the data’s &own rows", ("Ctrl+Shift+1",), "Each row is left out of its own training rows",
        True, "test",
    ),
    "held_out": Spec(
        "&Hold rows out…", ("Ctrl+Shift+2",), "Hold out a share of every class for testing", True, "test"
    ),
    "test_file": Spec(
        "Test on a second &file…", ("Ctrl+Shift+3",), "Test on the rows of another file", True, "test"
    ),
    "study_start": Spec(
        "&Start the study", ("Ctrl+Return",), "Compute the curves, however long it takes"
    ),
    "study_smaller": Spec(
        "Start the s&maller study", ("Ctrl+Shift+Return",), "Compute the shorter study that is offered"
    ),
    "study_stop": Spec("S&top", ("Ctrl+.",), "Stop computing at once; what has been computed is kept"),
    "study_variant": Spec(
        "Add a &variant…", ("Ctrl+Alt+V",), "LWNB with another kernel, numeric model or convention"
    ),
    "study_figure": Spec(
        "As in the &paper", ("Ctrl+Alt+P",), "Compute Figure 2 or 4 of the paper, if its data set is open"
    ),
    "study_measure": Spec(
        "Next m&easure", ("Ctrl+Alt+M",), "Show the next measure in the list"
    ),
    "study_axis": Spec("Log or linear a&xis", ("Ctrl+Alt+X",), "Switch the axis of k"),
    "study_best": Spec(
        "Zoom to the &best k", ("Ctrl+Alt+B",), "Zoom to all k not significantly worse than the best"
    ),
    "rows_differ": Spec(
        "Rows that &differ", ("Ctrl+Alt+D",), "List rows that only one of two learners gets right at this k"
    ),
    "rows_flip": Spec("Rows that &flip", ("Ctrl+Alt+F",), "List rows whose prediction differs at another k"),
    "rows_unstable": Spec("&Least stable rows", ("Ctrl+Alt+U",), "List rows that depend most on k"),
    "rows_cell": Spec(
        "Rows of a &cell", ("Ctrl+Alt+E",), "List rows of one class predicted as another at this k"
    ),
    "predict_all": Spec("&Predict all rows now", ("F5",), "Predict every test row with the four learners"),
    "experiment_start": _always(
        "&Start or resume the experiment", "Ctrl+F5", "Compute what is missing in the table"
    ),
    "experiment_pause": _always(
        "Pa&use the experiment", "Ctrl+Shift+P", "Pause, or resume with the same key"
    ),
    "experiment_stop": _always("Canc&el the experiment", "Ctrl+Shift+F5", "Stop at once; keep what is done"),
    "experiment_data": _always(
        "Experiment: &data sets…", "Ctrl+Shift+D", "Choose files, a folder, samples or the open data"
    ),
    "experiment_learners": _always(
        "Experiment: &learners…", "Ctrl+Shift+K", "Choose the learners, their settings and the base"
    ),
    "experiment_results": _always(
        "Experiment: open &results…", "Ctrl+Shift+O", "Open a results file to look at it or to resume it"
    ),
    "next_disputed": Spec(
        "&Next row with disagreement", ("Ctrl+J",), "Go to the next row on which the learners disagree"
    ),
    "alone_right": Spec(
        "Next row that L&WNB alone gets right", ("Ctrl+Shift+J",), "Go to the next row of this kind"
    ),
    "eq6_printed": Spec(
        "&Equation 6 as printed", ("Ctrl+6",), "Compute with the misprint to see its effect", True
    ),
    "step_forward": Spec("Step &forward", ("F8",), "Start step mode, or show its next step"),
    "step_back": Spec("Step &back", ("F7",), "Show the previous step of step mode"),
    "step_out": Spec("Leave step m&ode", ("Shift+F8",), "Show all panels again"),
    "page_on": Spec(
        "Presen&t: forward", ("PgDown",), "Show the next step, screen or lecture"
    ),
    "page_back": Spec(
        "Present: bac&k", ("PgUp",), "Show the previous step, screen or lecture"
    ),
    "guess_first": _always(
        "&Guess first", "Ctrl+Shift+G", "Hide the answer until a class is chosen", checkable=True
    ),
    "another_row": Spec("&Another row to guess", ("Ctrl+Shift+N",), "Go to a random row not guessed before"),
    "reset_score": _always("&Reset the score", "Ctrl+Alt+G", "Start over: all rows can be guessed again"),
    "draw_first": _always(
        "&Draw the curve first", "Ctrl+Alt+I", "Draw accuracy over k by hand before it is shown",
        checkable=True,
    ),
    "show_curves": Spec("Show the c&urves", ("Ctrl+Alt+K",), "Show the computed curves and the gap"),
    "draw_again": Spec("Draw aga&in", ("Ctrl+Alt+A",), "Hide the curves and start with empty axes"),
    "previous_lecture": Spec("Pre&vious lecture", ("Ctrl+PgUp",), "Open the previous lecture in the folder"),
    "next_lecture": Spec("Ne&xt lecture", ("Ctrl+PgDown",), "Open the next lecture in the folder"),
    "close_lecture": Spec(
        "&Close the lecture", ("Ctrl+Shift+W",), "Show all panels again; the data stay open"
    ),
    "fold_lecture": Spec(
        "&Hide or show the lecture text", ("Ctrl+Shift+T",), "Hide the text to give the panels more space"
    ),
    "add_screen": Spec(
        "&Add this view as a screen…", ("Ctrl+Alt+N",), "Add it after this screen, or start a new lecture"
    ),
    "change_screen": Spec(
        "&Change this screen…", ("Ctrl+Alt+H",), "Edit its text, and store the current row, k and settings"
    ),
    "remove_screen": Spec(
        "&Remove this screen", ("Ctrl+Alt+Z",), "Remove it from the lecture; the other screens stay"
    ),
    "save_lecture": Spec(
        "&Save as lecture…", ("Ctrl+Alt+L",), "Save all its screens, or this view with a text"
    ),
    "help": _always("&Help for the panel under the mouse", "F1", "Explain what this panel shows"),
    "guide": _always("&Guide", "F2", "Everything about the program, its mathematics and its files"),
    "keys": _always("&Keys", "Ctrl+F1", "All actions and their keys"),
    "log": _always("Open the &log folder", "Ctrl+Shift+F1", "Open the folder in which errors are logged"),
    "about": _always("&About LWNB Explorer", "Shift+F1", "Show version and sources"),
}  # fmt: skip

MENUS: dict[str, tuple[str, ...]] = {
    "&File": (
        "open", "<samples>", "<recent>", "start", SEPARATOR, "save_session", "save_session_as",
        "save_predictions", SEPARATOR, "export_panel",
        "export_window", "export_live_page", SEPARATOR, "save_report", "print", SEPARATOR, "close", "quit",
    ),
    "&Edit": (
        "undo", "redo", SEPARATOR, "export_menu", "copy_figure", "copy_python", SEPARATOR, "go_to_row",
        "next_row", "previous_row", SEPARATOR, "reset_values", "reset_settings",
    ),
    "&View": (
        "data", "explore", "curves", "experiment", SEPARATOR, "show_neighbours", "show_what_if",
        "show_confusion", "next_regions", SEPARATOR, "k_up", "k_down", "k_up_10", "k_down_10",
        SEPARATOR, "all_classes", "next_panel", "reset_layout", "<theme>", "full_screen",
    ),
    "&Data": (
        "<class>", SEPARATOR, "own_rows", "held_out", "test_file", SEPARATOR, "predict_all", "<study>",
        SEPARATOR, "experiment_data", "experiment_learners", "experiment_start", "experiment_pause",
        "experiment_stop", "experiment_results",
    ),
    "&Teach": (
        "<lectures>", "previous_lecture", "next_lecture", "fold_lecture", "close_lecture",
        "<screens>", "save_lecture", SEPARATOR,
        "step_forward", "step_back", "step_out", "page_on", "page_back", SEPARATOR,
        "guess_first", "another_row", "reset_score", SEPARATOR,
        "draw_first", "show_curves", "draw_again",
        SEPARATOR, "next_disputed", "alone_right", SEPARATOR, "eq6_printed", "theme_projector",
    ),
    "&Help": ("guide", "help", "keys", "log", "about"),
}  # fmt: skip
SUBMENUS = {
    "<samples>": "Open s&ample",
    "<recent>": "Open &recent",
    "<theme>": "&Theme",
    "<lectures>": "&Lectures",
    "<screens>": "Screens of &my lecture",
    "<class>": "&Class attribute",
    "<study>": "Curve stud&y",
}
# Submenus that do not change.
FIXED: dict[str, tuple[str, ...]] = {
    "<theme>": ("theme_system", "theme_light", "theme_dark", "theme_projector"),
    "<screens>": ("add_screen", "change_screen", "remove_screen"),
    "<study>": (
        "study_start", "study_smaller", "study_stop", "study_variant", "study_figure", SEPARATOR,
        "study_measure", "study_axis", "study_best", SEPARATOR, "rows_differ", "rows_flip",
        "rows_unstable", "rows_cell",
    ),
}  # fmt: skip

_NAMED = re.compile(r"<kbd>\{(\w+)\}</kbd>")


def key(action: str) -> str:
    """Return the key of an action, the first of several: `Ctrl+Z`."""
    return SPECS[action].keys[0]


def with_keys(markdown: str) -> str:
    """Insert the keys of the actions that a page of the guide names: `<kbd>{undo}</kbd>`."""
    return _NAMED.sub(lambda named: f"<kbd>{key(named[1])}</kbd>", markdown)
