"""A page of splitters, whose sizes are saved in the preferences for each font size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.widgets.widgets import thin_splitter
from lwnb_gui.theme import Theme


class SplitPage(Panel):
    """Several panels with movable lines between them."""

    default_sizes: ClassVar[Mapping[str, Sequence[int]]]  # by the name of a splitter

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.set_title_visible(False)
        self.splitters: dict[str, QSplitter] = {}
        self._scale = context.theme.scale
        self._sizes_at: dict[float, dict[str, list[int]]] = {}  # at other scales of the type
        self._has_sizes = False  # whether they can be set, when the page is first shown

    def split(self, name: str, direction: Qt.Orientation, *parts: tuple[QWidget, int]) -> QSplitter:
        """Add a splitter of parts, each with its stretch."""
        splitter = self.splitters[name] = thin_splitter(direction, self)
        for i, (part, stretch) in enumerate(parts):
            splitter.addWidget(part)
            splitter.setStretchFactor(i, stretch)
        return splitter

    def sizes(self) -> dict[str, list[int]]:
        """Return the sizes to remember, except those of a splitter with a hidden part, whose size is 0."""
        return {name: splitter.sizes() for name, splitter in self.splitters.items() if _is_whole(splitter)}

    def reset_layout(self) -> None:
        """Restore the default sizes."""
        self._set_sizes({})

    def _set_sizes(self, known: Mapping[str, Sequence[int]]) -> None:
        for name, splitter in self.splitters.items():
            splitter.setSizes(list(known.get(name) or self.default_sizes[name]))

    def apply_theme(self, theme: Theme) -> None:
        """Apply a theme; panels that larger type narrows get their width back with smaller type."""
        if theme.scale != self._scale:
            sizes = self._sizes_at[self._scale] = self.sizes()
            self._scale = theme.scale
            self._set_sizes(self._sizes_at.get(theme.scale, sizes))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._has_sizes:
            self._has_sizes = True
            self._set_sizes(self.context.preferences.splitters)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._has_sizes:
            for name, sizes in self.sizes().items():
                self.context.preferences = self.context.preferences.with_splitter(name, sizes)


def _is_whole(splitter: QSplitter) -> bool:
    parts = (splitter.widget(i) for i in range(splitter.count()))
    return not any(part is not None and part.isHidden() for part in parts)
