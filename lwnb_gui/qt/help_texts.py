"""What F1 shows about each panel: short, and about what is on the screen."""

from __future__ import annotations

# topic -> (title, text); a blank line begins another paragraph.
HELP: dict[str, tuple[str, str]] = {
    "window": (
        "LWNB Explorer",
        """
        Open a data file, pick a row, and see everything between the rows and the answer of
        locally weighted naive Bayes: the weighted neighbourhood, the local tables, the
        posterior.

        Data shows what was read. Explore explains one row. Curves shows accuracy over every k.
        Experiment compares learners over several data sets. The strip with k sits below all of
        them.

        A row that is picked from the data is left out of its own training rows. Everything follows
        at once: there is no button to apply. Ctrl+Z undoes every step.

        Everything can be exported: the arrow in a panel’s title, a right click on the panel, or
        Ctrl+H offers its table, its figure and a Python script that reproduces them. Ctrl+Alt+R
        saves the whole as a report, Ctrl+P prints it.

        F2 opens the guide: every page, the mathematics, the files, the commands.
        """,
    ),
    "k": (
        "k",
        """
        k is how many neighbours are in. The bandwidth d_k is the distance to the k-th of them;
        every row that is tied with it is in too, so that r can be more than k.

        A row at exactly d_k has weight 0: it counts in r but adds nothing. With a large k the
        local model becomes the global one; with a small one it knows only a few rows.

        The ribbon shows this instance’s posterior at every k, one step per k. A triangle marks
        where the prediction changes. Below it are the predictions of KNN and KNNDW. Click
        in it to set k.

        Keys: arrows move k by 1, page keys by 10, Home and End to the ends; digits typed
        anywhere go to the box and count after a moment, Escape takes them back. After that the
        next digit begins another number; a digit that would give a k out of range is refused.
        """,
    ),
    "teach": (
        "Lectures, steps and guesses",
        """
        A lecture goes through a few screens. Each says one thing above the panels, with numbers
        that follow k, and gives one thing to try. Next and Back, or the page keys, go through
        them; Ctrl+Page Down goes to the next lecture in its folder. Show everything, or closing
        it, brings all panels back and keeps the data.

        To write one, bring the window to where a screen should begin, then Ctrl+Alt+N: a
        sentence, a task, the panels. Insert a number puts in what is computed whenever the text
        is shown. Ctrl+Alt+H changes the screen, Ctrl+Alt+L saves them all as a lecture.

        Step mode takes the answer apart: F8 goes on, F7 back, Shift+F8 out. Panels appear step
        by step, and a sentence says what happens with the numbers of this instance.
        The page keys, which a presenter’s remote control sends, do the same, and after the last
        step go on to the next screen; while a lecture is open they never move k.

        Guess first hides the answer until a class is chosen, by its button or number key. The
        score counts the rows whose class is known and compares yours with the learners’.

        Draw the curve first empties the axes of Curves: draw accuracy over k for KNN and for LWNB with
        the mouse, or with the arrow keys. Show the curves then shades the gap and says how large it is.

        Ctrl+S saves the session: everything on the screen, to be opened again as it is. After a
        crash, what was open is offered at the next start.
        """,
    ),
    "instances": (
        "Instances",
        """
        One row of the list is one row of the data, with its true class and the predictions of
        four learners, each row left out of its own training rows. A dot means right; a marker shows the
        class that was predicted wrongly.

        The filter shows the rows that are misclassified, or on which the learners disagree.
        """,
    ),
    "this_instance": (
        "This instance",
        """
        The values of the picked row. Change one, and everything follows; a changed value is
        marked, and can be reset alone or with all others. Missing takes the attribute’s factor
        out of the product.
        """,
    ),
    "map": (
        "Map",
        """
        The star is the test instance. Neighbours are sized and shaded by their weight, the
        fifty nearest joined to it by spokes; rows outside the neighbourhood are faint.

        Click a point: it becomes the test instance, left out of training. Click elsewhere or
        drag the star: that point is classified, and the attributes that are not shown keep
        their values.

        Distance is measured in all attributes in use. Only where the map shows all of them, or
        distance itself, is the bandwidth a ring.

        Regions colour the background by a learner’s prediction at each point; paler means less certain.
        They are a slice through the picked instance: attributes that are not shown keep its
        values. Ctrl+D goes through the learners; all four are shown side by side.
        """,
    ),
    "posterior": (
        "Posterior",
        """
        P(c|x), the probability of each class for this instance: that of LWNB, and next to it
        those of NB (all rows, no weights), KNN (votes) and KNNDW (votes that fade with distance), from
        the same training rows. Of many classes the most probable come first; the top three,
        every learner’s prediction and the true class are always shown.
        """,
    ),
    "neighbours": (
        "Neighbours",
        """
        The rows that are in, nearest first: distance d, weight w = f(d/d_k), and w′, the weight
        rescaled so that all of them add up to r (equation 3).

        Put the mouse on a neighbour: its share is highlighted in every table and on the map.
        """,
    ),
    "what_if": (
        "What if",
        """
        The smallest change of each attribute alone that changes LWNB’s prediction, smallest
        first. Every change has a neighbourhood of its own; the last column says how many
        of the neighbours are new. All values of a nominal attribute are tried. A numeric one is
        scanned in small steps over its range, both ways, and the value at which it flips is then found
        exactly; a flip narrower than a step can be overlooked.

        The last line is the nearest row of the data for which LWNB predicts another class.

        The curve at the right is the posterior over all values of one attribute, the others as
        they are. Click in it, or press Enter on a line, and the instance takes that value;
        Ctrl+Z takes it back.

        Keys: arrows choose a line, Enter applies it; in the curve the arrows move the cursor and
        Enter sets the value.
        """,
    ),
    "confusion": (
        "Confusion",
        """
        One matrix per learner over all test rows, at this k: true classes down, predicted
        classes across. The diagonal is right. Recall: of the rows of a class, how many are
        predicted as such. Precision: of the rows predicted as a class, how many are of it.

        Click a cell, or reach it with the arrow keys and press Enter: the list of instances then
        shows its rows.

        In Curves the tests of the study are counted, as the curves count them, and a cell's rows are
        listed below the curves, each with the fold that tested it.
        """,
    ),
    "local_tables": (
        "Local tables",
        """
        One table per attribute, from the weighted neighbours alone. Nominal: weighted counts
        and P(a|c), with 1 added to each count (equation 6). Numeric: a weighted normal curve
        per class.

        Put the mouse on a cell: the neighbours that count in it are highlighted.
        """,
    ),
    "contributions": (
        "Contributions",
        """
        The log-odds of the top class against another, as a sum: what the prior and each
        attribute contribute. They sum to the logarithm of the ratio of the two posteriors. Where there
        are more than fit, those that are small are added up in one bar; the others scroll.
        """,
    ),
    "equations": (
        "Equations",
        """
        Equations (1) to (6) of the paper with the numbers of this instance in them. Put the mouse
        on one to read what it does. As printed, equation (6) divides by the weight of the rows with
        that value, whatever their class, so that its probabilities do not sum to one; the switch
        shows what that would give.
        """,
    ),
    "data": (
        "Data",
        """
        What was read: attributes, their kinds and values, and the rows. Choose the class here,
        switch attributes off, or change their kind. What was repaired while reading is listed with
        line numbers.
        """,
    ),
    "curves": (
        "Curves",
        """
        Accuracy against every k for LWNB, KNNDW and KNN on the same folds, NB as a line: first from a few
        test cases and k, then from all. A study that would take long says how long, and waits; Ctrl+. stops
        at once.

        The cursor is the k of the whole window. Hover: all curves are read out. Click: that k everywhere;
        and between two curves, the rows that the better one gets right and the other wrong. Arrows move k,
        + and − zoom, Escape shows all, Enter goes to the rows.

        Below the curves is each learner’s best k with the k that are not significantly worse: by the
        corrected resampled t-test over the folds, under leave-one-out by the sign test over the rows.

        A row that is picked in the list below is explained with the training rows of the fold that tested
        it; Enter or Explain shows it in Explore, and undo takes one back. Stability counts over how many k
        around the present one each row keeps its prediction.
        """,
    ),
    "experiment": (
        "Experiment",
        """
        Learners compared over data sets: every pair on the same folds of repeated cross-validation. ○
        says that a learner is significantly better than the base, • that it is worse, by the corrected
        resampled t-test at the 5 % level.

        Choose data sets (files, a folder, samples, the open data) and learners, and start. The table
        fills as results come; Cancel keeps what is done, and Start goes on from there. A results file
        keeps every fold, also for another day.

        Click a column title to sort; double-click a cell to see its folds and the test written out. Keys in
        the table: arrows move, Enter opens the folds, S sorts by the column, N by name, O as chosen, B makes
        the column the base.

        The presets compute the paper’s tables and figures again. Every cell is compared with the printed
        one: = where the digits are the same, else the difference, tinted by its size. A mark that the
        paper does not have is framed.
        """,
    ),
}


def html(topic: str) -> str:
    """A topic as a page."""
    title, text = HELP.get(topic) or HELP["window"]
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return f"<h3>{title}</h3>" + "".join(f"<p>{part}</p>" for part in paragraphs)
