"""The panel for Figures 1 to 4 of the paper: drawn again, with what its text says beside what comes out."""

from __future__ import annotations

from matplotlib.figure import Figure
from PySide6.QtCore import QRectF, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_core import Dataset
from lwnb_core.evaluation.paper_figures import Claim, PaperFigure
from lwnb_gui.commands import paper_figures
from lwnb_gui.export import PlotFigure, TextTable
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import Plot
from lwnb_gui.qt.data.statistics import Line
from lwnb_gui.qt.data.tables import LineTable
from lwnb_gui.qt.experiment.controller import Controller
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.panels.painting import Brush, fill
from lwnb_gui.qt.panels.row_table import HEAD, ROW, Span
from lwnb_gui.text import fixed, signed
from lwnb_gui.theme import Theme

_HEADS = ("what the text says", "paper", "here", "difference")
# Our draw of the data is not the paper's, so that even a right method is some points off.
_NEAR, _CLOSE = 2.0, 5.0


class FigurePanel(Panel):
    """The drawing, and below it the figures that the paper's text gives."""

    title = "Figure"
    help_topic = "experiment"
    least = (360, 200)

    study_wanted = Signal(int)  # number of the figure

    def __init__(self, context: Context, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.controller = controller
        self.plot = Plot(self._draw, self)
        self.plot.setAccessibleName("The paper’s figure")
        self.claims = ClaimTable("What the text says", self)
        self.to_curves = QPushButton("Open in Curves", self)
        self.to_curves.setToolTip(
            "The same study in the place Curves: hover reads every curve out, a click sets k, and the rows "
            "behind the curves are a click away."
        )
        self.to_curves.clicked.connect(self._open_study)
        self.add_header_widget(self.to_curves)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.claims)
        self.copies(self.claims)
        controller.figure_changed.connect(self.refresh)
        controller.plan_changed.connect(self.refresh)
        controller.doing_changed.connect(self.refresh)

    def refresh(self) -> None:
        number, found = self.controller.plan.figure, self.controller.shelf.figure
        if number is None:
            return
        self.set_subtitle(f"Figure {number}: {_WORDS[number]}")
        self.to_curves.setVisible(number in (2, 4))
        if found is None:
            if self.controller.is_busy:
                self.show_empty(f"Figure {number} is being computed …")
            else:
                self.show_empty(f"{_WORDS[number]}.", "Compute it", self.controller.start)
            return
        self.show_content()
        table = self.to_table()
        self.claims.setVisible(table is not None)
        if isinstance(found, PaperFigure):
            self.claims.show_claims(found)
        self.plot.repaint_figure()

    def _open_study(self) -> None:
        number = self.controller.plan.figure
        if number is not None:
            self.study_wanted.emit(number)

    def apply_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)
        self.claims.set_theme(theme)
        self._size_claims(theme)

    def _size_claims(self, theme: Theme) -> None:
        self.claims.setMaximumWidth(round(theme.px(560)))
        self.claims.setFixedHeight(round(theme.px(HEAD) + 4 * theme.px(ROW)) + 2)

    def _on_computing(self, computing: bool) -> None:
        """Nothing here waits for the explanation."""

    def _draw(self, figure: Figure, theme: Theme) -> None:
        view = self.to_figure()
        if view is not None:
            view.draw(figure, view.data, theme)

    # -- taking home --------------------------------------------------------------------------------

    def to_figure(self) -> PlotFigure | None:
        number, found = self.controller.plan.figure, self.controller.shelf.figure
        if number is None or found is None:
            return None
        if isinstance(found, Dataset):
            return paper_figures.points_view(number, found)
        return paper_figures.curves_view(found)

    def to_table(self) -> TextTable | None:
        found = self.controller.shelf.figure
        if not isinstance(found, PaperFigure):
            return None
        return TextTable(_HEADS, claim_lines(found), frozenset({1, 2, 3}))


class ClaimTable(LineTable):
    """A line a claim; the difference is tinted by its size, and told by its figure."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._tints: tuple[int | None, ...] = ()

    def show_claims(self, found: PaperFigure) -> None:
        self._tints = tuple(_tint(claim) for claim in found.claims)
        self.show_lines(_HEADS, [Line(cells) for cells in claim_lines(found)])

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        tint = self._tints[row] if row < len(self._tints) else None
        if tint is not None:
            for column, left, width in spans:
                if column == 3:
                    place = QRectF(left, top, width, height)
                    brush.painter.fillRect(place, fill(brush.theme.difference[tint]))
        super().paint_row(brush, row, top, height, spans)


def claim_lines(found: PaperFigure) -> list[tuple[str, ...]]:
    """What the text says, the paper's figure, ours, and the difference."""
    return [
        (
            claim.what,
            fixed(claim.printed, claim.decimals),
            fixed(claim.found, claim.decimals),
            signed(claim.found - claim.printed, claim.decimals),
        )
        for claim in found.claims
    ]


def _tint(claim: Claim) -> int | None:
    size = abs(claim.found - claim.printed)
    if claim.decimals == 0:  # a k, not an accuracy: a tenth of it counts as a point
        size *= 10 / claim.printed
    return None if size < 0.05 else 0 if size <= _NEAR else 1 if size <= _CLOSE else 2


_WORDS = {
    1: "the two spheres, a slice through them",
    2: "accuracy over k on the two spheres, one 10-fold cross-validation",
    3: "the checkers board",
    4: "accuracy over k on the checkers board, one 10-fold cross-validation",
}
