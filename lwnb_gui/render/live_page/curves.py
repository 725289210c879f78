"""The accuracy curves of a study in a live page: the window's figure, with its cursor at every k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from lwnb_core.progress import Progress, silent
from lwnb_gui.plots.curves import compose
from lwnb_gui.plots.export import blank_figure
from lwnb_gui.plots.figure_scene import shapes_of, static_shapes
from lwnb_gui.render.live_page.steps import HandDrawn, PageRow
from lwnb_gui.study.measure_choices import known_measure
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.teaching.drawing import HIGHEST, LOWEST, Comparison, Drawing, comparisons
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.curves.curve_figure import CurveFigure, ink_and_dashes
from lwnb_gui.views.curves.drawn import STYLES, empty_figure, with_drawn
from lwnb_gui.views.curves.study_figure import whole_figure
from lwnb_gui.views.curves.view import Curves
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.page_panel import PagePanel
from lwnb_gui.views.view import Subject

SIZE = (540.0, 370.0)
_BEST = 16.0  # additional height for each best k


@dataclass(frozen=True, eq=False)
class PageCurves:
    """A study for the rows of a page, and how it is shown."""

    result: StudyResult
    settings: CurveSettings = field(default_factory=CurveSettings)
    draw_first: bool = False
    _known: dict[tuple[int, ...], tuple[dict[str, _Drawn], HandDrawn | None]] = field(
        default_factory=dict, init=False, repr=False
    )

    def added_to(self, rows: Sequence[PageRow], progress: Progress = silent) -> list[PageRow]:
        """Return the rows with the panel `curves`, and `curves_empty` if these are drawn by hand first."""
        added = []
        for row in rows:
            if row.ks not in self._known:  # usually once: rows of the same data have the same values of k
                self._known[row.ks] = self._composed(row.ks, progress)
            drawn, by_hand = self._known[row.ks]
            panels = row.panels | {name: one.panel for name, one in drawn.items()}
            cursors = row.cursors | {name: one.cursors for name, one in drawn.items()}
            added.append(replace(row, panels=panels, cursors=cursors, by_hand=by_hand))
        return added

    def _composed(
        self, ks: tuple[int, ...], progress: Progress
    ) -> tuple[dict[str, _Drawn], HandDrawn | None]:
        figure = self._figure()
        drawn = {"curves": _drawn(figure, ks, progress)}
        if not self.draw_first:
            return drawn, None
        compared = comparisons(self.result, Drawing(), self.settings.log)
        empty = replace(empty_figure(compared, log=self.settings.log), caption=figure.caption)
        drawn["curves_empty"] = _drawn(empty, ks, progress, is_read_out=False)
        return drawn, _by_hand(compared, ks, drawn["curves_empty"], self.settings.log)

    def _figure(self) -> CurveFigure:
        result, settings, curves = self.result, self.settings, Curves()
        measure = "accuracy" if self.draw_first else known_measure(settings.measure, result.data.classes)
        reading = curves.read(Subject(study=result), measure=measure)
        assert reading is not None
        figure = curves.figure(
            reading,
            log=settings.log,
            band=settings.band,
            best=settings.best and not self.draw_first,
            hidden=settings.hidden,
        )
        if self.draw_first:
            figure = with_drawn(figure, ())
        return replace(whole_figure(reading, figure), title="")


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A figure at every k, the position of its cursor, and those of 0 and 100 percent."""

    panel: PagePanel
    cursors: tuple[float, ...]
    lowest: float
    highest: float


def _drawn(data: CurveFigure, ks: Sequence[int], progress: Progress, *, is_read_out: bool = True) -> _Drawn:
    width, height = SIZE[0], SIZE[1] + _BEST * len(data.best)
    figure = blank_figure(LIGHT, width, height)
    artists = compose(figure, replace(data, growing=False), LIGHT)
    static = static_shapes(figure, LIGHT)
    shown = [min(k, data.k_range[1]) for k in ks]  # folds have fewer training rows than the page's instance
    scenes = []
    for i, k in enumerate(shown):
        artists.update(k, read_out=is_read_out)
        scenes.append(Scene(width, height, shapes_of(artists.animated, figure, LIGHT)))
        progress(i, len(shown))
    to_pixels = artists.ax.transData.transform
    low, high = height - to_pixels([(1.0, LOWEST), (1.0, HIGHEST)])[:, 1]
    cursors = tuple(to_pixels([(k, 0.0) for k in shown])[:, 0].tolist())
    return _Drawn(PagePanel(static, tuple(scenes)), cursors, float(low), float(high))


def _by_hand(compared: Sequence[Comparison], ks: Sequence[int], empty: _Drawn, log: bool) -> HandDrawn:
    styles = [ink_and_dashes(STYLES[one.learner]) for one in compared]
    known = [dict(zip(one.ks.tolist(), np.round(one.computed, 6).tolist(), strict=True)) for one in compared]
    return HandDrawn(
        learners=tuple(one.learner for one in compared),
        inks=tuple(ink for ink, _ in styles),
        dashes=tuple(tuple(LIGHT.line_other * dash for dash in dashes) for _, dashes in styles),
        computed=tuple(tuple(accuracies.get(k) for k in ks) for accuracies in known),
        log=log,
        lowest=empty.lowest,
        highest=empty.highest,
    )
