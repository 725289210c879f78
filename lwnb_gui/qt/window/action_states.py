"""Which of the window's actions are enabled and checked, and what undo and redo would do."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from lwnb_gui.app.app_state import AppState, Snapshot
from lwnb_gui.app.test_rows import HeldOut, OwnRows, TestFile
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.window.actions import Actions

_AT_REST = 100  # ms without another step, for example while k is dragged
_TEST_ROWS: dict[type, str] = {OwnRows: "own_rows", HeldOut: "held_out", TestFile: "test_file"}


class ActionStates(QObject):
    """Keeps the actions in step with the state; `follow` is called with every change of it.

    Signals
    -------
    history_said(text)
        What undo would take back now; empty where there is nothing.
    """

    history_said = Signal(str)

    def __init__(self, actions: Actions, state: AppState, parent: QObject) -> None:
        super().__init__(parent)
        self._actions, self._state = actions, state
        self._name_history = QTimer(self, singleShot=True, interval=_AT_REST)
        self._name_history.timeout.connect(self._say_history)

    def follow(self, old: Snapshot, new: Snapshot) -> None:
        if new.only_moved_since(old):
            self._show_steps(new)
        else:
            self.show(new)

    def show(self, now: Snapshot) -> None:
        actions, query = self._actions, now.query
        actions.set_data_open(query is not None)
        self._show_steps(now)
        if now.display.page != "start":
            actions[now.display.page].setChecked(True)
        if query is not None:
            actions["reset_settings"].setEnabled(bool(query.differences()))
            actions["all_classes"].setEnabled(bool(now.hidden_classes))
            actions["eq6_printed"].setChecked(query.eq6 == "printed")
            nominal = any(query.used.attributes[j].is_nominal for j in query.used.predictors)
            actions["eq6_printed"].setEnabled(nominal or query.eq6 == "printed")  # otherwise it has no effect
            checked = _TEST_ROWS.get(type(query.test_rows))  # none for the rows of a fold
            if checked is not None:
                actions[checked].setChecked(True)

    def _show_steps(self, now: Snapshot) -> None:
        """Show what can be undone."""
        history = self._state.history
        self._actions["undo"].setEnabled(history.can_undo and now.query is not None)
        self._actions["redo"].setEnabled(history.can_redo and now.query is not None)
        self._name_history.start()
        if now.query is not None:
            self._actions["reset_values"].setEnabled(bool(now.query.changes))

    def _say_history(self) -> None:
        """Announce it once nothing moves: each new text repaints the buttons and the status bar."""
        history = self._state.history
        undo_text = history.undo_text
        for name, step in (("undo", undo_text), ("redo", history.redo_text)):
            action = self._actions[name]
            text = f"{name.capitalize()} {step}" if step else name.capitalize()
            action.setText("&" + text)
            set_tip(action, f"{text} ({action.shortcut().toString()})")
        self.history_said.emit(undo_text or "")
