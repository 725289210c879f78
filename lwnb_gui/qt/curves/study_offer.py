"""The offer for a study that takes long: to resume it, or to compute a smaller one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lwnb_gui.actions import key
from lwnb_gui.app.run import rough_duration
from lwnb_gui.qt.widgets.labels import PADDING
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.study.forecast import Offer
from lwnb_gui.text import capitalised
from lwnb_gui.views.curves.wording import how_is_tested


class StudyOffer(QWidget):
    """A sentence and two buttons: the smaller study, or the rest of the one that is paused."""

    smaller_requested = Signal()
    full_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QLabel(self)
        self.text.setWordWrap(True)
        self.text.setObjectName("hint")
        self.smaller_button = QPushButton(self)
        self.smaller_button.setObjectName("primary")
        set_tip(
            self.smaller_button,
            "All rows are still used for training; fewer are tested, so each point is a little less certain. "
            f"({key('study_smaller')})",
        )
        self.smaller_button.clicked.connect(self.smaller_requested)
        self.full_button = QPushButton(self)
        self.full_button.setToolTip(
            f"Computes the rest of what was asked for. You can stop it at any time. ({key('study_start')})"
        )
        self.full_button.clicked.connect(self.full_requested)
        buttons = QHBoxLayout()
        buttons.addWidget(self.smaller_button)
        buttons.addWidget(self.full_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(PADDING, 8, PADDING, 8)
        column.setSpacing(6)
        column.addWidget(self.text)
        column.addLayout(buttons)

    def show_offer(self, offer: Offer | None) -> None:
        """Show the offer; None if there is nothing to offer."""
        self.setVisible(offer is not None)
        if offer is None:
            return
        requested = offer.requested
        ks = "every k" if requested.ks == "all" else "a grid of k"
        left = f"about {rough_duration(offer.left)}"
        self.text.setText(
            f"Paused. {capitalised(how_is_tested(requested))}, {ks}: {left} more on this machine."
        )
        self.full_button.setText(f"Resume: {left}")
        self.smaller_button.setText(offer.smaller_text)
        self.smaller_button.setVisible(offer.smaller is not None)
