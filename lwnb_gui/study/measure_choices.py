"""The measures that a list offers: those of the table, and F1 of each class of the data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lwnb_core.evaluation.measures import MEASURES, class_of_measure, f1_measure, measure_named
from lwnb_gui.text import capitalised, listed, printable

# A list with an entry for each of hundreds of classes would be unreadable.
_MOST_CLASSES = 30


def measure_choices(names: Iterable[str], classes: Sequence[str] = ()) -> dict[str, str]:
    """Return titles of these measures by name; F1 of each class follows F1 of all."""
    choices: dict[str, str] = {}
    for name in names:
        choices[name] = MEASURES[name].title
        if name == "f1" and len(classes) <= _MOST_CLASSES:
            of_classes = [f1_measure(class_name) for class_name in classes]
            choices |= {one: printable(measure_named(one).title) for one in of_classes}
    return choices


def measures_in_words(names: Iterable[str]) -> str:
    """Say which measures judge the predicted classes, which the probabilities, and which should be low."""
    entries = [MEASURES[name] for name in names]
    judged = {
        "the predicted classes": [one.title for one in entries if one.of_confusion is not None],
        "the probabilities": [one.title for one in entries if one.of_posteriors is not None],
    }
    sentences = [capitalised(f"{listed(titles)} judge {what}.") for what, titles in judged.items() if titles]
    low = [one.title for one in entries if one.less_is_better]
    return " ".join([*sentences, *([f"For {listed(low)}, lower is better."] if low else [])])


def known_measure(name: str, classes: Sequence[str]) -> str:
    """Return the measure, or F1 of all classes if it is F1 of a class that these data do not have."""
    of_class = class_of_measure(name)
    return "f1" if of_class and of_class not in classes else name
