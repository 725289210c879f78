"""The screens of a lecture in a live page: the instances that they need, and their texts at every k."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import replace

from lwnb_core import Explanation
from lwnb_core.progress import Progress, silent
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import OwnRows
from lwnb_gui.render.live_page.steps import PageRow, PageScreen
from lwnb_gui.study.result import StudyResult, nearest_k
from lwnb_gui.study.run import run_study
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.teaching.panels import live_panels
from lwnb_gui.teaching.quotes import filled
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.view import Subject


def instances_of(query: Query, screens: Sequence[Screen]) -> tuple[list[tuple[Query, Step]], list[int]]:
    """Return the instances of some screens, each once with its step, and for every screen which it has.

    A step counts only if the step bar is hidden: then it is part of the screen.
    """
    instances: dict[Hashable, tuple[Query, Step]] = {}
    keys: list[Hashable] = []
    for screen in screens:
        one = screen.query(query.data, query.test_rows, query.unused)
        is_held = screen.step is not None and "steps" in screen.hidden_controls
        step = screen.step if is_held and screen.step is not None else STEPS[-1]
        axes = replace(one.map, regions="off")  # a page has no regions
        keys.append((one.selection_key, axes, step))
        instances.setdefault(keys[-1], (one, step))
    order = list(instances)
    return list(instances.values()), [order.index(key) for key in keys]


def panels_of(screens: Sequence[Screen], chosen: Collection[str]) -> list[str]:
    """Return the chosen panels that some screen shows."""
    return [
        name for name in live_panels() if name in chosen and any(_shows(screen, name) for screen in screens)
    ]


def page_screens(
    query: Query,
    screens: Sequence[Screen],
    positions: Sequence[int],
    rows: Sequence[PageRow],
    panels: Collection[str],
    *,
    answers: bool = True,
    guess_first: bool = False,
    progress: Progress = silent,
) -> tuple[PageScreen, ...]:
    """Return the screens of a page whose rows are composed; `positions` are those of their instances.

    No text gives away a class that is to be guessed; without `answers` none has the answer of its screen.
    """
    studies: dict[Hashable, StudyResult | None] = {}
    made = []
    for screen, position in zip(screens, positions, strict=True):
        row, one = rows[position], screen.query(query.data, query.test_rows, query.unused)
        study = None
        if any(quote.name == "accuracy" for quote in screen.quotes):
            if one.model_key not in studies:
                studies[one.model_key] = _study(one, progress)
            study = studies[one.model_key]
        text = screen.whole_text(with_task=not screen.window_only, with_answer=answers and not guess_first)
        said = [
            filled(text, _subject(explanation, study, k), tells_answer=not guess_first)
            for explanation, k in zip(row.explanations, row.ks, strict=True)
        ]
        made.append(
            PageScreen(
                row=position,
                start=min(range(len(row.ks)), key=lambda i: abs(row.ks[i] - one.k)),
                panels=tuple(name for name in panels if _shows(screen, name)),
                texts=tuple(said) if len(set(said)) > 1 else tuple(said[:1]),
                shows_k="strip" not in screen.hidden_controls,
                draws_first=screen.draw_first,
            )
        )
    return tuple(made)


def _shows(screen: Screen, panel: str) -> bool:
    """Whether a panel of a page is on a screen; the page Curves has only the curves."""
    if screen.page == "curves":
        return panel == "curves"
    return panel != "curves" and (screen.panels is None or panel in screen.panels)


def _study(query: Query, progress: Progress) -> StudyResult | None:
    """Predict all rows, each left out in turn, at every k; none if other rows are tested."""
    if query.test_rows != OwnRows():
        return None
    return run_study(CurveStudy.of(query, CurveSettings("loo", "all")), query.used, progress)


def _subject(explanation: Explanation, study: StudyResult | None, k: int) -> Subject:
    """Return the subject with the accuracies of the study, if it has computed them at this k."""
    is_known = study is not None and any(nearest_k(curve, k) == k for _, curve in study.drawn)
    return Subject(explanation, study=study if is_known else None, k=k)
