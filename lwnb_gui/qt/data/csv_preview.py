"""The preview of a CSV file: how it is read, to be put right before it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lwnb_gui.qt.bars import ErrorBar
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.csv_reading import Reading, read_in_steps
from lwnb_gui.qt.data.csv_table import CsvTable
from lwnb_gui.state.missing_markers import USUAL, marker_text, parse_markers, with_usual
from lwnb_gui.text import count

_TASK = "csv-preview"
_PAUSE = 150
_SEPARATORS = (
    ("comma  ,", ","),
    ("semicolon  ;", ";"),
    ("tab", "\t"),
    ("bar  |", "|"),
    ("blanks", " "),
)
_QUOTES = (('double  "', '"'), ("single  '", "'"), ("none", ""))
_DECIMALS = (("point  1.5", "."), ("comma  1,5", ","))
_ENCODINGS = ("utf-8", "cp1252", "latin-1", "utf-16", "cp1250", "cp1251", "mac-roman", "shift_jis", "gb18030")
_KINDS = (("as found", ""), ("numeric", "numeric"), ("nominal", "nominal"))


def ask(path: str, context: Context, parent: QWidget | None = None) -> dict[str, Any] | None:
    """Show a CSV file and let the user put its reading right: the options of `lw.load`, None if cancelled."""
    dialog = CsvDialog(path, context, parent)
    try:
        return dialog.options() if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        context.tasks.cancel(_TASK)
        dialog.deleteLater()


class CsvDialog(QDialog):
    """What the user has not touched is found out anew with every change of what they have."""

    def __init__(self, path: str, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path, self._context = path, context
        self._chosen: dict[str, Any] = {}
        self._kinds: dict[str, str] = {}
        self.reading: Reading | None = None
        self.setWindowTitle(f"Open {Path(path).name}")
        self.resize(round(context.theme.px(860)), round(context.theme.px(560)))
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.refresh)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._settings())
        self.error_bar = ErrorBar(self)
        column.addWidget(self.error_bar)
        self.table = CsvTable(self)
        self.table.set_theme(context.theme)
        self.table.column_chosen.connect(self._column_chosen)
        column.addWidget(self.table, 1)
        column.addLayout(self._foot())
        self.refresh()

    # -- building -----------------------------------------------------------------------------------

    def _settings(self) -> QWidget:
        box = QWidget(self)
        grid = QGridLayout(box)
        grid.setContentsMargins(16, 12, 16, 10)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        self.labels: dict[str, QLabel] = {}
        self.separator = self._combo(_SEPARATORS)
        self.quote = self._combo(_QUOTES)
        self.decimal = self._combo(_DECIMALS)
        self.encoding = self._combo(tuple((name, name) for name in _ENCODINGS))
        self.encoding.setEditable(True)
        self.header = QCheckBox("the first row holds names", box)
        self.missing = QLineEdit(box)
        self.missing.setPlaceholderText('such as -999 or "n. b."')
        placeholder = self.missing.fontMetrics().horizontalAdvance(self.missing.placeholderText())
        self.missing.setMinimumWidth(placeholder + 24)  # the frame and the cursor
        self.usual = QCheckBox("and ? NA …", box)
        self.usual.setChecked(True)
        self.usual.setAccessibleName("the usual markers for missing values")
        self.usual.setToolTip(
            f"{'  '.join(USUAL)}\nWithout them only empty cells and what is typed here stand for no value."
        )
        self.column = self._combo(())
        self.kind = self._combo(_KINDS)
        self.klass = self._combo(())
        places = (
            ("separator", "separator", self.separator, "What stands between two cells."),
            ("decimal", "decimal mark", self.decimal, "What stands before the fraction of a number."),
            ("quote", "quote", self.quote, "What stands around a cell that has the separator inside."),
            ("encoding", "encoding", self.encoding, "How letters are stored. Change it if they look wrong."),
            ("header", "header", self.header, "Without names the columns are called by their number."),
            ("missing", "missing", self.missing, "More cells that stand for no value, with blanks between"
             ' them; quotes keep words together, as in "n. b.". An empty cell is always missing.'),
            ("column", "type of", self.column, "A column whose cells are all numbers is numeric. Numbers that"
             " are only codes should be nominal."),
            ("class", "predict", self.klass, "The class: the last nominal column with several values that"
             " does not name the rows, or the one chosen here."),
        )  # fmt: skip
        for i, (name, words, widget, tip) in enumerate(places):
            label = QLabel(words, box)
            label.setObjectName("small")
            label.setBuddy(widget)
            label.setToolTip(tip)
            widget.setToolTip(tip)
            widget.setAccessibleName(words)
            self.labels[name] = label
            row, at = divmod(i, 4)
            grid.addWidget(label, row, 2 * at)
            beside = {"column": self.kind, "missing": self.usual}.get(name)
            pair = QHBoxLayout()
            pair.addWidget(widget, 1)
            if beside is not None:
                pair.addWidget(beside)
            grid.addLayout(pair, row, 2 * at + 1)
        for at in range(4):
            grid.setColumnStretch(2 * at + 1, 1)
        self.kind.setAccessibleName("type of the column")
        self.kind.setToolTip("The type of the column beside it: as it was found, or as you know better.")
        self._connect()
        return box

    def _combo(self, entries: tuple[tuple[str, str], ...]) -> QComboBox:
        combo = QComboBox(self)
        for words, value in entries:
            combo.addItem(words, value)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(8)
        return combo

    def _connect(self) -> None:
        for name in ("separator", "quote", "decimal"):
            combo: QComboBox = getattr(self, name)
            combo.activated.connect(lambda _, n=name, c=combo: self.choose(n, c.currentData()))
        self.encoding.activated.connect(lambda: self.choose("encoding", self.encoding.currentText()))
        edit = self.encoding.lineEdit()
        if edit is not None:
            edit.editingFinished.connect(self._encoding_typed)
        self.header.clicked.connect(lambda checked: self.choose("header", checked))
        self.missing.textEdited.connect(self._missing_changed)
        self.usual.clicked.connect(self._missing_changed)
        self.column.activated.connect(self._show_kind)
        self.kind.activated.connect(lambda: self.set_kind(self.column.currentText(), self.kind.currentData()))
        self.klass.activated.connect(lambda: self.choose("class_attribute", self.klass.currentData()))

    def _foot(self) -> QHBoxLayout:
        self.words = QLabel(self)
        self.words.setObjectName("small")
        self.reset_button = QPushButton("• as found", self)
        self.reset_button.setObjectName("link")
        self.reset_button.setToolTip("Forget what was changed here, and read the file as it was found to be.")
        self.reset_button.clicked.connect(self.reset)
        self.marker_button = QPushButton(self)
        self.marker_button.setObjectName("link")
        self.marker_button.setToolTip("Stands among numbers, which are read as words because of it.")
        self.marker_button.clicked.connect(self._take_marker)
        self.marker_button.hide()
        cancel = QPushButton("Cancel", self)
        cancel.clicked.connect(self.reject)
        self.open_button = QPushButton("Open", self)
        self.open_button.setObjectName("primary")
        self.open_button.setDefault(True)
        self.open_button.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.setContentsMargins(16, 10, 16, 12)
        row.setSpacing(10)
        row.addWidget(self.words, 1)
        row.addWidget(self.marker_button)
        row.addWidget(self.reset_button)
        row.addWidget(cancel)
        row.addWidget(self.open_button)
        return row

    # -- choosing -----------------------------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        """What the user has settled, as `lw.load` takes it."""
        chosen = dict(self._chosen)
        for kind in ("numeric", "nominal"):
            names = tuple(name for name, k in self._kinds.items() if k == kind)
            if names:
                chosen[kind] = names
        return chosen

    def choose(self, name: str, value: Any) -> None:
        """Settle one option."""
        self._chosen[name] = value
        if name in ("separator", "quote", "header", "encoding"):  # the columns are others now
            self._kinds.clear()
            self._chosen.pop("class_attribute", None)
        self.refresh()

    def set_kind(self, column: str, kind: str) -> None:
        """Settle a column's type; an empty one is as found."""
        if kind:
            self._kinds[column] = kind
        else:
            self._kinds.pop(column, None)
        self.refresh()

    def reset(self) -> None:
        self._chosen.clear()
        self._kinds.clear()
        self.missing.clear()
        self.usual.setChecked(True)
        self.refresh()

    def _encoding_typed(self) -> None:
        text = self.encoding.currentText().strip()
        now = self.reading.dialect.encoding if self.reading is not None and self.reading.dialect else ""
        if text and text not in (now, self._chosen.get("encoding")):
            self.choose("encoding", text)

    def _missing_changed(self) -> None:
        markers = with_usual(parse_markers(self.missing.text()), usual=self.usual.isChecked())
        if markers is None:
            self._chosen.pop("missing", None)
        else:
            self._chosen["missing"] = markers
        self._pause.start()

    def _take_marker(self) -> None:
        """Let what looks like a sign for a missing value be one, beside those that are known."""
        if self.reading is not None and self.reading.marker:
            typed = [*parse_markers(self.missing.text()), self.reading.marker]
            self.missing.setText(" ".join(map(marker_text, typed)))
            self._missing_changed()

    def _column_chosen(self, name: str) -> None:
        self.column.setCurrentIndex(self.column.findText(name))
        self._show_kind()
        self.kind.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- showing ------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read the file anew, off the GUI thread."""
        self._pause.stop()
        options, path = self.options(), self._path
        self._context.tasks.start(
            _TASK,
            lambda job: read_in_steps(path, options, job.partial, job.check),
            on_done=self.show_reading,
            on_partial=self.show_reading,
            on_error=self._failed,
        )

    def show_reading(self, reading: Reading) -> None:
        self.reading = reading
        if reading.dialect is not None:
            for name in ("separator", "quote", "decimal"):
                combo: QComboBox = getattr(self, name)
                value = getattr(reading.dialect, name)
                if combo.findData(value) < 0:
                    combo.addItem(value, value)
                combo.setCurrentIndex(combo.findData(value))
            self.header.setChecked(reading.dialect.header)
            if not self.encoding.hasFocus():
                self.encoding.setCurrentText(reading.dialect.encoding)
        self.table.set_stale(reading.data is None)
        if reading.data is None:
            self.error_bar.say(reading.error or "The file cannot be read like this.")
            self.words.setText("Change the settings above until the columns look right.")
        else:
            self.error_bar.clear()
            self._show_columns(reading)
            self.table.show_data(reading.data)
            self.words.setText(_summary(reading))
        self.marker_button.setText(f"take “{reading.marker}” for missing")
        self.marker_button.setVisible(bool(reading.marker))
        self._allow(reading.data is not None and len(reading.data) > 0)
        self._mark()

    def _show_columns(self, reading: Reading) -> None:
        assert reading.data is not None
        data = reading.data
        kept = self.column.currentText()
        self.column.clear()
        self.column.addItems([a.name for a in data.attributes])
        self.column.setCurrentIndex(max(0, self.column.findText(kept)))
        self._show_kind()
        self.klass.clear()
        for name in reading.possible_classes:
            self.klass.addItem(name, name)
        if data.class_index is not None:
            self.klass.setCurrentIndex(self.klass.findData(data.class_attribute.name))
        self.klass.setEnabled(self.klass.count() > 0)
        self.klass.setPlaceholderText("choose after opening")

    def _show_kind(self, *_: object) -> None:
        kind = self._kinds.get(self.column.currentText(), "")
        self.kind.setCurrentIndex(self.kind.findData(kind))

    def _mark(self) -> None:
        """A dot before what the user has settled."""
        marked = {
            "column": bool(self._kinds),
            "class": "class_attribute" in self._chosen,
        }
        for name, label in self.labels.items():
            changed = marked.get(name, name in self._chosen)
            label.setText(("• " if changed else "") + label.text().removeprefix("• "))
        self.reset_button.setVisible(bool(self._chosen or self._kinds))

    def _allow(self, ready: bool) -> None:
        """Whether the file can be opened like this; a button that cannot be pressed is not filled."""
        self.open_button.setEnabled(ready)
        self.open_button.setObjectName("primary" if ready else "")
        style = self.open_button.style()
        style.unpolish(self.open_button)
        style.polish(self.open_button)

    def _failed(self, error: BaseException) -> None:
        self.error_bar.say(error)
        self.table.set_stale(True)
        self.marker_button.hide()
        self._allow(False)
        self._mark()


def _summary(reading: Reading) -> str:
    data = reading.data
    assert data is not None
    rows = count(len(data), "row") if reading.whole else f"the first {count(len(data), 'row')}"
    words = f"{rows}, {count(len(data.attributes), 'column')}"
    if data.repairs:
        words += f", {count(len(data.repairs), 'repair')}: {data.repairs[0]}"
    if data.class_index is None:
        words += ". No nominal column: a numeric class can be cut into intervals after opening."
    if not reading.whole:
        words += ". Types are settled when the whole file is read."
    return words
