"""Test rows: which rows are asked about, which train; and the predictions for all of them, saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from lwnb_core import Dataset, save
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.file_dialogs import ask_open, ask_save
from lwnb_gui.qt.opener import FILTER
from lwnb_gui.qt.spin_box import SpinBox
from lwnb_gui.qt.tasks import Job
from lwnb_gui.state import HeldOut, OwnRows, Query, TestFile
from lwnb_gui.state.predictions import predict_all
from lwnb_gui.state.test_file import read_test_file
from lwnb_gui.text import count

_TABLES = "CSV (*.csv);;ARFF (*.arff);;TSV (*.tsv)"
_SUFFIXES = (".csv", ".tsv", ".arff")
OWN, HELD, FILE = range(3)
_READ, _SAVE = "data-test-file", "data-save-predictions"


class TestRowsPanel(DataPanel):
    """Three ways to test; the choice holds for Explore and Curves as well."""

    __test__ = False  # the name speaks to users, not to pytest
    title = "Test rows"
    least = (300, 184)
    room_wanted = Signal(int)  # the height that a message and the controls take together; 0: as usual

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._group = QButtonGroup(self)
        box = self._controls = QWidget(self)
        column = QVBoxLayout(box)
        column.setContentsMargins(12, 2, 12, 8)
        column.setSpacing(5)
        self.own = self._radio(
            "The data’s own rows, each left out in turn",
            OWN,
            "Every row is asked about with all other rows as training rows. A row that trained its own "
            "answer would flatter every learner.",
        )
        column.addWidget(self.own)
        column.addLayout(self._held_line())
        column.addLayout(self._file_line())
        self.words = QLabel(box)
        self.words.setObjectName("small")
        self.words.setWordWrap(True)
        column.addWidget(self.words)
        column.addStretch(1)
        column.addLayout(self._save_line())
        # Under a message longer than the screen the controls are cut nowhere.
        self._scroll = QScrollArea(self)
        self._scroll.setWidget(box)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for ground in (self._scroll.viewport(), box):  # the panel's, not a grey one
            ground.setAutoFillBackground(False)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(self._scroll)
        self.error_bar.said.connect(self._want_room)
        self._group.idClicked.connect(self._clicked)

    # -- building -----------------------------------------------------------------------------------

    def _radio(self, text: str, number: int, tip: str) -> QRadioButton:
        button = QRadioButton(text, self)
        button.setToolTip(tip)
        self._group.addButton(button, number)
        return button

    def _held_line(self) -> QHBoxLayout:
        self.held = self._radio(
            "Hold out",
            HELD,
            "A share of every class is kept for testing, not training. The same seed draws the same rows.",
        )
        self.percent, self.seed = SpinBox(self), SpinBox(self)
        self.percent.setRange(1, 90)
        self.percent.setValue(HeldOut().percent)
        self.percent.setSuffix(" %")
        self.percent.setAccessibleName("Percent held out")
        self.percent.setToolTip("The share of every class that is kept for testing.")
        self.seed.setRange(0, 9999)
        self.seed.setValue(HeldOut().seed)
        self.seed.setPrefix("seed ")
        self.seed.setAccessibleName("Seed of the draw")
        self.seed.setToolTip("Another seed draws other rows; the same one draws the same.")
        for spin in (self.percent, self.seed):
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(self._hold_out)
        return _line(self.held, self.percent, self.seed)

    def _file_line(self) -> QHBoxLayout:
        self.file = self._radio(
            "A second file",
            FILE,
            "All rows of the data train, those of the second file are asked about. Attributes are found by "
            "name; the class may be missing there.",
        )
        self.choose_button = QPushButton("Choose…", self)
        self.choose_button.setAccessibleName("Choose a test file")
        self.choose_button.setToolTip("Weka calls this a supplied test set.")
        self.choose_button.clicked.connect(self.ask_file)
        return _line(self.file, self.choose_button)

    def _save_line(self) -> QHBoxLayout:
        self.save_button = QPushButton("Save predictions…", self)
        self.save_button.setToolTip(
            "A line for every test row: its number, true and predicted class, and each class’s probability, "
            "for LWNB and the three others. As CSV or ARFF."
        )
        self.save_button.clicked.connect(self.ask_save)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName("Predicting")
        self.bar.hide()
        self.cancel_button = QPushButton("Cancel", self)
        self.cancel_button.clicked.connect(self.cancel)
        self.cancel_button.hide()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.save_button)
        line.addWidget(self.bar, 1)
        line.addWidget(self.cancel_button)
        line.addStretch(0)
        return line

    # -- showing ------------------------------------------------------------------------------------

    def concerns(self, old: Query | None, new: Query | None) -> bool:
        if old is None or new is None:
            return old is not new
        return new.data is not old.data or new.test_rows != old.test_rows

    def show_query(self, query: Query | None) -> None:
        if query is None:
            return
        has_class = query.data.class_index is not None
        for widget in (self.own, self.held, self.file, self.percent, self.seed, self.choose_button):
            widget.setEnabled(has_class)
        self.save_button.setEnabled(has_class and not self.is_saving)
        spec = query.test_rows
        number = {HeldOut: HELD, TestFile: FILE, OwnRows: OWN}.get(type(spec))
        with QSignalBlocker(self._group), QSignalBlocker(self.percent), QSignalBlocker(self.seed):
            if number is not None:
                self._group.button(number).setChecked(True)
            if isinstance(spec, HeldOut):
                self.percent.setValue(spec.percent)
                self.seed.setValue(spec.seed)
        name = spec.data.name if isinstance(spec, TestFile) else ""
        self.file.setText(f"A second file: {name}" if name else "A second file")
        self.words.setText(_words(query) if has_class else "Choose a class first: there is nothing to test.")
        differs = spec != OwnRows()
        self.set_subtitle("• not the default" if differs else "")

    def _want_room(self) -> None:
        """The message and all controls are to be seen at once, if the column is high enough."""
        if self.error_bar.isHidden():
            self.room_wanted.emit(0)
            return
        width = self.width()
        around = self._title_row.height() + self.computing_bar.height()
        parts = (self.error_bar.heightForWidth(width), self._controls.heightForWidth(width))
        self.room_wanted.emit(around + sum(parts))

    # -- choosing -----------------------------------------------------------------------------------

    def _clicked(self, number: int) -> None:
        self.clear_error()
        if number == OWN:
            self.context.state.set_test_rows(OwnRows())
        elif number == HELD:
            self.context.state.set_test_rows(HeldOut(self.percent.value(), self.seed.value()))
        else:
            self.ask_file()

    def _hold_out(self) -> None:
        """The figures count only where rows are held out."""
        if self.held.isChecked():
            self.context.state.set_test_rows(HeldOut(self.percent.value(), self.seed.value()))

    def ask_file(self) -> None:
        path = ask_open(self, self.context, "Test file", FILTER)
        if path:
            self.open_file(path)
        else:
            self.show_query(self.context.state.query)  # the choice goes back to what is in force

    def open_file(self, path: str) -> None:
        """Read a second file and bring it under the header of the data."""
        query = self.context.state.query
        if query is None:
            return
        self.clear_error()
        training, unused = query.data, query.unused
        self.computing_bar.begin()
        self.context.tasks.start(
            _READ,
            lambda job: read_test_file(path, training, unused),
            on_done=lambda found: self._opened(training, found),
            on_error=self._refused,
        )

    def _opened(self, training: Dataset, found: tuple[TestFile, tuple[str, ...]]) -> None:
        self.computing_bar.end()
        query = self.context.state.query
        if query is None or query.data is not training:
            return
        test, notes = found
        self.context.state.set_test_rows(test)
        if notes:
            self.show_error(f"{test.data.name}: {'; '.join(notes)}.", "Understood", self.clear_error)

    def _refused(self, error: BaseException) -> None:
        self.computing_bar.end()
        self.show_query(self.context.state.query)
        self.show_error(error, "Another file…", self.ask_file)

    # -- predictions --------------------------------------------------------------------------------

    @property
    def is_saving(self) -> bool:
        return self.context.tasks.is_running(_SAVE)

    def ask_save(self) -> None:
        query = self.context.state.query
        if query is None:
            return
        name = f"{query.instances.name}-predictions.csv"
        path = ask_save(self, self.context, "Save predictions", name, _TABLES)
        if path:
            self.save(path)

    def save(self, path: str) -> None:
        """Predict all test rows and write them, all or nothing."""
        query = self.context.state.query
        if query is None or query.data.class_index is None:
            return
        target = path if path.lower().endswith(_SUFFIXES) else f"{path}.csv"
        self.clear_error()
        self._show_saving(True)
        self.context.tasks.start(
            _SAVE,
            lambda job: _predict_and_save(query, target, job),
            on_done=lambda n: self._saved(n, target),
            on_progress=self._progress,
            on_error=self._not_saved,
        )

    def cancel(self) -> None:
        """Stop predicting; nothing is written."""
        self.context.tasks.cancel(_SAVE)
        self._show_saving(False)
        self.words.setText("Cancelled. No file was written.")

    def _progress(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _saved(self, n: int, target: str) -> None:
        self._show_saving(False)
        self.words.setText(f"Saved {count(n, 'prediction')} to {Path(target).name}.")
        self.words.setToolTip(target)

    def _not_saved(self, error: BaseException) -> None:
        self._show_saving(False)
        self.show_error(error, "Save elsewhere…", self.ask_save)

    def _show_saving(self, saving: bool) -> None:
        self.save_button.setEnabled(not saving)
        self.bar.setVisible(saving)
        self.bar.setRange(0, 0)
        self.cancel_button.setVisible(saving)


def _line(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def _words(query: Query) -> str:
    tested = len(query.rows_to_test)
    spec = query.test_rows
    if isinstance(spec, OwnRows):
        if query.n_training == 1:
            return f"{count(tested, 'test row')}, each with the other as training row."
        return f"{count(tested, 'test row')}, each with the {query.n_training:,} others as training rows."
    held = f"{count(tested, 'test row')}, {count(query.n_training, 'training row')}."
    if isinstance(spec, TestFile):
        unknown = int((spec.data.class_codes < 0).sum()) if spec.data.class_index is not None else tested
        if unknown:
            held += f" {'None' if unknown == tested else f'{tested - unknown:,}'} with a known class."
    return held


def _predict_and_save(query: Query, target: str, job: Job) -> int:
    found = predict_all(query, job)
    job.check()
    save(found.as_dataset(), target)
    return len(found.rows)
