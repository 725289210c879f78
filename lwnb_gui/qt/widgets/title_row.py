"""The first row of a panel: title, subtitle and tools."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from lwnb_gui.qt.widgets.labels import PADDING, ElidedLabel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.theme import Theme

TITLE_ROW = 32


class TitleRow(QWidget):
    """The first row; if panels share an area behind tabs, subtitle and tools move into the row of tabs."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedHeight(TITLE_ROW)
        self.title = QLabel(title, self)
        self.title.setObjectName("panelTitle")
        self.left_tools = _tools(self)
        self.left_tools.hide()  # an empty one would take its spacing twice
        self.subtitle = ElidedLabel("", self)
        self.subtitle.setObjectName("panelSubtitle")
        stretch = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        stretch.setRetainSizeWhenHidden(True)  # so that the tools stay at the right end
        self.subtitle.setSizePolicy(stretch)
        self.tools = _tools(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(PADDING, 0, 8, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self.title)
        self._row.addWidget(self.left_tools)
        self._row.addWidget(self.subtitle, 1)
        self._row.addWidget(self.tools)
        self._tabs_width = 0
        self._wordings: tuple[str, ...] = ()  # wordings of the subtitle, from long to short
        self._tip = ""

    def apply_theme(self, theme: Theme) -> None:
        self.setFixedHeight(round(TITLE_ROW * theme.scale))
        self._row.setContentsMargins(round(theme.px(PADDING)), 0, round(theme.px(8)), 0)

    # -- the subtitle -------------------------------------------------------------------------------

    def set_subtitle(self, *wordings: str, tip: str = "") -> None:
        """Set the grey text after the title to the first wording, from long to short, that fits.

        The tip is the longest of them, unless another is given.
        """
        self._wordings = wordings
        if self._tip != (tip := tip or wordings[0]):
            self._tip = tip
            set_tip(self.subtitle, tip)
        self.fit_subtitle()

    def fit_subtitle(self) -> None:
        """Choose the wording for the present width of the panel."""
        if self._wordings:
            panel = self.parentWidget()
            assert panel is not None
            width = panel.width() - self.title_width - self.tools.sizeHint().width() - 3 * PADDING
            metrics = self.subtitle.fontMetrics()
            fitting = (text for text in self._wordings if metrics.horizontalAdvance(text) <= width)
            self.subtitle.setText(next(fitting, self._wordings[-1]))

    @property
    def title_width(self) -> int:
        """Return the width of what stands before the subtitle: the title, or the tabs."""
        return self._tabs_width or self.title.sizeHint().width()

    # -- tools --------------------------------------------------------------------------------------

    def add_tool(self, widget: QWidget, *, left: bool = False, before_last: bool = False) -> None:
        """Add a control at the right end, or directly after the title."""
        tools = (self.left_tools if left else self.tools).layout()
        assert isinstance(tools, QHBoxLayout)
        tools.removeWidget(widget)  # it may be there already
        tools.insertWidget(tools.count() - before_last, widget)
        if left:
            self.left_tools.show()

    def set_content_hidden(self, hidden: bool, *, with_title: bool) -> None:
        """Hide subtitle and tools while the panel's content is hidden; `with_title`: also the title."""
        self.subtitle.setVisible(not hidden)
        self.title.setVisible(not with_title)
        for tools in (self.tools, self.left_tools):
            tools.setEnabled(not hidden)
            if tools.parentWidget() is self:  # in tabs, they come and go with the tab
                tools.setVisible(not with_title and tools.layout().count() > 0)  # type: ignore[union-attr]

    # -- behind tabs --------------------------------------------------------------------------------

    def take_subtitle(self, tabs_width: int) -> QWidget:
        """Return the subtitle, for a row of tabs of this total width."""
        self._tabs_width = tabs_width
        return self.subtitle

    def take_back(self) -> None:
        """Move subtitle and tools from a row of tabs back into this row."""
        self._tabs_width = 0
        self._row.insertWidget(2, self.subtitle, 1)
        self._row.addWidget(self.tools)
        self.tools.setVisible(not self.title.isHidden())


def _tools(parent: QWidget) -> QWidget:
    tools = QWidget(parent)
    row = QHBoxLayout(tools)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    return tools
