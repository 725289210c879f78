"""Files of every format in the window: dropped, recent, as test rows, in a session; one of several tables."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QPushButton
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.qt.data.csv_dialog import CsvDialog
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.session.file import load_session
from tests.qt.conftest import query_of
from tests.qt.window.test_window import drop

pytestmark = pytest.mark.shared_window

FRAME = lw.sample("iris").to_pandas()


def write(file: Path) -> None:
    """Write Iris in the format of the file name, which pandas also packs."""
    if ".feather" in file.name:
        FRAME.to_feather(file)
    elif ".parquet" in file.name:
        FRAME.to_parquet(file)
    elif ".xlsx" in file.name:
        FRAME.to_excel(file, index=False)
    else:
        FRAME.to_json(file, orient="records", lines=".jsonl" in file.name)


def workbook(file: Path) -> None:
    with pd.ExcelWriter(file) as book:
        FRAME.iloc[::2].to_excel(book, sheet_name="train", index=False)
        FRAME.iloc[1::2].to_excel(book, sheet_name="test", index=False)


def archive(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as members:
        members.writestr("rows/train.csv", FRAME.iloc[::2].to_csv(index=False))
        members.writestr("test.json", FRAME.iloc[1::2].to_json(orient="records"))


def wait_open(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: not window.tasks.is_running("open") and window.state.query is not None, timeout=10_000
    )


def wait_test_file(window: MainWindow, qtbot: QtBot) -> lw.Dataset:
    qtbot.waitUntil(lambda: isinstance(query_of(window).test_rows, TestFile), timeout=10_000)
    rows = query_of(window).test_rows
    assert isinstance(rows, TestFile)
    return rows.data


def saved_and_opened_again(window: MainWindow, qtbot: QtBot, file: Path) -> None:
    window.teach.sessions.save_to(str(file))
    qtbot.waitUntil(file.exists, timeout=5_000)
    window.state.close_data()
    window.open(Opening(str(file)))
    wait_open(window, qtbot)


@pytest.mark.parametrize("name", ["a.parquet", "a.feather", "a.xlsx", "a.json.zip", "a.jsonl.bz2"])
def test_a_file_is_dropped_recent_tested_and_in_a_session(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    write(file)
    drop(window, file)
    wait_open(window, qtbot)
    data = query_of(window).data
    assert (len(data), data.class_attribute.name, data.name) == (150, "class", "a")

    window.commands.open_test_file(str(file))
    assert len(wait_test_file(window, qtbot)) == 150

    saved_and_opened_again(window, qtbot, tmp_path / "s.lwnb")
    assert load_session(tmp_path / "s.lwnb").data.path == name
    assert query_of(window).data.fingerprint == data.fingerprint
    assert len(wait_test_file(window, qtbot)) == 150

    window.state.close_data()
    window.opener.open_recent(str(file.resolve()))
    wait_open(window, qtbot)
    assert query_of(window).data.fingerprint == data.fingerprint


@pytest.mark.parametrize(
    ("name", "parts"),
    [("book.xlsx", ("train", "test")), ("data.zip", ("rows/train.csv", "test.json"))],
)
def test_one_table_of_several_is_chosen(
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    parts: tuple[str, str],
) -> None:
    file = tmp_path / name
    (workbook if name.endswith(".xlsx") else archive)(file)
    answers = [("", False), (parts[0], True), (parts[1], True)]
    offered: list[Any] = []

    def answer(parent: object, title: str, text: str, items: tuple[str, ...], *_: object) -> tuple[str, bool]:
        offered.append((text, items))
        return answers.pop(0)

    monkeypatch.setattr(QInputDialog, "getItem", answer)
    monkeypatch.setattr(CsvDialog, "exec", lambda dialog: CsvDialog.DialogCode.Accepted)
    window.opener.open_file(str(file))  # and cancelled
    assert not window.tasks.is_running("open")
    drop(window, file)
    wait_open(window, qtbot)
    assert offered == [(f"{name} contains 2 tables. Open", parts)] * 2
    data = query_of(window).data
    assert (len(data), data.name) == (75, "train")
    assert data.value(1, "sepallength") == FRAME["sepallength"][2]
    source = f"{file.resolve()}#{parts[0]}"
    assert window.context.preferences.recent[0].source == source

    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    window.commands.ask_test_file()
    assert wait_test_file(window, qtbot).value(0, "sepallength") == FRAME["sepallength"][1]

    saved_and_opened_again(window, qtbot, tmp_path / "s.lwnb")
    assert load_session(tmp_path / "s.lwnb").data.path == f"{name}#{parts[0]}"
    assert query_of(window).data.fingerprint == data.fingerprint
    assert len(wait_test_file(window, qtbot)) == 75

    window.state.close_data()
    window.opener.open_recent(source)
    wait_open(window, qtbot)
    assert query_of(window).data.fingerprint == data.fingerprint
    assert not answers


def test_a_zip_file_from_the_command_line_offers_its_first_table(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    archive(tmp_path / "data.zip")
    window.open(Opening(str(tmp_path / "data.zip")))
    qtbot.waitUntil(window.error_bar.isVisible)
    assert "contains 2 files: rows/train.csv, test.json" in window.error_bar.text
    assert "File, Open" in window.error_bar.text
    buttons = {button.text(): button for button in window.error_bar.findChildren(QPushButton)}
    buttons["Open rows/train.csv"].click()
    wait_open(window, qtbot)
    assert len(query_of(window).data) == 75
