"""What belongs to one preset: switching to another and back loses nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from lwnb_core import Dataset
from lwnb_core.evaluation.paper_figures import PaperFigure
from lwnb_gui.state.experiment_findings import Findings
from lwnb_gui.state.experiment_plan import Plan
from lwnb_gui.state.experiment_rows import RowStore
from lwnb_gui.state.experiment_run import SourceRead
from lwnb_gui.state.experiment_sheet import Frame, Sheet


@dataclass
class Shelf:
    """A plan, the rows it has so far, and the table that they make."""

    plan: Plan
    store: RowStore = field(default_factory=RowStore)
    sheet: Sheet = field(default_factory=Sheet)
    sources: dict[str, SourceRead] = field(default_factory=dict)
    seconds: float = 0.0
    # Figures 2 and 4 have curves, Figures 1 and 3 only their data.
    figure: PaperFigure | Dataset | None = None

    @property
    def frame(self) -> Frame:
        return self.sheet.frame

    @property
    def findings(self) -> Findings | None:
        """What there is to take home; None before the first result."""
        frame = self.sheet.frame
        if len(self.store) == 0 or not frame.names:
            return None
        known = tuple(name for name in frame.datasets if self.store.of(name))
        return Findings(
            title=self.plan.title if self.plan.table else "Experiment",
            result=frame.result(self.store.rows, known),
            measure=frame.measure,
            sources=tuple(s for s in self.sources.values() if not s.error),
            missing=tuple((name, note) for name, note in self.sheet.notes.items() if note),
            table=frame.table,
            convention=self.plan.convention,
            seconds=self.seconds,
        )
