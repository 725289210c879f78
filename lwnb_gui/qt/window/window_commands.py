"""The commands behind the window's actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, get_args

import numpy as np
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox, QWidget

from lwnb_core import __version__, samples
from lwnb_gui.actions import key
from lwnb_gui.app.display_state import PageName
from lwnb_gui.app.map_settings import Regions
from lwnb_gui.app.predictions import Predictions
from lwnb_gui.app.test_rows import OwnRows
from lwnb_gui.program_log import log_file
from lwnb_gui.qt.explore.page import ExplorePage
from lwnb_gui.qt.export.commands import ExportCommands
from lwnb_gui.qt.help.help_window import topic_under_mouse
from lwnb_gui.qt.panel import Panel, panel_of
from lwnb_gui.qt.window.file_dialogs import ask_open
from lwnb_gui.qt.window.focus_order import reading_order
from lwnb_gui.qt.window.key_target import focus_moved_by_key
from lwnb_gui.qt.window.member_chooser import ask_part
from lwnb_gui.qt.window.opener import FILTER

if TYPE_CHECKING:
    from lwnb_gui.qt.help.guide_window import GuideWindow
    from lwnb_gui.qt.window.main_window import MainWindow

_PANELS = ("neighbours", "what_if", "confusion")  # those with an action of their own
# The commands of the page Experiment, by action.
_EXPERIMENT = {
    "start": "start", "pause": "pause", "stop": "stop", "data": "choose_data", "learners": "choose_learners",
    "results": "open_results",
}  # fmt: skip
_IN_CURVES = (
    "study_start", "study_smaller", "study_stop", "study_variant", "study_figure", "study_measure",
    "study_axis", "study_best", "rows_differ", "rows_flip", "rows_unstable", "rows_cell",
)  # fmt: skip


class WindowCommands:
    """One method per action that is more than a call of the state."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context
        self._state = window.state
        self.exports = ExportCommands(window)
        self.guide: GuideWindow | None = None  # created when it is first opened

    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return the handlers, by the names of `actions.SPECS`."""
        window, state = self._window, self._state
        pages: tuple[PageName, ...] = ("data", "explore", "curves", "experiment")
        return {
            "open": window.opener.ask,
            "start": partial(state.go_to, "start"),
            **self.exports.handlers(),
            "quit": window.close,
            "undo": state.undo,
            "redo": state.redo,
            "go_to_row": self.go_to_row,
            "next_row": partial(self.step_row, 1),
            "previous_row": partial(self.step_row, -1),
            "reset_values": state.reset_values,
            "reset_settings": state.reset_settings,
            **{page: partial(state.go_to, page) for page in pages},
            **{f"experiment_{name}": partial(self.experiment, does) for name, does in _EXPERIMENT.items()},
            **{f"show_{name}": partial(self.show_panel, name) for name in _PANELS},
            "next_regions": self.next_regions,
            "k_up": lambda: window.strip.step(1),
            "k_down": lambda: window.strip.step(-1),
            "k_up_10": lambda: window.strip.step(10),
            "k_down_10": lambda: window.strip.step(-10),
            "all_classes": partial(state.hide_classes, ()),
            "theme_system": partial(window.set_theme, "system"),
            "theme_light": partial(window.set_theme, "light"),
            "theme_dark": partial(window.set_theme, "dark"),
            "theme_projector": window.toggle_projector,
            "next_panel": self.next_panel,
            "reset_layout": self.reset_layout,
            "full_screen": self.full_screen,
            "own_rows": partial(state.set_test_rows, OwnRows()),
            "held_out": self.hold_out,
            "test_file": self.ask_test_file,
            **{name: partial(self.in_curves, name) for name in _IN_CURVES},
            "predict_all": self._context.request_predictions,
            "next_disputed": partial(
                self.next_among, lambda p: p.disputed, "The learners agree on every row."
            ),
            "alone_right": partial(
                self.next_among, alone_right, "There is no row that LWNB alone gets right."
            ),
            "eq6_printed": lambda printed: state.change_settings(eq6="printed" if printed else "right"),
            "guide": self.open_guide,
            "help": lambda: window.help.show_topic(topic_under_mouse()),
            "keys": lambda: window.help.show_keys(list(window.actions_by_name.by_name.values())),
            "log": self.open_log,
            "about": self.about,
        }

    def open_guide(self) -> None:
        """Open the guide at the place where it was left."""
        from lwnb_gui.qt.help.guide_window import GuideWindow

        if self.guide is None:
            self.guide = GuideWindow(self._context, self._window)
        self.guide.open()

    def experiment(self, does: str) -> None:
        """Go to the page Experiment and carry out one of its commands."""
        self._state.go_to("experiment")
        getattr(self._window.page("experiment"), does)()

    def fill_menus(self) -> None:
        """Fill the submenus that change, each time they open."""
        menus = self._window.actions_by_name.menus
        menus["<samples>"].aboutToShow.connect(self._fill_samples)
        menus["<recent>"].aboutToShow.connect(self._fill_recent)
        menus["<class>"].aboutToShow.connect(self._fill_classes)

    # -- rows ---------------------------------------------------------------------------------------

    def go_to_row(self) -> None:
        query = self._state.query
        if query is not None:
            last = len(query.instances)
            row, agreed = QInputDialog.getInt(
                self._window, "Go to row", f"Row, from 1 to {last}:", query.row + 1, 1, last
            )
            if agreed:
                self._state.pick_row(row - 1)

    def step_row(self, by: int) -> None:
        """Select the next or previous row in the list of instances, or of all if it shows none."""
        from lwnb_gui.qt.explore.instances import InstancesPanel

        page = self._window.page("explore")
        listed = page.panels.get("instances") if isinstance(page, ExplorePage) else None
        if isinstance(listed, InstancesPanel) and len(listed.table.rows):
            listed.step(by)
        else:
            self._state.step_row(by)

    def next_among(self, which: Callable[[Predictions], np.ndarray], none: str) -> None:
        """Select the next row of a kind, starting over after the last."""
        query, predictions = self._state.query, self._context.predictions
        if query is None:
            return
        if predictions is None:
            self._context.said.emit(f"First predict all rows ({key('predict_all')}).")
            return
        rows = predictions.rows[which(predictions)]
        if len(rows) == 0:
            self._context.said.emit(none)
            return
        later = rows[rows > query.row]
        self._state.pick_row(int(later[0] if len(later) else rows[0]))
        if self._state.display.page in ("start", "experiment"):  # where no row is shown
            self._state.go_to("explore")

    def hold_out(self) -> None:
        """Ask how many rows to hold out, and for the seed; the window stays usable meanwhile."""
        query = self._state.query
        if query is None:
            return
        from lwnb_gui.qt.data.hold_out_dialog import HoldOutDialog

        dialog = HoldOutDialog(query.test_rows, self._window)
        dialog.accepted.connect(lambda: self._state.set_test_rows(dialog.chosen))
        dialog.rejected.connect(self._uncheck)
        dialog.open()

    def ask_test_file(self) -> None:
        path = ask_open(self._window, self._context, "Test file", FILTER)
        chosen = ask_part(path, self._window) if path else None
        if chosen:
            self.open_test_file(chosen)
        else:
            self._uncheck()

    def open_test_file(self, path: str, *, fill: bool = False) -> None:
        """Test the rows of a second file; differences are reported in the error bar."""
        from lwnb_gui.qt.data.test_file import after, open_test_file

        bar = self._window.error_bar

        def say(note: str) -> None:
            if note:
                bar.say(note, "OK", bar.clear)

        def fail(error: BaseException) -> None:
            self._uncheck()
            again = partial(self.open_test_file, path, fill=True)
            bar.say(error, *after(error, again, ("Another test file…", self.ask_test_file)))

        bar.clear()
        open_test_file(self._context, path, on_done=say, on_error=fail, fill=fill)

    def _uncheck(self) -> None:
        """Uncheck an action that was not carried out."""
        self._window.action_states.show(self._state.now)

    def in_curves(self, name: str) -> None:
        """Go to the page Curves and carry out one of its actions."""
        from lwnb_gui.qt.curves.page import CurvesPage

        query = self._state.query
        if query is None or query.data.class_index is None:
            return
        self._state.go_to("curves")
        page = self._window.page("curves")
        if isinstance(page, CurvesPage):
            page.act(name)

    # -- the window ---------------------------------------------------------------------------------

    def next_panel(self) -> None:
        """Move the focus to the first control of the next panel."""
        owners = (panel_of(control) for control in reading_order(self._window))
        # A page is a panel too, with the others in it.
        panels = list(dict.fromkeys(p for p in owners if p is not None and not p.findChildren(Panel)))
        if not panels:
            return
        now = panel_of(QApplication.focusWidget())
        after = panels[(panels.index(now) + 1) % len(panels)] if now in panels else panels[0]
        _enter(after)

    def show_panel(self, name: str) -> None:
        """Go to a panel of Explore, in front of those that share its tabs, and give it the focus."""
        self._state.go_to("explore")
        page = self._window.page("explore")
        if isinstance(page, ExplorePage) and name in page.panels:
            page.show_panel(name)
            _enter(page.panels[name])

    def next_regions(self) -> None:
        """Show regions of the next learner on the map; after all four, none."""
        from lwnb_gui.views.map.decision_regions import can_have_regions

        query = self._state.query
        if query is None:
            return
        if not can_have_regions(query):
            self._context.said.emit("Decision regions need a map of two different attributes.")
            return
        kinds = get_args(Regions)
        after = kinds[(kinds.index(query.map.regions) + 1) % len(kinds)]
        self._state.set_map(replace(query.map, regions=after))

    def reset_layout(self) -> None:
        """Restore the default sizes of all panels, even of pages that do not exist yet."""
        preferences = self._context.preferences
        self._context.preferences = replace(preferences, splitters={})
        for page in self._window.findChildren(QWidget):
            reset = getattr(page, "reset_layout", None)
            if reset is not None:
                reset()

    def full_screen(self, on: bool) -> None:
        """Fill the screen, or restore the window; a maximised one stays maximised."""
        state, full = self._window.windowState(), Qt.WindowState.WindowFullScreen
        self._window.setWindowState(state | full if on else state & ~full)

    def open_log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_file().parent)))

    def about(self) -> None:
        QMessageBox.about(
            self._window,
            "About LWNB Explorer",
            f"<p><b>LWNB Explorer {__version__}</b></p><p>See how locally weighted naive Bayes (Frank, Hall "
            "and Pfahringer, UAI 2003) reaches its answer, from the neighbours to the posterior.</p>",
        )

    # -- submenus -----------------------------------------------------------------------------------

    def _fill_samples(self) -> None:
        menu = self._window.actions_by_name.menus["<samples>"]
        menu.clear()
        for info in samples():
            action = menu.addAction(info.title, partial(self._window.opener.open_sample, info.name))
            action.setStatusTip(f"{info.description}: {info.why}")

    def _fill_recent(self) -> None:
        menu = self._window.actions_by_name.menus["<recent>"]
        menu.clear()
        for entry in self._context.preferences.recent:
            action = menu.addAction(entry.name, partial(self._window.opener.open_recent, entry.source))
            action.setStatusTip(entry.source)
        if menu.isEmpty():
            menu.addAction("none yet").setEnabled(False)

    def _fill_classes(self) -> None:
        menu = self._window.actions_by_name.menus["<class>"]
        menu.clear()
        query = self._state.query
        if query is None:
            return
        for j, attribute in enumerate(query.data.attributes):
            action = menu.addAction(
                f"{attribute.name} ({attribute.kind})",
                partial(self._window.page_bar.chooser.choose, attribute.name),
            )
            action.setCheckable(True)
            action.setChecked(j == query.data.class_index)
            action.setEnabled(attribute.kind != "string")


def alone_right(predictions: Predictions) -> np.ndarray:
    """Return the rows on which LWNB is right and the three others are wrong."""
    others = [predictions.wrong(name) for name in predictions.predicted if name != "LWNB"]
    return np.asarray(np.logical_and.reduce(others) & ~predictions.wrong("LWNB"))


def _enter(panel: Panel) -> None:
    """Focus the control that the panel names, or its first one."""
    own = panel.focusProxy()
    if own is None or not (own.isVisible() and own.isEnabled()):
        own = next(iter(reading_order(panel)), None)
    if own is not None:
        own.setFocus(Qt.FocusReason.TabFocusReason)
        focus_moved_by_key()
