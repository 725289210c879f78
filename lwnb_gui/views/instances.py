"""The instances: which rows are tested, and where in the window they are listed."""

from __future__ import annotations

from lwnb_gui.views.view import View


class Instances(View[None]):
    """A list of all test rows, which reads their predictions cell by cell while it is scrolled."""

    name = "instances"
    title = "Instances"
    area = "left"
    help = """
        Each row of the list is a row of the data, with its true class and the predictions of four
        learners. Each row is left out of its own training rows. A dot means a correct prediction; a
        symbol shows the wrong class that was predicted.

        The filter shows the rows that are misclassified, or those on which the learners disagree.
        """
    visible_from = "distances"
    tells_answer = False
    is_of_explanation = False
    least = (200, 120)
