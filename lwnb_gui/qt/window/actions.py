"""The window's actions and menus, made from their table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from lwnb_gui.actions import FIXED, MENUS, SEPARATOR, SPECS, SUBMENUS
from lwnb_gui.qt.widgets.tool_tip import set_tip


class Actions:
    """The window's actions by name, and the submenus that are filled as they open."""

    def __init__(self, window: QMainWindow, handlers: Mapping[str, Callable[..., object]]) -> None:
        self.by_name: dict[str, QAction] = {}
        self._is_open: bool | None = None
        self.menus: dict[str, QMenu] = {}
        groups: dict[str, QActionGroup] = {}
        for name, spec in SPECS.items():
            action = QAction(spec.text, window)
            action.setShortcuts([QKeySequence(key) for key in spec.keys])
            action.setStatusTip(spec.tip)
            set_tip(action, f"{spec.tip} ({', '.join(spec.keys)})" if spec.keys else spec.tip)
            action.setCheckable(spec.checkable)
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            if spec.group:
                group = groups.setdefault(spec.group, QActionGroup(window))
                group.addAction(action)
            action.triggered.connect(_called(handlers[name], spec.checkable and not spec.group))
            self.by_name[name] = action
        for title, entries in MENUS.items():
            menu = window.menuBar().addMenu(title)
            for entry in entries:
                self._add(menu, entry)
        for submenu, names in FIXED.items():
            for name in names:
                self._add(self.menus[submenu], name)

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def set_data_open(self, is_open: bool) -> None:
        """Disable the actions that need data while there are none."""
        if is_open == self._is_open:
            return
        self._is_open = is_open
        for name, spec in SPECS.items():
            if spec.needs_data:
                self.by_name[name].setEnabled(is_open)
        self.menus["<class>"].setEnabled(is_open)

    def _add(self, menu: QMenu, entry: str) -> None:
        if entry == SEPARATOR:
            menu.addSeparator()
        elif entry in SUBMENUS:
            self.menus[entry] = menu.addMenu(SUBMENUS[entry])
        else:
            menu.addAction(self.by_name[entry])


def _called(handler: Callable[..., object], with_state: bool) -> Callable[[bool], None]:
    def call(checked: bool = False) -> None:
        handler(checked) if with_state else handler()

    return call
