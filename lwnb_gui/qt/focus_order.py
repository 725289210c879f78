"""Where Tab goes: from left to right and from above to below, as the eye reads, whatever was made first."""

from __future__ import annotations

from functools import cmp_to_key

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QScrollArea, QWidget

from lwnb_gui.qt.pointed import focus_moved_by_key


def move_focus(window: QWidget, forwards: bool) -> bool:
    """Give the focus to the next control of a window, or to the one before; whether there is one."""
    order = reading_order(window)
    if not order:
        return False
    now: QWidget | None = window.focusWidget()
    near: list[QWidget] = []  # of a control that was hidden or greyed out while it had the focus
    while now is not None and now not in order and not near:  # or a part of a control
        near = [control for control in order if now.isAncestorOf(control)]
        now = now.parentWidget()
    step = 1 if forwards else -1
    if near:
        at = order.index(near[0 if forwards else -1])
    else:
        at = (order.index(now) + step) % len(order) if now is not None else 0
    order[at].setFocus(Qt.FocusReason.TabFocusReason if forwards else Qt.FocusReason.BacktabFocusReason)
    _bring_into_sight(order[at])
    focus_moved_by_key()
    return True


def focus_on(part: QWidget) -> None:
    """Give the focus to a control, or to the first in a part of the window.

    When the control in focus goes, Qt takes what was made first: a tab, which then looks chosen.
    """
    for control in reading_order(part)[:1]:
        control.setFocus(Qt.FocusReason.OtherFocusReason)


def reading_order(window: QWidget) -> list[QWidget]:
    """What Tab can reach in a window, in the order in which it is read."""
    found: list[QWidget] = []
    _collect(window, found)
    return found


def _collect(widget: QWidget, found: list[QWidget]) -> None:
    if _takes_tab(widget):
        found.append(widget)
    children = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
    for child in sorted(children, key=cmp_to_key(_before)):
        _collect(child, found)


def _takes_tab(widget: QWidget) -> bool:
    tab = Qt.FocusPolicy.TabFocus
    takes = widget.isEnabled() and widget.focusPolicy() & tab == tab and widget.focusProxy() is None
    return takes and not _is_beside_the_chosen(widget)


def _is_beside_the_chosen(widget: QWidget) -> bool:
    """Of radio buttons Tab reaches the one that is chosen; arrows go to the others."""
    if not isinstance(widget, QRadioButton) or widget.isChecked():
        return False
    group: QButtonGroup | None = widget.group()
    parent = widget.parentWidget()
    others = group.buttons() if group is not None else parent.findChildren(QRadioButton) if parent else []
    return any(other.isChecked() and other.isEnabled() and other.isVisible() for other in others)


def _before(one: QWidget, other: QWidget) -> int:
    """Negative: `one` is read first. What stands in one line is read from the left."""
    a, b = one.geometry(), other.geometry()
    if _below(a, b):
        return 1
    if _below(b, a):
        return -1
    return a.left() - b.left()


def _below(one: QRect, other: QRect) -> bool:
    return one.center().y() > other.bottom() and one.top() > other.center().y()


def _bring_into_sight(widget: QWidget) -> None:
    area = widget.parentWidget()
    while area is not None:
        page = area.widget() if isinstance(area, QScrollArea) else None
        if isinstance(area, QScrollArea) and page is not None and page.isAncestorOf(widget):
            corner = widget.mapTo(page, QPoint(0, 0))
            area.ensureVisible(corner.x() + widget.width(), corner.y() + widget.height(), 8, 8)
            area.ensureVisible(corner.x(), corner.y(), 8, 8)
        area = area.parentWidget()
