"""What of an experiment outlives the window: the plan, through the state, and rows that are in no file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from lwnb_gui.qt.context import Context
from lwnb_gui.state.experiment_keeping import view_of
from lwnb_gui.state.experiment_plan import PRESETS, Plan, Preset
from lwnb_gui.state.experiment_view import ExperimentView


class Kept:
    """Tells the state what is planned, notices when a session wants another plan, and knows the files."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._told = ExperimentView()

    @property
    def is_told(self) -> bool:
        """Whether the state holds what it was told last: asked now, not of a change that may be older."""
        return self._context.state.view.experiment == self._told

    def plans_alike(self, view: ExperimentView) -> bool:
        """Whether a view has the plans that are here, and shows another preset or measure of them."""
        return view.plans == self._told.plans and not view.recovered

    @property
    def wanted(self) -> ExperimentView | None:
        """What a session has put into the state instead; None: it has said nothing of experiments."""
        found = self._context.state.view.experiment
        return found if found not in (self._told, ExperimentView()) else None

    def tell(self, plans: Iterable[Plan], preset: Preset, measure: str, follows_open: bool) -> None:
        state = self._context.state
        self._told = view_of(plans, preset, measure, follows_open, state.query)
        state.set_experiment(self._told)

    def take(self, view: ExperimentView) -> None:
        """What is in the state is known: it need not be told."""
        self._told = view

    def file(self, plan: Plan) -> Path | None:
        """Where the rows of a plan are to be kept against a crash; nowhere if the user has a file."""
        return None if plan.results else self._context.rows_file(plan.preset)

    def files(self, view: ExperimentView, plans: Mapping[Preset, Plan]) -> dict[Preset, list[Path]]:
        """The files that have rows of plans which a session has held: the user's, and what a crash left."""
        found = {preset: [Path(plan.results)] for preset, plan in plans.items() if plan.results}
        for preset in PRESETS:
            kept = self._context.rows_file(preset) if view.recovered else None
            if kept is not None:
                found.setdefault(preset, []).append(kept)
        return found

    def drop(self, *presets: Preset) -> None:
        """Rows that the user has thrown away, or has in a file, need not outlive a crash."""
        for preset in presets:
            kept = self._context.rows_file(preset)
            if kept is not None:
                with suppress(OSError):
                    kept.unlink(missing_ok=True)
