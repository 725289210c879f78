"""A live page in a notebook: a row explained at every k, with k to drag.

>>> import lwnb_core as lw
>>> from lwnb_gui import notebook
>>> data = lw.sample("weather-numeric")
>>> model = lw.LWNB(k=5).fit(data)
>>> notebook.page(model, data, row=5).save("row.html")

As the last line of a cell the page shows itself.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from lwnb_core import Dataset, Model, SettingsError
from lwnb_core.data import atomic_write
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.render.live_page import PANELS, page_content, to_live_page
from lwnb_gui.teaching.teaching import Teaching

__all__ = ["LivePage", "page"]

_HEIGHT = 900  # of the frame in a notebook, in pixels; the page scrolls inside


@dataclass(frozen=True)
class LivePage:
    """A live page: one HTML file that needs no other files.

    Attributes
    ----------
    html
        The whole file.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import notebook
    >>> data = lw.sample("weather-numeric")
    >>> page = notebook.page(lw.LWNB(k=5).fit(data), data, row=5)
    >>> page.save("row.html")
    >>> page.html[:15]
    '<!DOCTYPE html>'
    """

    html: str

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        atomic_write(Path(path).expanduser(), self.html)

    def __repr__(self) -> str:
        return f"LivePage of {len(self.html.encode()) / 1e6:.2f} MB; save(path) writes it"

    def _repr_html_(self) -> str:
        # In a sandbox of its own: the page's script can reach nothing of the notebook.
        return (
            f'<iframe sandbox="allow-scripts" title="Live page" srcdoc="{html.escape(self.html)}" '
            f'style="width:100%;height:{_HEIGHT}px;border:0"></iframe>'
        )


def page(
    model: Model,
    data: Dataset,
    row: int = 0,
    *,
    rows: Sequence[int] = (),
    guess_first: bool = False,
    panels: Collection[str] = PANELS,
) -> LivePage:
    """Explain a row of `data`, or several, at every k on a live page; rows are counted from 0.

    Parameters
    ----------
    model
        A fitted `LWNB`. A row that is among its training rows is left out of them.
    data
        The data set with the rows.
    row
        The row to explain.
    rows
        Several rows to choose from, instead of `row`.
    guess_first
        Whether the answer stays hidden until a class is chosen.
    panels
        The names of the panels to show, such as `("map", "posterior")`; by default all.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> from lwnb_gui import notebook
    >>> data = lw.sample("weather-numeric")
    >>> model = lw.LWNB(k=5).fit(data)
    >>> page = notebook.page(model, data, rows=[5, 8], guess_first=True, panels=["map", "posterior"])
    >>> page.save("guess.html")
    """
    if not isinstance(model, LWNBModel) or model.header is None:
        raise SettingsError("a live page is made of a fitted LWNB", hint="Fit one: LWNB(k=50).fit(data).")
    training = model.header.all_rows.subset(model.training.rows)
    query = Query.opening(training, test_rows=TestFile(data), row=rows[0] if rows else row)
    query = query.with_settings_of(model.learner).with_k(model.learner.k)
    unknown = sorted(set(panels) - set(PANELS))
    if unknown:
        raise SettingsError(f"there is no panel {unknown[0]!r}", hint=f"The panels are {', '.join(PANELS)}.")
    content = page_content(query, rows, Teaching(guess_first=guess_first), panels=panels)
    return LivePage(to_live_page(content))
