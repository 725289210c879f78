"""The texts of F1 about each panel: short, and about what is on the screen."""

from __future__ import annotations

from lwnb_gui.actions import key
from lwnb_gui.views.every import VIEWS
from lwnb_gui.views.ribbon import Ribbon

# topic -> (title, text); a blank line separates paragraphs.
HELP: dict[str, tuple[str, str]] = {
    "window": (
        "LWNB Explorer",
        f"""
        Open a data file, pick a row, and see every step from the rows to the answer of locally
        weighted naive Bayes: the weighted neighbourhood, the local tables, the posterior.

        Data shows what was read. Explore explains one row. Curves shows accuracy over every k.
        Experiment compares learners over several data sets. The strip with k is below all of them.

        A row that you pick from the data is left out of its own training rows. Every change takes
        effect at once: there is nothing to apply. {key("undo")} undoes it.

        Everything can be exported: the arrow in a panel’s title, a right click on the panel, or
        {key("export_menu")} offers its table, its figure and a Python script that reproduces them.
        {key("save_report")} saves a report of the whole page, {key("print")} opens it in the browser
        for printing.

        {key("guide")} opens the guide, which describes every page, the mathematics, the files and the
        commands.
        """,
    ),
    "k": (
        "k",
        f"""
        k is the number of neighbours. The bandwidth d_k is the distance to the k-th of them. Every
        row that is tied with it is a neighbour too, so r, the number of neighbours, can be larger
        than k.

        A row at exactly d_k has weight 0: it counts in r but contributes nothing. With a large k
        the local model becomes the global one; with a small k it knows only a few rows. Some
        kernels and conventions take another distance as the bandwidth; the tip of the number
        says which.

        {Ribbon.help.strip()}

        Keys: the arrow keys move k by 1, the page keys by 10, Home and End move it to the ends.
        Digits typed anywhere go to the box and take effect after a moment; Escape cancels them.
        After that the next digit starts a new number. A digit that would give a k out of range is
        refused.
        """,
    ),
    "teach": (
        "Lectures, steps and guesses",
        f"""
        A lecture goes through a few screens. Each says one thing above the panels, with numbers
        that follow k, and gives one thing to try. Next and Back, or the page keys, go through
        them; {key("next_lecture")} goes to the next lecture in the folder. To bring all panels back, press
        Show everything or close the lecture; the data stay open.

        To write a lecture, set up the window as a screen should begin and press {key("add_screen")}. Then
        enter a sentence and a task, and choose the panels. Insert a number adds a number that is
        computed whenever the text is shown. {key("change_screen")} changes the screen,
        {key("save_lecture")} saves all screens as a lecture.

        Step mode shows how the answer comes about: {key("step_forward")} goes forward,
        {key("step_back")} goes back, and {key("step_out")} leaves it. Panels appear
        step by step, and a sentence says what happens, with the numbers of this instance. The page
        keys, which a presenter’s remote control sends, do the same, and after the last step they go
        to the next screen; while a lecture is open they never move k.

        Guess first hides the answer until a class is chosen, by its button or number key. The
        score counts the rows whose class is known and compares your guesses with the learners’.

        Draw the curve first empties the axes of Curves: draw accuracy over k for KNN and for LWNB with
        the mouse, or with the arrow keys. Show the curves then shades the gap and says how large it is.

        {key("save_session")} saves the session: everything on the screen, which you can open again later.
        After a crash, you can restore what was open at the next start.
        """,
    ),
    "data": (
        "Data",
        """
        What was read: the attributes, their types and values, and the rows. Here you can choose the
        class, switch attributes off, or change their type. Repairs made while reading are listed
        with line numbers.
        """,
    ),
    "curves": (
        "Curves",
        f"""
        Accuracy at every k for LWNB, KNNDW and KNN on the same folds, with NB as a horizontal line:
        first from a few test cases, then from all. A study that will take long pauses soon after
        its start, and the program says how long; {key("study_stop")} stops it at once.

        The cursor is the k of the whole window. Point at the plot to read off all curves. Click to
        set that k everywhere; a click between two curves also lists the rows that the better one
        gets right and the other wrong. The arrow keys move k, + and − zoom, Escape shows
        everything, Enter goes to the rows.

        Below the curves is each learner’s best k with the values of k that are not significantly
        worse by the corrected resampled t-test over the folds or, with leave-one-out, by the sign
        test over the rows.

        A row that you pick in the list below is explained with the training rows of the fold that
        tested it; Enter or Explain shows it in Explore, and undo returns here. Stability counts for
        how many values of k around the current one each row keeps its prediction.
        """,
    ),
    "experiment": (
        "Experiment",
        """
        Compares learners over data sets: every pair on the same folds of repeated cross-validation.
        ○ means that a learner is significantly better than the base, • that it is significantly
        worse, by the corrected resampled t-test at the 5 % level.

        Choose data sets (files, a folder, samples, the open data) and learners, and start. The
        table fills as results arrive; Cancel keeps what is done, and Start continues from there. A
        results file keeps every fold, so that you can resume on another day.

        Click a column title to sort; double-click a cell to see its folds and the test in full.
        Keys in the table: the arrow keys move, Enter opens the folds, S sorts by the column, N by
        name, O restores the chosen order, B makes the column the base.

        The presets compute the paper’s tables and figures again. Every cell is compared with the
        printed one: = means that the digits are the same; otherwise the difference is shown, tinted
        by its size. A mark that the paper does not have is framed.
        """,
    ),
}


HELP |= {view.name: (view.title, view.help) for view in VIEWS if view.help}


def html(topic: str) -> str:
    """Return a topic as a page."""
    title, text = HELP[topic]
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return f"<h3>{title}</h3>" + "".join(f"<p>{part}</p>" for part in paragraphs)
