"""The window as a screen reader sees it.

    python -m tests.qt.accessible [PLACE …]

prints the tree of every place: role, name, description of what is on the screen. `unnamed` lists the controls
that a person who does not see them could not tell apart.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

_Role = QAccessible.Role
# Widgets that can be used or read as a whole, and so need a name. Cells, rows and menu entries have their
# text.
CONTROLS = {
    _Role.Button, _Role.ButtonMenu, _Role.ButtonDropDown, _Role.CheckBox, _Role.RadioButton, _Role.ComboBox,
    _Role.EditableText, _Role.SpinBox, _Role.Slider, _Role.Table, _Role.List, _Role.Tree, _Role.MenuItem,
    _Role.MenuBar, _Role.Graphic, _Role.Canvas, _Role.Dialog, _Role.PageTab, _Role.ProgressBar,
}  # fmt: skip


@dataclass(frozen=True)
class Node:
    """One item of the tree."""

    depth: int
    role: QAccessible.Role
    name: str
    description: str
    kind: str  # the widget's class
    focusable: bool
    value: str  # of a slider, a box or a field
    inside: tuple[QAccessible.Role, ...]  # roles of its parents, outermost first

    def text(self) -> str:
        described = f" – {self.description}" if self.description else ""
        keys = " [keys]" if self.focusable else ""
        value = f" = {self.value}" if self.value and self.value != self.name else ""
        return f"{'  ' * self.depth}{self.role.name} “{self.name}”{value} ({self.kind}){keys}{described}"


def tree(window: QWidget) -> list[Node]:
    """Return all visible items from top to bottom, without the cells of tables."""
    return list(_walk(QAccessible.queryAccessibleInterface(window), 0, ()))


def _walk(
    at: QAccessibleInterface | None, depth: int, inside: tuple[QAccessible.Role, ...]
) -> Iterator[Node]:
    if at is None or not at.isValid() or at.state().invisible:
        return
    role, thing = at.role(), at.object()
    kind = type(thing).__name__ if thing is not None else "-"
    yield Node(
        depth,
        role,
        at.text(QAccessible.Text.Name).strip(),
        at.text(QAccessible.Text.Description).strip().replace("\n", " "),
        kind,
        bool(at.state().focusable),
        _value(at),
        inside,
    )
    if role in (_Role.Table, _Role.List, _Role.Tree, _Role.ComboBox, _Role.SpinBox):
        return  # they are read together with their content
    for i in range(at.childCount()):
        yield from _walk(at.child(i), depth + 1, (*inside, role))


def _value(at: QAccessibleInterface) -> str:
    numbers = at.valueInterface()
    return str(numbers.currentValue()) if numbers is not None else at.text(QAccessible.Text.Value)


def unnamed(nodes: list[Node]) -> list[str]:
    """Return controls without a name, and widgets that take the focus but have no description."""
    return [
        node.text().strip()
        for node in nodes
        if not node.name and (node.role in CONTROLS or node.focusable) and node.role != _Role.Window
    ]


def main(page_names: list[str]) -> int:
    from PySide6.QtWidgets import QApplication

    from lwnb_gui.app.opening import Opening
    from lwnb_gui.app.preferences import Preferences
    from lwnb_gui.qt.app import wait_until_idle
    from lwnb_gui.qt.window.main_window import MainWindow

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    window = MainWindow(Preferences(theme="light"), warm=True)
    window.resize(1600, 1000)
    window.show()
    window.open(Opening("sample:weather-numeric", row=1))
    wait_until_idle(window)
    missing = 0
    for page_name in page_names or ["start", "data", "explore", "curves", "experiment"]:
        window.state.go_to(page_name)  # type: ignore[arg-type]
        wait_until_idle(window)
        nodes = tree(window)
        print(f"-- {page_name}")
        print("\n".join(node.text() for node in nodes))
        missing += len(unnamed(nodes))
        print("\n".join(f"!! without a name: {line}" for line in unnamed(nodes)))
    return 1 if missing else 0


if __name__ == "__main__":
    from lwnb_gui.qt.app import leave

    leave(main(sys.argv[1:]))
