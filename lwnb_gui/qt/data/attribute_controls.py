"""The controls above a histogram: whether the attribute is in use, its type, whether it is the class."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QPushButton, QWidget

from lwnb_gui.app.column_edits import Edits, class_name
from lwnb_gui.app.data_edit import (
    MOST_BINS,
    can_be_numeric,
    class_choices,
    differences,
    reset_attribute,
    set_class,
    set_kind,
    suggested_bins,
    warning_about_class,
)
from lwnb_gui.app.query import Query
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.widgets.spin_box import SpinBox
from lwnb_gui.qt.widgets.tool_tip import set_tip

_WIDE = 400  # pixels of the light theme, in which all texts fit


class AttributeControls(QWidget):
    """The settings of one attribute, which are changed in the state."""

    changed = Signal()
    failed = Signal(object)  # an exception: the change is not possible
    warned = Signal(str)  # the change was made, but is probably not intended

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._name = ""
        self.used = QCheckBox("in use", self)
        self.used.setToolTip("Whether the learners use this attribute, in the distance and in the tables.")
        self.used.toggled.connect(lambda on: context.state.use_attribute(self._name, on))
        self.kind = QComboBox(self)
        self.kind.setAccessibleName("Type")
        set_tip(
            self.kind,
            "Numeric values are compared by size and modelled by a normal curve; nominal ones are equal or "
            "not, and counted. Numbers that are only codes should be nominal.",
        )
        self.kind.activated.connect(self._set_kind)
        self.class_button = QPushButton("Predict this", self)
        set_tip(
            self.class_button,
            "Make this attribute the class. A few whole numbers are used as classes directly; other numbers "
            "are cut into intervals. To use every number as a class, make the attribute nominal first.",
        )
        self.class_button.clicked.connect(self.make_class)
        self.bins = SpinBox(self)
        self.bins.setRange(2, MOST_BINS)
        self.bins.setSuffix(" intervals")
        self.bins.setMinimumWidth(40)  # on a narrow screen the box shrinks, rather than the texts beside it
        self.bins.setAccessibleName("Intervals of a numeric class")
        set_tip(
            self.bins,
            "These learners predict a nominal class. The numbers are cut into this many intervals, each with "
            "about equally many rows.",
        )
        self.bins.editingFinished.connect(self._cut_again)
        self.reset_button = QPushButton("• reset", self)
        self.reset_button.setObjectName("link")
        self.reset_button.setAccessibleName("Reset this attribute")
        self.reset_button.clicked.connect(self.reset)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 8, 4)
        row.setSpacing(4)
        for widget in (self.used, self.kind, self.class_button, self.bins):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.reset_button)

    def fit(self, width: int) -> None:
        """Leave out a word if there is no space for it: half a word says less than the number alone."""
        self.bins.setSuffix(" intervals" if width >= self._context.theme.px(_WIDE) else "")

    # -- showing ------------------------------------------------------------------------------------

    def show_attribute(self, query: Query, name: str) -> None:
        self._name = name
        read = self._context.state.read or query.data
        attribute = query.data.attributes[query.data.index_of(name)]
        is_class = class_name(query.data) == name
        with QSignalBlocker(self.used):
            self.used.setChecked(name not in query.unused)
        self.used.setVisible(not is_class and attribute.kind != "string")
        before = read.attributes[read.index_of(name)]
        self.kind.clear()
        if attribute.is_numeric or (can_be_numeric(attribute, before) and not is_class):
            self.kind.addItem("numeric", "numeric")
        self.kind.addItem("nominal", "nominal")
        if before.kind == "string":
            self.kind.addItem("text", "string")
        self.kind.setCurrentIndex(self.kind.findData(attribute.kind))
        self.kind.setEnabled(self.kind.count() > 1)
        was_switched = name in Edits.between(read, query.data).kinds
        is_cut = is_class and before.is_numeric and not was_switched
        with QSignalBlocker(self.bins):
            if is_cut:
                self.bins.setValue(len(attribute.values))
            elif attribute.is_numeric:
                self.bins.setValue(suggested_bins(query.data, name))
        can_be_cut = not is_class and bool(class_choices(query.data, name))
        self.bins.setVisible(is_cut or can_be_cut)
        self.class_button.setText("the class" if is_class else "Predict this")
        self.class_button.setEnabled(not is_class and attribute.kind != "string")
        changes = differences(self._context.state, name)
        self.reset_button.setVisible(bool(changes))
        set_tip(self.reset_button, f"Changed since the file was read: {'; '.join(changes)}. Click to reset.")

    # -- changing -----------------------------------------------------------------------------------

    def make_class(self) -> None:
        """Predict this attribute; the intervals matter only where it is numeric."""
        bins = self.bins.value() if not self.bins.isHidden() else None
        self._try(lambda: set_class(self._context.state, self._name, bins))
        if warning := warning_about_class(self._context.state):
            self.warned.emit(warning)

    def reset(self) -> None:
        """Restore this attribute as in the file."""
        self._try(lambda: reset_attribute(self._context.state, self._name))

    def _set_kind(self) -> None:
        query, kind = self._context.state.query, self.kind.currentData()
        if query is None or query.data.attributes[query.data.index_of(self._name)].kind == kind:
            return
        if kind == "string":
            self.reset()
        else:
            self._try(lambda: set_kind(self._context.state, self._name, kind))

    def _cut_again(self) -> None:
        query = self._context.state.query
        if query is None or not self._name or class_name(query.data) != self._name:
            return
        if len(query.data.classes) != self.bins.value():
            self.make_class()

    def _try(self, change: Callable[[], object]) -> None:
        """Try a change; if it is not possible, report it and restore the controls."""
        try:
            change()
        except Exception as error:
            self.failed.emit(error)
            query = self._context.state.query
            if query is not None:
                self.show_attribute(query, self._name)
        else:
            self.changed.emit()
