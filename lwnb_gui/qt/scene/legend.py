"""The class legend: markers that toggle their class on the map, and can have another colour."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QHBoxLayout, QMenu, QToolButton, QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.scene.marker_icons import marker_icon
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import delete_widgets, set_style_property
from lwnb_gui.views.wording.names import shorten_all

_MOST_BUTTONS = 8  # classes with a button of their own; the rest are in a menu
_LONGEST = (18, 12, 8)  # characters of a name; the first that fits


class Legend(QWidget):
    """One button per class. A click shows or hides the class on the map; the menu recolours it."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._classes: tuple[str, ...] = ()
        self.buttons: list[QToolButton] = []
        self._shown = 0  # how many of them fit
        self._width = 10_000  # the width available for the legend
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self.more = QToolButton(self)
        self.more.setObjectName("legend")
        self.more.setAccessibleName("More classes")
        self.more.clicked.connect(self._show_more)
        self._row.addWidget(self.more)
        self.more.hide()
        context.state.subscribe(self._on_state, moves=False)
        context.theme_changed.connect(self._refresh)

    def fit(self, width: int) -> None:
        """Shorten names, and move classes into the menu, until everything visible is legible."""
        if width != self._width:  # every other text makes the bar fit the legend again
            self._width = width
            self._fit()

    def _fit(self) -> None:
        width = self._width
        shown = len(self.buttons)
        if not self._shorten(shown):
            while shown > 1 and self._needed(shown) > width:
                shown -= 1
            self._shorten(shown)  # with fewer of them there may be space for longer names again
        self._shown = shown
        for i, button in enumerate(self.buttons):
            button.setVisible(i < shown)
        rest = len(self._classes) - shown
        self.more.setText(f"+ {rest}")
        self.more.setVisible(rest > 0)

    def _shorten(self, shown: int) -> bool:
        """Choose the longest names with which this many buttons fit; return whether they do."""
        for longest in _LONGEST:
            names = shorten_all(self._classes[: len(self.buttons)], longest)
            for button, name in zip(self.buttons, names, strict=True):
                button.setText(name)
            if self._needed(shown) <= self._width:
                return True
        return False

    def _needed(self, shown: int) -> int:
        """Return the pixels for this many buttons, and for the menu of the rest."""
        widths = [button.sizeHint().width() for button in self.buttons[:shown]]
        if len(self._classes) > shown:
            self.more.setText(f"+ {len(self._classes) - shown}")
            widths.append(self.more.sizeHint().width())
        return sum(widths) + self._row.spacing() * max(len(widths) - 1, 0)

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        query = new.query
        classes = query.data.classes if query is not None and query.data.class_index is not None else ()
        if classes != self._classes:
            self._classes = classes
            self._rebuild()
        elif new.hidden_classes != old.hidden_classes:
            self._refresh()

    def _rebuild(self) -> None:
        delete_widgets(self._row, self.buttons)
        self.buttons = []
        for code, name in enumerate(self._classes[:_MOST_BUTTONS]):
            button = QToolButton(self)
            button.setObjectName("legend")
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setText(name)
            set_tip(
                button,
                f"{name}\nClick to show or hide this class on the map, right-click to change its colour.",
            )
            button.setAccessibleName(f"Class {name}")
            button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            button.customContextMenuRequested.connect(partial(self._menu, code, button))
            button.clicked.connect(partial(self._toggle, code))
            self._row.insertWidget(code, button)
            self.buttons.append(button)
        self._refresh()

    def _refresh(self, *_: object) -> None:
        theme, hidden = self._context.theme, self._context.state.now.hidden_classes
        size = round(theme.px(14))
        for code, button in enumerate(self.buttons):
            button.setIconSize(QSize(size, size))
            button.setIcon(marker_icon(theme, code, size))
            set_style_property(button, "off", code in hidden)
        self._fit()

    def _toggle(self, code: int) -> None:
        state = self._context.state
        state.hide_classes(state.now.hidden_classes ^ {code})

    def _menu(self, code: int, button: QWidget, where: QPoint) -> None:
        menu = self.menu_for(code)
        menu.exec(button.mapToGlobal(where))
        menu.deleteLater()
        # Qt does not tell the button that the mouse left while the menu or the dialog was open.
        at = button.mapFromGlobal(button.cursor().pos())
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, button.rect().contains(at))
        button.update()

    def menu_for(self, code: int) -> QMenu:
        """Return the menu with the actions for one class."""
        state = self._context.state
        hidden = state.now.hidden_classes
        menu = QMenu(self)
        menu.addAction("Show" if code in hidden else "Hide", partial(self._toggle, code))
        others = set(range(len(self._classes))) - {code}
        menu.addAction("Show only this class", partial(state.hide_classes, others))
        menu.addAction("Show all classes", partial(state.hide_classes, ())).setEnabled(bool(hidden))
        menu.addSeparator()
        menu.addAction("Another colour…", partial(self._recolour, code))
        own = state.now.class_colours
        menu.addAction("The theme’s colour", partial(state.colour_class, code, None)).setEnabled(code in own)
        return menu

    def _recolour(self, code: int) -> None:
        now = QColor(self._context.theme.class_style(code).fill)
        chosen = QColorDialog.getColor(now, self, f"Colour of {self._classes[code]}")
        if chosen.isValid():
            self._context.state.colour_class(code, chosen.name().upper())

    def _show_more(self) -> None:
        menu = QMenu(self)
        theme, hidden = self._context.theme, self._context.state.now.hidden_classes
        for code in range(self._shown, len(self._classes)):
            action = menu.addAction(marker_icon(theme, code), self._classes[code])
            action.setCheckable(True)
            action.setChecked(code not in hidden)
            action.triggered.connect(partial(self._toggle, code))
        menu.exec(self.more.mapToGlobal(QPoint(0, self.more.height())))
        menu.deleteLater()
