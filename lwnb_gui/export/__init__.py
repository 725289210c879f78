"""What can be exported: figures, tables, scripts and reports. No Qt in here.

A panel of the window returns plain values (`FigureView`, `TextTable`, a script, a `Report`); every format
is created from those, for the window as for the command line. Text out of a data file is escaped for the
format it goes into.
"""

from __future__ import annotations

from lwnb_gui.export.figures import FigureView, PlotFigure, SceneFigure
from lwnb_gui.export.report import Report, Section
from lwnb_gui.export.tables import save_table, to_csv, to_latex, to_markdown, to_tsv
from lwnb_gui.views.tables import TextTable

__all__ = [
    "FigureView",
    "PlotFigure",
    "Report",
    "SceneFigure",
    "Section",
    "TextTable",
    "save_table",
    "to_csv",
    "to_latex",
    "to_markdown",
    "to_tsv",
]
