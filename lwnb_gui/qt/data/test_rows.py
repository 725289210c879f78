"""Test rows: which rows are tested and which are used for training, and saving all predictions."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import HeldOut, OwnRows, TestFile
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.data.hold_out_dialog import hold_out_boxes
from lwnb_gui.qt.data.test_file import after, open_test_file
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import scroll_area
from lwnb_gui.qt.window.file_dialogs import ask_open
from lwnb_gui.qt.window.member_chooser import ask_part
from lwnb_gui.qt.window.opener import FILTER
from lwnb_gui.text import count

_OWN, _HELD_OUT, _FILE = range(3)  # the values of the radio buttons


class TestRowsPanel(DataPanel):
    """Three ways to test; the choice also applies to Explore and Curves."""

    __test__ = False  # not a pytest class
    title = "Test rows"
    least = (300, 184)
    height_needed = Signal(int)  # to show a message above all controls; 0: the usual height is enough

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._choose)
        self.own = self._radio(
            "The data’s own rows, each left out in turn",
            _OWN,
            "Every row is predicted with all other rows as training rows. If a row were among its own "
            "training rows, every learner would look too good.",
        )
        self.held_out = self._radio(
            "Hold out",
            _HELD_OUT,
            "A share of every class is held out for testing. The same seed always draws the same rows.",
        )
        self.file = self._radio(
            "A second file",
            _FILE,
            "All rows of the data are used for training, those of the second file for testing. Attributes "
            "are "
            "matched by name; the class may be missing there.",
        )
        self._create_controls()
        self.summary = QLabel(self)
        self.summary.setObjectName("small")
        self.summary.setWordWrap(True)
        self.save_button = QPushButton("Save predictions…", self)
        set_tip(
            self.save_button,
            "Saves one line per test row, as CSV or ARFF: its number, true and predicted class, and the "
            "probability of each class, for LWNB and the other three learners.",
        )
        self.save_button.clicked.connect(context.saving_requested)
        self._lay_out()
        self.error_bar.said.connect(self._request_height)

    # -- building -----------------------------------------------------------------------------------

    def _radio(self, text: str, number: int, tip: str) -> QRadioButton:
        button = QRadioButton(text, self)
        set_tip(button, tip)
        self._group.addButton(button, number)
        return button

    def _create_controls(self) -> None:
        self.percent, self.seed = hold_out_boxes(HeldOut(), self)
        self.seed.setPrefix("seed ")
        for spin in (self.percent, self.seed):
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(self._hold_out)
        self.choose_button = QPushButton("Choose…", self)
        self.choose_button.setAccessibleName("Choose a test file")
        self.choose_button.setToolTip("Weka calls this a supplied test set.")
        self.choose_button.clicked.connect(self.ask_file)

    def _lay_out(self) -> None:
        self._controls = QWidget(self)
        column = QVBoxLayout(self._controls)
        column.setContentsMargins(12, 2, 12, 8)
        column.setSpacing(5)
        column.addWidget(self.own)
        column.addLayout(_row(self.held_out, self.percent, self.seed))
        column.addLayout(_row(self.file, self.choose_button))
        column.addWidget(self.summary)
        column.addStretch(1)
        column.addLayout(_row(self.save_button))
        # The controls scroll if a long message leaves them too little height.
        self.scroll_area = scroll_area(self._controls, self)
        self.body.addWidget(self.scroll_area)

    # -- showing ------------------------------------------------------------------------------------

    def concerns(self, old: Query | None, new: Query | None) -> bool:
        if old is None or new is None:
            return old is not new
        return new.data is not old.data or new.test_rows != old.test_rows

    def show_query(self, query: Query | None) -> None:
        if query is None:
            return
        has_class = query.data.class_index is not None
        choices = (self.own, self.held_out, self.file, self.percent, self.seed, self.choose_button)
        for widget in (*choices, self.save_button):
            widget.setEnabled(has_class)
        spec = query.test_rows
        number = {HeldOut: _HELD_OUT, TestFile: _FILE, OwnRows: _OWN}.get(type(spec))
        with QSignalBlocker(self._group), QSignalBlocker(self.percent), QSignalBlocker(self.seed):
            if number is not None:
                self._group.button(number).setChecked(True)
            if isinstance(spec, HeldOut):
                self.percent.setValue(spec.percent)
                self.seed.setValue(spec.seed)
        name = spec.data.name if isinstance(spec, TestFile) else ""
        self.file.setText(f"A second file: {name}" if name else "A second file")
        summary = _summary(query) if has_class else "Choose a class first: there is nothing to test."
        self.summary.setText(summary)
        self.set_subtitle("• not the default" if spec != OwnRows() else "")

    def _request_height(self) -> None:
        """Ask for enough height to show the message and all controls."""
        if self.error_bar.isHidden():
            self.height_needed.emit(0)
            return
        width = self.width()
        above = self.title_row.height() + self.computing_bar.height()
        parts = (self.error_bar.heightForWidth(width), self._controls.heightForWidth(width))
        self.height_needed.emit(above + sum(parts))

    # -- choosing -----------------------------------------------------------------------------------

    def _choose(self, number: int) -> None:
        self.clear_error()
        if number == _OWN:
            self.context.state.set_test_rows(OwnRows())
        elif number == _HELD_OUT:
            self._hold_out()
        else:
            self.ask_file()

    def _hold_out(self) -> None:
        """Hold out rows; percent and seed matter only then."""
        if self.held_out.isChecked():
            self.context.state.set_test_rows(HeldOut(self.percent.value(), self.seed.value()))

    def ask_file(self) -> None:
        path = ask_open(self, self.context, "Test file", FILTER)
        chosen = ask_part(path, self) if path else None
        if chosen:
            self.open_file(chosen)
        else:
            self.show_query(self.context.state.query)  # restore the choice that is in force

    def open_file(self, path: str, *, fill: bool = False) -> None:
        """Test the rows of a second file."""
        if self.context.state.query is not None:
            self.clear_error()
            self.computing_bar.begin()
            refused = partial(self._refused, path)
            open_test_file(self.context, path, on_done=self._opened, on_error=refused, fill=fill)

    def _opened(self, note: str) -> None:
        self.computing_bar.end()
        if note:
            self.show_error(note, "OK", self.clear_error)

    def _refused(self, path: str, error: BaseException) -> None:
        self.computing_bar.end()
        self.show_query(self.context.state.query)
        again = partial(self.open_file, path, fill=True)
        self.show_error(error, *after(error, again, ("Another file…", self.ask_file)))


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def _summary(query: Query) -> str:
    tested = len(query.rows_to_test)
    spec = query.test_rows
    if isinstance(spec, OwnRows):
        if query.n_training == 1:
            return f"{count(tested, 'test row')}, each predicted with the other as training row."
        return (
            f"{count(tested, 'test row')}, each predicted with the other {query.n_training:,} as training "
            f"rows."
        )
    text = f"{count(tested, 'test row')}, {count(query.n_training, 'training row')}."
    if isinstance(spec, TestFile):
        unknown = int((spec.data.class_codes < 0).sum()) if spec.data.class_index is not None else tested
        if unknown:
            text += f" {'None' if unknown == tested else f'{tested - unknown:,}'} with a known class."
    return text
