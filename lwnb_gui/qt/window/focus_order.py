"""The tab order, from left to right and from top to bottom, determined when the key is pressed.

Qt's own order is that in which widgets were created. Set along `reading_order` by `setTabOrder` it is right
only until a tab, a notice or an editor comes or goes, and even then it stops twice at a control that is the
focus proxy of its panel, and at a radio button that is not checked, as long as none of its group has had the
focus.
"""

from __future__ import annotations

from functools import cmp_to_key

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QScrollArea, QWidget

from lwnb_gui.qt.window.key_target import focus_moved_by_key


def move_focus(window: QWidget, forwards: bool) -> bool:
    """Give the focus to the next or previous control of a window; return whether there is one."""
    order = reading_order(window)
    if not order:
        return False
    control = _next(order, window.focusWidget(), forwards)
    control.setFocus(Qt.FocusReason.TabFocusReason if forwards else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(control)
    focus_moved_by_key()
    return True


def focus_on(part: QWidget) -> None:
    """Give the focus to a control, or in a part of the window to its focus proxy, or to the first there.

    When the control in focus goes, Qt takes what was created first: a tab, which then looks chosen.
    """
    proxy: QWidget | None = part.focusProxy()
    for control in reading_order(part)[:1] if proxy is None else [proxy]:
        control.setFocus(Qt.FocusReason.OtherFocusReason)


def reading_order(widget: QWidget) -> list[QWidget]:
    """Return what Tab can reach in a part of the window, in the order of reading."""
    children = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
    controls = [widget] if _takes_tab(widget) else []
    for child in sorted(children, key=cmp_to_key(_compare)):
        controls += reading_order(child)
    return controls


def _next(order: list[QWidget], now: QWidget | None, forwards: bool) -> QWidget:
    """Return the control after the one in focus.

    If that is a part of a control, or was hidden or disabled meanwhile, it is a control nearby, in the same
    part of the window.
    """
    while now is not None and now not in order:
        inside = [control for control in order if now.isAncestorOf(control)]
        if inside:
            return inside[0 if forwards else -1]
        now = now.parentWidget()
    if now is None:
        return order[0]
    return order[(order.index(now) + (1 if forwards else -1)) % len(order)]


def _takes_tab(widget: QWidget) -> bool:
    tab = Qt.FocusPolicy.TabFocus
    takes = widget.isEnabled() and widget.focusPolicy() & tab == tab and widget.focusProxy() is None
    return takes and not (isinstance(widget, QRadioButton) and _is_reached_by_arrows(widget))


def _is_reached_by_arrows(button: QRadioButton) -> bool:
    """Whether Tab goes to another button of the group, the one that is checked."""
    group: QButtonGroup | None = button.group()
    parent = button.parentWidget()
    others = group.buttons() if group is not None else parent.findChildren(QRadioButton) if parent else []
    return not button.isChecked() and any(o.isChecked() and o.isEnabled() and o.isVisible() for o in others)


def _compare(one: QWidget, other: QWidget) -> int:
    """Compare in reading order: negative if `one` is first. One line is read from the left."""
    a, b = one.geometry(), other.geometry()
    if _is_below(a, b):
        return 1
    if _is_below(b, a):
        return -1
    return a.left() - b.left()


def _is_below(one: QRect, other: QRect) -> bool:
    return one.center().y() > other.bottom() and one.top() > other.center().y()


def _scroll_to(control: QWidget) -> None:
    area = control.parentWidget()
    while area is not None:
        content = area.widget() if isinstance(area, QScrollArea) else None
        if isinstance(area, QScrollArea) and content is not None and content.isAncestorOf(control):
            area.ensureWidgetVisible(control, 8, 8)
        area = area.parentWidget()
