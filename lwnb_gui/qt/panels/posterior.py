"""Posterior: what LWNB says beside NB, KNN and KNNDW, in bars and in words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation
from lwnb_gui.export import FigureView, PlotFigure, TextTable, scripts
from lwnb_gui.export.explained import posterior_table
from lwnb_gui.plots import posterior_bars as figure
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.live_label import LiveLabel
from lwnb_gui.qt.panel import PADDING, TITLE_ROW, Panel
from lwnb_gui.qt.panels.late_dim import LateDim
from lwnb_gui.qt.panels.posterior_widget import HEAD, ROOMY, PosteriorHead, PosteriorRows, row_height
from lwnb_gui.qt.scroll_area import ScrollArea
from lwnb_gui.readings.classes import FEW
from lwnb_gui.readings.posterior import PosteriorReading, posterior_reading, sentences

_WORDS = 48  # pixels of the light theme for the sentences
_AIR, _BETWEEN = 6, 2  # around them, where there is room, and between them


class Sentences(QWidget):
    """Two labels of a fixed size each: while k moves, new words do not lay the whole column out anew."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head, self.rest = LiveLabel("semibold", self), LiveLabel("", self)
        for label in (self.head, self.rest):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._placed: tuple[int, ...] = ()  # width, edge, and the height of either
        self.edge, self.room = PADDING, _WORDS

    def set_ground(self, colour: str) -> None:
        for label in (self.head, self.rest):
            label.set_ground(colour)

    def say(self, head: str, rest: str) -> None:
        self.head.setText(head)
        self.rest.setText(rest)
        self.place()

    def place(self) -> None:
        """Wrap both at the present width; the height follows where a line more or less is needed."""
        width = max(self.width() - 2 * self.edge, 40)
        heights = (self.head.height_at(width), self.rest.height_at(width))
        placed = (width, self.edge, self.room, *heights)
        if placed == self._placed:
            return
        self._placed = placed
        needed = sum(heights) + _BETWEEN
        air = min(max((self.room - needed) // 2 - 1, 1), _AIR)  # a third line has the same room as two
        top = air
        for label, height in zip((self.head, self.rest), heights, strict=True):
            label.setGeometry(self.edge, top, width, height)
            top += height + _BETWEEN
        self.setFixedHeight(needed + 2 * air)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()


class PosteriorPanel(Panel):
    """Reads the explanation's posteriors; the sentence says who is right."""

    title = "Posterior"
    help_topic = "posterior"
    least = (320, 160)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.data: PosteriorReading | None = None
        self._narrow = self._low = False
        self.head = PosteriorHead(self.content)
        self.rows = PosteriorRows()
        self.scroll_area = ScrollArea(self.content)
        self.scroll_area.setWidget(self.rows)
        self.scroll_area.setWidgetResizable(True)
        for surface in (self.rows, self.scroll_area.viewport()):
            surface.setAutoFillBackground(False)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setAccessibleName("Posterior by class")
        self.sentences = Sentences(self.content)
        self.body.addWidget(self.head)
        self.body.addWidget(self.scroll_area, 100)
        self.body.addWidget(self.sentences)
        self.body.addStretch(1)
        self.copies(self.scroll_area)
        self._dim = LateDim(self, self._set_dim)

    # -- showing --------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        if explanation is None:
            self.data = None
            self.rows.show_posteriors(None)
            self.head.show_data(None)
            self.sentences.say("", "")
            return
        same = self.data is not None and self.data.classes == explanation.classes
        self._show_rows(explanation)
        self.sentences.say(*self.words())
        if not same:
            self._make_room()

    def _show_rows(self, explanation: Explanation) -> None:
        self.data = posterior_reading(explanation, self._fitting(len(explanation.classes)))
        self.head.show_data(self.data)
        self.rows.show_posteriors(self.data)

    def words(self) -> tuple[str, str]:
        """The two sentences; shorter ones where the window is narrow and the others agree."""
        assert self.data is not None
        return sentences(self.data, short=self._narrow)

    def _on_computing(self, computing: bool) -> None:
        super()._on_computing(computing)
        self._dim.set_computing(computing)

    def _set_dim(self, dim: bool) -> None:
        self.rows.dim = dim
        self.rows.update()
        self.sentences.setEnabled(not dim)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._dim.set_computing(False)

    def _at_once(self, classes: int) -> int:
        """For how many of so many classes the panel makes space of its own accord."""
        if classes > ROOMY:
            return min(classes, FEW)  # whatever a reader looks for is in sight
        return min(classes, 3 if self._low else ROOMY)

    def _fitting(self, classes: int) -> int:
        """How many of so many classes are in sight."""
        px, words = self.context.theme.px, max(self.sentences.room, self.sentences.height())
        space = self.height() - round(px(TITLE_ROW + HEAD)) - words - 2
        return max(space // row_height(self.context.theme, classes), self._at_once(classes))

    def _make_room(self) -> None:
        """As high as its classes need, up to what all panels have; more scroll."""
        theme = self.context.theme
        n = len(self.data.classes) if self.data is not None else 3
        row, at_once = row_height(theme, n), self._at_once(n)
        self.scroll_area.setMinimumHeight(row * min(at_once, 2))
        self.scroll_area.setMaximumHeight(row * n)
        if self.covered:  # nobody has given them the panel's width yet
            self.sentences.resize(self.width(), self.sentences.height())
            self.sentences.place()
        words = max(self.sentences.room, self.sentences.height())
        height = round(theme.px(TITLE_ROW + HEAD)) + row * at_once + words + 2
        self.setMinimumSize(round(theme.px(self.least[0])), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():  # the sentences may need another line
            self._make_room()
        explanation = self.context.explanation
        if self.data is not None and explanation is not None and self.data.classes == explanation.classes:
            self._show_rows(explanation)  # another number of classes may be in sight

    # -- looks ----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.head.set_theme(theme)
        self.head.setFixedHeight(round(theme.px(HEAD)))
        self.rows.set_theme(theme)
        self.sentences.edge, self.sentences.room = round(theme.px(PADDING)), round(theme.px(_WORDS))
        self.sentences.set_ground(theme.panel)
        self.sentences.place()
        self._make_room()

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self._narrow, self._low = narrow, low
        if self.data is not None:
            self.sentences.say(*self.words())
        self._make_room()

    # -- files ----------------------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        explanation = self.context.explanation
        return None if self.data is None or explanation is None else posterior_table(explanation)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if self.data is None or query is None else scripts.posterior_script(query)

    def to_figure(self) -> FigureView | None:
        if self.data is None:
            return None
        return PlotFigure(figure.draw, self.data, figure.figure_size(self.data))
