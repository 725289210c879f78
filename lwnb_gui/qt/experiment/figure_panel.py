"""The panel for Figures 1 to 4 of the paper, with what its text says compared with our numbers."""

from __future__ import annotations

from matplotlib.figure import Figure
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_core import Dataset
from lwnb_core.evaluation.paper.figures import Claim, PaperFigure
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import ExperimentController
from lwnb_gui.qt.experiment.experiment_panel import ExperimentPanel
from lwnb_gui.qt.scene.plot_view import PlotView
from lwnb_gui.qt.table.row_model import Cell
from lwnb_gui.qt.table.text_table import TextTableView
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.render import paper_figures
from lwnb_gui.render.figures import PlotFigure
from lwnb_gui.text import fixed, signed
from lwnb_gui.theme import Theme
from lwnb_gui.views.tables import TextTable

_HEADS = ("what the text says", "paper", "here", "difference")
# Our draw of the data is not the paper's, so even a correct method differs by some points.
_NEAR, _CLOSE = 2.0, 5.0


class FigurePanel(ExperimentPanel):
    """The drawing, and below it the numbers given in the paper's text."""

    title = "Figure"
    least = (360, 200)

    study_requested = Signal(int)  # number of the figure

    def __init__(
        self, context: Context, controller: ExperimentController, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, controller, parent)
        self.plot = PlotView(self._draw, self)
        self.plot.setAccessibleName("The paper’s figure")
        self.claims = TextTableView("What the text says", self)
        self.to_curves = QPushButton("Open in Curves", self)
        set_tip(
            self.to_curves,
            "Opens the same study on the page Curves, where you can read off every curve, set k with a click "
            "and list the rows behind the curves.",
        )
        self.to_curves.clicked.connect(self._open_study)
        self.add_header_widget(self.to_curves)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.claims)
        self.copies(self.claims)
        for signal in (controller.results_changed, controller.plan_changed, controller.run.changed):
            self.listen(signal, self.refresh)

    def refresh(self) -> None:
        number, figure = self.controller.plan.figure, self.controller.store.figure
        if number is None:
            return
        self.set_subtitle(f"Figure {number}: {_TITLES[number]}")
        self.to_curves.setVisible(number in (2, 4))
        if figure is None:
            if self.controller.is_busy:
                self.show_empty(f"Figure {number} is being computed …")
            else:
                self.show_empty(f"{_TITLES[number]}.", "Compute it", self.controller.start)
            return
        self.show_content()
        self.claims.setVisible(isinstance(figure, PaperFigure))
        if isinstance(figure, PaperFigure):
            self.claims.show_lines(_HEADS, [_claim_cells(claim) for claim in figure.claims])
        self.plot.redraw()

    def _open_study(self) -> None:
        number = self.controller.plan.figure
        if number is not None:
            self.study_requested.emit(number)

    def apply_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)
        self.claims.set_theme(theme)
        self.claims.setMaximumWidth(round(theme.px(560)))
        self.claims.setFixedHeight(self.claims.header_height + 4 * self.claims.row_height + 2)

    def _draw(self, figure: Figure, theme: Theme) -> None:
        view = self.to_figure()
        if view is not None:
            view.draw(figure, view.data, theme)

    # -- export ---------------------------------------------------------------------------------------

    def to_figure(self) -> PlotFigure | None:
        number, figure = self.controller.plan.figure, self.controller.store.figure
        if number is None or figure is None:
            return None
        if isinstance(figure, Dataset):
            return paper_figures.points_view(number, figure)
        return paper_figures.curves_view(figure)

    def to_table(self) -> TextTable | None:
        figure = self.controller.store.figure
        if not isinstance(figure, PaperFigure):
            return None
        return TextTable(_HEADS, [claim_texts(claim) for claim in figure.claims], frozenset({1, 2, 3}))


def claim_texts(claim: Claim) -> tuple[str, ...]:
    """Return the text's claim, the paper's number, ours, and the difference."""
    return (
        claim.what,
        fixed(claim.printed, claim.decimals),
        fixed(claim.found, claim.decimals),
        signed(claim.found - claim.printed, claim.decimals),
    )


def _claim_cells(claim: Claim) -> list[Cell]:
    """Return cells in which the difference is tinted by its size."""
    *texts, difference = claim_texts(claim)
    tint = _tint(claim)
    last = Cell(difference, tint="" if tint is None else f"difference {tint}")
    return [*(Cell(text) for text in texts), last]


def _tint(claim: Claim) -> int | None:
    size = abs(claim.found - claim.printed)
    if claim.decimals == 0:  # a k, not an accuracy: a tenth of it counts as a point
        size *= 10 / claim.printed
    return None if size < 0.05 else 0 if size <= _NEAR else 1 if size <= _CLOSE else 2


_TITLES = {
    1: "the two spheres, a slice through them",
    2: "accuracy over k on the two spheres, one 10-fold cross-validation",
    3: "the checkers board",
    4: "accuracy over k on the checkers board, one 10-fold cross-validation",
}
