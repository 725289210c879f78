"""Small helpers that many parts of the window need and that Qt lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QWidget,
)

StandardButton = QDialogButtonBox.StandardButton


def plain_label(text: str, name: str, parent: QWidget) -> QLabel:
    """Return a label whose text is never treated as HTML; the style sheet knows it by its name."""
    label = QLabel(text, parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def rule(parent: QWidget, *, upright: bool = False, strong: bool = False) -> QFrame:
    """Return a line of one pixel; it is stronger between two parts of a page, and if it is vertical."""
    line = QFrame(parent)
    line.setObjectName("ruleStrong" if upright or strong else "rule")
    line.setFixedWidth(1) if upright else line.setFixedHeight(1)
    return line


def scroll_area(content: QWidget, parent: QWidget) -> QScrollArea:
    """Return controls that scroll vertically if there is too little height, on the surrounding background."""
    area = QScrollArea(parent)
    area.setWidget(content)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    for surface in (content, area.viewport()):
        surface.setAutoFillBackground(False)
    return area


def fill_choices(box: QComboBox, choices: Mapping[str, str], chosen: str) -> None:
    """Offer these choices (texts by value) and show the chosen one; an unchanged list is kept."""
    if [box.itemData(i) for i in range(box.count())] != list(choices):
        box.clear()
        for value, text in choices.items():
            box.addItem(text, value)
    box.setCurrentIndex(box.findData(chosen))


def thin_splitter(direction: Qt.Orientation, parent: QWidget) -> QSplitter:
    """Return a splitter whose handles are lines of one pixel; its parts cannot be dragged away."""
    splitter = QSplitter(direction, parent)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    return splitter


def delete_widgets(layout: QLayout, widgets: Iterable[QWidget]) -> None:
    """Remove widgets from a layout and delete them. They are hidden at once; Qt deletes them later."""
    for widget in widgets:
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()


def set_style_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, and apply the style sheet again."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def dialog_buttons(dialog: QDialog, accept: str | StandardButton = StandardButton.Ok) -> QDialogButtonBox:
    """Return a button that accepts the dialog, with its own text or the system's, and one that cancels."""
    buttons = QDialogButtonBox(dialog)
    if isinstance(accept, str):
        buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
    else:
        buttons.addButton(accept)
    buttons.addButton(StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


class RowButton(QPushButton):
    """A button with a layout of labels, as high as these, whatever height the style sheet gives buttons."""

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
