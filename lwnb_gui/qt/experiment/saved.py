"""What of an experiment outlives the window: its plan, through the state, and rows that are in no file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from lwnb_gui.experiment.plan import PRESETS, Plan
from lwnb_gui.experiment.saving import view_of
from lwnb_gui.experiment.settings import ExperimentView, Preset
from lwnb_gui.qt.context import Context


class SavedExperiment:
    """Tells the state what is planned, notices when a session brings another plan, and knows the files."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._told = ExperimentView()

    @property
    def is_told(self) -> bool:
        """Whether the state still holds what was last written to it."""
        return self._context.state.view.experiment == self._told

    def has_same_plans(self, view: ExperimentView) -> bool:
        """Whether a view has the present plans, and only shows another preset or measure of them."""
        return view.plans == self._told.plans and not view.recovered

    @property
    def requested(self) -> ExperimentView | None:
        """What a session has put into the state instead; None: it says nothing of experiments."""
        view = self._context.state.view.experiment
        return view if view not in (self._told, ExperimentView()) else None

    def tell(self, plans: Iterable[Plan], preset: Preset, measure: str, follows_open: bool) -> None:
        state = self._context.state
        self._told = view_of(plans, preset, measure, follows_open, state.query)
        state.set_experiment(self._told)

    def take(self, view: ExperimentView) -> None:
        """Take the state as it is: it need not be written again."""
        self._told = view

    def file(self, plan: Plan) -> Path | None:
        """Where the rows of a plan are saved against a crash; nowhere if the user has a file."""
        return None if plan.results else self._context.rows_file(plan.preset)

    def files(self, view: ExperimentView, plans: Mapping[Preset, Plan]) -> dict[Preset, list[Path]]:
        """The files with rows of the plans of a session: the user's, and what a crash has left."""
        files = {preset: [Path(plan.results)] for preset, plan in plans.items() if plan.results}
        for preset in PRESETS:
            saved = self._context.rows_file(preset) if view.recovered else None
            if saved is not None:
                files.setdefault(preset, []).append(saved)
        return files

    def drop(self, *presets: Preset) -> None:
        """Delete rows that the user has thrown away, or has in a file."""
        for preset in presets:
            saved = self._context.rows_file(preset)
            if saved is not None:
                with suppress(OSError):
                    saved.unlink(missing_ok=True)
