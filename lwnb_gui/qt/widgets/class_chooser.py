"""The choice of the attribute to predict."""

from __future__ import annotations

from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QInputDialog, QStyleOptionComboBox, QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.data_edit import class_choices, set_class_as_chosen
from lwnb_gui.qt.context import Context
from lwnb_gui.text import printable


class ClassChooser(QComboBox):
    """A list that makes a nominal attribute the class at once; a dialog asks how to cut a numeric one."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setAccessibleName("Class attribute")
        self.setToolTip(
            "The attribute to predict. Numbers are used as classes directly, or cut into intervals."
        )
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(lambda index: self.choose(str(self.itemData(index))))
        context.state.subscribe(self._on_state, moves=False)
        context.theme_changed.connect(self._fit)

    @property
    def closed_text(self) -> str:
        """Return the text of the closed box; the list has only the names, so that typing one finds it."""
        return f"predict: {printable(str(self.currentData()))}" if self.currentIndex() >= 0 else ""

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        option.currentText = self.closed_text or self.placeholderText()

    def choose(self, name: str) -> None:
        """Make an attribute the class, after a dialog on how to form classes from numbers."""
        query = self._context.state.query
        if query is None or (query.data.class_index == query.data.index_of(name)):
            return  # no data, or the same class
        choices = class_choices(query.data, name)
        choice = None
        if choices:
            text, agreed = QInputDialog.getItem(
                self,
                "A numeric class",
                f"{name} is numeric, but these learners predict a nominal class. Use",
                [choice.text for choice in choices],
                0,
                False,
            )
            if not agreed:
                self._show()
                return
            choice = next(choice for choice in choices if choice.text == text)
        message = set_class_as_chosen(self._context.state, name, choice)
        if message:
            self._context.said.emit(message)

    def _fit(self, *_: object) -> None:
        """Make it as wide as the choice, and the list as wide as its widest entry."""
        metrics = self.fontMetrics()
        texts = [self.itemText(i) for i in range(self.count())]
        chosen = metrics.horizontalAdvance(self.closed_text or self.placeholderText())
        theme = self._context.theme
        self.setFixedWidth(round(min(chosen, theme.px(260)) + theme.px(44)))
        self.view().setMinimumWidth(max((metrics.horizontalAdvance(text) for text in texts), default=0) + 40)

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        before = old.query.data if old.query is not None else None
        after = new.query.data if new.query is not None else None
        if after is not before:
            self._show()

    def _show(self) -> None:
        query = self._context.state.query
        self.blockSignals(True)
        self.clear()
        if query is not None:
            for j, attribute in enumerate(query.data.attributes):
                note = "" if j == query.data.class_index else f" ({attribute.kind})"
                self.addItem(printable(attribute.name) + note, attribute.name)
                model = self.model()
                if attribute.kind == "string" and isinstance(model, QStandardItemModel):
                    model.item(j).setEnabled(False)
            self.setCurrentIndex(-1 if query.data.class_index is None else query.data.class_index)
            self.setPlaceholderText("choose a class")
            self._fit()
        self.blockSignals(False)
