"""Arrows and ticks: files that are there after a start, and not again after the next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from lwnb_core.data import files
from lwnb_gui.qt.glyphs import glyphs
from lwnb_gui.qt.style_sheet import style_sheet
from lwnb_gui.theme import DARK, LIGHT


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "O'Brien's (cache) {x}; \"y\" # 100 %"
    monkeypatch.setenv("LWNB_CACHE", str(folder))
    return folder


@pytest.fixture
def passing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for what is only for now; what this process has of that is set aside."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(files.tempfile, "tempdir", str(folder))
    files.passing_folder.cache_clear()
    yield folder
    files.passing_folder.cache_clear()


@pytest.fixture
def blocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that cannot be written to."""
    file = tmp_path / "blocked"
    file.write_text("a file where a folder should be")
    monkeypatch.setenv("LWNB_CACHE", str(file))
    return file


def found(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_are_painted_once_for_all_starts(qtbot: QtBot, cache: Path) -> None:
    first = glyphs(LIGHT)
    written = found(cache)
    assert len(written) == 2 * len(first), "each also for screens of two pixels a point"
    assert glyphs(LIGHT) == first
    assert found(cache) == written

    assert set(glyphs(DARK).values()).isdisjoint(first.values())
    damaged = next(iter(written))
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:40])
    glyphs(LIGHT)
    assert damaged.read_bytes() == whole


def test_are_shown_whatever_the_folder_is_called(
    qtbot: QtBot, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = ticked(qtbot, glyphs(LIGHT))
    monkeypatch.setenv("LWNB_CACHE", str(tmp_path / "plain"))
    assert odd == ticked(qtbot, glyphs(LIGHT))
    assert odd != ticked(qtbot, dict.fromkeys(glyphs(LIGHT), '"nothing.png"'))


def ticked(qtbot: QtBot, pictures: dict[str, str]) -> QImage:
    """A check box with its tick."""
    box = QCheckBox()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT, pictures, ("#FFF1C9", "#E0B84A")))
    box.setChecked(True)
    return box.grab().toImage()


def test_without_a_cache_they_are_gone_with_the_process(qtbot: QtBot, blocked: Path, passing: Path) -> None:
    glyphs(LIGHT)
    assert found(passing)
    files.remove_passing_folder()
    assert list(passing.iterdir()) == []


def test_with_no_folder_at_all_controls_have_no_arrows(
    qtbot: QtBot, blocked: Path, passing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files.tempfile, "tempdir", str(blocked))
    assert set(glyphs(LIGHT)) == {"down", "down_off", "up", "check"}
