"""Preferences: what is remembered, and what happens if the file is broken."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from lwnb_core.data import assets_dir
from lwnb_gui.app.preferences import Preferences, config_directory


def test_preferences_are_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "preferences.json"
    preferences = Preferences(theme="dark", geometry="AAA=").with_splitter("explore.columns", [240, 720, 640])
    preferences = preferences.with_theme("projector", "dark")
    preferences = preferences.with_recent(
        "/somewhere/iris.arff", "row 135, k = 50", datetime(2026, 1, 2, 9, 12)
    )
    preferences = preferences.with_recent(
        "/somewhere/table.csv", csv={"separator": ";", "header": False, "numeric": ("a",)}
    )
    preferences.save(file)
    assert Preferences.load(file) == preferences
    assert [entry.name for entry in file.parent.iterdir()] == ["preferences.json"]


def test_the_theme_before_the_projector_s_is_remembered() -> None:
    preferences = Preferences(theme="dark").with_theme("projector", "dark")
    assert (preferences.theme, preferences.before_projector) == ("projector", "dark")
    assert preferences.with_theme("projector", "projector") == preferences, "chosen twice"
    assert (
        preferences.with_theme("light", "projector").with_theme("projector", "light").before_projector
        == "light"
    )


def test_without_a_file_preferences_are_the_defaults(tmp_path: Path) -> None:
    assert Preferences.load(tmp_path / "none.json") == Preferences()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"theme": "pink"}',
        '{"before_projector": "pink"}',
        '{"recent": [{"no": 1}]}',
        '{"recent": [{"source": "a.csv", "opened": "", "csv": {"numeric": [1]}}]}',
        '{"splitters": {"a": ["x"]}}',
    ],
)
def test_a_broken_file_is_set_aside(tmp_path: Path, text: str) -> None:
    file = tmp_path / "preferences.json"
    file.write_text(text)
    assert Preferences.load(file) == Preferences()
    assert not file.exists()
    assert (tmp_path / "preferences.broken.json").read_text() == text


def test_keys_of_later_versions_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "preferences.json"
    file.write_text(json.dumps({"version": 9, "theme": "light", "unheard_of": 1}))
    assert Preferences.load(file) == Preferences(theme="light")


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    Preferences().save(tmp_path / "file" / "preferences.json")


def test_recent_files_are_few_and_unique() -> None:
    preferences = Preferences()
    for i in range(20):
        preferences = preferences.with_recent(f"{i % 15}.arff")
    assert len(preferences.recent) == 12
    assert [r.source for r in preferences.recent[:3]] == ["4.arff", "3.arff", "2.arff"]


def test_the_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_CONFIG", str(tmp_path))
    assert config_directory() == tmp_path


def test_lectures_that_ship_do_not_fill_the_recent_files(tmp_path: Path) -> None:
    lecture = str(assets_dir() / "lectures" / "01-neighbourhood.lwnb")
    preferences = Preferences().with_recent("sample:iris").with_recent(str(tmp_path / "own.lwnb"))
    assert preferences.with_recent(lecture) == preferences
    assert preferences.with_lecture(lecture) == preferences
    file = tmp_path / "preferences.json"
    full = {"version": 1, "recent": [{"source": lecture, "opened": ""}, {"source": "a.arff", "opened": ""}]}
    file.write_text(json.dumps(full))  # as earlier versions wrote it
    assert [recent.source for recent in Preferences.load(file).recent] == ["a.arff"]


def test_dialogs_begin_where_the_last_file_of_ones_own_was(tmp_path: Path) -> None:
    data, lectures = tmp_path / "data", tmp_path / "lectures"
    data.mkdir()
    lectures.mkdir()
    assert Preferences().start_folder == str(Path.home())
    preferences = Preferences().with_recent(str(data / "a.arff"))
    assert preferences.start_folder == str(data)
    assert preferences.with_recent("sample:iris").start_folder == str(data)
    assert preferences.with_recent(str(assets_dir() / "lectures" / "02-weights.lwnb")).start_folder == str(
        data
    )
    assert preferences.with_folder(str(assets_dir() / "samples")).start_folder == str(data)
    assert Preferences(folder=str(assets_dir())).start_folder == str(Path.home()), "never in the installation"
    preferences = preferences.with_lecture(str(lectures / "01.lwnb"))
    assert preferences.lectures_folder == preferences.start_folder == str(lectures)
    lectures.rmdir()
    assert preferences.start_folder == str(data), "the one before, where a folder has gone"


def test_note_of_row_and_k_goes_to_its_own_recent_file() -> None:
    preferences = (
        Preferences().with_recent("a.arff").with_recent("b.arff").with_note("a.arff", "row 3, k = 5")
    )
    assert [(r.source, r.note) for r in preferences.recent] == [("b.arff", ""), ("a.arff", "row 3, k = 5")]
    assert preferences.with_note("", "row 1, k = 1") == preferences
