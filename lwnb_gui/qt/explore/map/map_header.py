"""The map's controls: which axes, which regions, and the tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast, get_args

from PySide6.QtCore import QSignalBlocker, QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QMenu, QStyle, QStyleOptionComboBox, QToolButton, QWidget

from lwnb_gui.app.map_settings import MapKind, MapSettings, Regions
from lwnb_gui.app.query import Query
from lwnb_gui.qt.explore.map.map_mouse import Tool
from lwnb_gui.qt.explore.map.map_view import MapSceneView
from lwnb_gui.qt.widgets.icons import set_icon
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.text import printable
from lwnb_gui.theme import Theme
from lwnb_gui.views.map.decision_regions import can_have_regions
from lwnb_gui.views.wording.names import shorten_all

_TIPS = {
    "zoom": "Click in the map to zoom in, Shift and click to zoom out.\nThe wheel does the same at any time.",
    "box": "Draw a box in the map to zoom into it.\nHome shows all rows again.",
    "pan": "Drag the map to move it.\nWithout this tool, dragging anywhere but on the star does the same.",
    "home": "Show all rows again.\nAlso the Home key while the map has the focus.",
    "menu": "More tools for the map.",
}
_NAMES = {
    "zoom": "Zoom",
    "box": "Zoom into a box",
    "pan": "Move the map",
    "home": "Show everything",
    "menu": "More map tools",
}


# Widths of the panel, in pixels of the light theme, below which the controls get shorter (see `set_width`).
_TIGHT, _LEAST = 600, 500
_NARROWEST = 60  # pixels of a box for an axis
_LONGEST = 24  # characters of a name that the box has space for


class AxisCombo(QComboBox):
    """A list of the attributes in use; the first of the two also offers components and the distance view."""

    def __init__(self, axis: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._axis = axis
        self._key: object = None
        self._on_axes: tuple[str, ...] = ()  # the attributes of both axes
        self.is_short = False  # on small screens and in narrow panels
        self.is_tight = False  # in the narrowest
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self.currentIndexChanged.connect(lambda _: self.updateGeometry())
        across = "across" if axis == "x" else "up"
        self.setAccessibleName(f"Attribute {across} the map" if axis == "x" else "Attribute up the map")
        set_tip(
            self,
            "The attribute on this axis. Distance is always measured in all attributes in use,\n"
            "so two rows that are close together here can be far apart. The list also contains the "
            "components and the distance view."
            if axis == "x"
            else "The attribute on the vertical axis.\nNominal values are spread a little, so that rows do "
            "not"
            " hide each other.",
        )

    def sizeHint(self) -> QSize:
        """Return a size with space for the current choice; a long name is elided."""
        hint, metrics = super().sizeHint(), self.fontMetrics()
        text = min(metrics.horizontalAdvance(self.closed_text), _LONGEST * metrics.averageCharWidth())
        return QSize(max(hint.width(), text + 3 * metrics.height()), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Override Qt's size, which is that of the longest text so far and limits layouts."""
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    @property
    def closed_text(self) -> str:
        """Return the text of the closed box: an attribute with its axis."""
        chosen = self.currentData()
        is_attribute = chosen is not None and "attributes" in chosen
        return f"{self._axis}: {self.currentText()}" if is_attribute else self.currentText()

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Show only the shortened name in a narrow closed box.

        The list has only the names, so that typing the beginning of one finds it. The name in the box is
        shortened so that it cannot be taken for that of the other axis.
        """
        super().initStyleOption(option)
        box, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        width, metrics = self.style().subControlRect(box, option, field, self).width(), self.fontMetrics()
        option.currentText = self.closed_text
        if metrics.horizontalAdvance(self.closed_text) > width:
            chosen = self.currentText()
            names = list(dict.fromkeys((*self._on_axes, chosen)))
            short = shorten_all(names, width, metrics.horizontalAdvance)
            option.currentText = short[names.index(chosen)]

    def offer(self, query: Query) -> None:
        """List the choices, and select what the map shows."""
        names = [query.used.attributes[j].name for j in query.used.predictors]
        if self._key != (key := (self.is_short, self.is_tight, *names)):
            self._key = key
            self.clear()
            for name in names:
                self.addItem(printable(name), ("attributes", name))
            if self._axis == "x":
                self.insertSeparator(self.count())
                few = ("no attributes", "one attribute")
                many = few[len(names)] if len(names) < len(few) else f"all {len(names)} attributes"
                if self.is_tight and len(names) > 1:
                    many = many.removesuffix(" attributes")
                self.addItem(f"first two components, {many}", ("components", ""))
                start = "distance" if self.is_short else "distance from the instance"
                self.addItem(f"{start}, {many}", ("distance", ""))
        view = query.map
        self._on_axes = (printable(view.x), printable(view.y)) if view.kind == "attributes" else ()
        if view.kind == "attributes":
            chosen = ("attributes", view.x if self._axis == "x" else view.y)
        else:
            chosen = ("distance" if view.kind == "distance" else "components", "")
        for i in range(self.count()):
            if self.itemData(i) is not None and tuple(self.itemData(i)) == chosen:
                self.setCurrentIndex(i)


class RegionsCombo(QComboBox):
    """The choice of learners whose decision regions are shown.

    The closed box says what it is about: in a narrow panel, a label beside it would be the first thing to go,
    and "off" alone says nothing.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for name in get_args(Regions):
            self.addItem(name, name)

    def sizeHint(self) -> QSize:
        hint, metrics = super().sizeHint(), self.fontMetrics()
        return QSize(hint.width() + metrics.horizontalAdvance("regions: "), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        option.currentText = f"regions: {self.currentText()}"


class MapHeader:
    """Creates the controls and puts them into a panel's title row with `add(widget, left)`."""

    def __init__(
        self,
        parent: QWidget,
        view: MapSceneView,
        add: Callable[..., None],
        choose: Callable[[MapSettings], None],
    ) -> None:
        self._view, self._choose = view, choose
        self._query: Query | None = None
        self._tight = self._narrow = False
        self._width = float(_TIGHT)
        self.x, self.y = AxisCombo("x", parent), AxisCombo("y", parent)
        self.regions = RegionsCombo(parent)
        self.regions.setAccessibleName("Decision regions")
        set_tip(
            self.regions,
            "Colours the background by a learner’s prediction at each point; the other attributes keep their "
            "values.\n"
            "It is updated when k stops moving.",
        )
        self.buttons = {name: self._button(name, parent) for name in _NAMES}
        for name in ("zoom", "box", "pan"):
            self.buttons[name].setCheckable(True)
            self.buttons[name].toggled.connect(lambda on, name=name: self._take(name, on))
        self.buttons["home"].clicked.connect(view.go_home)
        self._menu = QMenu(parent)
        self._box_action = QAction("Zoom into a box", parent)
        self._box_action.triggered.connect(self.buttons["box"].toggle)
        self._menu.addAction(self._box_action)
        self._pan_action = QAction("Move the map", parent)
        self._pan_action.triggered.connect(self.buttons["pan"].toggle)
        self._menu.addAction(self._pan_action)
        self.buttons["menu"].setMenu(self._menu)
        self.buttons["menu"].setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.buttons["menu"].hide()
        for combo in (self.x, self.y):
            add(combo, left=True)
            combo.activated.connect(lambda _, combo=combo: self._axis_chosen(combo))
        for widget in (self.regions, *self.buttons.values()):
            add(widget)
        self.regions.activated.connect(self._regions_chosen)

    def show_query(self, query: Query) -> None:
        """Show the query's map; if only k or the instance moves, there is nothing to do."""
        old, self._query = self._query, query
        if old is not None and old.map == query.map and old.used is query.used:
            return
        with QSignalBlocker(self.x), QSignalBlocker(self.y), QSignalBlocker(self.regions):
            self.x.offer(query)
            self.y.offer(query)
            self.regions.setCurrentIndex(self.regions.findData(query.map.regions))
        is_plane = query.map.kind == "attributes"
        self.y.setVisible(is_plane)
        short = self.x.is_short
        axis = 5 if self._tight else 9 if short else 12
        self.y.setMinimumContentsLength(axis)
        self.x.setMinimumContentsLength(axis if is_plane else 11 if self.x.is_tight else 22 if short else 34)
        self.regions.setEnabled(can_have_regions(query))

    def forget(self) -> None:
        """Forget the query of closed data, so that the next one is always shown."""
        self._query = None

    def set_theme(self, theme: Theme) -> None:
        for name, button in self.buttons.items():
            set_icon(button, name, theme)

    def set_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        self._fit_tools()
        self._shorten()

    def _fit_tools(self) -> None:
        """Move tools that do not fit to a menu."""
        few = self._width < _LEAST
        self.buttons["zoom"].setVisible(not few)
        self.buttons["box"].setVisible(not (self._narrow or few))
        self.buttons["pan"].setVisible(not few)
        self._pan_action.setVisible(few)
        self.buttons["menu"].setVisible(self._narrow or few)

    def _shorten(self) -> None:
        """Choose the texts that fit the screen and the panel."""
        for combo in (self.x, self.y):
            combo.is_short, combo.is_tight = self._narrow or self._tight, self._tight and self._narrow
        query, self._query = self._query, None
        if query is not None:
            self.show_query(query)

    def set_width(self, width: float) -> None:
        """Set the width of the panel; in a narrow one the axes are elided sooner.

        In the narrowest, the tool that the wheel replaces is hidden, and the others are in a menu.
        """
        tight, self._width = width < _TIGHT, width
        self._fit_tools()
        self.regions.setMinimumWidth(self.regions.sizeHint().width())  # rather elide the axes
        if tight != self._tight:
            self._tight = tight
            self._shorten()

    def drop_tools(self) -> None:
        """Return to selecting."""
        for name in ("zoom", "box", "pan"):
            self.buttons[name].setChecked(False)

    def _button(self, name: str, parent: QWidget) -> QToolButton:
        button = QToolButton(parent)
        button.setAccessibleName(_NAMES[name])
        button.setToolTip(_TIPS[name])
        return button

    def _take(self, name: str, on: bool) -> None:
        if on:
            for other in {"zoom", "box", "pan"} - {name}:
                self.buttons[other].setChecked(False)
            self._view.set_tool(cast(Tool, name))
        elif self._view.tool == name:
            self._view.set_tool("")

    def _axis_chosen(self, combo: AxisCombo) -> None:
        if self._query is None or combo.currentData() is None:
            return
        kind, name = combo.currentData()
        view = replace(self._query.map, kind=cast(MapKind, kind))
        if kind == "attributes":
            view = replace(view, x=name) if combo is self.x else replace(view, y=name)
        self._choose(view)

    def _regions_chosen(self, index: int) -> None:
        if self._query is not None:
            self._choose(replace(self._query.map, regions=cast(Regions, self.regions.itemData(index))))
