"""A label that is too narrow for its text shows an ellipsis, and the whole text in its tip."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.widgets.labels import ElidedLabel

TEXT = "leave-one-out over the 14 rows of weather.arff"


@pytest.mark.parametrize(("width", "tip"), [(60, TEXT), (2000, "")])
def test_the_tip_has_what_was_elided(qtbot: QtBot, width: int, tip: str) -> None:
    label = ElidedLabel(TEXT)
    qtbot.addWidget(label)
    label.resize(width, 20)
    label.show()
    QToolTip.hideText()
    QApplication.sendEvent(label, QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), QPoint(5, 5)))
    assert (QToolTip.text() if QToolTip.isVisible() else "") == tip
    assert label.text() == TEXT
    assert label.minimumSizeHint().width() == 0
