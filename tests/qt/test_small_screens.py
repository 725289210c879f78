"""What must be read on small screens is not cut."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.panels.contributions import ContributionsPanel
from lwnb_gui.qt.panels.instances import InstancesPanel
from lwnb_gui.qt.panels.map import MapPanel
from tests.qt.conftest import Open, explore_panel

_AROUND = 34  # pixels: frame, padding and arrow of a choice


def fits(choice: QComboBox) -> bool:
    return choice.fontMetrics().horizontalAdvance(choice.currentText()) + _AROUND <= choice.width()


def test_choices_show_all_of_their_words(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    the_map, instances = (
        explore_panel(window, "map", MapPanel),
        explore_panel(window, "instances", InstancesPanel),
    )
    contributions = explore_panel(window, "contributions", ContributionsPanel)
    assert contributions.subtitle == "for republican" or contributions._top.isVisible()
    for size in ((1600, 1000), (1366, 768), (1180, 760)):
        window.resize(*size)
        qtbot.waitUntil(lambda: fits(the_map.header.x) and fits(instances.filter), timeout=5000)
