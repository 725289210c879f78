"""What the user has chosen, and nothing of how it is shown. No Qt in here."""

from __future__ import annotations

from lwnb_gui.state.app_state import AppState, Snapshot
from lwnb_gui.state.history import History, Step
from lwnb_gui.state.map_view import MapView, default_map
from lwnb_gui.state.preferences import Preferences, Recent
from lwnb_gui.state.query import Difference, Query, Value
from lwnb_gui.state.test_rows import Fold, HeldOut, OwnRows, TestFile, TestRows
from lwnb_gui.state.view import PAGES, PageName, View

__all__ = [
    "PAGES",
    "AppState",
    "Difference",
    "Fold",
    "HeldOut",
    "History",
    "MapView",
    "OwnRows",
    "PageName",
    "Preferences",
    "Query",
    "Recent",
    "Snapshot",
    "Step",
    "TestFile",
    "TestRows",
    "Value",
    "View",
    "default_map",
]
