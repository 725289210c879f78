"""How far around k the predictions stay the same: a histogram and a sentence."""

from __future__ import annotations

from matplotlib.figure import Figure
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from lwnb_gui.plots import stability as stability_figure
from lwnb_gui.qt.scene.plot_view import PlotView
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.theme import Theme
from lwnb_gui.views.curves.stability import Stability, StabilityReading

_HEIGHT = 78  # the height of the histogram


class StabilityBox(QWidget):
    """A histogram and a sentence, hidden until there is something to show."""

    rows_requested = Signal()
    shows = Stability()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stability: StabilityReading | None = None
        title = QLabel(self.shows.title, self)
        title.setObjectName("small")
        self.histogram = PlotView(self._draw, self)
        self.histogram.setAccessibleName("Histogram of stability over k")
        set_tip(
            self.histogram,
            "For every row, the number of values of k around the current one over which its answer stays the "
            "same; with several runs, the smallest number. Rows on the left change their class as k changes.",
        )
        self.text = QLabel(self)
        self.text.setObjectName("small")
        self.text.setWordWrap(True)
        self.rows_button = QPushButton("Show the least stable rows", self)
        self.rows_button.setToolTip("Lists the rows whose prediction depends on k, the least stable first.")
        self.rows_button.clicked.connect(self.rows_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(4)
        for widget in (title, self.histogram, self.text, self.rows_button):
            column.addWidget(widget)
        self.hide()

    def show_stability(self, stability: StabilityReading | None) -> None:
        """Show the stability; None if there is none."""
        self.stability = stability
        self.setVisible(stability is not None)
        self.text.setText(" ".join(self.shows.sentences(stability)) if stability is not None else "")
        self.histogram.redraw()

    def apply_theme(self, theme: Theme) -> None:
        self.histogram.setFixedHeight(round(theme.px(_HEIGHT)))
        self.histogram.set_theme(theme)

    def _draw(self, figure: Figure, theme: Theme) -> None:
        if self.stability is not None:
            stability_figure.draw(figure, self.stability, theme)
