"""matplotlib's settings for figures of a theme."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl

from lwnb_gui.theme import DPI, Theme

# matplotlib has one set of defaults and one parser of formulas for all threads. Code that draws holds this
# lock, so that a figure for a file can be drawn while the window draws its own.
DRAWING = threading.RLock()


@contextmanager
def drawing_in(theme: Theme) -> Iterator[None]:
    """Let matplotlib create artists in this theme: `with drawing_in(theme):`."""
    with DRAWING, mpl.rc_context(_settings(theme)):
        yield


def text_style(theme: Theme) -> dict[str, Any]:
    """Return the style of texts that are created outside `drawing_in`, as in a figure drawn by a task.

    The settings are those of the whole process.
    """
    return {"fontfamily": list(theme.fonts), "parse_math": False}


def _settings(theme: Theme) -> dict[Any, Any]:
    return {
        "figure.dpi": DPI,
        "figure.facecolor": theme.panel,
        "savefig.facecolor": "auto",
        "axes.facecolor": theme.panel,
        "axes.edgecolor": theme.separator_strong,
        "axes.linewidth": theme.line_axis,
        "axes.labelcolor": theme.ink2,
        "axes.labelsize": theme.size_small,
        "axes.titlesize": theme.size_panel,
        "axes.titlecolor": theme.ink,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": False,
        "axes.axisbelow": True,
        "axes.unicode_minus": True,
        "axes.formatter.useoffset": False,
        "grid.color": theme.grid,
        "grid.linewidth": theme.line_grid,
        "xtick.color": theme.separator_strong,
        "ytick.color": theme.separator_strong,
        "xtick.labelcolor": theme.ink2,
        "ytick.labelcolor": theme.ink2,
        "xtick.labelsize": theme.size_small,
        "ytick.labelsize": theme.size_small,
        "xtick.major.size": 0.0,
        "ytick.major.size": 0.0,
        "xtick.minor.size": 0.0,
        "ytick.minor.size": 0.0,
        "xtick.major.pad": theme.px(6),
        "ytick.major.pad": theme.px(6),
        "text.color": theme.ink,
        "text.usetex": False,
        "text.parse_math": False,  # a $ in a name is a $; equations ask for mathematics themselves
        "font.family": list(theme.fonts),
        "font.size": theme.size_text,
        "mathtext.fontset": "dejavuserif",
        "lines.solid_capstyle": "round",
        "lines.linewidth": theme.line_other,
        "path.simplify": True,
        "agg.path.chunksize": 20000,
        "svg.fonttype": "none",
        "svg.hashsalt": "lwnb",
        "pdf.fonttype": 42,
    }
