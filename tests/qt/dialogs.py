"""The dialogs and windows that open without a task, for tests that check each of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from lwnb_core import LWNB, sample
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import OwnRows
from lwnb_gui.qt.curves.variant_dialog import VariantDialog
from lwnb_gui.qt.data.csv_dialog import CsvDialog
from lwnb_gui.qt.data.hold_out_dialog import HoldOutDialog
from lwnb_gui.qt.experiment.data_dialog import DataDialog
from lwnb_gui.qt.experiment.learner_dialog import LearnerDialog
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.experiment.paper_data_dialog import PaperDataDialog
from lwnb_gui.qt.export.live_page_dialog import LivePageDialog
from lwnb_gui.qt.export.report_dialog import ReportDialog
from lwnb_gui.qt.help.guide_window import GuideWindow
from lwnb_gui.qt.teach.save_dialog import SaveLecture
from lwnb_gui.qt.teach.screen_form import ScreenDialog
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.session.data import DataSource
from lwnb_gui.session.session import Session
from lwnb_gui.teaching.screen import Screen


def all_dialogs(window: MainWindow, folder: Path) -> list[QWidget]:
    """Open one of each, in a window that has shown Experiment; `folder` gets a CSV file to preview."""
    page = window.page("experiment")
    assert isinstance(page, ExperimentPage)
    file = folder / "a.csv"
    file.write_text("a;class\n1,5;y\n2,5;n\n")
    query = Query.opening(sample("iris"), unused=frozenset({"sepallength"}))
    plan, theme = page.controller.plan, window.context.theme
    window.help.show_topic("map")
    return [
        HoldOutDialog(OwnRows(), window),
        VariantDialog(LWNB(50), window),
        DataDialog(plan.data or (), None, window.context, window),
        LearnerDialog(plan, theme, window),
        PaperDataDialog(page.controller, window.context, window),
        CsvDialog(str(file), window.context, window),
        SaveLecture(Session(DataSource(sample="iris")), "light", window),
        ScreenDialog("Add this view as a screen", Screen(), None, window),
        LivePageDialog(query, window.state.display.teaching, False, window),
        ReportDialog(query, window),
        GuideWindow(window.context, window),
        window.help,
    ]
