"""The form above the preview of a CSV file: how the file is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from lwnb_gui.app.column_edits import class_name
from lwnb_gui.app.missing_markers import USUAL, marker_text, parse_markers, with_usual
from lwnb_gui.qt.data.csv_reading import Preview
from lwnb_gui.qt.widgets.tool_tip import set_tip

_TYPING = 150  # ms without another letter before the file is read anew
_SEPARATORS = (
    ("comma  ,", ","),
    ("semicolon  ;", ";"),
    ("tab", "\t"),
    ("bar  |", "|"),
    ("colon  :", ":"),
    ("blanks", " "),
)
_QUOTES = (('double  "', '"'), ("single  '", "'"), ("none", ""))
_DECIMALS = (("point  1.5", "."), ("comma  1,5", ","))
_ENCODINGS = ("utf-8", "cp1252", "latin-1", "utf-16", "cp1250", "cp1251", "mac-roman", "shift_jis", "gb18030")
_KINDS = (("as detected", ""), ("numeric", "numeric"), ("nominal", "nominal"), ("leave out", "ignore"))
_COLUMNS = 4  # of the form: a label and a control each


class CsvSettings(QWidget):
    """A control for each option of the reader.

    An option that the user has not chosen is detected in the file, and its control shows what was detected. A
    dot before its label marks one that was chosen.
    """

    changed = Signal()  # other options: the file has to be read anew

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen: dict[str, Any] = {}
        self._kinds: dict[str, str] = {}  # by column, where the user has chosen one
        self._detected_encoding = ""
        self._typed = QTimer(self, singleShot=True, interval=_TYPING)
        self._typed.timeout.connect(self.changed)
        self._create_controls()
        self._add_controls()
        self._connect()

    # -- for the dialog -----------------------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        """Return what the user has chosen, in the form of `lw.load`."""
        chosen = dict(self._chosen)
        markers = with_usual(parse_markers(self.missing.text()), usual=self.usual.isChecked())
        if markers is not None:
            chosen["missing"] = markers
        for kind in ("numeric", "nominal", "ignore"):
            names = tuple(name for name, k in self._kinds.items() if k == kind)
            if names:
                chosen[kind] = names
        return chosen

    def choose(self, name: str, value: Any) -> None:
        """Choose one option."""
        self._chosen[name] = value
        if name in ("separator", "quote", "header", "encoding"):  # the file has other columns now
            self._kinds.clear()
            self._chosen.pop("class_attribute", None)
        self.changed.emit()

    def set_kind(self, column: str, kind: str) -> None:
        """Choose a column's type; an empty one is detected."""
        if kind:
            self._kinds[column] = kind
        else:
            self._kinds.pop(column, None)
        if kind == "ignore" and self._chosen.get("class_attribute") == column:
            del self._chosen["class_attribute"]
        self.changed.emit()

    def leave_out(self, columns: Iterable[str]) -> None:
        """Exclude some columns."""
        self._kinds |= dict.fromkeys(columns, "ignore")
        self.changed.emit()

    def add_missing(self, marker: str) -> None:
        """Let one more text stand for a missing value."""
        markers = [*parse_markers(self.missing.text()), marker]
        self.missing.setText(" ".join(map(marker_text, markers)))
        self.changed.emit()

    def edit_kind_of(self, column: str) -> None:
        """Bring the focus to the type of a column."""
        self.column.setCurrentIndex(self.column.findText(column))
        self._show_kind()
        self.kind.setFocus(Qt.FocusReason.OtherFocusReason)

    def reset(self) -> None:
        """Detect everything."""
        self._chosen.clear()
        self._kinds.clear()
        self.missing.clear()
        self.usual.setChecked(True)
        self.changed.emit()

    def show_preview(self, preview: Preview) -> None:
        """Show what was detected, and which columns there are."""
        if preview.dialect is not None:
            for name in ("separator", "quote", "decimal"):
                combo: QComboBox = getattr(self, name)
                value = getattr(preview.dialect, name)
                if combo.findData(value) < 0:
                    combo.addItem(value, value)
                combo.setCurrentIndex(combo.findData(value))
            self.header.setChecked(preview.dialect.header)
            self._detected_encoding = preview.dialect.encoding
            if not self.encoding.hasFocus():
                self.encoding.setCurrentText(preview.dialect.encoding)
        if preview.data is not None:
            self._show_columns(preview)
        self.mark_chosen()

    def mark_chosen(self) -> None:
        """Put a dot before the options that the user has chosen."""
        options = self.options()
        marked = {"column": bool(self._kinds), "class": "class_attribute" in options}
        for name, label in self.labels.items():
            is_chosen = marked.get(name, name in options)
            label.setText(("• " if is_chosen else "") + label.text().removeprefix("• "))

    # -- building -----------------------------------------------------------------------------------

    def _create_controls(self) -> None:
        self.separator = self._combo(_SEPARATORS)
        self.quote = self._combo(_QUOTES)
        self.decimal = self._combo(_DECIMALS)
        self.encoding = self._combo(tuple((name, name) for name in _ENCODINGS))
        self.encoding.setEditable(True)
        self.header = QCheckBox("the first row contains names", self)
        self.missing = QLineEdit(self)
        self.missing.setPlaceholderText('such as -999 or "n. b."')
        placeholder = self.missing.fontMetrics().horizontalAdvance(self.missing.placeholderText())
        self.missing.setMinimumWidth(placeholder + 24)  # the frame and the cursor
        self.usual = QCheckBox("and ? NA …", self)
        self.usual.setChecked(True)
        self.usual.setAccessibleName("the usual markers for missing values")
        self.usual.setToolTip(
            f"{'  '.join(USUAL)}\nWithout them, only empty cells and what you type here count as missing."
        )
        self.column = self._combo(())
        self.kind = self._combo(_KINDS)
        self.kind.setAccessibleName("type of the column")
        self.kind.setToolTip("The type of the column on the left: as detected, or another that you choose.")
        self.klass = self._combo(())

    def _combo(self, entries: tuple[tuple[str, str], ...]) -> QComboBox:
        combo = QComboBox(self)
        for text, value in entries:
            combo.addItem(text, value)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(8)
        return combo

    def _add_controls(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 10)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        self.labels: dict[str, QLabel] = {}
        fields = (
            ("separator", "separator", self.separator, "The character between two cells."),
            ("decimal", "decimal mark", self.decimal, "The character before the decimals of a number."),
            ("quote", "quote", self.quote, "The character around a cell that contains the separator."),
            ("encoding", "encoding", self.encoding, "How letters are stored. Change it if they look wrong."),
            ("header", "header", self.header, "Without names, the columns are named by their numbers."),
            ("missing", "missing", self.missing, "More texts that mean a missing value, separated by spaces;"
             ' quotes keep words together, as in "n. b.". An empty cell is always missing.'),
            ("column", "type of", self.column, "A column whose cells are all numbers is numeric. Numbers that"
             " are only codes should be nominal."),
            ("class", "predict", self.klass, "The class attribute. If you do not choose one, it is the last "
             "nominal column that has several values and does not name the rows."),
        )  # fmt: skip
        second = {"missing": self.usual, "column": self.kind}
        for i, (name, text, control, tip) in enumerate(fields):
            label = QLabel(text, self)
            label.setObjectName("small")
            label.setBuddy(control)
            set_tip(label, tip)
            set_tip(control, tip)
            control.setAccessibleName(text)
            self.labels[name] = label
            row, column = divmod(i, _COLUMNS)
            grid.addWidget(label, row, 2 * column)
            cell = QHBoxLayout()
            cell.addWidget(control, 1)
            if name in second:
                cell.addWidget(second[name])
            grid.addLayout(cell, row, 2 * column + 1)
        for column in range(_COLUMNS):
            grid.setColumnStretch(2 * column + 1, 1)

    def _connect(self) -> None:
        for name in ("separator", "quote", "decimal"):
            combo: QComboBox = getattr(self, name)
            combo.activated.connect(lambda _, n=name, c=combo: self.choose(n, c.currentData()))
        self.encoding.activated.connect(lambda: self.choose("encoding", self.encoding.currentText()))
        edit = self.encoding.lineEdit()
        if edit is not None:
            edit.editingFinished.connect(self._encoding_typed)
        self.header.clicked.connect(lambda checked: self.choose("header", checked))
        self.missing.textEdited.connect(self._typed.start)
        self.usual.clicked.connect(self.changed)
        self.column.activated.connect(self._show_kind)
        self.kind.activated.connect(lambda: self.set_kind(self.column.currentText(), self.kind.currentData()))
        self.klass.activated.connect(lambda: self.choose("class_attribute", self.klass.currentData()))

    # -- inside -------------------------------------------------------------------------------------

    def _encoding_typed(self) -> None:
        text = self.encoding.currentText().strip()
        if text and text not in (self._detected_encoding, self._chosen.get("encoding")):
            self.choose("encoding", text)

    def _show_columns(self, preview: Preview) -> None:
        assert preview.data is not None
        data = preview.data
        before = self.column.currentText()
        self.column.clear()
        self.column.addItems([a.name for a in data.attributes])
        self.column.setCurrentIndex(max(0, self.column.findText(before)))
        self._show_kind()
        self.klass.clear()
        for name in preview.possible_classes:
            self.klass.addItem(name, name)
        # Without a class the box is empty: its first entry would look like one.
        self.klass.setCurrentIndex(self.klass.findData(class_name(data)))
        self.klass.setEnabled(self.klass.count() > 0)
        self.klass.setPlaceholderText("choose" if self.klass.count() else "choose after opening")

    def _show_kind(self, *_: object) -> None:
        kind = self._kinds.get(self.column.currentText(), "")
        self.kind.setCurrentIndex(self.kind.findData(kind))
