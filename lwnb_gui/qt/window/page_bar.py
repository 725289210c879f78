"""The bar below the menus: pages, undo and redo, legend, data set and class."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from lwnb_core import Dataset
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.display_state import PageName
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.scene.legend import Legend
from lwnb_gui.qt.widgets.class_chooser import ClassChooser
from lwnb_gui.qt.widgets.icons import icon
from lwnb_gui.qt.window.qt_theme import ui_font
from lwnb_gui.text import count
from lwnb_gui.theme import Theme

HEIGHT = 40
PAGE_TITLES: dict[PageName, str] = {
    "data": "Data",
    "explore": "Explore",
    "curves": "Curves",
    "experiment": "Experiment",
}


class PageBar(QWidget):
    """Shows which page and which data are open; the same above every page."""

    def __init__(
        self, context: Context, actions: Mapping[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pageBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._context = context
        self._actions = actions
        self._narrow = False
        self._group = QButtonGroup(self)
        self.buttons: dict[PageName, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 16, 0)
        row.setSpacing(0)
        for page, title in PAGE_TITLES.items():
            button = QPushButton(title, self)
            button.setObjectName("pageButton")
            button.setCheckable(True)
            button.setEnabled(False)
            button.setAccessibleName(f"{title} page")
            button.setToolTip(actions[page].statusTip() + f" ({actions[page].shortcut().toString()})")
            button.clicked.connect(lambda _=False, p=page: context.state.go_to(p))
            self._group.addButton(button)
            self.buttons[page] = button
            row.addWidget(button)
        self._history: list[QToolButton] = []
        row.addSpacing(16)
        self._line_left = _line(self)
        row.addWidget(self._line_left)
        row.addSpacing(8)
        for name in ("undo", "redo"):
            tool = QToolButton(self)
            tool.setDefaultAction(actions[name])
            tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            tool.setAccessibleName(name.capitalize())
            self._history.append(tool)
            row.addWidget(tool)
        row.addStretch(1)
        self.legend = Legend(context, self)
        self._line_right = _line(self)
        self.summary = QLabel(self)
        self.summary.setObjectName("summary")
        self.chooser = ClassChooser(context, self)
        row.addWidget(self.legend)
        row.addSpacing(12)
        row.addWidget(self._line_right)
        row.addSpacing(12)
        row.addWidget(self.summary)
        row.addSpacing(16)
        row.addWidget(self.chooser)
        self._show(Snapshot())
        context.state.subscribe(self._on_state, moves=False)
        context.theme_changed.connect(self._on_theme)
        self._on_theme(context.theme)

    def set_narrow(self, narrow: bool) -> None:
        """Set the layout of a narrow window, which has no space for the counts of attributes."""
        self._narrow = narrow
        query = self._context.state.query
        if query is not None:
            self.summary.setText(summary(query.used, short=narrow))
            self._fit()

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.has_other_data_than(old) or new.display.page != old.display.page:
            self._show(new)

    def _show(self, now: Snapshot) -> None:
        query = now.query
        is_open = query is not None
        for page, button in self.buttons.items():
            button.setEnabled(is_open or page == "experiment")  # it has data sets of its own
            if page == now.display.page:
                button.setChecked(True)
        if now.display.page not in self.buttons:
            self._group.setExclusive(False)
            for button in self.buttons.values():
                button.setChecked(False)
            self._group.setExclusive(True)
        for widget in (self.legend, self.chooser, self._line_left, self._line_right, *self._history):
            widget.setVisible(is_open)
        self.summary.setText("no data open" if query is None else summary(query.used, short=self._narrow))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit again when something in the bar comes, goes or changes its width: a lecture hides pages."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Give the legend the remaining width."""
        row = self.layout()
        assert row is not None
        items = (row.itemAt(i) for i in range(row.count()))
        shown = (item for item in items if item is not None and (item.widget() is None or not item.isEmpty()))
        taken = sum(item.sizeHint().width() for item in shown if item.widget() is not self.legend)
        margins = row.contentsMargins()
        self.legend.fit(self.width() - taken - margins.left() - margins.right())

    def _on_theme(self, theme: Theme) -> None:
        self.setFixedHeight(round(HEIGHT * theme.scale))
        metrics = QFontMetrics(ui_font(theme, theme.size_panel, semibold=True))
        for button in self.buttons.values():  # wide enough for the bold type of the current page
            button.setFixedWidth(metrics.horizontalAdvance(button.text()) + round(theme.px(44)))
        size = round(theme.px(16))
        for tool in self._history:  # of a fixed size, because its text changes at every step
            tool.setIconSize(QSize(size, size))
            tool.setFixedSize(size + 8, size + 8)
        for name in ("undo", "redo"):
            self._actions[name].setIcon(icon(name, theme, theme.px(16)))


def summary(data: Dataset, *, short: bool = False) -> str:
    """Return `iris 150 rows · 4 numeric`."""
    kinds = [data.attributes[j].kind for j in data.predictors]
    counts = [f"{kinds.count(kind)} {kind}" for kind in ("numeric", "nominal") if kind in kinds]
    counted = "" if short or not counts else f" · {', '.join(counts)}"
    name = data.name.replace("&", "&amp;").replace("<", "&lt;")
    return f"<b>{name}</b> {count(len(data), 'row')}{counted}"


def _line(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setObjectName("bar")
    line.setFixedSize(1, 20)
    return line
