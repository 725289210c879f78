"""The preview of a CSV file is updated with every change, and opens what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_core import LwnbError, load
from lwnb_core.data import DEFAULT_MISSING
from lwnb_core.remedies import Remedy
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.qt.data.csv_dialog import CsvDialog, ask
from lwnb_gui.qt.window.bars import ErrorBar
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.conftest import query_of

pytestmark = pytest.mark.shared_window

TEXT = "Länge;Farbe;Code;Klasse\n1,5;rot;1;gut\n2,5;-;2;schlecht\n3,5;grün;3;gut\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "meins.csv"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot, file: Path) -> Iterator[CsvDialog]:
    created = CsvDialog(str(file), window.context, window)
    qtbot.addWidget(created)
    created.show()
    wait_until_read(qtbot, created)
    yield created
    created.close()


def window_of(dialog: CsvDialog) -> MainWindow:
    window = dialog.parent()
    assert isinstance(window, MainWindow)
    return window


def wait_until_read(qtbot: QtBot, dialog: CsvDialog) -> None:
    qtbot.waitUntil(
        lambda: (
            not window_of(dialog).tasks.is_running("csv-preview")
            and not any(timer.isActive() for timer in dialog.settings.findChildren(QTimer))
        )
    )


def kinds(dialog: CsvDialog) -> list[str]:
    assert dialog.preview is not None
    assert dialog.preview.data is not None
    return [a.kind for a in dialog.preview.data.attributes]


def test_detected_dialect_is_shown_without_becoming_an_option(dialog: CsvDialog) -> None:
    assert dialog.settings.separator.currentData() == ";"
    assert dialog.settings.decimal.currentData() == ","
    assert dialog.settings.header.isChecked()
    assert kinds(dialog) == ["numeric", "nominal", "numeric", "nominal"]
    assert dialog.settings.klass.currentData() == "Klasse"
    assert dialog.settings.options() == {}
    assert not dialog.reset_button.isVisible()


def test_chosen_options_update_the_preview_and_are_returned(
    dialog: CsvDialog, qtbot: QtBot, file: Path
) -> None:
    dialog.settings.set_kind("Code", "nominal")
    wait_until_read(qtbot, dialog)
    assert kinds(dialog)[2] == "nominal"
    qtbot.keyClicks(dialog.settings.missing, "-")
    wait_until_read(qtbot, dialog)
    assert dialog.preview is not None
    assert dialog.preview.data is not None
    assert dialog.preview.data.missing("Farbe").tolist() == [False, True, False]
    dialog.settings.choose("class_attribute", "Farbe")
    wait_until_read(qtbot, dialog)
    options = dialog.settings.options()
    markers = (*DEFAULT_MISSING, "-")
    assert options == {"missing": markers, "nominal": ("Code",), "class_attribute": "Farbe"}
    read = load(file, **options)
    assert read.class_attribute.name == "Farbe"
    assert dialog.settings.labels["missing"].text() == "• missing"
    qtbot.mouseClick(dialog.reset_button, Qt.MouseButton.LeftButton)
    wait_until_read(qtbot, dialog)
    assert dialog.settings.options() == {}


def test_other_columns_reset_the_chosen_kinds(dialog: CsvDialog, qtbot: QtBot) -> None:
    dialog.settings.set_kind("Code", "nominal")
    dialog.settings.choose("header", False)
    wait_until_read(qtbot, dialog)
    assert dialog.settings.options() == {"header": False}


def test_unreadable_preview_disables_opening(dialog: CsvDialog, qtbot: QtBot) -> None:
    dialog.settings.set_kind("Farbe", "numeric")
    wait_until_read(qtbot, dialog)
    assert "not a number" in dialog.error_bar.text
    assert not dialog.open_button.isEnabled()
    dialog.settings.set_kind("Farbe", "")
    wait_until_read(qtbot, dialog)
    assert dialog.open_button.isEnabled()
    assert not dialog.error_bar.isVisible()


def test_click_on_a_column_title_chooses_the_column(dialog: CsvDialog, qtbot: QtBot) -> None:
    header = dialog.table.horizontalHeader()
    x = header.sectionViewportPosition(2) + header.sectionSize(2) // 2
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, header.height() // 2))
    assert dialog.settings.column.currentText() == "Code"


@pytest.mark.parametrize("accepted", [True, False])
def test_dialog_returns_options_or_none(window: MainWindow, file: Path, accepted: bool) -> None:
    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, CsvDialog)
        box.settings.choose("header", True)
        box.accept() if accepted else box.reject()

    QTimer.singleShot(100, answer)
    expected = Opening(str(file), csv={"header": True}) if accepted else None
    assert ask(str(file), window.context, window) == expected


def test_what_was_previewed_is_opened_without_reading_the_file_again(
    dialog: CsvDialog, qtbot: QtBot, file: Path
) -> None:
    dialog.settings.set_kind("Code", "nominal")
    dialog.settings.set_kind("Länge", "ignore")
    dialog.settings.choose("class_attribute", "Code")
    dialog.settings.add_missing("-")
    assert dialog.opening.data is None, "it was read with other options"
    wait_until_read(qtbot, dialog)
    opening = dialog.opening
    assert opening.csv.keys() == {"nominal", "ignore", "class_attribute", "missing"}
    again = load(file, **opening.csv)
    assert opening.data is not None
    assert opening.read() is opening.data
    assert (opening.data.fingerprint, opening.data.source) == (again.fingerprint, again.source)
    assert (opening.data.reading, opening.data.repairs) == (again.reading, again.repairs)
    assert opening.data.attributes == again.attributes
    assert opening.data.class_index == again.class_index
    other = replace(opening, data=again).after(LwnbError("", remedies=[Remedy("fill_rows")]))[1]
    assert other is not None
    assert other.data is None, "other options, another reading"


def test_missing_file_is_reported(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = CsvDialog(str(tmp_path / "gone.csv"), window.context, window)
    qtbot.addWidget(dialog)
    dialog.show()
    wait_until_read(qtbot, dialog)
    assert "no such file" in dialog.error_bar.text
    assert not dialog.open_button.isEnabled()
    dialog.close()


def test_word_among_numbers_is_offered_as_missing_marker(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "odd.csv"
    rows = "".join(f"{i},5;{'k.A.' if i == 3 else i};{'ja' if i % 2 else 'nein'}\n" for i in range(8))
    file.write_text("a;b;c\n" + rows, encoding="utf-8")
    dialog = CsvDialog(str(file), window.context, window)
    qtbot.addWidget(dialog)
    dialog.show()
    wait_until_read(qtbot, dialog)
    assert kinds(dialog) == ["numeric", "nominal", "nominal"]
    assert dialog.marker_button.text() == "Treat “k.A.” as missing"
    dialog.marker_button.click()
    wait_until_read(qtbot, dialog)
    assert kinds(dialog) == ["numeric", "numeric", "nominal"]
    assert "k.A." in dialog.settings.options()["missing"]
    assert not dialog.marker_button.isVisible()
    dialog.close()


def test_recent_file_is_read_with_its_last_options(window: MainWindow, qtbot: QtBot, file: Path) -> None:
    options = {"nominal": ("Code",), "missing": ("-",), "class_attribute": "Farbe"}
    window.open(Opening(str(file), csv=options))
    qtbot.waitUntil(lambda: window.state.query is not None)
    assert window.state.query is not None
    first = window.state.query.data
    window.context.preferences.save()
    window.context.preferences = Preferences.load()
    menu = window.actions_by_name.menus["<recent>"]
    menu.aboutToShow.emit()
    for again in (lambda: window.opener.open_recent(str(file.resolve())), menu.actions()[0].trigger):
        before = window.state.query.data
        again()
        qtbot.waitUntil(lambda old=before: query_of(window).data is not old)
        assert window.state.query.data.fingerprint == first.fingerprint
        assert window.state.query.data.class_attribute.name == "Farbe"


def test_saving_a_session_keeps_the_options_of_its_recent_data(
    window: MainWindow, qtbot: QtBot, file: Path
) -> None:
    options = {"nominal": ("Code",), "missing": ("-",), "class_attribute": "Farbe"}
    window.open(Opening(str(file), csv=options))
    qtbot.waitUntil(lambda: window.state.query is not None)
    window.teach.sessions.save_to(str(file.with_name("s.lwnb")))
    qtbot.waitUntil(file.with_name("s.lwnb").exists)
    recent = {entry.name: dict(entry.csv) for entry in Preferences.load().recent}
    assert recent == {"s.lwnb": {}, file.name: options}


@pytest.fixture
def penguins(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> Iterator[CsvDialog]:
    """Write numbers with the usual missing markers and one that contains a blank."""
    file = tmp_path / "pinguine.csv"
    cells = ["47,5", "n. b.", "38,8", "NA", "42,5", "", "34,2"]
    file.write_text("Länge;Art\n" + "".join(f"{c};{'ab'[i % 2]}\n" for i, c in enumerate(cells)))
    created = CsvDialog(str(file), window.context, window)
    qtbot.addWidget(created)
    created.show()
    wait_until_read(qtbot, created)
    yield created
    created.close()


def missing_rows(dialog: CsvDialog) -> list[int]:
    assert dialog.preview is not None
    assert dialog.preview.data is not None
    return [i + 1 for i, missing in enumerate(dialog.preview.data.missing(0)) if missing]


def test_a_marker_with_a_blank_is_typed_in_quotes_and_added(penguins: CsvDialog, qtbot: QtBot) -> None:
    assert missing_rows(penguins) == [4, 6]
    qtbot.keyClicks(penguins.settings.missing, '"n. b."')
    wait_until_read(qtbot, penguins)
    assert kinds(penguins)[0] == "numeric"
    assert missing_rows(penguins) == [2, 4, 6], "the usual ones stay, and so does the empty cell"
    penguins.settings.usual.click()
    wait_until_read(qtbot, penguins)
    assert missing_rows(penguins) == [2, 6]
    assert kinds(penguins)[0] == "nominal", "NA is a value now"
    assert penguins.settings.options() == {"missing": ("", "n. b.")}
    penguins.reset_button.click()
    wait_until_read(qtbot, penguins)
    assert penguins.settings.options() == {}
    assert penguins.settings.usual.isChecked()


def test_a_column_said_to_be_numeric_offers_its_marker(penguins: CsvDialog, qtbot: QtBot) -> None:
    """The message names the unreadable cell, and one click treats its text as missing."""
    penguins.settings.set_kind("Länge", "numeric")
    wait_until_read(qtbot, penguins)
    assert "'n. b.' is not a number" in penguins.error_bar.text
    assert penguins.marker_button.text() == "Treat “n. b.” as missing"
    penguins.marker_button.click()
    wait_until_read(qtbot, penguins)
    assert penguins.settings.missing.text() == '"n. b."'
    assert kinds(penguins)[0] == "numeric"
    assert missing_rows(penguins) == [2, 4, 6]
    assert not penguins.error_bar.isVisible()
    assert not penguins.marker_button.isVisible()


def test_rows_of_an_outdated_preview_are_dimmed(dialog: CsvDialog, qtbot: QtBot) -> None:
    assert dialog.table.graphicsEffect() is None
    dialog.settings.set_kind("Farbe", "numeric")
    wait_until_read(qtbot, dialog)
    assert not dialog.table.isEnabled()
    assert dialog.table.graphicsEffect() is not None
    dialog.settings.set_kind("Farbe", "")
    wait_until_read(qtbot, dialog)
    assert dialog.table.isEnabled()
    assert dialog.table.graphicsEffect() is None


def test_binary_file_is_refused_in_the_preview_as_on_opening(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "binary.csv").write_bytes(bytes(range(256)) * 20)
    dialog = CsvDialog(str(tmp_path / "binary.csv"), window.context, window)
    qtbot.addWidget(dialog)
    dialog.show()
    wait_until_read(qtbot, dialog)
    assert "this is not a text file" in dialog.error_bar.text
    assert not dialog.open_button.isEnabled()


def test_a_few_whole_numbers_can_be_chosen_as_the_class(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    rows = "".join(f"{i / 7:.3f},{i % 3},{i}\n" for i in range(60))
    (tmp_path / "wine.csv").write_text(f"x,target,id\n{rows}")
    dialog = CsvDialog(str(tmp_path / "wine.csv"), window.context, window)
    qtbot.addWidget(dialog)
    dialog.show()
    wait_until_read(qtbot, dialog)
    assert [dialog.settings.klass.itemData(i) for i in range(dialog.settings.klass.count())] == ["target"]
    dialog.settings.klass.setCurrentIndex(0)
    dialog.settings.klass.activated.emit(0)
    wait_until_read(qtbot, dialog)
    assert dialog.settings.options() == {"class_attribute": "target"}
    assert kinds(dialog) == ["numeric", "nominal", "numeric"]
    assert "used as nominal" in dialog.summary.text()
    dialog.close()


def test_json_is_refused_in_the_preview(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "iris.csv").write_text('{"a":1,"c":"x"}\n{"a":2,"c":"y"}\n')
    dialog = CsvDialog(str(tmp_path / "iris.csv"), window.context, window)
    qtbot.addWidget(dialog)
    dialog.show()
    wait_until_read(qtbot, dialog)
    assert "this is a JSON Lines file" in dialog.error_bar.text
    assert "ends in .jsonl" in dialog.error_bar.text
    assert not dialog.open_button.isEnabled()
    dialog.close()


@pytest.mark.parametrize("name", ["my.csv.bz2", "my.csv.xz", "my.zip"])
def test_a_packed_csv_file_is_shown_in_the_preview(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    import bz2
    import lzma
    import zipfile

    file, raw = tmp_path / name, b"a;b\n" + b"1,5;x\n2,5;y\n" * 30
    if name.endswith(".zip"):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("my.csv", raw)
    else:
        file.write_bytes((bz2 if name.endswith(".bz2") else lzma).compress(raw))
    dialog = CsvDialog(str(file), window.context, window)
    qtbot.addWidget(dialog)
    dialog.show()
    wait_until_read(qtbot, dialog)
    assert kinds(dialog) == ["numeric", "nominal"]
    assert dialog.open_button.isEnabled()
    dialog.close()


CUSTOMERS = "customer,born,income,class\n" + "".join(
    f"Name {i},19{i % 50 + 40}-0{i % 9 + 1}-1{i % 9},{i * 7.5},{'yes' if i % 3 else 'no'}\n"
    for i in range(60)
)


@pytest.fixture
def opened(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[str], CsvDialog]]:
    created: list[CsvDialog] = []

    def open_text(text: str) -> CsvDialog:
        file = tmp_path / "some.csv"
        file.write_text(text, encoding="utf-8")
        dialog = CsvDialog(str(file), window.context, window)
        qtbot.addWidget(dialog)
        dialog.show()
        wait_until_read(qtbot, dialog)
        created.append(dialog)
        return dialog

    yield open_text
    for dialog in created:
        dialog.close()


def press(qtbot: QtBot, dialog: CsvDialog, bar: ErrorBar) -> None:
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    wait_until_read(qtbot, dialog)


def test_columns_that_name_rows_are_said_and_left_out_only_by_a_click(
    opened: Callable[[str], CsvDialog], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = opened(CUSTOMERS)
    assert "customer: 60 values in 60 rows: it names the rows." in dialog.notes_bar.text
    assert "born: looks like dates." in dialog.notes_bar.text
    assert dialog.settings.options() == {}
    press(qtbot, dialog, dialog.notes_bar)
    assert dialog.settings.options() == {"ignore": ("customer", "born")}
    assert dialog.notes_bar.isHidden()
    assert "2 of them left out" in dialog.summary.text()
    read = load(tmp_path / "some.csv", **dialog.settings.options())
    assert [a.name for a in read.attributes] == ["income", "class"]
    dialog.settings.set_kind("born", "")
    wait_until_read(qtbot, dialog)
    assert dialog.settings.options() == {"ignore": ("customer",)}
    assert "born" in dialog.notes_bar.text


def test_a_class_that_is_left_out_is_another_one(opened: Callable[[str], CsvDialog], qtbot: QtBot) -> None:
    dialog = opened(
        "a,b,c\n" + "".join(f"{'xy'[i % 2]},{'uv'[i % 3 // 2]},{'kl'[i % 2]}\n" for i in range(9))
    )
    dialog.settings.choose("class_attribute", "c")
    dialog.settings.set_kind("c", "ignore")
    wait_until_read(qtbot, dialog)
    assert dialog.settings.klass.currentData() == "b"
    assert dialog.settings.klass.findData("c") < 0
    assert dialog.settings.options() == {"ignore": ("c",)}


def test_a_class_that_names_the_rows_is_warned_of(opened: Callable[[str], CsvDialog], qtbot: QtBot) -> None:
    dialog = opened(CUSTOMERS)
    dialog.settings.choose("class_attribute", "customer")
    wait_until_read(qtbot, dialog)
    assert "The class is customer: 60 values in 60 rows" in dialog.notes_bar.text


def test_the_class_box_shows_no_class_where_there_is_none(
    opened: Callable[[str], CsvDialog], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = opened("cultivar,alcohol\n" + "".join(f"{i % 3 + 1},{i * 1.5}\n" for i in range(30)))
    assert dialog.settings.klass.currentIndex() == -1
    assert load(tmp_path / "some.csv", **dialog.settings.options()).class_index is None
    dialog.settings.klass.setCurrentIndex(0)
    dialog.settings.klass.activated.emit(0)
    wait_until_read(qtbot, dialog)
    assert dialog.settings.klass.currentData() == "cultivar"
    assert load(tmp_path / "some.csv", **dialog.settings.options()).classes == ("1", "2", "3")


def test_one_short_row_is_filled_by_a_click(
    opened: Callable[[str], CsvDialog], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = opened("a,b,c\n1,2,x\n3\n4,5,y\n")
    assert "1 cell, but the first one has 3" in dialog.error_bar.text
    assert not dialog.open_button.isEnabled()
    press(qtbot, dialog, dialog.error_bar)
    assert dialog.error_bar.isHidden()
    assert dialog.settings.options() == {"fill": True}
    assert len(load(tmp_path / "some.csv", **dialog.settings.options())) == 3
