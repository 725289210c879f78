"""The panel of the contributions, with a choice of the class to compare with."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from lwnb_core import Explanation
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.scene.marker_icons import marker_icon, marker_pixmap
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.theme import Theme
from lwnb_gui.views.contributions import Contributions
from lwnb_gui.views.links import Hover
from lwnb_gui.views.wording.names import shorten_all

_LONGEST = 16  # characters of the predicted class above the bars


class ContributionsPanel(ScenePanel):
    """The bars of the contributions, with a choice of the class that the predicted one is compared with."""

    shows = Contributions()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._chosen: int | None = None
        self._listed: tuple[int, tuple[str, ...]] | None = None
        super().__init__(context, parent)
        self._marker = QLabel(self)
        self._marker.setAccessibleName("Marker of the predicted class")
        self._top = QLabel(self)
        self._top.setTextFormat(Qt.TextFormat.PlainText)
        self._label = QLabel("against", self)
        self._label.setObjectName("hint")
        self.against = QComboBox(self)
        self.against.setAccessibleName("Against which class")
        self.against.setToolTip(
            "The class with which the predicted one is compared.\n"
            "By default it is the runner-up: the bars then show what decided between the two."
        )
        self.against.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.against.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.against.setMinimumContentsLength(7)
        self.against.activated.connect(self._choose)
        row = QHBoxLayout()
        row.setContentsMargins(PADDING, 0, PADDING, 4)
        row.setSpacing(6)
        for widget in (self._marker, self._top, self._label):
            row.addWidget(widget)
        row.addWidget(self.against, 1)
        self.body.insertLayout(0, row)
        self.body.setContentsMargins(0, 0, 0, 4)
        self.setFocusProxy(self.against)

    def options(self) -> dict[str, Any]:
        now, explanation = self.context.state.now, self.context.explanation
        against = self._chosen
        if explanation is None or against is None or not 0 <= against < len(explanation.classes):
            against = self._chosen = None
        elif against == explanation.prediction:
            against = None
        # Before its last step, step mode does not show posteriors.
        return {"against": against, "normalised": now.display.teaching.shows_answer(now.query)}

    def show_explanation(self, explanation: Explanation | None) -> None:
        super().show_explanation(explanation)
        if self.reading is not None and explanation is not None:
            self._list(explanation)
            return
        self._chosen = None  # a class of data that may not be open any more
        if explanation is not None:
            self.show_empty("There is only one class, so there is nothing to compare it with.")

    # -- what the mouse is on -------------------------------------------------------------------------

    def highlights(self) -> dict[str, Any]:
        cell = self.context.hover.now.cell
        attribute = None if cell is None else cell.attribute
        return {"heading": False, "highlighted": frozenset({self.view.target, attribute} - {None})}

    def on_hovered(self, target: Hashable) -> None:
        bars = () if self.reading is None else self.reading.bars
        self.context.hover.on_cell(next((bar.cell for bar in bars if bar.of == target), None))
        self.view.refresh()

    def show_hover(self, hover: Hover) -> None:
        self.view.refresh()

    # -- controls -------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self._listed = None
        self.against.setIconSize(QSize(round(theme.px(11)), round(theme.px(11))))
        super().apply_theme(theme)
        if self.context.explanation is not None and self.reading is not None:
            self._list(self.context.explanation)

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.display.teaching != old.display.teaching and self.reading is not None:
            self.show_explanation(self.context.explanation)  # what it may say of the posteriors

    def _list(self, explanation: Explanation) -> None:
        """List the predicted class and the choice of the others, filled anew when the prediction changes."""
        reading = self.reading
        if reading is None:
            return
        if (reading.top, reading.classes) != self._listed:
            self._listed = (reading.top, reading.classes)
            self._fill_list(*self._listed)
        at = reading.against - (reading.against > reading.top)  # the other classes are listed in their order
        if at != self.against.currentIndex():
            with QSignalBlocker(self.against):
                self.against.setCurrentIndex(at)

    def _fill_list(self, top: int, classes: tuple[str, ...]) -> None:
        theme = self.context.theme
        self._marker.setPixmap(marker_pixmap(theme, top, theme.px(12)))
        self._top.setText(shorten_all(classes, _LONGEST)[top])
        set_tip(self._top, classes[top])
        with QSignalBlocker(self.against):
            self.against.clear()
            for c, name in enumerate(classes):
                if c != top:
                    self.against.addItem(marker_icon(theme, c, theme.px(12)), name, c)
        self._fit_names(top, classes)

    def _fit_names(self, top: int, classes: tuple[str, ...]) -> None:
        """Move the predicted class into the title row, except its marker, if both names do not fit."""
        metrics = self.fontMetrics()
        widest = max(metrics.horizontalAdvance(c) for c in classes)
        px = self.context.theme.px
        name = metrics.horizontalAdvance(self._top.text())
        fixed = metrics.horizontalAdvance(self._label.text()) + px(12 + 3 * 6 + 2 * PADDING)
        fits = self.width() >= fixed + name + min(widest, px(140)) + px(54)
        self._top.setVisible(fits)
        whole = classes[top]
        self.set_subtitle(*(("",) if fits else (f"for {whole}", whole, self._top.text(), "")))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._listed is not None:
            self._fit_names(*self._listed)

    def _choose(self, index: int) -> None:
        self._chosen = int(self.against.itemData(index))
        self.show_explanation(self.context.explanation)
