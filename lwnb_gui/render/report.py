"""A report as a value: its content before it becomes a page."""

from __future__ import annotations

from dataclasses import dataclass, field

from lwnb_gui.render.figures import FigureView
from lwnb_gui.views.tables import TextTable


@dataclass(frozen=True)
class Section:
    """A heading with whatever there is of sentences, a figure with its caption, and a table."""

    title: str
    sentences: tuple[str, ...] = ()
    figure: FigureView | None = None
    caption: str = ""
    table: TextTable | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """The content of a report. All texts are plain: they are escaped when the page is written.

    Attributes
    ----------
    title, sentences
        What it is about, and what came out, in words.
    facts
        Name and value of the settings, the data and the versions.
    script
        The Python script that reproduces these numbers.
    """

    title: str
    sentences: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    script: str = ""
    stem: str = field(default="report")
